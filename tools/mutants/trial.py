"""Try changes, each in a forked process with everything imported, with the tests that run its
lines.

A change inside a function replaces the code of that function. A change outside functions (a table,
a default, a constant) is tried in a process that has not yet imported the product.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib.machinery
import json
import os
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.changes import Mutant, functions, mutable_nodes, mutated
from tools.mutants.reach import ROOT, Reach, forked, in_pytest, own_folder

TIMES = 15
"""The factor by which a test may exceed its usual time, besides two seconds."""
MEMORY = 4 << 30
FEW = 3
"""The number of tests for a line that no test runs by itself."""
KILLED, LIVES, UNREACHED, SAME = "killed", "lives", "unreached", "same"


@dataclass(frozen=True)
class Outcome:
    key: str
    line: int
    outcome: str
    by: str = ""
    """The test that noticed, or `time` if one took too long."""
    tests: int = 0
    """The number of tests that run the line of the change."""
    tried: int = 0

    def to_json(self) -> str:
        return json.dumps(vars(self), ensure_ascii=False)


@cache
def source_of(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def code_of(file: str) -> CodeType:
    return compile(source_of(file), str(ROOT / file), "exec", dont_inherit=True)


def compiled(mutant: Mutant) -> CodeType:
    tree = mutated(source_of(mutant.file), mutant)
    return compile(tree, str(ROOT / mutant.file), "exec", dont_inherit=True)


def replacement(mutant: Mutant, code: CodeType) -> tuple[CodeType, CodeType] | None:
    """Return the function that differs and its new code; None if the module itself differs."""
    old, new = functions(code_of(mutant.file)), functions(code)
    if not mutant.function or len(old) != len(new):
        return None
    pairs = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
    if len(pairs) != 1 or pairs[0][0].co_freevars != pairs[0][1].co_freevars:
        return None
    return pairs[0]


def is_same(mutant: Mutant, code: CodeType) -> bool:
    return code == code_of(mutant.file)


class Readers:
    """The lines of the product that read a name of a module, by file and line of their function."""

    def __init__(self) -> None:
        self.lines: dict[str, set[tuple[str, int]]] = defaultdict(set)
        self.made_of: dict[tuple[str, str], set[str]] = defaultdict(set)
        """The names of a module that are made of another of its names."""
        self.called: set[str] = set()
        """Functions that are called when modules are imported, to make a table."""
        self.imported: dict[str, set[str]] = defaultdict(set)
        """Files of tests by the names of the product that they import."""
        for path in (ROOT / "tests").rglob("test_*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("crivello"):
                    for alias in node.names:
                        self.imported[alias.name].add(path.relative_to(ROOT).as_posix())
        for path in (ROOT / "src" / "crivello").rglob("*.py"):
            file = path.relative_to(ROOT).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node_ in mutable_nodes(tree):
                if not node_.function and isinstance(node_.node, ast.Call):
                    self.called.add(ast.unparse(node_.node.func).rpartition(".")[2])
                elif not node_.function and isinstance(node_.node, ast.Name):
                    self.made_of[file, node_.node.id] |= node_.names
            for node in ast.walk(tree):
                if isinstance(node, ast.Name):
                    self.lines[node.id].add((file, node.lineno))
                elif isinstance(node, ast.Attribute):
                    self.lines[node.attr].add((file, node.lineno))

    def makes_a_table(self, mutant: Mutant, reach: Reach) -> bool:
        """Return True if the function runs only at import, to make a value of its module."""
        name = mutant.function.partition(".")[0]
        if mutant.function.rpartition(".")[2] in self.called:
            return True
        unreached = not reach.of(mutant.file, mutant.lines)
        return bool(name) and unreached and bool(self.made_of.get((mutant.file, name)))

    def tests(self, mutant: Mutant, reach: Reach) -> int:
        start = mutant.names or {mutant.function.partition(".")[0]}
        names, more = set(start), set(start)
        while more:
            more = set().union(*(self.made_of[mutant.file, name] for name in more)) - names
            names |= more
        found = 0
        for name in names:
            for file, line in self.lines[name]:
                found |= reach.of(file, [line])
        files = set().union(*(self.imported[name] for name in names))
        for at, test in enumerate(reach.tests):
            if test.partition("::")[0] in files:
                found |= 1 << at
        return found or reach.of(mutant.file, reach.lines.get(mutant.file, {}))


class Choice:
    """Chooses the tests for a change: those that noticed changes in the same function, then the
    quickest.
    """

    def __init__(self, reach: Reach, budget: float) -> None:
        self.reach = reach
        self.budget = budget
        self.readers = Readers()
        self.noticed: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.seconds = dict(zip(reach.tests, reach.seconds, strict=True))

    def of(self, mutant: Mutant) -> list[str]:
        chosen = self.reach.of(mutant.file, mutant.lines)
        if not mutant.function or (not chosen and self.readers.makes_a_table(mutant, self.reach)):
            chosen |= self.readers.tests(mutant, self.reach)
        if not mutant.function and not chosen:
            # What only runs while modules are imported: any test that imports them will notice.
            folder = mutant.file.rpartition("/")[0]
            for file, lines in self.reach.lines.items():
                if file.startswith(folder):
                    chosen |= self.reach.of(file, lines)
            return self.reach.quickest(chosen)[:FEW]
        tests = self.reach.quickest(chosen)
        noticed = self.noticed[mutant.file, mutant.function]
        return sorted(tests, key=lambda test: -noticed.get(test, 0))

    def affordable(self, tests: Sequence[str]) -> list[str]:
        """Return the first of the tests that together stay within the budget."""
        spent = 0.0
        found: list[str] = []
        for test in tests:
            spent += self.seconds[test] + 0.003
            if found and spent > self.budget:
                break
            found.append(test)
        return found

    def note(self, mutant: Mutant, outcome: Outcome) -> None:
        if outcome.outcome == KILLED and outcome.by in self.seconds:
            self.noticed[mutant.file, mutant.function][outcome.by] += 1


Note = Callable[[Outcome], None]


def try_all(chosen: Sequence[Mutant], choice: Choice, note: Note) -> None:
    """Try the changes, and note the outcome of each."""
    inside: list[tuple[Mutant, tuple[CodeType, CodeType]]] = []
    outside: list[tuple[Mutant, CodeType]] = []
    for mutant in chosen:
        code = compiled(mutant)
        early = choice.readers.makes_a_table(mutant, choice.reach)
        pair = None if early else replacement(mutant, code)
        if is_same(mutant, code):
            note(Outcome(mutant.key, mutant.line, SAME))
        elif not choice.of(mutant):
            note(Outcome(mutant.key, mutant.line, UNREACHED))
        elif pair is None:
            outside.append((mutant, code))
        else:
            inside.append((mutant, pair))
    if inside:
        # In a process of its own: this one imports nothing of the product.
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                missing = _try_inside(inside, choice, note)
                os.write(writing, json.dumps(missing).encode())
            finally:
                sys.stdout.flush()
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as answer:
            elsewhere = set(json.loads(answer.read() or b"[]"))
        os.waitpid(child, 0)
        outside += [(one, compiled(one)) for one, _ in inside if one.key in elsewhere]
    for mutant, code in outside:
        tests = choice.of(mutant)
        tried = choice.affordable(tests)
        work = partial(_imported, mutant, code, tried, choice)
        outcome = _outcome(mutant, *forked(work, 600), len(tests), len(tried))
        choice.note(mutant, outcome)
        note(outcome)


def _outcome(mutant: Mutant, found: object, status: int, tests: int, tried: int) -> Outcome:
    if found is None:
        by = "time" if os.WIFSIGNALED(status) else "import"
        return Outcome(mutant.key, mutant.line, KILLED, by, tests, tried)
    outcome = KILLED if found else LIVES
    return Outcome(mutant.key, mutant.line, outcome, str(found), tests, tried)


def _try_inside(
    chosen: Sequence[tuple[Mutant, tuple[CodeType, CodeType]]], choice: Choice, note: Note
) -> list[str]:
    """Try changes inside functions; return the keys of those whose function could not be
    replaced.
    """
    missing: list[str] = []
    wanted = [choice.affordable(choice.of(mutant)) for mutant, _ in chosen]
    files = sorted({test.partition("::")[0] for tests in wanted for test in tests})

    def work(session: pytest.Session) -> None:
        items = {item.nodeid: item for item in session.items}
        live = Live()
        trusted: dict[str, bool] = {}
        for mutant, (old, new) in chosen:
            if not live.functions[old]:
                missing.append(mutant.key)
                continue
            tests = [test for test in choice.of(mutant) if test in items]
            tried = choice.affordable(tests)
            while True:
                here = [items[test] for test in tried]
                trial = partial(live.replaced, old, new, here, choice.seconds)
                found, status = forked(trial, _clock(tried, choice.seconds))
                if isinstance(found, str) and found and not _trust(items[found], trusted, choice):
                    tried.remove(found)
                    continue
                break
            outcome = _outcome(mutant, found, status, len(tests), len(tried))
            choice.note(mutant, outcome)
            note(outcome)

    in_pytest(files, work)
    return missing


def _clock(tests: Sequence[str], seconds: dict[str, float]) -> float:
    return 120 + 3 * TIMES * sum(seconds[test] for test in tests)


def _trust(item: pytest.Item, trusted: dict[str, bool], choice: Choice) -> bool:
    """Return True if the test passes here, alone, with nothing changed."""
    test = item.nodeid
    if test not in trusted:
        alone = partial(first_failure, [item], choice.seconds)
        found, _ = forked(alone, _clock([test], choice.seconds))
        trusted[test] = found == ""
    return trusted[test]


def first_failure(items: Sequence[pytest.Item], seconds: dict[str, float]) -> str:
    """Return the first test that fails or takes much longer than usual; empty if none does."""
    if not items:
        return ""
    own_folder(items[0].config)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, 2 + TIMES * seconds[item.nodeid])
        reports = runtestprotocol(item, nextitem=following, log=False)
        if any(report.failed for report in reports):
            return item.nodeid
    signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


class Live:
    """The imported functions of the product, by their code."""

    def __init__(self) -> None:
        gc.unfreeze()
        self.functions: dict[CodeType, list[FunctionType]] = defaultdict(list)
        self.caches: list[Any] = []
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                if one.__module__ and one.__module__.startswith("crivello"):
                    self.functions[one.__code__].append(one)
            elif isinstance(one, functools._lru_cache_wrapper):
                if str(one.__module__).startswith("crivello"):
                    self.caches.append(one)
        gc.freeze()

    def replaced(
        self, old: CodeType, new: CodeType, items: Sequence[pytest.Item], seconds: dict[str, float]
    ) -> str:
        """Replace the code of a function, and return the first test that fails."""
        for function in self.functions[old]:
            function.__code__ = new
        for kept in self.caches:
            kept.cache_clear()
        return first_failure(items, seconds)


def _imported(mutant: Mutant, code: CodeType, tests: Sequence[str], choice: Choice) -> str:
    """Import the product with a changed module, and return the first test that fails."""
    loader: Any = importlib.machinery.SourceFileLoader
    usual = loader.get_code
    target = str(ROOT / mutant.file)

    def get_code(self: Any, fullname: str) -> CodeType | None:
        found: CodeType | None = code if self.path == target else usual(self, fullname)
        return found

    loader.get_code = get_code
    resource.setrlimit(resource.RLIMIT_CPU, (400, 400))
    found = ["import"]  # if the tests cannot even be collected

    def work(session: pytest.Session) -> None:
        items = {item.nodeid: item for item in session.items}
        found[0] = first_failure([items[test] for test in tests if test in items], choice.seconds)
        if not found[0] and any(test not in items for test in tests):
            found[0] = "import"

    in_pytest(sorted({test.partition("::")[0] for test in tests}), work)
    return found[0]
