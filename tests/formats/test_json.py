"""The JSON form: its schema, and the strict reader's errors for bad documents."""

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from crivello.formats.json_form import read_json, write_json
from crivello.model.errors import CrivelloError, Illegal, Malformed
from crivello.model.tournament import Tournament
from tests.support.data import report_files
from tests.support.samples import sample
from tests.support.strategies import tournaments
from tools import schema

HEAD = '{"format": "crivello", "version": 1'


def schema_file() -> Any:
    return json.loads(schema.PATH.read_text("utf-8"))


def test_the_schema_file_is_what_the_model_makes() -> None:
    assert schema.PATH.read_text("utf-8") == schema.text()
    jsonschema.Draft202012Validator.check_schema(schema_file())


@given(tournament=tournaments())
@hypothesis_settings(max_examples=sample(30))
def test_documents_follow_the_schema(tournament: Tournament) -> None:
    validator = jsonschema.Draft202012Validator(schema_file())
    assert list(validator.iter_errors(json.loads(write_json(tournament)))) == []


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    validator = jsonschema.Draft202012Validator(schema_file())
    for text in (HEAD + "}", HEAD + ', "players": [{"id": 1, "number": 1}]}'):
        assert validator.is_valid(json.loads(text))
        read_json(text)
    for rest in (
        ', "players": [{"id": 1}]}',
        ', "players": [{"id": 1, "number": "1"}]}',
        ', "rounds": [{"games": [{"white": 1, "black": 2, "result": "11"}]}]}',
        ', "rounds": [{"byes": [[1, "Q"]]}]}',
        ', "settings": {"rounds": 1.5}}',
        ', "settings": {"scoring": {"win": 3}}}',
    ):
        assert not validator.is_valid(json.loads(HEAD + rest))
        with pytest.raises(Malformed):
            read_json(HEAD + rest)


BAD: list[tuple[str, type[CrivelloError], list[tuple[int, int, str, str]]]] = [
    ("", Malformed, [(1, 1, "", "valid JSON")]),
    ("{", Malformed, [(1, 2, "", "valid JSON")]),
    (HEAD + ",\n]}", Malformed, [(2, 1, "]}", "valid JSON")]),
    (
        "[1]",
        Malformed,
        [(1, 1, "[1]", 'an object with "format": "crivello" and a version')],
    ),
    ('{"format": "crivello", "version": 2}', Malformed, [(1, 35, "2", "1")]),
    (HEAD + ', "version": 1}', Malformed, [(1, 38, "version", "valid JSON")]),
    (HEAD + ',\n "plyers": []}', Malformed, [(2, 12, "[…]", "no such field")]),
    (
        HEAD + ',\n "players": [\n  {"id": 1, "number": 1},\n  {"id": true, "number": 2.0}]}',
        Malformed,
        [(4, 10, "true", "a whole number"), (4, 26, "2.0", "a whole number")],
    ),
    (
        HEAD + ', "players": [{"id": 1}]}',
        Malformed,
        [(1, 50, "", "a value; this field is required")],
    ),
    (HEAD + ', "settings": {"name": 7}}', Malformed, [(1, 59, "7", "a text")]),
    (HEAD + ', "settings": []}', Malformed, [(1, 50, "[…]", "an object")]),
    (HEAD + ', "rounds": {}}', Malformed, [(1, 48, "{…}", "a list")]),
    (
        HEAD + ', "rounds": [{"byes": [[1, "Q"]]}]}',
        Malformed,
        [(1, 63, "Q", "U H F Z")],
    ),
    (HEAD + ', "rounds": [{"byes": [[1]]}]}', Malformed, [(1, 59, "[…]", "a list")]),
    (
        HEAD + ', "settings": {"rounds": 1000000000000}}',
        Malformed,
        [(1, 61, "1000000000000", "a number of at most twelve digits")],
    ),
    (
        HEAD + ', "settings": {"options": {"imaginary_point": 1}}}',
        Malformed,
        [(1, 82, "1", "true or false")],
    ),
    (
        HEAD + ', "settings": {"name": "\\ud800"}}',
        Malformed,
        [(1, 59, "'\\ud800'", "a text without halves of surrogate pairs")],
    ),
    (HEAD + ', "settings": {"rounds": NaN}}', Malformed, [(1, 61, "NaN", "valid JSON")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error", "problems"), BAD)
def test_bad_documents(
    text: str, error: type[Malformed], problems: list[tuple[int, int, str, str]]
) -> None:
    with pytest.raises(Malformed) as caught:
        read_json(text)
    assert type(caught.value) is error
    found = [(p.line, p.column, p.found, p.expected) for p in caught.value.problems]
    assert found == problems
    assert all(str(problem) for problem in caught.value.problems)


def test_the_path_of_a_misfit_is_a_json_pointer() -> None:
    with pytest.raises(Malformed) as caught:
        read_json(HEAD + ', "players": [{"id": 1, "number": 1, "title": "XM"}], "a/b~c": 1}')
    paths = sorted(problem.sentence.values["path"] for problem in caught.value.problems)
    assert paths == ["/a~1b~0c", "/players/0/title"]


def test_contradictions_are_illegal() -> None:
    with pytest.raises(Illegal) as caught:
        read_json(HEAD + ', "rounds": [{"games": [{"white": 1, "black": 1}]}]}')
    assert {(p.player, p.round) for p in caught.value.problems} == {(1, 1)}


def test_numbers_of_many_digits_and_deep_nests() -> None:
    for text in (HEAD + f', "rounds": {"9" * 5000}' + "}", "[" * 100_000, '{"a":' * 100_000):
        with pytest.raises(Malformed):
            read_json(text)


def test_one_item_to_a_line_and_nothing_superfluous() -> None:
    tournament = Tournament()
    assert write_json(tournament) == '{\n "format": "crivello",\n "version": 1\n}\n'
    assert report_files()
