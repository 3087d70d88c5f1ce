"""What the projector shows: a few long lists, and a line that says how the round goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from crivello.web.public_view import board_grid, name_grid
from crivello.web.round_view import missing_tables
from crivello.web.tables_view import Grid, complete, compute_once, standings_grid, subject
from crivello.web.view import SectionPage
from crivello.words import N_

KINDS = {
    "boards": N_("Pairings by board"),
    "names": N_("Pairings by name"),
    "standings": N_("Standings"),
}
VALUES = 4
"""Points and so many less one tie-breaks have room."""
MISSING_SHOWN = 20


@dataclass(frozen=True, slots=True)
class HallPart:
    kind: str
    title: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class Hall:
    title: str
    round: int
    parts: Sequence[HallPart]
    said: Sequence[str]
    """Announcements."""


def hall_view(page: SectionPage, kinds: Sequence[str], text: str) -> Hall:
    number = len(page.section.rounds)
    after = complete(page)
    rounds = {"boards": number, "names": number, "standings": after}
    grids = [(kind, _grid(page, kind, rounds[kind])) for kind in kinds if rounds[kind]]
    parts = [HallPart(kind, grid.title, grid) for kind, grid in grids]
    title = page.section.settings.name or page.key
    return Hall(title, number, parts, [text] * bool(text) + _said(page, number))


def _grid(page: SectionPage, kind: str, number: int) -> Grid:
    makers: dict[str, Callable[[SectionPage, int], Grid]] = {
        "boards": board_grid,
        "names": name_grid,
        "standings": _standings,
    }
    return compute_once(page, ("hall", kind), lambda: _unlinked(makers[kind](page, number)), number)


def _said(page: SectionPage, number: int) -> list[str]:
    """When the round begins, and which results are missing."""
    if number == 0:
        return [page.say(N_("Round 1 is not published yet."))]
    this = page.section.rounds[-1]
    rounds = page.section.settings.rounds or number
    missing = missing_tables(this)
    when = subject(page).when(number)
    if missing and len(missing) == len(this.games):
        if not when:
            return [page.say(N_("Round {round} of {rounds}"), round=number, rounds=rounds)]
        return [page.say(N_("Round {round} begins: {when}"), round=number, when=when)]
    if missing:
        return [_missing(page, missing)]
    said = [page.say(N_("All results are in."))]
    following = subject(page).when(number + 1)
    if number < rounds and following:
        coming = N_("Round {round} begins: {when}")
        said.append(page.say(coming, round=number + 1, when=following))
    return said


def _missing(page: SectionPage, tables: Sequence[int]) -> str:
    if len(tables) > MISSING_SHOWN:
        return page.say(N_("{count} results are missing."), count=len(tables))
    several = N_("The result of table {tables} is missing.", "Results missing: tables {tables}.")
    return page.say(several, count=len(tables), tables=", ".join(map(str, tables)))


def _standings(page: SectionPage, number: int) -> Grid:
    """With as many tie-breaks as have room."""
    grid = standings_grid(page, number, None)
    first = len(grid.heads) - grid.values
    few = min(grid.values, VALUES)
    return replace(
        grid,
        heads=grid.heads[: first + few],
        lines=[replace(one, fields=one.fields[: first + few]) for one in grid.lines],
        values=few,
    )


def _unlinked(grid: Grid) -> Grid:
    """Nobody clicks on a wall."""
    lines = [
        replace(line, id="", fields=[replace(field, url="") for field in line.fields])
        for line in grid.lines
    ]
    return replace(grid, lines=lines, notes=())
