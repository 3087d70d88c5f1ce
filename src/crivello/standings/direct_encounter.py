"""Direct encounter (C.07: 6): the games among the tied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from crivello.standings.sheet import EventFormat, Sheet
from crivello.standings.working import Modifiers, Value


class EncounterLine(NamedTuple):
    """One of the tied players in the table among them."""

    points: Value
    """Against the tied opponents met, in units; the average of several games (6.1)."""
    missing: int
    """Number of tied opponents not met."""


@dataclass(frozen=True, slots=True)
class EncounterStep:
    """One application of the article: who was tied, their table, and how it orders them."""

    table: dict[int, EncounterLine]
    complete: bool
    """All have met (6.2), or not (6.3)."""
    order: tuple[tuple[int, ...], ...]
    """Groups from first to last; this step does not separate the players of a group."""

    @property
    def article(self) -> str:
        return "6.2" if self.complete else "6.3"


@dataclass(frozen=True, slots=True)
class Encounter:
    """The working of one player: the place among the tied, and the steps the player was in."""

    value: int
    """Place among the tied, 1 the best; equal if nothing separates them."""
    sharing: int
    """How many have that place."""
    steps: tuple[EncounterStep, ...]


def direct_encounter(
    sheet: Sheet, modifiers: Modifiers, tied: Sequence[int]
) -> tuple[list[list[int]], dict[int, Encounter]]:
    """The tied players in groups from first to last, and the working of each."""
    forfeits = modifiers.played or sheet.kind is EventFormat.ROUND_ROBIN
    steps: dict[int, list[EncounterStep]] = {player: [] for player in tied}
    groups: list[list[int]] = []
    waiting = [list(tied)]
    while waiting:
        group = waiting.pop()
        if len(group) > 1:
            step = _apply(sheet, forfeits, group)
            for player in group:
                steps[player].append(step)
            if len(step.order) > 1:
                # Article 6 again for each part by itself; a stack, so the first part goes in last.
                waiting += [list(part) for part in reversed(step.order)]
                continue
        groups.append(group)
    encounters = {}
    place = 1
    for group in groups:
        for player in group:
            encounters[player] = Encounter(place, len(group), tuple(steps[player]))
        place += len(group)
    return groups, encounters


def _apply(sheet: Sheet, forfeits: bool, group: list[int]) -> EncounterStep:
    tied = frozenset(group)
    table = {player: _line(sheet, forfeits, player, tied) for player in group}
    complete = all(line.missing == 0 for line in table.values())
    order = _by_points(group, table) if complete else _whatever_happens(sheet, group, table)
    return EncounterStep(table, complete, tuple(tuple(part) for part in order))


def _line(sheet: Sheet, forfeits: bool, player: int, tied: frozenset[int]) -> EncounterLine:
    """6.1: the games with the others; forfeits only if the event counts them."""
    # C.07: 4.4
    games: dict[int, list[int]] = {}
    for entry in sheet.entries(player):
        if entry.opponent in tied and (entry.played or forfeits):
            games.setdefault(entry.opponent, []).append(entry.points)
    points: Value = 0
    for several in games.values():
        points += several[0] if len(several) == 1 else Fraction(sum(several), len(several))
    return EncounterLine(points, len(tied) - 1 - len(games))


def _by_points(group: list[int], table: dict[int, EncounterLine]) -> list[list[int]]:
    """6.2."""
    parts: dict[Value, list[int]] = {}
    for player in group:
        parts.setdefault(table[player].points, []).append(player)
    return [parts[points] for points in sorted(parts, reverse=True)]


def _whatever_happens(
    sheet: Sheet, group: list[int], table: dict[int, EncounterLine]
) -> list[list[int]]:
    """6.3: first comes the player who is alone on top whatever the missing games bring, and so on.

    The candidate loses all missing games for nothing, while a rival wins all of theirs
    (docs/decisions/direct-encounter-missing-games.md).
    """
    win = sheet.scoring.win
    left = list(group)
    ranked: list[list[int]] = []
    while len(left) > 1:
        candidate = max(left, key=lambda player: table[player].points)
        if not all(
            table[candidate].points > line.points + win * line.missing
            for rival, line in ((rival, table[rival]) for rival in left)
            if rival != candidate
        ):
            break
        left.remove(candidate)
        ranked.append([candidate])
    return [*ranked, left]
