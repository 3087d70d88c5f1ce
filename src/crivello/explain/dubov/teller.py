"""Rounds of the Dubov system (2018, 2026) told: the teller, and why a player has this opponent."""

from __future__ import annotations

from functools import partial

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.dubov.lessons import DubovTeacher
from crivello.explain.dubov.round import (
    SETS,
    DubovRound,
    bye_sentence,
    need_sentence,
    read_brackets,
    sieve_records,
)
from crivello.explain.explanation import Depth, ParagraphKind
from crivello.explain.registry import Teller
from crivello.explain.steps import sifted_trace
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf
from crivello.model.trace.dubov import ByeChosen, DubovBracketPaired, SetJudged, UpfloatersNeeded
from crivello.systems.dubov.system import DubovSystem


class DubovTeller(Teller):
    arrow = "↑"

    def __init__(self, system: DubovSystem) -> None:
        super().__init__(system)
        self.edition = system.edition
        self.measures = {one.code: one.measure for one in self.edition.criteria}
        reasons = (
            ColourReason.NEWCOMERS,
            ColourReason.BOTH,
            ColourReason.STRONGER,
            ColourReason.ALTERNATE,
            ColourReason.HIGHER,
        )
        self.teacher = partial(DubovTeacher, self.edition)
        self.colour_reasons = dict(zip(self.edition.colour_rules, reasons, strict=True))

    def round_teller(self, story: Story, depth: Depth) -> DubovRound:
        return DubovRound(story, self.edition, sieve_records(sifted_trace(story, depth)))

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        return read_brackets(story)

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        _tell_way(story, player, opponent)

    def bye_article(self, story: Story) -> str:
        return self.edition.bye if any(isinstance(s, ByeChosen) for s in story.trace) else ""

    def tell_own_bye(self, story: Story, player: int) -> None:
        for step in story.trace:
            if isinstance(step, ByeChosen):
                other = None if step.runner_up is None else story.name(step.runner_up)
                sentence = bye_sentence(step, story.name(player), other)
                about = (player,)
                story.tell(ParagraphKind.BYE, sentence, article=step.article, about=about)


def find_teller(system: DubovSystem) -> DubovTeller:
    return DubovTeller(system)


# Why this opponent: the player's way through the brackets


def _tell_way(story: Story, player: int, opponent: int | None) -> None:
    needed: UpfloatersNeeded | None = None
    first: SetJudged | None = None
    for step in story.trace:
        if isinstance(step, UpfloatersNeeded):
            needed, first = step, None
        elif isinstance(step, SetJudged):
            first = step
        elif isinstance(step, DubovBracketPaired) and player in step.s1 + step.t2:
            assert needed is not None
            assert opponent is not None
            if player in step.upfloaters or opponent in step.upfloaters:
                _tell_upfloat(story, needed, first, step)
            _tell_pair(story, step, player, opponent)


def _tell_upfloat(
    story: Story, needed: UpfloatersNeeded, first: SetJudged | None, step: DubovBracketPaired
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


def _tell_pair(story: Story, step: DubovBracketPaired, player: int, opponent: int) -> None:
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
        template = N_("S1 against S2 in order would be {one}-{first}, who may not meet.")
        story.tell(ParagraphKind.ANSWER, template, about=(in_s1, first), one=in_s1, first=first)
