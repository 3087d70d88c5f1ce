"""Answers to "why an opponent with different points?"."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from crivello.explain.explanation import NamedPlayer, Value
from crivello.explain.facts import Count, colour_needed
from crivello.explain.player.answer import (
    Cause,
    CauseKind,
    PlayerAnswer,
    Question,
)
from crivello.explain.player.asked import (
    MAY_MEET_NONE,
    MET_ALL,
    MOST_PASSED,
    PASSED_FOR_OTHERS,
    PASSED_FOR_THE_FIRST,
    PLAYS_ABOVE,
    PLAYS_ANOTHER,
    AskedRound,
)
from crivello.explain.player.clauses import BY_ORDER
from crivello.explain.player.obstacle import partners
from crivello.explain.player.place import OriginGroup, Scheme
from crivello.explain.player.upfloats import UpfloatAnswers
from crivello.explain.story import sentence_with
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_, Sentence

K = CauseKind

# The player leaves those with the same points

NOBODY_LEFT = N_("All others with {score} have another opponent{bye:| or the bye}")
YOU_MEET = N_("{reason}. So you meet someone with {theirs}.")
LEFT_OVER_AMONG = N_(
    "You are left over among those with {score}, so you meet someone with {theirs}."
)
OTHERS_TAKEN = N_(
    "No other player with {score} is free for you: {skipped}. So you meet someone with {theirs}."
)
"""Where the reason why it is this player is too long."""
FROM_THE_TOP = N_(
    "Pairing goes from the top down, so whoever finds no opponent plays someone with fewer points."
)
TO_THE_MIDDLE = N_(
    "In the {lower:upper|lower} half of the table, whoever finds no opponent plays someone with "
    "{lower:fewer|more} points."
)
"""Where groups are paired from both ends towards the middle."""
ODD = N_(
    "{holder:There|Without {}, who has the bye, there} are {size} of you {left:|left }with "
    "{score}, an odd number. So one meets someone with {aside}."
)
ODD_WITH = N_(
    "With {movers}, left over from other points, you are {size}, an odd number. So one meets "
    "someone with {aside}."
)
SEVERAL_LEAVE = N_(
    "Of {group}, {many} find no opponent there, you among them, and play someone with {aside}."
)
ASIDE = N_("{more:fewer|more} points")
LAST = N_("You are the last of them in the list ({listing}), so it is you.")
MIDDLE = N_("Listed {listing}, the first meets the last. You are left over in the middle.")
IN_THE_LIST = N_("By the list ({listing}) it is you.")
IF_INSTEAD = N_("If you met one of the others, {worse}.")
IF_STAYED = N_("If you stayed in your group, {worse}.")
THAT_WOULD_BE = N_(
    "If you met {other} instead, {first}, who is paired before you, would be left over."
)
MET_AND_SAME_COLOUR = N_(
    "It is you: you have already met {met}, and you and {other} both need {colour}."
)
NOT_THE_LAST = N_("By the list ({listing}) it would be {natural}. But then {worse}.")
FIRST_COME = N_("Next in line {count:was|were} {skipped}. Then it is you ({listing}).")
FIRST_WAY = N_("The ways to avoid that are tried in a fixed order; the first leaves you over.")
COMES_BEFORE = N_("{first} comes before you in the list, so it is you.")
AT_BEST = N_("The best alternative to you would be {instead}. But then {worse}.")
"""Who is left over in the best pairing in which the player is not."""
PASSED_FOR_YOU = N_("{other} (then you have only {two}, whom {one} gets)")
"""Where it is the player who would need that opponent."""
YOU_COME_NEXT = N_("The next one up the list is you.")

# The opponent comes from other points

THEY_MUST_PLAY = N_("{reason}. So {opponent} must play {whom}.")
THEY_ARE_LEFT_ABOVE = N_(
    "{opponent} is left over among those with more than {mine}, and so must play {whom}."
)
THEY_ARE_ODD = N_(
    "{holder:There|Without {}, who has the bye, there} are {size} {left:|left }with {theirs}, an "
    "odd number. One of them, {opponent}, must play {whom}."
)
THEY_ARE_LEFT = N_("{opponent} is left over among those with {theirs}, and so must play {whom}.")
ONE_OF_YOU = N_("one of you with {mine}")
ONLY_YOU = N_("you, the only one with {mine}")


class FloatAnswers:
    def __init__(self, asked: AskedRound) -> None:
        self.asked, self.this, self.story = asked, asked.this, asked.story
        self.obstacles, self.guide = asked.obstacles, asked.guide
        self.upfloats = UpfloatAnswers(asked)

    def explain(self, player: int) -> PlayerAnswer | None:
        """Explain why the opponent has different points; None if the points are the same, or no
        reason is known.
        """
        opponent = self.this.opponent(player)
        if opponent is None:
            return None
        me, other = self.story.entrant[player], self.story.entrant[opponent]
        if me.score == other.score:
            return None
        left = self.guide.origin_group(self.story, player)
        if left is None:
            return self._explain_incoming_opponent(player, opponent)
        if left.score > me.score:
            return self.upfloats.comes_up(player, left)
        return self._leaves(player, opponent, left)

    def _leaves(self, player: int, opponent: int, left: OriginGroup) -> PlayerAnswer:
        question = Question.FLOAT
        others = [one for one in left.players if one != player]
        reason, cause = self._why_nobody_left(player, opponent, left, others)
        if reason is not None:
            said = Sentence(YOU_MEET, reason=reason, theirs=self.asked.score_of(opponent))
            return self.asked.answer(
                question, player, cause, said, self._direction(player, opponent)
            )
        number = self._odd_number(player, opponent, left)
        if number is not None and left.natural == (player,):
            cause = Cause(K.IN_ORDER, left.article, ((player,),))
            return self.asked.answer(
                question, player, cause, number, self._by_the_list(player, left)
            )
        cause = self.obstacles.of_meeting_one_of(player, others)
        if number is not None and cause.kind in BY_ORDER and len(left.natural) == 1:
            found = self._not_the_last(player, left, number, cause)
            if found is not None:
                return found
        stayed = None if number is None else self._instead_of_you(player, left, cause)
        if stayed is None:
            worse = self.asked.worse(player, cause, ())
            if worse is None:
                return self.asked.unsaid(question, player, self._left_over(player, opponent, left))
            stayed = Sentence(IF_STAYED if number is None else IF_INSTEAD, worse=worse)
        if number is None:
            number = self._several_leave(player, opponent, left)
        return self.asked.answer(question, player, cause, number, stayed)

    def _why_nobody_left(
        self, player: int, opponent: int, left: OriginGroup, others: list[int]
    ) -> tuple[Sentence | None, Cause]:
        """Say why no opponent with the player's points is left, and return the cause.

        The sentence is None if such an opponent is left; then the number of players is odd, or it
        is the order that decides.
        """
        level = [one for one in self.asked.level(player) if one != player]
        equals, theirs = self.asked.equals(player), self.asked.score_of(opponent)
        met = Cause(K.NOBODY_LEFT, self.story.system.articles.rematch, ((player,),))
        above = self._all_above(player, opponent)
        nobody = self.asked.meets_none_of(player, player, above, theirs, more=True)
        if nobody is not None:
            return nobody, met
        if others and any(self.story.may_meet(player, one) for one in others):
            return None, met
        cause = met
        if not others:
            cause = Cause(K.NOBODY_LEFT if level else K.ALONE, left.article, ((player,),))
        if not level:
            return self.asked.alone(player, player), cause
        nobody = self.asked.meets_none_of(player, player, equals) if others else None
        elsewhere = any(one not in left.players for one in level)
        if nobody is None or (nobody.template != MET_ALL and elsewhere):
            bye = self.asked.holder in equals
            nobody = Sentence(NOBODY_LEFT, score=self.asked.score_of(player), bye=bye)
        return nobody, cause

    def _several_leave(self, player: int, opponent: int, left: OriginGroup) -> Sentence | None:
        """Say how many players leave the group, if several do.

        None if only one player or the whole group leaves, or if two of them meet after all because
        groups were joined.
        """
        many = Count(left.floaters)
        if not 1 < many < len(left.players) or player not in left.floaters:
            return None
        if any(self.this.opponent(one) in left.players for one in left.floaters):
            return None
        aside = self._aside(player, opponent)
        return Sentence(SEVERAL_LEAVE, group=self.asked.group(left.players), many=many, aside=aside)

    def _left_over(self, player: int, opponent: int, left: OriginGroup) -> Sentence | None:
        """Say with whom the others with the player's points are paired, or that the player is left
        over in the group.

        None if they are too many, and the two meet in the group after all.
        """
        theirs = self.asked.score_of(opponent)
        level = [one for one in self.asked.level(player) if one != player]
        skipped = self.asked.list_passed([self._why_taken(player, one) for one in level], room=15)
        if skipped is not None:
            score = self.asked.score_of(player)
            return Sentence(OTHERS_TAKEN, score=score, skipped=skipped, theirs=theirs)
        if opponent in left.players or player not in left.floaters:
            return None
        here = self.asked.score_of(*left.players)
        return Sentence(LEFT_OVER_AMONG, score=here, theirs=theirs)

    def _why_taken(self, player: int, one: int) -> Sentence | None:
        """Say why the player does not meet `one`: they may not, or `one` plays another; else
        None.
        """
        against, other = self.obstacles.of_forbidden_pair(player, one), self.this.opponent(one)
        if against is not None:
            return self.asked.explain_passing(player, one, against, player)
        if other is None:
            return None
        above = self.story.entrant[other].score > self.story.entrant[one].score
        template = PLAYS_ABOVE if above else PLAYS_ANOTHER
        return Sentence(template, other=self.story.name(one), one=self.story.name(other))

    def _direction(self, player: int, opponent: int) -> Sentence:
        """Say why a player without an opponent meets someone with fewer points, or with more."""
        if not self.guide.from_both_ends:
            return Sentence(FROM_THE_TOP)
        entrant = self.story.entrant
        return Sentence(TO_THE_MIDDLE, lower=entrant[opponent].score > entrant[player].score)

    def _not_the_last(
        self, player: int, left: OriginGroup, number: Sentence, order: Cause
    ) -> PlayerAnswer | None:
        """Say why the player whom the list names first does not leave; None if only the order is
        against it.

        `order`: the cause why `player` is the one to leave.
        """
        (named,) = left.natural
        passed = self._explain_who_stays(player, left, number)
        if passed is not None:
            return passed
        cause = self.obstacles.of_meeting_none_of(named, left.players)
        worse = None if cause.kind in BY_ORDER else self.asked.words(player).clause(cause)
        if worse is None:
            return None
        last = Sentence(
            NOT_THE_LAST,
            natural=self.story.name(named),
            listing=self.guide.listing(self.story, left.players),
            worse=worse,
        )
        then = self._any_other(player, left, order)
        return self.asked.answer(Question.FLOAT, player, cause, number, last, then)

    def _any_other(self, player: int, left: OriginGroup, order: Cause) -> Sentence:
        """Say that only the order decides: another player could leave without making anything
        worse.
        """
        (named,), listed = left.natural, left.players
        if named in listed and player in listed and listed.index(named) == listed.index(player) + 1:
            return Sentence(YOU_COME_NEXT)
        if order.kind is K.SERVED_FIRST and len(order.parts[1]) == 1:
            first = order.parts[0][0]
            if self.guide.scheme is Scheme.ENDS and first in listed:
                return Sentence(COMES_BEFORE, first=self.story.name(first))
        elif order.kind is K.SERVED_FIRST:
            return self._at_best(player, listed, order) or Sentence(FIRST_WAY)
        return Sentence(FIRST_WAY)

    def _at_best(self, player: int, group: Collection[int], order: Cause) -> Sentence | None:
        """Say who would leave in the best other pairing, and what would be worse in it.

        None unless exactly one player of the group would leave.
        """
        (first, earlier), (_, later) = order.parts
        partner = {} if order.forced is None else partners(order.forced)
        left_over = [one for one in group if partner.get(one) not in group]
        if len(left_over) != 1 or player in (first, earlier, later, *left_over):
            return None
        name, worse = self.story.name(left_over[0]), self.asked.words(player).clause(order)
        return None if worse is None else Sentence(AT_BEST, instead=name, worse=worse)

    def _explain_who_stays(
        self, player: int, left: OriginGroup, number: Sentence
    ) -> PlayerAnswer | None:
        """Say why the players who would leave before `player` stay; None if one has no short
        reason.
        """
        order = left.players
        last = list(reversed(order[order.index(player) + 1 :])) if player in order else []
        if self.guide.scheme is Scheme.ENDS:
            last = [*left.natural, *(one for one in order if one not in (player, *left.natural))]
        if not last or len(last) > MOST_PASSED or last[0] not in left.natural:
            return None
        causes = [self.obstacles.of_meeting_none_of(one, order) for one in last]
        forced = {one: cause.forced for one, cause in zip(last, causes, strict=True)}
        items = [
            None if one is None else self._reword_need(player, order, one, forced)
            for one in self._explain_passing_jointly(player, last, causes)
        ]
        skipped = self.asked.list_passed(items, room=21)
        if skipped is None:
            return None
        listing = self.guide.listing(self.story, order)
        first = Sentence(FIRST_COME, skipped=skipped, listing=listing, count=Count(last))
        return self.asked.answer(Question.FLOAT, player, causes[0], number, first)

    def _reword_need(
        self,
        player: int,
        group: tuple[int, ...],
        item: Sentence,
        forced: dict[int, RoundPairing | None],
    ) -> Sentence:
        """Return a clearer reason if the player would have only one possible opponent, who is
        taken.

        In all other cases return `item` itself.
        """
        if item.template != PASSED_FOR_THE_FIRST:
            return item
        other, two = (cast(NamedPlayer, item.values[name]).id for name in ("other", "two"))
        instead = forced[other]
        then = {} if instead is None else partners(instead)
        open_to_meet = {
            one
            for one in group
            if one not in (player, other) and then.get(one) != self.this.opponent(one)
            if self.story.may_meet(player, one)
        }
        if open_to_meet != {two} or then.get(player) != two:
            return item
        return Sentence(PASSED_FOR_YOU, **item.values)

    def _explain_passing_jointly(
        self, player: int, last: list[int], causes: list[Cause]
    ) -> list[Sentence | None]:
        """Say why each player of `last` stays; neighbours with the same reason share a sentence."""
        found: list[Sentence | None] = []
        together: list[int] = []
        before: Cause | None = None
        for one, cause in zip(last, causes, strict=True):
            item = self.asked.explain_passing(player, one, cause, None)
            same = before is not None and (before.kind, before.parts) == (cause.kind, cause.parts)
            if same and item is not None and item.template == PASSED_FOR_OTHERS:
                together.append(one)
                found[-1] = Sentence(
                    item.template, **{**item.values, "other": self.asked.names(together)}
                )
            else:
                together = [one]
                found.append(item)
            before = cause
        return found

    def _instead_of_you(self, player: int, left: OriginGroup, cause: Cause) -> Sentence | None:
        """Say who would leave in place of the player, or why the player cannot meet the two others.

        None if neither applies.
        """
        name, others = self.story.name, [one for one in left.players if one != player]
        if cause.kind is K.SERVED_FIRST and len(cause.parts[1]) == 2:
            return self._at_best(player, left.players, cause)
        if cause.kind is K.SERVED_FIRST:
            first = cause.parts[1][0]
            then = None if cause.forced is None else partners(cause.forced).get(player)
            level = self.story.entrant[first].score == self.story.entrant[player].score
            if then is not None and level:
                return Sentence(THAT_WOULD_BE, other=name(then), first=name(first))
        met = [one for one in others if one in self.story.entrant[player].history.met]
        open_to_meet = [one for one in others if one not in met]
        if cause.kind is not K.COLOURS or len(met) != 1 or len(open_to_meet) != 1:
            return None
        if [set(part) for part in cause.parts] != [{player, *open_to_meet}]:
            return None
        colour = colour_needed(self.story, player, *open_to_meet)
        other = name(open_to_meet[0])
        return Sentence(MET_AND_SAME_COLOUR, met=name(met[0]), other=other, colour=colour)

    def _odd_number(self, player: int, opponent: int, left: OriginGroup) -> Sentence | None:
        """Say that one player of the group has to leave because its number is odd; None if it is
        even.
        """
        size, aside = Count(left.players), self._aside(player, opponent)
        if size % 2 == 0 or len(left.floaters) != 1:
            return None
        mine = self.story.entrant[player].score
        movers = [one for one in left.players if self.story.entrant[one].score != mine]
        if not movers:
            left_of_all = size < len(self.asked.level(player))
            holder: Value = None
            if not left_of_all and self.asked.holder in self.asked.equals(player):
                holder = self.asked.holder_name
            score = self.asked.score_of(*left.players)
            return Sentence(
                ODD, size=size, score=score, aside=aside, holder=holder, left=left_of_all
            )
        if len(movers) > 2:
            return None
        return Sentence(ODD_WITH, movers=self.asked.names(movers), size=size, aside=aside)

    def _aside(self, leaving: int, opponent: int) -> Sentence:
        """Say whether the opponent of the player who leaves has more or fewer points."""
        mine, theirs = (self.story.entrant[one].score for one in (leaving, opponent))
        return Sentence(ASIDE, more=theirs > mine)

    def _by_the_list(self, player: int, left: OriginGroup) -> Sentence:
        """Say why the player is the one to leave by the order of the list."""
        listing = self.guide.listing(self.story, left.players)
        if self.guide.scheme is Scheme.ENDS:
            return Sentence(MIDDLE, listing=listing)
        return Sentence(LAST if left.players[-1] == player else IN_THE_LIST, listing=listing)

    def _explain_incoming_opponent(self, player: int, opponent: int) -> PlayerAnswer | None:
        """Answer a player who stays in their group and meets someone from other points."""
        left = self.guide.origin_group(self.story, opponent)
        if left is None:
            return None
        said = self.explain_joining(player, opponent)
        if said is None:
            return self.upfloats.is_met_from_below(player, opponent, left)
        cause = Cause(K.IN_ORDER, left.article, ((opponent,),))
        return self.asked.answer(Question.FLOAT, player, cause, said)

    def explain_joining(self, player: int, opponent: int) -> Sentence | None:
        """Say why the opponent, who comes from other points, plays someone with the player's
        points.

        None if the points are the same, if the player too left their group, or if the opponent was
        brought up from below.
        """
        me, other = self.story.entrant[player], self.story.entrant[opponent]
        if me.score == other.score or self.guide.origin_group(self.story, player) is not None:
            return None
        left = self.guide.origin_group(self.story, opponent)
        if left is None or (self.guide.brings_up and other.score < me.score):
            return None
        level = [one for one in self.asked.level(opponent) if one != opponent]
        group = [one for one in left.players if one != opponent]
        above = self._all_above(opponent, player)
        equals = self.asked.equals(opponent)
        mine = self.asked.score_of(player)
        nobody = self.asked.meets_none_of(player, opponent, equals)
        if nobody is not None and nobody.template == MAY_MEET_NONE:
            if any(self.story.may_meet(opponent, one) for one in group):
                nobody = None
        template, left_of_all = THEY_ARE_LEFT, False
        holder: Value = None
        if above:
            nobody = self.asked.meets_none_of(player, opponent, above, mine, more=True)
            template = THEY_ARE_LEFT_ABOVE
        elif not level:
            nobody = self.asked.alone(player, opponent)
        elif nobody is None and self._is_odd(opponent, left):
            template = THEY_ARE_ODD
            left_of_all = len(left.players) < len(self.asked.level(opponent))
            if not left_of_all and self.asked.holder in equals:
                holder = self.asked.holder_name
        if nobody is not None:
            template = THEY_MUST_PLAY
        whom = ONLY_YOU if self.asked.equals(player) == [player] else ONE_OF_YOU
        return sentence_with(
            template,
            reason=nobody,
            opponent=self.story.name(opponent),
            holder=holder,
            left=left_of_all,
            theirs=self.asked.score_of(opponent),
            mine=mine,
            size=Count(left.players),
            whom=Sentence(whom, mine=mine),
        )

    def _all_above(self, leaving: int, opponent: int) -> list[int]:
        """List the players with more points than the opponent, without `leaving`.

        Empty if no player to be paired has points between the opponent's and those of `leaving`. A
        player who got the bye first may be in the list.
        """
        entrant = self.story.entrant
        low, high = entrant[opponent].score, entrant[leaving].score
        scores = {one.score for one in self.story.field.entrants if one.id != self.asked.holder}
        if not any(low < score < high for score in scores):
            return []
        there = [one.id for one in self.story.field.entrants if one.score > low]
        return [one for one in there if one != leaving]

    def _is_odd(self, player: int, left: OriginGroup) -> bool:
        """Return True if the player alone leaves a group with equal points, because its number is
        odd.
        """
        scores = {self.story.entrant[one].score for one in left.players}
        mine = self.story.entrant[player].score
        return len(left.players) % 2 == 1 and len(left.floaters) == 1 and scores == {mine}
