"""What is wrong with a file, and why a command was not done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NotRequired, TypedDict

from crivello.model.errors import Problem
from crivello.reports.views.values import Say

if TYPE_CHECKING:
    from crivello.formats.repairs import Repair

Number = Callable[[int | None], int | None]
"""The pairing number of a player, by id."""


class DefectView(TypedDict):
    """Something odd about a file: a warning, or a problem of an error."""

    severity: str
    """`error` or `warning`."""
    detail: str
    """A sentence in the user's language."""
    line: int | None
    column: int | None
    found: str | None
    expected: str | None
    player: int | None
    """The id of the file; at the desk the permanent one."""
    number: int | None
    """The pairing number; null where nobody has one."""
    round: int | None


def defect_view(problem: Problem, say: Say, number: Number) -> DefectView:
    return DefectView(
        severity=problem.severity.value,
        detail=say(problem),
        line=problem.line,
        column=problem.column,
        found=problem.found,
        expected=None if problem.expected is None else say_phrase(problem.expected, say),
        player=problem.player,
        number=number(problem.player),
        round=problem.round,
    )


class RepairView(TypedDict):
    """What a tolerant reading mended."""

    detail: str
    line: int | None
    column: int | None
    found: str
    taken: str
    """What was read instead."""
    changes_pairing: bool
    """A pairing may depend on it."""
    player: int | None
    number: int | None
    round: int | None


def repair_view(repair: Repair, say: Say, number: Number) -> RepairView:
    return RepairView(
        detail=say(repair),
        line=repair.line,
        column=repair.column,
        found=repair.found,
        taken=say_phrase(repair.taken, say),
        changes_pairing=repair.changes_pairing,
        player=repair.player,
        number=number(repair.player),
        round=repair.round,
    )


def say_phrase(text: str, say: Say) -> str:
    """A phrase without fields in the user's language; as it is if the catalogue lacks it."""
    return say(text.replace("{", "{{").replace("}", "}}"))


class ErrorView(TypedDict):
    """Why a command was not done; written to standard error as `error`."""

    kind: str
    """`usage`, `file`, `malformed`, `illegal`, `impossible`, `unsupported`, `too large` or, at the
    desk, `refused`."""
    exit: int
    """The exit code."""
    detail: str
    file: str | None
    article: NotRequired[str | None]
    """Of what is refused: the rule behind it."""
    command: NotRequired[str | None]
    """Of what is refused: what to type."""
    problems: NotRequired[list[DefectView]]
    """Of `malformed`, `illegal` and `refused`: everything that is wrong."""
    blocked: NotRequired[list[int]]
    """Of `impossible`: the ids of players who cannot all be paired."""
    blocked_numbers: NotRequired[list[int | None]]
    criteria: NotRequired[list[str]]
    """Of `impossible`: the absolute criteria in the way."""
