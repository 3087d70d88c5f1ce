"""Why this opponent, in the Dubov system: upfloats, subgroups, transposition."""

from __future__ import annotations

from crivello.explain.dubov.round import SETS, need_said
from crivello.explain.explanation import Kind, Value
from crivello.explain.story import Story, ids, person
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.dubov import DubovBracketPaired, SetJudged, UpfloatersNeeded
from crivello.rules.colours import may_meet
from crivello.systems.dubov.editions import EDITIONS
from crivello.words import N_


def tell_dubov(
    story: Story,
    tournament: Tournament,
    trace: Trace,
    player: int,
    opponent: int | None,
    rules: str,
) -> bool:
    """False if the round was not paired by these rules."""
    edition = EDITIONS.get(rules)
    if edition is None:
        return False
    needed: UpfloatersNeeded | None = None
    first: SetJudged | None = None
    for step in trace:
        if isinstance(step, UpfloatersNeeded):
            needed, first = step, None
        elif isinstance(step, SetJudged):
            first = step
        elif isinstance(step, DubovBracketPaired) and player in step.s1 + step.t2:
            assert needed is not None
            if player in step.upfloaters or opponent in step.upfloaters:
                _upfloat(story, tournament, needed, first, step)
            assert opponent is not None
            _pair(story, tournament, step, player, opponent)
    return True


def _upfloat(
    story: Story,
    tournament: Tournament,
    needed: UpfloatersNeeded,
    first: SetJudged | None,
    step: DubovBracketPaired,
) -> None:
    story.tell(
        Kind.UPFLOATERS,
        N_("For the scoregroup at score {score}: {need}"),
        score=story.score(needed.score),
        need=need_said(needed),
    )
    if first is not None:
        story.tell(
            Kind.UPFLOATERS,
            SETS[first.verdict],
            article=first.criterion or "",
            about=first.upfloaters,
            players=ids(first.upfloaters),
        )
    story.tell(
        Kind.UPFLOATERS,
        N_("Brought up: {players}."),
        about=step.upfloaters,
        players=story.cards(step.upfloaters),
    )


def _pair(
    story: Story, tournament: Tournament, step: DubovBracketPaired, player: int, opponent: int
) -> None:
    in_s1, other = (player, opponent) if player in step.s1 else (opponent, player)
    values: dict[str, Value] = {
        "one": person(tournament, in_s1),
        "other": person(tournament, other),
    }
    story.tell(
        Kind.ANSWER,
        N_(
            "In the bracket at score {score} {one} is number {place} of S1, by ARO ({aro}), and "
            "{other} the first of T2 with whom everybody in S1 can still be paired."
        ),
        about=(player, opponent),
        score=story.score(step.score),
        place=step.s1.index(in_s1) + 1,
        aro=story.entrant[in_s1].aro,
        **values,
    )
    natural = sorted(step.t2, key=lambda one: story.entrant[one].number)
    first = natural[step.s1.index(in_s1)]
    if first != other and not may_meet(story.entrant[in_s1], story.entrant[first]):
        template = N_("S1 against S2 as they stand would be {one}-{first}, who may not meet.")
        story.tell(Kind.ANSWER, template, about=(in_s1, first), one=in_s1, first=first)
