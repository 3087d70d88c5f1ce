"""The published list as XML: one `player` element each, read as a stream.

Document types are refused, and with them all entities of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from crivello.lists.listed import Row
from crivello.lists.published import BAD_FIELD, FIELDS, NAMES, misfit, row_of
from crivello.lists.source import Problems, Source
from crivello.model.errors import N_, Malformed, Problem
from crivello.model.sentence import Sentence

NOT_XML = N_("The file is not XML as it should be: {reason}.")
ENCODING = N_("The file declares an encoding that is not known here; save it as UTF-8.")
DOCTYPE = N_("The file declares a document type; a rating list has none.")
TOO_DEEP = N_("An element is larger or has more parts than any of a rating list.")

_OWN = {element: own for own, _, element in NAMES}
_ELEMENTS = tuple(element for _, _, element in NAMES)
MOST_PARTS = 100
"""Elements of one player."""
LARGEST = 1 << 20
"""Bytes of one player."""


def safe_parser() -> expat.XMLParserType:
    """A parser that refuses document types."""
    parser = expat.ParserCreate()

    def refuse(*declared: object) -> None:
        place = Problem(Sentence(DOCTYPE), parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise Malformed(DOCTYPE, [place])

    parser.StartDoctypeDeclHandler = refuse
    parser.buffer_text = True
    return parser


def feed(parser: expat.XMLParserType, data: bytes, final: bool = False) -> None:
    """The next bytes; whatever is not XML, or in an encoding that it cannot have, is refused."""
    try:
        parser.Parse(data, final)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        place = Problem(Sentence(NOT_XML, reason=reason), error.lineno, error.offset + 1)
        raise Malformed(NOT_XML, [place], reason=reason) from None
    except (LookupError, ValueError) as error:  # the encoding it declares, such as UTF-7
        place = Problem(Sentence(ENCODING), 1, 1)
        raise Malformed(ENCODING, [place]) from error


def read_xml(source: Source, problems: Problems) -> Iterator[Row]:
    """All players; those who cannot be read are told to `problems` and left out."""
    parser = safe_parser()
    rows: list[Row] = []
    texts: list[str] = []
    fields: dict[str, str] = {}
    kept = b""  # the bytes of the element in hand, to find a bad field in them
    kept_from = 0
    begun = 0

    def end(element: str) -> None:
        nonlocal begun
        if element == "player":
            try:
                rows.append(row_of([fields.get(one, "") for one in _ELEMENTS]))
            except ValueError:
                problems.add(bad_record())
            fields.clear()
            begun = parser.CurrentByteIndex
        else:
            fields[element] = "".join(texts).strip()
        texts.clear()

    def bad_record() -> Problem:
        values = {_OWN[element]: fields.get(element, "") for element in _ELEMENTS}
        field, expected = misfit(values)
        element = _ELEMENTS[FIELDS.index(field)].encode()
        record = kept[begun - kept_from : parser.CurrentByteIndex - kept_from]
        match = re.search(rb"<" + element + rb"\s*/?>", record)
        after = record[match.end() :] if match else b""
        before = record[: match.end()] if match else record
        line = parser.CurrentLineNumber - after.count(b"\n")
        column = len(before) - before.rfind(b"\n")
        return Problem(Sentence(BAD_FIELD, name=field), line, column, values[field][:40], expected)

    # Both are called tens of millions of times; the first is not even a function of ours.
    parser.CharacterDataHandler = texts.append
    parser.EndElementHandler = end
    while True:
        data = source.read()
        kept = kept[max(0, begun - kept_from) :] + data
        kept_from = max(begun, kept_from)
        feed(parser, data, not data)
        if len(kept) > LARGEST + len(data) or len(fields) > MOST_PARTS:
            raise Malformed(TOO_DEEP, [Problem(Sentence(TOO_DEEP), parser.CurrentLineNumber)])
        yield from rows
        rows.clear()
        if not data:
            return
