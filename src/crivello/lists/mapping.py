"""The columns of a table by field: guessed from their headings, or stated by the user."""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Sequence

from crivello.model.errors import Malformed, Problem, Remedy, RemedyKind, about
from crivello.model.grammar import nearest_word
from crivello.model.names import fold
from crivello.model.player_fields import FIELDS, TableUse
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

FIELD_NAMES = {field.key: field.name for field in FIELDS}
"""The fields that a table of players or a rating list may have, each as a sentence calls it."""
NAMES = frozenset(["name", "surname"])
NOT_LISTED = tuple(field.key for field in FIELDS if field.use is TableUse.IF_ANY and not field.tag)
"""Fields of tables of players that a rating list does not have."""
GUESS = "guess"
TAG = "tag:"

_OTHER_PACES = ("rapid", "blitz", "lampo")
_FIELD_OF = {heading: field.key for field in FIELDS for heading in field.headings.split()}
_PLAIN = re.compile(r"[^\w]+|_")

NO_EQUALS = N_("{part!r} is not FIELD=COLUMN; fields are {fields} and tag:KEY.")
UNKNOWN_FIELD = N_("There is no field {field!r}; fields are {fields} and tag:KEY.")
NO_COLUMN = N_("The table has no column {column!r}.{near:| Did you mean {}?} It has: {columns}.")
NO_NAME = N_("No column holds the names. The table has: {columns}.")
TWICE = N_("Two columns seem to hold the same: {first} and {second}. Choose one of them.")


@frozen
class Columns:
    """The columns of a table: their headings, the line of these, and the column (from 0) of each
    field.
    """

    line: int
    """The line of the headings."""
    headings: tuple[str, ...]
    places: abc.Mapping[str, int]

    @property
    def headings_by_field(self) -> dict[str, str]:
        """The heading of each field's column; for the third column without a heading, ``#3``."""
        return {
            field: _heading_of(f"#{place + 1}", self.headings)
            for field, place in self.places.items()
        }

    @property
    def ignored(self) -> tuple[str, ...]:
        """The headings of columns that are not used."""
        used = set(self.places.values())
        return tuple(h for place, h in enumerate(self.headings) if h and place not in used)

    @property
    def name_people(self) -> bool:
        """True if a column contains names."""
        return not NAMES.isdisjoint(self.places)


@frozen
class Mapping:
    """The columns that the user stated: for each field a heading, or ``#3`` for the third column.

    A field with an empty heading is not taken from the table.
    """

    headings: abc.Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Mapping:
        """Parse a text such as ``name=Cognome Nome,rating=Elo``; return `NO_MAPPING` for
        ``guess``.
        """
        if text.strip() == GUESS:
            return NO_MAPPING
        found = {}
        for part in text.split(","):
            field, equals, heading = part.partition("=")
            field = field.strip()
            if not equals:
                raise Malformed(NO_EQUALS, part=part, fields=", ".join(FIELD_NAMES))
            _check_field(field)
            found[field] = heading.strip()
        return cls(found)

    @classmethod
    def of_places(cls, fields: Sequence[str], headings: Sequence[str]) -> Mapping:
        """Return the mapping with one field (or empty) for each column, so that nothing is
        guessed.
        """
        found = dict.fromkeys([*FIELD_NAMES, *filter(None, map(_tag_of, headings))], "")
        for place, field in enumerate(fields):
            if not field:
                continue
            _check_field(field)
            if before := found.get(field):
                columns = (_heading_of(before, headings), _heading_of(f"#{place + 1}", headings))
                with about(f"column-{place + 1}"):
                    raise Malformed(TWICE, first=columns[0], second=columns[1])
            found[field] = f"#{place + 1}"
        return cls(found)


NO_MAPPING = Mapping({})


def _check_field(field: str) -> None:
    if field not in FIELD_NAMES and not (field.startswith(TAG) and len(field) > len(TAG)):
        raise Malformed(UNKNOWN_FIELD, field=field, fields=", ".join(FIELD_NAMES))


def _tag_of(heading: str) -> str:
    """Return the field of a column that is headed such as ``tag:School``; empty for any other
    heading.
    """
    named = heading.lower().startswith(TAG) and len(heading) > len(TAG)
    return TAG + heading[len(TAG) :].strip() if named else ""


def _heading_of(place: str, headings: Sequence[str]) -> str:
    """Return the heading of a column stated as ``#3``; ``#3`` itself if it has none."""
    number = int(place[1:])
    return (headings[number - 1] if number <= len(headings) else "") or place


def plain_heading(heading: str) -> str:
    """Return a heading in the form in which headings are compared: letters and digits, in small
    letters.
    """
    return _PLAIN.sub("", fold(heading))


def names_people(heading: str) -> bool:
    """Return True if a column with this heading contains names."""
    return _FIELD_OF.get(plain_heading(heading)) in ("name", "surname", "given")


def is_heading(fields: Sequence[str], mapping: Mapping) -> bool:
    """Return True if this line can be the headings of a table."""
    stated = (heading for heading in mapping.headings.values() if not heading.startswith("#"))
    known = {plain_heading(heading) for heading in stated if heading}
    return any(
        _FIELD_OF.get(one) in ("name", "surname", "given", "fide_id") or one in known
        for one in map(plain_heading, fields)
    )


def columns_of(
    line: int,
    headings: Sequence[str],
    mapping: Mapping = NO_MAPPING,
    id_suffices: bool = False,
    nameless: bool = False,
    of_a_list: bool = False,
) -> Columns:
    """Return the columns with these headings; raise `Malformed` if a stated column or the names are
    missing.

    With `id_suffices`, FIDE ids are enough, as names can come from a list. With `nameless`, names
    may be missing, as the user will choose the columns. `of_a_list` means that the table is a
    rating list.
    """
    plains = [plain_heading(heading) for heading in headings]
    places: dict[str, int] = {}
    for field, heading in mapping.headings.items():
        if heading:
            places[field] = _stated_place(field, heading, plains, headings, line)
    taken = set(places.values())
    for place, heading in enumerate(headings):
        field = _FIELD_OF.get(plains[place]) or _tag_of(heading)
        if field and place not in taken and field not in places and field not in mapping.headings:
            places[field] = place
            taken.add(place)
    ratings = [at for at, heading in enumerate(headings) if _is_some_rating(heading)]
    free = (at for at in ratings if at not in taken)
    for field in ("rating", "national"):
        if field in places or field in mapping.headings:
            continue
        if (at := next(free, None)) is not None:
            places[field] = at
    if of_a_list:
        places = {field: at for field, at in places.items() if field not in NOT_LISTED}
    if "given" in places and "surname" not in places and "name" not in places:
        places["name"] = places.pop("given")  # an Italian table with one column for the name
    suffices = nameless or (id_suffices and "fide_id" in places)
    if NAMES.isdisjoint(places) and not suffices:
        columns = _headings_text(headings)
        problem = Problem(Sentence(NO_NAME, columns=columns), line, 1)
        error = Malformed(NO_NAME, [problem], columns=columns)
        error.remedy = Remedy(RemedyKind.NAME_COLUMNS, "name", "…")
        raise error
    return Columns(line, tuple(headings), places)


def _is_some_rating(heading: str) -> bool:
    """Return True for the heading of a national rating, such as "Elo Italia" or "Rating FSI".

    Headings of K, and of ratings of another pace, are not meant.
    """
    words = re.findall(r"[^\W_]+", fold(heading))
    rates = any(word.startswith("elo") or word.endswith("rating") for word in words)
    return (
        rates
        and "k" not in words
        and not any(one in plain_heading(heading) for one in _OTHER_PACES)
    )


def _stated_place(
    field: str, heading: str, plains: list[str], headings: Sequence[str], line: int
) -> int:
    number = heading[1:]
    if heading.startswith("#") and number.isascii() and number.isdigit() and len(number) < 5:
        if 1 <= int(number) <= len(headings):
            return int(number) - 1
    elif plain_heading(heading) in plains:
        return plains.index(plain_heading(heading))
    near = nearest_word(heading, headings)
    values = {"column": heading, "near": near, "columns": _headings_text(headings)}
    raise Malformed(NO_COLUMN, [Problem(Sentence(NO_COLUMN, **values), line, 1, field)], **values)


def _headings_text(headings: Sequence[str]) -> str:
    return ", ".join(heading[:40] for heading in headings if heading) or "-"
