"""The file for chess-results.com: what is in it, and that it is the tournament."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.formats.example import example_files, read_example
from crivello.formats.trf import read_trf
from crivello.model.errors import Malformed, Unsupported
from crivello.model.matches import event_of
from crivello.model.result import Result
from crivello.model.tournament import Game, Round, Tournament
from crivello.reports.chess_results.comparing import compare, read_chess_results
from crivello.reports.chess_results.xml_fields import LIMITS
from crivello.reports.chess_results.xml_file import write_chess_results
from crivello.standings.standings import standings

KINDS = [
    ("dutch-2026", "0"),
    ("dubov-2018", "0"),
    ("roundrobin", "1"),
    ("doubleroundrobin", "1"),
    ("team-2026", "3"),
]


def example(name: str) -> Tournament:
    return read_trf(read_example(name)).tournament


def drawn(system: str, seed: int, players: int = 10) -> Tournament:
    if "robin" in system:
        return generate(Recipe(players=players, system=system), seed)
    return generate(Recipe(players=players, rounds=5, system=system), seed)


def with_result(whole: Tournament, result: Result | None) -> Tournament:
    """Return the tournament with this result of the first game of the last round."""
    *before, last = whole.rounds
    first, *others = last.games
    games = (replace(first, result=result), *others)
    return replace(whole, rounds=(*before, replace(last, games=games)))


@pytest.mark.parametrize(("system", "kind"), KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_the_file_read_back_is_the_tournament(system: str, kind: str, seed: int) -> None:
    whole = drawn(system, seed)
    text = write_chess_results(whole).text
    assert compare(text, whole) == []
    assert read_chess_results(text)["tournamentdata"][0]["type"] == kind


@pytest.mark.parametrize("name", [*example_files()])
def test_a_tournament_that_runs_and_one_that_is_over(name: str) -> None:
    whole = example(name)
    found = read_chess_results(write_chess_results(whole).text)["tournamentdata"][0]
    over = whole.paired_rounds == whole.settings.rounds
    assert found["endstatus"] == ("J" if over else "N")
    assert found["currentround"] == str(whole.paired_rounds)
    for number in range(whole.paired_rounds + 1):
        before = replace(whole, rounds=whole.rounds[:number])
        assert compare(write_chess_results(before).text, before) == []


def test_a_round_robin_that_is_published_and_not_played_has_no_points() -> None:
    whole = drawn("roundrobin", 1)
    rounds = tuple(
        replace(this, games=tuple(replace(game, result=None) for game in this.games))
        for this in whole.rounds
    )
    whole = replace(whole, rounds=rounds)
    text = write_chess_results(whole).text
    assert {row["pts"] for row in read_chess_results(text)["players"]} == {"0,0"}
    assert compare(text, whole) == []


def test_what_is_changed_in_the_file_is_noticed() -> None:
    whole = drawn("dutch-2026", 3, players=9)
    text = write_chess_results(whole).text
    for old, new in [
        ('reswhite="1.0" resblack="0.0"', 'reswhite="0.0" resblack="1.0"'),
        ('pts="', 'pts="1'),
        ('blackno="-1"', 'blackno="-2"'),
        ('lastname="Player', 'lastname="Somebody'),
    ]:
        assert old in text
        assert compare(text.replace(old, new, 1), whole)


def test_long_texts_are_cut_and_listed() -> None:
    whole = example("dutch-2017")
    name = "Torneo " * 40
    players = tuple(replace(one, name="Bartholomew-" * 4 + ", Anna") for one in whole.players)
    whole = replace(whole, players=players, settings=replace(whole.settings, name=name))
    found = write_chess_results(whole)
    rows = read_chess_results(found.text)
    assert len(rows["tournamentdata"][0]["name"]) <= LIMITS["tournament"]["name"]
    assert {len(row["lastname"]) for row in rows["players"]} == {LIMITS["player"]["lastname"]}
    assert {row["firstname"] for row in rows["players"]} == {"Anna"}
    assert len(found.losses) == len(players) + 1
    assert "Cut to 160 characters: Torneo" in str(found.losses[0])


def test_names_may_contain_anything() -> None:
    whole = example("fourteen")
    odd = ("A & B <\"quoted\">, 'x'", "Ø\x00\x07", "横浜", "{}", "]]>")
    players = tuple(
        replace(one, name=odd[place % len(odd)]) for place, one in enumerate(whole.players)
    )
    text = write_chess_results(replace(whole, players=players)).text
    assert read_chess_results(text)["players"][0]["lastname"] == 'A & B <"quoted">'
    assert read_chess_results(text)["players"][2]["lastname"] == "横浜"


def test_every_kind_of_result_has_its_mark() -> None:
    whole = example("dutch-2017")
    expected = {
        None: ("", "", ""),
        Result.WHITE_WINS: ("1.0", "0.0", ""),
        Result.DRAW: ("0.5", "0.5", ""),
        Result.BOTH_LOSE: ("0.0", "0.0", "D"),
        Result.SHORT_WHITE_WINS: ("1.0", "0.0", "U"),
        Result.WHITE_WINS_BY_FORFEIT: ("1.0", "0.0", "K"),
        Result.DOUBLE_FORFEIT: ("0.0", "0.0", "K"),
        Result.ADJOURNED: ("", "", "H"),
    }
    for result, wanted in expected.items():
        rows = read_chess_results(write_chess_results(with_result(whole, result)).text)
        row = next(one for one in rows["playerpairings"] if one["round"] == "6")
        assert (row["reswhite"], row["resblack"], row["forfeit"]) == wanted


def test_tie_breaks_have_their_numbers_and_values() -> None:
    codes = ("PTS", "BH/C1", "BH", "DE", "BH/C2", "SB")
    whole = example("dutch-2017")
    whole = replace(whole, settings=replace(whole.settings, tie_breaks=codes))
    found = write_chess_results(whole)
    rows = read_chess_results(found.text)
    head = rows["tournamentdata"][0]
    assert [head[f"tb{n}no"] for n in range(1, 6)] == ["3", "84", "81", "26", "85"]
    assert [str(one) for one in found.losses] == [
        "BH/C2 has no number there: its values are sent as imported ones."
    ]
    table = standings(whole)
    first = table.rows[0]
    row = next(one for one in rows["players"] if one["no"] == str(first.player.number))
    index = [key.code for key in table.keys].index("BH")
    value = first.values[index]
    assert value is not None
    assert float(row["tb2"].replace(",", ".")) == value / table.unit
    assert [row["rank"], row["equal"]] == ["1", "N"]


def test_players_without_a_difference_have_places_of_their_own_and_are_marked() -> None:
    rows = read_chess_results(write_chess_results(example("dutch-2017")).text)["players"]
    by_rank = sorted(rows, key=lambda one: int(one["rank"]))
    assert [row["rank"] for row in by_rank] == [str(n) for n in range(1, 15)]
    for before, row in pairwise(by_rank):
        assert (row["equal"] == "J") == (row["pts"] == before["pts"])


def test_teams_have_their_matches_boards_and_members() -> None:
    whole = drawn("team-2026", 2)
    rows = read_chess_results(write_chess_results(whole).text)
    event = event_of(whole)
    assert len(rows["teams"]) == len(event.players)
    assert {row["teamno"] for row in rows["players"]} == {row["no"] for row in rows["teams"]}
    assert all(row["board"] != "0" for row in rows["players"])
    boards = {(row["round"], row["pairing"]) for row in rows["playerpairings"]}
    assert boards <= {(row["round"], row["pairing"]) for row in rows["teampairings"]}


def test_of_a_date_of_birth_only_the_year_is_sent() -> None:
    whole = example("dutch-2017")
    players = tuple(replace(one, birth="1999/12/24") for one in whole.players)
    text = write_chess_results(replace(whole, players=players)).text
    assert {row["dob"] for row in read_chess_results(text)["players"]} == {"1999"}
    assert "12/24" not in text


def test_matches_of_two_games_have_no_form_there() -> None:
    with pytest.raises(Unsupported, match="two games"):
        write_chess_results(drawn("doubleswiss-2026", 1))


@pytest.mark.parametrize(
    "text", ["", "<chessresults>", "<other/>", "<!DOCTYPE x><chessresults/>",
             "<chessresults><surprise/></chessresults>"],
)  # fmt: skip
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"not a file for chess-results\.com"):
        read_chess_results(text)


def test_a_round_without_games_is_a_round() -> None:
    whole = Tournament(players=example("fourteen").players)
    assert compare(write_chess_results(whole).text, whole) == []
    paired = replace(whole, rounds=(Round((Game(1, 2),)),))
    assert compare(write_chess_results(paired).text, paired) == []
