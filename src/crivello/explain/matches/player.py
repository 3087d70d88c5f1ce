"""Answers about matches to teams or players: order and criteria."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crivello.explain.dutch.player import opposite
from crivello.explain.facts import Listed, Listing
from crivello.explain.player.answer import CauseKind
from crivello.explain.player.obstacle import partners
from crivello.explain.player.place import (
    PartnerChoice,
    Place,
    Scheme,
    UpfloatGuide,
)
from crivello.explain.story import Story
from crivello.model.pairing import RoundPairing
from crivello.model.trace.upfloats import MatchBracketPaired
from crivello.systems.judgement import Difference
from crivello.systems.matches import editions as rules
from crivello.systems.matches.bracket import MatchPart
from crivello.systems.matches.system import MatchSystem
from crivello.systems.upfloats import score_difference, upfloater

CRITERIA: dict[Callable[[MatchPart], tuple[int, ...]], CauseKind] = {
    upfloater: CauseKind.UPFLOATERS,
    score_difference: CauseKind.LOWER_UPFLOATER,
    rules.repeated_float: CauseKind.OTHER_SCORE_AGAIN,
    rules.preference_denied: CauseKind.COLOURS,
    rules.strong_preference_denied: CauseKind.STRONG_COLOURS,
    rules.repeated_meeting_from_below: CauseKind.OTHER_SCORE_AGAIN,
}


class MatchGuide(UpfloatGuide[MatchBracketPaired]):
    choice = PartnerChoice.NEAREST

    def __init__(self, system: MatchSystem) -> None:
        edition = system.edition
        kinds = {criterion.code: CRITERIA[criterion.cost] for criterion in edition.criteria}
        kinds[edition.following] = CauseKind.LEFT_BEHIND
        super().__init__(system, edition, kinds, order_article=edition.order)

    def listing(self, story: Story, players: Sequence[int]) -> Listing:
        """Return the order by number, which matches use even if the scores differ."""
        return Listing(Listed.BY_NUMBER, tuple(players))

    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        for step in story.trace:
            if isinstance(step, MatchBracketPaired) and player in step.by_number:
                natural = opposite(*step.halves, player)
                order, upper = step.by_number, len(step.halves[0])
                article = self.order_article
                return Place(Scheme.HALVES, step.score, order, natural, article, upper=upper)
        return None

    def pairs_in_order(self, story: Story, score: int) -> list[tuple[int, int]]:
        step = self.bracket(story, score)
        return [] if step is None else list(step.pairs)

    def order_kind(self, story: Story, difference: Difference, forced: RoundPairing) -> CauseKind:
        """Return the kind of cause against a pairing that comes later in the order.

        The players first in each pair are compared before their opponents.
        """
        step = None if difference.score is None else self.bracket(story, difference.score)
        if step is None or difference.code != self.order_article:
            return super().order_kind(story, difference, forced)
        partner, number = partners(forced), {one: e.number for one, e in story.entrant.items()}
        tops = {
            one for one in step.by_number if one in partner and number[one] < number[partner[one]]
        }
        return (
            CauseKind.SERVED_FIRST if tops == {top for top, _ in step.pairs} else CauseKind.HALVES
        )


GUIDE = MatchGuide
