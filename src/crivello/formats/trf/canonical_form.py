"""The canonical form, equal for equivalent tournaments; and the same tournament with other ids.

At the desk a player has a permanent id that people never see; they know pairing numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from crivello.formats.trf.scoring import FIELDS, in_units, unit_for
from crivello.model.matches import MatchTournament, event_of, individual_of
from crivello.model.settings import Apart, PointsAdjustment, Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.standard.classes import replace


def canonical(tournament: Tournament) -> Tournament:
    """Return the canonical form: players and byes by number, the coarsest unit, nothing
    redundant.
    """
    number = {player.id: player.number for player in tournament.players}
    rounds = [
        Round(this.games, tuple(sorted(this.byes, key=lambda bye: number[bye[0]])))
        for this in tournament.rounds
    ]
    while rounds and not rounds[-1].games and not rounds[-1].byes:
        rounds.pop()
    return Tournament(
        tuple(sorted(tournament.players, key=lambda player: player.number)),
        tuple(rounds),
        _settings(tournament.settings),
    )


def _settings(settings: Settings) -> Settings:
    scoring, event = settings.scoring, settings.team_event
    virtual = {player: _without_zeros(row) for player, row in settings.acceleration.virtual}
    amounts = {
        *(getattr(scoring, name) for name in FIELDS),
        *(points for row in virtual.values() for points in row),
        *(adjustment.points for adjustment in settings.adjustments),
        *(() if event is None or event.bye_points is None else (event.bye_points,)),
    }
    unit = unit_for(Fraction(amount, scoring.unit) for amount in amounts)

    def rescale(amount: int) -> int:
        return in_units(Fraction(amount, scoring.unit), unit)

    return replace(
        settings,
        scoring=Scoring(unit, **{name: rescale(getattr(scoring, name)) for name in FIELDS}),
        acceleration=replace(
            settings.acceleration,
            virtual=tuple(
                (player, tuple(rescale(points) for points in virtual[player]))
                for player in sorted(virtual)
                if virtual[player]
            ),
        ),
        adjustments=tuple(
            replace(adjustment, points=rescale(adjustment.points), round=adjustment.round or None)
            for adjustment in settings.adjustments
        ),
        forbidden=tuple(_without_end(apart, settings.rounds) for apart in settings.forbidden),
        team_event=event
        if event is None or event.bye_points is None
        else replace(event, bye_points=rescale(event.bye_points)),
    )


def _without_zeros(row: tuple[int, ...]) -> tuple[int, ...]:
    end = len(row)
    while end and not row[end - 1]:
        end -= 1
    return row[:end]


def _without_end(apart: Apart, rounds: int | None) -> Apart:
    """Return the group without its last round, if that is the last round of the tournament or
    later.
    """
    if rounds is not None and apart.last_round is not None and apart.last_round >= rounds:
        return replace(apart, last_round=None)
    return apart


def rename_players(tournament: Tournament, new: Mapping[int, int]) -> Tournament:
    """Return the same tournament with other ids; `new` has the new id for every old one."""

    def ids(players: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(new[player] for player in players)

    def game(old: Game) -> Game:
        return replace(old, white=new[old.white], black=new[old.black])

    settings = tournament.settings

    def apart(old: tuple[Apart, ...]) -> tuple[Apart, ...]:
        return tuple(replace(one, players=ids(one.players)) for one in old)

    def adjustment(old: PointsAdjustment) -> PointsAdjustment:
        return replace(old, players=ids(old.players))

    return Tournament(
        tuple(replace(player, id=new[player.id]) for player in tournament.players),
        tuple(
            Round(
                tuple(game(old) for old in this.games),
                tuple((new[player], bye) for player, bye in this.byes),
            )
            for this in tournament.rounds
        ),
        replace(
            settings,
            acceleration=settings.acceleration.with_ids(new),
            forbidden=apart(settings.forbidden),
            keep_apart=apart(settings.keep_apart),
            must_meet=tuple((new[one], new[other]) for one, other in settings.must_meet),
            adjustments=tuple(adjustment(old) for old in settings.adjustments),
            teams=tuple(replace(team, members=ids(team.members)) for team in settings.teams),
            team_event=None
            if settings.team_event is None
            else replace(
                settings.team_event,
                lineups=tuple(
                    replace(
                        one,
                        players=tuple(None if p is None else new[p] for p in one.players),
                    )
                    for one in settings.team_event.lineups
                ),
            ),
        ),
    )


def by_number(tournament: Tournament, numbers: Mapping[int, int] | None = None) -> Tournament:
    """Return the tournament with pairing numbers as ids; `numbers` can give others, by id.

    Players to be kept apart who are not in the tournament are left out.
    """
    if isinstance(tournament, MatchTournament):
        return _matches_by_number(tournament)
    new = {player.id: player.number for player in tournament.players}
    if numbers is not None:
        new |= {player: numbers[player] for player in new if player in numbers}
    if all(player == number for player, number in new.items()):
        return tournament
    settings = tournament.settings
    listed = replace(
        settings,
        forbidden=_limit_groups(settings.forbidden, new),
        keep_apart=_limit_groups(settings.keep_apart, new),
        must_meet=tuple(pair for pair in settings.must_meet if all(p in new for p in pair)),
    )
    return rename_players(replace(tournament, settings=listed), new)


def _matches_by_number(event: MatchTournament) -> MatchTournament:
    """Return an event of matches with pairing numbers as ids; members of teams keep their ids."""
    new = {player.id: player.number for player in event.players}
    if all(player == number for player, number in new.items()):
        return event
    settings, people = event.settings, individual_of(event)
    if event.teams:
        teams = tuple(replace(team, id=0) for team in people.settings.teams)
        people = replace(people, settings=replace(people.settings, teams=teams))
    else:
        people = rename_players(people, new)
    found = event_of(people)
    assert isinstance(found, MatchTournament)
    bare = replace(settings, team_event=None)
    named = rename_players(Tournament(event.players, event.rounds, bare), new)
    return replace(
        found,
        players=named.players,
        rounds=named.rounds,
        settings=replace(named.settings, team_event=settings.team_event),
    )


def _limit_groups(groups: tuple[Apart, ...], known: Mapping[int, int]) -> tuple[Apart, ...]:
    kept = (
        replace(group, players=tuple(player for player in group.players if player in known))
        for group in groups
    )
    return tuple(group for group in kept if len(group.players) > 1)
