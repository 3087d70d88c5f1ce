"""Buchholz, Median and Sonneborn-Berger: sums over the opponents' scores.

How unplayed rounds count is a value (`UnplayedRounds`): which score a player has for the opponents
met, and which score replaces the opponent's in an unplayed round. Buchholz and Median are in units
of points, Sonneborn-Berger in units squared. Virtual points never count.
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
    """Whose score a round contributes to the sums, and how it was found."""

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
    """A way to count unplayed rounds."""

    as_seen: Callable[[History, Scoring], int]
    """A player's score as it counts for the opponents met."""
    stand_in: Callable[[History, int, Scores, Scoring], StandIn]
    """The score of the imagined opponent of an unplayed round, given `as_seen` of all players."""


class Contribution(NamedTuple):
    """What one round contributes to a player's sums."""

    round: int
    opponent: int | None
    """The scheduled opponent, whether or not the game was played."""
    opponent_score: int
    points: int
    counted: ScoreSource


@frozen
class ScoreSums:
    """The sums of one player, and what each round contributes to them."""

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
        """Buchholz without its highest and its lowest value; 0 for fewer than two rounds."""
        if len(self.scores) < 2:
            return 0
        return sum(self.scores) - max(self.scores) - min(self.scores)

    @property
    def sonneborn_berger(self) -> int:
        return sum(map(mul, self.scores, self.points))


def score_sums(
    past: Mapping[int, History], scoring: Scoring, unplayed: UnplayedRounds
) -> dict[int, ScoreSums]:
    """Return the sums of every player, by id, over all rounds of the histories."""
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


def _count_unplayed_as_draws(history: History, scoring: Scoring) -> int:
    unplayed = [part for part in history.parts if not part.played]
    return history.score + sum(scoring.draw - part.points for part in unplayed)


def _find_virtual_opponent(
    history: History, number: int, seen: Scores, scoring: Scoring
) -> StandIn:
    """Return the score of a virtual opponent, level with the player before the round.

    The virtual opponent gets the points that the player did not get in this round, and draws all
    later rounds.
    """
    points = history.parts[number - 1].points
    later = len(history.parts) - number
    score = history.scores[number - 1] + scoring.win - points + scoring.draw * later
    return score, ScoreSource.VIRTUAL


VIRTUAL_OPPONENT = UnplayedRounds(_count_unplayed_as_draws, _find_virtual_opponent)
"""The rules up to 2023: opponents count every unplayed round as a draw; a virtual opponent."""


def against_oneself(absent: Collection[int]) -> UnplayedRounds:
    """Return the rule of Burstein 2026 (1.7.2): an unplayed round counts as a game against oneself.

    `absent` are the players with a zero-point bye in the round being paired. If such byes also fill
    the rounds just before it, those rounds count as draws for the players whom they met earlier.
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
