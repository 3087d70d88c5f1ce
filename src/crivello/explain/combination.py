"""The first combination of a Burstein group, and what speaks against it."""

from __future__ import annotations

from crivello.explain.explanation import Kind
from crivello.explain.forbidden import tell_forbidden
from crivello.explain.story import Story, ids
from crivello.explain.values import pairs
from crivello.model.field import MayMeet
from crivello.model.trace.burstein import FirstCombination, Objection
from crivello.words import N_

FIRST = N_("The first combination in order, the highest against the lowest: {pairs}.")
FIRST_AND_FLOATERS = N_(
    "The first combination in order, the highest against the lowest: {pairs}; floating: {players}."
)
AGAINST = {
    Objection.FLOATED_ALREADY: N_(
        "It is not allowed, for somebody who came from another score would float on."
    ),
    Objection.BELOW: N_(
        "It is not allowed, for with its floaters those below could not be paired."
    ),
    Objection.SCORES: N_("The floaters of another one have lower scores."),
    Objection.NEXT_BRACKET: N_(
        "With the floaters of another one the next bracket can be paired better."
    ),
    Objection.COLOURS: N_(
        "Another one has fewer pairs that cannot grant both colours: {best} instead of {mine}."
    ),
}


def tell_first(
    story: Story, step: FirstCombination, may_meet: MayMeet, codes: tuple[str, str]
) -> None:
    """`codes` of the rules that forbid pairs: not twice, colours."""
    made = pairs(step.pairs)
    if step.floaters:
        story.tell(Kind.IDEAL, FIRST_AND_FLOATERS, pairs=made, players=ids(step.floaters))
    else:
        story.tell(Kind.IDEAL, FIRST, pairs=made)
    match step.objection:
        case Objection.NONE:
            pass
        case Objection.ILLEGAL:
            tell_forbidden(story, step.pairs, may_meet, codes, illegal=True)
        case Objection.COLOURS:
            mine, best = step.denied
            template = AGAINST[step.objection]
            story.tell(Kind.FAILURE, template, article=step.article, mine=mine, best=best)
        case _:
            story.tell(Kind.FAILURE, AGAINST[step.objection], article=step.article)
