"""A tournament as it was before a round was paired, with what was known then."""

from __future__ import annotations

from collections.abc import Container, Iterable

from crivello.front.tables import with_parts
from crivello.model.matches import MatchTournament, after_round
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.settings import Acceleration, Apart, Settings, TeamEvent
from crivello.model.tournament import Tournament
from crivello.standard.classes import replace


def as_before(whole: Tournament, number: int) -> Tournament:
    """Return the tournament before a paired round: without later rounds, entries, withdrawals and
    points.
    """
    earlier = whole.before(number)
    announced = {
        one for this in earlier.rounds for one, bye in this.byes if bye is not Bye.ZERO_POINT
    }
    there = (one for one in whole.players if one.entered <= number or one.id in announced)
    players = tuple(_as_known(one, number) for one in there)
    known = frozenset(one.id for one in players)
    rounds = tuple(
        replace(this, byes=tuple(one for one in this.byes if one[0] in known))
        for this in earlier.rounds
    )
    settings = _without_later(_of_players(whole.settings, known), number)
    parts = Tournament(players, rounds, settings)
    if not isinstance(whole, MatchTournament):
        return parts
    event = with_parts(after_round(whole, number - 1), parts)
    return _with_lineups(event, whole.individual.settings.team_event, number)


def _as_known(player: Player, number: int) -> Player:
    after = player.withdrawn_after
    if after is None or after < number:
        return player
    return replace(player, withdrawn_after=None, expelled=False)


def _of_players(settings: Settings, known: Container[int]) -> Settings:
    """Return the settings without players who were not there."""
    virtual = settings.acceleration.virtual
    acceleration: Acceleration = replace(
        settings.acceleration, virtual=tuple(one for one in virtual if one[0] in known)
    )
    return replace(
        settings,
        acceleration=acceleration,
        forbidden=_groups(settings.forbidden, known),
        keep_apart=_groups(settings.keep_apart, known),
        adjustments=tuple(
            replace(one, players=tuple(player for player in one.players if player in known))
            for one in settings.adjustments
        ),
        teams=tuple(
            replace(one, members=tuple(player for player in one.members if player in known))
            for one in settings.teams
        ),
    )


def _groups(groups: Iterable[Apart], known: Container[int]) -> tuple[Apart, ...]:
    left = (
        replace(one, players=tuple(player for player in one.players if player in known))
        for one in groups
    )
    return tuple(one for one in left if len(one.players) > 1)


def _without_later(settings: Settings, number: int) -> Settings:
    points = (one for one in settings.adjustments if one.round is None or one.round < number)
    return replace(settings, adjustments=tuple(one for one in points if one.players))


def _with_lineups(event: MatchTournament, team_event: TeamEvent | None, number: int) -> Tournament:
    """Return the event with the line-ups that were set for the coming round."""
    people = event.individual
    if team_event is None or people.settings.team_event is None:
        return event
    lineups = tuple(one for one in team_event.lineups if one.round <= number)
    settings = replace(
        people.settings, team_event=replace(people.settings.team_event, lineups=lineups)
    )
    return replace(event, individual=replace(people, settings=settings))
