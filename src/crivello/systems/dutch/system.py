"""The Dutch system behind its keys, and its rounds from field to boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.rules.colours import allocate
from crivello.rules.field import build_field
from crivello.systems.dutch.bracket import Pairs, may_meet, topscorers
from crivello.systems.dutch.editions import EDITIONS, DutchEdition
from crivello.systems.publication import published, verify
from crivello.systems.registry import Articles, Judge, JudgeModule

if TYPE_CHECKING:
    from crivello.model.trace import Step, Trace
    from crivello.systems.judgement import Allocate, Wish


Solver = Callable[[Field, DutchEdition, "Trace | None"], tuple[Pairs, Entrant | None]]
"""Pairs of a complete round and the player with the bye; raises `Impossible` if there are none."""


def pair_round(
    tournament: Tournament,
    round_number: int,
    edition: DutchEdition,
    solver: Solver,
    trace: Trace | None = None,
) -> RoundPairing:
    """Pair a round; a list given as `trace` is filled with the steps taken."""
    field = build_field(tournament, round_number, edition.field_rules)
    return pair_field(field, edition, solver, trace)


def pair_field(
    field: Field, edition: DutchEdition, solver: Solver, trace: Trace | None = None
) -> RoundPairing:
    pairs, bye = solver(field, edition, trace)
    top = topscorers(field)
    verify(field, pairs, bye, lambda one, other: may_meet(one, other, top))
    coloured = []
    for one, other in pairs:
        white, black, rule = allocate(one, other, field.initial_colour)
        coloured.append((white, black, edition.colour_rules[rule - 1]))
    return published(edition.key, field, coloured, bye, trace)


class DutchSystem(Judge):
    """The editions of 2017 and 2026."""

    edition: DutchEdition
    notation = N_(
        "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
        "strong, w or b mild), and the floats of the last two rounds, the latest first: ↓ down, "
        "↑ up, - none."
    )
    last_round_exceptions = True
    endorsed = True

    def __init__(self, edition: DutchEdition) -> None:
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
    def _judge(self) -> JudgeModule:
        from crivello.systems.dutch import judge

        return judge

    @property
    def _allocate(self) -> Allocate:
        return allocate


def find(key: str) -> DutchSystem:
    return DutchSystem(EDITIONS[key])
