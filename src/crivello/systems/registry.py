"""Which system stands behind a key. The rooms are imported only when they are asked for."""

from __future__ import annotations

from typing import Protocol

from ..model.errors import N_, Unsupported
from ..model.keys import BY_KEY
from ..model.pairing import RoundPairing
from ..model.trace import Trace
from ..model.tournament import Tournament


class System(Protocol):
    """One edition of a pairing system, ready to pair."""

    @property
    def key(self) -> str: ...

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


def find(key: str) -> System:
    """The system with this key (with its edition: see `model.keys.resolve`)."""
    family = BY_KEY[key].family if key in BY_KEY else None
    if key in ("dutch-2017", "dutch-2026"):
        from .dutch.system import DutchSystem

        return DutchSystem.of(key)
    raise Unsupported(
        N_("The {family} system {key!r} is not available yet."), family=family or "", key=key
    )
