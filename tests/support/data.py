"""The files under `tests/data`."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data"


def report_files() -> list[Path]:
    """All good report files: the worked tournaments and those of the corpus."""
    return sorted(path for folder in ("cases", "corpus") for path in (DATA / folder).rglob("*.trf"))


def case(name: str) -> dict[str, Any]:
    """A worked tournament."""
    loaded: dict[str, Any] = json.loads((DATA / "cases" / f"{name}.json").read_text("utf-8"))
    return loaded


def example(name: str) -> dict[str, Any]:
    """A small example, by its id."""
    found: list[dict[str, Any]] = json.loads((DATA / "cases" / "examples.json").read_text("utf-8"))
    return next(one for one in found if one["id"] == name)
