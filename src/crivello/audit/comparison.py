"""A round in the form that is compared: pairs with their colours, and the bye."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from crivello.model.pairing import Board, RoundPairing, opponents
from crivello.model.tournament import Round, Tournament

Pair = Callable[[Tournament, int], RoundPairing]
"""A function that pairs a round of a tournament from the rounds before it."""


@dataclass(frozen=True)
class ComparedRound:
    boards: frozenset[Board]
    bye: int | None

    @staticmethod
    def of_pairing(pairing: RoundPairing) -> ComparedRound:
        return ComparedRound(frozenset(pairing.boards), pairing.bye)

    @staticmethod
    def actual(this: Round) -> ComparedRound:
        """Return a round as it was paired: a game played with reversed colours counts as
        scheduled.
        """
        boards = frozenset(
            Board(game.black, game.white) if game.reversed else Board(game.white, game.black)
            for game in this.games
        )
        byes = [player for player, bye in this.byes if not bye.requested]
        return ComparedRound(boards, byes[0] if byes else None)

    def turned_boards(self, other: ComparedRound) -> frozenset[Board]:
        """Return the boards of this round that `other` has with reversed colours."""
        return frozenset(b for b in self.boards if Board(b.black, b.white) in other.boards)

    def moved_players(self, other: ComparedRound) -> frozenset[int]:
        """Return the players whose opponent, colour or bye is different in `other`."""
        odd = self.boards ^ other.boards
        players = {player for board in odd for player in (board.white, board.black)}
        if self.bye != other.bye:
            players |= {player for player in (self.bye, other.bye) if player is not None}
        return frozenset(players)

    def only_here(self, other: ComparedRound) -> list[Board]:
        """Return the boards of this round that `other` does not have, in the order of their
        players.
        """
        return sorted(self.boards - other.boards, key=lambda b: (b.white, b.black))

    def without(self, players: frozenset[int]) -> ComparedRound:
        """Return the round without the boards and the bye of these players."""
        boards = frozenset(
            b for b in self.boards if b.white not in players and b.black not in players
        )
        return ComparedRound(boards, None if self.bye in players else self.bye)

    @cached_property
    def opponents(self) -> Mapping[int, int]:
        return opponents(self.boards)
