"""Reading: files, sections, players, rounds, standings, crosstable, cards, log.

Every answer is a view of `reports.views`: the same JSON that `crivello … --json` writes.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from crivello.desk.actions import preview as previewed
from crivello.desk.history import Item
from crivello.desk.state import DeskState
from crivello.desk.telling import telling
from crivello.reports.views.round import (
    PreviewView,
    RoundView,
    preview_view,
    round_view,
    seat_views,
)
from crivello.reports.views.section import (
    LogItemView,
    LogView,
    PlayersView,
    PlayerView,
    SectionView,
    TournamentView,
    log_item_view,
    player_views,
    players_view,
    section_view,
    tournament_view,
)
from crivello.reports.views.tables import (
    CrosstableView,
    StandingsView,
    TableView,
    crosstable_view,
    standings_view,
    table_view,
)
from crivello.reports.views.values import TextView
from crivello.standings.crosstable import card_table, crosstable
from crivello.standings.standings import Standings, standings
from crivello.standings.views import why, working_table
from crivello.systems.registry import find
from crivello.web.api.problems import NoPlayer
from crivello.web.api.scope import (
    AtSection,
    AtShown,
    AtTournament,
    PlayerId,
    RoundNumber,
    SectionRequest,
    api_router,
    names_of,
)
from crivello.web.api.shapes import shape
from crivello.web.desks import FolderEntry, TournamentFile
from crivello.web.view import AtDoor, View, sentence
from crivello.words import Language, translator

router = api_router("Reading")

After = Annotated[int, Query(ge=0, le=10**9)]
Limit = Annotated[int, Query(ge=1, le=1000)]
AfterRound = Annotated[int | None, Query(ge=0, le=1000)]
OfPlayer = Annotated[int, Query(ge=1, lt=10**12)]

IN_SECTION = "/tournaments/{file}/sections/{section}"
TOURNAMENT = shape(TournamentView)


@router.get("/tournaments", response_model=shape(list[TournamentView]))
def tournaments(view: AtDoor) -> list[TournamentView]:
    """All tournament files of the folder."""
    return [_summary(view, one) for one in view.desks.overview()]


@router.get("/tournaments/{file}", response_model=TOURNAMENT)
def tournament(view: AtTournament) -> TournamentView:
    """One file and its sections."""
    summary = _summary(view, FolderEntry(view.file.name, view.snapshot))
    trouble = view.file.trouble
    if trouble is not None:
        summary["trouble"] = sentence(trouble, view.language, names_of(view.file))
    return summary


def _summary(view: View, one: FolderEntry) -> TournamentView:
    trouble = view.say(one.trouble) if one.trouble else None
    if one.snapshot is None:
        return tournament_view(one.name, None, DeskState(), view.say, trouble)
    return tournament_view(one.name, one.snapshot.sequence, one.snapshot.state, view.say)


@router.get("/tournaments/{file}/log", response_model=shape(LogView))
def log(view: AtTournament, after: After = 0, limit: Limit = 100) -> LogView:
    """What has happened, in order; `after` is the last event that is known already."""
    snapshot = view.snapshot
    found = snapshot.log[after : after + limit]
    last = after + len(found)
    return LogView(
        sequence=snapshot.sequence,
        items=[log_item(view.file, one, view.language) for one in found],
        next=last if last < snapshot.sequence else None,
    )


def log_item(file: TournamentFile, item: Item, language: Language) -> LogItemView:
    text = sentence(telling(item.event), language, names_of(file))
    return log_item_view(item, item.sequence in file.snapshot.undone, text)


# A section


@router.get(IN_SECTION, response_model=shape(SectionView))
def section(at: AtSection) -> SectionView:
    """The settings of a section, and how far it has come."""
    return section_view(at.section, at.say)


@router.get(f"{IN_SECTION}/players", response_model=shape(PlayersView))
def players(at: AtShown, offset: After = 0, limit: Limit = 1000) -> PlayersView:
    """Everybody who is registered: by pairing number, then those without one."""
    return players_view(at.section, offset, limit)


@router.get(f"{IN_SECTION}/players/{{player}}", response_model=shape(PlayerView))
def player(at: AtShown, player: PlayerId) -> PlayerView:
    """One player, by permanent id."""
    if player not in at.section.registrations:
        raise NoPlayer(player)
    (view,) = player_views(at.section, [player])
    return view


# Rounds


@router.get(f"{IN_SECTION}/rounds", response_model=shape(list[RoundView]))
def rounds(at: AtShown) -> list[RoundView]:
    """All rounds that are published or being made."""
    last = at.section.draft.round if at.section.draft else len(at.section.rounds)
    return [_round(at, number) for number in range(1, last + 1)]


@router.get(f"{IN_SECTION}/rounds/{{number}}", response_model=shape(RoundView))
def round_(at: AtShown, number: RoundNumber) -> RoundView:
    """One round: pairings, results, byes, what is missing."""
    return _round(at, at.round(number))


def _round(at: SectionRequest, number: int) -> RoundView:
    section, once = at.section, at.once
    published = section.rounds[number - 1] if number <= len(section.rounds) else None
    draft = published.draft if published else section.draft
    assert draft is not None

    def compute() -> RoundView:
        past = section.rounds[: number - 1]
        basis = (section.registrations, section.order, section.settings, section.byes, *past)
        seats = once(
            ("api-seats", at.key, number, draft.system),
            lambda: seat_views(section.tournament, number, draft.system),
            basis,
        )
        return round_view(section, number, at.sentence, seats)

    return once(("api-round", at.key, number, at.language), compute)


@router.get(f"{IN_SECTION}/preview", response_model=shape(PreviewView))
def preview(at: AtSection) -> PreviewView:
    """What pairing the next round would give. Nothing is written."""
    return at.once(("preview", at.key), lambda: preview_view(at.section, previewed(at.section)))


# Standings


@router.get(f"{IN_SECTION}/standings", response_model=shape(StandingsView))
def standings_(at: AtShown, after: AfterRound = None) -> StandingsView:
    """The standings, by default after the last round that is complete."""

    def compute() -> StandingsView:
        words = translator(at.language)
        return standings_view(at.section.tournament, _standings(at, after), words)

    return at.once(("api-standings-view", at.key, after, at.language), compute)


@router.get(f"{IN_SECTION}/standings/why", response_model=shape(TextView))
def standings_why(
    at: AtShown, one: OfPlayer, other: OfPlayer, after: AfterRound = None
) -> TextView:
    """Why one player stands before the other."""
    _must_play(at, one, other)
    words = translator(at.language)
    return TextView(text=why(at.section.tournament, _standings(at, after), one, other, words))


@router.get(f"{IN_SECTION}/standings/{{player}}", response_model=shape(TableView))
def working(at: AtShown, player: PlayerId, after: AfterRound = None) -> TableView:
    """How the tie-breaks of one player came about, term by term."""
    _must_play(at, player)
    words = translator(at.language)
    return table_view(working_table(at.section.tournament, _standings(at, after), player, words))


@router.get(f"{IN_SECTION}/crosstable", response_model=shape(CrosstableView))
def crosstable_(at: AtShown, after: AfterRound = None) -> CrosstableView:
    """All rounds of all players."""

    def compute() -> CrosstableView:
        tournament = at.section.tournament
        table = crosstable(tournament, find(at.system).field_rules, after)
        return crosstable_view(tournament, table, at.system)

    return at.once(("api-crosstable", at.key, after), compute)


@router.get(f"{IN_SECTION}/cards/{{player}}", response_model=shape(TableView))
def card(at: AtShown, player: PlayerId) -> TableView:
    """The pairing card of a player."""
    _must_play(at, player)
    tournament = at.section.tournament
    table = crosstable(tournament, find(at.system).field_rules)
    row = next(row for row in table.rows if row.player.id == player)
    return table_view(card_table(tournament, table, row, translator(at.language)))


def _standings(at: SectionRequest, after: int | None) -> Standings:
    tournament = at.section.tournament
    return at.once(("api-standings", at.key, after), lambda: standings(tournament, after))


def _must_play(at: SectionRequest, *players: int) -> None:
    for one in players:
        if one not in at.section.tournament.player:
            raise NoPlayer(one)
