"""No file is final while a game is missing or adjourned; provisional files say so everywhere."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.formats.trf import read_trf
from crivello.model.errors import RemedyKind
from crivello.model.result import Result
from crivello.reports.event_archive import make_archive
from crivello.reports.exports import as_xlsx
from crivello.reports.pages import page, view
from crivello.reports.site import site_files
from crivello.reports.subject import Subject
from crivello.standings.finality import GamesOpen, final, open_games
from crivello.standings.standings import last_complete_round, standings
from crivello.standings.table import Table, as_csv
from crivello.words import Language
from tests.cli.calling import call
from tests.desk import matches
from tests.desk.desks import A, enter, fresh, play, publish

LINE = "Provisional: one game has no final result."


@pytest.fixture(params=[None, Result.ADJOURNED], ids=["missing", "adjourned"])
def over(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A tournament whose last round is paired, with one game without a final result."""
    with fresh(tmp_path, 8, rounds=2) as desk:
        play(desk, 1)
        publish(desk)
        enter(desk)
        desk.act(a.EnterResults(A, ((1, request.param),)))
    return tmp_path / "t.crivello"


def subject(file: Path) -> Subject:
    with Desk.open(file) as desk:
        return Subject.of_desk(desk, A)


def test_a_final_tournament_is_refused(over: Path) -> None:
    tournament = subject(over).tournament
    with pytest.raises(GamesOpen) as refusal:
        final(tournament)
    assert refusal.value.remedy is not None
    assert refusal.value.remedy.kind is RemedyKind.MARK_PROVISIONAL
    assert final(tournament, provisional=True).settings.comments[-1] == LINE


def test_before_the_last_round_no_file_is_taken_for_a_final_one(tmp_path: Path) -> None:
    with fresh(tmp_path, 8, rounds=3) as desk:
        publish(desk)
        tournament = desk.tournament(A)
    assert open_games(tournament) == 4
    assert final(tournament) is tournament


@pytest.mark.parametrize("name", ["standings", "crosstable", "cards", "event-report", "norms"])
def test_every_page_says_it(over: Path, name: str) -> None:
    about = subject(over)
    assert LINE in view(name, about, 2).lines  # the running foot of every page of a print has them
    assert LINE in page(name, about, 2)
    italian = "Provvisorio: una partita non ha un risultato definitivo."
    assert italian in view(name, about, 2, Language.IT).lines
    assert not any("Provisional" in line for line in view(name, about, 1).lines)


@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_csv_says_it_in_every_row(over: Path, name: str) -> None:
    for number, marked in ((1, False), (2, True)):
        (table,) = view(name, subject(over), number).blocks
        assert isinstance(table, Table)
        head, *rows = as_csv([table]).splitlines()
        assert head.endswith(",provisional") == marked
        assert all(row.endswith(",yes") == marked for row in rows)


@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_a_spreadsheet_says_it_beside_its_headings(over: Path, name: str) -> None:
    for number, marked in ((1, False), (2, True)):
        (table,) = view(name, subject(over), number).blocks
        assert isinstance(table, Table)
        (sheet,) = load_workbook(BytesIO(as_xlsx([table]))).worksheets
        assert (sheet[1][-1].value == LINE) == marked


TABLES = (
    ("standings",),
    ("standings", "--player", "1"),
    ("standings", "--statistics"),
    ("crosstable",),
    ("crosstable", "--by", "rank"),
    ("card",),
    ("card", "--player", "1"),
    ("ratings",),
    ("ratings", "--player", "1"),
    ("norms",),
    ("norms", "--player", "1"),
    ("prizes",),
    ("prizes", "--player", "1"),
)
"""Every command whose answer depends on results."""


def asked(over: Path, words: tuple[str, ...], number: int, *form: str) -> str:
    name, *options = words
    prizes = over.with_name("prizes.toml")
    prizes.write_text('[[list]]\nname = "Open"\nprizes = [100, 50]\n')
    files = (prizes, over) if name == "prizes" else (over,)
    given = ("--round", str(number)) if name != "crosstable" or number == 1 else ()
    told = call(name, *files, *options, *given, *form)
    assert told.code == 0, told.err
    return told.out


@pytest.mark.parametrize("words", TABLES, ids=" ".join)
def test_json_csv_and_text_of_every_table_say_it(over: Path, words: tuple[str, ...]) -> None:
    for number, marked in ((1, False), (2, True)):
        answer = json.loads(asked(over, words, number, "--json"))
        for view_ in answer.get("tables", [answer]):
            assert view_["provisional"] is marked
        head, *rows = asked(over, words, number, "--to", "csv").splitlines()
        assert head.endswith(",provisional") == marked
        assert all(row.endswith(",yes") == marked for row in rows)
        assert (LINE in asked(over, words, number)) == marked
        assert (LINE in asked(over, words, number, "--to", "html")) == marked


def test_a_missing_game_is_no_silent_draw(over: Path) -> None:
    # C.04.2.D.1 (2)
    tournament = subject(over).tournament
    table = standings(tournament, 2)
    assert table.open_games == 1
    shown = view("standings", subject(over), 2).blocks[0]
    assert isinstance(shown, Table)
    assert "One game is open; it counts as a draw for now." in shown.notes


def test_the_command_line_makes_files_only_as_provisional(over: Path, tmp_path: Path) -> None:
    out, zipped = tmp_path / "out.trf", tmp_path / "all.zip"
    for words in (("export", out, "-t", over), ("archive", zipped, over, "--entered")):
        refused = call(*words)
        assert refused.code == 3
        assert "missing its result or adjourned" in refused.err
        assert "Add to the command: --provisional" in refused.err
    assert not out.exists()
    assert not zipped.exists()
    assert call("export", out, "-t", over, "--provisional").code == 0
    assert read_trf(out.read_bytes()).tournament.settings.comments[-1] == LINE
    # JSON is no report that is sent in: it is made, and says it. CSV has players only.
    assert call("export", tmp_path / "x.json", "-t", over, "--to", "json").code == 0
    assert json.loads((tmp_path / "x.json").read_text())["settings"]["comments"][-1] == LINE
    assert call("export", tmp_path / "x.csv", "-t", over, "--to", "csv").code == 0


@pytest.mark.parametrize(
    ("form", "mark"),
    [("trf26", LINE), ("json", LINE), ("trf16", "012 Test (provisional)\n")],
)
def test_a_conversion_says_it_on_the_way_and_in_the_file(
    over: Path, tmp_path: Path, form: str, mark: str
) -> None:
    out = tmp_path / "out"
    told = call("convert", over, out, "--to", form)
    assert told.code == 0
    assert LINE in told.err
    assert mark in out.read_text()


def test_a_file_without_comments_says_it_after_its_name(over: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.trf"
    told = call("export", out, "-t", over, "--to", "trf16", "--provisional")
    assert told.code == 0
    assert "012 Test (provisional)\n" in out.read_text()


def test_a_mark_that_came_with_a_file_goes_when_it_is_no_longer_true(over: Path) -> None:
    marked = final(subject(over).tournament, True, "trf16")
    assert final(marked, True, "trf16") == marked
    with Desk.open(over) as desk:
        desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
        ended = desk.tournament(A)
    assert final(replace(ended, settings=marked.settings)).settings == ended.settings


def test_the_archive_is_made_as_provisional(over: Path) -> None:
    about = subject(over)
    with pytest.raises(GamesOpen):
        make_archive(about, Language.EN)
    made = make_archive(about, Language.EN, draw=lambda data: b"", provisional=True)
    assert LINE.encode() in made.files["fide/trf26.trf"]
    assert b"012 Test (provisional)\n" in made.files["fide/trf16.trf"]


def test_every_table_of_the_site_says_it(over: Path) -> None:
    about = subject(over)
    pages = dict(site_files(about, Language.EN))
    adjourned = last_complete_round(about.tournament) == 2
    assert (LINE in pages["index.html"]) == adjourned  # else it has the standings after round 1
    for name in ("standings-2.html", "crosstable.html", "player-1.html"):
        assert LINE in pages[name], name
    assert LINE not in pages["standings-1.html"]


# Matches: each board is a game


@pytest.fixture(params=["teams", "two games"])
def open_board(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A tournament whose only round is played, except for one board of the first match."""
    make = matches.league if request.param == "teams" else matches.double_swiss
    with make(tmp_path, rounds=1) as desk:
        matches.publish(desk)
        matches.enter(desk)
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, None),)))
    return tmp_path / "t.crivello"


def test_an_open_board_makes_an_event_of_matches_provisional(open_board: Path) -> None:
    about = subject(open_board)
    with pytest.raises(GamesOpen):
        final(about.tournament)
    for name in ("standings", "crosstable", "event-report"):
        assert LINE in page(name, about, 1), name
        assert "Provvisorio: una partita" in page(name, about, 1, Language.IT), name


@pytest.mark.parametrize("adjourned", [False, True])
def test_an_adjourned_board_counts_as_open(open_board: Path, adjourned: bool) -> None:
    with Desk.open(open_board) as desk:
        result = Result.ADJOURNED if adjourned else Result.DRAW
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, result),)))
        assert open_games(desk.tournament(A)) == adjourned


@pytest.mark.parametrize("words", [("standings",), ("crosstable",), ("ratings",)], ids=" ".join)
def test_tables_of_matches_say_it(open_board: Path, words: tuple[str, ...]) -> None:
    assert LINE in asked(open_board, words, 1)
    assert json.loads(asked(open_board, words, 1, "--json"))["provisional"] is True
    head, *rows = asked(open_board, words, 1, "--to", "csv").splitlines()
    assert head.endswith(",provisional")
    assert all(row.endswith(",yes") for row in rows)


def test_files_of_matches_say_it(open_board: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.trf"
    assert call("export", out, "-t", open_board).code == 3
    told = call("export", out, "-t", open_board, "--provisional")
    assert told.code == 0
    assert "for rating only" not in told.err  # nothing was corrected
    assert LINE in out.read_text()
    assert LINE in dict(site_files(subject(open_board), Language.EN))["crosstable.html"]
