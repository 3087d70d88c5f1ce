"""Why this opponent?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from crivello.explain.explanation import Value
from crivello.explain.facts import (
    AverageOfOpponents,
    ColourFact,
    ColourOf,
    Count,
    Rank,
    colour_needed,
)
from crivello.explain.player.answer import (
    MOST_SENTENCES,
    Cause,
    CauseKind,
    PlayerAnswer,
    Question,
    cite,
    is_short,
)
from crivello.explain.player.asked import MOST_PASSED, MOST_TRIED, AskedRound
from crivello.explain.player.clauses import REASON_NOT_NOTED
from crivello.explain.player.floats import FloatAnswers
from crivello.explain.player.joined import explain_skipping, says_all
from crivello.explain.player.place import FIRST, PartnerChoice, Place, Scheme
from crivello.explain.player.upfloats import says_why_you
from crivello.explain.story import sentence_with
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence, Template, You
from crivello.rules.field import announced_pairs
from crivello.standard.classes import frozen

K = CauseKind
ANNOUNCED = N_("You and {opponent} meet because this was announced before the tournament.")

# Two players

ONLY_TWO = (
    N_("You and {opponent} are the only two with {score}, and have not met before."),
    N_(
        "Besides {holder}, who has the bye, only you and {opponent} have {score}, and you have not "
        "met before."
    ),
)
TWO_LEFT = N_("You and {opponent} are the last two with {score} still to be paired.")
LAST_TWO = N_("You and {opponent} are the last two still to be paired.")
JOINED = N_(
    "You are the last one with {score} without an opponent, so {opponent}, with {theirs}, plays "
    "you."
)
JOINING = N_(
    "{opponent} is the last one with {score} without an opponent, so somebody with {mine} has to "
    "play there, and it is you."
)

# In order

PLACE = N_("You are {mine} of {group}, listed {listing}.")
HALVES = N_(
    "The top half meets the bottom half, 1st against {lower} and so on, so you meet the {theirs}, "
    "{opponent}."
)
ENDS = N_(
    "The first meets the last, the second the last but one and so on, so you meet the {theirs}, "
    "{opponent}."
)
DUE = N_("You need {colour}, and among {group} those who need White meet those who need Black.")
SIDE_DUE = N_("You need {colour}, so you are on the {colour} side of {group}.")
SIDE_MOVED = N_(
    "You are on the {colour} side of {group}. You do not need {colour}, but both sides have "
    "to be equal."
)
COLUMNS = (
    N_(
        "The White side is listed by opponents' average rating, lowest first (yours: "
        "{average}), the Black side {listing}. As {mine} on yours you meet the {mine} on the "
        "other, {opponent}."
    ),
    N_(
        "The White side is listed by opponents' average rating, lowest first, the Black side "
        "{listing}. As {mine} on yours you meet the {mine} on the other, {opponent} "
        "({average})."
    ),
)
"""To the player on the White side, and on the Black side."""
COLUMNS_BRIEFLY = N_(
    "The White side goes by opponents' average rating, the Black side {listing}. As {mine} on"
    " yours you meet the {mine} on the other, {opponent}."
)

# Not in order

HALVES_BUT = N_(
    "Of {group}, listed {listing}, the top half meets the bottom half. You would have met "
    "{natural}. But {but}."
)
ENDS_BUT = N_(
    "Of {group}, listed {listing}, the first meets the last. As {mine} you would have met the"
    " {theirs}, {natural}. But {but}."
)
COLUMNS_BUT = N_(
    "Among {group} those who need White (listed by opponents' ratings) meet those who need "
    "Black (listed {listing}). You would have met {natural}. But {but}."
)
WHY_YOU = {
    Scheme.HALVES: N_(
        "Listed {listing}, the top half of {group} meets the bottom half: you are {mine}, "
        "{opponent} {theirs}."
    ),
    Scheme.ENDS: N_(
        "Listed {listing}, the first of {group} meets the last. You are {mine}, {opponent} is"
        " {theirs}."
    ),
}
"""Why somebody from other points plays the player, if nothing speaks against the order."""
WHY_YOU_IN_COLUMNS = (
    N_(
        "Those for White meet those for Black, 1st against 1st and so on: you are {rank} for "
        "White (by opponents' average rating), {opponent} {rank} for Black ({listing})."
    ),
    N_(
        "Those for White meet those for Black, 1st against 1st and so on: you are {rank} for "
        "Black ({listing}), {opponent} {rank} for White (by opponents' average rating)."
    ),
)
"""The same to the player on the White side, and on the Black side."""
EQUAL_IN_COLUMNS = N_(
    "Those for White meet those for Black, in order: you and {opponent} are each {rank}."
)
"""The same in fewer words."""
YOURS = N_("the {size} of you, {opponent} included,")
BRIEFLY_BUT = N_("In order you would have met {natural}. But {but}.")
IN_WHICH_ORDER_BUT = {
    Scheme.HALVES: N_("Top half against bottom half, you would have met {natural}. But {but}."),
    Scheme.ENDS: N_(
        "By opponents' results, first against last, you would have met {natural}. But {but}."
    ),
    Scheme.COLUMNS: N_(
        "Those for White meet those for Black, in order. You would have met {natural}. But {but}."
    ),
}
BY_LIST_BUT = N_("By the list ({listing}) you would have met {natural}. But {but}.")
BY_LISTS_BUT = N_("By the lists of both sides you would have met {natural}. But {but}.")
LEFT_OVER_BY_LIST = N_("By the list ({listing}) you would have been left over. But then {worse}.")
"""In fewer words."""
NOT_IN_ORDER = {
    Scheme.HALVES: (HALVES_BUT, BY_LIST_BUT),
    Scheme.ENDS: (ENDS_BUT, BY_LIST_BUT),
    Scheme.COLUMNS: (COLUMNS_BUT, BY_LISTS_BUT),
}
JOIN_BUT = N_("You must play someone with {score}. It would be {natural}, {chosen}. But {but}.")
LEFT_OVER_INSTEAD = N_(
    "Of {group}, listed {listing}, you would have been left over. But that has to be somebody"
    " with fewer points."
)
LEFT_OVER_BUT = N_("Of {group}, listed {listing}, you would have been left over. But then {worse}.")
THEN = N_("then {worse}")
IS_FREE = N_("{met} is free too, and comes before {other} for you")
THEY_BOTH_NEED = N_("{one} and {other} both need {colour}, so one of them would not get it")
NEXT = N_("Next in the list is {opponent}.")
NEXT_UP = N_("Next up the list is {opponent}.")
LEFT_OVER_THEN = N_("So {other} is left over instead, and in order you meet {opponent}.")
FIRST_FITTING = N_("Going down the list, the first who fits is {opponent}.")
CLOSEST = {
    True: N_(
        "Unless some pairs are made within one half, such as you and {opponent}, the group "
        "cannot be paired this well."
    ),
    False: N_("Of the pairings without this fault, the first in order has you with {opponent}."),
}
"""Where halves are mixed, and elsewhere."""
SWAP = N_("So you and {other} swap opponents, and you meet {opponent}.")
ONLY_OTHER = {
    Scheme.HALVES: N_("In the other half only {opponent} is left for you."),
    Scheme.COLUMNS: N_("On the other side only {opponent} is left for you."),
}
"""Where there are two on either side."""

# Those who come before the opponent in the list, but do not fit

NEXT_COME = N_("Next in the list, but passed over: {skipped}; so it is {opponent}, {fits}.")
BEFORE_YOU = N_(
    "Before you ({listing}) comes {skipped}; then you.",
    "Before you ({listing}) come {skipped}; then you.",
)
WHO_NEEDS = N_("who needs {colour}")
NOTHING_AGAINST = N_("with nothing against it")

# The player who stands first in the list is served first

TURN = {
    True: N_(
        "Going down the list, each gets the first one still free; when it is your turn, that is "
        "{opponent}."
    ),
    False: N_(
        "Going down the list, each gets the last one still free; when it is your turn, that is "
        "{opponent}."
    ),
}
THEIR_TURN = {
    True: N_(
        "Going down the list, each gets the first one still free; when it is the turn of "
        "{opponent}, that is you."
    ),
    False: N_(
        "Going down the list, each gets the last one still free; when it is the turn of "
        "{opponent}, that is you."
    ),
}
"""The first of the other half, or the last of the list: to who chooses, and to who is chosen."""
TURN_PASSED = N_(
    "When it is your turn, these are free first but passed over: {skipped}; so it is {opponent}, "
    "{fits}."
)
THEIR_TURN_PASSED = N_(
    "When it is the turn of {opponent}, these are free first but passed over: {skipped}; so it is "
    "you, {fits}."
)
TURN_FITS = N_("Going down the list, when it is your turn the first who fits is {opponent}.")
THEIR_TURN_FITS = N_(
    "Going down the list, when it is the turn of {opponent} the first who fits is you."
)
ONLY_ONE_LEFT = N_(
    "The list is paired from the top: after {pairs}, only {opponent} is left for you."
)
YOU_BOTH_NEED = N_("you both need {colour}")
WITH = N_("{one} with {other}")
REASON = N_("The reason is that {fact}.")

# Somebody who joins from other points

FIRST_RANK = N_("first in {own:their|your} list {listing}")
RANK = N_("{rank} in {own:their|your} list {listing}")
SAME_RANK = N_(
    "{rank} in {own:their|your} list {listing}, as {mover:you are|{} is} {also} of those left over "
    "elsewhere"
)
YOU_JOIN = N_(
    "You must play someone with {score}. You are paired before them, so you get {opponent}, "
    "{chosen}."
)
OTHER_JOINS = N_(
    "{opponent}, with {theirs}, must play someone with {score} and is paired first. That "
    "leads to you, {chosen}."
)
YOU_JOIN_AFTER = N_(
    "You must play someone with {score}. You are paired before them, so you get {opponent}, "
    "the first who stays among them."
)
OTHER_JOINS_AFTER = N_(
    "{opponent}, with {theirs}, must play someone with {score} and is paired first. That "
    "leads to you, the first who stays among them."
)
GONE = N_(
    "{gone}, who comes before in the list, plays somebody with different points.",
    "{gone}, who come before in the list, play others with different points.",
)
JOINS_NOBODY = N_(
    "You have to play somebody with {score}, {opponent}. If you met none of them, then {worse}."
)
OTHER_JOINS_NOBODY = N_(
    "{opponent}, with {theirs}, has to play you or somebody else with {score}. Otherwise {worse}."
)
OTHER_BUT = N_(
    "{opponent}, with {theirs}, must play someone with {score} and would have met {natural}. "
    "But {but}, so it is you."
)

# The same, after it was said why somebody has to join

IT_IS_YOU = N_("{opponent} is paired before the rest of you. You are {chosen}.")
IT_IS_YOU_AFTER = N_(
    "It is you: {opponent} is paired before the rest of you, and you are the first who stays."
)
IT_WOULD_BE_BUT = N_("It would have been {natural}, {chosen}. But {but}.")
NEXT_IS_YOU = N_("Next in the list is you.")
FIRST_FITTING_IS_YOU = N_("Going down the list, the first who fits is you.")
CLOSEST_IS_YOU = N_("Of the pairings without this fault, the first in order leads to you.")
NEXT_COME_THEN_YOU = N_("Next in the list, but passed over: {skipped}; so it is you, {fits}.")
VAGUE = (FIRST_FITTING, TURN_FITS, THEIR_TURN_FITS, *CLOSEST.values())


@frozen
class Turn:
    """Who of a pair is served, and who is free then, the first choice first."""

    chooser: int
    free: tuple[int, ...]


class OpponentAnswers:
    def __init__(self, asked: AskedRound) -> None:
        self.asked, self.this, self.story = asked, asked.this, asked.story
        self.obstacles, self.guide = asked.obstacles, asked.guide
        self.floats = FloatAnswers(asked)

    def explain(self, player: int) -> PlayerAnswer:
        """Why this opponent; first, if necessary, why the opponent leaves other points."""
        opponent = self.this.opponent(player)
        assert opponent is not None
        place = self.guide.place(self.story, player, opponent)
        found = self._explain_pair(player, opponent, place)
        skipping = self._skipping(player, opponent, place)
        if skipping is not None and found.cause.kind is not K.ANNOUNCED:
            return self._skip(found, *skipping)
        joined = self.floats.explain_joining(player, opponent)
        if joined is None or place is None or found.cause.kind in (K.UNSAID, K.ANNOUNCED):
            return found
        then: tuple[Sentence, ...] | None = found.sentences if len(place.order) > 2 else ()
        if place.scheme is Scheme.FROM_ABOVE:
            then = self._it_is_you(player, opponent, place, found.cause, joined)
        if then is None or len(then) >= MOST_SENTENCES or not is_short(joined, *then):
            return found
        left = self.guide.origin_group(self.story, opponent)
        assert left is not None
        return replace(found, sentences=(joined, *then), before=(left.article,))

    def _skipping(
        self, player: int, opponent: int, place: Place | None
    ) -> tuple[Sentence, Cause] | None:
        """Why the higher of the two plays nobody with points between theirs, in joined groups."""
        if place is None or not place.joined:
            return None
        return explain_skipping(self.story, self.obstacles, place, player, opponent)

    def _skip(self, found: PlayerAnswer, said: Sentence, cause: Cause) -> PlayerAnswer:
        """The answer, after it was said why nobody with points between theirs plays one of them."""
        then = () if says_all(said) or found.cause.kind is K.UNSAID else found.sentences
        if len(then) >= MOST_SENTENCES or not is_short(said, *then):
            then = ()
        also = found.articles if then else ()
        return replace(found, sentences=(said, *then), cause=cause, arbiter=None, also=also)

    def explain_float(self, player: int) -> PlayerAnswer | None:
        """Also why it is this player, of those with the same points, whom somebody joins."""
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
        why = self._why_you(player, opponent, found.sentences)
        for before in (found.sentences, found.sentences[:1]):
            for then in (why, tuple(map(_in_fewer_words, why))):
                said = *before, *then
                if why and len(said) <= MOST_SENTENCES and is_short(*said):
                    return replace(found, sentences=said)
        return found

    def _why_you(
        self, player: int, opponent: int, before: tuple[Sentence, ...]
    ) -> tuple[Sentence, ...]:
        """How the order brings somebody from other points to the player; empty if it is unsaid.

        It is said after the sentences `before`, or after the first of them.
        """
        place = self.guide.place(self.story, player, opponent)
        if place is None or len(place.order) <= 2:
            return ()
        if place.scheme is Scheme.FROM_ABOVE:
            whole = self._from_above(player, opponent, place)
            return self._it_is_you(player, opponent, place, whole.cause, before[0]) or ()
        if place.natural is None:
            return ()
        if place.natural != opponent:
            found = self._not_in_order(player, opponent, place, brief=True)
            if found.cause.kind is K.UNSAID:
                return ()
            first, *rest = found.sentences
            first = cite(first, found.cause.article)
            order = Sentence(IN_WHICH_ORDER_BUT[place.scheme], **first.values)
            said = before if is_short(*before, first, *rest) else before[:1]
            by_number = place.scheme is Scheme.ENDS and self.story.field.round == 1
            return (order if is_short(*said, order, *rest) and not by_number else first, *rest)
        mine, theirs = (place.order.index(one) for one in (player, opponent))
        name = self.story.name(opponent)
        if place.scheme is Scheme.COLUMNS:
            return (
                Sentence(
                    WHY_YOU_IN_COLUMNS[mine > theirs],
                    rank=Rank(min(player, opponent, key=place.order.index), place.order),
                    listing=self.guide.black_side(place),
                    opponent=name,
                ),
            )
        group = self.asked.group(place.order, place.rest)
        if set(place.order) == {*self.asked.level(player), opponent}:
            group = Sentence(YOURS, size=Count(place.order), opponent=name)
        return (
            Sentence(
                WHY_YOU[place.scheme],
                listing=self.guide.listing(self.story, place.order),
                group=group,
                mine=Rank(player, place.order),
                theirs=Rank(opponent, place.order),
                opponent=name,
            ),
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
        group = self.asked.group(order, place.rest)
        if place.scheme is Scheme.COLUMNS:
            return self._in_columns(player, opponent, place, group)
        listing = self.guide.listing(self.story, order)
        first = Sentence(PLACE, mine=Rank(player, order), group=group, listing=listing)
        return first, sentence_with(
            HALVES if place.scheme is Scheme.HALVES else ENDS,
            lower=Rank(order[abs(order.index(opponent) - order.index(player))], order),
            theirs=Rank(opponent, order),
            opponent=name,
        )

    def _side(self, player: int, side: Colour) -> ColourOf:
        """The side of a list on which the player stands."""
        needs = self.story.entrant[player].preference is side
        return ColourOf(side, ColourFact.NEEDED if needs else ColourFact.SIDE, (player,))

    def _average(self, player: int) -> AverageOfOpponents:
        return AverageOfOpponents(self.guide.average(self.story, player), player)

    def _only_two(self, player: int, opponent: int, place: Place) -> Sentence:
        mine, theirs = (self.story.entrant[one].score for one in (player, opponent))
        if mine == theirs == place.score:
            only_two = ONLY_TWO[self.asked.holder in self.asked.equals(player)]
            template = only_two if len(self.asked.level(player)) == 2 else TWO_LEFT
        elif mine != theirs and place.score in (mine, theirs):
            template = JOINED if mine == place.score else JOINING
        else:
            template = LAST_TWO
        return sentence_with(
            template,
            opponent=self.story.name(opponent),
            holder=self.asked.holder_name,
            score=self.asked.score_of(player if mine == place.score else opponent),
            mine=self.asked.score_of(player),
            theirs=self.asked.score_of(opponent),
        )

    def _in_columns(
        self, player: int, opponent: int, place: Place, group: Sentence
    ) -> tuple[Sentence, ...]:
        """Those due White against those due Black."""
        half = len(place.order) // 2
        white = player in place.order[:half]
        side = Colour.WHITE if white else Colour.BLACK
        as_due = all(
            self.story.entrant[one].preference is (Colour.WHITE if row < half else Colour.BLACK)
            for row, one in enumerate(place.order)
        )
        due = self.story.entrant[player].preference is side
        template = DUE if as_due else SIDE_DUE if due else SIDE_MOVED
        first = Sentence(template, colour=self._side(player, side), group=group)
        wordings = [
            sentence_with(
                template,
                average=self._average(player if white else opponent),
                listing=self.guide.black_side(place),
                mine=Rank(place.order[place.order.index(player) % half], place.order),
                opponent=self.story.name(opponent),
            )
            for template in (COLUMNS[not white], COLUMNS_BRIEFLY)
        ]
        return first, next((one for one in wordings if is_short(first, one)), wordings[-1])

    # Not in order

    def _not_in_order(
        self, player: int, opponent: int, place: Place, brief: bool = False
    ) -> PlayerAnswer:
        """Somebody else comes first in the order; what rules that one out.

        `brief`: in fewer words, where more is said before.
        """
        story, question = self.story, Question.OPPONENT
        group, listing = (
            self.asked.group(place.order, place.rest),
            self.guide.listing(story, place.order),
        )
        if place.scheme is Scheme.COLUMNS:
            listing = self.guide.black_side(place)
        if place.natural is None:
            others = [one for one in place.order if one != player]
            cause = self.obstacles.of_meeting_none_of(player, others)
            worse = self.asked.words(player).clause(cause, brief=True)
            if worse is None:
                return self.asked.unsaid(question, player)
            mine = cause.kind in (K.HIGHER_FLOATER, K.DIFFERENCES) and cause.parts == ((player,),)
            template = LEFT_OVER_INSTEAD if mine else LEFT_OVER_BUT
            templates = (template,) if mine else (template, LEFT_OVER_BY_LIST)
            wordings = [
                sentence_with(one, listing=listing, group=group, worse=worse) for one in templates
            ]
        else:
            cause = self.obstacles.of_pair(player, place.natural)
            clauses = self._but(player, place.natural, cause)
            if not clauses:
                return self.asked.unsaid(question, player)
            wordings = [
                sentence_with(
                    template,
                    listing=listing,
                    group=group,
                    mine=Rank(player, place.order),
                    theirs=Rank(place.natural, place.order),
                    natural=story.name(place.natural),
                    but=but,
                )
                for template in ((BRIEFLY_BUT,) if brief else NOT_IN_ORDER[place.scheme])
                for but in clauses
            ]
        first, so = self._choose_wording(
            player, opponent, place, cause, wordings[-1:] if brief else wordings
        )
        return self.asked.answer(question, player, cause, first, so)

    def _but(self, player: int, natural: int, cause: Cause) -> list[Sentence]:
        """What rules out the one whom the order names; then in fewer words, if it can be."""
        words = self.asked.words(player)
        said = words.fact(cause, natural)
        if cause.kind is K.SERVED_FIRST and cause.parts[0][0] == player:
            met = cause.parts[0][1]
            said = Sentence(IS_FREE, met=self.story.name(met), other=self.story.name(natural))
        if said is None:
            worse = words.clause(cause, brief=True)
            said = None if worse is None else Sentence(THEN, worse=worse)
        if said is None:
            return []
        if said.template == REASON_NOT_NOTED:
            fact = said.values["fact"]
            assert isinstance(fact, Sentence)
            return [said, fact]
        if cause.kind is not K.COLOURS or {player, natural} not in map(set, cause.parts):
            return [said]
        colour = colour_needed(self.story, player, natural)
        return [said, Sentence(YOU_BOTH_NEED, colour=colour)]

    def _choose_wording(
        self, player: int, opponent: int, place: Place, cause: Cause, wordings: list[Sentence]
    ) -> tuple[Sentence, Sentence | None]:
        """The first wording with room for those who are passed over; else the first short one."""
        for first in wordings:
            so = self._so(player, opponent, place, cause, first)
            vague = so is not None and so.template in VAGUE
            if not vague and is_short(*filter(None, (first, so))):
                return first, so
        so = self._so(player, opponent, place, cause, wordings[-1])
        for then in (so, None):
            for first in wordings:
                if is_short(*filter(None, (first, then))):
                    return first, then
        return wordings[-1], None

    def _so(
        self, player: int, opponent: int, place: Place, cause: Cause, first: Sentence
    ) -> Sentence | None:
        """From there to the actual opponent; None if that is said already."""
        taken = self.asked.words(player).fact(cause, place.natural)
        because = None if taken is None else self._why_served(player, cause, first)
        if because is not None:
            return because
        if cause.kind is K.SERVED_FIRST and set(cause.parts[0]) == {opponent, player}:
            return None
        order, name = place.order, self.story.name(opponent)
        if place.mover == player:
            down = self._down_their_list(player, opponent, place, first)
            if down is not None:
                return down
        for so in (
            self._left_over_instead(player, opponent, place),
            self._closest(player, opponent, place),
            *self._by_turns(player, opponent, place),
            self._swap(player, opponent, place),
        ):
            if so is not None and is_short(first, so):
                return so
        mixed = place.scheme is Scheme.HALVES and opponent in self._half(player, order)
        return Sentence(CLOSEST[mixed], opponent=name)

    def _down_their_list(
        self, player: int, opponent: int, place: Place, first: Sentence
    ) -> Sentence | None:
        """From the first of those whom the player has to meet down to the opponent."""
        order, natural, name = place.order, place.natural, self.story.name(opponent)
        if natural not in order or opponent not in order:
            return None
        assert natural is not None
        at, chosen = order.index(natural), order.index(opponent)
        if chosen - at == 1:
            return Sentence(NEXT, opponent=name)
        highest = self.guide.brings_up or self.guide.choice is PartnerChoice.HIGHEST
        if chosen < at or not highest:
            return None
        passed = order[at + 1 : chosen]
        named = self._list_skipped(NEXT_COME, player, opponent, place, passed)
        if named is not None and is_short(first, named):
            return named
        return Sentence(FIRST_FITTING, opponent=name) if place.ranked or place.gone else None

    @staticmethod
    def _half(player: int, order: Sequence[int]) -> Sequence[int]:
        half = len(order) // 2
        return order[:half] if player in order[:half] else order[half:]

    def _closest(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """One of two is left on the other side, or one at the end of the list."""
        order, natural, name = place.order, place.natural, self.story.name
        if place.scheme is Scheme.ENDS:
            return self._last_pair(player, opponent, place)
        across = set(order) - set(self._half(player, order))
        if place.scheme not in ONLY_OTHER or len(order) != 4 or across != {natural, opponent}:
            return None
        return Sentence(ONLY_OTHER[place.scheme], opponent=name(opponent))

    def _left_over_instead(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """Another is left over than in order, and the rest meet in order."""
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
        """Two players swap opponents."""
        other = None if place.natural is None else self.this.opponent(place.natural)
        if other is None or place.natural is None or place.scheme not in ONLY_OTHER:
            return None
        theirs = self.guide.place(self.story, other, place.natural)
        if theirs is None or theirs.order != place.order or theirs.natural != opponent:
            return None
        return Sentence(SWAP, other=self.story.name(other), opponent=self.story.name(opponent))

    def _last_pair(self, player: int, opponent: int, place: Place) -> Sentence | None:
        """The last pair of a small list, after the others."""
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
        """Who chooses whom, and who is free then; None if the list is not gone down in order."""
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

    def _by_turns(self, player: int, opponent: int, place: Place) -> Iterator[Sentence]:
        """Who is free first when it is the turn of one of the two; then the same in fewer words."""
        turn = self._turn(player, opponent, place)
        if turn is None or (place.scheme is Scheme.ENDS and place.natural is None):
            return
        mine, name = turn.chooser == player, self.story.name(opponent)
        chosen = opponent if mine else player
        passed = turn.free[: turn.free.index(chosen)]
        if not passed:
            words = (TURN if mine else THEIR_TURN)[place.scheme is not Scheme.ENDS]
            yield Sentence(words, opponent=name)
            return
        rest = tuple(one for one in passed if not mine or one != place.natural)
        template = TURN_PASSED if mine else THEIR_TURN_PASSED
        if rest:
            named = self._list_skipped(template, player, opponent, place, rest, turn.chooser)
            if named is not None:
                yield named
        else:
            yield Sentence(NEXT_UP if place.scheme is Scheme.ENDS else NEXT, opponent=name)
        yield Sentence(TURN_FITS if mine else THEIR_TURN_FITS, opponent=name)

    def _list_skipped(
        self,
        template: Template,
        player: int,
        opponent: int,
        place: Place,
        passed: Sequence[int],
        chooser: int | None = None,
    ) -> Sentence | None:
        """Who is passed over in the list, each with the reason; None if there are too many.

        The list is that of the chooser, or of whoever joined from other points, else of the player
        who asks.
        """
        mover = chooser or place.mover or player
        known: dict[int, Cause | None] = {}
        for one in passed:
            taken, fact = self._find_earlier_taker(mover, one, place.score), None
            if taken is not None:
                fact = Cause(K.SERVED_FIRST, parts=((taken, one),))
            known[one] = self.obstacles.of_forbidden_pair(mover, one) or fact
        tried = [one for one, cause in known.items() if cause is None and one != place.first]
        most = MOST_TRIED if chooser is None else MOST_TRIED - 1  # one was paired again already
        too_many = len(passed) > MOST_PASSED or len(tried) > most
        if too_many or not passed or mover in passed:
            return None
        causes = [known[one] or self.obstacles.of_pair(mover, one) for one in passed]
        pairs = zip(passed, causes, strict=True)
        items = [self.asked.explain_passing(player, one, cause, mover) for one, cause in pairs]
        said = [one for one in items if one is not None]
        if len(said) < len(items):
            return None
        values: dict[str, Value] = {"skipped": self.asked.join_items(said)}
        if opponent != player:
            values["opponent"] = self.story.name(opponent)
        values["fits"] = self._fits(mover, opponent if mover != opponent else player)
        if template is BEFORE_YOU:
            values["listing"] = self.guide.listing(self.story, place.order)
            values["count"] = Count(passed)
        return Sentence(template, **values)

    def _fits(self, mover: int, opponent: int) -> Sentence:
        """Why somebody fits at last: due the other colour, or nothing speaks against them."""
        due, other = (self.story.entrant[one].preference for one in (mover, opponent))
        if due is None or other is not due.opposite:
            return Sentence(NOTHING_AGAINST)
        return Sentence(WHO_NEEDS, colour=colour_needed(self.story, opponent))

    def _find_earlier_taker(self, mover: int, other: int, score: int) -> int | None:
        """Who is paired before `mover`, and with `other`; None if that is not known."""
        order = self.guide.pairs_in_order(self.story, score)
        before = [one for one, chosen in order if chosen == other]
        first = [one for one, _ in order if one in (mover, *before)]
        return before[0] if before and mover in first and first[0] != mover else None

    def _why_served(self, player: int, cause: Cause, before: Sentence) -> Sentence | None:
        """Why somebody who comes before does not have the opponent that is first in order.

        In fewer words if it is too long after the sentence `before`.
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
        if fact is None:
            return None
        said, inside = Sentence(REASON, fact=fact), fact.values.get("fact")
        if isinstance(inside, Sentence) and not is_short(before, said):
            said = Sentence(REASON, fact=inside)
        return said

    # Somebody who joins from other points

    def _from_above(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """One of the two came from other points, and is paired first."""
        resident = opponent if place.mover == player else player
        question = Question.OPPONENT
        if place.first is None:
            return self._explain_meeting_nobody(player, opponent, place)
        if place.first == resident:
            cause = Cause(K.IN_ORDER, place.article, ((player, opponent),))
            found = None
            if place.gone and player not in place.gone:
                found = self._would_have_met(player, opponent, place, place.gone[0])
            said = self._of_mover(player, opponent, place)
            return found or self.asked.answer(question, player, cause, *said)
        found = self._would_have_met(player, opponent, place, place.first)
        return found or self.asked.unsaid(question, player)

    def _would_have_met(
        self, player: int, opponent: int, place: Place, first: int
    ) -> PlayerAnswer | None:
        """What rules out the first opponent for one who joins; None if it cannot be said."""
        mover = place.mover
        assert mover is not None
        cause = self.obstacles.of_pair(mover, first)
        words = self.asked.words(player)
        clauses = self._but(player, first, cause)
        if mover != player:
            clauses = self._but_theirs(player, mover, first, cause)
        if not clauses:
            return None
        wordings = [
            sentence_with(
                JOIN_BUT if mover == player else OTHER_BUT,
                opponent=self.story.name(opponent),
                theirs=self.asked.score_of(opponent),
                score=self.asked.score_of(*place.order),
                natural=words.name(first),
                chosen=self._describe_choice(place, first, opponent, own=False),
                but=but,
            )
            for but in clauses
        ]
        if mover != player:
            return self.asked.answer(Question.OPPONENT, player, cause, wordings[0])
        place = replace(place, natural=first)
        said, then = self._choose_wording(player, opponent, place, cause, wordings)
        return self.asked.answer(Question.OPPONENT, player, cause, said, then)

    def _but_theirs(self, player: int, mover: int, first: int, cause: Cause) -> list[Sentence]:
        """What rules out the first opponent of another player who joins."""
        words = self.asked.words(player)
        more = (cause.wrong or 0) - (cause.right or 0)
        if cause.kind is K.COLOURS and more == 1 and {*cause.parts} <= {(mover, first)}:
            colour = colour_needed(self.story, mover, first)
            name = self.story.name
            return [Sentence(THEY_BOTH_NEED, one=name(mover), other=name(first), colour=colour)]
        said, worse = words.fact(cause), words.clause(cause, brief=True)
        if said is None and worse is not None:
            said = Sentence(THEN, worse=worse)
        return [] if said is None else [said]

    def _it_is_you(
        self, player: int, opponent: int, place: Place, cause: Cause, joined: Sentence
    ) -> tuple[Sentence, ...] | None:
        """Why one who joins plays this player and nobody else with the same points.

        None if it is not so simple.
        """
        if len(place.order) == 1:
            return ()
        if place.first is None:
            return None
        if cause.kind is K.IN_ORDER:
            return self._of_mover(player, opponent, place, explained=True)
        first = place.gone[0] if place.first == player else place.first
        clauses = self._but_theirs(player, opponent, first, cause)
        if not clauses or player not in place.order or first not in place.order:
            return None
        natural, chosen = (
            self.story.name(first),
            self._describe_choice(place, first, opponent, own=True),
        )
        said = Sentence(IT_WOULD_BE_BUT, natural=natural, chosen=chosen, but=clauses[0])
        at, mine = place.order.index(first), place.order.index(player)
        passed = place.order[at + 1 : mine]
        then: Sentence | None = Sentence(NEXT_IS_YOU)
        if mine < at or passed:
            then = self._list_skipped(NEXT_COME_THEN_YOU, player, player, place, passed)
        if then is None or not is_short(joined, said, then):
            before = place.order[:mine] if at == 0 else ()
            listed = self._list_skipped(BEFORE_YOU, player, player, place, before)
            if listed is not None and is_short(joined, listed):
                return (listed,)
            down = mine > at and self.guide.choice is PartnerChoice.HIGHEST
            then = Sentence(FIRST_FITTING_IS_YOU if down else CLOSEST_IS_YOU)
        return said, then

    def _explain_meeting_nobody(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """By the order the one from other points meets nobody here."""
        mine = place.mover == player
        cause = self.obstacles.of_meeting_none_of(player if mine else opponent, place.order)
        worse = self.asked.words(player).clause(cause, brief=True)
        if worse is None:
            return self.asked.unsaid(Question.OPPONENT, player)
        said = sentence_with(
            JOINS_NOBODY if mine else OTHER_JOINS_NOBODY,
            opponent=self.story.name(opponent),
            theirs=self.asked.score_of(opponent),
            score=self.asked.score_of(*place.order),
            worse=worse,
        )
        return self.asked.answer(Question.OPPONENT, player, cause, said)

    def _of_mover(
        self, player: int, opponent: int, place: Place, explained: bool = False
    ) -> tuple[Sentence, ...]:
        """A pair of somebody from other points, made in order.

        `explained`: it was said why the opponent has to join.
        """
        mine = place.mover == player
        resident = opponent if mine else player
        after = bool(place.gone) and player not in place.gone
        template = YOU_JOIN_AFTER if after else YOU_JOIN
        if explained:
            template = IT_IS_YOU_AFTER if after else IT_IS_YOU
        elif not mine:
            template = OTHER_JOINS_AFTER if after else OTHER_JOINS
        said = sentence_with(
            template,
            opponent=self.story.name(opponent),
            theirs=self.asked.score_of(opponent),
            score=self.asked.score_of(*place.order),
            chosen=self._describe_choice(place, resident, opponent, own=not mine),
        )
        if not after:
            return (said,)
        return said, Sentence(GONE, gone=self.asked.names(place.gone), count=Count(place.gone))

    def _describe_choice(self, place: Place, resident: int, opponent: int, own: bool) -> Value:
        """What the opponent of somebody who joins is in the list."""
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
        if not same or mover is None:
            return sentence_with(FIRST_RANK if rank.number == 1 else RANK, **values)
        name = self.story.name(mover) if own else You(mover)
        return Sentence(SAME_RANK, **values, mover=name, also=Rank(mover, place.movers))


def _in_fewer_words(sentence: Sentence) -> Sentence:
    """Who is opposite in the columns, without how these are listed."""
    if sentence.template not in WHY_YOU_IN_COLUMNS:
        return sentence
    values = {name: sentence.values[name] for name in ("opponent", "rank")}
    return Sentence(EQUAL_IN_COLUMNS, **values)
