"""Two phones, a tablet and the desk in real browsers, over TLS that the browsers trust.

The authority is added to the browser's own store; certificate errors are never ignored.
"""

from __future__ import annotations

import io
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from crivello.web.app import create_app
from crivello.web.server import Server as ServerLoop
from crivello.web.server import listen
from crivello.web.session import Sessions
from tests.support.programs import CHROMIUM
from tests.support.waiting import SECONDS
from tests.web.browser.conftest import Server, launch

pytestmark = [pytest.mark.browser, pytest.mark.nss]


@contextmanager
def desk_at(folder: Path, state: Path) -> Iterator[tuple[Server, Sessions]]:
    """Run a desk that remembers its devices."""
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        sessions = Sessions(state)
        app = create_app(folder, port=port, sessions=sessions)
        ready = threading.Event()
        loop = ServerLoop(app, ready.set)
        thread = threading.Thread(target=loop.run, kwargs={"sockets": [listening]})
        thread.start()
        assert ready.wait(SECONDS)
        link = f"http://127.0.0.1:{port}/start?token={sessions.start_token()}"
        try:
            yield Server(folder, port, link), sessions
        finally:
            loop.handle_exit(signal.SIGINT, None)
            thread.join(SECONDS)
        assert not thread.is_alive()


def trusting_home(folder: Path, authority: Path) -> Path:
    """Return a home folder whose browsers trust the authority, as after installing it."""
    store = folder / "home" / ".pki" / "nssdb"
    store.mkdir(parents=True)
    base = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*base, "-N", "--empty-password"], check=True, capture_output=True)
    add = ["-A", "-t", "C,,", "-n", "crivello", "-i", str(authority)]
    subprocess.run([*base, *add], check=True, capture_output=True)
    return folder / "home"


def read_codes(picture: bytes) -> list[str]:
    return [one.text for one in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))]


def read_code(page: Page, selector: str) -> str:
    """Return the code that a phone reads from the screen."""
    (found,) = read_codes(page.locator(selector).screenshot())
    return found


def on_phone(context: BrowserContext, link: str) -> Page:
    page = context.new_page()
    page.goto(link)
    return page


def tap(phone: Page, result: str) -> None:
    phone.get_by_role("button", name=result, exact=True).click()


def turn_on(browser: Browser, server: Server) -> Page:
    """Turn the network on; return the page *Network* of the desk."""
    office = browser.new_context(locale="en-GB", base_url=server.url)
    office.set_default_timeout(1000 * SECONDS)
    assert office.request.get(server.link).ok
    desk = office.new_page()
    desk.goto("/t/demo/A/network")
    desk.get_by_label("Address of this computer").fill("127.0.0.1")
    desk.get_by_text("Ports", exact=True).click()
    for port in ("Port over TLS", "Port of public pages without TLS"):
        desk.get_by_label(port).fill("0")  # any free one: others may test on this computer
    desk.get_by_role("button", name="Turn the network on").click()
    expect(desk.locator("#outcome")).to_contain_text("The network is on.")
    return desk


def test_a_round_on_phones(tmp_path: Path, demonstration: Path, browser: Browser) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    with desk_at(folder, tmp_path / "state" / "desks" / "one") as (server, _):
        desk = turn_on(browser, server)
        fingerprint = desk.locator("#fingerprint").inner_text()
        public = read_code(desk, "#public-qr")
        assert public.startswith("http://127.0.0.1:")
        assert public.endswith("/public")
        # The codes on the slips, as they are printed, and on the projector.
        desk.goto("/t/demo/A/print/slips")
        slips = desk.locator(".slip")
        places = [text.split()[-1] for text in slips.locator("h2").all_inner_texts()]
        codes = {
            board: read_code(desk, f".slip >> nth={places.index(str(board))} >> svg")
            for board in (5, 6)
        }
        desk.goto("/t/demo/A/hall/show?what=boards")
        assert read_code(desk, ".public-code img") == public
        assert desk.evaluate("document.documentElement.scrollHeight <= innerHeight")
        desk.goto("/t/demo/A/hall/show?what=codes")
        expect(desk.locator("#hall")).to_have_class(re.compile("paging"))
        shown = read_codes(desk.screenshot())
        assert codes[5] in shown
        assert codes[6] in shown
        desk.goto("/t/demo/A/network/tables")
        assert read_code(desk, "#c5 img") == codes[5]
        assert codes[5].startswith("https://127.0.0.1:")
        assert codes[5].endswith("~" + fingerprint.replace(":", "")[:32])

        authority = tmp_path / "state" / "desks" / "one" / "network" / "authority.pem"
        home = trusting_home(tmp_path, authority)
        trusting = launch(browser.browser_type, HOME=str(home))
        phones = [trusting.new_context(locale=locale) for locale in ("en-GB", "it-IT")]
        for context in phones:
            context.set_default_timeout(1000 * SECONDS)

        # Agree.
        one, other = (on_phone(context, codes[5]) for context in phones)
        expect(one.locator("#place")).to_have_text("Table 5, round 4")
        expect(other.locator("#place")).to_have_text("Tavolo 5, turno 4")
        assert "#" not in one.url  # the secret has left the address line
        tap(one, "1-0")
        expect(one.locator("#table")).to_have_attribute("data-stage", "proposed")
        tap(other, "1-0")
        expect(other.locator("#table")).to_have_attribute("data-stage", "entered")
        expect(one.locator("#table")).to_have_attribute("data-stage", "entered")

        # Disagree: the desk accepts one of the two.
        one, other = (on_phone(context, codes[6]) for context in phones)
        expect(one.locator("#place")).to_have_text("Table 6, round 4")
        tap(one, "1-0")
        expect(one.locator("#table")).to_have_attribute("data-stage", "proposed")
        tap(other, "0-1")
        expect(other.locator("#table")).to_have_attribute("data-stage", "disagree")
        desk.goto("/t/demo/A/network")
        desk.locator("#t6").get_by_role("button", name="Accept 0-1").click()
        expect(one.locator("#table")).to_have_attribute("data-stage", "entered")

        # A tablet is approved, loses its connection, and sends what it has kept, once.
        tablet_context = trusting.new_context(locale="en-GB")
        tablet_context.set_default_timeout(1000 * SECONDS)
        tablet = on_phone(tablet_context, re.sub("/table#.*", "/join", codes[5]))
        tablet.get_by_role("button", name="Show a code").click()
        code = tablet.locator("#code").inner_text()
        desk.goto("/t/demo/A/network")
        desk.get_by_label("Code on the device").fill(code)
        desk.get_by_label("Name of the device").fill("tablet 2")
        desk.get_by_role("button", name="Approve", exact=True).click()
        expect(tablet.locator("h1")).to_contain_text("tablet 2")
        row = tablet.locator("#b7")
        expect(row).to_be_visible()
        tablet.wait_for_function("kept => caches.match(kept)", arg=f"{tablet.url}/state")
        tablet_context.set_offline(True)
        row.get_by_role("button", name="½-½").click()
        expect(tablet.locator("#waiting")).to_contain_text(
            "Waiting to be sent: Round 4, table 7: ½-½"
        )
        # It trusts the authority: so its page can be loaded again without connection.
        expect(tablet.locator("#untrusted")).to_be_hidden()
        tablet.reload()
        expect(tablet.locator("#b5")).to_contain_text("1-0")
        expect(tablet.locator("#waiting")).to_contain_text(
            "Waiting to be sent: Round 4, table 7: ½-½"
        )
        expect(tablet.locator("#message")).to_contain_text("No connection.")
        tablet_context.set_offline(False)
        expect(tablet.locator("#b7 .now-here")).to_have_text("½-½")
        expect(tablet.locator("#waiting li")).to_have_count(0)
        desk.goto("/t/demo/A/network")
        expect(desk.locator("#devices")).to_contain_text("tablet 2")
        trusting.close()
        desk.context.close()

    with Desk.open(folder / "demo.crivello") as file:
        results = [game.result for game in file.section("A").rounds[3].games]
        entered = [item for item in file.log if item.event.author is not None]
    assert results[4:] == [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW]
    assert [item.event.author.device for item in entered if item.event.author] == [
        "A 4: table 5",
        "tablet 2",
    ]


def test_what_a_phone_sees_that_does_not_trust_the_authority(
    tmp_path: Path, demonstration: Path, browser: Browser
) -> None:
    """The phone shows a warning; if its owner continues, everything works except updating by
    itself.
    """
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    with desk_at(folder, tmp_path / "state" / "desks" / "one") as (server, _):
        desk = turn_on(browser, server)
        public = read_code(desk, "#public-qr")
        desk.goto("/t/demo/A/network/deputy-card")
        join = read_code(desk, "#join-qr")
        whole = launch(browser.browser_type, CHROMIUM)  # the warning is the browser's own page
        stranger = whole.new_context(locale="en-GB")
        stranger.set_default_timeout(1000 * SECONDS)
        assert stranger.new_page().goto(public) is not None  # public pages have no such hurdle
        phone = stranger.new_page()
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            phone.goto(join)
        expect(phone.locator("body")).to_contain_text("Your connection is not private")
        expect(phone.get_by_role("button", name="Show a code")).to_have_count(0)
        # Its owner has compared the fingerprint, and goes on.
        phone.locator("#details-button").click()
        phone.locator("#proceed-link").click()
        phone.get_by_role("button", name="Show a code").click()
        code = phone.locator("#code").inner_text()
        desk.goto("/t/demo/A/network")
        desk.get_by_label("Code on the device").fill(code)
        desk.get_by_label("Name of the device").fill("phone 1")
        desk.get_by_role("button", name="Approve", exact=True).click()
        expect(phone.locator("#b7")).to_be_visible()
        expect(phone.locator("#untrusted")).to_contain_text("does not trust the certificate")
        # What a finger is on stays, though another result comes in.
        half = phone.locator("#b7").get_by_role("button", name="½-½")
        half.hover()
        with Desk.open(folder / "demo.crivello") as file:
            file.act(EnterResults("A", ((6, Result.DRAW),)))
        phone.mouse.down()
        phone.wait_for_function("() => pressing.waiting.length")
        phone.mouse.up()
        expect(phone.locator("#b7 .now-here")).to_have_text("½-½")
        expect(phone.locator("#b6 .now-here")).to_have_text("½-½")
        whole.close()
        desk.context.close()


def test_after_a_restart_one_press_goes_on_and_a_taken_port_is_asked_about(
    tmp_path: Path, demonstration: Path, browser: Browser
) -> None:
    folder, state = tmp_path / "desk", tmp_path / "state" / "desks" / "one"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    with desk_at(folder, state) as (server, _):
        public = turn_on(browser, server).locator("a[target=_blank]").inner_text()
    with desk_at(folder, state) as (server, _):
        office = browser.new_context(locale="en-GB", base_url=server.url)
        assert office.request.get(server.link).ok
        desk = office.new_page()
        desk.goto("/t/demo/A/round")
        desk.get_by_role("link", name="Network: it was on").click()
        expect(desk.locator("#interrupted")).to_contain_text("It was on for demo at 127.0.0.1")
        with socket.create_server(("127.0.0.1", urlsplit(public).port or 0)):
            desk.get_by_role("button", name="Turn it on again until").click()
            expect(desk.locator("#port-taken")).to_contain_text("is taken by")
        desk.get_by_role("button", name=f"Try port {urlsplit(public).port} again").click()
        expect(desk.locator("#outcome")).to_contain_text("The network is on.")
        expect(desk.locator("a[target=_blank]")).to_have_text(public)
        office.close()
