"""Tolerant reading: what is mended is listed, and no pairing is made from a guess."""

import pytest

from crivello.formats import Document, Repair, read_document
from crivello.model.errors import Illegal
from crivello.model.tournament import Tournament

SAFE = Repair("Record {tag} was moved.", {"tag": "132"}, 3, 93, "26/11/16", "26/11/16", False)
DOUBTFUL = Repair("Player {player} has no colour.", {"player": 2}, 7, 97, "-", "w", True, 2, 1)


def test_a_round_is_paired_from_repairs_that_cannot_change_it() -> None:
    assert Document(Tournament(), repairs=(SAFE,)).to_pair() == Tournament()


def test_the_repair_that_stands_in_the_way_is_named() -> None:
    with pytest.raises(Illegal) as caught:
        Document(Tournament(), repairs=(SAFE, DOUBTFUL)).to_pair()
    (problem,) = caught.value.problems
    assert str(problem) == "Player 2 has no colour."
    assert (problem.line, problem.column, problem.found, problem.player) == (7, 97, "-", 2)


def test_a_sound_file_needs_no_repair() -> None:
    text = "XXR 5\n001    1" + " " * 73 + "0.0"
    assert read_document(text, tolerant=True) == read_document(text)
