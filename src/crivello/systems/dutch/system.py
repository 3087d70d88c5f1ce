"""The Dutch system behind its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.model.errors import N_
from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.rules.colours import allocate
from crivello.systems.dutch.bracket import may_meet, topscorers
from crivello.systems.dutch.editions import EDITIONS, Edition
from crivello.systems.dutch.pairing import pair_field, pair_round
from crivello.systems.registry import Articles, JudgeModule, SystemOfEditions

if TYPE_CHECKING:  # what only questions about a pairing need is loaded when they are asked
    from crivello.model.trace import Step, Trace
    from crivello.systems.difference import Allocate
    from crivello.systems.wish import Wish


class DutchSystem(SystemOfEditions[Edition]):
    """The editions of 2017 and 2026."""

    notation = N_(
        "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
        "strong, w or b mild), and the floats of the last two rounds, the latest first: ↓ down, "
        "↑ up, - none."
    )
    last_round_exceptions = True
    endorsed = True

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.articles = Articles(*edition.absolute, *edition.definitions)
        self.float_columns = edition.float_columns

    @property
    def steps(self) -> tuple[type[Step], ...]:
        from crivello.model.trace import ByeDecided, CompletionTested, dutch

        return (
            dutch.Collapsed if self.edition.lowest_bye is None else dutch.LowestBye,
            CompletionTested,
            dutch.BracketOpened,
            dutch.IdealJudged,
            dutch.PairsForgone,
            dutch.BracketPaired,
            ByeDecided,
        )

    def may_meet(self, field: Field) -> MayMeet:
        top = topscorers(field)

        def meet(a: Entrant, b: Entrant) -> bool:
            return may_meet(a, b, top)

        return meet

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
    def _judge(self) -> JudgeModule[Edition]:
        from crivello.systems.dutch import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate


def find(key: str) -> DutchSystem:
    return DutchSystem(EDITIONS[key])
