"""What the guides to procedures share (Dutch before 2013, Dubov 1997, Burstein, Lim)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence

from crivello.explain.player.groups import FinalGroup, Part, final_groups
from crivello.explain.player.place import (
    FIRST,
    FIRST_FREE,
    FailingParts,
    OriginGroup,
    Place,
    PlayerGuide,
    Scheme,
    TriedOpponents,
)
from crivello.explain.story import Story
from crivello.model.field import Float
from crivello.model.trace.procedure import GroupOpened, PairDropped, PairFixed
from crivello.rules.colours import same_preference


class ProcedureGuide(PlayerGuide):
    """A guide to a system that pairs group by group and cannot judge other pairings."""

    by_colour: Collection[str] = ()
    """The recorded reasons why a pair is passed over for the colour alone."""

    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        group = self.group_of(story, player, opponent)
        return None if group is None else self.place_in(story, group, player, opponent)

    @abstractmethod
    def place_in(self, story: Story, group: FinalGroup, player: int, opponent: int) -> Place | None:
        """Return where in its group the pair was made; None if the trace does not show it."""

    def from_above(
        self, group: FinalGroup, both: tuple[int, int], first: int | None, ranked: bool
    ) -> Place:
        """Return the place of a pair with a player from another group, who is paired first.

        `first`: the opponent whom the order names for that player. `ranked`: True if opponents are
        tried from the beginning of the list.
        """
        assert group.opened is not None
        floaters = group.opened.floaters
        mover = next(player for player in both if player in floaters)
        pairs = list(map(set, group.pairs))
        before = () if ranked else pairs[: pairs.index({*both})]
        residents = tuple(one for one in group.opened.players if one not in floaters)
        taken = tuple(one for one in residents if any(one in pair for pair in before))
        return Place(
            Scheme.FROM_ABOVE,
            group.score,
            tuple(one for one in residents if one not in taken),
            first if mover == both[0] else None,
            self.order_article,
            mover=mover,
            movers=floaters,
            first=first,
            ranked=ranked,
            chosen_as=FIRST_FREE if taken else FIRST,
            taken=taken,
        )

    def first_tried(self, story: Story, both: tuple[int, int], floaters: Collection[int]) -> int:
        """Return the opponent who was tried first in this group for the player of the pair from
        another group.
        """
        tried = self.tried_opponents(story, *both)
        before = () if tried is None else tried.before
        return before[0] if before else both[1] if both[0] in floaters else both[0]

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        for group in final_groups(story.trace):
            if player in group.leaving:
                return self.left_group(story, group)
        return None

    def left_group(self, story: Story, group: FinalGroup) -> OriginGroup:
        """Return the group as an `OriginGroup`, for the players who leave it."""
        members = tuple(one.id for one in story.field.entrants if one.id in group.members)
        return OriginGroup(group.score, members, group.leaving, (), self.order_article)

    def pairs_with(self, story: Story, score: int, pair: Part) -> Sequence[tuple[int, int]]:
        group = self.group_of(story, *pair)
        return () if group is None else group.pairs

    def tried_opponents(self, story: Story, player: int, opponent: int) -> TriedOpponents | None:
        dropped: list[PairDropped] = []
        found: TriedOpponents | None = None
        for step in story.trace:
            if isinstance(step, GroupOpened):
                dropped = []
            elif isinstance(step, PairDropped):
                dropped.append(step)
            elif isinstance(step, PairFixed) and {step.a, step.b} == {player, opponent}:
                tried = [one for one in dropped if one.a == step.a]
                colour = {one.b: one.article for one in tried if one.reason in self.by_colour}
                found = TriedOpponents(step.a, tuple(one.b for one in tried), colour)
        return found

    @staticmethod
    def group_of(story: Story, player: int, opponent: int) -> FinalGroup | None:
        both = frozenset((player, opponent))
        return next((one for one in final_groups(story.trace) if both in one.pair_set), None)


def last_opened(story: Story, players: Collection[int]) -> GroupOpened | None:
    """Return the last step that opened a group, or a part of one, with all these players; None if
    none did.
    """
    wanted = set(players)
    for step in reversed(story.trace):
        if isinstance(step, GroupOpened) and wanted <= set(step.players):
            return step
    return None


# What a procedure keeps as rare as it can


def unpaired_players(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    """Return how many players leave the group, and list them."""
    return len(group.leaving), [(player,) for player in group.leaving]


def floaters_moving_on(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    """Return the sum of the scores of those who came from a higher score and leave again, and list
    them.
    """
    found: list[Part] = [
        (player,) for player in group.leaving if story.entrant[player].score > group.score
    ]
    return sum(story.entrant[part[0]].score for part in found), found


def colours_missed(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    """Return how many pairs have two players due the same colour, and list the pairs."""
    found: list[Part] = [
        pair
        for pair in group.pairs
        if same_preference(story.entrant[pair[0]], story.entrant[pair[1]])
    ]
    return len(found), found


def down_again(ago: int) -> FailingParts:
    """Return a function that finds the players of a group who float down as `ago` rounds before."""

    def failures(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
        found: list[Part] = [
            (player,) for player in group.leaving if _had(story, player, Float.DOWN, ago)
        ]
        return len(found), found

    return failures


def up_again(ago: int) -> FailingParts:
    """Return a function that finds the players of a group who float up as `ago` rounds before."""

    def failures(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
        found: list[Part] = []
        for pair in group.pairs:
            lower, higher = sorted(pair, key=lambda one: story.entrant[one].score)
            apart = story.entrant[lower].score != story.entrant[higher].score
            if apart and _had(story, lower, Float.UP, ago):
                found.append(pair)
        return len(found), found

    return failures


def _had(story: Story, player: int, kind: Float, ago: int) -> bool:
    floats: Sequence[Float | None] = story.entrant[player].floats
    return len(floats) >= ago and floats[ago - 1] is kind
