"""Compare the sieve and the procedure of the Dubov system of 1997 on random rounds.

    python -m tools.agree_dubov1997 --rounds 10000

Tournaments are paired by the system itself, or at random, so that scoregroups occur that no system
would leave behind.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import PairFixed, ProcedureEvent
from crivello.systems.registry import find
from tests.support.random_events import play, random_axes, random_pairing
from tools.agreement import main

SYSTEM = find("dubov-1997")

WANTED = {
    "impossible": 100,
    "bye": 1000,
    "5 pair": 1000,
    "6.2 newcomer": 300,
    "6.3 repaired": 100,
    "6.4 floats": 1000,
    "two or more float": 30,
    "7.1 brought-up": 100,
    "7.1 nobody-up": 100,
    "7.2 brought-up": 1000,
    "7.2 nobody-up": 300,
    "7.3 shifted": 1000,
    "8 pair": 1000,
    "8 goes-on": 20,
    "2 limit-up": 300,
}
"""The least number of times each event must occur in ten thousand rounds."""


def compare(rng: random.Random, seen: Counter[str]) -> list[str]:
    """Play a tournament of at most 12 players; return the rounds in which sieve and procedure
    differ.
    """
    by_chance = random_pairing(rng) if rng.random() < 0.5 else None
    differences: list[str] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        seen["rounds"] += 1
        trace: Trace = []
        procedure, sieve = answer(tournament, number, trace), answer(tournament, number)
        if procedure != sieve:
            differences.append(f"round {number}")
        count(trace, seen)
        if procedure is None:
            seen["impossible"] += 1
            raise Impossible("no pairing")
        seen["bye"] += procedure[1] is not None
        return (by_chance or SYSTEM.pair)(tournament, number)

    play(rng, rng.randrange(3, 13), rng.randrange(3, 12), random_axes(rng), pair)
    return differences


Answer = tuple[object, int | None]


def answer(tournament: Tournament, number: int, trace: Trace | None = None) -> Answer | None:
    """Return boards and bye, by the procedure if a trace is given, else by the sieve; None if
    impossible.
    """
    try:
        if trace is None:
            pairing = SYSTEM.sift(tournament, number)
        else:
            pairing = SYSTEM.pair(tournament, number, trace)
    except Impossible:
        return None
    return pairing.boards, pairing.bye


def count(trace: Trace, seen: Counter[str]) -> None:
    for step in trace:
        if isinstance(step, ProcedureEvent):
            seen[f"{step.article} {step.event.code}"] += 1
            seen["two or more float"] += step.event.code == "floats" and len(step.players) > 1
        elif isinstance(step, PairFixed):
            seen[f"{step.article} pair"] += 1


if __name__ == "__main__":
    sys.exit(main("dubov-1997", __doc__ or "", compare, WANTED))
