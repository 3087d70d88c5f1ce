"""Messages of the desk do not cover other parts of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from tests.desk.desks import fresh
from tests.web.browser.conftest import Server, loaded
from tests.web.browser.test_round import ROUND, draft, opened, result

pytestmark = pytest.mark.browser

SIZES = ((390, 844), (1280, 720))
UNDER_THE_POINTER = """([x, y]) => {
  const here = document.elementFromPoint(x, y)?.closest("button, a, input, select");
  return here ? here.textContent.trim() : "";
}"""


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found
    return found


def enter_all(server: Server) -> None:
    """Enter all results elsewhere: typing the last one would reload the page under the pointer."""
    with Desk.open(server.folder / "demo.crivello") as desk:
        desk.act(EnterResults("A", tuple((board, Result.DRAW) for board in (2, 5, 6, 7))))


def test_a_result_is_answered_briefly(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.clock.install()  # for all pages of the context
    opened(page)
    page.keyboard.type("2 =\n")
    told = page.locator("#outcome .message")
    expect(told).to_contain_text("Table 2, 4 Davide – 5 Elisa: ½-½.")
    page.clock.fast_forward(9000)
    expect(told).to_have_count(0)
    page.keyboard.type("5 1\n")
    expect(told).to_contain_text("Table 5")
    page.keyboard.type("6")  # whoever types on has read it
    expect(told).to_have_count(0)


def test_what_was_done_goes_with_the_next_action_and_a_refusal_stays(
    page: Page, server: Server
) -> None:
    draft(page)
    told = page.locator("#outcome .message")
    expect(told).to_contain_text("Round 5 is paired")
    page.locator("#others > summary").click()  # to look around is no action
    expect(told).to_have_count(1)
    page.locator(".seat").first.click()
    expect(told).to_have_count(0)
    page.goto(ROUND)
    page.locator("#entry").fill("57 1")
    page.locator("#entry").press("Enter")
    expect(told).to_contain_text("no table 57")
    page.locator("#entry").fill("7 x")
    expect(told).to_have_count(1)


def test_the_save_bar_says_what_has_changed(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/settings")
    loaded(page)
    bar = page.locator(".savebar").first
    expect(bar).to_be_hidden()
    page.get_by_label("Place", exact=True).fill("Torino")
    page.get_by_label("Rate of play").select_option("rapid")
    page.get_by_label("Time of round 2").fill("15:30")
    expect(bar).to_contain_text("Changed: Rate of play, Place, Time of round 2")
    bar.get_by_role("button", name="Discard").click()
    expect(bar).to_be_hidden()
    expect(page.get_by_label("Place", exact=True)).to_have_value("Asti")


def test_the_message_is_a_line_of_the_page_and_covers_no_row(page: Page, server: Server) -> None:
    """The page does not move when it comes, and its undo is one key away."""
    opened(page)
    before = page.evaluate(PLACES)
    page.keyboard.type("2 =\n")
    told = page.locator("#outcome .message")
    expect(told).to_be_visible()
    # A browser rounds the height of a row, whose result is new, to whole pixels.
    moved = zip(page.evaluate(PLACES), before, strict=True)
    assert all(abs(now - then) <= 1 for now, then in moved)
    lowest = page.locator("main").evaluate("one => one.getBoundingClientRect().bottom")
    assert box(told)["y"] >= min(lowest, page.evaluate("innerHeight") - 60)
    page.locator("#entry").press("ControlOrMeta+z")
    expect(result(page, 2)).to_have_text("–")
    expect(told).to_contain_text("Undone")


PLACES = "() => [...document.querySelectorAll('main tr')].map((one) => one.offsetTop)"


def test_the_key_for_keys_and_the_menus(page: Page, server: Server) -> None:
    opened(page)
    keys = page.get_by_role("dialog", name="Keys")
    page.locator("#entry").press("?")
    expect(keys).to_contain_text("find a name or a table")
    expect(keys).to_contain_text("back to the box")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.locator("#entry")).to_be_focused()
    page.locator("#entry").fill("rossi")
    page.keyboard.press("?")  # part of what is typed
    expect(page.locator("#entry")).to_have_value("rossi?")
    menu = page.locator("#languages")
    menu.locator("summary").click()
    expect(menu.get_by_role("link", name="Italiano")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link", name="Italiano")).to_be_hidden()
    menu.locator("summary").click()
    page.locator("h1").click()
    expect(menu.get_by_role("link", name="Italiano")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_dangerous_comes_under_the_pointer(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    enter_all(server)
    page.goto(ROUND)
    loaded(page)
    pair_by_a_double_click(page, 5)
    fresh(server.folder).close()
    page.goto("/t/t/A/round")
    loaded(page)
    pair_by_a_double_click(page, 1)


def pair_by_a_double_click(page: Page, number: int) -> None:
    """Click twice on *Pair*: the second click is one too many, and must not hit what is there by
    then.
    """
    button = page.get_by_role("button", name=f"Pair round {number}").first
    button.evaluate("button => button.scrollIntoView({block: 'nearest'})")
    place = box(button)
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.dblclick(x, y)
    expect(page.get_by_text("not published", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=f"Publish round {number}")).to_be_visible()
    assert page.evaluate(UNDER_THE_POINTER, [x, y]) == ""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_answer_covers_no_bar_and_leaves_room_below_the_page(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/t/demo/A/settings")
    page.get_by_label("Place", exact=True).fill("Torino")
    page.get_by_role("button", name="Save").first.click()
    told = page.locator("#outcome .message")
    expect(told).to_be_visible()
    expect(page.locator(".savebar").first).to_be_hidden()  # nothing is unsaved
    page.get_by_label("Place", exact=True).fill("Alba")
    bar = page.locator(".savebar").first
    expect(bar).to_be_in_viewport(ratio=1)
    assert box(bar)["y"] + box(bar)["height"] <= box(told)["y"] + 1
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("main > *").last
    assert box(last)["y"] + box(last)["height"] <= box(told)["y"] + 1
    page.goto(ROUND)
    loaded(page)
    page.keyboard.type("2 =\n")
    expect(result(page, 2)).to_have_text("½-½")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("main > *").last
    assert box(last)["y"] + box(last)["height"] <= box(told)["y"] + 1
