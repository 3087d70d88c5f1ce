"""A refused form loses nothing: every form of the desk, with one wrong field, in a real browser.

`WRONG` says for each form where it is and how to get it wrong; a form that is not in it is found
in the templates.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

import crivello.web
from crivello.desk.actions import DrawLots, Pair, SetApart
from crivello.lists import load
from crivello.model.settings import Apart
from tests.desk.desks import Clock, fresh, publish
from tests.desk.matches import league, play
from tests.web.browser.conftest import Server, loaded, new_context, serve

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
    """A form, and the field to fill in wrongly; `other` is filled in well."""

    page: str
    action: str
    name: str
    value: str
    other: dict[str, str] = field(default_factory=dict)
    button: str = ""
    """The value of the button, where there are several."""
    table: str = ""
    """Players to upload on that page first: the form is on the next one."""


TO_FILL_IN = re.compile(
    r"""<(textarea|select|input(?![^>]*type="hidden"))|m\.(field|choice)\(|deed_fields\("""
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
    Wrong(f"{SMALL}/players", f"{SMALL}/players/several", "player", "", {"kind": "z"}, "bye"),
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
    Wrong(f"{SMALL}/settings", f"{SMALL}/settings/schedule", "day2", "soon", {"city": "Aosta"}),
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
        f"{DRAFT}/round/1", f"{DRAFT}/round/1/rearrange", "other", "1", {"deed": "swap", "one": "1"}
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
        {"deed": "turn", "case": "chief arbiter"},
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
        f"{LEAGUE}/round/1/match/1/correct",
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


NEVER_REFUSED = ("/settings/backup-folder", "/new/take", "/players/1/move", "/round/1/match/1")
"""It warns of a folder that cannot be written to; a file that was previewed is there; only sections
that the player is not in can be chosen, and only results that a board can have."""
TICKS_ONLY = ("/players/updates",)
"""Refused only if all ticks are taken away."""
FILES_ONLY = ("/new/upload", "/players/import/upload", "/prizes/upload")
"""Forms that take nothing but a file, which a browser never gives back."""


@pytest.fixture
def server(
    tmp_path: Path, demonstration: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """The demonstration in round 4, eight players before round 1, its draft, a round robin; eight
    in round 1, two of whom never meet, with their lots."""
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    fresh(folder, clock=Clock()).close()
    fresh(folder, name="robin.crivello", system="roundrobin", clock=Clock()).close()
    with fresh(folder, name="apart.crivello", clock=Clock()) as desk:
        desk.act(SetApart("A", (Apart((1, 2)),)))
        desk.act(DrawLots("A"))
        publish(desk)
    teams = tmp_path / "teams"
    teams.mkdir()
    with league(teams) as desk:
        play(desk, 1)
    (teams / "t.crivello").rename(folder / "league.crivello")
    with fresh(folder, name="draft.crivello", clock=Clock()) as desk:
        desk.act(Pair("A"))
    monkeypatch.setenv("CRIVELLO_DATA", str(tmp_path / "data"))
    load(LIST)
    with serve(folder) as running:
        yield running


def fill(form: Locator, name: str, value: str) -> None:
    control = form.locator(f'[name="{name}"]').first
    kind = control.get_attribute("type") or control.evaluate("one => one.tagName")
    if kind == "SELECT":
        control.select_option(value)
    elif kind == "checkbox":
        form.locator(f'[name="{name}"][value="{value}"]').check()
    elif kind == "file":
        control.set_input_files(value)
    else:
        control.fill(value)


def holds(form: Locator, name: str, value: str) -> None:
    control = form.locator(f'[name="{name}"]').first
    if control.get_attribute("type") == "checkbox":
        expect(form.locator(f'[name="{name}"][value="{value}"]')).to_be_checked()
    elif control.get_attribute("type") != "file":
        expect(control).to_have_value(value)


def form_of(page: Page, wrong: Wrong) -> Locator:
    return page.locator(f'form[action^="{wrong.action}"]').filter(
        has=page.locator(f'[name="{wrong.name}"]:not([type=hidden])')
    )


def send(page: Page, wrong: Wrong) -> None:
    page.goto(wrong.page)
    loaded(page)
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
    for folded in form.locator("xpath=ancestor::details[not(@open)]").all():
        folded.locator("summary").first.click()
    form.evaluate("form => form.noValidate = true")  # a browser would not send some of it
    for name, value in wrong.other.items():
        fill(form, name, value)
    if wrong.value:
        fill(form, wrong.name, wrong.value)
    button = f'button[value="{wrong.button}"]' if wrong.button else "button"
    form.locator(button).first.click()


def comes_back(page: Page, wrong: Wrong) -> None:
    form = form_of(page, wrong).last
    field = form.locator(f'[name="{wrong.name}"]').first
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    if wrong.value:
        holds(form, wrong.name, wrong.value)
    for name, value in wrong.other.items():
        holds(form, name, value)
    if form.get_attribute("data-refused") is not None and field.get_attribute("type") != "checkbox":
        expect(form.locator(".wrong")).not_to_be_empty()
    if form.locator("[type=file]").count():
        expect(form).to_contain_text("Choose the file again")


PARTS = 3


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_refused_form_comes_back_as_it_was_sent(
    browser: Browser, server: Server, scripts: bool, part: int
) -> None:
    """In parts, which need not wait for each other."""
    context = new_context(browser, server, scripts)
    assert context.request.get(server.link).ok
    page = context.new_page()
    for wrong in WRONG[part::PARTS]:
        send(page, wrong)
        comes_back(page, wrong)
    context.close()


WITH_DEVICES = ("/log/device", "/network/approve")
"""They are there once a device has come: `test_log.py`, `network/test_switch.py`."""


def test_no_form_is_forgotten() -> None:
    """Every form with something to fill in is tried above."""
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
    """Of an address: what is no text is a number."""
    text = argument.strip()
    return "/" + (text.strip('"') if text.startswith('"') else "1")
