"""The announced prizes: lists, who may win from them, and how ties and money are treated.

docs/run/prizes.md describes the file (TOML); all defects are collected, each with its line.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from crivello.model.errors import CrivelloError, Malformed, Problem
from crivello.model.grammar import nearest_word
from crivello.model.player_lookup import no_number
from crivello.model.sentence import N_, Sentence, Template
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.standings.categories import Category, parse_category


class Mode(Enum):
    """The number of prizes that one player may win."""

    ONE = "one"
    """One prize: the most valuable one open to the player."""
    ALL = "all"
    """One prize from each list."""


class Ties(Enum):
    """The way in which players with equal points divide their prizes."""

    TIE_BREAK = "tie-break"
    """Prizes go in the order of the standings; players still tied after all tie-breaks share."""
    SHARED = "shared"
    """Players with equal points share."""
    HORT = "hort"
    """Half of the money by tie-break, half shared."""


@dataclass(frozen=True, slots=True, order=True)
class Prize:
    """One prize: the index of its list in the file, its place in the list (from 1), and the
    money.
    """

    list: int
    place: int
    amount: int
    thing: str = ""
    """The object, if the prize is not money; then the amount is 0."""
    value: int = 0
    """The stated worth of a thing compared with other prizes; 0 if none is stated."""

    @property
    def worth(self) -> int:
        return self.value if self.thing else self.amount


@frozen
class Thing:
    """A prize other than money: a cup, a book."""

    name: str
    value: int = 0


@frozen
class PrizeList:
    """The first, second, … prizes of one kind."""

    name: str
    amounts: tuple[int | Thing, ...]
    """Amounts in the smallest coin, or things; none is worth more than the one before."""
    ties: Ties = Ties.SHARED
    categories: tuple[Category, ...] = ()
    """For players in all of these."""
    players: tuple[int, ...] = ()
    """Ids of the only players who may win, if any are named."""
    minimum_players: int = 0
    """Awarded only if at least this many players qualify."""
    minimum_games: int = 1
    """Open to players with at least this many games played over the board."""
    besides: bool = False
    """May be won in addition to a player's one prize."""


@frozen
class PrizeRules:
    lists: tuple[PrizeList, ...]
    mode: Mode = Mode.ONE
    currency: str = ""
    decimals: int = 2
    """Decimal places of the smallest coin."""
    unit: int = 1
    """Payments are rounded down to a multiple of this many coins."""
    lots: tuple[int, ...] = ()
    """Player ids in the order of the lots, which decide who gets a thing if tie-breaks do not."""

    def prizes(self, index: int) -> tuple[Prize, ...]:
        """Return the prizes of a list, in order."""
        return tuple(
            Prize(index, place, 0, one.name, one.value)
            if isinstance(one, Thing)
            else Prize(index, place, one)
            for place, one in enumerate(self.lists[index].amounts, start=1)
        )

    @property
    def total(self) -> int:
        """Return the sum of all the money."""
        return sum(prize.amount for index in range(len(self.lists)) for prize in self.prizes(index))


# The file that announces the prizes

FILE_KEYS = ("mode", "ties", "currency", "decimals", "unit", "lots", "list")
LIST_KEYS = (
    "name",
    "prizes",
    "ties",
    "category",
    "players",
    "minimum_players",
    "minimum_games",
    "besides",
)
MOST_DECIMALS = 4
LARGEST = 10**12
"""The largest prize."""
SMALLEST_EXPONENT = 30
"""The most decimal places that are accepted."""
EXAMPLE = '{ prize = "Cup", value = 100 }'
NO_NUMBERS = N_("{key} must be a list of numbers, such as [7].")
NO_PRIZE = N_("A prize is an amount of money, a text in quotes, or a table such as {example}.")
NO_VALUE = N_("{thing!r} comes before a prize that is worth more. State its value: {example}.")


def read_prizes(data: bytes, tournament: Tournament) -> PrizeRules:
    """Read the prizes from a file; categories and players are those of the tournament."""
    text, table = _parse(data)
    return _Section(table, tournament, _places(text), []).read_file()


def read_table(data: bytes) -> dict[str, Any]:
    """Parse the file into a table without checking its keys; amounts are exact."""
    return _parse(data)[1]


def write_table(table: Mapping[str, Any]) -> str:
    """Write this table as a file."""
    lines = [f"{key} = {_toml(table[key])}" for key in FILE_KEYS[:-1] if key in table]
    for one in table.get("list", ()):
        lines += ["", "[[list]]"]
        lines += [f"{key} = {_toml(one[key])}" for key in LIST_KEYS if key in one]
    return "\n".join(lines).lstrip() + "\n"


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return f"{value:f}"
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
        case _:
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", r"\u007f")


def _parse(data: bytes) -> tuple[str, dict[str, Any]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _unreadable_prizes(
            [Problem(Sentence(N_("This is not a text in UTF-8.")), line=line)]
        ) from error
    try:
        return text, tomllib.loads(text.replace("\r\n", "\n"), parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable_prizes([_syntax(str(error), text)]) from error
    except (ValueError, RecursionError) as error:  # an endless number or nesting
        raise _unreadable_prizes([Problem(Sentence(N_("This is not a TOML file.")))]) from error


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace("_", ""))
    except InvalidOperation:  # an exponent beyond all limits
        return Decimal("NaN")


def _unreadable_prizes(problems: list[Problem]) -> Malformed:
    return Malformed(N_("The prizes cannot be read."), problems)


def _syntax(message: str, text: str) -> Problem:
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    sentence = N_("This is not valid TOML: write KEY = VALUE, with texts in quotes.")
    if place is None:  # at the end of the document
        return Problem(Sentence(sentence), line=max(len(text.splitlines()), 1))
    return Problem(Sentence(sentence), line=int(place[1]), column=int(place[2]))


Places = dict[tuple[int, str], tuple[int, int]]


def _places(text: str) -> Places:
    """Find the positions of the keys in the file, for error messages only.

    The keys of the mapping are (list from 0, or -1 above the lists, key), the values line and
    column; the key "" is the header.
    """
    places: Places = {}
    index = -1
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(r"\s*\[\[\s*list\s*\]\]", line):
            index += 1
            places[index, ""] = (number, line.index("[") + 1)
        elif found := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
            column = len(line) - len(line.lstrip()) + 1
            places.setdefault((index, found[1]), (number, column))
    return places


Choice = TypeVar("Choice", Mode, Ties)


@dataclass
class _Section:
    """One table of the file, read key by key: the top level, or a list."""

    raw: dict[str, Any]
    tournament: Tournament
    places: Places
    problems: list[Problem]
    index: int = -1
    decimals: int = 2

    def read_file(self) -> PrizeRules:
        self.unknown(FILE_KEYS)
        mode, usual = self.choice("mode", Mode.ONE), self.choice("ties", Ties.SHARED)
        currency = self.text("currency")
        self.decimals = self.whole("decimals", 2, most=MOST_DECIMALS)
        unit = self.coins(self.raw["unit"], "unit") if "unit" in self.raw else 1
        lots = self.players("lots")
        raw = self.raw.get("list", [])
        if not isinstance(raw, list) or not raw or not all(isinstance(one, dict) for one in raw):
            self.bad(
                "list", N_("The file contains no prize list. Begin each list with a line [[list]].")
            )
            raw = []
        lists = tuple(
            replace(self, raw=one, index=index).read_list(mode, usual)
            for index, one in enumerate(raw)
        )
        if self.problems:
            raise _unreadable_prizes(self.problems)
        return PrizeRules(lists, mode, currency, self.decimals, unit or 1, lots)

    def read_list(self, mode: Mode, usual: Ties) -> PrizeList:
        self.unknown(LIST_KEYS)
        name = self.text("name")
        if not name:
            self.bad("name", N_("A prize list needs a name."))
        besides = self.raw.get("besides", False)
        if not isinstance(besides, bool):
            self.bad("besides", N_("{key} must be true or false."), key="besides")
        ties = self.choice("ties", usual)
        if ties is not usual and mode is Mode.ONE and besides is not True:
            alike = N_(
                "If a player can win only one prize, all lists must treat ties alike: write "
                "ties once, above the lists, or add besides = true to this list."
            )
            self.bad("ties", alike)
        amounts, categories, players = self.amounts(), self.categories(), self.players("players")
        minimum = self.whole("minimum_players", 0), self.whole("minimum_games", 1)
        return PrizeList(name, amounts, ties, categories, players, *minimum, besides is True)

    def amounts(self) -> tuple[int | Thing, ...]:
        given = self.raw.get("prizes")
        if not isinstance(given, list) or not given:
            self.bad("prizes", N_("A prize list needs prizes, such as prizes = [100, 50]."))
            return ()
        prizes = [prize for one in given if (prize := self.prize(one)) is not None]
        for one, two in pairwise(prizes):
            if _worth(one) >= _worth(two):
                continue
            if isinstance(one, Thing) and not one.value:
                self.bad("prizes", NO_VALUE, thing=one.name, example=EXAMPLE)
            else:
                self.bad(
                    "prizes", N_("A prize is larger than the one before it. Put the largest first.")
                )
            break
        return tuple(prizes)

    def prize(self, given: object) -> int | Thing | None:
        """Read a prize: an amount of money, a text for anything else, or a table of the text and,
        if given, its value; None if it is none of these."""
        if isinstance(given, str) and not re.fullmatch(r"\s*\d[\d\s.,]*", given):
            given = {"prize": given}
        if not isinstance(given, dict):
            return self.coins(given, "prizes")
        name = given.get("prize", "")
        if not isinstance(name, str) or not name.strip() or not given.keys() <= {"prize", "value"}:
            self.bad("prizes", NO_PRIZE, example=EXAMPLE)
            return None
        value = self.coins(given["value"], "prizes") if "value" in given else 0
        return None if value is None else Thing(" ".join(name.split()), value)

    def coins(self, amount: object, key: str) -> int | None:
        """Return an amount of money in coins; None, with the problem noted, if it is not one."""
        good = isinstance(amount, int | Decimal) and not isinstance(amount, bool)
        exact = Decimal(amount) if good else Decimal(0)  # type: ignore[arg-type]
        if not good or not exact.is_finite() or exact <= 0 or exact > LARGEST:
            self.bad(key, N_("{found} is not an amount of money."), found=str(amount))
            return None
        exponent = exact.as_tuple().exponent
        small = isinstance(exponent, int) and exponent < -SMALLEST_EXPONENT
        coins = Fraction() if small else Fraction(exact) * 10**self.decimals
        if small or coins.denominator > 1:
            template = N_("{found} has more than {decimals} decimal places.")
            self.bad(key, template, found=str(amount), decimals=self.decimals)
            return None
        return int(coins)

    def categories(self) -> tuple[Category, ...]:
        given = self.raw.get("category", [])
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self.bad("category", N_("{key} must be a text or a list of texts."), key="category")
            return ()
        found = []
        for text in texts:
            try:
                found.append(parse_category(text, self.tournament))
            except CrivelloError as error:
                self.bad("category", error.template, **error.values)
        return tuple(found)

    def players(self, key: str) -> tuple[int, ...]:
        given = self.raw.get(key, [])
        if not isinstance(given, list) or (key in self.raw and not given):
            self.bad(key, NO_NUMBERS, key=key)
            return ()
        numbers = [player for player in given if type(player) is int]
        if len(numbers) < len(given):
            self.bad(key, NO_NUMBERS, key=key)
        for number in numbers:
            if number not in self.tournament.player:
                error = no_number(number, self.tournament.player)
                self.bad(key, error.template, **error.values)
        return tuple(numbers)

    def text(self, key: str) -> str:
        found = self.raw.get(key, "")
        if isinstance(found, str):
            return found.strip()
        self.bad(key, N_("{key} must be a text in quotes."), key=key)
        return ""

    def whole(self, key: str, usual: int, most: int = 10_000) -> int:
        found = self.raw.get(key, usual)
        if type(found) is int and 0 <= found <= most:
            return found
        self.bad(key, N_("{key} must be a whole number from 0 to {most}."), key=key, most=most)
        return usual

    def choice(self, key: str, usual: Choice) -> Choice:
        found, choices = self.raw.get(key, usual.value), [one.value for one in type(usual)]
        if found in choices:
            return type(usual)(found)
        template, known = N_("{key} must be one of {choices}; found {found!r}."), ", ".join(choices)
        self.bad(key, template, key=key, choices=known, found=str(found))
        return usual

    def unknown(self, known: tuple[str, ...]) -> None:
        template = N_("{key} is not a known key here.{near:| Did you mean {}?} Known: {known}.")
        for key in self.raw:
            if key not in known:
                near = nearest_word(key, known)
                self.bad(key, template, key=key, near=near, known=", ".join(known))

    def bad(self, where: str, template: Template, /, **values: Any) -> None:
        header = self.places.get((self.index, ""), (None, None))
        line, column = self.places.get((self.index, where), header)
        self.problems.append(Problem(Sentence(template, **values), line, column))


def _worth(prize: int | Thing) -> int:
    return prize.value if isinstance(prize, Thing) else prize
