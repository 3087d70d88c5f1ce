"""The bytes of a list, from a plain or zipped file, read as a stream with limits.

A list is a foreign file: its size, and what a zip archive claims and contains, are limited before
and while it is read.
"""

from __future__ import annotations

import codecs
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO

from crivello.formats.archive import DAMAGED, check_packing
from crivello.model.errors import Malformed, Problem, TooLarge
from crivello.model.sentence import N_, Sentence

MAX_BYTES = 4 * 1024**3
"""The limit for an unpacked list; the published XML list has about a quarter of it."""
MAX_RATIO = 100
"""The most unpacked bytes for each packed one; the published lists have below 25."""
RATIO_FREE = 10 * 1024**2
"""The number of bytes to which any archive may unpack, however small it is."""
CHUNK = 1 << 18
LONGEST_LINE = 1 << 20
"""The longest line in bytes; a file with longer lines is not text."""
MAX_PROBLEMS = 1000
"""The most unreadable lines that are left out; a file with more is not a list of this kind."""

MAX_BLANK = 1_000_000
"""The most blank lines."""

TOO_BIG = N_("The file has more than {limit} MiB unpacked.")
BOMB = N_("The archive unpacks to more than {limit} times its size, which no rating list needs.")
BAD_ZIP = N_("The archive cannot be unpacked; it is damaged or not a zip file.")
NO_LIST_INSIDE = N_("The archive contains no {endings} file.")
ENDLESS = N_("The file is not text: one of its lines does not end.")
BLANK = N_("The file has more than {limit} blank lines.")
NOT_READABLE = N_(
    "The list cannot be read: 1 problem.", "The list cannot be read: {count} problems."
)

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The first bytes of text in UTF-16, which spreadsheets write as "Unicode text"."""
PACKED = b"PK\x03\x04"
"""The first bytes of a zip archive."""


@dataclass
class ListSource:
    """An open list: its chunks, its name, and how much of it is read."""

    stream: IO[bytes]
    name: str
    """The name of the file, or of the file inside the archive."""
    total: int
    """The number of bytes to read, for the progress; for an archive the number that it states."""
    packed: int = 0
    """The size of the packed file; 0 if it is not packed."""
    done: int = 0
    _ahead: bytes = b""

    def peek(self, size: int) -> bytes:
        """Return the first bytes; the next `read` returns them again."""
        self._ahead = self.read(size)
        return self._ahead

    def read(self, size: int = CHUNK) -> bytes:
        """Return the next bytes; empty at the end."""
        if self._ahead:
            data, self._ahead = self._ahead, b""
            return data
        try:
            data = self.stream.read(size)
        except DAMAGED:
            if not self.packed:
                raise  # a fault of the disk
            raise Malformed(BAD_ZIP) from None
        self.done += len(data)
        if self.done > MAX_BYTES:
            raise TooLarge(TOO_BIG, limit=MAX_BYTES // 2**20)
        if self.packed and self.done > max(RATIO_FREE, MAX_RATIO * self.packed):
            raise TooLarge(BOMB, limit=MAX_RATIO)
        return data

    def lines(self) -> Iterator[bytes]:
        """Yield the lines in UTF-8 without their ends, which may be CR, LF or both; UTF-16 is
        converted.
        """
        rest = b""
        number = 1
        blank = 0
        recode = None
        while data := self.read():
            recode = recode or _recoding(data)
            rest += recode(data)
            if not rest:
                continue
            lines = rest.splitlines(keepends=True)
            # The last line may go on; an LF may follow its CR.
            rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
            number += len(lines)
            blank += sum(map(lines.count, (b"\n", b"\r\n", b"\r")))
            if blank > MAX_BLANK:
                raise TooLarge(BLANK, limit=MAX_BLANK)
            for line in lines:
                yield line.rstrip(b"\r\n")
            if len(rest) > LONGEST_LINE:
                raise Malformed(ENDLESS, [Problem(Sentence(ENDLESS), number, 1)])
        if rest:
            yield from rest.splitlines()


@contextmanager
def open_source(
    path: str | os.PathLike[str], endings: tuple[str, ...] = (".txt", ".xml")
) -> Iterator[ListSource]:
    """Open the list in a file; in a zip archive, the largest file with one of the endings."""
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        name = os.path.basename(path)
        start = file.read(len(PACKED))
        file.seek(0)
        if start != PACKED or os.fspath(path).lower().endswith(".xlsx"):
            if size > MAX_BYTES:
                raise TooLarge(TOO_BIG, limit=MAX_BYTES // 2**20)
            yield ListSource(file, name, size)
            return
        with ExitStack() as inside:
            try:
                archive = inside.enter_context(zipfile.ZipFile(file))
                member = _member(archive, endings)
                stream = inside.enter_context(archive.open(member))
            except DAMAGED:
                raise Malformed(BAD_ZIP) from None
            packed = max(1, member.compress_size)
            yield ListSource(stream, member.filename, member.file_size, packed)


def _member(archive: zipfile.ZipFile, endings: tuple[str, ...]) -> zipfile.ZipInfo:
    members = [one for one in archive.infolist() if one.filename.lower().endswith(endings)]
    if not members:
        raise Malformed(NO_LIST_INSIDE, endings=", ".join(endings))
    member = max(members, key=lambda one: one.file_size)
    if member.flag_bits & 1:
        raise Malformed(N_("The archive is encrypted."))
    check_packing(member)
    if member.file_size > MAX_BYTES:
        raise TooLarge(TOO_BIG, limit=MAX_BYTES // 2**20)
    if member.file_size > max(RATIO_FREE, MAX_RATIO * member.compress_size):
        raise TooLarge(BOMB, limit=MAX_RATIO)
    return member


class Problems:
    """The problems of single lines; more than `MAX_PROBLEMS` of them make the list unreadable."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, problem: Problem) -> None:
        self.found.append(problem)
        if len(self.found) > MAX_PROBLEMS:
            self.refuse()

    def refuse(self) -> None:
        raise Malformed(NOT_READABLE, self.found[:MAX_PROBLEMS], count=len(self.found))


def in_utf_8(data: bytes) -> bytes:
    """Return a text, or the beginning of one, in UTF-8; UTF-16 is recognised by its first two
    bytes.
    """
    return _recoding(data)(data)


def _recoding(start: bytes) -> Callable[[bytes], bytes]:
    """Return a function that converts chunks of a text to UTF-8; `start` shows the text's
    encoding.
    """
    if not start.startswith(UTF_16):
        return bytes
    decode = codecs.getincrementaldecoder("utf-16")("replace").decode
    return lambda data: decode(data).encode()


def text_of(line: bytes) -> str:
    """Decode a line: as UTF-8, else as Windows-1252, which has curly apostrophes, else as
    Latin-1.
    """
    for code in ("utf-8", "cp1252"):
        try:
            return line.decode(code)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")  # which has every byte
