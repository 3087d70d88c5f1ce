"""The tie-breaks agree with the slow formulas on random tournaments of all kinds."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.model.result import Result
from crivello.model.tournament import Game, Round
from crivello.standings.standings import standings
from crivello.standings.working import Modifiers, Reason, Term, by_opponent, cut, sum_terms
from tests.standings.slow import Slow, cut_sum
from tests.support.random_events import SCORINGS, Axes, play, random_axes, random_pairing
from tests.support.samples import sample

CODES = [
    *("WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "PS/M1", "PS/M2", "REP", "REP/C1"),
    *("STD", "TPN", "TPN/R", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "BH/F"),
    *("AOB", "AOB/F", "AOB/P", "FB", "FB/C1", "FB/M2", "SB", "SB/C1", "SB/C2", "SB/M1", "SB/M2"),
    *("SB/P", "SB/C1/P", "KS", "KS/L+1", "KS/L-2", "KS/L60%", "ARO", "ARO/C1", "ARO/M1", "TPR"),
    *("PTP", "APRO", "APPO", "RTNG", "RTNG/R", "BH/C3", "SB/M3", "ARO/C4"),
]

CUTS = ("C1", "C2", "C3", "M1", "M2", "M3")


@pytest.mark.parametrize("seed", range(sample(40)))
def test_every_value(seed: int) -> None:
    rng = random.Random(seed)
    players, rounds = rng.randrange(2, 13), rng.randrange(1, 8)
    tournament = play(rng, players, rounds, random_axes(rng), random_pairing(rng))
    after = rng.randrange(0, tournament.paired_rounds + 1)
    slow = Slow(tournament, after)
    table = standings(tournament, after, CODES)
    assert table.dropped == ()
    for row in table.rows:
        for key, value in zip(table.keys, row.values, strict=True):
            found = value and Fraction(value) / key.rule.scale.parts(slow.unit)
            assert found == slow.value(key.code, row.player.id), (key.code, row.player.id)


@pytest.mark.parametrize("seed", range(2000, 2000 + sample(100)))
def test_cuts_where_many_rounds_are_not_played(seed: int) -> None:
    rng = random.Random(seed)
    axes = Axes(draws=20, forfeits=15, double_forfeits=5, half=12, full=3, zero=15, withdrawals=4)
    tournament = play(rng, rng.randrange(3, 9), rng.randrange(2, 7), axes, random_pairing(rng))
    slow = Slow(tournament, tournament.paired_rounds)
    codes = [f"{base}/{cut}{p}" for base in ("BH", "SB") for cut in CUTS for p in ("", "/P")]
    codes += [f"FB/{cut}" for cut in CUTS]
    table = standings(tournament, tournament.paired_rounds, codes)
    for row in table.rows:
        for key, value in zip(table.keys, row.values, strict=True):
            found = value and Fraction(value) / key.rule.scale.parts(slow.unit)
            assert found == slow.value(key.code, row.player.id), (key.code, row.player.id)


@pytest.mark.parametrize("seed", range(3000, 3000 + sample(60)))
def test_the_order_of_the_rounds_does_not_matter(seed: int) -> None:
    """The last round stays last, and all players play in it, so that no bye is a trailing one
    (16.3).
    """
    rng = random.Random(seed)
    axes = Axes(draws=20, forfeits=15, double_forfeits=8, half=15, full=4, zero=15)
    players = 2 * rng.randrange(2, 5)
    tournament = play(rng, players, rng.randrange(3, 7), axes, random_pairing(rng))
    last = Round(tuple(Game(n, n + 1, Result.DRAW) for n in range(1, players, 2)))
    first = list(tournament.rounds)
    codes = [f"{base}/{cut}{p}" for base in ("BH", "SB") for cut in CUTS for p in ("", "/P")]
    codes += ["BH", "SB", "AOB", "AOB/P", "FB/C2", "WIN", "REP", "STD", "ARO/C1", "TPR", "PTP"]
    before = standings(replace(tournament, rounds=(*first, last)), codes=codes)
    rng.shuffle(first)
    after = standings(replace(tournament, rounds=(*first, last)), codes=codes)
    assert [(row.player.id, row.values) for row in before.rows] == [
        (row.player.id, row.values) for row in after.rows
    ]


ROWS = st.tuples(st.integers(0, 6), st.integers(0, 2), st.booleans())
"""Score of the opponent or dummy, points, and whether the round was unplayed by choice."""


@given(st.lists(ROWS, max_size=7), st.integers(1, 4), st.booleans(), st.randoms())
def test_a_cut_of_sonneborn_berger(
    rows: list[tuple[int, int, bool]], count: int, median: bool, rng: random.Random
) -> None:
    modifiers = Modifiers(least=count, most=count if median else 0)

    def value() -> object:
        terms = [
            Term(number, Reason.OPPONENT, score * points, None, score, points)
            for number, (score, points, _) in enumerate(rows, start=1)
        ]
        voluntary = frozenset(n for n, row in enumerate(rows, start=1) if row[2])
        return sum_terms(cut(terms, modifiers, by_opponent, voluntary)).value

    found = value()
    literal = [(Fraction(s), Fraction(s * points), vur) for s, points, vur in rows]
    assert found == cut_sum(literal, modifiers.least, modifiers.most)
    rng.shuffle(rows)
    assert value() == found


@pytest.mark.parametrize("seed", range(sample(60)))
def test_the_order(seed: int) -> None:
    rng = random.Random(1000 + seed)
    axes = Axes(
        draws=rng.choice((10, 50)),
        forfeits=rng.choice((0, 10)),
        double_forfeits=rng.choice((0, 5)),
        half=rng.choice((0, 10)),
        zero=rng.choice((0, 10)),
        withdrawals=rng.choice((0, 5)),
        scoring=rng.choice((SCORINGS[0], *SCORINGS)),
    )
    players, rounds = rng.randrange(3, 10), rng.randrange(2, 8)
    tournament = play(rng, players, rounds, axes, random_pairing(rng))
    after = tournament.paired_rounds
    known = ["DE", "DE/P", "BH/C1", "SB", "WIN", "DE", "BPG", "AOB/P", "ARO/C2"]
    codes = rng.sample(known, rng.randrange(1, 5))
    ranks: dict[int, set[int]] = {}
    for row in standings(tournament, after, codes).rows:
        ranks.setdefault(row.rank, set()).add(row.player.id)
    slow = Slow(tournament, after).order(codes)
    assert [ranks[rank] for rank in sorted(ranks)] == slow
    # A shared rank is followed by a gap as wide as the number of those who share it.
    assert sorted(ranks) == [1 + sum(len(g) for g in slow[:k]) for k in range(len(slow))]
