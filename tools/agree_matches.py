"""Compare the solver and the sieve of matches with an enumeration of all complete pairings.

    python -m tools.agree_matches --rounds 10000

`make agree WHAT=matches`: small rounds of Double-Swiss, of which no other program is known, and of
teams with preferences of type A, of type B and without. The enumeration shares nothing with the
other two but the field (`tests/systems/matches/exhaustive.py`).
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import replace

from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.settings import ColourPreferences, Options
from crivello.rules.field import build_field
from crivello.systems.matches.editions import DOUBLE_2026, TEAM_2026
from crivello.systems.matches.system import MatchSystem
from tests.systems.matches.events import random_event
from tests.systems.matches.exhaustive import best_round
from tools.agreement import main

PREFERENCES = {
    "A": ColourPreferences.TYPE_A,
    "B": ColourPreferences.TYPE_B,
    "": ColourPreferences.NONE,
}
WANTED = {
    "Double-Swiss": 5000,
    "teams of type A": 500,
    "teams of type B": 500,
    "bye": 1000,
    "upfloaters": 2000,
    "last rounds": 500,
    "impossible": 10,
}
"""The least number of times each event must occur in ten thousand rounds."""


def compare(rng: random.Random, seen: Counter[str]) -> list[str]:
    """Compare on a round of 4 to 8 competitors; return what differs."""
    edition, kind, options = DOUBLE_2026, "", Options()
    if rng.random() < 0.4:
        edition, kind = TEAM_2026, rng.choice(list(PREFERENCES))
        options = Options(colour_preferences=PREFERENCES[kind])
    system = MatchSystem(edition)
    tournament = random_event(rng.randrange(2**32), rng.randint(4, 8), system, options)
    number = len(tournament.rounds)
    field = build_field(tournament, number, edition.field_rules)
    expected = best_round(field, edition.last_rounds, kind)
    answers: list[RoundPairing | None] = []
    for pair in (system.pair, system.sift):
        try:
            answers.append(replace(pair(tournament, number), trace=()))
        except Impossible:
            answers.append(None)

    seen["rounds"] += 1
    seen["Double-Swiss" if edition is DOUBLE_2026 else f"teams of type {kind or 'none'}"] += 1
    seen["last rounds"] += number > (field.rounds or 0) - edition.last_rounds
    fast, literal = answers
    found = []
    if fast != literal:
        found.append("solver and sieve")
    if fast is None:
        seen["impossible"] += 1
        return [*found, *([] if expected is None else ["solver and enumeration"])]
    score = {player.id: player.score for player in field.entrants}
    seen["bye"] += fast.bye is not None
    seen["upfloaters"] += any(score[board.white] != score[board.black] for board in fast.boards)
    if expected != ({frozenset(board) for board in fast.boards}, fast.bye):
        found.append("solver and enumeration")
    return found


if __name__ == "__main__":
    sys.exit(main("matches", __doc__ or "", compare, WANTED))
