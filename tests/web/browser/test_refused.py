"""A refused form loses nothing: every form of the desk, with one wrong field, in a real browser.

`WRONG` names each form's page and its wrong field; a test finds forms in the templates that are
missing there.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page

import crivello.web
from crivello.desk.actions import DrawLots, Pair, SetApart
from crivello.model.settings import Apart
from tests.desk.desks import Clock, fresh, publish
from tests.desk.matches import league, play
from tests.support.waiting import until
from tests.web.browser.conftest import Server, loaded, new_context, serve
from tests.web.browser.test_looks import NO_NEWS

pytestmark = pytest.mark.browser

LIST = Path(__file__).resolve().parents[2] / "data" / "lists" / "rating_list_sample.txt"
LONG = "x" * 300
PAGES = Path(crivello.web.__file__).parent
FORM = re.compile(
    r"""{% call m\.form\((.*?)\) %}(.*?){% endcall %}|<form[^>]*method="post"(.*?)>(.*?)</form>""",
    re.S,
)
ADDRESS = re.compile(r'page\.url\(([^)]*)\)|"(/new[^"]*)"')


@dataclass(frozen=True)
class Wrong:
    """A form and the field to fill in wrongly; `other` are the fields to fill in correctly."""

    page: str
    action: str
    name: str
    value: str
    other: dict[str, str] = field(default_factory=dict)
    button: str = ""
    """The value of the button, where there are several."""
    table: str = ""
    """Players to upload on that page first: the form is on the next one."""

    @property
    def values(self) -> dict[str, str]:
        return self.other | ({self.name: self.value} if self.value else {})

    @property
    def pressed(self) -> str:
        return f'button[value="{self.button}"]' if self.button else "button"

    @property
    def told(self) -> dict[str, object]:
        """Return the fields for a script."""
        return {
            "action": self.action,
            "name": self.name,
            "values": self.values,
            "button": self.pressed,
        }


TO_FILL_IN = re.compile(
    r"""<(textarea|select|input(?![^>]*type="hidden"))|m\.(field|choice)\(|rearrangement_fields\("""
)

DEMO, SMALL = "/t/demo/A", "/t/t/A"
DRAFT, ROUND_ROBIN, APART = "/t/draft/A", "/t/robin/A", "/t/apart/A"
LEAGUE = "/t/league/A"
WRONG = (
    Wrong("/", "/new", "start", "31.31.2026", {"name": "Open", "rounds": "5", "city": "Aosta"}),
    Wrong(
        f"{SMALL}/players",
        f"{SMALL}/players/add",
        "birth",
        "31.31.1990",
        {"name": "Verdi, Lucia", "title": "FM", "sex": "w", "club": 'Torre "& Cavallo"'},
    ),
    Wrong(f"{SMALL}/players", f"{SMALL}/players/call", "entry", "99 p", {"as": "p"}),
    Wrong(f"{SMALL}/players/3", f"{SMALL}/players/3/data", "fide_id", "-7", {"club": "Torre"}),
    Wrong(f"{SMALL}/players/3", f"{SMALL}/players/3/table", "table", "0"),
    Wrong(
        f"{SMALL}/players/3",
        f"{SMALL}/players/3/exchange",
        "other",
        "nobody",
        {"reason": "by lot"},
    ),
    Wrong(f"{DEMO}/players/3", f"{DEMO}/players/3/byes", "round", "", {"kind": "z"}),
    Wrong(f"{DEMO}/players/3", f"{DEMO}/players/3/withdraw", "reason", LONG * 10),
    Wrong(
        f"{DEMO}/players/3",
        f"{DEMO}/players/3/points",
        "points",
        "a bit",
        {"reason": "late"},
        "bonus",
    ),
    Wrong(
        f"{SMALL}/settings", f"{SMALL}/settings/rules", "skipped_tables", "13, x", {"name": "New"}
    ),
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/rules", "day2", "soon", {"city": "Aosta"}),
    Wrong(
        f"{SMALL}/settings",
        f"{SMALL}/settings/apart",
        "players",
        "1, nobody",
        {"kind": "group", "name": "Family"},
    ),
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/apart-by", "last", "1e2", {"first": "2"}),
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/meet", "players", "1"),
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/values", "values", "2 1.5\n3 many"),
    Wrong(f"{APART}/settings", f"{APART}/settings/lots", "reason", LONG * 10),
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/tables", "player", "99", {"table": "4"}),
    Wrong(
        f"{SMALL}/settings",
        f"{SMALL}/settings/section",
        "key",
        "A",
        {"name": "Juniors", "rounds": "6"},
    ),
    Wrong(f"{DEMO}/network", f"{DEMO}/network/on", "until", "later", {"address": "10.0.0.7"}),
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/leave-fide-mode", "reason", LONG * 10),
    Wrong(f"{APART}/settings", f"{APART}/settings/release", "reason", LONG * 10),
    Wrong(f"{SMALL}/round/1", f"{SMALL}/round/1/by-hand", "boards", "1-2 3"),
    Wrong(
        f"{DRAFT}/round/1",
        f"{DRAFT}/round/1/rearrange",
        "other",
        "1",
        {"rearrangement": "swap", "one": "1"},
    ),
    Wrong(
        f"{ROUND_ROBIN}/schedule",
        f"{ROUND_ROBIN}/schedule",
        "numbers",
        "3 1 2",
        {"method": "hand", "last": "2"},
    ),
    Wrong(f"{DEMO}/round/4", f"{DEMO}/round/4/result", "entry", "99 1"),
    Wrong(f"{DEMO}/round/4/no-shows", f"{DEMO}/round/4/no-shows", "player", ""),
    Wrong(
        f"{DEMO}/round/4/change",
        f"{DEMO}/round/4/change",
        "reason",
        LONG * 10,
        {"rearrangement": "turn", "case": "chief arbiter"},
    ),
    Wrong(
        f"{DEMO}/round/3/board/1",
        f"{DEMO}/round/3/board/1/correct",
        "reason",
        LONG * 10,
        {"result": "z"},
    ),
    Wrong(
        f"{LEAGUE}/players?add=1",
        f"{LEAGUE}/players/add-team",
        "members",
        "Rossi; 2000; 1; 2",
        {"team_name": "Lions", "captain": "Neri"},
    ),
    Wrong(
        f"{LEAGUE}/players/1",
        f"{LEAGUE}/players/1/team",
        "members",
        "Rossi; many",
        {"team_name": "Lions"},
    ),
    Wrong(
        f"{LEAGUE}/players/1", f"{LEAGUE}/players/1/lineup", "reason", LONG * 10, {"seat-1": "2"}
    ),
    Wrong(
        f"{LEAGUE}/round/1/board/1",
        f"{LEAGUE}/round/1/board/1/correct",
        "reason",
        LONG * 10,
        {"result": "z"},
    ),
    Wrong(f"{DEMO}/log/8/undo", f"{DEMO}/log/undo", "reason", LONG * 10),
    Wrong(
        f"{DEMO}/prizes",
        f"{DEMO}/prizes/form",
        "prizes-1",
        "100\n300",
        {"name-1": "Open", "currency": "EUR"},
    ),
    Wrong(f"{DEMO}/prizes", f"{DEMO}/prizes", "text", "#" + "x" * 200_000),
    Wrong(
        f"{DEMO}/players/lists",
        f"{DEMO}/players/lists/upload",
        "columns",
        "name:Player",
        {"name": "mine", "file": str(LIST)},
    ),
    Wrong(
        f"{SMALL}/players?add=1",
        f"{SMALL}/players/import",
        "cell-2-rating",
        "18O1",
        {"out": "3", "column-3": "club"},
        "register",
        "name;rating;?\nRossi, Ugo;18OO;Torre\nNeri, Eva;1500;\n",
    ),
)


NEVER_REFUSED = (
    "/settings/backup-folder",
    "/new/take",
    "/new/example",
    "/files/online/key",
    "/players/1/move",
    "/round/1/board/1",
)
"""It warns of a folder that cannot be written to; a file that was previewed is there; only sections
that the player is not in can be chosen, and only results that a board can have; the key of a
tournament at chess-results.com is asked for only if the answer of that site was lost."""
TICKS_ONLY = ("/players/updates", "/players/several")
"""Refused only if all ticks are taken away."""
FILES_ONLY = ("/new/upload", "/players/import/upload", "/prizes/upload")
"""Forms that take nothing but a file, which a browser never gives back."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, demonstration: Path) -> Iterator[Server]:
    """A desk with the demonstration in round 4, eight players before round 1, its draft, and a
    round robin.

    Another tournament has eight players in round 1, of whom two never meet, and lots. Refused forms
    change nothing.
    """
    here = tmp_path_factory.mktemp("refused")
    folder = here / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    fresh(folder, clock=Clock()).close()
    fresh(folder, name="robin.crivello", system="roundrobin", clock=Clock()).close()
    with fresh(folder, name="apart.crivello", clock=Clock()) as desk:
        desk.act(SetApart("A", (Apart((1, 2)),)))
        desk.act(DrawLots("A"))
        publish(desk)
    teams = here / "teams"
    teams.mkdir()
    with league(teams) as desk:
        play(desk, 1)
    (teams / "t.crivello").rename(folder / "league.crivello")
    with fresh(folder, name="draft.crivello", clock=Clock()) as desk:
        desk.act(Pair("A"))
    with serve(folder) as running:
        yield running


@pytest.fixture(scope="module")
def cookie(browser: Browser, server: Server) -> tuple[str, str]:
    """Return the cookie of a browser that has opened the start link, which can be opened once."""
    context = new_context(browser, server)
    assert context.request.get(server.link).ok
    (found,) = context.cookies()
    context.close()
    return found["name"], found["value"]


# All fields at once, as a person would find and leave them; what remains are files to choose.
FILL_IN = """(form, values) => {
  form.noValidate = true;  // a browser would not send some of it
  for (let one = form.closest("details"); one; one = one.parentElement.closest("details"))
    one.open = true;
  const files = [];
  for (const [name, value] of Object.entries(values)) {
    const all = [...form.querySelectorAll(`[name="${name}"]`)];
    const field = all[0].type === "checkbox" ? all.find((one) => one.value === value) : all[0];
    if (field.type === "file") { files.push(name); continue; }
    for (let one = field.closest("details"); one; one = one.parentElement.closest("details"))
      one.open = true;
    if (!field.checkVisibility() || field.disabled || field.readOnly) throw new Error(name);
    if (field.type === "checkbox") { if (!field.checked) field.click(); continue; }
    field.value = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  return files;
}"""
# In a document: the form, and the field that was filled in wrongly.
FIND = """(page, { action, name }) => {
  const wanted = `[name="${name}"]:not([type=hidden])`;
  const forms = [...page.querySelectorAll(`form[action^="${action}"]`)];
  const form = forms.filter((one) => one.querySelector(wanted)).at(-1);
  return [form, form?.querySelector(wanted)];
}"""
# What of a form that has come back is not as it was sent, or not said.
LOST = """(form, name, values) => {
  const lost = [];
  for (const [name, value] of Object.entries(values)) {
    const all = [...form.querySelectorAll(`[name="${name}"]`)];
    const field = all[0].type === "checkbox" ? all.find((one) => one.value === value) : all[0];
    if (field.type === "file") continue;
    if (field.type === "checkbox" ? !field.checked : field.value !== value) lost.push(name);
  }
  const box = form.querySelector(`[name="${name}"]`).type === "checkbox";
  const wrong = form.querySelector(".wrong");
  if ("refused" in form.dataset && !box && !wrong?.textContent) lost.push(".wrong");
  const file = form.querySelector("[type=file]");
  if (file && !form.textContent.includes("Choose the file again")) lost.push("file");
  return lost;
}"""
# A browser without scripts sends the form as it is filled in, and shows the page that is answered,
# with the cursor in the one field that says so, if nothing above it is folded.
SENT_WITHOUT_SCRIPTS = f"""async ({{ button, name, values, ...wrong }}) => {{
  const [form] = ({FIND})(document, {{ name, ...wrong }});
  const pressed = form.querySelector(button);
  const data = new FormData(form, pressed);
  const files = form.enctype === "multipart/form-data";
  const body = files ? data : new URLSearchParams([...data]);
  const method = "post";
  const address = pressed.getAttribute("formaction") ?? form.getAttribute("action");
  const answer = await fetch(address, {{ method, body }});
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [back, field] = ({FIND})(page, {{ name, ...wrong }});
  if (!back) return [`${{answer.status}} ${{page.body.textContent}}`];
  const lost = ({LOST})(back, name, values);
  if (field.getAttribute("aria-invalid") !== "true") lost.push("aria-invalid");
  const focused = [...page.querySelectorAll("[autofocus]")];
  if (focused.length !== 1 || focused[0] !== field) lost.push("autofocus");
  if (field.closest("details:not([open])")) lost.push("folded");
  if (!page.querySelector("h1")) lost.push("a whole page");
  return lost;
}}"""
COMES_BACK = f"""(wrong) => {{
  const [, field] = ({FIND})(document, wrong);
  if (field?.getAttribute("aria-invalid") !== "true") return false;
  const {{ top, bottom }} = field.getBoundingClientRect();
  return field === document.activeElement && bottom > top && top < innerHeight && bottom > 0;
}}"""
LOST_HERE = f"""({{ values, ...wrong }}) => {{
  const [form] = ({FIND})(document, wrong);
  return ({LOST})(form, wrong.name, values);
}}"""


def form_of(page: Page, wrong: Wrong) -> Locator:
    return page.locator(f'form[action^="{wrong.action}"]').filter(
        has=page.locator(f'[name="{wrong.name}"]:not([type=hidden])')
    )


def fill_in(page: Page, wrong: Wrong) -> Locator:
    if wrong.table:
        file: FilePayload = {
            "name": "table.csv",
            "mimeType": "text/csv",
            "buffer": wrong.table.encode(),
        }
        page.locator("#f-file").set_input_files(file)
        page.get_by_role("button", name="Preview").click()
        page.wait_for_url("**/import?key=*")
        loaded(page)
    form = form_of(page, wrong).last
    values = wrong.values
    for name in form.evaluate(FILL_IN, values):
        form.locator(f'[name="{name}"]').set_input_files(values[name])
    return form


def comes_back(page: Page, wrong: Wrong) -> None:
    page.wait_for_function(COMES_BACK, arg=wrong.told)
    assert page.evaluate(LOST_HERE, wrong.told) == []


def comes_back_without_scripts(page: Page, wrong: Wrong, pressed: Locator) -> None:
    """Wait by polling until the form comes back, as a page without scripts cannot wait for a
    condition.
    """
    with page.expect_navigation():
        pressed.click()
    until(lambda: page.evaluate(COMES_BACK, wrong.told))
    assert page.evaluate(LOST_HERE, wrong.told) == []


PARTS = 2
ADDRESSES = list(dict.fromkeys(wrong.page for wrong in WRONG))


def at_the_desk(browser: Browser, server: Server, cookie: tuple[str, str], scripts: bool) -> Page:
    context = new_context(browser, server, scripts)
    name, value = cookie
    context.add_cookies([{"name": name, "value": value, "url": server.url}])
    context.add_init_script(NO_NEWS)  # a part that renews itself takes what is filled in with it
    return context.new_page()


@pytest.mark.usefixtures("fide")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_refused_form_comes_back_as_it_was_sent(
    browser: Browser, server: Server, cookie: tuple[str, str], part: int
) -> None:
    """The forms are tested in parts, which run in parallel; those of one page one after the other.

    Each is also sent as without scripts: the next test shows how a browser handles that answer.
    """
    page = at_the_desk(browser, server, cookie, scripts=True)
    for address in ADDRESSES[part::PARTS]:
        page.goto(address)
        loaded(page)
        filled: list[str] = []
        for wrong in WRONG:
            if wrong.page == address:
                if wrong.action in filled:  # the form would still have the other mistake
                    page.goto(address)
                    loaded(page)
                filled.append(wrong.action)
                form = fill_in(page, wrong)
                assert page.evaluate(SENT_WITHOUT_SCRIPTS, wrong.told) == [], wrong
                form.locator(wrong.pressed).first.click()
                comes_back(page, wrong)
    page.context.close()


KINDS = {
    f"{SMALL}/players/add": "a field",
    f"{SMALL}/settings/section": "unfolded, far down",
    f"{DEMO}/round/4/result": "a line that is typed",
    f"{DEMO}/players/lists/upload": "with a file",
    f"{SMALL}/players/import": "a cell of a table",
}


@pytest.mark.usefixtures("fide")
def test_a_browser_without_scripts_leads_to_the_field(
    browser: Browser, server: Server, cookie: tuple[str, str]
) -> None:
    page = at_the_desk(browser, server, cookie, scripts=False)
    tried = [wrong for wrong in WRONG if wrong.action in KINDS]
    assert len(tried) == len(KINDS)
    for wrong in tried:
        page.goto(wrong.page)
        pressed = fill_in(page, wrong).locator(wrong.pressed).first
        comes_back_without_scripts(page, wrong, pressed)
    page.context.close()


WITH_DEVICES = ("/log/device", "/network/approve")
"""They are there once a device has come: `test_log.py`, `network/test_switch.py`."""


def test_no_form_is_forgotten() -> None:
    """Every form with something to fill in is in the table above."""
    forms = set()
    for template in PAGES.rglob("*.html"):
        for made, inside, plain, within in FORM.findall(template.read_text("utf-8")):
            address = ADDRESS.search(made or plain)
            if address and TO_FILL_IN.search(inside or within):
                forms.add(address[2] or "".join(map(_part, address[1].split(","))))
    assert len(forms) > 25
    tried = {re.sub("^/t/[a-z]+/A", "", wrong.action) for wrong in WRONG}
    tried = {re.sub("[0-9]+", "1", one) for one in tried}
    assert forms - tried - {*FILES_ONLY, *NEVER_REFUSED, *TICKS_ONLY, *WITH_DEVICES} == set()


def _part(argument: str) -> str:
    """Return a number for a part of an address that is not a text."""
    text = argument.strip()
    return "/" + (text.strip('"') if text.startswith('"') else "1")
