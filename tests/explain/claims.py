"""Claims that a whole sentence of an answer makes beyond its values, by template."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from crivello.explain.dubov1997 import player as dubov1997
from crivello.explain.facts import Truth
from crivello.explain.player import (
    asked,
    byes,
    clauses,
    floats,
    joined,
    opponents,
    questions,
    rest,
    upfloats,
)
from crivello.explain.player.answer import CauseKind, PlayerAnswer
from crivello.explain.player.obstacle import players_needed_by_others
from crivello.explain.player.place import Place, Scheme
from crivello.explain.player.questions import answers_about
from crivello.explain.round import TracedRound
from crivello.model.field import Entrant, Float
from crivello.model.result import Colour
from crivello.model.sentence import ListOf, Sentence, Template, You
from crivello.model.trace.procedure import PairDropped

Claim = Callable[["Claims", Mapping[str, Any]], bool]
CLAIMS: dict[Template, Claim] = {}


def about(*templates: Template) -> Callable[[Claim], Claim]:
    """Register a function as the claim of these templates."""

    def declare(claim: Claim) -> Claim:
        for template in templates:
            CLAIMS[template] = claim
        return claim

    return declare


@dataclass(frozen=True)
class Claims:
    """The claims of one answer, checked against the facts of its round."""

    truth: Truth
    answer: PlayerAnswer
    this: TracedRound

    def check(self, sentence: Sentence) -> None:
        claim = CLAIMS.get(sentence.template)
        assert claim is None or claim(self, sentence.values), str(sentence)

    def all_paired(self, players: Collection[int]) -> bool:
        """Return True if these can all meet one another, except one who may have the bye if their
        number is odd.
        """
        if len(players) % 2 == 0:
            return self.truth.can_all_be_paired(players)
        return any(
            not self.truth.entrant[one].barred
            and self.truth.can_all_be_paired(set(players) - {one})
            for one in players
        )

    def are_left(self, players: Collection[int], values: Mapping[str, Any]) -> bool:
        """Return True if these are still to be paired: all others meet one another, with no fewer
        points.
        """
        truth = self.truth
        others = truth.entrant.keys() - set(players)
        fewest = min(values["between"].low, truth.score(values["upper"].id))
        return all(
            truth.opponent.get(one) in others and truth.score(one) >= fewest for one in others
        )

    @property
    def forced(self) -> dict[int, int]:
        """The opponents if the wish were granted, by player."""
        forced = self.answer.cause.forced
        boards = () if forced is None else forced.boards
        return {b.white: b.black for b in boards} | {b.black: b.white for b in boards}

    @property
    def asks(self) -> Entrant:
        return self.truth.entrant[self.answer.player]

    def place(self) -> Place:
        """Return the list in which the player and the opponent are paired."""
        player = self.answer.player
        about = answers_about(self.this)
        place = about.guide.place(about.story, player, self.truth.opponent[player])
        assert place is not None
        return place

    def need(self, colour: Colour, *players: int) -> bool:
        return all(self.truth.entrant[one].preference is colour for one in players)

    def met(self, one: int, other: int) -> bool:
        return other in self.truth.entrant[one].history.met

    def comes_up(self, floater: int, values: Mapping[str, Any]) -> bool:
        """Return True if the floater meets more points, and asks or meets the one who asks."""
        asks, opponent = self.answer.player, self.truth.opponent
        theirs = values["theirs"].amount
        return asks in (floater, opponent[floater]) and theirs == self.truth.score(
            floater
        ) < self.truth.score(opponent[floater])


@about(joined.MET_ALL_LEFT, joined.MAY_MEET_NONE_LEFT)
def lower_is_bound(at: Claims, values: Mapping[str, Any]) -> bool:
    """Return True if the lower of two players not paired from above may meet only the upper one."""
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


@about(joined.ONE_BELOW)
def only_one_below_may_not_have_the_bye(at: Claims, values: Mapping[str, Any]) -> bool:
    truth, lower, upper = at.truth, addressed(at, values["lower"]), addressed(at, values["upper"])
    below = {one for one in truth.entrant if truth.score(one) < values["limit"].amount}
    return below == {lower} and truth.entrant[lower].barred and truth.opponent[upper] == lower


@about(joined.ALL_BELOW, joined.NOT_BELOW)
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
    """Return the player named as having the bye; no other player has it."""
    named = {values["holder"].id} if values.get("holder") else set()
    assert named <= {at.truth.bye}
    return named


def addressed(at: Claims, one: Any) -> int:
    """Return a named player, and check that "you" means the one who asks."""
    assert isinstance(one, You) == (one.id == at.answer.player)
    return int(one.id)


def others_there(at: Claims, values: Mapping[str, Any]) -> set[int]:
    """Return all others with these, more or fewer points, without the player said to have the
    bye.
    """
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
    """Return the id of one player, or those of two joined by "and"."""
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
    """Return True if the reason is about the player who leaves, and about points that they meet."""
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


@about(upfloats.BOTH_COME_UP)
def both_come_up(at: Claims, values: Mapping[str, Any]) -> bool:
    """Return True if those below cannot all meet one another, and an even group needs an even
    number.
    """
    truth, score = at.truth, values["score"].amount
    two = [addressed(at, one.values["one"]) for one in passed(values["two"])]
    about = answers_about(at.this)
    left = about.guide.origin_group(about.story, two[0])
    below = {one for one in truth.entrant if truth.score(one) < score} - {truth.bye}
    below -= {one for one in below if truth.score(truth.opponent[one]) > score}
    return bool(
        left is not None
        and set(left.floaters) == set(two)
        and len(left.players) % 2 == 0
        and not at.all_paired(below)
        and all(truth.score(truth.opponent[one]) == score for one in two)
        and values["yours"] == (at.answer.player not in two)
    )


@about(upfloats.WITH_POINTS)
def has_these_points(at: Claims, values: Mapping[str, Any]) -> bool:
    return bool(at.truth.score(addressed(at, values["one"])) == values["points"].amount)


@about(upfloats.BEFORE_COME)
def are_better_placed(at: Claims, values: Mapping[str, Any]) -> bool:
    """Return True if those named are all who rank before the floater and could have come up."""
    floater = at.truth.entrant[addressed(at, values["floater"])]
    named = [
        at.truth.entrant[one]
        for each in passed(values["skipped"])
        for one in _named(each.values["other"])
    ]
    place = -floater.score, floater.number
    return (
        at.truth.score(at.truth.opponent[floater.id]) > floater.score
        and {one.id for one in named} == {*values["count"].of}
        and (values["points"] is None or values["points"].of == values["count"].of)
        and all((-one.score, one.number) < place for one in named)
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
    upfloats.NONE_BETTER,
    upfloats.FEWER_POINTS,
    upfloats.IF_NOT,
    upfloats.FITS,
    upfloats.BY_RATING,
)
def floater_is_addressed(at: Claims, values: Mapping[str, Any]) -> bool:
    floater = addressed(at, values["floater"])
    return at.truth.score(at.truth.opponent[floater]) > at.truth.score(floater)


# Why this opponent


@about(opponents.ONLY_TWO)
def are_the_only_two(at: Claims, values: Mapping[str, Any]) -> bool:
    two = {at.answer.player, values["opponent"].id}
    there = at.truth.with_score(values["score"].amount)
    return there == two | the_bye(at, values) and not at.met(*two)


@about(opponents.LAST_TWO)
def meet_as_the_last_two(at: Claims, values: Mapping[str, Any]) -> bool:
    opponent = values["opponent"].id
    level = at.truth.score(opponent) == at.asks.score
    return at.truth.opponent[at.answer.player] == opponent and (values["score"] is None or level)


@about(opponents.LAST_ONE)
def one_joins_the_last(at: Claims, values: Mapping[str, Any]) -> bool:
    last, joins = addressed(at, values["last"]), addressed(at, values["joins"])
    return (
        {last, joins} == {at.answer.player, at.truth.opponent[at.answer.player]}
        and at.truth.score(last) == values["score"].amount
        and at.truth.score(joins) == values["points"].amount != values["score"].amount
    )


@about(opponents.AND_IN_ORDER[Scheme.HALVES], opponents.AND_IN_ORDER[Scheme.ENDS])
def are_at_their_places(at: Claims, values: Mapping[str, Any]) -> bool:
    place, opponent = at.place(), values["opponent"].id
    return bool(
        place.order[values["mine"].number - 1] == at.answer.player
        and place.order[values["theirs"].number - 1] == opponent == place.natural
    )


@about(opponents.AND_IN_ORDER[Scheme.COLUMNS], opponents.COLUMNS)
def are_opposite(at: Claims, values: Mapping[str, Any]) -> bool:
    place, rank = at.place(), values["mine"].number
    half = len(place.order) // 2
    two = {place.order[rank - 1], place.order[half + rank - 1]}
    return two == {at.answer.player, values["opponent"].id} and place.natural in two


@about(opponents.SIDES)
def sides_are_named(at: Claims, values: Mapping[str, Any]) -> bool:
    """White by the average rating of the opponents, as the text says."""
    place, half = at.place(), len(at.place().order) // 2
    whites, blacks = (tuple(_named(values[name])) for name in ("whites", "blacks"))
    sides = place.order[:half], place.order[half:]
    found: bool = are_opposite(at, values)
    return found and (whites, blacks) == sides


@about(opponents.HALVES)
def the_last_is_left_over(at: Claims, values: Mapping[str, Any]) -> bool:
    order = at.place().order
    out = len(order) % 2 == 1 and at.truth.opponent.get(order[-1]) not in order
    return bool(values["left"] == out)


@about(opponents.IS_FREE_AS)
def plays_another(at: Claims, values: Mapping[str, Any]) -> bool:
    first, instead, met = (values[name].id for name in ("first", "instead", "met"))
    opponent = at.truth.opponent
    return bool(opponent[first] == instead and opponent[at.answer.player] == met != instead)


@about(opponents.RULED_OUT)
def are_all_the_others(at: Claims, values: Mapping[str, Any]) -> bool:
    named = {one for each in passed(values["skipped"]) for one in _named(each.values["other"])}
    two = {at.answer.player, opponent_of(at)}
    return named == {*at.place().order} - two and are_the_pair(
        at, values["chooser"], values["other"]
    )


@about(opponents.SIDE_FILLED)
def too_few_need_that_side(at: Claims, values: Mapping[str, Any]) -> bool:
    order, colour = at.place().order, values["colour"].colour
    need = {one for one in order if at.need(colour, one)}
    white = at.answer.player in order[: len(order) // 2]
    return (
        need == set(values["few"].of)
        and 2 * len(need) < len(order)
        and at.answer.player not in need
        and colour is (Colour.WHITE if white else Colour.BLACK)
    )


@about(*opponents.NOT_IN_ORDER.values(), *opponents.AND_NOT_IN_ORDER.values())
def would_have_met(at: Claims, values: Mapping[str, Any]) -> bool:
    natural = values["natural"].id
    return bool(at.place().natural == natural != at.truth.opponent[at.answer.player])


@about(opponents.ONLY_THERE)
def is_alone_in_the_list(at: Claims, values: Mapping[str, Any]) -> bool:
    resident = addressed(at, values["resident"])
    several = len(at.truth.with_score(at.truth.score(resident))) > 1
    return at.place().order == (resident,) and values["taken"] == several


@about(opponents.BY_THE_LIST)
def is_first_by_the_list(at: Claims, values: Mapping[str, Any]) -> bool:
    assert at.answer.cause.kind is CauseKind.UNSAID
    return would_have_met(at, values)


@about(opponents.AND_LEFT_OVER_BUT, opponents.OUT_BY_THE_LIST)
def would_have_been_left_over(at: Claims, values: Mapping[str, Any]) -> bool:
    return at.place().natural is None


@about(floats.LEFT_OVER_AMONG)
def left_the_group(at: Claims, values: Mapping[str, Any]) -> bool:
    left = answers_about(at.this).guide.origin_group(at.this.story(), at.answer.player)
    assert left is not None
    scores = [at.truth.score(one) for one in left.players]
    return (
        at.answer.player in left.floaters
        and opponent_of(at) not in left.players
        and (values["score"].low, values["score"].high) == (min(scores), max(scores))
        and values["theirs"].of == (opponent_of(at),)
    )


@about(floats.OTHERS_TAKEN)
def names_all_others_on_the_score(at: Claims, values: Mapping[str, Any]) -> bool:
    player = at.answer.player
    named = {one for each in passed(values["skipped"]) for one in _named(each.values["other"])}
    level, bye = at.truth.with_score(at.truth.score(player)), at.this.pairing.bye
    # Who has the bye need not be named, but may be, if the two have met.
    return level - {bye} == (named | {player}) - {bye} and values["theirs"].of == (opponent_of(at),)


@about(upfloats.OTHERS_CANNOT)
def names_all_others_with_the_points(at: Claims, values: Mapping[str, Any]) -> bool:
    floater = addressed(at, values["floater"])
    named = {one for each in passed(values["skipped"]) for one in _named(each.values["other"])}
    level = at.truth.with_score(values["below"].amount) - {at.this.pairing.bye}
    return level == named | {floater}


@about(opponents.NEXT)
def is_the_opponent(at: Claims, values: Mapping[str, Any]) -> bool:
    return addressed(at, values["other"]) in (at.answer.player, opponent_of(at))


def opponent_of(at: Claims) -> int:
    return at.truth.opponent[at.answer.player]


def are_the_pair(at: Claims, one: Any, other: Any) -> bool:
    return {addressed(at, one), addressed(at, other)} == {at.answer.player, opponent_of(at)}


@about(opponents.FITS)
def fits(at: Claims, values: Mapping[str, Any]) -> bool:
    return are_the_pair(at, values["chooser"], values["other"])


@about(opponents.PASSES)
def passes_over(at: Claims, values: Mapping[str, Any]) -> bool:
    """Return True if those named are all who come earlier in the list, except the one named
    first.
    """
    chooser, chosen = values["chooser"].id, values["other"].id
    colour, place = values["colour"], at.place()
    skipped = [*values["count"].of]
    named = {one for each in passed(values["skipped"]) for one in _named(each.values["other"])}
    assert named == set(skipped)
    about = answers_about(at.this)
    tried = about.guide.tried_opponents(about.story, chooser, chosen)
    if tried is not None and named <= {*tried.before}:
        assert tried.chooser == chooser
        told = {place.natural, place.first, *place.gone}
        assert {*tried.before} & {*place.order} - told <= named
        before = [one for one in tried.before if one in named | told]
        assert not values["next"] or before[0] in told
        free, known = [*before, chosen], told
    elif place.scheme is Scheme.FROM_ABOVE:
        free, known = [*place.order], {place.first, *place.gone}
        if place.first in free and free.index(place.first) < free.index(chosen):
            free = free[free.index(place.first) :]
    else:
        free, known = free_for(at, place, chooser), {place.natural}
    if values["next"] and tried is None:  # after the one who was named
        (first,) = known - set(place.gone) if len(known) > 1 else known
        line = place.order[::-1] if place.scheme is Scheme.ENDS else place.order
        assert line.index(first) < line.index(skipped[0])
    before_chosen = set(free[: free.index(chosen)])
    return (
        are_the_pair(at, values["chooser"], values["other"])
        and named <= before_chosen <= named | known
        and (
            colour is None
            or (at.need(colour.colour, chosen) and at.need(colour.colour.opposite, chooser))
        )
    )


def free_for(at: Claims, place: Place, chooser: int) -> list[int]:
    """Return who is free when it is the turn of a player of the list, first choice first."""
    order, half = list(place.order), place.upper or len(place.order) // 2
    ends = place.scheme is Scheme.ENDS
    before = order[: order.index(chooser)]
    taken = {one for each in before for one in (each, at.truth.opponent.get(each))}
    assert ends or chooser in order[:half]
    lower = order[::-1] if ends else order[half:]
    return [one for one in lower if one not in taken and one != chooser]


@about(asked.ALL_MET)
def have_all_met(at: Claims, values: Mapping[str, Any]) -> bool:
    mover = addressed(at, values["mover"])
    return all(at.truth.rounds_met(mover, one) for one in _named(values["other"]))


@about(asked.PASSED_UP_AGAIN, asked.PASSED_DOWN_AGAIN, asked.PASSED_DOWN_SELF)
def met_such_points_before(at: Claims, values: Mapping[str, Any]) -> bool:
    """In one of the last two rounds, in a game."""
    one = at.truth.entrant[addressed(at, values.get("one", values["other"]))]
    last = [*zip(one.floats, reversed(one.history.entries), strict=False)][:2]
    return any(float_ is not None and entry.played for float_, entry in last)


@about(asked.ALL_ABOVE)
def all_play_above(at: Claims, values: Mapping[str, Any]) -> bool:
    score, opponent = at.truth.score, at.truth.opponent
    return all(score(opponent[one]) > score(one) for one in _named(values["other"]))


@about(opponents.BOTH_LEFT)
def come_both_from_other_points(at: Claims, values: Mapping[str, Any]) -> bool:
    mover, opponent, score = addressed(at, values["mover"]), values["opponent"].id, at.truth.score
    two = {at.answer.player, opponent}
    resident = values["score"].amount
    met_here = {one for one in at.truth.with_score(resident) if at.truth.may_meet(mover, one)}
    return (
        opponent == opponent_of(at)
        and mover in two
        and resident not in map(score, two)
        and all(at.truth.opponent.get(one) not in two for one in met_here)
    )


@about(opponents.ONLY_FREE)
def others_play_other_points(at: Claims, values: Mapping[str, Any]) -> bool:
    place, truth = at.place(), at.truth
    return place.order == (at.answer.player,) and all(
        truth.opponent[one] in place.movers for one in place.taken
    )


@about(opponents.TURN)
def is_first_still_free(at: Claims, values: Mapping[str, Any]) -> bool:
    place, chooser = at.place(), addressed(at, values["chooser"])
    (chosen,) = {at.answer.player, values["opponent"].id} - {chooser}
    about = answers_about(at.this)
    tried = about.guide.tried_opponents(about.story, chooser, chosen)
    if tried is not None and tried.chooser == chooser and not tried.before:
        return not values["last"]
    return bool(
        values["opponent"].id == opponent_of(at)
        and free_for(at, place, chooser)[0] == chosen
        and values["last"] == (place.scheme is Scheme.ENDS)
    )


@about(opponents.ONLY_ONE_LEFT)
def only_one_is_left(at: Claims, values: Mapping[str, Any]) -> bool:
    pairs = [ids(one) for one in passed(values["pairs"])]
    before = {one for pair in pairs for one in pair}
    return all(at.truth.opponent[one] == other for one, other in pairs) and set(
        at.place().order
    ) - before == {at.answer.player, values["opponent"].id}


def passed(value: Any) -> list[Sentence]:
    """Return a sentence for each player: alone, joined by "and", or in a list."""
    if isinstance(value, ListOf):
        return list(value.items)
    if value.template == asked.AND:
        return [value.values["one"], value.values["other"]]
    return [value]


@about(opponents.JOINS, opponents.JOINS_NOBODY, opponents.JOINS_BUT, opponents.JOINS_BY_THE_LIST)
def mover_meets_other_points(at: Claims, values: Mapping[str, Any]) -> bool:
    mover, place = addressed(at, values["mover"]), at.place()
    if "natural" in values:
        assert addressed(at, values["natural"]) in (*place.order, *place.gone), place
    return mover in (at.answer.player, opponent_of(at)) and values["theirs"].of == (mover,)


@about(dubov1997.FITTING, dubov1997.FITTING_TIED, dubov1997.NOT_SAME, dubov1997.NOT_SAME_TIED)
def is_chosen_by_colour(at: Claims, values: Mapping[str, Any]) -> bool:
    place = at.place()
    mover, first = (at.truth.entrant[one or 0].preference for one in (place.mover, place.first))
    described = place.chosen_as in (dubov1997.FITTING, dubov1997.FITTING_TIED)
    return mover is not None and mover is not first and described == (first is not None)


@about(opponents.IT_WOULD_BE_BUT)
def is_one_of_the_group(at: Claims, values: Mapping[str, Any]) -> bool:
    place = at.place()
    return values["natural"].id in (*place.order, *place.gone)


@about(opponents.SAME_RANK)
def has_the_same_rank_as_the_mover(at: Claims, values: Mapping[str, Any]) -> bool:
    place, mover = at.place(), addressed(at, values["mover"])
    return bool(place.movers.index(mover) + 1 == values["also"].number == values["rank"].number)


# What would be worse


@about(clauses.LEFT_OVER)
def would_find_no_opponent(at: Claims, values: Mapping[str, Any]) -> bool:
    named = _named(values["who"])
    if not _says_why_left_over(at, named, values["why"]):
        return False
    if at.answer.cause.kind is not CauseKind.PAIRS:
        return True
    score, then = values["score"].amount, at.forced
    return all(one not in then or at.truth.score(then[one]) != score for one in named)


@about(clauses.GOES_DOWN)
def would_go_down(at: Claims, values: Mapping[str, Any]) -> bool:
    return _says_why_left_over(at, _named(values["who"]), values["why"])


def _named(who: Any) -> list[int]:
    """Return the players in a value: one, two joined by "and", or a list."""
    if isinstance(who, Sentence):
        return [player for one in who.values.values() for player in _named(one)]
    if isinstance(who, ListOf):
        return [player for one in who.items for player in _named(one)]
    return [who.id]


def _says_why_left_over(at: Claims, named: list[int], why: Sentence | None) -> bool:
    """Return True if the reason is about these players, and true; or if there is none."""
    if why is None:
        return True
    if why.template == clauses.PLAYS_NOW:
        (one,) = named
        met = addressed(at, why.values["opponent"])
        level = at.truth.score(one) == at.truth.score(met)
        return at.truth.opponent[one] == met and (level or met == at.answer.player)
    one, other = named
    if why.template == clauses.PLAY_NOW:
        return at.truth.opponent[one] == other
    number = why.values.get("round")
    return not at.truth.may_meet(one, other) and (number is None or {*number.players} == {*named})


@about(rest.FEW_OPPONENTS)
def have_fewer_opponents(at: Claims, values: Mapping[str, Any]) -> bool:
    """They may not meet one another, and apart from the wish only fewer others."""
    players, others = _named(values["these"]), _named(values["others"])
    wish, cause = at.answer.cause.wish, at.answer.cause
    apart = set() if wish is None else {frozenset(pair) for pair in wish.apart}
    open_to_meet = {
        other
        for one in players
        for other in at.truth.entrant
        if other != one and at.truth.may_meet(one, other)
        if frozenset((one, other)) not in apart
    }
    if cause.kind is CauseKind.IMPOSSIBLE and wish is not None and len(cause.parts) == 0:
        assert open_to_meet <= {*others, at.truth.bye}
    return len(others) < len(players) and open_to_meet.isdisjoint(players)


@about(clauses.WORSE[CauseKind.HIGHER_FLOATER])
def higher_one_is_left_over(at: Claims, values: Mapping[str, Any]) -> bool:
    points, who = values.get("points"), addressed(at, values["who"])
    return points is None or bool(points.amount == at.truth.score(who))


@about(clauses.BROUGHT_UP)
def would_come_up_instead(at: Claims, values: Mapping[str, Any]) -> bool:
    """Only one of the two meets more points now, and only the other one would then."""
    who, gone = addressed(at, values["who"]), addressed(at, values["gone"])
    score, now, then = at.truth.score, at.truth.opponent, at.forced

    def is_up(partner: Mapping[int, int], one: int) -> bool:
        return one in partner and score(partner[one]) > score(one)

    number = at.truth.entrant[gone].number < at.truth.entrant[who].number
    fewer = score(gone) > score(who)
    return (
        is_up(now, gone)
        and is_up(then, who)
        and values["points"] == fewer
        and (fewer or (number and score(gone) == score(who)))
    )


@about(opponents.SO_YOU_MEET)
def would_both_be_left(at: Claims, values: Mapping[str, Any]) -> bool:
    return {*at.answer.cause.parts} == {(at.answer.player,), (opponent_of(at),)}


@about(clauses.FURTHER)
def would_be_further_apart(at: Claims, values: Mapping[str, Any]) -> bool:
    top, who, nearer = (addressed(at, values[name]) for name in ("top", "who", "nearer"))
    truth = at.truth
    return (
        at.forced[top] == who
        and [values[name].amount for name in ("score", "points", "more")]
        == [truth.score(one) for one in (top, who, nearer)]
        and truth.score(who) < truth.score(nearer) < truth.score(truth.opponent[nearer])
    )


@about(questions.NEARER)
def the_nearer_one_is_met(at: Claims, values: Mapping[str, Any]) -> bool:
    top, who = addressed(at, values["top"]), addressed(at, values["who"])
    nearer, truth = values["nearer"].id, at.truth
    return (
        [values[name].amount for name in ("score", "points", "more")]
        == [truth.score(one) for one in (top, who, nearer)]
        and truth.score(who) < truth.score(nearer) < truth.score(top)
        and truth.score(truth.opponent[nearer]) > truth.score(nearer)
    )


@about(clauses.WOULD_MEET)
def would_meet_needing_the_same(at: Claims, values: Mapping[str, Any]) -> bool:
    one, other = addressed(at, values["one"]), values["other"].id
    return at.need(values["colour"].colour, one, other) and at.truth.opponent.get(one) != other


@about(clauses.SAME_NEED, clauses.BOTH_NEED)
def need_the_same(at: Claims, values: Mapping[str, Any]) -> bool:
    return at.need(values["colour"].colour, addressed(at, values["one"]), values["other"].id)


@about(clauses.INSTEAD[CauseKind.INSTEAD_AGAIN])
def left_the_group_before(at: Claims, values: Mapping[str, Any]) -> bool:
    return any(at.truth.entrant[addressed(at, values["who"])].floats)


@about(clauses.GETS)
def gets_that_opponent(at: Claims, values: Mapping[str, Any]) -> bool:
    first, earlier = addressed(at, values["first"]), addressed(at, values["earlier"])
    return at.truth.opponent[first] == earlier


@about(clauses.SERVED, clauses.SERVED_NOBODY)
def would_not_get_that_opponent(at: Claims, values: Mapping[str, Any]) -> bool:
    return (gets_that_opponent(at, values) and "later" not in values) or (
        addressed(at, values["later"]) != values["earlier"].id
    )


@about(asked.GROUP_REST)
def are_left_and_named(at: Claims, values: Mapping[str, Any]) -> bool:
    names = values["players"]
    return names is None or [addressed(at, one) for one in names.items] == list(values["size"].of)


@about(clauses.GETS_YOU_LISTED)
def gets_you_as_the_first_possible(at: Claims, values: Mapping[str, Any]) -> bool:
    """Return True if those earlier in the list leave the group, or were tried and rejected for the
    other player.
    """
    first, order, asks = values["first"].id, values["listing"].order, at.answer.player
    place = at.place()
    tried = {step.b for step in at.this.trace if isinstance(step, PairDropped) and step.a == first}
    return (
        place.mover == first == opponent_of(at)
        and order == place.order
        and set(order[: order.index(asks)]) <= tried | set(place.gone)
        and all(at.truth.score(one) == values["score"].amount for one in order)
    )


@about(clauses.GETS_YOU)
def gets_you(at: Claims, values: Mapping[str, Any]) -> bool:
    return bool(opponent_of(at) == values["first"].id)


@about(clauses.TAKEN)
def is_taken(at: Claims, values: Mapping[str, Any]) -> bool:
    return bool(at.truth.opponent[values["first"].id] == values["other"].id)


@about(rest.WOULD_BE_LEFT, rest.LAST_TWO)
def may_not_or_should_not_meet(at: Claims, values: Mapping[str, Any]) -> bool:
    two = addressed(at, values["one"]), addressed(at, values["two"])
    why = values["why"]
    if why.template == clauses.WHY_NOT[CauseKind.COLOURS]:
        return at.need(why.values["colour"].colour, *two)
    number = why.values.get("round")
    return not at.truth.may_meet(*two) and (number is None or set(number.players) == set(two))


@about(rest.FORCED, rest.FORCED_TWICE)
def can_meet_those(at: Claims, values: Mapping[str, Any]) -> bool:
    pairs = [("first", "met"), ("second", "met_by_second")]
    return all(
        at.truth.may_meet(values[one].id, values[other].id) for one, other in pairs if one in values
    )


@about(opponents.SO_THEN)
def two_pairs_leave_them(at: Claims, values: Mapping[str, Any]) -> bool:
    """Return True if no named player is one of the two served first, or the one who asks."""
    named = {one.id for one in values["rest"].values.values() if hasattr(one, "id")}
    served = at.answer.cause.parts[0] if at.answer.cause.parts else ()
    return not named & {at.answer.player, *served}


@about(questions.SAME_POINTS, questions.THEY_HAVE_SAME_POINTS)
def has_an_opponent_with_the_same_points(at: Claims, values: Mapping[str, Any]) -> bool:
    """One of the two has the points of their opponent, and the other has other points."""
    score, other = at.truth.score, values["other"].id
    same = values["score"].amount
    mine = at.truth.opponent.get(at.answer.player) == values["opponent"].id
    one = at.answer.player if mine else other
    return (
        at.truth.opponent[one] == values["opponent"].id
        and same == score(one) == score(values["opponent"].id)
        and score(other) != at.asks.score
        and all(
            values[name].amount == score(of)
            for name, of in (("mine", at.answer.player), ("theirs", other))
            if name in values
        )
    )


@about(*questions.CHOICE.values())
def comes_before(at: Claims, values: Mapping[str, Any]) -> bool:
    first = addressed(at, values["first"])
    return bool(at.truth.opponent[first] == values["met"].id != addressed(at, values["other"]))


# Other points


@about(floats.ODD, floats.THEY_ARE_ODD)
def are_an_odd_number(at: Claims, values: Mapping[str, Any]) -> bool:
    size, holder = values["size"], the_bye(at, values)
    score = values["score" if "score" in values else "theirs"].amount
    there = at.truth.with_score(score) - holder
    whole = set(size.of) == there and not values["left"]
    return size % 2 == 1 and (whole or (values["left"] and set(size.of) < there))


@about(floats.ODD_WITH)
def are_odd_with_those(at: Claims, values: Mapping[str, Any]) -> bool:
    size, mine = values["size"], at.asks.score
    movers = set(ids(values["movers"]))
    return size % 2 == 1 and movers == {one for one in size.of if at.truth.score(one) != mine}


@about(floats.SEVERAL_LEAVE)
def several_leave(at: Claims, values: Mapping[str, Any]) -> bool:
    group, many = values["group"].values["size"].of, values["many"].of
    return at.answer.player in many and all(
        one in group and at.truth.opponent.get(one) not in group for one in many
    )


@about(floats.THAT_WOULD_BE)
def that_one_would_be_left_over(at: Claims, values: Mapping[str, Any]) -> bool:
    first, then = values["first"].id, at.forced
    mine = at.asks.score
    return (
        then[at.answer.player] == values["other"].id
        and at.truth.score(first) == mine
        and at.truth.score(then[first]) != mine
    )


@about(floats.TO_THE_MIDDLE)
def goes_to_the_middle(at: Claims, values: Mapping[str, Any]) -> bool:
    return bool(values["lower"] == (at.truth.score(opponent_of(at)) > at.asks.score))


# The bye


def may_have_it(at: Claims) -> set[int]:
    """Return the others who may have the bye, so that all remaining players can still be paired."""
    needed = players_needed_by_others(at.this.trace)
    others = at.truth.entrant.items()
    return {n for n, one in others if not one.barred and n not in needed} - {at.answer.player}


def rank_for_bye(one: Entrant) -> tuple[int, int]:
    return one.score, -one.number


@about(byes.FEWEST)
def has_the_fewest_points(at: Claims, values: Mapping[str, Any]) -> bool:
    others = may_have_it(at) if values["passed"] else at.truth.entrant.keys() - {at.answer.player}
    mine = values["score"].amount
    return at.truth.bye == at.answer.player and all(at.truth.score(one) > mine for one in others)


@about(byes.BEFORE_YOU)
def come_before_for_the_bye(at: Claims, values: Mapping[str, Any]) -> bool:
    mine = rank_for_bye(at.asks)
    may = [one for one in at.truth.entrant.values() if not one.barred]
    before = sorted((one for one in may if rank_for_bye(one) < mine), key=rank_for_bye)
    named = [one for each in passed(values["skipped"]) for one in _named(each.values["other"])]
    return named == [one.id for one in before] == list(values["count"].of)


@about(byes.PLAYS_WHOM_YOU_MET)
def plays_whom_you_met(at: Claims, values: Mapping[str, Any]) -> bool:
    one, third = values["one"].id, values["third"]
    return (
        at.truth.opponent[values["other"].id] == one
        and at.met(at.answer.player, one)
        and (third is None or at.met(third.id, one))
    )


@about(byes.NOT_FOR)
def may_not_have_it(at: Claims, values: Mapping[str, Any]) -> bool:
    named = {one.values["other"].id for one in passed(values["who"])}
    return not named & may_have_it(at) and all(
        at.truth.score(one) <= at.asks.score for one in named
    )


@about(byes.NEEDED)
def is_needed(at: Claims, values: Mapping[str, Any]) -> bool:
    return values["other"].id in players_needed_by_others(at.this.trace)


@about(byes.MISSED, byes.NOT_YOU_WHO_MISSED)
def has_missed_fewer_or_more(at: Claims, values: Mapping[str, Any]) -> bool:
    holder = at.truth.bye == at.answer.player
    mine, theirs = values["mine"], values["theirs"]
    return (
        at.truth.score(values["other"].id) == at.asks.score
        and (mine.player, theirs.player) == (at.answer.player, values["other"].id)
        and (mine < theirs if holder else theirs < mine)
    )


@about(byes.NOT_YOU, byes.WHO_IS_LEFT)
def has_the_bye(at: Claims, values: Mapping[str, Any]) -> bool:
    return bool(values["other" if "other" in values else "holder"].id == at.truth.bye)
