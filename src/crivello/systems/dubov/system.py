"""The Dubov system behind its keys."""

from __future__ import annotations

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.systems.difference import Allocate
from crivello.systems.dubov.colours import allocate_colours
from crivello.systems.dubov.editions import EDITIONS, Edition
from crivello.systems.dubov.pairing import pair_field, pair_round
from crivello.systems.of_editions import Judge, SystemOfEditions
from crivello.systems.wish import Wish


class DubovSystem(SystemOfEditions[Edition]):
    """The editions of 2018 and 2026."""

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from crivello.systems.dubov.solver import solve

        return pair_round(tournament, round_number, self.edition, solve, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from crivello.systems.dubov.sieve import sift

        return pair_round(tournament, round_number, self.edition, sift, trace)

    def best_with(self, tournament: Tournament, round_number: int, wish: Wish) -> RoundPairing:
        """Nothing but completion is asked of what lies below, so the wish may be a rule."""
        from crivello.systems.dubov.solver import solve

        field = self._field(tournament, round_number)
        return pair_field(wish.granted(field), self.edition, solve)

    @property
    def _judge(self) -> Judge[Edition]:
        from crivello.systems.dubov import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate_colours


def find(key: str) -> DubovSystem:
    return DubovSystem(EDITIONS[key])
