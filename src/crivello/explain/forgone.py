"""Pairs that a bracket must do without for the sake of those below it."""

from __future__ import annotations

from ..model.trace.dutch import PairsForgone
from ..systems.dutch.editions import Edition
from ..words import N_
from .explanation import Kind
from .story import Story

NOBODY_CAN = N_("Nobody can be paired in this bracket.")
NOBODY_IS = N_("Nobody is paired in this bracket.")
COMPLETION = N_(
    "One pair could be made here, but then the rest of the round could not be paired.",
    "{count} pairs could be made here, but then the rest of the round could not be paired.",
)
BYE = N_(
    "One pair could be made here, but then the bye would go to somebody with a higher score.",
    "{count} pairs could be made here, but then the bye would go to somebody with a higher score.",
)


def tell_forgone(story: Story, step: PairsForgone, edition: Edition) -> None:
    template = BYE if step.criterion == edition.lowest_bye else COMPLETION
    story.tell(Kind.PARAMETERS, template, article=step.criterion, count=step.possible)
