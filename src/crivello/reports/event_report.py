"""The report of an event: kind, officials, dates, players, and everything unusual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from crivello.model.keys import PACES
from crivello.model.player import Player, Title
from crivello.model.result import BYE_NAMES, Bye, Result
from crivello.model.tournament import Game
from crivello.reports.document import Document
from crivello.reports.listings import CASES, exceptions
from crivello.reports.pairings import is_expected
from crivello.reports.subject import EVERYTHING, Choice, Subject
from crivello.rules.rating_tables import mean_rating
from crivello.standings.standings import announced_list
from crivello.standings.table import Cell, Column, Table, facts_table, number_cell, text_cell
from crivello.standings.wording import player_text, signed_points
from crivello.systems.registry import find
from crivello.words import N_, Template, Translator

UNKNOWN = N_("not announced")
RECORDED = N_("Recorded exceptions")


def event_report(subject: Subject, words: Translator, choice: Choice = EVERYTHING) -> Document:
    """Build the report of an event for organisers and rating officers: all facts except the
    results.
    """
    settings = subject.tournament.settings
    blocks = (
        facts_table("event", (), words.say("The event"), _event(subject, words)),
        facts_table("arbiters", (), words.say("Arbiters"), _arbiters(subject, words)),
        _schedule(subject, words),
        _federations(subject, words),
        _titles(subject, words),
        _exceptions(subject, words),
        replace(exceptions(subject, words), name="recorded", title=(words.say(RECORDED),)),
    )
    title = (settings.name, words.say("Tournament report"), settings.city)
    return Document("event-report", title, blocks)


# The event


def _event(subject: Subject, words: Translator) -> Iterator[tuple[str, str]]:
    say, tournament = words.say, subject.tournament
    settings, players = tournament.settings, tournament.players
    unknown = say(UNKNOWN)
    yield say("Name"), settings.name or unknown
    yield say("Place"), _join(" ", settings.city, settings.federation) or unknown
    yield say("Dates"), _join(" – ", settings.start, settings.end) or unknown
    yield say("Type"), settings.kind or unknown
    if subject.ids is not None:  # only a desk knows
        yield say("Pace"), say(PACES[subject.pace])
    yield say("Time control"), settings.time_control or unknown
    stated = subject.wanted or settings.system
    yield say("Pairing system"), say(find(subject.system).title) if stated else unknown
    if settings.acceleration.method:
        yield say("Acceleration"), settings.acceleration.method
    rounds = say(
        "{paired} paired, {announced} announced",
        paired=tournament.paired_rounds,
        announced=unknown if settings.rounds is None else settings.rounds,
    )
    yield say("Rounds"), rounds
    yield say("Tie-breaks"), ", ".join(announced_list(tournament)) or unknown
    yield say("Players"), _people(players, words)
    ratings = [player.rating for player in players if player.rating]
    if ratings:
        yield say("Average rating"), str(mean_rating(ratings))
    yield say("Games"), _games(subject, words)


def _join(sign: str, *parts: str) -> str:
    return sign.join(part for part in parts if part)


def _people(players: tuple[Player, ...], words: Translator) -> str:
    return words.say(
        "{count} (rated: {rated}, titled: {titled}, women: {women}, federations: {federations})",
        count=len(players),
        rated=sum(bool(player.rating) for player in players),
        titled=sum(player.title is not None for player in players),
        women=sum(player.sex is not None and player.sex.value == "w" for player in players),
        federations=len({player.federation for player in players if player.federation}),
    )


def _games(subject: Subject, words: Translator) -> str:
    played, forfeited, open_games = (sum(column) for column in zip(*_counts(subject), strict=True))
    said = words.say(
        "over the board: {played}, forfeited: {forfeited}", played=played, forfeited=forfeited
    )
    if open_games:
        said = words.say("{games}, without a result: {count}", games=said, count=open_games)
    return said


def _counts(subject: Subject) -> Iterator[tuple[int, int, int]]:
    """Yield (0, 0, 0), then for each round how many games were played, forfeited, and without a
    result.
    """
    yield 0, 0, 0
    for number in range(1, subject.tournament.paired_rounds + 1):
        yield _of_round(subject, number)


def _of_round(subject: Subject, number: int) -> tuple[int, int, int]:
    results = [game.result for game in subject.tournament.round(number).games]
    open_games = sum(one in (None, Result.ADJOURNED) for one in results)
    forfeited = sum(one is not None and not one.played for one in results)
    return len(results) - open_games - forfeited, forfeited, open_games


def _arbiters(subject: Subject, words: Translator) -> Iterator[tuple[str, str]]:
    settings = subject.tournament.settings
    yield words.say("Chief arbiter"), settings.chief_arbiter or words.say(UNKNOWN)
    for name in settings.deputy_arbiters:
        yield words.say("Deputy arbiter"), name


def _schedule(subject: Subject, words: Translator) -> Table:
    say, tournament = words.say, subject.tournament
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("date", say("Date and time")),
        Column("played", say("Games"), right=True),
        Column("forfeited", say("Forfeited"), right=True),
        Column("open", say("No result"), right=True, spare=True),
        Column("byes", say("Byes"), right=True),
        Column("absent", say("Absent"), right=True),
    )
    rows = []
    for number in range(1, max(tournament.settings.rounds or 0, tournament.paired_rounds) + 1):
        counts: tuple[int | None, ...] = (None,) * 5
        if number <= tournament.paired_rounds:
            played, forfeited, open_games = _of_round(subject, number)
            byes = len(tournament.round(number).byes)
            absent = sum(1 for _ in _absent(subject, number))
            counts = (played, forfeited, open_games or None, byes, absent)
        when = text_cell(subject.when(number) or say(UNKNOWN))
        rows.append((number_cell(number), when, *map(number_cell, counts)))
    return Table("schedule", (say("Schedule"),), columns, tuple(rows))


# The players


def _federations(subject: Subject, words: Translator) -> Table:
    say, players = words.say, subject.tournament.players
    counts = Counter(player.federation for player in players)
    columns = (
        Column("federation", say("Federation"), leading=True),
        Column("players", say("Players"), right=True),
        Column("rated", say("Rated"), right=True),
        Column("titled", say("Titled"), right=True),
    )
    rows = []
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        these = [player for player in players if player.federation == code]
        rows.append(
            (
                Cell(code or say("unknown"), code or None),
                number_cell(count),
                number_cell(sum(bool(player.rating) for player in these)),
                number_cell(sum(player.title is not None for player in these)),
            )
        )
    return Table("federations", (say("Players by federation"),), columns, tuple(rows))


def _titles(subject: Subject, words: Translator) -> Table:
    say = words.say
    counts = Counter(player.title for player in subject.tournament.players)
    columns = (
        Column("title", say("Title"), leading=True),
        Column("players", say("Players"), right=True),
    )
    rows = [(text_cell(one.value), number_cell(counts[one])) for one in Title if counts[one]]
    rows.append((Cell(say("without a title"), None), number_cell(counts[None])))
    return Table("titles", (say("Players by title"),), columns, tuple(rows))


# What was unusual

BY_FORFEIT = N_("won by forfeit")
NEITHER = N_("neither player appeared")
NOT_RATED = N_("game that is not rated")
UNUSUAL = N_("unusual result")
ADJOURNED = N_("no result yet")
REVERSED = N_("played with reversed colours")
FOR_RATING = N_("correction for rating only")


def _exceptions(subject: Subject, words: Translator) -> Table:
    say = words.say
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("what", say("What")),
        Column("who", say("Players"), shrinks=True),
        Column("remark", say("Remark"), wraps=True),
    )
    rows = sorted(_exception_rows(subject, words), key=lambda row: row[0])
    cells = tuple((number_cell(row[0] or None), *map(text_cell, row[1:])) for row in rows)
    notes = [] if rows else [say("Nothing unusual happened.")]
    if subject.changes is None:
        notes.append(
            say("Changes to published pairings and their reasons are recorded in desk files only.")
        )
    return Table("exceptions", (say("Exceptions"),), columns, cells, tuple(notes))


Exceptional = tuple[int, str, str, str]
"""An unusual fact: the round (0 for the whole event), what happened, to whom, and a remark."""


def _exception_rows(subject: Subject, words: Translator) -> Iterator[Exceptional]:
    for number in range(1, subject.tournament.paired_rounds + 1):
        yield from _of_games(subject, number, words)
        yield from _of_byes(subject, number, words)
    yield from _of_players(subject, words)
    yield from _tables_of_log(subject, words)


def _of_games(subject: Subject, number: int, words: Translator) -> Iterator[Exceptional]:
    people = subject.tournament.player
    for game in subject.tournament.round(number).games:
        pair = f"{player_text(people[game.white])} – {player_text(people[game.black])}"
        for what in _unusual(game):
            remark = "" if game.result is None else words.say(game.result)
            if what is FOR_RATING:
                remark = words.say(game.for_rating().result or "")
            yield number, words.say(what), pair, remark


def _unusual(game: Game) -> Iterator[Template]:
    result = game.result
    if result in (None, Result.ADJOURNED):
        yield ADJOURNED
    elif result is Result.DOUBLE_FORFEIT:
        yield NEITHER
    elif not result.played:
        yield BY_FORFEIT
    elif not result.rated:
        yield NOT_RATED
    elif result not in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        yield UNUSUAL
    if game.reversed:
        yield REVERSED
    if game.for_rating() != game:
        yield FOR_RATING


def _of_byes(subject: Subject, number: int, words: Translator) -> Iterator[Exceptional]:
    for player, bye in subject.byes(number):
        if bye is not Bye.PAIRING_ALLOCATED:
            yield number, words.say(BYE_NAMES[bye]), player_text(player), ""
    for player in _absent(subject, number):
        yield number, words.say("absent"), player_text(player), ""


def _absent(subject: Subject, number: int) -> Iterator[Player]:
    """Yield the players who should play in a round but have neither a game nor a bye."""
    this = subject.tournament.round(number)
    there = {player for game in this.games for player in (game.white, game.black)}
    there |= {player for player, _ in this.byes}
    for player in sorted(subject.tournament.players, key=lambda one: one.number):
        if player.id not in there and is_expected(player, number):
            yield player


def _of_players(subject: Subject, words: Translator) -> Iterator[Exceptional]:
    for player in sorted(subject.tournament.players, key=lambda one: one.number):
        who = player_text(player)
        if player.entered > 1:
            yield player.entered, words.say("late entry, from this round on"), who, ""
        if player.withdrawn_after is not None:
            left = (
                N_("expelled after this round")
                if player.expelled
                else N_("withdrew after this round")
            )
            yield player.withdrawn_after, words.say(left), who, ""


def _tables_of_log(subject: Subject, words: Translator) -> Iterator[Exceptional]:
    """Yield the unusual facts that only the log of a desk records."""
    say, tournament = words.say, subject.tournament
    for number in subject.by_hand:
        yield number, say("paired by hand"), "", ""
    for change in subject.changes or ():
        what = N_("published pairing changed")
        if change.taken_back:
            what = N_("publication withdrawn")
        yield (
            change.round,
            say(what),
            "",
            _join(": ", say(CASES[change.case.value]), change.reason),
        )
    for one in subject.given or ():
        what = say(
            "{points} points",
            points=signed_points(one.points, tournament.settings.scoring.unit, words),
        )
        who = "; ".join(player_text(tournament.player[player]) for player in one.players)
        yield one.round, what, who, one.reason
