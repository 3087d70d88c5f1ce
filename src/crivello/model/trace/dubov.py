"""Steps of the Dubov system alone, editions 2018 and 2026. Players are ids."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.trace import Pairs, Step
from crivello.model.trace.upfloats import Failures, UpfloatBracketPaired


@dataclass(frozen=True, slots=True)
class ShiftTried(Step):
    """One choice of shifters in the chosen bracket, in order (D.2, 4.3): the sieve's."""

    smaller: tuple[int, ...]
    """Shifted out of the smaller subgroup."""
    larger: tuple[int, ...]
    """Shifted out of the larger subgroup."""
    s1: tuple[int, ...]
    t2: tuple[int, ...]
    """The first transposition that makes legal pairs; empty if there is none."""
    denied: int
    """Pairs in which a preference is not granted."""


@dataclass(frozen=True, slots=True)
class DubovBracketPaired(UpfloatBracketPaired):
    """A bracket with its subgroups, shifts and transposition."""

    all_new: bool
    """Nobody in it has played: the subgroups are halves by number, not by preference."""
    g1: tuple[int, ...]
    """Before the shifts, by ARO."""
    g2: tuple[int, ...]
    """Before the shifts, by number."""
    unavoidable: int
    """Pairs inside the smaller subgroup (G1 if they are equal) that cannot be avoided."""
    shift_smaller: tuple[int, ...]
    """Shifted out of the smaller subgroup for these, in the order of D.2 (4.3)."""
    shift_larger: tuple[int, ...]
    """Shifted out of the larger subgroup to make them equal, in the order of D.2 (4.3)."""
    s1: tuple[int, ...]
    t2: tuple[int, ...]
    pairs: Pairs
    """The player of S1 first."""
    failures: Failures
