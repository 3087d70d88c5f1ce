"""The sieve of the older Dutch rules: every exchange and transposition of a bracket, one by one.

It is for small brackets only; `bracket_search` is compared with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from math import comb, perm

from crivello.model.errors import TooLarge
from crivello.model.field import Entrant
from crivello.model.sentence import N_
from crivello.standard.classes import replace
from crivello.systems.dutch2011.bracket import (
    Allowance,
    BarredPairing,
    Facts,
    Leave,
    OlderCandidate,
    Target,
    WorkBudget,
    forbidding_article,
    homogeneous_candidate,
    total,
    with_remainder,
)

MOST_CANDIDATES = 20_000


def transpositions(s2: tuple[int, ...], p: int) -> Iterator[tuple[int, ...]]:
    """Yield the orders of S2 in lexicographic order; only the first p places matter (D.1).

    >>> ["".join(map(str, order)) for order in transpositions((5, 6, 7), 3)]
    ['567', '576', '657', '675', '756', '765']
    """
    # A.9, D.1
    for first in permutations(s2, p):
        yield first + tuple(number for number in s2 if number not in first)


Exchange = tuple[tuple[int, ...], tuple[int, ...]]
"""The players who leave S1, and those who leave S2 in exchange."""


def exchanges(s1: tuple[int, ...], s2: tuple[int, ...]) -> list[Exchange]:
    """Return the exchanges between S1 and S2 in order, beginning with the empty one (D.2).

    The order is: fewest players, smallest difference of the sums, lowest players of S1, highest of
    S2.

    >>> exchanges((1, 2), (3, 4))[:4]
    [((), ()), ((2,), (3,)), ((2,), (4,)), ((1,), (3,))]
    """
    every = [
        (out, into)
        for size in range(min(len(s1), len(s2)) + 1)
        for out in combinations(s1, size)
        for into in combinations(s2, size)
    ]

    def key(exchange: Exchange) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        out, into = exchange
        lowest_first = tuple(-number for number in sorted(out, reverse=True))
        return len(out), sum(into) - sum(out), lowest_first, into

    return sorted(every, key=key)


def sift(facts: Facts, target: Target, leave: Leave, work: WorkBudget) -> OlderCandidate | None:
    players = target.s1 + target.s2
    allowance = facts.allowance(players).less(target.lowered)
    if not target.heterogeneous:
        return _sift_homogeneous(facts, target, players, target.p, allowance, leave)
    accepted: list[OlderCandidate | BarredPairing] = []
    positions = tuple(range(len(target.s2)))
    for order in transpositions(positions, target.p):
        pairs = [(one, target.s2[i]) for one, i in zip(target.s1, order, strict=False)]
        rest = tuple(target.s2[i] for i in positions if i not in order[: target.p])
        if article := _find_forbidding_article(facts, pairs):
            accepted.append(BarredPairing(tuple(pairs), rest, article))
            continue
        remainder = _sift_homogeneous(
            facts,
            target,
            rest,
            target.remainder,
            facts.allowance(rest).less(target.remainder_lowered),
            leave,
        )
        if remainder is None:
            accepted.append(BarredPairing(tuple(pairs), rest, "C.9"))
            continue
        raw = total(facts.of_pair(*pair, allowance.majority) for pair in pairs)
        found = with_remainder(target, order[: target.p], allowance.excess(raw), remainder)
        accepted.append(replace(found, remainder=remainder if rest else None))
    return _find_first_accepted(accepted)


def _sift_homogeneous(
    facts: Facts,
    target: Target,
    players: tuple[Entrant, ...],
    p: int,
    allowance: Allowance,
    leave: Leave,
) -> OlderCandidate | None:
    n = len(players)
    if comb(n, p) * perm(n - p, p) > MOST_CANDIDATES:
        raise TooLarge(N_("The literal enumeration is for small brackets only."))
    candidates: list[OlderCandidate | BarredPairing] = []
    numbers = tuple(range(n))
    for out, into in exchanges(numbers[:p], numbers[p:]):
        upper = sorted((set(range(p)) - set(out)) | set(into))
        lower = tuple(sorted(set(numbers) - set(upper)))
        for order in transpositions(lower, p):
            pairs = tuple((players[i], players[j]) for i, j in zip(upper, order, strict=False))
            leaving = tuple(players[i] for i in sorted(order[p:]))
            costs = [leave(player) for player in leaving]
            article = _find_forbidding_article(facts, pairs)
            if article or None in costs or not target.may_leave(leaving):
                candidates.append(BarredPairing(pairs, leaving, article))
                continue
            paid = [facts.of_pair(*pair, allowance.majority) for pair in pairs]
            failures = allowance.excess(total([*paid, *costs]))
            places = list(zip(upper, order[:p], strict=True))
            candidates.append(
                homogeneous_candidate(players, failures, allowance, (out, into), places, order)
            )
    return _find_first_accepted(candidates)


def _find_first_accepted(tried: list[OlderCandidate | BarredPairing]) -> OlderCandidate | None:
    """Return the candidate that the procedure accepts: the first with the smallest failures
    (C.9-C.11); None if there is none.

    The limits are raised step by step in the order of the text, and each time the first candidate
    within them is taken.
    """
    candidates = [one for one in tried if isinstance(one, OlderCandidate)]
    for allowed in sorted({candidate.failures for candidate in candidates}):
        for candidate in candidates:
            if all(mine <= most for mine, most in zip(candidate.failures, allowed, strict=True)):
                return replace(candidate, among=tuple(tried))
    return None


def _find_forbidding_article(facts: Facts, pairs: Iterable[tuple[Entrant, Entrant]]) -> str:
    """Return the article that forbids the first illegal pair, B.1a or B.2; an empty string if all
    pairs are legal.
    """
    return next((forbidding_article(*pair) for pair in pairs if not facts.may_meet(*pair)), "")
