"""Explain rounds of the Dubov system (2018, 2026), bracket by bracket or for one player.

`explain.upfloats` explains the bye and the upfloaters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.dubov.lessons import DubovTeacher
from crivello.explain.explanation import ParagraphKind, PlayerCard
from crivello.explain.steps import (
    CHOSEN,
    FALLS,
    LATER,
    NOT_ALLOWED,
    WAS_BEST,
    CandidateRow,
    forbidding_article,
    tell_candidates,
    tell_forbidden,
    tell_pairs,
    why_forbidden,
)
from crivello.explain.story import Story
from crivello.explain.upfloats import (
    SetTable,
    SieveRecord,
    UpfloatNarrator,
    UpfloatRound,
)
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace.upfloats import DubovBracketPaired, ShiftTried
from crivello.rules.criterion import Measure
from crivello.systems.dubov.editions import DubovEdition, preference_denied
from crivello.systems.dubov.judge import candidate_parts
from crivello.systems.dubov.sieve import transpositions
from crivello.systems.dubov.system import DubovSystem
from crivello.systems.upfloats import breaches


class DubovRound(UpfloatRound[DubovEdition, DubovBracketPaired]):
    def tell_bracket(self, step: DubovBracketPaired) -> None:
        story = self.story
        if step.all_new:
            story.tell(
                ParagraphKind.SUBGROUPS,
                N_("Nobody has played yet: G1 is the upper half, {g1}, G2 the lower half, {g2}."),
                g1=ListOf.players(step.g1),
                g2=ListOf.players(step.g2),
            )
        else:
            story.tell(
                ParagraphKind.SUBGROUPS,
                N_("G1, who prefer White, with their ARO: {g1}; G2, the others: {g2}."),
                g1=self._with_aro(step.g1),
                g2=story.cards(step.g2),
            )
        _tell_shifts(story, self.edition, step, self.looked)
        self._shifts(step)
        if self.looked.shifts and len(step.players) <= MOST_WRITTEN:
            _tell_every_candidate(story, self.edition, step, self.looked)
        s1, t2 = story.cards(step.s1), story.cards(step.t2)
        story.tell(ParagraphKind.SUBGROUPS, N_("S1 = {s1}; T2 = {t2}."), s1=s1, t2=t2)
        self._transposition(step)
        tell_pairs(story, step.pairs)
        self._quality(step)

    def _with_aro(self, players: Iterable[int]) -> ListOf:
        found = (self.story.entrant[player] for player in players)
        cards = (PlayerCard(p.id, f"{self.story.card(p)} {p.aro}".rstrip()) for p in found)
        return ListOf(tuple(cards))

    def _shifts(self, step: DubovBracketPaired) -> None:
        story = self.story
        if step.shift_smaller:
            story.tell(
                ParagraphKind.CHANGE,
                N_(
                    "In G1 {count} pair cannot be avoided; shifted to the other subgroup: "
                    "{players}.",
                    "In G1 {count} pairs cannot be avoided; shifted to the other subgroup: "
                    "{players}.",
                )
                if len(step.g1) == len(step.g2)
                else N_(
                    "In the smaller subgroup {count} pair cannot be avoided; shifted to the "
                    "other one: {players}.",
                    "In the smaller subgroup {count} pairs cannot be avoided; shifted to the "
                    "other one: {players}.",
                ),
                article=self.edition.shifts,
                about=step.shift_smaller,
                count=len(step.shift_smaller),
                players=story.cards(step.shift_smaller),
            )
        if step.shift_larger:
            story.tell(
                ParagraphKind.CHANGE,
                N_("To make the subgroups equal, shifted out of the larger one: {players}."),
                article=self.edition.shifts,
                about=step.shift_larger,
                players=story.cards(step.shift_larger),
            )

    def _transposition(self, step: DubovBracketPaired) -> None:
        """Show S1 against G2 in its first order, if another order was paired."""
        story = self.story
        natural = tuple(sorted(step.t2, key=lambda player: story.entrant[player].number))
        if natural == step.t2:
            return
        first = tuple(zip(step.s1, natural, strict=True))
        template = N_("S1 against G2 in order would be {pairs}.")
        story.tell(ParagraphKind.IDEAL, template, pairs=ListOf.pairs(first))
        tell_forbidden(story, first)
        story.tell(
            ParagraphKind.CHANGE,
            N_("T2, the first transposition of G2 that makes legal pairs: {players}."),
            article=f"{self.edition.transposition}, {self.edition.transpositions}",
            players=ListOf.players(step.t2),
        )

    def _quality(self, step: DubovBracketPaired) -> None:
        story = self.story
        parts = candidate_parts(story.field, step, step.pairs)
        if not self.tell_failures(breaches(self.edition.criteria, parts)):
            return
        denied = next(c for c in self.edition.criteria if c.cost is preference_denied)
        players = step.residents + step.upfloaters
        white = sum(story.entrant[player].wants_white for player in players)
        unavoidable = abs(2 * white - len(players)) // 2
        if unavoidable and dict(step.failures)[denied.code] == (unavoidable,):
            story.tell(
                ParagraphKind.QUALITY,
                N_(
                    "Whatever the pairing, no more preferences can be granted: {white} prefer "
                    "White, {black} Black."
                ),
                article=denied.code,
                white=white,
                black=len(players) - white,
            )
        story.tell(
            ParagraphKind.QUALITY,
            N_("No other set of upfloaters, and no other pairing with them, fails less.")
            if step.upfloaters
            else N_("No legal pairing of the bracket fails less."),
        )


# What the sieve wrote down for one bracket, as tables

MOST_WRITTEN = 6
"""Up to this size every candidate of a bracket is listed, as a student writes them down."""


def _tell_every_candidate(
    story: Story, edition: DubovEdition, step: DubovBracketPaired, looked: SieveRecord
) -> None:
    """List all candidates up to the first legal one of each shift: S1 against each order of G2
    (B.6, D.3; 2026: 3.2.6, 4.4).
    """
    code = next(c.code for c in edition.criteria if c.cost is preference_denied)
    least = min(one.denied for one in looked.shifts if one.t2)
    players = {player: story.entrant[player] for player in step.players}
    best: int | None = None
    rows = []
    for shift in looked.shifts:
        lower = [player for player in step.players if player not in shift.s1]
        for order in transpositions(sorted(lower, key=lambda one: players[one].number)):
            pairs = tuple(zip(shift.s1, order, strict=True))
            used = order == step.t2 and shift.s1 == step.s1
            forbidden = next((pair for pair in pairs if not story.may_meet(*pair)), None)
            if forbidden is not None:
                reason = forbidding_article(story, why_forbidden(story, *forbidden))
                reason = reason or story.system.articles.rematch  # kept apart by the arbiter
                outcome, values = Sentence(NOT_ALLOWED, code=reason), {}
            else:
                values = {code: shift.denied}
                was_best = best is None or shift.denied < best
                best = shift.denied if best is None else min(best, shift.denied)
                falls = Sentence(WAS_BEST if was_best else FALLS, code=code)
                outcome = falls if shift.denied > least else Sentence(LATER)
                outcome = Sentence(CHOSEN) if used else outcome
            what = ListOf.players(shift.smaller + shift.larger), ListOf.pairs(pairs)
            rows.append(CandidateRow(what, values, outcome, used))
            if forbidden is None:
                break
    if len(rows) > len(looked.shifts):
        tell_candidates(
            story,
            Sentence(N_("Every candidate, S1 against the transpositions of G2 in order:")),
            (Sentence(N_("Shifted")), Sentence(N_("Pairs"))),
            [code],
            rows,
            article=edition.transpositions,
        )


NO_TRANSPOSITION = N_("no legal pairing")


def _tell_shifts(
    story: Story, edition: DubovEdition, step: DubovBracketPaired, looked: SieveRecord
) -> None:
    """List the shifts that were tried in the bracket, if there was a choice (B.4, D.2; 2026:
    4.3).
    """
    if not (step.shift_smaller or step.shift_larger) or not looked.shifts:
        return
    code = next(c.code for c in edition.criteria if c.cost is preference_denied)
    least = min(one.denied for one in looked.shifts if one.t2)
    best: int | None = None
    rows = []
    for one in looked.shifts:
        was_best = bool(one.t2) and (best is None or one.denied < best)
        best = one.denied if was_best else best
        rows.append(_shift_row(one, code, step, least, was_best))
    tell_candidates(
        story,
        Sentence(
            N_("Shifts in the order in which they are tried, with their first legal pairing:")
        ),
        (Sentence(N_("Shifted")), Sentence(N_("S1")), Sentence(N_("Pairs"))),
        [code],
        rows,
        article=edition.shifters,
    )


def _shift_row(
    one: ShiftTried, code: str, step: DubovBracketPaired, least: int, was_best: bool
) -> CandidateRow:
    chosen = (one.smaller, one.larger) == (step.shift_smaller, step.shift_larger)
    if chosen:
        outcome = Sentence(CHOSEN)
    elif not one.t2:
        outcome = Sentence(NO_TRANSPOSITION)
    elif one.denied == least:
        outcome = Sentence(LATER)
    else:
        outcome = Sentence(WAS_BEST if was_best else FALLS, code=code)
    pairs = tuple(zip(one.s1, one.t2, strict=False))
    return CandidateRow(
        (ListOf.players(one.smaller + one.larger), ListOf.players(one.s1), ListOf.pairs(pairs)),
        {code: one.denied} if one.t2 else {},
        outcome,
        chosen,
        was_best,
    )


# The narrator


class DubovNarrator(UpfloatNarrator[DubovEdition, DubovBracketPaired]):
    round_type = DubovRound
    colour_order = (
        ColourReason.NEWCOMERS,
        ColourReason.BOTH,
        ColourReason.STRONGER,
        ColourReason.ALTERNATE,
        ColourReason.HIGHER,
    )

    def __init__(self, system: DubovSystem) -> None:
        super().__init__(system, system.edition)
        self.teacher = partial(DubovTeacher, self.edition)

    def set_table(self) -> SetTable:
        """Return how to show the sets of upfloaters, container by container (D.1; 2026: 4.2)."""
        criteria = self.edition.criteria
        codes = [criterion.code for criterion in criteria]
        lists = (one.code for one in criteria if one.measure is Measure.LIST)
        return SetTable(codes, frozenset(lists), self.edition.sets, codes[1])

    def with_pairs(
        self, bracket: TracedBracket, story: Story, step: DubovBracketPaired
    ) -> TracedBracket:
        return replace(
            bracket,
            players=step.players,
            came=frozenset(step.upfloaters),
            s1=step.s1,
            s2=tuple(sorted(step.t2, key=lambda player: story.entrant[player].number)),
            pairs=step.pairs,
            exchanged=frozenset(step.shift_smaller + step.shift_larger),
        )

    def tell_pair(self, story: Story, step: DubovBracketPaired, player: int, opponent: int) -> None:
        in_s1, other = (player, opponent) if player in step.s1 else (opponent, player)
        story.tell(
            ParagraphKind.ANSWER,
            N_(
                "In the bracket at score {score} {one} is number {place} of S1, by ARO ({aro}), "
                "and {other} the first of T2 with whom everybody in S1 can still be paired."
            ),
            about=(player, opponent),
            score=story.score(step.score),
            place=step.s1.index(in_s1) + 1,
            aro=story.entrant[in_s1].aro,
            one=story.name(in_s1),
            other=story.name(other),
        )
        natural = sorted(step.t2, key=lambda one: story.entrant[one].number)
        first = natural[step.s1.index(in_s1)]
        if first != other and not story.may_meet(in_s1, first):
            template = N_("S1 against G2 in order would be {one}-{first}, who may not meet.")
            story.tell(ParagraphKind.ANSWER, template, about=(in_s1, first), one=in_s1, first=first)


NARRATOR = DubovNarrator
