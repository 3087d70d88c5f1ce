"""A round robin of six in a real browser: lots, results in any order, crosstable, report."""

from __future__ import annotations

import io
import re
import socket
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from crivello.audit.checker import Verdict, check
from crivello.desk import Desk, actions
from crivello.formats.trf import read_trf
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.standings.standings import standings
from crivello.systems.registry import find
from tests.web.browser.conftest import Server, loaded, serve

pytestmark = [pytest.mark.browser, pytest.mark.slow]

URL = "/t/club/A"


@pytest.fixture
def server(tmp_path: Path, kept_port: socket.socket) -> Iterator[Server]:
    """A desk with six players before round 1."""
    folder = tmp_path / "desk"
    folder.mkdir()
    settings = Settings(name="Club", rounds=5, system="roundrobin", tie_breaks=("DE", "SB"))
    players = tuple(Player(f"Player {n}", id=n, number=0, rating=2000 - n) for n in range(1, 7))
    with Desk.create(folder / "club.crivello", actions.OpenSection("A", settings)) as desk:
        desk.act(actions.Register("A", players))
    with serve(folder, kept_port) as running:
        yield running


def enter(page: Page, number: int, *entries: str) -> None:
    """Type results on the page of a round, reached from the schedule."""
    page.goto(f"{URL}/schedule")
    page.get_by_role("link", name=f"Round {number}", exact=True).click()
    loaded(page)
    for entry in entries:
        page.get_by_label("Table and result").fill(entry)
        page.keyboard.press("Enter")
        row = page.locator(f"#t{entry.split()[0]}")
        expect(row).not_to_have_class(re.compile("open"))


def test_a_round_robin_from_the_lots_to_the_report(page: Page, server: Server) -> None:
    page.goto(f"{URL}/round")
    page.get_by_label("Numbers", exact=True).select_option("hand")
    page.get_by_label("Numbers by hand").fill("6 5 4")
    page.get_by_role("button", name="Draw lots and publish the schedule").click()
    expect(page.locator("#outcome")).to_contain_text("Write the numbers of all 6 players")
    expect(page.get_by_label("Numbers by hand")).to_have_value("6 5 4")
    page.get_by_label("Numbers", exact=True).select_option("lot")
    page.get_by_label("Seed").fill("2026")
    page.get_by_role("button", name="Draw lots and publish the schedule").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Schedule")
    expect(page.locator("main")).to_contain_text("numbers by lot, seed 2026.")

    enter(page, 4, "1 1", "2 =", "3 0")
    enter(page, 2, "3 1", "1 1")  # table 2 is postponed
    with Desk.open(server.folder / "club.crivello") as desk:  # another program
        for number, result in ((5, Result.DRAW), (1, Result.WHITE_WINS)):
            results = tuple((table, result) for table in (1, 2, 3))
            desk.act(actions.EnterResults("A", results, number))
    enter(page, 3, "1 0", "2 0", "3 0")
    line = page.locator("#progress")
    expect(line).to_contain_text("Games played: 14 of 15.")
    expect(line).to_contain_text("Round 2: table 2 is open.")
    page.goto(f"{URL}/crosstable")
    grid = page.locator("table.round-robin")
    expect(grid.locator("td.against", has_text="·")).to_have_count(2)
    expect(page.get_by_role("heading", name="Games still to be played")).to_be_visible()
    line.get_by_role("link", name="Enter results").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    enter(page, 2, "2 =")
    line.get_by_role("link", name="Publish the results").click()
    page.get_by_role("button", name="Publish the results").click()
    expect(page.locator("#outcome")).to_contain_text("published")

    page.goto(f"{URL}/crosstable")
    page.get_by_role("link", name="by rank").click()
    ranks = grid.locator("td.rank")
    expect(grid.locator("td.against", has_text="·")).to_have_count(0)
    shown = [int(text) for text in ranks.all_text_contents()]
    assert shown == sorted(shown)
    assert shown[0] == 1
    line.get_by_role("link", name="End of the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("End of the event")
    page.get_by_role("button", name="Make the archive").click()
    expect(page.locator("main")).to_contain_text("the same points, ranks and games")
    with page.expect_download() as download:
        page.get_by_role("link", name="club-archive.zip").click()
    check_archive(download.value.path().read_bytes())


def check_archive(packed: bytes) -> None:
    """Check that the report file has all games, and that the rounds are those of the table."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        report = read_trf(archive.read("fide/trf26.trf")).tournament
        told = archive.read("event-report.html").decode()
    assert "Club" in told
    assert sum(len(one.games) for one in report.rounds) == 15
    system = find("roundrobin")
    assert {one.verdict for one in check(report, system)} == {Verdict.SAME}
    ranks = [(player.rank, player.id) for player in report.players]
    computed = standings(report, codes=("DE", "SB")).rows
    assert sorted(ranks)[0][1] == computed[0].player.id
