"""Refusals about teams, line-ups and matches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.events import EnteredResult, TeamEntry, TeamLineup, TeamsRegistered
from crivello.desk.preconditions import check
from crivello.model.player import Player
from crivello.model.result import Result
from tests.desk.desks import A, fresh, people, settings
from tests.desk.matches import league, play, publish, team
from tests.desk.refused.scenario import refused


def taken(desk: Desk, whole: bool) -> None:
    """Register a team with the id of another one, or with a player who has another player's id."""
    known = desk.section(A).registration(desk.section(A).listed_players[0].id)
    members = (replace(team(9).members[0], id=99 if whole else known.members[0].id),)
    named = replace(team(9).team, id=known.player.id if whole else 98)
    check(TeamsRegistered(A, (TeamEntry(named, members),)), desk.state)


refused(r.TeamsHere)(lambda p: league(p).act(a.Register(A, people(1, 90))))
refused(r.NoTeamsHere)(lambda p: fresh(p).act(a.RegisterTeams(A, (team(1),))))
refused(r.PlayerExists)(lambda p: taken(league(p), whole=True))
refused(r.PlayerExists)(lambda p: taken(league(p), whole=False))
refused(r.TeamEmpty)(lambda p: league(p).act(a.RegisterTeams(A, (team(9, 0),))))


def first(desk: Desk) -> tuple[int, list[Player]]:
    """Return the strongest team and its members."""
    found = desk.section(A).listed_players[0].id
    return found, list(desk.section(A).registration(found).members)


def lined_up(desk: Desk, *places: int) -> None:
    found, members = first(desk)
    seats = tuple(members[place - 1].id if place else None for place in places)
    desk.act(a.SetLineups(A, (TeamLineup(found, seats),), 1))


refused(r.LineupUnfit)(lambda p: lined_up(league(p), 1, 2, 3))
refused(r.LineupUnfit)(lambda p: lined_up(league(p), 1, 1))
refused(r.LineupUnfit)(lambda p: lined_up(league(p), 0, 0))
refused(r.LineupOutOfOrder)(lambda p: lined_up(league(p), 2, 1))


@refused(r.NamedTwice)
def _(p: Path) -> None:
    desk = league(p)
    one = replace(team(9).team, id=99)
    desk.act(a.RegisterTeams(A, (TeamEntry(one, (one,)),)))


@refused(r.MemberHasPlayed)
def _(p: Path) -> None:
    desk = league(p)
    publish(desk)
    found, members = first(desk)
    kept = desk.section(A).registration(found).player
    desk.act(a.ChangeTeam(A, TeamEntry(kept, tuple(members[1:]))))


@refused(r.KindFixed)
def _(p: Path) -> None:
    league(p).act(a.ChangeSettings(A, settings(3)))


@refused(r.LineupPlayed)
def _(p: Path) -> None:
    desk = league(p)
    publish(desk)
    desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.DRAW),)))
    lined_up(desk, 1, 3)


@refused(r.NoMatches)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    desk.act(a.Publish(A))
    game = desk.section(A).rounds[0].games[0]
    of_a_match = EnteredResult(1, game.white, game.black, Result.DRAW, games=(Result.DRAW,))
    desk.act(a.EnterResults(A, (of_a_match,)))


@refused(r.BoardsMissing)
def _(p: Path) -> None:
    desk = league(p)
    publish(desk)
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))


@refused(r.NoBoardThere)
def _(p: Path) -> None:
    desk = league(p)
    publish(desk)
    desk.act(a.EnterBoards(A, (a.BoardResult(1, 3, Result.DRAW),)))


@refused(r.NameTheBoard)
def _(p: Path) -> None:
    desk = league(p)
    play(desk, 1)
    desk.act(a.CorrectResult(A, 1, 1, Result.DRAW))
