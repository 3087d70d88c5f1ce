"""Which column of a table holds which field: guessed by its heading, or stated."""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Sequence
from dataclasses import dataclass

from crivello.model.errors import Malformed, Problem, Remedy, Todo
from crivello.model.names import fold
from crivello.model.sentence import N_, Sentence

HEADINGS: dict[str, str] = {
    "name": "name player fullname playername nameofplayer surnamename participant"
    " giocatore nominativo cognomenome cognomeenome nomecognome nomeecognome partecipante",
    "surname": "surname lastname familyname cognome",
    "given": "given firstname givenname givennames forename nome",
    "title": "title tit fidetitle titolo titolofide",
    "rating": "rating elo rtg std standard fiderating stdrating standardrating srtng elofide"
    " elostandard ratingfide ratingstandard",
    "k": "k kfactor sk stdk fattorek coefficientek",
    "rapid": "rapid rapidrating rapidelo rrtng elorapid ratingrapid",
    "rapid_k": "rapidk rk krapid",
    "blitz": "blitz blitzrating blitzelo brtng eloblitz ratingblitz lampo elolampo",
    "blitz_k": "blitzk bk kblitz",
    "federation": "federation fed country nation federazione nazione naz nazionalita stato",
    "fide_id": "fideid fide fideno fidenr fidenumber fidecode idnumber"
    " idfide codicefide numerofide",
    "national_id": "nationalid natid localid membership membershipnumber licence license"
    " idnazionale tessera numerotessera tesserafsi idfsi codicefsi",
    "birth": "birth birthday birthdate bday born dob dateofbirth yearofbirth birthyear year"
    " nascita nato natoil datanascita datadinascita annonascita annodinascita anno",
    "sex": "sex gender mf sesso genere",
    "club": "club team school circolo societa squadra scuola",
}
"""What columns are called, in English and Italian, without blanks, accents and capitals."""
FIELDS = tuple(HEADINGS)
GUESS = "guess"
TAG = "tag:"

NATIONAL_RATINGS = [
    "eloitalia",
    "eloitaliano",
    "elofsi",
    "elonazionale",
    "ratingnazionale",
    "nationalrating",
    "nationalelo",
    "natrating",
]
"""Taken as the rating where the table has no other."""
_FIELD_OF = {heading: field for field, all_ in HEADINGS.items() for heading in all_.split()}
_PLAIN = re.compile(r"[^\w]+|_")

NO_EQUALS = N_("{part!r} is not FIELD=COLUMN; fields are {fields} and tag:KEY.")
UNKNOWN_FIELD = N_("There is no field {field!r}; fields are {fields} and tag:KEY.")
NO_COLUMN = N_("The table has no column {column!r}. It has: {columns}.")
NO_NAME = N_("No column holds the names. The table has: {columns}.")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field stands: places of columns from 0, and the heading of each column."""

    line: int
    """Of the headings."""
    headings: tuple[str, ...]
    places: abc.Mapping[str, int]

    @property
    def ignored(self) -> tuple[str, ...]:
        """Headings of columns that are not used."""
        used = set(self.places.values())
        return tuple(h for place, h in enumerate(self.headings) if h and place not in used)


@dataclass(frozen=True, slots=True)
class Mapping:
    """The stated columns: by field a heading, or ``#3`` for the third column.

    An empty heading: the field is not taken from the table.
    """

    headings: abc.Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Mapping:
        """From ``name=Cognome Nome,rating=Elo``; ``guess`` states nothing."""
        if text.strip() == GUESS:
            return NO_MAPPING
        found = {}
        for part in text.split(","):
            field, equals, heading = part.partition("=")
            field = field.strip()
            if not equals:
                raise Malformed(NO_EQUALS, part=part, fields=", ".join(FIELDS))
            if field not in FIELDS and not (field.startswith(TAG) and len(field) > len(TAG)):
                raise Malformed(UNKNOWN_FIELD, field=field, fields=", ".join(FIELDS))
            found[field] = heading.strip()
        return cls(found)


NO_MAPPING = Mapping({})


def plain(heading: str) -> str:
    """A heading as it is compared."""
    return _PLAIN.sub("", fold(heading))


def is_heading(fields: Sequence[str], mapping: Mapping) -> bool:
    """Can this line name the columns?"""
    known = {plain(heading) for heading in mapping.headings.values() if heading}
    return any(
        _FIELD_OF.get(one) in ("name", "surname", "given", "fide_id") or one in known
        for one in map(plain, fields)
    )


def columns_of(
    line: int,
    headings: Sequence[str],
    mapping: Mapping = NO_MAPPING,
    id_suffices: bool = False,
) -> Columns:
    """Where each field stands; raises `Malformed` if a stated column or the names are missing.

    With `id_suffices`, FIDE ids will do: a list knows the names.
    """
    plains = [plain(heading) for heading in headings]
    places: dict[str, int] = {}
    for field, heading in mapping.headings.items():
        if heading:
            places[field] = _stated_place(field, heading, plains, headings, line)
    taken = set(places.values())
    for place, heading in enumerate(headings):
        field = _FIELD_OF.get(plains[place], "")
        if heading.lower().startswith(TAG) and len(heading) > len(TAG):
            field = TAG + heading[len(TAG) :].strip()
        if field and place not in taken and field not in places and field not in mapping.headings:
            places[field] = place
            taken.add(place)
    if "rating" not in places and "rating" not in mapping.headings:
        national = [at for at, one in enumerate(plains) if one in NATIONAL_RATINGS]
        if free := [at for at in national if at not in taken]:
            places["rating"] = free[0]
    if "given" in places and "surname" not in places and "name" not in places:
        places["name"] = places.pop("given")  # an Italian table with one column for the name
    if not places.keys() & ({"name", "surname", "fide_id"} if id_suffices else {"name", "surname"}):
        columns = _shown(headings)
        problem = Problem(Sentence(NO_NAME, columns=columns), line, 1)
        error = Malformed(NO_NAME, [problem], columns=columns)
        error.remedy = Remedy(Todo.NAME_COLUMNS, "name", "…")
        raise error
    return Columns(line, tuple(headings), places)


def _stated_place(
    field: str, heading: str, plains: list[str], headings: Sequence[str], line: int
) -> int:
    number = heading[1:]
    if heading.startswith("#") and number.isascii() and number.isdigit() and len(number) < 5:
        if 1 <= int(number) <= len(headings):
            return int(number) - 1
    elif plain(heading) in plains:
        return plains.index(plain(heading))
    values = {"column": heading, "columns": _shown(headings)}
    raise Malformed(NO_COLUMN, [Problem(Sentence(NO_COLUMN, **values), line, 1, field)], **values)


def _shown(headings: Sequence[str]) -> str:
    return ", ".join(heading[:40] for heading in headings if heading) or "-"
