"""From the lines of a table to rows, each bad field with its line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice

from crivello.lists import rating_file as f
from crivello.lists.list_player import ListRow
from crivello.lists.mapping import NO_MAPPING, TAG, Columns, Mapping, columns_of, is_heading
from crivello.lists.tables import Line
from crivello.model.errors import Malformed, Problem
from crivello.model.sentence import N_, Sentence

BAD_FIELD = N_("The {name} of a player cannot be read.")
BAD_FIELD_OF = N_("The {name} of {player} cannot be read.")
TOO_MANY_FIELDS = N_("The line has more fields than the headings name.")
HEADING_WITHIN = 20
"""The headings are among this many first lines; titles may stand above them."""


@dataclass(frozen=True, slots=True)
class TableRow:
    line: int
    row: ListRow
    tags: tuple[tuple[str, str], ...] = ()


def _title_of_a_list(value: str) -> str:
    """National lists have their own categories, which are not titles."""
    return value.upper() if value.upper() in f.TITLES else ""


_READ: dict[str, Callable[[str], str | int]] = {
    "name": f.text,
    "surname": f.text,
    "given": f.text,
    "title": f.title,
    "rating": f.rating,
    "k": f.count,
    "rapid": f.rating,
    "rapid_k": f.count,
    "blitz": f.rating,
    "blitz_k": f.count,
    "federation": f.text,
    "fide_id": f.fide_id,
    "national_id": f.text,
    "birth": f.birth,
    "sex": f.sex,
    "club": f.text,
}
_WORDS = ("name", "surname", "given", "federation", "national_id", "club")
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
"""How people write that there is no rating, no title, no date of birth."""
_ROW_FIELD = {"rating": "standard", "k": "standard_k"}


def columns_in(
    lines: Iterator[Line], mapping: Mapping | None, id_suffices: bool = False
) -> tuple[Columns, Iterator[Line]]:
    """The columns of a table, and the lines after the one that names them."""
    mapping = mapping or NO_MAPPING
    first = list(islice(lines, HEADING_WITHIN))
    if not first:
        raise Malformed(N_("The table is empty."))
    place = next((i for i, (_, one) in enumerate(first) if is_heading(one, mapping)), 0)
    return columns_of(*first[place], mapping, id_suffices), chain(first[place + 1 :], lines)


def read_row(
    line: Line,
    columns: Columns,
    problems: list[Problem],
    *,
    of_a_list: bool = False,
    id_suffices: bool = False,
) -> TableRow:
    """One player; what cannot be read is left blank and reported to `problems`."""
    number, texts = line
    before = len(problems)
    values: dict[str, str | int] = {}
    tags = []
    for field, place in columns.places.items():
        text = texts[place] if place < len(texts) else ""
        if not text or (field not in _WORDS and text.casefold() in NOTHING):
            continue
        if field.startswith(TAG):
            tags.append((field.removeprefix(TAG), text[: f.LONGEST_TEXT]))
            continue
        read = _title_of_a_list if of_a_list and field == "title" else _READ[field]
        try:
            values[field] = read(text)
        except f.BadField as misfit:
            problems.append(
                Problem(Sentence(BAD_FIELD, name=field), number, place + 1, text[:40], str(misfit))
            )
    if any(beyond := texts[len(columns.headings) :]):
        place = len(columns.headings)
        problems.append(Problem(Sentence(TOO_MANY_FIELDS), number, place + 1, beyond[0][:40]))
    surname, given = values.pop("surname", ""), values.pop("given", "")
    if "name" not in values:
        values["name"] = f"{surname}, {given}" if surname and given else surname or given
    if not values["name"] and not (id_suffices and values.get("fide_id")):
        place = columns.places.get("name", columns.places.get("surname", 0))
        if not any(one.line == number and one.column == place + 1 for one in problems):
            problems.append(
                Problem(Sentence(BAD_FIELD, name="name"), number, place + 1, "", f.A_NAME)
            )
    elif values["name"]:
        for place, problem in enumerate(problems[before:], start=before):
            if problem.sentence.template == BAD_FIELD:
                said = {"name": problem.sentence.values["name"], "player": values["name"]}
                problems[place] = replace(problem, sentence=Sentence(BAD_FIELD_OF, **said))
    if isinstance(federation := values.get("federation"), str):
        values["federation"] = federation.upper() if len(federation) <= 3 else federation
    known = {_ROW_FIELD.get(field, field): value for field, value in values.items()}
    return TableRow(number, ListRow(**known), tuple(sorted(tags)))  # type: ignore[arg-type]
