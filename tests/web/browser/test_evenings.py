"""Random evenings in real browsers: two phones and a tablet, cut off at random moments.

The invariant is that of `tests.support.hall_model`: no result is entered that no user tapped for
that very game, and the last tap at each table is entered or still shown on its device. This is a
sample; `make stress WHAT=hall` runs hundreds.
"""

from __future__ import annotations

import os
import random
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from crivello.desk.actions import EnterResults
from crivello.desk.events import NoShows, ResultsEntered
from crivello.model.errors import CrivelloError
from crivello.model.result import KEY_OF, Result
from crivello.web.envelope import from_json
from crivello.web.network.device_store import DONE, REPLACED
from tests.support.hall import tournament
from tests.web.browser.test_taps import as_deputy, at_chief, code, device, finish, scan
from tests.web.network.conftest import RealHall, really

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVENINGS = int(os.environ.get("CRIVELLO_EVENINGS", "2"))
STEPS = 9
LOOK = {
    "table": "async () => { table.show(await phone.get('/table/state'));"
    " await phone.sendEntries(); }",
    "deputy": "async () => { deputy.show(await phone.get(deputy.url('state')));"
    " await phone.sendEntries(); }",
}
TAPS = {
    "table": """(part) => {
  const all = [...document.querySelectorAll('#buttons button:not(:disabled), #yes')];
  const found = all.filter((one) => one.checkVisibility());
  if (!found.length) return null;
  const one = found[Math.floor(part * found.length)], { round, row, mine } = table.state;
  one.click();
  return [round, row.board, one.dataset.code || mine];
}""",
    "deputy": """(part) => {
  const all = [...document.querySelectorAll('#boards .buttons > button:not(.more)')].slice(0, 9);
  const found = all.filter((one) => one.ariaPressed !== 'true');
  if (!found.length) return null;
  const one = found[Math.floor(part * found.length)];
  const board = Number(one.closest('li').id.slice(1));
  one.click();
  return [deputy.state.round, board, { '1-0': '1', '½-½': '=', '0-1': '0' }[one.textContent]];
}""",
}
"""A tap on one of the buttons that are there, and what it means; chosen and done in one step,
because the page is drawn again at any moment."""


ANSWERED = """() => queue.all(phone.role()).then(
  (all) => phone.entries.length === all.length && all.every((one) => one.state === 'refused'))"""


class Person:
    """A user with a phone or a tablet, and the taps."""

    def __init__(self, context: BrowserContext, page: Page, role: str) -> None:
        self.context, self.page, self.role = context, page, role
        self.online = True
        self.meant: dict[tuple[int, int], str] = {}
        self.all: set[tuple[int, int, str]] = set()

    def tap(self, chance: random.Random) -> None:
        found = self.page.evaluate(TAPS[self.role], chance.random())
        if found is None:
            return
        round_, board, wanted = found
        if self.page.locator("#ask").is_visible():
            yes = chance.random() < 0.7
            self.page.locator("#ask-yes" if yes else "#ask button[value=no]").click()
            if not yes:
                return
        self.meant[round_, board] = wanted
        self.all.add((round_, board, wanted))

    def look(self) -> None:
        if self.online:
            self.page.evaluate(LOOK[self.role])

    def cut(self, online: bool) -> None:
        self.online = online
        self.context.set_offline(not online)


def change(real: RealHall, chance: random.Random) -> None:
    result = chance.choice((Result.WHITE_WINS, Result.DRAW, None))
    with at_chief(real) as desk:
        try:
            desk.act(EnterResults("A", ((chance.choice((1, 2)), result),)))
        except CrivelloError:
            return


def play(real: RealHall, browser: Browser, chance: random.Random) -> None:
    with ExitStack() as stack:
        people = []
        for _ in range(2):
            context = stack.enter_context(device(browser))
            page = scan(context, code(real, 1, 1))
            page.wait_for_function("() => table.state")
            people.append(Person(context, page, "table"))
        context = stack.enter_context(device(browser))
        people.append(Person(context, as_deputy(context, real), "deputy"))
        for _ in range(STEPS):
            person = chance.choice(people)
            what = chance.choices(
                ("tap", "cut", "back", "close", "publish", "change"), (9, 3, 3, 2, 2, 2)
            )[0]
            if what == "tap":
                person.tap(chance)
            elif what in ("cut", "back"):
                person.cut(what == "back")
                person.look()
            elif what == "close" and person.role == "table":
                person.cut(True)
                person.page.close()
                with at_chief(real) as desk:
                    number = len(desk.section("A").rounds)
                person.page = scan(person.context, code(real, chance.choice((1, 2)), number))
                person.page.wait_for_function("() => table.state || message.textContent")
            elif what == "publish":
                with at_chief(real) as desk:
                    number = len(desk.section("A").rounds)
                if number < 3:
                    finish(real)
            elif what == "change":
                change(real, chance)
        for person in people:
            person.cut(True)
            person.page.wait_for_load_state()
            person.look()
            person.page.wait_for_function(ANSWERED)
        check(real, people)


def check(real: RealHall, people: list[Person]) -> None:
    with at_chief(real) as desk:
        events = [one.event for one in desk.log if one.event.author is not None]
    tapped = set().union(*(person.all for person in people))
    for event in events:
        assert isinstance(event, ResultsEntered | NoShows)
        for one in event.results:
            assert one.result is not None
            assert (event.round, one.board, KEY_OF[one.result]) in tapped, event
    query = "SELECT envelope FROM arrival WHERE state IN (?, ?)"
    rows = real.store._file._rows(query, DONE, REPLACED)
    done = {
        (one.seen.round, one.seen.board, one.wanted)
        for one in (from_json(str(text)) for (text,) in rows)
    }
    for person in people:
        kept = person.page.evaluate("() => queue.all(phone.role())")
        shown = {
            (one["seen"]["round"], one["seen"]["board"], one["wanted"]): one["label"]
            for one in kept
        }
        bar = person.page.locator(".phone-bar").inner_text()
        for (round_, board), wanted in person.meant.items():
            last = (round_, board, wanted)
            assert last in done or (last in shown and shown[last] in bar), (last, shown, bar)


def test_random_evenings(tmp_path: Path, browser: Browser) -> None:
    for number in range(EVENINGS):
        folder = tmp_path / str(number)
        folder.mkdir()
        tournament(folder, 6).rename(folder / "demo.crivello")
        chance = random.Random(number)
        with really(folder, one_phone=number % 2 == 1) as real:
            play(real, browser, chance)
