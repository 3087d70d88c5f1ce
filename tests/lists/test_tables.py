"""Tables from elsewhere: headings in two languages, a mapping, CSV and XLSX, and rejected files."""

import io
import re
import zipfile
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from crivello import lists
from crivello.extras import install_command
from crivello.lists.entries import Entries, read_entries, sheets_of
from crivello.lists.mapping import Mapping, columns_of
from crivello.lists.spreadsheets import workbook_lines
from crivello.model.errors import Malformed, TooLarge, Unsupported
from crivello.model.player import Player, Sex, Title


def players(text: str, told: str | None = None, pace: str = "standard") -> list[Player]:
    mapping = None if told is None else Mapping.parse(told)
    return [one.player for one in read_entries(text.encode(), "x.csv", mapping, pace=pace).entries]


def workbook(*rows: list[Any], title: str = "Sheet") -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def from_workbook(data: bytes, sheet: str | None = None) -> Entries:
    return read_entries(data, "x.xlsx", sheet=sheet)


def test_english_and_italian_headings_are_known() -> None:
    english = players(
        "Surname,First name,Rating,FIDE ID,Date of birth,Sex,Fed,Title,Club\n"
        "Rossi,Anna,2100,123,1990-05-12,F,ita,wim,Roma\n"
    )
    italian = players(
        "Cognome;Nome;Elo;ID FIDE;Data di nascita;Sesso;Naz.;Titolo;Società\n"
        "Rossi;Anna;2100;123;12/05/1990;d;ITA;WIM;Roma\n"
    )
    anna = Player(
        "Rossi, Anna",
        2100,
        id=0,
        number=0,
        title=Title.WIM,
        federation="ITA",
        fide_id=123,
        birth="1990/05/12",
        sex=Sex.FEMALE,
        tags=(("club", "Roma"),),
    )
    assert english == italian == [anna]


def test_nome_alone_is_the_whole_name() -> None:
    assert players("Nome\tElo\nRossi Anna\t1500\n")[0].name == "Rossi Anna"


def test_titles_above_the_headings_and_blank_lines_do_no_harm() -> None:
    text = "\ufeffOpen di Roma, 12 maggio\n\nNome e Cognome;Anno\n\nAnna Rossi;1990\n;\n"
    (anna,) = players(text)
    assert (anna.name, anna.birth) == ("Anna Rossi", "1990/00/00")


def test_a_mapping_says_what_cannot_be_guessed() -> None:
    text = "Chi è,Forza,Anno di iscrizione,Elo\nRossi Anna,1700,2024,1500\n"
    assert players(text, "name=chi e,rating=FORZA")[0].rating == 1700
    assert players(text, "name=#1,rating=#4")[0].rating == 1500
    assert players(text, "name=#1,rating=")[0].rating is None
    assert players(text, "name=#1,tag:seit=#3")[0].tags == (("seit", "2024"),)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("name", "FIELD=COLUMN"),
        ("colour=x", "no field 'colour'"),
        ("tag:=x", "no field 'tag:'"),
        ("name=Wer", "no column 'Wer'. It has: Chi, Elo"),
        ("name=#3", "no column '#3'"),
        ("name=#0", "no column '#0'"),
        ("rating=Elo", "No column holds the names"),
    ],
)
def test_a_mapping_that_does_not_fit_is_told(told: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        players("Chi,Elo\nRossi,1500\n", told)


def test_what_is_taken_and_what_is_not() -> None:
    columns = columns_of(1, ["Name", "Elo", "E-Mail", "", "tag:School"])
    assert columns.places == {"name": 0, "rating": 1, "tag:School": 4}
    assert columns.ignored == ("E-Mail",)


def test_the_rating_is_that_of_the_pace() -> None:
    text = "name,standard,rapid,blitz,k,rapid k\nA,2000,2100,0,20,40\nB,2000,,,10,\nC,,,1500,,\n"
    ratings = {
        pace: [(one.rating, dict(one.tags).get("k")) for one in players(text, pace=pace)]
        for pace in ("standard", "rapid", "blitz")
    }
    assert ratings == {
        "standard": [(2000, "20"), (2000, "10"), (None, None)],
        "rapid": [(2100, "40"), (2000, "10"), (None, None)],
        "blitz": [(2000, "20"), (2000, "10"), (1500, None)],
    }


def test_every_bad_field_is_told_with_its_line_and_column() -> None:
    text = (
        "name;rating;birth;sex;title;fide id\n"
        "Rossi, Anna;12345;1990;x;GM;1\n"
        "Verdi, Bruno;1500;32/01/1990;m;XM;abc\n"
        ";1500\n"
        "Bianchi, Carla;1500;1990;w;;7;more\n"
    )
    with pytest.raises(Malformed) as caught:
        players(text)
    assert [(one.line, one.column) for one in caught.value.problems] == [
        (2, 2), (2, 4), (3, 3), (3, 5), (3, 6), (4, 1), (5, 7),
    ]  # fmt: skip


def test_a_comma_in_the_only_column_belongs_to_the_name() -> None:
    for text in ("Nome\nRossi, Anna\nNeri, Ugo\n", 'name\n"Rossi, Anna"\n"Neri, Ugo"\n'):
        assert [one.name for one in players(text)] == ["Rossi, Anna", "Neri, Ugo"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("name\n", "no player"),
        ("x,y\n1,2\n", "No column holds the names"),
        ("name\n" + "x" * 200_000, "not CSV"),
    ],
)
def test_what_is_no_table_of_players_is_told(text: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        players(text)


def test_too_many_players_are_refused() -> None:
    with pytest.raises(TooLarge):
        players("name\n" + "Rossi\n" * 10_001)


def test_cells_of_a_workbook_are_taken_as_values() -> None:
    data = workbook(
        ["Iscritti"],
        [],
        ["Cognome", "Nome", "Elo", "Nato il", "ID FIDE", "Note"],
        ["Rossi", "Anna", 2100.0, datetime(1990, 5, 12), 123, None],
        ["Verdi", "Bruno", "1500", date(1980, 1, 2), None, "x"],
    )
    entries = from_workbook(data)
    assert [one.line for one in entries.entries] == [4, 5]
    anna, bruno = (one.player for one in entries.entries)
    assert (anna.name, anna.rating, anna.birth, anna.fide_id) == (
        "Rossi, Anna", 2100, "1990/05/12", 123,
    )  # fmt: skip
    assert (bruno.rating, bruno.birth) == (1500, "1980/01/02")
    assert entries.columns is not None
    assert entries.columns.ignored == ("Note",)


def test_a_formula_is_never_run_and_never_a_name() -> None:
    # Written by a program that does not compute, a formula has no value: the cell counts as blank.
    data = workbook(["name", "rating"], ["Rossi, Anna", "=1000+1000"], ['=HYPERLINK("x")', 1500])
    with pytest.raises(Malformed) as caught:
        from_workbook(data)
    assert [(one.line, one.column) for one in caught.value.problems] == [(3, 1)]
    # In text it is a text.
    assert players("name\n=1+1\n")[0].name == "=1+1"


def test_a_sheet_can_be_chosen() -> None:
    data = workbook(["name"], ["Rossi, Anna"], title="Open A")
    assert from_workbook(data, "Open A").entries[0].player.name == "Rossi, Anna"
    with pytest.raises(Malformed, match="It has: Open A"):
        from_workbook(data, "Open B")
    assert sheets_of(data, "x.xlsx") == ("Open A",)
    assert sheets_of(b"name\nRossi", "x.csv") == ()
    with pytest.raises(Malformed):
        sheets_of(data[:-40], "x.xlsx")


def test_a_national_list_can_be_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "lista.xlsx"
    path.write_bytes(
        workbook(
            ["Cognome", "Nome", "Tessera", "Elo FSI", "Titolo"],
            ["Rossi", "Anna", "A17", 1500, "1N"],
            ["Verdi", "Bruno", "A18", "many", ""],
        )
    )
    told = lists.preview(path)
    assert told.columns is not None
    assert told.columns.places["rating"] == 3
    assert [one.name for one in told.players] == ["Rossi, Anna"]
    loaded = lists.load(path, "fsi", folder=tmp_path)
    assert loaded.players == 1
    assert [(one.line, one.column) for one in loaded.left_out] == [(3, 4)]


def repacked(data: bytes, changes: dict[str, bytes]) -> bytes:
    """Return a workbook with some of its parts replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name, old.read(name)))
    return out.getvalue()


def test_entities_in_a_workbook_are_refused() -> None:
    data = workbook(["name"], ["Rossi, Anna"])
    evil = b'<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'
    for part in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"):
        with pytest.raises(Malformed, match="document type"):
            from_workbook(repacked(data, {part: evil}))


def test_a_workbook_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbook(["name"], ["Rossi, Anna"])
    bomb = repacked(data, {"xl/worksheets/sheet1.xml": b"<a>" + b" " * 20_000_000})
    with pytest.raises(TooLarge, match="100 times"):
        from_workbook(bomb)
    monkeypatch.setattr("crivello.lists.spreadsheets.MAX_WORKBOOK", 1000)
    with pytest.raises(TooLarge):
        from_workbook(data)


def test_damaged_workbooks_are_told() -> None:
    data = workbook(["name"], ["Rossi, Anna"])
    for damaged in (
        data[:100],
        data[: len(data) // 2],
        repacked(data, {"xl/workbook.xml": b"<a/>"}),
        repacked(data, {"xl/worksheets/sheet1.xml": b"<worksheet><sheetData><row><c t='s'><v>9"}),
        repacked(data, {"xl/_rels/workbook.xml.rels": b"<a/>"}),
        b"PK\x03\x04" + b"x" * 500,
    ):
        with pytest.raises(Malformed):
            from_workbook(damaged)


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbook(["name"], ["Rossi"])
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(Unsupported, match=re.escape(install_command("xlsx"))):
        list(workbook_lines(io.BytesIO(data)))
