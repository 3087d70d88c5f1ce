"""Performance, expected score and rating change of standard games (B.02), as data and tables.

Rapid and blitz games have rules of their own, which are not covered here. What a tournament does
not know of its players: docs/decisions/rating-change.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.errors import Illegal
from crivello.model.player import Player
from crivello.model.result import Award
from crivello.model.sentence import N_, PlayerRef
from crivello.model.tournament import Tournament
from crivello.rules.rating_tables import expected_percent, performance_difference
from crivello.standings.categories import birth_year
from crivello.standings.opponents_ratings import percentage
from crivello.standings.table import Cell, Column, Table, amount, scored, text_cell, whole
from crivello.standings.views import shown_player
from crivello.words import Translator

CAP = 400
UNCAPPED_FROM = 2650
"""A player of this rating or higher has his differences counted in full …"""
UNCAPPED_SINCE = "2025-10-01"
"""… in tournaments from this day on."""
ONE_UPGRADE = ("2022-01-01", "2024-02-29")
"""In tournaments of these years a player had the benefit of the 400-point rule in one game only."""
FIRST_RATING_SINCE = "2024-03-01"
"""First ratings were computed otherwise before."""
LARGEST_K_TIMES_GAMES = 700
LEAST_GAMES = 5
"""Games against rated opponents for a first rating."""
FIRST_RATING = (1400, 2200)
FICTITIOUS = (1800, 1800)
"""Opponents of the two draws that are added for a first rating."""

_HALF_POINTS = {Award.WIN: 2, Award.DRAW: 1, Award.LOSS: 0}


@dataclass(frozen=True, slots=True)
class RatedGame:
    round: int
    opponent: int
    rating: int
    """The opponent's."""
    half_points: int
    expected: int | None
    """In percent; None for an unrated player."""
    capped: bool
    """The difference counted as 400."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What the rated games of a tournament against rated opponents do to a player's rating."""

    player: Player
    games: tuple[RatedGame, ...]
    half_points: int
    average: int | None
    """Mean rating of these opponents, .5 up."""
    performance: int | None
    expected: int | None
    """In hundredths of a point."""
    k: int | None
    change: int | None
    """In hundredths, before it is rounded."""
    rounded: int | None
    """To the nearest whole number, a half away from zero."""
    first_rating: int | None
    """Of an unrated player with enough games; None if there are too few, not half a point was
    scored, or it is too low."""


def rating_changes(tournament: Tournament, after_round: int) -> tuple[RatingChange, ...]:
    """One for each player, in order of the pairing numbers."""
    games = _rated_games(tournament, after_round)
    return tuple(
        _change(tournament, player, games[player.id])
        for player in sorted(tournament.players, key=lambda player: player.number)
    )


def _rated_games(
    tournament: Tournament, after_round: int
) -> dict[int, list[tuple[int, int, Award]]]:
    """(round, opponent, result) of rated games against rated opponents, by player."""
    found: dict[int, list[tuple[int, int, Award]]] = {p.id: [] for p in tournament.players}
    for number in range(1, after_round + 1):
        for game in tournament.round(number).games:
            result = game.rating_result or game.result
            if result is None or not result.rated:
                continue
            for player, opponent in ((game.white, game.black), (game.black, game.white)):
                if tournament.player[opponent].rating:
                    award = result.of(game.colour(player))
                    found[player].append((number, opponent, award))
    return found


def _change(
    tournament: Tournament, player: Player, results: list[tuple[int, int, Award]]
) -> RatingChange:
    theirs = [tournament.player[opponent].rating or 0 for _, opponent, _ in results]
    uncapped = _uncapped(tournament, player, theirs)
    games = []
    for index, ((number, opponent, award), rating) in enumerate(zip(results, theirs, strict=True)):
        expected, capped = None, False
        if player.rating:
            difference = player.rating - rating
            if abs(difference) > CAP and index not in uncapped:
                difference, capped = (CAP if difference > 0 else -CAP), True
            expected = expected_percent(difference)
        half = _HALF_POINTS[award]
        games.append(RatedGame(number, opponent, rating, half, expected, capped))
    if not games:
        return RatingChange(player, (), 0, *[None] * 7)
    half = sum(game.half_points for game in games)
    ratings = [game.rating for game in games]
    average = (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))
    performance = average + performance_difference(percentage(half, len(games)))
    if not player.rating:
        first = first_rating(ratings, half)
        return RatingChange(
            player, tuple(games), half, average, performance, None, None, None, None, first
        )
    total = sum(game.expected or 0 for game in games)
    k = k_factor(player, _year(tournament), len(games))
    change = k * (50 * half - total)
    rounded = (abs(change) + 50) // 100 * (1 if change >= 0 else -1)
    return RatingChange(
        player, tuple(games), half, average, performance, total, k, change, rounded, None
    )


def first_day(tournament: Tournament) -> str:
    """``YYYY-MM-DD``; empty where it is not known."""
    return tournament.settings.start.replace("/", "-")


def one_upgrade(tournament: Tournament) -> bool:
    """Was the benefit of the 400-point rule limited to one game of a tournament (8.3.1)?"""
    since, until = ONE_UPGRADE
    return since <= first_day(tournament) <= until


def _uncapped(tournament: Tournament, player: Player, theirs: list[int]) -> set[int]:
    """The games, by place, to which the 400-point rule does not apply for this player (8.3.1).

    One upgrade: of the games against opponents more than 400 points lower only the one with the
    greatest difference. Against higher ones the rule is no benefit, and stays.
    """
    start = first_day(tournament)
    rating = player.rating or 0
    if rating >= UNCAPPED_FROM and not (start and start < UNCAPPED_SINCE):
        return set(range(len(theirs)))
    lower = [index for index, one in enumerate(theirs) if rating - one > CAP]
    if not lower or not one_upgrade(tournament):
        return set()
    return set(lower) - {min(lower, key=lambda index: theirs[index])}


def _year(tournament: Tournament) -> int | None:
    year = (tournament.settings.end or tournament.settings.start)[:4]
    return int(year) if year.isascii() and year.isdigit() else None


def k_factor(player: Player, year: int | None, games: int) -> int:
    """K, lowered where so many games would make K times games more than 700.

    What a tournament does not know can be told by tags: ``k`` itself, or ``games``, the number of
    rated games before (fewer than 30: K is 40). A player who was once above 2400 needs ``k``.
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
    """The rating of a player who had none, from at least five games against rated opponents.

    A score of zero is disregarded (8.2.1).
    """
    if len(ratings) < LEAST_GAMES or half == 0:
        return None
    all_ratings = [*ratings, *FICTITIOUS]
    count = len(all_ratings)
    average = (2 * sum(all_ratings) + count) // (2 * count)
    rating = average + performance_difference(percentage(half + len(FICTITIOUS), count))
    low, high = FIRST_RATING
    return None if rating < low else min(rating, high)


# The tables


def rating_table(
    tournament: Tournament, changes: tuple[RatingChange, ...], after_round: int, words: Translator
) -> Table:
    """One line for each player: score, expected score, K and change."""
    say = words.say
    columns = (
        Column("number", say("No."), right=True, leading=True),
        Column("title", say("Title"), spare=True),
        Column("name", say("Name"), leading=True, shrinks=True),
        Column("rating", say("Rating"), right=True),
        Column("games", say("Games"), right=True),
        Column("score", say("Pts"), right=True),
        Column("average", say("Average"), right=True, spare=True),
        Column("performance", say("Perf."), right=True),
        Column("expected", say("Expected"), right=True),
        Column("k", "K", right=True),
        Column("change", say("Change"), right=True),
        Column("new", say("New"), right=True),
    )
    rows = tuple(
        (
            whole(change.player.number),
            text_cell(change.player.title.value if change.player.title else None),
            text_cell(change.player.name),
            whole(change.player.rating),
            whole(len(change.games)),
            scored(change.half_points, 2, words.language),
            whole(change.average),
            whole(change.performance),
            amount(change.expected, 100, words.language, 2),
            whole(change.k),
            _signed(change.change, words),
            whole(_new_rating(change)),
        )
        for change in changes
    )
    title = (
        tournament.settings.name,
        say("Rating changes after round {round}", round=after_round),
    )
    return Table("ratings", title, columns, rows, _notes(tournament, words))


def _new_rating(change: RatingChange) -> int | None:
    if change.player.rating and change.rounded is not None:
        return change.player.rating + change.rounded
    return change.first_rating


def _signed(hundredths: int | None, words: Translator) -> Cell:
    cell = amount(hundredths, 100, words.language, 1)
    return Cell(f"+{cell.text}", cell.raw) if hundredths and hundredths > 0 else cell


def _notes(tournament: Tournament, words: Translator) -> tuple[str, ...]:
    dated = []
    if one_upgrade(tournament):
        dated.append(
            words.say(
                "In tournaments from January 2022 to February 2024 a player had the benefit of the "
                "400-point rule in one game only, the one with the greatest difference "
                "(B.02: 8.3.1)."
            )
        )
    if "" < first_day(tournament) < FIRST_RATING_SINCE:
        dated.append(
            words.say(
                "First ratings follow the rules of March 2024; those of the tournament's day "
                "differed."
            )
        )
    return (
        *dated,
        words.say(
            "Standard ratings only: rapid and blitz have rules of their own, which are not "
            "covered here."
        ),
        words.say(
            "Rated games against rated opponents count. K follows from rating and age; what the "
            "tournament does not know, the tags k and games of a player can tell."
        ),
    )


def player_rating_table(
    tournament: Tournament, changes: tuple[RatingChange, ...], player: int, words: Translator
) -> Table:
    """The rated games of one player: what was expected and what came."""
    say = words.say
    found = [change for change in changes if change.player.id == player]
    if not found:
        raise Illegal(N_("There is no player {player}."), player=PlayerRef(player))
    (change,) = found
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("opponent", say("Opponent"), shrinks=True),
        Column("rating", say("Rating"), right=True),
        Column("score", say("Pts"), right=True),
        Column("expected", say("Expected"), right=True),
        Column("capped", say("400-point rule")),
    )
    rows = tuple(
        (
            whole(game.round),
            text_cell(shown_player(tournament.player[game.opponent])),
            whole(game.rating),
            scored(game.half_points, 2, words.language),
            amount(game.expected, 100, words.language, 2),
            Cell(say("counts as 400") if game.capped else "", game.capped),
        )
        for game in change.games
    )
    title = (tournament.settings.name, shown_player(change.player))
    notes = []
    if change.change is not None:
        notes.append(
            say(
                "{score} points, {expected} expected; K {k}: {change}, rounded {rounded}.",
                score=scored(change.half_points, 2, words.language).text,
                expected=amount(change.expected, 100, words.language, 2).text,
                k=change.k,
                change=_signed(change.change, words).text,
                rounded=f"{change.rounded:+}",
            )
        )
    elif change.first_rating is not None:
        notes.append(
            say(
                "First rating {rating}: the average with two draws against 1800 more.",
                rating=change.first_rating,
            )
        )
    elif not change.player.rating and change.games and change.half_points == 0:
        notes.append(say("A score of zero makes no first rating (B.02: 8.2.1)."))
    return Table("player-ratings", title, columns, rows, (*notes, *_notes(tournament, words)))
