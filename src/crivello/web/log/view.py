"""The log as its page shows it: every event told, newest first, with what can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from crivello.desk import events as e
from crivello.desk.history import Item
from crivello.desk.telling import telling
from crivello.model.names import fold
from crivello.web.view import Names, SectionPage, sentence
from crivello.words import N_, Template

SHOWN = 200
"""Events on one page."""

KINDS: dict[str, tuple[Template, tuple[type[e.Event], ...]]] = {
    "players": (
        N_("Players"),
        (
            e.PlayersRegistered,
            e.PlayersRemoved,
            e.PlayerMoved,
            e.PlayerCorrected,
            e.PlayersCorrected,
            e.CorrectedInSections,
            e.RollCalled,
            e.PlayersAdmitted,
            e.ByesRequested,
            e.ByesCancelled,
            e.PlayersLeft,
            e.PlayersReturned,
            e.NoShowsAnswered,
            e.PointsAdjusted,
        ),
    ),
    "pairings": (
        N_("Pairings"),
        (
            e.RoundPaired,
            e.PairingChanged,
            e.PairingDiscarded,
            e.RoundPublished,
            e.PublishedPairingChanged,
        ),
    ),
    "results": (
        N_("Results"),
        (e.ResultsEntered, e.NoShows, e.ResultsPublished, e.RoundEnded, e.ResultCorrected),
    ),
    "settings": (
        N_("Settings"),
        (
            e.SectionOpened,
            e.SettingsChanged,
            e.ScheduleSet,
            e.ColourDrawn,
            e.ApartSet,
            e.MeetingsSet,
            e.TablesFixed,
        ),
    ),
    "undo": (N_("Undo"), (e.Undone, e.Redone)),
}
PUBLISHED = (e.RoundPublished, e.PublishedPairingChanged)


@dataclass(frozen=True, slots=True)
class LogRow:
    sequence: int
    time: str
    """By the clock on the wall, as it is shown."""
    iso: str
    actor: str
    text: str
    reason: str
    section: str
    """Empty if the file has only one."""
    undone: bool
    undoable: bool
    published: bool
    """To undo it is a change of published pairings."""


@dataclass(frozen=True, slots=True)
class LogView:
    rows: Sequence[LogRow]
    kinds: Sequence[tuple[str, str]]
    kind: str
    q: str
    count: int
    """Of all events."""
    older: int | None
    """The page after this one begins before this event."""
    redo: Sequence[LogRow]
    """What a redo would bring back."""


def log_view(page: SectionPage, kind: str = "", q: str = "", before: int | None = None) -> LogView:
    log = page.snapshot.log
    wanted = KINDS[kind][1] if kind in KINDS else ()
    typed = fold(q.strip())
    rows: list[LogRow] = []
    older = None
    start = len(log) if before is None else max(0, min(before - 1, len(log)))
    for item in reversed(log[:start]):
        if wanted and not isinstance(item.event, wanted):
            continue
        one = log_row(page, item)
        if typed and typed not in fold(f"{one.sequence} {one.text} {one.reason} {one.actor}"):
            continue
        if len(rows) == SHOWN:
            older = rows[-1].sequence
            break
        rows.append(one)
    kinds = [("", page.say(N_("Everything")))]
    kinds += [(key, page.say(title)) for key, (title, _) in KINDS.items()]
    chosen = kind if kind in KINDS else ""
    redo = [log_row(page, log[number - 1]) for number in undone_last(page)]
    return LogView(rows, kinds, chosen, q, len(log), older, redo)


def undone_last(page: SectionPage) -> tuple[int, ...]:
    """What the last undo took away that is not back yet; as `Desk.redo` finds it."""
    for item in reversed(page.snapshot.log):
        if isinstance(item.event, e.Undone) and set(item.event.events) <= page.snapshot.undone:
            return item.event.events
    return ()


def log_row(page: SectionPage, item: Item) -> LogRow:
    event = item.event
    key = event.section if isinstance(event, e.OfSection) else ""
    undone = item.sequence in page.snapshot.undone
    return LogRow(
        item.sequence,
        _wall(item.entry.time),
        item.entry.time,
        item.entry.actor,
        sentence(telling(event), page.language, _names(page, item)),
        item.entry.reason,
        key if len(page.snapshot.state.sections) > 1 else "",
        undone,
        not (undone or item.of_the_log or item.sequence == 1),
        isinstance(event, PUBLISHED),
    )


def _names(page: SectionPage, item: Item) -> Names:
    """Names of everybody in the file, and of those who were registered once."""

    def compute() -> Names:
        known = {}
        for one in page.snapshot.log:
            if isinstance(one.event, e.PlayersRegistered):
                known.update({player.id: player for player in one.event.players})
        for section in page.snapshot.state.sections.values():
            known.update({i: one.player for i, one in section.registrations.items()})
        return known

    everybody = page.snapshot.once("names of the log", compute)
    event = item.event
    if isinstance(event, e.OfSection) and event.section == page.key:
        return page.snapshot.once(("log", page.key), lambda: {**everybody, **page.names})
    return everybody


def _wall(time: str) -> str:
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%d/%m %H:%M:%S")
    except ValueError:
        return time
