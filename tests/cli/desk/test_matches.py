"""Teams and matches of two games from the command line, from registration to the report."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from crivello import read, standings
from crivello.cli.console import Console
from crivello.cli.desk_session import EventFormatter
from crivello.desk import actions as a
from crivello.model.result import Colour
from crivello.words import Language
from tests.cli.calling import call
from tests.desk import matches
from tests.desk.desks import A, people

Say = Callable[..., str]


@pytest.fixture
def say(tmp_path: Path) -> Say:
    def asked(*words: str, stdin: str = "") -> str:
        done = call(*words, cwd=tmp_path, stdin=stdin.encode())
        assert done.code == 0, done.err
        return done.out

    return asked


def refused(folder: Path, *words: str) -> str:
    done = call(*words, cwd=folder)
    assert done.code != 0
    return done.err


def table(teams: int, players: int = 5) -> str:
    """Return a table of players with a column of teams."""
    rows = ["Name,Rating,Team"]
    for team in range(1, teams + 1):
        for place in range(1, players + 1):
            rows.append(f'"Player{team:02}, No{place}",{2400 - 20 * team - place},Club {team:02}')
    return "\n".join(rows) + "\n"


def league(say: Say, folder: Path, teams: int = 16, rounds: int = 5) -> None:
    say("new", "t.crivello", "name=League", f"rounds={rounds}", "system=team", "boards=4",
        "tie-breaks=MPTS,GPTS,BH:MP")  # fmt: skip
    (folder / "players.csv").write_text(table(teams))
    assert f"{teams} teams registered" in say("import", "players.csv")
    say("present", "--all")
    assert "White for the first in the list in round 1" in say("draw", "white")


def play(say: Say, tables: int, results: str = "1 = 0 1") -> None:
    say("pair")
    say("publish", "--yes")
    say("results", stdin="".join(f"{table} {results}\n" for table in range(1, tables + 1)))
    say("publish", "--results")


def test_a_league_of_16_teams(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path)
    assert "round 0 of 5, 16 teams" in say("status")
    assert "3 Player01, No3" in say("teams")
    assert say("lineup", "1", "1,2,3,5").startswith("Round 1, 1 Club 01: Player01, No1; ")
    say("pair")
    boards = say("publish", "--yes")
    assert "1.4    Player01, No5  Black   Player09, No4" in boards
    assert "2½ – 1½" in say("result", "1", "1 0 1 =")
    assert "1 – 0" in say("result", "2.1", "1-0")
    assert "crivello result 2.2 1-0" in say("status")
    say("results", stdin="".join(f"{table} 1 = 0 1\n" for table in range(2, 9)))
    say("publish", "--results")
    for _ in range(4):
        play(say, 8)
    assert "Rank" in say("standings")
    assert "Players by board" in say("standings")
    report = say("export")
    assert report.count("\n310 ") == 16
    (tmp_path / "out.trf").write_text(report)
    checked = say("check", "out.trf")
    assert [f"Round {k}: same" in checked for k in range(1, 6)] == [True] * 5
    assert "Standings by MPTS, GPTS, BH:MP: same" in checked
    assert say("check").count(": same") == 5


def test_a_double_swiss_of_20_players(tmp_path: Path, say: Say) -> None:
    say("new", "t.crivello", "name=Two", "rounds=4", "system=doubleswiss", "tie-breaks=BH")
    rows = "".join(f'"Player, No{n:02}",{2400 - 10 * n}\n' for n in range(1, 21))
    (tmp_path / "players.csv").write_text("Name,Rating\n" + rows)
    say("import", "players.csv")
    say("present", "--all")
    say("draw", "white")
    for _ in range(4):
        play(say, 10, "1 =")
    assert "Standings after round 4" in say("standings")
    table = say("crosstable")
    assert " 1 Player, No01  11W 1½ 1.5 " in table
    assert "11 Player, No11  1B ½   0.5 " in table
    assert "Each round is a match of two games" in table
    report = say("export")
    assert "142 8" in report
    (tmp_path / "out.trf").write_text(report)
    checked = say("check", "out.trf")
    assert [f"Round {k}: same" in checked for k in range(1, 5)] == [True] * 4
    assert "Standings by BH: same" in checked


def test_a_team_by_hand(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("add-team", "Late Lions", "Rossi, Anna; 2105; 812345", "Verdi, Ugo 2001", "Bo",
        "--captain", "Neri, Pia")  # fmt: skip
    (row,) = (line for line in say("teams").splitlines() if "Late Lions" in line)
    assert row.split() == ["5", "Late", "Lions", "2053", "Captain:", "Neri,", "Pia"]
    say("edit-team", "late", "Bo; 1990", "Rossi, Anna", "Verdi, Ugo", "--name", "Lions")
    view = json.loads(say("players", "--json"))
    (lions,) = [one for one in view["items"] if one["player"]["name"] == "Lions"]
    assert [one["name"] for one in lions["members"]] == ["Bo", "Rossi, Anna", "Verdi, Ugo"]
    assert lions["members"][1]["fide_id"] == 812345
    assert lions["captain"] == "Neri, Pia"
    say("remove", "Lions")
    assert "Lions" not in say("teams")


def board(number: int) -> str:
    """Return a board of table 1 as it is typed; written out, it would look like an article of the
    rules.
    """
    return f"1.{number}"


def test_what_does_not_fit_is_said(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    assert "register a team" in refused(tmp_path, "add", "Rossi")
    say("pair")
    say("publish", "--yes")
    assert "board order" in refused(tmp_path, "lineup", "1", "2,1,3,4")
    assert "1 to 5" in refused(tmp_path, "lineup", "1", "1,2,3,9")
    assert "such as 3.2 1-0" in refused(tmp_path, "result", "one", "1-0")
    fewer = refused(tmp_path, "result", "1", "1 0")
    assert f"takes 4 results, but got 2; missing: {board(3)}, {board(4)}" in fewer
    (tmp_path / "alone.csv").write_text("Name,Rating\nRossi,2000\n")
    assert refused(tmp_path, "import", "alone.csv").endswith(
        "One player has no team: Rossi.\nAdd to the command: --map club=…\n"
    )


def test_a_wrong_board_is_corrected_after_publication(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    play(say, 2)
    told = say("correct", "1.1", "0-1", "--reason", "the sheet")
    assert "1½ – 2½" in told
    assert "It counts now" in told
    assert "undone" in say("undo").lower()


def test_the_round_in_json_has_its_boards(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("pair")
    done = json.loads(say("publish", "--yes", "--json"))
    first = done["pairing"]["boards"][0]["games"][0]
    assert first["home"]["name"] == "Player01, No1"
    assert (first["board"], first["home_colour"], first["result"]) == (1, "w", None)


def test_commands_of_matches_in_italian(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    assert "4 squadre" in say("status", "--lang", "it")
    assert "formazione" in call("lineup", "1", "2,1,3,4", "--lang", "it", cwd=tmp_path).err


def test_a_result_that_replaces_another_is_said(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("pair")
    say("publish", "--yes")
    assert "had a result" not in say("result", "1", "1 0 1 =")
    told = call("result", "1.2", "1-0", cwd=tmp_path)
    assert "Table 1.2 had a result: 0-1 becomes 1-0." in told.out + told.err
    many = call("results", cwd=tmp_path, stdin=b"1 = 1 1 =\n2 1 1 1 1\n")
    assert "Table 1.1 had a result: 1-0 becomes ½-½." in many.out + many.err
    assert "Table 1.2" not in many.out + many.err


def test_colours_reversed_at_a_board_by_command(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("pair")
    say("publish", "--yes")
    assert "1 – 0" in say("result", "1.1", "1-0", "--turned")
    assert colours(say) == ["Black", "Black", "White", "Black"]
    assert "one board" in refused(tmp_path, "result", "2", "1 1 1 1", "--turned")
    say("results", stdin="1.2 1\n1.3 1\n1.4 1\n2 1 1 1 1\n")
    say("publish", "--results")
    say("correct", "1.1", "0-1", "--turned", "--reason", "the sheet")
    assert colours(say) == ["Black", "Black", "White", "Black"]
    say("correct", "1.1", "1-0", "--as-paired", "--reason", "they had not")
    assert colours(say) == ["White", "Black", "White", "Black"]


def colours(say: Say) -> list[str]:
    """Return the colours of the first four boards for the team named first."""
    rows = list(csv.DictReader(say("print", "boards", "--to", "csv").splitlines()))
    return [row["home_colour"] for row in rows[:4]]


def test_after_the_deadline_a_line_up_needs_a_reason_by_command(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("set", "lineup-minutes=30", "dates=2026/03/01", "times=10:00")
    assert "--reason" in refused(tmp_path, "lineup", "1", "1,2,3,5")
    late = call("lineup", "1", "1,2,3,5", "--reason", "ill", cwd=tmp_path)
    assert "The time for line-ups of this round is over." in late.err
    assert "Player01, No5" in late.out
    say("set", "dates=2126/03/01")
    assert "Player01, No4" in say("lineup", "1", "1,2,3,4")


def test_baku_and_a_pairing_by_hand_that_is_judged(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 8, 5)
    say("set", "acceleration=baku-2026")
    drawn = say("pair")
    assert "1  1  Club 01  0+2  0+2  3  Club 03" in drawn  # two match points, not game points
    swapped = say("swap", "1", "5")
    assert "[criterion, C4]" in swapped
    assert "By the rules: 1 Club 01 – 3 Club 03; 5 Club 05 – 7 Club 07." in swapped
    assert "--reason" in refused(tmp_path, "publish", "--yes")
    say("publish", "--yes", "--reason", "neighbours")
    said = say("log")
    assert "8 teams are present." in said
    assert "[neighbours]" in said


def test_prizes_and_python_speak_of_teams(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4)
    play(say, 2, "1 = 0 =")
    (tmp_path / "t.trf").write_text(say("export"))
    (tmp_path / "prizes.toml").write_text(
        'currency = "EUR"\nunit = 1\n[[list]]\nname = "A"\nties = "shared"\nprizes = [100, 50]\n'
    )
    told = say("prizes", "prizes.toml", "t.trf")
    assert "shared by 4 teams" in told
    assert "players" not in told
    table = str(standings(read(tmp_path / "t.trf"), ["GPTS"]))
    assert "Teams with the same rank are not separated" in table


def test_telling_the_log_leaves_the_console_as_it_is(tmp_path: Path) -> None:
    with matches.league(tmp_path) as desk:
        desk.act(matches.open_double_swiss("B"))
        desk.act(a.Register("B", tuple(replace(one, id=0) for one in people(4))))
        desk.act(a.DrawColour("B", Colour.WHITE))
        for section in (A, "B"):
            matches.publish(desk, section)
        for section in (A, "B"):
            desk.act(a.Withdraw(section, tuple(desk.section(section).registrations)[:2]))
        console = Console(Language.EN)
        teller = EventFormatter(desk, console)
        teams, players = [teller.tell(item.event) for item in desk.log][-2:]
    assert teams == "A: 2 teams have withdrawn. (1 Team 01; 2 Team 02)"
    assert players == "B: 2 players have withdrawn. (1 Player 001; 2 Player 002)"
    assert (console.teams, console.labels) == (False, {})


# Adjourned matches


def test_a_postponed_match_is_adjourned_wherever_it_is_shown(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 2)
    say("pair")
    say("publish", "--yes")
    assert say("result", "1", "adj").endswith("1 Club 01 – 3 Club 03 match adjourned.\n")
    assert say("result", "2", "1 adj 1 adj").endswith("2 – 0, 2 adjourned.\n")
    told = say("status")
    assert "Round 1: 2 matches are adjourned, at tables 1, 2.  crivello result 1.1 1-0" in told
    say("publish", "--results")
    for command in ("standings", "crosstable"):
        assert "Provisional: 6 games have no final result." in say(command)
    assert "Club 01                  Club 03  match adjourned" in say("standings")
    lists = {
        name: say("print", name, "--to", "csv").splitlines()[1:]
        for name in ("results", "boards")
    }  # fmt: skip
    assert ["adjourned" in row for row in lists["results"]] == [True, True]
    assert "2-0 adjourned" in lists["results"][1]
    assert sum("adjourned" in row for row in lists["boards"]) == 6
    assert "match adjourned" in say("print", "match-cards")
    view = json.loads(say("standings", "--json"))
    assert (view["open_games"], view["provisional"]) == (6, True)


def test_adjourned_boards_are_named_after_the_last_round(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 1)
    say("pair")
    say("publish", "--yes")
    say("result", "1", "1 = 0 1")
    say("result", "2", "1 1 adj 1")
    say("publish", "--results")
    told = say("status")
    assert "Round 1: one match is adjourned, at table 2.  crivello result 2.3 1-0" in told
    assert "All rounds are played, except adjourned games." in told
    say("result", "2.3", "1-0")
    assert "All rounds are played.  " in say("status")


def test_one_word_adjourns_the_boards_that_are_still_open(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("pair")
    say("publish", "--yes")
    say("result", "1.2", "1-0")
    assert "1 – 0, 3 adjourned" in say("result", "1", "adj")
    say("result", "2", "1 = 0 1")
    assert "Every board of table 2 has a result" in refused(tmp_path, "result", "2", "adj")
    (tmp_path / "r.txt").write_text("1 adjourned\n2 adj = 0 1\n")
    say("results", "r.txt")
    assert "Round 1: 2 matches are adjourned, at tables 1, 2." in say("status")


def test_a_board_without_an_opponent_takes_no_result(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 3)
    say("lineup", "1", "1,2,0,3")
    say("pair")
    say("publish", "--yes")
    more = refused(tmp_path, "result", "1", "1 = 0 1")
    empty = f"A board without an opponent takes none: {board(3)}."
    assert f"Table 1 takes 3 results, but got 4. {empty}" in more
    assert f"missing: {board(4)}. {empty}" in refused(tmp_path, "result", "1", "1 =")
    assert "0 – 1, 3 adjourned" in say("result", "1", "adj")


def checked(folder: Path) -> str:
    return " ".join(call("check", "x.trf", cwd=folder).out.split())


def test_check_finds_a_round_paired_while_a_match_was_adjourned(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 6, 2)
    say("pair")
    say("publish", "--yes")
    for table, results in (("1", "adj"), ("2", "1 1 adj adj"), ("3", "1 = 0 1")):
        say("result", table, results)
    play(say, 3)
    say("export", "x.trf", "--provisional")
    assert "Round 2: same" in checked(tmp_path)
    # Decided at last, as it stood: the other match is what the pairing did not know.
    say("result", "2", "1 1 = =", "--round", "1")
    say("result", "1", "1 1 1 1", "--round", "1")
    say("export", "x.trf", "--force")
    assert (
        "Round 2: explained One common change would reproduce this round: 1-4 of round 1 counted "
        "as a draw at the time, still open or corrected since."
    ) in checked(tmp_path)


def test_check_finds_a_match_of_which_boards_were_adjourned(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 6, 2)
    say("pair")
    say("publish", "--yes")
    for table, results in (("1", "1 1 = 0"), ("2", "1 1 adj adj"), ("3", "1 = 0 1")):
        say("result", table, results)
    play(say, 3)
    say("result", "2", "1 1 0 0", "--round", "1")
    say("export", "x.trf", "--force")
    assert (
        "would reproduce this round: 5-2 of round 1 counted 3 – 1 at the time, with some boards "
        "still open"
    ) in checked(tmp_path)


def test_adjourned_games_of_a_double_swiss(tmp_path: Path, say: Say) -> None:
    say("new", "t.crivello", "name=Two", "rounds=2", "system=doubleswiss")
    lines = ["Name,Rating", *(f"Player{n},{2400 - 10 * n}" for n in range(1, 9))]
    (tmp_path / "players.csv").write_text("\n".join(lines))
    say("import", "players.csv")
    say("present", "--all")
    say("draw", "white")
    say("pair")
    say("publish", "--yes")
    assert "match adjourned" in say("result", "1", "adj")
    assert "1 – 0, one adjourned" in say("result", "2", "1 adj")
    for table in ("3", "4"):
        say("result", table, "1 =")
    assert "crivello result 1.1 1-0" in say("status")
    assert "Provisional: 3 games have no final result." in say("standings")
    say("publish", "--results")
    say("pair")
    say("publish", "--yes")
    for table in "1234":
        say("result", table, "1 =")
    say("export", "x.trf", "--provisional")
    assert "Round 2: same" in checked(tmp_path)
    say("result", "2.2", "=", "--round", "1")
    say("result", "1", "1 1", "--round", "1")
    say("export", "x.trf", "--force")
    assert (
        "Round 2: explained One common change would reproduce this round: 1-5 of round 1 counted "
        "as a draw at the time, still open or corrected since."
    ) in checked(tmp_path)


def test_an_adjourned_match_in_italian(tmp_path: Path, say: Say) -> None:
    league(say, tmp_path, 4, 1)
    say("pair")
    say("publish", "--yes")
    assert "incontro sospeso" in say("result", "1", "adj", "--lang", "it")
    assert "2 – 0, 2 sospese" in say("result", "2", "1 1 adj adj", "--lang", "it")
    assert "2 incontri sono sospesi, ai tavoli 1" in say("status", "--lang", "it")
