"""A round robin on the command line of the desk, from lots to the report."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import call


def test_from_lots_to_the_report(tmp_path: Path) -> None:
    def say(*words: str) -> str:
        done = call(*words, cwd=tmp_path)
        assert done.code == 0, done.err
        return done.out

    say("new", "club.crivello", "name=Club", "rounds=3", "system=roundrobin", "tie-breaks=DE,SB")
    for name, rating in (("Abel", 2000), ("Bea", 1900), ("Cain", 1800), ("Dora", 1700)):
        say("add", f"name={name}", f"rating={rating}", "-t", "club.crivello")
    status = say("status", "-t", "club.crivello")
    assert "Draw lots and publish the schedule.  crivello pair --all --method lot" in status
    assert "initial colour" not in status
    out = say("pair", "club.crivello", "--all", "--seed", "7", "--method", "lot")
    assert "Round 1: 1-4  2-3" in out
    assert "Round 3: 2-4  3-1" in out
    say("result", "1", "1-0", "--round", "3", "-t", "club.crivello")
    say("result", "1", "1/2", "--round", "1", "-t", "club.crivello")
    status = say("status", "-t", "club.crivello")
    assert "Games played: 2 of 6." in status
    assert "Round 2: 2 results are missing" in status
    table = say("crosstable", "club.crivello", "--by", "number")
    assert "Games played: 2 of 6." in table
    assert "seed 7" in say("log", "-t", "club.crivello")


def club(folder: Path) -> None:
    call("new", "club.crivello", "name=Club", "rounds=3", "system=roundrobin", cwd=folder)
    for name in ("Abel", "Bea", "Cain", "Dora"):
        call("add", f"name={name}", "-t", "club.crivello", cwd=folder)


def test_numbers_by_hand_and_the_draw_are_told_without_a_warning(tmp_path: Path) -> None:
    club(tmp_path)
    drawn = call("pair", "club.crivello", "--all", "--method", "lot", "--seed", "7", cwd=tmp_path)
    assert " draws number 4." in drawn.err
    assert "warning: 1" not in drawn.err
    assert call("undo", "-t", "club.crivello", cwd=tmp_path).code == 0
    by_hand = call("pair", "club.crivello", "--all", "--numbers", "4,3,2,1", cwd=tmp_path)
    assert by_hand.code == 0, by_hand.err
    players = call("players", "-t", "club.crivello", cwd=tmp_path).out.splitlines()
    assert players[1].split()[:2] == ["1", "Dora"]


def test_a_result_names_its_round_while_several_are_open(tmp_path: Path) -> None:
    """Otherwise the result of round 1 would be entered in the last round."""
    club(tmp_path)
    call("pair", "club.crivello", "--all", cwd=tmp_path)
    refused = call("result", "1", "1-0", "-t", "club.crivello", cwd=tmp_path)
    assert refused.code
    assert "name the round with --round, such as --round 1" in refused.err
    for number in ("1", "2", "3"):
        for table in ("1", "2"):
            if (number, table) != ("2", "1"):
                call("result", table, "=", "--round", number, "-t", "club.crivello", cwd=tmp_path)
    last = call("result", "1", "1-0", "-t", "club.crivello", cwd=tmp_path)
    assert last.out.startswith("Round 2, table 1:")


def test_a_withdrawal_is_dated_by_the_last_game_played(tmp_path: Path) -> None:
    club(tmp_path)
    call("pair", "club.crivello", "--all", cwd=tmp_path)
    call("result", "1", "=", "--round", "1", "-t", "club.crivello", cwd=tmp_path)
    left = call("withdraw", "1", "-t", "club.crivello", cwd=tmp_path)
    assert left.out.startswith("Withdrawn after round 1:")
    back = call("return", "1", "-t", "club.crivello", cwd=tmp_path)
    assert "undo the withdrawal in the log" in back.err


def test_lots_and_schedule_in_json_have_permanent_ids(tmp_path: Path) -> None:
    def say(*words: str) -> str:
        done = call(*words, cwd=tmp_path)
        assert done.code == 0, done.err
        return done.out

    say("new", "club.crivello", "name=Club", "rounds=3", "system=roundrobin")
    for name, rating in (("Abel", 1700), ("Bea", 1800), ("Cain", 1900), ("Dora", 2000)):
        say("add", f"name={name}", f"rating={rating}", "-t", "club.crivello")
    lots = json.loads(say("lots", "club.crivello", "--seed", "5", "--json"))["players"]
    by_hand = json.loads(say("lots", "club.crivello", "--numbers", "4,3,2,1", "--json"))["players"]
    assert [one["name"] for one in by_hand] == ["Abel", "Bea", "Cain", "Dora"]
    told = json.loads(say("pair", "club.crivello", "--all", "--seed", "5", "--json"))
    assert told["schema"] == "crivello/done/2"
    rounds = told["schedule"]["rounds"]
    assert [one["round"] for one in rounds] == [1, 2, 3]
    first = rounds[0]["boards"]
    assert [first[0]["white"], first[1]["white"]] == lots[:2]
    assert [first[1]["black"], first[0]["black"]] == lots[2:]
