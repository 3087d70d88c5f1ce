"""Each command of the desk: its effect and its refusals, in both languages."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import pytest

from crivello.cli.commands import DESK
from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.desk.permissions import Device
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from tests.cli.calling import call, run
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, in_both_languages


class Good(NamedTuple):
    stage: str
    words: str
    """The words of the command, separated by |."""
    out: str
    """A part of the answer."""


class Bad(NamedTuple):
    stage: str
    words: str
    code: int
    english: str
    italian: str


GOOD = [
    Good("empty", "teams", "Team  Rtg  FIDE id"),
    Good("", "new|x|rounds=7|name=Open", "x.crivello created, with section A: 7 rounds, dutch-20"),
    Good("empty", "set|pace=rapid|chief-arbiter=Eva (12)", "A changed: pace, chief-arbiter."),
    Good("empty", "set|system=burstein-2026|imaginary-point=yes", "A changed: system, imaginary-"),
    Good("empty", "fide-mode", "FIDE mode: on"),
    Good("empty", "publish-online|--key|222557", "The key 222557 is stored"),
    Good("played", "exceptions", "No exception is recorded."),
    Good("empty", "fide-mode|--leave|--reason|a club evening", "Not in FIDE mode since 2"),
    Good("playing", "keep-apart|1|2|--by-decision|--reason|quarrel", "They never meet: 1 Player"),
    Good("empty", "set|system=lim|maxi-tournament=yes", "A changed: system, maxi-tournament"),
    Good("empty", "section|B|rounds=3", "Section B is open: 3 rounds, dutch-20"),
    Good("playing", "status", "Round 1: 3 results are missing, at tables 1, 2, 3."),
    Good("registered", "players", "6  Player 006  2350                registered"),
    Good("registered", "add|Zeno, Anna|rating=2395|club=Lione", "to section A: 2 Zeno, Anna."),
    Good("registered", "add|Old, Otto|birth=1950", "Added to section A: 7 Old, Otto."),
    Good("registered", "edit|6|birth=31/12/1999", "Corrected: 6 Player 006."),
    Good("registered", "edit|6|rating=2500", "Corrected: 1 Player 006."),
    Good("registered", "remove|2-3|006", "Removed: 2 Player 002; 3 Player 003; 6 Player 006."),
    Good("registered", "present|1,3", "Present: 1 Player 001; 3 Player 003."),
    Good("registered", "draw|nero", "Drawn: Black for the first in the list in round 1."),
    Good("registered", "pair", "    1  1  Player 001    0    0  4  Player 004"),
    Good("drafted", "publish", "    1  1  Player 001    0    0  4  Player 004"),
    Good("playing", "publish-online|--key|222557", "https://chess-results.com/tnr222557.aspx"),
    Good("playing", "result|2|-+", "table 2: 5 Player 005 – 2 Player 002 0F-1F."),
    Good("playing", "result|player 002|1", "table 2: 5 Player 005 – 2 Player 002 0-1."),
    Good("playing", "result|2|1|--turned", "table 2: 2 Player 002 – 5 Player 005 1-0."),
    Good("playing", "results", "Round 1: 2 results entered, 1 missing."),
    Good("playing", "no-shows|4|6", "Forfeited, round 1: 4 Player 004; 6 Player 006."),
    Good("played", "end", "Round 1 has ended."),
    Good("closed", "correct|1|0-1|--reason|seen", "1-0 becomes 0-1. It counts now, in the stand"),
    Good("second", "correct|1|0-1|--round|1|--reason|x", "counts from the pairing of round 3 on."),
    Good("played", "bye|3|2", "Half-point bye, round 2: 3 Player 003."),
    Good("played", "absent|3|4", "Not paired in round 2: 3 Player 003; 4 Player 004."),
    Good("played", "withdraw|player 005", "Withdrawn after round 1: 5 Player 005."),
    Good("played", "expel|5", "Expelled after round 1: 5 Player 005."),
    Good("playing", "points|5|--penalty|1/2|--reason|phone", "Penalty of ½: 5 Player 005."),
    Good("drafted", "swap|1|2", "[order, 4.2] Equally good, but an earlier transposition gives"),
    Good("drafted", "colours|1", "4 has White against"),
    Good("drafted", "meet|1|2", "By the rules: "),
    Good("registered", "keep-apart|1|4", "They never meet: 1 Player 001; 4 Player 004."),
    Good("registered", "first-round|1|4", "They meet in round 1: 1 Player 001; 4 Player 004."),
    Good("registered", "first-round", "No pair is announced for round 1."),
    Good("registered", "tables|6|1", "6 Player 006 always sits at table 1."),
    Good(
        "playing", "undo|--case|chief-arbiter|--reason|hall", "Undone:\n  5: Round 1 is published."
    ),
    Good("registered", "log", "arbiter  6 players are registered. (1 Player 001; 2 Pl"),
    Good("playing", "verify", "open.crivello is intact: 5 events, each as it was written."),
    Good("playing", "backup|..", "open.crivello is a copy of open.crivello: 5 events, each as"),
    Good("playing", "seal", "5-"),
    Good("playing", "recover|open.crivello|new.crivello", "5 events are saved in new.crivello."),
    Good("playing", "export", "001    1      Player 001"),
]

BAD = [
    Bad("empty", "teams|--section|B", 3, "There is no section 'B'", "sezione 'B'"),
    Bad("empty", "add-team|Lions|Rossi", 3, "not teams", "non per squadre"),
    Bad("registered", "edit-team|1|--name|Lions", 3, "not teams", "non per squadre"),
    Bad("registered", "lineup|1|0", 3, "not teams", "non per squadre"),
    Bad("empty", "exceptions|--section|B", 3, "There is no section 'B'", "sezione 'B'"),
    Bad("empty", "fide-mode|--leave", 3, "Give a reason", "Serve un motivo"),
    Bad("empty", "publish-online|--key|0", 3, "--key must be a whole number", "--key"),
    Bad("empty", "set|imaginary-point=2", 3, "expected one of no, yes.", "uno tra no, yes."),
    Bad("playing", "set|imaginary-point=yes", 3, "the options of the pairing", "le opzioni del"),
    Bad(
        "playing",
        "pair|--option|parity=literal",
        3,
        "--option does not work with",
        "--option non vale per",
    ),
    Bad("empty", "new|open|rounds=5", 5, "There is already a file open.crivello.", "già"),
    Bad(
        "",
        "new|no/open|rounds=5",
        5,
        "There is no folder no, so no/open.crivello was not created. Create the folder first",
        "La cartella no non esiste",
    ),
    Bad("", "new|x|rouns=7", 3, "did you mean rounds?", "intendevi rounds?"),
    Bad("", "new|x", 3, "Announce the number of rounds", "Indica il numero dei turni"),
    Bad(
        "empty",
        "set|pace=slow",
        3,
        "pace: 'slow' is not valid; expected one of standard, rapid, blitz.",
        "pace: 'slow' non è valido; dev'essere uno tra standard, rapid, blitz.",
    ),
    Bad("playing", "set|rounds=7", 3, "Round 1 is published, so the number", "Il turno 1 è pubbl"),
    Bad("empty", "section|A|rounds=3", 3, "There is a section 'A' already.", "C'è già una sezione"),
    Bad(
        "empty",
        "status|--section|Z",
        3,
        "There is no section 'Z' in",
        "non c'è una sezione 'Z'; ci sono: A.",
    ),
    Bad(
        "empty",
        "players|-t|no.crivello",
        5,
        "There is no file no.crivello.",
        "no.crivello non esiste.",
    ),
    Bad("registered", "add|Z|rating=high", 3, "a rating of up to four", "più di quattro"),
    Bad("registered", "add", 3, "A player needs a name.", "Un giocatore"),
    Bad("registered", "add|X|birth=1999-13-45", 3, "birth: '1999-13-45' is not valid", "1999-13"),
    Bad("registered", "set|times=25:00", 3, "times such as 09:30", "orari come 09:30"),
    Bad("playing", "swap|1|2", 3, "no draft of round 2. Round 1 is publ", "Il turno 1 è pubbl"),
    Bad(
        "registered",
        "edit|9|rating=2",
        3,
        "this tournament has players 1 to 6.",
        "questo torneo ha i giocatori da 1 a 6.",
    ),
    Bad("playing", "remove|3", 3, "3 Player 003 already has a pairing number", "si può ritirare"),
    Bad("playing", "late|3", 3, "3 Player 003 already has a pairing number.", "ha già un numero"),
    Bad("registered", "bye|3|1|2", 3, "would have 2 half-point byes; allowed: 1.", "ammessi: 1."),
    Bad(
        "registered",
        "move|3|B",
        3,
        "There is no section 'B' in this file; there are: A.",
        "non c'è una sez",
    ),
    Bad("registered", "present", 3, "Name at least one player.", "Indica almeno un giocatore."),
    Bad("registered", "draw|red", 3, "'red' is not a colour;", "'red' non è un colore;"),
    Bad("playing", "draw|white", 3, "Round 1 is published, so the initial colour", "Il turno 1 è"),
    Bad("registered", "late|3", 3, "Round 1 is not published yet", "Il turno 1 non è"),
    Bad("playing", "pair", 3, "Round 1: 3 results are missing.", "Turno 1: mancano 3 risultati."),
    Bad(
        "registered",
        "pair|--round|2",
        3,
        "Round 2 cannot be paired now",
        "Il turno 2 non si può abbinare ora",
    ),
    Bad(
        "registered",
        "pair|--discard",
        3,
        "No pairing of round 1 is waiting",
        "Non c'è un abbinamento",
    ),
    Bad(
        "playing",
        "publish-online|--key|1234567890",
        3,
        "--key must be a whole number",
        "--key",
    ),
    Bad(
        "registered",
        "publish",
        3,
        "No pairing of round 1 is waiting",
        "Non c'è un abbinamento",
    ),
    Bad("playing", "result|9|1-0", 3, "no table 9; there are: 1-3.", "il tavolo 9; ci sono: 1-3."),
    Bad("playing", "result|1|2-0", 3, "'2-0' is not a result.", "'2-0' non è un risultato."),
    Bad("playing", "result|player|1", 3, "can be more than one player", "più di un giocatore"),
    Bad("closed", "result|1|0-1", 3, "by a correction. (C.04.2: 4.3)", "(C.04.2: 4.3)"),
    Bad("registered", "result|1|1-0", 3, "No round is published yet", "Nessun turno è ancora pubb"),
    Bad("playing", "results|no.txt", 5, "no.txt: there is no such file", "no.txt: "),
    Bad("playing", "no-shows|1|--plays-on|--withdrawn", 3, "cannot be combined.", "non vanno"),
    Bad("playing", "end", 3, "Round 1: 3 results are missing.", "Turno 1: mancano 3 risultati."),
    Bad("closed", "correct|1|0-1", 3, "Give a reason;", "Serve un motivo"),
    Bad("played", "correct|1|0-1|--reason|x", 3, "are not published yet", "non sono ancora"),
    Bad("played", "bye|3|9", 3, "There is no round 9:", "Il turno 9 non esiste:"),
    Bad("played", "bye|3|two", 3, "'two' is not the number of a round.", "'two' non è il numero"),
    Bad("played", "absent|player", 3, "more than one player: 1 Player 001;", "più di un"),
    Bad("registered", "withdraw|5", 3, "Round 1 is not published yet", "Il turno 1 non è"),
    Bad("played", "expel|Nobody", 3, "No player matches 'Nobody'", "Nessun giocatore corrisponde"),
    Bad("played", "return|5", 3, "5 Player 005 has not left", "5 Player 005"),
    Bad("drafted", "swap|1|1", 3, "Two different players are needed.", "Servono due giocatori div"),
    Bad("playing", "swap|1|2|--case|already-met|--reason|x", 3, "(C.04.2: 4.4)", "(C.04.2: 4.4)"),
    Bad("playing", "points|5|--bonus|x", 3, "--bonus needs points such as 1", "--bonus richiede"),
    Bad("registered", "pair|--sieve", 3, "--sieve does not work with", "--sieve non vale"),
    Bad(
        "registered",
        "colours|1",
        3,
        "No pairing of round 1 is waiting",
        "Non c'è un abbinamento",
    ),
    Bad("registered", "meet|1|2", 3, "No pairing of round 1 is waiting", "Non c'è un abbinamento"),
    Bad("registered", "keep-apart|1", 3, "at least two different players", "almeno due"),
    Bad("registered", "first-round|1", 3, "A pair is two players; 1 are named.", "due giocatori"),
    Bad("registered", "tables|1|x", 3, "'x' is not the number of a table", "'x' non è"),
    Bad("empty", "undo|7", 3, "Event 7 cannot be undone", "7"),
    Bad("empty", "undo|x", 3, "'x' is not the number of an event;", "'x' non è il numero di un"),
    Bad("playing", "undo", 3, "Round 1 is published. Undoing that", "Il turno 1 è pubblicato."),
    Bad("empty", "redo", 3, "There is nothing to redo.", "Non c'è nulla da"),
    Bad("empty", "log|-n|0", 3, "-n must be a whole number", "-n dev'essere un numero intero"),
    Bad("", "verify|no.crivello", 5, "There is no file no.crivello.", "no.crivello non esiste."),
    Bad("playing", "backup", 3, "Name a folder for the copy;", "Indica una cartella per la copia;"),
    Bad("playing", "backup|none", 5, "The copy to none failed", "La copia in none"),
    Bad("playing", "seal|--key|none", 5, "none: there is no such file", "none: il file o la"),
    Bad("playing", "verify|--seal|7", 3, "'7' is not a seal.", "'7' non è un sigillo."),
    Bad(
        "playing", "recover|open.crivello|open.crivello", 5, "There is already a file", "esiste già"
    ),
    Bad("playing", "export|x.trf|--to|pdf", 3, "--to is one of trf16,", "--to è uno"),
    Bad("playing", "export|open.crivello", 5, "never overwritten.", "non si sovrascrive mai."),
]


def test_a_slip_is_undone_without_a_case(tmp_path: Path, at: At) -> None:
    at("drafted")
    assert desk(tmp_path, "publish").code == 0
    called = desk(tmp_path, "undo")
    assert called.code == 0
    assert "Round 1 is published." in called.out
    assert "treated as a mistake, so no case is needed" in called.err


@pytest.mark.parametrize("case", GOOD, ids=[one.words for one in GOOD])
def test_what_it_does(case: Good, tmp_path: Path, at: At) -> None:
    if case.stage:
        at(case.stage)
    called = desk(tmp_path, *case.words.split("|"), stdin=b"1 1-0\n3 = # a draw\n")
    assert called.code == 0, called.err
    assert case.out in called.out


@pytest.mark.parametrize("case", BAD, ids=[f"{one.stage} {one.words}" for one in BAD])
def test_what_it_refuses(case: Bad, tmp_path: Path, at: At) -> None:
    before = at(case.stage).read_bytes() if case.stage else b""
    english, italian = in_both_languages(tmp_path, *case.words.split("|"))
    assert (english.code, english.out) == (italian.code, italian.out) == (case.code, "")
    assert case.english in english.err
    assert case.italian in italian.err
    if before:
        assert (tmp_path / "open.crivello").read_bytes() == before
    else:
        assert list(tmp_path.iterdir()) == []


def test_what_looks_wrong_is_a_warning(tmp_path: Path, at: At) -> None:
    at("registered")
    twice = desk(tmp_path, "add", "player 003", "birth=1999")
    assert twice.code == 0
    assert "warning: player 003 has the same name as Player 003, who is registered;" in twice.err
    assert json.loads(desk(tmp_path, "players", "--json").out)["items"][-1]["player"]["birth"] == (
        "1999/00/00"
    )
    unread = desk(tmp_path, "set", "imaginary-point=yes")
    assert "imaginary-point changes nothing: dutch-2026 does not read it." in unread.err
    assert "imaginary-point  yes" in desk(tmp_path, "set", "imaginary-point").out
    days = desk(tmp_path, "set", "end=2026-02-01", "times=9:30,15.00")
    assert "The last day, 2026/02/01, is before the first one, 2026/03/01." in days.err
    assert "times  9:30,15.00" in desk(tmp_path, "set", "times").out


def test_status_names_the_section_where_there_are_several(tmp_path: Path, at: At) -> None:
    at("registered")
    desk(tmp_path, "section", "Open B", "rounds=3")
    desk(tmp_path, "add", "Zeta", "rating=2390", "--section", "A")
    told = desk(tmp_path, "status").out
    assert "7 players have not confirmed: 1 Player 001; 2 Player 002; 3 Zeta; 4 Pla" in told
    assert "  crivello present --all --section A\n" in told
    assert "  crivello draw --section 'Open B'\n" in told


def test_status_says_how_many_players_it_does_not_name(tmp_path: Path, at: At) -> None:
    at("registered")
    rows = "\n".join(f"Zeta {number};1500" for number in range(9))
    desk(tmp_path, "import", "-", stdin=f"name;rating\n{rows}\n".encode())
    told = desk(tmp_path, "status").out
    assert "15 players have not confirmed: 1 Player 001;" in told
    assert "; 12 Zeta 5; … +3.  crivello present --all\n" in told


def test_two_whose_opponents_did_not_appear_meet(tmp_path: Path, at: At) -> None:
    at("playing")
    assert desk(tmp_path, "no-shows", "4", "5").code == 0
    met = desk(tmp_path, "meet", "1", "2", "--case", "without-opponent", "--reason", "agreed")
    assert "    1  1  Player 001    0    0  2  Player 002\n" in met.out
    assert "Pairing-allocated bye: none\n" in met.out
    assert "Not paired: 4 Player 004 (zero-point bye); 5 Player 005 (zero-point bye)" in met.out


def test_the_log_has_the_names_of_those_who_are_gone(tmp_path: Path, at: At) -> None:
    at("registered")
    desk(tmp_path, "add", "Typo, Tom")
    desk(tmp_path, "remove", "typo")
    told = desk(tmp_path, "log", "-n", "2").out.splitlines()
    assert told[0].endswith("Ann  Typo, Tom is registered.")
    assert told[1].endswith("Ann  The registration of Typo, Tom is cancelled.")


def test_what_nothing_can_be_saved_of(tmp_path: Path) -> None:
    (tmp_path / "bad.crivello").write_bytes(b"no tournament")
    told = desk(tmp_path, "recover", "bad.crivello", "new.crivello")
    assert (told.code, told.out) == (5, "")
    lost = "Nothing can be saved from bad.crivello: its first event is lost. Name copies"
    assert lost in told.err
    assert not (tmp_path / "new.crivello").exists()


def test_events_after_a_gap_are_told_in_ranges(tmp_path: Path, at: At) -> None:
    data = at("second").read_bytes()
    (tmp_path / "open.crivello").write_bytes(data.replace(b"Player 006", b"Player 007"))
    told = desk(tmp_path, "recover", "open.crivello", "new.crivello")
    assert told.code == 1
    assert "Found, but not saved because they come after the gap: events 3-" in told.out


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_a_closed_stream_does_no_harm(closed: str, tmp_path: Path, at: At) -> None:
    """Output to a closed stream is lost, and never written into the tournament file."""
    at("registered")
    words = f"{quote(sys.executable)} -m crivello add Zeta rating=2390 {closed}"
    assert run(["sh", "-c", words], cwd=tmp_path).code == 0
    assert desk(tmp_path, "verify").code == 0
    assert "Zeta" in desk(tmp_path, "players").out


def test_every_command_is_called_here_with_good_and_bad_words() -> None:
    """The commands that are not listed have tests of their own."""
    good = {case.words.split("|")[0] for case in GOOD} | {"move", "late", "return", "redo"}
    good |= {"add-team", "edit-team", "lineup"}
    bad = {case.words.split("|")[0] for case in BAD}
    assert {command.name for command in DESK} <= good
    assert {command.name for command in DESK} <= bad


def test_moved_late_returned_redone(tmp_path: Path, at: At) -> None:
    """These commands need another command before them."""
    at("registered")
    assert desk(tmp_path, "section", "B", "rounds=3").code == 0
    moved = desk(tmp_path, "move", "6", "B", "--section", "A")
    assert moved.out == "Moved to section B: 1 Player 006.\n"
    at("played")
    late = desk(tmp_path, "add", "Late, Larry", "rating=2385")
    assert "On arrival: crivello late id:7" in late.out
    late = desk(tmp_path, "late", "larry")
    assert late.out == "Admitted from round 2 on: 3 Late, Larry.\n"
    assert "4 players get other pairing numbers: 3 → 4; 4 → 5; 5 → 6; 6 → 7." in late.err
    undone = desk(tmp_path, "undo")  # the whole admission: they are a late entry who is awaited
    assert undone.out.endswith(" id:7 Late, Larry is admitted as a late entry.\n")
    waiting = json.loads(desk(tmp_path, "players", "--json").out)["items"][-1]
    assert (waiting["player"]["name"], waiting["status"]) == ("Late, Larry", "registered")
    assert desk(tmp_path, "redo").code == 0
    assert desk(tmp_path, "withdraw", "1").code == 0
    assert desk(tmp_path, "return", "1").out == "Plays again from round 2 on: 1 Player 001.\n"
    assert desk(tmp_path, "undo").out.startswith("Undone:\n")
    again = desk(tmp_path, "redo")
    assert again.out.endswith(" 1 Player 001 plays again.\n")
    with Desk.open(tmp_path / "open.crivello") as found:
        assert found.log[-1].entry.actor == "Ann"
        assert found.section("A").registrations[1].player.withdrawn_after is None


def test_what_a_device_entered_is_taken_back(at: At) -> None:
    path = at("playing")
    tablet = Device(DeviceRole.DEPUTY, "tablet 2")
    with Desk.open(path) as opened:
        opened.act(EnterResults("A", ((1, Result.DRAW),)), by=tablet)
        opened.act(EnterResults("A", ((2, Result.DRAW),)))
    told = call("log", "-n", "2", cwd=path.parent)
    assert "tablet 2 (deputy arbiter)" in told.out
    done = call("undo", "--device", "tablet 2", cwd=path.parent)
    assert done.code == 0, done.err
    with Desk.open(path) as opened:
        games = opened.section("A").rounds[0].games
    assert [game.result for game in games[:2]] == [None, Result.DRAW]
    again = call("undo", "--device", "tablet 2", "--since", "0:00", cwd=path.parent)
    assert "nothing to undo" in again.err
    wrong = call("undo", "--device", "tablet 2", "--since", "soon", cwd=path.parent)
    assert "not a time of day" in wrong.err
