"""How good the chosen candidate of a bracket is: what it fails, and why no other fails less."""

from __future__ import annotations

from crivello.explain.explanation import Kind
from crivello.explain.failures import tell_breach
from crivello.explain.story import Story
from crivello.model.trace.dutch import BracketPaired
from crivello.systems.breach import Breach
from crivello.systems.dutch.criteria import preference_denied
from crivello.systems.dutch.editions import Edition
from crivello.words import N_


def tell_quality(
    story: Story, edition: Edition, step: BracketPaired, failing: list[Breach]
) -> None:
    if not failing:
        story.tell(Kind.QUALITY, N_("Nothing fails: this candidate is perfect."))
        return
    for one in failing:
        tell_breach(story, one)
    denied = next(c for c in edition.quality if c.cost is preference_denied)
    if step.x and dict(step.failures).get(denied.code) == (step.x,):
        story.tell(
            Kind.QUALITY,
            N_(
                "Whoever is paired, one preference at least cannot be granted (x = {count}).",
                "Whoever is paired, {count} preferences at least cannot be granted (x = {count}).",
            ),
            article=denied.code,
            count=step.x,
        )
    story.tell(
        Kind.QUALITY,
        N_(
            "No legal candidate fails less, in the order of the criteria; of those that fail "
            "as little, this one is generated first."
        ),
    )
