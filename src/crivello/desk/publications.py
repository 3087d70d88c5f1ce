"""The public part of a section: its published pairings and results.

Everything for the players is made from `published_section`: public pages, projector, site, prints
for the wall, PGN, `export --published` and `?published=true` of the API. So a draft, a result that
is only entered, a coming bye, a late entry, a withdrawal or points just given cannot become public
by accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from crivello.desk import events as e
from crivello.desk.events import ChangeCase, Remark
from crivello.desk.exceptions import ExceptionClass, RuleException, is_within_grace
from crivello.desk.log import Item
from crivello.desk.state import Registration, Section
from crivello.model.player import Player
from crivello.standard.classes import frozen
from crivello.store import Seal


def published_section(section: Section) -> Section:
    """Return the section as the players know it (`docs/decisions/public-results.md`).

    Results, and bonus or penalty points, count as published when the arbiter publishes them, at the
    latest with the next pairing, which depends on them. Players, withdrawals and numbers are those
    of the last published pairing. Before round 1 no players are listed, because numbers are
    provisional.
    """
    rounds = section.rounds
    if not rounds:
        known = tuple(one for one in section.recorded if one.round is None)
        section = replace(section, recorded=known)
        return replace(
            section, registrations={}, byes={}, draft=None, no_shows=frozenset(), tables={}
        )
    last = rounds[-1]
    settings = section.settings
    if not last.results_published:
        games = tuple(replace(game, result=None) for game in last.games)
        boards = tuple(
            tuple(game and replace(game, result=None) for game in match) for match in last.boards
        )
        rounds = (*rounds[:-1], replace(last, games=games, boards=boards))
        given = tuple(one for one in settings.adjustments if one.round != len(rounds))
        settings = replace(settings, adjustments=given)
    byes = {where: bye for where, bye in section.byes.items() if where[1] <= len(rounds)}
    return replace(
        section,
        settings=settings,
        registrations={one.id: _as_published(section, one) for one in last.players},
        order=tuple(one.id for one in last.players),
        rounds=rounds,
        byes=byes,
        draft=None,
        no_shows=frozenset(),
        play_on=frozenset(one.id for one in last.players),  # who is asked is not public
        tables={},
        lineups={},
        recorded=tuple(one for one in section.recorded if _is_public(one, len(rounds))),
    )


def _is_public(one: RuleException, rounds: int) -> bool:
    """Return True if an exception is public after this many rounds.

    An expulsion is public from the next pairing on, a bye from its round.
    """
    known = rounds - 1 if one.kind is ExceptionClass.EXPULSION else rounds
    return one.round is None or one.round <= known


PUBLICATIONS = (
    e.RoundPublished, e.SchedulePublished, e.PublishedPairingChanged, e.ResultsPublished,
)  # fmt: skip


def public_seal(log: Sequence[Item]) -> Seal | None:
    """Return the seal of the last publication; None if nothing is published."""
    for item in reversed(log):
        if isinstance(item.event, PUBLICATIONS):
            return Seal(item.sequence, item.entry.digest)
    return None


SILENT = (
    e.PlayersRegistered, e.TeamsRegistered, e.PlayersRemoved, e.PlayerMoved, e.RollCalled,
    e.ColourDrawn, e.OnlineKeyRecorded,
    e.ApartSet, e.MeetingsSet, e.TablesFixed, e.PlayersAdmitted, e.ByesRequested, e.ByesCancelled,
    e.PlayersLeft, e.PlayersReturned, e.RoundPaired, e.PairingChanged, e.PairingDiscarded,
    e.ResultsEntered, e.NoShows, e.NoShowsAnswered, e.RoundEnded,
)  # fmt: skip
"""The events that do not change the public pages."""


def last_public(log: Sequence[Item]) -> int:
    """Return the number of the last event that changed the public pages; 0 if there is none."""
    for item in reversed(log):
        event = item.event
        if isinstance(event, e.Undone | e.Redone):
            if all(isinstance(log[one - 1].event, SILENT) for one in event.events):
                continue
        elif isinstance(event, SILENT):
            continue
        return item.sequence
    return 0


def is_mistake(item: Item, log: Sequence[Item], now: datetime) -> bool:
    """Return True if a publication may be withdrawn as a mistake, without a case of C.04.2: 4.4.

    It may within a few minutes, if no result was entered since, even one that is undone
    (`docs/decisions/published-pairings.md`). The desk checks separately that no device has shown
    it.
    """
    event = item.event
    if not isinstance(event, e.RoundPublished | e.SchedulePublished):
        return False
    if not is_within_grace(item.meta, now):
        return False
    return not any(_is_played(event, later.event) for later in log[item.sequence :])


def _is_played(published: e.RoundPublished | e.SchedulePublished, event: e.Event) -> bool:
    """Return True if the event enters a result in a round that `published` published."""
    match event:
        case e.ResultsEntered(section, number) | e.NoShows(section, number):
            one = isinstance(published, e.SchedulePublished) or number == published.round
            return section == published.section and one
        case _:
            return False


def has_unpublished_results(section: Section) -> bool:
    """Return True if results have been entered that are not published."""
    last = section.rounds[-1] if section.rounds else None
    return (
        last is not None
        and not last.results_published
        and any(game.result is not None for game in last.games)
    )


def _as_published(section: Section, then: Player) -> Registration:
    """Return the registration with today's data, but with entry and withdrawal as published
    (`then`).
    """
    now = section.registrations[then.id]
    player = now.player
    known = (then.entered, then.withdrawn_after, then.expelled)
    if (player.entered, player.withdrawn_after, player.expelled) == known:
        return now
    entered, withdrawn_after, expelled = known
    player = replace(player, entered=entered, withdrawn_after=withdrawn_after, expelled=expelled)
    return replace(now, player=player)


# What the report of an event must say besides results: changed pairings, points given.


@frozen
class PublishedChange:
    """A change of a published round: by whom, when, in which case and why (C.04.2: 4.4)."""

    round: int
    case: ChangeCase
    reason: str
    actor: str
    time: str
    taken_back: bool = False
    """The publication, or an earlier change of it, was undone."""
    remarks: tuple[Remark, ...] = ()


@frozen
class GivenPoints:
    """Bonus or penalty points that count: to whom, how many units, after which round, and why."""

    players: tuple[int, ...]
    points: int
    round: int
    reason: str
    actor: str
    time: str


def points_given(items: Iterable[Item], section: str) -> Iterator[GivenPoints]:
    """Yield the bonus and penalty points of a section; `items` are the events that are not
    undone.
    """
    for item in items:
        event, entry = item.event, item.entry
        if isinstance(event, e.PointsAdjusted) and event.section == section:
            yield GivenPoints(
                event.players, event.points, event.round, entry.reason, entry.actor, entry.time
            )


def published_changes(items: Iterable[Item], section: str) -> Iterator[PublishedChange]:
    """Yield the changes of published rounds, including undone ones, since players have seen
    them.
    """
    known: dict[int, Item] = {}
    for item in items:
        known[item.sequence] = item
        event, entry = item.event, item.entry
        who = (entry.reason, entry.actor, entry.time)
        if isinstance(event, e.PublishedPairingChanged) and event.section == section:
            yield PublishedChange(event.round, event.case, *who, remarks=event.remarks)
        elif isinstance(event, e.Undone) and event.case is not None:
            for sequence in event.events:
                undone = known[sequence].event
                if not isinstance(undone, e.RoundPublished | e.PublishedPairingChanged):
                    continue
                if undone.section == section:
                    yield PublishedChange(undone.round, event.case, *who, taken_back=True)
