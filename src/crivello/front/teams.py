"""Team events in the library: made from the players of each team, with line-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from crivello.model.errors import Illegal
from crivello.model.keys import TEAMS, is_of_teams
from crivello.model.matches import MatchTournament, by_team, individual_of
from crivello.model.player import Player
from crivello.model.player_lookup import candidates, find_number, find_one
from crivello.model.sentence import N_
from crivello.model.settings import Acceleration, Lineup, Scoring, Settings, Team, TeamEvent
from crivello.model.tables import strength
from crivello.model.tournament import Tournament
from crivello.rules.initial_order import in_initial_order, initial_order
from crivello.standard.classes import replace
from crivello.standard.typing_names import Any

NO_TEAM_SYSTEM = N_("{system} does not pair teams; write system={example}.")
NO_TEAM_PLAYERS = N_("Team {team} has no players.")
NOT_OF_TEAMS = N_("This tournament has no teams.")
NOT_A_LINEUP = N_("A line-up is a list of players, by id or name, not {found}.")
TOO_LONG = N_("A line-up has at most {boards} players, one for each board (got {count}).")
NO_ONE_PLAYS = N_("A line-up has at least one player.")
TWICE = N_("Player {player} is on more than one board.")


def new_team_event(
    teams: Mapping[str, Sequence[Player]], boards: int | None, settings: Settings
) -> MatchTournament:
    """Return an event of these teams before round 1.

    Teams are numbered by the average rating of their first boards. What `settings` say about
    players, such as who is kept apart, applies to the teams.
    """
    system = settings.system or TEAMS
    if not is_of_teams(system):
        raise Illegal(NO_TEAM_SYSTEM, system=system, example=TEAMS)
    for name, members in teams.items():
        if not members:
            raise Illegal(NO_TEAM_PLAYERS, team=name)
    seats = boards or min(map(len, teams.values()), default=0)
    unnumbered = [
        Player(name, strength(members, seats), id=0, number=0) for name, members in teams.items()
    ]
    people: list[Player] = []
    numbered: list[Team] = []
    for number, team in enumerate(in_initial_order(unnumbered, initial_order(settings)), start=1):
        ids = range(len(people) + 1, len(people) + len(teams[team.name]) + 1)
        people += [
            replace(one, id=id, number=id) for id, one in zip(ids, teams[team.name], strict=True)
        ]
        numbered.append(Team(team.name, tuple(ids), number, strength=team.rating))
    unit = settings.scoring.unit
    event = TeamEvent(
        boards=seats,
        scoring=Scoring.of_units(2 * unit, unit, 0, unit, unit),
        acceleration=settings.acceleration,
        forbidden=settings.forbidden,
        adjustments=settings.adjustments,
    )
    of_people = replace(
        settings,
        system=system,
        teams=tuple(numbered),
        team_event=event,
        acceleration=Acceleration(),
        forbidden=(),
        adjustments=(),
        keep_apart=(),
        must_meet=(),
    )
    found = by_team(Tournament(tuple(people), (), of_people), event)
    of_teams = replace(found.settings, keep_apart=settings.keep_apart, must_meet=settings.must_meet)
    return replace(found, settings=of_teams)


def members_of(whole: Tournament, team: int) -> tuple[Player, ...]:
    """Return the players of a team, in board order."""
    if not isinstance(whole, MatchTournament) or not whole.teams:
        raise Illegal(NOT_OF_TEAMS)
    people = individual_of(whole).player
    return tuple(people[one] for one in whole.team[team].members)


def with_lineup(whole: Tournament, team: int, players: Any, number: int) -> Tournament:
    """Return the event in which the team has this line-up in round `number`."""
    members = members_of(whole, team)
    assert isinstance(whole, MatchTournament)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise Illegal(NOT_A_LINEUP, found=type(players).__name__)
    ids = [None if one is None else _find_member(members, one) for one in players]
    seated = [one for one in ids if one is not None]
    if len(ids) > whole.boards:
        raise Illegal(TOO_LONG, boards=whole.boards, count=len(ids))
    if not seated:
        raise Illegal(NO_ONE_PLAYS)
    for one in seated:
        if seated.count(one) > 1:
            raise Illegal(TWICE, player=one)
    seats = (*ids, *(None,) * (whole.boards - len(ids)))
    people = individual_of(whole)
    event = people.settings.team_event
    assert event is not None
    this = Lineup(number, whole.team[team].number, seats)
    others = [one for one in event.lineups if (one.round, one.team) != (this.round, this.team)]
    event = replace(event, lineups=(*others, this))
    return replace(
        whole,
        individual=replace(people, settings=replace(people.settings, team_event=event)),
        settings=replace(whole.settings, team_event=event),
    )


def _find_member(members: Iterable[Player], who: Any) -> int:
    if isinstance(who, Player):
        who = who.id
    if type(who) is int:
        return find_number(candidates(members), who, Illegal)
    if not isinstance(who, str):
        raise Illegal(NOT_A_LINEUP, found=type(who).__name__)
    return find_one(candidates(members), who, Illegal)
