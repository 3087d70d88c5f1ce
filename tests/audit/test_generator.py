"""The generator: equal seeds give equal tournaments, and every setting has its effect."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from crivello.audit.generator import RandomNumbers, generate, replay
from crivello.audit.recipe import Recipe, read_recipe
from crivello.formats.trf import read_trf, write_trf
from crivello.model.errors import Malformed
from crivello.model.result import Award, Bye, Result
from crivello.model.tournament import Tournament


def digest(tournament: Tournament) -> str:
    return hashlib.sha256(write_trf(tournament, "trf26").encode()).hexdigest()[:16]


def results(tournament: Tournament) -> list[Result]:
    found = [game.result for this in tournament.rounds for game in this.games]
    return [result for result in found if result is not None]


def byes(tournament: Tournament) -> list[Bye]:
    return [bye for this in tournament.rounds for _, bye in this.byes]


def test_dice_are_the_same_everywhere() -> None:
    rng = RandomNumbers(2026)
    assert [rng.below(1000) for _ in range(8)] == [121, 327, 514, 974, 524, 662, 880, 975]
    assert RandomNumbers(1).sample(range(10), 10) != RandomNumbers(2).sample(range(10), 10)


def test_dice_are_even() -> None:
    rng = RandomNumbers(7)
    seen = [rng.below(6) for _ in range(6000)]
    assert all(850 < seen.count(face) < 1150 for face in range(6))


def test_the_same_seed_gives_the_same_tournament() -> None:
    recipe = Recipe(players=20, rounds=5, forfeit_rate=15, half_point_bye_rate=15)
    assert generate(recipe, 3) == generate(recipe, 3)
    assert generate(recipe, 3) != generate(recipe, 4)


@pytest.mark.parametrize(
    ("change", "sought"),
    [
        ({"forfeit_rate": 5}, {Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT}),
        ({"double_forfeit_rate": 5}, {Result.DOUBLE_FORFEIT}),
        ({"unusual_rate": 4}, {Result.BOTH_LOSE, Result.SHORT_DRAW}),
        ({"half_point_bye_rate": 8}, {Bye.HALF_POINT}),
        ({"full_point_bye_rate": 8}, {Bye.FULL_POINT}),
        ({"zero_point_bye_rate": 8}, {Bye.ZERO_POINT}),
    ],
)
def test_each_rate_brings_its_events(change: dict[str, Any], sought: set[object]) -> None:
    plain = generate(Recipe(players=30, rounds=5), 1)
    assert not sought & {*results(plain), *byes(plain)}
    spiced = generate(replace(Recipe(players=30, rounds=5), **change), 1)
    assert sought <= {*results(spiced), *byes(spiced)}


def test_withdrawals_and_late_entries() -> None:
    tournament = generate(Recipe(players=40, rounds=6, withdrawal_rate=10, late_entry_rate=6), 1)
    gone = [p for p in tournament.players if p.withdrawn_after is not None]
    late = [p for p in tournament.players if p.entered > 1]
    assert gone
    assert late
    for number, this in enumerate(tournament.rounds, start=1):
        seated = {p for game in this.games for p in (game.white, game.black)}
        for player in gone:
            assert player.withdrawn_after is not None
            assert number <= player.withdrawn_after or player.id not in seated
        for player in late:
            assert number >= player.entered or player.id not in seated


def test_draws_follow_the_percentage_between_equals() -> None:
    equal = Recipe(players=60, rounds=7, highest_rating=2000, lowest_rating=2000)
    for wanted in (0, 30, 80):
        recipe = replace(equal, draw_percentage=wanted)
        found = [result for seed in range(8) for result in results(generate(recipe, seed))]
        share = 100 * found.count(Result.DRAW) / len(found)
        assert abs(share - wanted) < 5


def test_the_stronger_scores_what_the_table_expects_and_upsets_level_it() -> None:
    recipe = Recipe(players=60, rounds=1, highest_rating=2400, lowest_rating=1600)

    def score_of_upper_half(recipe: Recipe) -> float:
        points = games = 0
        for seed in range(10):
            for game in generate(recipe, seed).round(1).games:
                assert game.result is not None
                award = game.result.white if game.white < game.black else game.result.black
                points += {Award.WIN: 2, Award.DRAW: 1}.get(award, 0)
                games += 2
        return 100 * points / games

    assert score_of_upper_half(recipe) > 85
    assert 40 < score_of_upper_half(replace(recipe, upset_percentage=100)) < 60


def test_replay_keeps_the_field_and_the_requested_byes() -> None:
    model = generate(Recipe(players=21, rounds=5, half_point_bye_rate=9), 1)
    again = replay(model, Recipe(), 2)
    assert [replace(p, rank=None) for p in again.players] == [
        replace(p, rank=None) for p in model.players
    ]
    assert again != model
    for old, new in zip(model.rounds, again.rounds, strict=True):
        requested = {item for item in old.byes if item[1].requested}
        assert requested == {item for item in new.byes if item[1].requested}


def test_a_generated_file_reads_back_as_the_same_rounds() -> None:
    tournament = generate(Recipe(players=21, rounds=5, half_point_bye_rate=9, forfeit_rate=9), 1)
    back = read_trf(write_trf(tournament, "trf26")).tournament
    assert [set(this.games) for this in back.rounds] == [set(t.games) for t in tournament.rounds]


CONFIGURATION = """\
# as the older generators have it
PlayersNumber=40
RoundsNumber=7   # seven
DrawPercentage=25
ForfeitRate=20
RetiredRate=100
HalfPointByeRate=30
HighestRating=2500
LowestRating=1500
PointsForWin=3.0
PointsForDraw=1
PointsForLoss=0
PointsForZPB=0
PointsForForfeitLoss=0
PointsForPAB=1.5
Weather=fine
"""


def test_the_configuration_of_existing_generators_is_read() -> None:
    recipe, warnings = read_recipe(CONFIGURATION)
    assert (recipe.players, recipe.rounds, recipe.draw_percentage) == (40, 7, 25)
    assert (recipe.forfeit_rate, recipe.withdrawal_rate, recipe.half_point_bye_rate) == (
        20,
        100,
        30,
    )
    assert (recipe.highest_rating, recipe.lowest_rating) == (2500, 1500)
    scoring = recipe.scoring
    assert (scoring.unit, scoring.win, scoring.draw, scoring.pairing_allocated_bye) == (2, 6, 2, 3)
    assert [(w.line, w.column, w.found) for w in warnings] == [(16, 1, "Weather")]


@pytest.mark.parametrize(
    ("text", "line", "column", "found"),
    [
        ("PlayersNumber 40", 1, 1, "PlayersNumber 40"),
        ("\nPlayersNumber=many", 2, 15, "many"),
        ("PointsForWin=-1", 1, 14, "-1"),
        ("DrawPercentage=99999999", 1, 16, "99999999"),
    ],
)
def test_what_cannot_be_read_is_reported(text: str, line: int, column: int, found: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_recipe(text)
    assert [(p.line, p.column, p.found) for p in refused.value.problems] == [(line, column, found)]
