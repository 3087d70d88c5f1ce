"""Answers to players about the Dutch system as it was before 2013."""

from __future__ import annotations

from dataclasses import replace

from crivello.explain.dutch.player import opposite
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.groups import FinalGroup, Part
from crivello.explain.player.place import OriginGroup, Place, Scheme
from crivello.explain.player.procedures import (
    ProcedureGuide,
    colours_missed,
    down_again,
    last_opened,
    unpaired_players,
    up_again,
)
from crivello.explain.story import Story
from crivello.model.field import Strength
from crivello.model.trace.procedure import ProcedureEvent
from crivello.systems.dutch2011.record import MERGED


def colours_beyond(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    """Return how many more pairs than necessary have two players who prefer the same colour.

    The second value lists all pairs whose players prefer the same colour.
    """
    many, parts = colours_missed(story, group)
    necessary = (group.opened.value("x") or 0) if group.opened is not None else 0
    return max(0, many - necessary), parts


def strong_colours(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    """Return how many pairs have two players with the same strong preference, and list the pairs.

    The result is (0, []) in even rounds, because A.7d treats strong preferences as absolute only in
    odd ones.
    """
    _, parts = colours_missed(story, group)
    if story.field.round % 2 == 0:
        return 0, []
    found = [
        part
        for part in parts
        if all(story.entrant[player].strength >= Strength.STRONG for player in part)
    ]
    return len(found), found


class Dutch2011Guide(ProcedureGuide):
    order_article = "C.7"
    group_article = "B.3"
    measures = (
        (CauseKind.PAIRS, "B.3", unpaired_players),
        (CauseKind.STRONG_COLOURS, "A.7d", strong_colours),
        (CauseKind.COLOURS, "B.4", colours_beyond),
        (CauseKind.DOWN_AGAIN, "B.5", down_again(1)),
        (CauseKind.DOWN_AGAIN_2, "B.6", down_again(2)),
        (CauseKind.UP_AGAIN, "B.5", up_again(1)),
        (CauseKind.UP_AGAIN_2, "B.6", up_again(2)),
    )

    def place_in(self, story: Story, group: FinalGroup, player: int, opponent: int) -> Place | None:
        opened = last_opened(story, (player, opponent))
        if opened is None or not (opened.s1 and opened.s2):
            return None
        if not {player, opponent} <= set(opened.s1 + opened.s2):
            return None
        natural = opposite(opened.s1, opened.s2, player)
        joined = _joined_group(story, group)
        # If most come from above, the bracket is paired like one with equal points (A.3).
        above = set(opened.floaters).isdisjoint(opened.s2)
        if {player, opponent} & set(opened.floaters) and above and not joined:
            pair = (player, opponent)
            mover = player if player in opened.floaters else opponent
            first = opposite(opened.s1, opened.s2, mover)
            return self.from_above(group, pair, first, ranked=True)
        order = opened.s1 + opened.s2
        article, rest = self.order_article, opened.remainder
        return Place(
            Scheme.HALVES,
            group.score,
            order,
            natural,
            article,
            rest=rest,
            upper=len(opened.s1),
            joined=joined,
            penultimate=tuple(one for one in joined if story.entrant[one].score > group.score),
            joined_by="C.13",
        )

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        """Return the group that the player left.

        If one player left an odd group, its last player is marked as the one to leave by the order.
        """
        found = super().origin_group(story, player)
        if found is None or len(found.floaters) != 1 or len(found.players) % 2 == 0:
            return found
        moved = [one for one in found.players if story.entrant[one].score != found.score]
        if 2 * len(moved) > len(found.players):
            return found
        return replace(found, natural=found.players[-1:])

    def by_order(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        found = super().by_order(story, here, other)
        if found.kind is not CauseKind.SERVED_FIRST:
            return found
        (first, earlier), (_, *then) = found.parts
        if not then:
            return found
        (later,) = then
        opened = last_opened(story, (first, earlier, later))
        if opened is not None and later in opened.s1 and first in opened.s1:
            return Cause(CauseKind.EXCHANGE, "C.8")
        rank = {player.id: i for i, player in enumerate(story.field.entrants)}
        # Otherwise it is not the order that decided.
        return found if rank[later] > rank[earlier] else Cause(CauseKind.UNSAID)

    def by_leaving(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause with the first pair that differs between the two groups.

        Both meet the requirements equally, so the order of the pairs decides.
        """
        partner = dict(other.both_ways())
        for one, met in here.pairs:
            later = partner.get(one)
            if later != met:
                then = (one,) if later is None else (one, later)
                return Cause(CauseKind.SERVED_FIRST, self.order_article, ((one, met), then))
        return Cause(CauseKind.UNSAID)


def _joined_group(story: Story, group: FinalGroup) -> tuple[int, ...]:
    """Return the players of the group if others were joined to it at the end; else an empty
    tuple.
    """
    joined = [one for one in story.trace if isinstance(one, ProcedureEvent) and one.event is MERGED]
    if not joined or group.opened is None or set(joined[-1].players) != set(group.opened.players):
        return ()
    return group.opened.players


GUIDE = Dutch2011Guide
