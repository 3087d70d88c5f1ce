"""Steps of the Dutch system, editions 2017 and 2026. Players are ids, in bracket order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from crivello.model.pairing import Role as Role
from crivello.model.trace import Pairs, Step
from crivello.standard.classes import frozen

Failures = tuple[tuple[str, tuple[int, ...]], ...]
"""Failure values by criterion code, in order; a count is one number, a list its values.

C.5 is what is missing to MaxPairs, C6 the number of downfloaters. C.7 and C8 are the values that
the next bracket can reach: how many players it leaves unpaired, then its list (C.6, C7). A
criterion that is not asked of a bracket does not appear: looking ahead where no bracket follows,
in the PPB and the CLB; C9 where no single downfloater gets the bye.
"""


@frozen
class BracketOpened(Step):
    """The opening of a bracket: its moved-down players and its residents."""

    role: Role
    score: int
    """Score of the lowest ranked player, in units."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]


@frozen
class Split(Step):
    """How a homogeneous bracket or a remainder was divided into S1 and S2, and how they were
    changed.
    """

    s1: tuple[int, ...]
    """The original S1."""
    s2: tuple[int, ...]
    exchanged_from_s1: tuple[int, ...] = ()
    exchanged_from_s2: tuple[int, ...] = ()
    transposition: tuple[int, ...] = ()
    """The S2 that was used, in its order: opponents of S1 first, then the unpaired."""


class CandidateVerdict(Enum):
    ILLEGAL = "illegal"
    """An absolute criterion or the completion forbids it."""
    WORSE = "worse"
    """Fails more than the best so far."""
    LATER = "later"
    """Fails exactly what the best so far fails, and is generated later."""
    BEST_SO_FAR = "best so far"
    UNSURPASSED = "unsurpassed"
    """Something fails, but no candidate can fail less."""
    PERFECT = "perfect"
    """Nothing fails."""


@frozen
class CandidateJudged(Step):
    """One candidate that the sieve examined, with the verdict; they come in generation order."""

    pairs: Pairs
    downfloaters: tuple[int, ...]
    verdict: CandidateVerdict
    criterion: str | None
    """Code of the criterion that decided: the broken one, or the first in which it is worse."""
    failures: Failures
    """Empty for an illegal one."""


@frozen
class IdealJudged(Step):
    """The first candidate of a bracket, S1 against S2 in their original order, and the criterion
    against it.
    """

    pairs: Pairs
    downfloaters: tuple[int, ...]
    criterion: str | None
    """The first criterion by which the chosen candidate is better; None: this one was chosen."""


@frozen
class PairsForgone(Step):
    """A number of pairs that a bracket could make by itself, but that a criterion prevents."""

    criterion: str
    """The criterion that prevents them: the completion (C.4, C4) or the score of the bye (C5)."""
    pairs: int
    """The number of pairs that could be made."""
    moved_down: int
    """How many of them with moved-down players."""


@frozen
class BracketPaired(Step):
    """The chosen candidate of a bracket, with the parameters of the bracket."""

    role: Role
    score: int
    max_pairs: int
    m0: int
    """Moved-down players."""
    m1: int
    """Moved-down players who are paired here."""
    x: int
    """Pairs in which a preference cannot be granted, by numbers alone."""
    s1: tuple[int, ...]
    """The moved-down players who are paired; without any, the original upper half."""
    s2: tuple[int, ...]
    """All residents, or the original lower half."""
    limbo: tuple[int, ...]
    moved_down_pairs: Pairs
    """Pairs of a heterogeneous bracket that contain a moved-down player, that one first."""
    remainder: Split | None
    """The remainder; of a homogeneous bracket, the bracket itself. None if no player remained."""
    pairs: Pairs
    """All pairs of the bracket, the higher ranked first."""
    downfloaters: tuple[int, ...]
    failures: Failures


def bracket_paired(
    role: Role,
    score: int,
    players: Sequence[int],
    m0: int,
    candidate: tuple[Sequence[tuple[int, int]], Sequence[int]],
    x: int,
    failures: Failures,
) -> BracketPaired:
    """Return the step for a candidate given by positions in the bracket.

    `players` are the ids of the bracket's players, of whom the first `m0` are moved down. S1 of the
    remainder contains the higher player of each pair after the exchange.
    """
    pairs, floaters = candidate
    mdp_pairs = [pair for pair in pairs if pair[0] < m0]
    partner = dict(pairs[len(mdp_pairs) :])
    half = len(partner)
    met = {j for _, j in mdp_pairs}
    rest = [i for i in range(m0, len(players)) if i not in met]
    s1, s2 = rest[:half], rest[half:]
    left = [i for i in rest if i not in partner and i not in partner.values()]

    def ids_at(positions: Iterable[int]) -> tuple[int, ...]:
        return tuple([players[i] for i in positions])

    def pairs_at(positions: Iterable[tuple[int, int]]) -> Pairs:
        return tuple([(players[i], players[j]) for i, j in positions])

    return BracketPaired(
        role=role,
        score=score,
        max_pairs=len(pairs),
        m0=m0,
        m1=len(mdp_pairs),
        x=x,
        s1=ids_at([i for i, _ in mdp_pairs] if m0 else s1),
        s2=ids_at(range(m0, len(players)) if m0 else s2),
        limbo=ids_at([i for i in floaters if i < m0]),
        moved_down_pairs=pairs_at(mdp_pairs),
        remainder=Split(
            ids_at(s1),
            ids_at(s2),
            ids_at([i for i in s1 if i not in partner]),
            ids_at([i for i in s2 if i in partner]),
            ids_at([*partner.values(), *left]),
        )
        if rest
        else None,
        pairs=pairs_at(pairs),
        downfloaters=ids_at(floaters),
        failures=failures,
    )


@frozen
class Collapsed(Step):
    """The last bracket cannot be completed, so all scoregroups below this one are joined (2017,
    A.9).
    """

    score: int
    """The collapsing score."""
    players: tuple[int, ...]
    """The collapsed scoregroup."""


@frozen
class LowestBye(Step):
    """The lowest score at which a player can get the bye (2026, C5)."""

    score: int
    candidates: tuple[int, ...]
    """Players of that score who may have it."""
