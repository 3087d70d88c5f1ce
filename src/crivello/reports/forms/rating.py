"""What goes to the rating officer: the data for FIDE's server, the check, and the rated games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from crivello.model.matches import individual_of, people_after
from crivello.model.player import NationalRecord, Player
from crivello.model.result import Colour
from crivello.model.tournament import Game
from crivello.reports.document import LINES, Document, PrintedForm
from crivello.reports.forms.boxes import Box, arbiters_of, boxes, event_boxes
from crivello.reports.forms.pre_check import pre_check
from crivello.reports.queries import DIALECTS, list_queries, queries, with_final_ranks
from crivello.reports.subject import Choice, Subject
from crivello.rules.rating_tables import HALF_POINTS
from crivello.standings.table import Table, TableColumns, points_cell, text_cell, title_of
from crivello.words import N_, Translator

TO_COPY = N_(
    "To copy, box by box; a click on a value selects it. The order of FIDE's own form is known at "
    "second hand."
)


def server_data(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return the page with everything that an organiser types on FIDE's rating server."""
    say, settings = words.say, subject.tournament.settings
    tables = (
        boxes(say("The event"), _registration(subject, words), LINES),
        boxes(say("Arbiters"), _arbiters(subject, words), LINES),
        boxes(say("Rounds"), _rounds(subject, words), LINES),
    )
    form = PrintedForm("fide-server", settings.name, tables, (), (say(TO_COPY),))
    title = (settings.name, say("For FIDE's rating server"))
    return Document("fide-server", title, (form,))


def _registration(subject: Subject, words: Translator) -> Iterator[Box]:
    say, settings = words.say, subject.tournament.settings
    yield from event_boxes(subject, words)
    yield "time_control_code", say("Code of the time control"), settings.time_control_code
    yield "players", say("Players"), len(individual_of(subject.tournament).players)
    yield "website", say("Address of the website"), None
    yield "organiser", say("Organiser, with address"), None
    yield "organiser_fide_id", say("FIDE id of the organiser"), None


def _arbiters(subject: Subject, words: Translator) -> Iterator[Box]:
    say, arbiters = words.say, arbiters_of(subject.tournament.settings)
    chief = next((one for one in arbiters if one.chief), None)
    yield "chief_arbiter", say("Chief arbiter"), chief.name if chief else None
    yield "chief_arbiter_fide_id", say("FIDE id"), chief.fide_id if chief else None
    for place, one in enumerate((one for one in arbiters if not one.chief), start=1):
        yield f"deputy_{place}", say("Deputy arbiter"), one.name
        yield f"deputy_{place}_fide_id", say("FIDE id"), one.fide_id


def _rounds(subject: Subject, words: Translator) -> Iterator[Box]:
    settings = subject.tournament.settings
    for number in range(1, (settings.rounds or subject.tournament.paired_rounds) + 1):
        label = words.say("Round {round}: date and time", round=number)
        yield f"round_{number}", label, subject.when(number)


def rating_check(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return what FIDE would reject or query about the rating report."""
    tournament = subject.tournament
    listed = list_queries(individual_of(tournament), subject.pace)
    today = subject.today or date.today().isoformat()
    found = {
        dialect: queries(
            with_final_ranks(tournament, dialect),
            dialect,
            listed or (),
            today=today,
            pace=subject.pace,
        )
        for dialect in DIALECTS
    }
    return pre_check("rating-check", tournament, found, listed is not None, words)


# The rated games

SIGNS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}
"""The results of White, by half points."""


def rated_games(subject: Subject, words: Translator, choice: Choice) -> Table:
    """Return a table of the games that are rated, with what a federation needs of both players.

    Corrections for rating only count; forfeits, byes and games without a result are left out.
    """
    say = words.say
    tournament, last = people_after(subject.tournament, subject.paired_round(choice.round))
    games = [
        (number, game.for_rating())
        for number in range(1, last + 1)
        for game in tournament.round(number).games
    ]
    rated = [(number, game) for number, game in games if game.result and game.result.rated]
    columns = TableColumns(words)
    columns.number("round", say("Round"), (number for number, _ in rated), leading=True)
    dates = tournament.settings.round_dates
    days = (dates[number - 1] if number <= len(dates) else "" for number, _ in rated)
    columns.text("date", say("Date"), days)
    host = tournament.settings.federation.strip().upper()
    for key, heading in (("white", say("White")), ("black", say("Black"))):
        people = [tournament.player[getattr(game, key)] for _, game in rated]
        _add_players(columns, key, heading, people, host, words)
    columns.cells(
        "result", say("Result"), (text_cell(SIGNS[_half_points(game)]) for _, game in rated)
    )
    points = (points_cell(_half_points(game), 2, words.language) for _, game in rated)
    columns.cells("white_points", say("Points of White"), points, data_only=True)
    title = (tournament.settings.name, say("Results for rating"))
    notes = [] if rated else [say("No game is rated yet.")]
    return columns.table("rated-games", title, notes)


def _half_points(game: Game) -> int:
    """Return the half points of White."""
    assert game.result is not None
    return HALF_POINTS[game.result.of(Colour.WHITE)]


def _add_players(
    columns: TableColumns,
    key: str,
    heading: str,
    people: list[Player],
    host: str,
    words: Translator,
) -> None:
    say, national = words.say, [_national(one, host) for one in people]
    columns.number(f"{key}_number", say("No."), (p.number for p in people), data_only=True)
    columns.number(f"{key}_fide_id", say("FIDE id"), (p.fide_id for p in people), spare=True)
    ids = (one.identifier if one else "" for one in national)
    columns.text(f"{key}_national_id", say("National id"), ids, data_only=True)
    columns.text(f"{key}_title", "", map(title_of, people), data_only=True)
    columns.text(key, heading, (p.name for p in people), shrinks=True, player=f"{key}_number")
    columns.text(f"{key}_federation", say("Fed."), (p.federation for p in people), data_only=True)
    columns.text(f"{key}_birth", say("Date of birth"), (p.birth for p in people), data_only=True)
    columns.number(f"{key}_rating", say("Rating"), (p.rating for p in people))
    ratings = (one.rating if one else None for one in national)
    columns.number(f"{key}_national_rating", say("National rating"), ratings, data_only=True)


def _national(player: Player, host: str) -> NationalRecord | None:
    """Return what the federation of the tournament knows of a player."""
    return next((one for one in player.national if one.federation == host), None)
