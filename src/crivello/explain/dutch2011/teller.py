"""What the literal enumeration of the Dutch system before 2013 tried for a group, as a table."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.explain.candidates import CHOSEN, FALLS, LATER, NOT_ALLOWED, Judged, tell_candidates
from crivello.explain.explanation import Parts, Said
from crivello.explain.story import Story
from crivello.model.trace import Step
from crivello.model.trace.procedure import CandidatesTried, GroupPaired, Tried
from crivello.words import N_

TRANSPOSITIONS = N_(
    "Transpositions of S2 for those moved down, in their order, each with the remainder at its "
    "best, and what it would break (B.4: pairs beyond x):"
)
EXCHANGES = N_(
    "Exchanges and transpositions in their order, and what each would break (B.4: pairs beyond x):"
)
REMAINDER = N_(
    "The remainder, exchanges and transpositions in their order, and what each would break (B.4: "
    "pairs beyond x):"
)


def looked_at(trace: Iterable[Step]) -> list[list[CandidatesTried]]:
    """The trace of the enumeration, group by group."""
    found: list[list[CandidatesTried]] = []
    here: list[CandidatesTried] = []
    for step in trace:
        if isinstance(step, CandidatesTried):
            here.append(step)
        elif isinstance(step, GroupPaired):
            found.append(here)
            here = []
    return found if any(found) else []


def tell_tried(story: Story, step: CandidatesTried) -> None:
    caption = TRANSPOSITIONS if step.article == "C.7" else EXCHANGES
    chosen = next(one for one in step.candidates if one.chosen)
    tell_candidates(
        story,
        Said(REMAINDER if step.remainder else caption),
        (Said(N_("Candidate")),),
        [code for code, _ in chosen.failures],
        [_judged(one, chosen) for one in step.candidates],
        article=step.article,
    )


def _judged(one: Tried, chosen: Tried) -> Judged:
    what = Parts((*one.pairs, *((player,) for player in one.leaving)))
    return Judged((what,), dict(one.failures), _outcome(one, chosen), one is chosen)


def _outcome(one: Tried, chosen: Tried) -> Said:
    if one is chosen:
        return Said(CHOSEN)
    if not one.failures:
        # C.9 is not about the pairs themselves: the remainder cannot be paired with them.
        return Said(FALLS if one.article == "C.9" else NOT_ALLOWED, {"code": one.article})
    for (code, mine), (_, best) in zip(one.failures, chosen.failures, strict=True):
        if mine != best:
            return Said(FALLS, {"code": code})
    return Said(LATER)
