"""Time standings: `python -m bench.standings`."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.standings.standings import standings

CODES = ("DE", "BH/C1", "BH", "SB/C1", "AOB", "WON", "BWG", "ARO", "TPR", "APPO")
RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, *[Result.DRAW] * 7)


def open_tournament(rng: random.Random, players: int, rounds: int) -> Tournament:
    """Return a tournament in which neighbours in the standings meet; one in twenty has a bye or
    forfeits.
    """
    everybody = tuple(
        Player(f"Player {number}", id=number, number=number, rating=2700 - number // 3)
        for number in range(1, players + 1)
    )
    score = dict.fromkeys(range(1, players + 1), 0)
    played: list[Round] = []
    for _ in range(rounds):
        byes = tuple((who, Bye.HALF_POINT) for who in score if rng.random() < 0.03)
        away = {who for who, _ in byes}
        order = sorted(score.keys() - away, key=lambda who: (-score[who], rng.random()))
        games = []
        for white, black in _pairs(order):
            result = rng.choice(RESULTS)
            if rng.random() < 0.02:
                result = Result.WHITE_WINS_BY_FORFEIT
            games.append(Game(white, black, result))
            score[white] += {"1": 2, "=": 1, "+": 2}.get(result.white.value, 0)
            score[black] += {"1": 2, "=": 1}.get(result.black.value, 0)
        left = ((order[-1], Bye.PAIRING_ALLOCATED),) if len(order) % 2 else ()
        played.append(Round(tuple(games), byes + left))
    return Tournament(everybody, tuple(played), Settings(rounds=rounds))


def _pairs(order: list[int]) -> Iterator[tuple[int, int]]:
    return zip(order[::2], order[1::2], strict=False)


def main() -> None:
    for players, rounds in ((30, 7), (300, 9), (3000, 11)):
        tournament = open_tournament(random.Random(players), players, rounds)
        start = time.perf_counter()
        table = standings(tournament, codes=CODES)
        taken = time.perf_counter() - start
        scores = [row.score for row in table.rows]
        tied = max(scores.count(score) for score in set(scores))
        print(
            f"{players} players, {rounds} rounds, {len(CODES)} tie-breaks, "
            f"{tied} tied when direct encounter begins: {taken:.3f} s"
        )


if __name__ == "__main__":
    main()
