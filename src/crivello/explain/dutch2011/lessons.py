"""Tables for learning the older Dutch rules: transpositions and exchanges (D.1, D.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from crivello.explain.dutch.lessons import list_exchanges, list_transpositions
from crivello.explain.explanation import ParagraphKind
from crivello.explain.lesson import BSN, Teacher
from crivello.explain.procedure import GROUP
from crivello.explain.story import Story
from crivello.model.sentence import N_
from crivello.model.trace.procedure import GroupOpened, GroupPaired


class Dutch2011Teacher(Teacher):
    def __init__(self, story: Story, topics: Collection[str]) -> None:
        super().__init__(story, topics)
        self.transposition, self.exchange = story.system.generation

    def chapters(self) -> Iterator[Callable[[], None]]:
        opened: list[GroupOpened] = []
        for step in self.story.trace:
            if isinstance(step, GroupOpened):
                opened = [*opened, step] if step.remainder else [step]
            elif isinstance(step, GroupPaired) and opened:
                yield partial(self._teach, opened, step)

    def _teach(self, opened: Sequence[GroupOpened], paired: GroupPaired) -> None:
        lesson, group = self.lesson, opened[0]
        lesson.tell(GROUP, kind=ParagraphKind.HEADING, score=self.story.score(group.score))
        partner = dict(paired.pairs) | {other: one for one, other in paired.pairs}
        # Players without a possible opponent have left before the halves are made (C.1).
        present = [one for one in group.players if one in partner or one in paired.leaving]
        self.list_players(present, BSN)
        if not paired.pairs:
            lesson.tell(N_("Nobody is paired in this bracket."))
            return
        number = {player: place for place, player in enumerate(present, start=1)}
        floaters = [one for one in group.floaters if one in partner]
        if floaters and "transpositions" in self.topics:
            below = [one for one in present if one not in group.floaters]
            used = [number[partner[one]] for one in floaters]
            s2 = [number[one] for one in below]
            list_transpositions(lesson, self.transposition, s2, len(floaters), below, used)
        met = {partner[one] for one in floaters}
        rest = [one for one in present if one not in floaters and one not in met]
        if len(rest) > 1:
            self._homogeneous(rest, partner, renumbered=bool(floaters))

    def _homogeneous(
        self, players: Sequence[int], partner: dict[int, int], *, renumbered: bool
    ) -> None:
        """List exchanges and transpositions of a homogeneous bracket, or of the remainder."""
        lesson = self.lesson
        half = sum(one in partner for one in players) // 2
        if not half:
            return
        if renumbered:
            self.list_players(players, BSN, N_("The remainder, renumbered:"))
        number = {player: place for place, player in enumerate(players, start=1)}
        s1, s2 = range(1, half + 1), range(half + 1, len(players) + 1)
        # Of two paired players of S1 the lower one went to S2, of two of S2 the higher one to S1.
        upper = {min(number[one], number[partner[one]]) for one in players if one in partner}
        leaving, coming = sorted({*s1} - upper), sorted(upper & {*s2})
        if "exchanges" in self.topics:
            list_exchanges(lesson, self.exchange, s1, s2, players, (leaving, coming))
        if "transpositions" in self.topics:
            if leaving:
                lesson.tell(N_("After the exchange that was used:"))
            lower = sorted({*s2, *leaving} - {*coming})
            used = [number[partner[players[place - 1]]] for place in sorted(upper)]
            names = [players[place - 1] for place in lower]
            list_transpositions(lesson, self.transposition, lower, half, names, used)
