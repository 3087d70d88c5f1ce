"""Teams and matches of two games in the API: results board by board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk import matches
from tests.web.api.conftest import Program, serve

ROUND = "/tournaments/t/sections/A/rounds/1"


@pytest.fixture(params=[False, True], ids=["teams", "two games"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Program]:
    """A program at a desk with round 1 published: matches of two boards, or of two games."""
    with matches.double_swiss(tmp_path) if request.param else matches.league(tmp_path) as desk:
        matches.publish(desk)
    yield from serve(tmp_path)


def boards(program: Program, match: int = 1) -> list[tuple[str | None, bool]]:
    """Return the result of each board, from the side named first, and whether colours are
    reversed.
    """
    games = program.get(ROUND)["boards"][match - 1]["games"]
    return [(one["result"], one["reversed"]) for one in games]


def test_results_are_put_board_by_board(program: Program) -> None:
    path = f"{ROUND}/results/1"
    first = program.ask("PUT", path, {"result": "10", "board": 2})
    assert first.status_code == 200, first.text
    assert boards(program) == [(None, False), ("10", False)]
    assert program.get(ROUND)["boards"][0]["result"] is None
    # The same once more is no error and no event; another needs to be expected.
    assert program.ask("PUT", path, {"result": "10", "board": 2}).json() == first.json()
    other = program.ask("PUT", path, {"result": "==", "board": 2})
    assert other.status_code == 409
    assert boards(program) == [(None, False), ("10", False)]
    changed = program.ask("PUT", path, {"result": "==", "board": 2, "expected": "10"})
    assert changed.status_code == 200, changed.text
    assert program.ask("PUT", path, {"result": "01", "board": 1}).status_code == 200
    assert boards(program) == [("01", False), ("==", False)]
    assert program.get(ROUND)["boards"][0]["result"] == "01"
    back = program.ask("PUT", path, {"result": None, "board": 1, "expected": "01"})
    assert back.status_code == 200, back.text
    assert boards(program) == [(None, False), ("==", False)]


def test_who_sits_at_a_board_is_compared(program: Program) -> None:
    game = program.get(ROUND)["boards"][0]["games"][1]
    own, other = game["home"]["id"], game["guest"]["id"]
    body = {"result": "10", "board": 2}
    wrong = program.ask("PUT", f"{ROUND}/results/1", {**body, "white": other, "black": own})
    assert wrong.status_code == 409
    right = program.ask("PUT", f"{ROUND}/results/1", {**body, "white": own, "black": other})
    assert right.status_code == 200, right.text
    assert boards(program) == [(None, False), ("10", False)]


@pytest.mark.parametrize("board", [None, 0, 3])
def test_a_match_needs_one_of_its_boards(program: Program, board: int | None) -> None:
    answer = program.ask("PUT", f"{ROUND}/results/1", {"result": "10", "board": board})
    assert answer.status_code in (409, 422), answer.text
    assert boards(program) == [(None, False), (None, False)]


def test_colours_that_were_turned_at_a_board(program: Program) -> None:
    game = program.get(ROUND)["boards"][0]["games"][0]
    result = {"match": 1, "board": 1, "result": "10", "turned": True}
    done = program.act("t", "EnterBoards", section="A", results=[result])
    assert done.status_code == 200, done.text
    turned = program.get(ROUND)["boards"][0]["games"][0]
    assert (turned["result"], turned["reversed"]) == ("10", True)
    assert (game["home_colour"], turned["home_colour"]) == ("w", "b")
    # A result put there by itself leaves the colours as they are.
    again = program.ask("PUT", f"{ROUND}/results/1", {"result": "==", "board": 1, "expected": "10"})
    assert again.status_code == 200, again.text
    assert boards(program)[0] == ("==", True)


@pytest.mark.parametrize(
    "what",
    [
        *("", "/players", "/players/1", "/rounds", "/exceptions", "/standings", "/standings/1"),
        *("/crosstable", "/cards/1", "/rounds/1/explanation", "/rounds/1/explanation/1"),
    ],
)
def test_everything_can_be_read(program: Program, what: str) -> None:
    program.get(f"/tournaments/t/sections/A{what}")


def test_a_team_is_read_with_its_people(program: Program) -> None:
    first = program.get("/tournaments/t/sections/A/players")["items"][0]
    if "members" in first:
        assert [one["name"] for one in first["members"]] == [f"Player 1.{n}" for n in (1, 2, 3)]
        assert first["captain"] == "Captain 1"
    else:
        assert (first["player"]["name"], set(first) & {"captain"}) == ("Player 001", set())


def test_teams_are_not_called_players(program: Program) -> None:
    teams = "members" in program.get("/tournaments/t/sections/A/players")["items"][0]
    notes = program.get("/tournaments/t/sections/A/standings")["notes"]
    if teams:
        assert "Teams with the same rank are not separated by these tie-breaks." in notes
    else:
        announced = "No tie-breaks are announced: players with equal points share the rank."
        assert announced in notes


def test_a_match_is_adjourned_as_a_whole_or_by_board(program: Program) -> None:
    path = f"{ROUND}/results"
    whole = program.ask("PUT", f"{path}/1", {"result": "XX"})
    assert whole.status_code == 200, whole.text
    assert boards(program) == [("XX", False), ("XX", False)]
    # The same once more is no error and no event.
    assert program.ask("PUT", f"{path}/1", {"result": "XX"}).json() == whole.json()
    for board, result in ((1, "10"), (2, "XX")):
        program.ask("PUT", f"{path}/2", {"result": result, "board": board})
    assert [one["result"] for one in program.get(ROUND)["boards"][:2]] == ["XX", "XX"]
    assert boards(program, 2) == [("10", False), ("XX", False)]
    other = program.ask("PUT", f"{path}/2", {"result": "10"})
    assert other.json()["code"] == "boards-missing"


def test_standings_with_adjourned_boards_are_provisional(program: Program) -> None:
    for match in program.get(ROUND)["boards"]:
        answer = program.ask("PUT", f"{ROUND}/results/{match['table']}", {"result": "XX"})
        assert answer.status_code == 200, answer.text
    count = 2 * len(program.get(ROUND)["boards"])
    for view in ("standings", "crosstable"):
        found = program.get(f"/tournaments/t/sections/A/{view}")
        assert (found["open_games"], found["provisional"]) == (count, True)
    section = program.get("/tournaments/t/sections/A")
    assert section["progress"] == "Round 1 of 3: all results are in but the adjourned ones."
