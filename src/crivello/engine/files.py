"""The files of a call: their paths, and how they are read and written."""

from __future__ import annotations

import os
import stat
import sys

from crivello.model.errors import CrivelloError, TooLarge
from crivello.model.sentence import N_

LARGEST_INPUT = 64 * 1024 * 1024
"""Bytes; a tournament of ten thousand players and twenty rounds needs three million."""
DATABASE = b"SQLite format 3\0"
"""The first bytes of a tournament file of the desk."""


class EngineFileError(CrivelloError, code="file-error"):
    """A file cannot be read or written."""


def beside(name: str, file: str) -> str:
    """Return the path of an output file; a name without a folder is put next to the input file."""
    if os.path.dirname(name) or not file or file == "-":
        return name
    return os.path.join(os.path.dirname(file), name)


def checklist_path(file: str) -> str:
    """Return the default path of a checklist: the input file with the ending ``.list``."""
    return os.path.splitext(file)[0] + ".list"


def begins_with(path: str, start: bytes) -> bool:
    """Return True if the file can be read and begins with these bytes.

    A pipe gives its bytes only once, so it is not looked into.
    """
    try:
        if stat.S_ISFIFO(os.stat(path).st_mode):
            return False
        with open(path, "rb") as file:
            return file.read(len(start)) == start
    except (OSError, ValueError):
        return False


def read_input(path: str, name: str) -> bytes:
    """Return all bytes of a file, or of standard input for ``-``.

    Raises `TooLarge`, with `name` in its message, if there are too many.
    """
    if path == "-":
        data = sys.stdin.buffer.read(LARGEST_INPUT + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(LARGEST_INPUT + 1)
    if len(data) > LARGEST_INPUT:
        raise TooLarge(
            N_("{path} is larger than {limit} MiB; it cannot be a tournament."),
            path=name,
            limit=LARGEST_INPUT // 2**20,
        )
    return data


def read(path: str) -> bytes:
    """Return all bytes of a call's input; raise `EngineFileError` if it cannot be read."""
    try:
        return read_input(path, path)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise EngineFileError(
            N_("The file {path} could not be read: {reason}."),
            path=path,
            reason=_find_reason(error),
        ) from error


def write(path: str | None, text: str) -> None:
    """Write text to a file, or to standard output for None or ``-``, as UTF-8 with line feeds."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        if path is None or path == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        if begins_with(path, DATABASE):
            raise EngineFileError(
                N_("{path} is a .crivello file; it is never overwritten."),
                path=path,
            )
        with open(path, "wb") as file:
            file.write(data)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        name = "<stdout>" if path is None else path
        raise EngineFileError(
            N_("The file {path} could not be written: {reason}."),
            path=name,
            reason=_find_reason(error),
        ) from error


def _find_reason(error: OSError | ValueError) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
