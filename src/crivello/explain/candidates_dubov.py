"""What the sieve of the Dubov system wrote down for one bracket, as tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from crivello.explain.explanation import Depth, Kind
from crivello.explain.story import Story, ids
from crivello.explain.tables import CHOSEN, FALLS, LATER, PERFECT, WAS_BEST, Judged, tell_candidates
from crivello.explain.values import Amounts, Said, Value, pairs
from crivello.model.trace import Step
from crivello.model.trace.dubov import (
    BracketPaired,
    ContainerOpened,
    SetJudged,
    ShiftTried,
    UpfloatersNeeded,
    Verdict,
)
from crivello.rules.criterion import Measure
from crivello.systems.dubov.criteria import preference_denied
from crivello.systems.dubov.editions import Edition
from crivello.words import N_

INCOMPLETE = N_("the rest could not be paired: {code}")
ILLEGAL = N_("the bracket has no legal pairing")
NO_TRANSPOSITION = N_("no legal pairing")
BEST = (Verdict.BEST_SO_FAR, Verdict.PERFECT)


@dataclass(frozen=True, slots=True)
class Looked:
    """What the sieve looked at in one bracket."""

    containers: tuple[tuple[ContainerOpened, tuple[SetJudged, ...]], ...] = ()
    shifts: tuple[ShiftTried, ...] = ()


def looked_at(trace: Iterable[Step]) -> list[Looked]:
    """The trace of the sieve, bracket by bracket."""
    found: list[tuple[list[tuple[ContainerOpened, list[SetJudged]]], list[ShiftTried]]] = []
    for step in trace:
        match step:
            case UpfloatersNeeded():
                found.append(([], []))
            case ContainerOpened():
                found[-1][0].append((step, []))
            case SetJudged():
                found[-1][0][-1][1].append(step)
            case ShiftTried():
                found[-1][1].append(step)
            case _:
                pass
    return [
        Looked(tuple((opened, tuple(sets)) for opened, sets in containers), tuple(shifts))
        for containers, shifts in found
    ]


def tell_dubov_sets(
    story: Story, edition: Edition, needed: UpfloatersNeeded, looked: Looked
) -> None:
    """The sets of upfloaters, container by container (D.1, 4.2)."""
    best = [one for _, sets in looked.containers for one in sets if one.verdict in BEST]
    for opened, sets in looked.containers:
        chosen = best[-1] if best and best[-1] in sets else None
        tell_candidates(
            story,
            Said(
                N_("Sets of upfloaters with the scores {scores}, in order ({count}):"),
                {"scores": Amounts(opened.scores, story.unit), "count": len(opened.sets)},
            ),
            (Said(N_("Upfloaters")), Said(N_("Pairs"))),
            [criterion.code for criterion in edition.criteria],
            [_judged(story, edition, one, chosen) for one in sets],
            article=edition.sets,
        )
        left = len(opened.sets) - len(sets)
        if left:
            story.tell(
                Kind.CANDIDATE,
                N_(
                    "The last one is perfect: the sieve stops, and one later set is not looked at.",
                    "The last one is perfect: the sieve stops, and {count} later sets are not "
                    "looked at.",
                ),
                depth=Depth.FULL,
                count=left,
            )
    all_sets = comb(len(needed.pool), needed.number)
    if best and sum(len(opened.sets) for opened, _ in looked.containers) < all_sets:
        story.tell(
            Kind.CANDIDATE,
            N_("Sets with other scores come later: they fall at {code}."),
            article=edition.criteria[1].code,
            depth=Depth.FULL,
            code=edition.criteria[1].code,
        )


def _judged(story: Story, edition: Edition, one: SetJudged, chosen: SetJudged | None) -> Judged:
    lists = {criterion.code for criterion in edition.criteria if criterion.measure is Measure.LIST}
    values: dict[str, Value] = {
        code: Amounts(value, story.unit) if code in lists and value else sum(value)
        for code, value in one.failures
    }
    made: Value = pairs(one.pairs)
    return Judged(
        (ids(one.upfloaters), made),
        values,
        _outcome(one, chosen),
        one is chosen,
        one.verdict in BEST,
    )


def _outcome(one: SetJudged, chosen: SetJudged | None) -> Said:
    if one is chosen:
        return Said(PERFECT if one.verdict is Verdict.PERFECT else CHOSEN)
    if one.verdict is Verdict.INCOMPLETE:
        return Said(INCOMPLETE, {"code": one.criterion})
    if one.verdict is Verdict.ILLEGAL:
        return Said(ILLEGAL)
    assert chosen is not None, "a container with a legal set is the last one"
    for mine, best in zip(one.failures, chosen.failures, strict=True):
        if mine != best:
            return Said(WAS_BEST if one.verdict in BEST else FALLS, {"code": mine[0]})
    return Said(LATER)


def tell_dubov_shifts(story: Story, edition: Edition, step: BracketPaired, looked: Looked) -> None:
    """The shifts that were tried in the bracket, where there was a choice (B.4, D.2; 4.3)."""
    if not (step.shift_smaller or step.shift_larger) or not looked.shifts:
        return
    code = next(c.code for c in edition.criteria if c.cost is preference_denied)
    least = min(one.denied for one in looked.shifts if one.t2)
    best: int | None = None
    rows = []
    for one in looked.shifts:
        was_best = bool(one.t2) and (best is None or one.denied < best)
        best = one.denied if was_best else best
        rows.append(_tried(story, one, code, step, least, was_best))
    tell_candidates(
        story,
        Said(N_("Shifts in the order in which they are tried, with their first legal pairing:")),
        (Said(N_("Shifted")), Said(N_("S1")), Said(N_("Pairs"))),
        [code],
        rows,
        article=edition.shifters,
    )


def _tried(
    story: Story, one: ShiftTried, code: str, step: BracketPaired, least: int, was_best: bool
) -> Judged:
    chosen = (one.smaller, one.larger) == (step.shift_smaller, step.shift_larger)
    if chosen:
        outcome = Said(CHOSEN)
    elif not one.t2:
        outcome = Said(NO_TRANSPOSITION)
    elif one.denied == least:
        outcome = Said(LATER)
    else:
        outcome = Said(WAS_BEST if was_best else FALLS, {"code": code})
    made = tuple(zip(one.s1, one.t2, strict=False))
    return Judged(
        (ids(one.smaller + one.larger), ids(one.s1), pairs(made)),
        {code: one.denied} if one.t2 else {},
        outcome,
        chosen,
        was_best,
    )
