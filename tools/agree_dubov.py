"""Compare the sieve and the solver of the Dubov system on random fields, and count what occurs.

    python -m tools.agree_dubov --fields 10000

A third of the fields come from tournaments paired by the system itself, a third from rounds paired
at random, and a third are made up at random: with colours, upfloats and past opponents that no
system would give.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from crivello.model.errors import Impossible
from crivello.model.field import Field
from crivello.model.pairing import RoundPairing
from crivello.model.trace import Trace
from crivello.model.trace.upfloats import (
    ByeChosen,
    DubovBracketPaired,
    Need,
    SetJudged,
    SetVerdict,
    UpfloatersNeeded,
)
from crivello.rules.field import build_field
from crivello.systems.dubov.editions import EDITIONS, DubovEdition
from crivello.systems.dubov.sieve import sift
from crivello.systems.dubov.solver import solve
from crivello.systems.registry import find
from tests.support.dubov_fields import random_field
from tests.support.random_events import play, random_axes, random_pairing
from tests.support.solvers import Solver, pair_field
from tools.agreement import report

WANTED = {
    "first shift": 200,
    "second shift": 5000,
    "shift among newcomers": 20,
    "two or more upfloaters": 1000,
    "three or more upfloaters": 100,
    "upfloaters for completion": 200,
    "C.8 decides": 50,
    "C.9 decides": 25,
    "C.10 decides": 200,
    "bye: only": 50,
    "bye: score": 1000,
    "bye: games": 500,
    "bye: number": 1000,
    "bye: barred passed over": 500,
    "bye: indispensable passed over": 200,
    "impossible": 500,
}
"""The least number of times each event must occur in ten thousand fields."""


def some_field(rng: random.Random, edition: DubovEdition) -> Field:
    """Return a random field of 6 to 12 players before the third or a later round."""
    players = rng.randrange(6, 13)
    kind = rng.randrange(3)
    if kind == 0:
        return random_field(rng, players)
    rounds = rng.randrange(3, 12)
    coming = rounds if rng.random() < 0.2 else rng.randrange(3, rounds + 1)
    pair = random_pairing(rng) if kind == 1 else find(edition.key).pair
    tournament = play(rng, players, rounds, random_axes(rng), pair, until=coming)
    return build_field(tournament, min(coming, tournament.next_round), edition.field_rules)


def answer(
    field: Field, edition: DubovEdition, solver: Solver, trace: Trace | None
) -> RoundPairing | None:
    try:
        return pair_field(field, edition, solver, trace)
    except Impossible:
        return None


def same(one: RoundPairing | None, other: RoundPairing | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.boards == other.boards and one.bye == other.bye


def brackets(trace: Trace) -> list[DubovBracketPaired | ByeChosen | UpfloatersNeeded]:
    """Return the steps of a trace that both solvers record."""
    return [
        step
        for step in trace
        if isinstance(step, DubovBracketPaired | ByeChosen | UpfloatersNeeded)
    ]


def tally(trace: Trace) -> Counter[str]:
    """Count the events of a round that the sieve paired."""
    seen: Counter[str] = Counter()
    for step in trace:
        if isinstance(step, DubovBracketPaired):
            seen["first shift"] += bool(step.shift_smaller)
            seen["second shift"] += bool(step.shift_larger)
            seen["shift among newcomers"] += step.all_new and bool(step.shift_smaller)
            seen["two or more upfloaters"] += len(step.upfloaters) >= 2
            seen["three or more upfloaters"] += len(step.upfloaters) >= 3
        elif isinstance(step, UpfloatersNeeded):
            seen["upfloaters for completion"] += step.need is Need.COMPLETION
        elif isinstance(step, SetJudged):
            if step.criterion and step.verdict in (SetVerdict.BEST_SO_FAR, SetVerdict.PERFECT):
                number = step.criterion.lstrip("C.")
                seen[f"C.{number} decides"] += 1
        elif isinstance(step, ByeChosen):
            seen[f"bye: {step.reason.value}"] += 1
            seen["bye: barred passed over"] += bool(step.barred)
            seen["bye: indispensable passed over"] += bool(step.indispensable)
    return seen


def compare(edition: DubovEdition, fields: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Pair random fields with both solvers; return the count of each event, and the fields that
    differ.
    """
    seen: Counter[str] = Counter()
    differences = []
    for index in range(fields):
        field = some_field(random.Random(f"{seed}/{edition.key}/{index}"), edition)
        literal: Trace = []
        fast: Trace = []
        sifted = answer(field, edition, sift, literal)
        solved = answer(field, edition, solve, fast)
        if not same(sifted, solved) or (sifted and brackets(literal) != brackets(fast)):
            differences.append(f"seed {seed}, {edition.key}, field {index}")
        seen["impossible"] += sifted is None
        seen["paired"] += sifted is not None
        if sifted is not None:
            seen.update(tally(literal))
    return seen, differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key", choices=EDITIONS, action="append")
    options = parser.parse_args()
    failed = False
    for key in options.key or EDITIONS:
        begin = time.perf_counter()
        seen, differences = compare(EDITIONS[key], options.fields, options.seed)
        failed |= not report(key, seen, differences, WANTED, options.fields, begin)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
