"""Steps of systems that bring players up to a bracket: Dubov since 2018, and matches.

Players are ids. The articles in brackets are those of the Dubov system.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from crivello.model.trace import Pairs, Step

Failures = tuple[tuple[str, tuple[int, ...]], ...]
"""Failure values by criterion code, in order; a count is one number, a list its values."""


class ByeReason(Enum):
    """What sets the player with the bye apart from the next one in the order of B.0 (3.1)."""

    ONLY = "only"
    """Nobody else may have it."""
    SCORE = "score"
    """A lower score."""
    GAMES = "games"
    """More games played."""
    NUMBER = "number"
    """A larger pairing number."""


@dataclass(frozen=True, slots=True)
class ByeChosen(Step):
    """Who gets the pairing-allocated bye, before anything else is paired (Dubov 2018, matches).

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
    """Players earlier in order without whom the others cannot be paired."""


class Need(Enum):
    """Why a scoregroup needs the upfloaters it needs."""

    NONE = "none"
    ODD = "odd"
    """All residents but one can be paired among themselves."""
    UNPAIRABLE = "unpairable"
    """Two or more residents are left over however they are paired among themselves."""
    COMPLETION = "completion"
    """The residents could do with fewer, but then somebody would remain unpaired below."""


@dataclass(frozen=True, slots=True)
class UpfloatersNeeded(Step):
    """B.1 (3.2.1): how many players have to be brought up to a scoregroup."""

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


@dataclass(frozen=True, slots=True)
class UpfloatBracketPaired(Step):
    """A bracket that is paired; each family adds how."""

    score: int
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return self.residents + self.upfloaters


@dataclass(frozen=True, slots=True)
class ContainerOpened(Step):
    """The sieve turns to the sets of upfloaters with these scores (D.1.b, 4.2.3)."""

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


@dataclass(frozen=True, slots=True)
class SetJudged(Step):
    """One set of upfloaters: the sieve's, in order; the solver records the very first only."""

    upfloaters: tuple[int, ...]
    verdict: SetVerdict
    criterion: str | None
    """Code of the criterion that decided: completion, or the first in which it is worse."""
    failures: Failures
    pairs: Pairs = ()
    """How the bracket is paired with them; empty if it cannot be."""
