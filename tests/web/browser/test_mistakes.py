"""The twelve mistakes of a tired arbiter, and the clicks and keys that put each of them right.

Each test makes a mistake as it happens in a hall, puts it right with the means of the page that
shows it, and compares the effort with docs/contribute/desk.md. Then the file has the right state.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from crivello.desk import Desk, Section
from crivello.desk import actions as a
from crivello.desk.events import ResultsEntered
from crivello.model.result import Result
from tests.desk.desks import fresh
from tests.web.browser.conftest import Server, loaded
from tests.web.browser.test_whole_walk import DOCS, Hands

pytestmark = pytest.mark.browser

DEMO = "/t/demo/A"
ROUND = f"{DEMO}/round/4"
"""Fourteen players in round 4; tables 2, 5, 6 and 7 have no result yet."""


@pytest.fixture
def hands(page: Page) -> Hands:
    return Hands(page)


@contextmanager
def put_right(hands: Hands, mistake: str) -> Iterator[None]:
    """Count the clicks and keys of the block, and compare them with those of the documentation."""
    with hands.task(mistake):
        yield
    row = f"| {mistake} | {hands.efforts[mistake]} |"
    assert row in DOCS.read_text().splitlines(), f"write into {DOCS}: {row}"


def section(server: Server, file: str = "demo") -> Section:
    with Desk.open(server.folder / f"{file}.crivello") as desk:
        return desk.section("A")


def result_of(server: Server, table: int) -> str:
    game = section(server).rounds[-1].games[table - 1]
    return f"{game.result or '-'}{' reversed' if game.reversed else ''}"


def opened(page: Page, path: str = ROUND) -> None:
    page.goto(path)
    loaded(page)


def shown(page: Page, table: int) -> Locator:
    return page.locator(f"#t{table} .res")


def say(page: Page) -> Locator:
    return page.locator("#outcome")


def name_at(page: Page, table: int, side: str) -> str:
    """Return a player's name without the title."""
    return (page.locator(f"#t{table} .{side} .name").text_content() or "").split()[-1]


def finish_round(server: Server) -> None:
    """Enter the missing results and publish them, as another program."""
    with Desk.open(server.folder / "demo.crivello") as desk:
        desk.act(a.EnterResults("A", tuple((table, Result.DRAW) for table in (2, 5, 6, 7))))
        desk.act(a.PublishResults("A"))


def test_a_wrong_result(page: Page, server: Server, hands: Hands) -> None:
    """The right one is typed over it; the question says what is changed."""
    opened(page)
    page.keyboard.type("2 1\n")
    expect(shown(page, 2)).to_have_text("1-0")
    white, black = name_at(page, 2, "white"), name_at(page, 2, "black")
    with put_right(hands, "A wrong result"):
        hands.type("2 0\n")
        question = page.get_by_role("button", name="Change it to 0-1")
        expect(question).to_be_focused()
        expect(say(page)).to_contain_text(white)
        expect(say(page)).to_contain_text(black)
        hands.key("Enter")
        expect(shown(page, 2)).to_have_text("0-1")
    assert result_of(server, 2) == "0-1"


def test_a_wrong_result_that_is_published(page: Page, server: Server, hands: Hands) -> None:
    finish_round(server)
    opened(page, ROUND)
    with put_right(hands, "A wrong result, published"):
        hands.click(shown(page, 2).get_by_role("link"))
        hands.choose(page.get_by_label("Corrected result"), "1")
        hands.fill("Reason", "signed so")
        hands.press("Save the correction")
        expect(say(page).locator(".done")).to_be_visible()
    assert result_of(server, 2) == "1-0"


def test_a_wrong_pairing_before_publication(page: Page, server: Server, hands: Hands) -> None:
    """A player who is absent was paired: the bye is given, and the round paired again."""
    finish_round(server)
    opened(page, ROUND)
    hands.press("Pair round 5")
    expect(page.get_by_text("not published", exact=True)).to_be_visible()
    seat = page.locator("#t3 .white .seat")
    player = int(seat.get_attribute("data-player") or 0)
    page.goto(f"{DEMO}/players/{player}")
    loaded(page)
    byes = page.locator("section[aria-labelledby=byes]")
    with put_right(hands, "An absent player paired, noticed before publication"):
        hands.click(byes.get_by_label("5", exact=True))
        hands.press("Give")
        expect(say(page).locator(".message")).to_be_visible()
        hands.click(page.get_by_role("link", name="Round", exact=True))
        hands.click(page.get_by_text("Not this pairing?"))
        hands.press("Pair again")
        expect(page.locator(f"#boards [data-player='{player}']")).to_have_count(0)
    draft = section(server).draft
    assert draft is not None
    assert not any(player in pair for pair in draft.boards)


def test_a_wrong_pairing_after_publication(page: Page, server: Server, hands: Hands) -> None:
    """Two players sit at each other's table: their places are exchanged, with case and reason."""
    with Desk.open(server.folder / "demo.crivello") as desk:
        before = [game.white for game in desk.section("A").rounds[-1].games]
    opened(page, ROUND)
    with put_right(hands, "A wrong pairing, noticed after publication"):
        hands.follow("Change the published pairing…")
        loaded(page)
        hands.click(page.locator("#t6 .white .seat"))
        hands.click(page.locator("#t7 .white .seat"))
        hands.fill("Reason", "wrong tables.")
        hands.press("Change the pairing")
        expect(say(page).locator(".done")).to_be_visible()
    games = section(server).rounds[-1].games
    assert [game.white for game in games[5:7]] == [before[6], before[5]]


def test_a_result_typed_twice(page: Page, server: Server) -> None:
    """It is entered once, and there is nothing to put right."""
    opened(page)
    page.keyboard.type("2 1\n2 1\n")
    expect(say(page)).to_contain_text("already")
    assert result_of(server, 2) == "1-0"
    with Desk.open(server.folder / "demo.crivello") as desk:
        last = [item.event for item in desk.log][-2:]
    assert [isinstance(event, ResultsEntered) for event in last].count(True) <= 2


def test_a_player_registered_twice(page: Page, server: Server, hands: Hands) -> None:
    """The desk asks before it registers a second player of this name."""
    fresh(server.folder).close()
    opened(page, "/t/t/A/players")
    page.locator("#new > summary").click()
    page.get_by_label("Name", exact=True).first.fill("Player 003")
    page.locator("#new-rating").fill("2380")
    page.keyboard.press("Enter")
    expect(say(page).locator(".asked")).to_be_visible()
    with put_right(hands, "A player registered twice"):
        hands.click(say(page).get_by_role("button", name="Close"))
    assert len(section(server, "t").registrations) == 8


def test_a_deleted_player(page: Page, server: Server, hands: Hands) -> None:
    fresh(server.folder).close()
    opened(page, "/t/t/A/players/3")
    hands.press("Cancel the registration")
    expect(say(page)).to_contain_text("Player 003")
    with put_right(hands, "A registration cancelled by mistake"):
        hands.click(say(page).get_by_role("button", name="Undo"))
        expect(page.get_by_role("link", name="Player 003")).to_be_visible()
    assert 3 in section(server, "t").registrations


def test_a_round_published_too_early(page: Page, server: Server, hands: Hands) -> None:
    finish_round(server)
    opened(page, ROUND)
    hands.press("Pair round 5")
    hands.press("Publish round 5")
    expect(page.get_by_label("Table and result")).to_be_visible()
    with put_right(hands, "A round published too early"):
        hands.click(say(page).get_by_role("button", name="Undo"))
        expect(page.get_by_text("not published", exact=True)).to_be_visible()
    assert len(section(server).rounds) == 4


def test_a_browser_closed_in_the_middle_of_typing(context: BrowserContext, server: Server) -> None:
    """What was typed without a connection is sent by the next page, without a click."""
    page = context.new_page()
    opened(page)
    context.set_offline(True)
    page.keyboard.type("5 1\n6 =\n")
    expect(page.locator("#unsent")).to_contain_text(": 6 =")
    page.close()
    context.set_offline(False)
    again = context.new_page()
    opened(again, f"{DEMO}/players")
    opened(again)
    expect(shown(again, 5)).to_have_text("1-0")
    expect(shown(again, 6)).to_have_text("½-½")
    assert (result_of(server, 5), result_of(server, 6)) == ("1-0", "½-½")


def test_an_action_that_was_wrong_and_noticed_later(
    page: Page, server: Server, hands: Hands
) -> None:
    """A withdrawal, and other entries after it: the log undoes it alone."""
    opened(page, f"{DEMO}/players/5")
    hands.press("Has withdrawn")
    expect(say(page).locator(".done")).to_be_visible()
    opened(page)
    page.keyboard.type("6 1\n")
    expect(shown(page, 6)).to_have_text("1-0")
    with put_right(hands, "An action noticed as wrong later"):
        hands.click(page.get_by_role("link", name="Log", exact=True))
        row = page.locator("table.log tbody tr").filter(has_text="Elisa").first
        hands.click(row.get_by_role("button", name=re.compile("Undo")))
        expect(say(page).locator(".done")).to_be_visible()
    found = section(server)
    assert found.registrations[5].player.withdrawn_after is None
    assert result_of(server, 6) == "1-0"


def test_tie_breaks_changed(page: Page, server: Server, hands: Hands) -> None:
    before = section(server).settings.tie_breaks
    opened(page, f"{DEMO}/settings")
    page.locator("#f-tie_break1").select_option("WIN")
    page.locator("form[action$='/settings/rules']").get_by_role("button", name="Save").click()
    page.get_by_label("Reason").locator("visible=true").first.fill("the wrong list")
    say(page).get_by_role("button", name="Proceed").click()
    expect(say(page).locator(".done")).to_be_visible()
    assert section(server).settings.tie_breaks != before
    with put_right(hands, "Tie-breaks changed by mistake"):
        hands.click(say(page).get_by_role("button", name="Undo"))
        expect(say(page).locator(".done")).to_contain_text("ndone")
    assert section(server).settings.tie_breaks == before


def test_a_result_at_the_table_beside(page: Page, server: Server, hands: Hands) -> None:
    """Table 5 played at table 6, and the result went there: deleted, and entered at its own."""
    opened(page)
    page.keyboard.type("6 1\n")
    expect(shown(page, 6)).to_have_text("1-0")
    with put_right(hands, "A result entered at the next table"):
        hands.type("6 x\n")
        expect(page.get_by_role("button", name="Delete the result")).to_be_focused()
        hands.key("Enter")
        expect(shown(page, 6)).to_have_text("–")
        hands.type("5 1\n")
        expect(shown(page, 5)).to_have_text("1-0")
    assert (result_of(server, 5), result_of(server, 6)) == ("1-0", "-")


def test_a_double_forfeit_entered_as_a_win(page: Page, server: Server, hands: Hands) -> None:
    opened(page)
    page.keyboard.type("7 +\n")
    expect(shown(page, 7)).to_have_text("1F-0F")
    with put_right(hands, "A double forfeit entered as a win"):
        hands.type("7 f\n")
        expect(page.locator("#ask-yes")).to_be_focused()
        hands.key("Enter")
        expect(shown(page, 7)).to_have_text("0F-0F")
    assert result_of(server, 7) == "0F-0F"


def test_colours_swapped(page: Page, server: Server, hands: Hands) -> None:
    """White and Black sat the wrong way round, which was noticed after the result was entered."""
    opened(page)
    white = name_at(page, 5, "white")
    page.keyboard.type("5 1\n")
    expect(shown(page, 5)).to_have_text("1-0")
    with put_right(hands, "Colours exchanged, noticed after the result"):
        hands.click(page.get_by_label("colours reversed"))
        page.get_by_label("Table and result").focus()
        hands.type("5 0\n")
        expect(page.locator("#ask-yes")).to_be_focused()
        expect(say(page)).to_contain_text(white)
        hands.key("Enter")
        expect(page.locator("#t5 .black")).to_contain_text(white)
    assert result_of(server, 5).endswith(" reversed")


def test_colours_swapped_by_mistake(page: Page, server: Server, hands: Hands) -> None:
    opened(page)
    white = name_at(page, 5, "white")
    page.get_by_label("colours reversed").check()
    page.get_by_label("Table and result").focus()
    page.keyboard.type("5 1\n")
    expect(page.locator("#t5 .black")).to_contain_text(white)
    with put_right(hands, "Colours reversed by mistake"):
        hands.click(say(page).get_by_role("button", name="Undo"))
        expect(page.locator("#t5 .white")).to_contain_text(white)
    assert result_of(server, 5) == "-"


def test_a_wrong_file(page: Page, server: Server, hands: Hands) -> None:
    """A tournament that was imported by mistake is put away, and the right one stays."""
    shutil.copy(server.folder / "demo.crivello", server.folder / "wrong.crivello")
    page.goto("/")
    loaded(page)
    card = page.locator("li.event-card").filter(has=page.locator("a[href^='/t/wrong/']"))
    with put_right(hands, "A tournament imported by mistake"):
        hands.click(card.get_by_text("More", exact=True))
        hands.click(card.get_by_label(re.compile("type its name")))
        hands.type("wrong")
        hands.click(card.get_by_role("button", name="Delete"))
        expect(card).to_have_count(0)
    assert not (server.folder / "wrong.crivello").exists()
    assert (server.folder / "wastebasket" / "wrong.crivello").exists()
