"""Pairs that a bracket must do without for the sake of those below it."""

from __future__ import annotations

from crivello.explain.explanation import Kind
from crivello.explain.story import Story
from crivello.model.trace.dutch import PairsForgone
from crivello.systems.dutch.editions import Edition
from crivello.words import N_

NOBODY_CAN = N_("Nobody can be paired in this bracket.")
NOBODY_IS = N_("Nobody is paired in this bracket.")
PAIRS = (
    N_(
        "One pair could be made here, but then the rest of the round could not be paired.",
        "{count} pairs could be made here, but then the rest of the round could not be paired.",
    ),
    N_(
        "One pair could be made here, but then the bye would go to somebody with a higher score.",
        "{count} pairs could be made here, but then the bye would go to somebody with a higher "
        "score.",
    ),
)
MOVED_DOWN = (
    N_(
        "One moved-down player could be paired here, but then the rest of the round could not be "
        "paired.",
        "{count} moved-down players could be paired here, but then the rest of the round could "
        "not be paired.",
    ),
    N_(
        "One moved-down player could be paired here, but then the bye would go to somebody with a "
        "higher score.",
        "{count} moved-down players could be paired here, but then the bye would go to somebody "
        "with a higher score.",
    ),
)
"""Because of the completion, because of the bye."""


def tell_forgone(story: Story, step: PairsForgone, edition: Edition, pairs: int) -> None:
    """`pairs`: how many the bracket has."""
    more = step.pairs > pairs
    templates, count = (PAIRS, step.pairs) if more else (MOVED_DOWN, step.moved_down)
    template = templates[step.criterion == edition.lowest_bye]
    story.tell(Kind.PARAMETERS, template, article=step.criterion, count=count)
