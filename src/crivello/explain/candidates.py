"""Tables of candidates, as the sieve writes them down: what each one fails, and where it falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crivello.explain.explanation import (
    Depth,
    ExplanationRow,
    ExplanationTable,
    LookAhead,
    ParagraphKind,
    Value,
)
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Sentence

LONGEST = 60
"""The most rows of a table that are shown; how many are left out is said."""

CHOSEN = N_("chosen")
PERFECT = N_("chosen, perfect")
UNSURPASSED = N_("chosen: none can fail less")
NOT_ALLOWED = N_("not allowed: {code}")
FALLS = N_("falls at {code}")
WAS_BEST = N_("best so far; falls at {code}")
LATER = N_("as good as the chosen one, generated later")

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One candidate of a table."""

    what: tuple[Value, ...]
    """The candidate, in one or more columns."""
    values: Mapping[str, Value]
    """Failure values by criterion as they are shown; empty if it is not allowed."""
    outcome: Sentence
    chosen: bool = False
    was_best: bool = False
    """Is it shown even if others are left out?"""


def falls_at(
    mine: Sequence[tuple[str, object]],
    best: Sequence[tuple[str, object]],
    was_best: bool = False,
) -> Sentence:
    """Where a candidate falls that is allowed but not chosen, by its failure values."""
    for (code, value), (_, least) in zip(mine, best, strict=True):
        if value != least:
            return Sentence(WAS_BEST if was_best else FALLS, code=code)
    return Sentence(LATER)


def _fails(value: Value) -> bool:
    """Is there anything to see in a failure value?"""
    match value:
        case ListOf(items):
            return any(points.amount for points in items)
        case LookAhead(unpaired, amounts):
            return bool(unpaired) or _fails(amounts)
        case _:
            return bool(value)


def tell_candidates(
    story: Story,
    caption: Sentence,
    columns: Sequence[Value],
    codes: Sequence[str],
    candidates: Sequence[CandidateRow],
    *,
    article: str = "",
) -> None:
    """A table of candidates in order; `columns` name what each one is, `codes` are criteria.

    Criteria that no candidate fails have no column; they are named below the table.
    """
    shown = _shown(candidates)
    legal = [one for one in candidates if one.values]
    failing = [code for code in codes if any(_fails(one.values[code]) for one in legal)]
    rows = tuple(
        ExplanationRow(
            (
                number,
                *one.what,
                *(one.values[code] if one.values else NOTHING for code in failing),
                one.outcome,
            ),
            one.chosen,
        )
        for number, one in shown
    )
    head = (Sentence(N_("No.")), *columns, *failing, Sentence(N_("Outcome")))
    story.tell(
        ParagraphKind.CANDIDATE,
        caption,
        article=article,
        depth=Depth.FULL,
        table=ExplanationTable(head, rows, ">" + "<" * (len(head) - 1)),
    )
    left_out = len(candidates) - len(shown)
    if left_out:
        story.tell(
            ParagraphKind.CANDIDATE,
            N_(
                "One candidate is not shown; it was never the best so far.",
                "{count} candidates are not shown; none of them was ever the best so far.",
            ),
            depth=Depth.FULL,
            count=left_out,
        )
    fulfilled = _runs(codes, failing)
    if legal and fulfilled:
        story.tell(
            ParagraphKind.CANDIDATE,
            N_("All allowed candidates meet {codes}."),
            depth=Depth.FULL,
            codes=ListOf(fulfilled),
        )


def _runs(codes: Sequence[str], without: Sequence[str]) -> tuple[str, ...]:
    """The codes that are not among the others; three or more in a row are written as one."""
    runs: list[list[str]] = [[]]
    for code in codes:
        if code in without:
            runs.append([])
        else:
            runs[-1].append(code)
    return tuple(one for run in runs for one in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else run))


def _shown(candidates: Sequence[CandidateRow]) -> list[tuple[int, CandidateRow]]:
    """With their numbers: all, or those that were best at some time and the first of the rest."""
    numbered = list(enumerate(candidates, start=1))
    others = LONGEST - sum(one.chosen or one.was_best for one in candidates)
    found = []
    for number, one in numbered:
        if one.chosen or one.was_best or others > 0:
            found.append((number, one))
            others -= not (one.chosen or one.was_best)
    return found
