"""Find the obstacle to a wish: pair the round again with the wish granted, and compare.

Systems that can judge a pairing (Dutch, Dubov) name the first criterion that gets worse. For a
procedure, the two rounds are compared group by group. In the first group that differs, the cause is
the first thing that happens more often although the rules keep it rare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.groups import FinalGroup, final_groups
from crivello.explain.player.place import ByeOrder, Part, find_guide
from crivello.explain.round import TracedRound
from crivello.explain.steps import find_apart, forbidding_article, why_forbidden
from crivello.model.errors import CrivelloError, Impossible
from crivello.model.field import Field
from crivello.model.pairing import RoundPairing, opponents
from crivello.model.result import Award, Colour
from crivello.model.trace import Step, Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.model.trace.upfloats import ByeChosen
from crivello.rules.criterion import Measure
from crivello.rules.field import announced_pairs
from crivello.systems.completion import NO_BYE
from crivello.systems.judgement import Defect, Difference, Wish


class Obstacles:
    """Finds the causes against wishes in one round, and remembers them."""

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.story = this.story()
        self.guide = find_guide(this.rules)
        self._found: dict[Wish, Cause] = {}

    # The wishes

    def of_pair(self, one: int, other: int) -> Cause:
        """Return the cause why the two do not meet."""
        fact = self.of_forbidden_pair(one, other)
        bye = self.this.pairing.bye
        if fact is None and self.guide.bye_first and bye in (one, other):
            fact = Cause(CauseKind.HAS_BYE, self.bye_article, ((bye,),))
        return fact or self._of(self._only(one, {other}, self._only(other, {one})))

    def of_bye(self, player: int) -> Cause:
        """Return the cause why the player does not have the bye."""
        if len(self.story.field.entrants) % 2 == 0:
            return Cause(CauseKind.EVEN, self.story.system.articles.bye)
        if self.story.entrant[player].barred:
            return self.of_barred_bye(player)
        if self.guide.bye_first:
            return self._by_bye_order(player)
        return self._of(self._only(player, set()))

    def _by_bye_order(self, player: int) -> Cause:
        """Return the cause why the bye, given before pairing, goes to another player."""
        holder = self.this.pairing.bye
        assert holder is not None
        me, other = self.story.entrant[player], self.story.entrant[holder]
        parts = ((holder, player),)
        if player in players_needed_by_others(self.this.trace):
            return Cause(CauseKind.NEEDED, self.bye_article, ((player,),))
        order = ByeOrder.SCORE
        if me.score == other.score:
            order = self.guide.bye_order(self.story, holder, player)
        return Cause(CauseKind.BYE_ORDER, self.bye_article, parts, reason=order.value)

    @property
    def bye_article(self) -> str:
        return self.this.narrator.bye_article(self.story)

    def of_meeting_one_of(self, player: int, others: Iterable[int]) -> Cause:
        """Return the cause against the wish that the player meets one of `others`."""
        wish = self._only(player, set(others))
        return self._of(replace(wish, without_bye=frozenset((player,))))

    def of_meeting_none_of(self, player: int, others: Iterable[int]) -> Cause:
        """Return the cause against the wish that the player meets none of `others`."""
        return self._of(Wish(frozenset((player, other) for other in others if other != player)))

    def of_colour(self, player: int, colour: Colour) -> Cause:
        """Return the cause why the player does not have this colour."""
        judge = self.this.judge
        if judge is None:
            return Cause(CauseKind.UNSAID)
        fit = judge.opponents_with(player, colour)
        return self.of_meeting_one_of(player, fit) if fit else Cause(CauseKind.UNSAID)

    def _only(self, player: int, opponents: set[int], beside: Wish | None = None) -> Wish:
        """Return the wish that the player meets one of `opponents`, in addition to the wish
        `beside`.
        """
        apart = frozenset(
            (player, other) for other in self.story.entrant if other not in (player, *opponents)
        )
        return Wish(apart | (beside.apart if beside else frozenset()), frozenset(opponents))

    # Facts

    def of_forbidden_pair(self, one: int, other: int) -> Cause | None:
        """Return the cause why the pair is forbidden, with the round in which they met; None if it
        is allowed.
        """
        story = self.story
        me, them = story.entrant[one], story.entrant[other]
        if story.may_meet(me.id, them.id):
            return None
        reason = why_forbidden(story, one, other)
        article, parts = forbidding_article(story, reason), ((one, other),)
        if reason == 0:
            met = [
                number
                for number, entry in enumerate(me.history.entries, start=1)
                if entry.played and entry.opponent == other
            ]
            return Cause(CauseKind.MET, article, parts, round=met[-1])
        if reason == 2:
            return Cause(CauseKind.SAME_COLOUR, article, parts)
        apart = find_apart(story, one, other)
        if apart is not None:
            return Cause(CauseKind.KEPT_APART, "", parts, apart=apart)
        announced = announced_pairs(self.this.tournament, self.this.number, set(story.entrant))
        bound = [pair for pair in announced if {one, other} & set(pair)]
        return Cause(CauseKind.ANNOUNCED, "", tuple(bound))

    def of_barred_bye(self, player: int) -> Cause:
        """Return the cause why the player may not have the bye, with the round of an earlier bye or
        points.
        """
        article, parts = self.story.system.articles.bye, ((player,),)
        rounds = self.story.rounds_barring_bye(player)
        if not rounds:
            return Cause(CauseKind.BARRED, article, parts)
        had = self.story.entrant[player].history.parts
        byes = [one for one in rounds if had[one - 1].award is Award.PAIRING_ALLOCATED_BYE]
        reason = "bye" if byes else ""
        return Cause(CauseKind.BARRED, article, parts, round=(byes or rounds)[-1], reason=reason)

    # The round paired again

    def _of(self, wish: Wish) -> Cause:
        if wish not in self._found:
            self._found[wish] = replace(self._compare(wish), wish=wish)
        return self._found[wish]

    def _compare(self, wish: Wish) -> Cause:
        judge = self.this.judge
        trace: Trace = []
        try:
            if judge is not None:
                forced = judge.best_with(wish)
            else:
                field = grant_wish(self.this, wish)
                forced = self.this.rules.pair(self.this.tournament, self.this.number, trace, field)
        except Impossible:
            return Cause(CauseKind.IMPOSSIBLE, self.story.system.articles.rematch)
        except CrivelloError:
            return Cause(CauseKind.UNSAID)
        if not _grants(forced, wish):
            return Cause(CauseKind.UNSAID)
        if judge is not None:
            found = self._by_judge(judge.judge(forced.boards, forced.bye), forced)
        else:
            found = self._by_groups(forced, trace)
            if found.kind is CauseKind.PAIRS and self._meet_there_after_all(found, forced):
                found = Cause(CauseKind.UNSAID)
        if found.kind is CauseKind.UNSAID:
            found = self._by_whole_round(forced)
        return replace(found, forced=forced)

    def _meet_there_after_all(self, found: Cause, forced: RoundPairing) -> bool:
        """Return True if a player who is left over by the cause still gets an opponent with the
        group's points.
        """
        partner, entrant = partners(forced), self.story.entrant
        return any(
            one in partner and entrant[partner[one]].score == found.score for (one,) in found.parts
        )

    def _by_whole_round(self, forced: RoundPairing) -> Cause:
        """Return a cause that counts in every system: more unequal pairs, or more colours not
        granted.
        """
        right, wrong = self.this.pairing, forced
        article = self.guide.group_article
        entrant = self.story.entrant
        if self.guide.bye_first and right.bye != wrong.bye and wrong.bye is not None:
            return Cause(CauseKind.BYE_MOVES, self.bye_article, ((wrong.bye,),))

        def unequal(pairing: RoundPairing) -> list[Part]:
            boards = ((board.white, board.black) for board in pairing.boards)
            return [pair for pair in boards if gap(pair)]

        def gap(pair: Part) -> int:
            return abs(entrant[pair[0]].score - entrant[pair[1]].score)

        now, then = unequal(right), unequal(wrong)
        new = tuple(pair for pair in then if self.this.opponent(pair[0]) != pair[1])
        if len(then) > len(now):
            return Cause(CauseKind.UNEQUAL, article, new, len(now), len(then))
        if new and sum(map(gap, then)) > sum(map(gap, now)):
            parts = tuple(sorted(new, key=gap, reverse=True))
            return Cause(
                CauseKind.DIFFERENCES, article, parts, sum(map(gap, now)), sum(map(gap, then))
            )
        return Cause(CauseKind.UNSAID)

    # Systems that judge

    def _by_judge(self, difference: Difference | None, forced: RoundPairing) -> Cause:
        if difference is None:
            return Cause(CauseKind.GRANTED)
        code = difference.code
        if difference.level is Defect.ORDER:
            return self._by_order(difference, forced)
        kind = self.guide.kinds.get(code, CauseKind.UNSAID)
        if difference.level is not Defect.CRITERION or kind is CauseKind.UNSAID:
            return Cause(CauseKind.UNSAID, code)
        right, wrong = difference.right or (), difference.wrong or ()
        if kind is CauseKind.LOWEST_BYE:
            assert forced.bye is not None
            return Cause(kind, code, ((forced.bye,),))
        if kind is CauseKind.BYE_ORDER:
            return Cause(kind, code, (difference.players,))
        if difference.score is None or not (right or wrong):
            return Cause(CauseKind.UNSAID, code)
        parts, counts = list(difference.parts), (sum(right), sum(wrong))
        if kind is CauseKind.NEXT_GROUP:
            counts = right[0], wrong[0]
        elif self.this.narrator.measures.get(code) is Measure.LIST:
            at = next(i for i, value in enumerate(wrong) if right[i : i + 1] != (value,))
            counts = right[at] if at < len(right) else 0, wrong[at]
            if kind is CauseKind.LOWER_UPFLOATER:
                below = difference.score - wrong[at]
                parts = [part for part in parts if self.story.entrant[part[0]].score == below]
            else:  # they stand in the order of their values
                parts = [part for i, part in enumerate(parts) if wrong[i : i + 1] == (wrong[at],)]
        new = [part for part in parts if not self._is_so_already(part, difference.score)]
        if not new:
            return Cause(CauseKind.UNSAID, code)
        return Cause(kind, code, tuple(new), counts[0], counts[1], score=difference.score)

    def _is_so_already(self, part: Part, score: int) -> bool:
        """Return True if the actual pairing has this pair, or this player leaves the group."""
        if len(part) == 2:
            return self.this.opponent(part[0]) == part[1]
        return part[0] in self.guide.floaters(self.story, score)

    def _by_order(self, difference: Difference, forced: RoundPairing) -> Cause:
        assert difference.score is not None
        kind = self.guide.order_kind(self.story, difference, forced)
        if kind is CauseKind.SERVED_FIRST:
            partner = partners(forced)
            for one, other in self.guide.pairs_in_order(self.story, difference.score):
                if partner.get(one) != other:
                    later = partner.get(one)
                    parts = ((one, other), (one, later) if later is not None else (one,))
                    return Cause(kind, difference.code, parts)
            return Cause(CauseKind.UNSAID, difference.code)
        return Cause(kind, difference.code, score=difference.score)

    # Procedures

    def _by_groups(self, forced: RoundPairing, trace: Sequence[Step]) -> Cause:
        mine, theirs = final_groups(self.this.trace), final_groups(trace)
        for here, other in zip(mine, theirs, strict=False):
            if here.pair_set == other.pair_set and set(here.leaving) == set(other.leaving):
                continue
            if here.members != other.members:
                return self.guide.by_members(self.story, here, other)
            return self._worse_in(here, other)
        return Cause(CauseKind.UNSAID)

    def _worse_in(self, here: FinalGroup, other: FinalGroup) -> Cause:
        for kind, article, failing in self.guide.measures:
            (now, mine), (then, theirs) = (failing(self.story, one) for one in (here, other))
            if then < now:
                return Cause(CauseKind.UNSAID)  # it did not decide alone
            if then > now:
                new = tuple(part for part in theirs if not here.has(part))
                return Cause(kind, article, new, len(mine), len(theirs), score=here.score)
        return self.guide.by_order(self.story, here, other)


def players_needed_by_others(trace: Iterable[Step]) -> set[int]:
    """Return the players who would get the bye first, but are needed as opponents."""
    found: set[int] = set()
    for step in trace:
        if isinstance(step, ProcedureEvent) and step.event is NO_BYE:
            found |= set(step.players)
        elif isinstance(step, ByeChosen):
            found |= set(step.indispensable)
    return found


def grant_wish(this: TracedRound, wish: Wish) -> Field:
    """Return the field of the round, in which all pairs are forbidden that the wish excludes."""
    return replace(wish, without_bye=frozenset()).grant(this.field)


def _grants(forced: RoundPairing, wish: Wish) -> bool:
    pairs = {frozenset((board.white, board.black)) for board in forced.boards}
    return forced.bye not in wish.without_bye and not any(
        frozenset(pair) in pairs for pair in wish.apart
    )


def partners(pairing: RoundPairing) -> dict[int, int]:
    return opponents(pairing.boards)
