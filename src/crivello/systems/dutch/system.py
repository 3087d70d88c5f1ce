"""The Dutch system behind its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...rules.colours import allocate
from ..of_editions import Judge, SystemOfEditions
from .editions import EDITIONS, Edition
from .pairing import pair_field, pair_round

if TYPE_CHECKING:  # what only questions about a pairing need is loaded when they are asked
    from ...model.trace import Trace
    from ..difference import Allocate
    from ..wish import Wish


class DutchSystem(SystemOfEditions[Edition]):
    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from .solver import solve

        return pair_round(tournament, round_number, self.edition, solve, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from .sieve import sift

        return pair_round(tournament, round_number, self.edition, sift, trace)

    def best_with(self, tournament: Tournament, round_number: int, wish: Wish) -> RoundPairing:
        from .wish import best_with

        right = self._field(tournament, round_number)
        return pair_field(
            wish.granted(right),
            self.edition,
            lambda field, edition, _: best_with(right, field, edition),
        )

    @property
    def _judge(self) -> Judge[Edition]:
        from . import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate


def find(key: str) -> DutchSystem:
    return DutchSystem(EDITIONS[key])
