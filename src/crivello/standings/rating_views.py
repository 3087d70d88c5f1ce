"""Rating changes as tables, in the user's language."""

from __future__ import annotations

from crivello.model.errors import Illegal
from crivello.model.sentence import N_, PlayerRef
from crivello.model.tournament import Tournament
from crivello.standings.ratings import FIRST_RATING_SINCE, RatingChange, first_day, one_upgrade
from crivello.standings.table import Cell, Column, Table, amount, scored, text_cell, whole
from crivello.standings.views import shown_player
from crivello.words import Translator


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
