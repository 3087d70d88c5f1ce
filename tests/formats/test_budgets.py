"""A small file that would need much memory is rejected early, with an error of our own."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello.formats import read
from crivello.formats.archive import BAD_ARCHIVE, OTHER_PACKING, members
from crivello.formats.json_form import MAX_ITEMS, read_json
from crivello.formats.trf import Dialect, read_trf, write_trf
from crivello.formats.trf.lines import MAX_LINES, check_lines
from crivello.lists import LoadReport, load, read_entries, source, spreadsheets
from crivello.lists.rating_file import DOCTYPE, ENCODING
from crivello.lists.source import MAX_BLANK
from crivello.lists.spreadsheets import FEW_ELEMENTS, MAX_CELLS, MAX_ROWS
from crivello.model.errors import CrivelloError, Illegal, Malformed, TooLarge
from crivello.model.settings import Acceleration, Settings
from tests.support import hostile
from tests.support.small import small


def refused(data: bytes, name: str) -> CrivelloError:
    with pytest.raises(CrivelloError) as error:
        read_entries(data, name)
    return error.value


def test_a_cell_in_a_row_that_no_sheet_has() -> None:
    error = refused(hostile.far_cell(), "x.xlsx")
    assert isinstance(error, TooLarge)
    assert error.values == {"limit": MAX_ROWS}


def test_a_cell_far_below_is_read() -> None:
    data = hostile.workbook(hostile.NAMES + hostile.row(400_000, "Bianchi, Carlo", "1900"))
    _, second = read_entries(data, "x.xlsx").entries
    assert (second.line, second.player.name) == (400_000, "Bianchi, Carlo")


def test_strings_that_nobody_uses() -> None:
    error = refused(hostile.many_strings(FEW_ELEMENTS + 1), "x.xlsx")
    assert error.values == {"limit": FEW_ELEMENTS}


def test_a_row_of_too_many_cells() -> None:
    assert refused(hostile.wide_row(MAX_CELLS + 1), "x.xlsx").values == {"limit": MAX_CELLS}


def test_parts_within_parts() -> None:
    assert isinstance(refused(hostile.deep(), "x.xlsx"), TooLarge)


@pytest.mark.parametrize("name", ["xl/sheet1.xml", "xl/sheet1.bin", "xl/sheet1", "xl/picture.png"])
def test_a_document_type_in_a_part_of_any_name(name: str) -> None:
    assert refused(hostile.document_type(name), "x.xlsx").template == DOCTYPE


def test_a_document_type_in_utf_16() -> None:
    more = {"xl/other.bin": (hostile.DTD + "<x/>").encode("utf-16")}
    data = hostile.workbook(hostile.NAMES, more=more)  # type: ignore[arg-type]
    assert refused(data, "x.xlsx").template == DOCTYPE


def test_pictures_are_no_xml_and_no_harm() -> None:
    more: dict[str, str | bytes] = {"xl/media/image1.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256))}
    assert len(read_entries(hostile.workbook(hostile.NAMES, more=more), "x.xlsx").entries) == 1


@pytest.mark.parametrize("name", ["list.xml", "list.zip"])
def test_xml_in_an_encoding_that_xml_cannot_have(name: str, tmp_path: Path) -> None:
    data = hostile.utf_7()
    path = tmp_path / name
    path.write_bytes(hostile.packed({"list.xml": data}) if name == "list.zip" else data)
    with pytest.raises(Malformed) as error:
        load(path, folder=tmp_path)
    assert error.value.template == ENCODING


def test_a_workbook_in_such_an_encoding() -> None:
    data = hostile.workbook(more={"xl/workbook.xml": hostile.utf_7("<workbook/>")})
    assert refused(data, "x.xlsx").template == ENCODING


@pytest.mark.parametrize("how", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize("name", ["one.trf", "list.txt", "xl/workbook.xml"])
def test_packings_that_unpack_everything_at_once(how: int, name: str, tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    path.write_bytes(hostile.packed({name: "012 x" * 1000}, how))
    readers: dict[str, Callable[[], object]] = {
        "one.trf": lambda: members(path.read_bytes(), "x.zip"),
        "list.txt": lambda: load(path, folder=tmp_path),
        "xl/workbook.xml": lambda: read_entries(path.read_bytes(), "x.xlsx"),
    }
    with pytest.raises(Malformed) as error:
        readers[name]()
    assert error.value.template == OTHER_PACKING


@pytest.mark.parametrize("how", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_damaged_members(how: int, tmp_path: Path) -> None:
    data = hostile.damaged_lzma(how=how)
    with pytest.raises(Malformed) as error:
        members(data, "x.zip")
    assert error.value.template in (BAD_ARCHIVE, OTHER_PACKING)
    path = tmp_path / "list.zip"
    path.write_bytes(hostile.damaged_lzma("list.txt", how))
    with pytest.raises(Malformed):
        load(path, folder=tmp_path)
    with pytest.raises(Malformed):
        read_entries(hostile.damaged_lzma("xl/workbook.xml", how), "x.xlsx")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("name", ["x.trf", "x.csv", "x.txt"])
def test_millions_of_line_ends(end: str, name: str) -> None:
    data = end.encode() * (MAX_LINES + 1)
    with pytest.raises(CrivelloError):
        read(data, name)
    assert isinstance(refused(b"name,rating\n" + data, name), CrivelloError)


@pytest.mark.parametrize("most", [MAX_LINES, MAX_LINES + 1])
def test_a_line_end_of_two_characters_counts_once(most: int) -> None:
    for data in ("\r\n" * most, b"\r\n" * most):
        if most > MAX_LINES:
            with pytest.raises(TooLarge):
                check_lines(data)
        else:
            check_lines(data)


@pytest.mark.parametrize(
    ("end", "limit"), [(b"\n", MAX_BLANK), (b"\r", 9000), (b"\r\n", 9000), (b" \n", 9000)]
)
def test_millions_of_line_ends_in_a_list(
    end: bytes, limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One case has a million lines; other line endings are counted in smaller files."""
    for module in (source, spreadsheets):
        monkeypatch.setattr(module, "MAX_BLANK", limit)
    path = tmp_path / "list.csv"
    path.write_bytes(b"name,rating\nRossi,2000\n" + end * (limit + 1) + b"Bianchi,1900\n")
    with pytest.raises(TooLarge) as error:
        load(path, folder=tmp_path)
    assert error.value.values == {"limit": limit}


def test_some_blank_lines_in_a_list_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"name,rating\r\nRossi,2000\r\r\n\n\rBianchi,1900\r")
    loaded = load(path, folder=tmp_path)
    assert loaded == LoadReport("fide", 2, columns=loaded.columns)


def test_line_ends_in_a_file_that_is_not_utf_8() -> None:
    with pytest.raises(TooLarge):
        read_trf(b"012 \xff" + b"\n" * (MAX_LINES + 1))


def test_a_table_of_nothing_but_commas() -> None:
    with pytest.raises(TooLarge):
        read(b"name" + b"," * 3_000_000, "x.csv")


ROUNDS: dict[str, dict[str, Any]] = {
    "rounds": {"rounds": 10**9},
    "forbidden": {"forbidden": [{"players": [1, 2], "last_round": 10**9}]},
    "adjustments": {"adjustments": [{"players": [1], "points": 1, "round": 10**9}]},
    "virtual": {"acceleration": {"virtual": [[1, [1] * 101]]}},
}


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_beyond_any_tournament(name: str) -> None:
    with pytest.raises(Illegal) as error:
        read_json(hostile.document(**ROUNDS[name]))
    (problem,) = error.value.problems
    assert problem.sentence.values["limit"] == 100


def test_players_who_enter_in_a_far_future() -> None:
    for data in (hostile.late_entry(), hostile.many_rounds()):
        with pytest.raises(Illegal):
            read_json(data)


def test_a_row_of_virtual_points_is_not_made_as_long_as_the_tournament_says() -> None:
    settings = Settings(rounds=10**8, acceleration=Acceleration(virtual=((1, (2, 2)),)))
    tracemalloc.start()
    try:
        text = write_trf(replace(small(4), settings=settings), Dialect.TRFX)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000
    assert "XXA    1" in text


def test_json_of_too_many_values() -> None:
    text = "[" + "[]," * (MAX_ITEMS // 2 + 1) + "[]]"
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            read_json(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


def test_a_hundred_thousand_misfits_are_counted_and_a_thousand_listed() -> None:
    text = json.dumps({"format": "crivello", "version": 1, "players": [0] * 100_000})
    with pytest.raises(Malformed) as error:
        read_json(text)
    assert error.value.values == {"count": 100_000}
    assert len(error.value.problems) == 1000


def test_a_number_of_five_thousand_zeros_is_a_number() -> None:
    table = f"name,birth,fide id,rating\nRossi,{'0' * 5000},,\n".encode()
    (entry,) = read_entries(table, "x.csv").entries
    assert entry.player.birth == ""


def test_a_workbook_in_a_folder_of_parts_that_point_nowhere() -> None:
    data = hostile.packed({"[Content_Types].xml": "<Types/>", "x": "y"})
    assert isinstance(refused(data, "x.xlsx"), Malformed)
    out = io.BytesIO()
    zipfile.ZipFile(out, "w").close()
    assert isinstance(refused(b"PK\x03\x04" + out.getvalue(), "x.xlsx"), Malformed)
