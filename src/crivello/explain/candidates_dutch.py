"""What the sieve of the Dutch system wrote down for one bracket, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.explain.explanation import Depth, Kind
from crivello.explain.story import Story
from crivello.explain.tables import (
    CHOSEN,
    FALLS,
    LATER,
    NOT_ALLOWED,
    PERFECT,
    UNSURPASSED,
    WAS_BEST,
    Judged,
    tell_candidates,
)
from crivello.explain.values import Ahead, Amounts, Parts, Said, Value
from crivello.model.trace.dutch import CandidateJudged, Failures, Verdict
from crivello.rules.criterion import Measure
from crivello.systems.dutch.editions import Edition
from crivello.words import N_

CAPTION = N_("Candidates in the order in which they are generated, with their failure values:")
CAPTION_WITH_PAIRS = N_(
    "Candidates in the order in which they are generated, with their failure values (all with "
    "fewer pairs fall at {code}):"
)
BEST = (Verdict.BEST_SO_FAR, Verdict.UNSURPASSED, Verdict.PERFECT)
CHOICES = {
    Verdict.BEST_SO_FAR: CHOSEN,
    Verdict.UNSURPASSED: UNSURPASSED,
    Verdict.PERFECT: PERFECT,
}
"""What is said of the candidate that was chosen."""
ENDS = {
    Verdict.BEST_SO_FAR: N_("There are no further candidates with as many pairs."),
    Verdict.UNSURPASSED: N_("No candidate can fail less than the last one: the sieve stops."),
    Verdict.PERFECT: N_("The last one is perfect: the sieve stops."),
}


def tell_dutch_candidates(
    story: Story, edition: Edition, candidates: Sequence[CandidateJudged]
) -> None:
    """`candidates` of one bracket; nobody has written down those of a large one."""
    if not candidates:
        story.tell(
            Kind.CANDIDATE,
            N_("The candidates of this bracket are too many to be listed."),
            depth=Depth.FULL,
        )
        return
    chosen = [one for one in candidates if one.verdict in BEST][-1]
    caption = Said(CAPTION)
    if chosen.pairs:
        caption = Said(CAPTION_WITH_PAIRS, {"code": edition.floaters[0].code})
    tell_candidates(
        story,
        caption,
        (Said(N_("Candidate")),),
        [code for code, _ in chosen.failures],
        [_judged(story, edition, one, chosen) for one in candidates],
    )
    twice, _, absolute = edition.absolute
    if any(one.criterion in (twice, absolute) for one in candidates):
        story.tell(
            Kind.CANDIDATE,
            N_(
                "A candidate with a pair that may not meet stands for all candidates that begin "
                "with the same pairs up to that one."
            ),
            article=f"{twice}, {absolute}",
            depth=Depth.FULL,
        )
    story.tell(Kind.CANDIDATE, ENDS[chosen.verdict], depth=Depth.FULL)


def _judged(
    story: Story, edition: Edition, one: CandidateJudged, chosen: CandidateJudged
) -> Judged:
    what = Parts((*one.pairs, *((player,) for player in one.downfloaters)))
    return Judged(
        (what,),
        shown_values(edition, one.failures, story.unit),
        _outcome(one, chosen),
        one is chosen,
        one.verdict in BEST,
    )


def _outcome(one: CandidateJudged, chosen: CandidateJudged) -> Said:
    if one is chosen:
        return Said(CHOICES[one.verdict])
    if one.verdict is Verdict.ILLEGAL:
        return Said(NOT_ALLOWED, {"code": one.criterion})
    for mine, best in zip(one.failures, chosen.failures, strict=True):
        if mine != best:
            return Said(WAS_BEST if one.verdict in BEST else FALLS, {"code": mine[0]})
    return Said(LATER)


def shown_values(edition: Edition, failures: Failures, unit: int) -> dict[str, Value]:
    """Failure values by criterion: counts as numbers, lists in points."""
    lists = {one.code for one in edition.criteria if one.measure is Measure.LIST}
    found: dict[str, Value] = {}
    for code, value in failures:
        if code == edition.look_ahead:
            found[code] = Ahead(value[0], value[1:], unit)
        elif code in lists:
            found[code] = Amounts(value, unit) if value else 0
        else:
            found[code] = sum(value)
    return found
