"""Rounds of the Dubov system (2018, 2026) told."""

from __future__ import annotations

from functools import partial

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.dubov.lessons import DubovTeacher
from crivello.explain.dubov.player import tell_way
from crivello.explain.dubov.round import DubovRound, bye_sentence, read_brackets, sieve_records
from crivello.explain.explanation import Depth, ParagraphKind
from crivello.explain.registry import Teller
from crivello.explain.steps import sifted_trace
from crivello.explain.story import Story
from crivello.model.trace.dubov import ByeChosen
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
        tell_way(story, player, opponent)

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
