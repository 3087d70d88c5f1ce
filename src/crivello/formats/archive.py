"""The files in a zip archive, read within limits of number and size."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib

from crivello.model.errors import Malformed, TooLarge
from crivello.model.sentence import N_

MAGIC = b"PK\x03\x04"
MOST_MEMBERS = 500
MOST_BYTES = 64 * 1024 * 1024
"""The limit for all members together, unpacked."""

PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Supported compressions; others unpack a whole block at once, whatever its size."""
DAMAGED: tuple[type[Exception], ...] = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError,
    ValueError, OSError,
)  # fmt: skip
"""The exceptions that Python raises for a file that is damaged, encrypted or not an archive."""

ENDINGS = (".trf", ".trfx", ".tab", ".txt", ".json", ".csv", ".tunx", ".turx", ".tumx")
"""Endings of the names of tournament files in a folder or an archive."""

BAD_ARCHIVE = N_("The archive {name} cannot be unpacked; it is damaged or not a zip file.")
TOO_MANY = N_("The archive {name} has more than {limit} files.")
OTHER_PACKING = N_(
    "{name} is compressed in an unsupported way. Unpack it, or make a plain zip archive."
)
TOO_LARGE = N_("The archive {name} has more than {limit} MiB unpacked.")


def is_archive(data: bytes) -> bool:
    return data.startswith(MAGIC)


def is_tournament_name(name: str) -> bool:
    """Return True if a file with this name could be a tournament; hidden files are not."""
    base = name.replace("\\", "/").rpartition("/")[2]
    return base.lower().endswith(ENDINGS) and not base.startswith(".")


def members(data: bytes, name: str = "") -> list[tuple[str, bytes]]:
    """Return the files of an archive with their names, in the order of the archive.

    Folders, hidden and empty files are skipped; an archive within an archive is returned as a file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if _is_wanted(info)]
            if len(infos) > MOST_MEMBERS:
                raise TooLarge(TOO_MANY, name=name, limit=MOST_MEMBERS)
            found = []
            room = MOST_BYTES
            for info in infos:
                check_packing(info)
                with archive.open(info) as member:
                    content = member.read(room + 1)  # the real size, not the claimed one
                room -= len(content)
                if room < 0:
                    raise TooLarge(TOO_LARGE, name=name, limit=MOST_BYTES // 2**20)
                found.append((info.filename, content))
            return found
    except DAMAGED as error:
        raise Malformed(BAD_ARCHIVE, name=name) from error


def check_packing(info: zipfile.ZipInfo) -> None:
    """Raise `Malformed` if a member of the archive cannot be unpacked piece by piece."""
    if info.compress_type not in PACKINGS:
        raise Malformed(OTHER_PACKING, name=info.filename)


def _is_wanted(info: zipfile.ZipInfo) -> bool:
    parts = info.filename.replace("\\", "/").split("/")
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
    return not info.is_dir() and not hidden and info.file_size > 0
