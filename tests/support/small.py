"""Small tournaments with one line for each round: ``1-4 1-0, 5-2 ½-0, 3 U``."""

from __future__ import annotations

from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament

RESULTS = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "½-½": Result.DRAW,
    "0-0": Result.BOTH_LOSE,
    "½-0": Result.WHITE_DRAWS_BLACK_LOSES,
    "0-½": Result.WHITE_LOSES_BLACK_DRAWS,
    "+--": Result.WHITE_WINS_BY_FORFEIT,
    "--+": Result.BLACK_WINS_BY_FORFEIT,
    "---": Result.DOUBLE_FORFEIT,
    "adj": Result.ADJOURNED,
}


def small(players: int, *rounds: str, of: int = 9, scoring: Scoring | None = None) -> Tournament:
    """Return a tournament from games (White first) with results, and byes by letter: U H F Z."""
    return Tournament(
        tuple(
            Player(f"Player {n}", id=n, number=n, rating=2600 - 10 * n)
            for n in range(1, players + 1)
        ),
        tuple(_round(text) for text in rounds),
        Settings(rounds=of, initial_colour=Colour.WHITE, scoring=scoring or Scoring()),
    )


def _round(text: str) -> Round:
    games, byes = [], []
    for item in filter(None, (part.strip() for part in text.split(","))):
        who, what = item.split()
        if "-" in who:
            white, black = map(int, who.split("-"))
            games.append(Game(white, black, RESULTS[what]))
        else:
            byes.append((int(who), Bye(what)))
    return Round(tuple(games), tuple(byes))
