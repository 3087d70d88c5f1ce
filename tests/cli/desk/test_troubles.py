"""Mishaps of a tournament day: the answer names the next step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crivello.cli.errors import TYPED
from crivello.model.errors import RemedyKind
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, done


def error(folder: Path, *words: str, lang: str = "en") -> str:
    told = desk(folder, *words, CRIVELLO_LANG=lang)
    assert (told.code, told.out) == (3, "")
    return told.err


def test_every_remedy_can_be_typed() -> None:
    assert set(TYPED) == set(RemedyKind)


def test_a_refusal_says_which_command_does_it(tmp_path: Path, at: At) -> None:
    at("closed")
    told = error(tmp_path, "result", "1", "0-1")
    assert told.endswith("Next: crivello correct TABLE RESULT --reason TEXT\n")
    told = error(tmp_path, "result", "1", "0-1", lang="it")
    assert "Prossimo passo: crivello correct TAVOLO RISULTATO --reason TESTO\n" in told
    told = error(tmp_path, "correct", "1", "0-1")
    assert told.endswith("Add to the command: --reason TEXT\n")
    refused = json.loads(desk(tmp_path, "publish", "--json").err)["error"]
    assert refused["command"] == "crivello pair"
    done(tmp_path, "section", "B", "rounds=3")
    assert error(tmp_path, "publish", "--section", "A").endswith("crivello pair --section A\n")


def test_a_board_for_who_has_a_bye(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "bye", "3")
    by_hand = ("pair", "--board", "1-3", "--rest")
    the_bye = ("pair", "--board", "1-2", "--bye", "3", "--rest")
    for words in (by_hand, the_bye):
        told = error(tmp_path, *words)
        assert "3 Player 003 has a half-point bye in round 2: cancel it before giving" in told
        assert told.endswith("Next: crivello bye PLAYER --cancel\n")
    told = error(tmp_path, *by_hand, lang="it")
    assert "3 Player 003 ha un bye da mezzo punto nel turno 2: annullalo prima" in told
    done(tmp_path, "pair")
    for command in ("meet", "swap"):
        assert "3 Player 003 has a half-point bye in round 2" in error(tmp_path, command, "1", "3")
    done(tmp_path, "bye", "3", "--cancel")
    assert "Made by hand." in done(tmp_path, *by_hand)


def test_no_file_is_named_where_the_words_are_wrong(tmp_path: Path, at: At) -> None:
    at("registered")
    told = error(tmp_path, "add", "Rossi", "rating=21000")
    assert told.startswith("rating: '21000' is not valid; expected a rating of up to four")
    told = error(tmp_path, "add", "Rossi", "elo=2100")
    assert "'elo' is not a field of a player. Fields: name, title, rating," in told
    assert "did you mean rating?" in error(tmp_path, "edit", "1", "ratin=2100")
    told = error(tmp_path, "new", "x", "Open", "rounds=3")
    assert "A text with blanks needs quotes: name=" in told


def test_missing_results_are_listed_without_the_name_of_the_file(tmp_path: Path, at: At) -> None:
    at("playing")
    told = error(tmp_path, "pair").splitlines()
    assert told[0] == "Round 1, table 1: 1 Player 001 – 4 Player 004 has no result."
    assert told[-1] == "Next: crivello result TABLE RESULT"


def test_a_result_in_the_place_of_another(tmp_path: Path, at: At) -> None:
    at("playing")
    game = "Round 1, table 1: 1 Player 001 – 4 Player 004"
    assert done(tmp_path, "result", "1", "0-1") == f"{game} 0-1.\n"
    assert done(tmp_path, "result", "1", "1-0") == f"{game} 0-1 becomes 1-0.\n"
    assert done(tmp_path, "result", "1", "1-0") == f"{game} 1-0.\n"
    told = desk(tmp_path, "results", "-", stdin=b"1 1/2\n2 adj\n3 1-0\n")
    assert told.err == "warning: Table 1 had a result: 1-0 becomes ½-½.\n"
    told = desk(tmp_path, "results", "-", stdin=b"1 1/2\n2 0-1\n3 1-0\n", CRIVELLO_LANG="it")
    assert told.err == ""
    assert told.out == "Turno 1: 3 risultati inseriti; mancanti: 0.\n"


def test_no_shows_who_had_a_result(tmp_path: Path, at: At) -> None:
    at("playing")
    done(tmp_path, "result", "1", "1/2")
    told = desk(tmp_path, "no-shows", "4")
    assert "1 Player 001 – 4 Player 004 had the result ½-½; now it is forfeited." in told.err
    again = done(tmp_path, "no-shows", "4")
    assert again == "Lost by forfeit, undecided whether they continue: 4 Player 004.\n"
    assert desk(tmp_path, "no-shows", "5").err == ""


def test_a_forfeit_entered_as_a_result_is_asked_about(tmp_path: Path, at: At) -> None:
    # C.04.2: 3.2
    at("playing")
    told = desk(tmp_path, "result", "1", "+")
    question = "4 Player 004 lost by forfeit: say whether this player continues. (C.04.2: 3.2)"
    assert told.err == f"warning: {question}\n"
    done(tmp_path, "results", "-", stdin=b"2 adj\n3 1-0\n")
    status = done(tmp_path, "status")
    assert "Lost by forfeit: do they continue? 4 Player 004." in status
    assert "Pair round 2." in status  # which does not wait for the answer
    told = desk(tmp_path, "pair")
    assert "4 Player 004 lost the last round by forfeit, has not said" in told.err
    assert done(tmp_path, "no-shows", "--plays-on") == "Continue: 4 Player 004.\n"
    assert "do they continue?" not in done(tmp_path, "status")
    assert desk(tmp_path, "pair").err.count("by forfeit") == 0


def test_lots_drawn_twice(tmp_path: Path, at: At) -> None:
    at("registered")
    told = desk(tmp_path, "draw", "black")
    assert told.err == "warning: White was drawn before; the new draw replaces it.\n"
    told = desk(tmp_path, "draw", "bianco", CRIVELLO_LANG="it")
    assert "Prima era stato sorteggiato il Nero;" in told.err


def test_keeping_apart(tmp_path: Path, at: At) -> None:
    at("registered")
    told = error(tmp_path, "keep-apart", "--tag", "clubb")
    assert "No two players have the same clubb, so this would keep no players apart." in told
    done(tmp_path, "keep-apart", "1", "4", "--group", "family", "--rounds", "2")
    assert done(tmp_path, "keep-apart").endswith("4 Player 004. (family; round 2)\n")
    told = error(tmp_path, "edit", "player", "rating=1")
    assert "6 Player 006. Type the number, or more of the name." in told


def test_nobody_to_leave_out(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "present", "--all")
    told = error(tmp_path, "present", "--leave-out", "--yes", lang="it")
    assert told == "crivello: Tutti hanno confermato, o sono già esclusi.\n"


def test_players_of_a_sentence_are_told_apart(tmp_path: Path, at: At) -> None:
    at("registered")
    for number in (1, 2, 3, 4, 5, 6):
        done(tmp_path, "edit", f"id:{number}", f"name=Rossi, {number}")
    told = error(tmp_path, "pair", "--board", "1-2")
    assert "3 Rossi, 3; 4 Rossi, 4; 5 Rossi, 5; 6 Rossi, 6." in told
    assert told.endswith("Add to the command: --rest\n")


def test_a_long_line_does_not_break_inside_a_player(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "absent", "1-4")
    told = done(tmp_path, "pair", COLUMNS="80").splitlines()
    away = told[told.index(next(line for line in told if line.startswith("Not paired"))) :]
    assert away[0] == "Not paired: 1 Player 001 (zero-point bye); 2 Player 002 (zero-point bye);"
    assert away[1] == "3 Player 003 (zero-point bye); 4 Player 004 (zero-point bye)"


@pytest.mark.parametrize("words", [("card", "2"), ("explain", "2"), ("standings", "2")])
def test_a_number_where_a_file_is_meant(tmp_path: Path, at: At, words: tuple[str, str]) -> None:
    at("played")
    assert "There is no file 2. For a player or a round, use --player 2" in error(tmp_path, *words)


def test_writing_into_a_folder_that_is_not_there(tmp_path: Path, at: At) -> None:
    at("played")
    for words in (("export", "no/x.trf"), ("print", "standings", "--output", "no/x.html")):
        told = desk(tmp_path, *words)
        assert told.code == 5
        assert "There is no folder no, so no/x." in told.err
        assert told.err.endswith("Create the folder first, or choose another place.\n")


def test_status_when_everything_is_played(tmp_path: Path) -> None:
    done(tmp_path, "new", "open", "rounds=1", "name=Blitz")
    done(tmp_path, "add", "One", "rating=2000")
    assert "Blitz, section A: round 0 of 1, one player\n" in done(tmp_path, "status")
    done(tmp_path, "add", "Two", "rating=1900")
    done(tmp_path, "draw", "white")
    done(tmp_path, "pair")
    done(tmp_path, "publish")
    done(tmp_path, "result", "1", "1-0")
    done(tmp_path, "add", "Three")
    done(tmp_path, "publish", "--results")
    told = done(tmp_path, "status")
    assert "admitted" not in told  # there is no round left for them
    assert told.endswith("- All rounds are played.  crivello report\n")


def test_a_tournament_by_its_name_without_the_ending(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "new", "other", "rounds=3")
    assert "round 1 of 5" in done(tmp_path, "status", "-t", "open")
    told = desk(tmp_path, "status", "-t", "none")
    assert (told.code, told.err.splitlines()[0]) == (
        5,
        "crivello: There is no file none. Check the name, or create a tournament.",
    )


def test_the_first_event_stays(tmp_path: Path, at: At) -> None:
    at("registered")
    assert "Event 1 created the file; it cannot be undone." in error(tmp_path, "undo", "1")
    assert "L'evento 1 ha creato il file" in error(tmp_path, "undo", "1", lang="it")


def test_a_backup_folder_that_is_the_first(tmp_path: Path, at: At) -> None:
    at("registered")
    for words in (("set", "backup-folder=."), ("new", "x", "rounds=3", "backup-folder=.")):
        assert ". is the folder of the tournament itself." in error(tmp_path, *words)
    assert not (tmp_path / "x.crivello").exists()
    (tmp_path / "stick").mkdir()
    done(tmp_path, "set", "backup-folder=stick")
    assert (tmp_path / "stick" / "open.crivello").exists()


def test_a_damaged_file(tmp_path: Path, at: At) -> None:
    path = at("played")
    path.write_bytes(path.read_bytes()[:3000])
    told = desk(tmp_path, "status")
    assert told.code == 5
    assert told.err.endswith("Next: crivello recover FILE NEW\n")
    assert desk(tmp_path, "verify", path).out.endswith(
        "make a backup copy instead.\nNext: crivello backup FOLDER\n"
    )


def test_nobody_meets_himself(tmp_path: Path, at: At) -> None:
    at("registered")
    assert "Write two different players, such as 3-7" in error(tmp_path, "pair", "--board", "1-1")


def test_the_next_step_of_a_section(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "section", "B", "rounds=3")
    told = done(tmp_path, "pair", "--section", "A")
    assert told.endswith("Publish it with: crivello publish --section A\n")
    done(tmp_path, "pair", "--discard", "--section", "A")
    assert "Pair round 2." in done(tmp_path, "status", "--section", "A")
    done(tmp_path, "withdraw", "1-5", "--section", "A")
    assert "Pair round 2." not in done(tmp_path, "status", "--section", "A")  # one is left


def test_a_player_without_a_rating_is_to_be_estimated(tmp_path: Path, at: At) -> None:
    # C.04.2: 2.1
    at("registered")
    told = desk(tmp_path, "add", "New Player")
    assert "7 New Player has no rating that counts and no estimate: enter an" in told.err
    assert "(C.04.2: 2.1)" in told.err
    assert desk(tmp_path, "add", "Other Player", "estimate=1500").err == ""
    (tmp_path / "more.csv").write_text("name,rating\nTwo,\nThree,\nFour,1500\n")
    told = desk(tmp_path, "import", "more.csv")
    assert "have no rating that counts and no estimate: enter estimated strengths" in told.err


@pytest.mark.parametrize("words", [("status", "-t", "club.trf"), ("status", "-t", "club.csv")])
def test_a_report_file_where_a_tournament_file_is_needed(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / words[-1]).write_text("001")
    told = desk(tmp_path, *words)
    assert told.code == 5
    assert told.err == (
        f"crivello: {words[-1]} is a report file; this command needs a .crivello file. To register "
        f"its players in one: crivello import {words[-1]}; to import the whole tournament: "
        "crivello desk.\n"
    )


def test_a_desk_cannot_be_opened_at_a_report_file(tmp_path: Path) -> None:
    (tmp_path / "club.trf").write_text("001")
    assert "club.trf is not a .crivello file." in error(tmp_path, "desk", "club.trf")
    assert "There is no folder or tournament file x.trf." in error(tmp_path, "desk", "x.trf")


@pytest.mark.parametrize(
    ("stage", "round"), [("drafted", 1), ("playing", 1), ("played", 2), ("closed", 2)]
)
def test_explain_is_about_the_round_that_would_be_paired_now(
    tmp_path: Path, at: At, stage: str, round: int
) -> None:
    """The command explains the draft, else the next round if it can be paired, else the last
    round.
    """
    at(stage)
    assert done(tmp_path, "explain", "--brief").startswith(f"Round {round},")


def test_an_earlier_edition_can_be_used_outside_fide_mode(tmp_path: Path) -> None:
    words = ("new", "study", "rounds=5", "system=burstein-2016")
    told = error(tmp_path, *words)
    assert "Write system=burstein-2026 instead." in told
    assert "add fide-mode=no and --reason" in told
    done(tmp_path, *words, "fide-mode=no", "--reason", "a study")


def test_where_a_tournament_begins_fide_mode_is_left_by_a_word(tmp_path: Path) -> None:
    """There is no file yet that `crivello fide-mode --leave` could change."""
    words = ("new", "club", "rounds=5", "scoring=1,1,0")
    assert error(tmp_path, *words).endswith("Add to the command: fide-mode=no --reason TEXT\n")
    done(tmp_path, *words, "fide-mode=no", "--reason", "club rules")
    section = ("section", "B", "rounds=5", "scoring=1,1,0", "fide-mode=yes")
    assert "Add to the command: fide-mode=no" in error(tmp_path, *section)
    done(tmp_path, "section", "C", "rounds=5", "scoring=1,½,0", "fide-mode=yes")
    later = error(tmp_path, "set", "scoring=1,1,0", "--section", "C")
    assert "Next: crivello fide-mode --leave --reason TEXT --section C" in later


def test_a_seal_in_a_file_is_reported(tmp_path: Path, at: At) -> None:
    at("closed")
    told = desk(tmp_path, "seal", "--output", "seal.txt")
    assert (told.code, told.out) == (0, "")
    assert told.err.startswith("seal.txt written: the seal of event ")
    assert (tmp_path / "seal.txt").read_text() == desk(tmp_path, "seal").out
