"""The first difference between two pairings, in words."""

from __future__ import annotations

from crivello.explain.explanation import Kind, Parts, Said
from crivello.explain.story import Story
from crivello.rules.criterion import Measure
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.judgement import Difference, Level
from crivello.words import N_


def tell_difference(story: Story, difference: Difference, key: str) -> None:
    """Which rule prefers the right pairing, in which bracket, and by how much."""
    asks = Said(difference.sentence.template, difference.sentence.values)
    about = difference.players
    if difference.score is None:
        story.say(
            Kind.DIFFERENCE,
            asks,
            article=difference.code,
            about=about,
        )
        lowest = DUTCH[key].lowest_bye if key in DUTCH else None
        if difference.code == lowest and difference.right and difference.wrong:
            story.tell(
                Kind.DIFFERENCE,
                N_("The score of the bye would be {wrong} instead of {right}."),
                article=difference.code,
                about=about,
                wrong=story.amounts(difference.wrong),
                right=story.amounts(difference.right),
            )
        return
    score = story.score(difference.score)
    if difference.level is Level.ORDER:
        story.tell(
            Kind.DIFFERENCE,
            N_("In the bracket at score {score}: {reason}"),
            article=difference.code,
            score=score,
            reason=asks,
        )
        return
    story.tell(
        Kind.DIFFERENCE,
        N_("In the bracket at score {score} it is worse by this criterion: {asks}"),
        article=difference.code,
        about=about,
        score=score,
        asks=asks,
    )
    _values(story, difference, key)


def _values(story: Story, difference: Difference, key: str) -> None:
    """Both failure values, and who would suffer."""
    arrow = "↑" if key in DUBOV else "↓"
    measure = _measures(key).get(difference.code)
    right, wrong = difference.right or (), difference.wrong or ()
    if measure is Measure.COUNT:
        story.tell(
            Kind.DIFFERENCE,
            N_("Its failure value is {wrong} instead of {right}: {parts}."),
            article=difference.code,
            about=difference.players,
            wrong=sum(wrong),
            right=sum(right),
            parts=Parts(difference.parts, arrow),
        )
    elif measure is Measure.LIST:
        story.tell(
            Kind.DIFFERENCE,
            N_("It fails with {wrong} instead of {right}: {parts}."),
            article=difference.code,
            about=difference.players,
            wrong=story.amounts(wrong),
            right=story.amounts(right),
            parts=Parts(difference.parts, arrow),
        )
    elif difference.parts:
        story.tell(
            Kind.DIFFERENCE,
            N_("It is about these players: {parts}."),
            article=difference.code,
            about=difference.players,
            parts=Parts(difference.parts, arrow),
        )


def _measures(key: str) -> dict[str, Measure]:
    if key in DUTCH:
        edition = DUTCH[key]
        bye = () if edition.bye is None else (edition.bye,)
        return {one.code: one.measure for one in (*edition.floaters, *bye, *edition.quality)}
    return {one.code: one.measure for one in DUBOV[key].criteria} if key in DUBOV else {}
