"""The published list as text: each player a line, the columns where the header line has them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crivello.lists.listed import Row
from crivello.lists.published import BAD_FIELD, FIELDS, NAMES, misfit, row_of
from crivello.lists.source import Problems, Source, text_of
from crivello.model.errors import N_, Malformed, Problem
from crivello.model.sentence import Sentence

NO_HEADER = N_("The first line must name the columns of the rating list: {missing} is missing.")
TOO_LONG = N_("The line is longer than any line of a rating list.")
A_HEADER = N_("ID Number, Name, Fed, … as FIDE writes them")

_HEADING = re.compile(r"ID Number|\S+")
_OWN = {heading: own for own, heading, _ in NAMES}
_OWN |= {"Gms": "standard_games", "K": "standard_k"}
_MONTH = re.compile(r"[A-Z]{3}[0-9]{2}\Z")
"""The rating of a list of one pace stands under its month, such as ``NOV26``."""
LONGEST_LINE = 1000


def is_header(line: bytes) -> bool:
    return b"ID Number" in line and b"Name" in line


def read_text(source: Source, problems: Problems) -> Iterator[Row]:
    """All players; lines that cannot be read are told to `problems` and left out."""
    lines = source.lines()
    columns = _columns(text_of(next(lines, b"")))
    slices = [columns.get(field) for field in FIELDS]
    cuts = [slice(0, 0) if one is None else one for one in slices]
    for number, line in enumerate(lines, start=2):
        if len(line) > LONGEST_LINE:
            problems.add(Problem(Sentence(TOO_LONG), number, LONGEST_LINE))
            continue
        text = text_of(line)
        try:
            yield row_of([text[cut].strip() for cut in cuts])
        except ValueError:
            if text.strip():
                problems.add(_told(number, text, columns))


def _columns(header: str) -> dict[str, slice]:
    """Our fields by the columns of their headings: each reaches to the next heading."""
    header = header.removeprefix("\ufeff")
    found = [(match.start(), match.group()) for match in _HEADING.finditer(header)]
    ends: list[int | None] = [start for start, _ in found[1:]]
    columns = {}
    for (start, heading), end in zip(found, [*ends, None], strict=False):
        own = "standard" if _MONTH.match(heading) else _OWN.get(heading)
        if own is not None:
            columns[own] = slice(start, end)
    for own, heading in (("fide_id", "ID Number"), ("name", "Name"), ("federation", "Fed")):
        if own not in columns:
            problem = Problem(Sentence(NO_HEADER, missing=heading), 1, 1, header[:40], A_HEADER)
            raise Malformed(NO_HEADER, [problem], missing=heading)
    if not {"standard", "rapid", "blitz"} & columns.keys():
        problem = Problem(Sentence(NO_HEADER, missing="SRtng"), 1, 1, header[:40], A_HEADER)
        raise Malformed(NO_HEADER, [problem], missing="SRtng")
    return columns


def _told(number: int, text: str, columns: dict[str, slice]) -> Problem:
    values = {field: text[cut].strip() for field, cut in columns.items()}
    field, expected = misfit(values)
    start: int = columns[field].start
    return Problem(Sentence(BAD_FIELD, name=field), number, start + 1, values[field][:40], expected)
