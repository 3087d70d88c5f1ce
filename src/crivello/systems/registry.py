"""Which system stands behind a key. The rooms are imported only when they are asked for."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from crivello.model.errors import N_, Unsupported
from crivello.model.keys import BY_KEY

if TYPE_CHECKING:  # nothing here needs them, and to load them takes time
    from crivello.model.pairing import Board, RoundPairing
    from crivello.model.result import Colour
    from crivello.model.tournament import Tournament
    from crivello.model.trace import Trace
    from crivello.rules.field import FieldRules
    from crivello.systems.difference import Difference
    from crivello.systems.wish import Wish


class System(Protocol):
    """One edition of a pairing system, ready to pair."""

    @property
    def key(self) -> str: ...

    @property
    def field_rules(self) -> FieldRules:
        """What the edition makes of a player's history."""
        ...

    @property
    def has_sieve(self) -> bool:
        """Is there a literal enumeration to compare with?"""
        ...

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        """Pair a round; raises `Impossible` if no legal pairing exists."""
        ...

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        """The same by the literal sieve, for small fields."""
        ...


@runtime_checkable
class Judge(System, Protocol):
    """A system that can say why a given pairing is not its own."""

    def best_with(self, tournament: Tournament, round_number: int, wish: Wish) -> RoundPairing:
        """The best pairing, by its rules, among those that grant a wish.

        Raises `Impossible` if there is none.
        """
        ...

    def judge(
        self,
        tournament: Tournament,
        round_number: int,
        boards: Collection[Board],
        bye: int | None,
    ) -> Difference | None:
        """The first difference to the right pairing; None if it is the right one."""
        ...

    def opponents_with(
        self, tournament: Tournament, round_number: int, player: int, colour: Colour
    ) -> frozenset[int]:
        """Ids of those against whom the colour rules would give the player this colour."""
        ...

    def forbids_pair(
        self, tournament: Tournament, round_number: int, one: int, other: int
    ) -> Difference | None:
        """The absolute rule that keeps these two from meeting, if there is one."""
        ...

    def forbids_bye(
        self, tournament: Tournament, round_number: int, player: int
    ) -> Difference | None:
        """The absolute rule that keeps the bye from this player, if there is one."""
        ...


_ROOMS = {
    "dutch-2026": "dutch.system",
    "dutch-2017": "dutch.system",
    "dutch-2011": "dutch2011.system",
    "dubov-2026": "dubov.system",
    "dubov-2018": "dubov.system",
    "dubov-1997": "dubov.procedure_1997",
    "burstein-2026": "burstein.system",
    "burstein-2016": "burstein.system",
    "lim-1999": "lim.system",
}
"""Module of each key; it has a function ``find(key) -> System``."""

AVAILABLE = tuple(key for key in BY_KEY if key in _ROOMS)


def find(key: str) -> System:
    """The system with this key (with its edition: see `model.keys.resolve`)."""
    if key not in _ROOMS:
        raise Unsupported(
            N_("There is no pairing system {key!r}. Known: {known}."),
            key=key,
            known=", ".join(AVAILABLE),
        )
    room = import_module("." + _ROOMS[key], __package__)
    return cast(System, room.find(key))
