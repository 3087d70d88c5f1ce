"""Double-Swiss against an enumeration of all complete pairings, which shares nothing with it."""

from __future__ import annotations

import os

from crivello.model.errors import Impossible
from crivello.rules.field import build_field
from crivello.systems.matches.editions import DOUBLE_2026
from crivello.systems.matches.system import MatchSystem
from tests.matches.events import random_event
from tests.matches.exhaustive import best_round

EXAMPLES = int(os.environ.get("CRIVELLO_EXAMPLES", "150"))


def test_a_round_is_the_best_of_all_complete_pairings() -> None:
    # C.04.5: C1-C8, 3.4, 3.6
    system = MatchSystem(DOUBLE_2026)
    seen = {"bye": 0, "upfloaters": 0, "impossible": 0}
    for seed in range(EXAMPLES):
        tournament = random_event(seed, 5 + seed % 4, system)
        number = len(tournament.rounds)
        field = build_field(tournament, number, DOUBLE_2026.field_rules)
        expected = best_round(field, last_rounds=1)
        try:
            pairing = system.pair(tournament, number)
        except Impossible:
            assert expected is None
            seen["impossible"] += 1
            continue
        made = {frozenset(board) for board in pairing.boards}
        assert expected == (made, pairing.bye), seed
        score = {player.id: player.score for player in field.entrants}
        seen["bye"] += pairing.bye is not None
        seen["upfloaters"] += any(score[b.white] != score[b.black] for b in pairing.boards)
    assert all(seen.values())
