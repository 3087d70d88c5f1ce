"""Reading and writing files: ``-`` is standard input or output, and no file is ever half
written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator

from crivello.engine.files import DATABASE, begins_with, read_input
from crivello.model.errors import CrivelloError
from crivello.words import N_


class FileError(CrivelloError, code="file-error"):
    """Raised if a file cannot be read or written."""


_REASONS = {
    errno.ENOENT: N_("{path}: there is no such file or folder.{near:| Did you mean {}?}"),
    errno.EISDIR: N_("{path} is a folder; a file is needed."),
    errno.EACCES: N_("{path}: permission denied."),
    errno.EPERM: N_("{path}: permission denied."),
    errno.EROFS: N_("{path}: the disk is read-only."),
    errno.ENOTDIR: N_("{path}: a part of the path is not a folder."),
    errno.ENOSPC: N_("{path}: there is no space left on the disk."),
    errno.EFBIG: N_("{path}: the system does not let the file grow larger."),
    errno.ENAMETOOLONG: N_("{path}: the name is too long."),
}


NO_FOLDER = N_(
    "There is no folder {folder}, so {path} was not created. Create the folder first, or "
    "choose another place."
)


def file_error(path: str, error: OSError) -> FileError:
    template = _REASONS.get(error.errno or 0)
    if template is None:
        return FileError(
            N_("{path}: the system reports error {number}."), path=path, number=error.errno
        )
    near = {"near": _nearest_name(path)} if error.errno == errno.ENOENT else {}
    return FileError(template, path=path, **near)


def _nearest_name(path: str) -> str:
    """Return the file or folder whose name is most similar; an empty string if none is similar."""
    from crivello.model.grammar import nearest_word

    folder, name = os.path.split(path)
    try:
        near = nearest_word(name, os.listdir(folder or "."))
    except OSError:
        return ""
    return os.path.join(folder, near) if near else ""


@contextlib.contextmanager
def file_errors(path: str) -> Iterator[None]:
    """Turn errors of the operating system into a `FileError` about this path."""
    try:
        yield
    except OSError as error:
        raise file_error(path, error) from error


def read_bytes(path: str) -> bytes:
    """Return all bytes of a file, or of standard input."""
    try:
        return read_input(path, display_name(path))
    except OSError as error:
        raise file_error(display_name(path), error) from error
    except ValueError as error:  # a NUL in the name
        raise FileError(N_("{path!r} is not the name of a file."), path=path) from error


def display_name(path: str) -> str:
    """Return the name of a file for messages."""
    return "<stdin>" if path == "-" else path


def write_text(path: str, text: str) -> None:
    """Write a text: to standard output in its own encoding, to a file in UTF-8."""
    if path == "-":
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            drop_output()
            raise file_error("<stdout>", error) from error
    else:
        write_bytes(path, text.encode("utf-8", "replace"))


def drop_output() -> None:
    """Discard output that Python would write at exit, as its reader has gone."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_bytes(path: str, data: bytes) -> None:
    """Write a whole file, or leave the old one as it was if that fails."""
    try:
        if path == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        elif _is_special(path):
            with open(path, "wb") as file:
                file.write(data)
        else:
            _replace(os.path.realpath(path), data)
    except BrokenPipeError:
        raise
    except (FileNotFoundError, NotADirectoryError) as error:
        folder = os.path.dirname(path)
        raise FileError(NO_FOLDER, folder=folder, path=path) from error
    except OSError as error:
        if path == "-":
            drop_output()
        raise file_error("<stdout>" if path == "-" else path, error) from error
    except ValueError as error:
        raise FileError(N_("{path!r} is not the name of a file."), path=path) from error


def _is_special(path: str) -> bool:
    """Return True for a device, a pipe or a folder, which cannot be replaced by a file."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


SUFFIX = ".crivello"


def is_tournament_file(path: str) -> bool:
    """Return True for a .crivello file, by its name or its first bytes."""
    return path != "-" and (path.endswith(SUFFIX) or begins_with(path, DATABASE))


def _replace(path: str, data: bytes) -> None:
    import tempfile

    if is_tournament_file(path):
        raise FileError(N_("{path} is a .crivello file; it is never overwritten."), path=path)

    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    folder, name = os.path.split(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:100]}.", dir=folder or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
