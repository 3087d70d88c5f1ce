"""Names beyond Latin-1 of file, section, tournament and players, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Response, expect

from crivello.desk import Desk
from crivello.desk.actions import DrawColour, OpenSection, Pair, Publish, Register
from crivello.model.player import Player
from crivello.model.result import Colour
from crivello.web import jobs
from tests.desk.desks import settings
from tests.support.waiting import SECONDS
from tests.web.browser.conftest import Server, loaded, serve

pytestmark = pytest.mark.browser

FILE, SECTION, NAME = "Łódź 2026", "Ženy", "Mistrzostwa Łodzi – 女子"
PEOPLE = ("Žižková, Šárka", "Łukaszewska, Ośka", "Ωμέγα, Άννα", "王, 小明")
HERE = f"/t/{quote(FILE)}/{quote(SECTION)}"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a click bring the file directly, where a slow machine would show a page that waits."""
    monkeypatch.setattr(jobs, "SOON", float(SECONDS))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "Żółw"
    folder.mkdir()
    first = OpenSection(SECTION, replace(settings(), name=NAME))
    with Desk.create(folder / f"{FILE}.crivello", first) as desk:
        desk.act(Register(SECTION, tuple(Player(name, id=0, number=0) for name in PEOPLE)))
        desk.act(DrawColour(SECTION, Colour.WHITE))
        desk.act(Pair(SECTION))
        desk.act(Publish(SECTION))
    with serve(folder) as running:
        yield running


def test_a_result_is_typed_undone_printed_and_downloaded(
    context: BrowserContext, server: Server
) -> None:
    failed: list[str] = []

    def look(answer: Response) -> None:
        if answer.status >= 400:
            failed.append(f"{answer.status} {answer.url}")

    page = context.new_page()
    page.on("response", look)
    page.goto("/")
    page.get_by_role("link", name=NAME).first.click()
    loaded(page)
    expect(page).to_have_title(f"Round 1 · {NAME} · crivello")
    expect(page.locator("#main")).to_contain_text("Žižková, Šárka")

    page.get_by_label("Table and result").fill("1 1")
    page.get_by_label("Table and result").press("Enter")
    expect(page.locator("#t1 .res")).to_have_text("1-0")
    page.locator("#outcome").get_by_role("button", name="Undo").click()
    expect(page.locator("#t1 .res")).not_to_have_text("1-0")
    page.goto(f"{HERE}/log")
    loaded(page)
    with page.expect_response(lambda answer: answer.url.endswith("/log/redo")):
        page.get_by_role("button", name="Redo").click()
    page.goto(f"{HERE}/round/1")
    expect(page.locator("#t1 .res")).to_have_text("1-0")

    page.goto(f"{HERE}/print/pairings-by-board?round=1")
    expect(page.locator("body")).to_contain_text("王, 小明")

    page.goto(f"{HERE}/files")
    loaded(page)
    links = page.locator('#main a[href*="/files/"]')
    assert links.count() >= 5
    with page.expect_download() as waiting:
        links.first.click()
    download = waiting.value
    assert download.failure() is None
    assert Path(download.path()).stat().st_size > 0
    assert "Łódź" in download.suggested_filename
    for link in links.all():
        answer = context.request.get(link.get_attribute("href") or "")
        assert answer.ok
        assert answer.body()
        assert quote("Łódź") in answer.headers["content-disposition"]
    assert failed == []
