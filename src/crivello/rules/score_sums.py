"""Buchholz, Median and Sonneborn-Berger: sums over the opponents of the rounds so far.

How unplayed rounds count is a value (`UnplayedRounds`): what a player's own score is worth to the
opponents met, and who stands in for an opponent who was not there. Buchholz and Median are in
units of points, Sonneborn-Berger in units squared. Virtual points never enter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from crivello.model.history import History
from crivello.model.result import Award
from crivello.model.settings import Scoring

Scores = Mapping[int, int]
"""Score by player id."""


class Counted(Enum):
    """Whose score a round contributes."""

    OPPONENT = "opponent"
    """The opponent's, as it is."""
    ADJUSTED = "adjusted"
    """The opponent's, some unplayed rounds taken as draws."""
    SCHEDULED = "scheduled"
    """The scheduled opponent's, as if the game had been played."""
    ONESELF = "oneself"
    """The player's own."""
    CAPPED_BY_OPPONENT = "capped by opponent"
    """The scheduled opponent's, because the player's own is higher."""
    CAPPED_BY_DRAWS = "capped by draws"
    """That of a draw in every round, because the player's own is higher."""
    VIRTUAL = "virtual"
    """A virtual opponent's, level before the round, who drew ever after."""


StandIn = tuple[int, Counted]
"""The score of an imagined opponent, and whose it is."""


@dataclass(frozen=True, slots=True)
class UnplayedRounds:
    """A treatment of unplayed rounds."""

    as_seen: Callable[[History, Scoring], int]
    """A player's score as it counts for the opponents played."""
    stand_in: Callable[[History, int, Scores, Scoring], StandIn]
    """Score of the imagined opponent of an unplayed round, given `as_seen` of everybody."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one round adds to the sums."""

    round: int
    opponent: int | None
    """The scheduled opponent, whether or not the game was played."""
    opponent_score: int
    points: int
    counted: Counted

    @property
    def product(self) -> int:
        return self.opponent_score * self.points


@dataclass(frozen=True, slots=True)
class ScoreSums:
    """The sums of one player."""

    contributions: tuple[Contribution, ...]

    @property
    def buchholz(self) -> int:
        return sum(part.opponent_score for part in self.contributions)

    @property
    def median(self) -> int:
        """Buchholz without its highest and its lowest value."""
        if len(self.contributions) < 2:
            return 0
        scores = [part.opponent_score for part in self.contributions]
        return sum(scores) - max(scores) - min(scores)

    @property
    def sonneborn_berger(self) -> int:
        return sum(part.product for part in self.contributions)


def score_sums(
    past: Mapping[int, History], scoring: Scoring, unplayed: UnplayedRounds
) -> dict[int, ScoreSums]:
    """The sums of every player over the rounds of the history."""
    seen = {player: unplayed.as_seen(history, scoring) for player, history in past.items()}
    sums = {}
    for player, history in past.items():
        contributions = []
        for number, entry in enumerate(history.entries, start=1):
            opponent = entry.opponent
            if entry.played and opponent is not None:
                score = seen[opponent]
                adjusted = score != past[opponent].score
                counted = Counted.ADJUSTED if adjusted else Counted.OPPONENT
            else:
                score, counted = unplayed.stand_in(history, number, seen, scoring)
            contributions.append(Contribution(number, opponent, score, entry.points, counted))
        sums[player] = ScoreSums(tuple(contributions))
    return sums


def _unplayed_as_draws(history: History, scoring: Scoring) -> int:
    unplayed = [entry for entry in history.entries if not entry.played]
    return history.score + sum(scoring.draw - entry.points for entry in unplayed)


def _virtual_opponent(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
    """Level before the round, got what the player did not get, and drew ever after."""
    entry = history.entries[number - 1]
    later = len(history.entries) - number
    score = entry.score_before + scoring.win - entry.points + scoring.draw * later
    return score, Counted.VIRTUAL


VIRTUAL_OPPONENT = UnplayedRounds(_unplayed_as_draws, _virtual_opponent)
"""The rules up to 2023: opponents count every unplayed round as a draw; a virtual opponent."""


def against_oneself(absent: Collection[int]) -> UnplayedRounds:
    """Burstein 2026, 1.7.2: an unplayed round is a game against oneself.

    `absent` are the players with a zero-point bye in the round that is being paired. A run of such
    byes that reaches it counts as draws for those who played them before.
    """

    def as_seen(history: History, scoring: Scoring) -> int:
        score = history.score
        if history.player in absent:
            for entry in reversed(history.entries):
                if entry.award not in (Award.ZERO_POINT_BYE, Award.ABSENT):
                    break
                score += scoring.draw - entry.points
        return score

    def stand_in(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
        return history.score, Counted.ONESELF

    return UnplayedRounds(as_seen, stand_in)
