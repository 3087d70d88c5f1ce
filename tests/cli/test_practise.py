"""`crivello practise`: exercises at the terminal, from a file, typed, and as a printed sheet."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import EXAMPLE, call, process

BOOK = "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11"
PAIRING = ("--system", "dutch-2017", "--ask", "pairing")


def practise(*words: str, typed: str) -> str:
    answer = call("practise", *words, stdin=typed.encode())
    assert (answer.code, answer.err) == (0, "")
    return answer.out


def test_a_typed_bracket_is_asked_and_judged() -> None:
    out = practise(BOOK, *PAIRING, typed="5-4, 6-11\n5-11, 4-6\nq\n")
    assert "What is the pairing of the bracket?" in out
    assert "Not right. 5 and 4 have met before. [C.1] Try again" in out
    assert "Right. 5-11, 4-6: candidate 3 in order" in out


def test_only_the_first_answer_counts_and_a_failed_exercise_comes_back() -> None:
    out = practise(BOOK, *PAIRING, typed="5-4, 6-11\n5-11, 4-6\n5-11, 4-6\n")
    assert out.count("What is the pairing of the bracket?") == 2
    assert out.rstrip().endswith("Right: 1 of 2.")


def test_hints_the_solution_and_an_answer_that_cannot_be_read() -> None:
    out = practise(BOOK, *PAIRING, typed="?\n?\n?\n?\nfive\n!\nq\n")
    assert "These may not meet: 5-4, 4-11." in out
    assert "The answer has 2 pairs." in out
    assert "There are no more hints." in out
    assert "'five' is not a pair" in out
    assert "This exercise comes back later." in out
    assert out.rstrip().endswith("Right: 0 of 1.")


def test_random_exercises_of_one_kind_from_a_seed() -> None:
    words = ("--kind", "exchange", "--seed", "3", "--count", "2")
    first = practise(*words, typed="!\n!\n")
    assert first == practise(*words, typed="!\n!\n")
    assert first.count("as in the books") == 2
    assert first != practise("--kind", "exchange", "--seed", "4", "--count", "2", typed="!\n!\n")


def test_a_question_about_a_criterion_lists_the_criteria() -> None:
    out = practise("--ask", "criterion", "--count", "1", typed="!\n")
    assert "C1  Players who have met do not meet again." in out
    assert "C12  Give as many players as possible the colour they prefer." in out


def test_the_brackets_of_a_file() -> None:
    words = (EXAMPLE, "--round", "4", "--system", "dutch-2017", "--ask", "pairing")
    out = practise(*words, typed="2-6\n4-5 1-3\nq\n")
    assert "[2B, 5Bb, 6b↓]@2½" in out
    assert "Right: 2 of 2." in out
    out = practise(*words, "--bracket", "2", typed="1-3, 4-5\n")
    assert "Right: 1 of 1." in out
    refused = call("practise", EXAMPLE, "--round", "4", "--bracket", "3")
    assert refused.code == 3
    assert "Bracket 3 of round 4 cannot be an exercise; these can:" in refused.err


def test_a_sheet_has_the_solutions_on_another_page(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    made = call("practise", "--sheet", "4", "--seed", "2", "--output", page)
    assert made.code == 0
    text = page.read_text()
    assert text.count("Answer: ____") == 4
    assert 'class="card new-page"' in text
    assert text.index("Solutions") > text.rindex("Answer: ____")
    again = call("practise", "--sheet", "4", "--seed", "2", "--to", "html")
    assert again.out == text
    pdf = tmp_path / "sheet.pdf"
    assert call("practise", "--sheet", "2", "--output", pdf, "--lang", "it").code == 0
    assert pdf.read_bytes().startswith(b"%PDF")


def test_a_sheet_as_json_has_question_and_answer() -> None:
    answer = json.loads(call("practise", "--sheet", "3", "--system", "dubov", "--json").out)
    assert answer["schema"] == "crivello/exercises/1"
    for exercise in answer["exercises"]:
        assert exercise["system"] == "dubov-2026"
        assert exercise["answer"]
        assert exercise["question"]["ask"].endswith("?")


def test_the_other_spelling_and_italian() -> None:
    out = call("practice", "--count", "1", "--lang", "it", stdin=b"!\n").out
    assert "Questi sono tutti i giocatori ancora da abbinare." in out


def test_what_does_not_go_together_is_refused() -> None:
    for words, message in (
        (("--kind", "exchang"), "Did you mean exchange"),
        (("--sheet", "101"), "--sheet is at most 100"),
        ((BOOK, "--kind", "floater"), "not for a bracket that is given"),
        (("--last",), "is for a typed bracket"),
        (("--system", "roundrobin"), "There are no exercises"),
        (("--system", "lim", "--kind", "shifters"), "Kinds: pairs, floater"),
        (("--sheet", "2", "--count", "2"), "--count"),
        (("[5W",), "cannot be read at character"),
    ):
        refused = call("practise", *words)
        assert refused.code != 0, words
        assert message in refused.err, (words, refused.err)


def test_as_a_process() -> None:
    answer = process("practise", "--count", "1", "--seed", "5", stdin=b"q\n")
    assert answer.code == 0
    assert "Right: 0 of 0." in answer.out
