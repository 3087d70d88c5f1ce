"""Compare the sieve and the solver of the Dubov system on random fields, and count what occurs.

    python -m tools.agree_dubov --fields 10000

Half of the histories were paired by the system itself, half at random, so that players come with
upfloats, colours and past opponents that no system would give them. A quarter are late rounds
of larger fields, in which players have been upfloated often.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.dubov import (
    BracketPaired,
    ByeChosen,
    Need,
    SetJudged,
    UpfloatersNeeded,
    Verdict,
)
from crivello.systems.registry import System, find
from tests.support.random_events import Axes, play, random_axes, random_pairing

KEYS = ("dubov-2018", "dubov-2026")
WANTED = {
    "first shift": 100,
    "second shift": 100,
    "two or more upfloaters": 100,
    "three or more upfloaters": 20,
    "upfloaters for completion": 20,
    "C.8 decides": 10,
    "C.9 decides": 10,
    "C.10 decides": 100,
    "bye: only": 10,
    "bye: score": 100,
    "bye: games": 50,
    "bye: number": 100,
    "bye: barred passed over": 50,
    "bye: indispensable passed over": 10,
    "impossible": 10,
}
"""How often each of these occurs at least in ten thousand fields."""


def random_field(rng: random.Random, system: System) -> tuple[Tournament, int]:
    """A tournament of 6 to 12 players before its third or a later round."""
    axes = random_axes(rng)
    players = rng.randrange(6, 13)
    rounds = rng.randrange(3, 12)
    coming = rounds if rng.random() < 0.2 else rng.randrange(3, rounds + 1)
    pair = random_pairing(rng) if rng.random() < 0.5 else system.pair
    if rng.random() < 0.25:
        players, rounds, coming, pair = 12, 9, rng.randrange(6, 9), random_pairing(rng)
        axes = Axes(draws=60, zero=12, upsets=50)
    tournament = play(rng, players, rounds, axes, pair, until=coming)
    return tournament, min(coming, tournament.next_round)


def answer(
    system: System, sieve: bool, tournament: Tournament, number: int, trace: Trace | None
) -> RoundPairing | None:
    try:
        return (system.sift if sieve else system.pair)(tournament, number, trace)
    except Impossible:
        return None


def same(one: RoundPairing | None, other: RoundPairing | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.boards == other.boards and one.bye == other.bye


def brackets(trace: Trace) -> list[BracketPaired | ByeChosen | UpfloatersNeeded]:
    """The steps that both solvers record."""
    return [
        step for step in trace if isinstance(step, BracketPaired | ByeChosen | UpfloatersNeeded)
    ]


def tally(trace: Trace) -> Counter[str]:
    """What occurred in a round that the sieve paired."""
    seen: Counter[str] = Counter()
    for step in trace:
        if isinstance(step, BracketPaired):
            seen["first shift"] += bool(step.shift_smaller)
            seen["second shift"] += bool(step.shift_larger)
            seen["two or more upfloaters"] += len(step.upfloaters) >= 2
            seen["three or more upfloaters"] += len(step.upfloaters) >= 3
        elif isinstance(step, UpfloatersNeeded):
            seen["upfloaters for completion"] += step.need is Need.COMPLETION
        elif isinstance(step, SetJudged):
            if step.criterion and step.verdict in (Verdict.BEST_SO_FAR, Verdict.PERFECT):
                number = step.criterion.lstrip("C.")
                seen[f"C.{number} decides"] += 1
        elif isinstance(step, ByeChosen):
            seen[f"bye: {step.reason.value}"] += 1
            seen["bye: barred passed over"] += bool(step.barred)
            seen["bye: indispensable passed over"] += bool(step.indispensable)
    return seen


def compare(key: str, fields: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Pair `fields` random fields twice; what occurred, and the fields on which they differ."""
    system = find(key)
    seen: Counter[str] = Counter()
    differences = []
    for index in range(fields):
        rng = random.Random(f"{seed}/{key}/{index}")
        tournament, number = random_field(rng, system)
        literal: Trace = []
        fast: Trace = []
        sifted = answer(system, True, tournament, number, literal)
        solved = answer(system, False, tournament, number, fast)
        if not same(sifted, solved) or (sifted and brackets(literal) != brackets(fast)):
            differences.append(f"seed {seed}, {key}, field {index}, round {number}")
        seen["impossible"] += sifted is None
        seen["paired"] += sifted is not None
        if sifted is not None:
            seen.update(tally(literal))
    return seen, differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key", choices=KEYS, action="append")
    options = parser.parse_args()
    failed = False
    for key in options.key or KEYS:
        begin = time.perf_counter()
        seen, differences = compare(key, options.fields, options.seed)
        seconds = time.perf_counter() - begin
        print(f"{key}: {options.fields} fields, {len(differences)} differences, {seconds:.0f} s")
        for line in differences[:10]:
            print("  differs:", line)
        for name, least in WANTED.items():
            least = least * options.fields // 10_000
            enough = seen[name] >= least
            print(f"  {seen[name]:7} {name}" + ("" if enough else f"  (fewer than {least})"))
            failed |= not enough
        failed |= bool(differences)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
