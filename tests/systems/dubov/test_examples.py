"""Every example of the booklet, the slides and the regulation, one test each.

A test is called after its example; where a document contradicts the rule, the rule is expected.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

from crivello.model.field import Entrant, Field
from crivello.model.history import History, Part
from crivello.model.result import Award, Colour
from crivello.model.trace import Trace
from crivello.model.trace.upfloats import ByeChosen, DubovBracketPaired, UpfloatersNeeded
from crivello.rules.colours import may_meet
from crivello.rules.field import average_rating_of_opponents
from crivello.rules.rounds import in_publication_order
from crivello.systems.byes import bye_order
from crivello.systems.dubov.bracket import (
    DubovBracket,
    Subgroups,
    max_upfloats,
    middle_out,
    subgroups,
)
from crivello.systems.dubov.editions import DUBOV_2018
from crivello.systems.dubov.sieve import DubovSieve, containers, sift
from crivello.systems.dubov.solver import first_transposition, solve
from tests.support.dubov_fields import entrant
from tests.support.entrants import field_of
from tests.support.solvers import Solver, pair_field
from tests.systems.dubov.cases import dubov_examples, example

SOLVERS = pytest.mark.parametrize("solver", [sift, solve])


def player(row: dict[str, Any]) -> Entrant:
    """Return the player of a table row with cells such as ``+W7`` or ``=Bye``."""
    cells = row.get("cells") or [row["cell"]]
    games = [cell for cell in cells if cell[1] in "WB" and cell[2:].isdigit()]
    made = entrant(
        row["number"],
        int(2 * row["score"]),
        "".join(cell[1] for cell in games),
        avoid=tuple(int(cell[2:]) for cell in games),
        upfloats="".join(
            "^" if ago in row.get("upfloats_rounds_ago", ()) else "-"
            for ago in range(1, len(cells) + 1)
        ),
        aro=row.get("aro", 0),
    )
    assert made.preference is not None
    assert made.preference.value.upper() == row["due"]
    return made


def table(rows: list[dict[str, Any]], round_number: int = 3) -> Field:
    return field_of(*map(player, rows), round=round_number, rounds=6)


def steps(field: Field, solver: Solver) -> Trace:
    trace: Trace = []
    pair_field(field, DUBOV_2018, solver, trace)
    return trace


def ids(players: Any) -> list[int]:
    return [one.id for one in players]


def test_every_example_has_its_test() -> None:
    tests = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {name.replace("-", "_") for name in dubov_examples()} <= tests


@SOLVERS
def test_dubov_pab_choice(solver: Solver) -> None:
    given, expected = example("dubov-pab-choice")
    field = table(given["players"], given["round_to_pair"])
    bye = next(step for step in steps(field, solver) if isinstance(step, ByeChosen))
    assert bye.player == expected["pab"]
    order = ids(sorted(field.entrants, key=bye_order))
    assert order[:3] == expected["candidate_order"][:3]
    assert set(order[3:5]) == {5, 14}
    players = {one.id: one for one in field.entrants}
    for witness in ("completion_witness_000", "completion_witness_004"):
        assert all(may_meet(players[a], players[b]) for a, b in expected[witness])
        assert len(expected[witness]) == 5


@SOLVERS
def test_dubov_upfloater_sequence(solver: Solver) -> None:
    given, expected = example("dubov-upfloater-sequence")
    field = table(given["players"], given["round_to_pair"])
    needed = next(step for step in steps(field, solver) if isinstance(step, UpfloatersNeeded))
    assert list(needed.pool) == list(expected["sequence"].values())
    lower = {one.id: one for one in field.entrants}
    wanted = [lower[one].preference for one in needed.pool]
    assert [colour.value.upper() for colour in wanted if colour] == expected["preferences"]


def numbered_sets(scores: list[float], number: int) -> list[tuple[list[float], list[list[int]]]]:
    """Return containers of players #1, #2, … with these scores."""
    lower = tuple(entrant(n, int(2 * score)) for n, score in enumerate(scores, start=1))
    return [
        ([score / 2 for score in key], [ids(members) for members in sets])
        for key, sets in containers(lower, number)
    ]


def test_dubov_upfloater_containers_10() -> None:
    given, expected = example("dubov-upfloater-containers-10")
    made = numbered_sets(given["scores_by_sequence"], given["k"])
    listed = [container for container in expected["containers_in_order"] if container["sets"]]
    assert [sets for _, sets in made] == [container["sets"] for container in listed]
    assert [f"[{a};{b}]" for (a, b), _ in made] == [c["name"].split()[1] for c in listed]


@SOLVERS
def test_dubov_upfloater_choice(solver: Solver) -> None:
    given, expected = example("dubov-upfloater-choice")
    given, _ = example(given["see"])
    field = table(given["players"], given["round_to_pair"])
    first = next(step for step in steps(field, solver) if isinstance(step, DubovBracketPaired))
    assert list(first.upfloaters) == expected["chosen_players"]


def test_dubov_failure_values() -> None:
    given, expected = example("dubov-failure-values")
    field = table(given["players"], given["round_to_pair"])
    players = {one.id: one for one in field.entrants}
    values = {}
    for candidate in expected["values"]:
        pairs = []
        for text in candidate["pairs"]:
            one, other = (players[int(side[:-1])] for side in text.split("-"))
            pairs.append((one, other))
        up = sorted((b for _, b in pairs), key=lambda one: (-one.score, one.number))
        bracket = DubovBracket((players[3], players[4]), tuple(up), 3, False)
        found = dict(DUBOV_2018.failures(bracket, pairs))
        lowest = (bracket.score - max(found["C.6"])) / 2
        stated = 1.0 if candidate["n"] == 1 else candidate["FV6"]
        assert lowest == stated
        assert found["C.5"] == (candidate["FV5"],)
        for number in (7, 8, 9, 10):
            assert found[f"C.{number}"] == (candidate[f"FV{number}"],)
        values[candidate["n"]] = found
    assert expected["candidate 1 FV6"] == 1.0
    left = set(values)
    for sifting in expected["elimination"]:
        best = min(values[n][sifting["criterion"]] for n in left)
        dropped = {n for n in left if values[n][sifting["criterion"]] != best}
        assert dropped == set(sifting["drops"])
        left -= dropped
    assert left == {expected["winner"]}


def pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in pairings([one for one in others if one != other]):
            yield [(first, other), *rest]


def test_dubov_count_candidates() -> None:
    given, expected = example("dubov-count-candidates")
    counts = expected["counts"]
    for n, count in zip(given["N"][:5], counts[:5], strict=True):
        assert sum(1 for _ in pairings(list(range(2 * n)))) == count
    for n, count, before in zip(given["N"][1:], counts[1:], counts, strict=False):
        assert count == (2 * n - 1) * before


def test_dubov_subgroups() -> None:
    given, expected = example("dubov-subgroups")
    groups = subgroups([player(row) for row in given["players"]])
    assert sorted(ids(groups.g1)) == expected["G1"]
    assert ids(groups.g2) == expected["G2"]


def test_dubov_shifter_sequence_3() -> None:
    given, expected = example("dubov-shifter-sequence-3")
    groups = subgroups([player(row) for row in given["players"]])
    assert ids(middle_out(groups.g1)) == expected["sequence"]


@SOLVERS
def test_dubov_shifter_attempts(solver: Solver) -> None:
    given, expected = example("dubov-shifter-attempts")
    players = [player(row) for row in given["players"]]
    groups = subgroups(players)
    attempts = [groups.shift((), one) for one in combinations(middle_out(groups.larger), 1)]
    assert [
        {"G1": sorted(ids(after.g1)), "G2": sorted(ids(after.g2))} for after in attempts
    ] == expected["attempts"]
    # the first attempt works
    bracket = next(
        s for s in steps(field_of(*players), solver) if isinstance(s, DubovBracketPaired)
    )
    assert sorted(bracket.s1) == expected["attempts"][0]["G1"]


@SOLVERS
def test_dubov_candidate_4(solver: Solver) -> None:
    given, expected = example("dubov-candidate-4")
    met = dict(given["already_played"])
    players = [
        entrant(
            int(number), 1, "B", aro=aro, avoid=(met[int(number)],) if int(number) in met else ()
        )
        for number, aro in given["G1"].items()
    ]
    players += [entrant(4, 1, "B", aro=2410), entrant(12, 1, "W", aro=2550)]
    bracket = next(
        s for s in steps(field_of(*players), solver) if isinstance(s, DubovBracketPaired)
    )
    assert list(bracket.s1) == expected["S1"]
    assert list(bracket.t2) == expected["T2"]
    assert [list(pair) for pair in bracket.pairs] == expected["pairs"]


def test_dubov_containers_triples() -> None:
    given, expected = example("dubov-containers-triples")
    three_of_each = [score for score in given["scores"] for _ in range(3)]
    assert [scores for scores, _ in numbered_sets(three_of_each, given["k"])] == expected["order"]


def test_dubov_lexicographic_pairs() -> None:
    given, expected = example("dubov-lexicographic-pairs")
    ((_, sets),) = numbered_sets([1] * len(given["sequence"]), given["k"])
    assert sets == expected["order"]
    assert sorted(given["unsorted"]) == sets


def test_dubov_r2_single_containers() -> None:
    given, expected = example("dubov-r2-single-containers")
    assert len(given["sequence"]) == 9
    made = numbered_sets([0.5] * 4 + [0] * 5, 1)
    assert made == [([c["score"]], c["sets"]) for c in expected["containers"]]


def test_dubov_board_order_r2() -> None:
    given, expected = example("dubov-board-order-r2")
    players = {int(n): entrant(int(n), int(2 * s)) for n, s in given["scores"].items()}
    field = field_of(*players.values())
    boards = in_publication_order([(players[a], players[b]) for a, b in given["pairs"]], field)
    assert [[board.white, board.black] for board in boards] == expected["order"]


def test_dubov_maxt() -> None:
    # A.7, 1.8
    given, expected = example("dubov-maxt")
    made = [max_upfloats(field_of(entrant(1), rounds=rounds)) for rounds in given["rounds"]]
    assert made == expected["maxt"]


def aro_of(ratings: list[int]) -> int:
    """Return the average of a player who met opponents of these ratings, and one who was absent."""
    met = range(len(ratings))
    drawn = Part(Colour.WHITE, Award.DRAW, 1, True, "W")
    won = Part(Colour.WHITE, Award.FORFEIT_WIN, 2, False, "")
    scores = (*met, len(met), len(met) + 2)
    parts = (*[drawn] * len(met), won)
    history = History(1, (*met, 99), parts, scores, "W" * len(met), frozenset(met))
    return average_rating_of_opponents(history, {**dict(enumerate(ratings)), 99: 100})


def test_dubov_aro() -> None:
    given, expected = example("dubov-aro")
    assert [aro_of(case) for case in given["cases"]] == expected["aro"]


@SOLVERS
def test_dubov_perfect_6w_4b(solver: Solver) -> None:
    given, expected = example("dubov-perfect-6w-4b")
    whites = [entrant(n, 2, "B") for n in range(1, given["white_seekers"] + 1)]
    blacks = [entrant(n, 2, "W") for n in range(11, 11 + given["black_seekers"])]
    bracket = next(
        s for s in steps(field_of(*whites, *blacks), solver) if isinstance(s, DubovBracketPaired)
    )
    assert dict(bracket.failures)["C.7"] == (expected["players_without_preference"],)


def test_dubov_rr_aro_range() -> None:
    given, expected = example("dubov-rr-aro-range")
    ratings = list(range(2050, 2801, 50))
    assert len(ratings) == given["players"]
    averages = [aro_of([r for r in ratings if r != mine]) for mine in ratings]
    assert (min(averages), max(averages)) == (expected["aro_min"], expected["aro_max"])


def test_dubov_set_order() -> None:
    # D.1, 4.1, 4.2
    given, expected = example("dubov-set-order")
    ((_, sets),) = numbered_sets([1] * 7, given["k"])
    for earlier, later in expected["precedes"]:
        one, other = (
            [int(mark) for mark in text.strip("{}").replace("#P", "#7").replace("#", "").split(",")]
            for text in (earlier, later)
        )
        assert sets.index(one) < sets.index(other)


def test_dubov_containers_d1b() -> None:
    given, expected = example("dubov-containers-d1b")
    made = numbered_sets(list(given["scores"].values()), given["k"])
    assert [sets for _, sets in made] == expected["containers_sorted"]


def test_dubov_shifter_sequence_7() -> None:
    given, expected = example("dubov-shifter-sequence-7")
    assert middle_out(given["list"]) == expected["sequence"]


def check_transpositions(order: list[tuple[int, ...]]) -> None:
    """Forbid the transpositions one by one from the first on; the next legal one is taken."""
    numbers = sorted(order[0])
    for start in range(len(order)):
        allowed = {(place, n) for t2 in order[start:] for place, n in enumerate(t2)}
        g2 = tuple(entrant(n, 0, "W") for n in numbers)
        g1 = tuple(
            entrant(
                10 + place,
                0,
                "B",
                aro=place,
                avoid=tuple(n for n in numbers if (place, n) not in allowed),
            )
            for place in range(len(numbers))
        )
        groups = Subgroups(g1, g2)
        first = next(t2 for t2 in order if all((p, n) in allowed for p, n in enumerate(t2)))
        sieve = DubovSieve(field_of(*g1, *g2), DUBOV_2018, None)
        for t2 in (sieve.first_transposition(groups), first_transposition(groups)):
            assert t2 is not None
            assert tuple(ids(t2)) == first


def test_dubov_transpositions_3() -> None:
    given, expected = example("dubov-transpositions-3")
    number = {letter: place for place, letter in enumerate(given["list"], start=1)}
    order = [tuple(number[letter] for letter in word) for word in expected["order"]]
    assert order == list(permutations([1, 2, 3]))
    check_transpositions(order)


def test_dubov_transpositions_123() -> None:
    given, expected = example("dubov-transpositions-123")
    order = [tuple(int(digit) for digit in word) for word in expected["order"]]
    assert order[0] == tuple(given["sequence"])
    check_transpositions(order)


def test_dubov_two_upfloaters_5() -> None:
    given, expected = example("dubov-two-upfloaters-5")
    field = table(given["players"])
    assert ids(field.entrants) == list(expected["sequence"].values())
    made = containers(field.entrants, given["k"])
    place = {one: n for n, one in enumerate(ids(field.entrants), start=1)}
    assert [
        {
            "scores": [score / 2 for score in scores],
            "sets": [[place[one.id] for one in members] for members in sets],
        }
        for scores, sets in made
    ] == expected["containers_sorted"]
    tried = [ids(members) for _, sets in made for members in sets]
    assert tried[:2] == expected["first_trials"]
    assert [list(pair) for pair in combinations(range(1, 6), 2)] == expected["sets"]


@SOLVERS
def test_round1_14_white(solver: Solver) -> None:
    # A.1, 1.1
    given, expected = example("round1-14-white")
    field = field_of(*(entrant(n) for n in range(1, given["players"] + 1)), round=1)
    trace: Trace = []
    pairing = pair_field(field, DUBOV_2018, solver, trace)
    bracket = next(step for step in trace if isinstance(step, DubovBracketPaired))
    assert list(bracket.s1) == expected["S1"]
    assert list(bracket.t2) == expected["S2"]
    boards = [[board.white, board.black] for board in pairing.boards]
    assert boards == expected["pairs_white_black"]
