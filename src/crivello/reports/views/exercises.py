"""The view of exercises: brackets with questions, and the right answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from crivello.practice import plain
from crivello.practice.exercise import Exercise, ExerciseQuestion
from crivello.words import Language


class ExerciseQuestionView(TypedDict):
    kind: str
    """`pairing`, `floats`, `next` or `criterion`."""
    candidate: int | None
    """The number of the candidate that the question is about."""
    ask: str
    """The question in the language asked for."""
    how: str
    """How the answer is written."""


class ExerciseView(TypedDict):
    system: str
    bracket: str
    """In the notation of books."""
    round: int | None
    rounds: int | None
    last: bool
    """Whether these are all players still to be paired."""
    barred: list[int]
    """Those who may not have the bye."""
    difficulty: str
    """The kind of exercise; empty if the bracket was given."""
    seed: int | None
    question: ExerciseQuestionView
    answer: str
    """The right answer, as it is typed."""
    reason: str


class ExercisesView(TypedDict):
    exercises: list[ExerciseView]


def exercises_view(
    items: Iterable[tuple[Exercise, ExerciseQuestion]], language: Language
) -> ExercisesView:
    return ExercisesView(exercises=[_exercise_view(*item, language) for item in items])


def _exercise_view(
    exercise: Exercise, question: ExerciseQuestion, language: Language
) -> ExerciseView:
    said = plain.say_question(exercise.plain, question.plain, language.value)
    solved = plain.solution(exercise.plain, question.plain, language.value)
    return ExerciseView(
        system=exercise.system,
        bracket=exercise.bracket,
        round=exercise.round,
        rounds=exercise.rounds,
        last=exercise.last,
        barred=list(exercise.barred),
        difficulty=exercise.difficulty,
        seed=exercise.seed,
        question=ExerciseQuestionView(
            kind=question.kind.value,
            candidate=question.candidate or None,
            ask=said["ask"],
            how=said["how"],
        ),
        answer=solved["answer"],
        reason=solved["text"],
    )
