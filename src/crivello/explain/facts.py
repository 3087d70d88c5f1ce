"""Facts: values in explanations that can check themselves against the round.

A number in an explanation is never a bare number. Points belong to named players, a round is the
one in which something happened to named players, a colour is one that a named player needs or has.
So each fact can be checked against `Truth`, whichever code put it into a sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from crivello.model.field import Entrant
from crivello.model.pairing import opponents
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_, ListOf, Sentence, SentenceValue, Writer
from crivello.model.settings import DecidedApart
from crivello.model.trace import Trace
from crivello.model.trace.burstein import Key, PlayersOrdered
from crivello.rules.field import barring_rounds
from crivello.rules.strength import strengths
from crivello.standard.classes import frozen
from crivello.systems.completion import count_pairs

if TYPE_CHECKING:  # they are made of these values
    from crivello.explain.round import TracedRound
    from crivello.explain.story import Story

LETTERS = {Colour.WHITE: "W", Colour.BLACK: "B"}


class Truth:
    """What facts are checked against: the rounds played, the rules of the edition, and the boards.

    The trace of the pairing is not used, so a wrong trace cannot confirm a wrong sentence.
    """

    def __init__(self, this: TracedRound) -> None:
        self.tournament = this.tournament
        self.number = this.number
        self.field = this.field
        self.system = this.rules
        self.pairing = this.pairing
        self._may_meet = this.rules.may_meet(this.field)
        self.entrant: dict[int, Entrant] = {one.id: one for one in this.field.entrants}
        self.opponent = opponents(this.pairing.boards)

    @property
    def bye(self) -> int | None:
        return self.pairing.bye

    def score(self, player: int) -> int:
        return self.entrant[player].score

    def with_score(self, score: int) -> set[int]:
        """Return the players to be paired in this round who have this score."""
        return {one.id for one in self.field.entrants if one.score == score}

    def may_meet(self, one: int, other: int) -> bool:
        return self._may_meet(self.entrant[one], self.entrant[other])

    def colour(self, player: int) -> Colour | None:
        """Return the colour of the player in this round; None without an opponent."""
        if player not in self.opponent:
            return None
        white = any(board.white == player for board in self.pairing.boards)
        return Colour.WHITE if white else Colour.BLACK

    def colour_in(self, number: int, player: int) -> Colour | None:
        """Return the colour of the player in round `number`; None if they had no game."""
        for game in self.tournament.round(number).games:
            if player in (game.white, game.black):
                return Colour.WHITE if game.white == player else Colour.BLACK
        return None

    def rounds_met(self, one: int, other: int) -> set[int]:
        """Return the earlier rounds in which the two played each other."""
        return {
            number
            for number in range(1, self.number)
            for game in self.tournament.round(number).games
            if {game.white, game.black} == {one, other}
            if game.result is None or game.result.played
        }

    def colours(self, player: int) -> dict[int, Colour]:
        """Return the colour of each game that the player has played, by round."""
        return {
            number: Colour.WHITE if game.white == player else Colour.BLACK
            for number in range(1, self.number)
            if (player, number) not in self.tournament.rounds_without_colour
            for game in self.tournament.round(number).games
            if player in (game.white, game.black)
            if game.result is not None and game.result.played
        }

    def rounds_missed(self, player: int) -> set[int]:
        """Return the rounds in which the player did not play a game."""
        entries = enumerate(self.entrant[player].history.entries, start=1)
        return {number for number, entry in entries if not entry.played}

    def had_bye(self, player: int) -> set[int]:
        parts = enumerate(self.entrant[player].history.parts, start=1)
        return {number for number, part in parts if part.award is Award.PAIRING_ALLOCATED_BYE}

    def barring(self, player: int) -> set[int]:
        """Return the rounds because of which the player may not have the bye."""
        bar = self.system.field_rules.bar_of(self.tournament)
        return set(barring_rounds(self.entrant[player].history, self.field.scoring, bar))

    def burstein_places(self, trace: Trace | None = None) -> Mapping[int, int]:
        """Return each player's place in the order of the Burstein system."""
        from crivello.systems.burstein.system import Burstein

        assert isinstance(self.system, Burstein)
        return self.system.order(self.tournament, self.field, trace)

    def order_figure(self, player: int, key: Key) -> int | None:
        """Return the player's value for one key of the Burstein order; None if the edition does not
        use it.
        """
        trace: Trace = []
        self.burstein_places(trace)
        (step,) = (one for one in trace if isinstance(one, PlayersOrdered))
        values = {one.player: one.values for one in step.players}
        return dict(zip(step.by, values[player], strict=True)).get(key)

    def average_of_opponents(self, player: int) -> Fraction:
        """Return the average rating of the opponents whom the player has played; 0 if there are
        none.
        """
        ratings = strengths(self.tournament)
        met = [
            ratings[game.black if game.white == player else game.white]
            for number in range(1, self.number)
            for game in self.tournament.round(number).games
            if player in (game.white, game.black)
            if game.result is not None and game.result.played
        ]
        return Fraction(sum(met), len(met)) if met else Fraction(0)

    def most_pairs(self, players: Iterable[int]) -> int:
        """Return how many pairs these players can make among themselves at most."""
        return count_pairs([self.entrant[one] for one in players], self._may_meet)

    def can_all_be_paired(self, players: Collection[int]) -> bool:
        """Return True if these players can all be paired with one another."""
        return 2 * self.most_pairs(players) == len(players)


class Fact(SentenceValue):
    """A value of a sentence that can be checked; `holds` returns True if it is right."""

    __slots__ = ()

    def holds(self, truth: Truth) -> bool:
        raise NotImplementedError


# Points


@frozen
class PointsOf(Fact):
    """The points of players before the round, with the noun: "2½ points", "1 to 2½ points"."""

    low: int
    high: int
    unit: int
    of: tuple[int, ...]
    """Whose points these are: the fewest and the most among them."""

    def write(self, writer: Writer) -> str:
        points = writer.points(self.high, self.unit)
        if self.low != self.high:
            low = writer.points(self.low, self.unit)
            return writer.say(N_("{low} to {high} points"), low=low, high=points)
        many = 1 if 0 < self.high <= self.unit else 2
        return writer.say(N_("{points} point", "{points} points"), count=many, points=points)

    def holds(self, truth: Truth) -> bool:
        scores = [truth.score(player) for player in self.of]
        return bool(scores) and (min(scores), max(scores)) == (self.low, self.high)

    @property
    def amount(self) -> int:
        """The points that each of the players has; an error if they differ."""
        assert self.low == self.high, "they have different points"
        return self.high


@frozen
class BareScore(Fact):
    """The points of a player, written without "points"."""

    amount: int
    unit: int
    player: int

    def write(self, writer: Writer) -> str:
        return writer.points(self.amount, self.unit)

    def holds(self, truth: Truth) -> bool:
        return truth.score(self.player) == self.amount


# Numbers


class Number(int, Fact):
    """A number that can be checked; subclasses store what it counts."""

    def write(self, writer: Writer) -> str:
        return int.__repr__(self)

    @property
    def plain(self) -> int:
        return int(self)


IN_WORDS = {
    2: N_("two"),
    3: N_("three"),
    4: N_("four"),
    5: N_("five"),
    6: N_("six"),
    7: N_("seven"),
    8: N_("eight"),
    9: N_("nine"),
    10: N_("ten"),
}


class NumberInWords(Number):
    """A number that is written as a word from two to ten."""

    def write(self, writer: Writer) -> str:
        word = IN_WORDS.get(self)
        return super().write(writer) if word is None else writer.say(word)


class Count(NumberInWords):
    """The number of the items in `of`, written as a word from two to ten."""

    of: tuple[object, ...]

    def __new__(cls, of: Iterable[object]) -> Count:
        counted = tuple(of)
        self = super().__new__(cls, len(counted))
        self.of = counted
        return self

    def holds(self, truth: Truth) -> bool:
        players = [one for one in self.of if type(one) is int]
        return self == len(set(self.of)) and all(one in truth.entrant for one in players)


ENDINGS = {1: N_("{number}st"), 2: N_("{number}nd"), 3: N_("{number}rd")}
OTHERS = N_("{number}th")


@frozen
class Rank(Fact):
    """The place of a player in a list, written as 1st, 2nd, 3rd."""

    player: int
    order: tuple[int, ...]

    @property
    def number(self) -> int:
        return self.order.index(self.player) + 1

    def write(self, writer: Writer) -> str:
        teens = self.number % 100 in (11, 12, 13)
        template = OTHERS if teens else ENDINGS.get(self.number % 10, OTHERS)
        return writer.say(template, number=self.number)

    @property
    def plain(self) -> int:
        return self.number

    def holds(self, truth: Truth) -> bool:
        return self.player in self.order and len(set(self.order)) == len(self.order)


class Listed(Enum):
    """By what a list of players is ordered."""

    BY_NUMBER = N_("by number")
    BY_NUMBER_UPWARD = N_("by number, starting with {first}")
    BY_POINTS = N_("by points, then number")
    BY_OPPONENTS_RESULTS = N_("by how well their opponents have done, best first")
    BY_RATING = N_("by rating, highest first")


@frozen
class Listing(Fact):
    """The order of a list of players, written as "by points, then number"."""

    by: Listed
    order: tuple[int, ...]
    first: int = 0
    """The number of the first player, where the list starts at its end."""

    def write(self, writer: Writer) -> str:
        if self.by is Listed.BY_NUMBER_UPWARD:
            return writer.say(self.by.value, first=self.first)
        return writer.say(self.by.value)

    def holds(self, truth: Truth) -> bool:
        there = [truth.entrant[one] for one in self.order]
        numbers = [one.number for one in there]
        match self.by:
            case Listed.BY_NUMBER:
                return numbers == sorted(numbers)
            case Listed.BY_NUMBER_UPWARD:
                return numbers == sorted(numbers, reverse=True) and numbers[:1] == [self.first]
            case Listed.BY_POINTS:
                return there == sorted(there, key=lambda one: (-one.score, one.number))
            case Listed.BY_RATING:
                ratings = [one.rating for one in there]
                return ratings == sorted(ratings, reverse=True)
            case Listed.BY_OPPONENTS_RESULTS:
                places = truth.burstein_places()
                return list(self.order) == sorted(self.order, key=places.__getitem__)


class Numbered(Number):
    """The number of a player: the pairing number, that number among those who have entered, or the
    one in a round-robin table.
    """

    player: int

    def __new__(cls, number: int, player: int) -> Numbered:
        self = super().__new__(cls, number)
        self.player = player
        return self

    def holds(self, truth: Truth) -> bool:
        one = truth.entrant[self.player]
        return self in (one.number, one.parity)


class RoundsMissed(Number):
    """How many rounds a player has missed."""

    player: int

    def __new__(cls, number: int, player: int) -> RoundsMissed:
        self = super().__new__(cls, number)
        self.player = player
        return self

    def holds(self, truth: Truth) -> bool:
        return len(truth.rounds_missed(self.player)) == self


class MostPairs(NumberInWords):
    """How many pairs these players can make among themselves at most."""

    of: tuple[int, ...]

    def __new__(cls, number: int, of: tuple[int, ...]) -> MostPairs:
        self = super().__new__(cls, number)
        self.of = of
        return self

    def holds(self, truth: Truth) -> bool:
        return self == truth.most_pairs(self.of)


# Rounds and days


class RoundEvent(Enum):
    """What happened in a round that is named in a sentence."""

    MET = "met"
    """The two players have played each other."""
    BARRED = "barred"
    """For this round the player may not have the bye."""
    HAD_BYE = "had bye"
    UNPLAYED = "unplayed"
    """The player had no game."""
    DIFFERING = "differing"
    """One had White and the other Black, here for the last time."""
    KEPT_APART = "kept apart"
    """The two are kept apart since then."""
    TABLE = "table"
    """The two meet by the table of a round robin."""


class RoundOf(Number):
    """A round number, with what happened in that round and to which players."""

    event: RoundEvent
    players: tuple[int, ...]

    def __new__(cls, number: int, event: RoundEvent, *players: int) -> RoundOf:
        self = super().__new__(cls, number)
        self.event, self.players = event, players
        return self

    def holds(self, truth: Truth) -> bool:
        one, *rest = self.players
        match self.event:
            case RoundEvent.MET:
                return self in truth.rounds_met(one, *rest)
            case RoundEvent.BARRED:
                return self in truth.barring(one)
            case RoundEvent.HAD_BYE:
                return self in truth.had_bye(one)
            case RoundEvent.UNPLAYED:
                return self in truth.rounds_missed(one)
            case RoundEvent.DIFFERING:
                mine, theirs = truth.colours(one), truth.colours(*rest)
                both = [number for number in mine if number in theirs]
                return self == max((n for n in both if mine[n] is not theirs[n]), default=None)
            case RoundEvent.KEPT_APART:
                return any(
                    set(self.players) <= set(apart.players)
                    and apart.applies(truth.number)
                    and self
                    == (apart.since if isinstance(apart, DecidedApart) else apart.first_round)
                    for apart in truth.tournament.settings.forbidden
                )
            case RoundEvent.TABLE:
                games = truth.tournament.round(self).games
                return any({game.white, game.black} == set(self.players) for game in games)


# Colours


class ColourFact(Enum):
    """How a colour is related to players: needed, not allowed, had last, and so on."""

    NEEDED = "needed"
    NOT_ALLOWED = "not allowed"
    """All of them need the other one."""
    HAS = "has"
    """In this round."""
    HAD_LAST = "had last"
    DRAWN = "drawn"
    """The initial colour."""
    SIDE = "side"
    """The side of a list on which the player stands; verified by the lists of the group."""
    IN_ROUND = "in round"
    """In the round that is named."""
    IN_RETURN = "in return"
    """In a later game of the same two."""


@frozen
class ColourOf(Fact):
    """A colour with the players it is about, and how it is related to them."""

    colour: Colour
    what: ColourFact
    players: tuple[int, ...] = ()
    round: int = 0

    def write(self, writer: Writer) -> str:
        return writer.say(N_("White") if self.colour is Colour.WHITE else N_("Black"))

    @property
    def plain(self) -> str:
        return "White" if self.colour is Colour.WHITE else "Black"

    def holds(self, truth: Truth) -> bool:
        due = [truth.entrant[player].preference for player in self.players]
        match self.what:
            case ColourFact.NEEDED:
                return bool(due) and all(one is self.colour for one in due)
            case ColourFact.NOT_ALLOWED:
                return bool(due) and all(one is self.colour.opposite for one in due)
            case ColourFact.HAS:
                return all(truth.colour(player) is self.colour for player in self.players)
            case ColourFact.HAD_LAST:
                last = [list(truth.colours(player).values())[-1:] for player in self.players]
                return all(one == [self.colour] for one in last)
            case ColourFact.DRAWN:
                return truth.field.initial_colour is self.colour
            case ColourFact.SIDE:
                return bool(self.players)
            case ColourFact.IN_ROUND:
                return truth.colour_in(self.round, *self.players) is self.colour
            case ColourFact.IN_RETURN:
                (player,) = self.players
                later = range(truth.number + 1, len(truth.tournament.rounds) + 1)
                met = truth.opponent.get(player)
                return any(
                    {player, met} == {game.white, game.black}
                    and truth.colour_in(number, player) is self.colour
                    for number in later
                    for game in truth.tournament.round(number).games
                )


GAP = "–"
"""Stands for a round without a colour."""


@frozen
class ColoursSoFar(Fact):
    """The colours of a player, one letter for each round, such as ``WB–W``."""

    letters: str
    player: int

    @staticmethod
    def of(one: Entrant) -> ColoursSoFar:
        letters = "".join(part.letter or GAP for part in one.history.parts)
        return ColoursSoFar(letters if one.history.colours else "", one.id)

    def write(self, writer: Writer) -> str:
        return writer.colours(self.letters) if self.letters else writer.say(N_("none yet"))

    @property
    def plain(self) -> str:
        return self.letters

    def holds(self, truth: Truth) -> bool:
        had = truth.colours(self.player)
        rounds = range(1, truth.number)
        letters = "".join(LETTERS[had[n]] if n in had else GAP for n in rounds)
        return self.letters == (letters if had else "")


class Imbalance(Number):
    """The difference between a player's numbers of games with White and with Black."""

    player: int

    def __new__(cls, number: int, player: int) -> Imbalance:
        self = super().__new__(cls, number)
        self.player = player
        return self

    def holds(self, truth: Truth) -> bool:
        had = list(truth.colours(self.player).values())
        return abs(had.count(Colour.WHITE) - had.count(Colour.BLACK)) == self


@frozen
class OpponentsSum(Fact):
    """A sum over a player's opponents that orders the players in the Burstein system."""

    amount: int
    unit: int
    key: Key
    player: int

    def write(self, writer: Writer) -> str:
        return writer.points(self.amount, self.unit)

    def holds(self, truth: Truth) -> bool:
        return truth.order_figure(self.player, self.key) == self.amount


def facts_of(value: object) -> Iterator[Fact]:
    """Yield the facts in a value: a fact itself, or those in a sentence or list, at any depth."""
    if isinstance(value, Fact):
        yield value
    elif isinstance(value, Sentence):
        for one in value.values.values():
            yield from facts_of(one)
    elif isinstance(value, ListOf):
        for one in value.items:
            yield from facts_of(one)


# Facts of a round


def score_of(story: Story, *players: int) -> PointsOf:
    """Return the points of these players, as a range if they differ."""
    scores = [story.entrant[player].score for player in players]
    return PointsOf(min(scores, default=0), max(scores, default=0), story.unit, players)


def colour_needed(story: Story, *players: int) -> ColourOf | None:
    """Return the colour that these players need; None if they need none. All must need the same
    one.
    """
    colour = story.entrant[players[0]].preference
    return None if colour is None else ColourOf(colour, ColourFact.NEEDED, players)


def colour_not_allowed(story: Story, *players: int) -> ColourOf | None:
    """Return the colour that these players may not have; None if they need none."""
    colour = story.entrant[players[0]].preference
    return None if colour is None else ColourOf(colour.opposite, ColourFact.NOT_ALLOWED, players)


def colour_in_round(colour: Colour, *players: int) -> ColourOf:
    """Return this colour as the one that these players have in the round."""
    return ColourOf(colour, ColourFact.HAS, players)
