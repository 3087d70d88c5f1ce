"""Compare the search of the Dutch system before 2013 with the literal enumeration of C.7 and C.8.

    python -m tools.agree_dutch2011 --rounds 10000

Random tournaments of 6 to 10 players; rounds in which a bracket is too large for the enumeration
are not counted.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from crivello.model.errors import Impossible, TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.systems.registry import find
from tests.support.random_events import play, random_axes, random_pairing
from tools.agreement import main

SYSTEM = find("dutch-2011")
WANTED = {
    "A.7d semi-absolute-dropped": 100,
    "A.7e variable": 100,
    "B.2 absolute-dropped": 20,
    "C.9 upfloat-dropped": 500,
    "C.10 downfloat-dropped": 500,
    "C.11 x-raised": 500,
    "C.12 floaters-changed": 200,
    "C.13 merged": 200,
    "C.14 p-lowered": 200,
}
"""The least number of times each event must occur in ten thousand rounds."""


def differing(rng: random.Random, seen: Counter[str]) -> list[str]:
    """Return the rounds of one random tournament that are paired differently."""
    lead = random_pairing(rng) if rng.random() < 0.3 else SYSTEM.pair
    found = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        trace: Trace = []
        try:
            sifted = SYSTEM.sift(tournament, number, trace)
            solved = SYSTEM.pair(tournament, number)
        except TooLarge:
            return lead(tournament, number)
        except Impossible:
            seen["impossible"] += 1
            raise
        seen["rounds"] += 1
        if (sifted.boards, sifted.bye) != (solved.boards, solved.bye):
            found.append(f"round {number}")
        seen.update(
            f"{step.article} {step.event.code}"
            for step in trace
            if isinstance(step, ProcedureEvent)
        )
        return lead(tournament, number)

    play(rng, rng.randrange(6, 11), rng.randrange(5, 9), random_axes(rng), pair)
    return found


if __name__ == "__main__":
    sys.exit(main("dutch-2011", __doc__ or "", differing, WANTED))
