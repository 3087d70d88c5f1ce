"""Views of the defects of a file, and of the errors of a command.

The same remark about many players or lines is listed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar

from crivello.model.errors import (
    CrivelloError,
    Illegal,
    Impossible,
    Malformed,
    Problem,
    Remedy,
    TooLarge,
    Unsupported,
    WordError,
)
from crivello.model.grammar import ranges
from crivello.model.sentence import N_, Sentence, plain_value
from crivello.reports.views.elements import Say

if TYPE_CHECKING:
    from crivello.formats.repairs import Repair


Number = Callable[[int | None], int | None]
"""The pairing number of a player, by id."""


class DefectView(TypedDict):
    """A warning about a file or request, or one problem of an error."""

    severity: str
    """`error` or `warning`."""
    detail: str
    """A sentence in the user's language; for a value of a request, what is expected there."""
    pointer: str
    """The place of a value in a request: a JSON pointer into the body, or the name of a parameter;
    empty for files.
    """
    line: int | None
    column: int | None
    found: str | None
    expected: str | None
    player: int | None
    """The id in the file; at the desk the permanent id."""
    number: int | None
    """The pairing number; null for players without one."""
    round: int | None


def defect_view(problem: Problem, say: Say, number: Number) -> DefectView:
    return DefectView(
        severity=problem.severity.value,
        detail=say(problem),
        pointer="",
        line=problem.line,
        column=problem.column,
        found=problem.found,
        expected=None if problem.expected is None else say_phrase(problem.expected, say),
        player=problem.player,
        number=number(problem.player),
        round=problem.round,
    )


def misfit_view(pointer: str, expected: str) -> DefectView:
    """Return the view of a value in a request that does not fit."""
    return DefectView(
        severity="error",
        detail=expected,
        pointer=pointer,
        line=None,
        column=None,
        found=None,
        expected=None,
        player=None,
        number=None,
        round=None,
    )


class RepairView(TypedDict):
    """A repair made by a tolerant reading."""

    detail: str
    line: int | None
    column: int | None
    found: str
    taken: str
    """The text read instead."""
    changes_pairing: bool
    """True if a pairing may depend on the repair."""
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
    """Return a phrase without fields in the user's language, or as it is if it has no
    translation.
    """
    return say(text.replace("{", "{{").replace("}", "}}"))


class RemedyView(TypedDict):
    """The remedy for an error, as a value that every interface shows in its own way."""

    todo: str
    """The kind of remedy, the same in all languages and versions: `draw-colour`."""
    key: str
    """The setting or column that it concerns; else empty."""
    value: str
    """The right value of the setting, or what is needed; else empty."""


def remedy_view(remedy: Remedy) -> RemedyView:
    todo = remedy.kind.name.lower().replace("_", "-")
    return RemedyView(todo=todo, key=remedy.key, value=remedy.value)


class ErrorView(TypedDict):
    """An error, the same in every interface."""

    code: str
    """The kind of error, the same in all languages and versions: `no-such-board`."""
    detail: str
    """The sentence for a person, in the language asked for."""
    article: str
    """The article of the rules behind the error, or empty."""
    values: dict[str, Any]
    """The values in the sentence as numbers, texts and lists: `expected` and `found`, `player`,
    `round` …
    """
    remedy: RemedyView | None
    """The remedy, if one is known."""
    problems: list[DefectView]
    """All problems, if there is more than one."""
    blocked: list[int]
    """The ids of players who cannot all be paired; only for `impossible`."""
    blocked_numbers: list[int | None]
    """The pairing numbers of these players."""
    criteria: list[str]
    """The absolute criteria that make a pairing impossible; only for `impossible`."""


class CommandErrorView(ErrorView):
    """An error of a command, written to standard error as `error`."""

    kind: str
    """`usage`, `file`, `malformed`, `illegal`, `impossible`, `unsupported`, `too large`,
    `unexpected`; at the desk `refused`; of the engine for platforms `busy`, `too slow`,
    `slow body`, `no address`."""
    exit: int
    """The exit code."""
    file: str | None
    command: str | None
    """The remedy as a command to type; null if none is known, and for the engine for platforms."""


class ProblemView(ErrorView):
    """An error of `/api/v1`, after which nothing is changed; the other members are those of RFC
    9457.
    """

    type: str
    """The code as a unique URI."""
    title: str
    """The meaning of the HTTP status."""
    status: int


KINDS: tuple[tuple[type[CrivelloError], str, int], ...] = (
    (WordError, "usage", 3),
    (Illegal, "illegal", 3),
    (Malformed, "malformed", 3),
    (Impossible, "impossible", 1),
    (Unsupported, "unsupported", 3),
    (TooLarge, "too large", 4),
)
"""Kind and exit code of each class of errors, narrower classes first; interfaces add further
errors.
"""
UNEXPECTED = ("unexpected", 2)
"""Kind and exit code of a bug in this program."""


def kind_of(error: CrivelloError) -> tuple[str, int]:
    """Return the kind of one of our errors, and its exit code."""
    found = ((kind, code) for cls, kind, code in KINDS if isinstance(error, cls))
    return next(found, UNEXPECTED)


def plain_error_view(code: str, detail: str) -> ErrorView:
    """Return the view of an error that is not one of ours: a code and a sentence."""
    return ErrorView(
        code=code,
        detail=detail,
        article="",
        values={},
        remedy=None,
        problems=[],
        blocked=[],
        blocked_numbers=[],
        criteria=[],
    )


def error_view(error: CrivelloError, say: Say, number: Number) -> ErrorView:
    view = plain_error_view(error.code, say(error))
    view["article"] = getattr(error, "article", "")
    view["values"] = {key: plain_value(value) for key, value in error.values.items()}
    view["problems"] = [defect_view(one, say, number) for one in getattr(error, "problems", ())]
    if error.remedy is not None:
        view["remedy"] = remedy_view(error.remedy)
    if isinstance(error, Impossible):
        view["blocked"] = list(error.blocked)
        view["blocked_numbers"] = [number(player) for player in error.blocked]
        view["criteria"] = list(error.criteria)
    return view


def command_error_view(
    error: CrivelloError,
    kind: tuple[str, int],
    say: Say,
    number: Number,
    file: str,
    command: str | None = None,
) -> CommandErrorView:
    """Return the view of an error of a command; `kind` is the result of `kind_of`."""
    name, code = kind
    return {
        "kind": name,
        "exit": code,
        "file": file or None,
        "command": command,
        **error_view(error, say, number),
    }


SAME_FOR_PLAYERS = N_("The same for player {players}.", "The same for {count} players: {players}.")
SAME_IN_LINES = N_("The same in line {lines}.", "The same in {count} lines: {lines}.")
SAME_AGAIN = N_("One more of the same.", "{count} more of the same.")
_MOST_RANGES = 25


class PlacedRemark(Protocol):
    """A remark on a file, with its place: a problem or a repair."""

    @property
    def sentence(self) -> Sentence: ...
    @property
    def line(self) -> int | None: ...
    @property
    def player(self) -> int | None: ...


Some = TypeVar("Some", bound=PlacedRemark)


def group_alike(remarks: Iterable[Some]) -> list[list[Some]]:
    """Group remarks of the same kind, in the order in which each kind first occurs."""
    groups: dict[object, list[Some]] = {}
    for remark in remarks:
        weight = getattr(remark, "severity", None) or getattr(remark, "changes_pairing", None)
        groups.setdefault(
            (remark.sentence.template, weight, remark.sentence.values.get("tag")), []
        ).append(remark)
    return list(groups.values())


def describe_others(group: Sequence[PlacedRemark]) -> Sentence:
    """Return a sentence about all remarks of a group after the first, which was shown in full."""
    first, *others = group
    players = sorted({other.player for other in others if other.player is not None})
    if players and all(other.player is not None for other in others):
        players = [player for player in players if player != first.player]
        if players:
            return Sentence(SAME_FOR_PLAYERS, count=len(players), players=compact(players))
        return Sentence(SAME_AGAIN, count=len(others))
    lines = sorted({other.line for other in others if other.line is not None})
    if lines and lines != [first.line]:
        return Sentence(SAME_IN_LINES, count=len(lines), lines=compact(lines))
    return Sentence(SAME_AGAIN, count=len(others))


def compact(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: ``1-5, 7``; a very long list is cut."""
    texts = ranges(numbers).split(", ")
    return ", ".join(texts[:_MOST_RANGES]) + (", …" if len(texts) > _MOST_RANGES else "")
