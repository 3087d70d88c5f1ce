"""The pages *Files* and *Prizes*: files to download, tournaments to import, prizes and norms."""

from __future__ import annotations

import html
import io
import zipfile

import pytest

from crivello.desk import Desk
from crivello.formats import read
from crivello.formats.example import read_example
from tests.desk.desks import publish
from tests.web.conftest import Site
from tests.web.test_round import told

FILES = "/t/demo/A/files"
PRIZES = "/t/demo/A/prizes"
TOML = 'currency = "EUR"\n[[list]]\nname = "Open"\nprizes = [500, 300]\n'


def test_the_page_tells_what_fide_would_ask(site: Site) -> None:
    text = site.get(FILES).text
    assert "Would be rejected" in text
    assert "1 Alice has no FIDE id." in text
    assert "No rating list is loaded" in text


def test_the_file_itself_is_a_complete_backup(site: Site, tmp_path_factory: object) -> None:
    answer = site.get(f"{FILES}/file")
    assert "demo.crivello" in answer.headers["content-disposition"]
    copy = site.folder / "copy.crivello"
    copy.write_bytes(answer.content)
    with Desk.open(copy) as desk:
        assert len(desk.section("A").rounds) == 4
        assert desk.verify() == []


@pytest.mark.parametrize("form", ["trf26", "trf16", "json"])
def test_report_files_come_back(site: Site, form: str) -> None:
    answer = site.get(f"{FILES}/tournament/{form}")
    assert answer.headers["content-disposition"].startswith("attachment")
    back = read(answer.content, "x.json" if form == "json" else "x.trf")
    assert back.paired_rounds == 4
    assert len(back.players) == 14


@pytest.mark.parametrize(
    ("address", "start"),
    [
        ("tournament/csv", b"number,name"),
        ("tournament/chess-results", b'<?xml version="1.0"'),
        ("report/standings/csv", b"rank"),
        ("report/crosstable/xlsx", b"PK"),
        ("report/pairings-by-name/pdf?round=3", b"%PDF"),
        ("report/slips/html?round=4", b"<!doctype html"),
        ("pgn?round=2", b"[Event"),
    ],
)
def test_every_form_can_be_downloaded(site: Site, address: str, start: bytes) -> None:
    answer = site.get(f"{FILES}/{address}")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.content.lower().lstrip(b"\xef\xbb\xbf").startswith(start.lower())


def test_the_site_is_packed(site: Site) -> None:
    with zipfile.ZipFile(io.BytesIO(site.get(f"{FILES}/site").content)) as packed:
        assert "index.html" in packed.namelist()


def test_what_is_not_there_is_told_on_the_page(site: Site, small: Site) -> None:
    assert site.get(f"{FILES}/tournament/exe").status_code == 404
    assert site.get(f"{FILES}/report/nothing/pdf").status_code == 404
    assert "message refused" in told(site.get("/t/t/A/files/pgn").text)
    assert small.get("/t/t/A/files").status_code == 200


def test_a_report_file_becomes_a_tournament_with_its_rounds(site: Site) -> None:
    data = read_example()
    text = site.upload("/new/upload", "Città di Asti.trf", data)
    assert "has been imported" in told(text)
    (name,) = set(site.desktop.desks.names()) - {"demo"}
    given = read(data, "x.trf")
    with site.desk(name) as desk:
        taken = desk.tournament("A")
        drafts = [one.draft.by_hand for one in desk.section("A").rounds]
    assert drafts == [False] * given.paired_rounds  # the engine pairs them just so
    for number in range(1, given.paired_rounds + 1):
        assert set(taken.round(number).games) == set(given.round(number).games)
    again = site.upload("/new/upload", "Città di Asti.trf", data, players_only="1")
    assert "has been imported" in told(again)
    with site.desk(f"{name}-2") as desk:
        assert not desk.section("A").rounds
        assert len(desk.section("A").registrations) == 14


@pytest.mark.parametrize("data", [b"", b"garbage", b"{}", b"\xff\xfe\x00"])
def test_a_file_that_is_no_tournament_leaves_nothing_behind(site: Site, data: bytes) -> None:
    before = sorted(site.folder.iterdir())
    assert "message refused" in told(site.upload("/new/upload", "x.trf", data))
    assert sorted(site.folder.iterdir()) == before


def test_prizes_are_kept_beside_the_tournament(site: Site) -> None:
    assert "No prizes are announced yet" in site.get(PRIZES).text
    text = site.post(PRIZES, {"text": TOML}).text
    assert "demo.prizes.toml" in told(text)
    assert (site.folder / "demo.prizes.toml").read_text() == TOML
    assert "Open (" in text
    sheet = site.get("/t/demo/A/files/report/prizes/csv")
    assert sheet.text.startswith("rank,number,name,")
    assert "Prizes 800.00 EUR" in text
    assert "message done" in site.upload(
        f"{PRIZES}/upload", "p.toml", TOML.replace("500", "900").encode()
    )
    assert "Prizes 1200.00 EUR" in site.get(PRIZES).text
    assert "Open" in site.get(f"{PRIZES}?player=1").text
    site.post(PRIZES, {"text": ""})
    assert not (site.folder / "demo.prizes.toml").exists()


def test_prizes_that_cannot_be_read_are_told(site: Site) -> None:
    text = site.post(PRIZES, {"text": "[[list]]\nname = 3\n"}).text
    assert "The prizes cannot be read." in told(text)
    assert "name must be a text in quotes." in text
    assert not (site.folder / "demo.prizes.toml").exists()
    site.post(PRIZES, {"text": TOML})
    kept = (site.folder / "demo.prizes.toml").read_text()
    long = f"{TOML}# {'x' * 200_000}"
    for text in (
        site.post(PRIZES, {"text": long}).text,
        site.upload(f"{PRIZES}/upload", "p.toml", long.encode()),
    ):
        assert "longer than 200000 characters" in told(text)  # and not cut in silence
    assert (site.folder / "demo.prizes.toml").read_text() == kept


def test_norms(site: Site) -> None:
    assert "Could not be checked" in site.get(f"{PRIZES}/norms").text
    assert "Alice" in site.get(f"{PRIZES}/norms?player=1").text


def test_standings_and_prizes_do_not_go_by_open_games(site: Site) -> None:
    """Round 4 is being played; in round 2 of the same page no game is open."""
    site.post(PRIZES, {"text": TOML})
    page = html.unescape(site.get(FILES).text)
    for name in ("standings", "prizes"):
        assert f'"{FILES}/report/{name}/csv"' in page
        assert f'"{FILES}/report/{name}/csv?round=2"' in site.get(f"{FILES}?round=2").text
    assert f'"{FILES}/report/results/csv?round=4"' in page
    title = site.get(f"{FILES}/report/standings/html").text
    assert "Standings after round 3" in title


def test_before_the_first_results_there_are_no_standings(small: Site) -> None:
    with small.desk("t") as desk:
        publish(desk)
    page = small.get("/t/t/A/files").text
    assert "/report/results/" in page
    assert "/report/standings/" not in page
