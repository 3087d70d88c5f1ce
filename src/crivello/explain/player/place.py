"""The place of a pair in the order of its group, read from the trace of each system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import Generic, TypeVar, cast

from crivello.explain.facts import Listed, Listing
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.groups import FinalGroup
from crivello.explain.registry import system_module
from crivello.explain.story import Story
from crivello.explain.upfloats import UpfloatEdition
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.trace import Step
from crivello.model.trace.upfloats import SetJudged, UpfloatBracketPaired, UpfloatersNeeded
from crivello.standard.classes import frozen
from crivello.systems.judgement import Difference
from crivello.systems.registry import System


class Scheme(Enum):
    """How the players of a list meet if no rule forbids it."""

    HALVES = "halves"
    """The upper half meets the lower half."""
    ENDS = "ends"
    """The first meets the last."""
    COLUMNS = "columns"
    """Those due White meet those due Black."""
    FROM_ABOVE = "from above"
    """A player from another group is paired first."""


class PartnerChoice(Enum):
    """Which opponent is given to a player who is paired first."""

    HIGHEST = "highest"
    """The highest-ranked opponent possible."""
    LOWEST = "lowest"
    """The one who is placed lowest."""
    NEAREST = "nearest"
    """The first possible one in the list of exchanges."""


FIRST = N_("first in the list")
FIRST_FREE = N_("first in the list of those still free")


@frozen
class Place:
    """Where a pair was made: the list of its group, and the opponent whom the order names first."""

    scheme: Scheme
    score: int
    order: tuple[int, ...]
    """The list that is paired: all of it, or those left after others were paired first. In columns
    the players due White, then those due Black; of a player from above, the group."""
    natural: int | None
    """Whom the player meets if no rule forbids it; None if the player is left over."""
    article: str
    mover: int | None = None
    """Which of the two came from another group."""
    movers: tuple[int, ...] = ()
    """All who came from other groups, in their order."""
    rest: bool = False
    """Some of the group were paired earlier."""
    first: int | None = None
    """Whom the mover meets if no rule forbids it."""
    ranked: bool = True
    """Do movers meet the group from its first place on?"""
    chosen_as: str = FIRST
    """What the opponent of a mover is, where movers are not ranked."""
    upper: int = 0
    """How many of the list are in its upper half; 0: it has no halves."""
    taken: tuple[int, ...] = ()
    """Who of the group met other movers, chosen before."""
    gone: tuple[int, ...] = ()
    """Who would come before the opponent of a mover, but leaves the group."""
    joined: tuple[int, ...] = ()
    """All who were still to be paired, where groups were joined because the lower ones could not
    all be paired."""
    penultimate: tuple[int, ...] = ()
    """Those of them who had been paired before."""
    joined_by: str = ""
    """The article by which groups are joined."""


@frozen
class TriedOpponents:
    """The player of a pair who chose, and the opponents who were tried before, in order."""

    chooser: int
    before: tuple[int, ...]
    by_colour: Mapping[int, str] = {}
    """Those of them whom only the colour ruled out, with the article."""


@frozen
class OriginGroup:
    """The group because of which a player meets other points.

    It is the group that the player left, or the one that brought the player up.
    """

    score: int
    players: tuple[int, ...]
    floaters: tuple[int, ...]
    natural: tuple[int, ...]
    """Who leaves if no rule forbids it."""
    article: str
    left_over: int | None = None
    """How many in a group that brings others up cannot be paired within it, if known."""


class ByeOrder(Enum):
    """Why the holder of the bye comes before the next player, in the order of the rules."""

    SCORE = "score"
    GAMES = "games"
    OPPOSITION = "opposition"
    """The results of the opponents."""
    RATING = "rating"
    RANK = "rank"
    ORDER = "order"
    """Several of these, or something else."""


Part = tuple[int, ...]
FailingParts = Callable[[Story, FinalGroup], tuple[int, list[Part]]]
"""How much a group fails something, and in which parts."""


B = TypeVar("B", bound=UpfloatBracketPaired)


class PlayerGuide(ABC):
    """What answers to players need to know about a system: its order, and what its criteria
    mean.
    """

    kinds: Mapping[str, CauseKind] = {}
    """What each criterion means to a player, by code; for systems that judge."""
    measures: Sequence[tuple[CauseKind, str, FailingParts]] = ()
    """What a procedure keeps as rare as it can in a group, with its article, in order."""
    order_article: str = ""
    group_article: str = ""
    """The article that makes players of one score meet."""
    bye_first = False
    """Is the bye given before anybody is paired?"""
    brings_up = False
    """Does a group that is not complete bring up players, instead of sending some down?"""
    from_both_ends = False
    """Are groups paired from the top and from the bottom, and the middle one last?"""
    scheme = Scheme.HALVES
    """How the list of a group is paired."""
    black_listing = Listed.BY_NUMBER
    """How those due Black are listed, where they meet those due White."""
    choice = PartnerChoice.HIGHEST
    """Whom a player who is paired first gets."""
    sets: str = N_(
        "nothing would be better, and of those left over with more points the higher-ranked are "
        "paired first"
    )
    """Why other players join or leave a group, if nothing would be worse without them."""

    def __init__(self, system: System) -> None:
        self.system = system

    @abstractmethod
    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        """Return where the pair was made; None if the trace does not show it."""

    def listing(self, story: Story, players: Sequence[int]) -> Listing:
        """Return these players with the rule by which they are in this order."""
        entrants = [story.entrant[player] for player in players]
        order = tuple(players)
        if len({one.score for one in entrants}) > 1:
            return Listing(Listed.BY_POINTS, order)
        first, last = entrants[0].number, entrants[-1].number
        if first > last:
            return Listing(Listed.BY_NUMBER_UPWARD, order, first)
        return Listing(Listed.BY_NUMBER, order)

    def black_side(self, place: Place) -> Listing:
        """Return the players due Black with the rule of their order, where they meet those due
        White.
        """
        return Listing(self.black_listing, place.order[len(place.order) // 2 :])

    @abstractmethod
    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        """Return the group that the player left, or that brought the player up; None if neither
        happened.
        """

    def bye_order(self, story: Story, player: int, other: int) -> ByeOrder:
        """Return what decides that the bye goes to `player` and not to `other`, who has the same
        score.
        """
        return ByeOrder.RANK

    def players_kept_below(self, trace: Sequence[Step], score: int) -> tuple[int, ...] | None:
        """Return the players who were not allowed up, if no player could be brought up to a group.

        None if one could. A system that does not bring players up returns None.
        """
        return None

    def tried_opponents(self, story: Story, player: int, opponent: int) -> TriedOpponents | None:
        """Return which of the two chose, and whom they tried first; None if it is not recorded."""
        return None

    # Systems that judge

    def order_kind(self, story: Story, difference: Difference, forced: RoundPairing) -> CauseKind:
        """Return the kind of cause against a pairing that is equally good, but later in the
        order.
        """
        return self.kinds.get(difference.code, CauseKind.UNSAID)

    def pairs_in_order(self, story: Story, score: int) -> list[tuple[int, int]]:
        """Return the pairs of the group with this score, in the order in which they are chosen."""
        return []

    def pairs_with(self, story: Story, score: int, pair: Part) -> Sequence[tuple[int, int]]:
        """Return the pairs of the group that contains `pair`, in the order in which they are
        chosen.
        """
        return self.pairs_in_order(story, score)

    def floaters(self, story: Story, score: int) -> Collection[int]:
        """Return the players who leave the group with this score, or are brought up to it."""
        return ()

    # Procedures

    def by_order(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause that names the first player whose opponent differs in `other`.

        Apart from the order, the group `other` is as good.
        """
        if set(here.leaving) != set(other.leaving):
            return self.by_leaving(story, here, other)
        partner = dict(other.both_ways())
        for one, met in here.pairs:
            later = partner.get(one)
            if later != met:
                if later is None:
                    break
                article = self.order_article
                return Cause(CauseKind.SERVED_FIRST, article, ((one, met), (one, later)))
        return Cause(CauseKind.UNSAID)

    def by_members(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause why the group does not have the members of `other`."""
        new = tuple((player,) for player in other.leaving if player not in here.leaving)
        if here.score == other.score and len(other.leaving) > len(here.leaving):
            many = len(here.leaving), len(other.leaving)
            return Cause(CauseKind.PAIRS, self.group_article, new, *many, score=here.score)
        return Cause(CauseKind.UNSAID)

    def by_leaving(self, story: Story, here: FinalGroup, other: FinalGroup) -> Cause:
        """Return the cause why the players who leave `here` are not those who leave `other`."""
        return Cause(CauseKind.UNSAID)


class UpfloatGuide(PlayerGuide, Generic[B]):
    """A guide to a system that brings players up to a bracket: Dubov, or matches."""

    bye_first = True
    brings_up = True
    sets = N_(
        "others would be brought in without any gain, and those brought in now come first by "
        "points, then number"
    )

    def __init__(
        self,
        system: System,
        edition: UpfloatEdition,
        kinds: Mapping[str, CauseKind],
        order_article: str,
    ) -> None:
        """Add the causes of the bye, the sets and the order to `kinds`, the causes of the
        criteria.
        """
        super().__init__(system)
        self.kinds = {
            **kinds,
            edition.bye: CauseKind.BYE_ORDER,
            edition.sets: CauseKind.SETS,
            order_article: CauseKind.SERVED_FIRST,
        }
        self.order_article = order_article
        self.group_article = edition.upfloaters

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        first: SetJudged | None = None
        left_over: int | None = None
        for step in story.trace:
            if isinstance(step, UpfloatersNeeded):
                first, left_over = None, step.left_over
            elif isinstance(step, SetJudged):
                first = step
            elif isinstance(step, UpfloatBracketPaired) and player in step.upfloaters:
                natural = step.upfloaters if first is None else first.upfloaters
                return OriginGroup(
                    step.score,
                    step.residents,
                    step.upfloaters,
                    natural,
                    self.group_article,
                    left_over,
                )
        return None

    def bye_order(self, story: Story, player: int, other: int) -> ByeOrder:
        games = [story.entrant[one].history.games_played for one in (player, other)]
        return ByeOrder.RANK if games[0] == games[1] else ByeOrder.GAMES

    def floaters(self, story: Story, score: int) -> Collection[int]:
        step = self.bracket(story, score)
        return () if step is None else step.upfloaters

    def bracket(self, story: Story, score: int) -> B | None:
        """Return the step that paired the bracket at this score; None if there is none."""
        for step in story.trace:
            if isinstance(step, UpfloatBracketPaired) and step.score == score:
                return cast(B, step)
        return None


def find_guide(system: System) -> PlayerGuide:
    """Return the guide to a system, the `GUIDE` of its package."""
    return cast(PlayerGuide, system_module(system, "player").GUIDE(system))
