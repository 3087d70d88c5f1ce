"""The commands as processes: files of either kind, good and bad input, both languages."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from crivello.desk import actions as a
from crivello.extras import install_command
from crivello.formats import read
from crivello.formats.trf import write_trf
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from crivello.standings.standings import standings
from tests.cli.calling import EXAMPLE, Called, bound, call
from tests.desk.desks import fresh, play, publish
from tests.reports.pages_read import PRIZES, evil, read_page, rows_of
from tests.reports.test_queries import good


@pytest.fixture
def desk_file(tmp_path: Path) -> Path:
    with fresh(tmp_path) as desk:
        play(desk, 1)
        publish(desk)
    return tmp_path / "t.crivello"


def test_a_page_goes_to_standard_output_in_the_language_asked_for() -> None:
    done = call("print", "pairings", EXAMPLE, "--round", "2", "--lang", "it")
    assert (done.code, done.err) == (0, "")
    assert read_page(done.out).texts("h1") == ["Abbinamenti del turno 2"]
    assert len([row for row in rows_of(done.out) if row["table"]]) == 6
    assert rows_of(done.out)[-1]["black"] == "bye da zero punti"


def test_the_name_of_the_file_decides_the_form(tmp_path: Path) -> None:
    for form in ("pdf", "xlsx", "csv", "html"):
        out = tmp_path / f"names.{form}"
        assert call("print", "names", EXAMPLE, "--output", out).code == 0
    assert len(PdfReader(BytesIO((tmp_path / "names.pdf").read_bytes())).pages) == 1
    (sheet,) = load_workbook(tmp_path / "names.xlsx").worksheets
    assert sheet.max_row == 15
    rows = list(csv.DictReader(StringIO((tmp_path / "names.csv").read_text())))
    assert len(rows) == len(rows_of((tmp_path / "names.html").read_text())) == 14
    done = call("print", "standings", EXAMPLE, "--to", "csv", "--tie-breaks", "BH,SB")
    assert done.out.startswith("rank,number,title,name,rating,federation,points,BH,SB\n")
    done = call("print", "standings", EXAMPLE, "--category", "title=none")
    assert 0 < len(rows_of(done.out)) < 14


def test_the_desk_is_meant_where_no_file_is_named(desk_file: Path) -> None:
    done = call("print", "slips", cwd=desk_file.parent)
    assert done.code == 0
    assert len(read_page(done.out).all("section", "slip")) == 4
    done = call("print", "results", "-t", desk_file, "--round", "1")
    assert [row["result"] for row in rows_of(done.out)] == ["1 – 0"] * 4
    done = call("print", "changes", desk_file, "--lang", "it")
    assert "Nessun abbinamento pubblicato è stato modificato." in done.out
    done = call("pgn", desk_file, "--tables", "2-3")
    assert done.out.count("[Event ") == 2
    assert '[Round "2.2"]' in done.out


def test_prizes_as_the_command_prizes_gives_them(tmp_path: Path, desk_file: Path) -> None:
    prizes = tmp_path / "prizes.toml"
    prizes.write_bytes(PRIZES)
    for source in (EXAMPLE, desk_file):
        given = call("prizes", prizes, source, "--to", "csv", "--round", "1").out
        done = call("print", "prizes", source, "--prizes", prizes, "--to", "csv", "--round", "1")
        assert (done.code, done.out) == (0, given)
    out = tmp_path / "prizes.pdf"
    done = call("print", "prizes", EXAMPLE, "--prizes", prizes, "--output", out, "--lang", "it")
    assert (done.code, done.err) == (0, f"{out} scritto.\n")
    (sheet,) = PdfReader(out).pages
    assert "Premi dopo il turno 3" in sheet.extract_text()
    done = call("print", "prizes", EXAMPLE, "--prizes", prizes, "--player", "2")
    assert "333.33…" in rows_of(done.out)[0]["answer"]


def test_prizes_before_there_are_standings(tmp_path: Path) -> None:
    prizes = tmp_path / "prizes.toml"
    prizes.write_bytes(PRIZES)
    with fresh(tmp_path, 4) as desk:
        publish(desk)
        path = desk.path
    done = call("print", "prizes", path, "--prizes", prizes)
    note = read_page(done.out).texts("p", "note")[0]
    assert note == "Standings are shown once all results of the first round are in."
    assert "La classifica si mostra" in call("prizes", prizes, path, "--lang", "it").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["print"], "PAGE is missing."),
        (["print", "poster", EXAMPLE], "There is no page 'poster'."),
        (["print", "slips", EXAMPLE, "--to", "xlsx"], "slips is not a table"),
        (["print", "results", EXAMPLE, "--round", "4"], "There is no round 4 yet"),
        (["print", "standings", EXAMPLE, "--tie-breaks", "XX"], "There is no tie-break 'XX'."),
        (
            ["print", "cards", EXAMPLE, "--player", "99"],
            "There is no player 99; this tournament has players 1 to 14.",
        ),
        (["print", "slips", EXAMPLE, "--per-page", "4"], "--per-page is one of 2, 3"),
        (["print", "changes", EXAMPLE], "recorded in desk files only"),
        (["print", "prizes", EXAMPLE], "Name their file: crivello print prizes --prizes FILE"),
        (["print", "prizes", "-", "--prizes", "-"], "Only one of the two files"),
        (["print", "prizes", EXAMPLE, "--prizes", EXAMPLE], "The prizes cannot be read"),
        (["pgn", EXAMPLE, "--tables", "a-b"], "--tables needs tables such as 1-10"),
        (["pgn", EXAMPLE, "--round", "9"], "There is no round 9 yet"),
        (["report", EXAMPLE, "--for", "trf06"], "--for is one of trf16, trf26"),
        (["site"], "DIR is missing."),
    ],
)
def test_bad_requests_are_told_in_a_sentence(words: list[str], said: str) -> None:
    done = call(*words)
    assert done.code == 3
    assert said in done.err
    assert done.out == ""
    italian = call(*words, "--lang", "it")
    assert italian.code == 3
    assert said not in italian.err


def test_files_that_are_not_there_or_are_none(tmp_path: Path) -> None:
    assert call("print", "pairings", tmp_path / "no.trf").code == 5
    assert call("print", "pairings", tmp_path / "no.crivello").code == 5
    (tmp_path / "bad.trf").write_text("001 nonsense")
    assert call("report", tmp_path / "bad.trf", "--strict").code == 3
    assert call("print", "pairings", cwd=tmp_path).code == 3
    done = call("print", "names", EXAMPLE, "--output", tmp_path / "no" / "x.html")
    assert done.code == 5


@pytest.mark.parametrize(
    ("package", "form", "extra"), [("typst", "pdf", "pdf"), ("openpyxl", "xlsx", "xlsx")]
)
def test_a_missing_extra_is_named(package: str, form: str, extra: str) -> None:
    without = f"""
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == {package!r} else found(name)
"""
    done = bound(without, "print", "pairings", EXAMPLE, "--to", form)
    assert done.code == 3
    assert install_command(extra) in done.err


def test_a_site_is_made_again_but_never_over_something_else(tmp_path: Path) -> None:
    site = tmp_path / "site"
    first = call("site", site, EXAMPLE, "--lang", "it")
    assert first.code == 0
    assert str(site / "index.html") in first.out
    again = call("site", site, EXAMPLE, "--json")
    answer = json.loads(again.out)
    assert answer["files"] == len([path for path in site.rglob("*.*") if path.is_file()]) - 1
    assert (site / "it" / "round-3-why.html").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    refused = call("site", tmp_path / "mine", EXAMPLE)
    assert refused.code == 3
    assert "used for something else" in refused.err
    assert (tmp_path / "mine" / "letter.txt").read_text() == "dear"
    assert call("site", EXAMPLE, EXAMPLE).code == 3


def test_a_site_of_a_desk_file(desk_file: Path) -> None:
    done = call("site", desk_file.parent / "site", desk_file)
    assert done.code == 0
    why = read_page((desk_file.parent / "site" / "round-2-why.html").read_text())
    assert len(why.all("div", "board")) == 4


def test_the_report_lists_what_would_be_rejected(tmp_path: Path) -> None:
    (tmp_path / "e.trf").write_text(write_trf(evil(), "trf26"))
    done = call("report", tmp_path / "e.trf", CRIVELLO_DATA=str(tmp_path))
    assert done.code == 1
    rejected, queried = done.out.split("FIDE would query:")
    assert "- 4 Zoë has no FIDE id. [001: 58-68]" in rejected
    assert "The chief arbiter is missing. [102]" in rejected
    assert "The time control is missing. [122]" in queried
    assert "No rating list is loaded" in done.err
    answer = json.loads(
        call("report", tmp_path / "e.trf", "--json", CRIVELLO_DATA=str(tmp_path)).out
    )
    assert answer["compared"] is False
    assert {"level": "reject", "code": "no-chief-arbiter"}.items() <= {
        key: value
        for query in answer["queries"]
        if query["code"] == "no-chief-arbiter"
        for key, value in query.items()
    }.items()
    italian = call("report", tmp_path / "e.trf", "--lang", "it", CRIVELLO_DATA=str(tmp_path))
    assert "La FIDE respingerebbe:" in italian.out


def recent() -> Tournament:
    """Return a report without any query, of an event that was played today."""
    day = date.today().strftime("%Y/%m/%d")
    settings = replace(good().settings, start=day, end=day, round_dates=(day,))
    return replace(good(), settings=settings)


def report_of(tmp_path: Path, text: str, *words: str) -> Called:
    (tmp_path / "e.trf").write_text(text)
    return call("report", tmp_path / "e.trf", *words, CRIVELLO_DATA=str(tmp_path))


def test_a_report_file_is_judged_as_it_stands(tmp_path: Path) -> None:
    """Wrong points, or an opponent who does not exist, are not repaired before the file is
    judged.
    """
    good_file = write_trf(recent(), "trf26")
    done = report_of(tmp_path, good_file)
    assert (done.code, done.out) == (0, "FIDE would have nothing to reject or query.\n")
    points = good_file.replace(" 0.5    1", " 1.5    1")
    done = report_of(tmp_path, points)
    assert done.code == 1
    first, *rest = done.out.split("\n- ")
    assert first == "FIDE would reject:"
    assert "the file says 1.5 points, the results give 0.5" in rest[0]
    assert "The file has '1.5' there." in " ".join(rest[0].split())
    unknown = good_file.replace("   2 w =", "   7 w =")
    done = report_of(tmp_path, unknown)
    assert done.code == 1
    assert "meets number 7 in round 1: no such player" in " ".join(done.out.split())
    answer = json.loads(report_of(tmp_path, unknown, "--json").out)
    assert answer["rejected"] is True
    assert answer["queries"][0]["code"] == "repaired"
    assert answer["repairs"]
    italian = report_of(tmp_path, unknown, "--lang", "it")
    assert "Riga " in italian.out


def test_a_report_file_without_ranks_is_not_completed(tmp_path: Path) -> None:
    bare = replace(recent(), players=tuple(replace(one, rank=None) for one in good().players))
    done = report_of(tmp_path, write_trf(bare, "trf26"))
    assert done.code == 1
    assert "1 Rossi, Anna has no final rank." in done.out


def test_queries_alone_are_no_failure(tmp_path: Path) -> None:
    asked = replace(recent(), settings=replace(recent().settings, city=""))
    done = report_of(tmp_path, write_trf(asked, "trf26"))
    assert done.code == 0
    assert "The city is missing. [022]" in done.out


def test_pgn_of_the_example() -> None:
    done = call("pgn", EXAMPLE)
    assert done.code == 0
    assert done.out.count("[Event ") == 6  # of seven games one was forfeited


def test_an_export_at_the_end_tells_what_would_be_rejected(tmp_path: Path) -> None:
    with fresh(tmp_path, 4, rounds=2) as desk:
        play(desk, 1)
        early = call("export", "-t", tmp_path / "t.crivello", tmp_path / "early.trf")
        assert (early.code, "rejected" in early.err) == (0, False)
        play(desk, 1)
    words = ["export", "-t", str(tmp_path / "t.crivello"), str(tmp_path / "end.trf")]
    done = call(*words, "--to", "trf16", CRIVELLO_DATA=str(tmp_path))
    assert done.code == 0
    assert "The chief arbiter is missing. [102]" in done.err
    assert "points; to see them: crivello report" in done.err
    ranks = sorted(player.rank or 0 for player in read((tmp_path / "end.trf").read_bytes()).players)
    assert ranks == [1, 2, 3, 4]


def test_an_export_for_rating_has_the_late_corrections(tmp_path: Path) -> None:
    with fresh(tmp_path, 4, rounds=2) as desk:
        for _ in range(2):
            play(desk, 1)
            desk.act(a.PublishResults("A"))
            desk.act(a.EndRound("A"))
        desk.act(a.CorrectResult("A", 1, 1, Result.BLACK_WINS), reason="late")
        ranks = {row.player.number: row.rank for row in standings(desk.tournament("A")).rows}
    words = ["export", "-t", str(tmp_path / "t.crivello"), str(tmp_path / "end.trf")]
    plain = call(*words, "--lang", "it", CRIVELLO_DATA=str(tmp_path))
    assert "crivello export OUT --for-rating" in plain.err
    counted = read((tmp_path / "end.trf").read_bytes())
    done = call(*words, "--for-rating", "--json", "--force", CRIVELLO_DATA=str(tmp_path))
    answer = json.loads(done.out)
    assert not any("for rating only" in loss for loss in answer["losses"])
    assert "no-chief-arbiter" in {query["code"] for query in answer["queries"]}
    sent = read((tmp_path / "end.trf").read_bytes())
    assert [one.round(1).games[0].result for one in (counted, sent)] == [
        Result.WHITE_WINS,
        Result.BLACK_WINS,
    ]
    assert {player.number: player.rank for player in sent.players} == ranks


def test_without_any_extra_there_are_pages(tmp_path: Path) -> None:
    site = ["site", str(tmp_path / "site")]
    others = [["print", "names"], site, ["pgn"], ["report"]]
    bare = f"""
for name in ('openpyxl', 'typst', 'jinja2'): sys.modules[name] = None
from crivello.cli import main
for words in {others}:
    assert main([*words, {EXAMPLE!r}]) == (1 if words == ["report"] else 0)
    print("\\nDONE")
"""
    done = bound(bare, "print", "cards", EXAMPLE)
    assert done.code == 0, done.err
    pages = done.out.split("\nDONE\n")
    assert len(pages) == 5
    assert all(page.strip() for page in pages)
