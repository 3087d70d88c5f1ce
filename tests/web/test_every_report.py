"""Every report in every format, for each kind of tournament: a file, or a refusal in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import OpenSection, Pair, Publish, Register
from crivello.model.player import Player
from crivello.model.settings import Settings
from crivello.reports.pages import PAGES
from crivello.web.demonstration import build
from crivello.web.files.routes import DATA, REPORTS, TABLE_FORMS
from tests.desk import matches
from tests.desk.desks import Clock, fresh
from tests.web.conftest import Site, serve
from tests.web.test_files import TOML
from tests.web.test_round import told

BEGINNINGS = {
    "csv": rb"\w",
    "xlsx": rb"PK",
    "pdf": rb"%PDF",
    "html": rb"<!doctype html",
    "json": rb"\{",
}


OF_OTHERS = {"aro", "boards", "match-cards", "players-by-board"}
"""Pages of Dubov tournaments and of teams."""


def make_empty(folder: Path) -> None:
    opening = OpenSection("A", Settings(name="Empty", rounds=5))
    Desk.create(folder / "t.crivello", opening).close()


def make_registered(folder: Path) -> None:
    fresh(folder, clock=Clock()).close()


def make_playing(folder: Path) -> None:
    build(folder).rename(folder / "t.crivello")


def make_league(folder: Path) -> None:
    with matches.league(folder) as desk:
        desk.act(Pair("A"))
        desk.act(Publish("A"))


def make_round_robin(folder: Path) -> None:
    opening = OpenSection("A", Settings(name="Club", rounds=5, system="roundrobin"))
    with Desk.create(folder / "t.crivello", opening) as desk:
        desk.act(Register("A", tuple(Player(f"Player {n}", id=n, number=0) for n in range(1, 7))))


KINDS: dict[str, Callable[[Path], None]] = {
    "empty": make_empty,
    "registered": make_registered,
    "playing": make_playing,
    "league": make_league,
    "round robin": make_round_robin,
}


def is_answered(site: Site, name: str, form: str, round_: int | None) -> bool:
    """Return True if there is such a file; if not, check that the answer gives a reason."""
    asked = "" if round_ is None else f"?round={round_}"
    answer = site.get(f"/t/t/A/files/report/{name}/{form}{asked}")
    where = (name, form, round_)
    if "content-disposition" in answer.headers:
        data = answer.content.lstrip(b"\xef\xbb\xbf")
        assert re.match(BEGINNINGS[form], data, re.I), where
        return True
    if form in TABLE_FORMS and not PAGES[name].tabular:
        assert answer.status_code == 404, where
        assert "is not a table" in answer.text
        assert f"/t/t/A/files/report/{name}/pdf{asked}" in answer.text
    else:
        assert answer.status_code == 200, where
        assert "message refused" in told(answer.text), where
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_every_report_in_every_form(tmp_path: Path, kind: str) -> None:
    KINDS[kind](tmp_path)
    for site in serve(tmp_path):
        if kind == "round robin":
            site.post("/t/t/A/schedule", {"method": "initial"})
        site.post("/t/t/A/prizes", {"text": TOML})
        found = {
            (name, form)
            for name in PAGES
            for form, _ in (*REPORTS, *([DATA] if PAGES[name].form else []))
            for round_ in (None, 1, 99)
            if not (form == "pdf" and round_ == 1)
            if is_answered(site, name, form, round_)
        }
        offered = set(re.findall(r"/files/report/([\w-]+)/(\w+)", site.get("/t/t/A/files").text))
        assert offered <= found
        if kind == "playing":
            assert {name for name, _ in found} == PAGES.keys()
            assert {name for name, _ in offered} == PAGES.keys() - OF_OTHERS
