"""The loaded rating lists, each a file in the user's data folder.

The file of a list never changes: a new list is another file under the same name, and readers that
have the old one open keep it. So no lock is ever taken.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from crivello.lists.build import PREVIOUS, put_back
from crivello.lists.list_player import FIDE, ListedPlayer
from crivello.lists.search import SearchResult, search
from crivello.model.errors import Malformed, Remedy, RemedyKind, Unsupported
from crivello.model.grammar import nearest_word
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.store.list_index import ListIndex, ListRow, NotAnIndex

SUFFIX = ".list"

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}\Z")
BAD_NAME = N_(
    "{name!r} cannot be the name of a list. Use small letters, digits, - and _, at most 32."
)


def home_folder() -> Path:
    """Return the user's home folder; ``/`` for a user without one, as in containers."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.sep)


def data_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Return the folder for data: ``CRIVELLO_DATA``, or the system's folder for user data."""
    env = os.environ if environment is None else environment
    if env.get("CRIVELLO_DATA"):
        return Path(env["CRIVELLO_DATA"])
    if platform == "win32" and env.get("LOCALAPPDATA"):
        return Path(env["LOCALAPPDATA"]) / "crivello"
    if platform == "darwin":
        return home_folder() / "Library" / "Application Support" / "crivello"
    # By the standard a relative path is ignored.
    if os.path.isabs(env.get("XDG_DATA_HOME", "")):
        return Path(env["XDG_DATA_HOME"]) / "crivello"
    return home_folder() / ".local" / "share" / "crivello"


def lists_folder(folder: Path | None = None) -> Path:
    return (data_folder() if folder is None else folder) / "lists"


def list_file(name: str, folder: Path | None = None) -> Path:
    """Return the path of a list's file; raise `Malformed` if the name could lead elsewhere."""
    if not _NAME.match(name):
        raise Malformed(BAD_NAME, name=name)
    return lists_folder(folder) / f"{name}{SUFFIX}"


NOT_OURS = N_("The list {name!r} cannot be used by this version and must be loaded again.")


class NotLoaded(Unsupported, code="not-loaded"):
    """Raised if there is no list of this name, or it is in a format that this version cannot
    read.
    """

    def __init__(self, template: str, name: str, **values: str) -> None:
        super().__init__(template, name=name, **values)
        self.remedy = Remedy(RemedyKind.LOAD_LIST, value="" if name == FIDE else name)


@frozen
class ListInfo:
    """The properties of a loaded list."""

    name: str
    players: int
    source: str
    """The name of the file from which it was read."""
    loaded: str
    """The time at which it was loaded, in ISO 8601."""
    left_out: int = 0
    """The number of lines that could not be read."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """The stated columns of the list's table, which are used again for its next issue."""
    month: str = ""
    """The month of the list, such as ``2026-11``; empty if unknown."""

    @property
    def period(self) -> str:
        """The month of the list; if unknown, the month in which it was loaded."""
        return self.month or self.loaded[:7]

    @property
    def stamp(self) -> str:
        """The mark of ratings taken from the list: ``fide 2026-11``."""
        return f"{self.name} {self.period}"


class PlayerList:
    """A loaded list, opened by `open_list`; close it, or use it in a `with` statement.

    Only one thread may use it at a time.
    """

    def __init__(self, path: Path, name: str) -> None:
        if not path.is_file():
            loaded = [one.stem for one in path.parent.glob(f"*{SUFFIX}")]
            near = nearest_word(name, loaded)
            raise NotLoaded(
                N_("The list {name!r} is not loaded.{near:| Did you mean {}?}"), name, near=near
            )
        try:
            self._index = ListIndex(path)
        except NotAnIndex:
            raise NotLoaded(NOT_OURS, name) from None
        try:
            self.about = ListInfo(name, **json.loads(self._index.about))
        except (TypeError, ValueError):
            self.close()
            raise NotLoaded(NOT_OURS, name) from None

    def find(self, fide_id: int) -> ListedPlayer | None:
        """Return the player with this FIDE id; None if there is none."""
        return self._player_of(self._index.by_fide_id(fide_id))

    def ids_twice(self) -> list[int]:
        """Return the FIDE ids that more than one player of the list has."""
        return self._index.repeated_ids()

    def find_national(self, national_id: str) -> ListedPlayer | None:
        return self._player_of(self._index.by_national_id(national_id))

    def _player_of(self, row: ListRow | None) -> ListedPlayer | None:
        return ListedPlayer.of(row, self.about.stamp) if row else None

    def search(
        self, text: str, federation: str | None = None, limit: int = 20
    ) -> tuple[SearchResult, ...]:
        """Return players found by name, id, or parts of them, the best match first."""
        return search(self._index, text, federation, limit)

    def close(self) -> None:
        self._index.close()

    def __enter__(self) -> PlayerList:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def open_list(name: str = FIDE, folder: str | os.PathLike[str] | None = None) -> PlayerList:
    """Open a loaded list; raise `NotLoaded` if there is none of this name."""
    return PlayerList(list_file(name, None if folder is None else Path(folder)), name)


def previous_list(name: str, folder: str | os.PathLike[str] | None = None) -> ListInfo | None:
    """Return the properties of the list that was kept when a much shorter one replaced it, or
    None.
    """
    kept = list_file(name, None if folder is None else Path(folder)).with_suffix(PREVIOUS)
    try:
        with PlayerList(kept, name) as opened:
            return opened.about
    except NotLoaded:
        return None


def restore(name: str = FIDE, folder: str | os.PathLike[str] | None = None) -> ListInfo:
    """Restore the list that a much shorter one replaced; raise `NotLoaded` if none was kept."""
    about = previous_list(name, folder)
    if about is None:
        raise NotLoaded(N_("No earlier list {name!r} is kept."), name)
    put_back(list_file(name, None if folder is None else Path(folder)))
    return about


def find(
    fide_id: int, name: str = FIDE, folder: str | os.PathLike[str] | None = None
) -> ListedPlayer | None:
    """Return the player of a loaded list with this FIDE id; None if there is none."""
    with open_list(name, folder) as opened:
        return opened.find(fide_id)


def loaded_lists(folder: str | os.PathLike[str] | None = None) -> list[ListInfo]:
    """Return the properties of the lists that this version can use, in the order of their names."""
    found = []
    where = lists_folder(None if folder is None else Path(folder))
    for path in sorted(where.glob(f"*{SUFFIX}")):
        try:
            with PlayerList(path, path.stem) as opened:
                found.append(opened.about)
        except NotLoaded:
            continue
    return found
