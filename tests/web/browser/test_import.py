"""A running tournament of another program is continued at the desk, in a real browser."""

from __future__ import annotations

import base64
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from crivello.desk import Desk
from crivello.formats import read
from crivello.formats.trf.canonical_form import by_number
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from tests.support.data import DATA
from tests.web.browser.conftest import Server, loaded

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUNNING = DATA / "swiss-manager" / "05.TUNX"
DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const dropped = new DataTransfer();
  dropped.items.add(new File([bytes], name));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(
      new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }));
  }
}"""


def drop(page: Page, path: Path) -> None:
    page.evaluate(DROP, [path.name, base64.b64encode(path.read_bytes()).decode()])


def as_the_desk_has_it(server: Server) -> Tournament:
    (path,) = (one for one in server.folder.glob("*.crivello") if one.stem != "demo")
    with Desk.open(path, "the test") as desk:
        return by_number(desk.tournament("A"))


def pairs_like_the_engine(page: Page, tournament: Tournament, number: int) -> None:
    """Check that the draft on the page is the pairing of the tournament by the engine."""
    page.get_by_role("button", name=f"Pair round {number}", exact=True).click()
    expect(page.get_by_text("not published", exact=True)).to_be_visible()
    key = choose_edition(tournament, None, "2026-11-16")
    boards = find(key).pair(tournament, number).boards
    rows = page.locator("#boards tbody tr")
    expect(rows.locator(".white .no")).to_have_text([str(board.white) for board in boards])
    expect(rows.locator(".black .no")).to_have_text([str(board.black) for board in boards])


def to_round(page: Page) -> None:
    link = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Round")
    link.click()
    expect(link).to_have_attribute("aria-current", "page")
    loaded(page)


def test_a_file_of_swiss_manager_is_dropped_and_its_next_round_paired(
    page: Page, server: Server
) -> None:
    page.goto("/")
    loaded(page)
    drop(page, RUNNING)
    expect(page.get_by_role("heading", level=1)).to_have_text("Import")
    expect(page.get_by_role("heading", level=2)).to_have_text("05.TUNX")
    (row,) = page.locator("table.repairs tbody tr").all()
    expect(row).to_contain_text("The options of tie-break 68 of Swiss-Manager are not understood.")
    expect(row.locator("td")).to_have_text(["–", "68", "WIN", "no"])
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#people tbody tr")).to_have_count(24)
    expect(page.locator("#outcome")).to_contain_text("one place in the file was repaired")
    given = read(RUNNING.read_bytes())
    to_round(page)
    missing = [
        table
        for table in range(1, len(given.round(2).games) + 1)
        if (page.locator(f"#t{table} .res").text_content() or "").strip() in ("", "–")
    ]
    assert len(missing) == 4
    box = page.get_by_label("Table and result")
    box.focus()
    for table in missing:
        page.keyboard.type(f"{table} =\n")
    for table in missing:
        expect(page.locator(f"#t{table} .res")).to_have_text("½-½")
    page.get_by_role("button", name="Publish the results", exact=True).click()
    expect(page.get_by_text("Results published.", exact=True)).to_be_visible()
    tournament = as_the_desk_has_it(server)
    assert [player.name for player in tournament.players] == [p.name for p in given.players]
    pairs_like_the_engine(page, tournament, 3)


def test_a_report_file_is_chosen_and_its_next_round_paired(page: Page, server: Server) -> None:
    path = Path(str(files("crivello.examples").joinpath("before-round-4.trf")))
    page.goto("/")
    page.locator("#f-file").set_input_files(path)
    page.get_by_role("button", name="Import", exact=True).first.click()
    given = read(path.read_bytes())
    expect(page.locator("#people tbody tr")).to_have_count(len(given.players))
    to_round(page)
    page.get_by_role("button", name="Publish the results", exact=True).click()
    expect(page.get_by_text("Results published.", exact=True)).to_be_visible()
    pairs_like_the_engine(page, given, given.next_round)
