"""What the answers to all questions about one round share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.explain.answers import explain_player_of
from crivello.explain.explanation import Explanation, Value
from crivello.explain.player.answer import (
    MOST_SENTENCES,
    Cause,
    CauseKind,
    Count,
    PlayerAnswer,
    Question,
    ScorePhrase,
)
from crivello.explain.player.clauses import CauseWords
from crivello.explain.player.obstacle import Obstacles
from crivello.explain.round import TracedRound
from crivello.model.sentence import N_, ListOf, Points, Sentence

UNSAID = N_("For you this cannot be said more simply than the arbiter's answer, which follows.")
AND = N_("{one} and {other}")

GROUP = N_("the {size} players with {score}")
GROUP_BONUS = N_("the {size} players with {score} (bonus points included)")
GROUP_REST = N_("the {size} players with {score} still to be paired")
GROUP_MIXED = N_("the {size} players with {low} to {high}")


class RoundAnswers:
    """One round, and the words for it."""

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.story = this.story()
        self.obstacles = Obstacles(this)
        self.guide = self.obstacles.guide

    def words(self, player: int) -> CauseWords:
        return CauseWords(self.story, self.guide, player)

    def answer(
        self, question: Question, player: int, cause: Cause, *sentences: Sentence | None
    ) -> PlayerAnswer:
        said = tuple(one for one in sentences if one is not None)
        return PlayerAnswer(question, player, said[:MOST_SENTENCES], cause)

    def unsaid(
        self, question: Question, player: int, arbiter: Explanation | None = None
    ) -> PlayerAnswer:
        """Nothing simpler can be said than what the arbiter is told."""
        arbiter = arbiter or explain_player_of(self.this, player)
        return PlayerAnswer(question, player, (Sentence(UNSAID),), Cause(CauseKind.UNSAID), arbiter)

    def score(self, amount: int) -> ScorePhrase:
        return ScorePhrase(amount, self.story.unit)

    def score_of(self, player: int) -> ScorePhrase:
        return self.score(self.story.entrant[player].score)

    def names(self, players: Sequence[int]) -> Value:
        """One, two, or a list of names."""
        names = [self.story.name(player) for player in players]
        if len(names) == 2:
            return Sentence(AND, one=names[0], other=names[1])
        return names[0] if len(names) == 1 else ListOf(tuple(names))

    def group(self, players: Sequence[int], rest: bool = False) -> Sentence:
        """A group by its number and its points. `rest`: others of it were paired before."""
        scores = [self.story.entrant[player].score for player in players]
        low, high, size = min(scores), max(scores), Count(len(players))
        if low != high:
            points = Points(low, self.story.unit)
            return Sentence(GROUP_MIXED, size=size, low=points, high=self.score(high))
        template = GROUP
        if rest or len(self.level(players[0])) > len(players):
            template = GROUP_REST
        elif self._have_bonus(players):
            template = GROUP_BONUS
        return Sentence(template, size=size, score=self.score(low))

    def _have_bonus(self, players: Iterable[int]) -> bool:
        """Are there points of acceleration in the scores?"""
        entrant = self.story.entrant
        return any(entrant[player].score != entrant[player].points for player in players)

    def level(self, player: int) -> list[int]:
        """Everybody to be paired with the player's points, and the player."""
        mine = self.story.entrant[player].score
        bye = self.this.pairing.bye if self.guide.bye_first else None
        return [one.id for one in self.story.field.entrants if one.score == mine and one.id != bye]
