"""The absolute rules, read from the games of a tournament alone, without code of a system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from crivello.matching.cardinality import has_perfect_matching
from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.result import Award, Colour
from crivello.model.tournament import Round, Tournament
from crivello.systems.registry import System
from tests.support.legality import boards, boards_with_gaps, with_gap, with_gaps


@dataclass(frozen=True)
class PlainRules:
    """The rules in which the systems differ."""

    consecutive_rounds: bool
    """Three in a row are three rounds running; otherwise three games, whatever lies between."""
    topscorers_exempt: bool
    """In the last round the colour limits do not bind a player above 50 %."""
    half_points_bar: bool
    """Half a point received without playing bars from the bye, not only a whole one."""


class Plain:
    """The facts about all players in the rounds before `number`."""

    def __init__(self, tournament: Tournament, number: int, rules: PlainRules) -> None:
        self.tournament, self.number, self.rules = tournament, number, rules
        self.may_have = cache(self._may_have)  # asked of each player with each other
        self.away = {player for player, bye in tournament.round(number).byes if bye.requested}
        self.present = [
            player.id
            for player in tournament.players
            if player.id not in self.away
            and player.entered <= number
            and (player.withdrawn_after is None or player.withdrawn_after >= number)
        ]
        self.met = set()
        self.colours = {player.id: [""] * (number - 1) for player in tournament.players}
        self.points = dict.fromkeys(self.colours, 0)
        self.barred = set()
        for index, this in enumerate(tournament.rounds[: number - 1]):
            for player, award, colour in self._awards(this):
                points = tournament.settings.scoring.points(award, colour)
                self.points[player] += points
                if colour is not None and award.played:
                    self.colours[player][index] = "W" if colour is Colour.WHITE else "B"
                elif award is Award.PAIRING_ALLOCATED_BYE or points >= self._barring:
                    self.barred.add(player)
            self.met |= {
                frozenset((game.white, game.black))
                for game in this.games
                if game.result is not None and game.result.played
            }
        for apart in tournament.settings.forbidden:
            if apart.applies(number):
                self.met |= {frozenset((a, b)) for a in apart.players for b in apart.players}

    @property
    def _barring(self) -> int:
        return 1 if self.rules.half_points_bar else self.tournament.settings.scoring.win

    @staticmethod
    def _awards(this: Round) -> Iterator[tuple[int, Award, Colour | None]]:
        for game in this.games:
            assert game.result is not None
            yield game.white, game.result.white, Colour.WHITE
            yield game.black, game.result.black, Colour.BLACK
        for player, bye in this.byes:
            yield player, bye.award, None

    def within_limits(self, player: int, colour: str) -> bool:
        history = [*self.colours[player], colour]
        games = [c for c in history if c]
        difference = games.count("W") - games.count("B")
        last = history if self.rules.consecutive_rounds else games
        return abs(difference) <= 2 and last[-3:] != [colour] * 3

    def _may_have(self, player: int, colour: str) -> bool:
        return self.exempt(player) or self.within_limits(player, colour)

    def exempt(self, player: int) -> bool:
        settings = self.tournament.settings
        if not self.rules.topscorers_exempt or settings.rounds is None:
            return False
        half = settings.scoring.win * (self.number - 1)
        virtual = dict(settings.acceleration.virtual).get(player, ())
        score = self.points[player] + sum(virtual[self.number - 1 : self.number])
        return self.number >= settings.rounds and 2 * score > half

    def may_meet(self, a: int, b: int) -> bool:
        if a == b or frozenset((a, b)) in self.met:
            return False
        return any(self.may_have(a, one) and self.may_have(b, other) for one, other in ("WB", "BW"))

    def assert_legal(self, pairing: RoundPairing) -> None:
        """Check that the pairing is complete and breaks no absolute rule."""
        seated = [player for board in pairing.boards for player in (board.white, board.black)]
        if pairing.bye is not None:
            seated.append(pairing.bye)
            assert pairing.bye not in self.barred
        assert sorted(seated) == sorted(self.present)
        assert (pairing.bye is not None) == bool(len(self.present) % 2)
        for board in pairing.boards:
            assert frozenset((board.white, board.black)) not in self.met
            assert self.may_have(board.white, "W")
            assert self.may_have(board.black, "B")

    def can_be_paired(self) -> bool:
        players = self.present
        rows = [sum(1 << j for j, b in enumerate(players) if self.may_meet(a, b)) for a in players]
        if len(players) % 2 == 0:
            return has_perfect_matching(rows)
        everybody = (1 << len(players)) - 1
        return any(
            has_perfect_matching(rows, everybody & ~(1 << i))
            for i, player in enumerate(players)
            if player not in self.barred
        )


def assert_same_with_gaps(pairing: RoundPairing, other: RoundPairing) -> None:
    assert boards_with_gaps(pairing) == boards(other)
    assert (None if pairing.bye is None else with_gap(pairing.bye)) == other.bye


def checked(system: System, rules: PlainRules, tournament: Tournament, number: int) -> RoundPairing:
    """Return a legal pairing; the system may refuse only if there is none."""
    plain = Plain(tournament, number, rules)
    if not plain.can_be_paired():
        with pytest.raises(Impossible) as refusal:
            system.pair(tournament, number)
        assert refusal.value.blocked
        raise refusal.value
    pairing = system.pair(tournament, number)
    plain.assert_legal(pairing)
    return pairing


def checked_twice(
    system: System, rules: PlainRules, tournament: Tournament, number: int
) -> RoundPairing:
    """Check that the result is the same with and without a trace, and with other numbers of the
    players.
    """
    pairing = checked(system, rules, tournament, number)
    assert system.pair(tournament, number) == pairing
    told = system.pair(tournament, number, [])
    assert (told.boards, told.bye) == (pairing.boards, pairing.bye)
    assert_same_with_gaps(pairing, system.pair(with_gaps(tournament, numbers=True), number))
    return pairing
