"""Explain rounds of matches, scoregroup by scoregroup or for one team or player."""

from __future__ import annotations

from dataclasses import replace

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.explanation import ParagraphKind
from crivello.explain.steps import (
    tell_breach,
    tell_forbidden,
    tell_pairs,
)
from crivello.explain.story import Story
from crivello.explain.upfloats import SetTable, UpfloatNarrator, UpfloatRound
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace.upfloats import MatchBracketPaired
from crivello.rules.criterion import Measure
from crivello.systems.judgement import Breach
from crivello.systems.matches import editions as rules
from crivello.systems.matches.editions import ColourRule, MatchEdition
from crivello.systems.matches.judge import KEEP_FOLLOWING, candidate_parts
from crivello.systems.matches.system import MatchSystem
from crivello.systems.upfloats import breaches

FOLLOWING_FAILS = N_(
    "{asks} No set of upfloaters with these scores does; all of them leave it in need of more."
)
COLOUR_REASONS: dict[ColourRule, ColourReason] = {
    rules.by_number: ColourReason.NEWCOMERS,
    rules.only_preference: ColourReason.BOTH,
    rules.both_preferences: ColourReason.BOTH,
    rules.only_strong_preference: ColourReason.STRONGER,
    rules.white_for_lower_difference: ColourReason.LOWER_BALANCE,
    rules.white_for_fewer_whites: ColourReason.FEWER_WHITES,
    rules.alternate_difference: ColourReason.ALTERNATE_LEVEL,
    rules.preference_of_first: ColourReason.HIGHER,
    rules.alternate_first: ColourReason.HIGHER_CHANGES,
    rules.alternate_second: ColourReason.OTHER_CHANGES,
}
"""What each rule of the editions does."""


class MatchRound(UpfloatRound[MatchEdition, MatchBracketPaired]):
    def tell_bracket(self, step: MatchBracketPaired) -> None:
        story = self.story
        if step.upfloaters and sum(dict(step.failures)[self.edition.following]):
            story.tell(
                ParagraphKind.FAILURE,
                FOLLOWING_FAILS,
                article=self.edition.following,
                about=step.upfloaters,
                asks=Sentence(KEEP_FOLLOWING),
            )
        upper, lower = step.halves
        story.tell(
            ParagraphKind.SUBGROUPS,
            N_("By number, the upper half is {s1}, the lower half {s2}."),
            s1=story.cards(upper),
            s2=story.cards(lower),
        )
        self._order(step)
        tell_pairs(story, step.pairs)
        self._quality(step)

    def _order(self, step: MatchBracketPaired) -> None:
        """Show the upper half against the lower half in order, if other pairs were made."""
        story = self.story
        first = tuple(zip(*step.halves, strict=True))
        if first == step.pairs:
            return
        template = N_("The upper half against the lower half in order would be {pairs}.")
        story.tell(ParagraphKind.IDEAL, template, pairs=ListOf.pairs(first))
        tell_forbidden(story, first, illegal=True)
        if all(story.may_meet(a, b) for a, b in first):
            for one in _pair_breaches(self.edition, story, step, first):
                tell_breach(story, one, arrow="↑")
        story.tell(
            ParagraphKind.CHANGE,
            N_(
                "Of the pairings that fail least, the first in the order of numbers: those with "
                "the smaller number of their pair, then their opponents."
            ),
            article=self.edition.order,
        )

    def _quality(self, step: MatchBracketPaired) -> None:
        story = self.story
        parts = candidate_parts(story.field, self.edition, step, step.pairs)
        if self.tell_failures(breaches(self.edition.criteria, parts)):
            story.tell(ParagraphKind.QUALITY, N_("No legal pairing of the bracket fails less."))


def _pair_breaches(
    edition: MatchEdition,
    story: Story,
    step: MatchBracketPaired,
    pairs: tuple[tuple[int, int], ...],
) -> list[Breach]:
    """Return the criteria that other pairs of the same bracket would fail."""
    codes = {one.code for one in edition.pair_criteria}
    parts = candidate_parts(story.field, edition, step, pairs)
    return [one for one in breaches(edition.criteria, parts) if one.code in codes]


class MatchNarrator(UpfloatNarrator[MatchEdition, MatchBracketPaired]):
    round_type = MatchRound

    def __init__(self, system: MatchSystem) -> None:
        super().__init__(system, system.edition)
        self.measures = {**self.measures, self.edition.following: Measure.COUNT}

    def reasons_of(self, edition: MatchEdition) -> dict[str, ColourReason]:
        return {article: COLOUR_REASONS[rule] for article, rule in edition.colour_rules}

    def set_table(self) -> SetTable:
        """Return how to show the sets of upfloaters; those with the same scores are together
        (3.5).
        """
        edition = self.edition
        return SetTable(edition.choice_codes, frozenset(), edition.sets, edition.criteria[1].code)

    def with_pairs(
        self, bracket: TracedBracket, story: Story, step: MatchBracketPaired
    ) -> TracedBracket:
        tops = tuple(top for top, _ in step.pairs)
        return replace(
            bracket,
            players=step.players,
            came=frozenset(step.upfloaters),
            s1=tops,
            s2=tuple(one for one in step.by_number if one not in tops),
            pairs=step.pairs,
            exchanged=frozenset(tops) ^ frozenset(step.halves[0]),
        )

    def tell_pair(self, story: Story, step: MatchBracketPaired, player: int, opponent: int) -> None:
        """Explain where the two are in the list by number, and which opponent would come first."""
        upper, lower = step.halves
        mine, other = (upper, lower) if player in upper else (lower, upper)
        first = other[mine.index(player)]
        story.tell(
            ParagraphKind.ANSWER,
            N_(
                "In the bracket at score {score}, listed by number, {player} is number {place} of "
                "the upper half and would first meet {first}."
            )
            if player in upper
            else N_(
                "In the bracket at score {score}, listed by number, {player} is number {place} of "
                "the lower half and would first meet {first}."
            ),
            about=(player, opponent),
            score=story.score(step.score),
            player=story.name(player),
            place=mine.index(player) + 1,
            first=story.name(first),
        )
        if first == opponent:
            return
        if not story.may_meet(player, first):
            template = N_("{player} and {first} may not meet.")
        else:
            template = N_(
                "That is not possible without a worse pairing of the others, or one that comes "
                "later."
            )
        story.tell(
            ParagraphKind.ANSWER,
            template,
            about=(player, first),
            player=story.name(player),
            first=story.name(first),
        )


NARRATOR = MatchNarrator
