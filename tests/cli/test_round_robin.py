"""Round robins on the command line: lots, crosstable, options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import crivello as cv
from tests.cli.calling import call


def answer(*words: str | Path) -> dict[str, Any]:
    done = call(*words)
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def without_schema(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in ("schema", "warnings")}


PLAYERS = "name,rating,federation\n" + "".join(
    f"P{n:02},{2400 - n},{'ITA' if n < 4 else 'FRA' if n < 6 else ''}\n" for n in range(1, 11)
)


def players(folder: Path) -> Path:
    path = folder / "players.csv"
    path.write_text(PLAYERS)
    return path


def test_lots_are_drawn_logged_and_written(tmp_path: Path) -> None:
    out = tmp_path / "out.trf"
    drawn = call("lots", players(tmp_path), "--seed", "7", "--output", out)
    assert drawn.code == 0
    assert drawn.out.startswith("Seed: 7\n")
    assert "192 FIDE_ROUNDROBIN" in out.read_text()
    assert "142 9" in out.read_text()
    assert call("lots", players(tmp_path), "--seed", "7").out == drawn.out
    assert "Turno" not in drawn.out
    paired = call("pair", out)
    assert "[roundrobin]" in paired.out


def test_lots_in_json_are_those_of_the_library(tmp_path: Path) -> None:
    path = players(tmp_path)
    told = answer("lots", path, "--seed", "7", "--json")
    assert told["schema"] == "crivello/lots/1"
    assert without_schema(told) == cv.lots(cv.read(path), 7).to_json()
    by_hand = answer("lots", path, "--numbers", "10,9,8,7,6,5,4,3,2,1", "--json")
    assert (by_hand["method"], by_hand["seed"], by_hand["log"]) == ("hand", None, [])
    assert by_hand["players"][0] == {"id": 10, "number": 1, "name": "P10"}


def test_all_rounds_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    call("lots", players(tmp_path), "--seed", "7", "--output", path)
    lines = call("pair", path, "--all").out.splitlines()
    assert len(lines) == 9
    assert lines[0] == "Round 1: 1-10  2-9  3-8  4-7  5-6"
    told = answer("pair", path, "--all", "--json")
    assert told["schema"] == "crivello/schedule/1"
    assert without_schema(told) == cv.schedule(cv.read(path)).to_json()
    refused = call("pair", path, "--all", "--system", "dutch")
    assert refused.code
    assert "only a round robin has a schedule" in refused.err
    assert call("pair", path, "--all", "--round", "2").code


def test_the_free_player_of_each_round_is_named(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    call("generate", "--players", "3", "--system", "roundrobin", "--output", path)
    lines = call("pair", path, "--all").out.splitlines()
    assert lines == [
        "Round 1: 2-3  (free: 1)",
        "Round 2: 1-2  (free: 3)",
        "Round 3: 3-1  (free: 2)",
    ]


def test_a_restricted_draw_says_what_it_did(tmp_path: Path) -> None:
    path = players(tmp_path)
    for method in ("varma", "annex", "apart"):
        drawn = call("lots", path, "--seed", "1", "--method", method, "--by", "federation")
        assert "Checked: in the last 3 rounds no two players of" in drawn.out
    refused = call("lots", path, "--method", "varma")
    assert refused.code
    assert "needs groups" in refused.err
    nobody = call("lots", path, "--method", "apart", "--by", "shoe")
    assert "No player has a 'shoe'" in nobody.err
    wider = call(
        "lots", path, "--seed", "1", "--method", "apart", "--by", "federation", "--last", "4"
    )
    assert "in the last 4 rounds" in wider.out


def test_the_table_of_two_teams() -> None:
    assert call("scheveningen", "2").out == "Round 1: A1-B1  A2-B2\nRound 2: B2-A1  B1-A2\n"
    told = answer("scheveningen", "2", "--json")
    assert told["schema"] == "crivello/scheveningen/1"
    assert told["rounds"][1]["games"] == [
        {"white": "B2", "black": "A1"},
        {"white": "B1", "black": "A2"},
    ]
    assert "for 2 to 10 boards" in call("scheveningen", "11").err
    assert "a number of boards" in call("scheveningen", "x").err


def test_numbers_by_hand(tmp_path: Path) -> None:
    path = players(tmp_path)
    order = "10,9,8,7,6,5,4,3,2,1"
    assert call("lots", path, "--numbers", order).out.splitlines()[0].split() == ["1", "P10"]
    assert "must name every player once" in call("lots", path, "--numbers", "1,2").err
    assert "'x' is not a whole number" in call("lots", path, "--numbers", "x").err
    assert "must name every player once" in call("lots", path, "--numbers", "").err
    both = call("lots", path, "--numbers", order, "--method", "varma")
    assert "--numbers and --method cannot be combined" in both.err


def test_a_crosstable_of_everybody_against_everybody(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    call("generate", "--players", "5", "--system", "roundrobin", "--seed", "3", "--output", path)
    by_number = call("crosstable", path, "--by", "number").out
    assert "Games played: 10 of 10." in by_number
    assert call("crosstable", path, "--by", "rank").out != by_number
    told = answer("crosstable", path, "--by", "rank", "--json")
    assert told["schema"] == "crivello/grid/1"
    assert [row["rank"] for row in told["rows"]] == sorted(row["rank"] for row in told["rows"])
    assert (told["played"], told["remaining"]) == (10, [])
    assert cv.grid(cv.read(path), by="rank").to_json() == without_schema(told)
    italian = call("crosstable", path, "--by", "rank", LC_ALL="it_IT.UTF-8").out
    assert "Partite giocate: 10 di 10." in italian


def test_the_order_of_rounds_and_the_exchange_are_options(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    call("generate", "--players", "4", "--system", "roundrobin", "--output", path)
    ordered = call("pair", path, "--round", "1", "--option", "round-order=3,1,2").out
    assert ordered != call("pair", path, "--round", "1").out
    refused = call("pair", path, "--round", "1", "--option", "round-order=1,1")
    assert "round-order cannot be '1,1'" in refused.err
    other = call("pair", path, "--round", "1", "--option", "exchanged-rounds=no")
    assert "belongs to another pairing system" in other.err
