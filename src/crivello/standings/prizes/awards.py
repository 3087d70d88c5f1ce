"""Who wins which prizes: down the standings, tie by tie.

A tie takes its prizes before those below it, who can therefore never change what it gets. What a
tie takes, and how it is shared, is in `sharing`; what is no money is given before, in `things`.
Silent points: docs/decisions/prizes-of-a-tie.md and docs/decisions/prize-money.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import groupby

from crivello.model.sentence import N_
from crivello.standings.prizes.rules import Mode, Prize, PrizeList, PrizeRules, Ties
from crivello.standings.prizes.sharing import Kind, Share, share, value
from crivello.standings.prizes.things import Things, give_things
from crivello.standings.standings import Row, Standings


class Closed(Enum):
    """Why a list is not open to a player."""

    EXPELLED = N_("not open: he was expelled")
    NOT_NAMED = N_("not open: it is for other players")
    CATEGORY = N_("not open: he does not belong to {category}")
    GAMES = N_("not open: games played: {played}, asked for: {least}")
    PLAYERS = N_("not given: players it is open to: {players}, asked for: {least}")


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who come together, and what they take."""

    rows: tuple[Row, ...]
    """All of them, in the order of the standings."""
    left: tuple[tuple[Prize, ...], ...]
    """What was left of each list when their turn came."""
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Division:
    """Prize lists that were divided together, by one way of treating ties."""

    lists: tuple[int, ...]
    ties: Ties
    """Tie-break or shared; the Hort system is one division of each, with half the money."""
    part: Fraction
    """How much of the money it is about: all, or half of it."""
    turns: tuple[Tie, ...]
    """Those to whom something was open, from the top."""
    left: tuple[Prize, ...]
    """What nobody won."""


@dataclass(frozen=True, slots=True)
class Winning:
    """What one player gets."""

    row: Row
    parts: tuple[tuple[Division, Share], ...]
    won: Fraction
    """In coins, before rounding."""
    paid: int
    things: tuple[Prize, ...] = ()
    """Prizes that are no money."""


@dataclass(frozen=True, slots=True)
class Awards:
    """The prizes of a tournament, given out."""

    rules: PrizeRules
    standings: Standings
    closed: Mapping[tuple[int, int], Closed]
    """(list, player): why it is not open to him."""
    open_to: tuple[int, ...]
    """To how many players each list is open."""
    divisions: tuple[Division, ...]
    winnings: tuple[Winning, ...]
    """In the order of the standings; those who get something."""
    things: tuple[Things, ...] = ()
    """Who gets what is no money, of lists that have it."""

    @property
    def paid(self) -> int:
        return sum(winning.paid for winning in self.winnings)

    @property
    def rounded_off(self) -> Fraction:
        """What rounding down leaves."""
        return sum((winning.won for winning in self.winnings), Fraction()) - self.paid

    @property
    def not_given(self) -> Fraction:
        """What nobody won."""
        return self.rules.total - self.rounded_off - self.paid

    def is_given(self, index: int) -> bool:
        return self.open_to[index] >= self.rules.lists[index].minimum_players


def award(rules: PrizeRules, table: Standings) -> Awards:
    """Give out the prizes by the standings."""
    closed = {
        (index, row.player.id): reason
        for index, prize_list in enumerate(rules.lists)
        for row in table.rows
        if (reason := _closed(prize_list, row, table)) is not None
    }
    open_to = tuple(
        sum((index, row.player.id) not in closed for row in table.rows)
        for index in range(len(rules.lists))
    )
    for index, prize_list in enumerate(rules.lists):
        if open_to[index] < prize_list.minimum_players:
            for row in table.rows:
                closed.setdefault((index, row.player.id), Closed.PLAYERS)
    divisions = []
    things = []
    for indexes in _together(rules):
        found = give_things(rules, indexes, table, closed)
        if found.given or found.left:
            things.append(found)
        divisions += [
            _divide(rules, indexes, ties, part, table, closed, found.players)
            for ties, part in _halves(rules.lists[indexes[0]].ties)
        ]
    winnings = _winnings(rules, table, divisions, things)
    return Awards(rules, table, closed, open_to, tuple(divisions), winnings, tuple(things))


def _closed(prize_list: PrizeList, row: Row, table: Standings) -> Closed | None:
    player = row.player
    if player.expelled:
        return Closed.EXPELLED
    if prize_list.players and player.id not in prize_list.players:
        return Closed.NOT_NAMED
    if not all(category.has(player) for category in prize_list.categories):
        return Closed.CATEGORY
    if table.sheet.past[player.id].games_played < prize_list.minimum_games:
        return Closed.GAMES
    return None


def _together(rules: PrizeRules) -> Iterator[tuple[int, ...]]:
    """The lists of which a player may win one prize only; every other list by itself."""
    indexes = range(len(rules.lists))
    one = tuple(i for i in indexes if rules.mode is Mode.ONE and not rules.lists[i].besides)
    if one:
        yield one
    for index in indexes:
        if index not in one:
            yield (index,)


def _halves(ties: Ties) -> list[tuple[Ties, Fraction]]:
    if ties is Ties.HORT:
        return [(Ties.TIE_BREAK, Fraction(1, 2)), (Ties.SHARED, Fraction(1, 2))]
    return [(ties, Fraction(1))]


def _divide(
    rules: PrizeRules,
    indexes: tuple[int, ...],
    ties: Ties,
    part: Fraction,
    table: Standings,
    closed: Mapping[tuple[int, int], Closed],
    out: Collection[int] = (),
) -> Division:
    """The money of these lists; `out` have won a thing of them."""
    left = {index: [prize for prize in rules.prizes(index) if not prize.thing] for index in indexes}
    turns = []
    for rows in tied(table, ties):
        open_to: dict[int, Kind] = {}
        for row in rows:
            player = row.player.id
            kind = frozenset(i for i in indexes if left[i] and (i, player) not in closed)
            if kind and player not in out:
                open_to[player] = kind
        if open_to:
            before = tuple(tuple(left[index]) for index in indexes)
            shares = share(open_to, before)
            turns.append(Tie(rows, before, shares))
            for taken in (prize for each in shares for prize in each.prizes):
                left[taken.list].remove(taken)
    rest = tuple(prize for index in indexes for prize in left[index])
    return Division(indexes, ties, part, tuple(turns), rest)


def tied(table: Standings, ties: Ties) -> Iterator[tuple[Row, ...]]:
    """The standings in groups: equal in the first value (the points), or in rank."""
    rows = table.rows
    groups: Iterable[tuple[object, Iterator[Row]]]
    if ties is Ties.TIE_BREAK:
        groups = groupby(rows, key=lambda row: row.rank)
    else:
        groups = groupby(rows, key=lambda row: row.values[0])
    for _, group in groups:
        yield tuple(group)


def _winnings(
    rules: PrizeRules, table: Standings, divisions: Iterable[Division], things: Iterable[Things]
) -> tuple[Winning, ...]:
    taken: dict[int, list[Prize]] = {}
    for one in (given for found in things for given in found.given):
        taken.setdefault(one.player, []).append(one.prize)
    parts: dict[int, list[tuple[Division, Share]]] = {row.player.id: [] for row in table.rows}
    for division in divisions:
        for turn in division.turns:
            for each in turn.shares:
                for player in each.players:
                    parts[player].append((division, each))
    winnings = []
    for row in table.rows:
        found = tuple(parts[row.player.id])
        mine = tuple(taken.get(row.player.id, ()))
        if found or mine:
            won = sum((division.part * each.each for division, each in found), Fraction())
            paid = int(won // rules.unit) * rules.unit
            winnings.append(Winning(row, found, won, paid, mine))
    return tuple(winnings)


def money_left(awards: Awards) -> list[tuple[Prize, Fraction]]:
    """The prizes, or parts of them, that nobody won."""
    left: dict[Prize, Fraction] = {}
    for division in awards.divisions:
        for prize in division.left:
            left[prize] = left.get(prize, Fraction()) + division.part
    assert sum(part * value([prize]) for prize, part in left.items()) == awards.not_given
    return sorted(left.items())
