"""The older Dutch procedure for a round: brackets from the top, backtracking, joining brackets
(C.1, C.12-C.14).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, groupby

from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant, Field
from crivello.model.trace import Trace
from crivello.standard.classes import frozen, replace
from crivello.systems.completion import can_be_paired, refuse_impossible
from crivello.systems.dutch2011 import record
from crivello.systems.dutch2011.bracket import (
    Facts,
    Failures,
    Leave,
    OlderBracket,
    OlderCandidate,
    Target,
    WorkBudget,
    all_alike,
    divide,
    lower,
)
from crivello.systems.dutch2011.bracket_search import Search, possible
from crivello.systems.dutch2011.record import Record

Players = tuple[Entrant, ...]


def rank_players(players: Players) -> Players:
    """Sort by score, then pairing number (A.2)."""
    # A.2
    return tuple(sorted(players, key=lambda player: (-player.score, player.number)))


@frozen
class DoneBracket:
    """A paired bracket, with the facts needed to undo it."""

    whole: OlderBracket
    """The bracket as it was opened."""
    bracket: OlderBracket
    """Without the players who left it by C.1."""
    target: Target
    candidate: OlderCandidate | None
    """None if no pair was made and all players moved down."""
    forced: Players
    """The players who left by C.1, or with the whole bracket."""
    undone_by: str = ""
    """C.12 or C.13, if it was undone and paired again for the sake of those below."""

    @property
    def leaving(self) -> Players:
        return rank_players(self.forced + (self.candidate.leaving if self.candidate else ()))


class OlderProcedure:
    """Pairs one round by the older Dutch rules."""

    def __init__(self, field: Field, search: Search, trace: Trace | None) -> None:
        self.field = field
        self.facts = Facts(field)
        self.search = search
        self.record = Record(self.facts, trace)
        self.work = WorkBudget()
        self.done: list[DoneBracket] = []

    def run(self) -> tuple[list[tuple[Entrant, Entrant]], Entrant | None]:
        """Return all pairs and the player with the bye."""
        refuse_impossible(self.field.entrants, self.facts.may_meet, ("B.1", "B.2"))
        groups = [tuple(g) for _, g in groupby(self.field.entrants, key=lambda p: p.score)]
        floaters: Players = ()
        for group in groups[:-1]:
            self._pair_upper(OlderBracket(floaters, group))
            floaters = self.done[-1].leaving
        if groups:
            self._pair_lowest(OlderBracket(floaters, groups[-1], lowest=True))
        pairs = [
            pair for paired in self.done if paired.candidate for pair in paired.candidate.pairs
        ]
        bye = next(iter(self.done[-1].leaving), None) if self.done else None
        return pairs, bye

    # Leaving a bracket

    def _float_down(self, player: Entrant) -> Failures | None:
        return self.facts.of_leaving(player)

    def _take_bye(self, player: Entrant) -> Failures | None:
        """Return the failures if the player gets the bye; None for a player who may not have it
        (B.1b).

        The bye is a downfloat (A.5), so B.5 and B.6 apply.
        """
        return None if player.barred else self.facts.of_leaving(player)

    def _leave(self, bracket: OlderBracket) -> Leave:
        return self._take_bye if bracket.lowest else self._float_down

    # C.1: no possible opponent

    def _find_incompatible(self, bracket: OlderBracket) -> Players:
        players = bracket.players
        return tuple(
            player
            for player in players
            if not any(
                other is not player and self.facts.may_meet(player, other) for other in players
            )
        )

    def _is_fully_pairable(self, bracket: OlderBracket) -> bool:
        """Return True if all pairs of C.3 can be made, once residents without a possible opponent
        have left (C.1).
        """
        if not bracket.lowest:
            alone = self._find_incompatible(bracket)
            above = {player.id for player in bracket.moved_down}
            if any(player.id in above for player in alone):
                return False
            bracket = bracket.without(alone)
        return possible(self.facts, divide(bracket), self._leave(bracket))

    # Every bracket but the lowest

    def _pair_upper(self, bracket: OlderBracket, backtrack: bool = True) -> None:
        self.record.record_opening(bracket, "C.3")
        alone = self._find_incompatible(bracket)
        if len(bracket.players) > 1 and alone:
            self.record.event("C.1", record.INCOMPATIBLE, alone)
        if backtrack and bracket.moved_down and not self._is_fully_pairable(bracket):
            if self._change_floaters(bracket):
                self._pair_upper(
                    OlderBracket(self.done[-1].leaving, bracket.residents), backtrack=False
                )
                return
        if alone:
            single = len(bracket.players) == 1
            self.record.event("C.1", record.ALONE if single else record.MOVED_DOWN, alone)
        active = bracket.without(alone)
        # A player left has a possible opponent, so there are two of them or none.
        target: Target | None = divide(active) if active.players else None
        while target is not None and not possible(self.facts, target, self._float_down):
            reached = target.heterogeneous and possible(
                self.facts, target, self._float_down, len(active.players) - 2 * target.p
            )
            target = lower(active, target, reached)
            self.record.event("C.14", record.LOWERED_P)
        if target is None:
            if active.players:
                self.record.event("C.14", record.ALL_DOWN, active.players)
            self.done.append(DoneBracket(bracket, active, divide(active), None, bracket.players))
            return
        candidate = self._find(target, self._float_down)
        self._accept(DoneBracket(bracket, active, target, candidate, alone))

    def _find(self, target: Target, leave: Leave) -> OlderCandidate:
        candidate = self.search(self.facts, target, leave, self.work)
        assert candidate is not None  # `possible` was tested before
        return candidate

    def _accept(self, paired: DoneBracket) -> None:
        leave = self._leave(paired.bracket)
        self.record.record_pairs(paired.bracket, paired.target, paired.candidate, leave)
        self.done.append(paired)

    # The lowest bracket

    def _pair_lowest(self, bracket: OlderBracket) -> None:
        self.record.record_opening(bracket, "C.3")
        if not self._is_fully_pairable(bracket):
            alone = self._find_incompatible(bracket)
            if alone and len(bracket.players) > 1:
                self.record.event("C.1", record.INCOMPATIBLE, alone)
            barred = [player for player in bracket.players if player.barred]
            if barred and len(bracket.players) % 2:
                self.record.event("B.1b", record.BARRED, barred)
            if bracket.moved_down and self._change_floaters(bracket):
                bracket = OlderBracket(self.done[-1].leaving, bracket.residents, lowest=True)
                self.record.record_opening(bracket, "C.12")
            else:
                bracket = self._join(bracket)
        self._complete(bracket)

    def _complete(self, bracket: OlderBracket) -> None:
        """Pair the lowest bracket; while that is impossible, its lowest moved-down player goes to
        S2 (C.14).
        """
        target = divide(bracket)
        while not possible(self.facts, target, self._take_bye):
            self.record.event("C.14", record.LOWERED_P)
            # With p = 0 there is no priority left, and every legal pairing is possible.
            lowered = lower(bracket, target, remainder_reached=False)
            target = lowered or all_alike(bracket)
        candidate = self._find(target, self._take_bye)
        self._accept(DoneBracket(bracket, bracket, target, candidate, ()))

    # C.12: other floaters from the previous bracket

    def _change_floaters(self, bracket: OlderBracket) -> bool:
        """Pair the previous bracket again with other floaters, so that `bracket` can be paired
        (C.12); return True if that is possible.
        """
        if not self.done:
            return False
        previous = self.done[-1]
        self.record.event("C.12", record.UNDONE, previous.leaving)

        def helps(floaters: Players) -> bool:
            moved = rank_players(floaters + previous.forced)
            return self._is_fully_pairable(OlderBracket(moved, bracket.residents, bracket.lowest))

        other, tried = self._find_other_pairing(previous, previous.target, helps)
        if other is None:
            vain = record.NO_OTHER_FLOATER if tried else record.NOBODY_ELSE
            self.record.event("C.12", vain, tried)
            return False
        self.done.pop()
        self.record.event("C.12", record.FLOATERS_CHANGED, other.leaving)
        self.record.record_opening(previous.bracket, "C.12")
        self._accept(replace(previous, candidate=other, undone_by="C.12"))
        return True

    def _find_other_pairing(
        self, previous: DoneBracket, target: Target, helps: Callable[[Players], bool]
    ) -> tuple[OlderCandidate | None, Players]:
        """Return the first other pairing of a bracket whose floaters satisfy `helps`, and the
        players tried as floaters in vain.

        The floaters are residents, as many as the target requires. The pairing is None if no
        floaters satisfy `helps`.
        """
        if previous.candidate is None or not target.leaving:
            return None, ()
        old = {player.id for player in previous.candidate.leaving}
        useful: list[Players] = []
        vain: list[Entrant] = []
        for floaters in combinations(previous.bracket.residents, target.leaving):
            self.work.spend(len(previous.bracket.players))
            if target == previous.target and {player.id for player in floaters} == old:
                continue
            if not possible(self.facts, target, self._allow_only(floaters)):
                continue
            if helps(floaters):
                useful.append(floaters)
            else:
                vain.extend(floaters)
        if not useful:
            return None, tuple(dict.fromkeys(vain))
        sets = frozenset(frozenset(player.id for player in players) for players in useful)
        union = tuple({player.id: player for players in useful for player in players}.values())
        found = self._find(replace(target, floaters=sets), self._allow_only(union))
        return found, tuple(dict.fromkeys(vain))

    def _allow_only(self, floaters: Players) -> Leave:
        ids = {player.id for player in floaters}
        return lambda player: self.facts.of_leaving(player) if player.id in ids else None

    # C.13: the lowest bracket cannot be completed

    def _join(self, bracket: OlderBracket) -> OlderBracket:
        """Return a lowest bracket that can be completed (C.13).

        The penultimate bracket is paired differently, with fewer pairs if necessary. If no pair of
        it can be kept, it is joined with the lowest one, and the one above becomes the penultimate
        one.
        """
        added: Players = ()
        below = bracket.residents
        while self.done:
            previous = self.done.pop()
            self.record.event("C.13", record.PENULTIMATE_UNDONE, previous.whole.players)
            if self._repair_penultimate(previous, added, below):
                moved = rank_players(self.done[-1].leaving + added)
                lowest = OlderBracket(moved, below, lowest=True, merged=bool(added))
                self.record.record_opening(lowest, "C.13")
                return lowest
            below = rank_players(added + below)
            added = previous.whole.residents
            merged = OlderBracket(previous.whole.players, below, lowest=True, merged=True)
            self.record.event("C.13", record.MERGED, merged.players)
            self.record.record_opening(merged, "C.13")
            if self._can_complete(merged.players):
                return merged
        raise AssertionError("the whole field was found to be pairable")

    def _can_complete(self, players: Players) -> bool:
        return can_be_paired(players, self.facts.may_meet, len(players) % 2)

    def _repair_penultimate(self, previous: DoneBracket, added: Players, below: Players) -> bool:
        """Pair the penultimate bracket so that the lowest one can be paired; return False if that
        is impossible.
        """

        def helps(floaters: Players) -> bool:
            moved = rank_players(floaters + previous.forced + added)
            if added:
                return self._can_complete(moved + below)
            return self._is_fully_pairable(OlderBracket(moved, below, lowest=True))

        fewest = self._count_fewest_floaters(previous, added + below)
        target: Target | None = previous.target if fewest is not None else None
        while target is not None and previous.candidate is not None:
            if fewest is not None and target.leaving >= fewest:
                other, _ = self._find_other_pairing(previous, target, helps)
                if other is not None:
                    self.record.record_opening(previous.bracket, "C.13")
                    for _ in range(target.lowered - previous.target.lowered):
                        self.record.event("C.14", record.LOWERED_P)
                    self._accept(
                        replace(previous, target=target, candidate=other, undone_by="C.13")
                    )
                    return True
            reached = target.heterogeneous and possible(
                self.facts, target, self._float_down, len(previous.bracket.players) - 2 * target.p
            )
            target = lower(previous.bracket, target, reached)
        return False

    def _count_fewest_floaters(self, previous: DoneBracket, below: Players) -> int | None:
        """Return the fewest residents who must float down so that the players below can be paired;
        None if all are not enough.
        """
        above = previous.bracket.players
        players = above + previous.forced + below
        bound = {player.id for player in previous.bracket.moved_down}
        n = len(players)
        size = n + n % 2
        cost: list[list[int | None]] = [[None] * size for _ in range(size)]
        for i, a in enumerate(players):
            for j in range(i):
                b = players[j]
                inside = (i < len(above)) + (j < len(above))
                if self.facts.may_meet(a, b) and not (inside == 1 and {a.id, b.id} & bound):
                    cost[i][j] = cost[j][i] = int(inside == 1)
            if size > n and not a.barred and a.id not in bound:
                cost[i][n] = cost[n][i] = int(i < len(above))
        solution = minimum_cost_perfect_matching(size, cost)
        return None if solution is None else solution.total
