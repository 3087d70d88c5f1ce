"""The recorded reason against the first combination of a group is the one that the literal rules
give.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crivello.model.errors import Impossible, TooLarge
from crivello.model.field import Entrant, Field
from crivello.model.trace import Step, Trace
from crivello.model.trace.burstein import FirstCombination, Objection
from crivello.model.trace.procedure import GroupOpened, GroupPaired
from crivello.rules.colours import may_meet, may_meet_within_limits, same_preference
from crivello.rules.field import build_field
from crivello.systems.burstein import sieve
from crivello.systems.burstein.groups import combinations, first_combination, scores_of
from crivello.systems.registry import find
from tests.support.random_events import play, random_axes


@pytest.mark.parametrize("players", range(2, 9))
def test_the_first_combination(players: int) -> None:
    for floaters in range(players % 2, players, 2):
        assert first_combination(players, floaters) == next(combinations(players, floaters))


@pytest.mark.parametrize("key", ["burstein-2016", "burstein-2026"])
def test_the_objection_is_the_first_that_there_is(key: str) -> None:
    system = find(key)
    seen: Counter[Objection] = Counter()
    for seed in range(120):
        rng = random.Random(f"{key} {seed}")
        try:
            played = play(rng, rng.randrange(6, 11), 7, random_axes(rng), system.pair)
            for number in range(4, len(played.rounds) + 1):
                trace: Trace = []
                literal: Trace = []
                system.pair(played, number, trace)
                system.sift(played, number, literal)
                assert trace == literal
                field = build_field(played, number, system.field_rules)
                seen.update(_judged(key, field, trace))
        except (Impossible, TooLarge):
            continue
    expected = set(Objection)
    expected -= (
        {Objection.SCORES, Objection.NEXT_BRACKET}
        if key == "burstein-2016"
        else {Objection.FLOATED_ALREADY}
    )
    assert set(seen) == expected


def _judged(key: str, field: Field, trace: list[Step]) -> list[Objection]:
    entrant = {player.id: player for player in field.entrants}
    found: list[Objection] = []
    opened: GroupOpened | None = None
    unpaired = {p for step in trace if isinstance(step, GroupOpened) for p in step.players}
    for place, step in enumerate(trace):
        if isinstance(step, GroupOpened):
            opened = step
        elif isinstance(step, GroupPaired):
            unpaired -= {player for pair in step.pairs for player in pair}
        elif isinstance(step, FirstCombination):
            assert opened is not None
            chosen = next(s for s in trace[place:] if isinstance(s, GroupPaired))
            rest = [entrant[player] for player in unpaired if player not in opened.players]
            objection = (
                _against_2016(step, chosen, opened, entrant)
                if key == "burstein-2016"
                else _against_2026(step, chosen, rest, entrant)
            )
            assert step.objection is objection
            assert step.article == _article(key, step)
            found.append(objection)
    return found


ARTICLES = {
    "burstein-2016": {
        Objection.ILLEGAL: "3.1",
        Objection.FLOATED_ALREADY: "6.3",
        Objection.COLOURS: "6.5",
        Objection.BELOW: "6.6",
    },
    "burstein-2026": {
        Objection.NONE: "4.3",
        Objection.ILLEGAL: "C1",
        Objection.BELOW: "C4",
        Objection.SCORES: "C6",
        Objection.NEXT_BRACKET: "C7",
        Objection.COLOURS: "C8",
    },
}
"""The article that asks what the first combination fails."""


def _article(key: str, step: FirstCombination) -> str:
    """Return the article; the rules of 2016 have a separate one for the order of an odd group."""
    if key == "burstein-2016" and step.objection is Objection.NONE:
        return "6.4" if step.floaters else "6.2"
    return ARTICLES[key][step.objection]


def _denied(pairs: tuple[tuple[int, int], ...], entrant: dict[int, Entrant]) -> int:
    return sum(same_preference(entrant[a], entrant[b]) for a, b in pairs)


def _against_2016(
    step: FirstCombination, chosen: GroupPaired, opened: GroupOpened, entrant: dict[int, Entrant]
) -> Objection:
    if step.pairs == chosen.pairs:
        return Objection.NONE
    if not all(may_meet_within_limits(entrant[a], entrant[b]) for a, b in step.pairs):
        return Objection.ILLEGAL
    if set(step.floaters) & set(opened.floaters):
        return Objection.FLOATED_ALREADY
    fewer = _denied(chosen.pairs, entrant) < _denied(step.pairs, entrant)
    return Objection.COLOURS if fewer else Objection.BELOW


def _against_2026(
    step: FirstCombination, chosen: GroupPaired, rest: list[Entrant], entrant: dict[int, Entrant]
) -> Objection:
    """Return the reason by the sieve's own values of C4, C6 and C7."""
    if step.pairs == chosen.pairs:
        return Objection.NONE
    if not all(may_meet(entrant[a], entrant[b]) for a, b in step.pairs):
        return Objection.ILLEGAL
    mine = tuple(entrant[player] for player in step.floaters)
    theirs = tuple(entrant[player] for player in chosen.leaving)
    if not sieve._can_complete([*mine, *rest]):
        return Objection.BELOW
    if scores_of(mine) != scores_of(theirs):
        return Objection.SCORES
    scores = sorted({player.score for player in rest}, reverse=True)
    below = tuple(tuple(p for p in rest if p.score == score) for score in scores)
    if sieve._judge_next_bracket(mine, below) != sieve._judge_next_bracket(theirs, below):
        return Objection.NEXT_BRACKET
    assert _denied(chosen.pairs, entrant) < _denied(step.pairs, entrant)
    return Objection.COLOURS
