"""Review of a file before its players are registered: unreadable rows and duplicates.

A row is registered unless it cannot be read or is left out. A player who is certainly registered
already, or already in an earlier row, is left out unless the user decides otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field, replace

from crivello.lists.entries import TableEntry
from crivello.lists.mapping import Columns
from crivello.lists.rows import cell_key
from crivello.model.errors import Problem, Severity
from crivello.model.names import words_of
from crivello.model.player import Player
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

SAME_ID = N_("{name} has the FIDE id {fide_id} of {other}, who is registered already.")
SAME_PERSON = N_("{name} has the name and birth of {other}, who is registered already.")
SAME_NAME = N_("{name} has the same name as {other}, who is registered; is it the same person?")
SAME_ID_IN_FILE = N_("{name} has the FIDE id {fide_id} of {other} in line {line}.")
SAME_PERSON_IN_FILE = N_("{name} has the name and birth of {other} in line {line}.")
SAME_NAME_IN_FILE = N_("{name} has the same name as {other} in line {line}; is it the same person?")
_IN_FILE = {
    SAME_ID: SAME_ID_IN_FILE,
    SAME_PERSON: SAME_PERSON_IN_FILE,
    SAME_NAME: SAME_NAME_IN_FILE,
}

Check = Callable[[Player], Iterable[Problem]]
"""A function that returns further problems of a player, each with a field of the table."""


@frozen
class Duplicate:
    """Two rows, or a row and a registered player, that are or may be the same person."""

    problem: Problem
    entry: TableEntry
    registered: int | None = None
    """The id of the registered player; None if the other one is a row of the same file."""
    by_id: bool = False
    """True if both have the same FIDE id, so that they cannot both be registered."""

    @property
    def certain(self) -> bool:
        return self.problem.severity is Severity.ERROR


@frozen
class ReviewedRow:
    entry: TableEntry
    problems: tuple[Problem, ...]
    """The problems that prevent the row from being registered."""
    duplicate: Duplicate | None
    left_out: bool

    @property
    def waits(self) -> bool:
        """True if the row has problems and is not left out, so that the user must decide."""
        return bool(self.problems) and not self.left_out

    @property
    def goes_in(self) -> bool:
        return not self.problems and not self.left_out


def review(
    entries: Iterable[TableEntry],
    registered: Iterable[Player],
    columns: Columns | None = None,
    left_out: Container[int] = (),
    kept: Container[int] = (),
    check: Check = lambda player: (),
) -> list[ReviewedRow]:
    """Return the rows with their problems and duplicates, and whether they are left out.

    `left_out` and `kept` are numbers of rows: those the user left out, and duplicates that the user
    kept. `check` returns further problems of a player.
    """
    people = _People(registered, columns)
    rows = []
    for entry in entries:
        duplicate = people.find(entry)
        certain = duplicate is not None and duplicate.certain
        out = entry.place in left_out or (certain and entry.place not in kept)
        problems = entry.problems
        if not problems:
            problems = tuple(
                replace(one, line=entry.line, field=cell_key(entry.place, one.field))
                for one in check(entry.player)
            )
        if duplicate is not None and duplicate.by_id and not out:
            problems += (duplicate.problem,)
        if not out:
            people.remember(entry.player, entry.line)
        rows.append(ReviewedRow(entry, problems, duplicate, out))
    return rows


def duplicates(entries: Iterable[TableEntry], registered: Iterable[Player]) -> list[Duplicate]:
    """Return the duplicates: rows of players who are registered already, or in an earlier row."""
    return [row.duplicate for row in review(entries, registered) if row.duplicate]


@dataclass
class _People:
    """The registered players and those in earlier rows, by FIDE id and by name.

    Two different FIDE ids, or two different years of birth, are two people. If only the names are
    known to be equal, the duplicate is only a warning.
    """

    registered: Iterable[Player]
    columns: Columns | None
    by_id: dict[int, tuple[Player, int | None]] = field(default_factory=dict)
    by_name: dict[tuple[str, ...], list[tuple[Player, int | None]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for player in self.registered:
            self.remember(player, None)

    def remember(self, player: Player, line: int | None) -> None:
        if player.fide_id:
            self.by_id.setdefault(player.fide_id, (player, line))
        if player.name:
            self.by_name.setdefault(_name_key(player.name), []).append((player, line))

    def find(self, entry: TableEntry) -> Duplicate | None:
        player = entry.player
        if player.fide_id and player.fide_id in self.by_id:
            return self._duplicate(entry, self.by_id[player.fide_id], SAME_ID, Severity.ERROR)
        called = self.by_name.get(_name_key(player.name), ())
        same = [(one, _same_person(player, one[0])) for one in called]
        for wanted, template, severity in (
            (True, SAME_PERSON, Severity.ERROR),
            (False, SAME_NAME, Severity.WARNING),
        ):
            for one, certain in same:
                if certain is wanted:
                    return self._duplicate(entry, one, template, severity)
        return None

    def _duplicate(
        self, entry: TableEntry, other: tuple[Player, int | None], template: str, severity: Severity
    ) -> Duplicate:
        player, line = other
        by_id = template == SAME_ID
        places = self.columns.places if self.columns else {}
        place = places.get("fide_id" if by_id else "name", places.get("surname"))
        values = {"name": entry.player.name, "other": player.name, "fide_id": entry.player.fide_id}
        if not player.id:
            template, values["line"] = _IN_FILE[template], line or "?"
        problem = Problem(
            Sentence(template, **values),
            entry.line,
            None if place is None else place + 1,
            severity=severity,
            field=cell_key(entry.place, "fide_id" if by_id else "name"),
        )
        return Duplicate(problem, entry, player.id or None, by_id)


def _name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name in alphabetical order, and its numbers, which may be all that
    differs.
    """
    return (*sorted(words_of(name)), *re.findall("[0-9]+", name))


def _same_person(one: Player, two: Player) -> bool | None:
    """Return True if two players of the same name are one person, None if not, False if that is
    unknown.
    """
    if one.fide_id and two.fide_id:
        return None
    years = (one.birth[:4].strip("0"), two.birth[:4].strip("0"))
    if not all(years):
        return False
    return True if years[0] == years[1] else None
