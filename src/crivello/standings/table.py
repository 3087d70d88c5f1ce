"""A table as data: what it says in the user's language, and the same for programs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from crivello.standings.working import Value
from crivello.words import Language, decimal_points, points

Raw = int | str | bool | None


class Cell(NamedTuple):
    text: str
    """For people."""
    raw: Raw
    """For programs; exact."""


@dataclass(frozen=True, slots=True)
class Column:
    key: str
    """Its name for programs: the same in every language."""
    heading: str
    right: bool = False
    """Numbers stand at the right."""
    leading: bool = False
    """Repeated where a wide table is broken into blocks."""
    spare: bool = False
    """Left out where there is no room for it."""
    shrinks: bool = False
    """Its text may be cut."""
    data_only: bool = False
    """For programs; people read it in the title."""
    wraps: bool = False
    """Its text may take several lines; one column of a table at most."""
    player: str = ""
    """Key of the column with the number of the player whom this one names; pages link him."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    """What it is, for programs: ``standings``."""
    title: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def text_cell(text: str | None) -> Cell:
    return Cell(text or "", text or None)


def whole(number: int | None) -> Cell:
    return Cell("" if number is None else str(number), number)


def amount(value: Value | None, parts: int, language: Language, places: int = 0) -> Cell:
    """A value of which `parts` make a whole: decimal, a mean to two places; exact for programs."""
    if value is None:
        return Cell("", None)
    exact = Fraction(value)
    raw = decimal_points(exact.numerator, exact.denominator * parts, Language.EN)
    if parts == 1 and exact.denominator == 1:
        return Cell(raw, exact.numerator)
    if exact.denominator == 1:
        return Cell(decimal_points(exact.numerator, parts, language, places), raw)
    hundredths = (200 * exact / parts + 1) // 2
    return Cell(decimal_points(int(hundredths), 100, language, max(places, 2)), raw)


def scored(units: Value | None, unit: int, language: Language) -> Cell:
    """Points as players write them, 2½; for programs the exact decimal number."""
    cell = amount(units, unit, language)
    if units is None or Fraction(units).denominator != 1:  # a mean of the games of two players
        return cell
    return Cell(points(int(units), unit, language), cell.raw)
