"""Answers to players about the Dubov system (2018, 2026): its order and criteria."""

from __future__ import annotations

from crivello.explain.dutch.player import opposite
from crivello.explain.player.answer import CauseKind
from crivello.explain.player.place import Place, Scheme, UpfloatGuide
from crivello.explain.story import Story
from crivello.model.trace.upfloats import DubovBracketPaired
from crivello.systems.dubov.editions import DUBOV_2026
from crivello.systems.dubov.system import DubovSystem

CRITERIA = (
    CauseKind.UPFLOATERS,
    CauseKind.LOWER_UPFLOATER,
    CauseKind.COLOURS,
    CauseKind.OFTEN_UP,
    CauseKind.MOST_OFTEN_UP,
    CauseKind.UP_AGAIN,
)
"""What the criteria of both editions mean to a player, in their order."""
MEANING = {
    criterion.sentence: kind for criterion, kind in zip(DUBOV_2026.criteria, CRITERIA, strict=True)
}
"""The same by the sentence of each, which both editions share."""


class DubovGuide(UpfloatGuide[DubovBracketPaired]):
    def __init__(self, system: DubovSystem) -> None:
        edition = system.edition
        kinds = {one.code: MEANING.get(one.sentence, CauseKind.UNSAID) for one in edition.criteria}
        kinds[edition.shifts] = CauseKind.SHIFTS
        super().__init__(system, edition, kinds, order_article=edition.transposition)

    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        for step in story.trace:
            if isinstance(step, DubovBracketPaired) and player in step.s1 + step.t2:
                lower = tuple(sorted(step.t2, key=lambda one: story.entrant[one].number))
                return Place(
                    Scheme.HALVES if step.all_new else Scheme.COLUMNS,
                    step.score,
                    step.s1 + lower,
                    opposite(step.s1, lower, player),
                    self.order_article,
                    upper=len(step.s1),
                )
        return None

    def pairs_in_order(self, story: Story, score: int) -> list[tuple[int, int]]:
        step = self.bracket(story, score)
        return [] if step is None else list(zip(step.s1, step.t2, strict=True))


GUIDE = DubovGuide
