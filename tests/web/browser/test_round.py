"""Entering results at typing speed, in a real browser."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.desk.events import ResultsEntered
from crivello.model.result import Result
from tests.support.waiting import SECONDS
from tests.web.browser.conftest import (
    SOURCE,
    ProcessServer,
    Server,
    loaded,
    new_context,
    open_link,
)

pytestmark = pytest.mark.browser

ROUND = "/t/demo/A/round/4"


def result(page: Page, table: int) -> Locator:
    return page.locator(f"#t{table} .res")


def opened(page: Page) -> None:
    """Open the page *Round*, ready for typing."""
    page.goto(ROUND)
    expect(page.get_by_label("Table and result")).to_be_focused()


def stored(server: Server) -> list[str]:
    with Desk.open(server.folder / "demo.crivello") as desk:
        games = desk.section("A").rounds[-1].games
        return [str(game.result) if game.result else "-" for game in games]


def crivello(server: Server, *arguments: str) -> str:
    """Run the command line in its own process, beside the desk."""
    done = subprocess.run(
        [sys.executable, "-m", "crivello", *arguments],
        cwd=server.folder,
        env=os.environ | {"PYTHONPATH": str(SOURCE), "CRIVELLO_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_typing_results_one_after_the_other(page: Page, server: Server) -> None:
    opened(page)
    page.keyboard.type("2 =\n5 1\n6 0\n")
    expect(result(page, 2)).to_have_text("½-½")
    expect(result(page, 5)).to_have_text("1-0")
    expect(result(page, 6)).to_have_text("0-1")
    expect(page.locator("#summary")).to_contain_text("6 of 7")
    page.keyboard.type("7 +\n")
    expect(page.get_by_role("button", name="Pair round 5")).to_be_visible()
    assert stored(server) == ["0-1", "½-½", "1-0", "1-0", "1-0", "0-1", "1F-0F"]


def test_typing_a_name_and_reversed_colours(page: Page, server: Server) -> None:
    opened(page)
    page.keyboard.type("elisa 1\n")
    expect(result(page, 2)).to_have_text("0-1")
    page.get_by_label("colours reversed").check()
    page.get_by_label("Table and result").fill("99 1")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Table and result")).to_have_value("99 1")  # refused, and comes back
    expect(page.get_by_label("colours reversed")).to_be_checked()
    page.keyboard.type("5 1\n")
    expect(result(page, 5)).to_have_text("1-0 ⇄")
    expect(page.get_by_label("colours reversed")).not_to_be_checked()
    with Desk.open(server.folder / "demo.crivello") as desk:
        games = desk.section("A").rounds[-1].games
    assert [game.reversed for game in games] == [False] * 4 + [True] + [False] * 2


def test_walking_with_the_arrows(page: Page, server: Server) -> None:
    opened(page)
    page.keyboard.press("ArrowDown")  # to the first board without a result
    expect(result(page, 2).locator("a")).to_be_focused()
    page.keyboard.press("=")
    expect(result(page, 2)).to_have_text("½-½")
    expect(result(page, 3).locator("a")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(result(page, 5).locator("a")).to_be_focused()
    page.keyboard.press("u")
    page.keyboard.press("1")
    expect(result(page, 5)).to_have_text("1-0 (not rated)")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Table and result")).to_be_focused()
    assert stored(server)[4] == "1-0 (not rated)"


def test_a_change_is_asked_for_and_confirmed_by_enter(page: Page, server: Server) -> None:
    opened(page)
    page.keyboard.type("1 1\n")
    expect(page.locator("#outcome")).to_contain_text("0-1 is entered. Change it to 1-0?")
    expect(page.get_by_role("button", name="Change it to 1-0")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#outcome")).to_be_empty()
    expect(result(page, 1)).to_have_text("0-1")
    page.get_by_label("Table and result").fill("1 1")
    page.get_by_label("Table and result").press("Enter")
    expect(page.get_by_role("button", name="Change it to 1-0")).to_be_focused()
    page.keyboard.press("Enter")
    expect(result(page, 1)).to_have_text("1-0")
    assert stored(server)[0] == "1-0"


def test_another_tab_and_another_program_are_seen_on_one_stream(
    page: Page, context: BrowserContext, server: Server
) -> None:
    streams = []
    context.on("request", lambda request: streams.append(request.url))
    opened(page)
    others = [context.new_page() for _ in range(3)]
    for other in others:
        opened(other)
    others[-1].keyboard.type("2 1\n")
    for one in (page, *others):
        expect(result(one, 2)).to_have_text("1-0")
    with Desk.open(server.folder / "demo.crivello") as desk:
        desk.act(EnterResults("A", ((5, Result.DRAW),)))
    for one in (page, *others):
        expect(result(one, 5)).to_have_text("½-½")
        expect(one.locator("#summary")).to_contain_text("5 of 7")
    assert len([url for url in streams if url.endswith("/events")]) == 1
    page.close()  # another tab takes over
    others[0].bring_to_front()
    others[0].get_by_label("Table and result").fill("6 1")
    others[0].get_by_label("Table and result").press("Enter")
    for other in others:
        expect(result(other, 6)).to_have_text("1-0")


@pytest.mark.process
def test_the_desk_is_killed_while_results_are_entered(page: Page, server: ProcessServer) -> None:
    """It is killed during a request, before the result is on disk or before it is acknowledged."""
    opened(page)
    server.freeze()
    with page.expect_request("**/result"):
        page.keyboard.type("2 =\n")
    with page.expect_event("requestfailed"):
        server.kill()
    page.keyboard.type("5 1\n")  # waits behind it
    unsent = page.locator("#unsent")
    expect(unsent).to_contain_text("The desk does not answer. What you typed is kept")
    expect(unsent.locator("li")).to_have_text(
        [
            "Round 4, 2. 4 FM Davide – 5 WIM Elisa: 2 =",
            "Round 4, 5. 10 CM Marco – 14 Roberto: 5 1",
        ]
    )
    assert stored(server) == ["0-1", "-", "1-0", "1-0", "-", "-", "-"]
    server.start()
    expect(result(page, 2)).to_have_text("½-½")
    expect(result(page, 5)).to_have_text("1-0")
    expect(unsent).to_be_hidden()

    def answer_is_lost(route: Route) -> None:
        assert route.fetch().ok
        server.kill()
        route.abort()

    page.route("**/result", answer_is_lost, times=1)
    with page.expect_event("requestfailed"):
        page.keyboard.type("6 0\n")
    page.keyboard.type("7 1\n")
    expect(unsent.locator("li")).to_contain_text(["6 0", "7 1"])
    assert stored(server) == ["0-1", "½-½", "1-0", "1-0", "1-0", "0-1", "-"]
    server.start()
    expect(result(page, 6)).to_have_text("0-1")
    expect(result(page, 7)).to_have_text("1-0")
    expect(unsent).to_be_hidden()
    expect(page.locator("#ask-yes")).to_have_count(0)  # what was sent twice asks for nothing
    assert server.stop() == 0  # it does not wait for the streams to end by themselves
    assert stored(server) == ["0-1", "½-½", "1-0", "1-0", "1-0", "0-1", "1-0"]
    with Desk.open(server.folder / "demo.crivello") as desk:
        assert desk.verify() == []
        last = [item.event for item in desk.log][-4:]
    entered = [[one.board for one in e.results] for e in last if isinstance(e, ResultsEntered)]
    assert entered == [[2], [5], [6], [7]]  # each of them once


def test_the_page_sees_what_the_command_line_writes(page: Page, server: Server) -> None:
    opened(page)
    assert "½-½" in crivello(server, "result", "5", "1/2")
    expect(result(page, 5)).to_have_text("½-½")
    expect(page.locator("#summary")).to_contain_text("4 of 7")
    page.keyboard.type("6 1\n")  # and the other way round
    expect(result(page, 6)).to_have_text("1-0")
    log = crivello(server, "log")
    assert "1-0" in log.splitlines()[-1]
    assert stored(server) == ["0-1", "-", "1-0", "1-0", "½-½", "1-0", "-"]


def test_without_scripts_the_page_works_too(browser: Browser, server: Server) -> None:
    context = new_context(browser, server, scripts=False)
    page = context.new_page()
    open_link(page, server.link)
    page.goto(ROUND)
    page.get_by_label("Table and result").fill("2 1")
    page.get_by_label("Table and result").press("Enter")
    expect(page.locator("#t2 .res")).to_have_text("1-0")
    page.locator("#t5 .res a").click()
    page.get_by_role("button", name="draw", exact=False).first.click()
    expect(page.locator("#t5 .res")).to_have_text("½-½")
    context.close()


def draft(page: Page) -> None:
    """Pair round 5 without publishing it."""
    opened(page)
    page.keyboard.type("2 =\n5 1\n6 0\n7 =\n")
    page.get_by_role("button", name="Pair round 5").click()
    expect(page.get_by_text("not published", exact=True)).to_be_visible()
    loaded(page)


def test_players_change_places_by_keys_and_by_dragging(page: Page, server: Server) -> None:
    draft(page)
    first = page.locator("#boards tbody tr").nth(0).locator(".seat").first
    second = page.locator("#boards tbody tr").nth(1).locator(".seat").first
    one, other = (seat.inner_text() for seat in (first, second))
    first.focus()
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    page.keyboard.press("Enter")
    swap = page.locator("#swap button")
    expect(swap).to_have_text(f"Swap {one} and {other}".replace("\n", " "))
    expect(swap).to_be_focused()
    expect(first).to_have_text(one)  # nothing has changed yet
    page.keyboard.press("Enter")
    expect(first).to_have_text(other)
    expect(page.locator("#swap")).to_have_text("Click two names to swap them.")
    expect(page.get_by_role("heading", name="What the rules say")).to_be_visible()
    first.drag_to(second)
    expect(first).to_have_text(one)
    expect(page.get_by_role("heading", name="What the rules say")).to_be_hidden()
    first.focus()
    page.keyboard.press("c")
    expect(page.locator("#boards tbody tr").nth(0).locator(".seat").last).to_have_text(one)


def test_a_published_pairing_is_changed_by_choosing_among_the_boards(
    page: Page, server: Server
) -> None:
    page.goto(f"{ROUND}/change")
    loaded(page)
    page.get_by_label("Reason").fill("they agree")
    seats = [page.locator(f"#t{table} .white .seat") for table in (5, 6)]
    for seat in seats:
        seat.click()
    for label, seat in zip(("Player", "Other player"), seats, strict=True):
        expect(page.get_by_label(label, exact=True)).to_have_value(
            seat.get_attribute("data-player") or ""
        )
    names = [seat.inner_text() for seat in seats]
    with Desk.open(server.folder / "demo.crivello") as desk:  # others go on meanwhile
        desk.act(EnterResults("A", ((2, Result.DRAW),)))
    expect(page.locator("#t2 .res")).to_have_text("½-½")
    expect(page.get_by_label("Reason")).to_have_value("they agree")  # nothing is reset
    page.get_by_role("button", name="Change the pairing").click()
    expect(page.locator("#t6 .white")).to_contain_text(names[0])
    expect(page.locator("#t5 .white")).to_contain_text(names[1])


def test_whoever_types_on_does_not_answer_a_question_he_has_not_seen(
    page: Page, server: Server
) -> None:
    opened(page)
    page.keyboard.type("1 1\n")
    expect(page.get_by_role("button", name="Change it to 1-0")).to_be_focused()
    page.keyboard.type("2 =\n")  # the space of the next entry would press the button
    expect(result(page, 2)).to_have_text("½-½")
    assert stored(server)[:2] == ["0-1", "½-½"]
    page.keyboard.type("1 1\n2")  # the question comes while the next entry is half typed
    expect(page.get_by_role("button", name="Change it to 1-0")).to_be_visible()
    assert stored(server)[0] == "0-1"


def test_back_leads_to_the_round_that_the_next_one_was_paired_from(
    page: Page, server: Server
) -> None:
    draft(page)
    expect(page).to_have_url(f"{server.url}{ROUND.removesuffix('/4')}/5")
    page.go_back()
    expect(page.get_by_role("heading", name="Round 4", exact=True)).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Round 5")).to_be_visible()
