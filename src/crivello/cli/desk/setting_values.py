"""Values of settings as people type and read them."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from crivello.model.errors import CrivelloError
from crivello.model.settings import Scoring
from crivello.words import N_, Language, points
from crivello.words.typed import NotTyped, points_of, whole_number, whole_numbers

if TYPE_CHECKING:
    from crivello.desk.announced import Arbiter

NONE = "none"
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.][0-5][0-9]", re.ASCII)

A_NUMBER = N_("a whole number from {least}")
A_DATE = N_("a day such as 2026-03-01")
TIMES = N_("times such as 09:30, with commas between them")
DATES = N_("days such as 2026-03-01, with commas between them")
YES_OR_NO = N_("yes or no")
POINTS = N_("points for a win, a draw and a loss, such as 1,½,0 or 3,1,0")
A_VALUE = N_("points, such as 1 or ½")
NUMBERS = N_("numbers with commas between them")


class Misfit(Exception):
    """The text is not a value of the setting; says what would be."""

    def __init__(self, expected: str, **values: object) -> None:
        self.expected = CrivelloError(expected, **values)


def number(text: str, least: int = 1) -> int:
    try:
        found = whole_number(text)
    except NotTyped:
        raise Misfit(A_NUMBER, least=least) from None
    if found < least:
        raise Misfit(A_NUMBER, least=least)
    return found


def numbers(text: str) -> tuple[int, ...]:
    try:
        return whole_numbers(text)
    except NotTyped:
        raise Misfit(NUMBERS) from None


def split(text: str, mark: str = ",") -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark) if part.strip())


def flag(text: str) -> bool:
    word = text.casefold()
    if word in ("yes", "y", "on", "true", "1", "sì", "si"):
        return True
    if word in ("no", "n", "off", "false", "0"):
        return False
    raise Misfit(YES_OR_NO)


def day(text: str) -> str:
    """As report files have it: ``2026/03/01``; empty stays empty."""
    if not text:
        return ""
    try:
        return date.fromisoformat(text.replace("/", "-").replace(".", "-")).strftime("%Y/%m/%d")
    except ValueError:
        raise Misfit(A_DATE) from None


def days(text: str) -> tuple[str, ...]:
    try:
        return tuple(day(part) for part in split(text))
    except Misfit:
        raise Misfit(DATES) from None


def times(text: str) -> tuple[str, ...]:
    """As they are written, if they can be."""
    parts = split(text)
    if not all(_TIME.fullmatch(part) for part in parts):
        raise Misfit(TIMES)
    return parts


def arbiter(text: str) -> Arbiter | None:
    from crivello.desk.announced import Arbiter

    return Arbiter.typed(text)


def arbiters(text: str) -> tuple[Arbiter, ...]:
    from crivello.desk.announced import Arbiter

    return Arbiter.all_typed(text)


def fraction(text: str, expected: str) -> Fraction:
    try:
        return points_of(text)
    except NotTyped:
        raise Misfit(expected) from None


def scoring(text: str) -> Scoring:
    """Points for win, draw and loss."""
    parts = split(text.replace(";", ","))
    if len(parts) != 3:
        raise Misfit(POINTS)
    win, draw, loss = (fraction(part, POINTS) for part in parts)
    try:
        return Scoring.of_points(win, draw, loss, win)
    except ValueError:
        raise Misfit(POINTS) from None


def shown_scoring(rule: Scoring) -> str:
    values = (rule.win, rule.draw, rule.loss)
    return ",".join(points(value, rule.unit, Language.EN) for value in values)


def bye_value(rule: Scoring, text: str) -> Scoring:
    """The scoring with another value of the pairing-allocated bye (C.04.1: 3)."""
    from dataclasses import fields, replace

    value = fraction(text, A_VALUE)
    unit = lcm(rule.unit, value.denominator)
    scaled: dict[str, Any] = {
        one.name: getattr(rule, one.name) * (unit // rule.unit) for one in fields(rule)
    }
    return replace(Scoring(**(scaled | {"unit": unit})), pairing_allocated_bye=int(value * unit))
