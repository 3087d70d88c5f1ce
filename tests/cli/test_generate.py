"""`crivello generate` and `-g`: equal seeds give equal bytes."""

import shlex
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict
from crivello.audit.file_report import judge_standings
from crivello.audit.generator import draw_recipe, generate
from crivello.audit.recipe import Recipe
from crivello.cli.commands import RATES, SIZE
from crivello.formats import read
from crivello.formats.trf import read_trf, write_trf
from crivello.model.keys import SYSTEMS
from tests.cli.calling import EXAMPLE, call

SMALL = ("--players", "12", "--rounds", "4", "--seed", "5")


def test_it_writes_what_the_library_makes(tmp_path: Path) -> None:
    expected = write_trf(generate(Recipe(players=12, rounds=4), 5), "trf26")
    stated = "### crivello generate --seed 5 --system dutch-2026 --players 12 --rounds 4\r\n"
    expected = stated + expected
    done = call("generate", *SMALL)
    assert (done.code, done.err, done.out) == (0, "", expected)
    out = tmp_path / "out.trf"
    done = call("generate", *SMALL, "--output", out)
    assert (done.code, done.out, done.err) == (0, "", f"{out} written (12 players, 4 rounds).\n")
    assert out.read_bytes() == expected.encode()


@pytest.mark.parametrize("form", ["trf16", "trfx", "trfbx", "trf26", "json"])
def test_every_form_reads_back(form: str) -> None:
    done = call("generate", *SMALL, "--to", form)
    assert done.code == 0
    back = read(done.out)
    assert (len(back.players), back.paired_rounds) == (12, 4)


def test_every_setting_of_a_recipe_has_an_option() -> None:
    settings = {*SIZE, *RATES, "ratings", "tie_breaks", "system", "choices", "scoring"}
    of_studies = {"clubs", "white_advantage", "rating_error"}
    assert settings | of_studies == set(Recipe.__dataclass_fields__)


@pytest.mark.parametrize("key", SYSTEMS)
def test_without_options_everything_is_drawn_and_stated(key: str) -> None:
    """The command in the file generates the same file; ranks follow its list of tie-breaks."""
    done = call("generate", "--system", key, "--seed", "29")
    assert done.code == 0
    command = done.out.splitlines()[0].removeprefix("### crivello ")
    assert call(*shlex.split(command)).out == done.out
    tournament = read(done.out)
    codes = tournament.settings.tie_breaks
    assert len(codes) >= 2
    assert tournament.settings.standings_order == ("PTS", *codes)
    assert judge_standings(tournament) is Verdict.SAME


def test_two_seeds_draw_two_kinds_of_tournaments() -> None:
    recipes = {draw_recipe("dutch-2026", seed) for seed in range(200)}
    for setting in ("players", "rounds", "half_point_bye_rate", "forfeit_rate", "tie_breaks"):
        assert len({getattr(recipe, setting) for recipe in recipes}) > 2, setting
    assert {recipe.acceleration for recipe in recipes} == {None, "baku-2026"}


def test_ratings_and_tie_breaks_can_be_given(tmp_path: Path) -> None:
    done = call(
        "generate", "--ratings", "1800,2400,2100,1700", "--tie-breaks", "de,bh", "--seed", "1"
    )
    tournament = read(done.out)
    assert [player.rating for player in tournament.players] == [2400, 2100, 1800, 1700]
    assert tournament.settings.tie_breaks == ("DE", "BH")
    file = tmp_path / "ratings.txt"
    file.write_text("2400\n2100\n1800\n1700\n")
    words = ("--rounds", "3", "--seed", "1")
    assert len(read(call("generate", "--ratings", file, *words).out).players) == 4


@pytest.mark.parametrize("text", ["2400,many", "", "24000,2100"])
def test_ratings_that_are_none_are_refused(text: str) -> None:
    assert call("generate", "--ratings", text).code in (3, 5)
    assert call("generate", "--ratings", "2000,1900", "--players", "2").code == 3


def test_options_do_what_they_say() -> None:
    words = ["--half-point-byes", "5", "--forfeits", "6", "--system", "dubov", "--draws", "0"]
    words += ["--win", "3", "--draw", "1", "--highest-rating", "2000", "--lowest-rating", "1990"]
    done = call("generate", *SMALL, *words, "--to", "json")
    assert (done.code, done.err) == (0, "")
    tournament = read(done.out)
    assert tournament.settings.system == "dubov-2026"
    assert (tournament.settings.scoring.win, tournament.settings.scoring.unit) == (6, 2)
    assert {1990 <= (player.rating or 0) <= 2000 for player in tournament.players} == {True}
    assert " H" in call("generate", *SMALL, *words).out
    assert " =" not in call("generate", *SMALL, "--draws", "0", "--to", "trf16").out


def test_without_a_seed_it_tells_the_one_it_took() -> None:
    one = call("generate", "--players", "6", "--rounds", "3")
    assert one.code == 0
    assert one.err.startswith("Seed: ")
    seed = one.err.split()[1]
    again = call("generate", "--players", "6", "--rounds", "3", "--seed", seed)
    assert again.out == one.out


def test_a_model_is_played_again(tmp_path: Path) -> None:
    model = read(Path(EXAMPLE).read_bytes())
    done = call("generate", "--model", EXAMPLE, "--seed", "2", "--system", "dutch-2017")
    assert done.code == 0
    again = read_trf(done.out).tournament
    assert [p.name for p in again.players] == [p.name for p in model.players]
    assert again.paired_rounds == model.settings.rounds
    assert again.rounds[:3] != model.rounds[:3]
    file = tmp_path / "again.trf"
    file.write_text(done.out)
    assert call("check", file, "--system", "dutch-2017").code == 0


def test_a_configuration_of_another_generator(tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.write_text("PlayersNumber=9\nRoundsNumber=3 # three\nPointsForWin=3\nSky=blue\n")
    done = call("generate", "--config", config, "--seed", "1", "--rounds", "4")
    assert done.code == 0
    assert f"{config}:4:1: warning: Sky is not a setting of the generator" in done.err
    tournament = read_trf(done.out).tournament
    assert (len(tournament.players), tournament.settings.rounds) == (9, 4)
    config.write_text("PlayersNumber=many\n")
    wrong = call("generate", "--config", config)
    assert (wrong.code, wrong.out) == (3, "")
    assert f"{config}:1:15: PlayersNumber needs a whole number" in wrong.err


def test_a_tournament_that_cannot_go_on_says_so() -> None:
    done = call("generate", "--players", "2", "--rounds", "3", "--seed", "1")
    assert done.code == 0
    assert "Round 2 cannot be paired; the tournament ends before it." in done.err
    assert read_trf(done.out).tournament.paired_rounds == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "0"], "--players must be a whole number, 1 or higher (got 0)."),
        (["--players", "10000"], "A report file has room for 1 to 9999 players"),
        (["--seed", "x"], "--seed must be a whole number, 0 or higher (got x)."),
        (["--draws", "101"], "--draws must be a percentage from 0 to 100."),
        (["--bye", "much"], "--bye needs points, such as 0.5."),
        (["--to", "pdf"], "--to is one of trf16"),
        (["--system", "swiss"], "There is no pairing system 'swiss'."),
        (["--lowest-rating", "2700"], "The lowest rating (2700) is above the highest (2600)."),
        (["--acceleration", "haley"], "--acceleration is one of baku-2016, baku-2025, baku-2026"),
        (["--model", EXAMPLE, "--players", "9"], "--players cannot be combined with --model"),
    ],
)
def test_what_makes_no_sense_is_exit_code_3(words: list[str], sentence: str) -> None:
    done = call("generate", *words)
    assert (done.code, done.out) == (3, "")
    assert f"crivello: {sentence}" in done.err


def test_a_model_or_a_target_that_is_not_there_is_exit_code_5(tmp_path: Path) -> None:
    assert call("generate", "--model", tmp_path / "none.trf").code == 5
    assert call("generate", *SMALL, "--output", tmp_path / "no" / "out.trf").code == 5


# ------------------------------------------------------------------ -g


def test_the_convention_generates_from_nothing_from_a_configuration_and_from_a_model(
    tmp_path: Path,
) -> None:
    out, config = tmp_path / "out.trf", tmp_path / "config"
    done = call("--dutch", "-g", "-o", out, "-s", "7")
    assert (done.code, done.out, done.err) == (0, "", "")
    first = out.read_bytes()
    assert len(read_trf(first).tournament.players) == 50
    assert call("--dutch", "-g", "-o", out, "-s", "7").code == 0
    assert out.read_bytes() == first
    config.write_text("PlayersNumber=11\nRoundsNumber=5\n")
    assert call("--dubov", "-g", config, "-o", out, "-s", "7").code == 0
    tournament = read_trf(out.read_bytes()).tournament
    assert (len(tournament.players), tournament.paired_rounds) == (11, 5)
    assert call("--dubov", out, "-c").out.count("\n") == 6  # nothing differs
    assert call("--dubov", out, "-g", "-o", tmp_path / "again.trf", "-s", "8").code == 0
    again = read_trf((tmp_path / "again.trf").read_bytes()).tournament
    assert [p.rating for p in again.players] == [p.rating for p in tournament.players]
    assert again.rounds != tournament.rounds


def test_the_convention_draws_a_seed_and_tells_it(tmp_path: Path) -> None:
    done = call("--dutch", "-g", "-o", tmp_path / "out.trf", "-b")
    assert done.code == 0
    assert done.err.startswith("Seed: ")
    assert call("--dutch", tmp_path / "none", "-g", "-o", tmp_path / "x").code == 5


def test_the_recipe_of_a_round_robin_states_no_rounds() -> None:
    """The number of rounds follows from the players, and the recipe generates the same tournament
    again.
    """
    made = call(
        "generate", "--system", "roundrobin", "--players", "6", "--rounds", "3", "--seed", "7"
    )
    (recipe,) = (line for line in made.out.splitlines() if "crivello generate" in line)
    assert "--rounds" not in recipe
    words = shlex.split(recipe[recipe.index("crivello generate") :])[1:]
    assert call(*words).out == made.out
