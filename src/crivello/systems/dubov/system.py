"""The Dubov system behind its keys."""

from __future__ import annotations

from crivello.model.field import Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.model.trace import CompletionTested, Step, Trace
from crivello.model.trace.dubov import ByeChosen, DubovBracketPaired, SetJudged, UpfloatersNeeded
from crivello.rules.colours import may_meet
from crivello.systems.dubov.editions import EDITIONS, DubovEdition
from crivello.systems.dubov.pairing import allocate_colours, pair_field, pair_round
from crivello.systems.judgement import Allocate, Wish
from crivello.systems.registry import Articles, Judge, JudgeModule


class DubovSystem(Judge):
    """The editions of 2018 and 2026."""

    edition: DubovEdition
    notation = N_(
        "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
        "strong, w or b mild), and ↑ if they were upfloated in the last round."
    )
    shows_ratings = True
    options = Judge.options | {"forfeited-upfloats"}

    def __init__(self, edition: DubovEdition) -> None:
        super().__init__(edition)
        rematch, colours = edition.absolute
        self.articles = Articles(rematch, edition.bye_bar, colours, *edition.definitions)

    @property
    def steps(self) -> tuple[type[Step], ...]:
        return ByeChosen, UpfloatersNeeded, SetJudged, DubovBracketPaired, CompletionTested

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet

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
    def _judge(self) -> JudgeModule:
        from crivello.systems.dubov import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate_colours


def find(key: str) -> DubovSystem:
    return DubovSystem(EDITIONS[key])
