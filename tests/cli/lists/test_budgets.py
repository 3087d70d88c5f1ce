"""Hostile files and arguments on the command line: the error is our own, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crivello.cli.options import Option, UsageError, parse
from crivello.formats.trf.lines import MAX_LINES
from tests.cli.lists.place import Place, events
from tests.support import hostile

OUR_MISTAKE = "This is a bug in crivello"
BAD = "Ro\udcffssi"
"""An argument that is not UTF-8, in Python's form."""
TABLES: dict[str, Callable[[], bytes]] = {
    "far.xlsx": hostile.far_cell,
    "strings.xlsx": hostile.many_strings,
    "type.xlsx": lambda: hostile.document_type("xl/sheet1.bin"),
    "lines.csv": lambda: b"name,rating\n" + b"\n" * (MAX_LINES + 1),
    "lzma.xlsx": lambda: hostile.damaged_lzma("xl/workbook.xml"),
}


@pytest.mark.parametrize("name", TABLES)
def test_hostile_tables(desk: Place, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TABLES[name]())
    before = events(desk)
    for command in ("import",) if name == "strings.xlsx" else ("import", "load"):
        called = desk(command, str(path))
        assert called.code in (3, 4), called.err
        assert OUR_MISTAKE not in called.err
    assert events(desk) == before


@pytest.mark.parametrize("data", [hostile.many_rounds(), hostile.late_entry()])
def test_hostile_tournaments(desk: Place, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    called = desk("convert", str(path), "--to", "trf16")
    assert called.code
    assert "the limit is 100" in called.err


def test_a_list_in_utf_7(desk: Place, tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_bytes(hostile.utf_7())
    assert "save it as UTF-8" in desk("load", str(path)).err


@pytest.mark.parametrize(
    "words",
    [
        ("add", BAD),
        ("add", "Rossi", "--actor", BAD),
        ("add", "Rossi", "--reason", BAD),
        ("set", f"place={BAD}"),
        ("status", BAD),
        ("import", BAD),
        ("pair", "--section", BAD),
        (BAD,),
    ],
)
def test_arguments_that_are_not_utf_8(desk: Place, words: tuple[str, ...]) -> None:
    before = events(desk)
    called = desk(*words)
    assert called.code
    assert called.err
    assert OUR_MISTAKE not in called.err
    assert events(desk) == before


@pytest.mark.parametrize("digits", ["9" * 5000, "-" + "9" * 5000])
def test_thousands_of_digits_are_no_number(digits: str) -> None:
    option = Option("--seed", "", value="N", number=True)
    with pytest.raises(UsageError):
        parse(["--seed", digits], [], [option])
    assert parse(["--seed", "0" * 5000 + "7"], [], [option]).number("--seed") == 7
