"""The small Dutch examples of the booklets and of the text of the regulation."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from crivello.model.field import Entrant, Float
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import Step
from crivello.model.trace.dutch import CandidateVerdict
from crivello.rules.colours import allocate
from crivello.rules.criterion import Failures
from crivello.rules.field import build_field
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket, topscorers, unavoidable
from crivello.systems.dutch.editions import DUTCH_2017, EDITIONS, MovedDownOrder
from crivello.systems.dutch.generation import exchanges, moved_down_sets, transpositions
from crivello.systems.dutch.sieve import sift
from tests.support.cases import example
from tests.support.solvers import Solver, pair_round
from tests.systems.dutch.chapters import chapters
from tests.systems.dutch.players import field, player
from tests.systems.dutch.solvers import SOLVERS

UNIT = 2
each_solver = pytest.mark.parametrize("solver", SOLVERS)
each_edition = pytest.mark.parametrize("key", sorted(EDITIONS))
PSD = DUTCH_2017.floaters[1]


def psd(name: str) -> Failures:
    """Return the PSD of an example, in units."""
    given = example(name)["input"]
    pairs = [
        (player(2 * n, int(UNIT * pair[1])), player(2 * n + 1, int(UNIT * pair[3])))
        for n, pair in enumerate(given["pairs"])
    ]
    singles = [
        player(20 + n, int(UNIT * score)) for n, (_, score) in enumerate(given["downfloaters"])
    ]
    members = sorted(
        [p for pair in pairs for p in pair] + singles, key=lambda p: (-p.score, p.number)
    )
    bracket = DutchBracket(tuple(members), (), UNIT)
    parts = [CandidatePart(bracket, one, other, False) for one, other in pairs]
    parts += [CandidatePart(bracket, one, None, False) for one in singles]
    return PSD.value(parts)


@pytest.mark.parametrize("name", ["dutch-psd-1", "dutch-psd-2"])
def test_pairing_score_difference(name: str) -> None:
    # A.8, C.6
    # Dutch 2017: A.8 (1, 2); Dutch 2017: C.6 (1)
    expected = example(name)["expected"]["psd"]
    assert psd(name) == tuple(UNIT * difference for difference in expected)


def test_comparison_of_pairing_score_differences() -> None:
    # C.04.1.e (1)
    # Dutch 2017: A.8 (3)
    expected = example("dutch-psd-compare")["expected"]
    lists = {"psd1": psd("dutch-psd-1"), "psd2": psd("dutch-psd-2")}
    assert min(lists, key=lambda name: lists[name]) == expected["better"]
    assert max(lists, key=lambda name: lists[name]) == expected["greater"]
    decided = expected["decided_at_element"] - 1
    assert lists["psd1"][:decided] == lists["psd2"][:decided]
    assert lists["psd1"][decided] < lists["psd2"][decided]


def beginners(count: int) -> Tournament:
    players = tuple(
        Player(f"Player {n}", id=n, number=n, rating=2600 - 10 * n) for n in range(1, count + 1)
    )
    return Tournament(players, (), Settings(rounds=9, initial_colour=Colour.WHITE))


@each_solver
@each_edition
def test_first_round(key: str, solver: Solver) -> None:
    # B.2, B.3, 3.2, 3.3
    # Dutch 2017: B.3 (1)
    given = example("round1-14-white")
    pairing = pair_round(beginners(given["input"]["players"]), 1, EDITIONS[key], solver)
    boards = [[board.white, board.black] for board in pairing.boards]
    assert boards == given["expected"]["pairs_white_black"]


def test_transpositions_of_six() -> None:
    # Dutch 2017: D.1 (1)
    given = example("dutch-transpositions-bsn")
    found = list(transpositions(given["input"]["S2_bsn"], len(given["input"]["S1_bsn"])))
    assert ["".join(map(str, order)) for order in found] == given["expected"]["strings"]
    players = given["input"]["players"]
    assert [[players[n - 1] for n in order] for order in found] == given["expected"]["players"]


def test_720_transpositions() -> None:
    # Dutch 2017: D.1 (1)
    given = example("dutch-transpositions-11-homogeneous")
    expected = given["expected"]
    found = list(transpositions(given["input"]["S2"], given["input"]["N1"]))
    assert len(found) == len(set(found)) == expected["count"] == 720
    assert [list(order) for order in found[:4]] == given["expected_by_rule"]["first"]
    place = found.index(tuple(expected["before_7"]))
    assert list(found[place + 1]) == expected["then"]
    assert list(found[-1]) == expected["last"]


def test_72_transpositions() -> None:
    # Dutch 2017: D.1 (1)
    given = example("dutch-transpositions-11-heterogeneous")
    expected = given["expected"]
    found = [list(order) for order in transpositions(given["input"]["S2"], given["input"]["N1"])]
    assert len(found) == expected["count"] == 72
    assert found[:3] == expected["first"]
    place = found.index(expected["last_of_3"])
    assert found[place + 1 : place + 3] == expected["then"]
    assert found[-1] == expected["last"]


def test_first_nine_exchanges_of_eight() -> None:
    given = example("dutch-exchange-order")
    order = islice(exchanges(given["input"]["S1"], given["input"]["S2"]), 1, 10)
    found = [f"{coming[0]}-{leaving[0]}" for leaving, coming in order]
    assert found == given["expected"]["first_nine"]


ELEVEN = list(exchanges(range(1, 6), range(6, 12)))


def test_exchanges_of_eleven() -> None:
    """The test compares the first exchanges, and their numbers: 5 times 6 of one player, 10 times
    15 of two.
    """
    # Dutch 2017: D.2 (1, 2, 3, 4)
    one = [(out[0], into[0]) for out, into in ELEVEN if len(out) == 1]
    assert one[:10] == [
        *((5, 6), (5, 7), (4, 6), (5, 8), (4, 7)),
        *((3, 6), (5, 9), (4, 8), (3, 7), (2, 6)),
    ]
    two = [(out, into) for out, into in ELEVEN if len(out) == 2]
    assert two[:6] == [
        ((4, 5), (6, 7)),
        ((4, 5), (6, 8)),
        ((3, 5), (6, 7)),
        ((4, 5), (6, 9)),
        ((4, 5), (7, 8)),
        ((3, 5), (6, 8)),
    ]
    assert (len(one), len(two)) == (30, 150)
    assert ELEVEN[0] == ((), ())
    assert ELEVEN[-1][0] == (1, 2, 3, 4, 5)


def test_comparison_of_exchanges() -> None:
    # Dutch 2017: D.2 (2, 3, 4)
    for comparison in example("dutch-exchange-compare")["expected"]["better_than"]:
        better, worse = comparison["better"], comparison["worse"]
        match comparison["rule"][0]:
            case "a":
                sizes = [len(leaving) for leaving, _ in ELEVEN]
                assert sizes == sorted(sizes)
            case "b":
                (into, out), (later_into, later_out) = better, worse
                first = ELEVEN.index((tuple(sorted(out)), tuple(sorted(into))))
                second = ELEVEN.index((tuple(sorted(later_out)), tuple(sorted(later_into))))
                assert first < second
            case "c":
                check_order([leaving for leaving, _ in ELEVEN], better, worse)
            case _:
                check_order([coming for _, coming in ELEVEN], better, worse, same_leaving=True)


def check_order(
    groups: list[tuple[int, ...]],
    better: list[int],
    worse: list[int],
    same_leaving: bool = False,
) -> None:
    """Check that, without an earlier decision, the exchange with the better group comes first."""
    compared = 0
    places = enumerate(zip(ELEVEN, groups, strict=True))
    for (i, ((out, into), one)), (j, ((out2, into2), two)) in combinations(places, 2):
        if sum(into) - sum(out) == sum(into2) - sum(out2) and (not same_leaving or out == out2):
            if {one, two} == {tuple(sorted(better)), tuple(sorted(worse))}:
                assert one == tuple(sorted(better)), (i, j)
                compared += 1
    # 6 against 7, with the same player leaving, is decided by the difference already.
    assert compared or (same_leaving and len(better) == 1)


def test_sets_of_moved_down_players() -> None:
    """4.4: sets by numbers. D.3: the higher scores first, then by numbers."""
    # Dutch 2017: D.3 (1, 2)
    numbers = list(moved_down_sets([6, 6, 5, 5, 4], 3, MovedDownOrder.NUMBERS))
    assert numbers[:5] == [(0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 2, 3), (0, 2, 4)]
    assert numbers[-1] == (2, 3, 4)
    scores = list(moved_down_sets([6, 5, 5, 4], 2, MovedDownOrder.SCORES_FIRST))
    assert scores == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_the_number_of_moved_down_players_in_the_examples() -> None:
    given = example("dutch-x")["input"]
    wants = ["Ww"] * given["W"] + ["Bb"] * given["B"] + [""] * given["a"]
    players = [player(n, wants=want) for n, want in enumerate(wants, start=1)]
    assert unavoidable(players, len(players) // 2) == example("dutch-x")["expected"]["x"]


@pytest.mark.parametrize(
    ("wants", "pairs", "x"),
    [
        ("Ww Ww Ww Ww", 2, 2),
        ("Ww b Bb w", 2, 0),
        ("Ww Ww Ww b", 2, 1),
        ("Ww Ww Ww .", 2, 1),
        (". . . .", 2, 0),
        ("B B Bb", 1, 1),
        ("B B Bb", 0, 0),
    ],
)
def test_x_by_numbers(wants: str, pairs: int, x: int) -> None:
    players = [player(n, wants=want.strip(".")) for n, want in enumerate(wants.split(), start=1)]
    assert unavoidable(players, pairs) == x


@each_solver
def test_first_useful_transposition(solver: Solver) -> None:
    given = example("dutch-hetero-first-useful-transposition")
    wants = {"w": "Ww", "b": "Bb"}
    players = [
        player(int(name[:-1]), score, wants[name[-1]])
        for group, score in (("S1", 1), ("S2", 0))
        for name in given["input"][group]
    ]
    trace: list[Step] = []
    pairs, bye = solver(field(players, forbidden=[(4, 11)]), DUTCH_2017, trace)
    expected = given["expected"]
    assert [[one.id, other.id] for one, other in pairs] == (
        expected["pairs"] + expected["remainder_pairs"]
    )
    assert bye is not None
    assert bye.id == expected["bye"]
    last = chapters(trace)[-1].final
    assert last.x == given["input"]["x"]
    assert last.remainder is not None
    assert sorted(last.remainder.s1 + last.remainder.s2) == expected["remainder"]
    opponents = tuple(other for _, other in last.moved_down_pairs)
    assert list(opponents + last.remainder.s1 + last.remainder.s2) == expected["S2"]


def noted(text: str, score: int) -> Entrant:
    """Return a player from the booklet's notation: ``14b-↓``."""
    digits = "".join(letter for letter in text if letter.isdigit())
    wants = "".join(letter for letter in text if letter in "WwBb")
    floats = "".join({"↑": "^", "↓": "v", "-": "-"}.get(letter, "") for letter in text)
    return player(int(digits), score, wants, floats)


def test_sieve_of_round_4() -> None:
    given = example("dutch-sieve-r4")
    players = {p.id: p for p in (noted(text, 2) for text in given["input"]["bracket"])}
    bracket = DutchBracket(tuple(players.values()), (), UNIT)
    vectors = []
    for candidate in given["expected"]["candidates"]:
        parts = [
            CandidatePart(bracket, players[a], players[b], False) for a, b in candidate["pairs"]
        ]
        parts += [CandidatePart(bracket, players[a], None, False) for a in candidate["float"]]
        values = {c.code: c.value(parts) for c in (*DUTCH_2017.floaters, *DUTCH_2017.quality)}
        stated = candidate["failures"]
        for code in ("C.10", "C.11", "C.12", "C.13", "C.14", "C.15"):
            if candidate["pairs"]:
                assert values[code] == (stated.get(code, 0),)
        # C.5 as pairs that are missing to the largest number, which is one.
        assert 1 - len(candidate["pairs"]) == stated.get("C.5", 0)
        vectors.append(tuple(values.values()))
    assert min(range(len(vectors)), key=lambda n: vectors[n]) == given["expected"]["winner"]


@each_solver
def test_winner_of_round_4(solver: Solver) -> None:
    given = example("dutch-sieve-r4")
    players = [noted(text, 2) for text in given["input"]["bracket"]]
    pairs, bye = solver(field(players), DUTCH_2017, None)
    winner = given["expected"]["candidates"][given["expected"]["winner"]]
    assert [[one.id, other.id] for one, other in pairs] == winner["pairs"]
    assert [bye.id if bye else None] == winner["float"]


def test_sieve_of_round_5() -> None:
    given = example("dutch-sieve-r5")
    players = [noted(text, 5) for text in ("4b↑", "6B-↓", "11Bb↑")] + [noted("5W↓", 6)]
    trace: list[Step] = []
    pairs, _ = sift(field(players, forbidden=given["input"]["already_played"]), DUTCH_2017, trace)
    judged = chapters(trace)[1].candidates
    candidates = given["expected"]["candidates"]
    assert [{frozenset(pair) for pair in step.pairs} for step in judged] == [
        {frozenset(pair) for pair in candidate["pairs"]} for candidate in candidates
    ]
    for step, candidate in zip(judged, candidates, strict=True):
        if candidate["failures"] == "C.1 illegal":
            assert (step.verdict, step.criterion) == (CandidateVerdict.ILLEGAL, "C.1")
        else:
            for code, value in candidate["failures"].items():
                assert dict(step.failures)[code] == (value,)
    winner = candidates[given["expected"]["winner"]]["pairs"]
    assert {frozenset((one.id, two.id)) for one, two in pairs} == {frozenset(p) for p in winner}


def test_colours_alternate_from_the_latest_difference() -> None:
    # Dutch 2017: E.3 (1)
    given = example("colour-e3")
    players = [
        player(int(number), 2, colours=colours)
        for number, colours in given["input"]["histories"].items()
    ]
    white, black, rule = allocate(players[0], players[1], Colour.WHITE)
    expected = given["expected"]
    assert (white.id, black.id) == (expected["white"], expected["black"])
    assert DUTCH_2017.colour_rules[rule - 1] == expected["rule"]


def test_colours_by_the_higher_ranked() -> None:
    # E.4, 5.2.4
    given = example("colour-e4")
    scores = given["input"]["scores"]
    players = [
        player(int(number), int(UNIT * scores[number]), colours=colours.replace("-", ""))
        for number, colours in given["input"]["histories"].items()
    ]
    white, black, rule = allocate(players[0], players[1], Colour.WHITE)
    expected = given["expected"]
    assert (white.id, black.id) == (expected["white"], expected["black"])
    assert DUTCH_2017.colour_rules[rule - 1] == expected["rule"]


def test_topscorers() -> None:
    """Five of six rounds have been played, so more than 2.5 points are needed."""
    # Dutch 2017: A.7 (1)
    given = example("dutch-topscorer")["input"]
    players = [player(1, 6), player(2, 5)]
    last = field(players, round=given["round_to_pair"], rounds=given["rounds"])
    before = field([player(1, 10)], round=given["round_to_pair"] - 1, rounds=given["rounds"])
    assert topscorers(last) == {1}
    assert topscorers(before) == frozenset()


@each_solver
@each_edition
def test_parameters_with_more_moved_down_players_than_residents(key: str, solver: Solver) -> None:
    # 3.1, 3.2, B.1, B.2
    """Three moved-down players who may not meet fall on two residents, so one of them falls
    further.
    """
    # Dutch 2017: B.2 (3); Dutch 2017: B.3 (3)
    players = [*(player(n, 4) for n in (1, 2, 3)), *(player(n, 2) for n in (4, 5)), player(6, 0)]
    trace: list[Step] = []
    pairs, _ = solver(field(players, forbidden=[(1, 2), (1, 3), (2, 3)]), EDITIONS[key], trace)
    step = chapters(trace)[1].final
    assert (step.m0, step.max_pairs, step.m1, step.limbo) == (3, 2, 2, (3,))
    assert [(one.id, other.id) for one, other in pairs] == [(1, 4), (2, 5), (3, 6)]


def test_floats_of_rounds_without_a_game() -> None:
    """2017: the bye, a forfeit won or lost and an announced absence are downfloats."""
    tournament = beginners(6)
    games = (
        Game(1, 4, Result.WHITE_WINS_BY_FORFEIT),
        Game(5, 2, Result.DRAW),
    )
    byes = ((6, Bye.PAIRING_ALLOCATED), (3, Bye.ZERO_POINT))
    tournament = Tournament(tournament.players, (Round(games, byes),), tournament.settings)
    entrants = build_field(tournament, 2, DUTCH_2017.field_rules).entrants
    floats = {entrant.id: entrant.floats[0] is Float.DOWN for entrant in entrants}
    expected = example("dutch2016-forfeit-float")["expected"]["downfloat"]
    assert [floats[6], floats[1], floats[4], floats[3]] == expected
    assert not floats[2]
