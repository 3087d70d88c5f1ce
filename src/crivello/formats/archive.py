"""Tournament files in a zip: taken out one by one, within limits."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from ..model.errors import N_, Malformed, TooLarge

MAGIC = b"PK\x03\x04"
"""How a zip begins."""
LARGEST = 64 * 1024 * 1024
"""Bytes of one file."""
LARGEST_TOGETHER = 256 * 1024 * 1024
"""Bytes of all files of one zip."""
MOST = 2_000
"""Files of one zip."""

NOT_A_ZIP = N_("{name} is not a zip that can be read; it is cut off, damaged or locked.")
TOO_MANY = N_("{name} holds more than {limit} files.")
TOO_MUCH = N_("{name} unpacks to more than {limit} MiB; it is not read.")
NOTHING_INSIDE = N_("{name} holds no file of a tournament.")

ENDINGS = (".trf", ".trfx", ".tab", ".txt", ".json", ".csv", ".tunx", ".turx", ".tumx")
"""Files that are taken out of a folder or a zip."""


def is_tournament_name(name: str) -> bool:
    """Could a file with this name be a tournament? Hidden files are not looked at."""
    base = name.replace("\\", "/").rpartition("/")[2]
    return base.lower().endswith(ENDINGS) and not base.startswith(".")


def members(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The tournament files of a zip by name, each with its bytes.

    Sizes are those that come out, not those that the zip states; a zip in a zip is not opened.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
        raise Malformed(NOT_A_ZIP, name=name) from error
    if len(entries) > MOST:
        raise TooLarge(TOO_MANY, name=name, limit=MOST)
    total = 0
    found = False
    for entry in entries:
        if entry.is_dir() or not is_tournament_name(entry.filename):
            continue
        if entry.filename.startswith("__MACOSX/"):
            continue
        limit = min(LARGEST, LARGEST_TOGETHER - total)
        try:
            with archive.open(entry) as file:
                inside = file.read(limit + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            RuntimeError,
            ValueError,
            OSError,
            NotImplementedError,
            EOFError,
        ) as error:
            raise Malformed(NOT_A_ZIP, name=name) from error
        if len(inside) > limit:
            raise TooLarge(TOO_MUCH, name=name, limit=limit // 2**20)
        total += len(inside)
        found = True
        yield entry.filename, inside
    if not found:
        raise Malformed(NOTHING_INSIDE, name=name)
