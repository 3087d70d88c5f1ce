"""The codec: the JSON of a value, and the errors for JSON that does not fit."""

from __future__ import annotations

import json
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest

from crivello.formats.codec import (
    A_FIELD,
    A_FRACTION,
    A_LIST,
    A_NUMBER,
    A_TEXT,
    A_WHOLE_NUMBER,
    AN_OBJECT,
    DecodeError,
    decode,
    encode,
)
from crivello.model.result import Colour, Result
from crivello.model.sentence import ListOf, PairRef, PlayerRef, Points, Sentence
from crivello.standard.classes import frozen


@frozen
class Entry:
    board: int
    result: Result | None = None


@frozen
class Sheet:
    entries: tuple[tuple[int, Result | None] | Entry, ...] = ()
    rate: int | Fraction = 0
    until: float = 0.5
    remark: Sentence | None = None
    title: tuple[str, str] | str | None = None


def misfits(value: Any) -> list[tuple[str, str]]:
    with pytest.raises(DecodeError) as caught:
        decode(Sheet, value)
    return [(path, expected) for path, _, expected in caught.value.misfits]


@pytest.mark.parametrize(
    ("sheet", "written"),
    [
        (Sheet(), {}),
        (
            Sheet(((1, Result.DRAW), (2, None), Entry(3, Result.WHITE_WINS))),
            {"entries": [[1, "=="], [2, None], {"board": 3, "result": "10"}]},
        ),
        (Sheet(rate=40), {"rate": 40}),
        (Sheet(rate=Fraction(1000, 3)), {"rate": "1000/3"}),
        (Sheet(rate=Fraction(20)), {"rate": "20"}),
        (Sheet(until=12.25), {"until": 12.25}),
        (Sheet(title="one"), {"title": "one"}),
        (Sheet(title=("one", "many")), {"title": ["one", "many"]}),
        (
            Sheet(remark=Sentence("{a} of {b}", a=1, b="½")),
            {"remark": {"template": "{a} of {b}", "values": {"a": 1, "b": "½"}}},
        ),
        (
            Sheet(remark=Sentence(("one", "{count}"), count=2)),
            {"remark": {"template": ["one", "{count}"], "values": {"count": 2}}},
        ),
    ],
)
def test_what_is_written_is_read(sheet: Sheet, written: Any) -> None:
    assert encode(sheet) == written
    assert decode(Sheet, json.loads(json.dumps(written))) == sheet


def test_a_whole_value_has_its_defaults_too() -> None:
    assert encode(Sheet((Entry(1),)), whole=True) == {
        "entries": [{"board": 1, "result": None}],
        "rate": 0,
        "until": 0.5,
        "remark": None,
        "title": None,
    }


def test_a_sentence_keeps_numbers_and_texts() -> None:
    sentence = Sentence(
        "{player} {pair} {score} {players}",
        player=PlayerRef(4),
        pair=PairRef(1, 2),
        score=Points(3, 2),
        players=ListOf.players([1, 2]),
    )
    written = encode(sentence)
    assert written["values"] == {"player": 4, "pair": "1-2", "score": "1½", "players": "1, 2"}
    assert str(decode(Sentence, written)) == str(sentence)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"entries": ["x"]}, [("/entries/0", A_LIST), ("/entries/0", AN_OBJECT)]),
        ({"entries": [[1, "=="], {}]}, [("/entries/1/board", A_FIELD)]),
        ({"entries": [["1", "=="]]}, [("/entries/0/0", A_WHOLE_NUMBER)]),
        ({"rate": "0.5"}, [("/rate", A_FRACTION)]),
        ({"rate": "1/0"}, [("/rate", A_FRACTION)]),
        ({"rate": "9" * 13 + "/2"}, [("/rate", A_FRACTION)]),
        ({"rate": "٣/٤"}, [("/rate", A_FRACTION)]),
        ({"rate": True}, [("/rate", A_WHOLE_NUMBER), ("/rate", A_FRACTION)]),
        ({"rate": None}, [("/rate", A_WHOLE_NUMBER), ("/rate", A_FRACTION)]),
        ({"until": float("nan")}, [("/until", A_NUMBER)]),
        ({"until": "1.5"}, [("/until", A_NUMBER)]),
        ({"title": ["one"]}, [("/title", A_LIST)]),
        ({"title": 1}, [("/title", A_LIST), ("/title", A_TEXT)]),
        ({"remark": {"template": "x"}}, [("/remark/values", A_FIELD)]),
        ({"remark": {"template": "x", "values": []}}, [("/remark/values", AN_OBJECT)]),
        (
            {"remark": {"template": "x", "values": {"a/b": ["\ud800"], "c": 1}}},
            [
                ("/remark/values/a~1b", A_TEXT),
                ("/remark/values/a~1b", A_WHOLE_NUMBER),
                ("/remark/values/a~1b", "true or false"),
            ],
        ),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(
    value: Any, expected: list[tuple[str, str]]
) -> None:
    assert misfits(value) == expected


def test_letters_may_come_from_an_enum_of_the_interface() -> None:
    class Letter(StrEnum):
        BLACK = "b"

    assert decode(Colour, Letter.BLACK) is Colour.BLACK


def test_types_that_look_alike_in_json_are_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="cannot be told apart"):
        decode(Colour | str, "w")
