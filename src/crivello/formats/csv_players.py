"""Read and write players as CSV; the first line names the columns (`docs/reference/csv.md`)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from crivello.formats.trf.lines import (
    MAX_PLAYERS,
    MAX_PROBLEMS,
    check_lines,
    decode,
    read_whole_number,
)
from crivello.model.dates import read_birth
from crivello.model.errors import Malformed, Problem, TooLarge, WordError
from crivello.model.grammar import nearest_word
from crivello.model.player import NationalRecord, Player, Sex, Title
from crivello.model.player_fields import (
    TYPED_FIELDS,
    FieldKind,
    PlayerField,
    TableUse,
)
from crivello.model.sentence import N_, Sentence
from crivello.rules.initial_order import TITLES, InitialOrder, number_players
from crivello.words.escaping import guard_formula, unguard_formula
from crivello.words.federation_names import A_FEDERATION, federation_code

_ALWAYS = tuple(field for field in TYPED_FIELDS if field.use is TableUse.ALWAYS)
_IF_ANY = tuple(field for field in TYPED_FIELDS if field.use is TableUse.IF_ANY)
COLUMNS = ("number", *(field.key for field in (*_ALWAYS, *_IF_ANY)))
MAX_FIELDS = 200
TAG = "tag:"
"""The beginning of a column with a tag, ``tag:KEY``; ``club`` is short for ``tag:club``."""
_OWN_TAGS = frozenset(field.key for field in TYPED_FIELDS if field.tag)
"""Tags that have a column of their own."""

NOT_READABLE = N_(
    "The table of players cannot be read: 1 problem.",
    "The table of players cannot be read: {count} problems.",
)
NOT_CSV = N_("Line {line} is not CSV: a quotation mark or the length of a field is wrong.")
NO_HEADER = N_("The first line must name the columns, and one of them must be name.")
UNKNOWN_COLUMN = N_("There is no column {name}.{near:| Did you mean {}?}")
COLUMN_TWICE = N_("The column {name} occurs twice.")
TOO_MANY_FIELDS = N_("The line has more fields than the table has columns.")
MISFIT = N_("The {name} of a player cannot be read.")
NUMBER_TWICE = N_("Line {other} has the number {number} too.")
SOME_NUMBERS = N_("This player has no number, though others have one.")
TOO_MANY_COLUMNS = N_("A line of the table has more than {limit} fields.")
TOO_MANY = N_("The table has more than {limit} players.")

HEADER = N_("the name of a column, such as name or rating")
A_NAME = N_("a name")
A_NUMBER = N_("a number from 1 to 9999")
A_RATING = N_("a rating of up to four digits, or nothing")
A_FIDE_ID = N_("a FIDE number, or nothing")
A_TITLE = N_("one of GM IM WGM FM WIM CM WFM WCM, or nothing")
A_SEX = N_("m, w, or nothing")
A_DATE = N_("a year, a day such as 1990-03-01 or 1.3.1990, or nothing")


def _whole_number_reader(low: int, high: int) -> Callable[[str], int | None]:
    def read(text: str) -> int | None:
        number = read_whole_number(text, low, high)
        if number is None:
            raise ValueError(text)
        return number or None

    return read


_SEXES = {"m": Sex.MALE, "w": Sex.FEMALE, "f": Sex.FEMALE}
_OF_KIND: dict[FieldKind, tuple[Callable[[str], Any], str]] = {
    FieldKind.TEXT: (str, A_NAME),
    FieldKind.TITLE: (lambda text: Title(text.upper()), A_TITLE),
    FieldKind.RATING: (_whole_number_reader(0, 9999), A_RATING),
    FieldKind.FIDE_ID: (_whole_number_reader(0, 10**11 - 1), A_FIDE_ID),
    FieldKind.BIRTH: (read_birth, A_DATE),
    FieldKind.FEDERATION: (federation_code, A_FEDERATION),
    FieldKind.SEX: (lambda text: _SEXES[text.lower()], A_SEX),
}
_READERS = {"number": (_whole_number_reader(1, MAX_PLAYERS), A_NUMBER)} | {
    field.key: _OF_KIND[field.kind] for field in TYPED_FIELDS
}
"""The reader of each column, and the text that names what it expects."""


def _known_birth(text: str) -> str:
    """Return a date of birth that can be read back; empty for any other text."""
    try:
        return read_birth(text)
    except WordError:
        return ""


def write_players(players: Sequence[Player]) -> str:
    """Write the players by number, with a column for each tag; rarer fields only if a player has
    them.

    A text that a spreadsheet would run as a formula gets an apostrophe, which `read_players`
    removes.
    """
    keys = sorted({key for player in players for key, _ in player.tags} - _OWN_TAGS)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = [*_ALWAYS, *(field for field in _IF_ANY if any(map(field.text, players)))]
    writer.writerow(("number", *(field.key for field in fields), *(TAG + key for key in keys)))
    for player in sorted(players, key=lambda one: one.number):
        tags = dict(player.tags)
        cells = (_cell(field, player) for field in fields)
        groups = (guard_formula(tags.get(key, "")) for key in keys)
        writer.writerow((player.number, *cells, *groups))
    return out.getvalue()


def _cell(field: PlayerField, player: Player) -> str:
    text = field.text(player)
    return guard_formula(_known_birth(text) if field.kind is FieldKind.BIRTH else text)


def read_players(data: bytes | str, titles: tuple[Title, ...] = TITLES) -> tuple[Player, ...]:
    """Read the players of a table, by number; without numbers, in initial order (C.04.2).

    The column of a problem is the place of the field in its line, from 1.
    """
    text = decode(data)
    problems: list[Problem] = []
    rows = _rows(text)
    if not rows:
        raise Malformed(NOT_READABLE, [Problem(Sentence(NO_HEADER), 1, 1, "", HEADER)], count=1)
    header = _header(rows[0], problems)
    players: list[tuple[int, Player]] = []
    if header is not None:
        players = [(line, _player(row, line, header, problems)) for line, row in rows[1:]]
        _check_numbers(players, problems)
    if problems:
        raise Malformed(NOT_READABLE, problems[:MAX_PROBLEMS], count=len(problems))
    if players and players[0][1].number:
        return tuple(sorted((player for _, player in players), key=lambda one: one.number))
    entered = [replace(player, id=place) for place, (_, player) in enumerate(players, start=1)]
    return tuple(
        replace(player, id=player.number)
        for player in number_players(entered, InitialOrder(titles))
    )


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the lines that are not blank, each with its number and its stripped fields."""
    check_lines(text)
    first = text.lstrip().split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    if text.count(delimiter) > MAX_FIELDS * MAX_PLAYERS:
        raise TooLarge(TOO_MANY_COLUMNS, limit=MAX_FIELDS)
    reader = csv.reader(
        io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter=delimiter
    )
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            fields = [field.strip() for field in row]
            if any(fields):
                if len(rows) > MAX_PLAYERS:
                    raise TooLarge(TOO_MANY, limit=MAX_PLAYERS)
                if len(fields) > MAX_FIELDS:
                    raise TooLarge(TOO_MANY_COLUMNS, limit=MAX_FIELDS)
                rows.append((reader.line_num, fields))
    except csv.Error:
        problem = Problem(Sentence(NOT_CSV, line=reader.line_num), reader.line_num, 1)
        raise Malformed(NOT_READABLE, [problem], count=1) from None
    return rows


def _header(row: tuple[int, list[str]], problems: list[Problem]) -> list[str] | None:
    """Return the names of the columns; None, with problems noted, if they are wrong."""
    line, fields = row
    names = [field.lower().replace(" ", "_") for field in fields]
    before = len(problems)
    for place, (name, field) in enumerate(zip(names, fields, strict=True), start=1):
        wrong = []
        if name.startswith(TAG) and len(name) > len(TAG):
            names[place - 1] = TAG + field[len(TAG) :]
        elif name in _OWN_TAGS:
            names[place - 1] = TAG + name
        elif name not in COLUMNS:
            wrong.append(UNKNOWN_COLUMN)
        if names[place - 1] in names[: place - 1]:
            wrong.append(COLUMN_TWICE)
        for template in wrong:
            near = {"near": nearest_word(name, COLUMNS)} if template == UNKNOWN_COLUMN else {}
            sentence = Sentence(template, name=field[:40], **near)
            problems.append(Problem(sentence, line, place, field[:40], HEADER))
    if "name" not in names:
        problems.append(Problem(Sentence(NO_HEADER), line, 1, ",".join(fields)[:40], HEADER))
    return names if len(problems) == before else None


def _player(row: list[str], line: int, header: list[str], problems: list[Problem]) -> Player:
    """Read the player of a line, with number 0 if the line has none."""
    if len(row) > len(header):
        place = len(header) + 1
        problems.append(Problem(Sentence(TOO_MANY_FIELDS), line, place, row[place - 1][:40], ""))
    values: dict[str, Any] = {}
    tags = []
    for place, (name, field) in enumerate(zip(header, row, strict=False), start=1):
        text = unguard_formula(field)
        if name.startswith(TAG):
            if text:
                tags.append((name.removeprefix(TAG), text))
        elif text:
            read, expected = _READERS[name]
            try:
                values[name] = read(text)
            except (KeyError, ValueError, WordError):
                misfit = Sentence(MISFIT, name=name)
                problems.append(Problem(misfit, line, place, text[:40], expected))
    if not values.get("name"):
        place = header.index("name") + 1
        problems.append(Problem(Sentence(MISFIT, name="name"), line, place, "", A_NAME))
    number = values.pop("number", 0)
    if rating := values.pop("national", None):
        values["national"] = (NationalRecord(values.get("federation", ""), rating=rating),)
    return Player(id=number, number=number, tags=tuple(sorted(tags)), **values)


def _check_numbers(players: list[tuple[int, Player]], problems: list[Problem]) -> None:
    """Note a problem for each number that two players have, and if only some players have one."""
    seen: dict[int, int] = {}
    for line, player in players:
        number = player.number
        if number and number in seen:
            twice = Sentence(NUMBER_TWICE, number=number, other=seen[number])
            problems.append(Problem(twice, line, 1, str(number), A_NUMBER))
        seen.setdefault(number, line)
    if 0 in seen and len(seen) > 1:
        problems.append(Problem(Sentence(SOME_NUMBERS), seen[0], 1, "", A_NUMBER))
