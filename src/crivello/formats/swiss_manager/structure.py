"""The bytes of a Swiss-Manager file, split into records.

A file is a sequence of sections, each beginning with a mark: one byte that names it, and ``FF 89
44``. Numbers are little endian; a text is a 16-bit count and that many UTF-16 characters. `reader`
turns the records into a tournament.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from crivello.formats.repairs import NOTHING, Repair
from crivello.formats.swiss_manager import MAGIC
from crivello.formats.trf.lines import (
    MAX_BYTES,
    MAX_PLAYERS,
    MAX_PROBLEMS,
    MAX_ROUNDS,
    TOO_MANY_BYTES,
)
from crivello.model.errors import Malformed, TooLarge
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

NO_MAGIC = N_("The file does not begin like a file of Swiss-Manager.")
NO_SECTION = N_("The file of Swiss-Manager has no section {section}; it is cut off or damaged.")
TOO_MANY_SECTIONS = N_("The file has more than {limit} sections that are not understood.")
TOO_MANY = N_("Section {section} of the file has more than {limit} entries.")
NO_PLAYERS = N_("No player can be read in the file of Swiss-Manager.")
CUT_OFF = N_("The file of Swiss-Manager is cut off: its end mark is missing.")
DAMAGED = N_(
    "Section {section} cannot be read from byte {offset} on; the rest of it, {size} bytes, is "
    "left out."
)
UNKNOWN_SECTION = N_(
    "Section {section} at byte {offset} is not understood; its {size} bytes are left out."
)
AGAIN = N_("Section {section} occurs again at byte {offset}; the first one counts.")
AFTER_THE_END = N_("The end mark of the file is followed by {size} bytes, which are left out.")

_REST_OF_MARK = b"\xff\x89\x44"
_MARK = re.compile(rb".\xff\x89\x44", re.DOTALL)
_HEADER = 108
_SETTINGS_USED = 0x4F
"""The settings must have at least this size; the options of tie-breaks that follow may be
missing.
"""
_PLAYER_TEXTS, _PLAYER_BLOCK = 30, 110
_ROUND_BLOCK = 106
_ROW = 21
_MATCH_ROW = 15
_TEAM_TEXTS, _TEAM_RECORD = 3, 100
"""The known texts of a team, and the bytes after them if all other texts are empty."""
_LONGEST_TEXT = 10_000
_MOST_TEAMS = 1000
_MOST_SCHEDULED = 1000
"""Some files have more entries of the schedule than rounds; those of no round are empty."""
_MOST_SECTIONS = 100


class LayoutSection(IntEnum):
    """The sections of a file, each by the byte that begins its mark."""

    TITLES = 0x93
    SETTINGS = 0x95
    SCHEDULE = 0xA3
    PLAYERS = 0xA5
    GAMES = 0xB3
    TEAMS = 0xB5
    MATCHES = 0xC3
    APART = 0xC5
    OFFSETS = 0xD3
    END = 0xE3


@frozen
class Block:
    """A record: texts, and bytes with numbers at known places."""

    data: bytes
    texts: tuple[str, ...] = ()

    def byte(self, offset: int) -> int:
        return self._number(offset, 1)

    def short(self, offset: int) -> int:
        return self._number(offset, 2)

    def long(self, offset: int) -> int:
        return self._number(offset, 4)

    def _number(self, offset: int, size: int) -> int:
        """Return the number at `offset`; 0 beyond the end, as some versions have shorter blocks."""
        return int.from_bytes(self.data[offset : offset + size], "little")


@dataclass(slots=True)
class Layout:
    """The records of a file by section, and the repairs of what could not be read."""

    titles: tuple[str, ...] = ()
    settings: Block = field(default_factory=lambda: Block(b""))
    schedule: list[Block] = field(default_factory=list)
    players: list[Block] = field(default_factory=list)
    rows: list[Block] = field(default_factory=list)
    teams: list[tuple[str, ...]] = field(default_factory=list)
    matches: list[Block] = field(default_factory=list)
    apart: list[Block] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    complete: bool = False
    """True once the end mark was found."""

    def repair(self, repair: Repair) -> None:
        if len(self.repairs) < MAX_PROBLEMS:
            self.repairs.append(repair)


class _Broken(Exception):
    """Raised by a record that does not fit into the file; `offset` is its beginning."""

    def __init__(self, offset: int) -> None:
        self.offset = offset


def split_records(data: bytes) -> Layout:
    """Split a file into records; raise `Malformed` if there are no settings or no players."""
    if len(data) > MAX_BYTES:
        raise TooLarge(TOO_MANY_BYTES, size=len(data), limit=MAX_BYTES)
    if not data.startswith(MAGIC):
        raise Malformed(NO_MAGIC)
    layout = Layout()
    seen: set[int] = set()
    offset = passed = 0
    while offset < len(data):
        kind = data[offset]
        start = offset + len(MAGIC)
        if kind == LayoutSection.END:
            layout.complete = True
            if start < len(data):
                _leave_out(layout, AFTER_THE_END, kind, start, len(data) - start)
            break
        parse = _PARSERS.get(kind)
        if parse is None or kind in seen:
            end = _next_mark(data, start)
            template = UNKNOWN_SECTION if parse is None else AGAIN
            _leave_out(layout, template, kind, offset, end - start)
            offset, passed = end, passed + 1
            if passed > _MOST_SECTIONS:
                raise TooLarge(TOO_MANY_SECTIONS, limit=_MOST_SECTIONS)
            continue
        seen.add(kind)
        try:
            offset = parse(layout, data, start)
        except _Broken as broken:
            offset = _next_mark(data, broken.offset)
            _leave_out(layout, DAMAGED, kind, broken.offset, offset - broken.offset)
    for needed in (LayoutSection.SETTINGS, LayoutSection.PLAYERS):
        if needed not in seen:
            raise Malformed(NO_SECTION, section=f"{needed:02X}")
    if not layout.players:
        raise Malformed(NO_PLAYERS, [repair.as_problem() for repair in layout.repairs])
    return layout


def _leave_out(layout: Layout, template: str, section: int, offset: int, size: int) -> None:
    """Note bytes that are skipped, as a repair; only bytes after the end mark cannot change a
    pairing.
    """
    name = f"{section:02X}"
    sentence = Sentence(template, section=name, offset=offset, size=size)
    changes = section != LayoutSection.END
    layout.repair(Repair(sentence, found=name, taken=NOTHING, changes_pairing=changes))


def _next_mark(data: bytes, start: int) -> int:
    found = _MARK.search(data, start)
    return len(data) if found is None else found.start()


def _at_mark(data: bytes, offset: int) -> bool:
    return data[offset + 1 : offset + 4] == _REST_OF_MARK


def _text(data: bytes, offset: int, record: int) -> tuple[str, int]:
    """Return the text at `offset` in the record that began at `record`, and where it ends."""
    start = offset + 2
    count = int.from_bytes(data[offset:start], "little")
    end = start + 2 * count
    if count > _LONGEST_TEXT or end > len(data):
        raise _Broken(record)
    return data[start:end].decode("utf-16-le", "replace").strip("\0 "), end


def _titles(layout: Layout, data: bytes, start: int) -> int:
    offset = start - len(MAGIC) + _HEADER
    texts: list[str] = []
    while offset < len(data) and not _at_mark(data, offset):
        text, offset = _text(data, offset, offset)
        texts.append(text)
        layout.titles = tuple(texts)
        if len(texts) > _LONGEST_TEXT:
            raise _Broken(offset)
    return offset


def _settings(layout: Layout, data: bytes, start: int) -> int:
    end = _next_mark(data, start)
    if end - start < _SETTINGS_USED:
        raise Malformed(NO_SECTION, section=f"{LayoutSection.SETTINGS:02X}")
    layout.settings = Block(data[start:end])
    return end


def _entries(
    field: str, size: int, texts: int = 0, limit: int = MAX_PLAYERS * MAX_ROUNDS
) -> _Parser:
    """Return a parser of records up to the next mark: each has some texts, then `size` bytes."""

    def parse(layout: Layout, data: bytes, start: int) -> int:
        found: list[Block] = getattr(layout, field)
        offset = start
        while offset < len(data) and not _at_mark(data, offset):
            if len(found) >= limit:
                raise TooLarge(TOO_MANY, section=f"{data[start - 4]:02X}", limit=limit)
            record, read = offset, []
            for _ in range(texts):
                text, offset = _text(data, offset, record)
                read.append(text)
            end = offset + size
            if end > len(data):
                raise _Broken(record)
            found.append(Block(data[offset:end], tuple(read)))
            offset = end
        return offset

    return parse


def _teams(layout: Layout, data: bytes, start: int) -> int:
    """Parse the teams: each has three known texts, some unknown texts, and a block of numbers.

    The number of unknown texts is the one with which the teams exactly fill the section.
    """
    end = _next_mark(data, start)
    for more in range(_TEAM_RECORD // 2, -1, -1):
        teams = _teams_with(more, data, start, end)
        if teams is not None:
            layout.teams = teams
            return end
    raise _Broken(start)


def _teams_with(more: int, data: bytes, start: int, end: int) -> list[tuple[str, ...]] | None:
    teams: list[tuple[str, ...]] = []
    offset = start
    while offset < end:
        texts: list[str] = []
        try:
            for _ in range(_TEAM_TEXTS + more):
                text, offset = _text(data, offset, offset)
                texts.append(text)
        except _Broken:
            return None
        offset += _TEAM_RECORD - 2 * more
        if not texts[0] or len(teams) >= _MOST_TEAMS:
            return None
        teams.append(tuple(texts[:_TEAM_TEXTS]))
    return teams if offset == end else None


_Parser = Callable[[Layout, bytes, int], int]
"""A function that reads a section into the layout from an offset on, and returns where it ends."""

_PARSERS: dict[int, _Parser] = {
    LayoutSection.TITLES: _titles,
    LayoutSection.SETTINGS: _settings,
    LayoutSection.SCHEDULE: _entries("schedule", _ROUND_BLOCK, 1, _MOST_SCHEDULED),
    LayoutSection.PLAYERS: _entries("players", _PLAYER_BLOCK, _PLAYER_TEXTS, MAX_PLAYERS),
    LayoutSection.GAMES: _entries("rows", _ROW),
    LayoutSection.TEAMS: _teams,
    LayoutSection.MATCHES: _entries("matches", _MATCH_ROW),
    LayoutSection.APART: _entries("apart", 4),
    LayoutSection.OFFSETS: lambda _, data, start: _next_mark(data, start),
}
