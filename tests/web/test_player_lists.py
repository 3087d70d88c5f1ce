"""Rating lists and what they change."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.conftest import LISTS, Site
from tests.web.test_players import SMALL
from tests.web.test_round import told


def after_work(site: Site, text: str) -> str:
    """The page after the one that waits for long work."""
    while where := re.search(r'hx-get="([^"]+/working/[^"]+)"', text):
        text = site.get(where[1]).text
    return text


def test_what_to_do_about_a_table_is_something_to_do_here(small: Site) -> None:
    """At the command line it is an option; on the page it is a field."""
    loaded = small.upload(f"{SMALL}/lists/upload", "x.csv", b"wer;elo\nVerdi;2111\n", name="x")
    loaded = after_work(small, loaded)
    assert "Say under “Columns” which column it is." in told(loaded)
    assert "--map" not in loaded


def test_a_list_that_is_not_loaded_is_loaded_on_a_page(small: Site, fide: Path) -> None:
    text = small.get(f"{SMALL}/updates?list=other").text
    assert "Load it on the page “Rating lists”." in text
    assert "crivello load" not in text


def test_a_rating_list_is_loaded_in_the_background(small: Site) -> None:
    data = (LISTS / "rating_list_sample.txt").read_bytes()
    text = small.upload(f"{SMALL}/lists/upload", "april.txt", data, name="fide")
    text = after_work(small, text)
    assert "20 players loaded into the list fide." in told(text)
    assert "april.txt" in text
    wrong = small.upload(f"{SMALL}/lists/upload", "x.txt", data, name="../x")
    assert "cannot be the name of a list" in told(wrong)


def test_changes_of_a_list_are_accepted_one_by_one(small: Site, fide: Path) -> None:
    small.post(f"{SMALL}/add", {"name": "ONeill, C", "fide_id": 1001955, "rating": 2500})
    page = small.get(f"{SMALL}/updates").text
    assert 'value="9:rating"' in page
    assert 'value="9:name"' in page
    assert "8 players have no FIDE id" in page
    text = small.post(f"{SMALL}/updates", {"list": "fide", "change": "9:rating"}).text
    assert "message done" in told(text)
    with small.desk("t") as desk:
        player = desk.section("A").registrations[9].player
    assert (player.name, player.rating) == ("ONeill, C", 2581)
    assert "Tick the changes" in told(small.post(f"{SMALL}/updates", {"list": "fide"}).text)


def test_before_round_1_an_old_list_and_other_ratings_are_told(small: Site, fide: Path) -> None:
    small.post(f"{SMALL}/add", {"name": "O'Neill, Carla", "fide_id": 1001955, "rating": 2500})
    small.post(f"{SMALL.removesuffix('/players')}/settings/schedule", {"start": "2199-01-01"})
    text = small.get(f"{SMALL.removesuffix('/players')}/round/1").text
    assert "has another rating or title for one player: " in text
    assert "and the tournament starts in 2199-01: load the list of that month." in text
    with small.desk("t") as desk:
        assert [one.player.rating for one in desk.section("A").registrations.values()][-1] == 2500
