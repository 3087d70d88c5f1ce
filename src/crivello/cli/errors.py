"""Exit codes, and how an error is told: every problem in its own line, or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from crivello.cli.console import Console
from crivello.cli.files import SUFFIX, FileError
from crivello.cli.options import UsageError
from crivello.model.errors import (
    CrivelloError,
    Illegal,
    Impossible,
    Malformed,
    Problem,
    Severity,
    TooLarge,
    Unsupported,
)
from crivello.words.columns import clean


class Exit(IntEnum):
    """What callers of pairing programs expect."""

    OK = 0
    NO_PAIRING = 1
    """No legal pairing of the round exists."""
    UNEXPECTED = 2
    """A mistake of this program."""
    BAD_REQUEST = 3
    """The request or the input is wrong."""
    TOO_LARGE = 4
    NO_FILE = 5
    """A file cannot be read or written."""
    INTERRUPTED = 130


_KINDS: tuple[tuple[type[CrivelloError], str, Exit], ...] = (
    (UsageError, "usage", Exit.BAD_REQUEST),
    (FileError, "file", Exit.NO_FILE),
    (Illegal, "illegal", Exit.BAD_REQUEST),
    (Malformed, "malformed", Exit.BAD_REQUEST),
    (Impossible, "impossible", Exit.NO_PAIRING),
    (Unsupported, "unsupported", Exit.BAD_REQUEST),
    (TooLarge, "too large", Exit.TOO_LARGE),
)
"""The error tree, the narrower class first."""


_DESK_KINDS = (
    ("crivello.desk.refusals", "Refusal", "refused", Exit.BAD_REQUEST),
    ("crivello.store.errors", "StoreError", "file", Exit.NO_FILE),
)
"""Errors of rooms that need an extra: whoever raised one has loaded its module."""


def kind_of(error: CrivelloError) -> tuple[str, Exit]:
    for cls, kind, code in _KINDS:
        if isinstance(error, cls):
            return kind, code
    for module, name, kind, code in _DESK_KINDS:
        if module in sys.modules and isinstance(error, getattr(sys.modules[module], name)):
            return kind, code
    return "unexpected", Exit.UNEXPECTED


def report(error: CrivelloError, console: Console) -> Exit:
    """Tell an error on standard error; the answer is the exit code."""
    kind, code = kind_of(error)
    if console.json:
        sys.stderr.write(console.as_json({"error": error_as_json(error, console)}))
        return code
    for problem in getattr(error, "problems", ()):
        console.remark(problem_line(problem, console))
    article = getattr(error, "article", "")
    console.remark(f"crivello: {clean(console.say(error))}" + (f" ({article})" if article else ""))
    if kind in ("refused", "file"):
        from crivello.cli.desk.hints import hint

        said = hint(error, console)
        if said is not None:
            console.remark(said)
    if isinstance(error, Impossible):
        if error.blocked:
            players = ", ".join(player_label(player, console) for player in error.blocked)
            console.remark(
                console.say("Players who cannot all be paired: {players}.", players=players)
            )
        if error.criteria:
            console.remark(
                console.say(
                    "Absolute criteria in the way: {criteria}.", criteria=", ".join(error.criteria)
                )
            )
    return code


def player_label(player: int, console: Console) -> str:
    if player in console.labels:
        return console.labels[player]
    known = console.players.get(player)
    return f"{player} {clean(known.name)}".rstrip() if known else str(player)


def problem_line(problem: Problem, console: Console) -> str:
    """``file:line:column: sentence (found …, expected …)``.

    A tournament file has no lines; there the sentence says where it is.
    """
    place = [console.source or "<input>"]
    if problem.line is None and console.source.endswith(SUFFIX):
        place = []
    elif problem.line is not None:
        place.append(str(problem.line))
        if problem.column is not None:
            place.append(str(problem.column))
    text = console.say(problem)
    if problem.severity is Severity.WARNING:
        text = console.say("warning: {text}", text=text)
    details = _details(problem, console)
    if details:
        text = f"{text.removesuffix('.')} ({details})."
    return clean(": ".join([*filter(None, [":".join(place)]), text]))


def _details(problem: Problem, console: Console) -> str:
    parts = []
    if problem.found or (problem.found is not None and problem.expected):
        parts.append(console.say("found {found!r}", found=problem.found))
    if problem.expected:
        parts.append(console.say("expected {expected}", expected=said(problem.expected, console)))
    return ", ".join(parts)


def said(text: str, console: Console) -> str:
    """A phrase without fields in the user's language; as it is if the catalogue lacks it."""
    return console.say(text.replace("{", "{{").replace("}", "}}"))


def warn(problems: Iterable[Problem], console: Console) -> None:
    """Warnings come at once as lines; a JSON answer carries them itself."""
    for problem in problems:
        if console.json:
            console.warnings.append(problem_as_json(problem, console))
        else:
            console.remark(problem_line(problem, console))


def error_as_json(error: CrivelloError, console: Console) -> dict[str, Any]:
    kind, code = kind_of(error)
    value: dict[str, Any] = {
        "kind": kind,
        "exit": int(code),
        "message": console.say(error),
        "file": console.source or None,
    }
    if kind == "refused":
        from crivello.cli.desk.hints import command_for

        value["article"] = getattr(error, "article", "") or None
        value["command"] = command_for(error, console)
    problems = getattr(error, "problems", None)
    if problems is not None:
        value["problems"] = [problem_as_json(problem, console) for problem in problems]
    if isinstance(error, Impossible):
        value["blocked"] = list(error.blocked)
        value["blocked_numbers"] = [console.number(player) for player in error.blocked]
        value["criteria"] = list(error.criteria)
    return value


def problem_as_json(problem: Problem, console: Console) -> dict[str, Any]:
    return {
        "severity": problem.severity.value,
        "message": console.say(problem),
        "line": problem.line,
        "column": problem.column,
        "found": problem.found,
        "expected": None if problem.expected is None else said(problem.expected, console),
        "player": problem.player,
        "number": console.number(problem.player),
        "round": problem.round,
    }
