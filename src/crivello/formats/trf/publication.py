"""Boards of past rounds in publication order: a report file does not keep them."""

from __future__ import annotations

from dataclasses import replace

from ...model.history import histories
from ...model.tournament import Game, Round, Tournament
from ...rules.acceleration import boards_by_pairing_score, virtual_points


def in_board_order(tournament: Tournament) -> Tournament:
    """The same rounds, games as C.04.2: 3.6 publishes them, byes by pairing number."""
    rounds = tournament.paired_rounds
    past = histories(tournament, rounds + 1)
    number = {player.id: player.number for player in tournament.players}
    virtual = (
        virtual_points(tournament, rounds)
        if boards_by_pairing_score(tournament.settings.acceleration)
        else {}
    )

    def order(this: Round, round_number: int) -> Round:
        def score(player: int) -> int:
            standing = past[player].entries[round_number - 1].score_before
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
