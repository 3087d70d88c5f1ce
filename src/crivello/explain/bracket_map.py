"""The brackets of a round as a map: which players were in each, who was paired there, who floated.

The narrator of a system reads the brackets from the trace. From them and the boards `bracket_map`
makes the map, in one way for all systems, and `picture` draws it. If a bracket was paired twice,
the second time counts, and the first stays on the map without players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from crivello.model.field import Field
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import Sentence, Template
from crivello.model.trace import Pairs
from crivello.standard.classes import frozen


@frozen
class RejectedPair:
    """A pair that was considered but is not in the pairing."""

    a: int
    b: int
    article: str = ""
    """The criterion or article against it; empty if the pair was made and later undone."""
    reason: Sentence | None = None
    """What a procedure says of it; None if the pair belongs to the first candidate."""


@frozen
class TracedBracket:
    """A bracket as the trace describes it, before it is known which pairs were kept."""

    numbers: tuple[int, ...]
    score: int
    heading: Template
    players: tuple[int, ...] = ()
    came: frozenset[int] = frozenset()
    s1: tuple[int, ...] = ()
    s2: tuple[int, ...] = ()
    pairs: Pairs = ()
    rejected: tuple[RejectedPair, ...] = ()
    limbo: frozenset[int] = frozenset()
    exchanged: frozenset[int] = frozenset()
    brought_up: frozenset[int] = frozenset()
    """Members who went up from here."""


@frozen
class MapBracket:
    """A bracket, scoregroup or group of a procedure on the map, with its final pairs."""

    numbers: tuple[int, ...]
    """Its numbers in the explanation; several if it was paired in parts."""
    score: int
    heading: Template
    """A sentence with the field {score}."""
    left: tuple[int, ...] = ()
    """S1: the first of each pair, in order."""
    right: tuple[int, ...] = ()
    """S2: their opponents, in their own order, so that crossing lines show a transposition."""
    leaving: tuple[int, ...] = ()
    """Members who are not paired here."""
    pairs: Pairs = ()
    """Pairs of `left` and `right`, in the order of `left`."""
    rejected: tuple[RejectedPair, ...] = ()
    came: frozenset[int] = frozenset()
    """Members who came from another bracket."""
    limbo: frozenset[int] = frozenset()
    exchanged: frozenset[int] = frozenset()
    again: bool = False
    """It was paired again later: nobody is drawn here."""

    @property
    def members(self) -> tuple[int, ...]:
        return self.left + self.right + self.leaving

    @property
    def size(self) -> int:
        return len(self.left) + len(self.right) + len(self.leaving)


@frozen
class FloatPath:
    """A player who moved from one bracket to another; `origin` and `target` index
    `TracedMap.brackets`.
    """

    player: int
    origin: int
    target: int


@frozen
class TracedMap:
    """The map of a round: its brackets, the floats between them, and the bye."""

    brackets: tuple[MapBracket, ...]
    """From top to bottom."""
    floats: tuple[FloatPath, ...]
    white: frozenset[int]
    black: frozenset[int]
    board: Mapping[int, int]
    """The board of each player, from 1."""
    bye: int | None = None
    bye_article: str = ""
    unit: int = 1
    """The unit of the scores."""
    teams: bool = False
    """Those who are paired are teams."""

    @property
    def players(self) -> int:
        return len(self.white) + len(self.black) + (self.bye is not None)

    @property
    def rejected(self) -> int:
        return sum(len(bracket.rejected) for bracket in self.brackets)

    @property
    def bye_apart(self) -> bool:
        """True if the player with the bye is in no bracket, because the bye was given first."""
        return self.bye is not None and all(self.bye not in one.members for one in self.brackets)

    def place(self, number: int) -> int | None:
        """Return the index of the bracket that has this number in the explanation; None if none
        has.
        """
        for place, one in enumerate(self.brackets):
            if number in one.numbers:
                return place
        return None


def bracket_map(
    brackets: Sequence[TracedBracket], field: Field, pairing: RoundPairing, bye_article: str = ""
) -> TracedMap:
    """Return the map of a round.

    `brackets` are in the order in which they were opened; the map has them by score.
    """
    drawn = _with_homes(brackets, {entrant.id: entrant.score for entrant in field.entrants})
    final = {frozenset((board.white, board.black)) for board in pairing.boards}
    final_pairs = _final_pairs(drawn, final)
    drawn = _without_undone(drawn, final_pairs)
    again = [_is_again(drawn, final_pairs, place) for place in range(len(drawn))]
    found = [
        _bracket(one, final_pairs[place], again[place], final) for place, one in enumerate(drawn)
    ]
    order = sorted(range(len(found)), key=lambda place: (-drawn[place].score, place))
    new = {old: place for place, old in enumerate(order)}
    floats = [
        replace(one, origin=new[one.origin], target=new[one.target])
        for one in _floats(drawn, found)
    ]
    boards = enumerate(pairing.boards, start=1)
    return TracedMap(
        tuple(found[place] for place in order),
        tuple(floats),
        frozenset(board.white for board in pairing.boards),
        frozenset(board.black for board in pairing.boards),
        {player: number for number, b in boards for player in (b.white, b.black)},
        pairing.bye,
        bye_article,
        field.scoring.unit,
    )


def _with_homes(drawn: Sequence[TracedBracket], score: dict[int, int]) -> list[TracedBracket]:
    """Add each player brought up from below to the bracket of their own score, as `brought_up`."""
    found = list(drawn)
    for place, one in enumerate(drawn):
        for player in one.came:
            if any(player in before.players for before in drawn[:place]):
                continue  # moved down
            home = next(
                (
                    other
                    for other in range(len(found))
                    if found[other].score == score[player] and other != place
                ),
                None,
            )
            if home is None:
                found.append(TracedBracket((), score[player], one.heading, players=(player,)))
                home = len(found) - 1
            elif player not in found[home].players:
                found[home] = replace(found[home], players=(*found[home].players, player))
            found[home] = replace(found[home], brought_up=found[home].brought_up | {player})
    return found


def _final_pairs(drawn: Sequence[TracedBracket], final: set[frozenset[int]]) -> list[Pairs]:
    """Return the pairs of each bracket that are boards of the round.

    A pair that was made in several brackets belongs to the last of them.
    """
    pairs_of: list[list[tuple[int, int]]] = [[] for _ in drawn]
    seen: set[frozenset[int]] = set()
    for place in range(len(drawn) - 1, -1, -1):
        for pair in drawn[place].pairs:
            if frozenset(pair) in final and frozenset(pair) not in seen:
                seen.add(frozenset(pair))
                pairs_of[place].append(pair)
    return [tuple(pairs) for pairs in pairs_of]


def _without_undone(
    drawn: Sequence[TracedBracket], final_pairs: Sequence[Pairs]
) -> list[TracedBracket]:
    """Remove from each bracket the players who are finally paired in a higher one."""
    settled = {p: place for place, pairs in enumerate(final_pairs) for pair in pairs for p in pair}
    return [
        replace(
            one,
            players=tuple(
                player
                for player in one.players
                if player in one.brought_up or settled.get(player, place) >= place
            ),
        )
        for place, one in enumerate(drawn)
    ]


def _is_again(drawn: Sequence[TracedBracket], final_pairs: Sequence[Pairs], place: int) -> bool:
    """Return True if the bracket was paired again later, or has no players left.

    It was paired again if it has no final pair, and a later bracket with the same score has one of
    its own players.
    """
    one = drawn[place]
    own = set(one.players) - one.came
    if not one.players:
        return True
    return not final_pairs[place] and any(
        later.score == one.score and own & set(later.players) for later in drawn[place + 1 :]
    )


def _bracket(
    one: TracedBracket, kept: Pairs, again: bool, final: set[frozenset[int]]
) -> MapBracket:
    if again:
        return MapBracket(one.numbers, one.score, one.heading, again=True)
    first, second = (_order(one, subgroup) for subgroup in (one.s1, one.s2))
    pairs = sorted(kept, key=lambda pair: first[pair[0]])
    right = sorted((b for _, b in pairs), key=lambda b: second[b])
    paired = {player for pair in pairs for player in pair}
    rejected = {
        frozenset((no.a, no.b)): no for no in one.rejected if frozenset((no.a, no.b)) not in final
    }
    undone = [pair for pair in one.pairs if frozenset(pair) not in final]
    for a, b in undone:
        rejected.setdefault(frozenset((a, b)), RejectedPair(a, b))
    here = set(one.players)
    return MapBracket(
        one.numbers,
        one.score,
        one.heading,
        tuple(a for a, _ in pairs),
        tuple(right),
        tuple(player for player in one.players if player not in paired),
        tuple(pairs),
        tuple(no for no in rejected.values() if no.a in here and no.b in here),
        one.came,
        one.limbo,
        one.exchanged,
    )


def _order(one: TracedBracket, subgroup: Iterable[int]) -> dict[int, int]:
    """Return the place of each player of a bracket.

    First come those from other brackets who are not in `subgroup`, then the subgroup in its order,
    then all others.
    """
    listed = [player for player in subgroup if player in one.players]
    others = [player for player in one.players if player not in listed]
    before = [player for player in others if player in one.came]
    after = [player for player in others if player not in one.came]
    return {player: place for place, player in enumerate([*before, *listed, *after])}


def _floats(drawn: Sequence[TracedBracket], brackets: Sequence[MapBracket]) -> list[FloatPath]:
    """Return each player's moves from bracket to bracket.

    The way of a player who was brought up starts in the lower bracket; if that player was not
    paired above, it ends there too.
    """
    ways: dict[int, list[int]] = {}
    for place, bracket in enumerate(brackets):
        for player in bracket.members:
            way = ways.setdefault(player, [])
            if player in drawn[place].brought_up and player in bracket.leaving:
                way.insert(0, place)
            else:
                way.append(place)
    return [
        FloatPath(player, origin, target)
        for player, way in sorted(ways.items())
        for origin, target in pairwise(way)
    ]
