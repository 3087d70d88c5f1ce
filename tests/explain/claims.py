"""What a whole sentence of an answer claims, beyond its values; template by template."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from crivello.explain.facts import Truth
from crivello.explain.player import asked, floats, joined, upfloats
from crivello.explain.player.answer import CauseKind, PlayerAnswer
from crivello.model.field import Float
from crivello.model.sentence import Sentence, Template, You

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

    def met(self, one: int, other: int) -> bool:
        return other in self.truth.entrant[one].history.met

    def comes_up(self, floater: int, values: Mapping[str, Any]) -> bool:
        """The floater meets more points: as the one who asks, or as their opponent."""
        asks, opponent = self.answer.player, self.truth.opponent
        theirs = values["theirs"].amount
        return asks in (floater, opponent[floater]) and theirs == self.truth.score(
            floater
        ) < self.truth.score(opponent[floater])


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


def the_bye(at: Claims, values: Mapping[str, Any]) -> set[int]:
    """Who is named as having the bye; nobody else has it."""
    named = {values["holder"].id} if values.get("holder") else set()
    assert named <= {at.truth.bye}
    return named


def addressed(at: Claims, one: Any) -> int:
    """A player who is named, as "you" only if that is the one who asks."""
    assert isinstance(one, You) == (one.id == at.answer.player)
    return int(one.id)


def others_there(at: Claims, values: Mapping[str, Any]) -> set[int]:
    """All others with these points, more or fewer, but for the one who is said to have the bye."""
    truth, limit = at.truth, values["score"].amount
    more, fewer = values["more"], values["fewer"]
    assert not (more and fewer)
    there = {
        one
        for one in truth.entrant
        if (truth.score(one) > limit and more)
        or (truth.score(one) < limit and fewer)
        or (truth.score(one) == limit and not more and not fewer)
    }
    spared = the_bye(at, values)
    assert spared <= there
    assert all(truth.may_meet(values["who"].id, one) for one in spared)
    return there - spared - {addressed(at, values["who"])}


def ids(value: Any) -> list[int]:
    """One player, or two joined by "and"."""
    return [value.id] if hasattr(value, "id") else [one.id for one in value.values.values()]


@about(asked.MAY_MEET_NONE)
def may_meet_none_of_the_others(at: Claims, values: Mapping[str, Any]) -> bool:
    others = others_there(at, values)
    return bool(others) and not any(at.truth.may_meet(values["who"].id, one) for one in others)


@about(asked.MET_ALL)
def has_met_all_others(at: Claims, values: Mapping[str, Any]) -> bool:
    met = at.truth.entrant[values["who"].id].history.met
    return may_meet_none_of_the_others(at, values) and others_there(at, values) <= met


# Who comes up (Dubov)


# An opponent with other points


@about(asked.ALONE)
def is_alone(at: Claims, values: Mapping[str, Any]) -> bool:
    one, holder = addressed(at, values["who"]), the_bye(at, values)
    there = at.truth.with_score(values["score"].amount)
    return holder <= there and there - holder == {one}


@about(floats.NOBODY_LEFT)
def others_have_an_opponent(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, asks = at.truth, at.answer.player
    there = truth.with_score(values["score"].amount)
    return asks in there and len(there) > 1 and (not values["bye"] or truth.bye in there)


def meets_beyond(at: Claims, reason: Sentence, leaving: int) -> bool:
    """The reason is about the one who leaves; if it is about more points, more than are met."""
    met = at.truth.score(at.truth.opponent[leaving])
    said = reason.values
    about_all_above = said.get("more", False)
    return (
        met != at.truth.score(leaving)
        and ("who" not in said or said["who"].id == leaving)
        and said["score"].amount == (met if about_all_above else at.truth.score(leaving))
    )


@about(floats.YOU_MEET)
def you_meet_other_points(at: Claims, values: Mapping[str, Any]) -> bool:
    asks = at.answer.player
    met = at.truth.score(at.truth.opponent[asks])
    return met == values["theirs"].amount and meets_beyond(at, values["reason"], asks)


@about(floats.THEY_MUST_PLAY)
def they_must_play_you(at: Claims, values: Mapping[str, Any]) -> bool:
    asks, opponent = at.answer.player, values["opponent"].id
    return at.truth.opponent[asks] == opponent and meets_beyond(at, values["reason"], opponent)


@about(floats.ONE_OF_YOU, floats.ONLY_YOU)
def with_your_points(at: Claims, values: Mapping[str, Any]) -> bool:
    return at.answer.player in at.truth.with_score(values["mine"].amount)


@about(floats.ONLY_YOU)
def only_you_have_them(at: Claims, values: Mapping[str, Any]) -> bool:
    return at.truth.with_score(values["mine"].amount) == {at.answer.player}


@about(upfloats.ODD)
def are_odd(at: Claims, values: Mapping[str, Any]) -> bool:
    there, holder = at.truth.with_score(values["score"].amount), the_bye(at, values)
    return (
        holder <= there
        and values["size"] == len(there - holder)
        and values["size"] % 2 == 1
        and values["yours"] == (at.answer.player in there)
    )


@about(upfloats.ODD_LEFT)
def are_odd_left(at: Claims, values: Mapping[str, Any]) -> bool:
    size = values["size"]
    return bool(size % 2 == 1 and values["yours"] == (at.answer.player in size.of))


@about(upfloats.FEW_PAIRS)
def can_make_few_pairs(at: Claims, values: Mapping[str, Any]) -> bool:
    size, score = values["size"], values["score"].amount
    return (
        all(at.truth.score(one) == score for one in size.of)
        and set(values["pairs"].of) == set(size.of)
        and values["many"] == size - 2 * values["pairs"]
        and all(at.truth.score(one) < score for one in values["many"].of)
        and values["yours"] == (at.answer.player in size.of)
    )


@about(upfloats.HAVE_MET)
def two_have_met(at: Claims, values: Mapping[str, Any]) -> bool:
    one, two = addressed(at, values["one"]), addressed(at, values["two"])
    there = at.truth.with_score(values["score"].amount)
    return {one, two} <= there and at.met(one, two) and values["all"] == (len(there) == 2)


@about(upfloats.FOR_THE_REST, upfloats.CHAINED)
def so_many_come_up(at: Claims, values: Mapping[str, Any]) -> bool:
    return some_come_up(at, values) and all(
        at.truth.score(at.truth.opponent[one]) == values["score"].amount
        for one in values["floaters"].of
    )


@about(upfloats.SOME)
def some_come_up(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, score = at.truth, values["score"]
    return values["yours"] == (score.low <= truth.score(at.answer.player) <= score.high) and any(
        truth.score(truth.opponent[one]) < truth.score(one)
        for one in score.of
        if one in truth.opponent
    )


@about(upfloats.MEETS_BELOW)
def resident_meets_below(at: Claims, values: Mapping[str, Any]) -> bool:
    resident, floater = addressed(at, values["resident"]), addressed(at, values["floater"])
    return at.truth.opponent[resident] == floater and at.comes_up(floater, values)


@about(upfloats.ONE_MEETS_BELOW, upfloats.SEVERAL_MEET)
def comes_up(at: Claims, values: Mapping[str, Any]) -> bool:
    return at.comes_up(addressed(at, values["floater"]), values)


@about(upfloats.MUST_GO_UP)
def must_go_up(at: Claims, values: Mapping[str, Any]) -> bool:
    floater = addressed(at, values["floater"])
    met = at.truth.score(at.truth.opponent[floater])
    return at.comes_up(floater, values) and met == values["score"].amount


@about(upfloats.LAST_TWO)
def are_the_last_two(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, score, holder = at.truth, values["score"].amount, the_bye(at, values)
    one, two = addressed(at, values["one"]), addressed(at, values["two"])
    below = {each for each in truth.entrant if truth.score(each) < score}
    return (
        holder <= below
        and below - holder == {one, two}
        and not truth.may_meet(one, two)
        and all(truth.score(truth.opponent[each]) == score for each in (one, two))
        and at.comes_up(addressed(at, values["floater"]), values)
    )


@about(upfloats.WHY_LAST_TWO[CauseKind.MET])
def met_in_that_round(at: Claims, values: Mapping[str, Any]) -> bool:
    met = values["round"]
    return values["one"].id in met.players and at.met(*met.players)


@about(*upfloats.NOT_THE_OTHER.values())
def not_the_other(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, floater, other = at.truth, values["floater"].id, values["other"].id
    group = truth.with_score(values["score"].amount)
    if values.get("left"):
        above = values["score"].amount
        group -= {one for one in group if one not in truth.opponent}
        group -= {one for one in group if truth.score(truth.opponent[one]) > above}
    return (
        group == {at.answer.player, other}
        and truth.opponent[at.answer.player] == floater
        and not truth.may_meet(floater, other)
        and ("left" not in values or at.met(floater, other))
    )


@about(upfloats.ONE_GONE)
def plays_above(at: Claims, values: Mapping[str, Any]) -> bool:
    gone, there = values["gone"].id, at.truth.with_score(values["score"].amount)
    return gone in there and (not values["all"] or len(there) == 2)


@about(upfloats.SOME_GONE)
def some_play_above(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, there = at.truth, at.truth.with_score(values["score"].amount)
    above = {
        one
        for one in there & truth.opponent.keys()
        if truth.score(truth.opponent[one]) > truth.score(one)
    }
    return len(above) > 1 and (not values["all"] or len(there - above) == 1)


@about(upfloats.GROUP_NEEDS)
def too_few_need(at: Claims, values: Mapping[str, Any]) -> bool:
    score, mine = values["score"], at.truth.score(at.answer.player)
    return bool(score.low <= mine <= score.high if values["yours"] else mine < score.low)


@about(upfloats.RESIDENT_NEEDS)
def resident_needs_a_colour(at: Claims, values: Mapping[str, Any]) -> bool:
    resident = at.truth.entrant[addressed(at, values["resident"])]
    return resident.preference is values["colour"].colour


@about(upfloats.ONLY_POSSIBLE, upfloats.ONLY_WITH)
def is_the_only_one(at: Claims, values: Mapping[str, Any]) -> bool:
    floater, truth = addressed(at, values["floater"]), at.truth
    there = truth.with_score(values["below"].amount)
    if "bound" not in values:
        return there == {floater}
    bound = values["bound"]
    return bound is None or all(truth.entrant[one].floats[0] is Float.UP for one in ids(bound))


@about(
    upfloats.FIRST_UP,
    upfloats.NEXT_BELOW,
    upfloats.BEFORE_COME,
    upfloats.NONE_BETTER,
    upfloats.FEWER_POINTS,
    upfloats.IF_NOT,
    upfloats.FITS,
    upfloats.BY_RATING,
)
def floater_is_addressed(at: Claims, values: Mapping[str, Any]) -> bool:
    floater = addressed(at, values["floater"])
    return at.truth.score(at.truth.opponent[floater]) > at.truth.score(floater)
