"""Explain rounds of the Dubov system of 1997, with the ratings and the averages of the opponents'
ratings (ARO) by which it chooses.
"""

from __future__ import annotations

from collections.abc import Mapping

from crivello.explain.colours import ColourReason
from crivello.explain.explanation import Depth, ParagraphKind, Placing
from crivello.explain.procedure import ProcedureNarrator, ProcedureRound
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Points
from crivello.model.trace import ByeDecided, Step
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    RatingsKnown,
)

HUNDREDTHS = 100


class Dubov1997Narrator(ProcedureNarrator):
    colour_reasons: Mapping[str, ColourReason] = {
        "5": ColourReason.DOWN_THE_LIST,
        "2": ColourReason.LIMITS,
        "3.1": ColourReason.BOTH,
        "3.2": ColourReason.LESS_WHITE,
        "3.3": ColourReason.ALTERNATE,
        "3.4": ColourReason.HIGHER_ARO,
        "3.5": ColourReason.LOWER_RATING,
    }

    def narrate_round(self, story: Story, depth: Depth) -> Dubov1997Round:
        return Dubov1997Round(self, story)

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        super().tell_opponent(story, player, opponent)
        ratings = PlayerRatings(story)
        if opponent is not None and ratings.rating:
            for one in (player, opponent):
                story.tell(
                    ParagraphKind.ORDER,
                    N_("{player} has the rating {rating} and the ARO {aro}."),
                    player=story.name(one),
                    rating=ratings.rating[one],
                    aro=ratings.aro(one),
                )

    def tell_bye_order(self, story: Story, bye: ByeDecided) -> None:
        """List the players with the score of the bye, in the order in which they get it (4)."""
        ratings = PlayerRatings(story)
        if len(bye.same_score) > 1 and ratings.rating:
            story.tell(
                ParagraphKind.ORDER,
                N_("On that score, lowest rating first, with rating and ARO: {players}."),
                article=bye.article,
                about=bye.same_score,
                players=ListOf(
                    tuple(Placing(p, (ratings.rating[p], ratings.aro(p))) for p in bye.same_score)
                ),
            )


class PlayerRatings:
    """The rating and ARO of each player before the round; empty in the first round."""

    def __init__(self, story: Story) -> None:
        known = [step for step in story.trace if isinstance(step, RatingsKnown)]
        players = known[-1].players if known else ()
        self.rating = {player: rating for player, rating, _ in players}
        self._aro = {player: aro for player, _, aro in players}

    def aro(self, player: int) -> Points:
        """Return the average rating of the player's opponents with two decimals; the rules compare
        it unrounded.
        """
        return Points(round(self._aro[player] * HUNDREDTHS), HUNDREDTHS)


class Dubov1997Round(ProcedureRound):
    def __init__(self, narrator: Dubov1997Narrator, story: Story) -> None:
        super().__init__(narrator, story)
        self.ratings = PlayerRatings(story)
        self.columns: GroupOpened | None = None
        """A group whose columns have not been explained yet."""

    def tell(self, step: Step) -> bool:
        if isinstance(step, RatingsKnown):
            return True
        if self.columns is not None and isinstance(step, PairDropped | PairFixed | GroupPaired):
            self._tell_columns(self.columns)
            self.columns = None
        return super().tell(step)

    def tell_halves(self, step: GroupOpened) -> None:
        if self.ratings.rating and step.article == "6.2":
            self.columns = step  # what led to them comes first
        else:
            super().tell_halves(step)

    def _tell_columns(self, step: GroupOpened) -> None:
        """List the White column by ARO and the Black column by rating (6.2)."""
        rating, aro = self.ratings.rating, self.ratings.aro
        self.story.tell(
            ParagraphKind.SUBGROUPS,
            N_(
                "White column, lowest ARO first, with ARO and rating: {s1}; Black column, highest "
                "rating first, with rating and ARO: {s2}."
            ),
            article=step.article,
            s1=ListOf(tuple(Placing(p, (aro(p), rating[p])) for p in step.s1)),
            s2=ListOf(tuple(Placing(p, (rating[p], aro(p))) for p in step.s2)),
        )


NARRATOR = Dubov1997Narrator
