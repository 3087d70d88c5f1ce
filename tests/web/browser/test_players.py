"""Roll-call, search and undo in a real browser."""

from __future__ import annotations

import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from crivello.desk import Desk
from crivello.desk.actions import OpenSection, Register, RollCall
from crivello.desk.events import Presence
from crivello.lists import load
from crivello.model.player import Player
from crivello.model.settings import Settings
from tests.desk.desks import Clock, fresh
from tests.web.browser.conftest import Server, loaded, serve

pytestmark = pytest.mark.browser

PLAYERS = "/t/t/A/players"
LIST = Path(__file__).resolve().parents[2] / "data" / "lists" / "rating_list_sample.txt"


@pytest.fixture
def server(
    tmp_path: Path,
    demonstration: Path,
    kept_port: socket.socket,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Server]:
    """A desk with eight players before round 1, the demonstration, and a rating list."""
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    fresh(folder, clock=Clock()).close()
    monkeypatch.setenv("CRIVELLO_DATA", str(tmp_path / "data"))
    load(LIST)
    with serve(folder, kept_port) as running:
        yield running


def status(page: Page, player: int) -> Locator:
    return page.locator(f"#p{player} .status")


def test_the_roll_is_called_by_typing_and_walking(page: Page, server: Server) -> None:
    page.goto(PLAYERS)
    expect(page.get_by_label("Roll-call")).to_be_focused()
    page.keyboard.type("3\n5 p\n")
    expect(status(page, 3)).to_have_text("confirmed")
    expect(status(page, 5)).to_have_text("present")
    page.keyboard.press("ArrowDown")  # to the first who is registered only
    expect(page.locator("#p1 .who a")).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("p")
    expect(status(page, 1)).to_have_text("confirmed")
    expect(status(page, 2)).to_have_text("present")
    expect(page.locator("#summary")).to_contain_text("4 registered only")
    with Desk.open(server.folder / "t.crivello") as desk:
        desk.act(RollCall("A", (8,), Presence.PRESENT))  # another program
    expect(status(page, 8)).to_have_text("present")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Roll-call")).to_be_focused()
    page.get_by_role("button", name="Leave out the unconfirmed").click()
    expect(page.locator("#outcome")).to_contain_text("3 players did not confirm")
    page.locator("#outcome").get_by_role("button", name="Undo").click()
    expect(page.locator("#summary")).to_contain_text("3 registered only")


def test_the_first_player_is_heard_of(page: Page, server: Server) -> None:
    """The player is registered by another program; the text being typed stays."""
    with fresh(server.folder, 0, name="empty.crivello", clock=Clock()) as desk:
        page.goto("/t/empty/A/players")
        expect(page.locator(".empty")).to_contain_text("No players yet")
        name = page.locator("#new-name")
        name.press_sequentially("Second, S")
        desk.act(Register("A", (Player(id=0, number=0, name="First, Fay"),)))
        expect(page.locator("#people")).to_contain_text("First, Fay")
        expect(page.locator(".empty")).to_have_count(0)
        expect(name).to_have_value("Second, S")
        expect(name).to_be_focused()
        desk.undo()
        expect(page.locator(".empty")).to_contain_text("No players yet")
        expect(name).to_have_value("Second, S")


def test_searching_while_typing(page: Page) -> None:
    page.goto(f"{PLAYERS}?add=1")
    box = page.get_by_label("Name or FIDE id")
    expect(box).to_be_focused()
    with page.expect_response(lambda answer: "carla" in answer.url):
        box.press_sequentially("oneil carla")
    # What was found for all of it has been put into its place.
    expect(page.locator("form.search[role=search]")).not_to_have_class(re.compile("htmx-request"))
    page.get_by_role("button", name="Register O'Neill, Carla").click()
    expect(page.locator("#outcome")).to_contain_text("O'Neill, Carla is registered.")
    expect(page.locator("#people")).to_contain_text("O'Neill, Carla")


def test_an_undo_that_asks(page: Page, context: BrowserContext) -> None:
    page.goto("/t/demo/A/round/4")
    expect(page.get_by_label("Table and result")).to_be_focused()
    page.keyboard.type("2 =\n")
    expect(page.locator("#t2 .res")).to_have_text("½-½")
    page.locator("#outcome").get_by_role("button", name="Undo").click()
    expect(page.locator("#t2 .res")).to_have_text("–")
    page.locator("#outcome").get_by_role("button", name="Redo").click()
    expect(page.locator("#t2 .res")).to_have_text("½-½")
    page.goto("/t/demo/A/log")
    page.get_by_role("link", name="Undo action 36").click()
    expect(page.get_by_role("heading", name="Undo action 36?")).to_be_visible()


def test_all_others_are_confirmed_and_the_ticked_are_not(page: Page, server: Server) -> None:
    """With or without ticks, and with and without scripts the same form is sent."""
    players = tuple(Player(f"Surname {k}, X", id=k, number=0, rating=2000 - k) for k in range(1, 7))
    settings = Settings(name="Open", rounds=3, system="dutch-2026")
    with Desk.create(server.folder / "open.crivello", OpenSection("A", settings)) as desk:
        desk.act(Register("A", players))
    page.goto("/t/open/A/players")
    loaded(page)
    for player in (2, 5):
        page.locator(f"#tick-{player}").check()
    page.get_by_role("button", name="All others confirmed").click()
    expect(page.locator("#summary")).to_contain_text("4 confirmed")
    expect(page.locator("#summary")).to_contain_text("2 registered only")
    page.get_by_role("button", name="All others confirmed").click()
    expect(page.locator("#summary")).to_contain_text("6 confirmed")
