"""From the program to the desk: a real browser opens the start link, or is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.web.browser.conftest import ProcessServer, loaded, open_link
from tests.web.test_sessions import Running

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False])
def test_the_file_leads_to_the_desk(browser: Browser, tmp_path: Path, scripts: bool) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    desk = Running(tmp_path, folder)
    context = browser.new_context(locale="en-GB", java_script_enabled=scripts)
    try:
        page = context.new_page()
        asked: list[tuple[str, str]] = []
        page.on("request", lambda one: asked.append((one.url, one.headers.get("referer", ""))))
        open_link(page, desk.arguments().strip())
        page.wait_for_url(re.compile(rf"^http://127\.0\.0\.1:{desk.port}/(\?started=1)?$"))
        expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
        page.goto(f"http://127.0.0.1:{desk.port}/sessions")
        expect(page.get_by_text("this one")).to_be_visible()
        assert [url for url, _ in asked if "/start?" in url] == [desk.link]
        assert not [referrer for _, referrer in asked if "token" in referrer]
    finally:
        context.close()
        desk.stop()


@pytest.mark.process
def test_sessions_are_listed_and_ended(
    browser: Browser, context: BrowserContext, server: ProcessServer
) -> None:
    page = context.new_page()
    page.goto("/t/demo/A/round/4")
    page.get_by_role("link", name="Sessions").click()
    loaded(page)
    expect(page.get_by_role("rowheader")).to_have_count(1)
    server.stop()
    server.start()  # with another link, for another browser
    other = browser.new_context(locale="en-GB", base_url=server.url)
    elsewhere = other.new_page()
    open_link(elsewhere, server.link)
    page.reload()
    loaded(page)
    expect(page.get_by_role("rowheader")).to_have_count(2)
    page.get_by_role("button", name="End the session of Chrome").click()
    expect(page.get_by_role("rowheader")).to_have_count(1)
    expect(page.locator("#outcome")).to_contain_text("ended")
    answer = elsewhere.goto("/")
    assert answer is not None
    assert answer.status == 401
    other.close()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/public")
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 401
