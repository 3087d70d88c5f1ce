"""A league of 16 teams and a Double-Swiss of 20 players in a real browser, up to the report."""

from __future__ import annotations

import io
import re
import socket
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from crivello.audit.checker import Verdict, check
from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk.roles import DeviceRole
from crivello.formats.trf import read_trf
from crivello.model.matches import MatchTournament
from crivello.model.result import Colour
from crivello.systems.registry import find
from crivello.web.network.codes import Invitation
from tests.desk import matches
from tests.desk.desks import people
from tests.support.waiting import SECONDS
from tests.web.browser.conftest import Server, loaded, serve
from tests.web.browser.test_looks import accessible
from tests.web.network.conftest import RealHall, really

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def server(tmp_path: Path, kept_port: socket.socket) -> Iterator[Server]:
    """A desk on an empty folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    with serve(folder, kept_port) as running:
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
    """Mark all as present, draw the colour, pair and publish round 1."""
    press(page, "All others confirmed")
    expect(page.locator("#summary")).to_contain_text("confirmed")
    page.goto(f"{url}/round")
    press(page, "White")
    expect(page.get_by_role("button", name="White", exact=True)).to_have_count(0)
    play_on(page, 1)


def play_on(page: Page, number: int) -> None:
    press(page, f"Pair round {number}")
    press(page, f"Publish round {number}")
    expect(page.get_by_label("Table and result")).to_be_visible()


def enter(page: Page, entries: list[str]) -> None:
    """Type the results one after the other, as fast as possible."""
    loaded(page)
    page.get_by_label("Table and result").focus()
    for entry in entries:
        page.keyboard.type(f"{entry}\n")
    all_in(page)


def all_in(page: Page) -> None:
    expect(page.locator("#summary")).to_contain_text("all results are in")
    expect(page.locator("#boards tr.open")).to_have_count(0)


def enter_elsewhere(page: Page, file: Path) -> None:
    """Enter and publish the results as another program; check that the page shows them."""
    loaded(page)
    with Desk.open(file) as desk:
        matches.enter(desk)
        desk.act(a.PublishResults("A"))
    all_in(page)


def archived(page: Page, url: str, name: str) -> MatchTournament:
    """Return the event in the report file of the archive made at the end."""
    page.goto(f"{url}/end")
    press(page, "Make the archive")
    expect(page.locator("main")).to_contain_text("the same points, ranks and games")
    with page.expect_download() as download:
        page.get_by_role("link", name=f"{name}-archive.zip").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        found = read_trf(archive.read("fide/trf26.trf")).tournament
    assert isinstance(found, MatchTournament)
    return found


def test_a_league_of_16_teams_in_the_browser(page: Page, server: Server) -> None:
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
    expect(page.get_by_text("Results published.", exact=True)).to_be_visible()
    for number in (2, 3):
        play_on(page, number)
        enter_elsewhere(page, server.folder / "league.crivello")
    page.goto(f"{url}/standings")
    expect(page.locator("main table").first).to_contain_text("Club")
    accessible(page)
    found = archived(page, url, "league")
    assert len(found.teams) == 16
    assert found.teams[-1].name == "Lions"
    assert {one.verdict for one in check(found, find("team-2026"))} == {Verdict.SAME}


CUT = """() => [...document.querySelectorAll("td.res, td.res a")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""


@pytest.mark.parametrize("width", [1100, 360])
def test_an_adjourned_match_is_shown_whole(page: Page, server: Server, width: int) -> None:
    with matches.league(server.folder, 6, boards=4, members=4) as desk:
        matches.publish(desk)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/t/t/A/round/1")
    loaded(page)
    page.get_by_label("Table and result").focus()
    for entry in ("1 adj", "2 1 = adj adj", "3 1 = 0 1"):
        page.keyboard.type(f"{entry}\n")
    expect(page.locator("#summary")).to_contain_text("1 of 3 adjourned: 1 2")
    expect(page.locator("#t1 .res")).to_have_text("match adjourned")
    expect(page.locator("#t2 .res")).to_have_text("1½ – ½, 2 adjourned")
    assert page.evaluate(CUT) == []
    press(page, "Publish the results")
    expect(page.get_by_role("button", name="Publish the results")).to_have_count(0)
    page.goto("/public/t/A/round/1")
    expect(page.locator("#t2 .res")).to_have_text("1½ – ½, 2 adjourned")
    assert page.evaluate(CUT) == []
    accessible(page)
    page.goto("/t/t/A/standings")
    expect(page.locator("main")).to_contain_text("Provisional: 6 games have no final result.")


def test_a_double_swiss_of_20_players_in_the_browser(page: Page, server: Server) -> None:
    url = "/t/two/A"
    create(page, "two", "doubleswiss-2026", 3)
    rows = ["Name,Rating", *(f"Player {n:02},{2400 - 10 * n}" for n in range(1, 21))]
    take_in(page, rows, 20)
    begin(page, url)
    accessible(page)
    enter(page, [f"{table} 1 {'=' if table % 2 else '0'}" for table in range(1, 11)])
    press(page, "Publish the results")
    expect(page.get_by_text("Results published.", exact=True)).to_be_visible()
    for number in (2, 3):
        play_on(page, number)
        enter_elsewhere(page, server.folder / "two.crivello")
    page.goto(f"{url}/crosstable")
    accessible(page)
    found = archived(page, url, "two")
    assert len(found.individual.rounds) == 6
    assert {one.verdict for one in check(found, find("doubleswiss-2026"))} == {Verdict.SAME}


# Phones and a deputy's device, as wide as a phone


FIRST = (("A", "Team 01"), ("B", "Player 101"))
"""Of each section: who is named first at table 1."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RealHall]:
    """A hall with teams in section A, matches of two games in section B; round 1 of both is
    published.
    """
    with matches.league(tmp_path) as desk:
        desk.act(matches.open_double_swiss("B"))
        desk.act(a.Register("B", people(4, first=101)))
        desk.act(a.DrawColour("B", Colour.WHITE))
        for section in ("A", "B"):
            matches.publish(desk, section)
    (tmp_path / "t.crivello").rename(tmp_path / "demo.crivello")
    with really(tmp_path) as found:
        yield found


def on_phone(browser: Browser) -> Page:
    """Return a phone's page; certificates are tested elsewhere."""
    context = browser.new_context(
        locale="en-GB", ignore_https_errors=True, viewport={"width": 390, "height": 844}
    )
    context.set_default_timeout(1000 * SECONDS)
    return context.new_page()


def boards_at(hall: RealHall, section: str, table: int) -> list[str]:
    """Return the results of a match, from the side named first."""
    with Desk.open(hall.folder / "demo.crivello", "chief") as desk:
        this = desk.section(section).rounds[0]
        seen = this.table(table).results
    return ["" if one is None else one.figures for one in seen]


def fits(page: Page) -> None:
    """Check that the page does not scroll sideways, and that axe finds no serious fault."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    accessible(page)


def test_boards_on_phones_and_on_a_deputys_device(hall: RealHall, browser: Browser) -> None:
    base = f"https://127.0.0.1:{hall.port}"
    with Desk.open(hall.folder / "demo.crivello", "chief") as desk:
        pairs = [(key, name, desk.section(key).rounds[0].games[0]) for key, name in FIRST]
    one, other, tablet = (on_phone(browser) for _ in range(3))
    tablet.goto(f"{base}/join")
    tablet.get_by_role("button", name="Show a code").click()
    shown = tablet.locator("#code").inner_text()
    hall.store.approve(shown, "tablet 2", frozenset(), time.time() + 3600, ["demo"])
    for key, name, pair in pairs:
        code = Invitation(DeviceRole.TABLE, "demo", key, 1, 1, (pair.white, pair.black))
        for phone in (one, other):
            phone.goto(f"{base}/table#{hall.codes.fragment(code, hall.store.number(code.name))}")
            expect(phone.locator("#pair")).to_contain_text(f"{name} – ")
        second = one.locator("#g2")
        expect(second).to_contain_text(re.compile(r"1\.2 .*\(Black\) – .*\(White\)"))
        second.get_by_role("button", name="½-½").click()
        expect(second).to_have_attribute("data-stage", "proposed")
        other.locator("#g2").get_by_role("button", name="½-½").click()
        expect(second).to_have_attribute("data-stage", "entered")
        expect(one.locator("#table")).to_have_attribute("data-stage", "open")
        one.locator("#g1").get_by_role("button", name="1-0").click()
        expect(one.locator("#g1")).to_have_attribute("data-stage", "proposed")
        other.locator("#g1").get_by_role("button", name="0-1").click()
        expect(one.locator("#g1 .asked")).to_contain_text("Call the arbiter.")
        fits(one)

        tablet.goto(f"{base}/deputy/demo/{key}")
        expect(tablet.locator("#m1 .now-here")).to_have_text("½ – ½")
        expect(tablet.locator("#m1").get_by_role("button")).to_have_count(0)
        tablet.locator("#b1-1").get_by_role("button", name="Accept 0-1").click()
        expect(tablet.locator("#m1 .now-here")).to_have_text("½ – 1½")
        expect(one.locator("#table")).to_have_attribute("data-stage", "entered")
        # At the second board the side named first has Black, and is not there.
        tablet.locator("#b2-2").get_by_role("button", name="More").click()
        tablet.locator("#b2-2").get_by_role("button", name="Black absent").click()
        tablet.locator("#ask-yes").click()
        expect(tablet.locator("#m2 .now-here")).to_have_text("0 – 1")
        fits(tablet)
        assert boards_at(hall, key, 1) == ["0-1", "½-½"]
        assert boards_at(hall, key, 2) == ["", "0F-1F"]
    for page in (one, other, tablet):
        page.context.close()
