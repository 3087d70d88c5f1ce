"""One round about which players ask, and the parts that the answers to all questions share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from crivello.explain.answers import explain_player_of
from crivello.explain.explanation import Explanation, Value
from crivello.explain.facts import (
    ColourOf,
    Count,
    PointsOf,
    RoundEvent,
    RoundOf,
    Truth,
    colour_needed,
    colour_not_allowed,
    facts_of,
    score_of,
)
from crivello.explain.player.answer import (
    CITED,
    Cause,
    CauseKind,
    PlayerAnswer,
    Question,
    cite,
    count_listed,
)
from crivello.explain.player.clauses import IMPOSSIBLE, CauseWords, join_names
from crivello.explain.player.obstacle import Obstacles
from crivello.explain.player.place import Place
from crivello.explain.player.rest import explain_rest, two_left, two_left_needing
from crivello.explain.round import TracedRound
from crivello.explain.story import sentence_with
from crivello.model.sentence import N_, ListOf, Sentence, Template

K = CauseKind
WITHHELD = "withheld"
"""Why an answer was not given: a fact in it did not hold. Tests hold that it never happens."""
UNSAID = N_("There is no simpler answer for you than the arbiter's, which follows.")
AND = N_("{one} and {other}")

ALONE = N_("{who:You are|{} is} the only one with {score}{holder:| besides {}, who has the bye}")
MET_ALL = N_(
    "{who:You have|{} has} already met every other player with {more:|more than }{fewer:|fewer "
    "than }{score}{holder:| but {}, who has the bye}"
)
MAY_MEET_NONE = N_(
    "{who:You|{}} may not meet any other player with {more:|more than }{fewer:|fewer than }"
    "{score}{holder:| but {}, who has the bye}"
)

GROUP = N_("the {size} with {score}")
GROUP_BONUS = N_("the {size} with {score} (bonus points included)")
GROUP_REST = N_("the {size} left with {score}{players:| ({})}")
MOST_NAMED = 4
"""How many of those left are named."""

# Those who come before in a list, each with the reason in brackets

PASSED: dict[CauseKind, str] = {
    K.MET: N_("{other} (met {mover:you|{}} in round {round})"),
    K.KEPT_APART: N_("{other} (kept apart from {mover:you|{}})"),
    K.SAME_COLOUR: N_("{other} (neither may have {opposite})"),
    K.UP_AGAIN: N_("{other} (met someone with more points last round)"),
    K.UP_AGAIN_2: N_("{other} (met someone with more points two rounds ago)"),
    K.OTHER_SCORE_AGAIN: N_("{other} (met someone with other points last round)"),
    K.PAIRS: N_("{other} (then {one:you|{}} would be left over)"),
    K.HIGHER_FLOATER: N_("{other} (then {one:you|{}}, with {points}, would be left over)"),
    K.DIFFERENCES: N_("{other} (then opponents would be further apart in points)"),
    K.UNEQUAL: N_("{other} (then more pairs would have different points)"),
    K.IMPOSSIBLE: N_("{other} (then not all could be paired)"),
    K.SERVED_FIRST: N_("{other} (plays {one}, paired before {mover:you|{}})"),
    K.OFTEN_UP: N_("{other} (too often met someone with more points)"),
    K.MOST_OFTEN_UP: N_("{other} (most often met someone with more points)"),
    K.LOWER_UPFLOATER: N_("{other} (then {one}, with {points}, would come up)"),
}
"""{mover} is the one whose list it is: the player, or somebody from other points."""
PASSED_SAME_COLOUR = N_("{other} (needs {colour} {mover:as you do|like {}})")
ALL_MET = N_("{other} (met {mover:you|{}} earlier)")
ALL_NEED = N_("{other} (need {colour} {mover:as you do|like {}})")
PASSED_FOR_OTHERS = N_("{other} (then {one:you|{}} would meet {two}, both needing {second})")
PASSED_FOR_THE_FIRST = N_("{other} (then {one}, paired first, would not get {two})")
PASSED_UP_AGAIN = N_("{other} (then {one:you|{}} would meet someone with more points again)")
PASSED_DOWN_AGAIN = N_("{other} (then {one:you|{}} would meet someone with fewer points again)")
PASSED_AGAIN = {
    K.UP_AGAIN: PASSED_UP_AGAIN,
    K.UP_AGAIN_2: PASSED_UP_AGAIN,
    K.DOWN_AGAIN: PASSED_DOWN_AGAIN,
    K.DOWN_AGAIN_2: PASSED_DOWN_AGAIN,
}
"""Where it is not the one passed over who would meet them."""
PASSED_DOWN_SELF = N_("{other} (would meet someone with fewer points again)")
PLAYS_ABOVE = N_("{other} (plays {one}, with more points)")
PLAYS_ANOTHER = N_("{other} (plays {one})")
ALL_ABOVE = N_("{other} (play others with more points)")
HAS_MET_ALL = N_("{other} (has met all of {yours:them|you})")
TOGETHER: dict[Template, Template] = {
    PASSED[K.MET]: ALL_MET,
    PASSED_SAME_COLOUR: ALL_NEED,
    PLAYS_ABOVE: ALL_ABOVE,
}
"""The same of several players."""
FACTUAL = {
    ALL_MET,
    PASSED[K.MET],
    PASSED[K.KEPT_APART],
    PASSED[K.SAME_COLOUR],
    PASSED[K.SERVED_FIRST],
    PLAYS_ABOVE,
    PLAYS_ANOTHER,
    HAS_MET_ALL,
}
"""Reasons that are facts of these players alone."""
MOST_PASSED = 6
"""How many players are named."""
ROOM = 19
"""How many words such a list may have, so that its sentence has 25."""
MOST_REASONS = 3
"""How many different reasons are given."""
MOST_TRIED = 3
"""For how many of them the round is paired again to find out why."""


OF_ONE = {K.UP_AGAIN, K.UP_AGAIN_2, K.OTHER_SCORE_AGAIN, K.OFTEN_UP, K.MOST_OFTEN_UP}
"""What happened before to the one who is passed over."""


class AskedRound:
    """A round with everything that answers about it need: record, order of the system, and
    wording.
    """

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.story = this.story()
        self.obstacles = Obstacles(this)
        self.guide = self.obstacles.guide

    def words(self, player: int) -> CauseWords:
        return CauseWords(self.obstacles, player)

    def answer(
        self, question: Question, player: int, cause: Cause, *sentences: Sentence | None
    ) -> PlayerAnswer:
        said = tuple(one for one in sentences if one is not None)
        return PlayerAnswer(question, player, said, cause)

    def printable(self, answer: PlayerAnswer) -> PlayerAnswer:
        """Return the answer if all facts in it are right, and otherwise one that refers to the
        arbiter's.
        """
        facts = (fact for one in answer.sentences for fact in facts_of(one))
        if all(fact.holds(self.truth) for fact in facts):
            return answer
        withheld = self.unsaid(answer.question, answer.player)
        return replace(withheld, cause=Cause(K.UNSAID, reason=WITHHELD))

    @cached_property
    def truth(self) -> Truth:
        return Truth(self.this)

    def unsaid(
        self,
        question: Question,
        player: int,
        *known: Sentence | None,
        arbiter: Explanation | None = None,
    ) -> PlayerAnswer:
        """Return an answer that refers to the arbiter's explanation, because there is no simple
        one.

        `known`: what can be said simply before that.
        """
        arbiter = arbiter or explain_player_of(self.this, player)
        said = (*(one for one in known if one is not None), Sentence(UNSAID))
        return PlayerAnswer(question, player, said, Cause(CauseKind.UNSAID), arbiter)

    def score(self, amount: int) -> PointsOf:
        """Return this score as a fact about all players who have it."""
        entrants = self.story.field.entrants
        return self.score_of(*(one.id for one in entrants if one.score == amount))

    def score_of(self, *players: int) -> PointsOf:
        """Return the points of these players, as a range if they differ."""
        return score_of(self.story, *players)

    def names(self, players: Sequence[int]) -> Value:
        """Return the names of these players: one, two joined by "and", or a list."""
        return self.join_items([self.story.name(player) for player in players])

    # Whom a rejected pairing would leave

    def worse(
        self, player: int, cause: Cause, fixed: Collection[int], place: Place | None = None
    ) -> Sentence | None:
        """Say what would be worse if the wish were granted, as a clause; None if no reason can be
        given.

        If the other players could then not all be paired, the clause says why. `fixed`: the players
        whom the wish pairs or leaves over. `place`: the place of the pair in its list.
        """
        pool: Collection[int] = ()
        apart: Collection[tuple[int, int]] = ()
        if cause.kind is K.IMPOSSIBLE:
            pool = set(self.story.entrant) - {self.holder}
            apart = () if cause.wish is None else cause.wish.apart
        elif cause.kind is K.PAIRS and place is not None and place.score == cause.score:
            pool = place.order
        found = self.rest(player, set(pool).difference(fixed), apart)
        return found or self.words(player).clause(cause)

    def rest(
        self, player: int, rest: Collection[int], apart: Collection[tuple[int, int]] = ()
    ) -> Sentence | None:
        """Say why these players cannot all be paired with one another, without the pairs `apart`.

        None if they can, or if the reason is too long to say.
        """
        if not rest or len(rest) % 2:
            return None
        return explain_rest(self.words(player), rest, apart)

    def why_not_all(self, player: int, rest: Collection[int]) -> Sentence:
        """Say why these players cannot all be paired, or only that they cannot, if the reason is
        too long.
        """
        return self.rest(player, rest) or Sentence(IMPOSSIBLE)

    def rest_of_served(
        self, player: int, wished: set[int], cause: Cause, place: Place
    ) -> Sentence | None:
        """Say which players the wish would leave, given the pairs that come earlier in the order.

        `wished`: the two players of the wished pair, or the one to be left over. None if it cannot
        be said simply.
        """
        if cause.kind is not K.SERVED_FIRST or len(cause.parts[1]) == 1:
            return None
        first, *_ = cause.parts
        pairs = self.guide.pairs_with(self.story, place.score, first)
        made = [set(pair) for pair in pairs]
        if set(first) not in made:
            return None
        before = made[: made.index(set(first)) + 1]
        gone = wished.union(*before)
        rest = sorted(set(place.order) - gone)
        if wished & set().union(*before):
            return None
        if len(rest) != 2:
            return self.rest(player, rest)
        words = self.words(player)
        found = two_left(words, rest)
        then, now = (*before, wished, set(rest)), [one for one in made if one & {*place.order}]
        if found is None and self._colours_missed(then) > self._colours_missed(now):
            found = two_left_needing(words, *rest)
        return found

    def _colours_missed(self, pairs: Iterable[set[int]]) -> int:
        """Return the number of pairs in which both players need the same colour."""
        due = [{self.story.entrant[one].preference for one in pair} for pair in pairs]
        return sum(len(one) == 1 and None not in one for one in due)

    def both_need_by_record(self, player: int, chooser: int, other: int) -> Sentence | None:
        """Say that the two need the same colour, if that alone ruled the pair out by the record.

        The record is that of the player's pair, in which `chooser` chose.
        """
        opponent = self.this.opponent(player)
        tried = (
            None if opponent is None else self.guide.tried_opponents(self.story, player, opponent)
        )
        if tried is None or tried.chooser != chooser or other not in tried.by_colour:
            return None
        return cite(self.words(player).both_need(chooser, other), tried.by_colour[other])

    def group(
        self, players: Sequence[int], rest: bool = False, asking: int | None = None
    ) -> Sentence:
        """Describe a group by its size and points.

        `rest`: True if some of the group were paired earlier. `asking`: the player who asks; if
        given, the names of a small remaining group are added.
        """
        score = self.score_of(*players)
        if score.low != score.high:
            return Sentence(GROUP, size=Count(players), score=score)
        if rest or len(self.level(players[0])) > len(players):
            names: ListOf | None = None
            if asking is not None and len(players) <= MOST_NAMED:
                names = ListOf(tuple(map(self.words(asking).name, players)))
            return Sentence(GROUP_REST, size=Count(players), score=score, players=names)
        if self._have_bonus(players):
            return Sentence(GROUP_BONUS, size=Count(players), score=score)
        return Sentence(GROUP, size=Count(players), score=score)

    # Who is passed over

    def explain_passing(
        self, player: int, other: int, cause: Cause, mover: int | None
    ) -> Sentence | None:
        """Name a player who comes earlier in a list, and say why they are passed over; None if no
        short reason fits.

        `mover`: the player who would meet them; None if it could be any player of the group.
        """
        kind, parts = cause.kind, cause.parts
        template = PASSED.get(kind)
        words = self.words(player)
        values: dict[str, Value] = {}
        if kind in (K.COLOURS, K.STRONG_COLOURS):
            template = PASSED_FOR_OTHERS
            one, two = sorted(parts[0], key=lambda each: each != player)
            if other in parts[0]:
                (mover,), template = set(parts[0]) - {other}, PASSED_SAME_COLOUR
            elif mover is not None and {mover, other} in map(set, parts):
                template = PASSED_SAME_COLOUR
            second = colour_needed(self.story, one, two)
            values = {"one": words.name(one), "two": words.name(two), "second": second}
        elif kind in PASSED_AGAIN and (kind not in OF_ONE or not self._is_about(other, cause)):
            template, one = PASSED_AGAIN[kind], words.affected_player(kind, parts[0])
            bye = None if cause.forced is None else cause.forced.bye
            if (bye,) in parts or not words.met_such_points(one, kind):
                return None
            if one == other:
                template = PASSED_DOWN_SELF
            values = {"one": words.name(one)}
        elif kind in OF_ONE and not self._is_about(other, cause):
            return None
        elif kind in (K.PAIRS, K.HIGHER_FLOATER, K.LOWER_UPFLOATER, K.SERVED_FIRST):
            one = parts[0][0]
            named = () if kind in (K.PAIRS, K.HIGHER_FLOATER) and player != mover else (player,)
            if one in (mover, other, *named):
                return None
            values = {"one": words.name(one), "points": self.score_of(one)}
            if kind is K.SERVED_FIRST and parts[0][1] != other:
                if parts[0][1] == player:
                    return None
                template, values["two"] = PASSED_FOR_THE_FIRST, self.story.name(parts[0][1])
        if template is None:
            return None
        due = (other,) if mover is None else (mover, other)
        said = sentence_with(
            template,
            other=self.story.name(other),
            mover=words.name(player if mover is None else mover),
            round=None
            if cause.round is None
            else RoundOf(cause.round, RoundEvent.MET, *cause.parts[0]),
            colour=colour_needed(self.story, *due),
            opposite=colour_not_allowed(self.story, *due),
            **values,
        )
        return cite(said, cause.article)

    def _is_about(self, other: int, cause: Cause) -> bool:
        """Return True if it is `other`, and not their opponent, who would again meet other
        points.
        """
        part = next((part for part in cause.parts if other in part), ())
        scores = [self.story.entrant[one].score for one in part]
        # Where the pair as a whole counts (matches), it is the one who meets fewer points.
        affected = max if cause.kind is K.OTHER_SCORE_AGAIN else min
        return bool(part) and self.story.entrant[other].score == affected(scores)

    def list_passed(self, items: Sequence[Sentence | None], room: int = ROOM) -> Value | None:
        """Join the clauses on players who are passed over; those with the same reason share one.

        None if there are too many to name, or one of them has no clause. `room`: how many words the
        sentence still has.
        """
        said = [one for one in items if one is not None]
        if not 0 < len(items) == len(said) <= MOST_PASSED:
            return None
        together: dict[object, list[Sentence]] = {}
        for one in said:
            colour = one.values.get("colour")
            needed = colour.colour if isinstance(colour, ColourOf) else None
            alike = one.template, one.values.get(CITED), one.values.get("mover"), needed
            together.setdefault(alike if one.template in TOGETHER else one, []).append(one)
        joined = [self._join_passed(alike) for alike in together.values()]
        tried = sum(one.template not in FACTUAL for one in said)
        if len(joined) > MOST_REASONS or tried > MOST_TRIED:
            return None
        found = self.join_items(joined) if len(joined) == len(said) else _list_of(joined)
        if count_listed(found) > room:
            found = _list_of(joined)
        return found if count_listed(found) <= room else None

    def _join_passed(self, said: Sequence[Sentence]) -> Sentence:
        """Return one clause on players who are passed over for the same reason."""
        first, *others = said
        if not others:
            return first
        values = {name: first.values[name] for name in ("mover", CITED) if name in first.values}
        colour = first.values.get("colour")
        if isinstance(colour, ColourOf):
            players = dict.fromkeys(p for one in said for p in one.values["colour"].players)
            values["colour"] = colour_needed(self.story, *players)
        names = join_names([one.values["other"] for one in said])
        return Sentence(TOGETHER[first.template], **values, other=names)

    def join_items(self, items: Sequence[Value]) -> Value:
        """Return one item itself, two joined by "and", or a list of more."""
        if len(items) == 2:
            return Sentence(AND, one=items[0], other=items[1])
        return items[0] if len(items) == 1 else ListOf(tuple(items))

    def _have_bonus(self, players: Iterable[int]) -> bool:
        """Return True if the score of one of these includes bonus points (acceleration)."""
        entrant = self.story.entrant
        return any(entrant[player].score != entrant[player].points for player in players)

    def level(self, player: int) -> list[int]:
        """List the players to be paired who have the points of `player`, including `player`."""
        return [one for one in self.equals(player) if one != self.holder]

    def equals(self, player: int) -> list[int]:
        """List all players who have the points of `player`, including `player` and a holder of the
        bye.
        """
        mine = self.story.entrant[player].score
        return [one.id for one in self.story.field.entrants if one.score == mine]

    @property
    def holder(self) -> int | None:
        """The player who got the bye, in systems that give it before pairing; None in others."""
        return self.this.pairing.bye if self.guide.bye_first else None

    @property
    def holder_name(self) -> Value:
        return "" if self.holder is None else self.story.name(self.holder)

    def alone(self, asking: int, player: int) -> Sentence:
        """Say that no other player to be paired has the points of `player`."""
        return Sentence(
            ALONE,
            who=self.words(asking).name(player),
            score=self.score_of(player),
            holder=self.holder_name if self.holder in self.equals(player) else None,
        )

    def meets_none_of(
        self,
        asking: int,
        player: int,
        others: Collection[int],
        score: PointsOf | None = None,
        *,
        more: bool = False,
        fewer: bool = False,
    ) -> Sentence | None:
        """Say that the player has already met, or may not meet, any of `others`.

        None if they may meet one who is to be paired. `others` have the player's points, or more or
        fewer than `score`; the holder of the bye may be among them.
        """
        may_meet, had = self.story.may_meet, self.story.entrant[player].history.met
        there = {*others} - {player}
        rest = there - {self.holder}
        if not rest or any(may_meet(player, one) for one in rest):
            return None
        spared = any(may_meet(player, one) for one in there)
        met = had.issuperset(rest if spared else there)
        return Sentence(
            MET_ALL if met else MAY_MEET_NONE,
            who=self.words(asking).name(player),
            more=more,
            fewer=fewer,
            score=score or self.score_of(player),
            holder=self.holder_name if spared else None,
        )


def _list_of(items: Sequence[Value]) -> Value:
    """Return one item itself, or a list of more."""
    return items[0] if len(items) == 1 else ListOf(tuple(items))
