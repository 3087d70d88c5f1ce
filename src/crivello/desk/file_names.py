"""What files of a tournament are called, and where the prizes of a section are announced."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{n}{i}" for n in ("COM", "LPT") for i in range(1, 10))}
"""Names that Windows keeps for itself."""


def file_name(title: str) -> str:
    """A plain name for a file: letters without accents, digits, hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60].strip("-")
    return name if name and name.upper() not in _DEVICES else f"tournament-{name}".strip("-")


def prizes_path(tournament: Path, sections: Iterable[str], key: str) -> Path:
    """The file beside a tournament file that announces the prizes of a section."""
    own = "" if key == next(iter(sections)) else f"-{file_name(key)}"
    return tournament.with_name(f"{tournament.stem}{own}.prizes.toml")
