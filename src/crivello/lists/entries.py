"""Players to be registered, read from a file: a table with any headings, TRF or JSON."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain, islice
from typing import Any

from crivello.formats import Form, form_of, read_document
from crivello.formats.trf.lines import check_lines, decode, read_whole_number, split_lines
from crivello.lists.changes import has_wrong_id
from crivello.lists.list_player import ListedPlayer
from crivello.lists.mapping import Columns
from crivello.lists.mapping import Mapping as ColumnMapping
from crivello.lists.rating_list import PlayerList
from crivello.lists.rows import HEADING_WITHIN, NO_CHANGES, cell_key, columns_in, read_row
from crivello.lists.source import MAX_PROBLEMS, ListSource, in_utf_8
from crivello.lists.spreadsheets import Line, csv_lines, is_workbook, sheet_names, workbook_lines
from crivello.model.errors import Malformed, Problem, TooLarge
from crivello.model.player import NationalRecord, Player
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

MAX_ENTRIES = 9999
"""The most players that a report file can number."""

SAMPLED = 20
"""The number of lines from which samples are shown under the headings …"""
SAMPLES = 3
"""… and the most samples of one column."""
NOT_CHANGED: Mapping[int, Mapping[str, str]] = {}

NOT_READABLE = N_(
    "The table of players cannot be read: 1 problem.",
    "The table of players cannot be read: {count} problems.",
)
NOT_LISTED = N_("The FIDE id {fide_id} is not on the list, and the table has no name for it.")


@frozen
class TableEntry:
    player: Player
    """The player, with id and number 0."""
    line: int | None = None
    """The line of the player in the file; None if the file has no lines."""
    place: int = 0
    """The number of the row: its line in a table; in other files the place of the player."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The text of each field, if the file is a table."""
    problems: tuple[Problem, ...] = ()
    """The fields that cannot be read, as in `TableRow`."""


@frozen
class Entries:
    entries: tuple[TableEntry, ...]
    columns: Columns | None = None
    """The columns by field, if the file is a table."""
    warnings: tuple[Problem, ...] = ()
    samples: tuple[tuple[str, ...], ...] = ()
    """The first texts of each column, if the file is a table."""


def read_entries(
    data: bytes,
    name: str = "",
    mapping: ColumnMapping | None = None,
    sheet: str | None = None,
    pace: str = "standard",
    opened: PlayerList | None = None,
) -> Entries:
    """Return the players in a file; raise `Malformed` with every unreadable field of every line.

    If a table has ratings of several paces, the one for `pace` is taken. Data missing from the file
    are taken from the rating list `opened`, by FIDE id.
    """
    found = look_through(data, name, mapping, sheet, pace, opened, names_needed=True)
    problems = [problem for entry in found.entries for problem in entry.problems]
    if problems:
        raise unreadable(problems)
    return found


def unreadable(problems: Sequence[Problem]) -> Malformed:
    return Malformed(NOT_READABLE, problems[:MAX_PROBLEMS], count=len(problems))


def look_through(
    data: bytes,
    name: str = "",
    mapping: ColumnMapping | None = None,
    sheet: str | None = None,
    pace: str = "standard",
    opened: PlayerList | None = None,
    changes: Mapping[int, Mapping[str, str]] = NOT_CHANGED,
    *,
    names_needed: bool = False,
    headless: bool = False,
) -> Entries:
    """Return the players in a file, where each row of a table keeps its problems, to be shown with
    it.

    `changes` replace texts of the table, by line and field. If no column contains names and they
    are not needed, there are columns and samples but no rows. `headless` means that the first line
    of the table is already a player.
    """
    opening = open_players(data, name, sheet, as_table=mapping is not None)
    return opening.entries(
        mapping, pace, opened, changes, names_needed=names_needed, headless=headless
    )


@frozen
class PlayersFile:
    """The content of a file of players: the lines of a table, or the players themselves."""

    lines: tuple[Line, ...] = ()
    people: Entries | None = None
    """The players, for a file that is not a table."""

    def entries(
        self,
        mapping: ColumnMapping | None = None,
        pace: str = "standard",
        opened: PlayerList | None = None,
        changes: Mapping[int, Mapping[str, str]] = NOT_CHANGED,
        *,
        names_needed: bool = False,
        headless: bool = False,
    ) -> Entries:
        """Return the players as `look_through` does, without opening the file again."""
        if self.people is None:
            reading = _TableReading(mapping, pace, opened, changes, names_needed, headless)
            return reading.read(self.lines)
        known = (
            replace(one, player=complete_player(one.player, opened, pace))
            for one in self.people.entries
        )
        return _some(replace(self.people, entries=tuple(known)))


def open_players(
    data: bytes, name: str = "", sheet: str | None = None, *, as_table: bool = False
) -> PlayersFile:
    """Return the content of a file, without interpreting its columns; this part may take long.

    With `as_table`, the file is a table, whatever it looks like.
    """
    data = in_utf_8(data)
    if is_workbook(data, name):
        return PlayersFile(_not_too_many(workbook_lines(io.BytesIO(data), sheet)))
    form = form_of(data, name)
    if form is Form.SWISS_MANAGER or (
        not as_table and form is not Form.CSV and not _is_table(data, name)
    ):
        document = read_document(data, name)
        lines = _player_lines(data) if form is Form.TRF else {}
        people = (
            TableEntry(_person_only(p), lines.get(p.number), place)
            for place, p in enumerate(document.tournament.players, start=1)
        )
        return PlayersFile(people=Entries(tuple(people), None, tuple(document.warnings)))
    check_lines(data)
    return PlayersFile(_not_too_many(csv_lines(ListSource(io.BytesIO(data), name, len(data)))))


def _not_too_many(lines: Iterator[Line]) -> tuple[Line, ...]:
    found = tuple(islice(lines, MAX_ENTRIES + HEADING_WITHIN + 1))
    if len(found) > MAX_ENTRIES + HEADING_WITHIN:
        raise _too_many_error()
    return found


def _too_many_error() -> TooLarge:
    return TooLarge(N_("The table has more than {limit} players."), limit=MAX_ENTRIES)


def sheets_of(data: bytes, name: str) -> tuple[str, ...]:
    """Return the names of the sheets in a workbook; empty for other files."""
    return sheet_names(io.BytesIO(data)) if is_workbook(data, name) else ()


def _is_table(data: bytes, name: str) -> bool:
    """Return True for a table whose headings and file name do not show its format."""
    if name.lower().endswith((".trf", ".json")):
        return False
    first = data[:4096].lstrip().split(b"\n", 1)[0]
    return not first.startswith((b"{", b"0", b"1", b"2", b"3", b"#", b"XX", b"BB")) and any(
        separator in first for separator in (b",", b";", b"\t")
    )


def _player_lines(data: bytes) -> dict[int, int]:
    """Return the line of each pairing number in a report file; empty for other files."""
    return {
        number: line.number
        for line in split_lines(decode(data))
        if line.tag == "001" and (number := read_whole_number(line.cut(5, 8), 1, MAX_ENTRIES))
    }


@frozen
class _TableReading:
    """A reader of tables with its options."""

    mapping: ColumnMapping | None
    pace: str
    opened: PlayerList | None
    changes: Mapping[int, Mapping[str, str]]
    names_needed: bool
    headless: bool

    def read(self, lines: Iterable[Line]) -> Entries:
        by_id = self.opened is not None
        nameless = not self.names_needed
        columns, rest = columns_in(iter(lines), self.mapping, by_id, nameless, self.headless)
        first = list(islice(rest, SAMPLED))
        samples = tuple(_samples(first, place) for place in range(len(columns.headings)))
        if not columns.name_people and not (by_id and "fide_id" in columns.places):
            return Entries((), columns, samples=samples)
        entries: list[TableEntry] = []
        for line in chain(first, rest):
            entry = self._entry(line, columns)
            if not any(entry.texts.values()):
                continue  # a total, for example, in a column that is not used
            if len(entries) == MAX_ENTRIES:
                raise _too_many_error()
            entries.append(entry)
        return _some(Entries(tuple(entries), columns, samples=samples))

    def _entry(self, line: Line, columns: Columns) -> TableEntry:
        changes = self.changes.get(line[0], NO_CHANGES)
        row = read_row(line, columns, id_suffices=self.opened is not None, changes=changes)
        player = ListedPlayer.of(row.row).player(self.pace)
        tags = dict(player.tags) | dict(row.tags)
        player = replace(player, tags=tuple(sorted(tags.items())))
        player = complete_player(player, self.opened, self.pace)
        more: dict[str, Any] = {key: value or None for key, value in row.more.items()}
        if national := more.pop("national", None):
            more["national"] = (NationalRecord(player.federation, rating=national),)
        player = replace(player, **more)
        problems = row.problems
        if not player.name and not problems:
            said = Sentence(NOT_LISTED, fide_id=player.fide_id)
            place = columns.places.get("fide_id", 0) + 1
            key = cell_key(row.line, "fide_id")
            problems = (Problem(said, row.line, place, str(player.fide_id), field=key),)
        return TableEntry(player, row.line, row.line, row.texts, problems)


def _samples(lines: Iterable[Line], place: int) -> tuple[str, ...]:
    """Return the first different texts of a column."""
    texts = (cells[place] for _, cells in lines if place < len(cells) and cells[place])
    return tuple(islice(dict.fromkeys(texts), SAMPLES))


def _some(entries: Entries) -> Entries:
    if not entries.entries:
        raise Malformed(N_("The file contains no players."))
    return entries


def _person_only(player: Player) -> Player:
    """Return a player without the data that belong to another tournament."""
    return replace(
        player, id=0, number=0, entered=1, withdrawn_after=None, expelled=False, rank=None
    )


def complete_player(player: Player, opened: PlayerList | None, pace: str) -> Player:
    """Fill in missing data of a player from the list, by FIDE id, unless the id is another
    person's.
    """
    listed = opened.find(player.fide_id) if opened and player.fide_id else None
    if listed is None or has_wrong_id(player, listed):
        return player
    known = listed.player(pace)
    return replace(
        player,
        name=player.name or known.name,
        title=player.title or known.title,
        rating=player.rating or known.rating,
        rating_list=player.rating_list if player.rating else known.rating_list,
        national=player.national or known.national,
        federation=player.federation or known.federation,
        birth=player.birth or known.birth,
        sex=player.sex or known.sex,
        tags=tuple(sorted((dict(known.tags) | dict(player.tags)).items())),
    )
