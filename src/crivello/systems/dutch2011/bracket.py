"""Brackets of the older Dutch rules and what can come out of them (A.3, A.6, C.3, C.4)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from crivello.model.field import Entrant
from crivello.systems.dutch2011.facts import Allowance, Failures


@dataclass(frozen=True, slots=True)
class Bracket:
    """Residents of one scoregroup and the players moved down to them, both in ranking order."""

    moved_down: tuple[Entrant, ...]
    residents: tuple[Entrant, ...]
    lowest: bool = False
    merged: bool = False
    """Joined from two or more brackets by C.13."""

    @property
    def players(self) -> tuple[Entrant, ...]:
        return self.moved_down + self.residents

    @property
    def homogeneous(self) -> bool:
        """A.3: nobody moved down, or at least half of the players did."""
        return not self.moved_down or 2 * len(self.moved_down) >= len(self.players)

    def without(self, players: tuple[Entrant, ...]) -> Bracket:
        gone = {player.id for player in players}
        return Bracket(
            tuple(p for p in self.moved_down if p.id not in gone),
            tuple(p for p in self.residents if p.id not in gone),
            self.lowest,
            self.merged,
        )


@dataclass(frozen=True, slots=True)
class Target:
    """How a bracket is to be divided and how many pairs are wanted (C.3, C.4, C.14)."""

    s1: tuple[Entrant, ...]
    """The p highest; in a heterogeneous bracket the moved-down players to be paired."""
    s2: tuple[Entrant, ...]
    heterogeneous: bool
    remainder: int
    """Pairs wanted in the homogeneous remainder; 0 in a homogeneous bracket."""
    lowered: int = 0
    """How often C.14 was applied."""
    remainder_lowered: int = 0
    """How often to the remainder."""

    @property
    def p(self) -> int:
        return len(self.s1)

    @property
    def pairs(self) -> int:
        return self.p + self.remainder

    @property
    def leaving(self) -> int:
        """How many players stay unpaired."""
        return len(self.s1) + len(self.s2) - 2 * self.pairs


def divide(bracket: Bracket) -> Target:
    """C.3, C.4 (A.6): S1 are the p highest players, S2 the rest."""
    if bracket.homogeneous:
        return all_alike(bracket)
    return _target(bracket, len(bracket.moved_down), 0)


def all_alike(bracket: Bracket) -> Target:
    """The target of a bracket treated as homogeneous, whoever is in it."""
    players = bracket.players
    half = len(players) // 2
    return Target(players[:half], players[half:], False, 0)


def lower(bracket: Bracket, target: Target, remainder_reached: bool) -> Target | None:
    """C.14: one pair less; None when p becomes zero.

    In a heterogeneous bracket whose moved-down players can be paired it is the remainder that
    gives up a pair; otherwise the lowest moved-down player goes to S2 (C.4). See
    `docs/decisions/dutch-2011-lowering-p.md`.
    """
    if target.heterogeneous and remainder_reached and target.remainder:
        return replace(
            target,
            remainder=target.remainder - 1,
            lowered=target.lowered + 1,
            remainder_lowered=target.remainder_lowered + 1,
        )
    if target.p <= 1:
        return None
    return _target(bracket, target.p - 1, target.lowered + 1)


def _target(bracket: Bracket, p: int, lowered: int) -> Target:
    players = bracket.players
    heterogeneous = not bracket.homogeneous
    remainder = (len(players) - 2 * p) // 2 if heterogeneous else 0
    return Target(players[:p], players[p:], heterogeneous, remainder, lowered)


@dataclass(frozen=True, slots=True)
class Split:
    """How a homogeneous group was paired: who changed sides (C.8), and in which order (C.7)."""

    s1: tuple[Entrant, ...]
    """As C.4 gives it."""
    s2: tuple[Entrant, ...]
    allowance: Allowance
    from_s1: tuple[Entrant, ...] = ()
    """Exchanged out of S1."""
    from_s2: tuple[Entrant, ...] = ()
    transposition: tuple[Entrant, ...] = ()
    """S2 in the order used: the opponents of S1, then who stays unpaired."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to pair a bracket that the procedure accepts, and what it had to give up for it."""

    failures: Failures
    order: tuple[int, ...] = field(repr=False)
    """Its place in the order of C.7 and C.8: smaller is earlier."""
    moved_down_pairs: tuple[tuple[Entrant, Entrant], ...]
    """Pairs of a heterogeneous bracket, the moved-down player first."""
    split: Split | None
    """The homogeneous bracket, or the remainder; None if nobody remained."""
    pairs: tuple[tuple[Entrant, Entrant], ...]
    """All pairs, those of moved-down players first."""
    leaving: tuple[Entrant, ...]
    """Who stays unpaired, in ranking order."""
    dropped: tuple[tuple[Entrant, Entrant, str], ...] = field(default=(), compare=False)
    """Opponents passed over for the moved-down players, and by which article."""
    among: tuple[Candidate | Barred, ...] = field(default=(), compare=False, repr=False)
    """All that the literal enumeration looked at; nothing from the search."""
    remainder: Candidate | None = field(default=None, compare=False, repr=False)
    """What the literal enumeration took for the remainder."""


@dataclass(frozen=True, slots=True)
class Barred:
    """What the enumeration could not accept at all."""

    pairs: tuple[tuple[Entrant, Entrant], ...]
    leaving: tuple[Entrant, ...]
    article: str
    """Empty: somebody would be left who may not be."""
