"""New players: by hand, from a rating list, from another section."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from crivello.desk.actions import OpenSection, Register
from crivello.model.player import Player, Title
from crivello.model.settings import Settings
from tests.web.conftest import Site
from tests.web.test_exceptions import question
from tests.web.test_players import SMALL, presences
from tests.web.test_round import told


def test_a_player_is_registered_by_hand(small: Site) -> None:
    fields = {
        "name": "Rossi, Anna",
        "title": "WFM",
        "rating": 2375,
        "federation": "ITA",
        "fide_id": 12345,
        "birth": "1990",
        "sex": "w",
        "club": "Asti",
    }
    text = small.post(f"{SMALL}/add", fields).text
    assert "Rossi, Anna" in told(text)
    with small.desk("t") as desk:
        player = desk.section("A").registrations[9].player
    assert (player.title, player.rating, player.fide_id) == (Title.WFM, 2375, 12345)
    assert dict(player.tags) == {"club": "Asti"}
    assert "Asti" in text


def test_a_player_without_a_rating_is_to_be_estimated_on_the_page(small: Site) -> None:
    # C.04.2: 2.1
    text = told(small.post(f"{SMALL}/add", {"name": "Verdi, Ugo"}).text)
    assert "no rating that counts and no estimate" in text
    text = told(small.post(f"{SMALL}/add", {"name": "Neri, Eva", "estimate": "1500"}).text)
    assert "no estimate" not in text


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": "A", "rating": "many"}])
def test_wrong_data_are_refused(small: Site, fields: dict[str, str]) -> None:
    assert "message refused" in told(small.post(f"{SMALL}/add", fields).text)
    assert len(presences(small)) == 8


def test_a_name_that_is_too_long_is_refused_and_a_long_one_told(small: Site) -> None:
    text = told(small.post(f"{SMALL}/add", {"name": "x" * 300}).text)
    assert "message refused" in text
    assert "The name of a player is too long: 300 characters, at most 100 are allowed" in text
    assert len(presences(small)) == 8
    assert "a report file cuts it there" in small.post(f"{SMALL}/add", {"name": "y" * 40}).text


def test_a_player_is_found_on_a_rating_list_and_registered(small: Site, fide: Path) -> None:
    page = small.get(f"{SMALL}?q=oneil+carla").text
    assert "O&#39;Neill, Carla" in page
    found = small.get(f"{SMALL}/search?q=carl").text
    assert "2581" in found
    assert "<html" not in found
    text = small.post(f"{SMALL}/add-listed", {"list": "fide", "fide_id": 1001955}).text
    assert "O&#39;Neill, Carla is registered." in told(text)
    with small.desk("t") as desk:
        assert desk.section("A").registrations[9].player.rating == 2581
    assert "registered</span>" in small.get(f"{SMALL}/search?q=carla").text
    again = small.post(f"{SMALL}/add-listed", {"list": "fide", "fide_id": 1001955}).text
    assert "message refused" in told(again)


def test_without_a_list_the_page_says_so(small: Site) -> None:
    assert "No rating list is loaded yet." in small.get(SMALL).text
    assert "is not loaded" in small.get(f"{SMALL}/search?q=x").text
    answer = small.get(f"{SMALL}/updates").text
    assert "No rating list is loaded yet." in answer
    assert "crivello load" not in answer
    bad = small.post(f"{SMALL}/add-listed", {"list": "../fide", "fide_id": 1}).text
    assert "cannot be the name of a list" in told(bad)


def test_a_player_of_another_section_keeps_his_id(small: Site) -> None:
    with small.desk("t") as desk:
        desk.act(OpenSection("B", Settings(name="B", rounds=5)))
        desk.act(Register("B", (Player("Both, Bob", id=0, number=0, fide_id=77),)))
    small.get(SMALL)
    small.desktop.desks.file("t").look()
    small.post(f"{SMALL}/add", {"name": "Bob Both", "fide_id": 77})
    with small.desk("t") as desk:
        both = [section.registrations[9].player.name for section in desk.state.sections.values()]
    assert both == ["Both, Bob", "Both, Bob"]


def test_an_estimated_strength_orders_the_list(small: Site) -> None:
    text = small.post(f"{SMALL}/add", {"name": "Neri, Ugo", "estimate": 2900}).text
    assert "(2900)" in text
    with small.desk("t") as desk:
        first = desk.section("A").listed_players[0]
    assert (first.name, first.rating, first.estimate) == ("Neri, Ugo", None, 2900)
    assert 'value="2900"' in small.get(f"{SMALL}/{first.id}").text


# The same player twice


def test_the_same_player_typed_twice_is_asked_about(small: Site) -> None:
    fields = {"name": "Rossi, Mario", "rating": "1800"}
    small.post(f"{SMALL}/add", fields)
    text = small.post(f"{SMALL}/add", fields | {"name": "rossi mario"}).text
    assert "rossi mario has the same name as Rossi, Mario, who is registered" in told(text)
    assert len(presences(small)) == 9
    assert 'value="rossi mario"' in text  # the form is still filled in
    url, again = question(text)
    small.post(url, again)
    assert len(presences(small)) == 10


def test_another_birth_is_another_player(small: Site) -> None:
    for birth in ("1990", "1961"):
        small.post(f"{SMALL}/add", {"name": "Rossi, Mario", "birth": birth})
    assert len(presences(small)) == 10


def test_the_same_player_of_a_rating_list_is_asked_about(small: Site, fide: Path) -> None:
    listed = small.get(f"{SMALL}?q=oneil+carla").text
    found = re.search(r'name="fide_id" value="(\d+)".*?<strong>(.*?)</strong>', listed, re.S)
    assert found
    small.post(f"{SMALL}/add", {"name": unescape(found[2])})
    fields = {"list": "fide", "fide_id": found[1]}
    assert "the same name as" in told(small.post(f"{SMALL}/add-listed", fields).text)


def test_who_may_be_meant_is_shown_while_a_name_is_typed(small: Site, fide: Path) -> None:
    small.post(f"{SMALL}/add", {"name": "Rossi, Mario", "rating": "1800"})
    assert "Rossi, Mario" in small.get(f"{SMALL}/similar?name=ross").text
    assert "Rossi" not in small.get(f"{SMALL}/similar?name=ro").text
    found = re.search(r'data-fill-in="([^"]*)"', small.get(f"{SMALL}/similar?name=oneil").text)
    assert found
    data = json.loads(unescape(found[1]))
    assert data["name"].startswith("O")
    assert data["rating"]
    assert data["fide_id"]


# Pasted from a spreadsheet


def test_rows_of_a_spreadsheet_are_pasted_and_reviewed(small: Site) -> None:
    table = "Cognome\tNome\tElo\tFed\nBianchi\tUgo\t1500\tItalia\nNeri\tEva\t1600\tFRA"
    text = small.post(f"{SMALL}/import/upload", {"table": table}).text
    assert "Bianchi, Ugo" in text
    assert len(presences(small)) == 8
    key = re.search(r'name="key" value="([^"]+)"', text)
    assert key
    small.post(f"{SMALL}/import", {"key": key[1], "choice": "register"})
    with small.desk("t") as desk:
        people = [one.player for one in desk.section("A").registrations.values()][8:]
    assert [(one.name, one.rating, one.federation) for one in people] == [
        ("Bianchi, Ugo", 1500, "ITA"),
        ("Neri, Eva", 1600, "FRA"),
    ]
