"""A whole tournament at the desk, from a messy spreadsheet to the archive, in a real browser.

There are 45 players, seven rounds, and the events of a real hall: no-shows, a late entry, byes, a
withdrawal, forfeits, a wrong result, exchanged colours, a publication undone, a desk that is
killed. Every click and key is counted; docs/contribute/desk.md has the counts, and this test
compares them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.formats.trf import read_trf
from crivello.model.result import Bye, Result
from tests.web.browser.conftest import ProcessServer, loaded
from tests.web.browser.test_looks import accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.process]

ROOT = Path(__file__).resolve().parents[3]
PLAYERS = ROOT / "tests" / "data" / "walk" / "iscritti.csv"
DOCS = ROOT / "docs" / "contribute" / "desk.md"
DESK = "/t/open-di-primavera/A"
ROUNDS = 7
KEYS = "1=01101=="
"""Results by table, again and again; each round begins at another one."""
RESULTS = {"1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS}
FILE = "open-di-primavera.crivello"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ProcessServer]:
    """A desk on an empty folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    running = ProcessServer(folder, tmp_path / "state")
    yield running
    running.stop()


@dataclass
class Effort:
    """The clicks and keys of a task."""

    clicks: int = 0
    keys: int = 0
    uploads: int = 0

    def __str__(self) -> str:
        parts = []
        for count, one, many in (
            (self.uploads, "upload", "uploads"),
            (self.clicks, "click", "clicks"),
            (self.keys, "key", "keys"),
        ):
            parts += [f"{count} {one if count == 1 else many}"] if count else []
        return ", ".join(parts)


class Hands:
    """The arbiter's hands: each click and each key is counted for the current task."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.efforts: dict[str, Effort] = {}
        self._effort = Effort()

    @contextmanager
    def task(self, name: str) -> Iterator[None]:
        """Count clicks and keys for a named task; others are not counted."""
        self._effort = Effort()
        yield
        if name:
            self.efforts[name] = self._effort
        self._effort = Effort()

    def click(self, what: Locator) -> None:
        self._effort.clicks += 1
        what.click()

    def press(self, button: str) -> None:
        self.click(self.page.get_by_role("button", name=button, exact=True))

    def follow(self, link: str) -> None:
        self.click(self.page.get_by_role("link", name=link, exact=True))

    def type(self, text: str) -> None:
        """Type into the focused field; Enter counts as a key."""
        self._effort.keys += len(text)
        self.page.keyboard.type(text)

    def key(self, name: str) -> None:
        self._effort.keys += 1
        self.page.keyboard.press(name)

    def fill(self, label: str, text: str) -> None:
        """Click into a field and type."""
        self.click(self.page.get_by_label(label, exact=True))
        self.type(text)

    def choose(self, what: Locator, value: str) -> None:
        """Open a list and choose from it."""
        self._effort.clicks += 2
        what.select_option(value)

    def upload(self, what: Locator, file: Path) -> None:
        self._effort.uploads += 1
        what.set_input_files(file)


class Walk:
    """The steps of the arbiter, by the visible text of the pages."""

    def __init__(self, page: Page, server: ProcessServer) -> None:
        self.page = page
        self.server = server
        self.hands = Hands(page)

    @property
    def outcome(self) -> Locator:
        return self.page.locator("#outcome")

    def to(self, name: str) -> None:
        """Go to a page by the menu, and wait until the menu shows it as current."""
        link = self.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name)
        link = link.locator("visible=true").last
        self.hands.click(link)
        expect(link).to_have_attribute("aria-current", "page")
        loaded(self.page)

    def row(self, name: str) -> Locator:
        link = self.page.locator("a", has_text=re.compile(rf"\b{name}"))
        return self.page.locator("table.people tbody tr").filter(has=link)

    def tick(self, *names: str) -> None:
        for name in names:
            self.hands.click(self.row(name).get_by_role("checkbox"))

    # Before the first round

    def create(self) -> None:
        self.page.goto("/")
        loaded(self.page)
        with self.hands.task("New tournament"):
            self.hands.fill("Name", "Open di Primavera")
            self.hands.fill("Rounds", "7")
            self.hands.click(self.page.get_by_text("Place, dates, tie-breaks"))
            for label, text in (
                ("First day", "1.3.2026"),
                ("Last day", "8 marzo 2026"),
                ("Place", "Aosta"),
                ("Federation", "ITA"),
                ("Chief arbiter", "Anna Rossi"),
            ):
                self.hands.fill(label, text)
            self.hands.press("Create")
            expect(self.page.get_by_role("heading", level=1)).to_contain_text("Players")
        accessible(self.page)

    def take_in(self) -> None:
        """Register a file with an impossible date, which is corrected, and a player who is listed
        twice.
        """
        page, hands = self.page, self.hands
        with hands.task("45 players from a messy spreadsheet"):
            hands.upload(page.get_by_label("CSV, XLSX, TRF or JSON"), PLAYERS)
            hands.press("Preview")
            expect(page.get_by_role("alert")).to_contain_text("Fontana, Anna")
            expect(page.locator("tr.is-left")).to_contain_text(["Ferrari, Giulia", ""])
            hands.click(page.locator("input[aria-invalid]"))
            hands.key("ControlOrMeta+a")
            hands.type("28.2.1988")
            accessible(self.page)
            hands.press("Register the players")
            expect(page.locator("#people tbody tr")).to_have_count(45)

    def call_the_roll(self) -> None:
        """Mark three players as absent and all others as present."""
        hands = self.hands
        with hands.task("Roll-call, 3 of 45 missing"):
            self.tick("Vitale", "Serra", "Coppola")
            hands.press("All others confirmed")
            expect(self.page.locator("#summary")).to_contain_text("42 confirmed")
            hands.press("Leave out the unconfirmed")
            expect(self.page.locator("#people tbody tr")).to_have_count(42)

    # Rounds

    def pair(self, number: int) -> None:
        self.hands.press(f"Pair round {number}")
        expect(self.page.get_by_text("not published", exact=True)).to_be_visible()

    def publish(self, number: int) -> None:
        self.hands.press(f"Publish round {number}")
        expect(self.page.get_by_label("Table and result")).to_be_focused()
        loaded(self.page)

    def first_round(self) -> None:
        with self.hands.task("Pair and publish round 1"):
            self.to("Round")
            self.hands.press("White")
            expect(self.page.get_by_role("button", name="White", exact=True)).to_have_count(0)
            self.pair(1)
            self.publish(1)
        accessible(self.page)

    def next_round(self, number: int) -> None:
        """Go from the results of the previous round to the printed pairing."""
        with self.hands.task("From the last result to the next round"):
            self.pair(number)
            self.publish(number)

    def games(self) -> int:
        return self.page.locator("#boards tbody tr").count()

    def enter(self, number: int, special: str = "") -> None:
        """Enter results down the list, one key for each board; boards with a result are at its
        top.
        """
        open_boards = self.page.locator("#boards tr.open")
        count = open_boards.count()
        usual = [KEYS[(place + number) % len(KEYS)] for place in range(count)]
        with self.hands.task(f"{count} results" if number == ROUNDS else ""):
            self.hands.key("ArrowDown")
            for key in [*special, *usual[len(special) :]]:
                self.hands.key(key)
        self.all_in()

    def all_in(self) -> None:
        expect(self.page.locator("#boards tr.open")).to_have_count(0)
        expect(self.page.locator("#summary")).to_contain_text("all results are in")

    def enter_elsewhere(self, number: int) -> None:
        """Enter results as another program; check that the page shows them."""
        with Desk.open(self.server.folder / FILE) as desk:
            games = enumerate(desk.section("A").rounds[-1].games, start=1)
            missing = [board for board, game in games if game.result is None]
            keys = [KEYS[(place + number) % len(KEYS)] for place in range(len(missing))]
            results = zip(missing, map(RESULTS.__getitem__, keys), strict=True)
            desk.act(EnterResults("A", tuple(results)))
        self.all_in()

    def publish_results(self) -> None:
        self.hands.press("Publish the results")
        expect(self.page.get_by_text("Results published.", exact=True)).to_be_visible()

    def result(self, table: int) -> Locator:
        return self.page.locator(f"#t{table} .res")

    def name_at(self, table: int, side: str) -> str:
        # A row out of sight is not laid out, and has no inner text.
        text = self.page.locator(f"#t{table} .{side} .name").text_content() or ""
        return text.split(",")[0].split()[-1]

    # What happens in a hall

    def no_shows(self) -> tuple[str, str]:
        """Enter two no-shows: one player has withdrawn, the other continues."""
        page, hands = self.page, self.hands
        gone, late = self.name_at(20, "white"), self.name_at(21, "black")
        with hands.task("Two no-shows, one of whom continues"):
            hands.follow("Enter no-shows…")
            hands.click(page.get_by_role("checkbox", name=re.compile(gone)))
            hands.click(page.get_by_role("checkbox", name=re.compile(late)))
            hands.press("Mark as no-shows")
            expect(self.result(20)).to_have_text("0F-1F")
            asked = page.locator("section[aria-labelledby=asked] li")
            hands.click(asked.filter(has_text=gone).get_by_role("button", name="has withdrawn"))
            expect(asked).to_have_count(1)
            hands.click(asked.filter(has_text=late).get_by_role("button", name="continues"))
            expect(asked).to_have_count(0)
        return gone, late

    def late_entry(self) -> None:
        """Enter a late player, with a wrong date first: the form comes back filled in."""
        page, hands = self.page, self.hands
        with hands.task("A late entry, typed, with a wrong date on the way"):
            self.to("Players")
            hands.click(page.locator("#new > summary"))
            hands.fill("Name", "Ritardi, Zoe")
            hands.click(page.locator("#new-rating"))
            hands.type("1705")
            hands.click(page.locator("#new-birth"))
            hands.type("31.2.2009\n")
            expect(page.locator("#new-birth")).to_have_attribute("aria-invalid", "true")
            expect(page.locator("#new-birth")).to_be_focused()
            expect(page.locator("#new-name")).to_have_value("Ritardi, Zoe")
            hands.key("ControlOrMeta+a")
            hands.type("28.2.2009\n")
            expect(self.outcome).to_contain_text("Ritardi, Zoe is registered.")
            self.tick("Ritardi")
            hands.press("Admit…")
            hands.press("Present: admit")
            expect(page.locator("#people tbody tr")).to_have_count(43)

    def bye(self, name: str, number: int) -> None:
        hands = self.hands
        with hands.task("A half-point bye for the next round"):
            self.to("Players")
            self.tick(name)
            hands.choose(self.page.get_by_label("Bye", exact=True), "half-point bye")
            hands.press("Give")
            expect(self.row(name)).to_contain_text(f"half-point bye in round {number}")

    def withdraw(self, name: str) -> None:
        with self.hands.task("A withdrawal"):
            self.to("Players")
            self.tick(name)
            self.hands.press("Withdrawn")
            expect(self.row(name)).to_contain_text("withdrawn")

    def take_back(self, number: int) -> None:
        """Undo a publication made too early; no game has been played yet."""
        with self.hands.task("A publication withdrawn at once"):
            self.hands.click(self.outcome.get_by_role("button", name="Undo"))
            expect(self.page.get_by_text("not published", exact=True)).to_be_visible()

    def swap_colours(self, table: int) -> None:
        """Reverse the colours of a game, noticed with its result."""
        before = self.name_at(table, "white")
        with self.hands.task("A result with reversed colours"):
            self.hands.click(self.page.get_by_label("colours reversed"))
            self.hands.click(self.page.get_by_label("Table and result"))
            self.hands.type(f"{table} 1\n")
            expect(self.result(table)).to_have_text(re.compile("1-0"))
        expect(self.page.locator(f"#t{table} .black")).to_contain_text(before)

    def enter_by_name(self, table: int) -> None:
        name = self.name_at(table, "black").lower()
        with self.hands.task("A result by name"):
            self.hands.type(f"{name} 1\n")
            expect(self.result(table)).to_have_text("0-1")

    def correct(self, table: int) -> None:
        """Correct a mistyped result, noticed after the results were published."""
        page, hands = self.page, self.hands
        with hands.task("A published result corrected"):
            hands.click(self.result(table).get_by_role("link"))
            hands.choose(page.get_by_label("Corrected result"), "=")
            hands.fill("Reason", "signed so")
            hands.press("Save the correction")
            expect(self.outcome.locator(".message.done")).to_be_visible()
            self.to("Round")
        expect(self.result(table)).to_have_text("½-½")

    def survive_a_crash(self) -> None:
        """Kill the desk: acknowledged results are on disk; results typed meanwhile are sent when it
        is back.
        """
        page = self.page
        page.keyboard.type("1 1\n")
        expect(self.result(1)).to_have_text("1-0")
        self.server.kill()
        page.get_by_label("Table and result").focus()
        page.keyboard.type("2 0\n3 =\n")
        expect(page.locator("#unsent")).to_contain_text(": 3 =")
        self.server.start()
        expect(self.result(2)).to_have_text("0-1")
        expect(self.result(3)).to_have_text("½-½")
        expect(self.result(1)).to_have_text("1-0")
        page.get_by_label("Table and result").focus()

    # The end

    def prizes(self) -> None:
        page, hands = self.page, self.hands
        with hands.task("Prizes: three for the open, one for U18"):
            self.to("Prizes")
            hands.click(page.locator("#f-prizes-1"))
            hands.type("500\n300\n200")
            hands.press("Save")
            expect(self.outcome.locator(".message.done")).to_be_visible()
            hands.click(page.locator("#prizes-form > summary"))
            hands.click(page.locator("#f-name-2"))
            hands.type("U18")
            hands.click(page.locator("#f-prizes-2"))
            hands.type("100")
            hands.click(page.get_by_text("Who can win").nth(1))
            hands.click(page.locator("#f-age-2"))
            hands.type("U18")
            hands.press("Save")
            expect(page.get_by_role("cell", name="U18 (1)").first).to_be_visible()
        accessible(self.page)

    def end(self) -> bytes:
        page, hands = self.page, self.hands
        with hands.task("End of the event: everything in one archive"):
            self.to("End of the event")
            hands.press("Make the archive")
            ready = page.get_by_role("link", name="open-di-primavera-archive.zip")
            expect(ready).to_be_visible()
            expect(page.locator("main")).to_contain_text("the same points, ranks and games")
            with page.expect_download() as download:
                hands.click(ready)
        accessible(self.page)
        return download.value.path().read_bytes()


def test_a_whole_tournament(page: Page, server: ProcessServer) -> None:
    walk = Walk(page, server)
    walk.create()
    walk.take_in()
    walk.call_the_roll()
    walk.first_round()
    gone, late = walk.no_shows()
    walk.enter(1)
    walk.late_entry()
    walk.bye("Rossi", 2)
    walk.to("Round")
    walk.next_round(2)
    walk.take_back(2)
    walk.publish(2)
    walk.enter_elsewhere(2)
    walk.publish_results()
    walk.correct(5)
    walk.withdraw("Bianchi")
    walk.to("Round")
    walk.next_round(3)
    walk.survive_a_crash()
    walk.enter_elsewhere(3)
    walk.next_round(4)
    walk.swap_colours(1)
    walk.enter_by_name(2)
    walk.enter(4, "+f")
    expect(walk.result(4)).to_have_text("0F-0F")
    for number in range(5, ROUNDS + 1):
        asked = page.get_by_role("button", name="continues")
        while left := asked.count():
            asked.first.click()
            expect(asked).to_have_count(left - 1)
        walk.next_round(number)
        if number < ROUNDS:
            walk.enter_elsewhere(number)
        else:
            walk.enter(number)
    walk.publish_results()
    expect(page.locator("#steps").get_by_role("link", name="End of the event")).to_be_visible()
    walk.to("Standings")
    accessible(page)
    walk.prizes()
    check_archive(walk.end(), server, gone, late)
    compare_with_docs(walk.hands.efforts)


def check_archive(packed: bytes, server: ProcessServer, gone: str, late: str) -> None:
    """Check that the archive records all events, and that the tournament file is complete."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = set(archive.namelist())
        report = read_trf(archive.read("fide/trf26.trf")).tournament
        told = archive.read("event-report.html").decode()
    assert {"standings.pdf", "prizes.pdf", "norms.pdf", "site/index.html"} <= names
    with Desk.open(server.folder / FILE) as desk:
        assert desk.verify() == []
        played = desk.tournament("A")
    assert report.paired_rounds == played.paired_rounds == ROUNDS
    assert len(report.players) == 43
    named = {player.name.split(",")[0]: player for player in played.players}
    assert named[gone].withdrawn_after == 1
    assert named[late].withdrawn_after is None
    assert named["Ritardi"].entered == 2
    assert (named["Rossi"].id, Bye.HALF_POINT) in played.round(2).byes
    assert played.round(2).games[4].result is Result.DRAW
    assert played.round(4).games[0].reversed
    assert played.round(4).games[3].result is Result.DOUBLE_FORFEIT
    for text in ("reversed colours", "late entry", "withdrew", "neither player", "won by forfeit"):
        assert text in told
    assert "publication withdrawn" not in told  # that was a slip


def compare_with_docs(efforts: dict[str, Effort]) -> None:
    """Compare the counts with those of docs/contribute/desk.md."""
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|", DOCS.read_text(), re.M))
    counted = {task: str(effort) for task, effort in efforts.items()}
    said = "\n".join(f"| {task} | {effort} |" for task, effort in counted.items())
    assert {task: rows.get(task) for task in counted} == counted, said
