"""Slips with the reasons, as Chromium prints them: the fullest ones fit half a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from crivello.reports.document import Document, Slips
from crivello.reports.layout import as_page
from crivello.words import Language
from tests.reports.pages_read import fullest_slips

pytestmark = pytest.mark.browser

A4_WIDTH = round(210 * 96 / 25.4)
"""In pixels: print media is laid out on the window."""
HALF_A_PAGE = 148.5
MARGIN = 6
"""At the foot of a slip: many printers print nothing there."""
# In millimetres from the upper edge of a slip; the letters of its pictures in points.
MEASURE = """() => [...document.querySelectorAll(".slip")].map((slip) => {
  const { top, height } = slip.getBoundingClientRect();
  const bottoms = [...slip.querySelectorAll("*")].map((one) => one.getBoundingClientRect().bottom);
  const letters = [...slip.querySelectorAll("svg")].map((one) => one.getScreenCTM().a * 12.5);
  const mm = (pixels) => pixels * 25.4 / 96;
  return [mm(height), mm(Math.max(...bottoms) - top), Math.min(...letters) * 0.75];
})"""


def test_the_fullest_slips_keep_within_half_a_page_and_can_be_read_in_the_browser(
    browser: Browser,
) -> None:
    title = ("A tournament with a rather long name", "Round 6", "2026-08-24")
    slips = fullest_slips()
    page = browser.new_page(viewport={"width": A4_WIDTH, "height": 1000})
    page.emulate_media(media="print")
    page.set_content(as_page(Document("why-slips", title, (Slips(slips, 2),)), Language.EN))
    measured = page.evaluate(MEASURE)
    page.close()
    assert len(measured) == len(slips)
    for height, lowest, letters in measured:
        assert height <= HALF_A_PAGE + 0.1
        assert lowest <= height - MARGIN + 0.1
        assert letters > 4.5
    assert min(letters for _, _, letters in measured) < 8, "pictures make room for the answers"
