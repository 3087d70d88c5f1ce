"""Pairs that a bracket gives up, and its first candidate: both solvers record the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from crivello.model.errors import Impossible, TooLarge
from crivello.model.trace import Trace
from crivello.model.trace.dutch import (
    BracketOpened,
    CandidateJudged,
    CandidateVerdict,
    IdealJudged,
    PairsForgone,
)
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, EDITIONS, DutchEdition
from crivello.systems.dutch.sieve import sift
from crivello.systems.dutch.solver import solve
from tests.support.samples import sample
from tests.support.small import small
from tests.support.solvers import pair_field, pair_round
from tools.agree import random_field

LOW_BYE = small(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", "2-1 0-1, 4-3 0-1, 6-5 0-1", "4 Z", of=3)
"""1 and 3 have two points, 2 and 5 one, 6 none; 1-3 would leave the bye to 2 or 5."""


def forgone(number: int, edition: DutchEdition) -> list[PairsForgone]:
    traces: list[Trace] = [[], []]
    for solver, trace in zip((sift, solve), traces, strict=True):
        pair_round(LOW_BYE, number, edition, solver, trace)
    first, second = ([s for s in trace if isinstance(s, PairsForgone)] for trace in traces)
    assert first == second
    return first


def test_the_leaders_do_not_meet_for_the_sake_of_the_lowest_bye() -> None:
    """C5 comes before C6. In 2017 the leaders do meet, and one of those with a point has the
    bye.
    """
    assert forgone(3, DUTCH_2026) == [PairsForgone("C5", 1, 0)]
    assert forgone(3, DUTCH_2017) == []


@settings(max_examples=sample(120), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(sorted(EDITIONS)))
def test_the_first_candidate_and_what_makes_it_illegal(seed: int, key: str) -> None:
    """The solver records it like the sieve, which generates every candidate (C2, C4 or C5)."""
    edition = EDITIONS[key]
    field, _ = random_field(seed, edition)
    literal: Trace = []
    found: Trace = []
    try:
        pair_field(field, edition, sift, literal)
        pair_field(field, edition, solve, found)
    except (TooLarge, Impossible):
        return
    for candidates, found_here in zip(brackets(literal), brackets(found), strict=True):
        illegal = {
            (frozenset(step.pairs), step.downfloaters): step.criterion
            for step in candidates
            if isinstance(step, CandidateJudged) and step.verdict is CandidateVerdict.ILLEGAL
        }
        (ideal,) = (step for step in found_here if isinstance(step, IdealJudged))
        generated = next(step for step in candidates if isinstance(step, CandidateJudged))
        assert set(ideal.pairs) == set(generated.pairs)
        candidate = frozenset(ideal.pairs), ideal.downfloaters
        if candidate in illegal and ideal.criterion not in edition.absolute[::2]:
            assert ideal.criterion == illegal[candidate]


def brackets(trace: Trace) -> list[Trace]:
    """Yield the steps from the opening of each bracket to that of the next."""
    cut: list[Trace] = []
    for step in trace:
        if isinstance(step, BracketOpened):
            cut.append([])
        if cut:
            cut[-1].append(step)
    return cut
