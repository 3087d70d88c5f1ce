"""What is typed: people by number or name, points."""

from __future__ import annotations

import pytest

from crivello.model.player import Player
from crivello.web.amounts import parse_points
from crivello.web.people import find, find_all


def test_people_are_found_by_words_without_accents() -> None:
    people = [
        Player(1, 1, "Müller, Jörg"),
        Player(2, 2, "Muller, Anna"),
        Player(3, 3, "Anna Muller-Rossi"),
    ]
    assert find("jorg", people).id == 1
    assert find("rossi an", people).id == 3
    assert find("anna muller", people).id == 2  # all of his name, and nothing else
    assert find_all("3 1, anna muller", people) == (3, 1, 2)


@pytest.mark.parametrize(
    ("typed", "halves"), [("1", 2), ("½", 1), ("1½", 3), ("1/2", 1), ("0.5", 1), ("1,5", 3)]
)
def test_points_as_people_write_them(typed: str, halves: int) -> None:
    assert parse_points(typed) * 2 == halves
