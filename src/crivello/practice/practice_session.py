"""A session: exercises one after the other, the score, and those that come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from crivello.model.errors import Unsupported
from crivello.model.sentence import N_
from crivello.practice.course import solve
from crivello.practice.exercise import Exercise, ExerciseQuestion, QuestionKind
from crivello.practice.judging import AnswerVerdict, judge
from crivello.practice.making import make_exercise

NO_QUESTION = N_("This bracket has no question of the kind {kind}.")
NO_SUCH_QUESTION = N_("Exercises of this kind have no question of the kind {kind}.")
COMES_BACK = 3
"""A failed exercise comes back after this many others."""
LOOKED = 50
"""How many exercises are looked at for one with a certain question."""


def pick_question(exercise: Exercise, kind: QuestionKind | None = None) -> ExerciseQuestion:
    """Return the question of this kind that the seed picks; if `kind` is None, of any kind."""
    questions = solve(exercise).questions
    kinds = list(dict.fromkeys(one.kind for one in questions))
    chance = Random(f"{exercise.bracket} {exercise.seed}")
    if kind is None:
        kind = chance.choice(kinds)
    fitting = [one for one in questions if one.kind is kind]
    if not fitting:
        raise Unsupported(NO_QUESTION, kind=kind.value)
    return chance.choice(fitting)


@dataclass
class PracticeSession:
    """Exercises with one question each, random or given; failed ones come back."""

    system: str
    difficulty: str = ""
    seed: int = 1
    kind: QuestionKind | None = None
    given: Sequence[Exercise] | None = None
    """The exercises to ask; None for random ones, of which there is no end."""
    asked: int = 0
    """How many exercises have been answered, each time one came back included."""
    right: int = 0
    back: list[tuple[int, Exercise, ExerciseQuestion]] = field(default_factory=list)
    """Those that come back, with the number of answers after which they do."""
    made: int = 0
    """How many exercises have been taken, apart from those that came back."""

    @property
    def is_over(self) -> bool:
        """Whether all given exercises have been answered right."""
        return self.given is not None and self.made >= len(self.given) and not self.back

    def following(self) -> tuple[Exercise, ExerciseQuestion]:
        """Return the next exercise: one that comes back now, or else a new one."""
        no_new = self.given is not None and self.made >= len(self.given)
        due = [one for one in self.back if no_new or one[0] <= self.asked]
        if due:
            self.back.remove(due[0])
            return due[0][1:]
        if self.given is not None:
            exercise = self.given[self.made % len(self.given)]
            self.made += 1
            return exercise, pick_question(exercise, self.kind)
        for _ in range(LOOKED):
            exercise = make_exercise(self.system, self.difficulty, self.seed + self.made)
            self.made += 1
            kinds = {one.kind for one in solve(exercise).questions}
            if self.kind is None or self.kind in kinds:
                return exercise, pick_question(exercise, self.kind)
        assert self.kind is not None
        raise Unsupported(NO_SUCH_QUESTION, kind=self.kind.value)

    def answer(self, exercise: Exercise, question: ExerciseQuestion, answer: str) -> AnswerVerdict:
        """Judge an answer and count it; an answer that cannot be read is not counted."""
        verdict = judge(exercise, question, answer)
        self.count(exercise, question, right=verdict.right)
        return verdict

    def count(self, exercise: Exercise, question: ExerciseQuestion, *, right: bool) -> None:
        """Count an answer, or an exercise that was given up; a wrong one comes back."""
        self.asked += 1
        if right:
            self.right += 1
        else:
            self.back.append((self.asked + COMES_BACK, exercise, question))
