"""Study files: their possible contents, and errors that list every problem."""

from importlib.resources import files

import pytest

from crivello.audit.study.measures import MEASURES
from crivello.audit.study.study_file import read_study
from crivello.model.errors import Malformed, Problem

GOOD = """
title = "Try"
question = "Does it run?"
[[population]]
name = "small"
players = [9, 12]
rounds = 5
ratings = { middle = 2000, deviation = 150 }
white-advantage = 35
half-point-byes = 30
[[system]]
key = "dutch-2017"
[[system]]
key = "dutch-2026"
baku = true
against = "dutch-2017"
"""


def test_a_study_says_what_it_asks() -> None:
    study = read_study(GOOD)
    assert (study.title, study.seed, study.tournaments, study.groups) == ("Try", 1, 100, 4)
    assert study.measures == tuple(MEASURES)
    (kind,) = study.populations
    assert (kind.players, kind.recipe.rounds) == ((9, 12), 5)
    assert (kind.recipe.middle, kind.recipe.deviation) == (2000, 150)
    assert (kind.recipe.white_advantage, kind.recipe.half_point_bye_rate) == (35, 30)
    first, second = study.systems
    assert (first.name, first.against, first.recipe(kind).acceleration) == (
        "dutch-2017",
        None,
        None,
    )
    assert second.recipe(kind).acceleration == "baku-2026"
    assert second.against == "dutch-2017"
    assert second.name == "dutch-2026, Baku"


def test_more_tournaments_are_the_same_study_and_another_seed_is_another() -> None:
    study = read_study(GOOD)
    assert read_study(GOOD.replace("title", "tournaments = 9\ntitle", 1)).digest == study.digest
    assert read_study(GOOD.replace("title", "seed = 9\ntitle", 1)).digest != study.digest
    assert read_study(GOOD.replace("35", "36")).digest != study.digest


@pytest.mark.parametrize("name", ["systems", "baku", "editions", "extra-white"])
def test_the_studies_of_the_house_can_be_read(name: str) -> None:
    path = files("crivello") / "examples" / "studies" / f"{name}.toml"
    study = read_study(path.read_text(encoding="utf-8"))
    assert study.question
    assert set(study.figures) <= set(study.measures)


BAD = """\
title = 7
seed = -1
measures = ["tau", "glamour"]
tie-breaks = ["XYZ"]
colour = "blue"
[[population]]
name = "small"
players = 1
rounds = 500
ratings = { lowest = 2000, highest = 1000, funny = 1 }
draws = 101
[[population]]
name = "small"
players = 6
rounds = 9
[[system]]
key = "dutch-1066"
[[system]]
key = "roundrobin"
baku = true
[[system]]
name = "nothing"
"""


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(Malformed, match=r"This study cannot be run\.") as raised:
        read_study(text)
    return raised.value.problems


def test_a_bad_study_is_refused_with_every_problem_its_spot_and_a_remedy() -> None:
    found = {(p.line, p.column): str(p) for p in problems(BAD) if "question" not in str(p)}
    assert found[1, 1].startswith("title cannot be 7: write")
    assert found[2, 1].startswith("seed cannot be -1: write 0-")
    assert found[3, 1].startswith("measures cannot be 'glamour': write tau, spearman")
    assert found[4, 1].startswith("There is no tie-break 'XYZ'")
    assert found[5, 1].startswith("'colour' is not a known key here.")
    assert found[8, 1].startswith("players cannot be 1: write 2-9999")
    assert found[9, 1].startswith("rounds cannot be 500: write 1-99")
    assert found[10, 1].startswith("The lowest rating is above the highest")
    assert found[10, 44].startswith("'funny' is not a known key here")
    assert found[11, 1].startswith("draws cannot be 101: write 0-100")
    assert found[13, 1].startswith("Two of them are called 'small'")
    assert found[15, 1].startswith("6 players cannot play 9 rounds without meeting twice")
    assert found[17, 1].startswith("key cannot be 'dutch-1066': write dutch-2026")
    assert found[20, 1].startswith("A round robin has no baku: leave it out.")
    assert found[21, 1].startswith("key is missing: add it.")
    assert any("question is missing: add it." in str(p) for p in problems(BAD))
    assert len(problems(BAD)) == 16


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("title = ", 1, "A study is a TOML file; this is not one"),
        ("", 1, "A study needs at least one [[population]]: add it."),
        (GOOD.replace("[[system]]\nkey", "[system]\nkey", 1).partition("[[sys")[0], 11, "[[sys"),
        (GOOD.replace("players = [9, 12]\n", ""), 4, "players is missing: add it."),
        (GOOD.replace("[9, 12]", "[12, 9]"), 6, "players cannot be [12, 9]"),
        (GOOD.replace("baku = true", 'baku = "yes"'), 15, "baku cannot be 'yes'"),
        (GOOD.replace("{ middle = 2000, deviation = 150 }", "7"), 8, "ratings cannot be 7"),
        (GOOD + "key = 1", 17, "A study is a TOML file"),
        (
            GOOD.replace('"Does it run?"', '"""\nrounds = 7\n"""') + "x = 1",
            19,
            "'x' is not a known key",
        ),
    ],
)
def test_the_spot_is_where_the_reader_must_look(text: str, line: int, sentence: str) -> None:
    found = [problem for problem in problems(text) if sentence in str(problem)]
    assert found
    assert found[0].line == line
