"""Desks for tests: real files, a clock set by hand, few players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from crivello.desk import Desk
from crivello.desk.actions import DrawColour, EnterResults, OpenSection, Pair, Publish, Register
from crivello.desk.announcement import Announcement
from crivello.desk.fide_mode import superseded_refusal
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings

A = "A"


class Clock:
    """A clock for tests, which moves only when it is set."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def forward(self, minutes: int) -> None:
        self.time += timedelta(minutes=minutes)


def settings(rounds: int = 5, system: str = "dutch-2026") -> Settings:
    return Settings(name="Test", start="2026/03/01", rounds=rounds, system=system)


def people(count: int, first: int = 1, rating: int = 2400) -> tuple[Player, ...]:
    """Return players by falling rating, with ids in the same order."""
    return tuple(
        Player(id=first + i, number=0, name=f"Player {first + i:03}", rating=rating - 10 * i)
        for i in range(count)
    )


def fresh(
    folder: Path,
    count: int = 8,
    *,
    rounds: int = 5,
    system: str = "dutch-2026",
    announced: Announcement | None = None,
    clock: Clock | None = None,
    name: str = "t.crivello",
) -> Desk:
    """Return a desk with players and a drawn colour, before round 1.

    An earlier edition needs a tournament outside FIDE mode.
    """
    clock = clock or Clock()
    given = announced or Announcement(correction_minutes=30)
    earlier = superseded_refusal(settings(rounds, system), clock().date().isoformat()) is not None
    desk = Desk.create(
        folder / name,
        OpenSection(
            A, settings(rounds, system), replace(given, fide_mode=False if earlier else None)
        ),
        actor="arbiter",
        clock=clock,
        reason="an earlier edition" if earlier else "",
    )
    if count:
        desk.act(Register(A, people(count)))
    desk.act(DrawColour(A, Colour.WHITE))
    return desk


def publish(desk: Desk) -> None:
    desk.act(Pair(A))
    desk.act(Publish(A))


def enter(desk: Desk, result: Result = Result.WHITE_WINS) -> None:
    """Enter the same result on every board of the round being played."""
    games = desk.section(A).rounds[-1].games
    desk.act(EnterResults(A, tuple((n, result) for n in range(1, len(games) + 1))))


def play(desk: Desk, rounds: int, result: Result = Result.WHITE_WINS) -> None:
    """Pair, publish and play rounds."""
    for _ in range(rounds):
        publish(desk)
        enter(desk, result)
