"""The sieve itself: its order, its shortcuts, its completion test, its limit."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from crivello.model.errors import Impossible, TooLarge
from crivello.model.field import Entrant, Field
from crivello.model.trace import Step
from crivello.model.trace.dutch import BracketPaired, CandidateVerdict, LowestBye, Role
from crivello.rules.field import build_field
from crivello.systems.dutch.editions import (
    DUTCH_2017,
    DUTCH_2026,
    EDITIONS,
    DutchEdition,
    MovedDownOrder,
)
from crivello.systems.dutch.generation import Generator, SieveCandidate, exchanges, transpositions
from crivello.systems.dutch.sieve import NOBODY, CompletionTest, maximum_matching, sift
from tests.support.random_events import play, random_axes, random_pairing
from tests.support.samples import sample
from tests.support.solvers import pair_round
from tests.systems.dutch.chapters import chapters
from tests.systems.dutch.players import field, player, two_ways_to_one_psd

Pairs = tuple[tuple[int, int], ...]


def generator(legal: Sequence[Sequence[bool]], scores: Sequence[int] = ()) -> Generator:
    return Generator(legal, scores, MovedDownOrder.NUMBERS, lambda: None)


def everybody(size: int) -> list[list[bool]]:
    return [[one != other for other in range(size)] for one in range(size)]


def by_the_book(size: int, pairs: int) -> Iterator[Pairs]:
    """Yield the pairings of a homogeneous bracket literally by B.6, without repetitions."""
    s1, s2 = range(1, pairs + 1), range(pairs + 1, size + 1)
    seen = set()
    for leaving, coming in exchanges(s1, s2):
        upper = sorted({*s1, *coming} - {*leaving})
        lower = sorted({*s2, *leaving} - {*coming})
        for opponents in transpositions(lower, pairs):
            found = zip(upper, opponents, strict=True)
            candidate = tuple(sorted((min(pair) - 1, max(pair) - 1) for pair in found))
            if candidate not in seen:
                seen.add(candidate)
                yield candidate


@pytest.mark.parametrize(
    ("size", "pairs"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (6, 2), (7, 3), (7, 1), (8, 4)]
)
def test_candidates_come_in_the_order_of_the_text(size: int, pairs: int) -> None:
    # B.3, B.5, B.6, 3.3, 3.5, 3.6, 4.1
    # Dutch 2017: B.6 (1)
    found = [c.pairs for c in generator(everybody(size)).candidates(pairs, 0)]
    assert found == list(by_the_book(size, pairs))


def test_candidates_of_a_heterogeneous_bracket() -> None:
    # B.7, D.3, 3.7, 4.4, 1.3
    """Places 0 and 1 are moved-down players, one of whom is paired; 2 to 5 are residents."""
    # Dutch 2017: B.3 (2); Dutch 2017: B.7 (1, 2, 3)
    legal = everybody(6)
    legal[0][1] = legal[1][0] = False
    found = [c.pairs for c in generator(legal, [4, 4]).candidates(2, 1)]
    # S1 = {0}, opponents 2, 3, 4, 5 in turn, each with the three pairs of the other three
    # residents: S1R with the second, with the third, and after the exchange the last two.
    assert found[:4] == [
        ((0, 2), (3, 4)),
        ((0, 2), (3, 5)),
        ((0, 2), (4, 5)),
        ((0, 3), (2, 4)),
    ]
    assert found[12][0] == (1, 2)
    assert len(found) == len(set(found)) == 24


def used_exchange(candidate: SieveCandidate, half: int) -> tuple[set[int], set[int]]:
    upper = {one for one, _ in candidate.pairs}
    return set(range(half)) - upper, upper - set(range(half))


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_useful_exchanges(size: int) -> None:
    """In an even bracket the first player is never exchanged, and at most half of S2 is.

    Nevertheless each possible pairing occurs exactly once.
    """
    half = size // 2
    candidates = list(generator(everybody(size)).candidates(half, 0))
    leaving, coming = zip(*(used_exchange(c, half) for c in candidates), strict=True)
    assert all(0 not in group for group in leaving)
    assert max(len(group) for group in coming) == half // 2
    pairings = 1
    for odd in range(1, size, 2):
        pairings *= odd
    assert len({frozenset(c.pairs) for c in candidates}) == len(candidates) == pairings


# Matching


def brute_force(neighbours: list[list[int]], free: frozenset[int]) -> int:
    """Return the largest number of pairs among the free vertices."""
    if not free:
        return 0
    one = min(free)
    rest = free - {one}
    best = brute_force(neighbours, rest)
    for other in neighbours[one]:
        if other in rest:
            best = max(best, 1 + brute_force(neighbours, rest - {other}))
    return best


def test_maximum_matching() -> None:
    rng = random.Random(5)
    sizes = set()
    for _ in range(400):
        size = rng.randrange(1, 11)
        chance = rng.choice((0.15, 0.25, 0.4))
        edges = [pair for pair in combinations(range(size), 2) if rng.random() < chance]
        neighbours: list[list[int]] = [[] for _ in range(size)]
        for one, other in edges:
            neighbours[one].append(other)
            neighbours[other].append(one)
        mate = maximum_matching(neighbours)
        for one, other in enumerate(mate):
            assert other == NOBODY or (mate[other] == one and other in neighbours[one])
        pairs = sum(other != NOBODY for other in mate) // 2
        assert pairs == brute_force(neighbours, frozenset(range(size)))
        sizes.add(pairs)
    assert sizes == {0, 1, 2, 3, 4, 5}


def test_maximum_matching_through_a_blossom() -> None:
    """The graph is a stem and a cycle of five with two more vertices; the path must pass the
    cycle.
    """
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 1), (3, 6), (6, 7)]
    neighbours: list[list[int]] = [[] for _ in range(8)]
    for one, other in edges:
        neighbours[one].append(other)
        neighbours[other].append(one)
    assert NOBODY not in maximum_matching(neighbours)


# Random fields


def random_field(seed: int) -> tuple[Field, DutchEdition]:
    rng = random.Random(seed)
    edition = EDITIONS[rng.choice(("dutch-2017", "dutch-2026"))]
    rounds = rng.randrange(3, 8)
    axes = random_axes(rng)
    pair = random_pairing(rng)
    if rng.random() < 0.5:
        pair = lambda t, k: pair_round(t, k, edition, sift)  # noqa: E731
    tournament = play(rng, rng.randrange(4, 11), rounds, axes, pair, rng.randrange(2, rounds + 1))
    return build_field(tournament, tournament.next_round, edition.field_rules), edition


Answer = tuple[list[tuple[int, int]], int | None] | tuple[str, tuple[int, ...], tuple[str, ...]]


def answer(field: Field, edition: DutchEdition, trace: list[Step] | None, thorough: bool) -> Answer:
    try:
        pairs, bye = sift(field, edition, trace, thorough=thorough)
    except Impossible as error:
        return "impossible", error.blocked, error.criteria
    return [(one.id, other.id) for one, other in pairs], bye.id if bye else None


SEEDS = range(sample(300))


def test_short_cuts_change_nothing() -> None:
    # B.4, 3.4
    """The pairs are the same with shortcuts, without them, and with a trace."""
    answered = impossible = 0
    for seed in SEEDS:
        field, edition = random_field(seed)
        trace: list[Step] = []
        short = answer(field, edition, None, thorough=False)
        assert short == answer(field, edition, trace, thorough=False), seed
        assert short == answer(field, edition, None, thorough=True), seed
        if short[0] == "impossible":
            impossible += 1
            continue
        answered += 1
        check_trace(trace)
    assert answered > sample(200)
    assert impossible > sample(10)


def check_trace(trace: list[Step]) -> None:
    """Check that the chosen candidate was judged best, and that candidates are listed in order of
    their verdicts.
    """
    for chapter in chapters(trace):
        for paired in chapter.paired:
            best = [c for c in chapter.candidates if c.verdict is not CandidateVerdict.ILLEGAL]
            assert (paired.pairs, paired.failures) in [(c.pairs, c.failures) for c in best]
            assert paired.m1 == len(paired.moved_down_pairs)
            assert paired.max_pairs == len(paired.pairs)
            assert len(paired.limbo) == paired.m0 - paired.m1


def test_two_downfloaters_are_no_pair_of_the_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/decisions/completion-between-downfloaters.md: the answer would be the same if they
    were.
    """
    answers = {seed: answer(*random_field(seed), None, thorough=False) for seed in SEEDS}
    graph = CompletionTest._make_graph
    monkeypatch.setattr(
        CompletionTest, "_make_graph", lambda self, players, floaters: graph(self, players, 0)
    )
    for seed, expected in answers.items():
        assert answer(*random_field(seed), None, thorough=False) == expected, seed


def test_a_pair_of_downfloaters_does_not_complete_the_round() -> None:
    """1 and 2 may only meet each other: as downfloaters of one bracket they do not complete the
    round.
    """
    both = field([player(1, 2), player(2, 2)])
    completion = CompletionTest(both, DUTCH_2026)
    one, two = both.entrants
    assert completion.possible((), (one, two))
    assert completion.possible((one,), (two,))
    assert not completion.possible((one, two), ())


# Looking ahead


def last_bracket_with_a_barred_player() -> Field:
    """Return three players of 2 points, and two of 1 point: 4, and 5, who may not have the bye."""
    players = [player(n, 4) for n in (1, 2, 3)] + [player(4, 2), player(5, 2, barred=True)]
    return field(players, forbidden=[(3, 5)])


def test_the_last_bracket_is_looked_at_with_its_bye() -> None:
    """2017, C.7 (docs/decisions/look-ahead.md).

    1-2 would send 3 down. 3 may not meet 5; 3-4 leaves 5, who is barred (C.2); so 4-5 would be
    paired and 3 left, who has 2 points. 1-3 sends 2 down: 2-5, and 4 has the bye: a smaller PSD.
    """
    trace: list[Step] = []
    pairs, bye = sift(last_bracket_with_a_barred_player(), DUTCH_2017, trace)
    assert [(one.id, other.id) for one, other in pairs] == [(1, 3), (2, 5)]
    assert bye is not None
    assert bye.id == 4
    # C.7: 3 left over, 4 units above the artificial value 0; or a pair 2 apart, 4 left over.
    first, *_, best = chapters(trace)[0].candidates
    assert (first.pairs, dict(first.failures)["C.7"]) == (((1, 2),), (1, 4, 0))
    assert (best.pairs, dict(best.failures)["C.7"]) == (((1, 3),), (1, 2, 2))


def test_looking_ahead_is_graded() -> None:
    """2026, C8: fewer and lower downfloaters of the next bracket, not only whether it is perfect.

    4 and 5 may not meet, and no downfloater helps both. After 1-2 with 3 down both stay unpaired,
    and so does 3; after 1-3 player 2 meets 4, and one player fewer is left.
    """
    # Dutch 2017: C.7 (1)
    players = [player(n, 4) for n in (1, 2, 3)] + [player(n, 2) for n in (4, 5)]
    players += [player(n, 0) for n in (6, 7, 8)]
    trace: list[Step] = []
    apart = [(3, 4), (3, 5), (4, 5), (1, 4), (1, 5)]
    pairs, _ = sift(field(players, forbidden=apart), DUTCH_2026, trace)
    assert (pairs[0][0].id, pairs[0][1].id) == (1, 3)
    top = chapters(trace)[0]
    values = {c.pairs[0]: dict(c.failures)["C8"] for c in top.candidates}
    assert values[1, 2] == (3, 4, 2, 2)
    assert values[1, 3] == (1, 2)


# M1


def test_m1_is_a_maximum() -> None:
    """2017, B.1 (docs/decisions/m1-is-a-maximum.md).

    1 (3 points) and 2 (2 points) could meet, but 3 to 7 cannot be completed without them. So
    both fall on the collapsed scoregroup of 3, 4 (1 point) and 5, 6, 7. There are two ways:
    1-5, 2-6, 3-4 and a bye for 7, or 1-3, 4-6, 5-7 and a bye for 2. Both have the PSD
    6, 4, 2, 0 (units). The first denies a preference, but it pairs 1 and 2.
    """
    trace: list[Step] = []
    pairs, bye = sift(two_ways_to_one_psd(), DUTCH_2017, trace)
    last = chapters(trace)[-1].final
    assert (last.role, last.m0, last.m1) == (Role.COLLAPSED_LAST, 2, 2)
    assert dict(last.failures)["C.6"] == (6, 4, 2, 0)
    assert {(one.id, other.id) for one, other in pairs} == {(1, 5), (2, 6), (3, 4)}
    assert bye is not None
    assert bye.id == 7


# The bye


def test_the_lowest_bye_is_recorded() -> None:
    """C5: 5 is barred, so 1 point is the lowest score, and 3 and 4 may have it."""
    players = [player(n, 4) for n in (1, 2)] + [player(n, 2) for n in (3, 4)]
    trace: list[Step] = []
    sift(field([*players, player(5, 0, barred=True)]), DUTCH_2026, trace)
    (lowest,) = (step for step in trace if isinstance(step, LowestBye))
    assert (lowest.score, lowest.candidates) == (2, (3, 4))


def test_candidates_refused_for_the_bye() -> None:
    """With 4 barred the reason is C2; with a bye above the lowest score it is C5."""
    players = [player(1, 2), player(2, 0), player(3, 0, barred=True)]
    trace: list[Step] = []
    sift(field(players), DUTCH_2026, trace)
    judged = {(c.pairs, c.downfloaters): c.criterion for c in chapters(trace)[1].candidates}
    assert judged[((1, 2),), (3,)] == "C2"
    assert judged[((1, 3),), (2,)] is None


# Limits


def test_too_much_work_is_refused() -> None:
    """Forty players who all want White: no candidate is perfect before the end."""
    players: list[Entrant] = [
        player(n, 2, "w" if n % 3 else "Ww", "v^" if n % 2 else "^v") for n in range(1, 41)
    ]
    with pytest.raises(TooLarge):
        sift(field(players, forbidden=[(1, 40), (2, 21)]), DUTCH_2017, limit=2_000)


def test_every_bracket_is_recorded_once() -> None:
    trace: list[Step] = []
    sift(field([player(n, 4 - n % 3) for n in range(1, 9)]), DUTCH_2026, trace)
    scores = [step.score for step in trace if isinstance(step, BracketPaired)]
    assert scores == [4, 3, 2]
