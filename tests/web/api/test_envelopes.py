"""A program may name what it saw, completely or not at all; the desk then requires exactly that
state.
"""

from __future__ import annotations

from typing import Any

import pytest

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from tests.web.api.conftest import Program

A = "/tournaments/demo/sections/A"
ROUND = f"{A}/rounds/4"
TABLE = 2


def envelope(program: Program, **change: object) -> dict[str, Any]:
    seen = program.get(f"{ROUND}/seen")["games"][TABLE - 1]
    return {"version": 1, "id": "entry-0001", "at": 1_700_000_000_000, "seen": seen | change}


def put(program: Program, body: dict[str, Any], table: int = TABLE, **headers: str) -> Any:
    return program.ask("PUT", f"{ROUND}/results/{table}", body, **headers)


def result(program: Program, table: int = TABLE) -> Result | None:
    with Desk.open(program.folder / "demo.crivello") as desk:
        return desk.section("A").rounds[3].games[table - 1].result


def test_what_was_seen_names_everything(program: Program) -> None:
    seen = program.get(f"{ROUND}/seen")["games"][TABLE - 1]
    assert seen["event"].startswith("demo#")
    about = {key: seen[key] for key in ("section", "round", "table", "white", "black", "colour")}
    assert about == {
        "section": "A", "round": 4, "table": "2", "white": 4, "black": 5, "colour": "w",
    }  # fmt: skip
    assert seen["shown"] == ""
    assert program.ask("GET", f"{A}/rounds/6/seen").status_code == 404


def test_a_result_in_an_envelope_is_entered_once(program: Program) -> None:
    body = {"result": "10", "envelope": envelope(program)}
    first = put(program, body)
    assert first.status_code == 200, first.text
    assert result(program) is Result.WHITE_WINS
    sequence = program.sequence()
    again = put(program, body)
    assert (again.status_code, again.json()["text"]) == (200, first.json()["text"])
    assert program.sequence() == sequence
    assert program.ask("POST", "/tournaments/demo/undo").status_code == 200
    assert put(program, body).status_code == 200  # the answer to what was done, and undone
    assert result(program) is None


@pytest.mark.parametrize("body", [{"result": "01"}, {"result": None}])
def test_an_id_serves_one_entry(program: Program, body: dict[str, Any]) -> None:
    same = envelope(program)
    assert put(program, {"result": "10", "envelope": same}).status_code == 200
    other = put(program, body | {"envelope": same})
    assert (other.status_code, other.json()["code"]) == (409, "used-twice")
    assert result(program) is Result.WHITE_WINS


@pytest.mark.parametrize(
    "name", ["version", "id", "at", "seen", "event", "section", "round", "table", "white", "black",
             "colour", "board", "shown"],
)  # fmt: skip
def test_what_is_missing_is_named(program: Program, name: str) -> None:
    given = envelope(program)
    where = given if name in given else given["seen"]
    del where[name]
    refused = put(program, {"result": "10", "envelope": given})
    assert (refused.status_code, refused.json()["code"]) == (422, "incomplete-envelope")
    named = refused.json()["values"]["fields"].split(", ")
    if name == "seen":
        assert "seen.event" in named
        assert "seen.shown" in named
    else:
        assert named == [name if where is given else f"seen.{name}"]
    assert result(program) is None


@pytest.mark.parametrize(
    "change",
    [
        {"event": "demo#000000000000"}, {"section": "B"}, {"round": 3}, {"board": 3},
        {"table": "3"}, {"white": 5, "black": 4}, {"black": 6}, {"colour": "b"}, {"game": 1},
    ],
)  # fmt: skip
def test_an_envelope_for_something_else_is_refused(
    program: Program, change: dict[str, object]
) -> None:
    body = {"result": "10", "envelope": envelope(program, **change)}
    refused = put(program, body)
    assert refused.status_code == 409, refused.text
    assert refused.json()["code"] in ("seen-otherwise", "no-such-game")
    assert result(program) is None


def test_an_envelope_that_saw_another_result_is_refused(program: Program) -> None:
    body = {"result": "01", "envelope": envelope(program)}
    with Desk.open(program.folder / "demo.crivello") as desk:
        desk.act(EnterResults("A", ((TABLE, Result.DRAW),)))
    refused = put(program, body)
    assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    assert result(program) is Result.DRAW
    program.desktop.desks.file("demo").submit(lambda desk: desk.refresh()).result()
    assert put(program, {"result": "01", "envelope": envelope(program)}).status_code == 200
    assert result(program) is Result.BLACK_WINS


def test_an_envelope_takes_the_place_of_single_fields(program: Program) -> None:
    body = {"result": "10", "expected": None, "white": 4, "envelope": envelope(program)}
    refused = put(program, body)
    assert refused.status_code == 422
    assert refused.json()["values"] == {"fields": "expected, white"}
    assert result(program) is None


def test_an_envelope_and_the_state_of_the_file_are_both_held(program: Program) -> None:
    body = {"result": "10", "envelope": envelope(program)}
    assert put(program, body, if_match='"1"').status_code == 412
    assert put(program, body, if_match=f'"{program.sequence()}"').status_code == 200


def test_the_results_of_a_round_are_published_once(program: Program) -> None:
    for table in (2, 5, 6, 7):
        assert put(program, {"result": "10"}, table).status_code == 200
    seen = program.get(f"{ROUND}/seen")["round"]
    given = {"version": 1, "id": "publish-4", "at": 1_700_000_000_000, "seen": seen}
    path = f"{ROUND}/publish-results"
    part = program.ask("POST", path, {"envelope": given | {"id": ""}})
    assert (part.status_code, part.json()["values"]) == (422, {"fields": "id"})
    other = {"envelope": given | {"seen": seen | {"shown": "0" * 16}}}
    assert program.ask("POST", path, other).json()["code"] == "seen-otherwise"
    assert program.ask("POST", path, {"envelope": given}).status_code == 200
    sequence = program.sequence()
    assert program.ask("POST", path, {"envelope": given}).status_code == 200
    assert program.sequence() == sequence
