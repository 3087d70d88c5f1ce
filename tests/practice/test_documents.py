"""The brackets of the worked tournaments, typed as the documents print them.

Each gives the document's pairs; where it does not, the document errs, and `docs/evidence/errata.md`
says so.
"""

from __future__ import annotations

import pytest

from crivello.explain.round import TracedRound
from crivello.formats.example import read_example
from crivello.formats.trf import read_trf
from crivello.model.tournament import Tournament
from crivello.practice.course import solve
from crivello.practice.from_round import list_exercises, type_brackets
from crivello.systems.registry import find

TOURNAMENTS = ("dutch-2017", "dutch-2011", "dubov-2018")
ROUNDS = [(key, number) for key in TOURNAMENTS for number in (2, 3, 4, 5, 6)]
ERRATA = {("dubov-2018", 4): [4]}
"""The brackets in which the document errs: it takes the averages of the round before for 7 and 13.
"""


def played(key: str) -> Tournament:
    return read_trf(read_example(key)).tournament


@pytest.mark.parametrize(("key", "number"), ROUNDS)
def test_every_typed_bracket_gives_the_pairs_of_the_document(key: str, number: int) -> None:
    tournament = played(key)
    if number > tournament.paired_rounds:
        return
    this = TracedRound(find(key), tournament, number)
    printed = {frozenset((game.white, game.black)) for game in tournament.round(number).games}
    typed = type_brackets(this)
    wrong = [place for place, exercise in typed.items() if not solve(exercise).pair_set <= printed]
    assert typed
    assert wrong == ERRATA.get((key, number), [])


def test_the_brackets_with_a_choice_are_exercises() -> None:
    this = TracedRound(find("dutch-2017"), played("dutch-2017"), 4)
    assert set(list_exercises(this)) <= set(type_brackets(this))
    assert list_exercises(this)[2].bracket.startswith("[5Bb]@2½[1W, 3Bb, 4Ww-↓, 7Bb]@2{11w")
