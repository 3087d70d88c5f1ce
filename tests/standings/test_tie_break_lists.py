"""The lists of tie-breaks to choose from, and the one that suits the players."""

from __future__ import annotations

import pytest

from crivello.model.player import Player
from crivello.standings.recommended import RECOMMENDED, recommended_list
from crivello.standings.tie_breaks import PICKED, TieBreak
from crivello.words import Language, translator


def test_every_tie_break_to_choose_from_is_known() -> None:
    assert [TieBreak.parse(code).code for code in PICKED] == list(PICKED)
    assert PICKED[-1] == "EXT"


def test_the_recommended_lists_have_keys_and_titles() -> None:
    words = translator(Language.EN)
    assert {one.key: words.say(one.title) for one in RECOMMENDED} == {
        "swiss": "FIDE, Swiss: not all ratings are reliable",
        "swiss-rated": "FIDE, Swiss: all ratings are reliable",
        "round-robin": "For round robins",
        "teams": "For teams",
    }


@pytest.mark.parametrize(
    ("ratings", "key"),
    [((2000, 1900), "swiss-rated"), ((2000, None), "swiss"), ((), "swiss")],
)
def test_ratings_break_ties_only_if_all_are_rated(
    ratings: tuple[int | None, ...], key: str
) -> None:
    players = [Player(id=n, number=n, rating=rating) for n, rating in enumerate(ratings, start=1)]
    assert recommended_list(players).key == key
