"""Rows of the events table read from the bytes of a file, however damaged the rest of it is.

SQLite refuses a file whose first page, tree or end is broken. The rows themselves lie in leaf
pages, each readable alone; this module looks at every page of the file and takes what is there.
The layout is that of the SQLite file format; whether a row is genuine, its digest tells.
"""

from __future__ import annotations

from collections.abc import Iterator

from .entry import Entry

_LEAF = 0x0D
_COLUMNS = 7
_SIZES = (4096, 1024, 2048, 8192, 16384, 32768, 65536, 512)


def rows(data: bytes) -> Iterator[Entry]:
    """Every event that can be read from these bytes, in the order of the pages."""
    for size in _page_sizes(data):
        found = [entry for at in range(0, len(data), size) for entry in _leaf(data, at, size)]
        if found:
            yield from found
            return


def _page_sizes(data: bytes) -> list[int]:
    stated = int.from_bytes(data[16:18], "big")
    stated = 65536 if stated == 1 else stated
    return [stated, *_SIZES] if stated in _SIZES else list(_SIZES)


def _leaf(data: bytes, at: int, size: int) -> Iterator[Entry]:
    start = at + 100 if at == 0 else at  # the first page begins with the header of the file
    if len(data) < start + 8 or data[start] != _LEAF:
        return
    cells = int.from_bytes(data[start + 3 : start + 5], "big")
    for index in range(cells):
        pointer = start + 8 + 2 * index
        offset = int.from_bytes(data[pointer : pointer + 2], "big")
        try:
            entry = _cell(data, at + offset, size)
        except (IndexError, ValueError):
            continue  # this cell is broken; the next one may not be
        if entry is not None:
            yield entry


def _cell(data: bytes, at: int, size: int) -> Entry | None:
    length, at = _varint(data, at)
    sequence, at = _varint(data, at)
    if not 0 < length < len(data) or sequence < 1:
        return None
    return _record(_payload(data, at, length, size), sequence)


def _payload(data: bytes, at: int, length: int, size: int) -> bytes:
    """The content of a cell: what lies in the page, then the chain of overflow pages."""
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
        if page == 0 or begin + 4 > len(data):
            raise ValueError("the chain of overflow pages is broken")
        wanted = min(size - 4, length - len(content))
        content += data[begin + 4 : begin + 4 + wanted]
        page = int.from_bytes(data[begin : begin + 4], "big")
        if begin + 4 + wanted > len(data):
            raise ValueError("the overflow page is cut short")
    return bytes(content)


def _record(content: bytes, sequence: int) -> Entry | None:
    """A record of our events table: the key is NULL (it is the row's number), then six texts."""
    end, at = _varint(content, 0)
    kinds = []
    while at < end:
        kind, at = _varint(content, at)
        kinds.append(kind)
    if len(kinds) != _COLUMNS or kinds[0] != 0 or any(k < 13 or k % 2 == 0 for k in kinds[1:]):
        return None
    texts = []
    at = end
    for kind in kinds[1:]:
        length = (kind - 13) // 2
        if at + length > len(content):
            return None
        texts.append(content[at : at + length].decode("utf-8"))
        at += length
    return Entry(sequence, *texts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(8):
        byte = data[at + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    return value << 8 | data[at + 8], at + 9
