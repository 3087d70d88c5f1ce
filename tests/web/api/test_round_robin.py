"""A round robin in the API: published at once, read as a schedule and as a crosstable."""

from __future__ import annotations

import json

from tests.cli.calling import call
from tests.web.api.conftest import Program

CLUB = "/tournaments/club/sections/A"


def open_club(program: Program) -> None:
    settings = {"name": "Club", "rounds": 3, "system": "roundrobin", "tie_breaks": ["SB"]}
    made = program.ask("POST", "/tournaments", {"settings": settings})
    assert made.status_code == 201, made.text
    players = [
        {"id": 0, "number": 0, "name": name, "rating": rating}
        for name, rating in (("Abel", 1500), ("Bea", 1600), ("Cain", 1700))
    ]
    done = program.act("club", "Register", section="A", players=players)
    assert done.status_code == 200, done.text


def test_from_the_schedule_to_the_grid(program: Program) -> None:
    open_club(program)
    before = program.get(f"{CLUB}/schedule")
    assert [one["free"]["name"] for one in before["rounds"]] == ["Cain", "Abel", "Bea"]
    done = program.act("club", "PublishSchedule", section="A", method="hand", order=[1, 2, 3])
    assert done.status_code == 200, done.text
    plan = program.get(f"{CLUB}/schedule")
    assert [one["free"]["name"] for one in plan["rounds"]] == ["Abel", "Cain", "Bea"]
    planned = [
        [(board["white"]["id"], board["black"]["id"]) for board in one["boards"]]
        for one in plan["rounds"]
    ]
    published = [
        [(board["white"]["id"], board["black"]["id"]) for board in one["boards"]]
        for one in program.get(f"{CLUB}/rounds")
    ]
    assert planned == published == [[(2, 3)], [(1, 2)], [(3, 1)]]
    entered = program.ask("PUT", f"{CLUB}/rounds/3/results/1", {"result": "01"})
    assert entered.status_code == 200, entered.text
    table = program.get(f"{CLUB}/grid?by=rank")
    first = table["rows"][0]
    assert (first["name"], first["points"]) == ("Abel", "1")
    assert [one["code"] for one in first["tie_breaks"]] == ["SB"]
    games = {one["opponent"]: one["games"] for one in first["against"]}
    assert games[3] == [{"round": 3, "colour": "b", "result": "1"}]
    assert games[2] == [{"round": 2, "colour": "w", "result": None}]
    assert (table["games"], table["played"], len(table["remaining"])) == (3, 1, 2)
    by_number = program.get(f"{CLUB}/grid")
    assert [row["number"] for row in by_number["rows"]] == [1, 2, 3]
    assert program.get(f"{CLUB}/grid?published=true")["played"] == 0
    assert program.get(f"{CLUB}/grid?lang=it")["notes"][0] == "Partite giocate: 1 di 3."
    assert program.ask("GET", f"{CLUB}/grid?by=name").status_code == 422


def test_the_command_line_says_the_same(program: Program) -> None:
    open_club(program)
    program.act("club", "PublishSchedule", section="A", method="lot", seed="3")
    file = program.folder / "club.crivello"
    told = json.loads(call("crosstable", file, "--by", "rank", "--json").out)
    here = program.get(f"{CLUB}/grid?by=rank")
    assert {key: told[key] for key in here} == here


def test_a_swiss_tournament_has_no_schedule(program: Program) -> None:
    refused = program.ask("GET", "/tournaments/demo/sections/A/schedule")
    assert refused.status_code == 422
    assert "only a round robin has a schedule" in refused.json()["detail"]
    rows = program.get("/tournaments/demo/sections/A/grid")["rows"]
    assert len(rows) == 14
