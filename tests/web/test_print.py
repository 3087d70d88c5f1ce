"""Pages for print: each has its style sheet, allowed by its hash, and nothing else."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from bench.pages import write
from crivello import extras
from crivello.desk import Desk
from crivello.desk.actions import CorrectPlayers, PublishResults
from crivello.model.result import Result
from crivello.reports.pages import PAGES
from tests.desk.desks import A, enter, fresh, publish
from tests.web.conftest import Site, serve

BASE = "/t/demo/A/print"
PRIZES = "/t/demo/A/prizes"
OF_OTHERS = ("aro", "boards", "match-cards", "players-by-board")
"""AROs are for Dubov, boards for teams and matches of two games; this is a Dutch tournament."""
TOML = 'currency = "EUR"\n[[list]]\nname = "Open"\nprizes = [500, 300]\n'


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_the_reports(site: Site, name: str) -> None:
    site.post(PRIZES, {"text": TOML})
    answer = site.get(f"{BASE}/{name}")
    assert answer.status_code == 200
    sheets = re.findall(r"<style>(.*?)</style>", answer.text, re.S)
    assert len(sheets) == 1
    digest = base64.b64encode(hashlib.sha256(sheets[0].encode()).digest()).decode()
    policy = answer.headers["content-security-policy"]
    assert f"style-src 'self' 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert " style=" not in answer.text
    listed = f"{BASE}/{name}" in site.get(BASE).text
    assert listed == (name not in OF_OTHERS)


def test_all_pages_come_as_pdf_in_one_file(site: Site) -> None:
    site.post(PRIZES, {"text": TOML})
    page = site.post(f"{BASE}/all", {"round": 4}).text
    assert "The PDFs are ready: demo-print.zip." in page
    found = re.search(r'href="(/t/demo/A/files/made/[^"]+)"', page)
    assert found is not None
    with zipfile.ZipFile(io.BytesIO(site.get(found[1]).content)) as packed:
        drawn = {name: packed.read(name) for name in packed.namelist()}
    assert set(drawn) == {f"{name}.pdf" for name in PAGES if name not in OF_OTHERS}
    tables = PdfReader(io.BytesIO(drawn["pairings-by-board.pdf"])).pages[0].extract_text()
    assert "Pairings of round 4" in tables
    assert site.post(f"{BASE}/all", {"round": 7}).status_code == 404


def test_letters_that_no_font_has_are_named_above_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "/t/t/A/print"
    with fresh(tmp_path) as desk:
        first = desk.tournament(A).players[0]
        desk.act(CorrectPlayers(A, (replace(first, name="王 Sok ខ្មែរ"),)))
    for site in serve(tmp_path):
        page = site.get(address).text
        assert 'role="alert"' in page
        assert "ខ (U+1781)" in page
        assert "They are in: 王 Sok ខ្មែរ." in page
        assert "王 (U+" not in page
        monkeypatch.setenv("CRIVELLO_FONTS", str(tmp_path / "nowhere"))
        assert "which is not a folder" in site.get(address).text


def test_where_all_letters_can_be_printed_nothing_is_said(site: Site) -> None:
    assert "U+" not in site.get(BASE).text


@pytest.mark.parametrize("system", ["dubov-2026", "dubov-2018"])
def test_the_aros_of_a_dubov_section_are_listed_once_a_round_is_over(
    tmp_path: Path, system: str
) -> None:
    address = "/t/t/A/print"
    with fresh(tmp_path, system=system) as desk:
        publish(desk)
    for site in serve(tmp_path):
        assert f"{address}/aro" not in site.get(address).text
    with Desk.open(tmp_path / "t.crivello", "another program") as desk:
        enter(desk, Result.DRAW)
        desk.act(PublishResults(A))
    for site in serve(tmp_path):
        assert f"{address}/aro" in site.get(address).text
        assert "ARO by scoregroup" in site.get(f"{address}/aro").text


def test_other_pages_allow_no_style_inside(site: Site) -> None:
    assert "sha256" not in site.get(BASE).headers["content-security-policy"]
    assert "sha256" not in site.get(f"{BASE}/nothing").headers["content-security-policy"]


def test_rounds_players_and_slips(site: Site) -> None:
    assert "Results of round 2" in site.get(f"{BASE}/results?round=2").text
    assert site.get(f"{BASE}/results?round=9").status_code == 422
    assert site.get(f"{BASE}/cards?player=5").text.count('class="card"') == 1
    assert 'class="sheet two"' in site.get(f"{BASE}/slips?per_page=2").text
    assert "Risultati del turno 4" in site.get(f"{BASE}/results?lang=it").text
    assert site.get(f"{BASE}?round=9").status_code == 404


def test_a_draft_is_not_printed(site: Site) -> None:
    site.post("/t/demo/A/round/4/result", {"entry": "2 ="})
    for table in (5, 6, 7):
        site.post("/t/demo/A/round/4/result", {"entry": f"{table} ="})
    site.post("/t/demo/A/round/5/pair")
    assert site.desktop.desks.file("demo").snapshot.section("A").draft is not None
    assert "Pairings of round 4" in site.get(f"{BASE}/pairings-by-board").text


def test_pdf(site: Site) -> None:
    answer = site.get(f"{BASE}/results/pdf?round=2")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    disposition = answer.headers["content-disposition"]
    assert disposition == "inline; filename*=UTF-8''demo-results-2.pdf"


def test_prizes_are_printed_once_they_are_announced(site: Site) -> None:
    assert f"{BASE}/prizes" not in site.get(BASE).text
    assert f"{BASE}/prizes" not in site.get(PRIZES).text
    nothing = site.get(f"{BASE}/prizes?lang=it")
    assert nothing.status_code == 422
    assert "Per questo torneo non sono annunciati premi." in nothing.text
    site.post(PRIZES, {"text": TOML})
    for path in (BASE, PRIZES):
        assert f"{BASE}/prizes/pdf" in site.get(path).text
    assert f"{BASE}/prizes/pdf?player=5" in site.get(f"{PRIZES}?player=5").text
    site.get(f"{BASE}?lang=en")
    assert "Prizes 800.00 EUR" in site.get(f"{BASE}/prizes").text
    assert "The player gets no prize." in site.get(f"{BASE}/prizes?player=14").text
    answer = site.get(f"{BASE}/prizes/pdf")
    assert answer.content.startswith(b"%PDF-")
    assert "demo-prizes.pdf" in answer.headers["content-disposition"]
    site.post(PRIZES, {"text": "[[list]]\nname = 3\n"})  # refused: what was announced stays
    assert f"{BASE}/prizes/pdf" in site.get(PRIZES).text
    assert "Prizes 800.00 EUR" in site.get(f"{BASE}/prizes").text
    (file,) = site.folder.glob("*prizes*")
    file.write_text("[[list]]\nname = 3\n", encoding="utf-8")  # by another program
    assert f"{BASE}/prizes" not in site.get(PRIZES).text
    broken = site.get(f"{BASE}/prizes/pdf")
    assert broken.status_code == 422
    assert "The prizes cannot be read." in broken.text


def test_without_the_extra_a_sentence_says_what_to_install(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    answer = site.get(f"{BASE}/results/pdf")
    assert answer.status_code == 422
    assert extras.install_command("pdf") in html.unescape(answer.text)


def test_pages_are_printed_with_many_rows_or_for_the_wall(site: Site) -> None:
    text = site.get(f"{BASE}?wall=1").text
    links = re.findall(rf'href="({BASE}/pairings-by-board[^"]*)"', text)
    assert links
    assert all("wall=1" in link for link in links)
    plain, large = (site.get(f"{BASE}/pairings-by-board{more}").text for more in ("", "?wall=1"))
    assert "body { font-size: 11pt; }" in large
    assert "body { font-size: 11pt; }" not in plain
    made = site.get(f"{BASE}/pairings-by-board/pdf").content
    found = PdfReader(io.BytesIO(made)).pages[0].extract_text()
    assert re.search(r"printed \d\d/\d\d/\d{4} \d\d:\d\d", found)


def test_many_cards_are_printed_in_parts(site: Site) -> None:
    write(site.folder / "open.crivello", 210)
    text = site.get("/t/open/A/print").text
    assert re.findall(r">PDF (\d+–\d+)<", text) == ["1–200", "201–210"]
    made = site.get("/t/open/A/print/cards/pdf?part=2&entered=1").content
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]
    found = re.findall(r"^(\d+) Surname (\d+), First", "\n".join(texts), re.M)
    assert [one for one, two in found if one == two] == [str(k) for k in range(201, 211)]


def test_the_sheets_of_the_moment_come_first(site: Site) -> None:
    """While a round is played its pairings and slips; afterwards the tables."""

    def first(url: str) -> list[str]:
        shown = re.search(r'<div class="now-print">(.*?)</div>', site.get(url).text, re.S)
        assert shown
        return re.findall(rf'href="{BASE}/([a-z-]+)', shown[1])

    assert first(BASE) == ["pairings-by-board", "pairings-by-name", "slips"]
    assert first(f"{BASE}?round=3") == ["standings", "crosstable", "results"]


def test_the_desk_offers_the_forms(site: Site) -> None:
    text = site.get("/t/demo/A/print").text
    for name in ("it3", "it1", "fa1", "ia1", "fide-server", "rating-check", "rated-games"):
        assert f"/t/demo/A/print/{name}" in text
        assert site.get(f"/t/demo/A/print/{name}").status_code == 200
    answer = site.get("/t/demo/A/files/report/it3/json").json()
    assert answer["schema"] == "crivello/forms/1"
    assert answer["forms"][0]["form"] == "IT3"
    games = site.get("/t/demo/A/files/report/rated-games/csv").text
    assert games.startswith("round,date,white_number")
    assert site.get("/t/demo/A/files/report/standings/json").status_code == 404
    assert "/files/report/it3/json" in site.get("/t/demo/A/files").text
