"""Groups kept apart: their pairs are forbidden as long as the round can be completed without them.

If it cannot, pairs are released (allowed to meet), one at a time, until it can
(`docs/decisions/keep-apart.md`).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from crivello.model.errors import Impossible
from crivello.model.field import Entrant
from crivello.model.pairing import RoundPairing
from crivello.model.settings import Apart
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.rules.field import build_field
from crivello.standard.classes import frozen
from crivello.systems.registry import System

Pair = tuple[int, int]


@frozen
class KeepApartPairing:
    """A pairing, with the groups and pairs that were kept apart in it, and the pairs that were
    released.
    """

    pairing: RoundPairing
    apart: tuple[Apart, ...] = ()
    released: tuple[Pair, ...] = ()


def pair_keeping_apart(
    system: System, tournament: Tournament, number: int, trace: Trace | None = None
) -> KeepApartPairing:
    """Pair a round, and release as few pairs of the groups kept apart as possible."""
    groups = [group for group in tournament.settings.keep_apart if group.applies(number)]
    if not groups:
        return KeepApartPairing(system.pair(tournament, number, trace))

    def attempt(released: tuple[Pair, ...], steps: Trace | None) -> KeepApartPairing:
        apart = in_force(groups, released, number)
        pairing = system.pair(with_forbidden_pairs(tournament, apart), number, steps)
        return KeepApartPairing(pairing, apart, released)

    try:
        return attempt((), trace)
    except Impossible:
        if trace is not None:
            trace.clear()
    order = release_order(system, tournament, number, groups)
    # Releasing a pair never takes a pairing away, so the first number of released pairs with
    # which the round can be completed is found by halving: the same as one at a time.
    low, high = 1, len(order)
    found = (
        attempt(order, None) if order else KeepApartPairing(system.pair(tournament, number, trace))
    )
    while low < high:
        middle = (low + high) // 2
        try:
            found = attempt(order[:middle], None)
            high = middle
        except Impossible:
            low = middle + 1
    return attempt(found.released, trace) if trace is not None else found


def release_order(
    system: System, tournament: Tournament, number: int, groups: list[Apart]
) -> tuple[Pair, ...]:
    """Return the pairs of the groups in the order in which they are released.

    The pair with the lowest scores comes first; with equal scores, the one with the highest
    numbers.
    """
    field = build_field(tournament, number, system.field_rules)
    here = {entrant.id: entrant for entrant in field.entrants}
    pairs = {
        (min(one, other), max(one, other))
        for group in groups
        for one, other in combinations([p for p in group.players if p in here], 2)
        if other not in here[one].avoid
    }

    def key(pair: Pair) -> tuple[int, int, int, int]:
        higher, lower = sorted((here[p] for p in pair), key=_ranking)
        return higher.score, lower.score, -higher.number, -lower.number

    return tuple(sorted(pairs, key=key))


def _ranking(player: Entrant) -> tuple[int, int]:
    return -player.score, player.number


def in_force(groups: list[Apart], released: tuple[Pair, ...], number: int) -> tuple[Apart, ...]:
    """Return what is kept apart in the round: whole groups, or the remaining pairs of a group."""
    gone = set(released)
    result = []
    for group in groups:
        pairs = [(min(pair), max(pair)) for pair in combinations(group.players, 2)]
        if gone.isdisjoint(pairs):
            result.append(replace(group, first_round=number, last_round=number))
        else:
            result += [Apart(p, number, number, group.name) for p in pairs if p not in gone]
    return tuple(result)


def with_forbidden_pairs(tournament: Tournament, apart: tuple[Apart, ...]) -> Tournament:
    """Return the tournament with these groups as forbidden pairs, as it is exported and checked."""
    settings = tournament.settings
    return replace(tournament, settings=replace(settings, forbidden=settings.forbidden + apart))
