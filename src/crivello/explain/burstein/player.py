"""Answers to players about the Burstein system, in which the first in the order meets the last."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.explain.facts import Listed, Listing
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.groups import FinalGroup, final_groups
from crivello.explain.player.place import ByeOrder, OriginGroup, PartnerChoice, Place, Scheme
from crivello.explain.player.procedures import (
    ProcedureGuide,
    colours_missed,
    floaters_moving_on,
    unpaired_players,
)
from crivello.explain.story import Story
from crivello.model.trace.burstein import Key, PlayersOrdered
from crivello.systems.burstein.groups import first_combination
from crivello.systems.registry import System

ARTICLES = {
    "burstein-2016": ("6.3", "6.3", "6.5", "6.2", "6.6"),
    "burstein-2026": ("C5", "C6", "C8", "4.3", "C7"),
}
"""The articles on floaters, their scores, colours, the order, and the groups below."""

TIES = {Key.RATING: ByeOrder.RATING, Key.NUMBER: ByeOrder.RANK}


class BursteinGuide(ProcedureGuide):
    bye_first = True
    scheme = Scheme.ENDS
    choice = PartnerChoice.LOWEST

    def __init__(self, system: System) -> None:
        super().__init__(system)
        floaters, scores, colours, self.order_article, self.below = ARTICLES[system.key]
        self.group_article = floaters
        self.measures = (
            (CauseKind.PAIRS, floaters, unpaired_players),
            (CauseKind.HIGHER_FLOATER, scores, floaters_moving_on),
            (CauseKind.COLOURS, colours, colours_missed),
        )

    def listing(self, story: Story, players: Sequence[int]) -> Listing:
        if story.field.round == 1:
            return super().listing(story, players)
        return Listing(Listed.BY_OPPONENTS_RESULTS, tuple(players))

    def place_in(self, story: Story, group: FinalGroup, player: int, opponent: int) -> Place | None:
        assert group.opened is not None
        order = group.opened.players
        first = _first(group)
        natural = first.get(player)
        return Place(Scheme.ENDS, group.score, order, natural, self.order_article)

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        found = super().origin_group(story, player)
        if found is None:
            return None
        for group in (one for one in final_groups(story.trace) if player in one.leaving):
            if group.opened is not None:
                first = _first(group)
                natural = tuple(one for one in group.opened.players if one not in first)
                return OriginGroup(
                    found.score, group.opened.players, found.floaters, natural, self.measures[0][1]
                )
        return found

    def bye_order(self, story: Story, player: int, other: int) -> ByeOrder:
        games = [story.entrant[one].history.games_played for one in (player, other)]
        if self.system.key == "burstein-2026" and games[0] != games[1]:
            return ByeOrder.GAMES
        order = next(step for step in story.trace if isinstance(step, PlayersOrdered))
        values = {one.player: one.values for one in order.players}
        for key, mine, theirs in zip(order.by, values[player], values[other], strict=True):
            if mine != theirs:
                return TIES.get(key, ByeOrder.OPPOSITION)
        return ByeOrder.RANK

    def by_order(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause why the pairs of a group are not those of `other`.

        Pairs are made down the order: the first player gets the last possible opponent.
        """
        if here.opened is None:
            return Cause(CauseKind.UNSAID)
        mine, theirs = dict(here.both_ways()), dict(other.both_ways())
        order = here.opened.players
        for one in order:
            if mine.get(one) == theirs.get(one):
                continue
            place = {player: i for i, player in enumerate(order)}
            met, later = mine.get(one), theirs.get(one)
            if met is None or (later is not None and place[later] > place[met]):
                # It comes earlier in the order: only the groups below can rule it out.
                leaving = tuple((p,) for p in other.leaving if p not in here.leaving)
                if not leaving:
                    break
                return Cause(CauseKind.NEXT_GROUP, self.below, leaving, 0, 0)
            if later is None:
                return Cause(CauseKind.SERVED_FIRST, self.order_article, ((one, met), (one,)))
            return Cause(CauseKind.SERVED_FIRST, self.order_article, ((one, met), (one, later)))
        return Cause(CauseKind.UNSAID)


def _first(group: FinalGroup) -> dict[int, int]:
    """Return the opponent of each player in the first combination of the group."""
    assert group.opened is not None
    order = group.opened.players
    combination = first_combination(len(order), len(group.leaving))
    pairs = [(order[i], order[j]) for i, j in combination.pairs]
    return dict(pairs) | {other: one for one, other in pairs}


GUIDE = BursteinGuide
