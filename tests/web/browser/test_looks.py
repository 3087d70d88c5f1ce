"""Every page in the browser: it fits narrow and wide screens, and axe finds no serious fault."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Browser, FilePayload, Page, TimeoutError

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from crivello.web.app import PAGES as ROUTES
from tests.support.axe import AXE_SCRIPT
from tests.web.browser.conftest import loaded, new_context, serve, signed_in

pytestmark = pytest.mark.browser


Theme = Literal["light", "dark"]

PAGES = [
    "/",
    "/nowhere",
    "/sessions",
    "/public",
    "/api/v1",
    "/design",
    "/t/demo/A/round/3",
    "/t/demo/A/round/4",
    "/t/demo/A/round/5",
    "/t/demo/A/round/4/board/2",
    "/t/demo/A/round/4/no-shows",
    "/t/demo/A/round/4/change",
    "/t/demo/A/round/3/board/2",
    "/t/demo/A/players",
    "/t/demo/A/players?add=1",
    "/t/demo/A/players/12",
    "/t/demo/A/players/lists",
    "/t/demo/A/players/updates",
    "/t/demo/A/log/30/undo",
    "/t/demo/A/prizes",
    "/t/demo/A/prizes/norms",
    "/t/demo/A/standings",
    "/t/demo/A/crosstable",
    "/t/demo/A/cards",
    "/t/demo/A/find?q=2",
    "/t/demo/A/explain",
    "/t/demo/A/explain/4?bracket=2",
    "/t/demo/A/explain/5",
    "/t/demo/A/explain/4/board/2",
    "/t/demo/A/explain/4/why-not?player=5&wish=3",
    "/t/demo/A/explain/4/edition?system=dubov-2026",
    "/public/demo/A/explain/4/board/2",
    "/t/demo/A/log",
    "/t/demo/A/exceptions",
    "/t/demo/A/settings",
    "/help",
    "/practise",
    "/practise?system=dutch-2026&seed=3&reply=1-2",
    "/practise?system=dutch-2026&ask=criterion&seed=2&solve=1",
    "/t/demo/A/explain/4/teach",
    "/t/demo/A/explain/4/player?player=5",
    "/t/demo/A/network/tables",
    "/t/demo/A/print/cards",
    "/t/demo/A/print/why-slips",
    "/t/demo/A/print/name-cards",
    "/t/names/A/round/1",
    "/t/names/A/players",
    "/t/names/A/standings",
    "/t/names/A/crosstable",
    "/t/names/A/cards/all",
    "/t/names/A/prizes",
    "/public/names/A/round/1",
    "/t/robin/A/schedule",
    "/t/robin/A/round",
    "/t/robin/A/crosstable",
    "/t/demo/A/end",
    "/t/demo/A/files",
    "/t/demo/A/hall",
    "/t/demo/A/network",
    "/t/demo/A/hall/show",
    "/t/demo/A/print",
    "/t/demo/A/print/pairings-by-board",
    "/t/demo/A/print/standings",
    "/t/demo/A/print/prizes",
    "/t/demo/A/print/norms",
    "/t/demo/A/print/event-report",
    "/t/demo/A/standings/player/3",
    "/t/demo/A/standings/why?one=3&two=5",
    "/t/demo/A/statistics",
    "/t/demo/A/cards/5",
    "/t/demo/A/cards/all",
    "/public/demo/A",
    "/public/demo/A/names",
    "/public/demo/A/round/2",
    "/public/demo/A/standings",
    "/public/demo/A/crosstable",
    "/public/demo/A/card?name=i",
    "/public/demo/A/card/5",
]
NOTHING_YET = [
    f"/t/empty/A/{page}"
    for page in (
        "players?add=0",
        "round",
        "standings",
        "crosstable",
        "cards",
        "statistics",
        "prizes",
        "prizes/norms",
        "explain",
        "end",
        "exceptions",
        "hall/show",
        "print",
    )
] + ["/public/empty/A", "/public/empty/A/standings", "/public/empty/A/crosstable"]
PRIZES = 'ties = "hort"\n[[list]]\nname = "Open"\nprizes = [500, 300, 200]\n'
WIDTHS = (320, 640, 1024, 1920)
"""A narrow phone; a laptop of 1280 pixels at a zoom of 200 %; a laptop; a large screen."""
# The theme changes nothing but contrast, which depends on the colour of the letters, on whether
# they are large (as WCAG has it: of 24 pixels or, if bold, of 18.66) and on what is behind them,
# down to the first ground that is opaque: of all texts that are alike in this axe judges three, on
# the first page that has them.
ASK_CONTRAST = """async (judged) => {
  const grounds = new Map([[null, ""]]);
  const ground = (one) => {
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}/`;
      const clear = own === "rgba(0, 0, 0, 0) none 1/";
      const behind = ground(one.parentElement);
      const opaque = /^rgb\\(.* none 1\\/$/.test(own) && !/ 0[.\\d]*\\//.test(behind);
      grounds.set(one, opaque ? own : behind + (clear ? "" : own));
    }
    return grounds.get(one);
  };
  const written = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const alike = new Map();
  for (const one of document.body.querySelectorAll("*")) {
    const { width, height } = one.getBoundingClientRect();
    const field = one.matches("input, select, textarea");
    if (width < 2 || height < 2 || !(field || [...one.childNodes].some(written))) continue;
    const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(one);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const letters = [color, large, textShadow, visibility];
    const kind = [field, one.matches("label, :disabled"), ...letters, ground(one)].join();
    alike.set(kind, [...(alike.get(kind) ?? []), one]);
  }
  const kinds = [...alike.keys()].filter((kind) => !judged.includes(kind));
  if (!kinds.length) return { kinds, violations: [] };
  const include = kinds.flatMap((kind) => alike.get(kind).slice(0, 3));
  const options = { runOnly: ["color-contrast"], resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run({ include }, options);
  return { kinds, violations };
}"""
# Rows, items and sections that are made of the same elements with the same attributes are alike to
# axe: two of each kind beside each other stay while it looks.
LEAVE_OUT = """() => {
  const said = ({ name, value }) =>
    /^(class|role|type|scope|lang|tabindex)$/.test(name) || !value || /^(true|false)$/.test(value)
      ? `${name}=${value}` : name;
  window.leftOut = [];
  const leave = (one) => {
    const seen = new Map();
    let inside = "";
    for (const child of [...one.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE && child.data.trim()) inside += "text";
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const kind = leave(child);
      const many = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, many);
      if (many > 2 && child.matches("tr, li, option:not(:checked), details, section")
          && !child.contains(document.activeElement)) {
        leftOut.push([one, child, child.nextSibling]);
        child.remove();
      } else inside += kind;
    }
    return `<${one.tagName} ${[...one.attributes].map(said)}>${inside}</>`;
  };
  leave(document.body);
}"""
PUT_BACK = """() => {
  for (const [parent, child, next] of leftOut.reverse()) parent.insertBefore(child, next);
}"""
# Of what is right axe tells only the number: to describe each element takes as long as to judge it.
ASK_TARGETS = """async () => {
  const options = { runOnly: ["target-size"], resultTypes: ["violations"], preload: false };
  return (await axe.run(document, options)).violations;
}"""
ASK_THE_REST = """async () => {
  const rules = { "color-contrast": { enabled: false } };
  const options = { rules, resultTypes: ["violations"], preload: false };
  const { passes, violations } = await axe.run(document, options);
  return { passes: passes.length, violations };
}"""
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


JUDGED: list[str] = []
"""Texts whose contrast was found good on some page."""


def accessible(page: Page) -> None:
    """Check that axe finds no serious fault on the current page."""
    loaded(page)
    page.evaluate(AXE_SCRIPT)
    page.evaluate(LEAVE_OUT)
    answer = page.evaluate(ASK_THE_REST)
    assert answer["passes"]
    contrast = page.evaluate(ASK_CONTRAST, JUDGED)
    page.evaluate(PUT_BACK)
    violations = answer["violations"] + contrast["violations"]
    bad = [one for one in violations if one["impact"] in ("serious", "critical")]
    assert [(page.url, one["id"], one["nodes"][0]["target"]) for one in bad] == []
    JUDGED.extend(contrast["kinds"])


# A page that renews a part of itself while axe looks at it is another page.
NO_NEWS = "window.EventSource = class { addEventListener() {} close() {} }"


NAMES = (
    "Bartholomäus-Hohenstein, Maximilian",
    "Papadopoulou-Konstantinidou, Aikaterini",
    "Nepomniachtchi, Oleksandra",
    "Li, Wu",
    "გიორგაძე, ნანა",
    "محمد صلاح",
    "王, 小明",
    "de la Cruz Fernández de Córdoba, María del Carmen",
)


def add_tournaments(folder: Path) -> None:
    """Add a tournament with long names, one without players, a round robin; and prizes."""
    (folder / "demo.prizes.toml").write_text(PRIZES)
    players = tuple(
        Player(name, id=k, number=0, rating=2000 - k) for k, name in enumerate(NAMES, 1)
    )
    settings = Settings(name="Names", rounds=3, system="dutch-2026")
    with Desk.create(folder / "names.crivello", a.OpenSection("A", settings)) as desk:
        desk.act(a.Register("A", players))
        desk.act(a.DrawColour("A", Colour.WHITE))
        desk.act(a.Pair("A"))
        desk.act(a.Publish("A"))
        desk.act(a.EnterResults("A", tuple((n, Result.DRAW) for n in range(1, 5))))
        desk.act(a.PublishResults("A"))
    settings = Settings(name="Empty", rounds=3, system="dutch-2026")
    Desk.create(folder / "empty.crivello", a.OpenSection("A", settings)).close()
    settings = Settings(name="Club", rounds=5, system="roundrobin", tie_breaks=("DE", "SB"))
    with Desk.create(folder / "robin.crivello", a.OpenSection("A", settings)) as desk:
        desk.act(a.Register("A", players[:6]))
        desk.act(a.PublishSchedule("A"))
        desk.act(a.EnterResults("A", ((1, Result.DRAW), (3, Result.WHITE_WINS))))


def all_pages(page: Page, part: int = 0, parts: int = 1) -> Iterator[str]:
    """Yield the pages of the desk with the demonstration and `add_tournaments`, or one part of
    `parts`.
    """
    yield from [*PAGES, *NOTHING_YET][part::parts]
    if part == 0:
        yield _import_of(page)


# With its scripts, and an explanation that was promised is there; then everything is unfolded.
COMPLETE = """() => {
  if (document.readyState !== "complete" || document.querySelector(".working")) return false;
  for (const one of document.querySelectorAll("details")) one.open = true;
  return true;
}"""
MESSY = "Cognome;Nome;Elo Italia;FIDE;?\nRossi;Ugo;18OO;7;a\nNeri;Eva;1500;7;b\nVerdi;Ada;;;c;d\n"


def _import_of(page: Page) -> str:
    """Open the preview of a file with rows to correct and to leave out; return its address."""
    page.goto("/t/demo/A/players?add=1&lang=en")
    loaded(page)
    file: FilePayload = {"name": "x.csv", "mimeType": "text/csv", "buffer": MESSY.encode()}
    page.locator("#f-file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/import?key=*")
    return page.url


@pytest.fixture(scope="module")
def looked_at(
    browser: Browser, demonstration: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A desk without other users, with axe in every page."""
    folder = tmp_path_factory.mktemp("looks")
    shutil.copy(demonstration, folder)
    add_tournaments(folder)
    with serve(folder) as server, signed_in(new_context(browser, server), server) as context:
        context.add_init_script(NO_NEWS)
        context.add_init_script(AXE_SCRIPT)
        yield context.new_page()


class Looker:
    """Goes from page to page, starting each with the width and theme of the previous one.

    Rendering a page again would take as long as checking it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.judged: list[str] = []
        self.widths: tuple[int, ...] = WIDTHS
        self.themes: tuple[Theme, Theme] = ("light", "dark")
        self.found: list[object] = []
        self.set_width(self.widths[0])
        page.emulate_media(color_scheme=self.themes[0])

    def set_width(self, width: int) -> None:
        self.page.set_viewport_size({"width": width, "height": 800})

    def look(self, path: str) -> None:
        """Check that a page fits narrow and wide screens, and that axe finds no fault in either
        theme.
        """
        page, (first, *usual, last) = self.page, self.widths
        self.set_width(first)
        page.goto(path)
        if not page.evaluate(COMPLETE):
            page.wait_for_function(COMPLETE)
        self._fits(path, first)
        for width in usual:
            self.set_width(width)
            self._fits(path, width)
        page.evaluate(LEAVE_OUT)
        for theme in self.themes:
            page.emulate_media(color_scheme=theme)
            answer = page.evaluate(ASK_CONTRAST, self.judged)
            self.judged += answer["kinds"]
            self._note(path, theme, answer["violations"])
        answer = page.evaluate(ASK_THE_REST)
        assert answer["passes"], "axe has looked at nothing"
        self._note(path, "any theme", answer["violations"])
        self._note(path, "a finger", page.evaluate(ASK_TARGETS))
        page.evaluate(PUT_BACK)
        self.set_width(last)
        self._fits(path, last)
        self.widths = (last, *reversed(usual), first)
        self.themes = (self.themes[1], self.themes[0])

    def judge(self) -> None:
        """Return the faults found on the pages since the last call."""
        found, self.found = self.found, []
        assert found == []

    def _fits(self, path: str, width: int) -> None:
        if self.page.evaluate(FITS):
            return
        try:  # the projector lays itself out anew, but not in the same moment
            self.page.wait_for_function(FITS)
        except TimeoutError:
            wider = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            self.found.append((path, width, "wider by", wider, []))

    def _note(self, path: str, shown: str, violations: list[dict[str, Any]]) -> None:
        for one in violations:
            where = [node["target"] for node in one["nodes"]][:3]
            self.found.append((path, shown, one["id"], one["impact"], where))


@pytest.fixture(scope="module")
def looker(looked_at: Page) -> Looker:
    return Looker(looked_at)


PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_and_is_accessible(looker: Looker, part: int) -> None:
    """The pages are checked in parts, which run in parallel; some pages have their own test."""
    for path in all_pages(looker.page, part, PARTS):
        if path not in (*NAMES_AT_THE_DESK, *NAMES_IN_PUBLIC, *REASONS):
            looker.look(path)
    looker.judge()
    assert looker.judged


NO_PAGES = (
    {
        "show_waiting": "test_waiting.py",
        "show_waiting_without_section": "test_waiting.py",
        "show_import": "test_import.py",
        "preview": "the last of `all_pages`",
        "preview_admission": "test_whole_walk.py",
        "confirm_undo_device": "test_network.py",
        "player_links": "test_network.py",
        "screen_link": "test_network.py",
        "help_card": "test_network.py",
        "deputy_card": "test_network.py",
        "practise_round": "leads to the page for practising",
        "sheet": "a sheet for paper",
        "current_by_board": "a page of the same form as a round of the past",
    }
    | dict.fromkeys(("tournament", "section", "start"), "leads to a page")
    | dict.fromkeys(
        ("events", "now", "progress", "changes", "similar", "search"), "a part of a page"
    )
    | dict.fromkeys(
        ("backup", "take_file", "site", "for_rating", "one_report", "pgn", "show_pdf"), "a file"
    )
)
"""Routes that are not in the list of pages: the test that opens them, or what they are."""


def test_no_page_is_left_out() -> None:
    listed = [*PAGES, *NOTHING_YET, *NAMES_AT_THE_DESK, *NAMES_IN_PUBLIC, *REASONS]
    paths = [one.partition("?")[0] for one in listed]
    missing = {
        route.endpoint.__name__
        for route in ROUTES
        if isinstance(route, APIRoute)
        and "GET" in (route.methods or ())
        and not any(route.path_regex.match(path) for path in paths)
    }
    assert missing == set(NO_PAGES)


def test_the_head_of_a_page_is_one_line_on_a_phone(looker: Looker) -> None:
    """For the public, with the links to the pages below it."""
    page = looker.page
    for path, most in (("/t/demo/A/standings", 56), ("/public/demo/A/standings", 96), ("/", 56)):
        looker.set_width(390)
        page.goto(f"{path}?lang=en")
        assert page.evaluate("document.querySelector('.top').offsetHeight") <= most
        page.get_by_text("Menu", exact=True).click()
        assert page.get_by_text("Theme: as the system").is_visible()
        assert page.evaluate(FITS)
    looker.set_width(looker.widths[0])


def test_the_top_of_a_page_stays_low(looker: Looker) -> None:
    """The menu is one row on a laptop, and nothing is wider than a narrow phone."""
    page = looker.page
    for file, language in product(("demo", "robin"), ("en", "it")):
        looker.set_width(1280)
        page.goto(f"/t/{file}/A/end?lang={language}")
        assert page.evaluate("document.querySelector('.menu').offsetHeight") in range(1, 80)
        looker.set_width(WIDTHS[0])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


FIRST_REASON = """() => {
  const reason = document.querySelector("td.c-why");
  return [reason.textContent, reason.getBoundingClientRect().width];
}"""
REASONS = ("/t/demo/A/prizes", "/t/demo/A/print/prizes")


def test_reasons_have_room_on_a_phone(looker: Looker) -> None:
    """Otherwise a line would have one word, and a row the height of the screen; the table scrolls
    instead.
    """
    for path in REASONS:
        looker.look(f"{path}?lang=en")
        looker.set_width(WIDTHS[0])
        text, width = looker.page.evaluate(FIRST_REASON)
        assert "by tie-break: " in text
        assert width >= 380
    looker.judge()


# Of every word of every name: on how many lines does it stand?
BROKEN = """() => {
  const broken = [];
  let seen = "";
  for (const one of document.querySelectorAll("tbody :is(.name, .who a)")) {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const words = (text) => [...text.data.matchAll(/[^\\s-]+/g)].map((found) => [text, found]);
    const all = [];
    while (walk.nextNode()) all.push(...words(walk.currentNode));
    for (const [text, { 0: word, index }] of all) {
      const range = document.createRange();
      if (one.checkVisibility()) seen += word;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return seen.includes("Maximilian") ? broken : ["no names"];
}"""
# The longest that can stand there in a field of hundreds.
CUT_OFF = """() => {
  const cells = [...document.querySelectorAll(".crosstable .cell")];
  for (const one of cells) one.textContent = "+238W↓";
  return cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.scrollWidth);
}"""


NUMBER = """() => {
  const number = document.querySelector(".crosstable tbody tr:nth-child(2) .number");
  return number.checkVisibility() && number.textContent;
}"""
NAMES_AT_THE_DESK = tuple(
    f"/t/names/A/{page}" for page in ("round/1", "players", "standings", "crosstable")
)
NAMES_IN_PUBLIC = tuple(
    f"/public/names/A/{page}" for page in ("round/1", "round/1/names", "standings", "crosstable")
)


def test_names_break_between_words_on_a_phone(looker: Looker) -> None:
    page = looker.page
    for path in (*NAMES_AT_THE_DESK, *NAMES_IN_PUBLIC):
        looker.look(path)
        looker.set_width(390)
        assert page.evaluate(BROKEN) == [], path
        if path.endswith("crosstable"):
            assert page.evaluate(NUMBER) == "2"  # opponents are told by numbers
            assert page.evaluate(CUT_OFF) == []
    looker.judge()
