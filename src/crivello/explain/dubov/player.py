"""Why this opponent, in the Dubov system: upfloats, subgroups, transposition."""

from __future__ import annotations

from crivello.explain.dubov.round import SETS, need_sentence
from crivello.explain.explanation import ParagraphKind
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf
from crivello.model.trace.dubov import BracketPaired, SetJudged, UpfloatersNeeded


def tell_way(story: Story, player: int, opponent: int | None) -> None:
    needed: UpfloatersNeeded | None = None
    first: SetJudged | None = None
    for step in story.trace:
        if isinstance(step, UpfloatersNeeded):
            needed, first = step, None
        elif isinstance(step, SetJudged):
            first = step
        elif isinstance(step, BracketPaired) and player in step.s1 + step.t2:
            assert needed is not None
            assert opponent is not None
            if player in step.upfloaters or opponent in step.upfloaters:
                _tell_upfloat(story, needed, first, step)
            _tell_pair(story, step, player, opponent)


def _tell_upfloat(
    story: Story, needed: UpfloatersNeeded, first: SetJudged | None, step: BracketPaired
) -> None:
    story.tell(
        ParagraphKind.UPFLOATERS,
        N_("For the scoregroup at score {score}: {need}"),
        score=story.score(needed.score),
        need=need_sentence(needed),
    )
    if first is not None:
        story.tell(
            ParagraphKind.UPFLOATERS,
            SETS[first.verdict],
            article=first.criterion or "",
            about=first.upfloaters,
            players=ListOf.players(first.upfloaters),
        )
    story.tell(
        ParagraphKind.UPFLOATERS,
        N_("Brought up: {players}."),
        about=step.upfloaters,
        players=story.cards(step.upfloaters),
    )


def _tell_pair(story: Story, step: BracketPaired, player: int, opponent: int) -> None:
    in_s1, other = (player, opponent) if player in step.s1 else (opponent, player)
    story.tell(
        ParagraphKind.ANSWER,
        N_(
            "In the bracket at score {score} {one} is number {place} of S1, by ARO ({aro}), and "
            "{other} the first of T2 with whom everybody in S1 can still be paired."
        ),
        about=(player, opponent),
        score=story.score(step.score),
        place=step.s1.index(in_s1) + 1,
        aro=story.entrant[in_s1].aro,
        one=story.name(in_s1),
        other=story.name(other),
    )
    natural = sorted(step.t2, key=lambda one: story.entrant[one].number)
    first = natural[step.s1.index(in_s1)]
    if first != other and not story.may_meet(story.entrant[in_s1], story.entrant[first]):
        template = N_("S1 against S2 as they stand would be {one}-{first}, who may not meet.")
        story.tell(ParagraphKind.ANSWER, template, about=(in_s1, first), one=in_s1, first=first)
