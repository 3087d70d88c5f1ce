"""The steps of the solver's trace, made from the candidates it chose (only when somebody asks)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crivello.matching.bits import members
from crivello.model.field import Entrant
from crivello.model.pairing import Role
from crivello.model.trace import ByeDecided, CompletionTested, Pairs, Trace
from crivello.model.trace.dutch import BracketOpened, BracketPaired, Collapsed, LowestBye, Split
from crivello.systems.dutch.solver.bracket import look_ahead_value
from crivello.systems.dutch.solver.forgone import pairs_forgone
from crivello.systems.dutch.solver.ideal import ideal_judged
from crivello.systems.dutch.solver.meetings import Blocked, Completion, Meetings
from crivello.systems.dutch.solver.problem import Candidate, Problem, parts_of


class Recorder:
    """Writes down what a walk comes to."""

    def __init__(self, trace: Trace, completion: Completion) -> None:
        self._trace = trace
        self._completion = completion
        self._meetings = completion.meetings

    def lowest_bye(self, score: int) -> None:
        """C5 has been decided: those who may still have the bye."""
        players = self._meetings.players
        candidates = members(self._meetings.eligible)
        self._trace.append(LowestBye(score, tuple(players[i].id for i in candidates)))

    def completion_tested(self, floaters: int, below: int) -> Blocked | None:
        answer = self._completion.find(floaters, below)
        self._trace.append(completion_tested(self._meetings, floaters | below, answer))
        return answer if isinstance(answer, Blocked) else None

    def collapsed(self, group: Sequence[int], rest: Sequence[int]) -> None:
        players = self._meetings.players
        ids = tuple(players[i].id for i in rest)
        self._trace.append(Collapsed(players[group[0]].score, ids))

    def opened(self, problem: Problem, role: Role) -> None:
        self._trace.append(bracket_opened(problem, role))

    def paired(self, problem: Problem, role: Role, candidate: Candidate) -> None:
        self._trace.append(ideal_judged(problem, candidate, self._completion))
        forgone = pairs_forgone(problem, candidate)
        if forgone is not None:
            self._trace.append(forgone)
        ahead = look_ahead_value(problem, candidate, self._completion)
        self._trace.append(bracket_paired(problem, role, candidate, ahead))
        if problem.last and candidate.floaters:
            left = problem.players[candidate.floaters[0]]
            self._trace.append(bye_decided(problem, problem.field.entrants[left]))


def bracket_opened(problem: Problem, role: Role) -> BracketOpened:
    return BracketOpened(
        role,
        problem.bracket.score,
        _ids(problem, problem.moved_down),
        _ids(problem, problem.residents),
    )


def bracket_paired(
    problem: Problem, role: Role, candidate: Candidate, ahead: tuple[int, ...] | None
) -> BracketPaired:
    """`ahead`: the failures of the next bracket, if it was looked at."""
    players = problem.players
    moved_down = len(problem.moved_down)
    ids = _ids(problem, players)
    mdp_pairs = [pair for pair in candidate.pairs if pair[0] < moved_down]
    rest_pairs = [pair for pair in candidate.pairs if pair[0] >= moved_down]
    met = {j for _, j in mdp_pairs}
    rest = [i for i in range(moved_down, len(players)) if i not in met]
    remainder = _split(rest, rest_pairs, ids) if rest else None
    if moved_down:
        s1 = tuple(ids[i] for i, _ in mdp_pairs)
        s2 = ids[moved_down:]
    else:
        s1 = ids[: len(rest_pairs)]
        s2 = ids[len(rest_pairs) :]
    paired = {i for i, _ in mdp_pairs}
    return BracketPaired(
        role=role,
        score=problem.bracket.score,
        max_pairs=len(candidate.pairs),
        m0=moved_down,
        m1=len(mdp_pairs),
        x=_x(problem.entrants(players), len(candidate.pairs)),
        s1=s1,
        s2=s2,
        limbo=tuple(ids[i] for i in range(moved_down) if i not in paired),
        moved_down_pairs=tuple((ids[i], ids[j]) for i, j in mdp_pairs),
        remainder=remainder,
        pairs=tuple((ids[i], ids[j]) for i, j in candidate.pairs),
        downfloaters=tuple(ids[i] for i in candidate.floaters),
        failures=_failures(problem, candidate, ahead),
    )


def _split(rest: Sequence[int], pairs: Sequence[tuple[int, int]], ids: Sequence[int]) -> Split:
    """The canonical way to a candidate: S1 has, after the exchange, the higher of each pair."""
    half = len(pairs)
    s1, s2 = rest[:half], rest[half:]
    new_s1 = sorted(i for i, _ in pairs)
    partner = dict(pairs)
    opponents = [partner[i] for i in new_s1]
    left = sorted(set(rest) - set(new_s1) - set(opponents))

    def named(positions: Sequence[int]) -> tuple[int, ...]:
        return tuple(ids[i] for i in positions)

    return Split(
        named(s1),
        named(s2),
        named([i for i in s1 if i not in partner]),
        named([i for i in s2 if i in partner]),
        named(opponents + left),
    )


def _x(players: Sequence[Entrant], max_pairs: int) -> int:
    """Pairs that cannot have both preferences granted, by mere numbers."""
    white = sum(player.wants_white for player in players)
    black = sum(player.wants_black for player in players)
    return max(0, max_pairs - min(white, black) - (len(players) - white - black))


def _failures(
    problem: Problem, candidate: Candidate, ahead: tuple[int, ...] | None
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    parts = parts_of(problem, candidate)
    criteria = problem.criteria(len(candidate.floaters))
    values = [(criterion.code, criterion.value(parts)) for criterion in criteria]
    if not problem.edition.completion_always:
        # C.5 asks for pairs: how many fewer than MaxPairs. The chosen candidate has them all.
        values[0] = (values[0][0], (0,))
    if ahead is not None:
        values.insert(len(problem.edition.floaters), (problem.edition.look_ahead, ahead))
    return tuple(values)


def completion_tested(
    meetings: Meetings, players: int, answer: Mapping[int, int] | Blocked
) -> CompletionTested:
    named = tuple(meetings.players[i].id for i in members(players))
    if isinstance(answer, Blocked):
        blocked = members(answer.players)
        return CompletionTested(
            named, False, blocked=tuple(meetings.players[i].id for i in blocked)
        )
    pairs: Pairs = tuple(
        (meetings.players[i].id, meetings.players[j].id)
        for i, j in answer.items()
        if i < j < len(meetings.players)
    )
    return CompletionTested(named, True, pairs)


def bye_decided(problem: Problem, player: Entrant) -> ByeDecided:
    """Who is left in the last bracket has the bye."""
    barred = tuple(p.id for p in problem.entrants(problem.players) if p.barred)
    edition = problem.edition
    return ByeDecided(player.id, edition.bye_article, barred, bar=edition.absolute[1])


def _ids(problem: Problem, players: Sequence[int]) -> tuple[int, ...]:
    return tuple(problem.field.entrants[i].id for i in players)
