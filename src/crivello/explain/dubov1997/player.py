"""Answers to players about the Dubov system of 1997."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crivello.explain.dutch.player import opposite
from crivello.explain.facts import Listed
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.groups import FinalGroup, final_groups
from crivello.explain.player.place import ByeOrder, OriginGroup, PartnerChoice, Place, Scheme
from crivello.explain.player.procedures import ProcedureGuide, last_opened
from crivello.explain.story import Story
from crivello.model.sentence import N_
from crivello.model.trace import Step
from crivello.model.trace.procedure import EventType, GroupPaired, ProcedureEvent
from crivello.rules.colours import same_preference
from crivello.systems.dubov1997.procedure import LIMIT_UP, NOBODY_UP

FITTING = N_("the highest-rated who needs the other colour")
HIGHEST_RATED = N_("the highest-rated")
FITTING_TIED = N_("one of the highest-rated who need the other colour, and first among them")
NOT_SAME = N_("the highest-rated who does not need the same colour")
NOT_SAME_TIED = N_("one of the highest-rated who do not need the same colour, and first among them")
HIGHEST_TIED = N_("one of the highest-rated, and first among them")
"""Where others have the same rating: then the average of the opponents decides, or the name."""


class Dubov1997Guide(ProcedureGuide):
    bye_first = True
    brings_up = True
    choice = PartnerChoice.NEAREST
    black_listing = Listed.BY_RATING
    order_article = "6.2"
    group_article = "6"

    def bye_order(self, story: Story, player: int, other: int) -> ByeOrder:
        if story.field.round == 1:
            return ByeOrder.RANK
        mine, theirs = (story.entrant[one].rating for one in (player, other))
        return ByeOrder.RATING if mine < theirs else ByeOrder.ORDER

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        for group in final_groups(story.trace):
            brought = _upfloaters(story, group)
            if player in brought:
                if player in group.leaving:  # brought up in vain, back in their own scoregroup
                    continue
                own = tuple(
                    one.id
                    for one in story.field.entrants
                    if one.id in group.members and one.id not in brought
                )
                return OriginGroup(group.score, own, tuple(brought), (), "7")
            if player in group.leaving:
                return self.left_group(story, group)
        return None

    def players_kept_below(self, trace: Sequence[Step], score: int) -> tuple[int, ...] | None:
        found: dict[EventType, tuple[int, ...]] = {}
        for step in trace:
            if isinstance(step, ProcedureEvent):
                found[step.event] = step.players
            elif isinstance(step, GroupPaired):
                if step.score == score:
                    break
                found = {}
        return found.get(LIMIT_UP, ()) if NOBODY_UP in found else None

    def by_members(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause why one player was brought up to the group and not another (7.1, 7.2).

        Players due the other colour come up first, then the highest rated.
        """
        mine, theirs = _upfloaters(story, here), _upfloaters(story, other)
        new = [player for player in theirs if player not in mine]
        gone = [player for player in mine if player not in theirs]
        if len(new) != 1 or len(gone) != 1:
            return super().by_members(story, here, other)
        one, instead = story.entrant[gone[0]], story.entrant[new[0]]
        if one.preference is not instead.preference:
            if one.preference is None or instead.preference is None:
                return Cause(CauseKind.UNSAID)
            return Cause(CauseKind.COLOUR_UP, "7.2", ((instead.id,), (one.id,)))
        if instead.rating < one.rating:
            return Cause(CauseKind.RATING_UP, "7.2", ((instead.id,), (one.id,)))
        return Cause(CauseKind.UNSAID)

    def place_in(self, story: Story, group: FinalGroup, player: int, opponent: int) -> Place | None:
        both = (player, opponent)
        opened = last_opened(story, both)
        if opened is None:
            return None
        if set(both) <= set(opened.s1 + opened.s2):
            scheme = Scheme.HALVES if opened.article == "5" else Scheme.COLUMNS
            natural = opposite(opened.s1, opened.s2, player)
            order, article = opened.s1 + opened.s2, opened.article
            return Place(scheme, group.score, order, natural, article, rest=opened.remainder)
        if set(both) & set(opened.floaters):
            first = self.first_tried(story, both, opened.floaters)
            place = self.from_above(group, both, first, ranked=False)
            return replace(place, chosen_as=_describe_choice(story, place, first))
        return None

    def by_leaving(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause why one player leaves the group and not another (6.4).

        Of those due the colour that more players are due, the lowest rated leaves.
        """
        two = here.leaver_instead(other)
        if two is None:
            return Cause(CauseKind.UNSAID)
        one, instead = (story.entrant[player] for player in two)
        if one.preference is instead.preference and one.rating < instead.rating:
            return Cause(CauseKind.INSTEAD_RATING, "6.4", ((instead.id,), (one.id,)))
        return Cause(CauseKind.UNSAID)


def _upfloaters(story: Story, group: FinalGroup) -> list[int]:
    return [
        one.id
        for one in story.field.entrants
        if one.id in group.members and one.score < group.score
    ]


def _describe_choice(story: Story, place: Place, first: int) -> str:
    """Describe how `first` is chosen for the mover of a place: by the colour, then the rating."""
    mover, other = (story.entrant[one] for one in (place.mover or 0, first))
    tied = any(
        one.id != other.id
        and one.rating == other.rating
        and same_preference(one, mover) == same_preference(other, mover)
        for one in map(story.entrant.__getitem__, place.order)
    )
    if mover.preference is None or same_preference(other, mover):
        return HIGHEST_TIED if tied else HIGHEST_RATED
    if other.preference is None:
        return NOT_SAME_TIED if tied else NOT_SAME
    return FITTING_TIED if tied else FITTING


GUIDE = Dubov1997Guide
