"""The Dutch system behind its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.rules.colours import allocate
from crivello.systems.dutch.editions import EDITIONS, Edition
from crivello.systems.dutch.pairing import pair_field, pair_round
from crivello.systems.of_editions import Judge, SystemOfEditions

if TYPE_CHECKING:  # what only questions about a pairing need is loaded when they are asked
    from crivello.model.trace import Trace
    from crivello.systems.difference import Allocate
    from crivello.systems.wish import Wish


class DutchSystem(SystemOfEditions[Edition]):
    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from crivello.systems.dutch.solver import solve

        return pair_round(tournament, round_number, self.edition, solve, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from crivello.systems.dutch.sieve import sift

        return pair_round(tournament, round_number, self.edition, sift, trace)

    def best_with(self, tournament: Tournament, round_number: int, wish: Wish) -> RoundPairing:
        from crivello.systems.dutch.wish import best_with

        right = self._field(tournament, round_number)
        return pair_field(
            wish.granted(right),
            self.edition,
            lambda field, edition, _: best_with(right, field, edition),
        )

    @property
    def _judge(self) -> Judge[Edition]:
        from crivello.systems.dutch import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate


def find(key: str) -> DutchSystem:
    return DutchSystem(EDITIONS[key])
