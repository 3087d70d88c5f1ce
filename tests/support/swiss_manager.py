"""Write small files of Swiss-Manager for tests (layout: docs/reference/swiss-manager.md)."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
Row = tuple[int, int, int] | tuple[int, int, int, int]
"""White, Black, result, and 1 if the pairing was set by hand."""


def mark(section: int) -> bytes:
    return bytes([section]) + b"\xff\x89\x44"


def text(value: str) -> bytes:
    data = value.encode("utf-16-le")
    return struct.pack("<H", len(data) // 2) + data


def _block(size: int, numbers: Mapping[int, int], wide: Sequence[int] = ()) -> bytes:
    """Return a block of zeros with 16-bit numbers at the given places, 32-bit at those in
    `wide`.
    """
    block = bytearray(size)
    for offset, number in numbers.items():
        struct.pack_into("<I" if offset in wide else "<H", block, offset, number)
    return bytes(block)


@dataclass(frozen=True)
class PlayerRecord:
    surname: str = "Rossi"
    texts: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)
    """By offset in the block."""

    def written(self) -> bytes:
        texts = {0: self.surname, **self.texts}
        head = b"".join(text(texts.get(place, "")) for place in range(30))
        return head + _block(110, self.numbers, wide=(0x0E, 0x18))


@dataclass(frozen=True)
class Sample:
    """The content of a file; omitted values are those of a plain Swiss tournament."""

    players: Sequence[PlayerRecord] = ()
    rounds: Sequence[Sequence[Row]] = ()
    announced: int = 5
    kind: int = 0
    titles: Mapping[int, str] = field(default_factory=dict)
    settings: Mapping[int, int] = field(default_factory=dict)
    tie_breaks: Sequence[tuple[int, bytes]] = ()
    dates: Sequence[int] = ()
    counts: Sequence[int] | None = None
    """Rows of each round as the schedule states them, if it lies."""
    teams: Sequence[tuple[str, str, str]] = ()
    matches: Sequence[Sequence[tuple[int, int]]] = ()
    apart: Sequence[tuple[int, int]] = ()
    inserted: bytes = b""
    """A section between the games and the end."""
    trailing: bytes = b""

    def written(self) -> bytes:
        parts = [
            mark(0x93) + bytes(104),
            *(text(self.titles.get(place, "")) for place in range(132)),
            mark(0x95) + self._settings(),
            mark(0xA3) + self._schedule(),
            mark(0xA5) + b"".join(player.written() for player in self.players),
            mark(0xB3) + b"".join(_row(row) for rows in self.rounds for row in rows),
        ]
        if self.teams:
            parts += [mark(0xB5), *(_team(team) for team in self.teams), mark(0xC3)]
            parts += [
                struct.pack("<HH11x", *match) for matches in self.matches for match in matches
            ]
        if self.apart:
            parts += [mark(0xC5), *(struct.pack("<HH", *pair) for pair in self.apart)]
        return b"".join((*parts, self.inserted, mark(0xD3), bytes(28), mark(0xE3), self.trailing))

    def _settings(self) -> bytes:
        block = bytearray(
            _block(
                5883,
                {
                    0x00: self.announced,
                    0x0B: self.kind,
                    0x13: len(self.players),
                    0x1B: len(self.tie_breaks),
                    0x2F: len(self.teams),
                    **{0x1D + 2 * place: code for place, (code, _) in enumerate(self.tie_breaks)},
                    **self.settings,
                },
                wide=(0x47, 0x4B),
            )
        )
        for place, (_, options) in enumerate(self.tie_breaks):
            at = 0x28B + 19 * place
            block[at : at + len(options)] = options
        return bytes(block)

    def _schedule(self) -> bytes:
        counts = self.counts
        if counts is None:
            counts = [len(rows) for rows in self.rounds]
        parts = []
        for place in range(self.announced):
            numbers = {
                0x1E: self.dates[place] if place < len(self.dates) else 0,
                0x24: counts[place] if place < len(counts) else 0,
                0x26: len(self.matches[place]) if place < len(self.matches) else 0,
            }
            parts.append(text("10:00") + _block(106, numbers, wide=(0x1E,)))
        return b"".join(parts)


def _row(row: Row) -> bytes:
    white, black, result, *by_hand = row
    return struct.pack("<HHHB14x", white, black, result, by_hand[0] if by_hand else 0)


def _team(team: tuple[str, str, str]) -> bytes:
    """Return the texts of a team, followed by the number under which it was entered."""
    return b"".join(text(value) for value in team) + bytes(48) + struct.pack("<H50x", 7)


def field_of(count: int) -> list[PlayerRecord]:
    return [PlayerRecord(f"Player{number}") for number in range(1, count + 1)]
