"""Tie-breaks that compare the tied players or teams with one another.

Direct encounter (C.07: 6) and the extended one of teams (13.3) count the games or matches among the
tied. Results by board (12.2, 12.3) count all matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.standings.sheet import BoardResults, EventFormat, Sheet
from crivello.standings.working import CitedRule, Modifiers, Value


class ComparedBy(CitedRule):
    """The points by which tied players are compared: an article, and a phrase with the fields
    `others` and `board`.
    """

    MET = "6.2", N_("points against {others}")
    NOT_ALL_MET = "6.3", N_("points against {others}")
    BOARD_COUNT = "12.1", N_("board numbers times points against {others}, the smaller total first")
    TOP_BOARD = "12.2", N_("points on board {board}")
    UPPER_BOARDS = "12.3", N_("points on boards 1 to {board}")


class EncounterLine(NamedTuple):
    """The results of one tied player against the other tied players."""

    points: Value
    """Against the tied opponents met, in units; the average of several games (6.1)."""
    missing: int
    """Number of tied opponents not met."""


@frozen
class EncounterStep:
    """One comparison of tied players: their table, and the order that it gives."""

    table: dict[int, EncounterLine]
    by: ComparedBy
    order: tuple[tuple[int, ...], ...]
    """Groups from first to last; this step does not separate the players of a group."""
    unit: int
    """Units of the table per point."""
    board: int = 0

    @property
    def article(self) -> str:
        return self.by.article


@frozen
class Encounter:
    """How one player's place among the tied players was found."""

    value: int
    """The place among the tied players, 1 the best; players whom nothing separates share it."""
    sharing: int
    """The number of players who share that place."""
    steps: tuple[EncounterStep, ...]


Groups = list[list[int]]
Compare = Callable[[list[int]], Iterator[EncounterStep]]
"""Yields the comparisons of a group of tied players; the first one that separates any of them
counts.
"""


def compare_tied(
    sheet: Sheet, code: str, modifiers: Modifiers, tied: Sequence[int]
) -> tuple[Groups, dict[int, Encounter]]:
    """Order tied players by the direct encounter `code`.

    Return groups of players, best first, and for each player how the place was found. Players of
    one group are still tied.
    """

    def steps(group: list[int]) -> Iterator[EncounterStep]:
        if code in BY_BOARD:
            boards = {team: _add_boards(sheet, sheet.boards(team)) for team in group}
            yield from BY_BOARD[code](sheet, boards)
        elif code in EXTENDED:
            yield from _extended_steps(sheet, modifiers, group, EXTENDED[code])
        else:
            yield _apply(sheet, modifiers, group)

    return _compare(steps, tied)


def direct_encounter(
    sheet: Sheet, modifiers: Modifiers, tied: Sequence[int]
) -> tuple[Groups, dict[int, Encounter]]:
    return compare_tied(sheet, "DE", modifiers, tied)


def _compare(compare: Compare, tied: Sequence[int]) -> tuple[Groups, dict[int, Encounter]]:
    """Split the tied players into groups by the first comparison that separates any of them.

    Each of these groups is split in the same way, beginning again with the first comparison (6.2,
    13.3.3).
    """
    steps: dict[int, list[EncounterStep]] = {player: [] for player in tied}
    groups: Groups = []
    waiting = [list(tied)]
    while waiting:
        group = waiting.pop()
        parts: tuple[tuple[int, ...], ...] = ()
        for step in compare(group) if len(group) > 1 else ():
            for player in group:
                steps[player].append(step)
            if len(step.order) > 1:
                parts = step.order
                break
        if parts:
            # A stack, so the first part goes in last.
            waiting += [list(part) for part in reversed(parts)]
        else:
            groups.append(group)
    encounters = {}
    place = 1
    for group in groups:
        for player in group:
            encounters[player] = Encounter(place, len(group), tuple(steps[player]))
        place += len(group)
    return groups, encounters


def _apply(sheet: Sheet, modifiers: Modifiers, group: list[int]) -> EncounterStep:
    forfeits = _forfeits_count(sheet, modifiers)
    tied = frozenset(group)
    table = {player: _line(sheet, forfeits, player, tied) for player in group}
    by, order = ComparedBy.MET, _by_points(table)
    if any(line.missing for line in table.values()):
        by, order = ComparedBy.NOT_ALL_MET, _rank_despite_missing_games(sheet, group, table)
    return EncounterStep(table, by, _as_tuples(order), sheet.scoring.unit)


def _forfeits_count(sheet: Sheet, modifiers: Modifiers) -> bool:
    return modifiers.played or sheet.kind is EventFormat.ROUND_ROBIN


def _as_tuples(order: Groups) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, order))


def _line(sheet: Sheet, forfeits: bool, player: int, tied: frozenset[int]) -> EncounterLine:
    """Sum a player's points against the other tied players (6.1), and count those not met.

    Games won or lost by forfeit count only if `forfeits` is True.
    """
    # C.07: 4.4
    games: dict[int, list[int]] = {}
    for entry in sheet.entries(player):
        if entry.opponent in tied and (entry.played or forfeits):
            games.setdefault(entry.opponent, []).append(entry.points)
    points: Value = 0
    for several in games.values():
        points += several[0] if len(several) == 1 else Fraction(sum(several), len(several))
    return EncounterLine(points, len(tied) - 1 - len(games))


def _by_points(table: dict[int, EncounterLine], fewer_are_better: bool = False) -> Groups:
    """Group the tied players by their points against one another, best group first (6.2)."""
    parts: dict[Value, list[int]] = {}
    for player, line in table.items():
        parts.setdefault(line.points, []).append(player)
    return [parts[points] for points in sorted(parts, reverse=not fewer_are_better)]


def _rank_despite_missing_games(
    sheet: Sheet, group: list[int], table: dict[int, EncounterLine]
) -> list[list[int]]:
    """Rank the players whose place the missing games cannot change (6.3); all others form the last
    group.

    A player is ranked if nobody could catch up even if the player lost all missing games and a
    rival won all of theirs (docs/decisions/direct-encounter-missing-games.md). The same is then
    asked about the players who remain.
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


# Teams


PointsByBoard = Mapping[int, Sequence[int]]
"""For each of the tied teams, its points on the first board, the second, …"""
ByBoard = Callable[[Sheet, PointsByBoard], Iterator[EncounterStep]]


def _boards_of_meetings(sheet: Sheet, modifiers: Modifiers, group: list[int]) -> PointsByBoard:
    """Return each team's points on each board in the matches among the tied teams; a team without
    such a match is left out.
    """
    forfeits = _forfeits_count(sheet, modifiers)
    met = {
        team: [
            row for row in sheet.boards(team) if row.opponent in group and (row.played or forfeits)
        ]
        for team in group
    }
    return {team: _add_boards(sheet, rows) for team, rows in met.items() if rows}


def _add_boards(sheet: Sheet, rows: list[BoardResults]) -> list[int]:
    """Add up the points board by board; a match may have fewer boards than others."""
    every = [row.points for row in rows]
    return [sum(row[at] for row in every if at < len(row)) for at in range(sheet.board_number)]


def _extended_steps(
    sheet: Sheet, modifiers: Modifiers, group: list[int], then: tuple[ByBoard, ...]
) -> Iterator[EncounterStep]:
    """Yield the comparisons of the extended direct encounter (13.3).

    They are by the primary score, by the other score, and for two teams by their boards.
    """
    # C.07: 13.3
    yield _apply(sheet, modifiers, group)
    yield _apply(sheet.with_other_score(), modifiers, group)
    boards = _boards_of_meetings(sheet, modifiers, group)
    if len(boards) == len(group) == 2:
        for by_board in then:
            yield from by_board(sheet, boards)


def _step(
    sheet: Sheet, points: dict[int, int], by: ComparedBy, board: int = 0, fewer: bool = False
) -> EncounterStep:
    table = {team: EncounterLine(value, 0) for team, value in points.items()}
    return EncounterStep(table, by, _as_tuples(_by_points(table, fewer)), sheet.board_unit, board)


def _board_count(sheet: Sheet, boards: PointsByBoard) -> Iterator[EncounterStep]:
    """Compare by board numbers times the points won there (12.1); fewer are better."""
    # C.07: 12.1
    points = {
        team: sum(number * value for number, value in enumerate(row, start=1))
        for team, row in boards.items()
    }
    yield _step(sheet, points, ComparedBy.BOARD_COUNT, fewer=True)


def _top_boards(sheet: Sheet, boards: PointsByBoard) -> Iterator[EncounterStep]:
    """Compare by the points on the first board, then on the second, and so on (12.2)."""
    # C.07: 12.2
    for at in range(sheet.board_number):
        points = {team: row[at] for team, row in boards.items()}
        yield _step(sheet, points, ComparedBy.TOP_BOARD, at + 1)


def _without_bottom_boards(sheet: Sheet, boards: PointsByBoard) -> Iterator[EncounterStep]:
    """Compare without the last board, then without the last two, and so on (12.3)."""
    # C.07: 12.3
    for last in range(sheet.board_number - 1, 0, -1):
        points = {team: sum(row[:last]) for team, row in boards.items()}
        yield _step(sheet, points, ComparedBy.UPPER_BOARDS, last)


BY_BOARD: Mapping[str, ByBoard] = {"TBR": _top_boards, "BBE": _without_bottom_boards}
EXTENDED: Mapping[str, tuple[ByBoard, ...]] = {
    "EDE": (),
    "EDET": (_top_boards,),
    "EDEB": (_without_bottom_boards,),
    "EDEBT": (_board_count, _top_boards),
    "EDEBB": (_board_count, _without_bottom_boards),
}
"""The comparisons by board that follow if two teams are level in both scores (13.3.2)."""
