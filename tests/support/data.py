"""The files under `tests/data`."""

from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"


def report_files() -> list[Path]:
    """Return all good report files: the worked tournaments and those of the corpus."""
    return sorted(path for folder in ("cases", "corpus") for path in (DATA / folder).rglob("*.trf"))
