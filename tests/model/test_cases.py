"""The worked tournaments: everything that follows from results is as in the sources' tables."""

from fractions import Fraction
from typing import Any

import pytest

from crivello.formats.trf import read_trf
from crivello.model.field import Float
from crivello.model.history import histories
from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.rules.field import FieldRules, average_rating_of_opponents, build_field
from crivello.systems.dubov.editions import DUBOV_2018
from crivello.systems.dutch.editions import DUTCH_2017
from crivello.systems.dutch2011.bracket import FIELD_RULES as DUTCH_2011
from tests.support.cases import load
from tests.support.data import DATA

CASES = ("dubov-2018-held", "dutch-2011-held", "dutch-2016-held")


RULES: dict[str, FieldRules] = {
    "dubov-2018-held": DUBOV_2018.field_rules,
    "dutch-2011-held": DUTCH_2011,
    "dutch-2016-held": DUTCH_2017.field_rules,
}
"""The rules by which each tournament's edition reads the history."""

EXCEPTION = ("dutch-2011-held", 5, 6)
"""Before 2013 one colour across an unplayed round is not twice running: strong, not absolute."""

BEFORE_ROUNDS = [
    (name, number) for name in CASES for number in range(1, len(load(name)["rounds"]) + 1)
]


def read_case(file: str) -> Tournament:
    return read_trf((DATA / "cases" / file).read_bytes()).tournament


def derived(name: str, number: int) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = load(name)["rounds"]
    players: list[dict[str, Any]] = rounds[number - 1]["derived"]["players"]
    return players


def input_files(name: str, number: int) -> list[str]:
    """Return the file with absences in the cells, and the one with an XXZ line if there is one."""
    file: str = load(name)["rounds"][number - 1]["input_trf"]
    other = file.replace(".trf", ".xxz.trf")
    return [file, other] if (DATA / "cases" / other).exists() else [file]


@pytest.mark.parametrize(("name", "number"), BEFORE_ROUNDS)
def test_the_files_before_a_round_agree_with_the_final_one(name: str, number: int) -> None:
    final = read_case(f"trf/{name}.trf")
    for file in input_files(name, number):
        before = read_case(file)
        assert before.next_round == number
        assert before.rounds[: number - 1] == final.rounds[: number - 1]
        byes = {player: bye for player, bye in final.round(number).byes if bye.requested}
        if "xxz" in file:  # XXZ tells who is absent, not which bye they have
            byes = dict.fromkeys(byes, Bye.ZERO_POINT)
        assert dict(before.round(number).byes) == byes


@pytest.mark.parametrize(("name", "number"), BEFORE_ROUNDS)
def test_scores_colours_and_opponents(name: str, number: int) -> None:
    tournament = read_case(input_files(name, number)[0])
    unit = tournament.settings.scoring.unit
    past = histories(tournament, number)
    for fact in derived(name, number):
        history = past[fact["number"]]
        assert Fraction(history.score, unit) == Fraction(fact["score"])
        assert history.games_played == fact["games_played"]
        assert history.colours == fact["colour_history"]
        assert history.colour_difference == fact["colour_difference"]


@pytest.mark.parametrize(("name", "number"), BEFORE_ROUNDS)
def test_preferences_by_edition(name: str, number: int) -> None:
    past = histories(read_case(input_files(name, number)[0]), number)
    for fact in derived(name, number):
        colour, strength = RULES[name].preference(past[fact["number"]])
        found = colour.value.upper() if colour else None, strength.name.lower()
        if (name, number, fact["number"]) == EXCEPTION:
            assert (fact["preference"], fact["strength"]) == ("B", "absolute")
            assert found == ("B", "strong")
        else:
            assert found == (fact["preference"], fact["strength"])


@pytest.mark.parametrize(("name", "number"), BEFORE_ROUNDS)
def test_floats_by_edition(name: str, number: int) -> None:
    tournament = read_case(input_files(name, number)[0])
    field = build_field(tournament, number, RULES[name]._replace(float_rounds=None))
    facts = {fact["number"]: fact for fact in derived(name, number)}
    for entrant in field.entrants:
        fact = facts[entrant.id]
        if "upfloat_rounds" in fact:
            latest_first = enumerate(entrant.floats, start=1)
            ups = [number - back for back, one in latest_first if one is Float.UP]
            assert sorted(ups) == fact["upfloat_rounds"]
        else:
            found = [one.value if one else None for one in entrant.floats[:2]]
            assert found == fact["floats_last_two"][: len(found)]


@pytest.mark.parametrize(("name", "number"), [one for one in BEFORE_ROUNDS if "dubov" in one[0]])
def test_average_ratings_of_opponents(name: str, number: int) -> None:
    tournament = read_case(input_files(name, number)[0])
    ratings = {player.id: player.rating or 0 for player in tournament.players}
    past = histories(tournament, number)
    for fact in derived(name, number):
        aro = average_rating_of_opponents(past[fact["number"]], ratings)
        assert aro == (fact["aro"] or 0)


@pytest.mark.parametrize("name", CASES)
def test_the_final_scores_of_the_cases(name: str) -> None:
    tournament = read_case(f"trf/{name}.trf")
    past = histories(tournament, tournament.next_round)
    final = load(name)["final_derived"]
    facts = final["players"] if isinstance(final, dict) else final
    assert len(facts) == len(tournament.players)
    for fact in facts:
        score = Fraction(past[fact["number"]].score, tournament.settings.scoring.unit)
        assert score == Fraction(fact["score"])


@pytest.mark.parametrize("name", CASES)
def test_boards_are_read_in_the_order_in_which_they_were_published(name: str) -> None:
    tournament = read_case(f"trf/{name}.trf")
    for number, this in enumerate(load(name)["rounds"], start=1):
        published = [(pair["white"], pair["black"]) for pair in this["pairings"]]
        assert [(game.white, game.black) for game in tournament.round(number).games] == published
