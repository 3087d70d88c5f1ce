"""Explanations in a real browser: from the round to the reason, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

EXPLAIN = "/t/demo/A/explain/4"


def test_from_a_board_of_the_round_to_its_reason(page: Page) -> None:
    page.goto("/t/demo/A/round/4")
    page.get_by_role("link", name="Why Davide – Elisa?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Round 4, table 2: 4 Davide – 5 Elisa"
    )
    expect(page.get_by_text("Why this colour?").first).to_be_visible()
    page.get_by_role("link", name="For the arbiter").click()
    expect(page.get_by_text("both get the colour they prefer")).to_be_visible()
    page.get_by_role("link", name="The whole round explained").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 4 explained")
    expect(page.locator(".bracket-map .pair")).to_have_count(7)


def test_pairs_that_were_not_kept_are_shown_on_demand(page: Page) -> None:
    page.goto(EXPLAIN)
    first = page.locator('.bracket-map .rejected[data-pair="5-1"]')
    expect(first).to_be_hidden()
    page.get_by_label("4 rejected pairs").check()
    expect(first).to_be_visible()


def test_why_not_by_choosing_two_players(page: Page) -> None:
    page.goto(EXPLAIN)
    page.get_by_label("Why does").select_option("5")
    page.get_by_label("not have").select_option("3")
    page.get_by_role("button", name="Why not?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Round 4: why 5 Elisa does not meet 3 Carla"
    )
    # The next question begins with what was asked.
    expect(page.get_by_label("Why does")).to_have_value("5")
    expect(page.get_by_label("not have")).to_have_value("3")


def test_a_player_of_the_picture_by_keyboard(page: Page) -> None:
    page.goto(EXPLAIN)
    chip = page.locator('.bracket-map .chip[data-player="7"] a').first
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 4: 7 Giorgia")


def test_the_sheet_is_printed_on_one_page_without_the_menu(page: Page) -> None:
    page.goto(f"{EXPLAIN}/board/2")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for hidden in (".top", ".ask", ".sheet-actions"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".sheet-head")).to_contain_text("Mario Held")
    printed = page.pdf(format="A4")
    assert printed.count(b"/Type /Page\n") == 1


def test_the_tables_to_learn_with_stand_beside_their_bracket(page: Page) -> None:
    page.goto(EXPLAIN)
    page.locator("#bracket-2").get_by_role("link", name="Teaching tables").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Teaching tables")
    expect(page.locator(".bracket-map .pair")).to_have_count(2)
    chosen = page.locator(".explanation-table .chosen").first
    expect(chosen).to_contain_text("→ 1")
    # On a phone a wide table scrolls by itself; the page does not.
    page.set_viewport_size({"width": 390, "height": 700})
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
