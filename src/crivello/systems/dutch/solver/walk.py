"""The round, bracket by bracket (2017: A.9 with PPB and CLB; 2026: 1.9.2 with C4 and C5)."""

from __future__ import annotations

from itertools import groupby

from ....matching.bits import bitset, members
from ....model.field import Entrant, Field
from ....model.trace import Trace
from ..editions import Edition
from .bracket import pair_bracket
from .exact import Candidate, Problem
from .meetings import Blocked, Completion, Meetings, impossible

Pairs = list[tuple[Entrant, Entrant]]


def solve(field: Field, edition: Edition, trace: Trace | None) -> tuple[Pairs, Entrant | None]:
    """Pairs of a complete round and the player with the bye; raises `Impossible`."""
    return _Walk(field, edition, trace).run()


class _Walk:
    def __init__(self, field: Field, edition: Edition, trace: Trace | None) -> None:
        self.field = field
        self.edition = edition
        self.trace = trace
        self.meetings = Meetings(field)
        self.completion = Completion(self.meetings)
        self.lowest_bye: int | None = None
        self.pairs: list[tuple[int, int]] = []

    def run(self) -> tuple[Pairs, Entrant | None]:
        players = self.field.entrants
        whole = self.completion.find(0, (1 << len(players)) - 1)
        if isinstance(whole, Blocked):
            raise impossible(self.field, self.edition, self.meetings, whole)
        if self.edition.lowest_bye is not None and self.meetings.bye is not None:
            self._fix_lowest_bye()
        groups = [
            tuple(group)
            for _, group in groupby(range(len(players)), key=lambda i: players[i].score)
        ]
        if self.edition.completion_always:
            floaters = self._down(groups)
        else:
            floaters = self._down_to_collapse(groups)
        pairs = [(players[a], players[b]) for a, b in self.pairs]
        return pairs, players[floaters[0]] if floaters else None

    def _fix_lowest_bye(self) -> None:
        """C5: the lowest score at which somebody can have the bye; from now on only they may."""
        players = self.field.entrants
        possible = self.completion.possible_byes()
        self.lowest_bye = min(players[i].score for i in members(possible))
        at_score = (i for i, player in enumerate(players) if player.score == self.lowest_bye)
        self.meetings.give_bye_to(bitset(at_score) & self.meetings.eligible)

    def _down(self, groups: list[tuple[int, ...]]) -> tuple[int, ...]:
        """2026: each scoregroup once, its downfloaters always leaving a completion."""
        floaters: tuple[int, ...] = ()
        for k, group in enumerate(groups):
            floaters = self._pair(floaters, group, groups[k + 1 :], True, True)
        return floaters

    def _down_to_collapse(self, groups: list[tuple[int, ...]]) -> tuple[int, ...]:
        """2017, A.9: when the rest cannot be completed, that bracket again, then all at once."""
        floaters: tuple[int, ...] = ()
        for k, group in enumerate(groups):
            arrived, before = floaters, len(self.pairs)
            below = groups[k + 1 :]
            floaters = self._pair(arrived, group, below, True, not below)
            rest = tuple(i for lower in below for i in lower)
            if self.completion.possible(bitset(floaters), bitset(rest)):
                continue
            del self.pairs[before:]
            floaters = self._pair(arrived, group, below, False, True)
            return self._pair(floaters, rest, [], False, True)
        return floaters

    def _pair(
        self,
        moved_down: tuple[int, ...],
        residents: tuple[int, ...],
        below: list[tuple[int, ...]],
        look_ahead: bool,
        complete: bool,
    ) -> tuple[int, ...]:
        """Pair a bracket; its downfloaters."""
        score = self.field.entrants[residents[-1]].score
        problem = Problem(
            self.field,
            self.edition,
            self.meetings,
            moved_down,
            residents,
            below[0] if below else (),
            tuple(i for group in below[1:] for i in group),
            look_ahead and bool(below),
            complete,
            self.lowest_bye is not None and score <= self.lowest_bye,
        )
        candidate: Candidate = pair_bracket(problem, self.completion)
        players = problem.players
        self.pairs += [(players[i], players[j]) for i, j in candidate.pairs]
        return tuple(players[i] for i in candidate.floaters)
