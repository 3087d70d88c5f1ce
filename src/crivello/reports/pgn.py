"""The games of a round as PGN without moves, for live boards and people who enter games."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.model.player import Player
from crivello.model.player_fields import TEAM_FIELD
from crivello.model.result import Result
from crivello.model.tournament import Game
from crivello.reports.queries import day
from crivello.reports.subject import Subject

_RESULTS = {"1-0": "1-0", "½-½": "1/2-1/2", "0-1": "0-1"}


def skeletons(
    subject: Subject, number: int | None = None, first: int = 1, last: int | None = None
) -> str:
    """Return the games of a round at tables `first` to `last` as PGN; forfeited games are left
    out.
    """
    this = subject.paired_round(number)
    games = [
        _game(subject, this, place, game)
        for place, game in enumerate(subject.tournament.round(this).games)
        if (game.result is None or game.result.played)
        and first <= subject.table(this, place)
        and (last is None or subject.table(this, place) <= last)
    ]
    return "\n".join(games)


def _game(subject: Subject, number: int, place: int, game: Game) -> str:
    result = result_of(game.result)
    tags = [
        *_roster(subject, number, place, game, result),
        *_side("White", subject.tournament.player[game.white], subject),
        *_side("Black", subject.tournament.player[game.black], subject),
        ("EventDate", _date(subject.tournament.settings.start)),
        ("TimeControl", subject.tournament.settings.time_control_code or "?"),
        ("Board", str(subject.table(number, place))),
    ]
    lines = [f'[{name} "{escape_tag(value)}"]' for name, value in tags if value]
    return "\n".join([*lines, "", result]) + "\n"


def _roster(
    subject: Subject, number: int, place: int, game: Game, result: str
) -> Iterator[tuple[str, str]]:
    """Yield the seven tags that every PGN game has, in their order."""
    settings = subject.tournament.settings
    dates = settings.round_dates
    site = " ".join(part for part in (settings.city, settings.federation) if part)
    yield "Event", settings.name or "?"
    yield "Site", site or "?"
    yield "Date", _date(dates[number - 1] if number <= len(dates) else "")
    yield "Round", f"{number}.{subject.table(number, place)}"
    yield "White", subject.tournament.player[game.white].name or "?"
    yield "Black", subject.tournament.player[game.black].name or "?"
    yield "Result", result


def _side(colour: str, player: Player, subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield the tags of a player; the value is empty if it is unknown."""
    teams = [team.name for team in subject.tournament.settings.teams if player.id in team.members]
    yield f"{colour}Title", player.title.value if player.title else ""
    yield f"{colour}Elo", str(player.rating or "")
    yield f"{colour}FideId", str(player.fide_id or "")
    yield f"{colour}Team", (teams or [TEAM_FIELD.text(player)])[0]


def result_of(result: Result | None) -> str:
    """Return a result in PGN; ``*`` if it is unknown, unplayed or has no PGN symbol."""
    if result is None or not result.played:
        return "*"
    return _RESULTS.get(result.figures, "*")


def _date(text: str) -> str:
    read = day(text)
    return "????.??.??" if read is None else f"{read:%Y.%m.%d}"


def escape_tag(text: str) -> str:
    """Return the text of a tag: quotes and backslashes escaped, control characters as blanks."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return printable.replace("\\", "\\\\").replace('"', '\\"')
