"""Hostile files and texts at every interface of the desk: the error is our own, and the desk
continues.
"""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello.formats.trf.lines import MAX_LINES
from crivello.web import jobs, limited_process, reading
from tests.support import hostile
from tests.support.working import endless, greedy
from tests.web.conftest import Site
from tests.web.test_round import told

pytestmark = pytest.mark.usefixtures("quick_processes")

PLAYERS = "/t/demo/A/players"
OUR_MISTAKE = "This is a bug in crivello"
TABLES: dict[str, Callable[[], bytes]] = {
    "far.xlsx": hostile.far_cell,
    "strings.xlsx": hostile.many_strings,
    "wide.xlsx": hostile.wide_row,
    "deep.xlsx": hostile.deep,
    "type.xlsx": lambda: hostile.document_type("xl/sheet1.bin"),
    "utf7.xlsx": lambda: hostile.workbook(more={"xl/workbook.xml": hostile.utf_7()}),
    "lines.csv": lambda: b"name,rating\n" + b"\n" * (MAX_LINES + 1),
    "lzma.xlsx": lambda: hostile.damaged_lzma("xl/workbook.xml"),
    "rounds.json": hostile.many_rounds,
}
TOURNAMENTS: dict[str, Callable[[], bytes]] = {
    "rounds.json": hostile.many_rounds,
    "late.json": hostile.late_entry,
    "lines.trf": lambda: b"012 x\n" + b"\n" * (MAX_LINES + 1),
    "lzma.zip": hostile.damaged_lzma,
    "values.json": lambda: b"[" + b"[]," * 2_600_000 + b"[]]",
}


@pytest.mark.parametrize("name", TABLES)
def test_hostile_tables_of_players(site: Site, name: str) -> None:
    text = site.upload(f"{PLAYERS}/import/upload", name, TABLES[name]())
    assert "This cannot be imported as it is" in text
    assert OUR_MISTAKE not in text
    assert "<h1>" in site.get(PLAYERS).text


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_hostile_tournaments_on_the_page(site: Site, name: str) -> None:
    text = site.upload("/new/upload", name, TOURNAMENTS[name]())
    assert told(text)
    assert OUR_MISTAKE not in text
    assert site.desktop.desks.names() == ["demo"]


def test_reading_a_table_shows_how_far_it_is_and_is_stopped(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SOON", 0.01)
    monkeypatch.setattr(reading, "read_players", endless)
    file = {"file": ("x.xlsx", hostile.workbook(hostile.NAMES))}
    address = f"{PLAYERS}/import/upload?csrf={site.csrf}"
    waiting = site.client.post(address, files=file)
    path = waiting.url.path
    assert "/working/" in path
    assert "Reading x.xlsx." in waiting.text
    job = site.desktop.jobs.find(path.rpartition("/")[2])
    assert job is not None
    assert job.watch is not None
    while job.watch.progress().percent != 25:
        time.sleep(0.01)
    assert "25 %: reading files" in site.get(path).text
    monkeypatch.setattr(jobs, "SOON", 600.0)
    assert "It was stopped. Nothing has changed." in site.post(f"{path}/cancel").text


def test_reading_a_tournament_is_stopped(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SOON", 0.01)
    monkeypatch.setattr(reading, "read_tournaments", endless)
    address = f"/new/upload?csrf={site.csrf}"
    data = hostile.packed({"one.trf": "012 x"})
    path = site.client.post(address, files={"file": ("x.zip", data)}).url.path
    monkeypatch.setattr(jobs, "SOON", 600.0)
    assert "It was stopped. Nothing has changed." in told(site.post(f"{path}/cancel").text)


def test_a_reading_that_takes_too_long_is_ended(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        limited_process, "READ_LIMITS", replace(limited_process.READ_LIMITS, seconds=1)
    )
    monkeypatch.setattr(reading, "read_tournaments", endless)
    data = hostile.packed({"one.trf": "012 x"})
    assert "It took more than 1 seconds" in told(site.upload("/new/upload", "x.zip", data))


@pytest.mark.parametrize(
    ("work_", "said"),
    [(endless, "It took more than 1 seconds"), (greedy, "It needs more than 512 MiB of memory")],
)
def test_a_rating_list_that_takes_too_much_is_ended(
    site: Site, monkeypatch: pytest.MonkeyPatch, work_: Callable[..., Any], said: str
) -> None:
    seconds = 1 if work_ is endless else None
    limits = replace(limited_process.LIST_LIMITS, seconds=seconds, memory=2**29)
    monkeypatch.setattr(limited_process, "LIST_LIMITS", limits)
    monkeypatch.setattr(reading, "load_list", work_)
    text = site.upload(f"{PLAYERS}/lists/upload", "list.txt", b"anything")
    assert said in told(text)
    assert "Nothing has changed." in told(text)
    assert OUR_MISTAKE not in text


LISTS: dict[str, Callable[[], bytes]] = {
    "far.xlsx": hostile.far_cell,
    "strings.xlsx": lambda: hostile.many_strings(30_000),
    "deep.xlsx": hostile.deep,
    "lines.csv": lambda: b"name,rating\n" + b"\n" * 1_000_001,
    "line.txt": lambda: b"x" * 3_000_000,
    "lzma.zip": hostile.damaged_lzma,
}


@pytest.mark.parametrize("name", LISTS)
def test_hostile_rating_lists(site: Site, name: str) -> None:
    text = site.upload(f"{PLAYERS}/lists/upload", name, LISTS[name]())
    assert told(text)
    assert OUR_MISTAKE not in text
    assert "players loaded" not in text


def kept_lists(folder: Path) -> list[Path]:
    return list(folder.glob("crivello-list-*"))


@pytest.mark.parametrize("name", ["名" * 200 + ".txt", "\u0301" * 150, "..", "a/../..", "x" * 300])
def test_a_rating_list_of_any_file_name(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """Systems limit the bytes of a name and not its letters; no temporary file remains."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    text = site.upload(f"{PLAYERS}/lists/upload", name, b"anything")
    assert told(text)
    assert OUR_MISTAKE not in text
    assert kept_lists(tmp_path) == []


def test_no_room_for_a_rating_list(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*files: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(shutil, "copyfileobj", refuse)
    text = site.upload(f"{PLAYERS}/lists/upload", "list.txt", b"anything")
    assert "The list cannot be read or stored (No space left on device)" in told(text)
    assert kept_lists(tmp_path) == []


def test_a_workbook_is_read_once_and_accepted(site: Site) -> None:
    data = hostile.workbook(hostile.NAMES)
    text = site.upload(f"{PLAYERS}/import/upload", "x.xlsx", data)
    assert "Rossi, Anna" in text
    known = len(site.desktop.jobs._jobs)
    key = text.split('name="key" value="')[1].split('"')[0]
    assert "Rossi, Anna" in site.post(f"{PLAYERS}/import", {"key": key, "choice": "register"}).text
    assert len(site.desktop.jobs._jobs) == known
    assert "Rossi, Anna" in site.get(PLAYERS).text


def test_thousands_of_digits_for_the_seconds(site: Site) -> None:
    answer = site.get(f"/t/demo/A/hall/show?seconds={'9' * 4400}")
    assert answer.status_code == 200


def test_thousands_of_digits_for_a_player(site: Site) -> None:
    assert site.get(f"{PLAYERS}/admit?player={'1' * 4400}").status_code < 500


NUL = "\0"


def test_nul_in_a_form(site: Site) -> None:
    answer = site.post(f"{PLAYERS}/add", {"name": f"Ro{NUL}ssi", "rating": "2000"})
    assert answer.status_code < 500
    assert OUR_MISTAKE not in answer.text


@pytest.mark.parametrize("text", [NUL, f"a{NUL}b", ""])
def test_names_through_the_api(site: Site, text: str) -> None:
    body = {"action": "Register", "section": "A", "players": [{"id": 0, "number": 0, "name": text}]}
    answer = site.client.post(
        "/api/v1/tournaments/demo/actions",
        content=json.dumps(body),
        headers={"content-type": "application/json", "x-csrf-token": site.csrf},
    )
    assert 400 <= answer.status_code < 500
    assert answer.json()["title"]


@pytest.mark.parametrize("address", ["/t/%00", "/t/demo/%00", "/public/%00", "/t/a%00b/A/players"])
def test_nul_in_an_address(site: Site, address: str) -> None:
    assert site.get(address).status_code in (404, 422)


def test_nul_in_the_names_of_lists_and_sheets(site: Site) -> None:
    text = site.upload(f"{PLAYERS}/import/upload", "x.csv", b"name\nRossi\n", list=f"a{NUL}b")
    assert OUR_MISTAKE not in text
    assert site.get(f"{PLAYERS}/updates?list=%00").status_code < 500
