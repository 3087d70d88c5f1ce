"""The generator writes the same bytes everywhere; digests stored here would reveal a change.

A change of the header (a type code, a comment) changes them too.
"""

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
    ("plain", 1): "89826bdd8d6bf3ee1d5e01be",
    ("plain", 2): "74225ec3e1a6132dca362e4e",
    ("2017", 1): "19caf1faf2036c48918a2316",
    ("2017", 2): "07e5c2645296b3c31f7164f6",
    ("dubov", 1): "9edd935dcb7864dd6ca7f0ea",
    ("dubov", 2): "19f6df1406ae5e05be4aefe7",
    ("burstein", 1): "bcc76e54cf6b836d05a29260",
    ("burstein", 2): "e75a1be6625cfbae8759781b",
    ("everything", 1): "6eb94103efae52527efe5a70",
    ("everything", 2): "b0435b170596afb51b2a036d",
    ("three points", 1): "6d501a950e31951de5018d9e",
    ("three points", 2): "a644067f6bd38a7ba1ebd670",
}


@pytest.mark.parametrize(("name", "seed"), GOLDEN)
def test_the_bytes_of_a_seed_are_known(name: str, seed: int) -> None:
    assert digest(write_trf(generate(RECIPES[name], seed), "trf26")) == GOLDEN[name, seed]


def test_the_bytes_of_a_model_played_again_are_known() -> None:
    again = replay(generate(PLAIN, 1), PLAIN, 2)
    assert digest(write_trf(again, "trf26")) == "a0cc4310dfc3ebddc4f25898"


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
