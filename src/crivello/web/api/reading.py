"""Reading: files, sections, players, rounds, standings, crosstable, cards, log."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Query

from crivello.desk import Section as Of
from crivello.desk.actions import preview as previewed
from crivello.desk.history import Item
from crivello.desk.numbers import table_numbers
from crivello.desk.state import Registration
from crivello.desk.telling import telling
from crivello.formats.codec import encode, letters
from crivello.model.history import histories
from crivello.model.result import Bye
from crivello.model.tournament import Game
from crivello.standings.crosstable import crosstable
from crivello.standings.crosstable_views import card_table
from crivello.standings.render_data import as_json_value
from crivello.standings.standings import Standings, standings
from crivello.standings.table import Table
from crivello.standings.views import standings_table, working_table
from crivello.standings.why import why
from crivello.systems.registry import find
from crivello.web.api import models as m
from crivello.web.api.at import (
    SECURITY,
    AtSection,
    AtTournament,
    PlayerId,
    RoundNumber,
    Section,
    names_of,
)
from crivello.web.api.problems import ANSWERS, NoPlayer
from crivello.web.desks import FolderEntry, TournamentFile
from crivello.web.home.routes import progress
from crivello.web.view import AtDoor, View, sentence
from crivello.words import Language, decimal_points, translator

router = APIRouter(tags=["Reading"], responses=ANSWERS, dependencies=SECURITY)

After = Annotated[int, Query(ge=0, le=10**9)]
Limit = Annotated[int, Query(ge=1, le=1000)]
AfterRound = Annotated[int | None, Query(ge=0, le=1000)]
OfPlayer = Annotated[int, Query(ge=1, lt=10**12)]

IN_SECTION = "/tournaments/{file}/sections/{section}"


@router.get("/tournaments")
def tournaments(view: AtDoor) -> list[m.TournamentListed]:
    """All tournament files of the folder."""
    return [_listed(view, one) for one in view.desks.overview()]


@router.get("/tournaments/{file}")
def tournament(view: AtTournament) -> m.TournamentListed:
    """One file and its sections."""
    listed = _listed(view, FolderEntry(view.file.name, view.snapshot))
    trouble = view.file.trouble
    if trouble is not None:
        listed.trouble = sentence(trouble, view.language, names_of(view.file))
    return listed


@router.get("/tournaments/{file}/log")
def log(view: AtTournament, after: After = 0, limit: Limit = 100) -> m.Log:
    """What has happened, in order; `after` is the last event that is known already."""
    snapshot = view.snapshot
    found = snapshot.log[after : after + limit]
    items = [log_item(view.file, one, view.language) for one in found]
    last = after + len(items)
    return m.Log(
        sequence=snapshot.sequence, items=items, next=last if last < snapshot.sequence else None
    )


def log_item(file: TournamentFile, item: Item, language: Language) -> m.LogItem:
    entry = item.entry
    return m.LogItem(
        sequence=entry.sequence,
        time=entry.time,
        actor=entry.actor,
        reason=entry.reason,
        type=entry.type,
        event=json.loads(entry.payload),
        text=sentence(telling(item.event), language, names_of(file)),
        undone=entry.sequence in file.snapshot.undone,
    )


def _listed(view: View, one: FolderEntry) -> m.TournamentListed:
    if one.snapshot is None:
        trouble = view.say(one.trouble) if one.trouble else None
        return m.TournamentListed(file=one.name, sequence=None, sections=[], trouble=trouble)
    sections = [
        m.SectionListed(
            key=key,
            name=section.settings.name,
            progress=view.say(progress(section)),
            rounds=len(section.rounds),
            rounds_announced=section.settings.rounds,
            players=len(section.registrations),
        )
        for key, section in one.snapshot.state.sections.items()
    ]
    return m.TournamentListed(file=one.name, sequence=one.snapshot.sequence, sections=sections)


# A section


@router.get(IN_SECTION)
def section(at: AtSection) -> m.SectionTold:
    """The settings of a section, and how far it has come."""
    here = at.section
    return m.SectionTold(
        key=here.key,
        settings=encode(here.settings),
        announced=encode(here.announced),
        round=len(here.rounds),
        draft=here.draft.round if here.draft else None,
        asked=sorted(here.asked),
        progress=at.say(progress(here)),
    )


@router.get(f"{IN_SECTION}/players")
def players(at: AtSection, offset: After = 0, limit: Limit = 1000) -> m.Players:
    """Everybody who is registered: by pairing number, then those without one."""
    numbers = {player.id: player.number for player in at.section.listed}
    order = sorted(at.section.registrations, key=lambda i: (numbers.get(i, 10**9), i))
    items = [_player(at, player, numbers) for player in order[offset : offset + limit]]
    last = offset + len(items)
    return m.Players(total=len(order), items=items, next=last if last < len(order) else None)


@router.get(f"{IN_SECTION}/players/{{player}}")
def player(at: AtSection, player: PlayerId) -> m.PlayerTold:
    """One player, by his permanent id."""
    if player not in at.section.registrations:
        raise NoPlayer(player)
    return _player(at, player, {one.id: one.number for one in at.section.listed})


def _player(at: Section, player: int, numbers: dict[int, int]) -> m.PlayerTold:
    one: Registration = at.section.registrations[player]
    byes = at.snapshot.once(("byes", at.key), lambda: _byes(at.section))
    return m.PlayerTold(
        player=encode(one.player) | {"number": numbers.get(player, 0)},
        presence=letters(one.presence),
        byes=byes.get(player, []),
        table=at.section.tables.get(player),
    )


def _byes(section: Of) -> dict[int, list[m.ByeTold]]:
    byes: dict[int, list[m.ByeTold]] = {}
    for (player, number), bye in section.byes.items():
        byes.setdefault(player, []).append(m.ByeTold(round=number, bye=letters(bye)))
    return byes


# Rounds


@router.get(f"{IN_SECTION}/rounds")
def rounds(at: AtSection) -> list[m.RoundTold]:
    """All rounds that are published or being made."""
    last = at.section.draft.round if at.section.draft else len(at.section.rounds)
    return [_round(at, number) for number in range(1, last + 1)]


@router.get(f"{IN_SECTION}/rounds/{{number}}")
def round_(at: AtSection, number: RoundNumber) -> m.RoundTold:
    """One round: pairings, results, byes, what is missing."""
    return _round(at, at.round(number))


@router.get(f"{IN_SECTION}/preview")
def preview(at: AtSection) -> m.Preview:
    """What pairing the next round would give. Nothing is written."""
    kept = at.snapshot.once(("preview", at.key), lambda: previewed(at.section))
    return m.Preview(
        round=at.section.next_round,
        boards=[m.Pair(white=one.white, black=one.black) for one in kept.pairing.boards],
        bye=kept.pairing.bye,
        released=[m.Pair(white=one, black=other) for one, other in kept.released],
    )


def _round(at: Section, number: int) -> m.RoundTold:
    return at.snapshot.once(("api-round", at.key, number, at.language), lambda: told(at, number))


def told(at: Section, number: int) -> m.RoundTold:
    """A round as it stands."""
    section = at.section
    published = section.rounds[number - 1] if number <= len(section.rounds) else None
    draft = published.draft if published else section.draft
    assert draft is not None
    if published:
        games, bye, tables = published.games, published.bye, published.tables
    else:
        games = tuple(Game(white, black) for white, black in draft.boards)
        bye = draft.bye
        tables = table_numbers(draft.boards, section.announced, section.tables)
    past = section.rounds[: number - 1]
    basis = (section.registrations, section.order, section.settings, section.byes, *past)
    seats = at.snapshot.once(("api-seats", at.key, number), lambda: _seats(at, number), basis)
    boards = [
        m.Board(
            board=board,
            table=table,
            white=seats[game.white],
            black=seats[game.black],
            result=letters(game.result) if game.result else None,
            reversed=game.reversed,
            rating_result=letters(game.rating_result) if game.rating_result else None,
        )
        for board, (table, game) in enumerate(zip(tables, games, strict=True), start=1)
    ]
    away = [] if bye is None else [m.Away(player=bye, bye=letters(Bye.PAIRING_ALLOCATED))]
    away += [
        m.Away(player=player, bye=letters(kind))
        for (player, of), kind in section.byes.items()
        if of == number and player != bye
    ]
    return m.RoundTold(
        round=number,
        state=m.RoundState.PUBLISHED if published else m.RoundState.DRAFT,
        system=draft.system,
        by_hand=draft.by_hand,
        boards=boards,
        away=away,
        missing=[one.table for one in boards if one.result is None] if published else [],
        results_published=(published.results_published or None) if published else None,
        ended=bool(published and published.ended),
        remarks=[
            m.Note(text=at.sentence(one), article=one.article, players=list(one.players))
            for one in draft.remarks
        ],
    )


def _seats(at: Section, number: int) -> dict[int, m.Seat]:
    unit = at.section.settings.scoring.unit
    past = histories(at.section.tournament, number)
    return {
        player.id: m.Seat(
            id=player.id,
            number=player.number,
            name=player.name,
            points=_points(past[player.id].score if player.id in past else 0, unit),
        )
        for player in at.section.listed
    }


def _points(units: int, unit: int) -> str:
    return decimal_points(units, unit, Language.EN)


# How it stands


@router.get(f"{IN_SECTION}/standings")
def standings_(at: AtSection, after: AfterRound = None) -> m.StandingsTold:
    """The standings, by default after the last round that is complete."""
    key = ("api-standings-told", at.key, after, at.language)
    return at.snapshot.once(key, lambda: _standings_told(at, after))


def _standings_told(at: Section, after: int | None) -> m.StandingsTold:
    table = _standings(at, after)
    words = translator(at.language)
    view = standings_table(at.section.tournament, table, words)
    first = next(i for i, column in enumerate(view.columns) if column.key == "PTS")
    rows = [
        m.Standing(
            rank=row.rank,
            id=row.player.id,
            number=row.player.number,
            name=row.player.name,
            points=_points(row.score, table.unit),
            tie_breaks=[
                m.TieBreak(code=column.key, value=cell.raw)
                for column, cell in zip(view.columns[first + 1 :], cells[first + 1 :], strict=True)
            ],
        )
        for row, cells in zip(table.rows, view.rows, strict=True)
    ]
    return m.StandingsTold(
        round=table.round, open_games=table.open_games, rows=rows, notes=list(view.notes)
    )


@router.get(f"{IN_SECTION}/standings/why")
def standings_why(
    at: AtSection, one: OfPlayer, other: OfPlayer, after: AfterRound = None
) -> m.Sentence:
    """Why one player stands before the other."""
    _must_play(at, one, other)
    words = translator(at.language)
    text = why(at.section.tournament, _standings(at, after), one, other, words)
    return m.Sentence(text=text)


@router.get(f"{IN_SECTION}/standings/{{player}}")
def working(at: AtSection, player: PlayerId, after: AfterRound = None) -> m.TableTold:
    """How the tie-breaks of one player came about, term by term."""
    _must_play(at, player)
    table = _standings(at, after)
    words = translator(at.language)
    return _table(working_table(at.section.tournament, table, player, words))


@router.get(f"{IN_SECTION}/crosstable")
def crosstable_(at: AtSection, after: AfterRound = None) -> m.CrosstableTold:
    """All rounds of all players."""
    return at.snapshot.once(("api-crosstable", at.key, after), lambda: _crosstable(at, after))


def _crosstable(at: Section, after: int | None) -> m.CrosstableTold:
    table = crosstable(at.section.tournament, find(at.system).field_rules, after)
    rows = [
        m.CrosstableRow(
            id=row.player.id,
            number=row.player.number,
            name=row.player.name,
            points=_points(row.score, table.unit),
            rounds=[
                m.Cell(
                    round=number,
                    opponent=cell.opponent,
                    colour=letters(cell.colour) if cell.colour else None,
                    result=letters(cell.award) if cell.known else None,
                    played=cell.played and cell.known,
                    float=cell.float.value if cell.float else None,
                    points=_points(cell.score, table.unit),
                )
                for number, cell in enumerate(row.cells, start=1)
            ],
        )
        for row in table.rows
    ]
    return m.CrosstableTold(round=table.rounds, rows=rows)


@router.get(f"{IN_SECTION}/cards/{{player}}")
def card(at: AtSection, player: PlayerId) -> m.TableTold:
    """The pairing card of a player."""
    _must_play(at, player)
    tournament = at.section.tournament
    table = crosstable(tournament, find(at.system).field_rules)
    row = next(row for row in table.rows if row.player.id == player)
    return _table(card_table(tournament, table, row, translator(at.language)))


def _standings(at: Section, after: int | None) -> Standings:
    tournament = at.section.tournament
    return at.snapshot.once(("api-standings", at.key, after), lambda: standings(tournament, after))


def _must_play(at: Section, *players: int) -> None:
    for one in players:
        if one not in at.section.tournament.player:
            raise NoPlayer(one)


def _table(table: Table) -> m.TableTold:
    value = as_json_value(table)
    columns = [column.key for column in table.columns]
    return m.TableTold(
        title=value["title"], columns=columns, rows=value["rows"], notes=value["notes"]
    )
