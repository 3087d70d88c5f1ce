"""Tournaments of the folder: renamed, archived, deleted and restored on the page Home."""

from __future__ import annotations

import re
from html import unescape

from crivello.web.desks import PutAwayPlace
from tests.web.conftest import Site
from tests.web.test_exceptions import question
from tests.web.test_players import publish
from tests.web.test_round import told

AWAY = "/tournaments/put-away"


def listed(site: Site) -> str:
    return unescape(re.sub(r"<details class=\"panel\".*", "", site.get("/").text, flags=re.S))


def test_a_tournament_is_renamed(small: Site) -> None:
    fields = {"file": "t", "section": "A", "name": "Autumn Open"}
    assert "The tournament is now called Autumn Open." in told(
        small.post("/tournaments/rename", fields).text
    )
    assert "Autumn Open" in listed(small)
    with small.desk("t") as desk:
        assert desk.section("A").settings.name == "Autumn Open"
        assert "Autumn Open" not in desk.path.name
    refused = small.post("/tournaments/rename", fields | {"name": " "}).text
    assert "A tournament needs a name." in told(refused)


def test_a_tournament_is_deleted_and_the_delete_is_undone(small: Site) -> None:
    (small.folder / "t.prizes.toml").write_text("ties = 'hort'")
    before = (small.folder / "t.crivello").read_bytes()
    text = small.post(AWAY, {"file": "t", "to": "wastebasket"}).text
    assert "is deleted. It stays in the wastebasket." in told(text)
    assert [one.name for one in small.folder.glob("*.*")] == []
    assert small.get("/t/t/A/round").status_code == 404
    url, fields = question(text)
    assert "is back" in told(small.post(url, fields).text)
    assert (small.folder / "t.crivello").read_bytes() == before
    assert (small.folder / "t.prizes.toml").exists()
    assert small.get("/t/t/A/round").status_code == 200


def test_an_archived_tournament_is_listed_apart_and_restored(small: Site) -> None:
    small.post(AWAY, {"file": "t", "to": "archive"})
    assert (small.folder / "archive" / "t.crivello").exists()
    page = small.get("/").text
    assert "in the archive" in page
    assert "/t/t/A/" not in page
    small.post("/tournaments/restore", {"from": "archive", "file": "t"})
    assert "/t/t/A/" in small.get("/").text


def test_a_tournament_that_is_being_played_needs_its_name(small: Site) -> None:
    publish(small)
    refused = small.post(AWAY, {"file": "t", "to": "wastebasket"}).text
    assert "is being played. Type its name to put the file away." in told(refused)
    assert (small.folder / "t.crivello").exists()
    small.post(AWAY, {"file": "t", "to": "wastebasket", "typed": "T"})
    assert not (small.folder / "t.crivello").exists()


def test_the_file_of_another_tournament_keeps_its_prizes(small: Site) -> None:
    for name in ("t-2.crivello", "t-2.prizes.toml", "t-b.prizes.toml"):
        (small.folder / name).write_bytes((small.folder / "t.crivello").read_bytes())
    small.post(AWAY, {"file": "t", "to": "archive"})
    assert sorted(one.name for one in small.folder.glob("*.*")) == [
        "t-2.crivello",
        "t-2.prizes.toml",
    ]
    assert (small.folder / "archive" / "t-b.prizes.toml").exists()


def test_a_name_that_is_taken_gets_a_number(small: Site) -> None:
    data = (small.folder / "t.crivello").read_bytes()
    for _ in range(2):
        small.post(AWAY, {"file": "t", "to": "wastebasket"})
        (small.folder / "t.crivello").write_bytes(data)
    desks = small.desktop.desks
    assert desks.names_in(PutAwayPlace.WASTEBASKET) == ["t", "t-2"]
    small.post("/tournaments/restore", {"from": "wastebasket", "file": "t-2"})
    assert desks.names() == ["t", "t-2"]


def test_a_file_that_cannot_be_opened_can_be_deleted(small: Site) -> None:
    (small.folder / "broken.crivello").write_bytes(b"nothing")
    assert "broken" in listed(small)
    small.post(AWAY, {"file": "broken", "to": "wastebasket"})
    assert (small.folder / "wastebasket" / "broken.crivello").exists()


def test_only_files_of_the_folder_are_moved(small: Site) -> None:
    outside = small.folder.parent / "outside.crivello"
    outside.write_bytes(b"x")
    for name in ("../outside", "nowhere", ""):
        assert "message refused" in told(small.post(AWAY, {"file": name, "to": "archive"}).text)
        fields = {"from": "archive", "file": name}
        assert "message refused" in told(small.post("/tournaments/restore", fields).text)
    assert outside.exists()
