"""Pages that update themselves: they miss no event, and do not disturb an arbiter who works on
them.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from crivello.desk import Desk
from crivello.desk.actions import Action, EnterResults, OpenSection, Register, RequestByes
from crivello.desk.events import RequestedBye
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from tests.web.browser.conftest import Server, loaded

pytestmark = pytest.mark.browser

ABSENT = RequestByes("A", (RequestedBye(7, 5, Bye.ZERO_POINT),))
"""More than a result: the page Round loads itself again."""


def act(server: Server, action: Action) -> int:
    """Do an action as another program; return the number of its event."""
    with Desk.open(server.folder / "demo.crivello") as desk:
        return desk.act(action).sequence


def drawn(board: int) -> Action:
    return EnterResults("A", ((board, Result.DRAW),))


def shows(page: Page, sequence: int) -> None:
    """Wait until the page shows the state after this event."""
    expect(page.locator("#page")).to_have_attribute("data-sequence", str(sequence))


def held_back(page: Page, is_it: Callable[[str], bool], act: Callable[[], object]) -> Route:
    """Hold back the first request of a kind after an action; let all others through."""
    page.wait_for_function("() => news.last > 0 || news.all.size")  # the stream has begun
    asked: list[Route] = []

    def ask(route: Route) -> None:
        if asked:
            route.continue_()
        else:
            asked.append(route)

    page.route(is_it, ask)
    act()
    while not asked:
        page.wait_for_timeout(20)
    return asked[0]


def test_what_is_typed_ticked_and_unfolded_stays(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/players")
    page.locator("#new > summary").click()
    page.locator("#tick-3").check()
    page.locator("#bye-round").select_option("6")
    name = page.locator("#new-name")
    name.press_sequentially("Half ty")
    sequence = act(server, Register("A", (Player(id=0, number=0, name="Late, Lia"),)))
    expect(page.locator("main")).to_contain_text("Late, Lia")
    shows(page, sequence)
    expect(name).to_be_focused()
    page.keyboard.type("ped")
    expect(name).to_have_value("Half typed")
    expect(page.locator("#tick-3")).to_be_checked()
    expect(page.locator("#bye-round")).to_have_value("6")
    page.get_by_role("button", name="Register", exact=True).click()  # an answer begins anew
    expect(page.locator("#outcome")).to_contain_text("Half typed is registered.")
    expect(name).to_have_value("")
    expect(page.locator("#tick-3")).not_to_be_checked()


def test_whoever_walks_stays_on_his_board(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/round/4")
    fifth = page.locator("#t5 .res a")
    fifth.focus()
    shows(page, act(server, ABSENT))
    expect(fifth).to_be_focused()
    shows(page, act(server, drawn(5)))
    expect(fifth).to_be_focused()
    expect(fifth).to_have_text("½-½")


def test_a_half_typed_entry_stays(page: Page, server: Server) -> None:
    page.goto("/t/demo/A/round/4")
    box = page.get_by_label("Table and result")
    expect(box).to_be_focused()
    page.keyboard.type("2")
    shows(page, act(server, ABSENT))
    page.keyboard.type(" 1\n")
    expect(page.locator("#t2 .res")).to_have_text("1-0")


def test_a_part_that_loads_itself_again_keeps_what_is_typed(page: Page, server: Server) -> None:
    settings = Settings(name="Club", rounds=5, system="roundrobin")
    file = server.folder / "club.crivello"
    with Desk.create(file, OpenSection("A", settings)) as club:
        club.act(Register("A", tuple(Player(f"Player {n}", id=n, number=0) for n in range(1, 6))))
        page.goto("/t/club/A/schedule")
        loaded(page)
        page.wait_for_function("() => news.last > 0")
        page.evaluate("document.getElementById('schedule').dataset.before = '1'")
        seed = page.get_by_label("Seed")
        seed.press_sequentially("agreed bef")
        club.act(Register("A", (Player(id=0, number=0, name="Late, Lia"),)))
        expect(page.locator("#schedule[data-before]")).to_have_count(0)
        expect(seed).to_be_focused()
        page.keyboard.type("orehand")
        expect(seed).to_have_value("agreed beforehand")


class Mouse:
    """A pointer that presses and releases, as a mouse does."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        what.hover()
        self.page.mouse.down()

    def let_go(self) -> None:
        self.page.mouse.up()


class Finger(Mouse):
    """A pointer whose click comes after it has left, as an event of its own."""

    def press(self, what: Locator) -> None:
        self.page.wait_for_function("() => document.readyState === 'complete'")
        box = what.bounding_box()
        assert box is not None
        self.devtools = self.page.context.new_cdp_session(self.page)
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.touch("touchStart", [point])

    def let_go(self) -> None:
        self.touch("touchEnd", [])

    def touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class SpaceBar(Mouse):
    def press(self, what: Locator) -> None:
        what.focus()
        self.page.keyboard.down("Space")

    def let_go(self) -> None:
        self.page.keyboard.up("Space")


@pytest.mark.parametrize("kind", [Mouse, Finger, SpaceBar])
def test_what_is_pressed_is_clicked(page: Page, server: Server, kind: type[Mouse]) -> None:
    for board in (2, 5, 6, 7):
        act(server, drawn(board))
    page.goto("/t/demo/A/round/4")
    hand = kind(page)
    hand.press(page.get_by_role("button", name="Publish the results"))
    sequence = act(server, ABSENT)
    page.wait_for_function(f"() => news.last === {sequence}")
    page.wait_for_timeout(300)  # time enough for a page that would not wait
    hand.let_go()
    expect(page.locator("#outcome")).to_contain_text("The results of round 4 are published.")
    shows(page, sequence + 1)


@pytest.mark.parametrize("kind", [Mouse, Finger])
def test_an_answer_waits_for_who_is_pressing(page: Page, server: Server, kind: type[Mouse]) -> None:
    """The answer to typed text arrives while its row is being clicked."""
    page.goto("/t/demo/A/round/4")
    expect(page.get_by_label("Table and result")).to_be_focused()
    link = page.locator("#t5 .res a")
    held = held_back(page, lambda url: url.endswith("/result"), lambda: page.keyboard.type("5 1\n"))
    hand = kind(page)
    hand.press(link)
    held.fulfill(response=held.fetch())
    page.wait_for_function("() => pressing.waiting.length")
    hand.let_go()
    expect(page).to_have_url(f"{server.url}/t/demo/A/round/4/board/5")


@pytest.mark.parametrize("address", ["round/4", "round"])
@pytest.mark.parametrize("kind", [Mouse, Finger, SpaceBar])
def test_a_new_page_waits_for_who_is_pressing(
    page: Page, server: Server, kind: type[Mouse], address: str
) -> None:
    """The answer to one form arrives while the button of the next is being pressed.

    At the second address that answer leads to another page.
    """
    for board in (2, 5, 6, 7):
        sequence = act(server, drawn(board))
    page.goto(f"/t/demo/A/{address}")
    publish = page.get_by_role("button", name="Publish the results")
    held = held_back(page, lambda url: url.endswith("/publish-results"), publish.click)
    hand = kind(page)
    hand.press(page.get_by_role("button", name="Pair round 5"))
    held.fulfill(response=held.fetch())
    page.wait_for_function("() => pressing.waiting.length")
    hand.let_go()
    expect(page.get_by_text("not published", exact=True)).to_be_visible()
    shows(page, sequence + 2)


def test_a_press_whose_end_nobody_hears_holds_nothing_up_for_ever(
    page: Page, server: Server
) -> None:
    page.goto("/t/demo/A/round/4")
    loaded(page)
    page.evaluate("pressing.LONGEST = 200")
    hand = Mouse(page)
    hand.press(page.locator("#t5 .white"))
    shows(page, act(server, drawn(2)))
    hand.let_go()


def test_what_is_typed_into_a_question_stays_when_the_standings_change(
    page: Page, server: Server
) -> None:
    page.goto("/t/demo/A/standings")
    loaded(page)
    page.wait_for_function("() => news.last > 0")
    page.get_by_text("Why is one above another?").click()
    one = page.locator("#f-one")
    one.press_sequentially("1")
    page.evaluate("document.getElementById('f-one').dataset.before = '1'")
    act(server, EnterResults("A", tuple((board, Result.DRAW) for board in (2, 5, 6, 7))))
    expect(page.locator("#f-one[data-before]")).to_have_count(0)
    expect(one).to_be_focused()
    page.keyboard.type("2")
    expect(one).to_have_value("12")


def test_news_that_come_while_a_part_is_asked_for_are_not_missed(
    page: Page, server: Server
) -> None:
    page.goto("/t/demo/A/round")  # files that are open are looked after
    page.goto("/")
    expect(page.locator("#tournaments")).to_contain_text("tables 2, 5, 6, 7")
    home = held_back(page, lambda url: urlsplit(url).path == "/", lambda: act(server, drawn(2)))
    answer = home.fetch()
    sequence = act(server, drawn(5))
    page.wait_for_function(f"() => news.all.get('demo') === {sequence}")
    home.fulfill(response=answer)
    expect(page.locator("#tournaments")).to_contain_text("tables 6, 7")


def test_an_answer_that_comes_late_changes_nothing(page: Page, server: Server) -> None:
    """The page was requested before a newer one, and arrives after it."""
    page.goto("/t/demo/A/round/4")
    changes = held_back(page, lambda url: "/changes?" in url, lambda: act(server, drawn(2)))
    answer = changes.fetch()
    assert "4 of 7" in answer.text()
    shows(page, act(server, EnterResults("A", ((2, Result.WHITE_WINS),))))
    expect(page.locator("#t2 .res")).to_have_text("1-0")
    with page.expect_response("**/changes?*"):
        changes.fulfill(response=answer)
    page.get_by_label("Table and result").fill("6 1")
    page.get_by_label("Table and result").press("Enter")
    expect(page.locator("#t6 .res")).to_have_text("1-0")
    expect(page.locator("#summary")).to_contain_text("5 of 7")
    expect(page.locator("#t2 .res")).to_have_text("1-0")


def test_a_page_that_comes_after_a_newer_one_is_left(page: Page, server: Server) -> None:
    """Otherwise it would remove the box that is on both pages."""
    page.goto("/t/demo/A/round/4")
    box = page.get_by_label("Table and result")
    expect(box).to_be_focused()
    page.keyboard.type("2 =\n")
    undo = page.locator("#outcome").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    reload = held_back(page, lambda url: url.endswith("/round/4"), lambda: act(server, ABSENT))
    answer = reload.fetch()
    undo.click()
    expect(page.locator("#t2 .res")).to_have_text("–")
    with page.expect_response(lambda one: one.url.endswith("/round/4")):
        reload.fulfill(response=answer)
    box.fill("5 1")
    box.press("Enter")
    expect(page.locator("#t5 .res")).to_have_text("1-0")
    expect(page.locator("#t2 .res")).to_have_text("–")


def test_two_forms_on_their_way_are_both_answered(page: Page, server: Server) -> None:
    """The answer to the second arrives first, and replaces the page that the first was sent
    from.
    """
    for board in (2, 5, 6, 7):
        sequence = act(server, drawn(board))
    page.goto("/t/demo/A/round/4")
    publish = page.get_by_role("button", name="Publish the results")
    first = held_back(page, lambda url: url.endswith("/publish-results"), publish.click)
    answer = first.fetch()
    page.get_by_role("button", name="Pair round 5").click()
    expect(page.get_by_text("not published", exact=True)).to_be_visible()
    first.fulfill(response=answer)
    expect(page.locator("#outcome")).to_contain_text("The results of round 4 are published.")
    shows(page, sequence + 2)
