"""The trace of a round is true: every step is checked by trying all possibilities."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from crivello.model.errors import Impossible
from crivello.model.field import Entrant, Field
from crivello.model.settings import Options
from crivello.model.trace import Trace
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    ProcedureEvent,
)
from crivello.rules.colours import may_meet_within_limits
from crivello.systems.lim import floaters, group
from crivello.systems.lim.procedure import (
    BEYOND_LIMITS,
    BOTH_BOUND,
    LIMITS_BIND,
    may_meet,
    pair_round,
)
from crivello.systems.lim.rules import floaters_of_last_round
from tools.agree_lim import random_field

Meets = Callable[[Entrant, Entrant], bool]
Value = tuple[int, int, int]
"""Players without an opponent, breaches, clashes."""


def best(players: Sequence[Entrant], meets: Meets) -> Value:
    """Return the lexicographically smallest value of all ways to pair some of the players."""
    if not players:
        return 0, 0, 0
    first, others = players[0], players[1:]
    alone, breaches, clashes = best(others, meets)
    found = [(alone + 1, breaches, clashes)]
    for other in others:
        if meets(first, other):
            rest = best([p for p in others if p is not other], meets)
            found.append(with_pair(first, other, rest))
    return min(found)


def with_pair(a: Entrant, b: Entrant, rest: Value) -> Value:
    clash = a.preference is not None and a.preference is b.preference
    return rest[0], rest[1] + (not may_meet_within_limits(a, b)), rest[2] + clash


class Group:
    """A group of the trace, up to the step that is being checked."""

    def __init__(self, field: Field, opened: GroupOpened, paired: GroupPaired) -> None:
        by_id = {player.id: player for player in field.entrants}
        self.by_id = by_id
        self.members = [by_id[id] for id in opened.players]
        self.left = [player for player in self.members if player.id not in paired.leaving]
        self.chosen = {a: by_id[b] for a, b in paired.pairs}
        self.wide = may_meet(field)
        self.meets: Meets = self.wide
        if best(self.members, may_meet_within_limits)[0] == best(self.members, self.wide)[0]:
            self.meets = may_meet_within_limits
        self.stay = [p for p in self.members if self.opponents(p, self.members)]

    def opponents(self, player: Entrant, among: Sequence[Entrant]) -> list[Entrant]:
        return [q for q in among if q is not player and self.meets(player, q)]

    def event(self, step: ProcedureEvent) -> bool:
        """Return True if the event of the trace is true."""
        those = [self.by_id[id] for id in step.players]
        rest = [player for player in self.stay if player not in those]
        match step.event:
            case e if e is BEYOND_LIMITS:
                return self.meets is not may_meet_within_limits
            case e if e is LIMITS_BIND:
                return self.meets is may_meet_within_limits
            case e if e is floaters.NEEDED:
                return all(
                    any(self.opponents(p, self.stay) == [one] for p in self.stay) for one in those
                )
            case e if e is floaters.NOT_EVEN:
                return best(rest, self.meets)[0] > 0
            case e if e is floaters.MADE_EVEN or e is floaters.UNMATCHED:
                least = best(self.members, self.meets)
                return best(rest, self.meets)[:2] == (0, least[1])
            case e if e is floaters.NO_SUITABLE:
                return not any(self.opponents(p, self.members) for p in those)
            case _:
                return True

    def drop(self, step: PairDropped, maxi: bool) -> bool:
        a, b = self.by_id[step.a], self.by_id[step.b]
        if step.reason == BOTH_BOUND:
            return (
                self.meets is may_meet_within_limits
                and self.wide(a, b)
                and not may_meet_within_limits(a, b)
            )
        partner = self.chosen[a.id]

        def paired_with(other: Entrant) -> Value:
            rest = [player for player in self.left if player is not a and player is not other]
            return with_pair(a, other, best(rest, self.meets))

        match step.reason:
            case group.NOT_COMPATIBLE:
                return not self.meets(a, b)
            case group.REST_FAILS:
                return paired_with(b)[0] > 0
            case group.MORE_BREACHES:
                return paired_with(b)[1] > paired_with(partner)[1]
            case group.FEWER_COLOURS:
                return paired_with(b) > paired_with(partner)
            case group.SAME_COLOUR:
                return a.preference is b.preference is not partner.preference
            case group.FAR:
                return maxi and paired_with(b)[:2] == paired_with(partner)[:2]
            case _:
                return False


def test_every_sentence_of_the_record_is_true() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1500):
        options = Options(maxi_tournament=seed % 2 == 0)
        field = replace(random_field(random.Random(f"record {seed}")), options=options)
        trace: Trace = []
        try:
            pair_round(field, floaters_of_last_round(field), trace)
        except Impossible:
            continue
        ends = iter([step for step in trace if isinstance(step, GroupPaired)])
        here: Group | None = None
        for step in trace:
            match step:
                case GroupOpened():
                    here = Group(field, step, next(ends))
                case ProcedureEvent() if here is not None:
                    assert here.event(step), (seed, step)
                    seen[step.event.code] += 1
                case PairDropped():
                    assert here is not None
                    assert here.drop(step, field.options.maxi_tournament), (seed, step)
                    seen[step.reason] += 1
                case PairFixed():
                    assert here is not None
                    here.left = [p for p in here.left if p.id not in (step.a, step.b)]
                case _:
                    pass
    reasons = ("FEWER_COLOURS", "SAME_COLOUR", "REST_FAILS", "NOT_COMPATIBLE", "FAR")
    assert all(seen[getattr(group, reason)] > 5 for reason in reasons)
    for code in ("beyond-limits", "limits-bind", "needed", "not-even", "unmatched", "least-harm"):
        assert seen[code] > 3, code


def test_of_players_who_float_for_the_colour_limits_both_are_named() -> None:
    """With 2 floating, more pairs would break the limits than with 3."""
    field = random_field(random.Random("record 610"))
    options = Options(maxi_tournament=True)
    trace: Trace = []
    pair_round(replace(field, options=options), floaters_of_last_round(field), trace)
    found = [step for step in trace if isinstance(step, ProcedureEvent)]
    names = [(step.article, step.event.code, step.players) for step in found]
    at = names.index(("6", "more-breaches", (2,)))
    assert names[at + 1] == ("6", "fewest-breaches", (3,))
