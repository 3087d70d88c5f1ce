"""The Berger tables, their cycles, and the transition between two cycles, for up to 40 players."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from crivello.model.errors import Illegal
from crivello.rules.round_robin import (
    berger_by_hand,
    berger_table,
    colour_rule,
    cycles_of,
    round_robin_for,
    schedule,
    table_round_of,
)

SIZES = range(2, 41)


PRINTED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: """1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3
        | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7
        | 10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4
        | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8
        | 12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4
        | 4-12 5-3 6-2 7-1 8-11 9-10 | 12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11
        | 12-11 1-10 2-9 3-8 4-7 5-6 | 6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """1-14 2-13 3-12 4-11 5-10 6-9 7-8 | 14-8 9-7 10-6 11-5 12-4 13-3 1-2
        | 2-14 3-1 4-13 5-12 6-11 7-10 8-9 | 14-9 10-8 11-7 12-6 13-5 1-4 2-3
        | 3-14 4-2 5-1 6-13 7-12 8-11 9-10 | 14-10 11-9 12-8 13-7 1-6 2-5 3-4
        | 4-14 5-3 6-2 7-1 8-13 9-12 10-11 | 14-11 12-10 13-9 1-8 2-7 3-6 4-5
        | 5-14 6-4 7-3 8-2 9-1 10-13 11-12 | 14-12 13-11 1-10 2-9 3-8 4-7 5-6
        | 6-14 7-5 8-4 9-3 10-2 11-1 12-13 | 14-13 1-12 2-11 3-10 4-9 5-8 6-7
        | 7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
}
"""Round by round."""


@pytest.mark.parametrize("players", PRINTED)
def test_the_formula_gives_the_printed_table(players: int) -> None:
    """The table is that of C.05 Annex 1."""
    printed = [one.split() for one in PRINTED[players].split("|")]
    made = berger_table(players)
    assert [[f"{white}-{black}" for white, black in pairs] for pairs in made] == printed
    # With one player fewer the last number is free.
    played = [[pair for pair in pairs if players not in pair] for pairs in made]
    assert [list(pairs) for pairs in berger_table(players - 1)] == played


@pytest.mark.parametrize("players", SIZES)
def test_everybody_meets_everybody_once_and_colours_are_balanced(players: int) -> None:
    table = berger_table(players)
    met = Counter(frozenset(pair) for pairs in table for pair in pairs)
    assert met == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
    for number in range(1, players + 1):
        whites = sum(white == number for pairs in table for white, _ in pairs)
        blacks = sum(black == number for pairs in table for _, black in pairs)
        assert abs(whites - blacks) == (0 if players % 2 else 1)


@pytest.mark.parametrize("players", SIZES)
def test_the_table_written_down_by_hand_is_the_same(players: int) -> None:
    assert berger_by_hand(players) == berger_table(players)


@pytest.mark.parametrize("players", SIZES)
def test_the_numbers_tell_the_colours(players: int) -> None:
    for pairs in berger_table(players):
        for white, black in pairs:
            assert colour_rule(white, black, players).white == white


@pytest.mark.parametrize("players", SIZES)
def test_the_numbers_tell_the_round(players: int) -> None:
    for number, pairs in enumerate(berger_table(players), start=1):
        assert {table_round_of(*pair, players) for pair in pairs} == {number}


def runs_of_three(players: int, cycles: int, exchanged: bool) -> list[int]:
    """Return the numbers that have one colour three times running; a free round is left out."""
    colours = dict.fromkeys(range(1, players + 1), "")
    for this in schedule(players, cycles, exchanged):
        for white, black in this.pairs:
            colours[white] += "W"
            colours[black] += "B"
    return [number for number, text in colours.items() if "WWW" in text or "BBB" in text]


@pytest.mark.parametrize("players", SIZES)
def test_the_seam_of_a_double_round_robin(players: int) -> None:
    """Without the exchange two numbers of an even table have one colour three times running.

    C.05 Annex 1 recommends it.
    """
    half = players // 2
    without = [] if players % 2 or players == 2 else [1, half + 1]
    assert runs_of_three(players, 2, exchanged=False) == without
    assert runs_of_three(players, 2, exchanged=True) == []


@pytest.mark.parametrize("players", SIZES)
def test_more_cycles_have_no_worse_seam(players: int) -> None:
    """Four players are an exception: the three rounds of a cycle leave no choice."""
    assert runs_of_three(players, 1, True) == []
    for cycles in (3, 4):
        assert runs_of_three(players, cycles, True) == ([2, 4] if players == 4 else [])


@pytest.mark.parametrize("players", [5, 6])
def test_every_second_cycle_has_the_colours_turned(players: int) -> None:
    first, second, third = (
        {this.table_round: this.pairs for this in schedule(players, 3) if this.cycle == cycle}
        for cycle in (1, 2, 3)
    )
    assert first == third
    assert {n: {(b, w) for w, b in pairs} for n, pairs in second.items()} == {
        n: set(pairs) for n, pairs in first.items()
    }


def test_an_odd_field_has_one_free_number_each_round() -> None:
    assert [this.free for this in schedule(5)] == [1, 4, 2, 5, 3]
    assert {this.free for this in schedule(6)} == {None}


def test_rounds_are_played_in_the_order_announced() -> None:
    plain, ordered = schedule(4), schedule(4, order=(3, 1, 2))
    assert [this.pairs for this in ordered] == [plain[n].pairs for n in (2, 0, 1)]
    assert [this.number for this in ordered] == [1, 2, 3]
    for wrong in ((1, 2), (1, 2, 2), (0, 1, 2), (1, 2, 3, 4)):
        with pytest.raises(Illegal, match="must name each of the 3 rounds once"):
            schedule(4, order=wrong)


def test_how_often_everybody_meets() -> None:
    assert [round_robin_for(6, rounds) for rounds in (None, 5, 9, 10, 15)] == [
        "roundrobin",
        "roundrobin",
        "roundrobin",
        "doubleroundrobin",
        "doubleroundrobin",
    ]
    assert cycles_of("roundrobin", 5, 6) == 1
    assert [cycles_of("doubleroundrobin", rounds, 6) for rounds in (None, 10, 15)] == [2, 2, 3]


def test_fields_without_a_game() -> None:
    assert berger_table(0) == berger_by_hand(0) == ()
    assert berger_table(1) == ((),)
    assert schedule(0) == ()
