"""The conditions under which an event may happen.

They are checked before an event is written, and again for later events when an earlier one is
undone. So what remains after an undo could have been done without the undone event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import singledispatch

from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement, LineupOrder
from crivello.desk.events import Boards, ChangeCase, Effect
from crivello.desk.fide_mode import forbidden_settings
from crivello.desk.rounds import basis, effect_now, who_came, who_did_not, without_opponent
from crivello.desk.state import DeskState, PublishedRound, Section
from crivello.model.errors import Problem, about
from crivello.model.history import histories
from crivello.model.keys import has_two_games, is_round_robin, pairs_matches
from crivello.model.player import Player
from crivello.model.result import BYE_NAMES, Bye, Result, is_undecided
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.model.settings import Settings
from crivello.model.tables import GameTable
from crivello.model.tournament import Game, Tournament
from crivello.rules.acceleration import virtual_points
from crivello.rules.handling import Handling, handling_of
from crivello.rules.initial_order import FROZEN_FROM
from crivello.standings.tie_breaks import parse_list
from crivello.systems.registry import find

MOST_ROUNDS = 99
"""More than any tournament has: a slip of the finger, which pages would list one by one."""
OPEN_GAME = N_("Round {round}, table {table}: {white} – {black} has no result.")


@singledispatch
def check(event: e.Event, state: DeskState) -> None:
    """Raise a `Refusal` if this event may not happen in this state."""
    raise NotImplementedError(type(event).__name__)


# Sections and their settings; who is kept apart or announced to meet; fixed tables


@check.register
def _check_section_opened(event: e.SectionOpened, state: DeskState) -> None:
    if event.section in state.sections:
        raise r.SectionExists(section=event.section)
    _announcement(event.settings, event.announced, 0)


@check.register
def _check_settings_changed(event: e.SettingsChanged, state: DeskState) -> None:
    # C.04.1.a (1); C.04.2.A.3 (1)
    section = state.section(event.section)
    _same_promise(section, event.announced)
    _announcement(event.settings, event.announced, len(section.rounds))
    if section.registrations:
        kind = replace(section, settings=event.settings)
        if kind.has_teams != section.has_teams:
            raise r.KindFixed()
    if not section.rounds:
        return
    # All that a pairing already made was announced under (C.04.1: 1; C.04.2: 1.2).
    old, new = section.settings, event.settings
    rounds = old.rounds == new.rounds or section.announced.fide_mode is False
    equal = section.announced.equal_ratings is event.announced.equal_ratings
    for key, what, same in (
        ("system", N_("the pairing system"), old.system == new.system),
        ("rounds", N_("the number of rounds"), rounds),
        ("scoring", N_("the scoring"), old.scoring == new.scoring),
        ("boards", N_("the boards and points of a match"), old.team_event == new.team_event),
        ("acceleration", N_("the acceleration"), _method(old) == _method(new)),
        ("options", N_("the options of the pairing system"), old.options == new.options),
        ("order", N_("the rating that orders the list"), old.rating_method == new.rating_method),
        ("equal", N_("the order of equal ratings"), equal),
    ):
        if not same:
            with about(key):
                raise r.SettingFixed(what=Sentence(what))


def _same_promise(section: Section, announced: Announcement) -> None:
    """Refuse to promise FIDE mode after round 1, to leave it by a change of settings, or to enter
    it again.
    """
    now, wanted = section.announced.fide_mode, announced.fide_mode
    if now and not wanted:
        raise r.LeaveFideModeFirst()
    if now is False and wanted:
        raise r.FideModeOver()
    if now is None and wanted and section.rounds:
        raise r.FideModeTooLate()


@check.register
def _check_fide_mode_left(event: e.FideModeLeft, state: DeskState) -> None:
    if state.section(event.section).announced.fide_mode is False:
        raise r.FideModeOver()


@check.register
def _check_online_key_recorded(event: e.OnlineKeyRecorded, state: DeskState) -> None:
    """A step is only refused where the section is missing: what the site has given stays true."""
    state.section(event.section)


@check.register
def _check_schedule_set(event: e.ScheduleSet, state: DeskState) -> None:
    """Allow the place and times to change at any time."""


@check.register
def _check_lots_drawn(event: e.LotsDrawn, state: DeskState) -> None:
    listed = [player.id for player in state.section(event.section).listed_players]
    if not listed:
        raise r.NobodyNamed()
    if sorted(event.players) != sorted(listed):
        raise r.ListChanged()


@check.register
def _check_colour_drawn(event: e.ColourDrawn, state: DeskState) -> None:
    if state.section(event.section).rounds:
        raise r.SettingFixed(what=Sentence(N_("the initial colour")))


def _method(settings: Settings) -> tuple[object, ...]:
    return settings.acceleration.method, settings.acceleration.virtual


def _announcement(settings: Settings, announced: Announcement, published: int) -> None:
    least = max(published, 1)
    if settings.rounds is None or settings.rounds < least:
        raise r.NoRounds(least=least)
    if settings.rounds > MOST_ROUNDS:
        raise r.TooManyRounds(rounds=settings.rounds, most=MOST_ROUNDS)
    # What the rules themselves refuse: an unknown system or tie-break, an unfit acceleration.
    find(settings.system or "")
    method = replace(settings.acceleration, last_of_group_a=None)  # the border is not announced
    virtual_points(Tournament(settings=replace(settings, acceleration=method)), 1)
    teams = pairs_matches(settings.system) and not has_two_games(settings.system)
    parse_list(settings.tie_breaks, teams)
    if announced.missed_rounds not in (Bye.ZERO_POINT, Bye.HALF_POINT):  # C.04.2: 2.4
        raise r.ByeValues()
    if announced.fide_mode:
        for forbidden in forbidden_settings(settings):
            raise forbidden


@check.register
def _check_apart_set(event: e.ApartSet, state: DeskState) -> None:
    section = state.section(event.section)
    for apart in (*event.forbidden, *event.keep_apart):
        for player in apart.players:
            section.registration(player)
        if len(set(apart.players)) < 2 or len(set(apart.players)) < len(apart.players):
            raise r.GroupTooSmall()
    if section.rounds and section.announced.fide_mode and not event.by_decision:
        raise r.ApartAfterStart()


@check.register
def _check_meetings_set(event: e.MeetingsSet, state: DeskState) -> None:
    section = state.section(event.section)
    if section.rounds:
        raise r.SettingFixed(what=Sentence(N_("the pairs announced for round 1")))
    seen: set[int] = set()
    for pair in event.pairs:
        for player in pair:
            section.registration(player)
            if player in seen:
                raise r.MeetsTwice(player=PlayerRef(player))
            seen.add(player)
        for apart in section.settings.forbidden:
            if apart.applies(1) and set(pair) <= set(apart.players):
                raise r.MeetsForbidden(white=PlayerRef(pair[0]), black=PlayerRef(pair[1]))


@check.register
def _check_tables_fixed(event: e.TablesFixed, state: DeskState) -> None:
    section = state.section(event.section)
    seen: set[int] = set()
    for player, table in event.tables:
        section.registration(player)
        if table in seen or table < 1:
            raise r.TableTaken(table=table)
        seen.add(table)


# Players: registered, corrected, moved, called, admitted, away, gone


@check.register
def _check_players_registered(event: e.PlayersRegistered, state: DeskState) -> None:
    if state.section(event.section).has_teams:
        raise r.TeamsHere(section=event.section)
    _require_some(event.players)
    here = set(state.section(event.section).registrations)
    for player in event.players:
        # The same id in another section must be the same person.
        known = state.player(player.id)
        same = known is None or (known.name, known.fide_id) == (player.name, player.fide_id)
        if player.id < 1 or player.id in here or not same:
            raise r.PlayerExists(player=PlayerRef(player.id))
        here.add(player.id)
    _require_one_owner(state, event.players)


@check.register
def _check_teams_registered(event: e.TeamsRegistered, state: DeskState) -> None:
    section = state.section(event.section)
    if not section.has_teams:
        raise r.NoTeamsHere(section=event.section)
    _require_some(event.teams)
    for one in event.teams:
        for player in (one.team, *one.members):
            if player.id < 1 or state.player(player.id) is not None:
                raise r.PlayerExists(player=PlayerRef(player.id))
    _teams_fit(state, event.teams)


@check.register
def _check_team_changed(event: e.TeamChanged, state: DeskState) -> None:
    section = state.section(event.section)
    entry = event.team
    before = section.registration(entry.team.id)
    if not section.has_teams:
        raise r.NoTeamsHere(section=event.section)
    if (before.player, before.members, before.captain) == (
        entry.team,
        entry.members,
        entry.captain,
    ):
        raise r.NothingChanged()
    mine = {one.id for one in before.members}
    for player in entry.members:
        if player.id < 1 or (player.id not in mine and state.player(player.id) is not None):
            raise r.PlayerExists(player=PlayerRef(player.id))
    rounds = [this.lineups.get(entry.team.id, ()) for this in section.rounds]
    coming = [seats for (team, _), seats in section.lineups.items() if team == entry.team.id]
    stay = {player for seats in (*rounds, *coming) for player in seats if player is not None}
    for player_id in sorted(stay - {one.id for one in entry.members}):
        raise r.MemberHasPlayed(player=PlayerRef(player_id), team=PlayerRef(entry.team.id))
    if event.order and sorted(event.order) != sorted(section.order):
        raise r.ListChanged()
    _teams_fit(state, (entry,))


def _teams_fit(state: DeskState, teams: Sequence[e.TeamEntry]) -> None:
    """Refuse a team without players, and a player in two teams."""
    seen: set[int] = set()
    for one in teams:
        if not one.members:
            raise r.TeamEmpty(team=one.team.name)
        for player in (one.team, *one.members):
            if player.id in seen:
                raise r.NamedTwice(player=PlayerRef(player.id))
            seen.add(player.id)
    _require_one_owner(state, [player for one in teams for player in one.members])


@check.register
def _check_lineups_set(event: e.LineupsSet, state: DeskState) -> None:
    section = state.section(event.section)
    if not section.has_teams:
        raise r.NoTeamsHere(section=event.section)
    _require_some(event.lineups)
    if not 1 <= event.round <= (section.settings.rounds or 0):
        raise r.NoSuchRound(round=event.round, rounds=section.settings.rounds)
    for one in event.lineups:
        team = PlayerRef(one.team)
        order = [player.id for player in section.registration(one.team).members]
        seats = [player for player in one.players if player is not None]
        fits = len(one.players) == section.boards and len(set(seats)) == len(seats) > 0
        if not fits or not set(seats) <= set(order):
            raise r.LineupUnfit(team=team, boards=section.boards)
        if section.announced.lineup_order is LineupOrder.FIXED:
            if seats != [player for player in order if player in seats]:
                raise r.LineupOutOfOrder(team=team)
        if event.round <= len(section.rounds):
            _require_not_begun(section, event.round, one.team)


def _require_not_begun(section: Section, number: int, team: int) -> None:
    """Refuse if the team's match has a result, or its round is not the one being played."""
    this = section.rounds[number - 1]
    for match, games in zip(this.games, this.boards, strict=True):
        if team in (match.white, match.black):
            begun = any(game is not None and game.result is not None for game in games)
            if begun or number < len(section.rounds) or this.results_published:
                raise r.LineupPlayed(team=PlayerRef(team), round=number)
            return
    raise r.NotPlaying(player=PlayerRef(team), round=number)


@check.register
def _check_players_removed(event: e.PlayersRemoved, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.players)
    _not_listed(section, event.players, r.StaysListed)


@check.register
def _check_player_moved(event: e.PlayerMoved, state: DeskState) -> None:
    section = state.section(event.section)
    state.section(event.to)
    if event.to == event.section:
        raise r.NothingChanged()
    if event.player in state.section(event.to).registrations:
        raise r.PlayerExists(player=PlayerRef(event.player))
    if section.has_teams != state.section(event.to).has_teams:
        here = r.NoTeamsHere if section.has_teams else r.TeamsHere
        raise here(section=event.to)
    _not_listed(section, (event.player,), r.StaysListed)


@check.register
def _check_player_corrected(event: e.PlayerCorrected, state: DeskState) -> None:
    _check_corrections(state, (e.PlayersCorrected(event.section, (event.player,), event.order),))


@check.register
def _check_players_corrected(event: e.PlayersCorrected, state: DeskState) -> None:
    _check_corrections(state, (event,))


@check.register
def _check_corrected_in_sections(event: e.CorrectedInSections, state: DeskState) -> None:
    _require_some(event.corrections)
    _check_corrections(state, event.corrections)


def _check_corrections(state: DeskState, corrections: Sequence[e.PlayersCorrected]) -> None:
    for one in corrections:
        section = state.section(one.section)
        _require_some(one.players)
        for player in one.players:
            section.registration(player.id)
        if not one.order:
            continue
        if sorted(one.order) != sorted(section.order):
            raise r.ListChanged()
        if one.order != section.order and len(section.rounds) >= FROZEN_FROM:
            raise r.NumbersFrozen()
    _require_one_owner(state, [player for one in corrections for player in one.players])


def _require_one_owner(state: DeskState, players: Sequence[Player]) -> None:
    """Refuse a FIDE id that another player of any section has."""
    changed = {player.id for player in players}
    owners = {
        one.fide_id: key
        for section in state.sections.values()
        for key, one in section.people.items()
        if key not in changed
    }
    for player in players:
        if player.fide_id is None:
            continue
        owner = owners.setdefault(player.fide_id, player.id)
        if owner != player.id:
            raise r.FideIdTwice(fide_id=player.fide_id, player=PlayerRef(owner))


def numbers_frozen(section: Section) -> bool:
    """Return True if pairing numbers cannot change: round 4 is published, or a round robin is
    drawn.
    """
    drawn = bool(section.order) and is_round_robin(section.settings.system)
    return drawn or len(section.rounds) >= FROZEN_FROM


@check.register
def _check_numbers_exchanged(event: e.NumbersExchanged, state: DeskState) -> None:
    section = state.section(event.section)
    one, other = event.players
    if one == other:
        raise r.NothingChanged()
    listed = {player.id for player in section.listed_players}
    for player in event.players:
        if player not in listed:
            raise r.NoSuchPlayer(player=PlayerRef(player), section=section.key)
    if numbers_frozen(section):
        raise r.NumbersFrozen()
    if sorted(event.order) != sorted(section.order):
        raise r.ListChanged()


@check.register
def _check_roll_called(event: e.RollCalled, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.players)
    _not_listed(section, event.players)


@check.register
def _check_players_admitted(event: e.PlayersAdmitted, state: DeskState) -> None:
    section = state.section(event.section)
    if not section.order:
        raise r.NotStarted()
    if is_round_robin(section.settings.system):
        raise r.ScheduleStands()
    _require_some(event.players)
    _not_listed(section, event.players)
    if section.next_round > (section.settings.rounds or 0):
        raise r.AllRoundsPaired(rounds=section.settings.rounds)
    newcomers = set(event.players)
    if tuple(p for p in event.order if p not in newcomers) != section.order or sorted(
        event.order
    ) != sorted((*section.order, *event.players)):
        raise r.ListChanged()
    edition = handling_of(section.settings)
    if len(section.rounds) >= FROZEN_FROM and edition is Handling.BEFORE_2026:
        if event.order[: len(section.order)] != section.order:
            raise r.NumbersFrozen()


@check.register
def _check_byes_requested(event: e.ByesRequested, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.byes)
    half: dict[int, set[int]] = {}
    for (player, number), bye in section.byes.items():
        # What a late entry got for missed rounds is not a bye that was requested.
        if bye is Bye.HALF_POINT and number >= section.registrations[player].player.entered:
            half.setdefault(player, set()).add(number)
    for one in event.byes:
        _bye(section, one)
        numbers = half.setdefault(one.player, set())
        numbers.discard(one.round)
        if one.bye is Bye.HALF_POINT:
            numbers.add(one.round)
            if len(numbers) > section.announced.half_point_byes:
                limit = section.announced.half_point_byes
                raise r.TooManyByes(player=PlayerRef(one.player), count=len(numbers), limit=limit)


NO_HALF_POINT_BYES = ("half-point-byes", "no")
"""The tag of a player who is not entitled to them, one invited under conditions for example."""


def _bye(section: Section, one: e.RequestedBye) -> None:
    player = section.registration(one.player).player
    announced = section.announced
    if not one.bye.requested:
        raise r.NoBye()
    if one.round < 1 or one.round > (section.settings.rounds or 0):
        raise r.NoSuchRound(round=one.round, rounds=section.settings.rounds)
    if one.round < section.next_round:
        raise r.ByeTooLate(round=one.round)
    if player.withdrawn_after is not None:
        raise r.HasLeft(player=PlayerRef(one.player))
    if one.bye is Bye.FULL_POINT and not announced.full_point_byes:
        raise r.FullPointByesOff()
    if one.bye is Bye.HALF_POINT and NO_HALF_POINT_BYES in player.tags:
        raise r.NotEntitled(player=PlayerRef(one.player))
    limit = announced.half_point_byes_until
    if one.bye is Bye.HALF_POINT and limit is not None and one.round > limit:
        raise r.ByeAfterLimit(limit=limit, round=one.round)


@check.register
def _check_byes_cancelled(event: e.ByesCancelled, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.byes)
    for player, number in event.byes:
        if (player, number) not in section.byes:
            raise r.NoSuchBye(player=PlayerRef(player), round=number)
        if number < section.next_round:
            raise r.ByeTooLate(round=number)


@check.register
def _check_players_left(event: e.PlayersLeft, state: DeskState) -> None:
    section = state.section(event.section)
    if not section.order:
        raise r.NotStarted()
    _require_some(event.players)
    for player in event.players:
        _require_listed(section, player)
        if section.registrations[player].player.withdrawn_after is not None:
            raise r.HasLeft(player=PlayerRef(player))


@check.register
def _check_players_returned(event: e.PlayersReturned, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.players)
    for player in event.players:
        known = section.registration(player).player
        if known.withdrawn_after is None:
            raise r.HasNotLeft(player=PlayerRef(player))
        if known.expelled:
            raise r.WasExpelled(player=PlayerRef(player))
        if is_round_robin(section.settings.system) and section.rounds:
            raise r.ForfeitsStand(player=PlayerRef(player))


def _require_listed(section: Section, player: int) -> None:
    section.registration(player)
    if player not in section.order:
        raise r.NotListed(player=PlayerRef(player), section=section.key)


def _require_some(named: Sequence[object]) -> None:
    if not named:
        raise r.NobodyNamed()


def _not_listed(
    section: Section, players: Sequence[int], refusal: type[r.Refusal] = r.AlreadyListed
) -> None:
    for player in players:
        section.registration(player)
        if player in section.order:
            raise refusal(player=PlayerRef(player))


# Pairings: drafts, publication, and changes of what is published


@check.register
def _check_round_paired(event: e.RoundPaired, state: DeskState) -> None:
    section = state.section(event.section)
    may_be_paired(section)
    if event.round != section.next_round:
        raise r.WrongRound(round=event.round, next=section.next_round)
    if event.order:
        listed = [player.id for player in section.listed_players]
        if section.order or sorted(event.order) != sorted(listed):
            raise r.ListChanged()
        section = replace(section, order=event.order)
    if event.basis != basis(section.tournament, event.round):
        raise r.DraftStale(round=event.round)
    _check_all_seated(section, event.round, event.boards, event.bye)


def may_be_paired(section: Section) -> None:
    """Refuse if something must be settled before the next round is paired."""
    number = section.next_round
    rounds = section.settings.rounds
    if rounds is not None and number > rounds:
        raise r.AllRoundsPaired(rounds=rounds)
    round_robin = is_round_robin(section.settings.system)
    if section.settings.initial_colour is None and not round_robin:
        raise r.ColourNotDrawn()
    if len(section.present(number)) < 2:
        raise r.TooFewPlayers(round=number)
    if round_robin:  # no round of a table waits for the results of another
        return
    for past in range(1, number):
        _require_results(section, past)
    if section.no_shows:
        raise r.NoShowsOpen(players=ListOf.players(sorted(section.no_shows)))


def _require_results(section: Section, number: int) -> None:
    """Raise an error that lists the missing results of a round, if there are any."""
    problems = missing_results(section, number)
    if problems:
        raise r.ResultsMissing(problems, round=number, count=len(problems))


def missing_results(section: Section, number: int) -> list[Problem]:
    this = section.rounds[number - 1]
    return [
        Problem(
            Sentence(
                OPEN_GAME,
                round=number,
                table=table,
                white=PlayerRef(game.white),
                black=PlayerRef(game.black),
            ),
            player=game.white,
            round=number,
        )
        for table, game in zip(this.tables, this.games, strict=True)
        if game.result is None
    ]


def _draft(section: Section, number: int) -> e.RoundPaired:
    if section.draft is None or section.draft.round != number:
        raise r.NoDraft(round=number)
    return section.draft


@check.register
def _check_pairing_changed(event: e.PairingChanged, state: DeskState) -> None:
    section = state.section(event.section)
    draft = _draft(section, event.round)
    if set(draft.boards) == set(event.boards) and draft.bye == event.bye:
        raise r.NothingChanged()
    if set(seats_of(draft.boards, draft.bye)) != {p.id for p in section.present(event.round)}:
        raise r.DraftStale(round=event.round)  # players have gone, or have come, since
    _check_all_seated(section, event.round, event.boards, event.bye)


@check.register
def _check_pairing_discarded(event: e.PairingDiscarded, state: DeskState) -> None:
    _draft(state.section(event.section), event.round)


@check.register
def _check_round_published(event: e.RoundPublished, state: DeskState) -> None:
    section = state.section(event.section)
    draft = _draft(section, event.round)
    if stale(section):
        raise r.DraftStale(round=event.round)
    _tables(event.round, event.tables, draft.boards)


def stale(section: Section) -> bool:
    """Return True if something that the pairing depends on has changed since the draft was made."""
    draft = section.draft
    assert draft is not None
    if draft.order:
        listed = sorted(player.id for player in section.listed_players)
        if section.order or sorted(draft.order) != listed:
            return True
        section = replace(section, order=draft.order)
    return draft.basis != basis(section.tournament, draft.round)


@check.register
def _check_schedule_published(event: e.SchedulePublished, state: DeskState) -> None:
    section = state.section(event.section)
    may_be_scheduled(section)
    if sorted(event.order) != sorted(player.id for player in section.listed_players):
        raise r.ListChanged()
    for draft, tables in zip(event.rounds, event.tables, strict=True):
        require_named_once(section, draft.boards, None)
        _tables(draft.round, tables, draft.boards)


def may_be_scheduled(section: Section) -> None:
    """Refuse if the rounds of this section cannot be published all at once."""
    if not is_round_robin(section.settings.system):
        raise r.NoRoundRobin()
    if section.rounds:
        raise r.ScheduleStands()
    if len(section.listed_players) < 2:
        raise r.TooFewPlayers(round=1)


@check.register
def _check_published_pairing_changed(event: e.PublishedPairingChanged, state: DeskState) -> None:
    section = state.section(event.section)
    this = published_round(section, event.round)
    if event.round != len(section.rounds) or this.ended or this.results_published:
        raise r.RoundOver(round=event.round)
    before = {(game.white, game.black) for game in this.games}
    after = set(event.boards)
    if before == after and this.bye == event.bye:
        raise r.NothingChanged()
    for game in _dropped_games(this, event):
        forfeited = event.case is ChangeCase.WITHOUT_OPPONENT and who_came(game) is not None
        if game.result is not None and not forfeited:
            raise r.GameHasResult(white=PlayerRef(game.white), black=PlayerRef(game.black))
    _check_seats(section, event, this)
    _tables(event.round, event.tables, event.boards)
    if not case_fits(section, event, before, after):
        raise r.CaseUnfit()


def _check_seats(section: Section, event: e.PublishedPairingChanged, this: PublishedRound) -> None:
    """Refuse players who are seated twice, unknown or gone, and the loss of a seat by one who
    came.
    """
    seats = seats_of(event.boards, event.bye)
    had = {player for game in this.games for player in (game.white, game.black)}
    had |= set() if this.bye is None else {this.bye}
    if event.case is ChangeCase.WITHOUT_OPPONENT:
        had -= {who_did_not(game) for game in _dropped_games(this, event)}
    here = {
        p.id
        for p in section.listed_players
        if p.withdrawn_after is None and p.entered <= event.round
    }
    # A late entry admitted now counts for the coming round, and may still be given this one.
    here |= {p.id for p in section.listed_players if p.entered == event.round + 1}
    _refuse_pairing(had - set(seats) | set(seats) - here, seats)


def _dropped_games(this: PublishedRound, event: e.PublishedPairingChanged) -> list[Game]:
    """Return the games that the change removes."""
    after = set(event.boards)
    return [game for game in this.games if (game.white, game.black) not in after]


def possible_cases(section: Section) -> list[ChangeCase]:
    """Return the cases of C.04.2: 4.4 (before 2026: D.10) in which the round being played may be
    changed.

    `case_fits` checks whether a particular change is such a case.
    """
    # C.04.2.D.10 (1)
    number = len(section.rounds)
    if not number:
        return []
    cases = [ChangeCase.CHIEF_ARBITER]
    past = histories(section.tournament, number)
    if any(game.black in past[game.white].met for game in section.rounds[-1].games):
        cases.append(ChangeCase.ALREADY_MET)
    if handling_of(section.settings) is not Handling.BEFORE_2026:
        late = any(one.entered >= max(number, 2) for one in section.listed_players)
        holding = {
            ChangeCase.EVENT_RULES: section.announced.changes_allowed,
            ChangeCase.WITHOUT_OPPONENT: len(without_opponent(section)) > 1,
            ChangeCase.LATE_ENTRY: late,
            ChangeCase.TOP_BOARDS: number == section.settings.rounds,
        }
        cases += [case for case, holds in holding.items() if holds]
    return [case for case in ChangeCase if case in cases]


def case_fits(
    section: Section,
    event: e.PublishedPairingChanged,
    before: set[tuple[int, int]],
    after: set[tuple[int, int]],
) -> bool:
    """Return True if a change of a published round is of the case that it names (C.04.2: 4.4).

    `before`, `after`: the pairs of the round before and after the change. The rules before 2026
    (D.10) know only the first case, besides the decision of the chief arbiter.
    """
    case = event.case
    if case is ChangeCase.CHIEF_ARBITER:
        return True
    if case is ChangeCase.ALREADY_MET:
        past = histories(section.tournament, event.round)
        return any(black in past[white].met for white, black in before - after)
    if handling_of(section.settings) is Handling.BEFORE_2026:
        return False
    if case is ChangeCase.EVENT_RULES:
        return section.announced.changes_allowed
    if case is ChangeCase.WITHOUT_OPPONENT:
        new = {player for pair in after - before for player in pair}
        dropped = _dropped_games(section.rounds[event.round - 1], event)
        forfeited = all(who_came(game) in new for game in dropped)
        # Two get a game; no player gets the bye by it, least of all a no-show.
        bye = event.bye in (None, section.rounds[event.round - 1].bye)
        return bool(new) and bye and forfeited and new <= set(without_opponent(section))
    if case is ChangeCase.LATE_ENTRY:
        new = {player for pair in after - before for player in pair}
        entered = {p.id for p in section.listed_players if p.entered >= max(event.round, 2)}
        return bool(new & entered)
    assert case is ChangeCase.TOP_BOARDS
    return event.round == section.settings.rounds


def seats_of(boards: Boards, bye: int | None) -> list[int]:
    return [player for pair in boards for player in pair] + ([] if bye is None else [bye])


def may_be_seated(section: Section, players: Iterable[int]) -> None:
    """Refuse players who have a bye in the coming round, or have left."""
    number = section.next_round
    for player in players:
        bye = section.byes.get((player, number))
        if bye is not None:
            raise r.HasBye(player=PlayerRef(player), bye=Sentence(BYE_NAMES[bye]), round=number)
        if section.registration(player).player.withdrawn_after is not None:
            raise r.HasLeft(player=PlayerRef(player))


def _check_all_seated(section: Section, number: int, boards: Boards, bye: int | None) -> None:
    seats = seats_of(boards, bye)
    if is_round_robin(section.settings.system):  # one may be free, and who has left forfeits
        _refuse_pairing(set(seats) - {player.id for player in section.listed_players}, seats)
        return
    _refuse_pairing({player.id for player in section.present(number)} ^ set(seats), seats)


def require_named_once(section: Section, boards: Boards, bye: int | None) -> None:
    """Refuse players who do not exist or are seated twice, before the pairing is judged."""
    seats = seats_of(boards, bye)
    _refuse_pairing(set(seats) - {player.id for player in section.listed_players}, seats)


def _refuse_pairing(wrong: set[int], seats: Sequence[int]) -> None:
    """Refuse a pairing with one of the players `wrong`, or with a player seated twice."""
    wrong = wrong | {player for player, count in Counter(seats).items() if count > 1}
    if wrong:
        raise r.PairingIncomplete(players=ListOf.players(sorted(wrong)))


def _tables(number: int, tables: tuple[int, ...], boards: Boards) -> None:
    if len(tables) != len(boards) or len(set(tables)) < len(tables):
        raise r.TablesUnfit(round=number)


# Results: entered, forfeited, published, corrected


@check.register
def _check_results_entered(event: e.ResultsEntered, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.results)
    _entries(section, event.round, event.results)


@check.register
def _check_no_shows(event: e.NoShows, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.players)
    _entries(section, event.round, event.results)
    named = {player for one in event.results for player in (one.white, one.black)}
    for player in event.players:
        if player not in named:
            raise r.NotPlaying(player=PlayerRef(player), round=event.round)


def published_round(section: Section, number: int) -> PublishedRound:
    if not 1 <= number <= len(section.rounds):
        raise r.NotPublished(round=number)
    return section.rounds[number - 1]


def _entries(section: Section, number: int, results: tuple[e.EnteredResult, ...]) -> None:
    this = published_round(section, number)
    closed = bool(this.results_published) or number < len(section.rounds)
    for one in results:
        table = _table(this, number, one)
        _check_entry(section, table, one)
        # An adjourned game gets its result whenever it is over (C.04.2: 3.1).
        if closed and (one.result is None or not _is_still_open(table, one)):
            raise r.ResultStands(
                round=number, white=PlayerRef(one.white), black=PlayerRef(one.black)
            )


def _is_still_open(table: GameTable, one: e.EnteredResult) -> bool:
    """Return True if each board whose result changes had none, or was adjourned."""
    if not is_undecided(table.pair.result):
        return False
    both = zip(table.results, one.seen, strict=True)
    return all(old is new or is_undecided(old) for old, new in both)


def _check_entry(section: Section, table: GameTable, one: e.EnteredResult) -> None:
    """Refuse an entry that leaves out boards, or whose match result does not follow from its
    boards.
    """
    if one.games and not table.is_match:
        raise r.NoMatches()
    complete = bool(one.games) == table.is_match and len(one.seen) == len(table.games)
    turned_whole = one.turned and table.is_match
    if not complete or turned_whole or not all(map(table.has_game, one.turned_boards)):
        raise r.BoardsMissing(
            white=PlayerRef(one.white), black=PlayerRef(one.black), table=table.number
        )
    alone = any(new and not game for game, new in zip(table.games, one.seen, strict=True))
    after = table.with_results(section.settings, one.seen, one.turned_boards)
    result = after.pair.result
    # Events of earlier versions name another result: adjourned boards were draws in them.
    as_recorded = result is Result.ADJOURNED and one.result is not None
    if alone or (one.result is not result and not as_recorded):
        raise r.EffectUnfit()


def _table(this: PublishedRound, number: int, one: e.EnteredResult) -> GameTable:
    """Return the table of an entry; refuse it if other players sit there."""
    if 1 <= one.board <= len(this.games):
        table = this.table(one.board)
        if (table.pair.white, table.pair.black) == (one.white, one.black):
            return table
    raise r.NoSuchGame(
        round=number, white=PlayerRef(one.white), black=PlayerRef(one.black), board=one.board
    )


@check.register
def _check_no_shows_answered(event: e.NoShowsAnswered, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.players)
    for player in event.players:
        if player not in section.asked:
            raise r.NotAsked(player=PlayerRef(player))


@check.register
def _check_results_published(event: e.ResultsPublished, state: DeskState) -> None:
    """Refuse if results are missing, or published already (C.04.2: 4.2)."""
    section = state.section(event.section)
    this = published_round(section, event.round)
    if this.results_published or event.round < len(section.rounds):
        raise r.AlreadyPublished(round=event.round)
    _require_results(section, event.round)


@check.register
def _check_round_ended(event: e.RoundEnded, state: DeskState) -> None:
    section = state.section(event.section)
    this = published_round(section, event.round)
    if this.ended or event.round < len(section.rounds):
        raise r.AlreadyEnded(round=event.round)
    _require_results(section, event.round)


@check.register
def _check_result_corrected(event: e.ResultCorrected, state: DeskState) -> None:
    section = state.section(event.section)
    this = published_round(section, event.round)
    table = _table(this, event.round, event.was)
    _check_entry(section, table, event.right)
    if event.turned and not event.boards:
        raise r.EffectUnfit()
    if not all(map(table.has_game, event.boards)):
        raise r.NameTheBoard()
    effect = effect_now(section, event.round)
    if effect is None or table.pair.result is None:
        raise r.NotYetCorrection(round=event.round)
    stood = table.for_rating() if effect is Effect.RATING else table
    # Of a single game the log names the result that counts, of a match those sent for rating.
    was = stood if table.is_match else table
    if effect is not event.effect or was.results != event.was.seen:
        raise r.EffectUnfit()
    corrected = [table.games[board - 1] for board in event.boards]
    turned_now = effect is Effect.RATING and any(one and one.rating_reversed for one in corrected)
    if stood.results == event.seen and event.turned == turned_now:
        raise r.NothingChanged()


@check.register
def _check_points_adjusted(event: e.PointsAdjusted, state: DeskState) -> None:
    section = state.section(event.section)
    _require_some(event.players)
    for player in event.players:
        section.registration(player)
        if section.order:
            _require_listed(section, player)
    if event.points == 0:
        raise r.NothingChanged()
    # Points of an earlier round would change the scores that later pairings were made with.
    if event.round != len(section.rounds):
        raise r.PointsOfAnotherRound(round=event.round, now=len(section.rounds))
