"""Pages without the stream of events ask the desk regularly, and are up to date too."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from tests.web.browser.conftest import ProcessServer, Server
from tests.web.browser.test_live import act, shows

pytestmark = pytest.mark.browser

ROUND = "/t/demo/A/round/4"


def is_stream(url: str) -> bool:
    return url.endswith("/events")


def refused(route: Route) -> None:
    """Abort the request, as a program that inspects connections might."""
    route.fulfill(status=502, body="no streams")


def cut(route: Route) -> None:
    route.abort()


def swallowed(route: Route) -> None:
    """Never answer the request."""


@pytest.mark.parametrize("blocked", [refused, cut, swallowed])
def test_a_stream_that_does_not_come_through(page: Page, server: Server, blocked: object) -> None:
    page.route("**/events", blocked)  # type: ignore[arg-type]
    page.goto(ROUND)
    sequence = act(server, EnterResults("A", ((2, Result.DRAW),)))
    shows(page, sequence)
    expect(page.locator("tr", has_text="Davide")).to_contain_text("½")
    # The desk is there, so nobody is told that it is not.
    expect(page.locator("#link")).to_be_empty()


def test_a_browser_that_knows_no_streams(context: BrowserContext, server: Server) -> None:
    context.add_init_script("delete window.EventSource")
    page = context.new_page()
    page.goto(ROUND)
    assert page.evaluate("() => 'EventSource' in window") is False
    shows(page, act(server, EnterResults("A", ((2, Result.DRAW),))))


def test_the_stream_is_tried_again(page: Page, server: Server) -> None:
    page.route("**/events", refused)
    page.goto(ROUND)
    shows(page, act(server, EnterResults("A", ((2, Result.DRAW),))))
    answers: list[int] = []
    page.on("response", lambda one: answers.append(one.status) if is_stream(one.url) else None)
    page.unroute("**/events")
    while 200 not in answers:
        page.wait_for_timeout(20)
    page.route("**/events/now", cut)  # from now on only the stream can tell
    shows(page, act(server, EnterResults("A", ((5, Result.DRAW),))))


@pytest.mark.process
def test_a_desk_that_stops_is_told_and_one_that_is_back_is_heard(
    page: Page, server: ProcessServer
) -> None:
    page.route("**/events", refused)
    page.goto(ROUND)
    server.kill()
    expect(page.locator("#link")).not_to_be_empty()
    server.start()
    expect(page.locator("#link")).to_be_empty()
    shows(page, act(server, EnterResults("A", ((2, Result.DRAW),))))
