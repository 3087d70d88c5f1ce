"""Explain rounds of the Dutch system as it was before 2013."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crivello.explain.colours import ColourReason
from crivello.explain.dutch2011.lessons import Dutch2011Teacher
from crivello.explain.explanation import Depth, ParagraphKind, candidate_list
from crivello.explain.procedure import ProcedureNarrator, ProcedureRound
from crivello.explain.steps import (
    CHOSEN,
    FALLS,
    NOT_ALLOWED,
    CandidateRow,
    describe_event,
    falls_at,
    tell_candidates,
    trace_of_sieve,
)
from crivello.explain.story import Story
from crivello.model.sentence import N_, Sentence
from crivello.model.trace import Step
from crivello.model.trace.procedure import CandidatesTried, GroupPaired, ProcedureEvent, Trial
from crivello.systems.dutch2011.why_not import ObstacleReason, why_not_left_over, why_not_meet

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


class Dutch2011Narrator(ProcedureNarrator):
    teacher = Dutch2011Teacher
    colour_reasons: Mapping[str, ColourReason] = {
        "E.1": ColourReason.BOTH,
        "E.2": ColourReason.OVER_HALF,
        "E.3": ColourReason.ALTERNATE,
        "E.4": ColourReason.HIGHER,
        "E.5": ColourReason.NUMBER,
    }

    def narrate_round(self, story: Story, depth: Depth) -> Dutch2011Round:
        return Dutch2011Round(self, story, depth)

    def tell_too_late(self, story: Story, one: int, other: int) -> None:
        for reason in why_not_meet(story.field, one, other):
            _tell_reason(story, reason)
        _tell_undone(story, one, other)

    def tell_why_not_left_over(self, story: Story, player: int) -> None:
        _tell_reason(story, why_not_left_over(story.field, player))
        _tell_undone(story, player)


class Dutch2011Round(ProcedureRound):
    """Explains the steps of a round; a full explanation also lists the candidates tried in each
    group.
    """

    def __init__(self, narrator: Dutch2011Narrator, story: Story, depth: Depth) -> None:
        super().__init__(narrator, story)
        self.candidates = _candidates_by_group(trace_of_sieve(story, depth))

    def tell_paired(self, step: GroupPaired) -> None:
        for tried in self.candidates.pop(0) if self.candidates else ():
            _tell_tried(self.story, tried)
        super().tell_paired(step)


def _candidates_by_group(trace: Iterable[Step]) -> list[list[CandidatesTried]]:
    found: list[list[CandidatesTried]] = []
    here: list[CandidatesTried] = []
    for step in trace:
        if isinstance(step, CandidatesTried):
            here.append(step)
        elif isinstance(step, GroupPaired):
            found.append(here)
            here = []
    return found if any(found) else []


def _tell_tried(story: Story, step: CandidatesTried) -> None:
    caption = TRANSPOSITIONS if step.article == "C.7" else EXCHANGES
    chosen = next(one for one in step.candidates if one.chosen)
    tell_candidates(
        story,
        Sentence(REMAINDER if step.remainder else caption),
        (Sentence(N_("Candidate")),),
        [code for code, _ in chosen.failures],
        [
            CandidateRow(
                (candidate_list(one.pairs, one.leaving),),
                dict(one.failures),
                _outcome(one, chosen),
                one is chosen,
            )
            for one in step.candidates
        ],
        article=step.article,
    )


def _outcome(one: Trial, chosen: Trial) -> Sentence:
    if one is chosen:
        return Sentence(CHOSEN)
    if not one.failures:
        # C.9 is not about the pairs themselves: with them the remainder cannot be paired.
        return Sentence(FALLS if one.article == "C.9" else NOT_ALLOWED, code=one.article)
    return falls_at(one.failures, chosen.failures)


def _tell_reason(story: Story, reason: ObstacleReason) -> None:
    story.tell(
        ParagraphKind.DIFFERENCE,
        reason.sentence,
        article=reason.article,
        about=reason.players,
    )


def _tell_undone(story: Story, *about: int) -> None:
    """Explain the steps C.12 and C.13, which undo pairs, if they moved one of these players."""
    for step in story.trace:
        if (
            isinstance(step, ProcedureEvent)
            and step.article in ("C.12", "C.13")
            and set(about) & set(step.players)
        ):
            describe_event(story, step)


NARRATOR = Dutch2011Narrator
