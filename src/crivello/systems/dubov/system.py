"""The Dubov system behind its keys."""

from __future__ import annotations

from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...model.trace import Trace
from ..difference import Allocate
from ..of_editions import Judge, SystemOfEditions
from ..wish import Wish
from .colours import allocate_colours
from .editions import EDITIONS, Edition
from .pairing import pair_field, pair_round


class DubovSystem(SystemOfEditions[Edition]):
    """The editions of 2018 and 2026."""

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
        """Nothing but completion is asked of what lies below, so the wish may be a rule."""
        from .solver import solve

        field = self._field(tournament, round_number)
        return pair_field(wish.granted(field), self.edition, solve)

    @property
    def _judge(self) -> Judge[Edition]:
        from . import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate_colours


def find(key: str) -> DubovSystem:
    return DubovSystem(EDITIONS[key])
