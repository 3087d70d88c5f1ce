"""Names of files, sections, tournaments and players in any script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from crivello.desk import Desk
from crivello.desk.actions import DrawColour, OpenSection, Pair, Publish, Register
from crivello.model.player import Player
from crivello.model.result import Colour
from tests.desk.desks import settings
from tests.web.conftest import Site, serve

FILE, SECTION = "Łódź 2026", "Ženy 女子"


@pytest.fixture
def lodz(tmp_path: Path) -> Iterator[Site]:
    first = OpenSection(SECTION, settings())
    with Desk.create(tmp_path / f"{FILE}.crivello", first) as desk:
        names = ("Žižková, Šárka", "Łukaszewska, Ośka", "Ωμέγα, Άννα", "王, 小明", 'O\'Brien, "X"')
        desk.act(Register(SECTION, tuple(Player(name, id=0, number=0) for name in names)))
        desk.act(DrawColour(SECTION, Colour.WHITE))
        desk.act(Pair(SECTION))
        desk.act(Publish(SECTION))
    yield from serve(tmp_path)


HERE = f"/t/{quote(FILE)}/{quote(SECTION)}"


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_every_action_is_answered(lodz: Site, htmx: bool, elsewhere: bool) -> None:
    headers = {"hx_request": "true"} if htmx else {}
    if elsewhere:
        headers["hx_current_url"] = "http://127.0.0.1/"
    for path, fields in (
        ("round/1/result", {"line": "1 1-0"}),
        ("round/1/results", {"line": "2 ="}),
        ("log/undo", {}),
        ("log/redo", {}),
        ("players/2/withdraw", {}),
    ):
        answer = lodz.post(f"{HERE}/{path}", fields, **headers)
        assert answer.status_code < 500, path


def test_every_page_and_download_comes(lodz: Site) -> None:
    for path in (
        "round", "players", "standings", "crosstable", "explain", "log", "settings", "files",
        "hall", "print", "print/pairings-by-board?round=1", "files/tournament/trf26",
        "files/pgn?round=1", "files/tournament/json", "files/report/crosstable/csv",
        "round?lang=it", "round?answer=x",
        "round?theme=dark",
    ):  # fmt: skip
        assert lodz.get(f"{HERE}/{path}").status_code == 200, path
    public = HERE.replace("/t/", "/public/", 1)
    for path in ("", "/standings", "/crosstable", "/card/1", "/round/1/names"):
        assert lodz.get(public + path).status_code == 200, path
    assert lodz.get("/").status_code == 200
    assert FILE in lodz.get("/api/v1/tournaments").text
