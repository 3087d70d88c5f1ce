"""The same remark about many players or lines is said once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from crivello.model.sentence import N_, Sentence

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
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    texts = [str(low) if low == high else f"{low}-{high}" for low, high in ranges]
    return ", ".join(texts[:_MOST_RANGES]) + (", …" if len(texts) > _MOST_RANGES else "")
