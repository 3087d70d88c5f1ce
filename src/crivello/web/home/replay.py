"""Make a tournament of another program into a tournament file: settings, players, rounds.

The rounds are entered again action by action, as an arbiter would have done. If the engine pairs a
round in the same way, it counts as paired by the program, and otherwise as paired by hand and
judged by the rules.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from crivello.audit.file_report import assumptions
from crivello.desk import Desk, actions
from crivello.desk.announcement import Announcement, LineupOrder, Pace
from crivello.desk.by_hand import players_of
from crivello.desk.events import RequestedBye, TeamEntry, TeamLineup
from crivello.desk.fide_mode import LEFT, ON
from crivello.desk.refusals import NumbersFrozen
from crivello.formats.trf.canonical_form import by_number, rename_players
from crivello.formats.trf.reader import TournamentDocument
from crivello.model.errors import CrivelloError, Malformed, Problem
from crivello.model.keys import NO_SWISS, pace_in
from crivello.model.matches import Match, MatchTournament, event_of, has_teams, individual_of
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.sentence import Sentence
from crivello.model.settings import Team, TeamEvent
from crivello.model.tournament import Round, Tournament
from crivello.rules.field import initial_colour
from crivello.store import give_name
from crivello.store.errors import AlreadyThere
from crivello.systems.request import choose_edition, edition_for_tables
from crivello.web.desks import Desks
from crivello.web.forms import parse_whole_number
from crivello.web.jobs import Steps
from crivello.web.reading import NO_PLAYERS
from crivello.words import N_
from crivello.words.escaping import file_name

SECTION = "A"
STATED_IN_FILE = (ON, "FIDE mode")
"""The comments by which a report file states FIDE mode; earlier versions wrote the second one."""
LEFT_IN_FILE = LEFT.partition("{")[0]
MOST_NAMES = 1000
MOST_TABLES = 9999
NOT_IMPORTED = N_(
    "Round {round} of the file cannot be imported unchanged. Players and settings "
    "can be imported without the rounds."
)
ENTERING = N_("entering rounds")


def import_tournament(
    desks: Desks,
    read: TournamentDocument,
    with_rounds: bool,
    title: str,
    steps: Steps | None = None,
) -> str:
    """Make a tournament file and return its name; if that fails or is stopped, nothing is left
    behind.
    """
    with tempfile.TemporaryDirectory(dir=desks.folder, prefix=".crivello-") as folder:
        path = Path(folder) / "new.crivello"
        write_imported(path, read, desks.actor, with_rounds, title, steps)
        return _give_free_name(desks, path, read.tournament.settings.name or title)


def write_imported(
    path: Path,
    read: TournamentDocument,
    actor: str,
    with_rounds: bool,
    title: str,
    steps: Steps | None = None,
) -> None:
    """Write the file of an imported tournament."""
    tournament = read.tournament
    if not with_rounds and tournament.settings.system in NO_SWISS:
        people = _people(tournament)
        tournament = replace(people, settings=replace(people.settings, system=None))
    tournament = _as_at_the_desk(by_number(tournament))
    if not tournament.players:
        raise Malformed(NO_PLAYERS)
    opening, reason = _open_action(tournament, title, read.states_points)
    with Desk.create(path, opening, actor, reason=reason) as desk:
        _fill(desk, tournament, with_rounds, steps or Steps(ENTERING))


def _people(tournament: Tournament) -> Tournament:
    """Return the players of a team event as a tournament in which the teams are groups."""
    if not has_teams(tournament):
        return tournament
    found = individual_of(tournament)
    groups = tuple(Team(team.name, team.members) for team in found.settings.teams)
    settings = replace(
        found.settings,
        teams=groups,
        team_event=None,
        tie_breaks=(),
        standings_order=(),
    )
    return replace(found, settings=settings)


def _as_at_the_desk(tournament: Tournament) -> Tournament:
    """Return an event of matches with the ids and settings that a section of the desk has."""
    if not isinstance(tournament, MatchTournament):
        return tournament
    if not tournament.teams:
        return _two_games(tournament)
    # Teams and people have ids in common: the people come after the teams.
    people = individual_of(tournament)
    first = max(team.number for team in tournament.teams) + 1
    new = {one.id: at for at, one in enumerate(people.players, start=first)}
    event = event_of(rename_players(people, new))
    assert isinstance(event, MatchTournament)
    team_event = people.settings.team_event or TeamEvent()
    announced = TeamEvent(
        event.boards, team_event.colours, team_event.scoring, team_event.bye_points
    )
    settings = replace(event.settings, scoring=people.settings.scoring, team_event=announced)
    return replace(event, settings=settings)


def _two_games(event: MatchTournament) -> MatchTournament:
    """Return an event of two games each with rounds of matches instead of rounds of games."""
    settings = event.settings
    players = tuple(
        replace(
            one,
            entered=_match_round(one.entered),
            withdrawn_after=_optional_match_round(one.withdrawn_after),
        )
        for one in event.players
    )
    settings = replace(
        settings,
        scoring=event.individual.settings.scoring,
        round_dates=settings.round_dates[::2],
        adjustments=tuple(
            replace(one, round=_optional_match_round(one.round)) for one in settings.adjustments
        ),
    )
    return replace(event, players=players, settings=settings)


def _match_round(number: int) -> int:
    """Return the round of matches to which a round of games belongs."""
    return (number + 1) // 2


def _optional_match_round(number: int | None) -> int | None:
    return None if number is None else _match_round(number)


def _give_free_name(desks: Desks, path: Path, title: str) -> str:
    """Move the new file to a name that is free, even if others make files meanwhile; return the
    name.
    """
    wanted = file_name(title)
    for number in range(1, MOST_NAMES):
        name = wanted if number == 1 else f"{wanted}-{number}"
        try:
            give_name(path, desks.folder / f"{name}.crivello")
        except AlreadyThere:
            continue
        return name
    raise AlreadyThere(path=desks.folder / f"{wanted}.crivello")


def _open_action(
    tournament: Tournament, title: str, states_points: bool
) -> tuple[actions.OpenSection, str]:
    """Return the action that opens the section, and the reason if the file says that FIDE mode was
    left.
    """
    settings = tournament.settings
    left = next((one for one in settings.comments if one.startswith(LEFT_IN_FILE)), "")
    byes = [bye for one in tournament.rounds for _, bye in one.byes]
    announced = Announcement(
        full_point_byes=Bye.FULL_POINT in byes
        or any(len(_bye_holders(one)) > 1 for one in tournament.rounds),
        half_point_byes=max(1, len(tournament.rounds)) if Bye.HALF_POINT in byes else 1,
        missed_rounds=_missed_rounds(tournament),
        fide_mode=False if left else None,
        lineup_order=LineupOrder.FIXED if _keeps_board_order(tournament) else LineupOrder.FREE,
        pace=Pace(pace_in(settings.kind)),
    )
    today = date.today().isoformat()
    if isinstance(tournament, MatchTournament):
        # Events of matches are older than the rules for them: they go on by those of today.
        edition = edition_for_tables(tournament, None, today)
        settings = replace(settings, system=edition)
    else:
        edition = choose_edition(tournament, None, today)
    assumed = assumptions(tournament, edition, states_points)
    # This desk cannot promise for what happened elsewhere.
    comments = tuple(one for one in settings.comments if one not in (left, *STATED_IN_FILE))
    rounds = settings.rounds or max(tournament.paired_rounds, 1)
    settings = replace(
        settings,
        name=settings.name or title,
        rounds=rounds,
        initial_colour=None,
        comments=comments,
    )
    return actions.OpenSection(SECTION, settings, announced, imported=True, assumed=assumed), left


def _fill(desk: Desk, tournament: Tournament, with_rounds: bool, steps: Steps) -> None:
    paired = tournament.paired_rounds if with_rounds else 0
    steps.total = paired
    late = {one for number in range(2, paired + 1) for one in _late(tournament, number)}
    if has_teams(tournament):
        desk.act(actions.RegisterTeams(SECTION, tuple(_entries(tournament))))
    else:
        first = tuple(_fresh(one) for one in tournament.players if one.id not in late)
        desk.act(actions.Register(SECTION, first))
    if paired:
        desk.act(actions.DrawColour(SECTION, initial_colour(tournament)))
    elif (colour := tournament.settings.initial_colour) is not None:
        desk.act(actions.DrawColour(SECTION, colour))
    for number in range(1, paired + 1):
        try:
            _enter(desk, tournament, number)
        except CrivelloError as error:
            problem = Problem(Sentence(error.template, **error.values))
            raise Malformed(NOT_IMPORTED, [problem], round=number) from error
        steps.step()
    if tables := _fixed_tables(tournament):
        desk.act(actions.FixTables(SECTION, tables))
    for number in range(paired + 1, len(tournament.rounds) + 1 if with_rounds else 0):
        _ask_for_byes(desk, number, tournament.round(number))


def _fresh(player: Player) -> Player:
    return replace(player, withdrawn_after=None, expelled=False)


def _late(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Return the late entries of a round who got the event's usual bye for all missed rounds.

    All others are registered from the start, and absent with the byes of the file.
    """
    given = _missed_rounds(tournament)
    return tuple(
        one.id
        for one in tournament.players
        if one.entered == number > 1 and set(_late_entry_byes(tournament, one)) == {given}
    )


def _late_entry_byes(tournament: Tournament, player: Player) -> Iterator[Bye]:
    """Yield the bye that a late entry got for each missed round."""
    for number in range(1, player.entered):
        yield dict(tournament.round(number).byes).get(player.id, Bye.ZERO_POINT)


def _missed_rounds(tournament: Tournament) -> Bye:
    """Return the bye of the event for a missed round: half a point if all late entries got it."""
    kinds = {bye for player in tournament.players for bye in _late_entry_byes(tournament, player)}
    return Bye.HALF_POINT if kinds == {Bye.HALF_POINT} else Bye.ZERO_POINT


def _fixed_tables(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """Return the tables that the file reserves for players, at most one for each."""
    taken: dict[int, int] = {}
    for player in tournament.players:
        table = dict(player.tags).get("table", "")
        number = parse_whole_number(table)
        if number is not None and 0 < number <= MOST_TABLES:
            taken.setdefault(number, player.id)
    return tuple((player, table) for table, player in taken.items())


def _enter(desk: Desk, tournament: Tournament, number: int) -> None:
    this = tournament.round(number)
    if late := _late(tournament, number):
        known = tuple(_fresh(tournament.player[one]) for one in late)
        desk.act(actions.Register(SECTION, known))
        try:
            desk.act(actions.Admit(SECTION, late, _order(desk, tournament)))
        except NumbersFrozen:  # after round 4, before 2026: they come last
            desk.act(actions.Admit(SECTION, late))
    _ask_for_byes(desk, number, this)
    _pair(desk, this, _order(desk, tournament) if number == 1 else ())
    last = number == tournament.paired_rounds
    if isinstance(tournament, MatchTournament):
        _line_up(desk, tournament, number)
    desk.act(actions.Publish(SECTION))
    _enter_results(desk, tournament, number, last)
    if not last:
        desk.act(actions.PublishResults(SECTION))
    for leaving, action in ((False, actions.Withdraw), (True, actions.Expel)):
        gone = tuple(
            one.id
            for one in tournament.players
            if one.withdrawn_after == number and one.expelled is leaving
        )
        if gone:
            desk.act(action(SECTION, gone))


def _enter_results(desk: Desk, tournament: Tournament, number: int, last: bool) -> None:
    found = _results_of_matches if isinstance(tournament, MatchTournament) else _results_of_games
    results = {
        (white, black, board): (result, turned)
        for white, black, board, result, turned in found(tournament, number)
    }
    entered = []
    for table in desk.section(SECTION).rounds[-1].all_tables:
        for board in table.boards:
            result, turned = results[table.pair.white, table.pair.black, board]
            if (result := _result(result, last)) is not None:
                entered.append(actions.BoardResult(table.place, board, result, turned))
    if entered:
        desk.act(actions.EnterBoards(SECTION, tuple(entered)))


FoundResult = tuple[int, int, int, Result | None, bool]
"""White and Black as paired, the board, the result as White sees it, and whether the colours were
reversed."""


def _results_of_games(tournament: Tournament, number: int) -> Iterator[FoundResult]:
    for game in tournament.round(number).games:
        yield game.white, game.black, 1, game.result, False


def _order(desk: Desk, tournament: Tournament) -> tuple[int, ...]:
    """Return the registered players in the order of their numbers in the file."""
    known = desk.section(SECTION).registrations
    players = sorted(tournament.players, key=lambda one: one.number)
    return tuple(one.id for one in players if one.id in known)


def _result(result: Result | None, last: bool) -> Result | None:
    """Return the result to be entered; a game left open when the next round was paired is
    adjourned.
    """
    return result or (None if last else Result.ADJOURNED)


def _ask_for_byes(desk: Desk, number: int, this: Round) -> None:
    section = desk.section(SECTION)
    byes = tuple(
        RequestedBye(one, number, bye)
        for one, bye in this.byes
        if bye.requested and one in section.registrations
    )
    # A pairing gives one bye; a further one must have been given by hand.
    byes += tuple(RequestedBye(one, number, Bye.FULL_POINT) for one in _bye_holders(this)[1:])
    if this.paired:
        # Players without a game or a bye were simply not there.
        there = players_of(tuple((game.white, game.black) for game in this.games))
        named = there | {one for one, _ in this.byes}
        missing = (one.id for one in section.present(number) if one.id not in named)
        byes += tuple(RequestedBye(one, number, Bye.ZERO_POINT) for one in missing)
    if byes:
        desk.act(actions.RequestByes(SECTION, byes))


def _bye_holders(this: Round) -> list[int]:
    """Return the players with a pairing-allocated bye, the highest number first."""
    found = [one for one, bye in this.byes if bye is Bye.PAIRING_ALLOCATED]
    return sorted(found, reverse=True)


def _pair(desk: Desk, this: Round, order: tuple[int, ...]) -> None:
    """Pair the round with the engine; if its pairing differs from the file's, make that one by
    hand.
    """
    boards = tuple((game.white, game.black) for game in this.games)
    bye = next(iter(_bye_holders(this)), None)
    try:
        desk.act(actions.Pair(SECTION, order=order))
    except CrivelloError:
        differs = True
    else:
        draft = desk.section(SECTION).draft
        assert draft is not None
        differs = set(draft.boards) != set(boards) or draft.bye != bye
    if differs:
        desk.act(actions.PairByHand(SECTION, boards, bye, order=order, imported=True))


# Events of matches


def _entries(event: Tournament) -> Iterator[TeamEntry]:
    """Yield the teams with their players; those who are only in a line-up come last."""
    assert isinstance(event, MatchTournament)
    competitors = {one.id: one for one in event.players}
    for team in event.teams:
        known = dict.fromkeys(team.members)
        known |= dict.fromkeys(one for seats in _seats_of(event, team) for one in seats if one)
        members = tuple(_fresh(event.individual.player[one]) for one in known)
        yield TeamEntry(competitors[team.competitor], members, team.captain)


def _seats_of(event: MatchTournament, team: Team) -> Iterator[tuple[int | None, ...]]:
    """Yield the line-ups of a team, match by match."""
    for match in (match for these in event.matches for match in these if match.boards):
        if match.white == team.competitor:
            yield tuple(board.home for board in match.boards)
        elif match.black == team.competitor:
            yield tuple(board.guest for board in match.boards)


def _keeps_board_order(event: Tournament) -> bool:
    """Return True if all line-ups keep the board order of their teams."""
    if not isinstance(event, MatchTournament):
        return True
    for team in event.teams:
        place = {player: at for at, player in enumerate(team.members)}
        for seats in _seats_of(event, team):
            order = [place.get(one, len(place)) for one in seats if one is not None]
            if order != sorted(order):
                return False
    return True


def _line_up(desk: Desk, event: MatchTournament, number: int) -> None:
    """Hand in the line-ups of a round that are not just the first players of a team."""
    section = desk.section(SECTION)
    if not section.has_teams:
        return
    lineups = []
    for match in event.round_matches(number):
        for team, seats in (
            (match.white, tuple(board.home for board in match.boards)),
            (match.black, tuple(board.guest for board in match.boards)),
        ):
            seats += (None,) * (section.boards - len(seats))
            if match.boards and seats != section.lineup(team, number):
                lineups.append(TeamLineup(team, seats))
    if lineups:
        desk.act(actions.SetLineups(SECTION, tuple(lineups), number))


def _results_of_matches(event: Tournament, number: int) -> Iterator[FoundResult]:
    """Yield the results of the boards; a match without boards was forfeited on all of them."""
    assert isinstance(event, MatchTournament)
    for match in event.round_matches(number):
        for board in range(1, event.boards + 1):
            if not match.boards:
                yield match.white, match.black, board, match.result, False
            elif board <= len(match.boards):
                result, turned = _result_from_home(event, match, board - 1)
                yield match.white, match.black, board, result, turned


def _result_from_home(
    event: MatchTournament, match: Match, board: int
) -> tuple[Result | None, bool]:
    """Return the result of a board, and True if its colours were reversed.

    The result begins with the side named first.
    """
    found = match.boards[board]
    if found.game is None or found.game.result is None:
        return None, False
    colour = found.game.colour(found.home or 0)
    result = found.game.result if colour is Colour.WHITE else found.game.result.mirrored
    team_event = event.settings.team_event or TeamEvent()  # two games: White, then Black
    return result, colour is not team_event.colour(board)
