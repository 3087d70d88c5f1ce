"""What a player is told of the order and the criteria of the Dubov system (2018, 2026)."""

from __future__ import annotations

from collections.abc import Collection

from crivello.explain.dutch.player import opposite
from crivello.explain.player.answer import CauseKind
from crivello.explain.player.place import ByeOrder, OriginGroup, Place, PlayerGuide, Scheme
from crivello.explain.story import Story
from crivello.model.sentence import N_
from crivello.model.trace.dubov import DubovBracketPaired
from crivello.model.trace.upfloats import SetJudged, UpfloatersNeeded
from crivello.systems.dubov.system import DubovSystem

K = CauseKind
CRITERIA = (
    K.UPFLOATERS,
    K.LOWER_UPFLOATER,
    K.COLOURS,
    K.OFTEN_UP,
    K.MOST_OFTEN_UP,
    K.UP_AGAIN,
)


class DubovGuide(PlayerGuide):
    bye_first = True
    brings_up = True
    sets = N_(
        "others would join, with nothing better for it, and those who join now come first by "
        "points, then number"
    )

    def __init__(self, system: DubovSystem) -> None:
        super().__init__(system)
        edition = self.edition = system.edition
        codes = (criterion.code for criterion in edition.criteria)
        self.kinds = {
            **dict(zip(codes, CRITERIA, strict=True)),
            edition.bye: K.BYE_ORDER,
            edition.sets: K.SETS,
            edition.shifts: K.SHIFTS,
            edition.transposition: K.SERVED_FIRST,
        }
        self.order_article = edition.transposition
        self.group_article = edition.upfloaters

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

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        first: SetJudged | None = None
        left_over: int | None = None
        for step in story.trace:
            if isinstance(step, UpfloatersNeeded):
                first, left_over = None, step.left_over
            elif isinstance(step, SetJudged):
                first = step
            elif isinstance(step, DubovBracketPaired) and player in step.upfloaters:
                natural = step.upfloaters if first is None else first.upfloaters
                return OriginGroup(
                    step.score,
                    step.residents,
                    step.upfloaters,
                    natural,
                    self.edition.upfloaters,
                    left_over,
                )
        return None

    def bye_order(self, story: Story, player: int, other: int) -> ByeOrder:
        games = [story.entrant[one].history.games_played for one in (player, other)]
        return ByeOrder.RANK if games[0] == games[1] else ByeOrder.GAMES

    def pairs_in_order(self, story: Story, score: int) -> list[tuple[int, int]]:
        step = _bracket(story, score)
        return [] if step is None else list(zip(step.s1, step.t2, strict=True))

    def floaters(self, story: Story, score: int) -> Collection[int]:
        step = _bracket(story, score)
        return () if step is None else step.upfloaters


def _bracket(story: Story, score: int) -> DubovBracketPaired | None:
    for step in story.trace:
        if isinstance(step, DubovBracketPaired) and step.score == score:
            return step
    return None


GUIDE = DubovGuide
