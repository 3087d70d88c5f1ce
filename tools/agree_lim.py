"""Compare the sieve and the procedure of the Lim system on random rounds, and count what occurs.

    python -m tools.agree_lim --rounds 10000

Tournaments are paired by the system itself, or at random, so that groups occur that no system would
leave behind; some fields are made up altogether. Three in ten are Maxi-tournaments.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import accumulate, combinations
from operator import sub

from crivello.model.errors import Impossible
from crivello.model.field import Field, Float
from crivello.model.pairing import RoundPairing
from crivello.model.settings import Options
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import PairFixed, ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.lim.procedure import pair_round
from crivello.systems.lim.rules import allocate, floaters_of_last_round
from crivello.systems.lim.sieve import LimSieve
from crivello.systems.registry import find
from tests.support.entrants import entrant, field_of
from tests.support.random_events import play, random_axes, random_pairing
from tools.agreement import main

LIM = find("lim-1999")

WANTED = {
    "impossible": 100,
    "2.3 needed": 300,
    "2.3.1 no-suitable": 300,
    "2.3.4 made-even": 1000,
    "2.6 blocked-median": 300,
    "3.2.3 far": 100,
    "3.8 pair": 1000,
    "3.9 least-harm": 20,
    "3.10 spared": 100,
    "4.1 pair": 300,
    "4.4 not-even": 40,
    "4.4 unmatched": 100,
    "5.2 pair": 300,
    "6 beyond-limits": 20,
    "6 limits-bind": 100,
    "2.2 no-median": 1000,
}
"""The least number of times each event must occur in ten thousand rounds."""


def compare(rng: random.Random, found: Counter[str]) -> list[str]:
    """Compare on a tournament of at most 12 players, or on a few fields; return what differs."""
    if rng.random() < 0.5:
        return [f"field {index}" for index in range(5) if not same(random_field(rng), found)]
    players, rounds = rng.randrange(3, 13), rng.randrange(3, 10)
    options = Options(maxi_tournament=rng.random() < 0.3)
    by_chance = random_pairing(rng) if rng.random() < 0.5 else None
    ratings = random_ratings(rng, players)
    differences: list[str] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        rated = zip(tournament.players, ratings, strict=True)
        tournament = replace(
            tournament,
            players=tuple(replace(player, rating=rating) for player, rating in rated),
            settings=replace(tournament.settings, options=options),
        )
        if not same(build_field(tournament, number, LIM.field_rules), found):
            differences.append(f"round {number}")
        paired = LIM.pair(tournament, number)
        return by_chance(tournament, number) if by_chance else paired

    play(rng, players, rounds, random_axes(rng), pair)
    return differences


def same(field: Field, found: Counter[str]) -> bool:
    """Return True if sieve and procedure pair the field equally; count the events."""
    found["rounds"] += 1
    floated = floaters_of_last_round(field)
    trace: Trace = []
    sieve = LimSieve(field, floated)
    sifted = sieve.run()
    try:
        made, bye = pair_round(field, floated, trace)
    except Impossible:
        found["impossible"] += 1
        return sifted is None
    for step in trace:
        if isinstance(step, ProcedureEvent):
            found[f"{step.article} {step.event.code}"] += 1
        elif isinstance(step, PairFixed):
            found[f"{step.article} pair"] += 1
    coloured = [
        allocate(pair.a, pair.b, field.round, pair.below_median, field.initial_colour)
        for pair in made
    ]
    if sifted is None:
        return False
    pairs, sifted_bye = sifted
    allocated = [sieve.colours(*pair) for pair in pairs]
    return (pairs, sifted_bye) == (made, bye) and allocated == coloured


def random_ratings(rng: random.Random, count: int) -> list[int]:
    """Return descending ratings, often exactly 100 apart: the limit of Maxi-tournaments."""
    steps = (rng.choice((0, 50, 100, 150)) for _ in range(count))
    return list(accumulate(steps, sub, initial=2400))[1:]


def random_field(rng: random.Random) -> Field:
    """Return a made-up field of a few groups, in which many players have met."""
    count, number = rng.randrange(6, 13), rng.randrange(4, 9)
    scores = rng.sample(range(2 * number - 1), rng.choice([2, 3, 3]))
    density = rng.choice([0.2, 0.4, 0.6])
    avoid: dict[int, set[int]] = {k: set() for k in range(1, count + 1)}
    for a, b in combinations(avoid, 2):
        if rng.random() < density:
            avoid[a].add(b)
            avoid[b].add(a)
    players = []
    ratings = random_ratings(rng, count)
    for k in avoid:
        colours = rng.choice(["WBWB", "BWBW", "WBW", "BWB", "WBBWW", "BWWBB", "WWBW", "BBWB", ""])
        player = entrant(k, colours, avoid[k], rng.choice(scores), ratings[k - 1])
        floats = (rng.choice([None, None, Float.DOWN]),)
        players.append(replace(player, floats=floats, barred=rng.random() < 0.3))
    options = Options(maxi_tournament=rng.random() < 0.3)
    rounds = number if rng.random() < 0.4 else number + 2
    return field_of(*players, round=number, rounds=rounds, options=options)


if __name__ == "__main__":
    sys.exit(main("lim-1999", __doc__ or "", compare, WANTED))
