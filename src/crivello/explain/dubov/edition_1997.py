"""Ratings and averages of the opponents' ratings, by which Dubov 1997 orders and chooses."""

from __future__ import annotations

from crivello.explain.explanation import Kind, Placings, Points, Value
from crivello.explain.story import Story
from crivello.model.trace import ByeDecided
from crivello.model.trace.procedure import GroupOpened, RatingsKnown
from crivello.words import N_

HUNDREDTHS = 100


class Ratings:
    """What the round knew of each player."""

    def __init__(self, step: RatingsKnown) -> None:
        self.rating = {player: rating for player, rating, _ in step.players}
        self.aro = {player: aro for player, _, aro in step.players}

    def shown_aro(self, player: int) -> Points:
        """With two decimals; the rules compare it unrounded."""
        return Points(round(self.aro[player] * HUNDREDTHS), HUNDREDTHS)

    def tell_columns(self, story: Story, step: GroupOpened) -> None:
        """6.2: the White column by ARO, the Black column by rating."""
        story.tell(
            Kind.SUBGROUPS,
            N_(
                "White column, lowest ARO first, with ARO and rating: {s1}; Black column, highest "
                "rating first, with rating and ARO: {s2}."
            ),
            article=step.article,
            s1=Placings(tuple((p, (self.shown_aro(p), self.rating[p])) for p in step.s1)),
            s2=Placings(tuple((p, (self.rating[p], self.shown_aro(p))) for p in step.s2)),
        )

    def tell_bye(self, story: Story, step: ByeDecided) -> None:
        """4: those on the score of the player with the bye, as they are asked."""
        if len(step.same_score) > 1:
            rows = tuple((p, (self.rating[p], self.shown_aro(p))) for p in step.same_score)
            story.tell(
                Kind.ORDER,
                N_("On that score, lowest rating first, with rating and ARO: {players}."),
                article=step.article,
                about=step.same_score,
                players=Placings(rows),
            )

    def tell_player(self, story: Story, player: int, name: Value) -> None:
        story.tell(
            Kind.ORDER,
            N_("{player} has the rating {rating} and the ARO {aro}."),
            about=(player,),
            player=name,
            rating=self.rating[player],
            aro=self.shown_aro(player),
        )
