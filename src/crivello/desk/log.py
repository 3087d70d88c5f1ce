"""The log of a file: which events count, the state they make, and what depends on an event.

Undo and redo are events too, and nothing is deleted. The state results from all events that are not
undone at the end of the log, applied in the order in which they happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from crivello.desk.events import (
    Event,
    Meta,
    PlayersRegistered,
    Redone,
    TeamChanged,
    TeamsRegistered,
    Undone,
    from_json,
)
from crivello.desk.exceptions import RuleException
from crivello.desk.fold import apply, apply_all
from crivello.desk.preconditions import check
from crivello.desk.recording import undone_publications
from crivello.desk.refusals import Refusal
from crivello.desk.state import DeskState
from crivello.model.player import Player
from crivello.standard.classes import frozen
from crivello.store.entry import LogEntry

SNAPSHOT_EVERY = 250
"""States kept on the way, so that an undo does not fold everything again."""


@frozen
class Item:
    """One entry of the log with the event in it."""

    entry: LogEntry
    event: Event

    @property
    def sequence(self) -> int:
        return self.entry.sequence

    @property
    def meta(self) -> Meta:
        return Meta(self.entry.time, self.entry.actor, self.entry.reason)

    @property
    def of_the_log(self) -> bool:
        return isinstance(self.event, Undone | Redone)


class EventLog:
    """The events of a file in order; item k has the sequence number k + 1."""

    def __init__(self, snapshot_every: int = SNAPSHOT_EVERY) -> None:
        self.items: list[Item] = []
        self.undone: set[int] = set()
        self.state = DeskState()
        self.highest_id = 0
        """Of all players ever registered, undone or not: an id is never given twice."""
        self.keys: dict[tuple[str, str], int] = {}
        """The entries of devices, undone or not, by device and key: none is done twice."""
        self._taken_back: dict[str, tuple[RuleException, ...]] = {}
        """Of publications that were undone, by section."""
        self._every = snapshot_every
        self._snapshots: list[tuple[int, DeskState]] = []
        self._done = 0
        """Number of items in the state."""

    @property
    def last(self) -> int:
        return len(self.items)

    @property
    def head(self) -> str | None:
        """The digest of the last event that was read; None if there is none."""
        return self.items[-1].entry.digest if self.items else None

    def extend(self, entries: Iterable[LogEntry]) -> None:
        """Read events that were appended to the log."""
        first = len(self.items)  # the first item whose part in the state is not settled
        for entry in entries:
            event = from_json(entry.type, entry.payload)
            self.items.append(Item(entry, event))
            if event.author is not None and event.author.key:
                self.keys[event.author.device, event.author.key] = entry.sequence
            if isinstance(event, Undone):
                self._note_taken_back(event)
                self.undone |= set(event.events)
                first = min(first, min(event.events) - 1)
            elif isinstance(event, Redone):
                self.undone -= set(event.events)
                first = min(first, min(event.events) - 1)
            elif isinstance(event, PlayersRegistered):
                self.highest_id = max([self.highest_id, *(p.id for p in event.players)])
            elif isinstance(event, TeamsRegistered | TeamChanged):
                teams = event.teams if isinstance(event, TeamsRegistered) else (event.team,)
                ids = (one.id for team in teams for one in (team.team, *team.members))
                self.highest_id = max([self.highest_id, *ids])
        self._fold_from(first)

    def _note_taken_back(self, event: Undone) -> None:
        items = (self.items[sequence - 1] for sequence in event.events)
        undone = [(item.event, item.meta) for item in items]
        for section, one in undone_publications(event, undone, self.items[-1].meta):
            self._taken_back[section] = (*self._taken_back.get(section, ()), one)

    def effective(self) -> Iterator[Item]:
        """Yield the events that are not undone, in order."""
        for item in self.items:
            if not item.of_the_log and item.sequence not in self.undone:
                yield item

    def without(self, undone: set[int]) -> tuple[list[Item], DeskState]:
        """Return the events that would become invalid if exactly these were undone, and the state
        then.
        """
        changed = undone ^ self.undone
        start, state = (
            self._snapshot_before(min(changed) - 1) if changed else (len(self.items), self.state)
        )
        fallen = []
        for item in self.items[start:]:
            if item.of_the_log or item.sequence in undone:
                continue
            try:
                check(item.event, state)
            except Refusal:
                fallen.append(item)
            else:
                state = apply(state, item.event, item.meta)
        return fallen, state

    def state_before(self, sequence: int) -> DeskState:
        """Return the state just before an event, made from the events that count today."""
        start, state = self._snapshot_before(sequence - 1)
        return self._fold(state, start, sequence - 1)

    def _fold(self, state: DeskState, start: int, end: int) -> DeskState:
        """Apply the items from `start` up to `end`, without those that are undone."""
        return apply_all(
            state,
            (
                (item.event, item.meta)
                for item in self.items[start:end]
                if not item.of_the_log and item.sequence not in self.undone
            ),
        )

    def _snapshot_before(self, index: int) -> tuple[int, DeskState]:
        """Return the number of items and the state of the last snapshot without any item from
        `index` on.
        """
        for count, state in reversed(self._snapshots):
            if count <= index:
                return count, state
        return 0, DeskState()

    def _fold_from(self, index: int) -> None:
        """Apply the items from `index` on again; those before it count as they did."""
        start, state = self._done, self.state
        if index < self._done:
            while self._snapshots and self._snapshots[-1][0] > index:
                self._snapshots.pop()
            start, state = self._snapshot_before(index)
        while start < len(self.items):
            end = len(self.items)
            if self._every:
                end = min(end, (start // self._every + 1) * self._every)
            state = self._fold(state, start, end)
            if self._every and end % self._every == 0:
                self._snapshots.append((end, state))
            start = end
        for key, found in self._taken_back.items():
            if key in state.sections and state.section(key).taken_back != found:
                state = state.with_section(replace(state.section(key), taken_back=found))
        self.state, self._done = state, len(self.items)


def with_ids(players: Iterable[Player], highest: int) -> tuple[Player, ...]:
    """Return the players with permanent ids: those with id 0 get the next free ones."""
    given = []
    for player in players:
        if player.id == 0:
            highest += 1
            player = replace(player, id=highest)
        else:
            highest = max(highest, player.id)
        given.append(player)
    return tuple(given)
