"""The changes that `make stress WHAT=mutate` makes, and where they are applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutants.changes import Mutant, functions, mutants, mutated


def made(tmp_path: Path, source: str) -> list[Mutant]:
    file = tmp_path / "module.py"
    file.write_text(source, encoding="utf-8")
    return list(mutants(file, tmp_path))


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a >= b", ["a > b", "a < b"]),
        ("a is b", ["a is not b"]),
        ("a not in b", ["a in b"]),
        ("a < b == c", ["a <= b == c", "a >= b == c", "a < b != c"]),
        ("a and b", ["a or b", "b", "a"]),
        ("a or b or c", ["a and b and c", "b or c", "a or c", "a or b"]),
        ("not a", ["a"]),
        ("-a", ["a"]),
        ("a + b", ["a - b"]),
        ("a * b", ["a // b"]),
        ("a if b else c", ["a if True else c", "a if False else c"]),
        ("min(a)", ["max(a)"]),
        ("sorted(a)", ["list(a)"]),
        ("f(a, b)", ["f(b, a)"]),
        ("f(a, a)", []),
        ("f(a, key=b)", ["f(a)"]),
        ("a.ljust(b)", ["a.rjust(b)"]),
        ("7", ["8", "6"]),
        ("True", ["False"]),
        ("'D.2'", ["'D.2?'"]),
        ("'a sentence'", []),
        ("N_('word')", []),
        ("words.say('word', a=1)", ["2", "0"]),
    ],
)
def test_an_expression_and_what_may_stand_in_its_place(
    tmp_path: Path, source: str, after: list[str]
) -> None:
    assert [one.after for one in made(tmp_path, f"x = {source}\n")] == after


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("if a:\n        b", [("if a", "if True"), ("if a", "if False"), ("b", "pass")]),
        ("while a:\n        break", [("while a", "while False"), ("break", "continue")]),
        ("return a", [("return a", "return None")]),
        ("return None", []),
        ("a += b", [("a += b", "a -= b"), ("a += b", "pass")]),
        ("a.b = c", [("a.b = c", "pass")]),
        ("a = [b for b in c if d]", [("for … in … if d", "for … in …")]),
        ("assert a < b", []),
        ("import a", []),
        ("a: Literal[3] = b", []),
        ('"""Says 3."""', []),
    ],
)
def test_a_statement_and_what_may_stand_in_its_place(
    tmp_path: Path, source: str, changes: list[tuple[str, str]]
) -> None:
    found = made(tmp_path, f"def f():\n    {source}\n")
    assert [(one.before, one.after) for one in found] == changes


SOURCE = """LIMIT = 100


def near(one, other):
    return abs(one - other) <= LIMIT


class Pair:
    worth: int = 2

    def bonus(self):
        return self.worth + 1
"""


def test_a_change_is_made_in_one_function_or_in_the_module(tmp_path: Path) -> None:
    before = compile(SOURCE, "module.py", "exec")
    places = {}
    for one in made(tmp_path, SOURCE):
        after = compile(mutated(SOURCE, one), "module.py", "exec")
        pairs = zip(functions(before), functions(after), strict=True)
        changed = [old.co_qualname for old, new in pairs if old != new]
        assert changed == ([one.function] if one.function else [])
        places[one.before, one.after] = one.function, sorted(one.names)
    assert places == {
        ("100", "101"): ("", ["LIMIT"]),
        ("100", "99"): ("", ["LIMIT"]),
        ("return abs(one - other) <= LIMIT", "return None"): ("near", []),
        ("abs(one - other) <= LIMIT", "abs(one - other) < LIMIT"): ("near", []),
        ("abs(one - other) <= LIMIT", "abs(one - other) > LIMIT"): ("near", []),
        ("one - other", "one + other"): ("near", []),
        ("2", "3"): ("", ["Pair", "worth"]),
        ("2", "1"): ("", ["Pair", "worth"]),
        ("return self.worth + 1", "return None"): ("Pair.bonus", []),
        ("self.worth + 1", "self.worth - 1"): ("Pair.bonus", []),
        ("1", "2"): ("Pair.bonus", []),
        ("1", "0"): ("Pair.bonus", []),
    }


def test_the_changed_module_runs(tmp_path: Path) -> None:
    found = {(one.before, one.after): one for one in made(tmp_path, SOURCE)}
    strict = found["abs(one - other) <= LIMIT", "abs(one - other) < LIMIT"]
    names: dict[str, object] = {}
    exec(compile(mutated(SOURCE, strict), "module.py", "exec"), names)
    near = names["near"]
    assert callable(near)
    assert (near(1, 100), near(1, 101)) == (True, False)


def test_the_same_changes_are_drawn_where_other_lines_change(tmp_path: Path) -> None:
    def drawn(source: str) -> list[str]:
        found = sorted(made(tmp_path, source), key=lambda one: one.order(1))
        return [one.key for one in found if one.function == "near"]

    assert drawn(SOURCE) == drawn("FIRST = 1\n" + SOURCE)
