"""A league of 16 teams and a Double-Swiss of 20 players in a real browser, to the report."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from crivello.audit.checker import Verdict, check
from crivello.formats.trf import read_trf
from crivello.model.matches import MatchTournament
from crivello.systems.registry import find
from tests.web.browser.conftest import Server, loaded, serve
from tests.web.browser.test_looks import ASK_AXE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """On an empty folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    with serve(folder) as running:
        yield running


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def create(page: Page, name: str, system: str, rounds: int) -> None:
    page.goto("/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_label("Pairing system").select_option(system)
    press(page, "Create")


def take_in(page: Page, rows: list[str], count: int) -> None:
    table = "\n".join(rows).encode()
    page.get_by_label("CSV, XLSX, TRF or JSON").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": table}
    )
    press(page, "Preview")
    press(page, "Register the players")
    expect(page.locator("#people tbody tr")).to_have_count(count)


def begin(page: Page, url: str) -> None:
    """Everybody is there; the lot; round 1 is paired and published."""
    press(page, "All others are here")
    page.goto(f"{url}/round")
    press(page, "White")
    play_on(page, 1)


def play_on(page: Page, number: int) -> None:
    press(page, f"Pair round {number}")
    press(page, f"Publish round {number}")
    expect(page.get_by_label("Table and result")).to_be_visible()


def enter(page: Page, entries: list[str]) -> None:
    loaded(page)
    for entry in entries:
        page.get_by_label("Table and result").fill(entry)
        page.keyboard.press("Enter")
        row = page.locator(f"#t{entry.split()[0]}")
        expect(row).not_to_have_class(re.compile("open"))
    expect(page.locator("#summary")).to_contain_text("all results are in")


def accessible(page: Page) -> None:
    """axe finds nothing serious on the page that is shown."""
    loaded(page)
    page.evaluate(AXE_SCRIPT)
    answer = page.evaluate(ASK_AXE, {})
    assert answer["passes"]
    bad = [one for one in answer["violations"] if one["impact"] in ("serious", "critical")]
    assert [(page.url, one["id"], one["nodes"][0]["target"]) for one in bad] == []


def archived(page: Page, url: str, name: str) -> MatchTournament:
    """The report file of the archive that is made at the end."""
    page.goto(f"{url}/end")
    press(page, "Make the archive")
    expect(page.locator("main")).to_contain_text("the same points, ranks and games")
    with page.expect_download() as download:
        page.get_by_role("link", name=f"{name}-archive.zip").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        found = read_trf(archive.read("fide/trf26.trf")).tournament
    assert isinstance(found, MatchTournament)
    return found


def test_a_league_of_16_teams(page: Page) -> None:
    url = "/t/league/A"
    create(page, "league", "team-2026", 3)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Teams"))
    rows = ["Name,Rating,Team"]
    for team in range(1, 16):
        rows += [f"P{team:02}.{k},{2400 - 20 * team - k},Club {team:02}" for k in range(1, 6)]
    take_in(page, rows, 15)
    page.goto(f"{url}/players?add=1")
    page.get_by_label("Name", exact=True).fill("Lions")
    page.get_by_label("Captain").fill("Neri, Pia")
    members = page.get_by_label("Players in board order, one per line")
    members.fill("Rossi, Anna; 2010\nVerdi, Ugo; many")
    press(page, "Register")
    expect(page.locator("#outcome")).to_contain_text("'Verdi, Ugo; many' cannot be used.")
    expect(members).to_have_value("Rossi, Anna; 2010\nVerdi, Ugo; many")
    members.fill("Rossi, Anna; 2010\nVerdi, Ugo; 2005\nBo 1990\nEva 1980\nIda 1970")
    press(page, "Register")
    expect(page.locator("#outcome")).to_contain_text("Lions is registered.")
    accessible(page)
    begin(page, url)
    accessible(page)

    page.get_by_role("link", name=re.compile(r"^1\. Club 01")).click()
    page.get_by_role("link", name="Line-up of Club 01").click()
    expect(page.get_by_role("heading", name="Line-up for round 1")).to_be_visible()
    accessible(page)
    page.get_by_label("Board 4").select_option(label="P01.5")
    press(page, "Set the line-up")
    expect(page.locator("#outcome")).to_contain_text("the line-up of")
    page.goto(f"{url}/round/1/board/1")
    expect(page.get_by_role("row", name="1.4")).to_contain_text("P01.5")
    accessible(page)
    for board, result in enumerate("10=1", start=1):
        page.get_by_label(f"Result 1.{board}").select_option(result)
    press(page, "Enter")
    expect(page.locator("#t1 .res")).to_contain_text("2½ – 1½")
    enter(page, [f"{table} 1 = 0 1" for table in range(2, 9)])
    press(page, "Publish the results")
    for number in (2, 3):
        play_on(page, number)
        enter(page, [f"{table} 1 = 0 {table % 2}" for table in range(1, 9)])
        press(page, "Publish the results")
    page.goto(f"{url}/standings")
    expect(page.locator("main table").first).to_contain_text("Club")
    accessible(page)
    found = archived(page, url, "league")
    assert len(found.teams) == 16
    assert found.teams[-1].name == "Lions"
    assert {one.verdict for one in check(found, find("team-2026"))} == {Verdict.SAME}


def test_a_double_swiss_of_20_players(page: Page) -> None:
    url = "/t/two/A"
    create(page, "two", "doubleswiss-2026", 3)
    rows = ["Name,Rating", *(f"Player {n:02},{2400 - 10 * n}" for n in range(1, 21))]
    take_in(page, rows, 20)
    begin(page, url)
    accessible(page)
    for number in (1, 2, 3):
        if number > 1:
            play_on(page, number)
        enter(page, [f"{table} 1 {'=' if table % 2 else '0'}" for table in range(1, 11)])
        press(page, "Publish the results")
    page.goto(f"{url}/crosstable")
    accessible(page)
    found = archived(page, url, "two")
    assert len(found.individual.rounds) == 6
    assert {one.verdict for one in check(found, find("doubleswiss-2026"))} == {Verdict.SAME}
