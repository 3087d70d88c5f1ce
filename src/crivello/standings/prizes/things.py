"""Prizes that are no money, which nobody can share: docs/decisions/prizes-without-money.md.

They go by tie-break, whatever is said of ties: down the standings each player takes the most
valuable prize left that is open to him. Who takes a thing has it, and is out of the division of
the money of the same lists; who takes money in this walk is not bound to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from crivello.standings.prizes.rules import Prize, PrizeRules
from crivello.standings.standings import Row, Standings


@dataclass(frozen=True, slots=True)
class Given:
    """A thing and the player who gets it."""

    player: int
    prize: Prize


@dataclass(frozen=True, slots=True)
class Things:
    """What was given of some lists that were divided together."""

    lists: tuple[int, ...]
    given: tuple[Given, ...]
    left: tuple[Prize, ...]
    """Things that nobody won."""
    unsettled: tuple[tuple[int, ...], ...]
    """Players tied to the end of the tie-breaks, about whose things only a lot can decide."""

    @property
    def players(self) -> frozenset[int]:
        return frozenset(one.player for one in self.given)


def give_things(
    rules: PrizeRules,
    indexes: Sequence[int],
    table: Standings,
    closed: Mapping[tuple[int, int], object],
) -> Things:
    """Who gets the things of these lists; one prize for each player."""
    left = {index: list(rules.prizes(index)) for index in indexes}
    if not any(prize.thing for prizes in left.values() for prize in prizes):
        return Things(tuple(indexes), (), (), ())
    given: list[Given] = []
    unsettled = []
    for rows in _by_rank(table):
        taking = []
        found = len(given)
        for row in _by_lot(rows, rules.lots):
            player = row.player.id
            first = [left[i][0] for i in indexes if left[i] and (i, player) not in closed]
            if not first:
                continue
            prize = min(first, key=lambda one: (-one.worth, one.list, one.place))
            left[prize.list].remove(prize)
            taking.append(player)
            if prize.thing:
                given.append(Given(player, prize))
        waiting = [row.player.id for row in rows if row.player.id not in taking]
        others = [
            p for p in waiting if any((one.prize.list, p) not in closed for one in given[found:])
        ]
        tied = (*taking, *others)
        if len(given) > found and len(tied) > 1 and not set(tied) <= set(rules.lots):
            unsettled.append(tied)
    rest = tuple(prize for index in indexes for prize in left[index] if prize.thing)
    return Things(tuple(indexes), tuple(given), rest, tuple(unsettled))


def _by_rank(table: Standings) -> Iterator[list[Row]]:
    for _, rows in groupby(table.rows, key=lambda row: row.rank):
        yield list(rows)


def _by_lot(rows: list[Row], lots: Sequence[int]) -> list[Row]:
    """Players of one rank: as the lots were drawn, the others as the standings list them."""
    place = {player: number for number, player in enumerate(lots)}
    return sorted(rows, key=lambda row: place.get(row.player.id, len(lots)))
