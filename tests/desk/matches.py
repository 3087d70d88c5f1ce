"""Desks for tests, of events whose rounds are matches."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk.announcement import Announcement
from crivello.desk.events import TeamEntry
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings, TeamEvent
from tests.desk.desks import A, Clock, people

WINS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS)
"""The results of the boards of a match: 2½ – 1½ for the team named first."""


def team(number: int, members: int = 3) -> TeamEntry:
    """Return a team; player 3 of team 7 is called Player 7.3."""
    people_of = tuple(
        Player(f"Player {number}.{place}", id=0, number=0, rating=2400 - 20 * number - place)
        for place in range(1, members + 1)
    )
    return TeamEntry(Player(f"Team {number:02}", id=0, number=0), people_of, f"Captain {number}")


def league(
    folder: Path,
    count: int = 4,
    *,
    boards: int = 2,
    rounds: int = 3,
    members: int = 3,
    announced: Announcement | None = None,
    clock: Clock | None = None,
    tie_breaks: tuple[str, ...] = ("MPTS", "GPTS"),
) -> Desk:
    """Return a desk with teams before round 1, the first the strongest."""
    settings = Settings(
        name="League",
        start="2026/03/01",
        rounds=rounds,
        system="team",
        tie_breaks=tie_breaks,
        team_event=TeamEvent(boards=boards),
    )
    given = announced or Announcement(correction_minutes=30)
    opening = a.OpenSection(A, settings, given)
    desk = Desk.create(folder / "t.crivello", opening, actor="Ann", clock=clock or Clock())
    desk.act(a.RegisterTeams(A, tuple(team(n, members) for n in range(1, count + 1))))
    desk.act(a.DrawColour(A, Colour.WHITE))
    return desk


def double_swiss(folder: Path, count: int = 6, rounds: int = 3) -> Desk:
    opening = open_double_swiss(A, rounds)
    desk = Desk.create(folder / "t.crivello", opening, actor="Ann", clock=Clock())
    desk.act(a.Register(A, people(count)))
    desk.act(a.DrawColour(A, Colour.WHITE))
    return desk


def open_double_swiss(section: str, rounds: int = 3) -> a.OpenSection:
    settings = Settings(name="Two", start="2026/03/01", rounds=rounds, system="doubleswiss")
    return a.OpenSection(section, settings, Announcement(correction_minutes=30))


def publish(desk: Desk, section: str = A) -> None:
    desk.act(a.Pair(section))
    desk.act(a.Publish(section))


def enter(desk: Desk, results: tuple[Result, ...] = WINS) -> None:
    """Enter the same results in every match of the round being played."""
    for match, games in enumerate(desk.section(A).rounds[-1].boards, start=1):
        found = tuple(
            a.BoardResult(match, board, result)
            for board, (game, result) in enumerate(zip(games, results, strict=False), start=1)
            if game is not None
        )
        desk.act(a.EnterBoards(A, found))


def play(desk: Desk, rounds: int) -> None:
    for _ in range(rounds):
        publish(desk)
        enter(desk)
        desk.act(a.PublishResults(A))
