"""An assert may check, but have no other effect: `python -O` leaves all of them out."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
PURE = frozenset(("callable", "hasattr", "isinstance", "issubclass", "len"))
"""Functions that an assert may call; `all`, `any` and `sum` may use up what they are given."""
WAY_OUT = (
    "An assert may not do anything: `python -O` leaves it out. Compute the value in a line of its "
    "own and assert only that name, or raise an error."
)


def effects(tree: ast.AST) -> Iterator[str]:
    """Yield the parts of asserts that could have an effect, each with its line."""
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Assert):
            for part in ast.walk(statement.test):
                if _may_have_an_effect(part):
                    yield f"{statement.lineno}: {ast.unparse(part)}"


def _may_have_an_effect(part: ast.AST) -> bool:
    if isinstance(part, ast.Call):
        return not (isinstance(part.func, ast.Name) and part.func.id in PURE)
    return isinstance(part, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom)


def test_no_assert_of_the_program_has_an_effect() -> None:
    files = [file for file in sorted(SOURCE.rglob("*.py")) if b"assert " in file.read_bytes()]
    assert len(files) > 50
    found = [
        f"{file.relative_to(SOURCE)}:{effect}"
        for file in files
        for effect in effects(ast.parse(file.read_bytes()))
    ]
    assert not found, "\n".join([*found, WAY_OUT])


@pytest.mark.parametrize(
    "text",
    [
        "narrator.tell(step)",
        "stack.pop() is None",
        "next(rest) == 1",
        "(found := look()) is not None",
        "all(check(one) for one in players)",
        "isinstance(read(), bytes)",
    ],
)
def test_an_effect_is_found(text: str) -> None:
    assert [*effects(ast.parse(f"assert {text}, print('as long as it fails')"))]


@pytest.mark.parametrize(
    "text", ["not rest", "one.result is not None", "len(a) == len(b)", "isinstance(a.b[0], X | Y)"]
)
def test_a_check_is_none(text: str) -> None:
    assert not [*effects(ast.parse(f"assert {text}, f'{{text!r}} {{describe(text)}}'"))]
