"""A tap belongs to its round, in real browsers: offline, closed tabs, the next round, a change.

The trust of browsers in the certificate is tested in `test_network`, and does not matter here.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from crivello.desk import Desk
from crivello.desk.actions import EnterResults, Pair, Publish, PublishResults
from crivello.desk.events import ResultsEntered
from crivello.desk.permissions import TICKED
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from crivello.web.network.codes import Invitation
from tests.support.hall import tournament
from tests.support.waiting import SECONDS, until
from tests.web.network.conftest import RealHall, really

pytestmark = [pytest.mark.browser]


def at_chief(real: RealHall) -> Desk:
    return Desk.open(real.folder / "demo.crivello", "chief")


def results(real: RealHall, round: int) -> list[Result | None]:
    with at_chief(real) as desk:
        return [game.result for game in desk.section("A").rounds[round - 1].games]


def finish(real: RealHall) -> None:
    """Draw the remaining games, publish the results, and pair and publish the next round."""
    with at_chief(real) as desk:
        games = desk.section("A").rounds[-1].games
        missing = [n for n, game in enumerate(games, start=1) if game.result is None]
        if missing:
            desk.act(EnterResults("A", tuple((n, Result.DRAW) for n in missing)))
        desk.act(PublishResults("A"))
        desk.act(Pair("A"))
        last = desk.act(Publish("A")).sequence
    until(lambda: json.loads(real.ask("GET", "/events/now")[2])["demo"] >= last)


def code(real: RealHall, board: int, round: int) -> str:
    """Return the address on the slip of a table."""
    with at_chief(real) as desk:
        game = desk.section("A").rounds[round - 1].games[board - 1]
    one = Invitation(DeviceRole.TABLE, "demo", "A", round, board, (game.white, game.black))
    return f"https://127.0.0.1:{real.port}/table#{real.codes.fragment(one, 0)}"


@contextmanager
def device(browser: Browser, height: int = 700) -> Iterator[BrowserContext]:
    context = browser.new_context(
        locale="en-GB",
        ignore_https_errors=True,
        viewport={"width": 390, "height": height},
        has_touch=True,
    )
    context.set_default_timeout(1000 * SECONDS)
    yield context
    context.close()


def scan(context: BrowserContext, link: str) -> Page:
    page = context.new_page()
    page.goto(link)
    return page


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def as_deputy(context: BrowserContext, real: RealHall) -> Page:
    page = scan(context, f"https://127.0.0.1:{real.port}/join")
    tap(page, "Show a code")
    shown = page.locator("#code").inner_text()
    real.store.approve(shown, "tablet 2", frozenset(TICKED), time.time() + 3600, ["demo"])
    expect(page.locator("#boards li").first).to_be_visible()
    return page


@pytest.fixture
def hall(tmp_path: Path, demonstration: Path) -> Iterator[RealHall]:
    """A hall with the demonstration in round 4."""
    shutil.copy(demonstration, tmp_path)
    with really(tmp_path) as real:
        yield real


@pytest.fixture
def lenient(tmp_path: Path, demonstration: Path) -> Iterator[RealHall]:
    """A hall with the demonstration, where one phone at a table is enough."""
    shutil.copy(demonstration, tmp_path)
    with really(tmp_path, one_phone=True) as real:
        yield real


def test_one_phone_keeps_a_confirmation_for_its_own_round(
    lenient: RealHall, browser: Browser
) -> None:
    with device(browser) as context:
        phone = scan(context, code(lenient, 5, 4))
        tap(phone, "0-1")
        expect(phone.locator("#table")).to_have_attribute("data-stage", "confirm")
        context.set_offline(True)
        tap(phone, "Yes, it is right")
        expect(phone.locator("#notes")).to_contain_text("Waiting to be sent: Round 4, table 5: 0-1")
        expect(phone.locator("#yes")).to_be_hidden()
        phone.close()
        finish(lenient)
        context.set_offline(False)
        phone = scan(context, code(lenient, 5, 5))
        expect(phone.locator("#place")).to_have_text("Table 5, round 5")
        expect(phone.locator("#refused")).to_contain_text("Not entered: Round 4, table 5: 0-1.")
        expect(phone.locator("#table")).to_have_attribute("data-stage", "open")
        assert set(results(lenient, 5)) == {None}
        assert results(lenient, 4)[4] is Result.DRAW
        (listed,) = lenient.store.late_arrivals("demo", "A")
        assert (listed.envelope.seen.round, listed.envelope.wanted) == (4, "0")
        # It stays until it has been read.
        phone.reload()
        expect(phone.locator("#refused")).to_contain_text("Round 4, table 5")
        phone.locator("#refused").get_by_role("button", name="OK").click()
        expect(phone.locator("#refused li")).to_have_count(0)


def test_two_phones_keep_their_taps_for_their_own_round(hall: RealHall, browser: Browser) -> None:
    with device(browser) as one, device(browser) as other:
        for context in (one, other):
            phone = scan(context, code(hall, 6, 4))
            expect(phone.locator("#table")).to_have_attribute("data-stage", "open")
            context.set_offline(True)
            tap(phone, "1-0")
            expect(phone.locator("#waiting")).to_contain_text("Round 4, table 6: 1-0")
            phone.close()
        finish(hall)
        for context in (one, other):
            context.set_offline(False)
            phone = scan(context, code(hall, 3, 5))
            expect(phone.locator("#refused")).to_contain_text("Not entered: Round 4, table 6: 1-0.")
            expect(phone.locator("#table")).to_have_attribute("data-stage", "open")
        assert set(results(hall, 5)) == {None}
        assert len(hall.store.late_arrivals("demo", "A")) == 2


def test_a_deputy_keeps_an_absence_and_a_publication_for_their_round(
    hall: RealHall, browser: Browser
) -> None:
    with device(browser) as context:
        tablet = as_deputy(context, hall)
        with at_chief(hall) as desk:
            missing = [n for n, one in enumerate(results(hall, 4), start=1) if one is None]
            desk.act(EnterResults("A", tuple((n, Result.DRAW) for n in missing if n != 5)))
        expect(tablet.locator("#missing")).to_have_text("Missing: 1")
        context.set_offline(True)
        row = tablet.locator("#b5")
        row.get_by_role("button", name="More").click()
        row.get_by_role("button", name="White absent").click()
        expect(tablet.locator("#ask")).to_contain_text("loses by forfeit")
        tablet.locator("#ask-yes").click()
        expect(row).to_contain_text("Waiting to be sent: Round 4, table 5: White absent")
        finish(hall)
        context.set_offline(False)
        expect(tablet.locator("#round")).to_have_text("Round 5")
        expect(tablet.locator("#refused")).to_contain_text("Round 4, table 5: White absent")
        with at_chief(hall) as desk:
            assert set(results(hall, 5)) == {None}
            assert not desk.section("A").asked
            games = desk.section("A").rounds[-1].games
            desk.act(EnterResults("A", tuple((n + 1, Result.DRAW) for n in range(len(games)))))
        tablet.locator("#refused").get_by_role("button", name="OK").click()
        publish = tablet.get_by_role("button", name="Publish the results")
        expect(publish).to_be_visible()
        context.set_offline(True)
        publish.click()
        expect(tablet.locator("#waiting")).to_contain_text("Round 5, Publish the results")
        with at_chief(hall) as desk:  # a wrong one is seen before they are published
            desk.act(EnterResults("A", ((1, Result.WHITE_WINS),)))
        context.set_offline(False)
        expect(tablet.locator("#refused")).to_contain_text("Round 5, Publish the results")
        with at_chief(hall) as desk:
            assert not desk.section("A").rounds[-1].results_published


def test_a_deputy_corrects_himself_without_connection(hall: RealHall, browser: Browser) -> None:
    with device(browser) as context:
        tablet = as_deputy(context, hall)
        row = tablet.locator("#b5")
        context.set_offline(True)
        row.get_by_role("button", name="1-0").click()
        expect(row).to_contain_text("Waiting to be sent: Round 4, table 5: 1-0")
        row.get_by_role("button", name="½-½").click()
        expect(row).to_contain_text("Waiting to be sent: Round 4, table 5: ½-½")
        expect(row.get_by_role("button", name="½-½")).to_have_attribute("aria-pressed", "true")
        context.set_offline(False)
        expect(row.locator(".now-here")).to_have_text("½-½")
        expect(tablet.locator("#waiting li")).to_have_count(0)
        expect(tablet.locator("#refused li")).to_have_count(0)
        assert results(hall, 4)[4] is Result.DRAW
        with at_chief(hall) as desk:
            entered = [
                one.event for one in desk.log if isinstance(one.event, ResultsEntered)
                and one.event.author is not None
            ]  # fmt: skip
        assert len(entered) == 1


def test_an_answer_about_an_earlier_round_names_it(hall: RealHall, browser: Browser) -> None:
    with device(browser) as context:
        tablet = as_deputy(context, hall)
        context.set_offline(True)
        tablet.locator("#b5").get_by_role("button", name="½-½").click()
        expect(tablet.locator("#b5")).to_contain_text("Waiting to be sent: Round 4, table 5: ½-½")
        finish(hall)  # the same result
        context.set_offline(False)
        expect(tablet.locator("#round")).to_have_text("Round 5")
        expect(tablet.locator("#message")).to_contain_text(
            "Round 4, table 5: ½-½. Table 5, 10 Marco"
        )
        expect(tablet.locator("#waiting li")).to_have_count(0)


def test_a_correction_of_an_entry_whose_answer_was_lost(hall: RealHall, browser: Browser) -> None:
    with device(browser) as context:
        tablet = as_deputy(context, hall)
        row = tablet.locator("#b5")
        lost: list[int] = []

        def lose_answer(route: Route) -> None:
            lost.append(route.fetch().status)
            route.abort()

        context.route(re.compile("/results$"), lose_answer, times=1)
        with tablet.expect_event("requestfailed"):
            row.get_by_role("button", name="1-0").click()
        assert lost == [200]
        context.set_offline(True)
        row.get_by_role("button", name="0-1").click()
        context.set_offline(False)
        expect(row.locator(".now-here")).to_have_text("0-1")
        expect(tablet.locator("#refused li")).to_have_count(0)
        assert results(hall, 4)[4] is Result.BLACK_WINS


def test_a_change_asks_with_names_colours_and_both_results(
    hall: RealHall, browser: Browser
) -> None:
    with device(browser) as context:
        tablet = as_deputy(context, hall)
        row = tablet.locator("#b5")
        row.get_by_role("button", name="1-0").click()
        expect(row.locator(".now-here")).to_have_text("1-0")
        row.get_by_role("button", name="0-1").click()
        question = tablet.locator("#ask-text")
        for word in ("Table 5", "(White)", "(Black)", "1-0", "0-1"):
            expect(question).to_contain_text(word)
        tablet.get_by_role("button", name="Go back").click()
        expect(tablet.locator("#ask")).to_be_hidden()
        assert results(hall, 4)[4] is Result.WHITE_WINS
        row.get_by_role("button", name="0-1").click()
        tablet.locator("#ask-yes").click()
        expect(row.locator(".now-here")).to_have_text("0-1")
        assert results(hall, 4)[4] is Result.BLACK_WINS


def test_a_refusal_is_where_the_hand_is(tmp_path: Path, browser: Browser) -> None:
    """Forty tables on a small phone: the message is on the row and in the bar, both visible."""
    tournament(tmp_path, 40).rename(tmp_path / "demo.crivello")
    with really(tmp_path) as real, device(browser, 640) as context:
        tablet = as_deputy(context, real)
        row = tablet.locator("#b30")
        row.scroll_into_view_if_needed()
        tablet.evaluate("document.querySelector('#b30').scrollIntoView({block: 'center'})")
        context.set_offline(True)
        row.get_by_role("button", name="1-0").click()
        expect(row).to_contain_text("Waiting to be sent")
        with at_chief(real) as desk:
            desk.act(EnterResults("A", ((30, Result.BLACK_WINS),)))
        context.set_offline(False)
        message = row.locator(".refused-here")
        expect(message).to_contain_text("0-1")
        expect(message).to_be_in_viewport()
        expect(tablet.locator("#refused")).to_be_in_viewport()
        assert results(real, 1)[29] is Result.BLACK_WINS
        # A screen has at least six tables, and only those without a result if it is asked to.
        tablet.locator("#refused").get_by_role("button", name="OK").click()
        expect(tablet.locator(".refused-here")).to_have_count(0)
        rows = tablet.locator("#boards li").evaluate_all(
            "rows => rows.filter(row => { const { top, bottom } = row.getBoundingClientRect();"
            " return top >= 0 && bottom <= innerHeight; }).length"
        )
        assert rows >= 6
        tablet.get_by_label("missing only").check()
        expect(tablet.locator("#boards li")).to_have_count(39)


def test_the_end_of_a_round_thanks(hall: RealHall, browser: Browser) -> None:
    with device(browser) as context:
        phone = scan(context, code(hall, 5, 4))
        expect(phone.locator("#table")).to_have_attribute("data-stage", "open")
        finish(hall)
        expect(phone.locator("#table")).to_have_attribute("data-stage", "over")
        expect(phone.locator("#text")).to_contain_text("Thank you.")
        expect(phone.locator("#counted")).to_have_text("½-½")
        expect(phone.locator("#note")).to_contain_text("Scan the code of your new table.")
        expect(phone.locator("#message")).to_be_empty()
        expect(phone.locator("#buttons button")).to_have_count(0)


def test_a_device_that_is_locked_out_can_ask_again(hall: RealHall, browser: Browser) -> None:
    with device(browser) as context:
        tablet = as_deputy(context, hall)
        expect(tablet.locator("#rejoin")).to_be_hidden()
        context.set_offline(True)
        tablet.locator("#b5").get_by_role("button", name="1-0").click()
        hall.store.revoke_all()
        context.set_offline(False)
        again = tablet.get_by_role("link", name="Ask for access again")
        expect(again).to_be_visible()
        again.click()
        tap(tablet, "Show a code")
        shown = tablet.locator("#code").inner_text()
        hall.store.approve(shown, "tablet 3", frozenset(), time.time() + 3600, ["demo"])
        expect(tablet.locator("#b5 .now-here")).to_have_text("1-0")
        assert results(hall, 4)[4] is Result.WHITE_WINS
