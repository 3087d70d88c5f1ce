"""The box that finds players, used by keyboard in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_one_key_finds_a_player_from_any_page(page: Page) -> None:
    page.goto("/t/demo/A/round/4")
    entry, finder = page.locator("#entry"), page.locator("#finder")
    expect(entry).to_be_focused()
    page.keyboard.type("2 1")
    page.keyboard.press("/")  # part of what is typed
    expect(entry).to_have_value("2 1/")
    entry.fill("")
    page.keyboard.press("/")
    expect(finder).to_be_focused()
    page.keyboard.type("el")
    hit = page.locator("#finder-list .hit", has_text="Elisa")
    expect(hit).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(hit).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(finder).to_be_focused()
    page.keyboard.press("Escape")
    expect(entry).to_be_focused()
    expect(hit).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("elisa")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players/5")
    page.get_by_role("link", name="Card", exact=True).click()
    page.wait_for_url("**/cards/5")
    page.keyboard.press("/")  # from any page
    expect(finder).to_be_focused()
