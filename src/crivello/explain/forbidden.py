"""Pairs that an absolute criterion forbids, by the reason; the same for all who have brackets."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.explain.explanation import Kind
from crivello.explain.story import Story
from crivello.explain.values import pairs
from crivello.model.field import Field, MayMeet
from crivello.systems.registry import find
from crivello.words import N_

FORBIDDEN = (
    N_("Have met before: {pairs}."),
    N_("Are not to meet in this round: {pairs}."),
    N_("Must both have the same colour: {pairs}."),
)
ILLEGAL = (
    N_("It is not legal, for these have met before: {pairs}."),
    N_("It is not legal, for these are not to meet in this round: {pairs}."),
    N_("It is not legal, for these must both have the same colour: {pairs}."),
)


def meeting(key: str, field: Field) -> tuple[MayMeet, tuple[str, str]]:
    """Who may meet whom in a system that is a procedure, and the articles: not twice, colours."""
    system = find(key)
    return system.may_meet(field), (system.articles.rematch, system.articles.colours)


def tell_forbidden(
    story: Story,
    both: Iterable[tuple[int, int]],
    may_meet: MayMeet,
    codes: tuple[str, str],
    illegal: bool = False,
) -> None:
    """Which of these pairs may not be made.

    `codes` of the criteria: not twice, the same absolute preference. `illegal`: they are pairs of
    a candidate, which is thereby rejected.
    """
    twice, absolute = codes
    met: list[tuple[int, int]] = []
    apart: list[tuple[int, int]] = []
    same: list[tuple[int, int]] = []
    for a, b in both:
        one, other = story.entrant[a], story.entrant[b]
        if not may_meet(one, other):
            if {a, b} & story.announced:
                continue  # told once, for the whole round
            reason = met if b in one.history.met else apart if b in one.avoid else same
            reason.append((a, b))
    words = ILLEGAL if illegal else FORBIDDEN
    kind = Kind.FAILURE if illegal else Kind.CANNOT_MEET
    for found, code, template in zip(
        (met, apart, same), (twice, twice, absolute), words, strict=True
    ):
        if found:
            story.tell(
                kind,
                template,
                article=code,
                about=(player for pair in found for player in pair),
                pairs=pairs(tuple(found)),
            )
