"""Readers of the rating list that FIDE publishes, as text and as XML.

Both formats have the same fields under other names. A record with a field that cannot be read is
left out of the list and reported with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.parsers import expat

from crivello.lists.source import ListSource, Problems, text_of
from crivello.model.dates import read_birth
from crivello.model.errors import Malformed, Problem, WordError
from crivello.model.player import Title
from crivello.model.sentence import N_, Sentence
from crivello.store.list_index import ListRow

LARGEST_ID = 10**11 - 1
LONGEST_TEXT = 200
TITLES = frozenset(title.value for title in Title)

A_NAME = N_("a name")
A_BIRTH = N_("a year, a day such as 1990-03-01 or 1.3.1990, or nothing")

_SEXES = {"m": "m", "w": "w", "f": "w", "d": "w", "male": "m", "female": "w"}
"""The sexes of lists; ``d`` is *donna* in Italian lists, whose ``f`` is a woman too."""


class BadField(Exception):
    """Raised for a text that does not fit its field; the argument describes the expected form."""


def number(expected: str, high: int = 9999) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(high))):
            raise BadField(expected)
        return int(text)

    return read


def text(value: str) -> str:
    if len(value) > LONGEST_TEXT or not value.isprintable():
        raise BadField(N_("a text of up to 200 characters"))
    return value


def name(value: str) -> str:
    if not value:
        raise BadField(A_NAME)
    return text(value)


def sex(value: str) -> str:
    if value.lower() not in _SEXES:
        raise BadField(N_("m, w, or nothing"))
    return _SEXES[value.lower()]


def title(value: str) -> str:
    if value.upper() not in TITLES:
        raise BadField(N_("one of GM IM WGM FM WIM CM WFM WCM, or nothing"))
    return value.upper()


def birth(value: str) -> str:
    try:
        return read_birth(value)
    except WordError:
        raise BadField(A_BIRTH) from None


fide_id = number(N_("a FIDE number, or nothing"), LARGEST_ID)
_rating = number(N_("a rating of up to four digits, or nothing"))
_GROUPED = re.compile(r"([1-9])[.,'’ ]([0-9]{3})")
"""Numbers with a separator of thousands, as spreadsheets write them: ``2.105``."""


def rating(value: str) -> int:
    return _rating(_GROUPED.sub(r"\1\2", value) if _GROUPED.fullmatch(value) else value)


count = number(N_("a whole number of up to four digits, or nothing"))


# ---------------------------------------------------------------- a record


BAD_FIELD = N_("The {name} of a player cannot be read.")

NAMES = (
    ("fide_id", "ID Number", "fideid"),
    ("name", "Name", "name"),
    ("federation", "Fed", "country"),
    ("sex", "Sex", "sex"),
    ("title", "Tit", "title"),
    ("women_title", "WTit", "w_title"),
    ("other_titles", "OTit", "o_title"),
    ("standard", "SRtng", "rating"),
    ("standard_games", "SGm", "games"),
    ("standard_k", "SK", "k"),
    ("rapid", "RRtng", "rapid_rating"),
    ("rapid_games", "RGm", "rapid_games"),
    ("rapid_k", "Rk", "rapid_k"),
    ("blitz", "BRtng", "blitz_rating"),
    ("blitz_games", "BGm", "blitz_games"),
    ("blitz_k", "BK", "blitz_k"),
    ("birth", "B-day", "birthday"),
    ("flag", "Flag", "flag"),
)
"""Each field by our name, the heading of its column in the text, and its element in the XML."""
FIELDS = tuple(own for own, _, _ in NAMES)
NEEDED = ("fide_id", "name")

_SEX = {"M": "m", "F": "w", "W": "w", "": ""}


def row_of(values: Sequence[str]) -> ListRow:
    """Return the row of a player from texts in the order of `FIELDS`; raise ValueError if one does
    not fit.

    `misfit` then finds out which one; here speed counts, as this runs two million times.
    """
    (
        own_id,
        own_name,
        federation,
        own_sex,
        title,
        women_title,
        other,
        *numbers,
        born,
        flag,
    ) = values
    if len(own_name) > LONGEST_TEXT or not own_name.isprintable():
        raise ValueError
    year = born if born.strip("0") else ""
    if year and not (len(born) == 4 and born.isdigit() and born.isascii()):
        raise ValueError
    # In the text, columns bound the numbers; an XML element may hold anything.
    digits = own_id + "".join(numbers)
    if not digits.isdigit() or max(map(len, numbers)) > 4 or len(own_id) > 11:
        raise ValueError
    if len(federation) > 3:
        raise ValueError
    own = int(own_id)
    if own <= 0 or not own_name:
        raise ValueError
    return ListRow(
        own_name,
        own,
        "",
        federation,
        _SEX.get(own_sex, ""),
        title,
        women_title,
        other,
        year,
        1 if "i" in flag else 0,
        "",
        *[int(one) if one else 0 for one in numbers],
    )


def _id(value: str) -> int:
    if not fide_id(value):
        raise BadField(N_("a FIDE number"))
    return fide_id(value)


def _federation(value: str) -> str:
    if len(value) > 3:
        raise BadField(N_("the code of a federation, three letters"))
    return text(value)


def _year(value: str) -> str:
    if "/" in birth(value):
        raise BadField(A_BIRTH)
    return value


_CHECKS: dict[str, Callable[[str], object]] = {
    "fide_id": _id,
    "name": name,
    "federation": _federation,
    "birth": _year,
    **dict.fromkeys(("standard", "rapid", "blitz"), rating),
    **{
        f"{pace}_{what}": count
        for pace in ("standard", "rapid", "blitz")
        for what in ("games", "k")
    },
}


def find_misfit(values: Mapping[str, str]) -> tuple[str, str]:
    """Return the first field of an unreadable record that does not fit, and the expected form."""
    for field, check in _CHECKS.items():
        value = values.get(field, "")
        if value or field in NEEDED:
            try:
                check(value)
            except BadField as error:
                return field, str(error)
    return "name", A_NAME


# ------------------------------------------------------------------ as text
# Each player is a line, with the columns where the header line has them.


NO_HEADER = N_("The first line must name the columns of the rating list: {missing} is missing.")
TOO_LONG = N_("The line is longer than any line of a rating list.")
A_HEADER = N_("ID Number, Name, Fed, … as FIDE writes them")

_HEADING = re.compile(r"ID Number|\S+")
_OWN_OF_HEADING = {heading: own for own, heading, _ in NAMES}
_OWN_OF_HEADING |= {"Gms": "standard_games", "K": "standard_k"}
_MONTH = re.compile(r"[A-Z]{3}[0-9]{2}\Z")
"""The heading of the rating in a list of one pace: its month, such as ``NOV26``."""
LONGEST_LINE = 1000


def is_header(line: bytes) -> bool:
    return b"ID Number" in line and b"Name" in line


def read_text(source: ListSource, problems: Problems) -> Iterator[ListRow]:
    """Yield the players in the text of a list; unreadable lines are added to `problems` instead."""
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
                problems.add(_describe_bad_field(number, text, columns))


def _columns(header: str) -> dict[str, slice]:
    """Return the columns of each field by the line of headings; each reaches to the next
    heading.
    """
    header = header.removeprefix("\ufeff")
    found = [(match.start(), match.group()) for match in _HEADING.finditer(header)]
    ends: list[int | None] = [start for start, _ in found[1:]]
    columns = {}
    for (start, heading), end in zip(found, [*ends, None], strict=False):
        own = "standard" if _MONTH.match(heading) else _OWN_OF_HEADING.get(heading)
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


def _describe_bad_field(number: int, text: str, columns: dict[str, slice]) -> Problem:
    values = {field: text[cut].strip() for field, cut in columns.items()}
    field, expected = find_misfit(values)
    start: int = columns[field].start
    return Problem(Sentence(BAD_FIELD, name=field), number, start + 1, values[field][:40], expected)


# ------------------------------------------------------------------- as XML
# One `player` element each, read as a stream. Document types are refused, and so are entities.


NOT_XML = N_("The file is not valid XML: {reason}.")
ENCODING = N_("The file declares an encoding that crivello does not know; save it as UTF-8.")
DOCTYPE = N_("The file declares a document type; a rating list has none.")
TOO_DEEP = N_("An element is larger, or has more parts, than a rating list allows.")

_OWN_OF_ELEMENT = {element: own for own, _, element in NAMES}
_ELEMENTS = tuple(element for _, _, element in NAMES)
MOST_PARTS = 100
"""The most elements of one player."""
LARGEST = 1 << 20
"""The most bytes of one player."""


def safe_parser() -> expat.XMLParserType:
    """Return an XML parser that rejects document types."""
    parser = expat.ParserCreate()

    def refuse(*declared: object) -> None:
        place = Problem(Sentence(DOCTYPE), parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise Malformed(DOCTYPE, [place])

    parser.StartDoctypeDeclHandler = refuse
    parser.buffer_text = True
    return parser


def feed(parser: expat.XMLParserType, data: bytes, final: bool = False) -> None:
    """Parse the next bytes; raise `Malformed` if they are not XML or in an unknown encoding."""
    try:
        parser.Parse(data, final)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        place = Problem(Sentence(NOT_XML, reason=reason), error.lineno, error.offset + 1)
        raise Malformed(NOT_XML, [place], reason=reason) from None
    except (LookupError, ValueError) as error:  # the encoding it declares, such as UTF-7
        place = Problem(Sentence(ENCODING), 1, 1)
        raise Malformed(ENCODING, [place]) from error


def read_xml(source: ListSource, problems: Problems) -> Iterator[ListRow]:
    """Yield the players in the XML of a list; unreadable ones are added to `problems` instead."""
    parser = safe_parser()
    rows: list[ListRow] = []
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
        values = {_OWN_OF_ELEMENT[element]: fields.get(element, "") for element in _ELEMENTS}
        field, expected = find_misfit(values)
        element = _ELEMENTS[FIELDS.index(field)].encode()
        record = kept[begun - kept_from : parser.CurrentByteIndex - kept_from]
        match = re.search(rb"<" + element + rb"\s*/?>", record)
        after = record[match.end() :] if match else b""
        before = record[: match.end()] if match else record
        line = parser.CurrentLineNumber - after.count(b"\n")
        column = len(before) - before.rfind(b"\n")
        return Problem(Sentence(BAD_FIELD, name=field), line, column, values[field][:40], expected)

    # Both are called tens of millions of times; so the first is a built-in.
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
