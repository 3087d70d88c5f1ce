"""Exercises for programs that speak JSON: dicts in and out, and every text in a language.

An exercise and a question are the dicts of the package's docstring; whoever calls keeps them and
gives them back. Errors are `CrivelloError`: an answer that cannot be read raises a `WordError`, and
does not count as wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crivello.explain.explanation import Depth as ExplanationDepth
from crivello.explain.explanation import Explanation, Paragraph
from crivello.explain.render import table_rows, writer_of
from crivello.explain.typed_bracket import explain_typed
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import N_, Sentence
from crivello.practice.course import Course, solve
from crivello.practice.exercise import (
    Exercise,
    ExerciseQuestion,
    read_difficulty,
    read_exercise,
    read_kind,
    read_question,
)
from crivello.practice.judging import describe_solution, give_hint, judge, right_answer
from crivello.practice.making import list_difficulties, make_exercise
from crivello.practice.practice_session import pick_question
from crivello.practice.presenting import (
    KINDS,
    ask,
    candidates_before,
    describe_exercise,
    exercise_title,
    list_choices,
    tell_how,
)
from crivello.systems.registry import find
from crivello.words import Language

Plain = dict[str, Any]


def list_systems(language: str = "en") -> list[Plain]:
    """Return the systems with exercises: key, title, and the kinds of exercises of each.

    ``[{"key": "dutch-2026", "title": "…", "kinds": [{"key": "exchange", "text": "an exchange"}]}]``
    """
    found = []
    for key in SYSTEMS:
        system = find(key)
        kinds = list_difficulties(system)
        if kinds:
            say = _writer(language).say
            found.append(
                {
                    "key": key,
                    "title": say(Sentence(system.title)),
                    "kinds": [
                        {"key": one.value, "text": say(Sentence(KINDS[one]))} for one in kinds
                    ],
                }
            )
    return found


def new_exercise(system: str, difficulty: str = "", seed: int = 1) -> Plain:
    """Return a random exercise; the same arguments give the same one.

    `difficulty`: a key of the system's kinds; empty: the seed chooses.
    """
    wished = read_difficulty(difficulty) if difficulty else ""
    return make_exercise(system, wished, seed).plain


def typed_exercise(
    system: str,
    bracket: str,
    round: int | None = None,
    rounds: int | None = None,
    barred: Sequence[int] = (),
    *,
    last: bool = True,
) -> Plain:
    """Return an exercise about a bracket that was typed; an error says what is wrong with it.

    `last`: whether nobody is below.
    """
    exercise = Exercise(system, bracket, round, rounds, last, tuple(barred))
    solve(exercise)
    return exercise.plain


def list_questions(exercise: Mapping[str, Any], language: str = "en") -> list[Plain]:
    """Return all questions about an exercise, each with ``ask`` (in words) and ``how`` (to write
    the answer).
    """
    course = solve(read_exercise(dict(exercise)))
    return [_question(course, one, language) for one in course.questions]


def one_question(exercise: Mapping[str, Any], kind: str = "", language: str = "en") -> Plain:
    """Return one question: of this kind if there is one, else the one that the seed picks."""
    read = read_exercise(dict(exercise))
    question = pick_question(read, read_kind(kind) if kind else None)
    return _question(solve(read), question, language)


def say_question(
    exercise: Mapping[str, Any], question: Mapping[str, Any], language: str = "en"
) -> Plain:
    """Return a question with its texts in the language.

    ``ask`` is the question, ``how`` says how the answer is written, ``before`` lists the candidates
    before (``number``, ``text``, ``criterion``), ``choices`` the criteria to choose from (``code``,
    ``text``).
    """
    return _question(solve(read_exercise(dict(exercise))), read_question(dict(question)), language)


def describe(exercise: Mapping[str, Any], language: str = "en") -> Plain:
    """Return what is shown of an exercise: title, sentences, and the table of its players.

    ``{"title": …, "paragraphs": [{"text": …, "columns": […], "rows": [[…], …]}]}``; the lists of a
    paragraph without a table are empty.
    """
    course = solve(read_exercise(dict(exercise)))
    told = describe_exercise(course)
    writer = _writer(language)
    return {
        "title": writer.say(exercise_title(course)),
        "paragraphs": [_paragraph(one, language) for one in told],
    }


def judge_answer(
    exercise: Mapping[str, Any], question: Mapping[str, Any], answer: str, language: str = "en"
) -> Plain:
    """Return ``{"right": …, "reason": …, "article": …}``."""
    read = read_exercise(dict(exercise))
    verdict = judge(read, read_question(dict(question)), answer)
    reason = _writer(language).say(verdict.reason)
    return {"right": verdict.right, "reason": reason, "article": verdict.article}


def hint(
    exercise: Mapping[str, Any], question: Mapping[str, Any], step: int = 0, language: str = "en"
) -> str | None:
    """Return hint number `step`, from 0; None after the last."""
    read = read_exercise(dict(exercise))
    found = give_hint(read, read_question(dict(question)), step)
    return None if found is None else _writer(language).say(found)


def solution(
    exercise: Mapping[str, Any], question: Mapping[str, Any], language: str = "en"
) -> Plain:
    """Return ``{"answer": "5-11, 4-6", "text": …}``: as it is typed, and as a sentence."""
    read, asked = read_exercise(dict(exercise)), read_question(dict(question))
    text = _writer(language).say(describe_solution(read, asked))
    return {"answer": right_answer(read, asked), "text": text}


def explain_exercise(exercise: Exercise) -> Explanation:
    """Return how the bracket of an exercise is paired, with all candidates."""
    return explain_typed(exercise.edition, exercise.typed, exercise.circumstances)


def _question(course: Course, question: ExerciseQuestion, language: str) -> Plain:
    writer = _writer(language)
    before = [
        {"number": one.number, "text": str(writer.write(what)), "criterion": code}
        for one, what, code in candidates_before(course, question)
    ]
    found = question.plain | {
        "ask": writer.say(ask(course, question)),
        "how": writer.say(tell_how(course, question)),
    }
    choices = [
        {"code": code, "text": writer.say(asks)}
        for code, asks in list_choices(course, question).items()
    ]
    return found | {"before": before, "choices": choices}


def _paragraph(one: Paragraph, language: str) -> Plain:
    writer = _writer(language)
    found: Plain = {"text": writer.say(one.sentence), "columns": [], "rows": []}
    if one.table is not None:
        head, *rows = table_rows(one.table, writer)
        found |= {"columns": head, "rows": rows}
    return found


def _writer(language: str) -> Any:
    empty = Explanation(Sentence(N_("Exercises")), "", 0, (), ExplanationDepth.FULL)
    return writer_of(empty, Language(language))
