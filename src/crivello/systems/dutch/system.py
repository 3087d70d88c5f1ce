"""The Dutch system behind its keys."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...model.pairing import Board, RoundPairing
from ...model.result import Colour
from ...model.tournament import Tournament
from ...rules.colours import allocate
from ...rules.field import FieldRules, build_field
from .editions import EDITIONS, Edition
from .pairing import pair_field, pair_round

if TYPE_CHECKING:  # what only questions about a pairing need is loaded when they are asked
    from ...model.trace import Trace
    from ..difference import Difference
    from ..wish import Wish


@dataclass(frozen=True, slots=True)
class DutchSystem:
    edition: Edition

    @property
    def key(self) -> str:
        return self.edition.key

    @property
    def field_rules(self) -> FieldRules:
        return self.edition.field_rules

    @property
    def has_sieve(self) -> bool:
        return True

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

        right = build_field(tournament, round_number, self.edition.field_rules)
        return pair_field(
            wish.granted(right),
            self.edition,
            lambda field, edition, _: best_with(right, field, edition),
        )

    def judge(
        self,
        tournament: Tournament,
        round_number: int,
        boards: Collection[Board],
        bye: int | None,
    ) -> Difference | None:
        from .judge import judge

        field = build_field(tournament, round_number, self.edition.field_rules)
        return judge(field, self.edition, boards, bye)

    def opponents_with(
        self, tournament: Tournament, round_number: int, player: int, colour: Colour
    ) -> frozenset[int]:
        from ..difference import opponents_with

        field = build_field(tournament, round_number, self.edition.field_rules)
        return opponents_with(field, player, colour, allocate)

    def forbids_pair(
        self, tournament: Tournament, round_number: int, one: int, other: int
    ) -> Difference | None:
        from ..difference import entrant
        from .judge import forbids_pair

        field = build_field(tournament, round_number, self.edition.field_rules)
        return forbids_pair(field, self.edition, entrant(field, one), entrant(field, other))

    def forbids_bye(
        self, tournament: Tournament, round_number: int, player: int
    ) -> Difference | None:
        from ..difference import entrant
        from .judge import forbids_bye

        field = build_field(tournament, round_number, self.edition.field_rules)
        return forbids_bye(field, self.edition, entrant(field, player))


def find(key: str) -> DutchSystem:
    return DutchSystem(EDITIONS[key])
