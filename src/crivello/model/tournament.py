"""A tournament: players, rounds, settings. It is frozen; facts derived from it are in `history`."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.model.player import Player
from crivello.model.reprs import value_repr
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.standard.classes import (
    derived,
    field,
    frozen,
    frozen_with_dict,
    record_with_slots,
    replace,
)
from crivello.standard.typing_names import Any


@record_with_slots
class Game:
    """Two players paired with each other; `result` is None until it is known.

    >>> game = Game(4, 9, Result("1-0"))
    >>> game.opponent(9), game.colour(9)
    (4, Colour.BLACK)
    """

    white: int
    """Id of the player who had White (who should have had it, if the game was not played)."""
    black: int
    result: Result | None = None
    reversed: bool = False
    """The pairing assigned the opposite colours, but the game was played like this."""
    rating_result: Result | None = None
    """The result sent for rating when a late correction does not count in the tournament."""
    rating_reversed: bool = False
    """For rating only: the players had the opposite colours.

    `rating_result` follows the colours of this game.
    """

    __repr__ = value_repr

    def opponent(self, player: int) -> int:
        """Return the id of this player's opponent."""
        return self.black if player == self.white else self.white

    def colour(self, player: int) -> Colour:
        """Return the colour of this player."""
        return Colour.WHITE if player == self.white else Colour.BLACK

    def for_rating(self) -> Game:
        """Return the game as it is sent for rating, with corrections that are too late to count
        (C.04.2: 4.3).
        """
        result = self.rating_result or self.result
        if not self.rating_reversed:
            return Game(self.white, self.black, result, self.reversed)
        turned = None if result is None else result.mirrored
        return Game(self.black, self.white, turned, not self.reversed)


@frozen
class Round:
    """One round: games in board order and byes. A player in neither was absent.

    A round with requested byes only is one that has not been paired yet.

    >>> Round((Game(1, 2),), ((3, Bye.PAIRING_ALLOCATED),)).paired, Round().paired
    (True, False)
    """

    games: tuple[Game, ...] = ()
    """In board order."""
    byes: tuple[tuple[int, Bye], ...] = ()
    """(player id, kind of bye)"""

    __repr__ = value_repr

    @property
    def paired(self) -> bool:
        """True if the round has a game or a pairing-allocated bye."""
        return bool(self.games) or any(not bye.requested for _, bye in self.byes)


@frozen_with_dict
class Tournament:
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    """Round k is ``rounds[k - 1]``; rounds after the last paired one hold requested byes."""
    settings: Settings = field(default_factory=Settings)

    @derived
    def player(self) -> Mapping[int, Player]:
        """The players by id."""
        return {player.id: player for player in self.players}

    @derived
    def kept_histories(self) -> dict[int, Mapping[int, Any]]:
        """A cache of the last histories (`history.histories`), by the number of the round they
        precede.
        """
        return {}

    @derived
    def kept_floats(self) -> dict[int, tuple[object, Mapping[int, Any]]]:
        """A cache of the floats of past rounds (`rules.field`), with the rules by which they were
        found.
        """
        return {}

    @property
    def paired_rounds(self) -> int:
        """The number of the last paired round; 0 before the first."""
        for number in range(len(self.rounds), 0, -1):
            if self.rounds[number - 1].paired:
                return number
        return 0

    @property
    def next_round(self) -> int:
        return self.paired_rounds + 1

    def round(self, number: int) -> Round:
        """Return round `number`; an empty round if nothing is known about it."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else Round()

    @property
    def points_of_rounds(self) -> Mapping[tuple[int, int], int]:
        """Points that the results alone do not determine (see `model.matches`), by player and
        round, in units.

        It is empty if the results determine them all.
        """
        return {}

    @property
    def rounds_without_colour(self) -> frozenset[tuple[int, int]]:
        """(player id, round) of each meeting that counts but gave no colour (see
        `model.matches`).
        """
        return frozenset()

    def secondary_scores(self, before: int) -> Mapping[int, int]:
        """Return the second score of each competitor before a round, by id; empty if there is none.

        See `model.matches`.
        """
        return {}

    def for_rating(self) -> Tournament:
        """Return the tournament as it is sent for rating; its standings are not those that
        count.
        """
        rounds = tuple(
            replace(this, games=tuple(game.for_rating() for game in this.games))
            for this in self.rounds
        )
        return replace(self, rounds=rounds)

    def next_state(self, rounds: tuple[Round, ...], players: tuple[Player, ...]) -> Tournament:
        """Return a later state of the same event; the rounds paired so far must be unchanged.

        The cached histories and floats are kept, since they remain correct.
        """
        following = replace(self, rounds=rounds, players=players)
        following.kept_histories.update(self.kept_histories)
        following.kept_floats.update(self.kept_floats)
        return following

    def before(self, number: int) -> Tournament:
        """Return the tournament as it was before round `number` was paired.

        Players who were not paired in that round are marked as absent from it, unless they
        requested a bye.
        """
        this = self.round(number)
        if not this.paired:
            return self
        byes = {player: bye for player, bye in this.byes if bye.requested}
        present = {game.white for game in this.games} | {game.black for game in this.games}
        present |= {player for player, bye in this.byes if not bye.requested}
        for player in self.players:
            if player.id not in present:
                byes.setdefault(player.id, Bye.ZERO_POINT)
        coming = Round(byes=tuple(sorted(byes.items(), key=lambda item: item[0])))
        return replace(self, rounds=(*self.rounds[: number - 1], coming))
