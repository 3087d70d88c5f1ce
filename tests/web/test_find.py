"""The box on every page that finds players, and links from names to the player's page."""

from __future__ import annotations

import re

import pytest

from crivello.desk.actions import Register
from crivello.model.player import Player
from tests.web.conftest import Site

BASE = "/t/demo/A"
PAGES = ("round", "players", "standings", "crosstable", "cards", "explain", "log", "settings")
MORE = ("prizes", "files", "print", "hall", "players/3", "round/4/board/2", "find")


def hits(text: str) -> list[tuple[str, str]]:
    return re.findall(r'<a class="hit" href="([^"]+)">([^<]+)</a>', text)


@pytest.mark.parametrize("path", [*PAGES, *MORE])
def test_every_page_has_the_box(site: Site, path: str) -> None:
    text = site.get(f"{BASE}/{path}").text
    assert re.search(rf'<form class="find-box"[^>]* method="get" action="{BASE}/find"', text)


def test_the_public_has_its_own_search(site: Site) -> None:
    assert 'class="find-box"' not in site.get("/public/demo/A").text


def test_one_player_is_shown_at_once(site: Site) -> None:
    assert site.get(f"{BASE}/find?q=ELÌS").url.path == f"{BASE}/players/5"


def test_a_number_is_a_player_and_a_table(site: Site) -> None:
    text = site.get(f"{BASE}/find?q=2").text
    assert hits(text)[0] == (f"{BASE}/round/4/board/2", "Table 2")
    assert hits(text)[1][0] == f"{BASE}/players/2"
    assert site.get(f"{BASE}/find?q=12").url.path == f"{BASE}/players/12"  # there is no table 12


def test_several_are_listed_with_where_they_play(site: Site) -> None:
    with site.desk() as desk:
        desk.act(Register("A", (Player("Elisa, Nova", id=0, number=0, fide_id=4242),)))
    site.desktop.desks.file("demo").look()
    text = site.get(f"{BASE}/find?q=eli").text
    assert [name for _, name in hits(text)] == ["Elisa", "Elisa, Nova"]
    assert f'<a href="{BASE}/round/4/board/2">table 2</a>' in text
    assert "Davide – Elisa" in text
    assert "late entry" in text
    assert "/players/" in str(site.get(f"{BASE}/find?q=4242").url)


def test_while_typing_only_the_list_comes(site: Site) -> None:
    text = site.get(f"{BASE}/find?q=elisa", **{"hx-request": "true"}).text
    assert "<html" not in text
    assert hits(text) == [(f"{BASE}/players/5", "Elisa")]


@pytest.mark.parametrize("q", ["", " ", "zzz", "99", "0", "'", "x" * 3000, "9" * 30, "²"])
def test_nobody_is_found(site: Site, q: str) -> None:
    answer = site.client.get(f"{BASE}/find", params={"q": q})
    assert answer.status_code == 200
    assert hits(answer.text) == []
    assert ("No player is called" in answer.text) == bool(q.strip())


@pytest.mark.parametrize("path", ["cards/5", "standings/player/5"])
def test_the_other_pages_of_a_player_lead_back(site: Site, path: str) -> None:
    assert f'href="{BASE}/players/5">Player data' in site.get(f"{BASE}/{path}").text


@pytest.mark.parametrize(
    "path",
    [
        "round/4",
        "round/4/board/2",
        "standings",
        "crosstable",
        "explain/4/player?player=5",
        "explain/4/board/2",
    ],
)
def test_a_name_leads_to_the_player(site: Site, path: str) -> None:
    text = site.get(f"{BASE}/{path}").text
    assert re.search(
        rf'<a[^>]* href="{BASE}/players/5">(?:<span[^>]*>\w+</span> )?[^<]*Elisa', text
    )


def test_a_name_among_prizes_and_norms_leads_to_the_player(site: Site) -> None:
    prizes = '[[list]]\nname = "Open"\nprizes = [3, 2, 1]\n'
    assert (
        f'<a href="{BASE}/players/5">Elisa</a>'
        in site.post(f"{BASE}/prizes", {"text": prizes}).text
    )
    norms = site.get(f"{BASE}/prizes/norms?player=8").text
    assert re.search(rf'<a href="{BASE}/players/[0-9]+">[^<]*Alice', norms)


def test_the_page_of_a_player_leads_to_everything(site: Site) -> None:
    text = site.get(f"{BASE}/players/5").text
    for path in (
        "cards/5",
        "standings/player/5",
        "round/4/board/2",
        "explain/4/player?player=5",
        "explain/3/board/",
    ):
        assert f'href="{BASE}/{path}' in text
    assert "Games" in text
    assert "Davide" in text


def test_before_the_first_round_there_is_nothing_else(small: Site) -> None:
    text = small.get("/t/t/A/players/3").text
    assert "/t/t/A/cards/" not in text
    assert ">Games" not in text
