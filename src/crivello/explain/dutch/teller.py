"""Rounds of the Dutch system (2017, 2026) told."""

from __future__ import annotations

from functools import partial

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.dutch.lessons import DutchTeacher
from crivello.explain.dutch.player import tell_way
from crivello.explain.dutch.round import DutchRound, read_brackets, tell_lowest_bye
from crivello.explain.explanation import Depth, ParagraphKind
from crivello.explain.registry import Teller
from crivello.explain.steps import tell_own_bye
from crivello.explain.story import Story
from crivello.model.sentence import N_
from crivello.model.trace import ByeDecided
from crivello.model.trace.dutch import LowestBye
from crivello.systems.difference import Difference
from crivello.systems.dutch.sieve import sift_brackets
from crivello.systems.dutch.system import DutchSystem

LARGEST = 16
"""The most players of a bracket whose candidates a full story lists."""
WORK = 20_000
"""How many candidates, or beginnings of candidates, are looked at in such a bracket."""


class DutchTeller(Teller):
    def __init__(self, system: DutchSystem) -> None:
        super().__init__(system)
        self.edition = system.edition
        self.measures = {one.code: one.measure for one in self.edition.criteria}
        reasons = (
            ColourReason.BOTH,
            ColourReason.STRONGER,
            ColourReason.ALTERNATE,
            ColourReason.HIGHER,
            ColourReason.NUMBER,
        )
        self.teacher = partial(DutchTeacher, self.edition)
        self.colour_reasons = dict(zip(self.edition.colour_rules, reasons, strict=True))

    def round_teller(self, story: Story, depth: Depth) -> DutchRound:
        candidates = []
        if depth is Depth.FULL:
            candidates = sift_brackets(story.field, self.edition, story.trace, LARGEST, WORK)
        return DutchRound(story, self.edition, candidates)

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        return read_brackets(story)

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        tell_way(story, self.edition, player, opponent)

    def tell_own_bye(self, story: Story, player: int) -> None:
        for step in story.trace:
            if isinstance(step, LowestBye):
                tell_lowest_bye(story, self.edition, step)
            elif isinstance(step, ByeDecided):
                tell_own_bye(story, step, left_over=True)

    def tell_difference(self, story: Story, difference: Difference) -> None:
        super().tell_difference(story, difference)
        lowest_bye = difference.score is None and difference.code == self.edition.lowest_bye
        if lowest_bye and difference.right and difference.wrong:
            story.tell(
                ParagraphKind.DIFFERENCE,
                N_("The score of the bye would be {wrong} instead of {right}."),
                article=difference.code,
                about=difference.players,
                wrong=story.scores(difference.wrong),
                right=story.scores(difference.right),
            )


def find_teller(system: DutchSystem) -> DutchTeller:
    return DutchTeller(system)
