"""Whether results are final, or provisional because a game is missing or adjourned."""

from __future__ import annotations

from dataclasses import replace

from crivello.model.errors import Illegal, Remedy, RemedyKind
from crivello.model.matches import MatchTournament
from crivello.model.result import Result
from crivello.model.sentence import N_
from crivello.model.tournament import Game, Tournament
from crivello.standings.table import Table
from crivello.words import Language, Translator, say

PROVISIONAL = N_(
    "Provisional: one game has no final result.",
    "Provisional: {count} games have no final result.",
)
NOT_FINAL = N_(
    "One game is missing its result or adjourned. Enter its result, or make a provisional file.",
    "{count} games are missing their results or adjourned. Enter the results, or "
    "make a provisional file.",
)


class GamesOpen(Illegal, code="games-open"):
    """All rounds are paired, but a game is missing or adjourned."""

    remedy = Remedy(RemedyKind.MARK_PROVISIONAL)


def open_games(tournament: Tournament, after: int | None = None) -> int:
    """Count the games of the rounds up to `after` (None: all) that are missing or adjourned.

    Each board of a match is a game.
    """
    # C.04.2.D.1 (2)
    last = tournament.paired_rounds if after is None else after
    return sum(
        game.result in (None, Result.ADJOURNED)
        for number in range(1, last + 1)
        for game in _games(tournament, number)
    )


def _games(tournament: Tournament, number: int) -> tuple[Game, ...]:
    if not isinstance(tournament, MatchTournament):
        return tournament.round(number).games
    boards = (board for match in tournament.round_matches(number) for board in match.boards)
    return tuple(board.game for board in boards if board.game is not None)


def provisional_line(count: int, words: Translator) -> str:
    """Return the notice that `count` games have no final result; empty if `count` is 0."""
    return words.say(PROVISIONAL, count=count) if count else ""


def mark_provisional(table: Table, count: int, words: Translator) -> Table:
    """Add to the title of a table the notice that `count` games have no final result."""
    if not count:
        return table
    line = provisional_line(count, words)
    return replace(table, title=(*table.title, line), provisional=line)


def final(tournament: Tournament, provisional: bool = False, form: str = "") -> Tournament:
    """Return the tournament as it is written to a final file.

    If the last round is paired and games are open, raise `GamesOpen`. With `provisional`, mark the
    tournament as provisional instead: in a comment, or after its name if the format `form` has no
    comments.
    """
    count = open_games(tournament)
    over = tournament.paired_rounds >= (tournament.settings.rounds or tournament.paired_rounds)
    if not (over and count):
        return _with_mark(tournament, "", form)
    if not provisional:
        raise GamesOpen(NOT_FINAL, count=count)
    return _with_mark(tournament, say(PROVISIONAL, Language.EN, count=count), form)


_BEGINNING = PROVISIONAL[0].partition(" ")[0]
AFTER_NAME = " (provisional)"
_WITHOUT_COMMENTS = ("trf16", "trfx", "trfbx")


def _with_mark(tournament: Tournament, mark: str, form: str) -> Tournament:
    """Mark the tournament as provisional, or remove the mark if `mark` is empty; a mark from an
    imported file is replaced.
    """
    before = tournament.settings
    others = (one for one in before.comments if not one.startswith(_BEGINNING))
    comments = (*others, mark) if mark else tuple(others)
    name = before.name.removesuffix(AFTER_NAME)
    if mark and form in _WITHOUT_COMMENTS:
        name += AFTER_NAME
    if (comments, name) == (before.comments, before.name):
        return tournament
    marked = replace(tournament, settings=replace(before, comments=comments, name=name))
    if not isinstance(marked, MatchTournament):
        return marked
    # Files are written from the people and their games.
    people = marked.individual
    people = replace(people, settings=replace(people.settings, comments=comments, name=name))
    return replace(marked, individual=people)
