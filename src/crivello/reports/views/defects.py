"""What is wrong with a file, and why a command was not done.

The same remark about many players or lines is said once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NotRequired, Protocol, TypedDict, TypeVar

from crivello.model.errors import (
    CrivelloError,
    Illegal,
    Impossible,
    Malformed,
    Problem,
    TooLarge,
    Unsupported,
    WordError,
)
from crivello.model.grammar import ranges
from crivello.model.sentence import N_, Sentence
from crivello.reports.views.elements import Say

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
    """What a tolerant reading repaired."""

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
    """`usage`, `file`, `malformed`, `illegal`, `impossible`, `unsupported`, `too large`,
    `unexpected`; at the desk `refused`; of the engine for platforms `busy`, `too slow`,
    `no address`."""
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


KINDS: tuple[tuple[type[CrivelloError], str, int], ...] = (
    (WordError, "usage", 3),
    (Illegal, "illegal", 3),
    (Malformed, "malformed", 3),
    (Impossible, "impossible", 1),
    (Unsupported, "unsupported", 3),
    (TooLarge, "too large", 4),
)
"""Kind and exit code by the error tree, the narrower class first; doors know further errors."""
UNEXPECTED = ("unexpected", 2)
"""Kind and exit code of a mistake of this program."""


def kind_of(error: CrivelloError) -> tuple[str, int]:
    """The kind of an error of the rooms, and its exit code."""
    found = ((kind, code) for cls, kind, code in KINDS if isinstance(error, cls))
    return next(found, UNEXPECTED)


def error_view(
    error: CrivelloError, kind: str, code: int, say: Say, number: Number, file: str
) -> ErrorView:
    value = ErrorView(kind=kind, exit=code, detail=say(error), file=file or None)
    problems = getattr(error, "problems", None)
    if problems is not None and kind != "usage":
        value["problems"] = [defect_view(one, say, number) for one in problems]
    if isinstance(error, Impossible):
        value["blocked"] = list(error.blocked)
        value["blocked_numbers"] = [number(player) for player in error.blocked]
        value["criteria"] = list(error.criteria)
    return value


SAME_FOR_PLAYERS = N_("The same for player {players}.", "The same for {count} players: {players}.")
SAME_IN_LINES = N_("The same in line {lines}.", "The same in {count} lines: {lines}.")
SAME_AGAIN = N_("The same once more.", "The same {count} times more.")
_MOST_RANGES = 25


class PlacedRemark(Protocol):
    """A problem or a repair."""

    @property
    def sentence(self) -> Sentence: ...
    @property
    def line(self) -> int | None: ...
    @property
    def player(self) -> int | None: ...


Some = TypeVar("Some", bound=PlacedRemark)


def alike(remarks: Iterable[Some]) -> list[list[Some]]:
    """The remarks of one kind together, in the order of the first of each kind."""
    groups: dict[object, list[Some]] = {}
    for remark in remarks:
        weight = getattr(remark, "severity", None) or getattr(remark, "changes_pairing", None)
        groups.setdefault(
            (remark.sentence.template, weight, remark.sentence.values.get("tag")), []
        ).append(remark)
    return list(groups.values())


def and_others(group: Sequence[PlacedRemark]) -> Sentence:
    """After the first of a group has been said: a sentence about the others."""
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
    """Ascending numbers as ranges: ``1-5, 7``; a very long list is cut."""
    texts = ranges(numbers).split(", ")
    return ", ".join(texts[:_MOST_RANGES]) + (", …" if len(texts) > _MOST_RANGES else "")
