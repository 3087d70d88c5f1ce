"""Pair the round bracket by bracket (2017: A.9, with PPB and CLB; 2026: 1.9.2, with C4 and C5)."""

from __future__ import annotations

from itertools import groupby

from crivello.matching.bits import bitset, members
from crivello.model.field import Entrant, Field
from crivello.model.pairing import Role
from crivello.standard.classes import draft
from crivello.standard.typing_names import TYPE_CHECKING
from crivello.systems.dutch.bracket import Pairs
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.solver.choice import pair_bracket
from crivello.systems.dutch.solver.costs import criterion_cache
from crivello.systems.dutch.solver.meetings import (
    Completion,
    CompletionBarrier,
    Meetings,
    impossible,
)
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem

if TYPE_CHECKING:
    from crivello.model.trace import Trace
    from crivello.model.trace.dutch import BracketPaired
    from crivello.systems.dutch.solver.record import Recorder


Players = tuple[int, ...]


def solve(
    field: Field, edition: DutchEdition, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye.

    Raises `Impossible` if there is no legal pairing.
    """
    return RoundSolver(field, edition, trace).run()


class RoundSolver:
    """Pairs the brackets of a round one after the other, from the top."""

    def __init__(
        self, field: Field, edition: DutchEdition, trace: Trace | None, singled_out: int = 0
    ) -> None:
        self.field = field
        self.edition = edition
        self.meetings = Meetings(field, singled_out)
        self.cache = criterion_cache(edition)
        self.completion = Completion(self.meetings)
        self.recorder: Recorder | None = None
        if trace is not None:
            from crivello.systems.dutch.solver.record import Recorder

            self.recorder = Recorder(trace, Completion(self.meetings))
        self.lowest_bye: int | None = None
        self.pairs: list[tuple[int, int]] = []

    def run(self) -> tuple[Pairs, Entrant | None]:
        players = self.field.entrants
        if not players:
            return [], None
        blocked = self._test_completion(0, (1 << len(players)) - 1)
        if blocked is not None:
            raise impossible(self.field, self.edition, self.meetings, blocked)
        if self.edition.lowest_bye is not None and self.meetings.bye is not None:
            self._fix_lowest_bye()
        groups = [
            tuple(group)
            for _, group in groupby(range(len(players)), key=lambda i: players[i].score)
        ]
        left = self._pair_brackets(groups)
        pairs = [(players[a], players[b]) for a, b in self.pairs]
        return pairs, players[left[0]] if left else None

    def _fix_lowest_bye(self) -> None:
        """Find the lowest score at which a player can get the bye, and allow the bye only at that
        score (C5).
        """
        players = self.field.entrants
        possible = self.completion.possible_byes()
        score = min(players[i].score for i in members(possible))
        at_score = bitset(i for i, player in enumerate(players) if player.score == score)
        self.lowest_bye = score
        self.meetings.give_bye_to(at_score & self.meetings.eligible)
        if self.recorder is not None:
            self.recorder.lowest_bye(score)

    def _pair_brackets(self, groups: list[Players]) -> Players:
        """Pair all scoregroups from the top; return the players left over at the end.

        2026 requires a completion after every bracket. 2017 tests for it after every bracket. If
        the test fails, that bracket is the penultimate pairing bracket (PPB) and is paired again,
        and all players below it form the collapsed last bracket (CLB).
        """
        always = self.edition.completion_always
        left: Players = ()
        for k, group in enumerate(groups):
            arrived, made = left, len(self.pairs)
            below = groups[k + 1 :]
            left = self._pair(Role.NORMAL, arrived, group, below, complete=always or not below)
            if not below or (self.recorder is None and (always or len(self.pairs) == made)):
                continue  # without a pair nothing has changed
            first = below[0][0]
            rest = (1 << len(self.field.entrants)) - (1 << first)
            if self._test_completion(bitset(left), rest) is not None:
                del self.pairs[made:]
                return self._collapse(arrived, group, self._list_players_from(first))
        return left

    def _list_players_from(self, first: int) -> Players:
        """Return all players from this index on, in ranking order."""
        return tuple(range(first, len(self.field.entrants)))

    def _collapse(self, arrived: Players, group: Players, rest: Players) -> Players:
        """Pair the PPB again so that the round can be completed, then all players below it as one
        bracket (A.9).
        """
        if self.recorder is not None:
            self.recorder.record_collapse(group, rest)
        left = self._pair(Role.PENULTIMATE, arrived, group, [rest], complete=True)
        if self.recorder is not None:
            self._test_completion(bitset(left), bitset(rest))
        return self._pair(Role.COLLAPSED_LAST, left, rest, [], complete=True)

    def _test_completion(self, floaters: int, below: int) -> CompletionBarrier | None:
        if self.recorder is not None:
            return self.recorder.record_completion_test(floaters, below)
        return self.completion.find_barrier(floaters, below)

    def choose(self, problem: BracketProblem) -> BracketCandidate:
        """Return the candidate for a bracket."""
        return pair_bracket(problem, self.completion)

    def note_choice(self, problem: BracketProblem, role: Role, candidate: BracketCandidate) -> None:
        """Do nothing; subclasses that keep the choices override this."""

    def _pair(
        self,
        role: Role,
        moved_down: Players,
        residents: Players,
        below: list[Players],
        complete: bool,
    ) -> Players:
        """Pair a bracket and return its downfloaters."""
        score = self.field.entrants[residents[-1]].score
        problem = BracketProblem(
            self.field,
            self.edition,
            self.meetings,
            self.cache,
            moved_down,
            residents,
            next_group=below[0] if below else (),
            lower=self._list_players_from(below[0][-1] + 1) if below else (),
            look_ahead=role is Role.NORMAL and bool(below),
            complete=complete,
            bye_here=self.lowest_bye is not None and score <= self.lowest_bye,
        )
        if self.recorder is not None:
            self.recorder.record_opening(problem, role)
        candidate = self.choose(problem)
        self.note_choice(problem, role, candidate)
        players = problem.players
        self.pairs += [(players[i], players[j]) for i, j in candidate.pairs]
        left = tuple(players[i] for i in candidate.floaters)
        if self.recorder is not None:
            self.recorder.record_pairs(problem, role, candidate)
        return left


@draft
class PairedBracket:
    """One bracket of the right pairing, with the candidate chosen in it."""

    problem: BracketProblem
    candidate: BracketCandidate
    step: BracketPaired
    undone: bool = False
    """2017: paired again, because the rest could not be completed."""


class RecordedRound(RoundSolver):
    """The right pairing bracket by bracket, to compare other pairings with.

    The candidates are taken from its trace, so nothing is solved again.
    """

    def __init__(self, field: Field, edition: DutchEdition, trace: Trace) -> None:
        from crivello.model.trace.dutch import BracketPaired

        super().__init__(field, edition, None)
        self.steps = [step for step in trace if isinstance(step, BracketPaired)]
        self.brackets: list[PairedBracket] = []

    def choose(self, problem: BracketProblem) -> BracketCandidate:
        step = self.steps[len(self.brackets)]
        place = {player.id: i for i, player in enumerate(problem.bracket.players)}
        pairs = tuple((place[one], place[other]) for one, other in step.pairs)
        return BracketCandidate(pairs, tuple(place[player] for player in step.downfloaters))

    def note_choice(self, problem: BracketProblem, role: Role, candidate: BracketCandidate) -> None:
        if role is Role.PENULTIMATE:
            self.brackets[-1].undone = True
        step = self.steps[len(self.brackets)]
        self.brackets.append(PairedBracket(problem, candidate, step))
