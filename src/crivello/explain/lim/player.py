"""Answers to players about the Lim system."""

from __future__ import annotations

from dataclasses import replace

from crivello.explain.dutch.player import opposite
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.groups import FinalGroup
from crivello.explain.player.place import PartnerChoice, Place, Scheme
from crivello.explain.player.procedures import ProcedureGuide, colours_missed, unpaired_players
from crivello.explain.story import Story
from crivello.model.trace.procedure import GroupOpened, PairsProposed
from crivello.systems.lim.group import SAME_COLOUR


class LimGuide(ProcedureGuide):
    bye_first = True
    from_both_ends = True
    by_colour = (SAME_COLOUR,)
    choice = PartnerChoice.NEAREST
    order_article = "2.4"
    group_article = "2.2"
    measures = (
        (CauseKind.PAIRS, "2.3", unpaired_players),
        (CauseKind.COLOURS, "5.2", colours_missed),
    )

    def place_in(self, story: Story, group: FinalGroup, player: int, opponent: int) -> Place | None:
        proposed = _first_proposal(story, group)
        upper = tuple(pair[0] for pair in proposed)
        lower = tuple(pair[1] for pair in proposed)
        both = {player, opponent}
        if both <= set(upper + lower):
            natural = opposite(upper, lower, player)
            rest = group.opened is not None and len(upper + lower) < len(group.opened.players)
            article = self.order_article
            order, half = upper + lower, len(upper)
            return Place(Scheme.HALVES, group.score, order, natural, article, rest=rest, upper=half)
        if group.opened is not None and both & set(group.opened.floaters):
            pair = (player, opponent)
            first = self.first_tried(story, pair, group.opened.floaters)
            place = self.from_above(group, pair, first, ranked=False)
            before = place.order[: place.order.index(first)] if first in place.order else ()
            return replace(place, gone=tuple(one for one in before if one in group.leaving))
        return None

    def by_leaving(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause why one player leaves the group and not another (3.2 to 3.4, 3.10).

        `CauseKind.UNSAID` if more than one player differs, or more than one reason applies.
        """
        two = here.leaver_instead(other)
        if two is None:
            return Cause(CauseKind.UNSAID)
        me, them = (story.entrant[player] for player in two)
        parts = ((them.id,), (me.id,))
        if any(them.floats) and not any(me.floats):
            return Cause(CauseKind.INSTEAD_AGAIN, "3.10", parts)
        if any(me.floats):
            return Cause(CauseKind.UNSAID)
        stay = [story.entrant[player] for player in here.members]
        white = sum(player.wants_white for player in stay)
        black = sum(player.wants_black for player in stay)
        if white != black:
            due = [(one.wants_white if white > black else one.wants_black) for one in (me, them)]
            if due == [True, False]:
                return Cause(CauseKind.INSTEAD_COLOUR, "3.2.2", parts, colour=me.preference)
            if due == [False, True]:
                return Cause(CauseKind.UNSAID)
        # The last in the direction of pairing leaves first.
        order = here.opened.players if here.opened is not None else ()
        if me.id in order and them.id in order and order.index(me.id) > order.index(them.id):
            return Cause(CauseKind.INSTEAD_RANK, "3.2", parts)
        return Cause(CauseKind.UNSAID)


def _first_proposal(story: Story, group: FinalGroup) -> tuple[tuple[int, int], ...]:
    """Return the pairs that were proposed first in this group."""
    found: tuple[tuple[int, int], ...] = ()
    here = False
    for step in story.trace:
        if isinstance(step, GroupOpened):
            here = step is group.opened
        elif here and isinstance(step, PairsProposed):
            found = step.pairs
    return found


GUIDE = LimGuide
