"""Files of every released schema can be opened forever; `tests/data/store` has one of each."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.formats.json_form import read_json
from crivello.store import LogFile, NewEntry, schema, verify
from tests.support.data import DATA

FIXTURES = sorted((DATA / "store").glob("schema-*.crivello"))


def test_there_is_a_file_of_every_schema() -> None:
    assert [path.stem for path in FIXTURES] == [
        f"schema-{number}" for number in range(schema.FIRST, schema.current() + 1)
    ]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.stem)
def test_an_old_file_opens(fixture: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(fixture, tmp_path))
    with Desk.open(path) as desk:
        assert desk.verify() == []
        section = desk.section("A")
        assert len(section.rounds) == 2
        assert len(section.tournament.players) == 9
        assert len(desk.log) == 17
        # And it means what it meant then; exceptions are read from the log since.
        then, now = read_json(fixture.with_suffix(".json").read_bytes()), section.tournament
        derived = tuple(one for one in now.settings.comments if one.startswith("Exception: "))
        comments = then.settings.comments + derived
        assert replace(then, settings=replace(then.settings, comments=comments)) == now


def test_an_older_schema_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.crivello"
    LogFile.create(path, NewEntry("now", "test", "", "Test", "{}")).close()

    def notes(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE notes (line TEXT)")

    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, notes])
    with LogFile.open(path) as log:
        assert log.about("schema") == str(schema.current())
        log.connection.execute("SELECT line FROM notes")
        assert verify(log) == []
    LogFile.open(path).close()  # and not twice


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.crivello"
    LogFile.create(path, NewEntry("now", "test", "", "Test", "{}")).close()

    def breaks(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE notes (line TEXT)")
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, breaks])
        with pytest.raises(RuntimeError):
            LogFile.open(path)
    with LogFile.open(path) as log:
        assert log.last() == 1
        names = log.connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert ("notes",) not in names
