"""Exercises: made from a seed, solved by the sieve, judged with a reason."""

from __future__ import annotations

import pytest

from crivello.explain.notation import read_bracket, write_bracket
from crivello.model.errors import CrivelloError, WordError
from crivello.model.keys import SYSTEMS
from crivello.practice import plain
from crivello.practice.course import CandidateOutcome, solve
from crivello.practice.exercise import (
    Difficulty,
    Exercise,
    ExerciseQuestion,
    QuestionKind,
    read_exercise,
    read_question,
)
from crivello.practice.judging import give_hint, judge, right_answer
from crivello.practice.making import list_difficulties, make_exercise
from crivello.practice.practice_session import COMES_BACK, PracticeSession
from crivello.systems.registry import find
from crivello.words import Language
from tests.practice.brute_force import verify

BOOK = Exercise("dutch-2017", "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11")
"""A bracket of the slides of the Dutch system: 5-11 and 4-6 are paired."""
PAIRING = ExerciseQuestion(QuestionKind.PAIRING)
FLOATS = ExerciseQuestion(QuestionKind.FLOATS)
EACH = [
    (key, difficulty.value)
    for key in SYSTEMS
    if not SYSTEMS[key].plug_in
    for difficulty in list_difficulties(find(key))
]


def reason(exercise: Exercise, question: ExerciseQuestion, answer: str) -> str:
    return str(judge(exercise, question, answer).reason)


@pytest.mark.parametrize(("key", "difficulty"), EACH)
def test_answers_agree_with_brute_force(key: str, difficulty: str) -> None:
    for seed in range(3):
        assert verify(make_exercise(key, difficulty, seed))


@pytest.mark.parametrize(("key", "difficulty"), EACH)
def test_an_exercise_is_of_the_kind_that_was_wished_for(key: str, difficulty: str) -> None:
    exercise = make_exercise(key, difficulty, 7)
    course = solve(exercise)
    half = len(course.pairs)
    upper = {*course.asked[:half]}
    crossing = all((a in upper) != (b in upper) for a, b in course.pairs)
    match Difficulty(difficulty):
        case Difficulty.TRANSPOSITIONS:
            assert crossing
            assert not course.floaters
        case Difficulty.EXCHANGE:
            assert not crossing
            assert not course.floaters
        case Difficulty.FLOATER | Difficulty.UPFLOATERS:
            assert course.floaters
        case Difficulty.LAST_ROUND:
            assert exercise.round == exercise.rounds
        case Difficulty.COLLAPSE:
            assert len(course.round.field.entrants) > len(course.asked)
        case Difficulty.SHIFTERS:
            assert len(course.candidates) > 1
        case Difficulty.PAIRS:
            assert len(course.pairs) > 1


def test_the_same_seed_gives_the_same_exercise_and_another_seed_another() -> None:
    one, again = (make_exercise("dutch-2026", "exchange", 5) for _ in range(2))
    assert one == again
    assert len({make_exercise("dutch-2026", "exchange", seed).bracket for seed in range(9)}) > 7


def test_every_system_with_a_sieve_has_exercises() -> None:
    sieves = {key for key in SYSTEMS if not SYSTEMS[key].round_robin}
    assert {one["key"] for one in plain.list_systems()} == sieves
    assert "round robin" not in str(plain.list_systems()).lower()
    with pytest.raises(CrivelloError, match="no exercises"):
        plain.new_exercise("roundrobin")


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(WordError, match="Did you mean exchange"):
        plain.new_exercise("dutch-2026", "exchang")
    with pytest.raises(CrivelloError, match="Kinds: pairs, floater"):
        plain.new_exercise("lim-1999", "shifters")


def test_the_right_pairing_in_any_order() -> None:
    for answer in ("5-11, 4-6", "6-4 11-5", "11–5;4:6", " 5-11 and 4-6 "):
        assert judge(BOOK, PAIRING, answer).right
    assert reason(BOOK, PAIRING, "5-11, 4-6").startswith("5-11, 4-6: candidate 3 in order")


def test_a_wrong_pairing_says_why() -> None:
    assert reason(BOOK, PAIRING, "5-4, 6-11") == "5 and 4 have met before."
    assert judge(BOOK, PAIRING, "5-4, 6-11").article == "C.1"
    assert reason(BOOK, PAIRING, "5-11") == "One more pair can be made."
    lone = Exercise("dutch-2017", "[3b, 5w, 7b, 8w]")
    later = judge(lone, PAIRING, "3-5, 7-8")
    assert "as good as the right answer, but comes later" in str(later.reason)
    colours = judge(lone, PAIRING, "3-7, 5-8")
    assert (colours.right, colours.article) == (False, "C.10")
    assert "Give as many players as possible the colour they prefer" in str(colours.reason)


def test_an_answer_that_cannot_be_read_says_what_is_expected() -> None:
    for answer, expected in (
        ("", "Write an answer, such as"),
        ("hello", "Write pairs such as"),
        ("5-11, 4", "'4' is not a pair"),
        ("5-99, 4-6", "Player 99 is not in this exercise; its players are 4, 5, 6, 11"),
        ("5-11, 5-6", "Player 5 is named twice"),
    ):
        with pytest.raises(WordError, match=expected):
            judge(BOOK, PAIRING, answer)


def test_who_floats() -> None:
    odd = Exercise("dutch-2017", "[1b, 3w, 4w]{7b} met 4-7")
    assert judge(odd, FLOATS, "3").right
    assert not judge(odd, FLOATS, "0").right
    assert reason(odd, FLOATS, "1, 3") == "One player floats."
    assert "Without 4 the best candidate is 1-3; it falls at C.7" in reason(odd, FLOATS, "4")
    found = judge(odd, FLOATS, "1")
    assert "Without 1 the best candidate is 3-4; it falls at C.10" in str(found.reason)


def test_which_candidate_comes_next() -> None:
    after_first = ExerciseQuestion(QuestionKind.NEXT, 1)
    assert judge(BOOK, after_first, "5-6, 4-11").right
    assert "is candidate 3" in reason(BOOK, after_first, "5-11, 4-6")
    assert "candidate 1 already" in reason(BOOK, after_first, "4-5, 6-11")


def test_the_next_candidate_by_the_letter_is_right_even_if_the_sieve_skips_it() -> None:
    six = Exercise("dutch-2017", "[1b, 2b, 3b, 4w, 5w, 6w] met 1-4")
    assert [one.pairs for one in solve(six).candidates] == [
        ((1, 4), (2, 5), (3, 6)),
        ((1, 5), (2, 4), (3, 6)),
    ]
    after_first = ExerciseQuestion(QuestionKind.NEXT, 1)
    assert judge(six, after_first, "1-5, 2-4, 3-6").right
    literal = judge(six, after_first, "1-4, 2-6, 3-5")
    assert literal.right
    assert "still has 1-4, who may not meet" in str(literal.reason)
    assert not judge(six, after_first, "1-6, 2-4, 3-5").right


def test_which_criterion_rules_a_candidate_out() -> None:
    first = ExerciseQuestion(QuestionKind.CRITERION, 1)
    for answer in ("C.1", "c1", "1", " C 1 "):
        assert judge(BOOK, first, answer).right
    wrong = judge(BOOK, first, "C.12")
    assert not wrong.right
    assert str(wrong.reason).startswith("It is not allowed at all")
    with pytest.raises(WordError, match="Write the code of a criterion, such as"):
        judge(BOOK, first, "colour")


def test_a_candidate_with_two_faults_has_two_right_answers() -> None:
    both = Exercise("dutch-2026", "[1W, 2B, 3W, 4B] met 2-4")
    first = ExerciseQuestion(QuestionKind.CRITERION, 1)
    assert judge(both, first, "C1").right
    assert judge(both, first, "C3").right


def test_a_question_that_does_not_fit_is_refused() -> None:
    for question in (
        ExerciseQuestion(QuestionKind.NEXT, 99),
        ExerciseQuestion(QuestionKind.NEXT),
        ExerciseQuestion(QuestionKind.PAIRING, 2),
    ):
        with pytest.raises(CrivelloError, match="cannot be asked"):
            judge(BOOK, question, "1-2")


def test_hints_tell_more_and_more_but_not_the_answer() -> None:
    course = solve(BOOK)
    for question in course.questions:
        hints: list[str] = []
        while (found := give_hint(BOOK, question, len(hints))) is not None:
            hints.append(str(found))
        assert hints
        assert len(set(hints)) == len(hints)
        assert right_answer(BOOK, question) not in hints
    assert str(give_hint(BOOK, PAIRING, 0)) == "These may not meet: 5-4, 4-11."


def test_an_exercise_survives_json() -> None:
    for key, difficulty in EACH:
        exercise = make_exercise(key, difficulty, 2)
        assert read_exercise(exercise.plain) == exercise
        typed = exercise.typed
        assert read_bracket(write_bracket(typed)) == typed
        for question in solve(exercise).questions:
            assert read_question(question.plain) == question


@pytest.mark.parametrize("language", [one.value for one in Language])
def test_everything_is_said_in_each_language(language: str) -> None:
    for key, difficulty in EACH:
        exercise = plain.new_exercise(key, difficulty, 1)
        shown = plain.describe(exercise, language)
        players = shown["paragraphs"][2]
        assert len(players["columns"]) == len(players["rows"][0])
        for question in plain.list_questions(exercise, language):
            assert question["ask"].endswith("?")
            answer = plain.solution(exercise, question, language)["answer"]
            verdict = plain.judge_answer(exercise, question, answer, language)
            assert verdict["right"]
            assert verdict["reason"]
            assert plain.hint(exercise, question, 0, language)


def test_what_is_not_an_exercise_is_refused() -> None:
    for broken in ({}, {"system": "dutch-2026"}, {"system": "dutch-2026", "bracket": 5}):
        with pytest.raises(WordError, match="not an exercise"):
            plain.describe(broken)
    with pytest.raises(WordError, match="rounds is missing"):
        plain.describe({"system": "dutch-2026", "bracket": "[1, 2]", "rounds": "nine"})


def test_failed_exercises_come_back_and_right_ones_do_not() -> None:
    session = PracticeSession("dutch-2026", "transpositions", seed=1, kind=QuestionKind.PAIRING)
    failed, question = session.following()
    session.count(failed, question, right=False)
    seen = []
    for _ in range(COMES_BACK):
        exercise, asked = session.following()
        seen.append(exercise)
        assert session.answer(exercise, asked, right_answer(exercise, asked)).right
    assert failed not in seen
    assert session.following() == (failed, question)
    session.count(failed, question, right=True)
    assert (session.asked, session.right) == (COMES_BACK + 2, COMES_BACK + 1)
    assert session.following()[0] not in (failed, *seen)


def test_an_answer_that_cannot_be_read_is_not_counted() -> None:
    session = PracticeSession("dutch-2026")
    exercise, question = session.following()
    with pytest.raises(WordError):
        session.answer(exercise, question, "?")
    assert session.asked == 0


def test_the_sieve_stops_at_a_perfect_candidate_but_later_ones_are_judged() -> None:
    course = solve(Exercise("dutch-2017", "[3b, 5w, 7b, 8w]"))
    assert course.candidates[-1].outcome is CandidateOutcome.CHOSEN
    assert len(course.every) > len(course.candidates)
