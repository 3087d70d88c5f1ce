"""A trace of the Dutch system cut into brackets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from crivello.model.trace import CompletionTested, Step
from crivello.model.trace.dutch import (
    BracketOpened,
    BracketPaired,
    CandidateJudged,
    Collapsed,
    Role,
)


@dataclass
class Chapter:
    """The trace of one scoregroup: its bracket, and the PPB if it was paired again."""

    opened: BracketOpened
    candidates: list[CandidateJudged] = field(default_factory=list)
    paired: list[BracketPaired] = field(default_factory=list)
    completion: list[CompletionTested] = field(default_factory=list)
    collapsed: Collapsed | None = None

    @property
    def first(self) -> BracketPaired:
        return self.paired[0]

    @property
    def final(self) -> BracketPaired:
        return self.paired[-1]


def chapters(trace: Iterable[Step]) -> list[Chapter]:
    found: list[Chapter] = []
    for step in trace:
        match step:
            case BracketOpened(role=Role.PENULTIMATE):
                pass
            case BracketOpened():
                found.append(Chapter(step))
            case CandidateJudged():
                found[-1].candidates.append(step)
            case BracketPaired():
                found[-1].paired.append(step)
            case CompletionTested() if found:
                found[-1].completion.append(step)
            case Collapsed():
                found[-1].collapsed = step
            case _:
                pass
    return found
