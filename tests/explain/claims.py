"""What a whole sentence of an answer claims, beyond its values; template by template."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from crivello.explain.player import joined
from crivello.explain.player.answer import PlayerAnswer
from crivello.explain.player.facts import Truth
from crivello.model.sentence import Sentence, Template

Claim = Callable[["Claims", Mapping[str, Any]], bool]
CLAIMS: dict[Template, Claim] = {}


def about(*templates: Template) -> Callable[[Claim], Claim]:
    """Declare what sentences of these templates claim."""

    def declare(claim: Claim) -> Claim:
        for template in templates:
            CLAIMS[template] = claim
        return claim

    return declare


@dataclass(frozen=True)
class Claims:
    """One answer, and what is true in its round."""

    truth: Truth
    answer: PlayerAnswer

    def check(self, sentence: Sentence) -> None:
        claim = CLAIMS.get(sentence.template)
        assert claim is None or claim(self, sentence.values), str(sentence)

    def all_paired(self, players: Collection[int]) -> bool:
        """Can these all meet one another, but for one who may have the bye if they are odd?"""
        if len(players) % 2 == 0:
            return self.truth.can_all_be_paired(players)
        return any(
            not self.truth.entrant[one].barred
            and self.truth.can_all_be_paired(set(players) - {one})
            for one in players
        )

    def are_left(self, players: Collection[int], values: Mapping[str, Any]) -> bool:
        """Are these still to be paired? The others meet one another, with no fewer points."""
        truth = self.truth
        others = truth.entrant.keys() - set(players)
        fewest = min(values["between"].low, truth.score(values["upper"].id))
        return all(
            truth.opponent.get(one) in others and truth.score(one) >= fewest for one in others
        )


@about(joined.MET_ALL_LEFT, joined.MAY_MEET_NONE_LEFT)
def lower_is_bound(at: Claims, values: Mapping[str, Any]) -> bool:
    """The lower one may meet nobody but the upper one, of those who are not paired from above."""
    truth, upper, lower = at.truth, values["upper"].id, values["lower"].id
    others = set(values["left"].of) - {upper, lower}
    return (
        at.are_left(values["left"].of, values)
        and not any(truth.may_meet(lower, one) for one in others)
        and truth.opponent[upper] == lower
        and truth.score(lower) < values["between"].low
        and not any(truth.may_meet(lower, one) for one in values["between"].of)
        and (len(others) % 2 == 0 or truth.entrant[lower].barred)
    )


@about(joined.TWO_BELOW)
def two_below_have_met(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, limit = at.truth, values["limit"].amount
    below = {one for one in truth.entrant if truth.score(one) < limit}
    return (
        below == {values["one"].id, values["two"].id}
        and truth.opponent[values["upper"].id] in below
    )


@about(joined.ALL_BELOW)
def those_below_cannot_be_paired(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, limit = at.truth, values["limit"].amount
    below = {one for one in truth.entrant if truth.score(one) < limit}
    return not at.all_paired(below) and truth.opponent[values["upper"].id] in below


@about(joined.OTHERWISE)
def others_could_not_be_paired(at: Claims, values: Mapping[str, Any]) -> bool:
    upper, left = values["upper"].id, set(values["left"].of)
    return at.are_left(left, values) and all(
        not at.truth.may_meet(upper, one) or not at.all_paired(left - {upper, one})
        for one in values["between"].of
    )
