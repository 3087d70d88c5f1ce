"""Random tournaments: rounds are complete and legal, and sieve and procedure agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.errors import TooLarge
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.rules.colours import may_meet_within_limits, same_preference
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.group import pair_group
from crivello.systems.lim.rules import exchange_order
from crivello.systems.registry import find
from tests.support.campaign import run
from tests.support.entrants import due, entrant
from tests.support.random_events import Axes, start
from tests.support.samples import sample
from tests.systems.lim.searches import search, searching
from tools.agree_lim import compare

LIM = find("lim-1999")


@pytest.mark.parametrize("seed", range(15))
def test_to_the_end(seed: int) -> None:
    assert run("lim-1999", seed, most=50, equal_scores_last=True) >= 2


@pytest.mark.slow
def test_120_players_in_lim() -> None:
    assert run("lim-1999", 120, least=100, most=120, equal_scores_last=True) >= 5


@pytest.mark.parametrize("seed", range(sample(150)))
def test_sieve_and_procedure_agree_in_lim(seed: int) -> None:
    """Small fields of all kinds are compared; `make agree WHAT=lim` compares ten thousand."""
    assert not compare(random.Random(f"sample {seed}"), Counter())


def first_scrutiny(players: list[Entrant]) -> list[tuple[Entrant, Entrant]] | None:
    """Return the pairs of 4.1 to 4.3, by going through the columns of the text."""
    columns = [column for _, column in search(players, may_meet_within_limits)]
    last = columns[-1]
    return last if all(may_meet_within_limits(a, b) for a, b in last) else None


def second_scrutiny(players: list[Entrant]) -> list[tuple[Entrant, Entrant]]:
    """Return the complete pairing with the fewest clashes that comes first in the order of
    exchanges (5.2).
    """

    def pairings(left: list[Entrant]) -> Iterator[list[tuple[Entrant, Entrant]]]:
        if not left:
            yield []
        for partner in exchange_order(left) if left else ():
            if may_meet_within_limits(left[0], partner):
                rest = [player for player in left if player not in (left[0], partner)]
                for others in pairings(rest):
                    yield [(left[0], partner), *others]

    return min(pairings(players), key=lambda pairs: sum(same_preference(a, b) for a, b in pairs))


@pytest.mark.parametrize("seed", range(sample(300)))
def test_the_scrutinies_step_by_step(seed: int) -> None:
    """A group without floaters is compared with a search through all columns."""
    # Lim: 4.3 (2); Lim: 5.2 (1)
    rng = random.Random(f"scrutiny {seed}")
    size = rng.choice([2, 4, 6, 8])
    avoid: dict[int, set[int]] = {k: set() for k in range(1, size + 1)}
    density = rng.choice([0.0, 0.2, 0.4])
    for a in avoid:
        for b in range(1, a):
            if rng.random() < density:
                avoid[a].add(b)
                avoid[b].add(a)
    dues = (Colour.WHITE, Colour.BLACK, None)
    players = [entrant(k, due(rng.choice(dues)), avoid[k]) for k in avoid]
    if rng.random() < 0.5:
        players.reverse()  # upward
    first = first_scrutiny(players)
    if first is None:
        assert not LegalPairs(players, may_meet_within_limits).can_complete(players)
        return
    found = pair_group([], players, searching(*players))
    assert found == second_scrutiny(players)
    if not any(same_preference(a, b) for a, b in first):
        assert found == first


@pytest.mark.parametrize("seed", range(sample(60)))
def test_larger_groups_have_the_fewest_clashes_too(seed: int) -> None:
    """The number is that of the cheapest matching, and each partner is the first that allows it."""
    rng = random.Random(f"clashes {seed}")
    size, density = rng.choice([14, 20, 26]), rng.choice([0.3, 0.6, 0.8])
    avoid: dict[int, set[int]] = {k: set() for k in range(1, size + 1)}
    for a, b in combinations(avoid, 2):
        if rng.random() < density:
            avoid[a].add(b)
            avoid[b].add(a)
    dues = (Colour.WHITE, Colour.WHITE, Colour.BLACK, None)
    players = [entrant(k, due(rng.choice(dues)), avoid[k]) for k in avoid]

    def fewest(left: list[Entrant]) -> int | None:
        cost = [
            [same_preference(a, b) if may_meet_within_limits(a, b) else None for b in left]
            for a in left
        ]
        solution = minimum_cost_perfect_matching(len(left), cost)
        return None if solution is None else solution.total

    left = players
    best = fewest(left)
    if best is None:
        return
    for first, partner in pair_group([], players, searching(*players)):
        for other in exchange_order(left):
            rest = fewest([p for p in left if p is not first and p is not other])
            possible = may_meet_within_limits(first, other) and rest is not None
            if possible and same_preference(first, other) + (rest or 0) == best:
                break
        assert other is partner
        left = [p for p in left if p is not first and p is not partner]
        best -= same_preference(first, partner)


def test_the_literal_search_refuses_large_fields_in_lim() -> None:
    event = start(random.Random(1), 40, 1, Axes())
    with pytest.raises(TooLarge, match="40 players"):
        LIM.sift(event, 1)
