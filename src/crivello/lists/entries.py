"""Players to be registered, from a file of any kind: a table with any headings, TRF or JSON."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from crivello.formats import Form, form_of, read_document
from crivello.formats.trf.lines import check_lines, decode, split_lines, whole
from crivello.lists.list_player import ListedPlayer
from crivello.lists.mapping import Columns, Mapping
from crivello.lists.rating_list import PlayerList
from crivello.lists.rows import columns_in, read_row
from crivello.lists.source import MAX_PROBLEMS, ListSource
from crivello.lists.tables import Line, csv_lines, is_workbook, sheet_names, workbook_lines
from crivello.model.errors import Malformed, Problem, Severity, TooLarge
from crivello.model.names import words_of
from crivello.model.player import Player
from crivello.model.sentence import N_, Sentence

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How spreadsheets begin a "Unicode text"."""
MAX_ENTRIES = 9999
"""As many players as a report file can number."""

NOT_READABLE = N_("The table of players cannot be read; problems found: {count}.")
NOT_LISTED = N_("The list has no player with the FIDE id {fide_id}, and the table no name for it.")
SAME_ID = N_("{name} has the FIDE id {fide_id} of {other}, who is registered already.")
SAME_PERSON = N_("{name} has the name and birth of {other}, who is registered already.")
SAME_NAME = N_("{name} is called like {other}, who is registered; is it the same person?")
SAME_ID_IN_FILE = N_("{name} has the FIDE id {fide_id} of {other} in line {line}.")
SAME_PERSON_IN_FILE = N_("{name} has the name and birth of {other} in line {line}.")
SAME_NAME_IN_FILE = N_("{name} is called like {other} in line {line}; is it the same person?")
_IN_FILE = {
    SAME_ID: SAME_ID_IN_FILE,
    SAME_PERSON: SAME_PERSON_IN_FILE,
    SAME_NAME: SAME_NAME_IN_FILE,
}


@dataclass(frozen=True, slots=True)
class TableEntry:
    player: Player
    """Without an id and a number."""
    line: int | None = None
    """In its file, where that is a table."""


@dataclass(frozen=True, slots=True)
class Entries:
    entries: tuple[TableEntry, ...]
    columns: Columns | None = None
    """For a table: which column holds what."""
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two entries, or an entry and somebody registered, who are or may be the same."""

    problem: Problem
    entry: TableEntry
    registered: int | None = None
    """The id of the registered player; None: the other one is in the same file."""

    @property
    def certain(self) -> bool:
        return self.problem.severity is Severity.ERROR


def read_entries(
    data: bytes,
    name: str = "",
    mapping: Mapping | None = None,
    sheet: str | None = None,
    pace: str = "standard",
    opened: PlayerList | None = None,
) -> Entries:
    """The players in a file; raises `Malformed` with every bad field of every line.

    Of a table with ratings of several paces the one that counts in this pace is taken. What the
    file lacks about a player is taken from the list `opened`, by FIDE id.
    """
    if data.startswith(UTF_16):
        data = data.decode("utf-16", "replace").encode()
    if is_workbook(data, name):
        return _from_table(workbook_lines(io.BytesIO(data), sheet), mapping, pace, opened)
    form = form_of(data, name)
    if form is Form.SWISS_MANAGER or (
        mapping is None and form is not Form.CSV and not _is_table(data, name)
    ):
        document = read_document(data, name)
        lines = _player_lines(data) if form is Form.TRF else {}
        entries = (
            TableEntry(completed(_fresh(p), opened, pace), lines.get(p.number))
            for p in document.tournament.players
        )
        return _some(Entries(tuple(entries), None, tuple(document.warnings)))
    check_lines(data)
    source = ListSource(io.BytesIO(data), name, len(data))
    return _from_table(csv_lines(source), mapping, pace, opened)


def sheets_of(data: bytes, name: str) -> tuple[str, ...]:
    """The sheets of a workbook; nothing for other files."""
    return sheet_names(io.BytesIO(data)) if is_workbook(data, name) else ()


def _is_table(data: bytes, name: str) -> bool:
    """Is it a table with foreign headings, whose file name does not tell?"""
    if name.lower().endswith((".trf", ".json")):
        return False
    first = data[:4096].lstrip().split(b"\n", 1)[0]
    return not first.startswith((b"{", b"0", b"1", b"2", b"3", b"#", b"XX", b"BB")) and any(
        separator in first for separator in (b",", b";", b"\t")
    )


def _player_lines(data: bytes) -> dict[int, int]:
    """The line of each pairing number in a report file; nothing for other files."""
    return {
        number: line.number
        for line in split_lines(decode(data))
        if line.tag == "001" and (number := whole(line.cut(5, 8), 1, MAX_ENTRIES))
    }


def _from_table(
    lines: Iterator[Line], mapping: Mapping | None, pace: str, opened: PlayerList | None
) -> Entries:
    by_id = opened is not None
    columns, rest = columns_in(lines, mapping, by_id)
    problems: list[Problem] = []
    entries: list[TableEntry] = []
    for line in rest:
        if len(entries) == MAX_ENTRIES:
            raise TooLarge(N_("The table has more than {limit} players."), limit=MAX_ENTRIES)
        before = len(problems)
        read = read_row(line, columns, problems, id_suffices=by_id)
        player = ListedPlayer.of(read.row).player(pace)
        tags = dict(player.tags) | dict(read.tags)
        player = completed(replace(player, tags=tuple(sorted(tags.items()))), opened, pace)
        if not player.name and len(problems) == before:
            values = {"fide_id": player.fide_id}
            place = columns.places["fide_id"] + 1
            problems.append(
                Problem(Sentence(NOT_LISTED, **values), read.line, place, str(player.fide_id))
            )
        entries.append(TableEntry(player, read.line))
    if problems:
        raise Malformed(NOT_READABLE, problems[:MAX_PROBLEMS], count=len(problems))
    return _some(Entries(tuple(entries), columns))


def _some(entries: Entries) -> Entries:
    if not entries.entries:
        raise Malformed(N_("There is no player in this file."))
    return entries


def _fresh(player: Player) -> Player:
    """Only the person, without what another tournament made of them."""
    return replace(
        player, id=0, number=0, entered=1, withdrawn_after=None, expelled=False, rank=None
    )


def completed(player: Player, opened: PlayerList | None, pace: str) -> Player:
    """The player, with what is missing taken from the list, by FIDE id."""
    listed = opened.find(player.fide_id) if opened and player.fide_id else None
    if listed is None:
        return player
    known = listed.player(pace)
    return replace(
        player,
        name=player.name or known.name,
        title=player.title or known.title,
        rating=player.rating or known.rating,
        federation=player.federation or known.federation,
        birth=player.birth or known.birth,
        sex=player.sex or known.sex,
        tags=tuple(sorted((dict(known.tags) | dict(player.tags)).items())),
    )


def duplicates(
    entries: Iterable[TableEntry], registered: Iterable[Player], columns: Columns | None = None
) -> list[Duplicate]:
    """Who is in the file twice, or registered already: by FIDE id, or by name and birth.

    Two different FIDE ids, or two different years of birth, are two people. Where only the names
    are known to be equal, it is a warning.
    """
    by_id: dict[int, tuple[Player, int | None]] = {}
    by_name: dict[tuple[str, ...], list[tuple[Player, int | None]]] = {}

    def remember(player: Player, line: int | None) -> None:
        if player.fide_id:
            by_id.setdefault(player.fide_id, (player, line))
        by_name.setdefault(_name_key(player.name), []).append((player, line))

    for player in registered:
        remember(player, None)
    found = []
    for entry in entries:
        player = entry.player
        if player.fide_id and player.fide_id in by_id:
            other = by_id[player.fide_id]
            found.append(_duplicate(entry, other, SAME_ID, Severity.ERROR, columns))
        else:
            for other in by_name.get(_name_key(player.name), ()):
                same = _same_person(player, other[0])
                if same is not None:
                    template = SAME_PERSON if same else SAME_NAME
                    severity = Severity.ERROR if same else Severity.WARNING
                    found.append(_duplicate(entry, other, template, severity, columns))
                    break
        remember(player, entry.line)
    return found


def _name_key(name: str) -> tuple[str, ...]:
    """The words of a name in any order; digits count, for players who are only numbered."""
    return (*sorted(words_of(name)), *re.findall("[0-9]+", name))


def _same_person(one: Player, two: Player) -> bool | None:
    """Are two players of the same name one person? None: they are not; False: unknown."""
    if one.fide_id and two.fide_id:
        return None
    years = (one.birth[:4].strip("0"), two.birth[:4].strip("0"))
    if not all(years):
        return False
    return True if years[0] == years[1] else None


def _duplicate(
    entry: TableEntry,
    other: tuple[Player, int | None],
    template: str,
    severity: Severity,
    columns: Columns | None,
) -> Duplicate:
    player, line = other
    places = columns.places if columns else {}
    place = places.get("fide_id" if template == SAME_ID else "name", places.get("surname"))
    values = {"name": entry.player.name, "other": player.name, "fide_id": entry.player.fide_id}
    if not player.id:
        template, values["line"] = _IN_FILE[template], line or "?"
    column = None if place is None else place + 1
    problem = Problem(Sentence(template, **values), entry.line, column, severity=severity)
    return Duplicate(problem, entry, player.id or None)
