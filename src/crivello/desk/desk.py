"""The desk: one open tournament file, and the actions done to it.

    with Desk.create("open.crivello", OpenSection("A", settings), actor="Ann") as desk:
        desk.act(Register("A", players))

An action is done completely and is on disk when `act` returns; or it is refused, and nothing has
changed.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from crivello import __version__, store
from crivello.desk import events as e
from crivello.desk import permissions, publications
from crivello.desk import refusals as r
from crivello.desk.actions import Action, Context, OpenSection, Plan
from crivello.desk.decisions import name_deciders
from crivello.desk.descriptions import describe_answer
from crivello.desk.events import ChangeCase, Event, to_json
from crivello.desk.exceptions import GRACE_MINUTES, RuleException, ask_about, notice
from crivello.desk.limits import check_texts, long_names
from crivello.desk.log import EventLog, Item
from crivello.desk.notices import MISTAKE, PUBLISHED_CHANGED, SEEN_OTHERS, Notice
from crivello.desk.permissions import Device
from crivello.desk.preconditions import check
from crivello.desk.recording import exceptions_of, results_taken_back
from crivello.desk.rederive import RederivedRound, rederive, tournament_at_pairing
from crivello.desk.refusals import Refusal, citing
from crivello.desk.roles import Author, DeviceRole
from crivello.desk.state import DeskState, Section
from crivello.model.errors import Malformed
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.rules.handling import Article
from crivello.standard.classes import frozen
from crivello.store import Conflict, Fault, LogFile, NewEntry, Seal, StoreError

PUBLISHED = (e.RoundPublished, e.SchedulePublished, e.PublishedPairingChanged)
"""Undoing one of these changes pairings that the players know."""
ATTEMPTS = 20
"""How often an action is decided again because another program was quicker."""
COPY_MINUTES = 5
SHOWN = "shown on the network: "
"""Under which note, with the section, the last round stands that other devices have seen."""

NO_TOURNAMENT = N_(
    "The log of {path} cannot be replayed, although every event is intact: one does not fit "
    "what happened before it ({detail}). No version of this program writes such a log."
)
NONSENSE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What folding raises for events that no check of ours would have let pass."""


class NoTournament(Malformed, code="no-tournament"):
    """Raised if each event of a file can be read, but together they do not make a tournament."""


Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


@frozen
class Outcome:
    """The result of an action: the event that was written, with its answer and warnings."""

    sequence: int
    event: Event
    answer: Notice
    """What was done, with names."""
    notices: tuple[Notice, ...] = ()
    exceptions: tuple[RuleException, ...] = ()
    """What it is recorded as, if it is against or outside the rules."""


class Desk:
    """One open tournament file, with the state that its events make."""

    def __init__(
        self,
        log: LogFile,
        actor: str = "",
        backup_folder: str | os.PathLike[str] | None = None,
        clock: Clock = _now,
    ) -> None:
        self._log = log
        self._events = EventLog()
        self._clock = clock
        self._copied: datetime | None = None
        self.actor = actor
        self.backup_folder = log.read_note(_place_key()) if backup_folder is None else backup_folder
        """A folder that gets a copy at each publication and every few minutes."""
        self.refresh()

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        first: OpenSection,
        actor: str = "",
        backup_folder: str | os.PathLike[str] | None = None,
        clock: Clock = _now,
        reason: str = "",
    ) -> Desk:
        """Create a file with its first section; outside FIDE mode this needs a reason."""
        context = Context(clock(), 0, __version__)
        with citing(first.settings):
            plan = first.decide(DeskState(), context)
            check_texts(plan.event, reason, actor)
            check(plan.event, DeskState())
            _require_reason(plan, reason)
        log = LogFile.create(path, _entry(plan.event, context.now, actor, reason))
        return cls(log, actor, backup_folder, clock)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        actor: str = "",
        backup_folder: str | os.PathLike[str] | None = None,
        clock: Clock = _now,
    ) -> Desk:
        """Open a tournament file."""
        log = LogFile.open(path)
        try:
            return cls(log, actor, backup_folder, clock)
        except BaseException:
            log.close()
            raise

    # State

    @property
    def path(self) -> Path:
        return self._log.path

    @property
    def state(self) -> DeskState:
        return self._events.state

    def section(self, key: str) -> Section:
        return self.state.section(key)

    def tournament(self, key: str) -> Tournament:
        """Return a section as a `Tournament`, the class that the other packages use."""
        return self.section(key).tournament

    @property
    def log(self) -> Sequence[Item]:
        """All events, undone or not."""
        return tuple(self._events.items)

    @property
    def undone(self) -> frozenset[int]:
        """The sequence numbers of the events that are undone."""
        return frozenset(self._events.undone)

    @property
    def seal(self) -> Seal:
        """The number and digest of the last event; a print can carry them to prove which state it
        shows.
        """
        return Seal(self._events.last, self._events.head or "")

    def published_changes(self, key: str) -> list[publications.PublishedChange]:
        """Return all changes of published pairings of a section, for the report."""
        return list(publications.published_changes(self._events.items, key))

    def points_given(self, key: str) -> list[publications.GivenPoints]:
        """Return the bonus and penalty points of a section, for the report."""
        return list(publications.points_given(self._events.effective(), key))

    def tournament_at_pairing(self, key: str, round: int) -> Tournament:
        """Return the section as it was when the round was paired, with its numbers and groups of
        then.
        """
        return tournament_at_pairing(self._events, key, round)

    def name_deciders(self, key: str, tournament: Tournament, round: int) -> Tournament:
        """Return the tournament in which the groups of a round name who decided to keep them
        apart.
        """
        return name_deciders(self._events, key, tournament, round)

    def note_shown(self, key: str, round: int) -> None:
        """Record that others have seen the pairing of this round; to withdraw it then needs a
        case.
        """
        self._log.note(f"{SHOWN}{key}", str(round))

    def _last_shown_round(self, key: str) -> int:
        noted = self._log.read_note(f"{SHOWN}{key}") or ""
        return int(noted) if noted.isascii() and noted.isdecimal() else 0

    def rederive(self, key: str) -> Iterator[RederivedRound]:
        """Pair each published round again from what was known then, and yield the comparisons.

        Nothing is changed. Rounds come one by one, because each takes the time of a pairing.
        """
        return rederive(self._events, key)

    def refresh(self) -> int:
        """Read the events that other programs have appended, and return their number."""
        new = self._log.entries(self._events.last, self._events.head)
        try:
            opening = not self._events.items
            self._events.extend(new)
            for section in self.state.sections.values() if opening else ():
                section.tournament  # noqa: B018  it can be derived, or this is no tournament
        except (*NONSENSE, Refusal) as error:
            raise NoTournament(NO_TOURNAMENT, path=self.path, detail=error) from error
        return len(new)

    def verify(self) -> list[Fault]:
        return store.verify(self._log)

    # Actions

    def act(
        self,
        action: Action,
        actor: str | None = None,
        reason: str = "",
        *,
        by: Device | None = None,
        key: str = "",
        ask: bool = False,
    ) -> Outcome:
        """Do an action. Raises a `Refusal`, the engine's `Impossible`, or a `StoreError`.

        `by`: the device that asks for it, if not this computer. `key`: a name for this request,
        given by the device, page or program; a second request with the same key is not done, and
        gets the answer of the first. `ask`: if the action is an exception to the rules, raise
        `ExceptionAsked` instead, so that an interface can show the consequences and ask.
        """
        announced = getattr(action, "settings", None)
        with citing(announced or self._settings(getattr(action, "section", ""))):
            return self._write(action.decide, actor, reason, by, key, ask)

    def undo(
        self,
        sequence: int | None = None,
        *,
        along: bool = False,
        case: ChangeCase | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Undo the last action, or an earlier one if all later ones remain valid without it.

        If others depend on it, `WouldFall` lists them; with `along` they are undone too. To undo a
        publication that does not count as a mistake, a case of C.04.2: 4.4 and a reason are needed.
        """

        # The last action is the last one seen here, not what another program may have added.
        effective = [
            item.sequence
            for item in self._events.effective()
            if not isinstance(item.event, e.OnlineKeyRecorded)  # these stay
        ]
        target = effective[-1] if sequence is None else sequence
        if sequence is None and target == 1:
            raise r.NothingToUndo()

        def decide(state: DeskState, context: Context) -> Plan:
            return self._plan_undo((target,), along, case, reason, context.now)

        items = self._events.items
        about = items[target - 1].event if 0 < target <= len(items) else None
        with citing(self._settings(getattr(about, "section", ""))):
            return self._write(decide, actor, reason)

    def undo_device(
        self,
        device: str,
        since: datetime | None = None,
        *,
        along: bool = False,
        case: ChangeCase | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Undo all that a device has entered since a moment, in one action.

        Actions of others that depend on it are treated as in `undo`.
        """

        def decide(state: DeskState, context: Context) -> Plan:
            targets = tuple(item.sequence for item in self.entries_by(device, since))
            if not targets:
                raise r.NothingToUndo()
            return self._plan_undo(targets, along, case, reason, context.now)

        return self._write(decide, actor, reason)

    def entries_by(self, device: str, since: datetime | None = None) -> list[Item]:
        """Return the events of a device since a moment that are not undone."""
        return [
            item
            for item in self._events.effective()
            if item.event.author is not None
            and item.event.author.device == device
            and (since is None or datetime.fromisoformat(item.entry.time) >= since)
        ]

    def falls_with(self, *sequences: int) -> list[Item]:
        """Return the later events that depend on these; raise a `Refusal` if these cannot be
        undone.
        """
        log = self._events
        effective = {item.sequence for item in log.effective()}
        for sequence in sequences:
            if sequence == 1:
                raise r.FirstStays()
            if sequence not in effective:
                raise r.CannotUndo(sequence=sequence)
            if isinstance(log.items[sequence - 1].event, e.FideModeLeft):
                raise r.FideModeOver()
        fallen, left = log.without(log.undone | set(sequences))
        going = [*(log.items[one - 1] for one in sequences), *fallen]
        if any(isinstance(item.event, e.OnlineKeyRecorded) for item in going):
            raise r.OnlineKeyStays()
        self._require_kept(going, left)
        return fallen

    def _require_kept(self, going: Sequence[Item], left: DeskState) -> None:
        """Refuse an undo that would remove FIDE mode, settings announced before round 1, or drawn
        lots.
        """
        for key, section in left.sections.items():
            now = self.section(key)
            mine = [item for item in going if getattr(item.event, "section", "") == key]
            if any(isinstance(item.event, e.LotsDrawn) for item in mine):
                raise r.LotsStay()
            if now.announced.fide_mode and not section.announced.fide_mode:
                raise r.LeaveFideModeFirst()
            before_start = (
                isinstance(item.event, e.SettingsChanged)
                and not self._events.state_before(item.sequence).section(key).rounds
                for item in mine
            )
            same = (section.announced, section.settings.tie_breaks) == (
                now.announced,
                now.settings.tie_breaks,
            )
            if section.rounds and not same and any(before_start):
                raise r.AnnouncedBeforeStart()

    def needs_case(self, *sequences: int) -> bool:
        """Return True if undoing these events changes published pairings and is not just a
        mistake.
        """
        return not self._are_mistakes(self._events_to_undo(sequences), self._clock())

    def needs_reason(self, *sequences: int) -> bool:
        """Return True if undoing these events takes back results published more than a few minutes
        ago.
        """
        return self._takes_results_back(self._events_to_undo(sequences), self._clock())

    def _events_to_undo(self, sequences: Sequence[int]) -> list[Item]:
        """Return the events to be undone: these, and those that depend on them."""
        fallen = self.falls_with(*sequences)
        return [*(self._events.items[one - 1] for one in sequences), *fallen]

    def redo(self, *, actor: str | None = None, reason: str = "") -> Outcome:
        """Redo the action that was undone last."""

        events = self._undone_last()

        def decide(state: DeskState, context: Context) -> Plan:
            return self._plan_redo(events)

        return self._write(decide, actor, reason)

    # The backup folder

    def remember_backup_folder(self, folder: str | os.PathLike[str] | None) -> list[Notice]:
        """Set the folder to which desks on this machine copy the file from now on; None for no
        copies.

        The folder is stored in the file, but not as an event: another machine has other folders.
        The first copy is made at once, so that a folder that does not work is noticed now.
        """
        path = None if folder is None else str(Path(folder).absolute())
        self._log.note(_place_key(), path)
        self.backup_folder = path
        return self.copy()

    def backup(self, folder: str | os.PathLike[str]) -> Path:
        """Copy the file to a folder, even while others write, and return the path of the copy."""
        return store.copy_to(self._log, folder, self._events.last)

    def copy(self) -> list[Notice]:
        """Copy the file to the backup folder; if that fails, return a warning."""
        if self.backup_folder is None:
            return []
        self._copied = self._clock()
        try:
            store.copy_to(self._log, self.backup_folder, self._events.last)
        except StoreError as error:
            return [Notice(error.sentence)]
        return []

    def copy_if_due(self) -> list[Notice]:
        """Make a backup copy if there is none, or the last is some minutes old and lacks the last
        event.

        To be called now and then. A desk that has made no copy yet uses the time of the copy in the
        folder, so a program that does one action and ends makes as few copies as one that stays.
        """
        if self.backup_folder is None:
            return []
        now = self._clock()
        if self._copied is None:
            found = store.copy_in(self._log, self.backup_folder)
            if found is None:
                return self.copy()
            self._copied = found.time
        # A clock that was set back must not stop the copies.
        fresh = timedelta(0) <= now - self._copied < timedelta(minutes=COPY_MINUTES)
        return [] if fresh or self._is_copied() else self.copy()

    def _is_copied(self) -> bool:
        """Return True if the copy in the backup folder has the last event, as far as it can be
        read.
        """
        assert self.backup_folder is not None
        found = store.copy_in(self._log, self.backup_folder)
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
        """Return the settings of a section; None if the section does not exist."""
        known = self.state.sections.get(section)
        return None if known is None else known.settings

    def _write(
        self,
        decide: Callable[[DeskState, Context], Plan],
        actor: str | None,
        reason: str,
        device: Device | None = None,
        key: str = "",
        ask: bool = False,
    ) -> Outcome:
        """Decide on the newest state and append the event; if another program appended first, try
        again.
        """
        seen = 0
        for attempt in range(ATTEMPTS):
            seen += self.refresh()
            earlier = self._events.keys.get((device.name if device else "", key))
            if key and earlier is not None:
                return self._earlier_outcome(earlier)
            context = Context(self._clock(), self._events.highest_id, __version__)
            plan = decide(self.state, context)
            if device is not None:
                permissions.require(device, plan.event, self.state)
                plan = replace(plan, event=replace(plan.event, author=device.author(key)))
            elif key:
                here = Author(DeviceRole.CHIEF, "", key)
                plan = replace(plan, event=replace(plan.event, author=here))
            by = actor if actor is not None else device.name if device else self.actor
            check_texts(plan.event, reason, by)
            if not isinstance(plan.event, e.Undone | e.Redone):
                check(plan.event, self.state)
            meta = e.Meta(context.now.isoformat(), by, reason)
            exceptions = exceptions_of(plan.event, self.state, meta)
            if exceptions and ask:
                asked = r.ExceptionAsked([ask_about(one) for one in exceptions])
                asked.needs_reason = plan.event.needs_reason or plan.needs_reason
                raise asked
            _require_reason(plan, reason)
            try:
                new = _entry(plan.event, context.now, by, reason)
                entry = self._log.append(new, self._events.last, self._events.head)
            except Conflict:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            notices = [*plan.notices, *map(notice, exceptions)]
            notices += long_names(plan.event, self.state)
            self._events.extend([entry])
            if seen:
                notices.append(Notice(Sentence(SEEN_OTHERS, count=seen)))
            # What is published is in the backup folder at once.
            public = isinstance(plan.event, publications.PUBLICATIONS)
            notices += self.copy() if public else self.copy_if_due()
            answer = describe_answer(plan.event, self.state, self._events.items)
            return Outcome(entry.sequence, plan.event, answer, tuple(notices), exceptions)
        raise AssertionError("unreachable")

    def _earlier_outcome(self, sequence: int) -> Outcome:
        """Return the outcome of an event that is in the log already."""
        item = self._events.items[sequence - 1]
        answer = describe_answer(item.event, self.state, self._events.items)
        return Outcome(sequence, item.event, answer)

    def _plan_undo(
        self,
        sequences: Sequence[int],
        along: bool,
        case: ChangeCase | None,
        reason: str,
        now: datetime,
    ) -> Plan:
        log = self._events
        fallen = self.falls_with(*sequences)
        if fallen and not along:
            raise r.WouldFall([item.sequence for item in fallen])
        going = [*(log.items[one - 1] for one in sequences), *fallen]
        notices: tuple[Notice, ...] = ()
        mistakes = case is None and self._are_mistakes(going, now)
        for item in going:
            if isinstance(item.event, PUBLISHED):
                if not mistakes and (case is None or not reason.strip()):
                    raise r.CaseMissing(round=item.event.round)
                said = Sentence(PUBLISHED_CHANGED)
                if mistakes:
                    said = Sentence(MISTAKE, minutes=GRACE_MINUTES)
                settings = self.section(item.event.section).settings
                notices = (Notice(said, Article.PUBLISHED_PAIRINGS.of(settings)),)
        event = e.Undone(tuple(item.sequence for item in going), case)
        return Plan(event, notices, needs_reason=self._takes_results_back(going, now))

    def _takes_results_back(self, going: Sequence[Item], now: datetime) -> bool:
        return bool(results_taken_back([(item.event, item.meta) for item in going], now))

    def _are_mistakes(self, going: Sequence[Item], now: datetime) -> bool:
        """Return True if all publications among these events still count as mistakes."""
        return all(
            item.event.round > self._last_shown_round(item.event.section)
            and publications.is_mistake(item, self._events.items, now)
            for item in going
            if isinstance(item.event, PUBLISHED)
        )

    def _undone_last(self) -> tuple[int, ...]:
        """Return the events of the last undo that has not been redone."""
        for item in reversed(self._events.items):
            if isinstance(item.event, e.Undone) and set(item.event.events) <= self._events.undone:
                return item.event.events
        raise r.NothingToRedo()

    def _plan_redo(self, events: tuple[int, ...]) -> Plan:
        log = self._events
        if not set(events) <= log.undone or log.without(log.undone - set(events))[0]:
            raise r.DoesNotFit()
        return Plan(e.Redone(events))


def _require_reason(plan: Plan, reason: str) -> None:
    if (plan.event.needs_reason or plan.needs_reason) and not reason.strip():
        raise r.ReasonMissing()


def _entry(event: Event, now: datetime, actor: str, reason: str) -> NewEntry:
    time = now.astimezone(UTC).isoformat(timespec="milliseconds")
    return NewEntry(time, actor, reason.strip(), type(event).__name__, to_json(event))


def _place_key() -> str:
    """Return the key under which the backup folder of this machine is stored in the file."""
    return f"second place of {platform.node()}"
