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
    """Return the progress of a section as a sentence."""
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
    """Return the state of a section: `registration`, `draft`, `playing`, `between` or
    `finished`.
    """
    if section.draft is not None:
        return "draft"
    if not section.rounds:
        return "registration"
    if any(not this.complete for this in section.rounds):
        return "playing"
    return "finished" if len(section.rounds) == section.settings.rounds else "between"


def rounds_begun(section: Section) -> int:
    """Return the last round that is published; in a round robin, the last one with a result."""
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
    """Yield the games without a result, or with the given `result`: round, table, White and
    Black.
    """
    for number, this in enumerate(section.rounds, start=1):
        for table, game in zip(this.tables, this.games, strict=True):
            if game.result is result:
                yield number, table, game.white, game.black


def has_adjourned(section: Section) -> bool:
    """Return True if a game or a match of any round is adjourned."""
    return any(open_games(section, Result.ADJOURNED))


def list_adjourned(section: Section) -> list[tuple[Sentence, int, int]]:
    """Return a sentence for each round with adjourned games, with the round and the first such
    table.
    """
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
    """The number of published rounds."""
    rounds_announced: int | None
    players: int
    """The number of registered players."""
    system: str | None


class TournamentView(TypedDict):
    """A tournament file with its sections."""

    file: str
    """The name of the file without `.crivello`."""
    sequence: int | None
    """The number of the last event; null if the file cannot be read."""
    sections: list[SectionSummaryView]
    trouble: str | None
    """The reason why the file cannot be read, or cannot be copied to the backup folder."""


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
    """The last published round; 0 before the first."""
    draft: int | None
    """The round that is paired and not yet published."""
    asked: list[int]
    """Players who lost by forfeit and have not yet said whether they continue."""
    progress: str
    """The progress, as a sentence."""
    state: str
    """`registration`, `draft`, `playing`, `between` or `finished`."""
    fide_mode: str
    """The statement of FIDE mode, as a sentence; `announced` has it as true, false or null."""
    missing: list[OpenGameView]
    """The games without a result."""


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
    """The command to type next."""


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
    """The tasks that come next; for the command line only."""
    byes: list[PlayerByeView]
    """The requested byes of past and coming rounds."""
    table: int | None
    """The number of a fixed table."""
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
    """Return the status of a player as one word, such as `plays` or `withdrawn`."""
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
    """Return the ids of all players by pairing number, then those of players without a number."""
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
    """The class of the exception: `by hand`, `published pairing changed`, `full-point bye`,
    `several half-point byes`, `import that deviates`, `correction for rating only`, `withdrawal`,
    `expulsion`, `rule switched` or `assumption`.
    """
    round: int | None
    players: list[int]
    """The permanent ids of the players."""
    text: str
    reason: str
    actor: str
    time: str
    """The time in UTC; empty for an exception that a file stated."""


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
    """The time in UTC."""
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
    """An action that was done: its event is on disk."""

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
    """Return the view of an action that was done.

    `tell` describes an event with the player names of the interface.
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
    """True if the pair is forbidden; false if it is kept apart as long as possible."""
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
    """The answer of the command line to any command that changes something."""

    file: str
    """The path of the file."""
    section: str
    events: list[DoneView]
    """The events that were written."""
    text: str
    """The answer as a sentence."""
    notes: list[NoteView]
    """Everything to note, not only about the events."""
    pairing: NotRequired[RoundView]
    """The round; only for `pair`, `publish`, `swap`, `colours` and `meet`."""
    schedule: NotRequired[ScheduleView]
    """All rounds that were published; only for `pair --all`."""
    remarks: NotRequired[list[RemarkView]]
    """Remarks by the rules; only for `swap`, `colours` and `meet`."""
    round: NotRequired[int]
    """Only for `results` and `correct`."""
    entered: NotRequired[int]
    """The number of results entered; only for `results`."""
    missing: NotRequired[list[int]]
    """Tables without a result; only for `results`."""
    effect: NotRequired[str]
    """`now`, `next` or `rating`: when the correction takes effect; only for `correct`."""
    colour: NotRequired[ColourLetter]
    """Only for `draw`."""
    players: NotRequired[list[PlayerObject]]
    """The players who were registered, or would be; only for `add` and `import`."""
    left_out: NotRequired[list[DefectView]]
    """Players who are registered already; only for `import`."""
    columns: NotRequired[dict[str, str] | None]
    """The heading of the column for each field, null if the file is not a table; only for
    `import`.
    """
    ignored: NotRequired[list[str]]
    """Headings of columns that are not used; only for `import`."""
    accepted: NotRequired[list[ChangeView]]
    """Only for `update --accept`."""
    undone: NotRequired[list[int]]
    """Numbers of events; only for `undo`."""
    redone: NotRequired[list[int]]
    """Numbers of events; only for `redo`."""
    groups: NotRequired[list[ApartView]]
    """The groups that are kept apart; only for `keep-apart` without players."""
    pairs: NotRequired[list[list[PersonView]]]
    """Only for `first-round` without players."""
    tables: NotRequired[list[FixedTableView]]
    """Only for `tables` without players."""
    given: NotRequired[list[GivenPointsView]]
    """Only for `points` without players."""
