"""Small tournaments, written as the regulation prints them."""

from __future__ import annotations

from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament

RESULTS = {
    "1-0": Result.WHITE_WINS,
    "½": Result.DRAW,
    "0-1": Result.BLACK_WINS,
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.DOUBLE_FORFEIT,
    "0-0": Result.BOTH_LOSE,
}


def event(
    *rounds: str,
    ratings: tuple[int, ...],
    scoring: Scoring | None = None,
    tie_breaks: tuple[str, ...] = (),
) -> Tournament:
    """Return a tournament from rounds such as ``"1 3 1-0, 4 2 ½, 5 U"``: white, black, result;
    player and bye.
    """
    played = []
    for text in rounds:
        games, byes = [], []
        for part in text.split(", "):
            words = part.split()
            if len(words) == 3:
                games.append(Game(int(words[0]), int(words[1]), RESULTS[words[2]]))
            else:
                byes.append((int(words[0]), Bye(words[1])))
        played.append(Round(tuple(games), tuple(byes)))
    players = tuple(
        Player(f"Player {number}", id=number, number=number, rating=rating or None)
        for number, rating in enumerate(ratings, start=1)
    )
    settings = Settings(rounds=len(rounds), scoring=scoring or Scoring(), tie_breaks=tie_breaks)
    return Tournament(players, tuple(played), settings)


EXAMPLE_1 = event(
    "1 4 1-0, 2 5 1-0, 3 6 1-0",
    "2 1 ½, 5 3 0-1, 6 4 0-1",
    "1 3 1-0, 4 2 0-1, 6 5 0-1",
    "3 2 ½, 4 5 ½, 1 H, 6 Z",
    "5 1 0-1, 2 6 ½, 4 3 0-1",
    ratings=(2400, 2350, 2300, 2250, 2200, 2150),
)
"""A tournament with a half-point bye and a cap.

     r1    r2    r3    r4    r5    points, as seen by opponents
1    4: 1  2: ½  3: 1  HPB   5: 1  4
2    5: 1  1: ½  4: 1  3: ½  6: ½  3½
3    6: 1  5: 1  1: 0  2: ½  4: 1  3½
4    1: 0  6: 1  2: 0  5: ½  3: 0  1½
5    2: 0  3: 0  6: 1  4: ½  1: 0  1½
6    3: 0  4: 0  5: 0  ZPB   2: ½  ½ (the bye is followed by a game: it stays 0)
"""

EXAMPLE_2 = event(
    "1 3 1-0, 4 2 0-1, 5 U",
    "5 1 0-1, 3 4 1-0, 2 U",
    "4 1 -+, 2 3 ½, 5 H",
    "2 1 ½, 5 3 0-1, 4 Z",
    "5 2 0-1, 1 U, 3 Z, 4 Z",
    ratings=(2400, 2300, 2200, 2100, 2000),
)
"""A tournament with pairing-allocated byes, a forfeit, and a withdrawal.

     r1      r2      r3      r4      r5      points  as seen by opponents
1    W3: 1   B5: 1   B4: +   B2: ½   PAB     4½      4½
2    B4: 1   PAB     W3: ½   W1: ½   B5: 1   4       4
3    B1: 0   W4: 1   B2: ½   B5: 1   ZPB     2½      3 (last round: a draw)
4    W2: 0   B3: 0   W1: -   ZPB     ZPB     0       1 (two draws; the forfeit stays 0)
5    PAB     W1: 0   HPB     W3: 0   W2: 0   1½      1½
"""
