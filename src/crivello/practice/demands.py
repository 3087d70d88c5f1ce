"""The criteria that an answer can name: the code of each, and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.model.sentence import N_, Sentence
from crivello.practice.course import Course
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch2011.record import DEMANDS
from crivello.systems.matches.editions import MatchEdition

REMATCH = N_("Players who have met do not meet again.")
BYE = N_("Some players may not have the bye.")
COLOURS = N_("Two players who must have the same colour do not meet.")
COMPLETION = N_("All players who are still unpaired must find an opponent.")
LOWEST_BYE = N_("The bye goes to a score as low as possible.")
LOOK_AHEAD = N_("Leave the next bracket as many pairs as possible, with small differences.")
FOLLOWING = N_("The scoregroup that follows needs as few upfloaters as possible.")


def list_demands(course: Course) -> Mapping[str, Sentence]:
    """Return what each criterion of the edition asks for, by its code, in order."""
    system = course.system
    articles = system.articles
    found = {articles.rematch: REMATCH, articles.bye: BYE, articles.colours: COLOURS}
    edition = getattr(system, "edition", None)
    match edition:
        case DutchEdition():
            found[edition.completion] = COMPLETION
            if edition.lowest_bye:
                found[edition.lowest_bye] = LOWEST_BYE
            found |= {one.code: one.sentence for one in edition.floaters}
            found[edition.look_ahead] = LOOK_AHEAD
            found |= {one.code: one.sentence for one in edition.criteria}
        case DubovEdition():
            found[edition.completion] = COMPLETION
            found |= {one.code: one.sentence for one in edition.criteria}
        case MatchEdition():
            found[edition.completion] = COMPLETION
            found |= {one.code: one.sentence for one in edition.criteria}
            found[edition.following] = FOLLOWING
        case _:
            if any(one.criterion for one in course.candidates):
                found = {articles.rematch: REMATCH, articles.bye: BYE, **DEMANDS}
    return {code: Sentence(text) for code, text in found.items() if code}
