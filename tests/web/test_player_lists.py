"""Rating lists and what they change."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.conftest import LISTS, Site
from tests.web.test_players import SMALL
from tests.web.test_round import told


def after_work(site: Site, text: str) -> str:
    """Return the page that follows the one that waits for long work."""
    while where := re.search(r'hx-get="([^"]+/working/[^"]+)"', text):
        text = site.get(where[1]).text
    return text


def test_what_to_do_about_a_table_is_something_to_do_here_on_the_page(small: Site) -> None:
    """On the command line the remedy is an option; on the page it is a field."""
    loaded = small.upload(f"{SMALL}/lists/upload", "x.csv", b"wer;elo\nVerdi;2111\n", name="x")
    loaded = after_work(small, loaded)
    assert "Name the column under “Columns”." in told(loaded)
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
    # C.04.2.B.1 (4)
    small.post(f"{SMALL}/add", {"name": "O'Neill, Carla", "fide_id": 1001955, "rating": 2500})
    small.post(
        f"{SMALL.removesuffix('/players')}/settings/rules", {"city": "", "start": "2199-01-01"}
    )
    text = small.get(f"{SMALL.removesuffix('/players')}/round/1").text
    assert "has a different rating or title for one player: " in text
    assert "but the tournament starts in 2199-01: load the list of that month." in text
    with small.desk("t") as desk:
        assert [one.player.rating for one in desk.section("A").registrations.values()][-1] == 2500


def test_a_list_that_may_be_cut_is_told_and_put_back(small: Site) -> None:
    whole = (LISTS / "rating_list_sample.txt").read_bytes()
    cut = b"".join(whole.splitlines(keepends=True)[:8])
    lists_page = f"{SMALL}/lists"
    after_work(small, small.upload(f"{lists_page}/upload", "april.txt", whole, name="fide"))
    assert "Put the earlier list back" not in small.get(lists_page).text
    text = after_work(small, small.upload(f"{lists_page}/upload", "may.txt", cut, name="fide"))
    assert "The list fide now has 7 players, and the one before had 20" in told(text)
    assert "Put the earlier list back" in small.get(lists_page).text
    text = small.post(f"{lists_page}/restore", {"name": "fide"}).text
    assert "april.txt" in text
    assert "Put the earlier list back" not in text
    assert "No earlier list" in told(small.post(f"{lists_page}/restore", {"name": "fide"}).text)


def test_a_wrong_id_is_told_and_nothing_is_proposed_on_the_page(small: Site, fide: Path) -> None:
    wrong = {"name": "Wang, Wei", "fide_id": 1001955, "federation": "CHN", "birth": "1955"}
    small.post(f"{SMALL}/add", wrong)
    page = small.get(f"{SMALL}/updates").text
    assert "the FIDE id of one player belongs to another person" in page
    assert "Wang, Wei" in page
    assert 'name="change"' not in page
    assert "Nothing differs" not in page
