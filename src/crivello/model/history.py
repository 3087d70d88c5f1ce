"""What a tournament amounts to for each player before a round: derived, never stored.

Facts only. What an edition makes of them (preference, floats, right to the bye) is in `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from .result import Award, Colour, Result
from .settings import PointsAdjustment, Scoring
from .tournament import Tournament


class Entry(NamedTuple):
    """What one round brought to one player. (A tuple, because there are very many of them.)"""

    opponent: int | None
    """The scheduled opponent, whether or not the game was played."""
    colour: Colour | None
    """The colour he had, or should have had if the game was not played."""
    award: Award
    points: int
    played: bool
    score_before: int
    """His standings score when the round was paired."""


@dataclass(frozen=True, slots=True)
class History:
    """One player's rounds so far; ``entries[k - 1]`` is round k."""

    player: int
    entries: tuple[Entry, ...]
    score: int
    """Standings points, an open game taken as a draw (C.04.2: 3.1)."""
    colours: str
    """Colours of the games played, oldest first, as ``WBW`` (C.04.2: 3.4, gaps are left out)."""
    met: frozenset[int]
    """Opponents of games that were played."""

    @property
    def colour_difference(self) -> int:
        """Games with White minus games with Black."""
        return 2 * self.colours.count("W") - len(self.colours)

    @property
    def games_played(self) -> int:
        return len(self.colours)

    @property
    def unplayed(self) -> int:
        """Rounds so far in which he did not play."""
        return len(self.entries) - len(self.colours)

    @property
    def colour_sequence(self) -> str:
        """The colours with the unplayed rounds moved to the front as ``u`` (C.04.2: 3.4)."""
        return "u" * self.unplayed + self.colours

    @property
    def taken_part(self) -> bool:
        """He has been in a pairing: a scheduled game or a pairing-allocated bye."""
        return any(
            entry.opponent is not None or entry.award is Award.PAIRING_ALLOCATED_BYE
            for entry in self.entries
        )


WHITE, BLACK = Colour.WHITE, Colour.BLACK


def histories(tournament: Tournament, before: int) -> Mapping[int, History]:
    """Everybody's history over rounds 1 to ``before - 1``, by player id."""
    scoring = tournament.settings.scoring
    special = _special_awards(tournament.settings.adjustments)
    bonus = _bonuses(tournament.settings.adjustments)
    cards = {player.id: _Card(bonus.get((player.id, 0), 0)) for player in tournament.players}
    sides: dict[Result, _Sides] = {}

    for number in range(1, before):
        this = tournament.round(number)
        for game in this.games:
            white, black = game.white, game.black
            result = game.result or Result.ADJOURNED
            known = sides.get(result)
            if known is None:
                known = sides[result] = _sides(result, scoring)
            award_w, points_w, award_b, points_b, played = known
            if special:
                points_w = _special(special, white, number, award_w, points_w)
                points_b = _special(special, black, number, award_b, points_b)
            mine, theirs = cards[white], cards[black]
            score = mine.score
            mine.entries.append(_entry((black, WHITE, award_w, points_w, played, score)))
            mine.score = score + points_w
            score = theirs.score
            theirs.entries.append(_entry((white, BLACK, award_b, points_b, played, score)))
            theirs.score = score + points_b
            if played:
                mine.colours += "W"
                theirs.colours += "B"
                mine.met.append(black)
                theirs.met.append(white)
        for player, bye in this.byes:
            award = bye.award
            points = scoring.points(award, None)
            if special:
                points = _special(special, player, number, award, points)
            cards[player].leave_out(award, points)
        if 2 * len(this.games) + len(this.byes) == len(cards) and not bonus:
            continue  # everybody had a game or a bye
        for player, card in cards.items():
            if len(card.entries) < number:
                points = scoring.zero_point_bye
                if special:
                    points = _special(special, player, number, Award.ABSENT, points)
                card.leave_out(Award.ABSENT, points)
            if bonus:
                card.score += bonus.get((player, number), 0)

    return {
        player: History(player, tuple(card.entries), card.score, card.colours, frozenset(card.met))
        for player, card in cards.items()
    }


class _Card:
    """A history in the making."""

    __slots__ = "colours", "entries", "met", "score"

    def __init__(self, score: int) -> None:
        self.entries: list[Entry] = []
        self.score = score
        self.colours = ""
        self.met: list[int] = []

    def leave_out(self, award: Award, points: int) -> None:
        """A round without a game."""
        self.entries.append(Entry(None, None, award, points, False, self.score))
        self.score += points


_entry = partial(tuple.__new__, Entry)
"""An entry of a tuple of its values: there are so many that the usual way takes too long."""

_Sides = tuple[Award, int, Award, int, bool]


def _sides(result: Result, scoring: Scoring) -> _Sides:
    """White's award and points, Black's award and points, and whether the game was played."""
    white, black = result.white, result.black
    return (
        white,
        scoring.points(white, WHITE),
        black,
        scoring.points(black, BLACK),
        result.played,
    )


def _special_awards(
    adjustments: tuple[PointsAdjustment, ...],
) -> Mapping[tuple[int, int, Award], int]:
    """Awards that some players are paid differently: (player, round or 0 for all, award)."""
    return {
        (player, adjustment.round or 0, adjustment.award): adjustment.points
        for adjustment in adjustments
        if adjustment.award is not None
        for player in adjustment.players
    }


_PAID_LIKE = {
    Award.SHORT_WIN: Award.WIN,
    Award.SHORT_DRAW: Award.DRAW,
    Award.SHORT_LOSS: Award.LOSS,
    Award.ABSENT: Award.ZERO_POINT_BYE,
}
"""Awards without a letter of their own in record 299."""


def _special(
    table: Mapping[tuple[int, int, Award], int], player: int, number: int, award: Award, usual: int
) -> int:
    """The points of an award: those of this very round first, then those of all rounds."""
    for paid in (award, _PAID_LIKE.get(award, award)):
        for when in (number, 0):
            if (player, when, paid) in table:
                return table[player, when, paid]
    return usual


def _bonuses(adjustments: tuple[PointsAdjustment, ...]) -> Mapping[tuple[int, int], int]:
    """Bonuses and penalties: (player, round after which it counts, 0: from the start) -> points"""
    table: dict[tuple[int, int], int] = {}
    for adjustment in adjustments:
        number = adjustment.round or 0
        if adjustment.award is None:
            for player in adjustment.players:
                table[player, number] = table.get((player, number), 0) + adjustment.points
    return table
