"""A system and a tie-break of a plug-in, on the pages."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence

import pytest

import crivello as cv
from tests.cli.calling import call
from tests.web.conftest import Site


@pytest.fixture
def club(site: Site) -> str:
    """Create a tournament with one round of a plug-in; return the address of its section."""

    @cv.register_tie_break("MINE", "my own", "What I like.")
    def mine(card: cv.Scorecard, cards: Mapping[int, cv.Scorecard]) -> int:
        return len(card)

    @cv.register_system("neighbours", "Neighbours by number")
    def pairs(t: cv.Tournament, players: Sequence[cv.Player]) -> list[tuple[int, int]]:
        ids = [one.id for one in players]
        return list(zip(ids[::2], ids[1::2], strict=False))

    path = str(site.folder / "club.crivello")
    new = ["name=Club", "rounds=3", "system=neighbours", "tie-breaks=MINE,BH", "fide-mode=no"]
    assert call("new", path, *new, "--reason", "club evening").code == 0
    for name in ("Ada", "Ben", "Cleo", "Dan", "Eva"):
        assert call("add", name, "-t", path).code == 0
    for words in (["present", "--all"], ["draw", "white"], ["pair"], ["publish"]):
        assert call(*words, "-t", path).code == 0
    assert call("result", "1", "1-0", "-t", path).code == 0
    return "/t/club/A"


def test_the_form_of_a_new_tournament_says_how_a_plug_in_can_be_used(site: Site, club: str) -> None:
    text = site.post("/new", {"name": "Evening", "rounds": 3, "system": "neighbours"}).text
    assert "is not FIDE&#39;s" in text
    assert "Tick “This tournament is not in FIDE mode”, and give a reason." in text


@pytest.mark.parametrize(
    "page",
    [
        "", "/round/1", "/players", "/settings", "/standings", "/crosstable", "/cards",
        "/explain/1", "/explain/1?player=1", "/explain/1/teach", "/round/1/board/1",
        "/standings/player/1", "/print", "/log", "/end", "/exceptions", "/schedule",
    ],
)  # fmt: skip
def test_every_page_shows_a_tournament_of_a_plug_in(site: Site, club: str, page: str) -> None:
    answer = site.client.get(f"{club}{page}", follow_redirects=True)
    assert answer.status_code < 500, answer.text[:2000]


def test_the_menus_say_what_is_not_of_fide(site: Site, club: str) -> None:
    page = site.get(f"{club}/settings").text
    assert '<optgroup label="Not FIDE&#39;s"><option value="neighbours" selected>' in page
    assert "not FIDE&#39;s; from tests.web.test_plug_ins" in page
    assert "gives no reasons" in site.get(f"{club}/explain/1").text


def test_a_print_of_a_plug_in_is_on_the_page_of_prints_and_among_the_files(
    site: Site, club: str
) -> None:
    @cv.register_print("whites", "Games with White")
    def whites(t: cv.Tournament, round: int) -> list[dict[str, object]]:
        return [{"name": one.name, "round": round} for one in t]

    menu = site.get(f"{club}/print").text
    assert "Games with White" in menu
    assert "From the package tests.web.test_plug_ins." in menu
    assert "Ada" in site.get(f"{club}/print/whites?round=1").text
    listed = site.get(f"{club}/files").text
    assert "/files/report/whites/csv" in listed
    assert site.get(f"{club}/files/report/whites/csv?round=1").text.startswith("name,round\n")


def test_a_print_that_fails_does_not_keep_the_others_from_being_made(site: Site, club: str) -> None:
    @cv.register_print("bad", "Bad")
    def bad(t: cv.Tournament, round: int) -> list[dict[str, object]]:
        raise ZeroDivisionError("no")

    page = site.post(f"{club}/print/all", {"round": 1}).text
    found = re.search(r'href="([^"]+/files/made/[^"]+)"', page)
    assert found is not None, page
    with zipfile.ZipFile(io.BytesIO(site.get(found[1]).content)) as packed:
        assert "pairings-by-board.pdf" in packed.namelist()
        assert "bad of tests.web.test_plug_ins failed" in packed.read("bad.txt").decode()
        assert "gives no reasons" in packed.read("why-slips.txt").decode()
