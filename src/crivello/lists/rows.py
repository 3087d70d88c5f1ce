"""Reading the rows of a table; each unreadable field is reported with its line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice

from crivello.lists import rating_file as f
from crivello.lists.mapping import (
    FIELD_NAMES,
    NO_MAPPING,
    TAG,
    Columns,
    columns_of,
    is_heading,
)
from crivello.lists.mapping import Mapping as ColumnMapping
from crivello.lists.spreadsheets import Line
from crivello.model.errors import Malformed, Problem
from crivello.model.player_fields import FIELD_BY_KEY, FieldKind
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen
from crivello.store.list_index import ListRow
from crivello.words.federation_names import A_FEDERATION, CODE_LENGTH, federation_code

BAD_FIELD = N_("The {name} of a player cannot be read.")
BAD_FIELD_OF = N_("The {name} of {player} cannot be read.")
TOO_MANY_FIELDS = N_("The line has more fields than the table has headings.")
HEADING_WITHIN = 20
"""The number of first lines that can be the headings; titles may precede them."""


SURPLUS = "surplus"
"""The key of the texts beyond the last heading."""
NO_CHANGES: Mapping[str, str] = {}


@frozen
class TableRow:
    line: int
    row: ListRow
    tags: tuple[tuple[str, str], ...]
    more: Mapping[str, str | int]
    """Fields of a player that a rating list does not have, such as an estimated strength."""
    texts: Mapping[str, str]
    """The text of each field."""
    problems: tuple[Problem, ...]
    """The fields that cannot be read and are left blank; the field of such a problem is a
    `cell_key`.
    """


def cell_key(line: int, field: str) -> str:
    """Return the key under which the user corrects a cell of the table."""
    return f"cell-{line}-{field}"


def _title_of_a_list(value: str) -> str:
    """Return a title; empty for the categories of national lists."""
    return value.upper() if value.upper() in f.TITLES else ""


def _federation(text: str) -> str:
    """Return the code of a federation; any three letters may be one."""
    code = federation_code(text)
    if len(code) > CODE_LENGTH:
        raise f.BadField(A_FEDERATION)
    return code


_OF_KIND: dict[FieldKind, Callable[[str], str | int]] = {
    FieldKind.TEXT: f.text,
    FieldKind.TITLE: f.title,
    FieldKind.RATING: f.rating,
    FieldKind.FACTOR: f.count,
    FieldKind.FIDE_ID: f.fide_id,
    FieldKind.BIRTH: f.birth,
    FieldKind.SEX: f.sex,
    FieldKind.FEDERATION: _federation,
}
_OF_A_LIST: dict[str, Callable[[str], str | int]] = {
    "title": _title_of_a_list,
    "federation": f.text,
}
"""Fields that a rating list may write in its own way."""
_NAMES = ("name", "surname", "given")
NOTHING = frozenset(
    [
        "-",
        "--",
        "–",
        "—",
        ".",
        "n.c.",
        "n.c",
        "nc",
        "n.r.",
        "n.r",
        "nr",
        "n/a",
        "n.d.",
        "nd",
        "unr",
        "unr.",
        "unrated",
    ]
)
"""Texts that mean that there is no rating, no title or no date of birth."""
_ROW_FIELD = {"rating": "standard", "k": "standard_k"}
_LISTED = frozenset(ListRow.__annotations__)


def columns_in(
    lines: Iterator[Line],
    mapping: ColumnMapping | None,
    id_suffices: bool = False,
    nameless: bool = False,
    headless: bool = False,
    of_a_list: bool = False,
) -> tuple[Columns, Iterator[Line]]:
    """Return the columns of a table, and its lines after the headings.

    With `headless` the table has no headings: its first line is already a player.
    """
    mapping = mapping or NO_MAPPING
    first = list(islice(lines, HEADING_WITHIN))
    if not first:
        raise Malformed(N_("The table is empty."))
    if headless:
        blank = [""] * max(len(cells) for _, cells in first)
        return columns_of(0, blank, mapping, id_suffices, nameless), chain(first, lines)
    place = next((i for i, (_, one) in enumerate(first) if is_heading(one, mapping)), 0)
    columns = columns_of(*first[place], mapping, id_suffices, nameless, of_a_list)
    return columns, chain(first[place + 1 :], lines)


def read_row(
    line: Line,
    columns: Columns,
    *,
    of_a_list: bool = False,
    id_suffices: bool = False,
    changes: Mapping[str, str] = NO_CHANGES,
) -> TableRow:
    """Return the player in a line of a table; `changes` replace texts of the table, by field."""
    number, cells = line
    texts = {
        field: cells[place] if place < len(cells) else "" for field, place in columns.places.items()
    }
    if any(beyond := cells[len(columns.headings) :]):
        texts[SURPLUS] = " ".join(filter(None, beyond))
    texts |= changes
    values: dict[str, str | int] = {}
    tags = []
    wrong: dict[str, str] = {}
    for field, text in texts.items():
        if not text or field == SURPLUS:
            continue
        if field.startswith(TAG):
            if text.casefold() not in NOTHING:
                tags.append((field.removeprefix(TAG), text[: f.LONGEST_TEXT]))
            continue
        kind = FIELD_BY_KEY[field].kind
        if kind is not FieldKind.TEXT and text.casefold() in NOTHING:
            continue
        read = _OF_A_LIST.get(field, _OF_KIND[kind]) if of_a_list else _OF_KIND[kind]
        try:
            values[field] = read(text)
        except f.BadField as misfit:
            wrong[field] = str(misfit)
    surname, given = values.pop("surname", ""), values.pop("given", "")
    if "name" not in values:
        values["name"] = f"{surname}, {given}" if surname and given else surname or given
    name = str(values["name"])
    if not name and wrong.keys().isdisjoint(_NAMES):
        if not (id_suffices and values.get("fide_id")):
            wrong["name"] = f.A_NAME
    problems = [
        _describe_bad_field(number, field, texts, columns, wrong[field], name) for field in wrong
    ]
    if surplus := texts.get(SURPLUS):
        key = cell_key(number, SURPLUS)
        beyond_last = len(columns.headings) + 1
        said = Sentence(TOO_MANY_FIELDS)
        problems.append(Problem(said, number, beyond_last, surplus[:40], field=key))
    if isinstance(federation := values.get("federation"), str):
        values["federation"] = federation.upper() if len(federation) <= CODE_LENGTH else federation
    known: dict[str, str | int] = {}
    more: dict[str, str | int] = {}
    for field, value in values.items():
        listed = _ROW_FIELD.get(field, field)
        if listed in _LISTED:
            known[listed] = value
        elif FIELD_BY_KEY[field].tag:
            tags.append((field, str(value)))
        else:
            more[field] = value
    row = ListRow(**known)  # type: ignore[arg-type]
    return TableRow(number, row, tuple(sorted(tags)), more, texts, tuple(problems))


def _describe_bad_field(
    line: int, field: str, texts: Mapping[str, str], columns: Columns, expected: str, player: str
) -> Problem:
    called = Sentence(FIELD_NAMES[field])
    said = Sentence(BAD_FIELD, name=called)
    if player:
        said = Sentence(BAD_FIELD_OF, name=called, player=player)
    place = columns.places.get(field, columns.places.get("surname", 0))
    found = texts.get(field, "")[:40]
    return Problem(said, line, place + 1, found, expected, field=cell_key(line, field))
