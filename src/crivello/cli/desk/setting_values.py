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

if TYPE_CHECKING:
    from crivello.desk.announced import Arbiter

NONE = "none"
_ARBITER = re.compile(r"(?P<name>.+?)\s*(?:[:(]\s*(?P<id>[0-9]{1,10})\s*\)?)?")
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
    if not (text.isascii() and text.isdecimal() and len(text) < 10) or int(text) < least:
        raise Misfit(A_NUMBER, least=least)
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    parts = split(text)
    if not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        raise Misfit(NUMBERS)
    return tuple(sorted({int(part) for part in parts}))


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
    """``Anna Rossi (12345)`` or ``Anna Rossi:12345``, the FIDE id if there is one."""
    from crivello.desk.announced import Arbiter

    found = _ARBITER.fullmatch(text.strip())
    if found is None:
        return None
    return Arbiter(found["name"], int(found["id"]) if found["id"] else None)


def arbiters(text: str) -> tuple[Arbiter, ...]:
    found = (arbiter(part) for part in split(text, ";"))
    return tuple(one for one in found if one is not None)


def shown_arbiter(one: Arbiter | None) -> str:
    if one is None:
        return ""
    return one.name if one.fide_id is None else f"{one.name} ({one.fide_id})"


def fraction(text: str, expected: str) -> Fraction:
    written = text.strip().replace("½", ".5").replace("1/2", ".5")
    try:
        value = Fraction(written)
    except (ValueError, ZeroDivisionError):
        raise Misfit(expected) from None
    if value < 0 or value > 100 or value.denominator > 100:
        raise Misfit(expected)
    return value


def scoring(text: str) -> Scoring:
    """Points for win, draw and loss; forfeits and byes are worth the like of them."""
    parts = split(text.replace(";", ","))
    if len(parts) != 3:
        raise Misfit(POINTS)
    values = [fraction(part, POINTS) for part in parts]
    unit = lcm(2, *(value.denominator for value in values))
    win, draw, loss = (int(value * unit) for value in values)
    if not win >= draw >= loss:
        raise Misfit(POINTS)
    return Scoring(
        unit=unit,
        white_win=win,
        black_win=win,
        white_draw=draw,
        black_draw=draw,
        white_loss=loss,
        black_loss=loss,
        forfeit_win=win,
        pairing_allocated_bye=win,
        half_point_bye=draw,
        full_point_bye=win,
        adjourned=draw,
    )


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
