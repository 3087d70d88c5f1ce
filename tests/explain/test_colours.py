"""Explanations of colours are true of the histories of both players."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from crivello.explain.answers import explain_player
from crivello.explain.colours import (
    BY_NUMBER,
    ColourReason,
    deciding_reason,
    number_decides,
)
from crivello.explain.render import as_text
from crivello.explain.round import TracedRound, explain_round
from crivello.model.errors import CrivelloError
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.trace import ColourAllocated
from crivello.rules.colours import colour_by_number
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain.colour_checks import is_true
from tests.support.random_events import play, random_axes
from tests.support.samples import WHOLE
from tests.support.small import small

EN = Language.EN


SEEDS = range(24) if WHOLE else (0, 1, 2, 3, 4, 5, 8, 16, 18, 19)
"""Every reason that decides in one of the 24 tournaments does so in one of these."""


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_the_reasons_for_colours(key: str) -> None:
    system = find(key)
    seen: Counter[ColourReason] = Counter()
    for seed in SEEDS:
        rng = random.Random(f"colours {seed}")
        played = play(rng, rng.randrange(6, 15), 7, random_axes(rng), system.pair)
        for number in range(1, len(played.rounds) + 1):
            try:
                traced = TracedRound(system, played, number)
            except CrivelloError:
                continue
            rules, reasons = traced.rules.key, traced.narrator.colour_reasons
            players = {player.id: player for player in traced.field.entrants}
            for step in traced.trace:
                if isinstance(step, ColourAllocated):
                    white, black = players[step.white], players[step.black]
                    idea = deciding_reason(reasons[step.rule], white, black)
                    assert is_true(idea, white, black, rules), (idea, step, seed, number)
                    if idea in BY_NUMBER:
                        decider = number_decides(traced.story(), idea, white, black)
                        has = colour_by_number(decider, traced.field.initial_colour)
                        assert (has is Colour.WHITE) == (decider is white), (idea, step, seed)
                    seen[idea] += 1
    assert len(seen) >= 5


def test_equal_ratings_are_not_told_as_a_lower_one() -> None:
    """Dubov 1997, 3.5: both had White, met opponents of one rating, and have the same rating."""
    plain = small(4, "1-3 1-0, 2-4 1-0", "")
    players = tuple(replace(player, rating=2000) for player in plain.players)
    told = as_text(explain_round(find("dubov-1997"), replace(plain, players=players), 2), EN)
    assert "Equal in colours, ARO and rating; the player later in the list" in told
    assert "lower rating" not in told[told.index("Colours") :]


def test_the_number_is_counted_among_those_who_have_entered() -> None:
    """1 has not arrived: 2 counts as the first and has White, 3 as the second and has Black."""
    absent = small(5, "1 Z")
    story = explain_round(find("dutch-2026"), absent, 1)
    told = as_text(story, EN, 200)
    assert "higher-ranked player, counted among those who have entered, decides: 2-4, 5-3" in told
    two, three = (
        as_text(explain_player(find("dutch-2026"), absent, 1, player), EN, 300) for player in (2, 3)
    )
    assert "2 Player 2, decides: 1 among those who have entered; odd numbers get White" in two
    assert "3 Player 3, decides: 2 among those who have entered; odd numbers get White" in three
    whole = as_text(explain_player(find("dutch-2026"), small(4), 1, 2), EN, 300)
    assert "the higher-ranked player, 2 Player 2, decides; odd numbers get White" in whole
