"""API routes for reading: files, sections, players, rounds, tables, report file, log, events.

Every answer is a view of `reports.views`, the same JSON that `crivello … --json` writes.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Header, Query
from fastapi.responses import PlainTextResponse, Response, StreamingResponse

from crivello.desk.actions import preview as previewed
from crivello.desk.descriptions import describe_event
from crivello.desk.log import Item
from crivello.desk.state import DeskState
from crivello.model.errors import WordError
from crivello.reports.queries import DIALECTS
from crivello.reports.views import round as round_views
from crivello.reports.views import round_robin as round_robin_views
from crivello.reports.views import section as section_views
from crivello.reports.views import tables as table_views
from crivello.reports.views.checks import QueriesView, queries_view
from crivello.reports.views.elements import TextView
from crivello.standings.crosstable import card_table, crosstable
from crivello.standings.round_robin import GridOrder
from crivello.standings.standings import Standings, standings
from crivello.standings.wording import why, working_table
from crivello.systems.registry import find
from crivello.systems.roundrobin.system import round_robin_of
from crivello.web.api.problems import NoPlayer
from crivello.web.api.scope import (
    AtSection,
    AtShown,
    AtTournament,
    FileName,
    PlayerId,
    RoundNumber,
    SectionRequest,
    api_router,
    names_of,
)
from crivello.web.desks import FolderEntry, TournamentFile
from crivello.web.files.reporting import find_queries, report_file
from crivello.web.page_answers import event_words, sentence
from crivello.web.shapes import shape
from crivello.web.view import AnyPage, View, open_file
from crivello.words import N_, Language, Translator, translator

router = api_router("Reading")

After = Annotated[int, Query(ge=0, le=10**9)]
Limit = Annotated[int, Query(ge=1, le=1000)]
AfterRound = Annotated[int | None, Query(ge=0, le=1000)]
By = Annotated[GridOrder, Query()]
OfPlayer = Annotated[int, Query(ge=1, lt=10**12)]

IN_SECTION = "/tournaments/{file}/sections/{section}"
TOURNAMENT = shape(section_views.TournamentView)
AS_IT_IS: Any = {"response_model_exclude_unset": True}
"""The options of a response that omit the members which only teams and matches have."""


@router.get("/tournaments", response_model=shape(list[section_views.TournamentView]))
def tournaments(view: AnyPage) -> list[section_views.TournamentView]:
    """List all tournament files of the folder."""
    return [_summary(view, one) for one in view.desks.overview()]


@router.get("/tournaments/{file}", response_model=TOURNAMENT)
def tournament(view: AtTournament) -> section_views.TournamentView:
    """Get one tournament file with its sections."""
    summary = _summary(view, FolderEntry(view.file.name, view.snapshot))
    trouble = view.file.trouble
    if trouble is not None:
        summary["trouble"] = sentence(trouble, view.words, names_of(view.file))
    return summary


def _summary(view: View, one: FolderEntry) -> section_views.TournamentView:
    trouble = view.say(one.trouble) if one.trouble else None
    if one.snapshot is None:
        return section_views.tournament_view(one.name, None, DeskState(), view.say, trouble)
    sequence, state = one.snapshot.sequence, one.snapshot.state
    return section_views.tournament_view(one.name, sequence, state, view.say)


@router.get("/tournaments/{file}/log", response_model=shape(section_views.LogView))
def log(view: AtTournament, after: After = 0, limit: Limit = 100) -> section_views.LogView:
    """List the events of the log in order, beginning after event `after`."""
    snapshot = view.snapshot
    found = snapshot.log[after : after + limit]
    last = after + len(found)
    return section_views.LogView(
        sequence=snapshot.sequence,
        items=[log_item(view.file, one, view.language) for one in found],
        next=last if last < snapshot.sequence else None,
    )


def log_item(file: TournamentFile, item: Item, language: Language) -> section_views.LogItemView:
    words = event_words(file.snapshot, item.event, language)
    text = sentence(describe_event(item.event), words, names_of(file))
    return section_views.log_item_view(item, item.sequence in file.snapshot.undone, text)


# A section


@router.get(IN_SECTION, response_model=shape(section_views.SectionView))
def section(at: AtSection) -> section_views.SectionView:
    """Get the settings of a section, and how far it has come."""
    return section_views.section_view(at.section, at.say)


@router.get(f"{IN_SECTION}/exceptions", response_model=shape(section_views.ExceptionsView))
def exceptions(at: AtShown) -> section_views.ExceptionsView:
    """List all exceptions to the rules that were made, with the statement on FIDE mode."""
    return section_views.exceptions_view(at.section, at.sentence)


@router.get(f"{IN_SECTION}/players", response_model=shape(section_views.PlayersView), **AS_IT_IS)
def players(at: AtShown, offset: After = 0, limit: Limit = 1000) -> section_views.PlayersView:
    """List all registered players: by pairing number, then those without one."""
    return section_views.players_view(at.section, offset, limit)


@router.get(
    f"{IN_SECTION}/players/{{player}}", response_model=shape(section_views.PlayerView), **AS_IT_IS
)
def player(at: AtShown, player: PlayerId) -> section_views.PlayerView:
    """Get one player by permanent id."""
    if player not in at.section.registrations:
        raise NoPlayer(player)
    (view,) = section_views.player_views(at.section, [player])
    return view


# Rounds


@router.get(f"{IN_SECTION}/rounds", response_model=shape(list[round_views.RoundView]), **AS_IT_IS)
def rounds(at: AtShown) -> list[round_views.RoundView]:
    """List all rounds that are published, and the draft of the next one."""
    last = at.section.draft.round if at.section.draft else len(at.section.rounds)
    return [_round(at, number) for number in range(1, last + 1)]


@router.get(
    f"{IN_SECTION}/rounds/{{number}}", response_model=shape(round_views.RoundView), **AS_IT_IS
)
def round_(at: AtShown, number: RoundNumber) -> round_views.RoundView:
    """Get one round: pairings, results, byes and missing results."""
    return _round(at, at.round(number))


def _round(at: SectionRequest, number: int) -> round_views.RoundView:
    section, once = at.section, at.once
    published = section.rounds[number - 1] if number <= len(section.rounds) else None
    draft = published.draft if published else section.draft
    assert draft is not None

    def compute() -> round_views.RoundView:
        past = section.rounds[: number - 1]
        basis = (section.registrations, section.order, section.settings, section.byes, *past)
        seats = once(
            ("api-seats", at.key, number, draft.system),
            lambda: round_views.seat_views(section.tournament, number, draft.system),
            basis,
        )
        return round_views.round_view(section, number, at.sentence, seats)

    return once(("api-round", at.key, number, at.language), compute)


@router.get(f"{IN_SECTION}/preview", response_model=shape(round_views.PreviewView))
def preview(at: AtSection) -> round_views.PreviewView:
    """Get the pairing that the next round would have now. Nothing is written."""
    return at.once(
        ("preview", at.key), lambda: round_views.preview_view(at.section, previewed(at.section))
    )


@router.get(f"{IN_SECTION}/schedule", response_model=shape(round_robin_views.ScheduleView))
def schedule(at: AtShown) -> round_robin_views.ScheduleView:
    """List all rounds of a round robin by its table, published or not, with the present numbers."""
    system = round_robin_of(at.system)
    return at.once(
        ("api-schedule", at.key),
        lambda: round_robin_views.schedule_view(at.section.tournament, system),
    )


# Standings


@router.get(f"{IN_SECTION}/standings", response_model=shape(table_views.StandingsView))
def standings_(at: AtShown, after: AfterRound = None) -> table_views.StandingsView:
    """Get the standings, by default after the last complete round."""

    def compute() -> table_views.StandingsView:
        words = _words(at)
        return table_views.standings_view(at.section.tournament, _standings(at, after), words)

    return at.once(("api-standings-view", at.key, after, at.language), compute)


@router.get(f"{IN_SECTION}/standings/why", response_model=shape(TextView))
def standings_why(
    at: AtShown, one: OfPlayer, other: OfPlayer, after: AfterRound = None
) -> TextView:
    """Explain why one player is ranked above another."""
    _must_play(at, one, other)
    words = _words(at)
    return TextView(text=why(at.section.tournament, _standings(at, after), one, other, words))


@router.get(f"{IN_SECTION}/standings/{{player}}", response_model=shape(table_views.TableView))
def working(at: AtShown, player: PlayerId, after: AfterRound = None) -> table_views.TableView:
    """Get the calculation of one player's tie-breaks, term by term."""
    _must_play(at, player)
    words = _words(at)
    return table_views.table_view(
        working_table(at.section.tournament, _standings(at, after), player, words)
    )


@router.get(f"{IN_SECTION}/crosstable", response_model=shape(table_views.CrosstableView))
def crosstable_(at: AtShown, after: AfterRound = None) -> table_views.CrosstableView:
    """Get the crosstable: all rounds of all players."""

    def compute() -> table_views.CrosstableView:
        tournament = at.section.tournament
        table = crosstable(tournament, find(at.system).field_rules, after)
        return table_views.crosstable_view(tournament, table, at.system)

    return at.once(("api-crosstable", at.key, after), compute)


@router.get(f"{IN_SECTION}/grid", response_model=shape(round_robin_views.GridView))
def grid(
    at: AtShown, by: By = GridOrder.NUMBER, after: AfterRound = None
) -> round_robin_views.GridView:
    """Get the table of all players against all, as for a round robin, with the open games."""

    def compute() -> round_robin_views.GridView:
        tournament = at.section.tournament
        table = _standings(at, tournament.paired_rounds if after is None else after)
        return round_robin_views.grid_view(tournament, table, _words(at), by)

    return at.once(("api-grid", at.key, by, after, at.language), compute)


@router.get(f"{IN_SECTION}/cards/{{player}}", response_model=shape(table_views.TableView))
def card(at: AtShown, player: PlayerId) -> table_views.TableView:
    """Get the pairing card of a player."""
    _must_play(at, player)
    tournament = at.section.tournament
    table = crosstable(tournament, find(at.system).field_rules)
    row = next(row for row in table.rows if row.player.id == player)
    return table_views.table_view(card_table(tournament, table, row, _words(at)))


def _words(at: SectionRequest) -> Translator:
    return translator(at.language).of_teams(at.section.has_teams)


def _standings(at: SectionRequest, after: int | None) -> Standings:
    tournament = at.section.tournament
    return at.once(("api-standings", at.key, after), lambda: standings(tournament, after))


def _must_play(at: SectionRequest, *players: int) -> None:
    for one in players:
        if one not in at.section.tournament.player:
            raise NoPlayer(one)


# The report file, as it is or for rating, and what FIDE would ask about it

if TYPE_CHECKING:
    DialectName = str
else:
    DialectName = StrEnum("Dialect", {one.upper(): one for one in DIALECTS})
OfDialect = Annotated[DialectName, Query()]


@router.get(f"{IN_SECTION}/queries", response_model=shape(QueriesView))
def queries(at: AtSection, dialect: OfDialect = DIALECTS[0]) -> QueriesView:
    """List what FIDE would reject or query in the report file."""
    found, compared = find_queries(at, dialect)
    ids = {player.number: player.id for player in at.section.listed_players}
    return queries_view(found, compared, at.say, ids)


@router.get(f"{IN_SECTION}/report-file", response_class=PlainTextResponse)
def report_file_(
    at: AtSection,
    dialect: OfDialect = DIALECTS[0],
    for_rating: bool = False,
    provisional: bool = False,
) -> str:
    """Get the report file; with `for_rating`, it has corrections that came too late to count.

    After the last round it is refused while a game is missing or adjourned, unless `provisional` is
    set; the file then says so.
    """
    return report_file(at.section.tournament, dialect, for_rating, provisional)


# The events as they happen: server-sent events

stream = api_router("Events")

AT_ONCE = 200
WHICH_FILE = N_("The events of which file? Add one of: {files}.")
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


class EventStream(StreamingResponse):
    """A response with server-sent events."""

    media_type = "text/event-stream"


@stream.get("/events", response_class=EventStream, responses=STREAM)
async def changes(
    view: AnyPage,
    after: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    file: Annotated[str | None, Query(max_length=200)] = None,
    last_event_id: Annotated[int | None, Header(ge=0, le=10**9)] = None,
) -> Response:
    """Stream which files change, and the number of their last event: `{"file": "open", "sequence":
    41}`.

    With `after` (or `Last-Event-ID`), stream the events of a file instead, as
    `/tournaments/{file}/events` does; `file` may be left out if the folder has one file.
    """
    start = after if last_event_id is None else last_event_id
    if start is not None or file is not None:
        names = view.desks.names()
        if file is None and len(names) != 1:
            raise WordError(WHICH_FILE, files=", ".join(names) or "–")
        name = names[0] if file is None else file
        await open_file(view.request, name)
        return EventStream(_items(view, view.desks.file(name), start or 0))
    return EventStream(view.desktop.news.stream(lambda file: view.still))


@stream.get("/tournaments/{file}/events", response_class=EventStream, responses=STREAM)
async def events(
    view: AnyPage,
    file: FileName,
    after: After = 0,
    last_event_id: Annotated[int | None, Header(ge=0, le=10**9)] = None,
) -> Response:
    """Stream the events of a file as the log has them, from the one after `after` (or
    `Last-Event-ID`).

    The `id` of a message is the sequence number, its `event` is the type, and its `data` an item of
    the log. A program that reconnects with the last id misses nothing.
    """
    await open_file(view.request, file)
    start = after if last_event_id is None else last_event_id
    return EventStream(_items(view, view.desks.file(file), start))


async def _items(view: View, file: TournamentFile, after: int) -> AsyncIterator[str]:
    async for _ in view.desktop.news.listen():
        if not view.still:
            return
        yield ": beat\n\n"
        while after < file.snapshot.sequence:
            found = file.snapshot.log[after : after + AT_ONCE]
            for item in found:
                one = log_item(file, item, view.language)
                data = json.dumps(one, ensure_ascii=False)
                yield f"id: {one['sequence']}\nevent: {one['type']}\ndata: {data}\n\n"
            after += len(found)
