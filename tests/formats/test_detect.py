"""Recognising the format of a file."""

import pytest

from crivello.formats import Form, form_of, read, read_document
from crivello.formats.csv_players import write_players
from crivello.formats.json_form import write_json
from crivello.model.errors import Unsupported
from tests.support.data import report_files


@pytest.mark.parametrize(
    ("data", "name", "form"),
    [
        (b"", "a.TRF", Form.TRF),
        (b"", "a.json", Form.JSON),
        (b"", "folder/a.csv", Form.CSV),
        (b'\xef\xbb\xbf\n {"format": "crivello"}', "a.txt", Form.JSON),
        (b"012 Open", "", Form.TRF),
        (b"\rXXR 9", "", Form.TRF),
        (b"number;name;rating\n", "-", Form.CSV),
        (b"anything else", "", Form.TRF),
        ("name,rating", "", Form.CSV),
    ],
)
def test_form(data: bytes | str, name: str, form: Form) -> None:
    assert form_of(data, name) is form


def test_all_forms_are_read_by_one_function() -> None:
    path = report_files()[0]
    tournament = read(path.read_bytes(), path.name)
    assert read(write_json(tournament)) == tournament
    table = read(write_players(tournament.players).encode())
    assert [p.name for p in table.players] == [p.name for p in tournament.players]
    assert table.rounds == ()
    assert read_document(path.read_bytes()).warnings == ()


@pytest.mark.parametrize(
    ("name", "data", "program"),
    [
        ("open.papi", b"\x00\x01\x00\x00Standard Jet DB\x00\x01", "Papi"),
        ("open", b"\x00\x01\x00\x00Standard ACE DB\x00\x02", "Papi"),
        ("OPEN.SWT", b"\x17\x00\x06\x00", "Swiss-Chess"),
        ("open.trn", b"\x00\x00", "SwissPerfect"),
        ("open.sco", b"\x00\x00", "SwissPerfect"),
        ("open.vegx", b"#Vega", "Vega"),
        (
            "open.csv",
            b'Event,"Isle of Man Masters, 2007"\nStart,2007-09-22\nRounds,9\n\n'
            b"Player,456,Fox,Anthony\n1,0,B,Taylor,Peter,2209,,ENG\n",
            "Irish Chess Union",
        ),
    ],
)
def test_a_file_of_another_program_is_named(name: str, data: bytes, program: str) -> None:
    with pytest.raises(Unsupported, match=f"file|table.*{program}") as caught:
        read(data, name)
    assert program in str(caught.value)
    assert "TRF" in str(caught.value)


def test_a_report_file_is_read_whatever_its_name() -> None:
    report = b"012 Open\n001    1      Ada\n"
    assert read(report, "open.swt").settings.name == "Open"
    assert [one.name for one in read(b"name,rating\nEvent,2000\n", "a.csv").players] == ["Event"]
