"""Buchholz, Median and Sonneborn-Berger: sums over the opponents of the rounds so far.

How unplayed rounds count is a value (`UnplayedRounds`): what a player's own score is worth to the
opponents met, and who stands in for an opponent who was not there. Buchholz and Median are in
units of points, Sonneborn-Berger in units squared. Virtual points never enter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from operator import mul

from crivello.model.history import History
from crivello.model.result import Award
from crivello.model.settings import Scoring
from crivello.standard.classes import NamedTuple, frozen

Scores = Mapping[int, int]
"""Score by player id."""


class ScoreSource(Enum):
    """The source of the score that a round contributes."""

    __hash__ = object.__hash__  # quicker than by name (see `model.result`)

    OPPONENT = "opponent"
    """The opponent's, as it is."""
    ADJUSTED = "adjusted"
    """The opponent's, some unplayed rounds taken as draws."""
    SCHEDULED = "scheduled"
    """The scheduled opponent's, as if the game had been played."""
    ONESELF = "oneself"
    """The player's own score."""
    CAPPED_BY_OPPONENT = "capped by opponent"
    """The scheduled opponent's, because the player's own is higher."""
    CAPPED_BY_DRAWS = "capped by draws"
    """That of a draw in every round, because the player's own is higher."""
    VIRTUAL = "virtual"
    """A virtual opponent's, level before the round, who drew ever after."""


OPPONENT, ADJUSTED = ScoreSource.OPPONENT, ScoreSource.ADJUSTED

StandIn = tuple[int, ScoreSource]
"""The score of an imagined opponent, and its source."""


@frozen
class UnplayedRounds:
    """A treatment of unplayed rounds."""

    as_seen: Callable[[History, Scoring], int]
    """A player's score as it counts for the opponents met."""
    stand_in: Callable[[History, int, Scores, Scoring], StandIn]
    """The score of the imagined opponent of an unplayed round, given `as_seen` of all players."""


class Contribution(NamedTuple):
    """The contribution of one round to the sums."""

    round: int
    opponent: int | None
    """The scheduled opponent, whether or not the game was played."""
    opponent_score: int
    points: int
    counted: ScoreSource


@frozen
class ScoreSums:
    """The sums of one player, and the contributions they are made of, round by round."""

    opponents: tuple[int | None, ...]
    scores: tuple[int, ...]
    """The opponents' scores, as they count."""
    points: tuple[int, ...]
    counted: tuple[ScoreSource, ...]

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        columns = (self.opponents, self.scores, self.points, self.counted)
        rounds = enumerate(zip(*columns, strict=True), start=1)
        return tuple(Contribution(number, *columns) for number, columns in rounds)

    @property
    def buchholz(self) -> int:
        return sum(self.scores)

    @property
    def median(self) -> int:
        """Buchholz without its highest and its lowest value."""
        if len(self.scores) < 2:
            return 0
        return sum(self.scores) - max(self.scores) - min(self.scores)

    @property
    def sonneborn_berger(self) -> int:
        return sum(map(mul, self.scores, self.points))


def score_sums(
    past: Mapping[int, History], scoring: Scoring, unplayed: UnplayedRounds
) -> dict[int, ScoreSums]:
    """Return the sums of every player over the rounds of the history."""
    seen = {player: unplayed.as_seen(history, scoring) for player, history in past.items()}
    as_met = {
        player: (seen[player], ADJUSTED if seen[player] != history.score else OPPONENT)
        for player, history in past.items()
    }
    sums = {}
    for player, history in past.items():
        opponents = history.opponents
        found = [
            as_met[opponent]
            if part.played and opponent is not None
            else unplayed.stand_in(history, number, seen, scoring)
            for number, (opponent, part) in enumerate(zip(opponents, history.parts, strict=True), 1)
        ]
        sums[player] = ScoreSums(
            opponents,
            tuple([score for score, _ in found]),
            tuple([part.points for part in history.parts]),
            tuple([counted for _, counted in found]),
        )
    return sums


def _unplayed_as_draws(history: History, scoring: Scoring) -> int:
    unplayed = [part for part in history.parts if not part.played]
    return history.score + sum(scoring.draw - part.points for part in unplayed)


def _virtual_opponent(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
    """Return an opponent level before the round, who got the remaining points of it and drew ever
    after."""
    points = history.parts[number - 1].points
    later = len(history.parts) - number
    score = history.scores[number - 1] + scoring.win - points + scoring.draw * later
    return score, ScoreSource.VIRTUAL


VIRTUAL_OPPONENT = UnplayedRounds(_unplayed_as_draws, _virtual_opponent)
"""The rules up to 2023: opponents count every unplayed round as a draw; a virtual opponent."""


def against_oneself(absent: Collection[int]) -> UnplayedRounds:
    """Apply Burstein 2026, 1.7.2: an unplayed round is a game against oneself.

    `absent` are the players with a zero-point bye in the round that is being paired. A run of such
    byes that reaches it counts as draws for those who played them before.
    """

    def as_seen(history: History, scoring: Scoring) -> int:
        score = history.score
        if history.player in absent:
            for part in reversed(history.parts):
                if part.award not in (Award.ZERO_POINT_BYE, Award.ABSENT):
                    break
                score += scoring.draw - part.points
        return score

    def stand_in(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
        return history.score, ScoreSource.ONESELF

    return UnplayedRounds(as_seen, stand_in)
