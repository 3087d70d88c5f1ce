"""Compute the state from the events: each event changes what it states, and nothing else.

No pairing engine is called and no rule is applied, so a file means the same to all later versions
of the program. Whether an event is allowed is checked in `preconditions`, before it is written.
`Undone` and `Redone` are handled in `log`, which applies the remaining events again.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

from crivello.desk import events as e
from crivello.desk.events import Meta
from crivello.desk.exceptions import ExceptionClass
from crivello.desk.recording import exceptions_of
from crivello.desk.state import (
    DeskState,
    PublishedRound,
    Registration,
    Section,
    limit_to_players,
    losers_by_forfeit,
)
from crivello.model.keys import pairs_matches
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import PointsAdjustment
from crivello.model.tables import GameTable, games_of_match, result_of
from crivello.model.tournament import Game
from crivello.standings.tie_breaks import LOT_TAG

T = TypeVar("T")


def apply(state: DeskState, event: e.Event, meta: Meta) -> DeskState:
    """Return the state after one more event, with the exceptions to the rules that the event
    makes.
    """
    if isinstance(event, e.CorrectedInSections):
        for one in event.corrections:  # each section records its own exceptions
            state = apply(state, one, meta)
        return state
    found = exceptions_of(event, state, meta)
    state = _apply(state, event, meta)
    if found and isinstance(event, e.SectionEvent):
        section = state.section(event.section)
        state = state.with_section(replace(section, recorded=(*section.recorded, *found)))
    return state


def _apply(state: DeskState, event: e.Event, meta: Meta) -> DeskState:
    if isinstance(event, e.SectionOpened):
        opened = Section(event.section, event.settings, event.announced)
        return state.with_section(_mark_if_left(opened, meta))
    if isinstance(event, e.ScheduleSet):
        return DeskState({key: _schedule(s, event) for key, s in state.sections.items()})
    if isinstance(event, e.PlayerMoved):
        return _move_player(state, event)
    assert isinstance(event, e.SectionEvent), event
    return state.with_section(_apply_to_section(event, state.section(event.section), meta))


def apply_all(state: DeskState, events: Iterable[tuple[e.Event, Meta]]) -> DeskState:
    """Return the state after these events, the same as with `apply` one by one.

    Consecutive results of a round are applied together: the games of a round are one tuple, and to
    copy it for each result would take most of the time of opening a file.
    """
    waiting: list[e.EnteredResult] = []
    where = ("", 0)
    for event, meta in events:
        if isinstance(event, e.ResultsEntered):
            if (event.section, event.round) != where:
                state = _enter_pending(state, where, waiting)
                waiting, where = [], (event.section, event.round)
            waiting += event.results
        else:
            state = apply(_enter_pending(state, where, waiting), event, meta)
            waiting = []
    return _enter_pending(state, where, waiting)


def _enter_pending(
    state: DeskState, where: tuple[str, int], results: list[e.EnteredResult]
) -> DeskState:
    if not results:
        return state
    return apply(state, e.ResultsEntered(*where, tuple(results)), Meta())


def _schedule(section: Section, event: e.ScheduleSet) -> Section:
    names = ("city", "federation", "start", "end", "round_dates")
    section = _with_settings(section, **{name: getattr(event, name) for name in names})
    return replace(section, announced=replace(section.announced, round_times=event.round_times))


def _move_player(state: DeskState, event: e.PlayerMoved) -> DeskState:
    source, target = state.section(event.section), state.section(event.to)
    moved = source.registrations[event.player]
    source = _remove_players(source, {event.player})
    registrations = {**target.registrations, event.player: moved}
    return state.with_section(source).with_section(replace(target, registrations=registrations))


def _remove_players(section: Section, gone: set[int]) -> Section:
    """Return the section without these players and without their byes, tables and groups."""
    registrations = _without(section.registrations, gone)
    return replace(
        section,
        settings=limit_to_players(section.settings, set(registrations)),
        registrations=registrations,
        byes={key: bye for key, bye in section.byes.items() if key[0] not in gone},
        tables=_without(section.tables, gone),
    )


def _without(table: Mapping[int, T], keys: Iterable[int]) -> dict[int, T]:
    gone = set(keys)
    return {key: value for key, value in table.items() if key not in gone}


@singledispatch
def _apply_to_section(event: e.SectionEvent, section: Section, meta: Meta) -> Section:
    raise NotImplementedError(type(event).__name__)


@_apply_to_section.register
def _apply_settings_changed(event: e.SettingsChanged, section: Section, meta: Meta) -> Section:
    # What has its own events stays as these left it.
    names = ["initial_colour", "forbidden", "keep_apart", "must_meet", "adjustments"]
    names += ["acceleration"] if section.rounds else []
    own = {name: getattr(section.settings, name) for name in names}
    settings = replace(event.settings, **own)
    return _mark_if_left(replace(section, settings=settings, announced=event.announced), meta)


@_apply_to_section.register
def _apply_fide_mode_left(event: e.FideModeLeft, section: Section, meta: Meta) -> Section:
    return _mark_if_left(
        replace(section, announced=replace(section.announced, fide_mode=False)), meta
    )


@_apply_to_section.register
def _apply_online_key_recorded(event: e.OnlineKeyRecorded, section: Section, meta: Meta) -> Section:
    if event.step is e.KeyStep.ASKED:
        return replace(section, online_key_asked=meta.time)
    key = event.key or section.online_key
    return replace(section, online_key=key, online_key_asked="")


def _mark_if_left(section: Section, meta: Meta) -> Section:
    """Return the section with `meta` as when and why it left FIDE mode, if it has just left it."""
    if section.announced.fide_mode is not False or section.left_fide_mode is not None:
        return section
    return replace(section, left_fide_mode=meta)


@_apply_to_section.register
def _apply_players_registered(event: e.PlayersRegistered, section: Section, meta: Meta) -> Section:
    new = {player.id: Registration(player) for player in event.players}
    return replace(section, registrations={**section.registrations, **new})


@_apply_to_section.register
def _apply_teams_registered(event: e.TeamsRegistered, section: Section, meta: Meta) -> Section:
    new = {
        one.team.id: Registration(one.team, members=one.members, captain=one.captain)
        for one in event.teams
    }
    return replace(section, registrations={**section.registrations, **new})


@_apply_to_section.register
def _apply_team_changed(event: e.TeamChanged, section: Section, meta: Meta) -> Section:
    section = replace(section, order=event.order or section.order)
    one = event.team
    kept = section.registrations[one.team.id]
    changed = replace(kept, player=one.team, members=one.members, captain=one.captain)
    return replace(section, registrations={**section.registrations, one.team.id: changed})


@_apply_to_section.register
def _apply_lineups_set(event: e.LineupsSet, section: Section, meta: Meta) -> Section:
    given = {one.team: one.players for one in event.lineups}
    if event.round > len(section.rounds):
        coming = {(team, event.round): players for team, players in given.items()}
        return replace(section, lineups={**section.lineups, **coming})
    this = section.rounds[event.round - 1]
    changed = replace(this, lineups={**this.lineups, **given})
    return _with_round(section, event.round, _seat_players(section, changed, given))


def _seat_players(
    section: Section, this: PublishedRound, changed: Container[int]
) -> PublishedRound:
    """Return the round with new boards for the matches of the changed teams, by their line-ups."""
    games, boards = [], []
    for at, match in enumerate(this.games):
        if match.white in changed or match.black in changed or at >= len(this.boards):
            found = games_of_match(section.settings, match.white, match.black, this.lineups)
            boards.append(found)
            games.append(
                replace(match, result=result_of(section.settings, match, this.lineups, found))
            )
        else:
            boards.append(this.boards[at])
            games.append(match)
    return replace(this, games=tuple(games), boards=tuple(boards))


@_apply_to_section.register
def _apply_players_removed(event: e.PlayersRemoved, section: Section, meta: Meta) -> Section:
    return _remove_players(section, set(event.players))


@_apply_to_section.register
def _apply_player_corrected(event: e.PlayerCorrected, section: Section, meta: Meta) -> Section:
    several = e.PlayersCorrected(event.section, (event.player,), event.order)
    return _apply_to_section(several, section, meta)


@_apply_to_section.register
def _apply_players_corrected(event: e.PlayersCorrected, section: Section, meta: Meta) -> Section:
    section = replace(section, order=event.order or section.order)
    return _with_players(section, event.players)


@_apply_to_section.register
def _apply_numbers_exchanged(event: e.NumbersExchanged, section: Section, meta: Meta) -> Section:
    exchanges = (*section.exchanges, event.players)
    return replace(section, exchanges=exchanges, order=event.order or section.order)


@_apply_to_section.register
def _apply_lots_drawn(event: e.LotsDrawn, section: Section, meta: Meta) -> Section:
    lots = [
        section.registrations[player].player.with_tag(LOT_TAG, str(lot))
        for lot, player in enumerate(event.players, start=1)
    ]
    return _with_players(section, lots)


@_apply_to_section.register
def _apply_roll_called(event: e.RollCalled, section: Section, meta: Meta) -> Section:
    called = {
        player: replace(section.registrations[player], presence=event.presence)
        for player in event.players
    }
    return replace(section, registrations={**section.registrations, **called})


@_apply_to_section.register
def _apply_colour_drawn(event: e.ColourDrawn, section: Section, meta: Meta) -> Section:
    return _with_settings(section, initial_colour=event.colour)


@_apply_to_section.register
def _apply_apart_set(event: e.ApartSet, section: Section, meta: Meta) -> Section:
    return _with_settings(section, forbidden=event.forbidden, keep_apart=event.keep_apart)


@_apply_to_section.register
def _apply_meetings_set(event: e.MeetingsSet, section: Section, meta: Meta) -> Section:
    return _with_settings(section, must_meet=event.pairs)


@_apply_to_section.register
def _apply_tables_fixed(event: e.TablesFixed, section: Section, meta: Meta) -> Section:
    return replace(section, tables=dict(event.tables))


@_apply_to_section.register
def _apply_players_admitted(event: e.PlayersAdmitted, section: Section, meta: Meta) -> Section:
    """Admit late entries; each missed round gives the announced points (C.04.2: 2.4)."""
    # C.04.2.C.2 (3); C.04.2.C.3 (2)
    registrations = dict(section.registrations)
    byes = dict(section.byes)
    missed = section.announced.missed_rounds
    for player in event.players:
        kept = registrations[player]
        entered = replace(kept.player, entered=section.next_round)
        registrations[player] = replace(kept, player=entered, presence=e.Presence.PRESENT)
        if missed is not Bye.ZERO_POINT:
            byes |= {(player, number): missed for number in range(1, section.next_round)}
    return replace(section, registrations=registrations, order=event.order, byes=byes)


@_apply_to_section.register
def _apply_byes_requested(event: e.ByesRequested, section: Section, meta: Meta) -> Section:
    asked = {(one.player, one.round): one.bye for one in event.byes}
    section = _without_byes(section, set(asked))
    return replace(section, byes={**section.byes, **asked})


@_apply_to_section.register
def _apply_byes_cancelled(event: e.ByesCancelled, section: Section, meta: Meta) -> Section:
    return _without_byes(section, set(event.byes))


OF_BYES = (ExceptionClass.FULL_POINT_BYE, ExceptionClass.HALF_POINT_BYES)


def _without_byes(section: Section, gone: set[tuple[int, int]]) -> Section:
    """Return the section without these byes, and without the exceptions recorded for them."""
    recorded = tuple(
        one
        for one in section.recorded
        if one.kind not in OF_BYES or (one.players[0], one.round) not in gone
    )
    byes = {where: bye for where, bye in section.byes.items() if where not in gone}
    return replace(section, byes=byes, recorded=recorded)


@_apply_to_section.register
def _apply_players_left(event: e.PlayersLeft, section: Section, meta: Meta) -> Section:
    for number, entered in event.forfeits:
        section = _enter_results(section, number, (entered,))
    after = event.after or (len(section.rounds),) * len(event.players)
    for player, number in zip(event.players, after, strict=True):
        section = _set_departure(section, (player,), number, event.expelled)
    return section


@_apply_to_section.register
def _apply_players_returned(event: e.PlayersReturned, section: Section, meta: Meta) -> Section:
    return _set_departure(section, event.players, None, expelled=False)


def _set_departure(
    section: Section, players: tuple[int, ...], after: int | None, expelled: bool
) -> Section:
    gone = [section.registrations[player].player for player in players]
    section = replace(section, no_shows=section.no_shows - set(players))
    changed = (replace(one, withdrawn_after=after, expelled=expelled) for one in gone)
    return _with_players(section, changed)


@_apply_to_section.register
def _apply_round_paired(event: e.RoundPaired, section: Section, meta: Meta) -> Section:
    return replace(section, draft=event)


@_apply_to_section.register
def _apply_pairing_changed(event: e.PairingChanged, section: Section, meta: Meta) -> Section:
    assert section.draft is not None
    draft = replace(section.draft, boards=event.boards, bye=event.bye, by_hand=True)
    return replace(section, draft=replace(draft, remarks=event.remarks))


@_apply_to_section.register
def _apply_pairing_discarded(event: e.PairingDiscarded, section: Section, meta: Meta) -> Section:
    return replace(section, draft=None)


@_apply_to_section.register
def _apply_round_published(event: e.RoundPublished, section: Section, meta: Meta) -> Section:
    draft = section.draft
    assert draft is not None
    games = tuple(Game(*pair) for pair in draft.boards)
    order = draft.order or section.order
    players = tuple(section.registrations[player].player for player in order)
    lineups = {one.team: one.players for one in event.lineups}
    this = PublishedRound(draft, games, draft.bye, event.tables, players=players, lineups=lineups)
    if pairs_matches(section.settings.system):
        this = _seat_players(section, this, ())
    if event.last_of_group_a is not None:
        border = replace(section.settings.acceleration, last_of_group_a=event.last_of_group_a)
        section = _with_settings(section, acceleration=border)
    rounds = (*section.rounds, this)
    return replace(section, rounds=rounds, order=order, draft=None, play_on=frozenset())


@_apply_to_section.register
def _apply_schedule_published(event: e.SchedulePublished, section: Section, meta: Meta) -> Section:
    players = tuple(section.registrations[player].player for player in event.order)
    rounds = tuple(
        PublishedRound(
            draft, tuple(Game(*pair) for pair in draft.boards), None, tables, players=players
        )
        for draft, tables in zip(event.rounds, event.tables, strict=True)
    )
    return replace(section, rounds=rounds, order=event.order, draft=None)


@_apply_to_section.register
def _apply_published_pairing_changed(
    event: e.PublishedPairingChanged, section: Section, meta: Meta
) -> Section:
    this = section.rounds[event.round - 1]
    dropped = [game for game in this.games if (game.white, game.black) not in event.boards]
    gone = losers_by_forfeit(dropped) & section.asked  # their results go, the question does not
    section = replace(section, no_shows=section.no_shows | gone)
    known = {(game.white, game.black): game for game in this.games}
    games = tuple(known.get(pair, Game(*pair)) for pair in event.boards)
    seated = {player for pair in event.boards for player in pair} | {event.bye}
    byes = {k: b for k, b in section.byes.items() if k[1] != event.round or k[0] not in seated}
    changed = replace(this, games=games, bye=event.bye, tables=event.tables)
    if this.boards:
        boards = {
            (game.white, game.black): one for game, one in zip(this.games, this.boards, strict=True)
        }
        lineups = {**this.lineups, **{one.team: one.players for one in event.lineups}}
        new = {player for pair in event.boards if pair not in boards for player in pair}
        kept = tuple(boards.get(pair, ()) for pair in event.boards)
        changed = _seat_players(section, replace(changed, lineups=lineups, boards=kept), new)
    seats = [section.registrations[player].player for player in seated if player is not None]
    # A late entry may still play this round.
    entered = [replace(one, entered=event.round) for one in seats if one.entered > event.round]
    section = _with_players(replace(section, byes=byes), entered)
    then = {player.id: player for player in this.players}
    players = tuple(
        then.get(player, section.registrations[player].player)
        for player in section.order
        if player in then or player in seated
    )
    return _with_round(section, event.round, replace(changed, players=players))


@_apply_to_section.register
def _apply_results_entered(event: e.ResultsEntered, section: Section, meta: Meta) -> Section:
    return _enter_results(section, event.round, event.results)


@_apply_to_section.register
def _apply_no_shows(event: e.NoShows, section: Section, meta: Meta) -> Section:
    section = _enter_results(section, event.round, event.results)
    marked = set(event.players)
    section = replace(section, no_shows=section.no_shows | marked, play_on=section.play_on - marked)
    return (
        section
        if event.plays_on is None
        else _record_answer(section, event.players, event.plays_on)
    )


@_apply_to_section.register
def _apply_no_shows_answered(event: e.NoShowsAnswered, section: Section, meta: Meta) -> Section:
    return _record_answer(section, event.players, event.plays_on)


def _record_answer(section: Section, players: tuple[int, ...], plays_on: bool) -> Section:
    if not plays_on:
        return _set_departure(section, players, len(section.rounds), expelled=False)
    answered = set(players)
    return replace(
        section, no_shows=section.no_shows - answered, play_on=section.play_on | answered
    )


def _enter_results(section: Section, number: int, results: tuple[e.EnteredResult, ...]) -> Section:
    this = section.rounds[number - 1]
    tables: dict[int, GameTable] = {}
    for one in results:
        table = tables.get(one.board) or this.table(one.board)
        tables[one.board] = table.with_results(section.settings, one.seen, one.turned_boards)
    if section.no_shows:
        # A player taken for absent who played after all is no longer asked about.
        came = (one for one in results if one.result is not Result.DOUBLE_FORFEIT)
        heard = {player for one in came for player in (one.white, one.black)}
        section = replace(section, no_shows=section.no_shows - heard)
    return _with_round(section, number, this.with_tables(tables.values()))


@_apply_to_section.register
def _apply_results_published(event: e.ResultsPublished, section: Section, meta: Meta) -> Section:
    this = section.rounds[event.round - 1]
    return _with_round(section, event.round, replace(this, results_published=meta.time))


@_apply_to_section.register
def _apply_round_ended(event: e.RoundEnded, section: Section, meta: Meta) -> Section:
    this = section.rounds[event.round - 1]
    return _with_round(section, event.round, replace(this, ended=True))


@_apply_to_section.register
def _apply_result_corrected(event: e.ResultCorrected, section: Section, meta: Meta) -> Section:
    this = section.rounds[event.round - 1]
    table = this.table(event.was.board)
    if event.effect is e.Effect.RATING:
        # The game that counts stays as it is; what is sent for rating is kept beside it.
        both = enumerate(zip(event.was.seen, event.seen, strict=True), start=1)
        changed = {board for board, (old, new) in both if old is not new}
        after = table.with_rating_results(event.seen, changed.union(event.boards), event.turned)
    else:
        after = table.with_results(section.settings, event.seen, event.right.turned_boards)
    return _with_round(section, event.round, this.with_tables((after,)))


@_apply_to_section.register
def _apply_points_adjusted(event: e.PointsAdjusted, section: Section, meta: Meta) -> Section:
    given = PointsAdjustment(event.players, event.points, event.round or None)
    return _with_settings(section, adjustments=(*section.settings.adjustments, given))


def _with_settings(section: Section, **changes: Any) -> Section:
    return replace(section, settings=replace(section.settings, **changes))


def _with_players(section: Section, players: Iterable[Player]) -> Section:
    """Return the section in which these players replace those with the same ids."""
    changed = {one.id: replace(section.registrations[one.id], player=one) for one in players}
    return replace(section, registrations={**section.registrations, **changed})


def _with_round(section: Section, number: int, this: PublishedRound) -> Section:
    rounds = (*section.rounds[: number - 1], this, *section.rounds[number:])
    return replace(section, rounds=rounds)
