"""Compare the solvers of Burstein with their sieves; that of 2016 also with a second
implementation.

    python -m tools.agree_burstein --rounds 10000

Half of the rounds come from tournaments paired by the system itself, half from rounds paired at
random. The second implementation (`tests/systems/burstein/literal_2016.py`) shares no code with the
system.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.settings import Options
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import GroupPaired, ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.burstein.groups import places_2016
from crivello.systems.burstein.procedure import seeding_rounds
from crivello.systems.burstein.system import RULES_2016
from crivello.systems.registry import find
from tests.support.random_events import play, random_axes, random_pairing
from tests.systems.burstein.literal_2016 import Pairs, round_2016
from tools.agreement import main

SYSTEM, NEWER = find("burstein-2016"), find("burstein-2026")
WANTED = {
    "one floats": 5000,
    "merged-below": 2000,
    "merged-last": 150,
    "paired-again": 100,
    "bye": 2000,
    "impossible": 500,
    "rounds of 2026": 2000,
}
"""The least number of times each event must occur in ten thousand rounds."""


def compare(tournament: Tournament, number: int, seen: Counter[str]) -> bool:
    """Return True if solver, sieve and second implementation pair the round equally."""
    trace: Trace = []
    solved = _answer(lambda: SYSTEM.pair(tournament, number, trace))
    sifted = _answer(lambda: SYSTEM.sift(tournament, number))
    field = build_field(tournament, number, RULES_2016)
    literal = round_2016(field, places_2016(tournament, field))
    if number > seeding_rounds(tournament.settings):
        seen["rounds of 2026"] += 1
        newer = _answer(lambda: NEWER.pair(tournament, number))
        if newer != _answer(lambda: NEWER.sift(tournament, number)):
            return False
    seen["impossible"] += solved is None
    seen["bye"] += solved is not None and solved[1] is not None
    for step in trace:
        if isinstance(step, ProcedureEvent):
            seen[step.event.code] += 1
        elif isinstance(step, GroupPaired):
            seen["one floats"] += bool(step.leaving)
    return solved == sifted == literal


def _answer(pair: Callable[[], RoundPairing]) -> tuple[Pairs, int | None] | None:
    try:
        made = pair()
    except Impossible:
        return None
    return frozenset(frozenset((board.white, board.black)) for board in made.boards), made.bye


def differing(rng: random.Random, seen: Counter[str]) -> list[str]:
    """Return the rounds of one random tournament that are paired differently."""
    lead = random_pairing(rng) if rng.random() < 0.5 else SYSTEM.pair
    options = Options(imaginary_point=rng.random() < 0.3)
    found = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        settings = replace(tournament.settings, options=options)
        tournament = replace(tournament, settings=settings)
        seen["rounds"] += 1
        if not compare(tournament, number, seen):
            found.append(f"round {number}")
        return lead(tournament, number)

    play(rng, rng.randrange(4, 11), rng.randrange(3, 9), random_axes(rng), pair)
    return found


if __name__ == "__main__":
    sys.exit(main("burstein", __doc__ or "", differing, WANTED))
