"""Can these players be paired completely, and who can be whose partner? Fast and literal.

The procedure asks these questions only; the order of exchanges is its own business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ...matching.bits import members
from ...matching.cardinality import has_perfect_matching, maximum_matching
from ...matching.perfect import possible_partners
from ...model.field import Entrant
from ..completion import LegalPairs


class Search(Protocol):
    def fit(self, a: Entrant, b: Entrant) -> bool:
        """Are the two compatible?"""
        ...

    def completes(self, players: Sequence[Entrant]) -> bool:
        """Can all of them be paired with one another?"""
        ...

    def partners(self, player: Entrant, among: Sequence[Entrant]) -> set[int]:
        """Ids of those who can be his partner such that all the others can be paired too."""
        ...

    def covers(self, players: Sequence[Entrant], wanted: Sequence[Entrant]) -> bool:
        """Can all `wanted` have a partner among the players, whoever else has none?"""
        ...


class Matchings:
    """The answers through matchings, for groups of any size."""

    def __init__(self, legal: LegalPairs) -> None:
        self.legal = legal
        self.fit = legal.fit
        self._mate: list[int] = []

    def completes(self, players: Sequence[Entrant]) -> bool:
        return self.legal.can_complete(players)

    def partners(self, player: Entrant, among: Sequence[Entrant]) -> set[int]:
        legal = self.legal
        these = legal.among(among)
        mate = maximum_matching(legal.rows, self._still_matched(these), these)
        if any(mate[i] < 0 for i in members(these)):
            return set()
        self._mate = mate
        possible = possible_partners(legal.rows, mate, legal.position[player.id], these)
        return {legal.players[i].id for i in members(possible)}

    def _still_matched(self, these: int) -> list[int]:
        """What is left of the last matching: a start for the next one."""
        mate = [-1] * len(self.legal.rows)
        if self._mate:
            for i in members(these):
                j = self._mate[i]
                if j >= 0 and these >> j & 1:
                    mate[i] = j
        return mate

    def covers(self, players: Sequence[Entrant], wanted: Sequence[Entrant]) -> bool:
        # Those who need no partner may be put together in any way, or with one more vertex.
        legal = self.legal
        these = legal.among(players)
        spare = these & ~legal.among(wanted)
        odd = 1 << len(legal.rows) if len(players) % 2 else 0
        rows = [
            (row & these) | ((spare & ~(1 << i)) | odd if spare >> i & 1 else 0)
            if these >> i & 1
            else 0
            for i, row in enumerate(legal.rows)
        ]
        return has_perfect_matching([*rows, spare], these | odd)


class Literal:
    """The same answers by trying everything, for small groups."""

    def __init__(self, legal: LegalPairs) -> None:
        self.fit = legal.may_meet

    def completes(self, players: Sequence[Entrant]) -> bool:
        return self.covers(players, players)

    def partners(self, player: Entrant, among: Sequence[Entrant]) -> set[int]:
        return {
            other.id
            for other in among
            if other is not player
            and self.fit(player, other)
            and self.completes([p for p in among if p is not player and p is not other])
        }

    def covers(self, players: Sequence[Entrant], wanted: Sequence[Entrant]) -> bool:
        if not wanted:
            return True
        first = wanted[0]
        return any(
            other is not first
            and self.fit(first, other)
            and self.covers(
                [p for p in players if p is not first and p is not other],
                [p for p in wanted if p is not first and p is not other],
            )
            for other in players
        )
