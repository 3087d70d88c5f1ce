"""Tables of candidates in a bracket, in the worked tournament before 2013."""

from __future__ import annotations

import random
from functools import cache

from crivello.explain.explanation import Depth, Explanation, ExplanationTable, ParagraphKind
from crivello.explain.round import explain_round
from crivello.model.errors import TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import CandidatesTried, GroupPaired
from crivello.systems.registry import find
from tests.support.cases import load, tournament
from tests.support.random_events import play, random_axes

SYSTEM = find("dutch-2011")


@cache
def told(number: int) -> Explanation:
    return explain_round(SYSTEM, tournament(load("dutch-2011-held")), number, Depth.FULL)


def tables(number: int, article: str) -> list[ExplanationTable]:
    return [
        one.table
        for one in told(number)
        if one.table is not None and one.kind is ParagraphKind.CANDIDATE and one.article == article
    ]


def rows(table: ExplanationTable) -> list[tuple[str, bool, str]]:
    """Return for each row the candidate, whether it is chosen, and its outcome."""
    found = []
    for row in table.rows:
        parts = " ".join("-".join(map(str, part)) for part in row.cells[1].plain)
        found.append((parts, row.chosen, str(row.cells[-1])))
    return found


def test_round_2_the_second_transposition_is_the_first_with_one_bad_pair() -> None:
    """x is 1; 1-5, 2-6, 3-7 breaks three preferences, and 1-5, 2-7, 3-6 only one."""
    first = tables(2, "C.8")[0]
    assert rows(first) == [
        ("1-5 2-6 3-7", False, "falls at B.4"),
        ("1-5 2-7 3-6", True, "chosen"),
    ]
    assert [row.cells[2] for row in first.rows] == [2, 0]


def test_round_5_transpositions_of_a_heterogeneous_bracket() -> None:
    """5-4 have met; after 5-6 the remainder 4, 11 has met; 5-11 repeats an upfloat."""
    heterogeneous = tables(5, "C.7")[0]
    assert rows(heterogeneous) == [
        ("5-4 6 11", False, "not allowed: B.1a"),
        ("5-6 4 11", False, "falls at C.9"),
        ("5-11 4-6", True, "chosen"),
    ]


def test_round_5_the_joined_brackets() -> None:
    joined = rows(tables(5, "C.8")[-1])
    assert joined == [
        ("14-13 8-12", False, "not allowed: B.1a"),
        ("14-12 8-13", True, "chosen"),
        ("14-8 13-12", False, "not allowed: B.1a"),
    ]


def test_the_chosen_one_is_what_is_paired() -> None:
    """The groups of both traces correspond, and one candidate of each table is chosen."""
    compared = 0

    def pair(event: Tournament, number: int) -> RoundPairing:
        nonlocal compared
        fast: Trace = []
        made = SYSTEM.pair(event, number, fast)
        literal: Trace = []
        try:
            SYSTEM.sift(event, number, literal)
        except TooLarge:
            return made
        groups = [step for step in literal if isinstance(step, GroupPaired)]
        assert groups == [step for step in fast if isinstance(step, GroupPaired)]
        tried: list[CandidatesTried] = []
        for step in literal:
            if isinstance(step, CandidatesTried):
                tried.append(step)
            elif isinstance(step, GroupPaired):
                whole = next(one for one in tried if not one.remainder)
                (chosen,) = (one for one in whole.candidates if one.chosen)
                assert (chosen.pairs, chosen.leaving) == (step.pairs, step.leaving)
                assert all(
                    (one.failures or chosen.failures) >= chosen.failures for one in whole.candidates
                )
                tried = []
                compared += 1
        return made

    for seed in range(15):
        rng = random.Random(f"tried {seed}")
        play(rng, rng.randrange(6, 10), 6, random_axes(rng), pair)
    assert compared > 100
