"""The form for prizes: its fields, and the table of the prize file that they describe.

The form and the text of the file describe the same table (docs/run/prizes.md), so nothing is lost
between them. Invalid input is put into the table as text, and refused when the table is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from crivello.model.grammar import is_number, split_list
from crivello.model.player_fields import GROUPING_FIELDS
from crivello.standard.classes import frozen
from crivello.standings.prizes.prize_lists import FILE_KEYS, LIST_KEYS
from crivello.web.forms import Fields

GROUPS = tuple(field.key for field in GROUPING_FIELDS)
OWN_FIELDS = ("sex", "age", "rating", *GROUPS)
"""Categories with a field of their own; others are written as KEY=VALUE."""
MOST_LISTS = 100
_SIGNS = ("€", "EUR", "euro", "$", "£")
"""Currencies that people write behind an amount, besides the announced one."""


@frozen
class ListForm:
    """One list of prizes, as the texts of its fields."""

    name: str = ""
    prizes: str = ""
    """One on each line."""
    sex: str = ""
    age: str = ""
    low: str = ""
    high: str = ""
    groups: tuple[str, ...] = ("",) * len(GROUPS)
    """The value of each of `GROUPS`: federation, club and the like."""
    others: str = ""
    """Further categories, one on each line."""
    players: str = ""
    minimum_players: str = ""
    minimum_games: str = ""
    ties: str = ""
    besides: bool = False

    @property
    def has_conditions(self) -> bool:
        """True if a field other than name and prizes is filled in."""
        return replace(self, name="", prizes="") != ListForm()


@frozen
class PrizeForm:
    """The whole form for prizes."""

    lists: tuple[ListForm, ...] = ()
    mode: str = "one"
    ties: str = "shared"
    currency: str = ""
    decimals: str = ""
    unit: str = ""
    lots: str = ""


# From the table of a file


class NoForm(Exception):
    """Raised if the table contains something that the form cannot show."""


def form_of(table: Mapping[str, Any]) -> PrizeForm | None:
    """Return the form filled in from a table; None if it cannot show all of the table."""
    try:
        if not table.keys() <= set(FILE_KEYS):
            raise NoForm
        lists = table.get("list", [])
        if not isinstance(lists, list):
            raise NoForm
        return PrizeForm(
            tuple(map(_list_form, lists)),
            _text(table.get("mode", "one")),
            _text(table.get("ties", "shared")),
            _text(table.get("currency")),
            _number(table.get("decimals")),
            _number(table.get("unit")),
            _numbers(table.get("lots")),
        )
    except NoForm:
        return None


def _list_form(raw: object) -> ListForm:
    if not isinstance(raw, dict) or not raw.keys() <= set(LIST_KEYS):
        raise NoForm
    own, others = _categories(raw.get("category", []))
    low, _, high = own.pop("rating", "-").partition("-")
    if raw.get("besides", False) not in (True, False):
        raise NoForm
    prizes = raw.get("prizes", [])
    if not isinstance(prizes, list):
        raise NoForm
    return ListForm(
        name=_text(raw.get("name")),
        prizes="\n".join(map(_prize_line, prizes)),
        low=low,
        high=high,
        others="\n".join(others),
        players=_numbers(raw.get("players")),
        minimum_players=_number(raw.get("minimum_players")),
        minimum_games=_number(raw.get("minimum_games")),
        ties=_text(raw.get("ties")),
        besides=raw.get("besides") is True,
        groups=tuple(own.pop(key, "") for key in GROUPS),
        **own,
    )


def _categories(given: object) -> tuple[dict[str, str], list[str]]:
    """Return the first category of each kind that has a field, and a list of all others."""
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list):
        raise NoForm
    own: dict[str, str] = {}
    others = []
    for text in map(_text, texts):
        key, _, value = (part.strip() for part in text.partition("="))
        key = key.casefold()
        fits = value and (key != "rating" or re.fullmatch("[0-9]*-[0-9]*", value))
        if key in OWN_FIELDS and key not in own and fits:
            own[key] = value
        else:
            others.append(" ".join(text.split()))
    return own, others


def _prize_line(prize: object) -> str:
    if isinstance(prize, dict) and prize.keys() <= {"prize", "value"}:
        name = _text(prize.get("prize"))
        like_money = name[:1].isdigit() or name[-1:].isdigit()
        plain = name and "=" not in name and not like_money and name[0] != '"'
        line = name if plain else f'"{name}"'
        return f"{line} = {_number(prize['value'])}" if "value" in prize else line
    if isinstance(prize, str) and not re.fullmatch(r"\s*\d[\d\s.,]*", prize):
        return _prize_line({"prize": prize})
    return _number(prize)


def _text(value: object) -> str:
    if value is None or isinstance(value, str):
        return " ".join((value or "").split())
    raise NoForm


def _number(value: object) -> str:
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)
    return _text(value)


def _numbers(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, list):
        raise NoForm
    return ", ".join(map(_number, value))


# From what was filled in to the table


def filled_form(form: Fields) -> PrizeForm:
    """Return the form that was sent, without lists that have neither name nor prizes."""
    lists = []
    for number in range(1, MOST_LISTS + 1):
        if not form.has(f"name-{number}"):
            break

        def text(key: str, number: int = number) -> str:
            return form.text(f"{key}-{number}")

        one = ListForm(
            besides=form.is_checked(f"besides-{number}"),
            prizes=_lines(text("prizes")),
            others=_lines(text("others")),
            groups=tuple(map(text, GROUPS)),
            **{key: text(key) for key in _TEXTS},
        )
        if one.name or one.prizes:
            lists.append(one)
    keys = ("mode", "ties", "currency", "decimals", "unit", "lots")
    return PrizeForm(tuple(lists), **{key: form.text(key) for key in keys})


_TEXTS = (
    *("name", "sex", "age", "low", "high"),
    *("players", "minimum_players", "minimum_games", "ties"),
)


def _lines(text: str) -> str:
    return "\n".join(line for one in text.splitlines() if (line := " ".join(one.split())))


def table_of(form: PrizeForm) -> dict[str, Any]:
    """Return the table of the prize file that the form describes; empty fields are left out."""
    places = int(form.decimals) if form.decimals in ("0", "1", "2", "3", "4") else 2
    read = _Amounts(form.currency, places)
    table: dict[str, Any] = {
        "currency": form.currency,
        "mode": form.mode,
        "ties": form.ties,
        "decimals": _parse_number(form.decimals),
        "unit": read.amount(form.unit),
        "lots": _parse_numbers(form.lots),
        "list": [_list_table(one, read) for one in form.lists],
    }
    return _without_empty(table)


def _list_table(one: ListForm, read: _Amounts) -> dict[str, Any]:
    rating = f"{one.low}-{one.high}" if one.low or one.high else ""
    values = {"sex": one.sex, "age": one.age, "rating": rating}
    values |= zip(GROUPS, one.groups, strict=True)
    categories = [f"{key}={value}" for key, value in values.items() if value]
    return _without_empty(
        {
            "name": one.name,
            "category": [*categories, *one.others.splitlines()],
            "players": _parse_numbers(one.players),
            "prizes": [read.prize(line) for line in one.prizes.splitlines()],
            "minimum_players": _parse_number(one.minimum_players),
            "minimum_games": _parse_number(one.minimum_games),
            "ties": one.ties,
            "besides": one.besides,
        }
    )


def _without_empty(table: Mapping[str, Any]) -> dict[str, Any]:
    empty: tuple[object, ...] = ("", [], None)
    return {key: value for key, value in table.items() if value is not False and value not in empty}


def _parse_number(text: str) -> int | str:
    """Return a text as a number; a text that is not a number is returned as it is, and refused
    later.
    """
    return int(text) if is_number(text) else text


def _parse_numbers(text: str) -> list[int | str]:
    return [_parse_number(part) for part in split_list(text)]


class _Amounts:
    """Reads prizes as people write them: ``500``, ``250,50 EUR``, ``Cup``, ``Silver cup = 300``."""

    def __init__(self, currency: str, places: int) -> None:
        self.signs = [one for one in (currency, *_SIGNS) if one]
        # ``1.000`` may be one or a thousand: with more places than coins have it is no amount.
        decimals = rf"(?:[.,][0-9]{{1,{places}}})?" if places else ""
        self.money = re.compile(f"[0-9]{{1,15}}{decimals}")

    def prize(self, line: str) -> object:
        if quoted := re.fullmatch('"(.*)"', line):
            return {"prize": quoted[1]}
        name, equals, value = (part.strip() for part in line.rpartition("="))
        worth = self.amount(value)
        if equals and not isinstance(worth, str):
            quoted = re.fullmatch('"(.*)"', name)
            return {"prize": quoted[1] if quoted else name, "value": worth}
        return self.amount(line)

    def amount(self, text: str) -> int | Decimal | str:
        """Return an amount of money without its currency; if it is not one, the text itself."""
        bare = text.strip()
        for sign in self.signs:
            short = bare.removesuffix(sign).removeprefix(sign).strip()
            if self.money.fullmatch(short):
                bare = short
        if not self.money.fullmatch(bare):
            return text
        return int(bare) if bare.isdecimal() else Decimal(bare.replace(",", "."))
