"""Whole tournaments in a real browser, from an empty folder to the final standings.

Every pairing is compared with the worked tournament, at the desk and in a second browser that only
reads the public pages and never reloads them itself.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from crivello.desk import Desk
from crivello.desk.actions import EndRound, EnterResults, PublishResults
from crivello.formats.trf import read_trf, write_trf
from crivello.model.keys import SYSTEMS
from crivello.model.result import Bye, Result
from tests.support.cases import Case, load
from tests.web.browser.conftest import Server, becomes, loaded, new_context, serve

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KEYS = {"1-0": "1", "0-1": "0", "1/2-1/2": "="}
ENTERED = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}
SHOWN = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½", "0F-1F": "0F-1F"}
"""Results as the arbiter types and reads them."""
ON_THE_WALL = {"1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", "0F-1F": "– : +"}
"""Results as everybody reads them."""

SIDES = ("white", "black")
# What a page has: results of tables, the numbers at all boards, names at tables with the result;
# and of players their numbers.
RESULTS = "(tables) => tables.map((n) => document.querySelector(`#t${n} .res`)?.textContent.trim())"
BOARDS = """() => [...document.querySelectorAll("#boards tbody tr")].map((row) =>
  [".white .no", ".black .no"].map((seat) => row.querySelector(seat)?.textContent.trim()))"""
ON_PAPER = r"""([tables, names]) => tables.map((n) => {
  const seats = [...document.querySelectorAll(`#t${n} .who`)].map((one) => one.textContent.trim());
  const named = seats.map((seat) => names.find((name) => ` ${seat}`.endsWith(` ${name}`)) ?? seat);
  return [...named, document.querySelector(`#t${n} .res`)?.textContent.trim()];
})"""
NUMBERS = r"""(names) => names.map((name) => {
  const rows = [...document.querySelectorAll("table.people tbody tr")].filter((row) =>
    [...row.querySelectorAll("a")].some((link) =>
      ` ${link.textContent.trim()}`.endsWith(` ${name}`)));
  return [rows[0]?.querySelector("td.n")?.textContent.trim(), rows.length === 1];
})"""
TYPED = 2
"""Rounds whose results are typed and published by hand; another program does that of the others."""
CORRECTED = 4
"""A round with a mistake that is noticed only after the publication."""


@pytest.fixture
def server(tmp_path: Path, kept_port: socket.socket) -> Iterator[Server]:
    """A desk on an empty folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    with serve(folder, kept_port) as running:
        yield running


@pytest.fixture
def reader(browser: Browser, server: Server) -> Iterator[Page]:
    """A second browser, which has never seen the arbiter's link."""
    context = new_context(browser, server)
    yield context.new_page()
    context.close()


class Arbiter:
    """The steps of an arbiter on the pages, by their visible text."""

    def __init__(self, page: Page, server: Server, name: str) -> None:
        self.page = page
        self.name = name
        self.file = server.folder / f"{name}.crivello"
        self.base = f"/t/{name}/A"

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def to(self, name: str) -> None:
        """Go to a page by the menu, and wait until the menu shows it as current."""
        link = self.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        loaded(self.page)

    def box(self, label: str) -> None:
        """Return the box with this label, ready for typing."""
        loaded(self.page)
        box = self.page.get_by_label(label)
        box.focus()

    def create(self, system: str, rounds: int) -> None:
        page = self.page
        page.goto("/")
        page.get_by_label("Name", exact=True).fill(self.name)
        page.get_by_label("Rounds", exact=True).fill(str(rounds))
        page.get_by_label("Pairing system").select_option(system)
        page.get_by_text("Place, dates, tie-breaks").click()
        page.get_by_label("Chief arbiter").fill("Anna Rossi")
        if not SYSTEMS[system].in_force_now:
            page.get_by_text("Outside FIDE mode").click()
            page.get_by_label("This tournament is not in FIDE mode").check()
            page.get_by_label("Reason").fill("a tournament of its time")
        self.press("Create")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Players"))

    def take_in(self, players: Sequence[Case], folder: Path) -> None:
        """Register players from a file, the last of the list first, as registrations come in any
        order.
        """
        lines = ["name,title,rating"]
        lines += [f"{named(p)},{p['title'] or ''},{p['rating']}" for p in reversed(players)]
        file = folder / "players.csv"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.page.get_by_label("CSV, XLSX, TRF or JSON").set_input_files(file)
        self.press("Preview")
        self.press("Register the players")
        expect(self.page.locator("#people tbody tr")).to_have_count(len(players))

    def register(self, player: Case) -> None:
        page = self.page
        if page.locator("#new").get_attribute("open") is None:
            page.locator("#new > summary").click()
        page.locator("#new-name").fill(named(player))
        page.locator("#new-title").select_option(player["title"])
        page.locator("#new-rating").fill(str(player["rating"]))
        self.press("Register")
        expect(page.locator("#outcome")).to_contain_text(f"{named(player)} is registered.")

    def row(self, player: Case) -> Locator:
        link = self.page.locator("a", has_text=re.compile(rf"\b{named(player)}$"))
        return self.page.locator("table.people tbody tr").filter(has=link)

    def tick(self, *players: Case) -> None:
        for player in players:
            self.row(player).get_by_role("checkbox").check()

    def call_the_roll(self, players: Sequence[Case]) -> None:
        """Mark players as present, half of them by name, half of them by number."""
        self.box("Roll-call")
        for player in players:
            typed = named(player).lower() if player["number"] % 2 else str(player["number"])
            self.page.keyboard.type(f"{typed}\n")
        expect(self.page.locator("#summary")).to_have_text(f"{len(players)} confirmed")
        wanted = [[str(player["number"]), True] for player in players]
        becomes(self.page, NUMBERS, wanted, [named(player) for player in players])

    def draw(self, colour: str) -> None:
        """Draw the colour, without which the round cannot be paired."""
        self.press(colour)
        expect(self.page.get_by_role("button", name=colour, exact=True)).to_be_hidden()

    def pair(self, number: int) -> None:
        self.press(f"Pair round {number}")
        expect(self.page.get_by_text("not published", exact=True)).to_be_visible()

    def publish(self, number: int) -> None:
        self.press(f"Publish round {number}")
        expect(self.page.get_by_label("Table and result")).to_be_visible()
        self.box("Table and result")

    def result(self, table: int) -> Locator:
        return self.page.locator(f"#t{table} .res")

    def type(self, table: int, result: str) -> None:
        self.page.keyboard.type(f"{table} {KEYS[result]}\n")

    def enter(self, pairings: Sequence[Case]) -> None:
        """Type all results that come from a game, as fast as possible."""
        self.box("Table and result")
        for pair in pairings:
            self.type(pair["board"], pair["result"])
        self.shows(pairings)

    def enter_elsewhere(self, pairings: Sequence[Case]) -> None:
        """Enter results as another program; check that the page shows them."""
        results = tuple((pair["board"], ENTERED[pair["result"]]) for pair in pairings)
        with Desk.open(self.file) as desk:
            desk.act(EnterResults("A", results))
        self.shows(pairings)

    def shows(self, pairings: Sequence[Case]) -> None:
        wanted = [SHOWN[pair["result"]] for pair in pairings]
        becomes(self.page, RESULTS, wanted, [pair["board"] for pair in pairings])

    def publish_results(self) -> None:
        self.press("Publish the results")
        expect(self.page.get_by_text("Results published.", exact=True)).to_be_visible()

    def end_elsewhere(self) -> None:
        """Publish the results and end the round as another program; check that the page follows."""
        with Desk.open(self.file) as desk:
            desk.act(PublishResults("A"))
            desk.act(EndRound("A"))

    def end(self) -> None:
        self.press("End the round")
        expect(self.page.get_by_text("Round ended.", exact=True)).to_be_visible()

    def paired(self, entry: Case) -> None:
        """Wait until the page has the boards of the case."""
        becomes(self.page, BOARDS, [[str(pair[s]) for s in SIDES] for pair in entry["pairings"]])


def named(player: Case) -> str:
    """Return a player's name; one of the worked tournaments has numbers only."""
    name: str = player["name"] or f"Player {chr(64 + player['number'])}"
    return name


def boards(entry: Case) -> list[tuple[int, int]]:
    return [(pair["white"], pair["black"]) for pair in entry["pairings"]]


def seen_by(reader: Page, case: Case, number: int) -> None:
    """Check that the second browser shows the round of the case without being touched."""
    expect(reader.get_by_role("heading", level=1)).to_contain_text(f"Round {number}")
    name = {player["number"]: named(player) for player in case["players"]}
    pairings = case["rounds"][number - 1]["pairings"]
    wanted = [[name[pair["white"]], name[pair["black"]], "–"] for pair in pairings]
    becomes(reader, ON_PAPER, wanted, [[p["board"] for p in pairings], [*name.values()]])


def results_seen_by(reader: Page, entry: Case) -> None:
    wanted = [ON_THE_WALL[pair["result"]] for pair in entry["pairings"]]
    becomes(reader, RESULTS, wanted, [pair["board"] for pair in entry["pairings"]])


def test_the_dutch_tournament(page: Page, reader: Page, server: Server, tmp_path: Path) -> None:
    """Fourteen players, six rounds: an absence, the bye, a forfeit; corrections and an undo."""
    case = load("dutch-2016-held")
    player = {entry["number"]: entry for entry in case["players"]}
    desk = Arbiter(page, server, "worked")
    desk.create("dutch-2017", case["number_of_rounds"])
    reader.goto("/public/worked/A")
    expect(reader.locator("#nothing")).to_have_text("Round 1 is not published yet.")
    desk.take_in(case["players"], tmp_path)
    desk.call_the_roll(case["players"])
    desk.to("Round")
    desk.draw("White")
    for number, entry in enumerate(case["rounds"], start=1):
        _absences(desk, entry, player, number)
        desk.pair(number)
        desk.paired(entry)
        desk.publish(number)
        desk.paired(entry)
        seen_by(reader, case, number)
        _not_playing(desk, entry, player)
        _special_results(desk, number)
        _results(desk, entry, player, number)
        if number <= TYPED or number == CORRECTED:
            desk.publish_results()
            _correction(desk, number)
            desk.end()
        else:
            desk.end_elsewhere()
        results_seen_by(reader, entry)
    _final(desk, reader, case)
    with Desk.open(server.folder / "worked.crivello") as file:
        assert file.verify() == []
        report = read_trf(write_trf(file.tournament("A"), "trf26").encode()).tournament
    assert [[(g.white, g.black) for g in r.games] for r in report.rounds] == [
        boards(entry) for entry in case["rounds"]
    ]


def test_half_point_byes_and_a_late_entry(
    page: Page, reader: Page, server: Server, tmp_path: Path
) -> None:
    """Two players are absent in round 1: one has requested a bye, one comes late."""
    case = load("dubov-2018-held")
    *there, asked, late = case["players"]
    assert {one["player"] for one in case["rounds"][0]["absences"]} == {
        asked["number"],
        late["number"],
    }
    desk = Arbiter(page, server, "byes")
    desk.create("dubov-2018", case["number_of_rounds"])
    desk.take_in([*there, asked], tmp_path)
    desk.to("Settings")
    page.get_by_label("Half-point byes for each player").fill("1")
    page.get_by_label("For each missed round a late entry gets").select_option("half")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.locator("#outcome .message.done")).to_be_visible()
    desk.to("Players")
    desk.call_the_roll([*there, asked])
    desk.tick(asked)
    page.get_by_label("Bye", exact=True).select_option(label="half-point bye")
    page.get_by_label("in round").select_option("1")
    desk.press("Give")
    expect(desk.row(asked)).to_contain_text("half-point bye in round 1")
    desk.to("Round")
    desk.draw("White")
    desk.pair(1)
    desk.publish(1)
    reader.goto("/public/byes/A")
    seen_by(reader, case, 1)
    expect(reader.locator(".notes")).to_contain_text(named(asked))
    desk.to("Players")
    desk.register(late)
    desk.tick(late)
    desk.press("Admit…")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Late entry")
    expect(page.get_by_text(f"number {late['number']}, plays from round 2 on")).to_be_visible()
    desk.press("Present: admit")
    expect(page.locator("#people tbody tr")).to_have_count(len(case["players"]))
    desk.to("Round")
    for number, entry in enumerate(case["rounds"][:3], start=1):
        if number > 1:
            desk.pair(number)
            desk.paired(entry)
            desk.publish(number)
            seen_by(reader, case, number)
        desk.paired(entry)
        if number == 1:
            desk.enter(entry["pairings"])
        else:
            desk.enter_elsewhere(entry["pairings"])
        desk.end_elsewhere()
        results_seen_by(reader, entry)
    with Desk.open(server.folder / "byes.crivello") as file:
        assert file.verify() == []
        assert dict(file.tournament("A").rounds[0].byes) == {
            one.id: Bye.HALF_POINT
            for one in file.tournament("A").players
            if one.name in (named(asked), named(late))
        }


def _absences(desk: Arbiter, entry: Case, player: dict[int, Case], number: int) -> None:
    away = [player[one["player"]] for one in entry["absences"]]
    if away:
        desk.to("Players")
        desk.tick(*away)
        desk.press(f"Absent from round {number}")
        expect(desk.row(away[0]).locator(".status")).to_contain_text("zero-point bye")
        desk.to("Round")


def _not_playing(desk: Arbiter, entry: Case, player: dict[int, Case]) -> None:
    away = [one["player"] for one in entry["absences"]]
    if entry["pab"]:
        away.append(entry["pab"]["player"])
    listed = desk.page.locator(".away li")
    expect(listed).to_have_count(len(away))
    for one in away:
        expect(listed.filter(has_text=named(player[one]))).to_have_count(1)


def _special_results(desk: Arbiter, number: int) -> None:
    """Make mistakes and correct them: changed after a question, undone, removed."""
    page = desk.page
    if number == 1:
        desk.type(1, "0-1")
        expect(desk.result(1)).to_have_text("0-1")
        desk.type(1, "1-0")
        expect(page.locator("#outcome")).to_contain_text("0-1 is entered. Change it to 1-0?")
        expect(page.get_by_role("button", name="Change it to 1-0")).to_be_focused()
        page.keyboard.press("Enter")
        expect(desk.result(1)).to_have_text("1-0")
        expect(page.get_by_label("Table and result")).to_be_focused()
    if number == 2:
        desk.type(3, "1-0")
        expect(desk.result(3)).to_have_text("1-0")
        expect(page.locator("#outcome")).to_contain_text("1-0")  # not an earlier one is undone
        page.locator("#outcome").get_by_role("button", name="Undo").click()
        expect(desk.result(3)).to_have_text("–")
        desk.box("Table and result")


def _results(desk: Arbiter, entry: Case, player: dict[int, Case], number: int) -> None:
    page = desk.page
    forfeits = [pair for pair in entry["pairings"] if pair["forfeit"]]
    played = [pair for pair in entry["pairings"] if not pair["forfeit"]]
    if number == CORRECTED:  # a mistake that is noticed only after the publication
        played = [p | {"result": "1-0"} if p["board"] == 5 else p for p in played]
    if number <= TYPED:
        desk.enter([p for p in played if number != 1 or p["board"] != 1])
    else:
        desk.enter_elsewhere(played)
    if forfeits:
        page.get_by_role("link", name="Enter no-shows…").click()
        for pair in forfeits:
            assert pair["result"] == "0F-1F"
            page.get_by_role("checkbox", name=re.compile(named(player[pair["white"]]))).check()
        desk.press("Mark as no-shows")
        expect(desk.result(forfeits[0]["board"])).to_have_text("0F-1F")
        desk.press("continues")
        expect(page.get_by_role("heading", name="who continues?")).to_be_hidden()
    expect(page.locator("#summary")).to_contain_text("all results are in")


def _correction(desk: Arbiter, number: int) -> None:
    """Correct a result within the time for reporting errors: it counts for the next pairing."""
    if number != CORRECTED:
        return
    page = desk.page
    desk.result(5).get_by_role("link").click()
    expect(page.get_by_text("The correction counts now")).to_be_visible()
    page.get_by_label("Corrected result").select_option("=")
    page.get_by_label("Reason").fill("both signed a draw")
    desk.press("Save the correction")
    expect(page.locator("#outcome .message.done")).to_be_visible()
    desk.to("Round")
    expect(desk.result(5)).to_have_text("½-½")


def _final(desk: Arbiter, reader: Page, case: Case) -> None:
    points = {
        next(named(p) for p in case["players"] if p["number"] == one["number"]): one["score"]
        for one in case["final_derived"]["players"]
    }
    desk.to("Standings")
    after = f"Standings after round {case['number_of_rounds']}"
    expect(desk.page.get_by_role("heading", level=1)).to_have_text(after)
    reader.get_by_role("link", name="Standings").click()
    expect(reader.get_by_role("heading", level=1)).to_have_text(after)
    for page in (desk.page, reader):
        expect(page.locator("table.standings tbody tr")).to_have_count(len(points))
        assert _standings(page) == points


def _standings(page: Page) -> dict[str, float]:
    """Return the points by name from the table."""
    heads, *rows = page.evaluate(CELLS)
    found = {}
    for row in rows:
        cells = dict(zip(heads, row, strict=True))
        text = cells["Pts"]
        name = cells["Name"].split()[-1]
        found[name] = float(text.replace("½", "") or 0) + (0.5 if "½" in text else 0)
    return found


CELLS = """() => [...document.querySelectorAll("table.standings tr")].map((row) =>
  [...row.querySelectorAll(row.closest("thead") ? "th" : "td")].map((cell) => cell.textContent))"""
