"""Steps of systems that use upfloaters: Dubov since 2018, and matches.

Players are ids. The articles in brackets are those of the Dubov system.
"""

from __future__ import annotations

from enum import Enum

from crivello.model.trace import Pairs, Step
from crivello.standard.classes import frozen

Failures = tuple[tuple[str, tuple[int, ...]], ...]
"""Failure values by criterion code, in order; a count is one number, a list its values."""


class ByeReason(Enum):
    """Why the player with the bye comes before the next one in the order of B.0 (3.1)."""

    ONLY = "only"
    """All others are barred or needed."""
    SCORE = "score"
    """A lower score."""
    GAMES = "games"
    """More games played."""
    NUMBER = "number"
    """A larger pairing number."""


@frozen
class ByeChosen(Step):
    """The player with the pairing-allocated bye, chosen before anything else is paired (Dubov 2018,
    matches).

    Other systems record `ByeDecided`.
    """

    player: int
    article: str
    reason: ByeReason
    runner_up: int | None
    """The next player in order who is not barred; None if there is none."""
    barred: tuple[int, ...]
    """Players earlier in order who may not have it."""
    indispensable: tuple[int, ...]
    """Players earlier in order without whom the others could not be paired."""


class Need(Enum):
    """The reason for the number of upfloaters of a scoregroup."""

    NONE = "none"
    ODD = "odd"
    """All residents but one can be paired among themselves."""
    UNPAIRABLE = "unpairable"
    """Two or more residents are left over however they are paired among themselves."""
    COMPLETION = "completion"
    """The residents need fewer, but then a player would remain unpaired below."""


@frozen
class UpfloatersNeeded(Step):
    """The number of upfloaters that a scoregroup needs (B.1, 3.2.1)."""

    score: int
    residents: tuple[int, ...]
    left_over: int
    """The fewest residents who remain when they are paired among themselves."""
    number: int
    pool: tuple[int, ...]
    """All lower players in the order of their sequence numbers (D.1.a, 4.2)."""

    @property
    def need(self) -> Need:
        if self.number > self.left_over:
            return Need.COMPLETION
        return (Need.NONE, Need.ODD, Need.UNPAIRABLE)[min(self.number, 2)]


@frozen
class UpfloatBracketPaired(Step):
    """A paired bracket with upfloaters; each system adds its own facts in a subclass."""

    score: int
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return self.residents + self.upfloaters


@frozen
class ContainerOpened(Step):
    """The container that the sieve examines next: all sets of upfloaters with these scores (D.1.b,
    4.2.3).
    """

    scores: tuple[int, ...]
    """Descending."""
    sets: tuple[tuple[int, ...], ...]
    """In order."""


class SetVerdict(Enum):
    INCOMPLETE = "incomplete"
    """Without them the players below cannot be paired."""
    ILLEGAL = "illegal"
    """The residents cannot be paired with them."""
    WORSE = "worse"
    """Fails more than the best so far."""
    LATER = "later"
    """Fails exactly as the best so far, and comes later in order."""
    BEST_SO_FAR = "best so far"
    PERFECT = "perfect"
    """Nothing fails, so no later set of this container can be better."""


@frozen
class SetJudged(Step):
    """A set of upfloaters and the verdict on it.

    The sieve records every set in order, the solver only the first one.
    """

    upfloaters: tuple[int, ...]
    verdict: SetVerdict
    criterion: str | None
    """Code of the criterion that decided: completion, or the first in which it is worse."""
    failures: Failures
    pairs: Pairs = ()
    """How the bracket is paired with them; empty if it cannot be."""


# Dubov


@frozen
class ShiftTried(Step):
    """One choice of the players who change subgroups, recorded by the sieve in the order of D.2
    (4.3).
    """

    smaller: tuple[int, ...]
    """Shifted out of the smaller subgroup."""
    larger: tuple[int, ...]
    """Shifted out of the larger subgroup."""
    s1: tuple[int, ...]
    t2: tuple[int, ...]
    """The first transposition that makes legal pairs; empty if there is none."""
    denied: int
    """Number of pairs in which a preference is denied."""


@frozen
class DubovBracketPaired(UpfloatBracketPaired):
    """A paired bracket of the Dubov system, with its subgroups, shifts and transposition."""

    all_new: bool
    """True if all are newcomers: then the subgroups are halves by number, not by preference."""
    g1: tuple[int, ...]
    """Before the shifts, by ARO."""
    g2: tuple[int, ...]
    """Before the shifts, by number."""
    unavoidable: int
    """Pairs inside the smaller subgroup (G1 if they are equal) that cannot be avoided."""
    shift_smaller: tuple[int, ...]
    """Shifted out of the smaller subgroup because of them, in the order of D.2 (4.3)."""
    shift_larger: tuple[int, ...]
    """Shifted out of the larger subgroup to make them equal, in the order of D.2 (4.3)."""
    s1: tuple[int, ...]
    t2: tuple[int, ...]
    pairs: Pairs
    """The player of S1 first."""
    failures: Failures


# Matches


@frozen
class MatchBracketPaired(UpfloatBracketPaired):
    """A paired bracket of matches; the pairs are chosen by the criteria, then by their order
    (3.6).
    """

    by_number: tuple[int, ...]
    """All of them by pairing number: first, the upper half meets the lower half."""
    pairs: Pairs
    """By the number of the top member, who comes first."""
    failures: Failures

    @property
    def halves(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The upper and the lower half of the bracket by pairing number."""
        half = len(self.by_number) // 2
        return self.by_number[:half], self.by_number[half:]
