"""Measures of a study, on tournaments small enough to count by hand."""

from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.audit.generator import CommonRandomNumbers, RandomTournament, play
from crivello.audit.recipe import Recipe
from crivello.audit.study.measures import MEASURES, Observation, kendall, observe, pearson, places
from crivello.audit.study.tally import SCALE, MeasureTally
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament

WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
RATINGS = (2400, 2300, 2200, 2100)
PLAYERS = tuple(
    Player(f"Player {n}", id=n, number=n, rating=rating, tags=(("club", "AB"[n % 2]),))
    for n, rating in enumerate(RATINGS, start=1)
)
TWO_ROUNDS = Tournament(
    PLAYERS,
    (
        Round((Game(1, 3, WHITE), Game(4, 2, BLACK))),
        Round((Game(2, 1, DRAW), Game(3, 4, BLACK))),
    ),
    Settings(rounds=2, system="dutch-2026"),
)
"""Points after two rounds: 1½, 1½, 0, 1. In round 2 players with equal scores meet."""


def values(
    tournament: Tournament, key: str, strengths: tuple[int, ...] = RATINGS, groups: int = 2
) -> dict[tuple[int, str], float]:
    by_player = dict(enumerate(strengths, start=1))
    seen = Observation(RandomTournament(tournament, by_player), (), groups)
    return {where[1:]: value / SCALE for where, value in observe(seen, [key]).items()}


def test_places_are_doubled_and_shared() -> None:
    assert places({1: 5, 2: 3, 3: 5, 4: 9}) == {2: 2, 1: 5, 3: 5, 4: 8}


NUMBERS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=12)


@given(NUMBERS)
def test_tau_is_the_share_of_pairs_in_the_same_order(pairs: list[tuple[int, int]]) -> None:
    def sign(number: int) -> int:
        return (number > 0) - (number < 0)

    both = [(sign(a - c), sign(b - d)) for (a, b), (c, d) in combinations(pairs, 2)]
    square = sum(x != 0 for x, _ in both) * sum(y != 0 for _, y in both)
    found = kendall(pairs)
    if square == 0:
        assert found is None
    else:
        assert found == pytest.approx(SCALE * sum(x * y for x, y in both) / sqrt(square), abs=1)


@given(NUMBERS)
def test_spearman_is_a_correlation(pairs: list[tuple[int, int]]) -> None:
    size = len(pairs)
    x, y = (sum(column) / size for column in zip(*pairs, strict=True))
    square = sum((a - x) ** 2 for a, _ in pairs) * sum((b - y) ** 2 for _, b in pairs)
    found = pearson(pairs)
    if found is None:
        assert square == pytest.approx(0, abs=1e-9)
    else:
        expected = SCALE * sum((a - x) * (b - y) for a, b in pairs) / sqrt(square)
        assert found == pytest.approx(expected, abs=1)


def test_strength_and_standing() -> None:
    # Two of six pairs of places are the wrong way round or tied: 3 behind 4, 1 beside 2.
    assert values(TWO_ROUNDS, "tau")[0, ""] == pytest.approx((4 - 1) / sqrt(6 * 5), abs=1e-5)
    assert values(TWO_ROUNDS, "tau")[2, ""] == values(TWO_ROUNDS, "tau")[0, ""]
    assert values(TWO_ROUNDS, "best-place") == {(0, ""): 1.5}
    assert values(TWO_ROUNDS, "wrong-winner") == {(0, ""): 0.5}
    assert values(TWO_ROUNDS, "wrong-winner", (1, 2, 3, 4)) == {(0, ""): 1}
    assert values(TWO_ROUNDS, "best-place", (1, 2, 3, 4)) == {(0, ""): 3}
    assert values(TWO_ROUNDS, "points") == {(0, "1"): 1.5, (0, "2"): 0.5}
    assert values(TWO_ROUNDS, "places-gained") == {(0, "1"): 0, (0, "2"): 0}


def test_a_withdrawn_player_has_no_place() -> None:
    gone = (*PLAYERS[:3], Player("Player 4", id=4, number=4, rating=2100, withdrawn_after=1))
    rounds = (TWO_ROUNDS.rounds[0], Round((Game(2, 1, DRAW),), ((3, Bye.PAIRING_ALLOCATED),)))
    tournament = Tournament(gone, rounds, TWO_ROUNDS.settings)
    assert values(tournament, "tau")[0, ""] == pytest.approx(2 / sqrt(3 * 2), abs=1e-5)
    assert values(tournament, "byes") == {(0, ""): 0.25, (0, "1"): 0, (0, "2"): 0.5}


def test_measures_of_colours() -> None:
    assert values(TWO_ROUNDS, "colour-difference")[1, ""] == 1
    assert values(TWO_ROUNDS, "colour-difference")[0, ""] == 0
    twice = Tournament(
        PLAYERS,
        (TWO_ROUNDS.rounds[0], Round((Game(1, 2, DRAW), Game(4, 3, BLACK)))),
        TWO_ROUNDS.settings,
    )
    assert values(twice, "colour-difference")[0, ""] == 2
    assert values(twice, "colour-imbalance")[0, ""] == 1
    assert values(twice, "absolute-colours") == {
        (1, ""): 0,
        (2, ""): 1,
        (0, ""): 1,
        (0, "1"): 1,
        (0, "2"): 1,
    }


def test_an_extra_white_is_what_its_owners_have_above_the_others() -> None:
    one = Tournament(PLAYERS[:2], (Round((Game(2, 1, WHITE),)),), Settings(rounds=1))
    equal = {(0, "white"): 0.5, (0, "black"): -0.5, (0, ""): 1}
    assert values(one, "extra-white-points", (2300, 2300)) == equal
    # The weaker player, from whom the table expects 36 %, wins with White: a place each.
    found = values(one, "extra-white-points", (2400, 2300))
    assert found == {(0, "white"): 0.64, (0, "black"): -0.64, (0, ""): 1.28}
    assert values(one, "extra-white-places", (2400, 2300))[0, ""] == 2


def test_boards_scoregroups_and_clubs() -> None:
    assert values(TWO_ROUNDS, "floats")[0, ""] == 0
    turned = Tournament(
        PLAYERS,
        (TWO_ROUNDS.rounds[0], Round((Game(4, 1, DRAW), Game(3, 2, BLACK)))),
        TWO_ROUNDS.settings,
    )
    floats = values(turned, "floats")
    assert (floats[1, ""], floats[2, ""], floats[0, ""], floats[0, "2"]) == (0, 1, 1, 1)
    assert values(TWO_ROUNDS, "rating-difference") == {
        (1, ""): 200,
        (2, ""): 100,
        (0, "1-1"): 150,
        (0, "2-5"): 150,
        (0, ""): 150,
    }
    assert values(TWO_ROUNDS, "strangers") == {(1, ""): 0, (2, ""): 1, (0, ""): 0.5}
    # Equal points have players 1 and 2, with average opponents of 2250 each.
    assert values(TWO_ROUNDS, "aro-spread") == {(0, ""): 0}
    # Turned: 1 has met 3 and 4 (2150) for 1½ points, 2 has met 4 and 3 for 2, 4 has 2350 for ½.
    assert values(turned, "aro-spread") == {}


def test_an_edition_is_compared_with_another_round_by_round() -> None:
    found: dict[str, list[float]] = {}
    for number in range(12):
        recipe = Recipe(players=9, rounds=6, half_point_bye_rate=6, system="dutch-2026")
        played = play(recipe, CommonRandomNumbers("editions", number), "")
        seen = Observation(played, (), 1, "dutch-2017")
        keys = ("changed-pairs", "changed-colours", "changed-rounds", "criteria", "moved")
        for (key, turn, _), value in observe(seen, keys).items():
            if turn == 0:
                found.setdefault(key, []).append(value / SCALE)
        rounds = sum(one.any for one in seen.changes)
        assert sum(found["criteria"][-rounds:] if rounds else [0]) <= 1
    assert sum(found["changed-rounds"]) > 0
    assert sum(found["changed-pairs"]) > 0
    assert sum(found["criteria"]) == pytest.approx(sum(found["changed-rounds"]), abs=1e-4)
    same = Observation(play(recipe, CommonRandomNumbers("editions", 1), ""), (), 1, "dutch-2026")
    assert observe(same, ["changed-pairs"])["changed-pairs", 0, ""] == 0
    assert observe(same, ["criteria"]) == {}


def test_round_robins_have_no_floats_and_no_other_edition() -> None:
    played = play(Recipe(players=6, system="roundrobin"), CommonRandomNumbers(1), "")
    seen = Observation(played, ("BH", "SB"), 2, None)
    found = {key for key, _, _ in observe(seen, MEASURES)}
    assert "floats" not in found
    assert "tau" in found


# CommonRandomNumbers


def test_two_players_who_meet_have_the_same_result_in_every_system() -> None:
    results: dict[tuple[int, int], set[int]] = {}
    for system in ("dutch-2026", "dubov-2026", "lim-1999", "roundrobin"):
        recipe = Recipe(players=12, rounds=5, system=system, rating_error=80)
        played = play(recipe, CommonRandomNumbers(7), system)
        for this in played.tournament.rounds:
            for game in this.games:
                assert game.result is not None
                points = {WHITE: 2, DRAW: 1, BLACK: 0}[game.result]
                turned = game.white > game.black
                pair = min(game.white, game.black), max(game.white, game.black)
                results.setdefault(pair, set()).add(2 - points if turned else points)
    assert len(results) == 66
    assert all(len(found) == 1 for found in results.values())


def test_players_who_meet_twice_roll_twice() -> None:
    recipe = Recipe(players=8, system="doubleroundrobin", draw_percentage=0, middle=2000)
    played = play(recipe, CommonRandomNumbers(7), "")
    score: dict[frozenset[int], set[int]] = {}
    for this in played.tournament.rounds:
        for game in this.games:
            winner = game.white if game.result is WHITE else game.black
            score.setdefault(frozenset((game.white, game.black)), set()).add(winner)
    assert {len(winners) for winners in score.values()} == {1, 2}


def test_strengths_and_ratings_differ_by_the_error_and_clubs_are_drawn() -> None:
    played = play(
        Recipe(players=40, rounds=1, rating_error=60, clubs=3), CommonRandomNumbers(3), ""
    )
    ratings = {player.id: player.rating or 0 for player in played.tournament.players}
    errors = [ratings[player] - strength for player, strength in played.strengths.items()]
    assert any(errors)
    assert all(abs(error) <= 360 for error in errors)
    assert list(ratings.values()) == sorted(ratings.values(), reverse=True)
    clubs = {dict(player.tags)["club"] for player in played.tournament.players}
    assert clubs == {"Club 1", "Club 2", "Club 3"}


def test_white_scores_more_with_a_first_move_advantage() -> None:
    def of_white(advantage: int) -> int:
        recipe = Recipe(players=60, rounds=9, middle=2000, deviation=1, white_advantage=advantage)
        played = play(recipe, CommonRandomNumbers("white"), "")
        results = [game.result for this in played.tournament.rounds for game in this.games]
        return 2 * results.count(WHITE) + results.count(DRAW)

    games = 30 * 9
    assert abs(of_white(0) - games) < 40
    assert of_white(200) > games + 60


# Tallies


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=20))
def test_tallies_do_not_depend_on_the_order(numbers: list[int]) -> None:
    total = MeasureTally()
    for number in numbers:
        total = total.plus(MeasureTally.of(number))
    half = len(numbers) // 2
    parts = [MeasureTally(), MeasureTally()]
    for index, number in enumerate(reversed(numbers)):
        parts[index >= half] = parts[index >= half].plus(MeasureTally.of(number))
    assert parts[1].plus(parts[0]) == total
    assert total.mean == pytest.approx(sum(numbers) / len(numbers) / SCALE)


def test_intervals() -> None:
    tally = MeasureTally()
    for value in (1, 2, 3, 4, 5):
        tally = tally.plus(MeasureTally.of(value * SCALE))
    assert (tally.mean, tally.deviation) == pytest.approx((3, sqrt(2.5)))
    half = 1.96 * sqrt(2.5 / 5)
    assert tally.interval(rate=False) == pytest.approx((3 - half, 3 + half), abs=1e-3)
    never = MeasureTally(100, 0, 0)
    assert never.interval(rate=True) == pytest.approx((0, 0.037), abs=1e-3)
    assert MeasureTally.of(SCALE).interval(rate=False) == (1, 1)
