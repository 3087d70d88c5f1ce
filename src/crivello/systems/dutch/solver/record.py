"""Record the trace of the solver from the candidates it chose.

The ideal candidate (B.3-B.6; 3.3-3.6), S1 against S2 unchanged, is generated before all others, so
it is chosen unless a criterion prefers another one. The trace names that criterion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crivello.matching.bits import bitset, members
from crivello.model.field import Entrant
from crivello.model.pairing import Role
from crivello.model.trace import ByeDecided, CompletionTested, Trace, id_pairs, ids
from crivello.model.trace import dutch as steps
from crivello.model.trace.dutch import (
    BracketOpened,
    BracketPaired,
    Collapsed,
    IdealJudged,
    LowestBye,
    PairsForgone,
)
from crivello.standard.classes import replace
from crivello.systems.dutch.bracket import unavoidable
from crivello.systems.dutch.solver.choice import look_ahead_value, pair_bracket
from crivello.systems.dutch.solver.meetings import Completion, CompletionBarrier, Meetings
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of


class Recorder:
    """Appends the steps of a `RoundSolver` to its trace."""

    def __init__(self, trace: Trace, completion: Completion) -> None:
        self._trace = trace
        self._completion = completion
        self._meetings = completion.meetings

    def lowest_bye(self, score: int) -> None:
        """Record the lowest score at which a player can get the bye, and the players of that score
        who may (C5).
        """
        candidates = members(self._meetings.eligible)
        self._trace.append(LowestBye(score, self._meetings.ids(candidates)))

    def record_completion_test(self, floaters: int, below: int) -> CompletionBarrier | None:
        answer = self._completion.find(floaters, below)
        self._trace.append(completion_tested(self._meetings, floaters | below, answer))
        return answer if isinstance(answer, CompletionBarrier) else None

    def record_collapse(self, group: Sequence[int], rest: Sequence[int]) -> None:
        score = self._meetings.players[group[0]].score
        self._trace.append(Collapsed(score, self._meetings.ids(rest)))

    def record_opening(self, problem: BracketProblem, role: Role) -> None:
        bracket = problem.bracket
        moved_down, residents = ids(bracket.moved_down), ids(bracket.residents)
        self._trace.append(BracketOpened(role, bracket.score, moved_down, residents))

    def record_pairs(
        self, problem: BracketProblem, role: Role, candidate: BracketCandidate
    ) -> None:
        ahead = look_ahead_value(problem, candidate, self._completion)
        self._trace.append(ideal_judged(problem, candidate, ahead, self._completion))
        forgone = pairs_forgone(problem, candidate)
        if forgone is not None:
            self._trace.append(forgone)
        self._trace.append(bracket_paired(problem, role, candidate, ahead))
        if problem.last and candidate.floaters:
            left = problem.players[candidate.floaters[0]]
            self._trace.append(bye_decided(problem, problem.field.entrants[left]))


def bracket_paired(
    problem: BracketProblem, role: Role, candidate: BracketCandidate, ahead: tuple[int, ...] | None
) -> BracketPaired:
    """Return the step for a paired bracket; `ahead` is the look-ahead value, None if there is
    none.
    """
    players = problem.bracket.players
    return steps.bracket_paired(
        role,
        problem.bracket.score,
        ids(players),
        len(problem.moved_down),
        candidate,
        unavoidable(players, len(candidate.pairs)),
        _list_failures(problem, candidate, ahead),
    )


def _list_failures(
    problem: BracketProblem, candidate: BracketCandidate, ahead: tuple[int, ...] | None
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    parts = parts_of(problem, candidate)
    criteria = problem.criteria(len(candidate.floaters))
    values = [(criterion.code, criterion.value(parts)) for criterion in criteria]
    if not problem.edition.completion_always:
        # C.5 counts missing pairs: how many fewer than MaxPairs. The chosen candidate has them all.
        values[0] = (values[0][0], (0,))
    if ahead is not None:
        values.insert(len(problem.edition.floaters), (problem.edition.look_ahead, ahead))
    return tuple(values)


def completion_tested(
    meetings: Meetings, players: int, answer: Mapping[int, int] | CompletionBarrier
) -> CompletionTested:
    named = meetings.ids(members(players))
    if isinstance(answer, CompletionBarrier):
        return CompletionTested(
            named, possible=False, blocked=meetings.ids(members(answer.players))
        )
    number = [player.id for player in meetings.players]
    many = len(number)
    pairs = [(number[i], number[j]) for i, j in answer.items() if i < j < many]
    return CompletionTested(named, possible=True, witness=tuple(pairs))


def bye_decided(problem: BracketProblem, player: Entrant) -> ByeDecided:
    """Return the step for the player left over in the last bracket, who gets the bye."""
    barred = ids(p for p in problem.bracket.players if p.barred)
    edition = problem.edition
    return ByeDecided(player.id, edition.bye_article, barred, bar=edition.absolute[1])


def ideal_candidate(problem: BracketProblem, chosen: BracketCandidate) -> BracketCandidate:
    """Return the ideal candidate with as many pairs, and as many moved-down players paired, as the
    chosen one.

    It pairs S1 with S2 in their original order.
    """
    many = len(problem.moved_down)
    size = len(problem.players)
    m1 = sum(i < many for i, _ in chosen.pairs)
    pairs = [(i, many + i) for i in range(m1)]
    rest = range(many + m1, size)
    half = len(chosen.pairs) - m1
    pairs += [(rest[k], rest[half + k]) for k in range(half)]
    floaters = [*range(m1, many), *rest[2 * half :]]
    return BracketCandidate(tuple(pairs), tuple(floaters))


def ideal_judged(
    problem: BracketProblem,
    chosen: BracketCandidate,
    ahead: tuple[int, ...] | None,
    completion: Completion,
) -> IdealJudged:
    """Return the step that names the criterion against the ideal candidate, if another one was
    chosen.

    `ahead` is the look-ahead value of the chosen candidate.
    """
    ideal = ideal_candidate(problem, chosen)
    players = problem.bracket.players
    same = set(ideal.pairs) == set(chosen.pairs)
    return IdealJudged(
        id_pairs((players[i], players[j]) for i, j in ideal.pairs),
        ids(players[i] for i in ideal.floaters),
        None if same else _find_criterion_against(problem, ideal, chosen, ahead, completion),
    )


def _find_criterion_against(
    problem: BracketProblem,
    ideal: BracketCandidate,
    chosen: BracketCandidate,
    ahead: tuple[int, ...] | None,
    completion: Completion,
) -> str:
    """Return the code of the first criterion by which the ideal candidate is worse than the chosen
    one.
    """
    edition = problem.edition
    players = problem.bracket.players
    legal = problem.rows
    forbidden = [(players[i], players[j]) for i, j in ideal.pairs if not legal[i] >> j & 1]
    if forbidden:
        met = any(other.id in one.avoid for one, other in forbidden)
        return edition.absolute[0 if met else 2]
    floaters = bitset(problem.players[i] for i in ideal.floaters)
    if problem.complete and not completion.possible(floaters, problem.below):
        if problem.last and players[ideal.floaters[0]].barred:
            return edition.absolute[1]
        return missing_completion(problem, floaters)
    mine, theirs = parts_of(problem, ideal), parts_of(problem, chosen)
    for place, criterion in enumerate(problem.criteria(len(ideal.floaters))):
        # (What lies ahead depends on the downfloaters only.)
        if place == len(edition.floaters) and ideal.floaters != chosen.floaters:
            if look_ahead_value(problem, ideal, completion) != ahead:
                return edition.look_ahead
        if criterion.value(mine) != criterion.value(theirs):
            return criterion.code
    raise AssertionError("nothing speaks against the first candidate, so it would be chosen")


def pairs_forgone(problem: BracketProblem, chosen: BracketCandidate) -> PairsForgone | None:
    """Return a step if the bracket could make more pairs, or more with moved-down players, when the
    players below did not matter; else None.

    The step names the criterion that prevents these pairs: the completion or the lowest bye.
    """
    size, moved_down = len(problem.players), len(problem.moved_down)
    have = len(chosen.pairs), _count_moved_down(problem, chosen)
    if not problem.complete or problem.last or have == (size // 2, moved_down):
        return None
    alone = _count_best_pairs(replace(problem, complete=False, look_ahead=False))
    if alone <= have:
        return None
    code = problem.edition.completion
    if problem.edition.lowest_bye is not None:
        # C5 comes after C4: would it be better with the bye at any score?
        free = replace(problem, meetings=Meetings(problem.field), look_ahead=False)
        if _count_best_pairs(free) > have:
            code = problem.edition.lowest_bye
    return PairsForgone(code, *alone)


def _count_best_pairs(problem: BracketProblem) -> tuple[int, int]:
    """Return the number of pairs, and of pairs with moved-down players, in the best candidate."""
    candidate = pair_bracket(problem, Completion(problem.meetings))
    return len(candidate.pairs), _count_moved_down(problem, candidate)


def _count_moved_down(problem: BracketProblem, candidate: BracketCandidate) -> int:
    return sum(i < len(problem.moved_down) for i, _ in candidate.pairs)


def missing_completion(problem: BracketProblem, floaters: int) -> str:
    """Return the code of the criterion that forbids these downfloaters.

    It is that of the lowest bye if the round could be completed with the bye at another score, else
    that of the completion.
    """
    edition = problem.edition
    if edition.lowest_bye is not None:
        if Completion(Meetings(problem.field)).possible(floaters, problem.below):
            return edition.lowest_bye
    return edition.completion
