"""Recognising the format of a file."""

import pytest

from crivello.formats import Form, form_of, read, read_document
from crivello.formats.csv_players import write_players
from crivello.formats.json_form import write_json
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
