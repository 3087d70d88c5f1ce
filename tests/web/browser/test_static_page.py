"""The page without an installation, built and driven in Chromium; nothing leaves the machine."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

import crivello as cv
from crivello.formats.example import read_example
from crivello.practice import plain
from tests.support.axe import violations
from tests.support.waiting import SECONDS
from tools.page import MOST_BYTES, build, compressed_size

pytestmark = [pytest.mark.browser, pytest.mark.page, pytest.mark.slow]

expect.set_options(timeout=1000 * SECONDS)


class Files(SimpleHTTPRequestHandler):
    """Any static server, which knows the types of the page's files."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None: ...


@dataclass
class StaticSite:
    """The built page behind a static server that can be ended."""

    folder: Path
    server: ThreadingHTTPServer
    requests: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("page") / "site"
    build(target)
    return target


@pytest.fixture
def site(folder: Path) -> Iterator[StaticSite]:
    handler = functools.partial(Files, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield StaticSite(folder, server)
        server.shutdown()
        thread.join(SECONDS)


@pytest.fixture
def context(browser: Browser, site: StaticSite) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1280, "height": 900})
    found.on("request", lambda request: _note(site, request))
    yield found
    found.close()
    elsewhere = [one for one in site.requests if not one.startswith((site.url, "data:", "blob:"))]
    assert elsewhere == []


def _note(site: StaticSite, request: Request) -> None:
    site.requests.append(request.url)


@pytest.fixture
def page(context: BrowserContext, site: StaticSite) -> Page:
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.goto(site.url)
    expect(found.locator("#answer")).to_contain_text("Bracket at score 2½")  # before the engine
    _wait_for_engine(found)
    assert errors == []
    return found


def _wait_for_engine(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-engine", "ready")


def _see(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab, exact=True).click()
    expect(page.locator("#answer")).not_to_have_attribute("aria-busy", "true")


def test_the_page_is_not_larger_than_it_may_be(folder: Path) -> None:
    assert compressed_size(folder) <= MOST_BYTES


def test_a_file_is_pasted_stepped_through_and_explained(page: Page) -> None:
    page.locator("#paste summary").click()
    page.locator("#paste-form textarea").fill(read_example("dutch-2017").decode())
    page.locator("#paste-form button").click()
    t = cv.example("dutch-2017")
    expect(page.locator("#title")).to_have_text(t.settings.name)
    page.locator("#round").select_option("4")
    expect(page.locator("#answer")).to_contain_text("Round 4")

    _see(page, "Step by step")
    page.locator("select[name=bracket]").select_option("2")
    bar = page.locator(".stepper").first
    expect(bar).to_contain_text("Candidate")
    bar.get_by_role("button", name="First").click()
    expect(bar).to_contain_text("Candidate 1 of")
    table = page.locator(".stepper + table").first
    expect(table.locator("tbody tr").nth(1)).to_have_css("visibility", "hidden")
    bar.get_by_role("button", name="Next").click()
    expect(bar).to_contain_text("Candidate 2 of")
    bar.get_by_role("button", name="To the decision").click()
    expect(table.locator("tr[data-now]")).to_have_class("chosen")

    _see(page, "Why?")
    form = page.locator("form[data-view=player]").first
    form.locator("select[name=player]").select_option("4")
    form.get_by_role("button").click()
    for sentence in cv.explain(t, 4, 4, depth="player"):
        expect(page.locator("#answer")).to_contain_text(sentence)
    _see(page, "Check")
    expect(page.locator("#answer")).to_contain_text("Round 1: same")


def test_a_position_is_in_the_address_and_is_never_sent(
    page: Page, context: BrowserContext, site: StaticSite
) -> None:
    page.set_input_files(
        "#file", {"name": "o.trf", "mimeType": "text/plain", "buffer": read_example()}
    )
    expect(page.locator("#example")).to_have_value("")
    _see(page, "Standings")
    page.fill("input[name=ties]", "BH SB")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#answer thead").first).to_contain_text("BH")
    address = page.url
    assert "#" in address
    other = context.new_page()
    other.goto(address)
    expect(other.locator("#answer thead").first).to_contain_text("BH")
    expect(other.get_by_role("tab", name="Standings")).to_have_attribute("aria-selected", "true")
    assert all("#" not in one for one in site.requests)
    other.goto(f"{site.url}#nonsense")
    other.reload()
    expect(other.locator("#trouble")).to_contain_text("The address does not hold a position")


def test_an_exercise_is_solved_and_a_typed_bracket_explained(page: Page) -> None:
    _see(page, "Practise")
    page.get_by_role("button", name="Next exercise").click()
    expect(page.locator("input[name=answer]")).to_be_focused()
    kept = page.evaluate("() => location.hash")
    assert kept
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#answer .hint")).to_be_visible()
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#answer .solution")).to_be_visible()
    expect(page.locator(".score")).to_have_text("0 of 1 right")
    page.locator("#typed summary").click()
    page.locator("#typed-form select").select_option("dutch-2017")
    page.locator("#typed-form button").click()
    expect(page.locator("#answer")).to_contain_text("Paired: 5-11, 4-6.")
    page.locator("#typed-form input[name=text]").fill("[5W")
    page.locator("#typed-form button").click()
    expect(page.locator("#trouble")).to_contain_text("character")


def test_it_works_without_a_network_after_the_first_visit(
    page: Page, context: BrowserContext, site: StaticSite
) -> None:
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.reload()  # from now on the kept copy answers
    _wait_for_engine(page)
    context.set_offline(offline=True)
    page.reload()
    _wait_for_engine(page)
    _see(page, "Why?")
    expect(page.locator("#answer")).to_contain_text("Why this opponent?")


def test_an_answer_that_does_not_come_is_given_up(page: Page) -> None:
    page.clock.install()
    worker = "() => { globalThis.answered = Worker.prototype.postMessage; }"
    page.evaluate(worker)
    page.evaluate("() => { Worker.prototype.postMessage = () => {}; }")
    page.get_by_role("tab", name="Check").click()
    page.clock.run_for(61_000)
    expect(page.locator("#trouble")).to_contain_text("There was no answer after 60 seconds.")
    page.evaluate("() => { Worker.prototype.postMessage = globalThis.answered; }")


def test_a_phone_has_no_sideways_scroll_in_either_language(
    browser: Browser, site: StaticSite
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True)
    found = context.new_page()
    for file, tab in (("", "Standings"), ("it.html", "Classifica")):
        found.goto(site.url + file)
        _wait_for_engine(found)
        for name in ("Round" if not file else "Turno", tab):
            _see(found, name)
            width = found.evaluate("() => document.documentElement.scrollWidth")
            assert width <= 320
    context.close()


def test_the_keyboard_reaches_every_view(page: Page) -> None:
    page.get_by_role("tab", name="Round", exact=True).focus()
    seen = []
    for _ in range(7):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#answer")).not_to_have_attribute("aria-busy", "true")
        seen.append(page.evaluate("() => document.activeElement.dataset.view"))
    assert len(set(seen)) == 7


def test_a_screen_reader_stumbles_over_nothing(page: Page) -> None:
    for tab in ("Round", "Step by step", "Why?", "Standings", "Practise"):
        _see(page, tab)
        assert violations(page) == [], tab


def test_the_systems_of_typed_brackets_are_those_of_the_exercises(page: Page) -> None:
    values = page.locator("#typed-form option").evaluate_all("all => all.map(one => one.value)")
    assert values == [one["key"] for one in plain.list_systems()]
