"""No regular expression takes more than linear time.

A text from outside may be long, and made to be slow: an expression that tries every place twice is
quadratic, and 12 kB then block a page.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import crivello
from crivello.standard.patterns import pattern
from tools.trees import walk

UNITS = (
    " ", "\t", "0", "9", "1", "a", "A", "w", "-", "_", ".", ",", ":", ";", "(", ")", "=", "/", "+",
    "'", "a ", "0 ", "1:", "1/", "1-", "1+", "-1", ",1", "1,", "0123456789", "é", "\n", "\r", "< ",
)  # fmt: skip
SMALL, FACTOR = 500, 6
NOTICED = 0.005
"""Seconds: what takes less, long as it is, keeps nobody waiting."""


USES = ("match", "fullmatch", "search", "sub", "split", "findall", "finditer")
ASKED_IN_A_CALL = re.compile(rf"\bre\s*\.\s*(?:{'|'.join(USES)})\b")


@dataclass(frozen=True)
class Expression:
    pattern: re.Pattern[Any]
    uses: tuple[str, ...]
    """How the program asks it."""

    def questions(self) -> Iterator[Callable[[Any], object]]:
        empty: Any = b"" if isinstance(self.pattern.pattern, bytes) else ""
        for use in self.uses:
            if use == "sub":
                yield partial(self.pattern.sub, empty)
            elif use == "finditer":
                yield lambda text: list(self.pattern.finditer(text))
            else:
                yield getattr(self.pattern, use)


def uses_of(module: ModuleType, name: str) -> tuple[str, ...]:
    """Return the uses of an expression in its module; without any, it may only be matched."""
    found = re.findall(rf"\b{name}\.({'|'.join(USES)})\(", inspect.getsource(module))
    return tuple(sorted(set(found))) or ("match", "fullmatch")


@cache
def patterns() -> dict[str, Expression]:
    found: dict[int, tuple[str, Expression]] = {}
    for info in pkgutil.walk_packages(crivello.__path__, "crivello."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern | type(pattern(""))):
                found.setdefault(
                    id(value), (f"{info.name}.{name}", Expression(value, uses_of(module, name)))
                )
    return dict(found.values()) | written_in_calls()


def written_in_calls() -> dict[str, Expression]:
    """Return the expressions without a name: `re.split("…", text)`."""
    found = {}
    root = Path(crivello.__file__).parent
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not ASKED_IN_A_CALL.search(source):
            continue  # to read it as a tree would take a hundred times as long
        for node in walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=use),
                    args=[ast.Constant(value=str() | bytes() as text), *_],
                ) if use in USES:
                    name = f"{path.relative_to(root)}: {use} {text!r}"
                    found[name] = Expression(re.compile(text), (use,))
    return found


def test_there_are_expressions() -> None:
    assert len(patterns()) > 40
    assert len(written_in_calls()) > 20


def seconds(ask: Callable[[Any], object], text: str | bytes, times: int) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        ask(text)
        best = min(best, time.process_time() - start)
    return best


def test_time_grows_with_the_text_and_not_with_its_square() -> None:
    for name, expression in patterns().items():
        check_growth(name, expression)


def check_growth(name: str, expression: Expression) -> None:
    for unit in UNITS:
        for end in ("", "!"):
            size = SMALL // len(unit)
            short, long = unit * size + end, unit * size * FACTOR + end
            texts: tuple[Any, Any] = (short, long)
            if isinstance(expression.pattern.pattern, bytes):
                texts = (short.encode(), long.encode())
            for ask in expression.questions():
                if seconds(ask, texts[1], 1) < NOTICED:
                    continue
                growth = seconds(ask, texts[1], 3) / max(seconds(ask, texts[0], 3), 1e-6)
                assert growth < FACTOR * 3, (name, unit)
