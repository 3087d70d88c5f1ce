"""The small examples of the regulations, by id."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent.parent / "data" / "cases" / "examples.json"


@cache
def _all() -> dict[str, dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def example(name: str) -> tuple[Any, Any]:
    """Input and expectation of one example."""
    entry = _all()[name]
    return entry["input"], entry.get("expected_by_rule", entry["expected"])
