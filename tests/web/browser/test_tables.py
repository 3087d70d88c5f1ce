"""Tables in the browser: a row is one stop, columns are sorted, rows found by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from tests.web.browser.conftest import Server, loaded

pytestmark = pytest.mark.browser

STANDINGS = "/t/demo/A/standings"
NAMES = ("Adam", "Álvarez", "Bell", "Berg", "Cole", "Costa", "Diaz", "Egger", "Ferri", "Gatti")
STOPS = """() => [...document.querySelectorAll("main tbody tr")].map((row) =>
  [...row.querySelectorAll("a, button, input")].filter((one) => one.tabIndex === 0).length)"""


def column(page: Page, place: int) -> list[str]:
    cells = page.locator(f"main tbody tr > :nth-child({place})").all_text_contents()
    return [one.strip() for one in cells]


def names(table: Locator) -> list[str]:
    rows = table.locator("tbody tr:not([hidden])")
    found: list[str] = rows.evaluate_all(
        "all => all.map(row => row.querySelector('.who').textContent.trim())"
    )
    return found


def add_open(folder: Path) -> None:
    """40 players, after a round."""
    players = tuple(
        Player(f"{NAMES[k % 10]}, {k:02}", id=k, number=0, rating=2400 - k) for k in range(1, 41)
    )
    settings = Settings(name="Open", rounds=3, system="dutch-2026")
    with Desk.create(folder / "open.crivello", a.OpenSection("A", settings)) as desk:
        desk.act(a.Register("A", players))
        desk.act(a.DrawColour("A", Colour.WHITE))
        desk.act(a.Pair("A"))
        desk.act(a.Publish("A"))
        desk.act(a.EnterResults("A", tuple((n, Result.WHITE_WINS) for n in range(1, 21))))
        desk.act(a.PublishResults("A"))


@pytest.mark.parametrize("path", ["round/4", "standings", "players", "round/5"])
def test_a_row_is_one_stop_of_the_tab_key(page: Page, server: Server, path: str) -> None:
    page.goto(f"/t/demo/A/{path}")
    loaded(page)
    assert set(page.evaluate(STOPS)) <= {1}


def test_the_arrows_move_between_rows_and_inside_a_row(page: Page, server: Server) -> None:
    page.goto(STANDINGS)
    loaded(page)
    rows = page.locator("main tbody tr")
    first, second = rows.nth(0).locator("a"), rows.nth(1).locator("a")
    first.nth(0).focus()
    page.keyboard.press("ArrowRight")
    expect(first.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(second.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    expect(rows.nth(2).locator("a").nth(0)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(second.nth(0)).to_be_focused()


def test_columns_are_sorted_by_their_headings(page: Page, server: Server) -> None:
    page.goto(STANDINGS)
    loaded(page)
    usual = column(page, 2)
    heading = page.get_by_role("columnheader", name="No.")
    heading.get_by_role("button").click()
    assert column(page, 2) == sorted(usual, key=int)
    expect(heading).to_have_attribute("aria-sort", "ascending")
    heading.get_by_role("button").press("Enter")
    assert column(page, 2) == sorted(usual, key=int, reverse=True)
    heading.get_by_role("button").click()
    assert column(page, 2) == usual
    page.get_by_role("columnheader", name="Rating").get_by_role("button").click()
    assert column(page, 4) == sorted(column(page, 4), key=int, reverse=True)


def test_a_result_typed_into_a_sorted_round_stays_in_its_row(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/round/4")
    loaded(page)
    white = page.get_by_role("columnheader", name="White").get_by_role("button")
    white.click()
    order = column(page, 1)
    assert order == ["3", "2", "1", "6", "5", "4", "7"]  # Alice, Davide, Francesco, Kevin, …
    page.locator("#entry").fill("2 =")
    page.locator("#entry").press("Enter")
    expect(page.locator("#t2 .res")).to_have_text("½-½")
    assert column(page, 1) == order


def test_long_standings_are_searched_by_name_and_by_letter(page: Page, server: Server) -> None:
    add_open(server.folder)
    for url in ("/public/open/A/standings", "/public/open/A/names"):
        page.goto(url)
        loaded(page)
        table = page.locator(".grid-table")
        box = page.get_by_label("My name")
        box.fill("alv")
        assert {one.partition(",")[0] for one in names(table)} == {"Álvarez"}
        box.fill("")
        letters = page.get_by_role("group", name="First letter of the name")
        letters.get_by_role("button", name="B", exact=True).click()
        assert {one.partition(",")[0] for one in names(table)} == {"Bell", "Berg"}
        letters.get_by_role("button", name="B", exact=True).click()
        assert len(names(table)) >= 40
        box.fill("Costa")
        box.press("Enter")
        expect(page.get_by_role("link", name="Costa, 05")).to_be_visible()
    page.goto("/t/open/A/standings")
    loaded(page)
    page.get_by_label("Show only names with").fill("gatti")
    assert len(names(page.locator(".grid-table"))) == 4
    page.goto(STANDINGS)  # fourteen are seen at once
    loaded(page)
    expect(page.get_by_label("Show only names with")).to_be_hidden()
