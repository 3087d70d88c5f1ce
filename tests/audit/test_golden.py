"""The generator writes the same bytes everywhere; digests kept here would notice a change."""

import hashlib
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

from crivello.audit.generator import generate, replay
from crivello.audit.recipe import Recipe, read_recipe
from crivello.formats.trf import write_trf
from crivello.model.history import histories
from crivello.model.settings import Scoring

PLAIN = Recipe(players=20, rounds=7)
RECIPES = {
    "plain": PLAIN,
    "2017": Recipe(players=21, rounds=9, system="dutch-2017", draw_percentage=50, bell=True),
    "dubov": Recipe(players=14, rounds=6, system="dubov-2026", upset_percentage=30),
    "burstein": Recipe(players=12, rounds=5, system="burstein-2026"),
    "everything": Recipe(
        players=33,
        rounds=9,
        forfeit_rate=20,
        double_forfeit_rate=40,
        unusual_rate=30,
        withdrawal_rate=50,
        late_entry_rate=10,
        half_point_bye_rate=20,
        full_point_bye_rate=60,
        zero_point_bye_rate=30,
        forbidden_pairs=3,
        acceleration="baku-2026",
    ),
    "three points": Recipe(
        players=10,
        rounds=5,
        scoring=Scoring(
            white_win=6, black_win=6, white_draw=2, black_draw=2, forfeit_win=6, adjourned=2
        ),
    ),
}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


GOLDEN = {
    ("plain", 1): "83389a3a5f0a8da547a1e52d",
    ("plain", 2): "fd81c1db53fe4eae8d022cfd",
    ("2017", 1): "19caf1faf2036c48918a2316",
    ("2017", 2): "07e5c2645296b3c31f7164f6",
    ("dubov", 1): "ba9edc7077fe4cd73713208b",
    ("dubov", 2): "3b504e7ec439277f34703801",
    ("burstein", 1): "bbeb14471b1dba57024ff562",
    ("burstein", 2): "efd4d254706760b62af74719",
    ("everything", 1): "30720bbc557c9394c05d8bb7",
    ("everything", 2): "8bab1a6d1e833c0266b9753e",
    ("three points", 1): "72f3849025b81a789132e08d",
    ("three points", 2): "ff9b38a1dbdefa181d8ee145",
}


@pytest.mark.parametrize(("name", "seed"), GOLDEN)
def test_the_bytes_of_a_seed_are_known(name: str, seed: int) -> None:
    assert digest(write_trf(generate(RECIPES[name], seed), "trf26")) == GOLDEN[name, seed]


def test_the_bytes_of_a_model_played_again_are_known() -> None:
    again = replay(generate(PLAIN, 1), PLAIN, 2)
    assert digest(write_trf(again, "trf26")) == "5949e5eeaeaba423978fa363"


def test_the_bytes_of_a_configuration_are_known() -> None:
    recipe, _ = read_recipe("PlayersNumber=16\nRoundsNumber=5\nForfeitRate=9\nPointsForPAB=0.5")
    assert digest(write_trf(generate(recipe, 11), "trf16")) == "90e1f30d07bd6a9c17a9bd30"


def read_by_py4swiss(text: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "generated.trf"
        file.write_text(text, encoding="utf-8")
        return TrfParser.parse(file)


OTHERS_CAN_READ = {
    **{name: RECIPES[name] for name in ("plain", "2017", "dubov", "burstein")},
    "everything": replace(RECIPES["everything"], unusual_rate=0),  # it knows no ½-0
}


@pytest.mark.parametrize("name", OTHERS_CAN_READ)
@pytest.mark.parametrize("seed", range(3))
def test_an_independent_reader_accepts_what_is_generated(name: str, seed: int) -> None:
    tournament = generate(OTHERS_CAN_READ[name], seed)
    read = read_by_py4swiss(write_trf(tournament, "trfx"))
    points = {player.starting_number: player.points_times_ten for player in read.player_sections}
    past = histories(tournament, tournament.paired_rounds + 1)
    assert points == {player: 5 * history.score for player, history in past.items()}
