"""Boards of past rounds in publication order: a report file does not keep them."""

from __future__ import annotations

from dataclasses import replace

from crivello.model.errors import Illegal, Unsupported
from crivello.model.history import histories
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.acceleration import VirtualPoints, boards_by_pairing_score, virtual_points


def in_board_order(tournament: Tournament) -> Tournament:
    """The same rounds, games as C.04.2: 3.6 publishes them, byes by pairing number."""
    rounds = tournament.paired_rounds
    past = histories(tournament, rounds + 1)
    number = {player.id: player.number for player in tournament.players}
    virtual = _virtual(tournament, rounds)

    def order(this: Round, round_number: int) -> Round:
        def score(player: int) -> int:
            standing = past[player].scores[round_number - 1]
            return standing + virtual.get((player, round_number), 0)

        def key(game: Game) -> tuple[int, int, int]:
            white = -score(game.white), number[game.white]
            black = -score(game.black), number[game.black]
            ahead = min(white, black)
            return ahead[0], white[0] + black[0], ahead[1]

        return Round(
            tuple(sorted(this.games, key=key)),
            tuple(sorted(this.byes, key=lambda bye: number[bye[0]])),
        )

    ordered = tuple(order(this, k) for k, this in enumerate(tournament.rounds, start=1))
    return replace(tournament, rounds=ordered)


def _virtual(tournament: Tournament, rounds: int) -> VirtualPoints:
    """Virtual points, where they order the boards.

    A file may announce an acceleration for which it lacks the number of rounds, or that does not
    fit its scoring. That is refused when a round is to be paired, not when the file is read.
    """
    try:
        if boards_by_pairing_score(tournament.settings.acceleration):
            return virtual_points(tournament, rounds)
    except (Illegal, Unsupported):
        pass
    return {}
