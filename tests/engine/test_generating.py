"""The settings of each program's generator."""

from fractions import Fraction
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict, check
from crivello.engine.generating import bbp_recipe, javafo_recipe, make
from crivello.formats import read
from crivello.model.errors import Malformed
from crivello.model.result import Result
from crivello.systems.registry import find
from tests.cli.calling import EXAMPLE, call

JAVAFO = """
# a comment
PlayersNumber=30
RoundsNumber=6
ForfeitRate=250
QuickgameRate=500
ZPBRate=0
HPBRate=100
FPBRate=0
HighestRating=2400
LowestRating=1600
Groups=3
Separator=50
WWPoints=3.0
BWPoints=3
WDPoints=1.5
PABPoints=2.0
"""


def test_the_settings_of_javafo_are_obeyed() -> None:
    recipe, unknown = javafo_recipe(JAVAFO, 1)
    assert unknown == []
    assert (recipe.players, recipe.rounds) == (30, 6)
    assert (recipe.forfeit_rate, recipe.half_point_bye_rate) == (Fraction(4), Fraction(10))
    assert (recipe.middle, recipe.deviation) == (1950, 200)
    assert (recipe.scoring.white_win, recipe.scoring.pairing_allocated_bye) == (6, 4)
    tournament = make(recipe, 1, baku=False)
    assert len(tournament.players) == 30
    assert tournament.paired_rounds == 6
    results = [game.result for this in tournament.rounds for game in this.games]
    short = {Result.SHORT_WHITE_WINS, Result.SHORT_BLACK_WINS, Result.SHORT_DRAW}
    assert sum(result in short for result in results) > len(results) // 4
    assert all(1600 <= (player.rating or 0) <= 2400 for player in tournament.players)


def test_what_javafo_is_not_told_it_draws_from_the_seed() -> None:
    first, _ = javafo_recipe("PlayersNumber=20\n", 4)
    again, _ = javafo_recipe("PlayersNumber=20\n", 4)
    other, _ = javafo_recipe("PlayersNumber=20\n", 5)
    assert first == again != other
    assert first.players == other.players == 20
    assert 5 <= first.rounds <= 10


def test_javafo_passes_over_keys_it_does_not_know_and_refuses_what_is_no_number() -> None:
    _, unknown = javafo_recipe("NoSuchKey=3\n", 1)
    assert [str(one) for one in unknown] == [
        "NoSuchKey is not a setting of the generator and is ignored."
    ]
    with pytest.raises(Malformed):
        javafo_recipe("PlayersNumber=x21\n", 1)


def test_rates_mean_one_in_so_many_to_bbp_and_unknown_keys_are_refused() -> None:
    recipe, _ = bbp_recipe("PlayersNumber=12\nForfeitRate=20\n", 1)
    assert recipe.forfeit_rate == 20
    for text in ("NoSuchKey=3\n", "PlayersNumber=x\n"):
        with pytest.raises(Malformed):
            bbp_recipe(text, 1)


def test_the_same_seed_gives_the_same_tournament_which_is_right_by_its_own_check(
    tmp_path: Path,
) -> None:
    config = tmp_path / "rtg.cfg"
    config.write_text("PlayersNumber=16\nRoundsNumber=5\nHalfPointByeRate=8\n")
    for name in ("one.trf", "two.trf"):
        done = call("--dutch", "-g", config, "-o", name, "-s", "9", CRIVELLO_EDITION="2026")
        assert (done.code, done.out) == (0, "")
    text = (tmp_path / "one.trf").read_bytes()
    assert text == (tmp_path / "two.trf").read_bytes()
    verdicts = {one.verdict for one in check(read(text), find("dutch-2026"))}
    assert verdicts == {Verdict.SAME}
    report = call("--dutch", tmp_path / "one.trf", "-c", CRIVELLO_EDITION="2026").out
    assert report == "".join(f"one: Round #{number}\n" for number in range(1, 6)) + "\n"


def test_lent_points_stand_in_the_generated_file(tmp_path: Path) -> None:
    config, out = tmp_path / "rtg.cfg", tmp_path / "made.trf"
    config.write_text("PlayersNumber=24\nRoundsNumber=9\n")
    assert call("-g", config, "-b", "-o", out, "-s", "1", CRIVELLO_EDITION="2017").code == 0
    lent = [line for line in out.read_text("utf-8").splitlines() if line.startswith("XXA")]
    assert lent[0].split() == ["XXA", "1", "1.0", "1.0", "1.0", "0.5", "0.5", *["0.0"] * 4]
    assert len(lent) == 12
    report = call(out, "-c", CRIVELLO_EDITION="2017").out
    assert report == "".join(f"made: Round #{number}\n" for number in range(1, 10))


def test_a_model_gives_its_field(tmp_path: Path) -> None:
    out = tmp_path / "made.trf"
    assert call(EXAMPLE, "-g", "-o", out).code == 0
    model, made = read(Path(EXAMPLE).read_bytes()), read(out.read_bytes())
    assert [player.rating for player in made.players] == [one.rating for one in model.players]
    assert made.paired_rounds == model.settings.rounds


def test_a_wrong_configuration_leaves_no_file(tmp_path: Path) -> None:
    config = tmp_path / "rtg.cfg"
    config.write_text("PlayersNumber=x\n")
    out = tmp_path / "made.trf"
    assert call("--dutch", "-g", config, "-o", out).code == 3
    assert call("-g", config, "-o", out).code == 1
    assert call("--dutch", "-g", tmp_path / "none.cfg", "-o", out).code == 5
    assert not out.exists()
