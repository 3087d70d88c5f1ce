"""The course of an exercise: how its bracket is paired, with every candidate that the sieve tried.

The candidates come from the record of the sieve. Pairs and floaters come from the boards of the
round, so they are defined alike for all systems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from itertools import islice

from crivello.explain.explanation import Depth
from crivello.explain.steps import trace_of_sieve
from crivello.explain.typed_bracket import TypedRound
from crivello.model.errors import Unsupported
from crivello.model.field import Entrant
from crivello.model.pairing import Role
from crivello.model.sentence import N_, Sentence
from crivello.model.trace import Step, Trace
from crivello.model.trace.dutch import (
    BracketOpened,
    CandidateJudged,
    CandidateVerdict,
    Collapsed,
    PairsForgone,
)
from crivello.model.trace.procedure import CandidatesTried, GroupPaired, ProcedureEvent, Trial
from crivello.model.trace.upfloats import (
    DubovBracketPaired,
    SetJudged,
    SetVerdict,
    ShiftTried,
    UpfloatersNeeded,
)
from crivello.practice.exercise import Exercise, ExerciseQuestion, QuestionKind
from crivello.standard.classes import frozen, frozen_with_dict
from crivello.systems.dutch.generation import Generator
from crivello.systems.dutch.sieve import sift_brackets
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.registry import System

LARGEST, WORK = 16, 20_000
"""The largest bracket whose candidates are listed, and the most work for one bracket."""
NO_SIEVE = N_("There are no exercises for {system}: it tries no candidates.")

PairSet = frozenset[frozenset[int]]


class CandidateOutcome(Enum):
    """What the sieve does with a candidate."""

    __hash__ = object.__hash__

    FORBIDDEN = "forbidden"
    """An absolute criterion forbids it, or the completion."""
    WORSE = "worse"
    """It fails a criterion more than the chosen one."""
    LATER = "later"
    """As good as the chosen one, but later in the order."""
    CHOSEN = "chosen"


class Tried(Enum):
    """What the candidates of a bracket are."""

    __hash__ = object.__hash__

    PAIRINGS = "pairings"
    SETS = "sets"
    """Sets of upfloaters."""
    SHIFTS = "shifts"
    """Players who change subgroups."""


@frozen
class ExerciseCandidate:
    """One candidate of the bracket, as the sieve judged it."""

    number: int
    pairs: tuple[tuple[int, int], ...]
    players: tuple[int, ...]
    """Those left unpaired; in a set of upfloaters, these; in a shift, those who change."""
    outcome: CandidateOutcome
    criterion: str = ""
    """The code that forbids it, or the first by which it is worse than the chosen one."""

    @property
    def pair_set(self) -> PairSet:
        return frozenset(map(frozenset, self.pairs))


@frozen_with_dict
class Course:
    """A solved exercise."""

    exercise: Exercise
    round: TypedRound
    asked: tuple[int, ...]
    """The players of the bracket: the moved-down players and the residents."""
    whole: bool
    """Whether all pairs of the round are asked for, and not only those of the bracket."""
    pairs: tuple[tuple[int, int], ...]
    """The pairs that are asked for."""
    floaters: tuple[int, ...]
    """The players who leave the bracket, or who come up to it."""
    goes_up: bool
    """Whether the floaters come up."""
    tried: Tried
    candidates: tuple[ExerciseCandidate, ...]
    """In order, as far as the sieve went; empty if the system does not list candidates."""
    every: tuple[ExerciseCandidate, ...]
    """The same, and those after the point at which the sieve stopped, as far as they are known."""
    complete: bool
    """Whether all candidates with the pairs and moved-down players of the bracket are known."""

    @property
    def system(self) -> System:
        return self.round.rules

    @cached_property
    def pair_set(self) -> PairSet:
        return frozenset(map(frozenset, self.pairs))

    @cached_property
    def players(self) -> tuple[Entrant, ...]:
        """All typed players, in order."""
        known = {player.number for player in self.round.typed.players}
        return tuple(player for player in self.round.field.entrants if player.id in known)

    def candidate(self, number: int) -> ExerciseCandidate:
        return self.candidates[number - 1]

    @cached_property
    def questions(self) -> tuple[ExerciseQuestion, ...]:
        """All questions that can be asked, the pairing first."""
        found = [ExerciseQuestion(QuestionKind.PAIRING)]
        if self.floaters or any(self._moves(one) for one in self.candidates):
            found.append(ExerciseQuestion(QuestionKind.FLOATS))
        for one in self.candidates[:-1]:
            found.append(ExerciseQuestion(QuestionKind.NEXT, one.number))
        for one in self.candidates:
            if one.criterion:
                found.append(ExerciseQuestion(QuestionKind.CRITERION, one.number))
        return tuple(found)

    def literal_next(self, here: ExerciseCandidate) -> PairSet | None:
        """Return the pairs that follow a candidate in the order of the rules, whether or not they
        may meet; None if there are none, or the order is not known.

        The sieve leaves out candidates that begin with a pair already refused.
        """
        found = False
        for pairs in self._literal_order:
            if found:
                return pairs
            found = pairs == here.pair_set
        return None

    @property
    def _literal_order(self) -> Iterator[PairSet]:
        system = self.system
        if not isinstance(system, DutchSystem) or not self.candidates:
            return
        entrants = {player.id: player for player in self.round.field.entrants}
        groups = self.round.typed.groups
        many = len(groups[0].players) if self.round.above else 0
        first = self.candidates[0].pairs
        moved_down = {*self.asked[:many]}
        generator = Generator(
            [[True] * len(self.asked) for _ in self.asked],
            [entrants[player].score for player in self.asked[:many]],
            system.edition.moved_down_order,
            lambda: None,
        )
        m1 = sum(bool({*pair} & moved_down) for pair in first)
        for candidate in islice(generator.candidates(len(first), m1), WORK):
            yield frozenset(
                frozenset((self.asked[one], self.asked[other])) for one, other in candidate.pairs
            )

    def _moves(self, candidate: ExerciseCandidate) -> bool:
        return bool(candidate.players) and self.tried is not Tried.SHIFTS


@lru_cache(maxsize=64)
def solve(exercise: Exercise) -> Course:
    """Pair the bracket of an exercise, and list the candidates that the sieve tried."""
    system = exercise.edition
    if not (system.has_sieve and system.typed_brackets):
        raise Unsupported(NO_SIEVE, system=Sentence(system.title))
    this = exercise.pair()
    asked = _asked_players(this)
    goes_up = this.system.brings_up
    partner = _partners(this)
    inside = set(asked)
    if goes_up:
        floaters = [p for p in (partner.get(one) for one in asked) if p and p not in inside]
    else:
        floaters = [one for one in asked if partner.get(one) not in inside]
    whole = _is_whole(this)
    known = {player.number for player in this.typed.players}
    here = {*asked, *floaters} if goes_up else inside
    pairs = [
        (board.white, board.black)
        for board in this.pairing.boards
        if {board.white, board.black} <= (known if whole else here)
    ]
    rank = {player.id: at for at, player in enumerate(this.field.entrants)}
    ordered = sorted(tuple(sorted(pair, key=rank.__getitem__)) for pair in pairs)
    tried, candidates, every, complete = _candidates(this, asked)
    return Course(
        exercise,
        this,
        asked,
        whole,
        tuple(sorted(((a, b) for a, b in ordered), key=lambda pair: rank[pair[0]])),
        tuple(sorted(floaters, key=rank.__getitem__)),
        goes_up,
        tried,
        candidates,
        every,
        complete,
    )


def _asked_players(this: TypedRound) -> tuple[int, ...]:
    """Return the players of the bracket that is asked about.

    Where players move down it is all that stands in square brackets; else the highest scoregroup.
    """
    square = [group for group in this.typed.groups if group.square]
    if this.system.moves_down and square:
        return tuple(player.number for group in square for player in group.players)
    first = this.field.entrants[0].score
    return tuple(player.id for player in this.field.entrants if player.score == first)


def _partners(this: TypedRound) -> dict[int, int]:
    found: dict[int, int] = {}
    for board in this.pairing.boards:
        found[board.white], found[board.black] = board.black, board.white
    return found


def _is_whole(this: TypedRound) -> bool:
    """Return True if the groups cannot be paired one after the other.

    That is so if brackets were joined, and for systems that do not list the candidates of each.
    """
    if this.system.moves_down:
        return any(_joins(step) for step in this.trace)
    return not any(isinstance(step, UpfloatersNeeded) for step in this.trace)


def _joins(step: Step) -> bool:
    if isinstance(step, ProcedureEvent):
        return step.article in ("C.12", "C.13")
    return isinstance(step, Collapsed)


def changes_for_those_below(this: TypedRound) -> bool:
    """Return True if the players below made the bracket give up what it could do alone."""
    return any(isinstance(step, PairsForgone) or _joins(step) for step in this.trace)


# The candidates


SieveCandidates = tuple[ExerciseCandidate, ...]


def _candidates(
    this: TypedRound, asked: Sequence[int]
) -> tuple[Tried, SieveCandidates, SieveCandidates, bool]:
    """Return what the sieve tried, as far as it went, as far as is known, and whether that is
    all.
    """
    if isinstance(this.rules, DutchSystem):
        found = _of_dutch(this, this.rules, asked)
        every = _of_dutch(this, this.rules, asked, thorough=True)
        return Tried.PAIRINGS, found, every, bool(every)
    trace = trace_of_sieve(this.story(), Depth.FULL)
    sets = _of_sets(trace)
    if len(sets) > 1:
        return Tried.SETS, sets, sets, False
    shifts = _of_shifts(trace)
    if len(shifts) > 1:
        return Tried.SHIFTS, shifts, shifts, False
    trials, complete = _of_trials(trace, asked)
    return Tried.PAIRINGS, trials, trials, complete


def _of_dutch(
    this: TypedRound, system: DutchSystem, asked: Sequence[int], *, thorough: bool = False
) -> SieveCandidates:
    opened = [step for step in this.trace if isinstance(step, BracketOpened)]
    judged = sift_brackets(this.field, system.edition, this.trace, LARGEST, WORK, thorough=thorough)
    here = [
        steps
        for step, steps in zip(opened, judged, strict=True)
        if {*step.moved_down, *step.residents} == {*asked} and step.role is not Role.COLLAPSED_LAST
    ]
    steps = here[-1] if here else []
    best = (CandidateVerdict.BEST_SO_FAR, CandidateVerdict.UNSURPASSED, CandidateVerdict.PERFECT)
    chosen = next((one for one in reversed(steps) if one.verdict in best), None)
    return tuple(
        ExerciseCandidate(number, one.pairs, one.downfloaters, *_judge(one, chosen))
        for number, one in enumerate(steps, start=1)
    )


def _judge(one: CandidateJudged, chosen: CandidateJudged | None) -> tuple[CandidateOutcome, str]:
    if one is chosen:
        return CandidateOutcome.CHOSEN, ""
    if one.verdict is CandidateVerdict.ILLEGAL:
        return CandidateOutcome.FORBIDDEN, one.criterion or ""
    assert chosen is not None
    return _compare(one.failures, chosen.failures)


def _compare(
    mine: Iterable[tuple[str, object]], best: Iterable[tuple[str, object]]
) -> tuple[CandidateOutcome, str]:
    for (code, value), (_, least) in zip(mine, best, strict=True):
        if value != least:
            return CandidateOutcome.WORSE, code
    return CandidateOutcome.LATER, ""


def _first_bracket(trace: Trace) -> Iterator[Step]:
    """Yield the steps of the first scoregroup."""
    needed = 0
    for step in trace:
        needed += isinstance(step, UpfloatersNeeded)
        if needed > 1:
            return
        yield step


def _of_sets(trace: Trace) -> SieveCandidates:
    judged = [step for step in _first_bracket(trace) if isinstance(step, SetJudged)]
    best = (SetVerdict.BEST_SO_FAR, SetVerdict.PERFECT)
    chosen = next((one for one in reversed(judged) if one.verdict in best), None)
    found = []
    for number, one in enumerate(judged, start=1):
        if one is chosen:
            outcome, code = CandidateOutcome.CHOSEN, ""
        elif not one.failures:
            outcome, code = CandidateOutcome.FORBIDDEN, one.criterion or ""
        else:
            assert chosen is not None
            outcome, code = _compare(one.failures, chosen.failures)
        found.append(ExerciseCandidate(number, one.pairs, one.upfloaters, outcome, code))
    return tuple(found)


def _of_shifts(trace: Trace) -> SieveCandidates:
    steps = list(_first_bracket(trace))
    tried = [step for step in steps if isinstance(step, ShiftTried)]
    paired = [step for step in steps if isinstance(step, DubovBracketPaired)]
    if not tried or not paired:
        return ()
    used = paired[0].shift_smaller, paired[0].shift_larger
    least = min(step.denied for step in tried if step.t2)
    # Dubov 2026: C7; Dubov 2018: C.7
    code = paired[0].failures[2][0]
    found = []
    for number, one in enumerate(tried, start=1):
        if (one.smaller, one.larger) == used:
            outcome, criterion = CandidateOutcome.CHOSEN, ""
        elif not one.t2:
            outcome, criterion = CandidateOutcome.FORBIDDEN, ""
        elif one.denied > least:
            outcome, criterion = CandidateOutcome.WORSE, code
        else:
            outcome, criterion = CandidateOutcome.LATER, ""
        pairs = tuple(zip(one.s1, one.t2, strict=False)) if one.t2 else ()
        found.append(ExerciseCandidate(number, pairs, one.smaller + one.larger, outcome, criterion))
    return tuple(found)


def _of_trials(trace: Trace, asked: Sequence[int]) -> tuple[SieveCandidates, bool]:
    """Return the candidates of a homogeneous bracket of the older Dutch rules, and whether these
    are all.

    The record ends with a chosen candidate that breaks nothing.
    """
    tried: list[CandidatesTried] = []
    for step in trace:
        if isinstance(step, CandidatesTried):
            tried.append(step)
        elif isinstance(step, GroupPaired):
            here = {player for pair in step.pairs for player in pair} | {*step.leaving}
            if len(tried) == 1 and here == {*asked}:
                trials = tried[0].candidates
                chosen = next(one for one in trials if one.chosen)
                return _of_one_table(trials), any(value for _, value in chosen.failures)
            tried = []
    return (), False


def _of_one_table(trials: Sequence[Trial]) -> SieveCandidates:
    chosen = next(one for one in trials if one.chosen)
    found = []
    for number, one in enumerate(trials, start=1):
        if one is chosen:
            outcome, code = CandidateOutcome.CHOSEN, ""
        elif not one.failures:
            outcome, code = CandidateOutcome.FORBIDDEN, one.article
        else:
            outcome, code = _compare(one.failures, chosen.failures)
        found.append(ExerciseCandidate(number, one.pairs, one.leaving, outcome, code))
    return tuple(found)
