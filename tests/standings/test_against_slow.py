"""The tie-breaks agree with the slow formulas on random tournaments of all kinds."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from crivello.standings.standings import standings
from tests.standings.slow import Slow
from tests.support.random_events import SCORINGS, Axes, play, random_axes, random_pairing

CODES = [
    *("WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "PS/M1", "PS/M2", "REP", "REP/C1"),
    *("STD", "TPN", "TPN/R", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "BH/F"),
    *("AOB", "AOB/F", "AOB/P", "FB", "FB/C1", "FB/M2", "SB", "SB/C1", "SB/C2", "SB/M1", "SB/M2"),
    *("SB/P", "SB/C1/P", "KS", "KS/L+1", "KS/L-2", "ARO", "ARO/C1", "ARO/M1", "TPR", "PTP"),
    *("APRO", "APPO", "RTNG", "RTNG/R"),
]

CUTS = ("C1", "C2", "M1", "M2")


@pytest.mark.parametrize("seed", range(40))
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
            assert value is not None
            found = Fraction(value) / key.rule.scale.parts(slow.unit)
            assert found == slow.value(key.code, row.player.id), (key.code, row.player.id)


@pytest.mark.parametrize("seed", range(2000, 2100))
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
            assert value is not None
            found = Fraction(value) / key.rule.scale.parts(slow.unit)
            assert found == slow.value(key.code, row.player.id), (key.code, row.player.id)


@pytest.mark.parametrize("seed", range(60))
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
    codes = rng.sample(["DE", "DE/P", "BH/C1", "SB", "WIN", "DE", "BPG"], rng.randrange(1, 5))
    ranks: dict[int, set[int]] = {}
    for row in standings(tournament, after, codes).rows:
        ranks.setdefault(row.rank, set()).add(row.player.id)
    slow = Slow(tournament, after).order(codes)
    assert [ranks[rank] for rank in sorted(ranks)] == slow
    # A shared rank is followed by a gap as wide as the number of those who share it.
    assert sorted(ranks) == [1 + sum(len(g) for g in slow[:k]) for k in range(len(slow))]
