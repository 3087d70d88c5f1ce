"""Performance, expected score and rating change of standard games (B.02), as data and tables.

Rapid and blitz games have their own rules, which are not covered here: their tables show averages
and performances only. Data that a tournament lacks: docs/decisions/rating-change.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from crivello.model.errors import Illegal
from crivello.model.keys import PACES
from crivello.model.player import Player
from crivello.model.sentence import N_, PlayerRef
from crivello.model.tournament import Tournament
from crivello.rules.rating_tables import (
    HALF_POINTS,
    expected_percent,
    mean_rating,
    performance_rating,
)
from crivello.standard.classes import frozen
from crivello.standings.categories import birth_year, event_year
from crivello.standings.finality import mark_provisional, open_games
from crivello.standings.table import Cell, Table, TableColumns, amount, points_cell, title_of
from crivello.standings.wording import player_text
from crivello.words import Translator

STANDARD = "standard"

CAP = 400
UNCAPPED_FROM = 2650
"""The 400-point rule does not apply to players with this rating or a higher one …"""
UNCAPPED_SINCE = "2025-10-01"
"""… in tournaments from this day on."""
ONE_UPGRADE = ("2022-01-01", "2024-02-29")
"""The first and last day of a time in which the 400-point rule could benefit a player in one game
only.
"""
FIRST_RATING_SINCE = "2024-03-01"
"""Earlier tournaments computed first ratings differently."""
LARGEST_K_TIMES_GAMES = 700
LEAST_GAMES = 5
"""The fewest games against rated opponents for a first rating."""
FIRST_RATING = (1400, 2200)
FICTITIOUS = (1800, 1800)
"""The ratings of two opponents added, with a draw each, to compute a first rating."""


class RatedResult(NamedTuple):
    """A rated game over the board, from the side of one player."""

    round: int
    opponent: Player
    half_points: int


@frozen
class RatedGame:
    round: int
    opponent: int
    rating: int
    """The opponent's rating."""
    half_points: int
    expected: int | None = None
    """In percent; None for an unrated player, and in rapid and blitz games."""
    capped: bool = False
    """True if the rating difference was greater and counted as 400."""


@frozen
class RatingChange:
    """The change of a player's rating by the games against rated opponents."""

    player: Player
    games: tuple[RatedGame, ...] = ()
    half_points: int = 0
    average: int | None = None
    """The mean rating of these opponents, rounded (.5 up)."""
    performance: int | None = None
    expected: int | None = None
    """In hundredths of a point."""
    k: int | None = None
    change: int | None = None
    """In hundredths, before it is rounded."""
    rounded: int | None = None
    """To the nearest whole number, a half away from zero."""
    first_rating: int | None = None
    """The first rating of an unrated player; None with too few games, without half a point,
    or if it is too low.
    """


def rating_changes(
    tournament: Tournament, after_round: int, pace: str = STANDARD
) -> tuple[RatingChange, ...]:
    """Compute the rating change of each player, by pairing number.

    Only games against rated opponents count. In a rapid or blitz event there are averages and
    performances only.
    """
    results = rated_results(tournament, after_round)
    return tuple(
        _change(
            tournament, player, [one for one in results[player.id] if one.opponent.rating], pace
        )
        for player in sorted(tournament.players, key=lambda player: player.number)
    )


def rated_results(tournament: Tournament, after_round: int) -> dict[int, list[RatedResult]]:
    """Return the rated games over the board of every player, without forfeits and byes."""
    found: dict[int, list[RatedResult]] = {player.id: [] for player in tournament.players}
    for number in range(1, after_round + 1):
        for game in tournament.round(number).games:
            result = game.rating_result or game.result
            if result is not None and result.rated:
                for player, opponent in ((game.white, game.black), (game.black, game.white)):
                    half = HALF_POINTS[result.of(game.colour(player))]
                    found[player].append(RatedResult(number, tournament.player[opponent], half))
    return found


def _change(
    tournament: Tournament, player: Player, results: list[RatedResult], pace: str
) -> RatingChange:
    if not results:
        return RatingChange(player)
    ratings = [one.opponent.rating or 0 for one in results]
    half = sum(one.half_points for one in results)
    average, performance = mean_rating(ratings), performance_rating(ratings, half)
    if pace != STANDARD:
        plain = tuple(map(_game_alone, results))
        return RatingChange(player, plain, half, average, performance)
    uncapped = _uncapped_games(tournament, player, ratings)
    games = tuple(_game(player, one, index in uncapped) for index, one in enumerate(results))
    if not player.rating:
        first = first_rating(ratings, half)
        return RatingChange(player, games, half, average, performance, first_rating=first)
    expected = sum(game.expected or 0 for game in games)
    k = k_factor(player, event_year(tournament), len(games))
    change = k * (50 * half - expected)
    rounded = (abs(change) + 50) // 100 * (1 if change >= 0 else -1)
    return RatingChange(player, games, half, average, performance, expected, k, change, rounded)


def _game(player: Player, result: RatedResult, uncapped: bool) -> RatedGame:
    game = _game_alone(result)
    if not player.rating:
        return game
    difference = player.rating - game.rating
    capped = abs(difference) > CAP and not uncapped
    if capped:
        difference = CAP if difference > 0 else -CAP
    return replace(game, expected=expected_percent(difference), capped=capped)


def _game_alone(result: RatedResult) -> RatedGame:
    """Return the game without an expected score."""
    number, opponent, half = result
    return RatedGame(number, opponent.id, opponent.rating or 0, half)


def first_day(tournament: Tournament) -> str:
    """Return the first day of the tournament as ``YYYY-MM-DD``; empty if unknown."""
    return tournament.settings.start.replace("/", "-")


def one_upgrade(tournament: Tournament) -> bool:
    """Return True if the 400-point rule could benefit only one game of a tournament (8.3.1)."""
    since, until = ONE_UPGRADE
    return since <= first_day(tournament) <= until


def _uncapped_games(tournament: Tournament, player: Player, theirs: list[int]) -> set[int]:
    """Return the indexes of the games to which the 400-point rule does not apply for this player
    (8.3.1).

    If it may benefit only one game (`one_upgrade`), that is the game with the greatest difference
    among those against opponents more than 400 points lower. Against higher opponents the rule does
    not benefit the player, and always applies.
    """
    start = first_day(tournament)
    rating = player.rating or 0
    if rating >= UNCAPPED_FROM and not (start and start < UNCAPPED_SINCE):
        return set(range(len(theirs)))
    lower = [index for index, one in enumerate(theirs) if rating - one > CAP]
    if not lower or not one_upgrade(tournament):
        return set()
    return set(lower) - {min(lower, key=lambda index: theirs[index])}


def k_factor(player: Player, year: int | None, games: int) -> int:
    """Return the coefficient K of the rating change, lowered if K times the number of games would
    exceed 700.

    A player's tags can add facts that a tournament does not contain: ``k`` itself, or ``games``,
    the number of rated games before (with fewer than 30, K is 40). A player who was once above 2400
    needs ``k``.
    """
    tags = {
        key: int(text)
        for key, text in player.tags
        if text.isascii() and text.isdigit() and len(text) < 10
    }
    rating = player.rating or 0
    born = birth_year(player)
    if "k" in tags:
        k = tags["k"]
    elif tags.get("games", 30) < 30:
        k = 40
    elif rating >= 2400:
        k = 10
    elif rating < 2300 and born is not None and year is not None and year - born <= 18:
        k = 40
    else:
        k = 20
    return min(k, LARGEST_K_TIMES_GAMES // games) if games else k


def first_rating(ratings: list[int], half: int) -> int | None:
    """Compute the first rating of a player, from at least five games against rated opponents.

    Return None with fewer games, a score of zero (8.2.1), or a rating that is too low.
    """
    if len(ratings) < LEAST_GAMES or half == 0:
        return None
    rating = performance_rating([*ratings, *FICTITIOUS], half + len(FICTITIOUS))
    low, high = FIRST_RATING
    return None if rating < low else min(rating, high)


# The tables


def rating_table(
    tournament: Tournament,
    changes: tuple[RatingChange, ...],
    after_round: int,
    words: Translator,
    pace: str = STANDARD,
) -> Table:
    """Tabulate score, expected score, K and rating change of each player."""
    say, language = words.say, words.language
    players = [change.player for change in changes]
    expected = (amount(change.expected, 100, language, 2) for change in changes)
    columns = TableColumns(words)
    columns.number("number", say("No."), (one.number for one in players), leading=True)
    columns.text("title", say("Title"), map(title_of, players), spare=True)
    columns.text("name", say("Name"), (p.name for p in players), leading=True, shrinks=True)
    columns.number("rating", say("Rating"), (player.rating for player in players))
    columns.number("games", say("Games"), (len(change.games) for change in changes))
    columns.score("score", say("Pts"), (c.half_points for c in changes), 2)
    columns.number("average", say("Average"), (c.average for c in changes), spare=True)
    columns.number("performance", say("Perf."), (change.performance for change in changes))
    columns.cells("expected", say("Expected"), expected, right=True)
    columns.number("k", "K", (change.k for change in changes))
    columns.cells(
        "change", say("Change"), (_signed_cell(c.change, words) for c in changes), right=True
    )
    columns.number("new", say("New"), map(_new_rating, changes))
    heading = say("Rating changes after round {round}", round=after_round)
    title = (tournament.settings.name, heading)
    listing = columns.table("ratings", title, _notes(tournament, pace, words))
    return mark_provisional(listing, open_games(tournament, after_round), words)


def _new_rating(change: RatingChange) -> int | None:
    if change.player.rating and change.rounded is not None:
        return change.player.rating + change.rounded
    return change.first_rating


def _signed_cell(hundredths: int | None, words: Translator) -> Cell:
    cell = amount(hundredths, 100, words.language, 1)
    return Cell(f"+{cell.text}", cell.raw) if hundredths and hundredths > 0 else cell


NOT_FORECAST = N_(
    "This event is {pace}. Expected scores, changes and first ratings are not "
    "shown: they follow the rules for rapid and blitz, which are not covered here."
)


def _notes(tournament: Tournament, pace: str, words: Translator) -> Iterator[str]:
    if pace != STANDARD:
        yield words.say(NOT_FORECAST, pace=words.say(PACES[pace]))
        return
    if one_upgrade(tournament):
        yield words.say(
            "From January 2022 to February 2024 the 400-point rule benefited a player in "
            "one game only, the one with the greatest difference (B.02: 8.3.1)."
        )
    if "" < first_day(tournament) < FIRST_RATING_SINCE:
        yield words.say(
            "First ratings follow the rules of March 2024; those of the tournament's day differed."
        )
    yield words.say("Standard ratings only: the rules for rapid and blitz are not covered here.")
    yield words.say(
        "Only rated games against rated opponents count. K follows from rating and age; the tags k "
        "and games of a player can add what the tournament does not know."
    )


def player_rating_table(
    tournament: Tournament,
    changes: tuple[RatingChange, ...],
    after_round: int,
    player: int,
    words: Translator,
    pace: str = STANDARD,
) -> Table:
    """Tabulate the rated games of one player, with expected and actual score."""
    say, language = words.say, words.language
    change = next((change for change in changes if change.player.id == player), None)
    if change is None:
        raise Illegal(N_("There is no player {player}."), player=PlayerRef(player))
    games = change.games
    opponents = (player_text(tournament.player[game.opponent]) for game in games)
    expected = (amount(game.expected, 100, language, 2) for game in games)
    capped = (Cell(say("counts as 400") if game.capped else "", game.capped) for game in games)
    columns = TableColumns(words)
    columns.number("round", say("Round"), (game.round for game in games), leading=True)
    columns.text("opponent", say("Opponent"), opponents, shrinks=True)
    columns.number("rating", say("Rating"), (game.rating for game in games))
    columns.score("score", say("Pts"), (game.half_points for game in games), 2)
    columns.cells("expected", say("Expected"), expected, right=True)
    columns.cells("capped", say("400-point rule"), capped)
    title = (tournament.settings.name, player_text(change.player))
    of_change = _change_notes(change, words) if pace == STANDARD else ()
    notes = (*of_change, *_notes(tournament, pace, words))
    listing = columns.table("player-ratings", title, notes)
    return mark_provisional(listing, open_games(tournament, after_round), words)


def _change_notes(change: RatingChange, words: Translator) -> Iterator[str]:
    say, language = words.say, words.language
    if change.change is not None:
        yield say(
            "{score} points, {expected} expected; K {k}: {change}, rounded {rounded}.",
            score=points_cell(change.half_points, 2, language).text,
            expected=amount(change.expected, 100, language, 2).text,
            k=change.k,
            change=_signed_cell(change.change, words).text,
            rounded=f"{change.rounded:+}",
        )
    elif change.first_rating is not None:
        template = N_("First rating {rating}: the average with two draws against 1800 more.")
        yield say(template, rating=change.first_rating)
    elif not change.player.rating and change.games and change.half_points == 0:
        yield say("A score of zero does not give a first rating (B.02: 8.2.1).")
