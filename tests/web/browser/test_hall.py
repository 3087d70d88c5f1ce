"""The projector, the public pages and the pages for print in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bench.pages import write
from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from crivello.reports.pages import PAGES
from tests.web.browser.conftest import Server, new_context, open_link

pytestmark = pytest.mark.browser

SHOW = "/t/demo/A/hall/show"


def enter(server: Server, *boards: int) -> None:
    """Enter results as another program."""
    with Desk.open(server.folder / "demo.crivello") as desk:
        desk.act(EnterResults("A", tuple((board, Result.DRAW) for board in boards)))


def seen(page: Page) -> list[str]:
    """Return the rows that are wholly visible on the screen."""
    rows: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#hall tbody tr")].filter((row) => {
          const box = row.getBoundingClientRect();
          return box.height && box.top >= 0 && box.bottom <= innerHeight;
        }).map((row) => row.cells[0].textContent)"""
    )
    return rows


def test_the_projector_turns_its_pages_by_itself(page: Page) -> None:
    page.set_viewport_size({"width": 700, "height": 300})
    page.goto(f"{SHOW}?what=names&what=standings&seconds=2&size=large")
    hall = page.locator("#hall")
    pause = page.get_by_role("button", name="Pause")
    page.keyboard.press(" ")  # from now on it stands still
    expect(pause).to_have_attribute("aria-pressed", "true")
    pages = int(hall.get_attribute("data-pages") or 0)
    assert pages > 3
    at = int(hall.get_attribute("data-page") or 0)
    for number in range(at - 1, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect(hall).to_have_attribute("data-page", str(number))
    names: list[str] = []
    at = 1
    while page.locator(".part.names").is_visible():
        names += seen(page)
        page.keyboard.press("ArrowRight")
        at += 1
        expect(hall).to_have_attribute("data-page", str(at))
    assert len(names) == 14  # everybody once, and nobody outside the screen
    assert names == sorted(names)
    expect(page.locator(".part.standings")).to_be_visible()
    page.keyboard.press(" ")
    expect(pause).to_have_attribute("aria-pressed", "false")
    expect(hall).not_to_have_attribute("data-page", str(at))  # by itself


def test_the_projector_shows_a_result_by_itself(page: Page, server: Server) -> None:
    page.goto(f"{SHOW}?what=boards&results=now")
    second = page.locator(".boards tbody tr").nth(1)
    expect(second.locator(".res")).to_have_text("–")
    enter(server, 2)
    expect(second.locator(".res")).to_have_text("½ – ½")
    expect(page.locator("#announcements")).to_contain_text("Results missing: tables 5, 6, 7.")


def test_a_result_that_is_not_published_leaves_the_lists_of_the_projector_alone(
    page: Page, server: Server
) -> None:
    page.goto(f"{SHOW}?what=boards")
    page.evaluate("document.querySelector('.boards tbody').dataset.mine = '1'")
    enter(server, 2)
    expect(page.locator("#announcements")).to_contain_text("Results missing: tables 5, 6, 7.")
    expect(page.locator(".boards tbody")).to_have_attribute("data-mine", "1")


@pytest.mark.parametrize("kind", ["boards", "names", "standings"])
def test_a_large_open_has_few_pages_on_the_projector(page: Page, server: Server, kind: str) -> None:
    """With smaller letters and narrower columns; every row is on one page, as a whole."""
    write(server.folder / "open.crivello", 600)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/t/open/A/hall/show?what={kind}")
    page.keyboard.press(" ")
    hall = page.locator("#hall")
    pages = int(hall.get_attribute("data-pages") or 0)
    assert pages <= 8
    rows = 0
    for number in range(1, pages + 1):
        expect(hall).to_have_attribute("data-page", str(number))
        here = seen(page)
        rows += len(here)
        first, last = here[0], here[-1]
        if kind == "names":
            first, last = first[:4], last[:4]
        expect(page.locator(f".{kind} .place")).to_have_text(
            f"{first} – {last} · {number} / {pages}"
        )
        page.keyboard.press("ArrowRight")
    assert rows == (300 if kind == "boards" else 600)


def test_without_scripts_the_projector_is_one_long_page(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, scripts=False)
    page = context.new_page()
    open_link(page, server.link)
    page.goto(SHOW)
    expect(page.locator(".names tbody tr")).to_have_count(14)
    for kind in ("boards", "names", "standings"):
        expect(page.locator(f".part.{kind} tbody tr").last).to_be_visible()
    context.close()


def test_another_browser_sees_publications_on_the_public_pages(
    browser: Browser, context: BrowserContext, server: Server
) -> None:
    other = new_context(browser, server)
    boards, card, standings, arbiter = *(other.new_page() for _ in range(3)), context.new_page()
    boards.goto("/public/demo/A")
    card.goto("/public/demo/A/card/5")
    standings.goto("/public/demo/A/standings")
    result = boards.locator("#t2 .res")
    expect(result).to_have_text("–")
    enter(server, 2, 5, 6, 7)
    arbiter.goto("/t/demo/A/round/4")
    expect(arbiter.locator("#summary")).to_contain_text("7 of 7")
    expect(result).to_have_text("–")  # entered, not published
    arbiter.get_by_role("button", name="Publish the results").click()
    expect(arbiter.get_by_text("Results published.", exact=True)).to_be_visible()
    expect(result).to_have_text("½ – ½")
    expect(card.locator(".totals")).to_contain_text("after round 4")
    expect(standings.get_by_role("heading", level=1)).to_have_text("Standings after round 4")
    arbiter.get_by_role("button", name="Pair round 5").click()
    arbiter.get_by_role("button", name="Publish round 5").click()
    expect(boards.get_by_role("heading", level=1)).to_contain_text("Round 5")
    other.close()


def test_the_list_of_tournaments_is_live(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/round")  # files that are open are looked after
    page.goto("/")
    expect(page.locator("#tournaments")).to_contain_text("tables 2, 5, 6, 7")
    enter(server, 2)
    expect(page.locator("#tournaments")).to_contain_text("tables 5, 6, 7")


def test_pages_for_print_keep_their_style_under_the_policy(page: Page, server: Server) -> None:
    """The fixture fails on any violation; here the style sheet must have been applied as well."""
    (server.folder / "demo.prizes.toml").write_text('[[list]]\nname = "Open"\nprizes = [9]\n')
    page.emulate_media(media="print")
    rules = "document.styleSheets.length && document.styleSheets[0].cssRules.length"
    sizing = "getComputedStyle(document.body).boxSizing"
    for name in PAGES:
        page.goto(f"/t/demo/A/print/{name}")
        assert page.evaluate(rules), name
        assert page.evaluate(sizing) == "border-box", name


def test_standings_at_the_desk_follow_the_rounds(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/standings")
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 3")
    enter(server, 2, 5, 6, 7)
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings after round 4")
    expect(page.locator(".tabs [aria-current]")).to_have_text("4")
