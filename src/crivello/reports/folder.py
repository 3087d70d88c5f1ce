"""A folder of our own, replaced as a whole: built beside it, then put in its place."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from crivello.model.errors import Illegal
from crivello.model.sentence import N_

MARKER = ".crivello-site"
"""The file that says that a folder is ours, and which files we put there."""
FIRST_LINE = "crivello site 1"


class FolderNotOurs(Illegal, code="not-ours"):
    """The folder holds what we have not put there; nothing was changed."""


def replace_folder(target: str | os.PathLike[str], files: Iterable[tuple[str, str]]) -> int:
    """Write the files (path, text) as the folder `target`; the answer is how many.

    A folder that is there already must be ours, or empty. Until the new one is complete the old
    one stays as it is.
    """
    place = Path(os.path.realpath(target))
    check_ours(place)
    place.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    try:
        written = _fill(new, files)
        check_ours(place)
        _swap(new, place)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    return written


def check_ours(place: Path) -> None:
    """Refuse a folder in which anything is that we have not put there."""
    if not place.exists():
        return
    if not place.is_dir():
        raise FolderNotOurs(N_("{path} is a file; a folder is needed."), path=str(place))
    ours = _listed(place / MARKER)
    found = [path for path in place.rglob("*") if path.is_symlink() or not path.is_dir()]
    names = sorted(path.relative_to(place).as_posix() for path in found)
    if names and ours is None:
        raise FolderNotOurs(
            N_("{path} is a folder of something else; name another one, or an empty one."),
            path=str(place),
        )
    strange = [name for name in names if ours is not None and name not in ours]
    if strange:
        raise FolderNotOurs(
            N_("{path} holds files that are not of the site: {files}. Move them away first."),
            path=str(place),
            files=", ".join([*strange[:3], *(["…"] if len(strange) > 3 else [])]),
        )


def _listed(marker: Path) -> set[str] | None:
    """The files that are ours; None if there is no marker of ours."""
    if marker.is_symlink() or not marker.is_file():
        return None
    first, *names = marker.read_text(encoding="utf-8", errors="replace").split("\n")
    return {MARKER, *names} if first == FIRST_LINE else None


def _fill(folder: Path, files: Iterable[tuple[str, str]]) -> int:
    names = []
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        names.append(name)
    (folder / MARKER).write_text("\n".join([FIRST_LINE, *sorted(names), ""]), encoding="utf-8")
    mask = os.umask(0)
    os.umask(mask)
    folder.chmod(0o777 & ~mask)
    return len(names)


def _swap(new: Path, place: Path) -> None:
    """Put the new folder in its place; if that fails, the old one comes back."""
    if not place.exists():
        new.rename(place)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    old.rmdir()
    place.rename(old)
    try:
        new.rename(place)
    except BaseException:
        old.rename(place)
        raise
    shutil.rmtree(old)
