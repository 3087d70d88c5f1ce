"""Answers to players about the systems that are procedures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence

from crivello.explain.player.groups import FinalGroup, Part, final_groups
from crivello.explain.player.place import FailingParts, OriginGroup, Place, PlayerGuide, Scheme
from crivello.explain.story import Story
from crivello.model.field import Float
from crivello.model.trace.procedure import GroupOpened, PairDropped
from crivello.rules.colours import same_preference


class ProcedureGuide(PlayerGuide):
    """A guide that finds the groups as they are in the end."""

    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        group = self.group_of(story, player, opponent)
        return None if group is None else self.place_in(story, group, player, opponent)

    @abstractmethod
    def place_in(self, story: Story, group: FinalGroup, player: int, opponent: int) -> Place | None:
        """Return the place of the pair in its group."""

    def from_above(
        self, group: FinalGroup, both: tuple[int, int], first: int | None, ranked: bool
    ) -> Place:
        """Return the place of a pair with a player from another group, who is paired first."""
        assert group.opened is not None
        floaters = group.opened.floaters
        mover = next(player for player in both if player in floaters)
        return Place(
            Scheme.FROM_ABOVE,
            group.score,
            tuple(one for one in group.opened.players if one not in floaters),
            first if mover == both[0] else None,
            self.order_article,
            mover=mover,
            movers=floaters,
            first=first,
            ranked=ranked,
        )

    def first_tried(self, story: Story, both: tuple[int, int], floaters: Collection[int]) -> int:
        """Return the first opponent tried for a player from another group."""
        mover, other = both if both[0] in floaters else both[::-1]
        for step in story.trace:
            if isinstance(step, PairDropped) and step.a == mover:
                return step.b
        return other

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        for group in final_groups(story.trace):
            if player in group.leaving:
                return self.left_group(story, group)
        return None

    def left_group(self, story: Story, group: FinalGroup) -> OriginGroup:
        """Return the group as the origin of those who leave it."""
        members = tuple(one.id for one in story.field.entrants if one.id in group.members)
        return OriginGroup(group.score, members, group.leaving, (), self.order_article)

    def pairs_with(self, story: Story, score: int, pair: Part) -> Sequence[tuple[int, int]]:
        group = self.group_of(story, *pair)
        return () if group is None else group.pairs

    @staticmethod
    def group_of(story: Story, player: int, opponent: int) -> FinalGroup | None:
        both = frozenset((player, opponent))
        return next((one for one in final_groups(story.trace) if both in one.pair_set), None)


def last_opened(story: Story, players: Collection[int]) -> GroupOpened | None:
    """Return the last group, or remainder of one, that was opened with all of these in it."""
    wanted = set(players)
    for step in reversed(story.trace):
        if isinstance(step, GroupOpened) and wanted <= set(step.players):
            return step
    return None


# What a procedure keeps as rare as it can


def unpaired_players(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    return len(group.leaving), [(player,) for player in group.leaving]


def floaters_moving_on(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    """Return those who came from a higher score and leave again."""
    found: list[Part] = [
        (player,) for player in group.leaving if story.entrant[player].score > group.score
    ]
    return sum(story.entrant[part[0]].score for part in found), found


def colours_missed(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
    found: list[Part] = [
        pair
        for pair in group.pairs
        if same_preference(story.entrant[pair[0]], story.entrant[pair[1]])
    ]
    return len(found), found


def down_again(ago: int) -> FailingParts:
    def failures(story: Story, group: FinalGroup) -> tuple[int, list[Part]]:
        found: list[Part] = [
            (player,) for player in group.leaving if _had(story, player, Float.DOWN, ago)
        ]
        return len(found), found

    return failures


def up_again(ago: int) -> FailingParts:
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
