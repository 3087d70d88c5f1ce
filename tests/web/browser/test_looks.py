"""Every page in the browser: it fits narrow and wide screens, and axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, FilePayload, Page, TimeoutError, expect

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from tests.web.browser.conftest import Server, loaded

pytestmark = pytest.mark.browser

PAGES = [
    "/",
    "/nowhere",
    "/sessions",
    "/public",
    "/api/v1",
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
PRIZES = '[[list]]\nname = "Open"\nprizes = [500, 300, 200]\n'
WIDTHS = (1024, 320, 1920)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Of what is right only the number: to describe each element takes as long as to judge it.
ASK_AXE = """async (rules) => {
  const options = { ...rules, resultTypes: ["violations"], preload: false };
  const { passes, violations } = await axe.run(document, options);
  return { passes: passes.length, violations };
}"""
# The theme changes nothing else that axe asks about.
ALL_BUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}
# Contrast depends on the colour and size of the letters and on what is behind them: of all texts
# that are alike in this axe judges three, on the first page that has them.
ASK_CONTRAST = """async (judged) => {
  const grounds = new Map([[null, ""]]);
  const ground = (one) => {
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}/`;
      const clear = own === "rgba(0, 0, 0, 0) none 1/";
      grounds.set(one, ground(one.parentElement) + (clear ? "" : own));
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
    const letters = [color, fontSize, fontWeight, textShadow, visibility];
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
    """One with long names, one in which nothing has happened yet, a round robin; and prizes."""
    (folder / "demo.prizes.toml").write_text(PRIZES)
    players = tuple(Player(k, 0, name, rating=2000 - k) for k, name in enumerate(NAMES, 1))
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
    """At the desk of the demonstration and `add_tournaments`; one of so many parts of them."""
    yield from [*PAGES, *NOTHING_YET][part::parts]
    if part == 0:
        yield _import_of(page)


# With its scripts, and an explanation that was promised is there.
COMPLETE = "() => document.readyState === 'complete' && !document.querySelector('.working')"
MESSY = "Cognome;Nome;Elo Italia;FIDE;?\nRossi;Ugo;18OO;7;a\nNeri;Eva;1500;7;b\nVerdi;Ada;;;c;d\n"


def _import_of(page: Page) -> str:
    """The preview of a file with rows to put right and to leave out."""
    page.goto("/t/demo/A/players?add=1&lang=en")
    loaded(page)
    file: FilePayload = {"name": "x.csv", "mimeType": "text/csv", "buffer": MESSY.encode()}
    page.locator("#f-file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/import?key=*")
    return page.url


PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_and_is_accessible(
    context: BrowserContext, server: Server, part: int
) -> None:
    """In parts, which need not wait for each other."""
    context.add_init_script(NO_NEWS)
    context.add_init_script(AXE_SCRIPT)
    page = context.new_page()
    add_tournaments(server.folder)
    found: list[object] = []
    judged: list[str] = []
    for path in all_pages(page, part, PARTS):
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        page.goto(path)
        page.wait_for_function(COMPLETE)
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        answer = page.evaluate(ASK_AXE, ALL_BUT_CONTRAST)
        assert answer["passes"], "axe has looked at nothing"
        violations = [("any theme", one) for one in answer["violations"]]
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            answer = page.evaluate(ASK_CONTRAST, judged)
            judged += answer["kinds"]
            violations += [(theme, one) for one in answer["violations"]]
        for shown, violation in violations:
            where = [node["target"] for node in violation["nodes"]][:3]
            found.append((path, shown, violation["id"], violation["impact"], where))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            try:  # the projector lays itself out anew, but not in the same moment
                page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
            except TimeoutError:
                wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                found.append((path, width, "wider by", wider, []))
    assert found == []
    assert judged


def test_the_top_of_a_page_stays_low(page: Page, server: Server) -> None:
    """The menu is one row on a laptop, and nothing is wider than a narrow phone."""
    add_tournaments(server.folder)
    for file, language in product(("demo", "robin"), ("en", "it")):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"/t/{file}/A/end?lang={language}")
        assert page.locator(".menu").evaluate("menu => menu.offsetHeight") < 80
        page.set_viewport_size({"width": 320, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_reasons_have_room_on_a_phone(context: BrowserContext, server: Server) -> None:
    """Else a line has one word, and a row the height of the screen; the table scrolls instead."""
    (server.folder / "demo.prizes.toml").write_text('ties = "hort"\n' + PRIZES)
    page = context.new_page()
    page.set_viewport_size({"width": 320, "height": 800})
    for path in ("/t/demo/A/prizes", "/t/demo/A/print/prizes"):
        page.goto(path)
        why = page.locator("td.c-why").first
        expect(why).to_contain_text("by tie-break: ")
        box = why.bounding_box()
        assert box
        assert box["width"] >= 380


# Of every word of every name: on how many lines does it stand?
BROKEN = """() => {
  const broken = [];
  for (const one of document.querySelectorAll("tbody :is(.name, .who a)")) {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const words = (text) => [...text.data.matchAll(/[^\\s-]+/g)].map((found) => [text, found]);
    const all = [];
    while (walk.nextNode()) all.push(...words(walk.currentNode));
    for (const [text, { 0: word, index }] of all) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}"""
# The longest that can stand there in a field of hundreds.
CUT_OFF = """() => {
  const cells = [...document.querySelectorAll(".crosstable .cell")];
  for (const one of cells) one.textContent = "+238W↓";
  return cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.scrollWidth);
}"""


def test_names_break_between_words_on_a_phone(page: Page, server: Server) -> None:
    add_tournaments(server.folder)
    page.set_viewport_size({"width": 390, "height": 844})
    base = "names/A"
    for path in ("round/1", "players", "standings", "crosstable"):
        page.goto(f"/t/{base}/{path}")
        expect(page.locator("tbody").get_by_text("Maximilian").first).to_be_visible()
        assert page.evaluate(BROKEN) == [], path
    for path in ("round/1", "round/1/names", "standings"):
        page.goto(f"/public/{base}/{path}")
        assert page.evaluate(BROKEN) == [], path
    for path in (f"/t/{base}/crosstable", f"/public/{base}/crosstable"):
        page.goto(path)
        rows = page.locator(".crosstable tbody tr")
        expect(rows.nth(1).locator(".number")).to_have_text("2")  # opponents are told by numbers
        expect(rows.nth(1).locator(".number")).to_be_visible()
        assert page.evaluate(CUT_OFF) == []
