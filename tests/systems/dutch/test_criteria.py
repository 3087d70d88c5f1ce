"""Each criterion: its cost, and its place in the edition.

`make stress WHAT=mutate` deletes and swaps criteria, and shows that these tests notice it.
"""

from __future__ import annotations

import pytest

from crivello.model.field import Entrant
from crivello.model.trace import Step
from crivello.model.trace.dutch import BracketPaired, CandidateJudged
from crivello.rules.criterion import Failures
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, EDITIONS, DutchEdition
from crivello.systems.dutch.sieve import sift
from tests.support.solvers import Solver
from tests.systems.dutch.duels import DUELS, IN_2026, Duel
from tests.systems.dutch.players import field, player
from tests.systems.dutch.solvers import SOLVERS

BATTLES = [pytest.param(duel, key, id=f"{key}: {duel}") for duel in DUELS for key in duel.editions]


def code_in(key: str, code: str) -> str:
    return code if key == "dutch-2017" or code == "C9" else IN_2026[code]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("duel", "key"), BATTLES)
def test_duel(duel: Duel, key: str, solver: Solver) -> None:
    found, _ = solver(duel.field, EDITIONS[key], None)
    assert duel.winner <= {frozenset((one.id, other.id)) for one, other in found}


@pytest.mark.parametrize(("duel", "key"), BATTLES)
def test_failure_values_of_a_duel(duel: Duel, key: str) -> None:
    trace: list[Step] = []
    sift(duel.field, EDITIONS[key], trace)
    judged = [
        step
        for step in trace
        if isinstance(step, CandidateJudged)
        and {frozenset(pair) for pair in step.pairs} in (set(duel.first), set(duel.second))
    ]
    first, second = judged[-2:]
    assert {frozenset(pair) for pair in first.pairs} == duel.first
    for code, (one, other) in duel.values.items():
        assert dict(first.failures)[code_in(key, code)] == one, code
        assert dict(second.failures)[code_in(key, code)] == other, code


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda edition: edition.key)
def test_failure_values_in_order(edition: DutchEdition, solver: Solver) -> None:
    """Three players of 2 points, 3 and 4 of one: 1-2 leave 3, who meets 4, and 5 gets the bye.

    Bracket of 2 points: one is left unpaired, 2 units above the artificial value, or with 4
    units; in the next bracket one is left over (PSD 2, 2: a pair of 4 and 2 units, and 5 who is
    2 units above the artificial value; or the score of 5).
    """
    trace: list[Step] = []
    players = [player(n, 4) for n in (1, 2, 3)] + [player(n, 2) for n in (4, 5)]
    solver(field(players), edition, trace)
    top = next(step for step in trace if isinstance(step, BracketPaired))
    if edition.key == "dutch-2017":
        head: tuple[tuple[str, Failures], ...] = (
            ("C.5", (0,)),
            ("C.6", (2, 0)),
            ("C.7", (1, 2, 2)),
        )
    else:
        head = (("C6", (1,)), ("C7", (4,)), ("C8", (1, 2)))
    assert top.failures[:3] == head
    codes = [code_in(edition.key, f"C.{number}") for number in range(8, 20)]
    assert [code for code, _ in top.failures[3:]] == codes
    counts, lists = top.failures[3:11], top.failures[11:]
    assert all(value == (0,) for _, value in counts)
    assert all(value == () for _, value in lists)


# Costs of single parts

LOW = [player(10, 2), player(11, 2)]


def cost(edition: DutchEdition, code: str, one: Entrant, other: Entrant | None = None) -> Failures:
    """Return the failures of one part in a bracket with residents of 2 units."""
    moved_down = (one,) if one.score > 2 else ()
    residents = [p for p in (one, other, *LOW) if p is not None and p.score == 2]
    bracket = DutchBracket(tuple(residents), moved_down, 2)
    (criterion,) = (
        c
        for c in (*edition.floaters, *((edition.bye,) if edition.bye else ()), *edition.quality)
        if c.code == code_in(edition.key, code)
    )
    failures: Failures = criterion.cost(CandidatePart(bracket, one, other, bool(moved_down)))
    return failures


BOTH = [DUTCH_2017, DUTCH_2026]
both = pytest.mark.parametrize("edition", BOTH, ids=lambda edition: edition.key)


@both
def test_unpaired_players_are_counted(edition: DutchEdition) -> None:
    # 1.4.1; C6, C.5
    # Dutch 2017: C.5 (1)
    assert cost(edition, "C.5", player(1, 2)) == (1,)
    assert cost(edition, "C.5", player(1, 2), player(2, 2)) == ()


def test_scores_of_the_unpaired() -> None:
    assert cost(DUTCH_2017, "C.6", player(1, 6)) == (6,)
    assert cost(DUTCH_2017, "C.6", player(1, 2)) == (2,)
    assert cost(DUTCH_2017, "C.6", player(1, 6), player(2, 2)) == (4,)
    assert cost(DUTCH_2026, "C.6", player(1, 6)) == (6,)
    assert cost(DUTCH_2026, "C.6", player(1, 2)) == (2,)
    assert cost(DUTCH_2026, "C.6", player(1, 6), player(2, 2)) == ()


def test_unplayed_rounds_of_the_bye() -> None:
    assert cost(DUTCH_2026, "C9", player(1, 2, unplayed=3)) == (3,)
    assert cost(DUTCH_2026, "C9", player(1, 2, unplayed=3), player(2, 2)) == ()


@both
@pytest.mark.parametrize(
    ("one", "other", "beyond_two", "three_times"),
    [
        ("WWBW", "WWBW", True, False),
        ("WWBW", "BWW", False, True),  # the wider difference is granted: BWW gets White again
        ("BWW", "BWW", False, True),
        ("BBWBB", "BBWBB", True, True),
        ("WWBW", "BBWB", False, False),  # they want different colours
        ("WWBW", "W", False, False),  # one of them only strongly
    ],
)
def test_colours_of_topscorers(
    edition: DutchEdition, one: str, other: str, beyond_two: bool, three_times: bool
) -> None:
    # Dutch 2017: C.8 (1); Dutch 2017: C.9 (1)
    higher, lower = player(1, 2, colours=one), player(2, 2, colours=other)
    assert cost(edition, "C.8", higher, lower) == ((1,) if beyond_two else ())
    assert cost(edition, "C.9", higher, lower) == ((1,) if three_times else ())


@both
@pytest.mark.parametrize(
    ("one", "other", "denied", "strong"),
    [
        ("w", "w", True, False),
        ("Ww", "w", True, False),
        ("W", "w", True, False),
        ("Ww", "Ww", True, True),
        ("W", "Ww", True, True),
        ("W", "W", True, False),  # the loser had an absolute preference
        ("W", "B", False, False),
        ("w", "b", False, False),
        ("W", "", False, False),
        ("", "", False, False),
    ],
)
def test_preferences_denied(
    edition: DutchEdition, one: str, other: str, denied: bool, strong: bool
) -> None:
    # Dutch 2017: C.10 (1); Dutch 2017: C.11 (1)
    for first, second in ((one, other), (other, one)):
        higher, lower = player(1, 2, first), player(2, 2, second)
        assert cost(edition, "C.10", higher, lower) == ((1,) if denied else ())
        assert cost(edition, "C.11", higher, lower) == ((1,) if strong else ())
    assert cost(edition, "C.10", player(1, 2, one)) == ()


@pytest.mark.parametrize(
    ("floats", "code", "listed"), [("v-", "C.12", "C.16"), ("-v", "C.14", "C.18")]
)
def test_repeated_downfloats(floats: str, code: str, listed: str) -> None:
    # Dutch 2017: C.12 (1); Dutch 2017: C.14 (1); Dutch 2017: C.16 (1); Dutch 2017: C.18 (1)
    again = player(1, 6, floats=floats)
    resident = player(2, 2, floats=floats)
    # 2017: left unpaired or paired below, moved down or not. Unpaired: 4 + 2 beyond any pair.
    assert cost(DUTCH_2017, code, again, player(3, 2)) == (1,)
    assert cost(DUTCH_2017, code, again) == (1,)
    assert cost(DUTCH_2017, code, resident) == (1,)
    assert cost(DUTCH_2017, code, resident, player(3, 2)) == ()
    assert cost(DUTCH_2017, listed, again, player(3, 2)) == (4,)
    assert cost(DUTCH_2017, listed, again) == (6,)
    # 2026: counted for residents only, listed for moved-down players only.
    assert cost(DUTCH_2026, code, again, player(3, 2)) == ()
    assert cost(DUTCH_2026, code, again) == ()
    assert cost(DUTCH_2026, code, resident) == (1,)
    assert cost(DUTCH_2026, listed, again, player(3, 2)) == (4,)
    assert cost(DUTCH_2026, listed, again) == (6,)
    assert cost(DUTCH_2026, listed, resident) == ()
    for edition in BOTH:
        assert cost(edition, code, player(1, 2, floats=floats[::-1])) == ()
        assert cost(edition, code, player(1, 2, floats=floats.replace("v", "^"))) == ()


@both
@pytest.mark.parametrize(
    ("floats", "code", "listed"), [("^-", "C.13", "C.17"), ("-^", "C.15", "C.19")]
)
def test_repeated_upfloats(edition: DutchEdition, floats: str, code: str, listed: str) -> None:
    # Dutch 2017: C.13 (1); Dutch 2017: C.15 (1); Dutch 2017: C.17 (1); Dutch 2017: C.19 (1)
    again = player(2, 2, floats=floats)
    assert cost(edition, code, player(1, 6), again) == (1,)
    assert cost(edition, listed, player(1, 6), again) == (4,)
    assert cost(edition, code, player(1, 2), again) == ()
    assert cost(edition, listed, player(1, 2), again) == ()
    assert cost(edition, code, player(1, 6), player(2, 2, floats=floats[::-1])) == ()
    assert cost(edition, code, player(1, 6), player(2, 2, floats=floats.replace("^", "v"))) == ()


def test_every_pair_of_unequal_scores_floats_in_the_collapsed_last_bracket() -> None:
    """2017: residents of several scores float up and down among themselves."""
    up, down = player(2, 2, floats="^-"), player(1, 4, floats="v-")
    bracket = DutchBracket((down, up), (), 2)
    part = CandidatePart(bracket, down, up, False)
    values = {c.code: c.cost(part) for c in DUTCH_2017.quality}
    assert (values["C.12"], values["C.13"]) == ((1,), (1,))
    assert (values["C.16"], values["C.17"]) == ((2,), (2,))
