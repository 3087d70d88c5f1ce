"""Systems whose editions are values of one class: what they answer about a pairing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.rules.field import FieldRules, build_field

if TYPE_CHECKING:  # what only questions about a pairing need is loaded when they are asked
    from crivello.systems.difference import Allocate, Difference


class Edition(Protocol):
    @property
    def key(self) -> str: ...
    @property
    def field_rules(self) -> FieldRules: ...


E = TypeVar("E", bound=Edition)
E_contra = TypeVar("E_contra", bound=Edition, contravariant=True)


class Judge(Protocol[E_contra]):
    """The module `judge` of a system."""

    def judge(
        self, field: Field, edition: E_contra, boards: Collection[Board], bye: int | None, /
    ) -> Difference | None: ...
    def forbids_pair(
        self, field: Field, edition: E_contra, one: Entrant, other: Entrant, /
    ) -> Difference | None: ...
    def forbids_bye(
        self, field: Field, edition: E_contra, player: Entrant, /
    ) -> Difference | None: ...


class SystemOfEditions(ABC, Generic[E]):
    def __init__(self, edition: E) -> None:
        self.edition = edition

    @property
    def key(self) -> str:
        return self.edition.key

    @property
    def field_rules(self) -> FieldRules:
        return self.edition.field_rules

    @property
    def has_sieve(self) -> bool:
        return True

    @property
    @abstractmethod
    def _judge(self) -> Judge[E]: ...

    @property
    @abstractmethod
    def _allocate(self) -> Allocate:
        """The colours of two players."""

    def _field(self, tournament: Tournament, round_number: int) -> Field:
        return build_field(tournament, round_number, self.edition.field_rules)

    def judge(
        self,
        tournament: Tournament,
        round_number: int,
        boards: Collection[Board],
        bye: int | None,
    ) -> Difference | None:
        field = self._field(tournament, round_number)
        return self._judge.judge(field, self.edition, boards, bye)

    def opponents_with(
        self, tournament: Tournament, round_number: int, player: int, colour: Colour
    ) -> frozenset[int]:
        from crivello.systems.difference import opponents_with

        field = self._field(tournament, round_number)
        return opponents_with(field, player, colour, self._allocate)

    def forbids_pair(
        self, tournament: Tournament, round_number: int, one: int, other: int
    ) -> Difference | None:
        from crivello.systems.difference import entrant

        field = self._field(tournament, round_number)
        two = entrant(field, one), entrant(field, other)
        return self._judge.forbids_pair(field, self.edition, *two)

    def forbids_bye(
        self, tournament: Tournament, round_number: int, player: int
    ) -> Difference | None:
        from crivello.systems.difference import entrant

        field = self._field(tournament, round_number)
        return self._judge.forbids_bye(field, self.edition, entrant(field, player))
