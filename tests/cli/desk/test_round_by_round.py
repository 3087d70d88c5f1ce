"""Whole stories on the command line: bulk results, changes by hand, sections, damage, copies,
JSON.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from crivello.desk import Desk
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, done


def answer(folder: Path, *words: str) -> Any:
    value = json.loads(done(folder, *words, "--json"))
    assert value["warnings"] == []
    return value


def test_results_in_bulk_are_entered_wholly_or_not_at_all(tmp_path: Path, at: At) -> None:
    before = at("playing").read_bytes()
    bad = desk(tmp_path, "results", stdin=b"1 1-0\n2 y\n9 1-0\n1 0-1\nhello\n")
    assert bad.code == 3
    lines = bad.err.splitlines()
    assert [line.partition(": ")[0] for line in lines[:4]] == [
        f"<stdin>:{line}:1" for line in (2, 3, 4, 5)
    ]
    assert lines[2].endswith("Table 1 is also in line 1.")
    assert lines[4] == "crivello: 4 lines cannot be used; nothing was entered."
    assert (tmp_path / "open.crivello").read_bytes() == before
    (tmp_path / "r.txt").write_text("# all of them\n1\t1-0\n2;½-½\n3 adj\n")
    assert done(tmp_path, "results", "r.txt") == "Round 1: 3 results entered, 0 missing.\n"
    status = done(tmp_path, "status")
    assert "Round 1: one game is adjourned, at table 3." in status
    assert "crivello publish --results" in status


def test_a_change_by_hand_stays_visible(tmp_path: Path, at: At) -> None:
    at("drafted")
    swapped = json.loads(done(tmp_path, "swap", "4", "5", "--json"))
    assert swapped["remarks"] == [
        {
            "level": "order",
            "article": "4.2",
            "text": "Equally good, but an earlier transposition gives the right pairing.",
            "players": [],
        }
    ]
    assert swapped["pairing"]["by_hand"] is True
    assert swapped["notes"] == []
    # The alteration ends with the publication: the difference is confirmed with a reason.
    assert "Give a reason" in desk(tmp_path, "publish").err
    assert "Made by hand." in done(tmp_path, "publish", "--reason", "the hall asked for it")
    (one,) = json.loads(done(tmp_path, "exceptions", "--json"))["exceptions"]
    assert (one["kind"], one["reason"]) == ("by hand", "the hall asked for it")
    assert "an earlier transposition gives the right pairing" in one["text"]
    listed = done(tmp_path, "exceptions")
    assert "…" not in listed  # nothing is cut, however narrow the terminal
    assert all(word in listed.split() for word in one["text"].split())
    checked = desk(tmp_path, "check")
    assert checked.code == 1
    assert desk(tmp_path, "check", "--accept-explained").code == 0
    assert "Round 1: explained\n  The arbiter made or changed this pairing by hand.\n  4.2:" in (
        checked.out
    )
    told = desk(tmp_path, "explain", "--brief")
    assert told.err.startswith("The arbiter made or changed round 1 by hand.\n")
    assert "Paired: 1-4" in told.out
    # A published pairing changes by the chief arbiter's decision only, with a reason.
    words = ("swap", "4", "5", "--case", "chief-arbiter")
    assert "Give a reason" in desk(tmp_path, *words).err
    changed = desk(tmp_path, *words, "--reason", "a slip of the pen")
    assert "This is the pairing by the rules." in changed.out
    assert "the change will appear in the report. (C.04.2: 4.4)" in changed.err


def test_boards_by_hand_and_the_rest_by_the_engine(tmp_path: Path, at: At) -> None:
    at("registered")
    drafted = json.loads(done(tmp_path, "pair", "--board", "2-1", "--rest", "--json"))
    boards = [
        (board["white"]["number"], board["black"]["number"])
        for board in drafted["pairing"]["boards"]
    ]
    assert (2, 1) in boards
    assert len(boards) == 3
    assert done(tmp_path, "pair", "--discard") == "The draft of round 1 is discarded.\n"
    seen = answer(tmp_path, "pair", "--preview")
    assert seen["schema"] == "crivello/pairing-preview/1"
    assert [board["table"] for board in seen["boards"]] == [1, 2, 3]
    assert "No pairing of round 1 is waiting" in desk(tmp_path, "publish").err


def test_each_round_is_checked_against_what_was_known(tmp_path: Path, at: At) -> None:
    """A result is corrected after round 2 is published, and a late entry changes the players'
    numbers.
    """
    at("second")
    done(tmp_path, "correct", "1", "0-1", "--round", "1", "--reason", "scoresheets")
    done(tmp_path, "add", "Zeno", "rating=2500")
    assert done(tmp_path, "late", "zeno") == "Admitted from round 3 on: 1 Zeno.\n"
    checked = answer(tmp_path, "check")
    assert checked["counts"] == {"same": 2, "different": 0, "explained": 0}
    assert "Round 2, FIDE (Dutch) System, 2026" in done(tmp_path, "explain", "--round", "2")
    # The exported file knows only the numbers and results of today.
    done(tmp_path, "export", "today.trf")
    assert "Round 2: same" not in desk(tmp_path, "check", "today.trf").out
    # Players have the numbers of today everywhere.
    assert "\n2 Player 001  5W-" in done(tmp_path, "crosstable")
    assert done(tmp_path, "card", "--player", "1").startswith("Test\n1 Zeno")
    first = answer(tmp_path, "standings")["rows"][0]
    assert (first["number"], first["name"]) == (4, "Player 003")
    assert "Zeno" in done(tmp_path, "ratings", "--to", "csv")
    done(tmp_path, "convert", "open.crivello", "x.json", "--to", "json")
    assert (tmp_path / "x.json").exists()


def test_undo_asks_for_what_would_fall(tmp_path: Path, at: At) -> None:
    at("drafted")
    refused = desk(tmp_path, "undo", "3")
    assert refused.code == 3
    assert "  4: Round 1 is paired, not yet published.\n" in refused.err
    assert "One later action depends on this and would be undone with it: 4." in refused.err
    told = json.loads(done(tmp_path, "undo", "3", "--yes", "--json"))
    assert told["undone"] == [3, 4]
    assert "- Draw the initial colour.  crivello draw" in done(tmp_path, "status")
    shown = answer(tmp_path, "log", "-n", "2")
    assert [event["undone"] for event in shown["items"]] == [True, False]
    assert shown["items"][1]["event"] == {"events": [3, 4]}


def test_no_shows_are_answered_before_the_next_pairing(tmp_path: Path, at: At) -> None:
    at("playing")
    done(tmp_path, "no-shows", "4", "6")
    done(tmp_path, "result", "2", "1/2")
    assert "whether they continue: 4 Player 004; 6 Player 006. (C.04.2: 3.2)" in (
        desk(tmp_path, "pair").err
    )
    assert done(tmp_path, "no-shows", "4", "--withdrawn") == (
        "Withdrawn after round 1: 4 Player 004.\n"
    )
    asked = answer(tmp_path, "status")["sections"][0]["asked"]
    assert asked == [6]
    assert done(tmp_path, "no-shows", "--plays-on") == "Continue: 6 Player 006.\n"
    paired = answer(tmp_path, "pair")
    assert [player["number"] for player in paired["pairing"]["not_playing"]] == [4]
    assert paired["notes"][0]["article"] == "C.04.1: 4"


def test_one_undo_takes_back_a_no_show_with_the_answer(tmp_path: Path, at: At) -> None:
    at("playing")
    before = answer(tmp_path, "status")
    told = done(tmp_path, "no-shows", "4", "6", "--withdrawn")
    assert told == "Withdrawn after round 1: 4 Player 004; 6 Player 006.\n"
    assert "2 players did not appear and have withdrawn; their games are forfeited." in (
        done(tmp_path, "log", "-n", "1")
    )
    done(tmp_path, "undo")
    assert answer(tmp_path, "status")["sections"] == before["sections"]
    done(tmp_path, "redo")
    # One who was marked before, and one who was not: one event as well.
    done(tmp_path, "undo")
    done(tmp_path, "no-shows", "4")
    done(tmp_path, "no-shows", "4", "6", "--plays-on")
    assert answer(tmp_path, "status")["sections"][0]["asked"] == []
    done(tmp_path, "undo")
    asked = answer(tmp_path, "status")["sections"][0]["asked"]
    assert asked == [4]


def test_roll_call_keep_apart_and_tables(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "present", "1-5")
    assert done(tmp_path, "present", "--leave-out") == "Left out of round 1: 6 Player 006.\n"
    for player in ("1", "3"):
        done(tmp_path, "edit", player, "club=Lione")
    kept = done(tmp_path, "keep-apart", "--tag", "club", "--rounds", "1-2")
    assert kept == "One group with the same club is kept apart.\n"
    done(tmp_path, "keep-apart", "2", "5")
    groups = answer(tmp_path, "keep-apart")["groups"]
    assert [(group["hard"], group["last_round"]) for group in groups] == [(True, None), (False, 2)]
    done(tmp_path, "keep-apart", "--release", "5", "2")
    assert "They never meet" not in done(tmp_path, "keep-apart")
    done(tmp_path, "set", "first-table=10", "skipped-tables=11")
    done(tmp_path, "tables", "3", "20")
    done(tmp_path, "pair")
    published = answer(tmp_path, "publish")["pairing"]
    assert published["state"] == "published"
    assert sorted(board["table"] for board in published["boards"]) == [10, 20]
    assert "no table 1; there are: 10, 20." in desk(tmp_path, "result", "1", "1-0").err
    assert "table 20: " in done(tmp_path, "result", "20", "1-0")


def test_a_damaged_file_is_found_and_saved(tmp_path: Path, at: At) -> None:
    path = at("second")
    data = bytearray(path.read_bytes())
    whole = tmp_path / "stick" / "open.crivello"
    whole.parent.mkdir()
    whole.write_bytes(data)
    place = data.rindex(b'"rating":2380')
    data[place : place + 13] = b'"rating":2999'
    path.write_bytes(data)
    found = desk(tmp_path, "verify")
    assert (found.code, found.out.splitlines()[0]) == (1, "open.crivello is not intact.")
    assert "Event 2 is not as it was written" in found.out
    refused = desk(tmp_path, "status")
    assert refused.code == 5
    assert "open.crivello is damaged (event 2). Do not write to it" in refused.err
    part = json.loads(desk(tmp_path, "recover", path, "part.crivello", "--json").out)
    assert (part["saved"], part["complete"]) == (1, False)
    saved = done(tmp_path, "recover", path, "new.crivello", "--copy", whole)
    assert "Nothing is missing." in saved
    assert "round 2 of 5" in done(tmp_path, "status", "-t", "new.crivello")


def test_a_backup_folder_gets_copies_and_never_blocks(tmp_path: Path, at: At) -> None:
    at("playing")
    stick = tmp_path / "stick"
    stick.mkdir()
    assert "Backup copies now go to" in done(tmp_path, "set", f"backup-folder={stick}")
    done(tmp_path, "result", "1", "1-0")
    copy = done(tmp_path, "status", "-t", stick / "open.crivello")
    assert "at tables 2, 3." in copy
    (stick / "open.crivello").unlink()
    stick.rmdir()
    entered = desk(tmp_path, "result", "2", "1-0")
    assert (entered.code, "failed (" in entered.err) == (0, True)
    assert "nowhere is not a folder." in desk(tmp_path, "set", "backup-folder=nowhere").err
    assert "No more backup copies" in done(tmp_path, "set", "backup-folder=none")


def test_points_are_given_and_shown(tmp_path: Path, at: At) -> None:
    at("played")
    assert done(tmp_path, "points") == "No bonus and no penalty was given.\n"
    assert "Give a reason" in desk(tmp_path, "points", "5", "--bonus", "1").err
    assert "Give the points with --bonus" in desk(tmp_path, "points", "5").err
    done(tmp_path, "points", "5", "--penalty", "1/2", "--reason", "phone")
    (given,) = answer(tmp_path, "points")["given"]
    assert (given["points"], given["reason"], given["round"]) == ("-0.5", "phone", 1)
    assert [player["number"] for player in given["players"]] == [5]
    rows = answer(tmp_path, "standings")["rows"]
    assert {row["number"]: row["points"] for row in rows}[5] == "0.5"


def test_all_settings_are_shown_and_kept(tmp_path: Path) -> None:
    given = {
        "name": "Città di Aosta",
        "place": "Aosta",
        "federation": "ITA",
        "start": "2026/03/01",
        "end": "2026/03/05",
        "dates": "2026/03/01,2026/03/02",
        "times": "9:00,15:30",
        "rounds": "9",
        "system": "dubov-2026",
        "acceleration": "baku-2026",
        "scoring": "2,1,0",
        "bye": "1½",
        "tie-breaks": "BH/C1,SB",
        "time-control": "90+30",
        "pace": "blitz",
        "chief-arbiter": "Eva Bianchi (812345)",
        "deputy-arbiters": "Ugo Neri; Ada Verdi (99)",
        "correction-minutes": "15",
        "half-point-byes": "2",
        "half-point-byes-until": "6",
        "full-point-byes": "yes",
        "missed-rounds": "half",
        "changes-allowed": "yes",
        "fide-mode": "no",
        "first-table": "101",
        "skipped-tables": "105,107",
        "kind": "Individual: Swiss-System",
    }
    words = [f"{key}={value}" for key, value in given.items()]
    assert "Give a reason" in desk(tmp_path, "new", "x.crivello", *words).err
    made = desk(tmp_path, "new", "x.crivello", *words, "--reason", "a club evening")
    assert made.code == 0
    assert "warning: Full-point byes are switched on; FIDE deprecates them." in made.err
    shown = answer(tmp_path, "set")["settings"]
    assert {key: shown[key] for key in given} == given
    done(tmp_path, "set", "scoring=1,½,0", "half-point-byes-until=none")
    again = answer(tmp_path, "set", "scoring", "bye", "half-point-byes-until")["settings"]
    assert again == {"scoring": "1,½,0", "bye": "1", "half-point-byes-until": ""}
    assert "chief-arbiter" in done(tmp_path, "set", "--lang", "it")


def test_a_refusal_in_json(tmp_path: Path, at: At) -> None:
    at("playing")
    refused = desk(tmp_path, "pair", "--json")
    error = json.loads(refused.err)["error"]
    assert (refused.out, refused.code) == ("", 3)
    assert (error["kind"], error["article"]) == ("refused", "C.04.2: 3.1")
    assert error["problems"][0]["detail"] == (
        "Round 1, table 1: 1 Player 001 – 4 Player 004 has no result."
    )


def test_players_as_data(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "edit", "1", "tag:family=Rossi", "sex=w", "birth=2001-02-03")
    done(tmp_path, "bye", "1", "2", "3", "--kind", "zero")
    first = answer(tmp_path, "players")["items"][0]
    assert first["player"]["tags"] == [["family", "Rossi"]]
    assert (first["player"]["birth"], first["player"]["sex"]) == ("2001/02/03", "w")
    assert first["status"] == "registered"
    assert first["byes"] == [{"round": 2, "bye": "Z"}, {"round": 3, "bye": "Z"}]
    done(tmp_path, "bye", "1", "2", "--cancel")
    assert answer(tmp_path, "players")["items"][0]["byes"] == [{"round": 3, "bye": "Z"}]


def test_announced_pairs_and_estimates(tmp_path: Path, at: At) -> None:
    at("registered")
    told = done(tmp_path, "first-round", "2", "4")
    assert told.startswith("They meet in round 1: 2 Player 002; 4 Player 004.\n")
    (pair,) = answer(tmp_path, "first-round")["pairs"]
    assert [player["number"] for player in pair] == [2, 4]
    assert done(tmp_path, "first-round", "--release", "4", "2").startswith("No longer announced")
    assert done(tmp_path, "first-round") == "No pair is announced for round 1.\n"
    done(tmp_path, "edit", "5", "estimate=2900")
    first = answer(tmp_path, "players")["items"][0]["player"]
    assert (first["name"], first["estimate"]) == ("Player 005", 2900)
    assert "(2900)" in done(tmp_path, "players")
    done(tmp_path, "edit", "1", "estimate=")
    assert answer(tmp_path, "players")["items"][4]["player"]["name"] == "Player 005"


def test_lots_are_drawn_for_everybody_and_logged(tmp_path: Path, at: At) -> None:
    at("drafted")
    said = done(tmp_path, "draw", "--lots")
    assert said.startswith("Lots drawn, from the first: ")
    with Desk.open(tmp_path / "open.crivello") as opened:
        tags = [dict(one.player.tags) for one in opened.section("A").registrations.values()]
    assert sorted(int(one["lot"]) for one in tags) == list(range(1, len(tags) + 1))
    assert "Lots are drawn, from the first: " in done(tmp_path, "log")
