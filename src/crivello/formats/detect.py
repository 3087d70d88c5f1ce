"""Which form a file has, by its name or by how it begins."""

from __future__ import annotations

from ..model.tournament import Tournament
from .trf import read_trf


def read(data: bytes | str, name: str = "") -> Tournament:
    """The tournament in a file of any form."""
    return read_trf(data).tournament
