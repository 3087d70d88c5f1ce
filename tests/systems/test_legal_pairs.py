"""The graph of legal pairs, built by types of players, compared with the rules pair by pair."""

from __future__ import annotations

import random

import pytest

from crivello.model.field import Entrant, MayMeet
from crivello.rules.colours import may_meet, may_meet_within_limits
from crivello.rules.field import build_field
from crivello.systems.completion import LegalPairs, colour_kind, score_and_colour_kind
from crivello.systems.lim.rules import compatible_in_last_round
from crivello.systems.registry import find
from tests.support.random_events import play, random_axes, random_pairing


def random_players(seed: int, key: str) -> tuple[Entrant, ...]:
    rng = random.Random(seed)
    tournament = play(
        rng, rng.randrange(6, 40), 9, random_axes(rng), random_pairing(rng), rng.randrange(2, 9)
    )
    return build_field(tournament, tournament.next_round, find(key).field_rules).entrants


@pytest.mark.parametrize(
    ("key", "may_meet"),
    [
        ("burstein-2016", may_meet_within_limits),
        ("burstein-2026", may_meet),
        ("lim-1999", may_meet_within_limits),
        ("lim-1999", compatible_in_last_round),
    ],
)
def test_the_graph_is_what_the_rules_say(key: str, may_meet: MayMeet) -> None:
    kind = score_and_colour_kind if may_meet is compatible_in_last_round else colour_kind
    refused = 0
    for seed in range(60):
        players = random_players(seed, key)
        legal = LegalPairs(players, may_meet, kind)
        for one in players:
            for other in players:
                expected = one is not other and may_meet(one, other)
                assert legal.fit(one, other) == expected
                refused += not expected and one is not other and other.id not in one.avoid
        order = list(players)
        random.Random(seed).shuffle(order)
        some = order[: len(order) // 2]
        for i, row in enumerate(legal.rows_of(some)):
            assert row == sum(1 << j for j, other in enumerate(some) if legal.fit(some[i], other))
    assert refused > 100


def test_who_can_be_left_over() -> None:
    seen = set()
    for seed in range(150):
        players = random_players(seed, "burstein-2026")[:9]
        legal = LegalPairs(players, may_meet)
        left = legal.find_left_over(legal.among(players))
        alone = [p for p in players if legal.can_complete([q for q in players if q is not p])]
        if legal.can_complete(players):
            assert left == 0
        elif alone:
            assert left == legal.among(alone)
        else:
            assert left is None
        seen.add("more" if left is None else "one" if left else "nobody")
    assert seen == {"more", "one", "nobody"}
