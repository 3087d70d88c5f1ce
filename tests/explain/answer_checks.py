"""Checks of every answer to a player, used by the tests and by `make agree WHAT=answers`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.facts import ColourOf, Listed, Truth
from crivello.explain.player.answer import (
    MOST_SENTENCES,
    MOST_WORDS,
    WHO_NEEDS,
    CauseKind,
    OneWord,
    PlayerAnswer,
    PlayerWriter,
    Question,
)
from crivello.explain.player.asked import (
    AND,
    HAS_MET_ALL,
    PASSED,
    PASSED_AGAIN,
    PASSED_DOWN_SELF,
    PASSED_FOR_OTHERS,
    PASSED_FOR_THE_FIRST,
    PASSED_SAME_COLOUR,
    PLAYS_ABOVE,
    PLAYS_ANOTHER,
    WITHHELD,
)
from crivello.explain.player.floats import AT_BEST, COMES_BEFORE, PASSED_FOR_YOU
from crivello.explain.player.obstacle import Obstacles, grant_wish, players_needed_by_others
from crivello.explain.player.opponents import AND_NOT_IN_ORDER
from crivello.explain.player.place import Scheme
from crivello.explain.player.questions import answers_about
from crivello.explain.player.upfloats import (
    GROUP_NEEDS,
    NONE_BETTER,
    RESIDENT_NEEDS,
)
from crivello.explain.round import TracedRound
from crivello.model.errors import Impossible
from crivello.model.field import Float
from crivello.model.keys import is_round_robin
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.model.trace.dutch import BracketOpened
from crivello.model.trace.procedure import GroupOpened, PairDropped
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.explain.articles import wrong_articles
from tests.explain.claims import Claims
from tests.explain.fact_checks import false_facts

K = CauseKind
CODES = re.compile(
    r"\b(S1|S2|T2|G1|G2|MDP|M0|M1|x|BSN|TPN|PAB|ARO|candidates?|criteri(on|a)|failure values?)\b"
    r"|\b[A-F]\.?\d+\b|\b\d+\.\d+\.\d+\b",
    re.IGNORECASE,
)
ADDRESSED = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
MOST_IN_SENTENCE = 25
"""The longest permitted sentence in words."""
COLOUR_KINDS = {K.COLOURS, K.STRONG_COLOURS}
FLOAT_KINDS = {
    K.DOWN_AGAIN: (Float.DOWN, 1),
    K.UP_AGAIN: (Float.UP, 1),
    K.DOWN_AGAIN_2: (Float.DOWN, 2),
    K.UP_AGAIN_2: (Float.UP, 2),
}


def recipes(key: str, seed: int, players: int) -> Tournament:
    """Return a random tournament; the seed also decides which events occur in it."""
    baku = (
        {"dutch-2017": "baku-2016", "dutch-2026": "baku-2026"}.get(key) if seed % 4 == 3 else None
    )
    special = seed % 7
    dense = (
        special == 5 and players < 20 and not baku
    )  # nearly everybody meets everybody: groups collapse, byes are barred
    return generate(
        Recipe(
            players=players,
            rounds=players - 2 if dense else 9 if baku else 7,
            system=key,
            draw_percentage=60 if special == 2 else 30,
            forfeit_rate=20 if seed % 2 else 0,
            double_forfeit_rate=20 if special == 6 else 0,
            half_point_bye_rate=30 if seed % 3 else 0,
            full_point_bye_rate=30 if special == 1 else 0,
            zero_point_bye_rate=30 if seed % 3 == 1 else 0,
            withdrawal_rate=60 if seed % 5 == 0 else 0,
            late_entry_rate=6 if special == 1 else 0,
            forbidden_pairs=seed % 3,
            acceleration=baku,
        ),
        seed,
    )


def answers_of_round(this: TracedRound, step: int = 2) -> Iterator[PlayerAnswer]:
    """Yield the answers to all questions of every player, and why they do not meet the one `step`
    places below.
    """
    ask = answers_about(this)
    ids = [entrant.id for entrant in this.field.entrants]
    for place, player in enumerate(ids):
        yield from ask.of(player)
        other = ids[(place + step) % len(ids)]
        if other != player:
            yield ask.why_not_pair(player, other)
        yield ask.why_not_bye(player)
        colour = Colour.WHITE if place % 2 else Colour.BLACK
        yield ask.why_not_colour(player, colour)


@dataclass(frozen=True)
class Checked:
    """Checks of one answer against its round."""

    this: TracedRound
    answer: PlayerAnswer

    def check(self) -> None:
        self.is_short()
        assert self.answer.cause.reason != WITHHELD, "a fact did not hold"
        assert not list(false_facts(Truth(self.this), self.answer))
        wrong = list(wrong_articles(self.this.rules.key, self.answer))
        assert not wrong, wrong
        self.names_are_true()
        if is_round_robin(self.this.system.key):
            self.table_is_true()
            return
        self.cause_is_true()
        if self.answer.question is Question.COLOUR:
            self.colour_is_true()

    # How it is said

    def is_short(self) -> None:
        sentences = self.answer.sentences
        said = [OneWord(Language.EN).say(sentence) for sentence in sentences]
        text = " ".join(said)
        assert 1 <= len(sentences) <= MOST_SENTENCES, text
        for language in COMPLETE_LANGUAGES:
            words = OneWord(language).answer(self.answer)
            assert len(words.split()) <= MOST_WORDS, words
            each = [PlayerWriter(language).say(one) for one in sentences]
            assert all(one[0].isupper() or one[0].isdigit() for one in each), words
        for whole in said:
            assert all(len(one.split()) <= MOST_IN_SENTENCE for one in whole.split(". ")), whole
        assert ADDRESSED.search(said[0]), text
        assert not CODES.search(text), text
        assert all(one.endswith(".") and one[0].isupper() for one in said), text
        assert (self.answer.arbiter is not None) == (self.answer.cause.kind is K.UNSAID), text

    def names_are_true(self) -> None:
        """Check that names are those of the tournament, and scores those of the players."""
        for sentence in self.answer.sentences:
            checked = self.about_the_order(sentence)
            for one in sentences_in((sentence,)):
                if {"size", "score"} <= set(one.values):
                    assert set(one.values["size"].of) <= set(one.values["score"].of), str(one)
                checked.claims_are_true(one)

    def about_the_order(self, sentence: Sentence) -> Checked:
        """Return the checks for a sentence about the pairing order, which has a cause of its
        own.
        """
        if sentence.template not in AND_NOT_IN_ORDER.values():
            return self
        natural = sentence.values["natural"].id
        cause = Obstacles(self.this).of_pair(self.answer.player, natural)
        found = Checked(self.this, replace(self.answer, cause=cause))
        found.cause_is_true()
        return found

    def level(self, score: int) -> set[int]:
        return {one.id for one in self.this.field.entrants if one.score == score}

    def claims_are_true(self, sentence: Sentence) -> None:
        """Check the claims of a sentence by its values and its template."""
        values = sentence.values
        text = sentence.template if isinstance(sentence.template, str) else sentence.template[1]
        self.numbers_are_true(text, values)
        self.pairs_are_true(text, values)
        self.colours_are_true(text, values)
        self.who_comes_up_is_true(text, values)
        self.place_is_true(text, values)
        Claims(Truth(self.this), self.answer, self.this).check(sentence)

    def pairs_are_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check claims about who has met, may not meet, or would meet."""
        player, forced = self.answer.player, self.answer.cause.forced
        then = {} if forced is None else _partners(forced)
        self.passed_over_is_true(text, values)
        if "neither you nor {opponent} would have an opponent with {score}" in text:
            opponent = values["opponent"].id
            assert self.this.opponent(player) == opponent
            assert then[player] == values["other"].id
            assert then[opponent] == values["instead"].id
            score = self.entrant(player).score
            assert score == self.entrant(opponent).score == values["score"].amount
            assert score not in {self.entrant(then[one]).score for one in (player, opponent)}
        if "more than {mine}" in text:
            leaving = values["opponent"].id
            low = values["mine"].amount
            assert low == self.entrant(self.this.opponent(leaving) or 0).score
        if "{aside}" in text:
            leaving = values["opponent"].id if "opponent" in values else player
            mine, theirs = self.entrant(leaving), self.entrant(self.this.opponent(leaving) or 0)
            more = values["aside"].values["more"]
            assert theirs.score > mine.score if more else theirs.score < mine.score

    def passed_over_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check that players who are passed over do not fit, and that those said to be paired
        earlier are.
        """
        player = self.answer.player
        reasons = (*PASSED.items(), *PASSED_AGAIN.items())
        kinds = {kind for kind, template in reasons if template == text}
        if text == PASSED_DOWN_SELF:
            kinds = {K.DOWN_AGAIN, K.DOWN_AGAIN_2}
        if text in (PASSED_SAME_COLOUR, PASSED_FOR_OTHERS):
            kinds = {K.COLOURS, K.STRONG_COLOURS}
        elif text in (PASSED_FOR_THE_FIRST, PASSED_FOR_YOU):
            kinds = {K.SERVED_FIRST}
        if kinds:
            for other in _ids(values["other"]):
                self.is_passed_over(other, kinds, values, text)
        if text == PLAYS_ABOVE:
            assert self.this.opponent(values["other"].id) == values["one"].id
            below, above = (self.entrant(values[name].id) for name in ("other", "one"))
            assert above.score > below.score
        if text == HAS_MET_ALL:
            group = self.joined()
            assert group <= self.entrant(values["other"].id).history.met
            assert (player in group) == values["yours"]

    def numbers_are_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check the points, numbers, rounds and places in a sentence."""
        player, bye = self.answer.player, self.this.pairing.bye
        cause, field = self.answer.cause, self.this.field
        entrants = {one.id: one for one in field.entrants}
        if isinstance(values.get("below"), Sentence):
            me, other = self.entrant(player), self.entrant(values["other"].id)
            said = values["below"].values
            assert other.score <= me.score
            assert (other.score < me.score) == said["fewer"]
            higher = other.score == me.score and other.number > me.number
            assert higher == said["higher"]
        if text.startswith("those with the fewest points"):
            assert values["score"].amount == self.entrant(player).score
            may = [one.score for one in field.entrants if not one.barred and one.id != player]
            needed = players_needed_by_others(self.this.trace)
            lower = [one for one in field.entrants if one.score < self.entrant(player).score]
            assert all(one.barred or one.id in needed for one in lower), may
        if "is alone with {score}, and you, with {mine}" in text:
            top = values["top"].id
            assert self.level(values["score"].amount) == {top}
            assert self.this.opponent(player) == top
            assert self.entrant(player).score == values["mine"].amount
        forced = {} if cause.forced is None else _partners(cause.forced)
        if "{top}" in text and "would have to meet" in text:
            top = values["top"].id if "top" in values else player
            who = values["who"].id if "who" in values else player
            assert forced[top] == who
            assert self.entrant(who).score == values["points"].amount
        if "plays {above}" in text:
            gone, above = values["gone"].id, values["above"].id
            assert self.this.opponent(gone) == above
            assert self.entrant(gone).score == values["score"].amount < self.entrant(above).score
        if "{one} against {other} ({mine} against {theirs})" in text:
            pair = [one.id for one in (values["one"], values["other"])]
            points = [values[name].amount for name in ("mine", "theirs")]
            assert [entrants[one].score for one in pair] == points
        if "the last in which" in text:
            colours = [
                self.colours_by_round(one) for one in (player, self.this.opponent(player) or 0)
            ]
            both = [number for number in colours[0] if number in colours[1]]
            differing = [number for number in both if colours[0][number] != colours[1][number]]
            assert differing[-1] == values["round"]
            assert colours[1][values["round"]] is self.colour_of(player)
        if "have had White equally often, and Black too" in text:
            mine, theirs = (sorted(self.colours(one)) for one in (player, values["opponent"].id))
            assert mine == theirs
        if "the {size} of you, {opponent} included," in text:
            level = self.level(self.entrant(player).score) - {bye}
            assert values["size"] == len(level | {values["opponent"].id})
        self.sides_are_true(text, values)
        self.nobody_else_is_true(text, values)
        self.left_over_is_true(text, values)
        self.before_the_bye_is_true(text, values)

    def nobody_else_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check claims that a player may meet no other with the same points, or with fewer."""
        player = self.answer.player
        if text == WHO_NEEDS:
            for one in self.this.field.entrants:
                had = self.colours(one.id)
                if one.preference is not None:
                    letter = one.preference.name[0]
                    more = 2 * had.count(letter) - len(had)
                    assert more < 0 or (more == 0 and had[-1] != letter)
        if text == PLAYS_ANOTHER:
            assert self.this.opponent(values["other"].id) == values["one"].id
        if text in (AT_BEST, COMES_BEFORE):
            guide, story = answers_about(self.this).guide, self.this.story()
            left = guide.origin_group(story, player)
            assert left is not None
            others = {*left.players} - {player}
            cause = Obstacles(self.this).of_meeting_one_of(player, others)
            assert cause.kind is K.SERVED_FIRST
            (first, met), then = cause.parts
            if text == COMES_BEFORE:
                assert first == values["first"].id
                assert left.players.index(first) < left.players.index(player)
                assert len(then) == 1
            else:
                served = values["worse"].values
                named = [served[name].id for name in ("first", "earlier", "later")]
                assert named == [first, met, then[1]]
                assert cause.forced is not None
                partner = _partners(cause.forced)
                instead = {one for one in left.players if partner.get(one) not in left.players}
                assert instead == {values["instead"].id}
            Checked(self.this, replace(self.answer, cause=cause)).cause_is_true()

    def left_over_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check claims about who is left over, and who leaves a group."""
        player, guide, story = self.answer.player, answers_about(self.this).guide, self.this.story()
        if text.startswith("So {other} is left over instead"):
            place = guide.place(story, player, values["opponent"].id)
            assert place is not None
            rest = [one for one in place.order if one != values["other"].id]
            assert self.this.opponent(values["other"].id) not in place.order
            if place.scheme is Scheme.ENDS:
                rest = rest[: len(rest) // 2] + rest[len(rest) // 2 :][::-1]
            pairs = zip(rest[: len(rest) // 2], rest[len(rest) // 2 :], strict=True)
            assert {player, values["opponent"].id} in [set(pair) for pair in pairs]
        if "is free too, and comes before {other} for you" in text:
            assert self.this.opponent(player) == values["met"].id

    def before_the_bye_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check claims about who comes before the player for the bye."""
        player, entrants = self.answer.player, self.this.field.entrants
        if not self.has_entrant(player):
            return
        me = self.entrant(player)
        may = [one for one in entrants if not one.barred and one.id != player]
        if "have the fewest points" in text and "{others}" in text:
            level = {one.id for one in may if one.score == me.score}
            assert {*_ids(values["others"])} <= level
            assert all(one.score >= me.score for one in may)
            assert "score" not in values or values["score"].amount == me.score

    def sides_are_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check claims about two who meet, or would meet, across the halves or sides of a list."""
        player, opponent = self.answer.player, self.this.opponent(self.answer.player) or 0
        guide, story = answers_about(self.this).guide, self.this.story()
        if "only {opponent} is left for you" in text and "pairs" not in values:
            place = guide.place(story, player, opponent)
            assert place is not None
            assert len(place.order) == 4
            halves = [set(place.order[:2]), set(place.order[2:])]
            across = next(half for half in halves if player not in half)
            assert across == {opponent, place.natural}
            assert opponent != place.natural
        if "you and {other} swap opponents" in text:
            place, other = guide.place(story, player, opponent), values["other"].id
            assert place is not None
            assert self.this.opponent(other) == place.natural
            theirs = guide.place(story, other, place.natural or 0)
            assert theirs is not None
            assert theirs.natural == opponent

    def colours_by_round(self, player: int) -> dict[int, Colour]:
        """Return the colours of a player's games, from the rounds of the tournament."""
        found: dict[int, Colour] = {}
        for number in range(1, self.this.number):
            if (player, number) in self.this.tournament.rounds_without_colour:
                continue
            for game in self.this.tournament.round(number).games:
                if game.result is not None and game.result.played:
                    if player in (game.white, game.black):
                        white = game.white == player
                        found[number] = Colour.WHITE if white else Colour.BLACK
        return found

    def joined(self) -> set[int]:
        """Return the group that the player or the opponent left, to be paired in another one."""
        guide, story, player = answers_about(self.this).guide, self.this.story(), self.answer.player
        for one in (player, self.this.opponent(player) or 0):
            left = guide.origin_group(story, one)
            if left is not None:
                return set(left.players)
        raise AssertionError(player)

    def passed_for_colour(self, other: int) -> bool:
        """Return True if by the round's record the exchange is for the colours (Lim, 3.8)."""
        two = {self.answer.player, self.this.opponent(self.answer.player)}
        return any(
            step.a in two and step.b == other and "due the same" in step.reason
            for step in self.this.trace
            if isinstance(step, PairDropped)
        )

    def is_passed_over(
        self, other: int, kinds: set[CauseKind], values: Mapping[str, Any], text: str
    ) -> None:
        """Check that the round with that opponent instead is worse in the way that is stated."""
        player, this = self.answer.player, self.this
        opponent = this.opponent(player) or 0
        if kinds == {K.SERVED_FIRST} and this.opponent(other) == values["one"].id:
            if any(self.is_served(values["one"].id, one) for one in (player, opponent)):
                return
        if text == PASSED_SAME_COLOUR and self.passed_for_colour(other):
            assert self.entrant(other).preference is values["colour"].colour
            return
        obstacles = Obstacles(this)
        causes = [obstacles.of_pair(one, other) for one in {player, opponent} - {other, 0}]
        if not opponent:
            causes = [obstacles.of_bye(other)]
        elif (
            answers_about(this).guide.origin_group(this.story(), player) is not None
            or self.comes_up()
        ):
            group = self.joined()
            causes.append(obstacles.of_meeting_one_of(other, group - {other}))
            causes.append(obstacles.of_meeting_none_of(other, group))
        named = {values[name].id for name in ("one", "two") if name in values}
        found = [
            cause
            for cause in causes
            if cause.kind in kinds
            and ("round" not in values or cause.round == values["round"])
            and (not named or any(named <= set(part) for part in cause.parts))
        ]
        assert found, (text, other, [(cause.kind, cause.parts) for cause in causes])
        Checked(this, replace(self.answer, cause=found[0])).cause_is_true()
        if text in (PASSED_SAME_COLOUR, PASSED_FOR_OTHERS):
            colour = (values.get("colour") or values["second"]).colour
            due = named or {other, values["mover"].id if "mover" in values else player}
            assert {self.entrant(one).preference for one in due} == {colour}
        if kinds & {K.UP_AGAIN, K.UP_AGAIN_2} and text not in PASSED_AGAIN.values():
            ago = 2 if K.UP_AGAIN_2 in kinds else 1
            assert self.entrant(other).floats[ago - 1] is Float.UP
        if K.OTHER_SCORE_AGAIN in kinds:
            assert self.entrant(other).floats[0] is not None
        if text == PASSED_FOR_YOU:
            assert found[0].forced is not None
            now, then = _partners(this.pairing), _partners(found[0].forced)
            assert then[player] == values["two"].id == now[values["one"].id]
            free = self.joined() - {other, player, values["two"].id}
            may_meet = this.story().may_meet
            assert all(then[one] == now[one] or not may_meet(player, one) for one in free)

    def comes_up(self) -> bool:
        """Return True if the opponent comes from other points."""
        opponent = self.this.opponent(self.answer.player) or 0
        return answers_about(self.this).guide.origin_group(self.this.story(), opponent) is not None

    def is_served(self, first: int, mover: int) -> bool:
        """Return True if `first` is paired before `mover`, in a system with a pairing order."""
        guide, story = answers_about(self.this).guide, self.this.story()
        for score in {one.score for one in self.this.field.entrants}:
            order = [one for one, _ in guide.pairs_in_order(story, score)]
            if {first, mover} <= set(order):
                return order.index(first) < order.index(mover)
        return False

    def joins_as(self, mover: int) -> int:
        """Return the place of a player among those who join the group in which they are paired."""
        partner = self.this.opponent(mover)
        for step in reversed(self.this.trace):
            match step:
                case BracketOpened() if {mover, partner} <= {*step.moved_down, *step.residents}:
                    return step.moved_down.index(mover) + 1
                case GroupOpened() if {mover, partner} <= set(step.players):
                    return step.floaters.index(mover) + 1
        raise AssertionError(mover)

    def colours_are_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check that players who are said to be due a colour are due it."""

        def due(player: int, name: str) -> bool:
            preference = self.entrant(player).preference
            return preference is values[name].colour

        player, cause = self.answer.player, self.answer.cause
        if "may have {opposite} this time" in text:
            assert not any(due(values[name].id, "opposite") for name in ("one", "other"))
        if "so the number of the higher-ranked of you decides" in text:
            two = [self.entrant(player), self.entrant(values["opponent"].id)]
            higher = min(two, key=lambda one: (-one.score, one.number))
            if "has had a colour yet" in text:
                assert not any(one.history.colours for one in two)
            else:
                assert [one.preference for one in two] == [None, None]
            assert values["number"] == higher.number
            odd_has = self.colour_of(higher.id) is self.this.field.initial_colour
            assert odd_has == (higher.number % 2 == 1)
        if "by the drawing of lots odd numbers get" in text:
            two = [self.entrant(player), self.entrant(values["opponent"].id)]
            higher = min(two, key=lambda one: (-one.score, one.number))
            assert not any(one.history.colours for one in two)
            assert values["drawn"].colour is self.this.field.initial_colour
            drawn = self.colour_of(higher.id) is self.this.field.initial_colour
            assert drawn == (values["number"] % 2 == 1)
        if "No. {number} of those who have entered" in text:
            before = [one for one in self.this.field.entrants if one.number <= higher.number]
            assert len(before) <= values["number"] < higher.number
        if text.startswith("you both need {colour}"):
            own = next(part for part in cause.parts if player in part)
            assert all(due(one, "colour") for one in own)
        if "you and {instead} both need {colour}" in text:
            assert cause.parts in (
                ((player, values["instead"].id),),
                ((values["instead"].id, player),),
            )
            assert due(player, "colour")
            assert due(values["instead"].id, "colour")
        if text.startswith("It is you: you have already met {met}"):
            assert values["met"].id in self.entrant(player).history.met
            assert due(player, "colour")
            assert due(values["other"].id, "colour")
        if text == RESIDENT_NEEDS:
            assert due(values["resident"].id, "colour")
        if text == GROUP_NEEDS:
            ((floater,),) = cause.parts[1:]
            left = answers_about(self.this).guide.origin_group(self.this.story(), floater)
            assert left is not None
            fitting = [one for one in left.players if due(one, "opposite")]
            low, high = values["score"].low, values["score"].high
            there = {one.id for one in self.this.field.entrants if low <= one.score <= high}
            level = there - {self.this.pairing.bye}
            assert 2 * len(fitting) < len(left.players)
            assert values["left"] or set(left.players) == level
        if text.endswith("{instead} needs {colour}."):
            assert due(values["instead"].id, "colour")
            floater = values["floater"].id if "floater" in values else player
            assert self.entrant(floater).preference is not None
            assert not due(floater, "colour")

    def place_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check claims about halves of a list, opponents with the same points, and who is chosen
        first.
        """
        player, cause = self.answer.player, self.answer.cause
        if text.startswith("You do not meet {other}: listed"):
            by_number = values["listing"].by is Listed.BY_NUMBER
            two = self.entrant(player), self.entrant(values["other"].id)
            met = self.entrant(self.this.opponent(player) or 0)
            mine, other, theirs = (
                (0 if by_number else -one.score, one.number) for one in (*two, met)
            )
            # Who is met stands on the other side of both, unless halves had to be mixed.
            top = not values["bottom"]
            mixed = theirs < max(mine, other) if top else theirs > min(mine, other)
            assert cause.kind in (K.EXCHANGE, K.HALVES)
            assert self.answer.article
            if not mixed:
                assert (theirs > max(mine, other)) == top
        if text.startswith("You can play {opponent}, who has {score} as you do"):
            mine = self.entrant(player).score
            assert self.this.opponent(player) == values["opponent"].id
            assert self.entrant(values["opponent"].id).score == values["score"].amount == mine
            assert self.entrant(values["other"].id).score == values["theirs"].amount != mine
        if "You have more points than others who can be left over" in text:
            assert self.this.pairing.bye is not None
            mine = self.entrant(player).score
            assert any(one.score < mine for one in self.this.field.entrants)
        if "has fewer points than" in text and "instead" in values:
            floater = values["floater"].id if "floater" in values else player
            assert self.entrant(values["instead"].id).score < self.entrant(floater).score
        if text.startswith("It is not {instead}, who met someone with more points"):
            ago = 1 if values["when"].template == "in the last round" else 2
            assert self.entrant(values["instead"].id).floats[ago - 1] is Float.UP
        if "the bye would be the same for you again" in text:
            ago = 1 if values["when"].template == "in the last round" else 2
            assert self.entrant(player).floats[ago - 1] is Float.DOWN

    def table_is_true(self) -> None:
        """Check an answer about a round robin: games, colours and numbers are those of the
        tournament.
        """
        player = self.answer.player
        for sentence in self.answer.sentences:
            text, values = str(sentence.template), sentence.values
            if "in round {round}" in text:
                ((_, other),) = self.answer.cause.parts
                assert "other" not in values or values["other"].id == other
                number = values["round"]
                white = values["colour"].colour is Colour.WHITE
                pair = (player, other) if white else (other, player)
                games = self.this.tournament.round(number).games
                assert pair in {(game.white, game.black) for game in games}, text
                assert (" met " in text) == (number < self.this.number)
            if "{mine}" in text:
                assert values["mine"] == self.entrant(player).number
            if "{theirs}" in text:
                opponent = self.entrant(self.this.opponent(player) or 0)
                assert values["theirs"] == opponent.number
            if "{rule}" in text:
                self.berger_rule_is_true(text, values)
            if "in the return game you have {opposite}" in text:
                self.return_is_true(values["opposite"])

    def berger_rule_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check which of two numbers has White, computed again here."""
        low, high = sorted((values["mine"], values["theirs"]))
        players = len(self.this.tournament.players)
        size = players + players % 2
        if high == size:
            low_has_white = low <= size // 2
        else:
            low_has_white = (low + high) % 2 == 1
        turned = "the other way round" in text
        mine_has_white = (values["mine"] == low) == (low_has_white != turned)
        assert values["colour"].colour is (Colour.WHITE if mine_has_white else Colour.BLACK)

    def return_is_true(self, colour: ColourOf) -> None:
        """Check that the two meet again later, with this colour for the player."""
        me, you = self.answer.player, self.this.opponent(self.answer.player)
        again = {Colour.WHITE: (me, you), Colour.BLACK: (you, me)}
        rounds = range(self.this.number + 1, len(self.this.tournament.rounds) + 1)
        later = [self.this.tournament.round(number).games for number in rounds]
        pair = again[colour.colour]
        assert pair in {(game.white, game.black) for games in later for game in games}

    def who_comes_up_is_true(self, text: str, values: Mapping[str, Any]) -> None:
        """Check rank, rating and opponents of those who would come up instead."""
        if "{chain}" in text:
            self.chain_is_true(values["chain"], values["score"].amount)
        if "instead" not in values or "neither you nor" in text:
            return
        floater = values["floater"].id if "floater" in values else self.answer.player
        for one in map(self.entrant, _ids(values["instead"])):
            if "a higher rating than {instead}" in text:
                assert one.rating < self.entrant(floater).rating
            if text == NONE_BETTER:
                mine = self.entrant(floater)
                assert one.score < mine.score if values["points"] else one.number > mine.number
            if text.startswith(("If it were {instead}", "It is not {instead}")):
                assert self.answer.cause.forced is not None
                met = _partners(self.answer.cause.forced)[one.id]
                assert self.entrant(met).score > one.score

    def chain_is_true(self, chain: Sentence, score: int) -> None:
        """Check a chain of players with fewer points: each has one possible opponent, and the last
        has none.
        """
        may_meet = self.this.story().may_meet
        above = {one.id for one in self.this.field.entrants if one.score > score}
        left = {one.id for one in self.this.field.entrants if one.score < score}
        left = {one for one in left if self.this.opponent(one) not in (None, *above)}
        assert len(left) % 2 == 0
        values = chain.values
        for one, only in (("first", "met"), ("second", "met_by_second")):
            if one in values:
                pair = values[one].id, values[only].id
                assert {other for other in left - {pair[0]} if may_meet(pair[0], other)} == {
                    pair[1]
                }
                left -= set(pair)
        end = values.get("end", chain)
        alone = end.values["one"].id
        assert alone in left
        assert not any(may_meet(alone, other) for other in left - {alone})
        if "two" in end.values:
            one, two = (end.values[name].id for name in ("one", "two"))
            assert left == {one, two}
            met = end.values["why"].values.get("round")
            assert met is None or self.met_in(one, two, met)

    def met_in(self, one: int, other: int, number: int) -> bool:
        games = self.this.tournament.round(number).games
        return any({game.white, game.black} == {one, other} for game in games)

    def missed(self, player: int) -> list[int]:
        """Return the earlier rounds in which the player had no game."""
        entries = enumerate(self.entrant(player).history.entries, start=1)
        return [number for number, entry in entries if not entry.played]

    def has_entrant(self, player: int) -> bool:
        return any(one.id == player for one in self.this.field.entrants)

    # Why

    def cause_is_true(self) -> None:
        cause, kind = self.answer.cause, self.answer.cause.kind
        if kind is K.MET:
            ((one, other),) = cause.parts
            assert cause.round is not None
            games = self.this.tournament.round(cause.round).games
            assert cause.round < self.this.number
            assert any({game.white, game.black} == {one, other} for game in games)
        elif kind is K.KEPT_APART:
            assert cause.apart is not None
            assert cause.apart in self.this.tournament.settings.forbidden
            assert set(cause.parts[0]) <= set(cause.apart.players)
            assert cause.apart.applies(self.this.number)
        elif kind is K.SAME_COLOUR:
            ((one, other),) = cause.parts
            mine, theirs = self.entrant(one), self.entrant(other)
            assert mine.preference is theirs.preference is not None
        elif kind is K.ALONE:
            mine = self.entrant(self.answer.player)
            there = [one for one in self.this.field.entrants if one.score == mine.score]
            assert {one.id for one in there} - {self.this.pairing.bye} == {mine.id}
        elif kind is K.BARRED:
            assert self.entrant(self.answer.player).barred
        elif kind is K.EVEN:
            assert len(self.this.field.entrants) % 2 == 0
        elif kind is K.BYE_ORDER:
            self.bye_order_is_true()
        elif kind is K.HAS_BYE:
            assert cause.parts == ((self.this.pairing.bye,),)
        elif cause.wish is not None and kind is not K.UNSAID:
            self.wish_makes_it_worse()

    def bye_order_is_true(self) -> None:
        holder = self.this.pairing.bye
        assert holder is not None
        if self.answer.question is Question.NOT_BYE and self.answer.player != holder:
            mine, theirs = self.entrant(self.answer.player), self.entrant(holder)
            assert theirs.score <= mine.score
            if self.answer.cause.reason == "score":
                assert theirs.score < mine.score
            elif self.answer.cause.reason == "games":
                assert theirs.history.games_played > mine.history.games_played
            elif self.answer.cause.reason == "rank":
                assert theirs.number > mine.number
            elif self.answer.cause.reason == "rating":
                assert theirs.rating < mine.rating

    def wish_makes_it_worse(self) -> None:
        """Pair the round with the wish granted, and check that the named players fare worse in the
        stated way.
        """
        this, cause = self.this, self.answer.cause
        assert cause.wish is not None
        judge = this.judge
        try:
            if judge is not None:
                forced = judge.best_with(cause.wish)
            else:
                field = grant_wish(this, cause.wish)
                forced = this.rules.pair(this.tournament, this.number, field=field)
        except Impossible:
            assert cause.kind is K.IMPOSSIBLE
            return
        assert cause.kind is not K.IMPOSSIBLE
        assert cause.forced is not None
        assert (forced.boards, forced.bye) == (cause.forced.boards, cause.forced.bye)
        partner = _partners(forced)
        assert not any(partner.get(one) == other for one, other in cause.wish.apart)
        if judge is not None:
            difference = judge.judge(forced.boards, forced.bye)
            assert difference is not None
            if difference.code == cause.article:
                named = {player for part in cause.parts for player in part}
                if difference.parts:
                    assert named <= set(difference.players)
                    assert difference.right != difference.wrong
                self.parts_are_new(forced)
                return
        if cause.kind in (K.UNEQUAL, K.DIFFERENCES):
            self.is_further_apart(forced)
        elif cause.kind is K.BYE_MOVES:
            assert cause.parts == ((forced.bye,),)
            assert forced.bye != this.pairing.bye
        else:
            assert judge is None
        self.parts_are_new(forced)

    def is_further_apart(self, forced: RoundPairing) -> None:
        """Check that the forced round has more pairs of unequal scores, or larger differences."""
        cause = self.answer.cause
        now, then = self.gaps(self.this.pairing), self.gaps(forced)
        if cause.kind is K.UNEQUAL:
            assert (len(now), len(then)) == (cause.right, cause.wrong)
            assert len(then) > len(now)
        else:
            assert (sum(now.values()), sum(then.values())) == (cause.right, cause.wrong)
            assert sum(then.values()) > sum(now.values())
        assert all(frozenset(part) in then for part in cause.parts)

    def gaps(self, pairing: RoundPairing) -> dict[frozenset[int], int]:
        found = {}
        for board in pairing.boards:
            apart = abs(self.entrant(board.white).score - self.entrant(board.black).score)
            if apart:
                found[frozenset((board.white, board.black))] = apart
        return found

    def parts_are_new(self, forced: RoundPairing) -> None:
        """Check that every named pair or player occurs in the other pairing, and not in this
        one.
        """
        cause, kind = self.answer.cause, self.answer.cause.kind
        mine, theirs = _partners(self.this.pairing), _partners(forced)
        if kind is K.SERVED_FIRST:
            (first, met), then = cause.parts
            assert mine[first] == met
            assert theirs.get(first) != met
            assert len(then) == 1 or theirs.get(first) == then[1]
            return
        for part in cause.parts:
            if len(part) == 2 and kind is not K.BYE_ORDER:
                assert theirs.get(part[0]) == part[1]
                assert mine.get(part[0]) != part[1]
            if kind in COLOUR_KINDS:
                one, other = (self.entrant(player) for player in part)
                assert one.preference is other.preference is not None
        if kind in COLOUR_KINDS:
            assert cause.wrong is not None
            assert cause.right is not None
            assert cause.wrong > cause.right
        if kind in FLOAT_KINDS:
            float_kind, ago = FLOAT_KINDS[kind]
            for part in cause.parts:
                floats = [self.entrant(player).floats for player in part]
                assert any(len(one) >= ago and one[ago - 1] is float_kind for one in floats)

    # The colour

    def colour_is_true(self) -> None:
        player = self.answer.player
        white = any(board.white == player for board in self.this.pairing.boards)
        first = self.answer.sentences[0]
        if "colour" in first.values:
            assert first.values["colour"].colour is self.colour_of(player)
        else:
            assert ("You have White" if white else "You have Black") in str(first)
        mine, opponent = self.entrant(player), self.entrant(self.this.opponent(player) or 0)
        said = str(first)
        field = self.this.field
        mine_score, other_score = (
            self.this.system.colour_score(one, field) for one in (mine, opponent)
        )
        if said.endswith(" more points."):
            assert ("you have more points" in said) == (mine_score > other_score)
        if "lower number" in said:
            assert ("you come first, having the lower number" in said) == (
                mine.number < opponent.number
            )
        if "by the other score" in said:
            assert mine_score == other_score
            assert ("you come first" in said) == (mine.secondary > opponent.secondary)
        self.needs_are_true(first)

    def needs_are_true(self, first: Sentence) -> None:
        """Check the reason why a colour that both players are due goes to one of them."""
        for sentence in sentences_in((first,)):
            text, values = str(sentence.template), sentence.values
            if "served" not in values or "other" not in values:
                continue
            granted, other = values["served"].id, values["other"].id
            had, others = self.colours(granted), self.colours(other)
            wide, narrow = (abs(one.count("W") - one.count("B")) for one in (had, others))
            if "differ by {larger}" in text:
                assert (values["larger"].player, values["smaller"].player) == (granted, other)
                assert (wide, narrow) == (values["larger"], values["smaller"])
                assert wide > narrow
            if "equally often" in text and "need" in text:
                assert wide > narrow == 0
            if "last two games" in text:
                assert had[-2:] in ("WW", "BB")
            if {"higher", "lower"} <= set(values):
                assert (values["higher"].player, values["lower"].player) == (granted, other)
                assert values["higher"].amount > values["lower"].amount

    def colour_of(self, player: int) -> Colour:
        white = any(board.white == player for board in self.this.pairing.boards)
        return Colour.WHITE if white else Colour.BLACK

    def colours(self, player: int) -> str:
        """Return the colours a player had, from the games of the tournament rather than the
        field.
        """
        had = self.colours_by_round(player).values()
        return "".join("W" if one is Colour.WHITE else "B" for one in had)

    def entrant(self, player: int):  # type: ignore[no-untyped-def]
        return next(one for one in self.this.field.entrants if one.id == player)


def _partners(pairing: RoundPairing) -> dict[int, int]:
    return {b.white: b.black for b in pairing.boards} | {b.black: b.white for b in pairing.boards}


def _ids(value: Any) -> Iterator[int]:
    """Yield the ids in a name, or in two names joined in a sentence."""
    if isinstance(value, Sentence):
        for one in value.values.values():
            yield from _ids(one)
    else:
        yield value.id


def _passed(value: Any) -> Iterator[Sentence]:
    """Yield a sentence for each player who is passed over: alone, joined by "and", or in a list."""
    if isinstance(value, ListOf):
        yield from value.items
    elif value.template == AND:
        yield value.values["one"]
        yield value.values["other"]
    else:
        yield value


def sentences_in(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield these sentences and those inside them."""
    for sentence in sentences:
        yield sentence
        for value in sentence.values.values():
            inside = value.items if isinstance(value, ListOf) else (value,)
            yield from sentences_in(tuple(one for one in inside if isinstance(one, Sentence)))


def check_round(key: str, tournament: Tournament, number: int, step: int = 2) -> int:
    """Check every answer about a round; return the number of answers."""
    this = TracedRound(find(key), tournament, number)
    many = 0
    for answer in answers_of_round(this, step):
        Checked(this, answer).check()
        many += 1
    return many
