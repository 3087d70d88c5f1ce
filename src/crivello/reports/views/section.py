"""Views of a section: settings, players, progress; the log of the file, and answers to actions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, NotRequired, TypedDict

from crivello.desk import Outcome, Section
from crivello.desk.announcement import Announcement
from crivello.desk.events import Presence, to_json
from crivello.desk.log import Item
from crivello.desk.notices import Notice
from crivello.desk.state import DeskState
from crivello.formats.codec import letters
from crivello.model.keys import is_round_robin, pairs_matches
from crivello.model.result import Result
from crivello.model.sentence import ListOf, Sentence
from crivello.model.settings import Settings
from crivello.reports.views.defects import DefectView
from crivello.reports.views.elements import (
    ByeLetter,
    ColourLetter,
    NoteView,
    PersonView,
    PlayerObject,
    Points,
    Say,
    person_view,
    whole_object,
)
from crivello.reports.views.lists import ChangeView
from crivello.reports.views.round import RoundView
from crivello.reports.views.round_robin import ScheduleView
from crivello.standings.round_robin import PROGRESS
from crivello.words import N_

REGISTERING = N_("One player registered.", "{count} players registered.")
DRAFT = N_("Round {round} of {rounds} is paired, not published.")
PLAYING = N_("Round {round} of {rounds}: {there} of {games} results.")
READY = N_("Round {round} of {rounds}: all results are in.")
READY_BUT_ADJOURNED = N_("Round {round} of {rounds}: all results are in but the adjourned ones.")
OVER = N_("All {rounds} rounds are played.")
OVER_BUT_ADJOURNED = N_("All {rounds} rounds are played, except adjourned games.")
ADJOURNED = N_(
    "Round {round}: one game is adjourned, at table {tables}.",
    "Round {round}: {count} games are adjourned, at tables {tables}.",
)
MATCHES_ADJOURNED = N_(
    "Round {round}: one match is adjourned, at table {tables}.",
    "Round {round}: {count} matches are adjourned, at tables {tables}.",
)


def progress(section: Section) -> Sentence:
    """Return the progress of a section."""
    rounds = section.settings.rounds or 0
    if section.draft is not None:
        return Sentence(DRAFT, round=section.draft.round, rounds=rounds)
    if not section.rounds:
        return Sentence(REGISTERING, count=len(section.registrations))
    last = section.rounds[-1]
    number = len(section.rounds)
    if is_round_robin(section.settings.system):
        games = [game for this in section.rounds for game in this.games]
        played = sum(game.result is not None for game in games)
        if played < len(games):
            return Sentence(PROGRESS, played=played, games=len(games))
    there = sum(game.result is not None for game in last.games)
    if there < len(last.games):
        return Sentence(PLAYING, round=number, rounds=rounds, there=there, games=len(last.games))
    if number >= rounds:
        return Sentence(OVER_BUT_ADJOURNED if has_adjourned(section) else OVER, rounds=rounds)
    adjourned = any(game.result is Result.ADJOURNED for game in last.games)
    return Sentence(READY_BUT_ADJOURNED if adjourned else READY, round=number, rounds=rounds)


def section_state(section: Section) -> str:
    """Return the state in one word: `registration`, `draft`, `playing`, `between` or `finished`."""
    if section.draft is not None:
        return "draft"
    if not section.rounds:
        return "registration"
    if any(not this.complete for this in section.rounds):
        return "playing"
    return "finished" if len(section.rounds) == section.settings.rounds else "between"


def rounds_begun(section: Section) -> int:
    """Return the last round with a result; in a Swiss system the last one published."""
    if not is_round_robin(section.settings.system):
        return len(section.rounds)
    with_results = (
        number
        for number, this in enumerate(section.rounds, start=1)
        if any(game.result is not None for game in this.games)
    )
    return max(with_results, default=0)


def open_games(
    section: Section, result: Result | None = None
) -> Iterator[tuple[int, int, int, int]]:
    """Yield round, table and players of the games that have no result, or this one."""
    for number, this in enumerate(section.rounds, start=1):
        for table, game in zip(this.tables, this.games, strict=True):
            if game.result is result:
                yield number, table, game.white, game.black


def has_adjourned(section: Section) -> bool:
    """Return True if a game or a match of any round is adjourned."""
    return any(open_games(section, Result.ADJOURNED))


def list_adjourned(section: Section) -> list[tuple[Sentence, int, int]]:
    """Return the adjourned games round by round, with the round and the first table."""
    by_round: dict[int, list[int]] = {}
    for number, table, _, _ in open_games(section, Result.ADJOURNED):
        by_round.setdefault(number, []).append(table)
    template = MATCHES_ADJOURNED if pairs_matches(section.settings.system) else ADJOURNED
    return [
        (
            Sentence(template, round=number, count=len(tables), tables=ListOf(tuple(tables))),
            number,
            tables[0],
        )
        for number, tables in by_round.items()
    ]


# A file and its sections


class SectionSummaryView(TypedDict):
    key: str
    name: str
    progress: str
    """The progress, as a sentence."""
    rounds: int
    """Published."""
    rounds_announced: int | None
    players: int
    """The number of registered players."""
    system: str | None


class TournamentView(TypedDict):
    """A tournament file."""

    file: str
    """Its name without `.crivello`."""
    sequence: int | None
    """The number of the last event; null if the file cannot be read."""
    sections: list[SectionSummaryView]
    trouble: str | None
    """The reason why it cannot be read, or not be copied to the backup folder."""


def tournament_view(
    file: str, sequence: int | None, state: DeskState, say: Say, trouble: str | None = None
) -> TournamentView:
    return TournamentView(
        file=file,
        sequence=sequence,
        sections=[
            SectionSummaryView(
                key=key,
                name=section.settings.name,
                progress=say(progress(section)),
                rounds=len(section.rounds),
                rounds_announced=section.settings.rounds,
                players=len(section.registrations),
                system=section.settings.system,
            )
            for key, section in state.sections.items()
        ],
        trouble=trouble,
    )


class OpenGameView(TypedDict):
    round: int
    table: int
    white: PersonView
    black: PersonView


class SectionView(TypedDict):
    key: str
    settings: Annotated[dict[str, Any], Settings]
    announced: Annotated[dict[str, Any], Announcement]
    round: int
    """The last one that is published; 0 before the first."""
    draft: int | None
    """The round that is paired and not published."""
    asked: list[int]
    """Players who lost by forfeit and have not yet said whether they continue."""
    progress: str
    """The progress, as a sentence."""
    state: str
    """`registration`, `draft`, `playing`, `between` or `finished`."""
    fide_mode: str
    """The statement of FIDE mode, as a sentence; `announced` has it as true, false or null."""
    missing: list[OpenGameView]
    """Games without a result."""


def section_view(section: Section, say: Say) -> SectionView:
    return SectionView(
        key=section.key,
        settings=whole_object(section.settings),
        announced=whole_object(section.announced),
        round=len(section.rounds),
        draft=section.draft.round if section.draft else None,
        asked=sorted(section.asked),
        progress=say(progress(section)),
        state=section_state(section),
        fide_mode=say(section.fide_mode),
        missing=[
            OpenGameView(
                round=number,
                table=table,
                white=person_view(section, white),
                black=person_view(section, black),
            )
            for number, table, white, black in open_games(section)
        ],
    )


class TaskView(TypedDict):
    text: str
    command: str
    """The command to type."""


class SectionStatusView(SectionView):
    to_do: list[TaskView]
    """The command line only: what comes next."""


class StatusView(TypedDict):
    file: str
    sections: list[SectionStatusView]


class SettingsView(TypedDict):
    section: str
    settings: dict[str, str]
    """The settings as they are typed, by key."""


# Players


class PlayerByeView(TypedDict):
    round: int
    bye: ByeLetter


class PlayerView(TypedDict):
    player: PlayerObject
    """`number` is the pairing number, 0 while there is none."""
    presence: Annotated[str, Presence]
    status: str
    """`registered`, `confirmed`, `present`, `left out`, `plays`, `away`, `asked`, `withdrawn` or
    `expelled`."""
    byes: list[PlayerByeView]
    """Requested ones, of past and coming rounds."""
    table: int | None
    """A fixed table."""
    members: NotRequired[list[PlayerObject]]
    """The people of a team in board order."""
    captain: NotRequired[str]


class PlayersView(TypedDict):
    section: str
    total: int
    items: list[PlayerView]
    next: int | None
    """The `offset` to ask for next; null at the end."""


def player_status(section: Section, player: int) -> str:
    """Return the status of a player in one word."""
    one = section.registrations[player]
    if one.player.expelled:
        return "expelled"
    if one.player.withdrawn_after is not None:
        return "withdrawn"
    if player in section.asked:
        return "asked"
    if (player, section.next_round) in section.byes:
        return "away"
    if player in section.order:
        return "plays"
    return str(one.presence.value)


def players_in_order(section: Section) -> list[int]:
    """Return ids by pairing number, then those without one."""
    listed = [player.id for player in section.listed_players]
    return [*listed, *sorted(set(section.registrations) - set(listed))]


def player_views(section: Section, players: Iterable[int]) -> list[PlayerView]:
    numbers = {player.id: player.number for player in section.listed_players}
    byes: dict[int, list[PlayerByeView]] = {}
    for (player, number), bye in section.byes.items():
        byes.setdefault(player, []).append(PlayerByeView(round=number, bye=letters(bye)))
    views = [
        PlayerView(
            player=whole_object(section.registrations[player].player)
            | {"number": numbers.get(player, 0)},
            presence=letters(section.registrations[player].presence),
            status=player_status(section, player),
            byes=byes.get(player, []),
            table=section.tables.get(player),
        )
        for player in players
    ]
    if section.has_teams:
        for view in views:
            team = section.registrations[view["player"]["id"]]
            view["members"] = [whole_object(player) for player in team.members]
            view["captain"] = team.captain
    return views


def players_view(section: Section, offset: int = 0, limit: int | None = None) -> PlayersView:
    order = players_in_order(section)
    last = len(order) if limit is None else min(offset + limit, len(order))
    return PlayersView(
        section=section.key,
        total=len(order),
        items=player_views(section, order[offset:last]),
        next=last if last < len(order) else None,
    )


# Exceptions


class ExceptionView(TypedDict):
    """An action against or outside the rules."""

    kind: str
    """Its class: `by hand`, `published pairing changed`, `full-point bye`,
    `several half-point byes`, `import that deviates`, `correction for rating only`, `withdrawal`,
    `expulsion`, `rule switched` or `assumption`."""
    round: int | None
    players: list[int]
    """Permanent ids."""
    text: str
    reason: str
    actor: str
    time: str
    """UTC; empty for what a file said."""


class ExceptionsView(TypedDict):
    section: str
    fide_mode: str
    """The statement of FIDE mode, as a sentence."""
    exceptions: list[ExceptionView]


def exceptions_view(section: Section, say: Say) -> ExceptionsView:
    return ExceptionsView(
        section=section.key,
        fide_mode=say(section.fide_mode),
        exceptions=[
            ExceptionView(
                kind=one.kind.value,
                round=one.round,
                players=list(one.players),
                text=" ".join(say(what) for what in (one.what, *one.remarks)),
                reason=one.done.reason,
                actor=one.done.actor,
                time=one.done.time,
            )
            for one in section.exceptions
        ],
    )


# The log, and what was done


class LogItemView(TypedDict):
    sequence: int
    time: str
    """UTC."""
    actor: str
    reason: str
    type: str
    event: dict[str, Any]
    """The event as it is in the file."""
    text: str
    undone: bool


class LogView(TypedDict):
    sequence: int
    """The number of the last event."""
    items: list[LogItemView]
    next: int | None
    """The `after` to ask for next; null at the end."""


def log_item_view(item: Item, undone: bool, text: str) -> LogItemView:
    entry = item.entry
    return LogItemView(
        sequence=entry.sequence,
        time=entry.time,
        actor=entry.actor,
        reason=entry.reason,
        type=entry.type,
        event=json.loads(entry.payload),
        text=text,
        undone=undone,
    )


class DoneView(TypedDict):
    """An action whose event is on disk."""

    sequence: int
    """The number of the event."""
    type: str
    event: dict[str, Any]
    """The event as it is in the log."""
    text: str
    notes: list[NoteView]


def note_view(notice: Notice, say: Say) -> NoteView:
    return NoteView(text=say(notice), article=notice.article, players=list(notice.players))


def done_view(outcome: Outcome, say: Say, tell: Callable[[Any], str] | None = None) -> DoneView:
    """Return the view of an action; `tell` describes an event with the interface's own
    player names.
    """
    event = outcome.event
    return DoneView(
        sequence=outcome.sequence,
        type=type(event).__name__,
        event=json.loads(to_json(event)),
        text=tell(event) if tell else say(outcome.answer),
        notes=[note_view(one, say) for one in outcome.notices],
    )


class RemarkView(NoteView):
    """A remark by the rules on a pairing made by hand."""

    level: str


class ApartView(TypedDict):
    hard: bool
    """Forbidden; else kept apart as long as possible."""
    name: str | None
    first_round: int
    last_round: int | None
    players: list[PersonView]


class FixedTableView(PersonView):
    table: int


class GivenPointsView(TypedDict):
    round: int
    points: Points
    players: list[PersonView]
    reason: str


class AnswerView(TypedDict):
    """The answer of the command line to every command that changes something."""

    file: str
    """The path of the file."""
    section: str
    events: list[DoneView]
    """The events that were written."""
    text: str
    """The answer as a sentence."""
    notes: list[NoteView]
    """Everything there is to note, not only about the events."""
    pairing: NotRequired[RoundView]
    """`pair`, `publish`, `swap`, `colours`, `meet`: the round."""
    schedule: NotRequired[ScheduleView]
    """`pair --all`: all rounds that were published."""
    remarks: NotRequired[list[RemarkView]]
    """`swap`, `colours`, `meet`: remarks by the rules."""
    round: NotRequired[int]
    """`results`, `correct`."""
    entered: NotRequired[int]
    """`results`: how many."""
    missing: NotRequired[list[int]]
    """`results`: tables without a result."""
    effect: NotRequired[str]
    """`correct`: `now`, `next` or `rating`."""
    colour: NotRequired[ColourLetter]
    """`draw`."""
    players: NotRequired[list[PlayerObject]]
    """`add`, `import`: who was registered, or would be."""
    left_out: NotRequired[list[DefectView]]
    """`import`: who is registered already."""
    columns: NotRequired[dict[str, str] | None]
    """`import`: heading by field; null for what is no table."""
    ignored: NotRequired[list[str]]
    """`import`: headings that are not used."""
    accepted: NotRequired[list[ChangeView]]
    """`update --accept`."""
    undone: NotRequired[list[int]]
    """`undo`: numbers of events."""
    redone: NotRequired[list[int]]
    """`redo`: numbers of events."""
    groups: NotRequired[list[ApartView]]
    """`keep-apart` without players: what there is."""
    pairs: NotRequired[list[list[PersonView]]]
    """`first-round` without players."""
    tables: NotRequired[list[FixedTableView]]
    """`tables` without players."""
    given: NotRequired[list[GivenPointsView]]
    """`points` without players."""
