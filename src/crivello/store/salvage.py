"""Read the rows of a tournament file from its bytes, however damaged the file is.

SQLite refuses a file whose first page, tree or end is broken. But the rows are in leaf pages, and
each page can be read alone. So this module looks at every page of the file and reads the rows that
it finds, in the format of SQLite files. The digest of a row proves that it is genuine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from crivello.store.entry import LogEntry

_LEAF = 0x0D
_SIZES = (4096, 1024, 2048, 8192, 16384, 32768, 65536, 512)
SMALLEST_EVENT = 64
"""Bytes of its digest alone; so the size of a file limits the numbers of its events."""
EFFORT = 16
"""How many times the size of the file may be copied in all. Normally each byte belongs to one row;
in a malicious file thousands of rows may point to the same bytes."""


@dataclass(slots=True)
class Scan:
    """The rows found in the bytes of a file."""

    events: list[LogEntry] = field(default_factory=list)
    about: dict[str, set[str]] = field(default_factory=dict)
    """The file's description of itself; several values if an old page was left behind."""


def scan(data: bytes) -> Scan:
    """Return all rows that can be read from these bytes, in the order of the pages."""
    found = Scan()
    for size in _page_sizes(data):
        records = _Records(data, size)
        for at in range(0, len(data), size):
            for row, texts in records.of_leaf(at):
                if len(texts) == 6:
                    found.events.append(LogEntry(row, *texts))
                else:
                    found.about.setdefault(texts[0], set()).add(texts[1])
        if found.events:
            break
    return found


def _page_sizes(data: bytes) -> list[int]:
    stated = int.from_bytes(data[16:18], "big")
    stated = 65536 if stated == 1 else stated
    return [stated, *_SIZES] if stated in _SIZES else list(_SIZES)


class _Records:
    """Reads rows of our two tables from pages of one size."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size
        self._left = EFFORT * len(data)

    def of_leaf(self, at: int) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows of one page: the number and the texts of each."""
        data = self._data
        start = at + 100 if at == 0 else at  # the first page begins with the header of the file
        if len(data) < start + 8 or data[start] != _LEAF:
            return
        cells = int.from_bytes(data[start + 3 : start + 5], "big")
        for index in range(min(cells, self._size // 4)):
            pointer = start + 8 + 2 * index
            offset = int.from_bytes(data[pointer : pointer + 2], "big")
            try:
                texts = self._cell(at + offset)
            except (IndexError, ValueError):
                continue  # this cell is broken; the next one may not be
            if texts is not None:
                yield texts

    def _cell(self, at: int) -> tuple[int, list[str]] | None:
        data = self._data
        length, at = _varint(data, at)
        row, at = _varint(data, at)
        if not 0 < length < len(data) or not 0 < row <= len(data) // SMALLEST_EVENT:
            return None
        if self._left < length:
            return None
        self._left -= length
        texts = _texts(self._payload(at, length))
        return None if texts is None else (row, texts)

    def _payload(self, at: int, length: int) -> bytes:
        """Return the content of a cell: the part in its page, and that in the chain of overflow
        pages.
        """
        data, size = self._data, self._size
        most = size - 35
        if length <= most:
            return data[at : at + length]
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
        content = bytearray(data[at : at + local])
        page = int.from_bytes(data[at + local : at + local + 4], "big")
        while len(content) < length:
            begin = (page - 1) * size
            wanted = min(size - 4, length - len(content))
            if page == 0 or begin + 4 + wanted > len(data):
                raise ValueError("the chain of overflow pages is broken")
            content += data[begin + 4 : begin + 4 + wanted]
            page = int.from_bytes(data[begin : begin + 4], "big")
        return bytes(content)


def _texts(content: bytes) -> list[str] | None:
    """Return the texts of a record; None if it is from neither of our tables.

    An event has six texts after a NULL (its number is that of the row), a record of `about` has
    two.
    """
    end, at = _varint(content, 0)
    kinds: list[int] = []
    while at < end and len(kinds) < 8:
        kind, at = _varint(content, at)
        kinds.append(kind)
    if len(kinds) == 7 and kinds[0] == 0:
        kinds = kinds[1:]
    elif len(kinds) != 2:
        return None
    if any(kind < 13 or kind % 2 == 0 for kind in kinds):
        return None
    texts = []
    at = end
    for kind in kinds:
        length = (kind - 13) // 2
        if at + length > len(content):
            return None
        texts.append(content[at : at + length].decode("utf-8"))
        at += length
    return texts


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(8):
        byte = data[at + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    return value << 8 | data[at + 8], at + 9
