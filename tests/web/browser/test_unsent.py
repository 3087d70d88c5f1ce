"""Typed text is kept, shown and sent again until the desk has acknowledged that it is on disk."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from crivello.desk import Desk
from crivello.desk.actions import EnterResults, OpenSection, Pair, Publish, Register
from crivello.desk.events import ChangeCase
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.web.round.page_actions import Rearrange, Rearrangement
from tests.web.browser.conftest import ProcessServer, Server, loaded, open_link
from tests.web.browser.test_round import opened, result, stored

pytestmark = pytest.mark.browser

TYPED = "2 1\n5 0\n6 =\n"
BEFORE = ["0-1", "-", "1-0", "1-0", "-", "-", "-"]
AFTER = ["0-1", "1-0", "1-0", "1-0", "0-1", "½-½", "-"]
SETTINGS = "/t/demo/A/settings"
PORTAL = "<!doctype html><title>Hotel</title><p data-sequence='1'>Room number?</p>"


def unsent(page: Page) -> Locator:
    return page.locator("#unsent")


def waits(page: Page) -> Locator:
    return unsent(page).locator("li")


def type_without_a_session(page: Page, server: Server) -> None:
    opened(page)
    server.end_sessions()
    page.keyboard.type(TYPED)
    expect(unsent(page)).to_contain_text("Your session is over. What you typed is kept")
    expect(waits(page)).to_have_text(
        [
            "Round 4, 2. 4 FM Davide – 5 WIM Elisa: 2 1",
            "Round 4, 5. 10 CM Marco – 14 Roberto: 5 0",
            "Round 4, 6. 8 Kevin – 9 WIM Luisa: 6 =",
        ]
    )
    assert stored(server) == BEFORE


def sent(page: Page, server: Server) -> None:
    """Check that all results are on disk, and that the page continues."""
    expect(unsent(page)).to_be_hidden()
    for table, text in ((2, "1-0"), (5, "0-1"), (6, "½-½")):
        expect(result(page, table)).to_have_text(text)
    expect(page.locator("tr.sending")).to_have_count(0)
    assert stored(server) == AFTER


def test_signing_in_on_the_page_sends_what_waits(page: Page, server: Server) -> None:
    type_without_a_session(page, server)
    page.get_by_label("paste the link").fill(server.link)
    page.get_by_role("button", name="Use this link").click()
    expect(unsent(page)).to_contain_text("has been used, or is too old")
    page.get_by_label("paste the link").fill(server.new_link())
    page.get_by_role("button", name="Use this link").click()
    sent(page, server)
    page.get_by_label("Table and result").fill("7 1")
    page.get_by_label("Table and result").press("Enter")
    expect(page.get_by_role("button", name="Pair round 5")).to_be_visible()
    page.get_by_role("button", name="Pair round 5").click()  # a form of before the sign-in
    expect(page.get_by_text("not published", exact=True)).to_be_visible()


def test_opening_the_link_in_the_same_tab_sends_what_waits(page: Page, server: Server) -> None:
    type_without_a_session(page, server)
    page.reload()
    expect(page.get_by_role("heading", name="The desk does not know this browser")).to_be_visible()
    expect(waits(page)).to_have_count(3)
    open_link(page, server.new_link())
    expect(page).to_have_url(f"{server.url}/")
    expect(unsent(page)).to_be_hidden()
    opened(page)
    sent(page, server)


def test_signing_in_in_another_tab_sends_what_waits(
    page: Page, context: BrowserContext, server: Server
) -> None:
    type_without_a_session(page, server)
    other = context.new_page()
    open_link(other, server.new_link())
    sent(page, server)
    page.bring_to_front()
    page.get_by_label("Table and result").fill("7 1")
    page.get_by_label("Table and result").press("Enter")
    expect(page.get_by_role("button", name="Pair round 5")).to_be_visible()
    assert stored(server) == [*AFTER[:-1], "1-0"]


def test_a_page_that_was_refused_leads_on_after_signing_in_elsewhere(
    page: Page, context: BrowserContext, server: Server
) -> None:
    type_without_a_session(page, server)
    page.reload()
    expect(waits(page)).to_have_count(3)
    open_link(context.new_page(), server.new_link())
    sent(page, server)


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (403, PORTAL, "Something other than the desk answered"),
        (413, PORTAL, "Something other than the desk answered"),
        (500, PORTAL, "Something other than the desk answered"),
        (200, PORTAL.replace("data-sequence", "title"), "Something other than the desk answered"),
        (200, "{}", "Something other than the desk answered"),
        (204, "", "Something other than the desk answered"),
        (None, "", "The desk does not answer"),
    ],
)
def test_any_other_answer_keeps_it(
    page: Page, server: Server, status: int | None, body: str, why: str
) -> None:
    opened(page)

    def answer(route: Route) -> None:
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, body=body, content_type="text/html")

    page.route("**/result", answer)
    page.keyboard.type(TYPED)
    expect(unsent(page)).to_contain_text(why)
    expect(waits(page)).to_have_count(3)
    page.reload()
    expect(unsent(page)).to_contain_text(why)
    expect(waits(page)).to_have_count(3)
    assert stored(server) == BEFORE
    page.unroute("**/result")
    sent(page, server)


def test_an_error_of_the_desk_itself_is_shown_in_its_words(page: Page, server: Server) -> None:
    opened(page)
    page.route("**/result", lambda route: route.continue_(url=f"{server.url}/t/none/A/round"))
    page.keyboard.type("2 1\n")
    expect(unsent(page)).to_contain_text("does not accept such a request")
    page.unroute("**/result")
    expect(result(page, 2)).to_have_text("1-0")


def test_without_a_network_it_waits(page: Page, context: BrowserContext, server: Server) -> None:
    opened(page)
    context.set_offline(True)
    page.keyboard.type(TYPED)
    expect(waits(page)).to_have_count(3)
    context.set_offline(False)
    sent(page, server)


def test_what_waits_is_sent_from_any_page(page: Page, server: Server) -> None:
    opened(page)
    page.route("**/result", lambda route: route.abort())
    page.keyboard.type(TYPED)
    expect(waits(page)).to_have_count(3)
    page.goto("/t/demo/A/standings")
    expect(waits(page)).to_have_count(3)
    page.unroute("**/result")
    expect(unsent(page)).to_be_hidden()
    assert stored(server) == AFTER


@pytest.mark.parametrize("typed", ["2 1", "elisa 1"])
def test_what_was_typed_for_another_pairing_is_refused_and_stays(
    page: Page, server: Server, typed: str
) -> None:
    opened(page)
    server.end_sessions()
    shown = page.locator("[data-entry] [name=seen]")
    before = shown.get_attribute("value") or ""
    page.keyboard.type(f"{typed}\n")
    expect(waits(page)).to_have_count(1)
    with Desk.open(server.folder / "demo.crivello") as desk:
        swapped = Rearrange("A", Rearrangement.SWAP, 4, 10, ChangeCase.CHIEF_ARBITER)
        desk.act(swapped, reason="They had been called to the wrong tables.")
    page.get_by_label("Table and result").press_sequentially("3")
    page.get_by_label("paste the link").fill(server.new_link())
    page.get_by_role("button", name="Use this link").click()
    expect(page.locator("#outcome")).to_contain_text("have changed since this was shown")
    expect(shown).not_to_have_attribute("value", before)
    page.get_by_label("Table and result").fill("6 1")
    page.get_by_label("Table and result").press("Enter")
    expect(result(page, 6)).to_have_text("1-0")
    expect(waits(page)).to_contain_text([f": {typed}"])
    expect(waits(page)).to_contain_text(["have changed since this was shown"])
    page.get_by_role("button", name="Discard", exact=True).click()
    expect(unsent(page)).to_be_hidden()
    assert stored(server) == [*BEFORE[:5], "1-0", "-"]


def test_what_waits_names_what_its_page_showed(page: Page, server: Server) -> None:
    type_without_a_session(page, server)
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('unsent')).map(({ fields }) => fields)")
    seen = [json.loads(one["seen"]) for one in kept]
    places = [[one[name] for name in ("section", "round", "table", "white")] for one in seen]
    assert places == [["A", 4, "2", 4], ["A", 4, "5", 10], ["A", 4, "6", 8]]
    assert {one["event"].partition("#")[0] for one in seen} == {"demo"}
    times = [one["at"] for one in kept]
    assert times == sorted(set(times))
    assert len({one["id"] for one in kept}) == 3


def test_what_waits_is_done_once_even_if_its_answer_was_lost_and_it_was_undone(
    page: Page, server: Server
) -> None:
    opened(page)

    def answer_is_lost(route: Route) -> None:
        assert route.fetch().ok
        with Desk.open(server.folder / "demo.crivello") as desk:
            desk.undo()
        route.abort()

    page.route("**/result", answer_is_lost, times=1)
    page.keyboard.type("2 1\n")
    expect(waits(page)).to_have_count(1)
    expect(unsent(page)).to_be_hidden()
    assert stored(server) == BEFORE


def test_results_of_a_round_are_not_published_from_the_page_of_the_one_before(
    page: Page, server: Server
) -> None:
    """The button drawn for round 4 does not act on round 5."""
    with Desk.open(server.folder / "demo.crivello") as desk:
        desk.act(EnterResults("A", tuple((table, Result.DRAW) for table in (2, 5, 6, 7))))
        opened(page)
        publish = page.get_by_role("button", name="Publish the results")
        expect(publish).to_be_visible()
        page.route("**/changes*", lambda route: route.abort())  # the page hears nothing
        desk.act(Pair("A"))
        desk.act(Publish("A"))
        games = desk.section("A").rounds[4].games
        desk.act(EnterResults("A", tuple((k + 1, Result.DRAW) for k in range(len(games)))))
        publish.click()
        expect(page.locator("#outcome")).to_contain_text("have changed since this was shown")
        desk.refresh()
        assert desk.section("A").rounds[4].results_published == ""


def test_a_question_that_was_passed_over_stays_in_the_list(page: Page, server: Server) -> None:
    opened(page)
    page.keyboard.type("1 1\n")
    expect(page.get_by_role("button", name="Change it to 1-0")).to_be_focused()
    expect(unsent(page)).to_be_hidden()
    page.keyboard.type("2 =\n")
    expect(result(page, 2)).to_have_text("½-½")
    expect(waits(page)).to_contain_text(["0-1 is entered. Change it to 1-0?"])
    page.get_by_role("button", name="Send again").click()
    page.get_by_role("button", name="Change it to 1-0").click()
    expect(result(page, 1)).to_have_text("1-0")
    expect(unsent(page)).to_be_hidden()


def test_the_roll_call_waits_too(page: Page, server: Server) -> None:
    opening = OpenSection("A", Settings(name="New", rounds=5))
    with Desk.create(server.folder / "new.crivello", opening) as desk:
        desk.act(Register("A", tuple(Player(f"Player {n}", id=n, number=0) for n in range(1, 6))))
    page.goto("/t/new/A/players")
    loaded(page)
    server.end_sessions()
    page.get_by_label("Roll-call").fill("3")
    page.get_by_label("Roll-call").press("Enter")
    expect(waits(page)).to_have_text(["Roll-call: 3 (confirmed)"])
    page.get_by_label("paste the link").fill(server.new_link())
    page.get_by_role("button", name="Use this link").click()
    expect(unsent(page)).to_be_hidden()
    expect(page.locator("#p3.is-confirmed")).to_be_visible()


def test_a_tab_of_the_old_session_does_not_keep_the_news_from_the_new_one(
    page: Page, context: BrowserContext, server: Server
) -> None:
    """All tabs share the stream of the first one, which was opened in a session that is over."""
    opening = OpenSection("A", Settings(name="New", rounds=5))
    with Desk.create(server.folder / "new.crivello", opening) as desk:
        page.goto("/t/new/A/players")
        page.wait_for_function("() => news.last > 0")
        server.end_sessions()
        other = context.new_page()
        open_link(other, server.new_link())
        other.goto("/t/new/A/players")
        loaded(other)
        desk.act(Register("A", (Player("Late, Lia", id=1, number=0),)))
        expect(other.locator("main")).to_contain_text("Late, Lia")


@pytest.mark.process
def test_the_program_offers_a_link_to_a_page_whose_session_is_over(
    page: Page, context: BrowserContext, server: ProcessServer
) -> None:
    opened(page)
    for path in server.state.rglob("sessions/*"):
        path.unlink()
    page.keyboard.type(TYPED)
    expect(waits(page)).to_have_count(3)
    page.get_by_role("button", name="Sign in").click()
    expect(unsent(page)).to_contain_text("The program has printed a new link where it runs")
    open_link(context.new_page(), server.read_link())
    sent(page, server)


def test_a_page_that_looks_by_itself_says_that_nobody_is_signed_in(
    page: Page, server: Server
) -> None:
    page.goto("/t/demo/A/network")
    loaded(page)
    expect(unsent(page)).to_be_hidden()
    server.end_sessions()
    expect(unsent(page)).to_contain_text("This browser is not signed in.")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.get_by_label("paste the link").fill(server.new_link())
    page.get_by_role("button", name="Use this link").click()
    expect(unsent(page)).to_be_hidden()


# Forms


def city(page: Page) -> Locator:
    return page.locator("input[name=city]").first


def save(page: Page) -> None:
    city(page).locator("xpath=ancestor::form").get_by_role("button").first.click()


def kept_city(server: Server) -> str:
    with Desk.open(server.folder / "demo.crivello") as desk:
        return desk.section("A").settings.city


def fill_without_a_session(page: Page, server: Server) -> None:
    page.goto(SETTINGS)
    loaded(page)
    city(page).fill("Alessandria")
    server.end_sessions()
    save(page)
    expect(unsent(page)).to_contain_text("Your session is over: the form was not saved.")
    expect(city(page)).to_have_value("Alessandria")
    assert kept_city(server) == "Asti"


def test_a_form_without_a_session_stays_as_it_is(page: Page, server: Server) -> None:
    fill_without_a_session(page, server)
    page.get_by_label("paste the link").fill(server.new_link())
    page.get_by_role("button", name="Use this link").click()
    expect(unsent(page)).to_contain_text("You are signed in again. Send the form now")
    expect(city(page)).to_have_value("Alessandria")
    save(page)
    expect(unsent(page)).to_be_hidden()
    expect(page.locator("#outcome .done")).to_be_visible()
    assert kept_city(server) == "Alessandria"


def test_a_form_is_filled_in_again_after_signing_in(page: Page, server: Server) -> None:
    fill_without_a_session(page, server)
    open_link(page, server.new_link())
    page.get_by_role("link", name="Back to the form").click()
    expect(unsent(page)).to_contain_text("is back in the form")
    expect(city(page)).to_have_value("Alessandria")
    save(page)
    expect(unsent(page)).to_be_hidden()
    expect(page.locator("#outcome .done")).to_be_visible()
    assert kept_city(server) == "Alessandria"


def test_a_form_that_nothing_answers_is_kept_and_filled_in_again(
    page: Page, server: Server
) -> None:
    page.goto(SETTINGS)
    loaded(page)
    city(page).fill("Alessandria")
    posts = "**/settings/**"
    page.route(posts, lambda route: route.abort())
    save(page)
    expect(unsent(page)).to_contain_text("The form was not saved. What you filled in is kept")
    page.unroute(posts)
    page.goto("/t/demo/A/round/4")
    expect(unsent(page)).to_contain_text("The form was not saved. What you filled in is kept")
    page.get_by_role("link", name="Back to the form").click()
    expect(unsent(page)).to_contain_text("is back in the form")
    expect(city(page)).to_have_value("Alessandria")
    assert kept_city(server) == "Asti"
    save(page)
    expect(unsent(page)).to_be_hidden()
    assert kept_city(server) == "Alessandria"


def test_a_form_that_its_page_no_longer_has_is_shown_until_it_is_discarded(
    page: Page, server: Server
) -> None:
    fill_without_a_session(page, server)
    open_link(page, server.new_link())
    page.evaluate(
        """() => {
            const kept = JSON.parse(sessionStorage.getItem("unsent-form"));
            sessionStorage.setItem("unsent-form", JSON.stringify({ ...kept, path: "/gone" }));
        }"""
    )
    page.get_by_role("link", name="Back to the form").click()
    expect(unsent(page)).to_contain_text("This page no longer has the form")
    expect(waits(page)).to_contain_text("Alessandria")
    page.get_by_role("button", name="Discard").click()
    expect(unsent(page)).to_be_hidden()


def ask_about_rules(page: Page) -> None:
    """Allow full-point byes after the start, an exception that the desk asks about."""
    page.goto(SETTINGS)
    loaded(page)
    page.locator("#f-full_point_byes").check()
    page.locator(".savebar button.primary").click()
    expect(page.locator("#ask-yes")).to_be_visible()


def allows_full_point_byes(server: Server) -> bool:
    with Desk.open(server.folder / "demo.crivello") as desk:
        return desk.section("A").announced.full_point_byes


def test_the_answer_to_a_question_waits_for_the_session_too(page: Page, server: Server) -> None:
    ask_about_rules(page)
    server.end_sessions()
    page.locator("#ask-yes").click()
    expect(unsent(page)).to_contain_text("Your session is over: the form was not saved.")
    assert not allows_full_point_byes(server)
    page.get_by_label("paste the link").fill(server.new_link())
    page.get_by_role("button", name="Use this link").click()
    expect(unsent(page)).to_contain_text("You are signed in again. Send the form now")
    page.locator("#ask-yes").click()
    expect(unsent(page)).to_be_hidden()
    expect(page.locator("#outcome .done")).to_be_visible()
    assert allows_full_point_byes(server)


def test_a_form_that_was_asked_about_is_filled_in_again(page: Page, server: Server) -> None:
    ask_about_rules(page)
    server.end_sessions()
    page.locator("#ask-yes").click()
    expect(unsent(page)).to_contain_text("Your session is over: the form was not saved.")
    open_link(page, server.new_link())
    page.get_by_role("link", name="Back to the form").click()
    expect(unsent(page)).to_contain_text("is back in the form")
    expect(page.locator("#f-full_point_byes")).to_be_checked()


def test_a_button_of_its_own_address_says_that_the_session_is_over(
    page: Page, server: Server
) -> None:
    page.goto("/t/demo/A/players/3")
    loaded(page)
    page.locator("#reason-w").fill("phone")
    server.end_sessions()
    page.get_by_role("button", name="Expel").click()
    expect(unsent(page)).to_contain_text("Your session is over: the form was not saved.")
    expect(page.locator("#reason-w")).to_have_value("phone")


@pytest.mark.parametrize("status", [200, 403, 413, 500])
def test_a_form_stays_whatever_else_answers(page: Page, server: Server, status: int) -> None:
    page.goto(SETTINGS)
    loaded(page)
    city(page).fill("Alessandria")
    posts = "**/settings/**"
    page.route(posts, lambda route: route.fulfill(status=status, body=PORTAL))
    save(page)
    expect(unsent(page)).to_contain_text("not saved")
    expect(city(page)).to_have_value("Alessandria")
    page.unroute(posts)
    save(page)
    expect(unsent(page)).to_be_hidden()
    assert kept_city(server) == "Alessandria"
