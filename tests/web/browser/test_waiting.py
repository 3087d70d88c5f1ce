"""The page that waits for long work: it shows the progress, and leads to the result by itself."""

from __future__ import annotations

import re
import shutil
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from crivello.web.app import create_app
from crivello.web.desktop import Desktop
from crivello.web.files import downloads
from crivello.web.server import listen
from crivello.web.session import Sessions
from tests.support.waiting import SECONDS
from tests.web.browser.conftest import open_link
from tests.web.test_beside import Gate, Slow, held

pytestmark = pytest.mark.browser

FILES = "/t/demo/A/files"


@dataclass
class Here:
    """A desk in a thread of this process, so that its work can be held and released."""

    desktop: Desktop
    url: str

    def link(self) -> str:
        return f"{self.url}/start?token={self.desktop.sessions.start_token()}"


@pytest.fixture
def here(tmp_path: Path, demonstration: Path) -> Iterator[Here]:
    shutil.copy(demonstration, tmp_path)
    listening = listen("127.0.0.1", None)
    port = listening.getsockname()[1]
    app = create_app(tmp_path, port=port, sessions=Sessions())
    server = uvicorn.Server(uvicorn.Config(app, log_config=None))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield Here(app.state.desktop, f"http://127.0.0.1:{port}")
    app.state.desktop.news.close()  # a page that still listens would be waited for
    server.should_exit = True
    thread.join()


def at(browser: Browser, here: Here, scripts: bool = True) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", base_url=here.url, java_script_enabled=scripts)
    context.set_default_timeout(1000 * SECONDS)
    page = context.new_page()
    open_link(page, here.link())
    yield page
    context.close()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A gate that holds the work of making web pages after the tenth."""
    gate = Gate(monkeypatch)
    monkeypatch.setattr(downloads, "site_files", lambda s, language: held(s, language, gate))
    yield gate
    gate.open()


@pytest.fixture
def arbiter(browser: Browser, here: Here, gate: Gate) -> Iterator[Page]:
    yield from at(browser, here)


@pytest.fixture
def without_scripts(browser: Browser, here: Here, gate: Gate) -> Iterator[Page]:
    yield from at(browser, here, scripts=False)


def make_the_site(page: Page) -> None:
    page.goto(FILES)
    page.get_by_role("link", name="The whole tournament as web pages").click()
    expect(page).to_have_url(re.compile("/working/"))


def packed(page: Page) -> list[str]:
    with page.expect_download() as download:
        page.get_by_role("link", name="demo-site.zip").click()
    assert download.value.suggested_filename == "demo-site.zip"
    with zipfile.ZipFile(download.value.path()) as found:
        return found.namelist()


def test_progress_is_shown_and_then_the_result(arbiter: Page, gate: Gate) -> None:
    page = arbiter
    make_the_site(page)
    bar = page.get_by_role("progressbar", name="Making the web pages of the tournament.")
    expect(bar).to_have_attribute("value", "14")  # ten of 67; the page has asked by itself
    expect(page.get_by_role("status").first).to_have_text("14 %: writing pages")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    gate.open()
    expect(page).to_have_url(re.compile(r"/files\?made="))
    expect(page.locator("#outcome")).to_contain_text("ready to be downloaded")
    assert "index.html" in packed(page)


def test_it_can_be_stopped(arbiter: Page, gate: Gate) -> None:
    make_the_site(arbiter)
    with arbiter.expect_response("**/cancel"):  # the desk knows before the work goes on
        arbiter.get_by_role("button", name="Stop").click()
    gate.open()
    expect(arbiter.locator("#outcome")).to_contain_text("It was stopped.")
    expect(arbiter).to_have_url(re.compile(r"/files$"))


def test_without_scripts_one_looks_again(without_scripts: Page, gate: Gate) -> None:
    page = without_scripts
    make_the_site(page)
    page.get_by_role("link", name="Refresh").click()
    expect(page).to_have_url(re.compile("/working/"))
    gate.open()
    page.get_by_role("link", name="Refresh").click()
    expect(page).to_have_url(re.compile(r"/files\?made="))
    assert "index.html" in packed(page)


def test_a_long_pdf_is_waited_for_in_its_tab(
    arbiter: Page, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Slow, "gate", gate, raising=False)
    monkeypatch.setattr(downloads, "draw_process", Slow)
    monkeypatch.setattr(downloads, "AT_ONCE", 0)
    arbiter.goto("/t/demo/A/print")
    arbiter.locator("#all-sheets > summary").click()
    with arbiter.expect_popup() as opened:
        arbiter.get_by_role("link", name="Pairing cards, PDF").click()
    tab = opened.value
    expect(tab.get_by_role("heading", name="Making demo-cards.pdf.")).to_be_visible()
    expect(tab.get_by_role("progressbar")).to_be_visible()
    gate.open()
    expect(tab).to_have_url(re.compile(r"/print\?made="))
    expect(tab.locator("#outcome")).to_contain_text("demo-cards.pdf is ready.")
    link = tab.get_by_role("link", name="demo-cards.pdf")
    answer = tab.request.get(link.get_attribute("href") or "")
    assert answer.body().startswith(b"%PDF-")


def test_a_long_pairing_leads_to_its_draft(arbiter: Page, here: Here, gate: Gate) -> None:
    page = arbiter
    file = here.desktop.desks.file("demo")
    file.act(EnterResults("A", tuple((board, Result.DRAW) for board in (2, 5, 6, 7))))
    page.goto("/t/demo/A/round/5")
    file.submit(lambda desk: gate.pass_())  # its thread is busy
    page.get_by_role("button", name="Pair round 5").click()
    expect(page).to_have_url(re.compile("/working/"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    gate.open()
    expect(page).to_have_url(re.compile("/round/5"))
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
