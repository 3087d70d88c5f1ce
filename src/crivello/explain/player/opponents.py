"""Answers to "why this opponent?"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from crivello.explain.explanation import Value
from crivello.explain.facts import (
    ColourFact,
    ColourOf,
    Count,
    Rank,
    colour_needed,
)
from crivello.explain.player.answer import (
    MOST_WORDS,
    Cause,
    CauseKind,
    PlayerAnswer,
    Question,
    cite,
    count_words,
    without_names,
)
from crivello.explain.player.asked import MOST_PASSED, MOST_TRIED, AskedRound
from crivello.explain.player.floats import FloatAnswers
from crivello.explain.player.joined import explain_skipping, says_all
from crivello.explain.player.place import FIRST, PartnerChoice, Place, Scheme
from crivello.explain.player.upfloats import says_why_you
from crivello.explain.story import sentence_with
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, Sentence, Template, You
from crivello.rules.field import announced_pairs
from crivello.standard.classes import frozen

K = CauseKind
ANNOUNCED = N_("You and {opponent} meet because this was announced before the tournament.")

# Two players

ONLY_TWO = N_(
    "{holder:You and {opponent} are the only two with {score}|Besides {}, who has the bye, only "
    "you and {opponent} have {score}}, and you have not met before."
)
LAST_TWO = N_("You and {opponent} are the last two {score:|with {} }still to be paired.")
LAST_ONE = N_(
    "{last:You are|{} is} the last one with {score} without an opponent, so {joins:you|{}}, with "
    "{points}, {joins:play|plays} there."
)

# In order

PLACE = N_("You are {mine} of {group}, listed {listing}.")
HALVES = N_(
    "The top half meets the bottom half, 1st against {lower} and so on, so you meet the {theirs}, "
    "{opponent}{left:|; the last is left over}."
)
ENDS = N_(
    "The first meets the last, the second the last but one and so on, so you meet the {theirs}, "
    "{opponent}."
)
DUE = N_("You need {colour}, and among {group} those who need White meet those who need Black.")
SIDE_DUE = N_("You need {colour}, so you are on the {colour} side of {group}.")
SIDE_FILLED = N_(
    "Only {few} of {group} {few:needs|need} {colour}. Others fill up that side, so that both are "
    "equal: you are one of these."
)
SIDE_MOVED = N_("You are on the {colour} side of {group}, although you do not need {colour}.")
COLUMNS = N_(
    "You are {mine} there and meet the {mine} on the other side, {opponent} (White by opponents' "
    "average rating, Black {listing})."
)
SIDES = N_(
    "White: {whites} (by opponents' average rating). Black: {blacks} ({listing}). You are each "
    "{mine}, so you meet {opponent}."
)
MOST_ON_SIDE = 4
"""How many players of a side are named."""

# Not in order

NOT_IN_ORDER = {
    Scheme.HALVES: N_(
        "Of {group}, listed {listing}, the top half meets the bottom half. You, {mine}, would have "
        "met the {theirs}, {natural}. But {but}."
    ),
    Scheme.ENDS: N_(
        "Of {group}, listed {listing}, the first meets the last. You, {mine}, would have met the "
        "{theirs}, {natural}. But {but}."
    ),
    Scheme.COLUMNS: N_(
        "Of {group} those who need White meet those who need Black, in order. You would have met "
        "{natural}. But {but}."
    ),
}
AND_NOT_IN_ORDER = {
    Scheme.HALVES: N_("Top half against bottom half, you would have met {natural}. But {but}."),
    Scheme.ENDS: N_("First against last in the list, you would have met {natural}. But {but}."),
    Scheme.COLUMNS: N_(
        "Those for White meet those for Black, in order. You would have met {natural}. But {but}."
    ),
}
"""The same, after it was said why somebody from other points plays there."""
AND_IN_ORDER = {
    Scheme.HALVES: N_(
        "Listed {listing}, the top half of {group} meets the bottom half: you are {mine}, "
        "{opponent} {theirs}."
    ),
    Scheme.ENDS: N_(
        "Listed {listing}, the first of {group} meets the last. You are {mine}, {opponent} is"
        " {theirs}."
    ),
    Scheme.COLUMNS: N_(
        "Those for White meet those for Black, in order: you and {opponent} are each {mine}."
    ),
}
BY_THE_LIST = N_("By the list you would have met {natural}.")
OUT_BY_THE_LIST = N_("By the list you would have been left over.")
"""Where the reason against it is too long."""
YOURS = N_("the {size} of you, {opponent} included,")
LEFT_OVER_BUT = N_("Of {group}, listed {listing}, you would have been left over. But {but}.")
AND_LEFT_OVER_BUT = N_("By the list you would have been left over. But {but}.")
HAS_TO_BE_LOWER = N_("that has to be someone with fewer points")
THEN = N_("then {worse}")
SO_THEN = N_("Then {rest}.")
"""After two pairs that would be made."""
IS_FREE = N_("{met} is free too, and comes before {other} for you")
IS_FREE_AS = N_(
    "{first}, who would have met {met}, plays {instead}. So {met} is free, and comes before "
    "{other} for you"
)
NEXT = N_("Next {up:in|up} the list is {other:you|{}}.")
LEFT_OVER_THEN = N_("So {other} is left over instead, and you meet {opponent}.")
SO_YOU_MEET = N_("So you two meet.")
"""Both would have been left over."""
CLOSEST = N_(
    "Pairings are tried in a fixed order; in the first without any such fault, you meet {opponent}."
)
CLOSEST_MIXED = N_(
    "Unless some pairs are made within one half, such as you and {opponent}, the group "
    "cannot be paired this well."
)
SWAP = N_("So you and {other} swap opponents.")
ONLY_OTHER = N_("{columns:In the other half|On the other side} only {opponent} is left for you.")
"""Where there are two on either side."""
TURN = N_(
    "One after another, each gets the {last:first|last} one still free; {chooser:on your turn, "
    "that is {opponent}|on the turn of {}, that is you}."
)
PASSES = N_(
    "{next:First|Next} in line for {chooser:you|{}} {count:is|are} {skipped}. Then it is "
    "{other:you|{}}{colour:|, needing {}}."
)
"""`next`: the first in line was named before."""
FITS = N_("Tried one after another, the first who fits {chooser:you|{}} is {other:you|{}}.")
SHORTER: dict[Template, Template] = {
    **{NOT_IN_ORDER[scheme]: AND_NOT_IN_ORDER[scheme] for scheme in NOT_IN_ORDER},
    LEFT_OVER_BUT: AND_LEFT_OVER_BUT,
    PASSES: FITS,
}
"""Shorter templates with the same values, for answers that would be too long."""
ONLY_ONE_LEFT = N_("{pairs}, so only {opponent} is left for you.")
WITH = N_("{one} meets {other}")
REASON = N_("The reason is that {fact}.")

# Somebody who joins from other points

RANK = N_("{rank} in {own:their|your} list {listing}")
SAME_RANK = N_(
    "{rank} in {own:their|your} list {listing}, as {mover:you are|{} is} {also} of those left over "
    "elsewhere"
)
FIRST_WHO_STAYS = N_("the first who stays among {own:them|you}")
JOINS = N_(
    "{mover:You|{}, with {theirs},} must play someone with {score} and {mover:are|is} paired "
    "first. So {mover:you get {opponent}|it is you}, {chosen}."
)
GONE = N_(
    "{gone}, who {count:comes|come} before in the list, {count:plays someone|play others} with "
    "different points."
)
JOINS_NOBODY = N_(
    "{mover:You|{}, with {theirs},} must play {mover:someone|one of you} with {score}. Otherwise "
    "{worse}."
)
JOINS_BUT = N_(
    "{mover:You|{}, with {theirs},} must play {mover:someone|one of you} with {score}. It would be "
    "{natural:you|{}}, {chosen}. But {but}."
)
JOINS_BY_THE_LIST = N_(
    "{mover:You|{}, with {theirs},} must play {mover:someone|one of you} with {score}. By the list "
    "it would be {natural:you|{}}."
)
"""Where the reason against it is too long."""
RULED_OUT = N_("Ruled out for {chooser:you|{}}: {skipped}. So it is {other:you|{}}.")
SO_IT_IS_YOU = N_("So it is you.")
BOTH_LEFT = N_(
    "You and {opponent} are both left over from other points. No opponent with {score} is possible "
    "for {mover:you|{}}, so you two meet."
)
ONLY_FREE = N_("You are the only one of them still free.")
"""The others play players with other points, paired before."""

ONLY_THERE = N_("{resident:You are|{} is} the only one {taken:there|still free there}.")

# The same, after it was said why somebody has to join

IT_IS_YOU = N_("{opponent} is paired before the rest of you. You are {chosen}.")
IT_WOULD_BE_BUT = N_("It would have been {natural}, {chosen}. But {but}.")


@frozen
class Turn:
    """The player of a pair who chooses, and the players free at that moment in the order of
    choice.
    """

    chooser: int
    free: tuple[int, ...]


class OpponentAnswers:
    def __init__(self, asked: AskedRound) -> None:
        self.asked, self.this, self.story = asked, asked.this, asked.story
        self.obstacles, self.guide = asked.obstacles, asked.guide
        self.floats = FloatAnswers(asked)

    def explain(self, player: int) -> PlayerAnswer:
        """Explain why the player has this opponent.

        If the opponent comes from other points, the answer begins with the reason for that.
        """
        opponent = self.this.opponent(player)
        assert opponent is not None
        place = self.guide.place(self.story, player, opponent)
        found = self._explain_pair(player, opponent, place)
        skipping = self._skipping(player, opponent, place)
        if skipping is not None and found.cause.kind is not K.ANNOUNCED:
            return self._skip(found, *skipping)
        joined = self.floats.explain_joining(player, opponent)
        if joined is None or place is None or found.cause.kind is K.ANNOUNCED:
            return found
        if found.cause.kind is K.UNSAID:
            return replace(found, sentences=(joined, *found.sentences[-1:]))
        then: tuple[Sentence, ...] | None = found.sentences if len(place.order) > 2 else ()
        if (
            len(found.sentences) == 2
            and place.scheme is Scheme.ENDS
            and found.cause.kind is K.IN_ORDER
        ):
            then = (self._at_their_places(player, opponent, place),)
        if place.scheme is Scheme.FROM_ABOVE:
            then = self._it_is_you(player, opponent, place, found.cause)
        if then is None:
            return found
        left = self.guide.origin_group(self.story, opponent)
        assert left is not None
        if len(then) > 1 and then[1].template == PASSES and count_words(joined, *then) > MOST_WORDS:
            rest = Sentence(CLOSEST, opponent=self.story.name(opponent))
            if place.scheme is Scheme.FROM_ABOVE:
                rest = Sentence(SO_IT_IS_YOU)
            then = then[0], rest
        return replace(found, sentences=(joined, *then), before=(left.article,))

    def _skipping(
        self, player: int, opponent: int, place: Place | None
    ) -> tuple[Sentence, Cause] | None:
        """Say why the two meet, who skip players with points in between; None if no groups were
        joined.
        """
        if place is None or not place.joined:
            return None
        return explain_skipping(self.story, self.obstacles, place, player, opponent)

    def _skip(self, found: PlayerAnswer, said: Sentence, cause: Cause) -> PlayerAnswer:
        """Return the answer with `said`, which explains the skipped points, as its first
        sentence.
        """
        known = says_all(said) or found.sentences[0].template == JOINS_NOBODY
        then = () if known or found.cause.kind is K.UNSAID else found.sentences
        also = found.articles if then else ()
        return replace(found, sentences=(said, *then), cause=cause, arbiter=None, also=also)

    def explain_float(self, player: int) -> PlayerAnswer | None:
        """Explain why the player meets other points, and why not another player with the same
        points.
        """
        found = self.floats.explain(player)
        opponent = self.this.opponent(player)
        if found is None or opponent is None:
            return found
        place = self.guide.place(self.story, player, opponent)
        left = self.guide.origin_group(self.story, player)
        if self._skipping(player, opponent, place) is not None and place is not None:
            # Who stays was told all of it; so was who would have stayed but for those below.
            if left is None:
                return None
            if left.players == place.penultimate:
                return replace(self.explain(player), question=Question.FLOAT)
        if found.cause.kind is K.UNSAID:
            return found
        if self.floats.explain_joining(player, opponent) is not None:
            whole = self.explain(player)
            joined = whole.sentences[:1] == found.sentences
            if joined:
                return replace(whole, question=Question.FLOAT)
        if left is not None:
            return found
        if any(map(says_why_you, found.sentences)):
            return found
        why = self._why_you(player, opponent)
        return replace(found, sentences=(*found.sentences, *why))

    def _why_you(self, player: int, opponent: int) -> tuple[Sentence, ...]:
        """Say how the order leads to an opponent on different points; empty if no reason can be
        given.
        """
        place = self.guide.place(self.story, player, opponent)
        if place is None or len(place.order) <= 2:
            return ()
        if place.scheme is Scheme.FROM_ABOVE:
            whole = self._from_above(player, opponent, place)
            return self._it_is_you(player, opponent, place, whole.cause) or ()
        if place.natural is None:
            return ()
        if place.natural != opponent:
            found = self._not_in_order(player, opponent, place, AND_NOT_IN_ORDER)
            if found.cause.kind is K.UNSAID:
                return ()
            first, *rest = found.sentences
            return cite(first, found.cause.article), *rest
        return (self._at_their_places(player, opponent, place),)

    def _at_their_places(self, player: int, opponent: int, place: Place) -> Sentence:
        """Say which places the two have in their list, where its order makes them meet."""
        name = self.story.name(opponent)
        group = self.asked.group(place.order, place.rest)
        if set(place.order) == {*self.asked.level(player), opponent}:
            group = Sentence(YOURS, size=Count(place.order), opponent=name)
        mine = player
        if place.scheme is Scheme.COLUMNS:
            mine = min(player, opponent, key=place.order.index)
        return sentence_with(
            AND_IN_ORDER[place.scheme],
            listing=self.guide.listing(self.story, place.order),
            group=group,
            mine=Rank(mine, place.order),
            theirs=Rank(opponent, place.order),
            opponent=name,
        )

    def _explain_pair(self, player: int, opponent: int, place: Place | None) -> PlayerAnswer:
        story, question = self.story, Question.OPPONENT
        announced = announced_pairs(self.this.tournament, self.this.number, set(story.entrant))
        if any({player, opponent} == set(pair) for pair in announced):
            cause = Cause(K.ANNOUNCED, parts=((player, opponent),))
            said = Sentence(ANNOUNCED, opponent=story.name(opponent))
            return self.asked.answer(question, player, cause, said)
        if place is None:
            return self.asked.unsaid(question, player)
        if place.scheme is Scheme.FROM_ABOVE:
            return self._from_above(player, opponent, place)
        if self.guide.brings_up and len(place.order) == 2:
            floating = self.floats.explain(player)
            if floating is not None:  # they meet because one of them came up
                return replace(floating, question=question)
        if place.natural == opponent:
            cause = Cause(K.IN_ORDER, place.article, ((player, opponent),))
            return self.asked.answer(
                question, player, cause, *self._in_order(player, opponent, place)
            )
        return self._not_in_order(player, opponent, place)

    # In order

    def _in_order(self, player: int, opponent: int, place: Place) -> tuple[Sentence, ...]:
        order, name = place.order, self.story.name(opponent)
        if len(order) == 2:
            return (self._only_two(player, opponent, place),)
        group = self.asked.group(order, place.rest, player)
        if place.scheme is Scheme.COLUMNS:
            return self._in_columns(player, opponent, place, group)
        listing = self.guide.listing(self.story, order)
        first = Sentence(PLACE, mine=Rank(player, order), group=group, listing=listing)
        return first, sentence_with(
            HALVES if place.scheme is Scheme.HALVES else ENDS,
            lower=Rank(order[abs(order.index(opponent) - order.index(player))], order),
            theirs=Rank(opponent, order),
            opponent=name,
            left=len(order) % 2 == 1 and self.this.opponent(order[-1]) not in order,
        )

    def _side(self, player: int, side: Colour) -> ColourOf:
        """Return the side of the list, White or Black, on which the player is."""
        needs = self.story.entrant[player].preference is side
        return ColourOf(side, ColourFact.NEEDED if needs else ColourFact.SIDE, (player,))

    def _only_two(self, player: int, opponent: int, place: Place) -> Sentence:
        mine, theirs = (self.story.entrant[one].score for one in (player, opponent))
        name, score = self.story.name(opponent), self.asked.score_of(player)
        if mine == theirs == place.score and len(self.asked.level(player)) == 2:
            bye = self.asked.holder in self.asked.equals(player)
            holder = self.asked.holder_name if bye else None
            return Sentence(ONLY_TWO, opponent=name, holder=holder, score=score)
        if mine != theirs and place.score in (mine, theirs):
            last, joins = (player, opponent) if mine == place.score else (opponent, player)
            words = self.asked.words(player)
            return Sentence(
                LAST_ONE,
                last=words.name(last),
                joins=words.name(joins),
                score=self.asked.score_of(last),
                points=self.asked.score_of(joins),
            )
        level = mine == theirs == place.score
        return Sentence(LAST_TWO, opponent=name, score=score if level else None)

    def _in_columns(
        self, player: int, opponent: int, place: Place, group: Sentence
    ) -> tuple[Sentence, ...]:
        """Explain a pair from a list in which those due White meet those due Black."""
        half = len(place.order) // 2
        side = Colour.WHITE if player in place.order[:half] else Colour.BLACK
        preference = {one: self.story.entrant[one].preference for one in place.order}
        few = Count(one for one in place.order if preference[one] is side)
        as_due = all(
            preference[one] is (Colour.WHITE if row < half else Colour.BLACK)
            for row, one in enumerate(place.order)
        )
        words = self.asked.words(player)
        sides = {
            name: ListOf(tuple(map(words.name, part)))
            for name, part in (("whites", place.order[:half]), ("blacks", place.order[half:]))
        }
        named = half <= MOST_ON_SIDE
        if named:
            group = without_names(group)
        template = DUE if as_due else SIDE_DUE
        if preference[player] is not side:
            template = SIDE_FILLED if few < half else SIDE_MOVED
        return sentence_with(
            template, colour=self._side(player, side), group=group, few=few
        ), Sentence(
            SIDES if named else COLUMNS,
            **(sides if named else {}),
            listing=self.guide.black_side(place),
            mine=Rank(place.order[place.order.index(player) % half], place.order),
            opponent=self.story.name(opponent),
        )

    # Not in order

    def _not_in_order(
        self,
        player: int,
        opponent: int,
        place: Place,
        templates: Mapping[Scheme, str] = NOT_IN_ORDER,
    ) -> PlayerAnswer:
        """Explain why the player does not meet the first opponent in order, and how the actual one
        is found.
        """
        story, natural = self.story, place.natural
        if natural is None:
            others = [one for one in place.order if one != player]
            cause = self.obstacles.of_meeting_none_of(player, others)
            but = self._but_not_left_over(player, place, cause)
        else:
            cause = self.obstacles.of_pair(player, natural)
            unknown = cause.kind is K.UNSAID
            but = None if unknown else self._but(player, natural, cause, place)
        if but is None:
            known = Sentence(OUT_BY_THE_LIST)
            if natural is not None:
                known = Sentence(BY_THE_LIST, natural=story.name(natural))
            return self.asked.unsaid(Question.OPPONENT, player, known)
        listing = self.guide.listing(story, place.order)
        if place.scheme is Scheme.COLUMNS:
            listing = self.guide.black_side(place)
        first = sentence_with(
            LEFT_OVER_BUT if natural is None else templates[place.scheme],
            listing=listing,
            group=self.asked.group(place.order, place.rest, player),
            natural=None if natural is None else story.name(natural),
            mine=Rank(player, place.order),
            theirs=None if natural is None else Rank(natural, place.order),
            but=but,
        )
        so = self._so(player, opponent, place, cause)
        rest = self._rest(player, natural, cause, place)
        return self.asked.answer(Question.OPPONENT, player, cause, first, rest, so)

    def _but_not_left_over(self, player: int, place: Place, cause: Cause) -> Sentence | None:
        """Say why the player is not left over, although the order would leave them over."""
        if cause.kind in (K.HIGHER_FLOATER, K.DIFFERENCES) and cause.parts == ((player,),):
            return Sentence(HAS_TO_BE_LOWER)
        if self._rest(player, None, cause, place) is not None:
            return self.asked.words(player).gets(cause)
        worse = self.asked.worse(player, cause, {player}, place)
        return None if worse is None else Sentence(THEN, worse=worse)

    def _but(
        self, player: int, natural: int, cause: Cause, place: Place | None = None
    ) -> Sentence | None:
        """Say why the player does not meet `natural`, the first opponent in the order of the rules.

        None if no reason can be given. `place`: the list in which both are; None if they are not in
        one.
        """
        words = self.asked.words(player)
        said = self.asked.both_need_by_record(player, player, natural) or words.fact(cause, natural)
        if said is not None:
            return said
        if cause.kind is K.SERVED_FIRST and cause.parts[0][0] == player:
            return self._is_free(player, cause.parts[0][1], natural)
        if self._rest(player, natural, cause, place) is not None:
            return words.gets(cause)
        worse = self.asked.worse(player, cause, {player, natural}, place)
        return None if worse is None else Sentence(THEN, worse=worse)

    def _is_free(self, player: int, met: int, natural: int) -> Sentence:
        """Say that `met` is free for the player and comes before `natural`, and why."""
        name = self.story.name
        place = self.guide.place(self.story, met, player)
        first = None if place is None else place.natural
        instead = None if first is None else self.this.opponent(first)
        names = {"met": name(met), "other": name(natural)}
        if first in (None, player, natural) or instead is None:
            return Sentence(IS_FREE, **names)
        assert first is not None
        return Sentence(IS_FREE_AS, **names, first=name(first), instead=name(instead))

    def _rest(
        self, player: int, natural: int | None, cause: Cause, place: Place | None
    ) -> Sentence | None:
        """Say which players would be left if a player paired earlier got their first choice."""
        if place is None:
            return None
        wished = {player} if natural is None else {player, natural}
        rest = self.asked.rest_of_served(player, wished, cause, place)
        return None if rest is None else Sentence(SO_THEN, rest=rest)

    def _so(self, player: int, opponent: int, place: Place, cause: Cause) -> Sentence | None:
        """Say how the rules lead to the actual opponent, once the first in order is ruled out.

        None if an earlier sentence says so already.
        """
        natural, recorded = place.natural, None
        if natural is not None:
            recorded = self.asked.both_need_by_record(player, player, natural)
        if recorded is None:  # the cause was told
            taken = self.asked.words(player).fact(cause, natural)
            because = None if taken is None else self._why_served(player, cause)
            if because is not None:
                return because
            if cause.kind is K.SERVED_FIRST and set(cause.parts[0]) == {opponent, player}:
                return None
        if place.mover == player:
            down = self._down_their_list(player, opponent, place)
            if down is not None:
                return down
        for find in (self._left_over_instead, self._closest, self._by_turns, self._swap):
            so = find(player, opponent, place)
            if so is not None:
                return so
        if cause.kind is K.PAIRS and {(player,), (opponent,)} == {*cause.parts}:
            return Sentence(SO_YOU_MEET)
        mixed = place.scheme is Scheme.HALVES and opponent in self._half(player, place.order)
        return Sentence(CLOSEST_MIXED if mixed else CLOSEST, opponent=self.story.name(opponent))

    def _down_their_list(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Say why the players between the first opponent in order and the actual one are passed
        over.

        None if opponents are not chosen by going down a list.
        """
        order, natural, name = place.order, place.natural, self.story.name(opponent)
        recorded = self._by_the_record(player, opponent, place, natural)
        if recorded is not None or natural not in order or opponent not in order:
            return recorded
        assert natural is not None
        at, chosen = order.index(natural), order.index(opponent)
        if chosen - at == 1:
            return Sentence(NEXT, up=False, other=name)
        highest = self.guide.brings_up or self.guide.choice is PartnerChoice.HIGHEST
        if chosen < at or not highest:
            return None
        passed = order[at + 1 : chosen]
        named = self._list_skipped(player, opponent, place, passed, player, after=True)
        if named is not None:
            return named
        if not (place.ranked or place.gone):
            return None
        return Sentence(FITS, chooser=You(player), other=name)

    def _by_the_record(
        self, player: int, opponent: int, place: Place, told: int | None
    ) -> Sentence | None:
        """Say whom the chooser of the pair tried before, and why they do not meet.

        None if that is not recorded, or there are too many. `told`: the player of whom it was said
        why they do not meet.
        """
        tried = self.guide.tried_opponents(self.story, player, opponent)
        if tried is None:
            return None
        chosen = player if tried.chooser == opponent else opponent
        passed = [one for one in tried.before if one != told]
        after = tried.before[:1] == (told,)
        if passed:
            return self._list_skipped(
                player,
                chosen,
                place,
                passed,
                tried.chooser,
                tried=1,
                after=after,
                by_colour=tried.by_colour,
            )
        chooser = self.asked.words(player).name(tried.chooser)
        if tried.before:
            return Sentence(NEXT, up=False, other=self.asked.words(player).name(chosen))
        if place.scheme is Scheme.FROM_ABOVE:
            return None
        return Sentence(TURN, last=False, chooser=chooser, opponent=self.story.name(opponent))

    @staticmethod
    def _half(player: int, order: Sequence[int]) -> Sequence[int]:
        half = len(order) // 2
        return order[:half] if player in order[:half] else order[half:]

    def _closest(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Say that only one opponent is left: in a list of four players, or at the end of a
        list.
        """
        order, natural, name = place.order, place.natural, self.story.name
        if place.scheme is Scheme.ENDS:
            return self._last_pair(player, opponent, place)
        across = set(order) - set(self._half(player, order))
        if len(order) != 4 or across != {natural, opponent}:
            return None
        columns = place.scheme is Scheme.COLUMNS
        return Sentence(ONLY_OTHER, columns=columns, opponent=name(opponent))

    def _left_over_instead(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Say that another player is left over than the order names, and that all others meet in
        order.

        None if that is not what happened.
        """
        order, ends = place.order, place.scheme is Scheme.ENDS
        left = [one for one in order if self.this.opponent(one) not in order]
        if len(order) % 2 == 0 or len(left) != 1 or place.scheme is Scheme.COLUMNS:
            return None
        rest, half = [one for one in order if one not in left], len(order) // 2
        if left[0] == order[half if ends else -1] or not {player, opponent} <= {*rest}:
            return None
        mine, theirs = rest.index(player), rest.index(opponent)
        if mine + theirs != len(rest) - 1 if ends else abs(mine - theirs) != half:
            return None
        name = self.story.name
        return Sentence(LEFT_OVER_THEN, other=name(left[0]), opponent=name(opponent))

    def _swap(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Say that the player and another one swap opponents; None if that is not what happened."""
        other = None if place.natural is None else self.this.opponent(place.natural)
        if other is None or place.natural is None or place.scheme is Scheme.ENDS:
            return None
        theirs = self.guide.place(self.story, other, place.natural)
        if theirs is None or theirs.order != place.order or theirs.natural != opponent:
            return None
        return Sentence(SWAP, other=self.story.name(other))

    def _last_pair(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Name the other pairs of a small list, so that only the opponent is left; None if they are
        too many.
        """
        name, opponents = self.story.name, self.this.opponent
        others = [one for one in place.order if one not in (player, opponent)]
        pairs = [(one, opponents(one)) for one in others]
        made = [
            (one, two)
            for one, two in pairs
            if two in others and others.index(two) > others.index(one)
        ]
        turn = self._turn(player, opponent, place)
        last = turn is not None and len(turn.free) == 1
        if not last or not 0 < len(made) <= MOST_TRIED or 2 * len(made) != len(others):
            return None
        said = [Sentence(WITH, one=name(one), other=name(two)) for one, two in made]
        return Sentence(ONLY_ONE_LEFT, pairs=self.asked.join_items(said), opponent=name(opponent))

    def _turn(self, player: int, opponent: int, place: Place) -> Turn | None:
        """Return which of the two chooses, with the players free then; None if players do not take
        turns.
        """
        order, half = place.order, place.upper or len(place.order) // 2
        both = {player, opponent}
        if self.guide.choice is PartnerChoice.NEAREST or not both <= set(order):
            return None
        ends = place.scheme is Scheme.ENDS
        free = list(order if ends else order[half:])
        for one in order if ends else order[:half]:
            if ends and one not in free:
                continue
            other = self.this.opponent(one)
            if ends:
                free.remove(one)
            if one in both:
                return Turn(one, tuple(free[::-1] if ends else free)) if other in free else None
            if other in free:
                free.remove(other)
            elif other in order:  # the halves are mixed
                return None
        return None

    def _by_turns(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Say which players are passed over when one of the two chooses.

        None if players do not take turns in this list.
        """
        tried = self.guide.tried_opponents(self.story, player, opponent)
        if tried is not None:
            told = place.natural if tried.chooser == player else None
            return self._by_the_record(player, opponent, place, told)
        turn = self._turn(player, opponent, place)
        ends = place.scheme is Scheme.ENDS
        if turn is None or (ends and place.natural is None):
            return None
        mine, words = turn.chooser == player, self.asked.words(player)
        name, chooser = self.story.name(opponent), words.name(turn.chooser)
        chosen = opponent if mine else player
        passed = turn.free[: turn.free.index(chosen)]
        if not passed:
            return Sentence(TURN, last=ends, chooser=chooser, opponent=name)
        rest = tuple(one for one in passed if not mine or one != place.natural)
        if not rest:
            return Sentence(NEXT, up=ends, other=name)
        line = place.order[::-1] if ends else place.order
        after = mine and place.natural in line and line.index(place.natural) < line.index(rest[0])
        named = self._list_skipped(player, chosen, place, rest, turn.chooser, tried=1, after=after)
        return named or Sentence(FITS, chooser=chooser, other=words.name(chosen))

    def _list_skipped(
        self,
        player: int,
        chosen: int,
        place: Place,
        passed: Sequence[int],
        chooser: int,
        *,
        tried: int = 0,
        after: bool = False,
        by_colour: Mapping[int, str] | None = None,
    ) -> Sentence | None:
        """Say which players the chooser passes over in the list, and why; None if they are too
        many.

        `tried`: how many pairs have already been tried for this answer, each by pairing the round
        again. `after`: True if the player before them in the list was named. `by_colour`: whom only
        the colour ruled out, with the article.
        """
        known: dict[int, Cause | None] = {}
        for one in passed:
            taken, fact = self._find_earlier_taker(chooser, one, place.score), None
            if taken is not None:
                fact = Cause(K.SERVED_FIRST, parts=((taken, one),))
            if by_colour and one in by_colour:
                fact = Cause(K.COLOURS, by_colour[one], ((chooser, one),))
            known[one] = self.obstacles.of_forbidden_pair(chooser, one) or fact
        unknown = [one for one, cause in known.items() if cause is None and one != place.first]
        if len(passed) > MOST_PASSED or len(unknown) + tried > MOST_TRIED or chooser in passed:
            return None
        causes = [known[one] or self.obstacles.of_pair(chooser, one) for one in passed]
        pairs = zip(passed, causes, strict=True)
        skipped = self.asked.list_passed(
            [self.asked.explain_passing(player, one, cause, chooser) for one, cause in pairs]
        )
        if skipped is None:
            return None
        words = self.asked.words(player)
        return Sentence(
            PASSES,
            chooser=words.name(chooser),
            next=after,
            count=Count(passed),
            skipped=skipped,
            other=words.name(chosen),
            colour=self._fitting_colour(chooser, chosen),
        )

    def _fitting_colour(self, chooser: int, chosen: int) -> ColourOf | None:
        """Return the colour that the chosen player needs if the chooser needs the other; else
        None.
        """
        due, other = (self.story.entrant[one].preference for one in (chooser, chosen))
        fits = due is not None and other is due.opposite
        return colour_needed(self.story, chosen) if fits else None

    def _find_earlier_taker(self, mover: int, other: int, score: int) -> int | None:
        """Return the player who is paired before `mover` and gets `other`; None if it is not
        known.
        """
        order = self.guide.pairs_in_order(self.story, score)
        before = [one for one, chosen in order if chosen == other]
        first = [one for one, _ in order if one in (mover, *before)]
        return before[0] if before and mover in first and first[0] != mover else None

    def _why_served(self, player: int, cause: Cause) -> Sentence | None:
        """Say why a player who is paired earlier does not meet their own first opponent in order.

        None if that is not the cause, or not known.
        """
        if cause.kind is not K.SERVED_FIRST:
            return None
        (first, met), _ = cause.parts
        if first == player:
            return None
        place = self.guide.place(self.story, first, met)
        if place is None or place.natural in (None, met, player):
            return None
        assert place.natural is not None
        forbidden = self.obstacles.of_forbidden_pair(first, place.natural)
        fact = None if forbidden is None else self.asked.words(player).fact(forbidden)
        return None if fact is None else Sentence(REASON, fact=fact)

    # Somebody who joins from other points

    def _from_above(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """Explain a pair in which one player comes from other points and is therefore paired
        first.
        """
        resident = opponent if place.mover == player else player
        question = Question.OPPONENT
        if not place.ranked and {player, opponent} <= {*place.movers}:
            cause = Cause(K.IN_ORDER, place.article, ((player, opponent),))
            residents = (*place.order, *place.taken)
            said = Sentence(
                BOTH_LEFT,
                opponent=self.story.name(opponent),
                score=self.asked.score_of(*residents),
                mover=self.asked.words(player).name(place.mover or player),
            )
            return self.asked.answer(question, player, cause, said)
        if place.first is None:
            return self._explain_meeting_nobody(player, opponent, place)
        if place.first == resident:
            cause = Cause(K.IN_ORDER, place.article, ((player, opponent),))
            found = None
            if place.gone and player not in place.gone:
                found = self._would_have_met(player, opponent, place, place.gone[0])
            steps = self._of_mover(player, opponent, place)
            return found or self.asked.answer(question, player, cause, *steps)
        found = self._would_have_met(player, opponent, place, place.first)
        if found is not None:
            return found
        words, mover = self.asked.words(player), place.mover or player
        known = sentence_with(
            JOINS_BY_THE_LIST,
            mover=words.name(mover),
            theirs=self.asked.score_of(mover),
            score=self.asked.score_of(*place.order),
            natural=words.name(place.first),
        )
        return self.asked.unsaid(question, player, known)

    def _would_have_met(
        self, player: int, opponent: int, place: Place, first: int
    ) -> PlayerAnswer | None:
        """Explain why `place.mover`, who comes from another group, does not meet `first`.

        `first` is the opponent whom the order of the rules names. None if no reason can be given.
        """
        mover = place.mover
        assert mover is not None
        cause = self.obstacles.of_pair(mover, first)
        if cause.kind is K.UNSAID:
            return None
        if mover == player:
            but = self._but(player, first, cause)
        else:
            but = self._but_theirs(player, mover, first, cause)
        if but is None:
            return None
        words = self.asked.words(player)
        said = Sentence(
            JOINS_BUT,
            mover=words.name(mover),
            theirs=self.asked.score_of(mover),
            score=self.asked.score_of(*place.order),
            natural=words.name(first),
            chosen=self._describe_choice(place, first, opponent, own=mover != player),
            but=but,
        )
        then: Sentence | None
        if mover == player:
            then = self._so(player, opponent, replace(place, natural=first), cause)
        else:
            then = self._by_the_record(player, opponent, place, first) or Sentence(SO_IT_IS_YOU)
        return self.asked.answer(Question.OPPONENT, player, cause, said, then)

    def _but_theirs(self, player: int, mover: int, first: int, cause: Cause) -> Sentence | None:
        """Say why `mover`, the player's opponent from another group, does not meet `first` instead.

        `first` is the opponent whom the order of the rules names. None if no reason can be given.
        """
        words = self.asked.words(player)
        recorded = self.asked.both_need_by_record(player, mover, first)
        if recorded is not None:
            return recorded
        more = (cause.wrong or 0) - (cause.right or 0)
        if cause.kind is K.COLOURS and more == 1 and {*cause.parts} <= {(mover, first)}:
            return words.both_need(mover, first)
        said, worse = words.fact(cause), self.asked.worse(player, cause, {mover, first})
        if said is None and worse is not None:
            said = Sentence(THEN, worse=worse)
        return said

    def _it_is_you(
        self, player: int, opponent: int, place: Place, cause: Cause
    ) -> tuple[Sentence, ...] | None:
        """Say why the opponent, who comes from other points, plays this player of the group.

        Empty if the group has no other player; None if no reason can be given.
        """
        if len(place.order) == 1:
            return (Sentence(ONLY_FREE),) if place.taken and place.order == (player,) else ()
        if place.first is None:
            return None
        if cause.kind is K.IN_ORDER:
            return self._of_mover(player, opponent, place, explained=True)
        first = place.gone[0] if place.first == player else place.first
        but = self._but_theirs(player, opponent, first, cause)
        if but is None or player not in place.order or first not in place.order:
            return None
        before = place.order[: place.order.index(player)]
        if len(before) > 1 and before[0] == first:
            listed = self._list_skipped(player, player, place, before, opponent)
            if listed is not None:
                return (listed,)
        said = Sentence(
            IT_WOULD_BE_BUT,
            natural=self.story.name(first),
            chosen=self._describe_choice(place, first, opponent, own=True),
            but=but,
        )
        recorded = self._by_the_record(player, opponent, place, first)
        if recorded is not None:
            return said, recorded
        at, mine = place.order.index(first), place.order.index(player)
        if mine == at + 1:
            return said, Sentence(NEXT, up=False, other=You(player))
        passed = place.order[at + 1 : mine]
        then = self._list_skipped(player, player, place, passed, opponent, after=True)
        if then is None and mine > at and self.guide.choice is PartnerChoice.HIGHEST:
            then = Sentence(FITS, chooser=self.story.name(opponent), other=You(player))
        return said, then or Sentence(SO_IT_IS_YOU)

    def _explain_meeting_nobody(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """Explain a pair with a player from another group who, by the order, has no opponent
        here.
        """
        mover = player if place.mover == player else opponent
        cause = self.obstacles.of_meeting_none_of(mover, place.order)
        words = self.asked.words(player)
        worse = self.asked.worse(player, cause, ())
        if worse is None:
            return self.asked.unsaid(Question.OPPONENT, player)
        said = Sentence(
            JOINS_NOBODY,
            mover=words.name(mover),
            theirs=self.asked.score_of(mover),
            score=self.asked.score_of(*place.order),
            worse=worse,
        )
        others = [one for one in place.order if one not in (player, opponent)]
        resident = opponent if mover == player else player
        then = self._ruled_out(player, mover, resident, others)
        if not others:
            several = len(self.asked.equals(resident)) > 1
            then = Sentence(ONLY_THERE, resident=words.name(resident), taken=several)
        elif then is None:
            then = Sentence(CLOSEST, opponent=self.story.name(opponent))
        return self.asked.answer(Question.OPPONENT, player, cause, said, then)

    def _ruled_out(
        self, player: int, mover: int, resident: int, others: Sequence[int]
    ) -> Sentence | None:
        """Say why the mover meets none of `others`; None if they are too many."""
        causes = {one: self.obstacles.of_forbidden_pair(mover, one) for one in others}
        if len(others) > MOST_PASSED or list(causes.values()).count(None) > MOST_TRIED:
            return None
        items = [
            self.asked.explain_passing(
                player, one, cause or self.obstacles.of_pair(mover, one), mover
            )
            for one, cause in causes.items()
        ]
        skipped = self.asked.list_passed(items)
        if skipped is None:
            return None
        words = self.asked.words(player)
        return Sentence(
            RULED_OUT, chooser=words.name(mover), skipped=skipped, other=words.name(resident)
        )

    def _of_mover(
        self, player: int, opponent: int, place: Place, explained: bool = False
    ) -> tuple[Sentence, ...]:
        """Explain a pair in which a player from another group meets the first possible opponent.

        `explained`: True if a sentence before says why the opponent comes from other points.
        """
        assert place.mover is not None
        mine = place.mover == player
        resident = opponent if mine else player
        after = bool(place.gone) and player not in place.gone
        chosen = self._describe_choice(place, resident, opponent, own=not mine)
        if after:
            chosen = Sentence(FIRST_WHO_STAYS, own=not mine)
        said = sentence_with(
            IT_IS_YOU if explained else JOINS,
            mover=self.asked.words(player).name(place.mover),
            opponent=self.story.name(opponent),
            theirs=self.asked.score_of(place.mover),
            score=self.asked.score_of(*place.order),
            chosen=chosen,
        )
        if not after:
            return (said,)
        return said, Sentence(GONE, gone=self.asked.names(place.gone), count=Count(place.gone))

    def _describe_choice(self, place: Place, resident: int, opponent: int, own: bool) -> Value:
        """Describe the place of `resident` in the list from which a player from another group is
        paired.

        `own`: True if the player who asks is in that list.
        """
        first = place.order[:1] == (resident,) and place.chosen_as == FIRST
        if resident not in place.order or not (place.ranked or first):
            return Sentence(place.chosen_as)
        rank, mover = Rank(resident, place.order), place.mover
        same = rank.number > 1 and mover in place.movers[rank.number - 1 : rank.number]
        values: dict[str, Value] = {
            "rank": rank,
            "own": own,
            "listing": self.guide.listing(self.story, place.order),
        }
        if not same or mover is None or resident not in (mover, self.this.opponent(mover)):
            return Sentence(RANK, **values)
        name = self.story.name(mover) if mover == opponent else You(mover)
        return Sentence(SAME_RANK, **values, mover=name, also=Rank(mover, place.movers))
