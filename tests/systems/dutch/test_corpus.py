"""Tournaments with known pairings give the same boards, colours and byes."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.formats.trf import read_trf
from tools.corpus import differences, edition_of

FILES = sorted((Path(__file__).parents[2] / "data" / "corpus").rglob("*.trf"))


def test_there_are_files_of_both_editions() -> None:
    assert len([path for path in FILES if edition_of(path) == "dutch-2017"]) >= 18
    assert len([path for path in FILES if edition_of(path) == "dutch-2026"]) >= 18


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_round_comes_out(path: Path) -> None:
    tournament = read_trf(path.read_bytes()).tournament
    assert tournament.paired_rounds > 0
    assert list(differences(tournament, edition_of(path))) == []
