"""Failing criteria in words, the same for all systems that have criteria."""

from __future__ import annotations

from crivello.explain.explanation import Depth, Kind
from crivello.explain.story import Story
from crivello.explain.values import Parts, Said
from crivello.rules.criterion import Measure
from crivello.systems.breach import Breach
from crivello.words import N_

TIMES = N_("Fails once: {parts}. {asks}", "Fails {count} times: {parts}. {asks}")
SUM = N_("Has the failure value {value}: {parts}. {asks}")
DIFFERENCES = N_("Fails with the differences {amounts}: {parts}. {asks}")


def tell_breach(
    story: Story, breach: Breach, arrow: str = "↓", depth: Depth = Depth.NORMAL
) -> None:
    """One criterion that a candidate fails: how often, and in which parts."""
    about = tuple(player for part in breach.parts for player in part)
    parts, asks = Parts(breach.parts, arrow), Said(breach.sentence)
    if breach.measure is Measure.LIST:
        story.tell(
            Kind.FAILURE,
            DIFFERENCES,
            article=breach.code,
            about=about,
            depth=depth,
            amounts=story.amounts(breach.value),
            parts=parts,
            asks=asks,
        )
    elif breach.times:
        story.tell(
            Kind.FAILURE,
            TIMES,
            article=breach.code,
            about=about,
            depth=depth,
            count=len(breach.parts),
            parts=parts,
            asks=asks,
        )
    else:
        story.tell(
            Kind.FAILURE,
            SUM,
            article=breach.code,
            about=about,
            depth=depth,
            value=sum(breach.value),
            parts=parts,
            asks=asks,
        )
