"""Whole rounds whose pairing was derived from the text by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello import read
from crivello.explain.answers import explain_why_not_pair
from crivello.explain.explanation import Depth
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.data import DATA
from tests.support.legality import boards

LIM = find("lim-1999")


def position(name: str) -> Tournament:
    path = DATA / "lim" / f"{name}.trf"
    return read(path).model


def paired(tournament: Tournament, number: int) -> str:
    """Return the boards, White first; for small fields the sieve must give the same."""
    found = LIM.pair(tournament, number)
    if 2 * len(found.boards) < 12:
        assert LIM.sift(tournament, number) == found
    return " ".join(f"{white}-{black}" for white, black in boards(found))


def explained(name: str, number: int) -> str:
    told = explain_round(LIM, position(name), number, Depth.FULL)
    return " ".join(as_text(told, Language.EN).split())


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [
        # 2.3, 3.3: 1 and 2 have met, so 3 must stay; 2 has met 4, the only one below, so 1 floats.
        ("only-opponent-stays", 6, "3-2 1-4 5-6"),
        # 4.4, 3.5: 2 floats in company; 5 has nobody to play below and is exchanged for 4.
        ("company-of-a-floater", 6, "1-6 3-5 2-8 7-4"),
        # 3.5: 4 has nobody to play in the next group and stays; nobody falls two groups.
        ("floater-two-groups-down", 4, "1-4 2-3 5-9 6-7 8-12 10-13"),
        # 6: 1 and 2 must both have White; as many pairs are possible without that.
        ("last-round-within-limits", 5, "1-3 2-4"),
        ("round-5-of-7-within-limits", 5, "1-3 2-4"),
        ("last-round-from-below", 7, "10-6 7-4 1-5"),
        ("last-round-spared-floater", 9, "1-3 4-7 9-6 2-8"),
        # 5.1, 5.2: 1-4 leaves 2-5 and 3-6 without their colours; 1-6 serves everybody.
        ("all-six-colours", 6, "1-6 2-4 5-3"),
        ("all-colours-of-the-median", 3, "1-2 3-6 7-4 5-8 9-14 13-12 11-10"),
        # 5.2: 1-2 would only move the one clash from 1-3 to 3-4.
        ("exchange-without-gain", 2, "3-1 2-4"),
        # 4.4a: 1 has 6, and 2 nobody while 7 floats; 2 is exchanged with 7.
        ("exchanged-with-the-floater", 6, "1-6 3-5 4-7 8-2"),
        # 3.2.1, 3.7.3: nobody has the median score; the floater enters the group below it.
        ("no-median-6", 2, "2-1 6-3 4-5"),
        ("no-median-10", 2, "4-1 2-3 8-5 6-9 10-7"),
        # 3.9, 3.4: 6 has met 2 (a); 5 comes after 7 and leaves 2 to 7 (b), who floats.
        ("type-b-before-a-from-below", 5, "4-3 5-8 2-7 1-6"),
        # 3.9, 3.3: 7 has met 3 (a); 6 comes after 9 and leaves 3 to 9 (b), who floats.
        ("type-b-before-a-from-above", 6, "7-2 9-5 3-6 1-4"),
        # 3.3: 8 has met 2; 5 comes after 1 and leaves 2 to 1.
        ("opponent-of-a-later-floater", 4, "7-8 2-1 5-3 6-4"),
        # 3.3: 5 and 1 floated in and are equal; 5 is the lower numbered, though of higher score.
        ("lowest-number-of-equal-floaters", 7, "9-2 4-5 3-1 6-8"),
    ],
)
def test_worked_out_by_hand(name: str, number: int, expected: str) -> None:
    # Lim: 3.4 (2)
    assert paired(position(name), number) == expected


@pytest.mark.parametrize(
    ("start", "bye"),
    [
        ("2018/05/01", 7),
        ("2026/01/31", 7),
        # A full-point bye bars from then on; and long before, any point without playing did.
        ("2026/02/01", 6),
        ("2016/05/01", 6),
        ("", 6),
        # Two days may be meant, with different answers: the rules of today.
        ("01/03/26", 6),
    ],
)
def test_the_bar_of_the_bye_is_that_of_the_first_day_in_lim(start: str, bye: int) -> None:
    event = position("full-point-bye-2018")
    event = replace(event, settings=replace(event.settings, start=start))
    assert LIM.pair(event, 3).bye == bye


def test_the_explanation_of_a_last_round_within_the_limits_is_true() -> None:
    told = explained("last-round-within-limits", 5)
    assert "the group makes as many pairs within the colour limits, so they bind" in told
    assert "they do not bind" not in told
    event = position("last-round-within-limits")
    answer = explain_why_not_pair(LIM, event, 5, 1, 2)
    assert "1 and 2 must both have the same colour, and the limits bind. [6]" in as_text(
        answer, Language.EN
    )


def test_the_explanation_of_floaters_exchanged() -> None:
    told = explained("company-of-a-floater", 6)
    assert "Cannot be paired along with those before them, so they float: 2, 5." in told
    assert "these float instead of some of them: 4." in told
    told = explained("exchanged-with-the-floater", 6)
    assert "With 7 floating to make the number even, the others could not all be paired." in told
    assert "Cannot be paired along with those before them, so they float: 2." in told


def test_the_explanation_names_the_floaters_without_an_opponent_left() -> None:
    told = explained("opponent-of-a-later-floater", 4)
    assert "except those of floaters who are paired before them: 8. [3.3]" in told
    assert "1 floats to make the number of players even. [2.3.4]" in told


def test_the_explanation_of_colours_served() -> None:
    told = explained("all-six-colours", 6)
    assert "With 1 and 4 paired, fewer players would get the colour they are due." in told
