"""The desk: one tournament file, open, with the actions done to it.

    with Desk.create("open.crivello", OpenSection("A", settings), actor="Ann") as desk:
        desk.act(Register("A", players))

An action happens wholly, and is on disk when `act` returns; or it is refused, and nothing changed.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from crivello import __version__, store
from crivello.desk import events as e
from crivello.desk import publications
from crivello.desk import refusals as r
from crivello.desk.actions import Action, Context, OpenSection, Plan
from crivello.desk.checks import check
from crivello.desk.events import ChangeCase, Event, to_json
from crivello.desk.history import EventHistory, Item
from crivello.desk.limits import long_names, within
from crivello.desk.notices import PUBLISHED_CHANGED, SEEN_OTHERS, Notice
from crivello.desk.rederive import Rederived, known_at_pairing, rederive
from crivello.desk.refusals import Refusal, citing
from crivello.desk.state import DeskState, Section
from crivello.model.errors import Malformed
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.rules.handling import Article
from crivello.store import Conflict, Fault, LogFile, NewEntry, Seal, StoreError

ATTEMPTS = 20
"""How often an action is decided anew because another program was quicker."""
COPY_MINUTES = 5

NO_TOURNAMENT = N_(
    "The log of {path} makes no tournament, although every event is as it was written: one does "
    "not fit what happened before it ({detail}). No version of this program wrote it so."
)
NONSENSE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What folding raises for events that no check of ours would have let pass."""


class NoTournament(Malformed, code="no-tournament"):
    """Each event can be read, but together they make no tournament."""


Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was written, and what there is to say about it."""

    sequence: int
    event: Event
    notices: tuple[Notice, ...] = ()


class Desk:
    def __init__(
        self,
        log: LogFile,
        actor: str = "",
        second_place: str | os.PathLike[str] | None = None,
        clock: Clock = _now,
    ) -> None:
        self._log = log
        self._history = EventHistory()
        self._clock = clock
        self._copied: datetime | None = None
        self.actor = actor
        self.second_place = log.noted(_place_key()) if second_place is None else second_place
        """A folder that gets a copy at each publication and every few minutes."""
        self.refresh()

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        first: OpenSection,
        actor: str = "",
        second_place: str | os.PathLike[str] | None = None,
        clock: Clock = _now,
    ) -> Desk:
        """A new file with its first section."""
        context = Context(clock(), 0, __version__)
        with citing(first.settings):
            plan = first.decide(DeskState(), context)
            within(plan.event, actor=actor)
            check(plan.event, DeskState())
        log = LogFile.create(path, _entry(plan.event, context.now, actor, ""))
        return cls(log, actor, second_place, clock)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        actor: str = "",
        second_place: str | os.PathLike[str] | None = None,
        clock: Clock = _now,
    ) -> Desk:
        log = LogFile.open(path)
        try:
            return cls(log, actor, second_place, clock)
        except BaseException:
            log.close()
            raise

    # State

    @property
    def path(self) -> Path:
        return self._log.path

    @property
    def state(self) -> DeskState:
        return self._history.state

    def section(self, key: str) -> Section:
        return self.state.section(key)

    def tournament(self, key: str) -> Tournament:
        """A section as every other part of the program takes it."""
        return self.section(key).tournament

    @property
    def log(self) -> Sequence[Item]:
        """Everything that happened, undone or not."""
        return tuple(self._history.items)

    @property
    def undone(self) -> frozenset[int]:
        """The sequence numbers of what does not count."""
        return frozenset(self._history.undone)

    @property
    def seal(self) -> Seal:
        """The last event and its digest: what a print may carry to prove the state it shows."""
        return Seal(self._history.last, self._history.head or "")

    def published_changes(self, key: str) -> list[publications.PublishedChange]:
        """Every change of a published pairing of a section, for the report."""
        return list(publications.published_changes(self._history.items, key))

    def points_given(self, key: str) -> list[publications.PointsGiven]:
        """The bonuses and penalties of a section, for the report."""
        return list(publications.points_given(self._history.effective(), key))

    def known_at_pairing(self, key: str, round: int) -> Tournament:
        """The section as it was when this round was paired, numbers and kept apart included."""
        return known_at_pairing(self._history, key, round)

    def rederive(self, key: str) -> Iterator[Rederived]:
        """Pair each published round again from what was known then, and compare; nothing changes.

        Rounds come one by one, as each costs a pairing.
        """
        return rederive(self._history, key)

    def refresh(self) -> int:
        """Take in what other programs have appended; the answer is how many events."""
        new = self._log.entries(self._history.last, self._history.head)
        try:
            opening = not self._history.items
            self._history.extend(new)
            for section in self.state.sections.values() if opening else ():
                section.tournament  # noqa: B018  it can be derived, or this is no tournament
        except (*NONSENSE, Refusal) as error:
            raise NoTournament(NO_TOURNAMENT, path=self.path, detail=error) from error
        return len(new)

    def verify(self) -> list[Fault]:
        return store.verify(self._log)

    # Actions

    def act(self, action: Action, actor: str | None = None, reason: str = "") -> Outcome:
        """Do something. Raises a `Refusal`, the engine's `Impossible`, or a `StoreError`."""
        announced = getattr(action, "settings", None)
        with citing(announced or self._settings(getattr(action, "section", ""))):
            return self._write(action.decide, actor, reason)

    def undo(
        self,
        sequence: int | None = None,
        *,
        along: bool = False,
        case: ChangeCase | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Undo the last action, or an earlier one if everything after it stays valid.

        Otherwise `WouldFall` lists what depends on it; with `along` that is undone as well. A
        publication is undone only in a case of C.04.2: 4.4 and with a reason.
        """

        # The last action is the last one seen here, not what another program may have added.
        effective = [item.sequence for item in self._history.effective()]
        target = effective[-1] if sequence is None else sequence
        if sequence is None and target == 1:
            raise r.NothingToUndo()

        def decide(state: DeskState, context: Context) -> Plan:
            return self._undoing(target, along, case, reason)

        items = self._history.items
        about = items[target - 1].event if 0 < target <= len(items) else None
        with citing(self._settings(getattr(about, "section", ""))):
            return self._write(decide, actor, reason)

    def falls_with(self, sequence: int) -> list[Item]:
        """What would have to be undone along with an event; raises if that cannot be undone."""
        history = self._history
        if sequence == 1:
            raise r.FirstStays()
        if sequence not in {item.sequence for item in history.effective()}:
            raise r.CannotUndo(sequence=sequence)
        return history.without(history.undone | {sequence})

    def redo(self, *, actor: str | None = None, reason: str = "") -> Outcome:
        """Bring back what was undone last."""

        events = self._undone_last()

        def decide(state: DeskState, context: Context) -> Plan:
            return self._redoing(events)

        return self._write(decide, actor, reason)

    # The backup folder

    def remember_second_place(self, folder: str | os.PathLike[str] | None) -> list[Notice]:
        """From now on every desk of this machine copies this file there (None: nowhere).

        It is noted in the file but is no event: another machine has other folders. The first copy
        is made at once, so a place that does not work is noticed now.
        """
        path = None if folder is None else str(Path(folder).absolute())
        self._log.note(_place_key(), path)
        self.second_place = path
        return self.copy()

    def backup(self, folder: str | os.PathLike[str]) -> Path:
        """A whole copy of the file in a folder, also while others write; where it is."""
        return store.copy_to(self._log, folder, self._history.last)

    def copy(self) -> list[Notice]:
        """Copy the file to the backup folder; a failure is a warning, never more."""
        if self.second_place is None:
            return []
        self._copied = self._clock()
        try:
            store.copy_to(self._log, self.second_place, self._history.last)
        except StoreError as error:
            return [Notice(error.sentence)]
        return []

    def copy_if_due(self) -> list[Notice]:
        """Copy if the last copy is a few minutes old and not complete; call this now and then.

        A desk that has not copied yet looks at the copy itself, so a program that does one
        action and ends copies as often as one that stays.
        """
        if self.second_place is None:
            return []
        now = self._clock()
        if self._copied is None:
            found = store.copy_in(self._log, self.second_place)
            if found is None:
                return self.copy()
            self._copied = found.time
        # A clock that was set back must not stop the copies.
        fresh = timedelta(0) <= now - self._copied < timedelta(minutes=COPY_MINUTES)
        return [] if fresh or self._is_copied() else self.copy()

    def _is_copied(self) -> bool:
        """Is the last event of the file in the backup folder? No, if it cannot be read just now."""
        assert self.second_place is not None
        found = store.copy_in(self._log, self.second_place)
        try:
            return found is not None and found.last == self._log.last()
        except StoreError:
            return False  # the copy will say what is wrong, and that the event is written

    def close(self) -> None:
        self._log.close()

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Inside

    def _settings(self, section: str) -> Settings | None:
        """Those of a section; None if there is no such section."""
        known = self.state.sections.get(section)
        return None if known is None else known.settings

    def _write(
        self, decide: Callable[[DeskState, Context], Plan], actor: str | None, reason: str
    ) -> Outcome:
        """Decide on the newest state and append; if somebody was quicker, look and decide again."""
        seen = 0
        for attempt in range(ATTEMPTS):
            seen += self.refresh()
            context = Context(self._clock(), self._history.highest_id, __version__)
            plan = decide(self.state, context)
            by = self.actor if actor is None else actor
            within(plan.event, reason, by)
            if not isinstance(plan.event, e.Undone | e.Redone):
                check(plan.event, self.state)
            if plan.event.needs_reason and not reason.strip():
                raise r.ReasonMissing()
            try:
                new = _entry(plan.event, context.now, by, reason)
                entry = self._log.append(new, self._history.last, self._history.head)
            except Conflict:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            notices = [*plan.notices, *long_names(plan.event, self.state)]
            self._history.extend([entry])
            if seen:
                notices.append(Notice(Sentence(SEEN_OTHERS, count=seen)))
            # What is published is in the backup folder at once.
            public = isinstance(plan.event, publications.PUBLICATIONS)
            notices += self.copy() if public else self.copy_if_due()
            return Outcome(entry.sequence, plan.event, tuple(notices))
        raise AssertionError("unreachable")

    def _undoing(self, sequence: int, along: bool, case: ChangeCase | None, reason: str) -> Plan:
        history = self._history
        fallen = self.falls_with(sequence)
        if fallen and not along:
            raise r.WouldFall([item.sequence for item in fallen])
        going = [history.items[sequence - 1], *fallen]
        notices: tuple[Notice, ...] = ()
        for item in going:
            if isinstance(item.event, e.RoundPublished | e.PublishedPairingChanged):
                if case is None or not reason.strip():
                    raise r.CaseMissing(round=item.event.round)
                settings = self.section(item.event.section).settings
                article = Article.PUBLISHED_PAIRINGS.of(settings)
                notices = (Notice(Sentence(PUBLISHED_CHANGED), article),)
        return Plan(e.Undone(tuple(item.sequence for item in going), case), notices)

    def _undone_last(self) -> tuple[int, ...]:
        """What the last undo took away that is not back yet."""
        for item in reversed(self._history.items):
            if isinstance(item.event, e.Undone) and set(item.event.events) <= self._history.undone:
                return item.event.events
        raise r.NothingToRedo()

    def _redoing(self, events: tuple[int, ...]) -> Plan:
        history = self._history
        if not set(events) <= history.undone or history.without(history.undone - set(events)):
            raise r.DoesNotFit()
        return Plan(e.Redone(events))


def _entry(event: Event, now: datetime, actor: str, reason: str) -> NewEntry:
    time = now.astimezone(UTC).isoformat(timespec="milliseconds")
    return NewEntry(time, actor, reason.strip(), type(event).__name__, to_json(event))


def _place_key() -> str:
    """Under which note this machine finds its backup folder."""
    return f"second place of {platform.node()}"
