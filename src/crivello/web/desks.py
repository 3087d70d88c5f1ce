"""The open tournament files of a folder, each with a thread in which everything is done to it.

A `Desk` belongs to one thread, so writes to a file come one after the other. Pages show the
`Snapshot` of the last write, which never changes: reading does not wait, not even for a long
pairing.
"""

from __future__ import annotations

import asyncio
import glob
import json
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from crivello.desk import Desk, DeskState, Outcome, Section
from crivello.desk.actions import Action, OpenSection
from crivello.desk.desk import COPY_MINUTES
from crivello.desk.log import Item
from crivello.desk.notices import Notice
from crivello.desk.publications import last_public, public_seal
from crivello.model.errors import CrivelloError
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.store import Seal
from crivello.store.errors import LogChanged, NotFound, StoreError
from crivello.words.escaping import file_name

SUFFIX = ".crivello"
PRIZES = ".prizes.toml"
"""The end of the name of the files with the prizes of a tournament."""
DEMONSTRATION = "demo"
"""The name of the file that `crivello desk --demo` makes."""
LOOK_SECONDS = 1.0
"""The interval at which each file is checked for events of other programs."""

T = TypeVar("T")


@frozen
class _Computed:
    """A value computed from a state: for which event, and from which objects."""

    sequence: int
    basis: tuple[object, ...]
    value: object

    def rests_on(self, basis: tuple[object, ...], sequence: int) -> bool:
        """Return True if the value is valid for this state: the same event, or the same objects."""
        if self.sequence == sequence:
            return True
        same = len(basis) == len(self.basis) and bool(basis)
        return same and all(a is b for a, b in zip(basis, self.basis, strict=True))


@dataclass(frozen=True)
class Snapshot:
    """The state of a file after event `sequence`; it never changes."""

    sequence: int
    state: DeskState
    log: tuple[Item, ...]
    undone: frozenset[int]
    _computed: dict[Any, _Computed] = field(default_factory=dict, repr=False, compare=False)
    _busy: dict[Any, threading.RLock] = field(default_factory=dict, repr=False, compare=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def seal(self) -> str:
        """The number and digest of the last event, as text."""
        return str(Seal(self.sequence, self.log[-1].entry.digest))

    @cached_property
    def public_seal(self) -> str:
        """The number and digest of the last publication; empty if nothing is public."""
        return str(public_seal(self.log) or "")

    @cached_property
    def public_sequence(self) -> int:
        """The number of the last event that changed the public pages."""
        return last_public(self.log)

    def once(
        self,
        key: object,
        compute: Callable[[], T],
        basis: tuple[object, ...] = (),
        keep_equal: bool = False,
    ) -> T:
        """Return a derived value, such as the standings; it is computed at the first request.

        `basis`: the objects from which the value is computed. If given, later states with the same
        objects reuse the value: a result entered in round 9 does not change round 8.

        `keep_equal`: if the value equals the one of an earlier state, that object is returned
        again, so that values computed from it are reused as well.

        Only requests for the same key wait for each other, because an explanation may take seconds.
        """
        with self._lock:
            known = self._computed.get(key)
            if known is not None and known.rests_on(basis, self.sequence):
                return cast(T, known.value)
            busy = self._busy.setdefault(key, threading.RLock())
        with busy:
            known = self._computed.get(key)
            if known is None or not known.rests_on(basis, self.sequence):
                value = compute()
                if keep_equal and known is not None and value == known.value:
                    value = known.value
                known = _Computed(self.sequence, basis, value)
                with self._lock:
                    self._computed[key] = known
            return cast(T, known.value)

    def lasting_values(self) -> dict[Any, _Computed]:
        """Return the derived values that later states may reuse."""
        with self._lock:
            return {key: one for key, one in self._computed.items() if one.basis}

    def section(self, key: str) -> Section:
        return self.state.section(key)


def _snapshot(desk: Desk, before: Snapshot | None = None) -> Snapshot:
    log = tuple(desk.log)
    kept = before.lasting_values() if before is not None else {}
    return Snapshot(len(log), desk.state, log, desk.undone, kept)


@frozen
class SeenHead:
    """The last event that was seen of a tournament: its number, its digest and that of the first
    event.
    """

    first: str
    last: int
    digest: str


class TournamentFile:
    """One open tournament file. `snapshot` may be read from any thread."""

    def __init__(
        self,
        path: Path,
        news: ChangeFeed,
        actor: str,
        backup_folder: Path | None,
        seen: SeenHead | None = None,
    ) -> None:
        """Open the file; `seen` belongs to the file that had this name before."""
        self.path = path
        self.name = path.name.removesuffix(SUFFIX)
        self.trouble: CrivelloError | Notice | None = None
        """Why the file cannot be read or copied; each of its pages shows this."""
        self._news = news
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"desk-{self.name}")
        self._looking: Future[None] | None = None
        self._copied = 0
        try:
            self._desk = self._thread.submit(Desk.open, path, actor, backup_folder).result()
            self._inode = path.stat().st_ino
            self.snapshot = self._thread.submit(_snapshot, self._desk).result()
        except BaseException:
            self._thread.shutdown(wait=False)
            raise
        self._seen = seen
        self._log_changed = self._compare_with(seen)
        self.trouble = self._log_changed
        news.publish(self.name, self.snapshot.sequence)

    @property
    def event(self) -> str:
        """The name of the event in envelopes: the file, and the digest of its first event."""
        return f"{self.name}#{self.snapshot.log[0].entry.digest[:12]}"

    @property
    def seen_head(self) -> SeenHead:
        """The events that a later file of this name must contain to continue the same
        tournament.
        """
        if self._log_changed is not None and self._seen is not None:
            return self._seen
        log = self.snapshot.log
        return SeenHead(log[0].entry.digest, len(log), log[-1].entry.digest)

    def _compare_with(self, seen: SeenHead | None) -> LogChanged | None:
        """Return an error if the file is an older or a different state of the tournament that was
        seen.
        """
        log = self.snapshot.log
        if seen is None or log[0].entry.digest != seen.first:
            return None
        if len(log) >= seen.last and log[seen.last - 1].entry.digest == seen.digest:
            return None
        return LogChanged(path=self.path, seen=seen.last, found=len(log))

    def act(self, action: Action, reason: str = "", ask: bool = False) -> Outcome:
        """Do an action and wait for it; raises what `Desk.act` raises."""
        return self.submit(lambda desk: desk.act(action, reason=reason, ask=ask)).result()

    def start(self, action: Action, reason: str = "") -> Future[Outcome]:
        """Begin an action that may take long, as a `Job` does; return a future."""
        return self.submit(lambda desk: desk.act(action, reason=reason))

    def submit(self, work: Callable[[Desk], T]) -> Future[T]:
        """Run `work` in the desk's thread and return a future."""

        def run() -> T:
            self._require_file()
            try:
                return work(self._desk)
            finally:
                self._show()

        return self._thread.submit(run)

    @property
    def there(self) -> bool:
        """True if the path still belongs to the file that was opened."""
        try:
            return self.path.stat().st_ino == self._inode
        except OSError:
            return False

    def look(self) -> None:
        """Read what other programs have appended, in the desk's thread; never twice at once."""
        if self._looking is None or self._looking.done():
            self._looking = self._thread.submit(self._look)

    def copy(self) -> Future[None]:
        """Copy the file to the backup folder, in the desk's thread."""
        return self._thread.submit(self._copy)

    def close(self) -> None:
        """Finish pending work and close the file."""
        self._thread.submit(self._desk.close)
        self._thread.shutdown(wait=True, cancel_futures=False)

    def _require_file(self) -> None:
        """Raise an error if the file was moved, replaced, or contains other events than before.

        A file that was moved could still be written to, but the entries would be lost, and a new
        file of the same name would get its journal.
        """
        if not self.there:
            raise NotFound(path=self.path)
        if self._log_changed is not None:
            raise LogChanged(**self._log_changed.values)  # a new one: each has its own traceback

    def _look(self) -> None:
        try:
            self._require_file()
            self._desk.refresh()
        except StoreError as error:
            self.trouble = error
        else:
            if isinstance(self.trouble, StoreError):
                self.trouble = None
            self._show()

    def _copy(self) -> None:
        if self._desk.backup_folder is None or self._copied == self.snapshot.sequence:
            return
        if not self.there:
            return
        sequence = self.snapshot.sequence
        notices = self._desk.copy()
        self.trouble = notices[0] if notices else None
        if not notices:
            self._copied = sequence

    def _show(self) -> None:
        if len(self._desk.log) != self.snapshot.sequence:
            self.snapshot = _snapshot(self._desk, self.snapshot)
            self._news.publish(self.name, self.snapshot.sequence)


@frozen
class FolderEntry:
    """A file of the folder, in the list of tournaments."""

    name: str
    snapshot: Snapshot | None
    trouble: CrivelloError | None = None


class PutAwayPlace(Enum):
    """A folder next to the tournaments, with files that are no longer listed."""

    ARCHIVE = "archive"
    WASTEBASKET = "wastebasket"


class Desks:
    """All tournament files of a folder; each is opened when it is first requested."""

    def __init__(
        self, folder: Path, news: ChangeFeed, actor: str = "", backup_folder: Path | None = None
    ) -> None:
        self.folder = folder.absolute()
        self.news = news
        self.actor = actor
        self.backup_folder = backup_folder
        self._files: dict[str, TournamentFile] = {}
        self._gone: dict[str, SeenHead] = {}
        """The files that were moved away or replaced."""
        self._lock = threading.Lock()
        self._seen: dict[str, tuple[tuple[int, int], FolderEntry]] = {}
        self._stop = threading.Event()
        self._timer = threading.Thread(target=self._watch, name="desk-timer", daemon=True)

    def begin(self) -> None:
        self._timer.start()

    def names(self) -> list[str]:
        """Return the names of files that a page can show and an address can contain."""
        return [name for name in self._all_names() if _is_text(name)]

    def _all_names(self) -> list[str]:
        return _names_in(self.folder)

    def file(self, name: str) -> TournamentFile:
        """Return the open file with this name; a name is not a path, so it leads to no other
        folder.
        """
        opened = self._files.get(name)
        if opened is not None and opened.there:
            return opened  # even while another one is being opened
        with self._lock:
            if name in self._files and not self._files[name].there:
                gone = self._files.pop(name)  # moved away or replaced
                self._gone[name] = gone.seen_head
                gone.close()
            if name not in self._files:
                path = self.folder / f"{name}{SUFFIX}"
                if name not in self.names():
                    raise NotFound(path=path.name)
                self._files[name] = TournamentFile(
                    path, self.news, self.actor, self.backup_folder, self._gone.get(name)
                )
            return self._files[name]

    def find_open(self, name: str) -> TournamentFile | None:
        """Return the file if it is open; None otherwise."""
        return self._files.get(name)

    def overview(self) -> list[FolderEntry]:
        """List every file with its state, or with the error that keeps it from opening."""
        return [self._folder_entry(name) for name in self._all_names()]

    def create(self, title: str, first: OpenSection, reason: str = "") -> TournamentFile:
        """Make a new file named after the tournament, and return it open."""
        name = file_name(title)
        path = self.folder / f"{name}{SUFFIX}"
        Desk.create(path, first, self.actor, self.backup_folder, reason=reason).close()
        return self.file(name)

    def put_away(self, name: str, place: PutAwayPlace) -> str:
        """Move a file with its prizes to the archive or wastebasket; return its name there."""
        return self._move(name, self.folder, self.folder / place.value)

    def restore(self, name: str, place: PutAwayPlace) -> str:
        """Move a file back to the tournaments; return its name there."""
        return self._move(name, self.folder / place.value, self.folder)

    def names_in(self, place: PutAwayPlace) -> list[str]:
        """Return the files that were put away."""
        return [one for one in _names_in(self.folder / place.value) if _is_text(one)]

    def _move(self, name: str, source: Path, target: Path) -> str:
        """Move a file between folders; where the name is taken, it gets a number."""
        with self._lock:
            if name not in _names_in(source):
                raise NotFound(path=f"{name}{SUFFIX}")
            if source == self.folder and name in self._files:
                moved = self._files.pop(name)
                self._gone[name] = moved.seen_head
                moved.close()
            target.mkdir(exist_ok=True)
            free, copy = name, 2
            while (target / f"{free}{SUFFIX}").exists():
                free, copy = f"{name}-{copy}", copy + 1
            (source / f"{name}{SUFFIX}").rename(target / f"{free}{SUFFIX}")
            others = [one for one in _names_in(source) if one.startswith(f"{name}-")]
            for prizes in source.glob(f"{glob.escape(name)}*{PRIZES}"):
                rest = prizes.name.removeprefix(name)
                of_another = any(prizes.name.startswith(one) for one in others)
                if rest[0] in ".-" and not of_another:
                    prizes.rename(target / f"{free}{rest}")
            return free

    def close(self) -> None:
        self._stop.set()
        if self._timer.is_alive():
            self._timer.join()
        with self._lock:
            files, self._files = list(self._files.values()), {}
        for file in files:
            file.close()

    def _folder_entry(self, name: str) -> FolderEntry:
        if not _is_text(name):
            shown = name.encode("utf-8", "backslashreplace").decode()
            return FolderEntry(shown, None, BadName(BAD_NAME))
        opened = self.find_open(name)
        if opened is not None:
            return FolderEntry(name, opened.snapshot)
        path = self.folder / f"{name}{SUFFIX}"
        try:
            about = path.stat()
        except OSError:
            return FolderEntry(name, None, NotFound(path=path.name))
        stamp = (about.st_mtime_ns, about.st_size)
        seen = self._seen.get(name)
        if seen is None or seen[0] != stamp:
            seen = self._seen[name] = (stamp, _read(name, path))
        return seen[1]

    def _watch(self) -> None:
        """Check the open files every second, and copy them every few minutes, until the desk
        stops.
        """
        looks = 0
        while not self._stop.wait(LOOK_SECONDS):
            looks += 1
            with self._lock:  # no file is closed meanwhile
                for file in self._files.values():
                    file.look()
                    if looks % int(COPY_MINUTES * 60 / LOOK_SECONDS) == 0:
                        file.copy()


def _names_in(folder: Path) -> list[str]:
    """Return the names of the tournament files in a folder, without their ending."""
    paths = folder.glob(f"*{SUFFIX}")
    return sorted((p.name.removesuffix(SUFFIX) for p in paths if p.is_file()), key=str.casefold)


BAD_NAME = N_("The name of this file is not readable text. Rename the file to open it.")


class BadName(CrivelloError, code="bad-name"):
    """The name of a file is not valid text, so no page can show it and no address can contain
    it.
    """


def _is_text(name: str) -> bool:
    """Return True if a file name is valid UTF-8; other bytes appear in it as surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _read(name: str, path: Path) -> FolderEntry:
    try:
        with Desk.open(path) as desk:
            return FolderEntry(name, _snapshot(desk))
    except CrivelloError as error:
        return FolderEntry(name, None, error)


# A `ChangeFeed` says that something has changed and how far the log has come, never what: readers
# then ask for what they may see. So anyone may read it, and missing a change does no harm.

BEAT_SECONDS = 15.0
"""The interval of the empty lines that show whether the connection is still alive."""
RETRY_MILLISECONDS = 1000


@dataclass(eq=False)
class FeedReader:
    """A reader of the feed. Only the latest change of each file is kept for it, so a slow one is
    cheap.
    """

    waiting: dict[str, int] = field(default_factory=dict)
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class ChangeFeed:
    """Tells browsers and programs which files have changed."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: set[FeedReader] = set()
        self._closed = False
        self._beat = BEAT_SECONDS
        self.latest: dict[str, int] = {}
        """The last sequence number of each file."""
        self._notes: list[Callable[[str, int], None]] = []

    def begin(self) -> None:
        """Set the event loop that serves the streams, the running one."""
        self._loop = asyncio.get_running_loop()

    def follow(self, note: Callable[[str, int], None]) -> None:
        """Call `note` with each change, in the thread of the desk; it must not take long."""
        self._notes.append(note)

    def publish(self, file: str, sequence: int) -> None:
        """Publish a change; may be called from any thread."""
        self.latest[file] = sequence
        for note in self._notes:
            note(file, sequence)
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._spread, file, sequence)

    def close(self) -> None:
        """End all streams, because the server stops; may be called from any thread or signal
        handler.
        """
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    async def stream(
        self, may_hear: Callable[[str], bool] = lambda file: True
    ) -> AsyncIterator[str]:
        """Yield server-sent events: first the last event of all files, then each change.

        `may_hear`: whether this reader may know about a file.
        """
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        async for changed in self.listen():
            for file, sequence in changed.items():
                if may_hear(file):
                    yield f"event: change\ndata: {as_json(file, sequence)}\n\n"
            if not changed:
                yield ": beat\n\n"

    async def listen(self) -> AsyncIterator[dict[str, int]]:
        """Yield the files that have changed with their last events: first all, sometimes none.

        It ends when the server stops.
        """
        listener = FeedReader(dict(self.latest))
        self._listeners.add(listener)
        try:
            while not self._closed:
                changed, listener.waiting = listener.waiting, {}
                listener.woken.clear()
                yield changed
                try:
                    await asyncio.wait_for(listener.woken.wait(), self._beat)
                except TimeoutError:
                    continue
        finally:
            self._listeners.discard(listener)

    def _spread(self, file: str, sequence: int) -> None:
        for listener in self._listeners:
            listener.waiting[file] = sequence
            listener.woken.set()

    def _wake_all(self) -> None:
        for listener in self._listeners:
            listener.woken.set()


def as_json(file: str, sequence: int) -> str:
    return json.dumps({"file": file, "sequence": sequence})
