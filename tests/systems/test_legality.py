"""Facts of a round before its results are known, compared with the systems themselves."""

from __future__ import annotations

import random
from functools import cache

import pytest

from crivello.model.errors import Impossible
from crivello.model.keys import SYSTEMS
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.systems.completion import LegalPairs
from crivello.systems.registry import find
from tests.support.random_events import play, random_axes, random_pairing


@cache
def random_event(seed: int) -> Tournament:
    """Return a random event, which is generated once for all systems."""
    rng = random.Random(seed)
    rounds = rng.randrange(4, 8)
    played = rng.randrange(3, rounds)
    return play(rng, rng.randrange(4, 9), rounds, random_axes(rng), random_pairing(rng), played)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_the_engine_finds_a_pairing_exactly_if_the_graph_has_one(key: str) -> None:
    system = find(key)
    seen: set[tuple[bool, bool, bool]] = set()
    for seed in range(160):
        tournament = random_event(seed)
        field = build_field(tournament, tournament.next_round, system.field_rules)
        if len(field.entrants) < 2:
            continue
        sure = LegalPairs(field.entrants, system.may_meet_for_sure(field)).can_be_completed()
        best = LegalPairs(field.entrants, system.may_meet_at_best(field)).can_be_completed()
        try:
            system.pair(tournament, tournament.next_round)
            possible = True
        except Impossible:
            possible = False
        assert sure <= possible <= best
        if not field.last_round:
            assert sure == best
        seen.add((sure, possible, best))
    assert {(True, True, True), (False, False, False)} <= seen
