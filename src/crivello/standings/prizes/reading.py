"""The file that announces the prizes (TOML): docs/prizes.md.

All defects are collected, each with its line where that can be told.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import pairwise
from typing import Any

from crivello.model.errors import CrivelloError, Malformed, Problem
from crivello.model.sentence import N_, Sentence, Template
from crivello.model.tournament import Tournament
from crivello.standings.categories import Category, parse_category
from crivello.standings.prizes.rules import Mode, PrizeList, PrizeRules, Thing, Ties

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
"""No prize is larger."""
SMALLEST_EXPONENT = 30
"""Nobody writes more places behind the point."""
EXAMPLE = '{ prize = "Cup", value = 100 }'
NO_PRIZE = N_("A prize is an amount of money, a text in quotes, or a table such as {example}.")
NO_VALUE = N_(
    "{thing!r} stands before a prize that is worth more. Say what it is worth: {example}."
)


def read_prizes(data: bytes, tournament: Tournament) -> PrizeRules:
    """The prizes of a file; categories and players are those of the tournament."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _bad([Problem(Sentence(N_("This is not a text in UTF-8.")), line=line)]) from error
    try:
        table = tomllib.loads(text.replace("\r\n", "\n"), parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        raise _bad([_syntax(str(error), text)]) from error
    except (ValueError, RecursionError) as error:  # a number or a nesting without end
        raise _bad([Problem(Sentence(N_("This is not a TOML file.")))]) from error
    return _Reader(table, text, tournament).read()


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace("_", ""))
    except InvalidOperation:  # an exponent beyond all limits
        return Decimal("NaN")


def _bad(problems: list[Problem]) -> Malformed:
    return Malformed(N_("The prizes cannot be read."), problems)


def _syntax(message: str, text: str) -> Problem:
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    sentence = N_("This is not written as TOML asks: KEY = VALUE, texts in quotes.")
    if place is None:  # at the end of the document
        return Problem(Sentence(sentence), line=max(len(text.splitlines()), 1))
    return Problem(Sentence(sentence), line=int(place[1]), column=int(place[2]))


class _Lines:
    """Where the keys of the file stand: a hint for messages, nothing depends on it."""

    def __init__(self, text: str) -> None:
        self.keys: dict[tuple[int, str], tuple[int, int]] = {}
        """(list from 0, or -1 above them, key) -> line and column; the key "" is the header."""
        index = -1
        for number, line in enumerate(text.splitlines(), start=1):
            if re.match(r"\s*\[\[\s*list\s*\]\]", line):
                index += 1
                self.keys[index, ""] = (number, line.index("[") + 1)
            elif found := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
                column = len(line) - len(line.lstrip()) + 1
                self.keys.setdefault((index, found[1]), (number, column))

    def place(self, index: int, key: str) -> tuple[int | None, int | None]:
        return self.keys.get((index, key)) or self.keys.get((index, "")) or (None, None)


class _Reader:
    def __init__(self, table: dict[str, Any], text: str, tournament: Tournament) -> None:
        self.table = table
        self.lines = _Lines(text)
        self.tournament = tournament
        self.problems: list[Problem] = []

    def read(self) -> PrizeRules:
        self.unknown(self.table, -1, FILE_KEYS)
        mode = Mode(self.choice(self.table, -1, "mode", [m.value for m in Mode], "one"))
        usual = self.choice(self.table, -1, "ties", [t.value for t in Ties], "shared")
        currency = self.text(self.table, -1, "currency")
        self.decimals = self.whole(self.table, -1, "decimals", 2, most=MOST_DECIMALS)
        unit = 1
        if "unit" in self.table:
            unit = self.coins(self.table["unit"], -1, "unit") or 1
        lots = self.players(self.table, -1, "lots")
        raw = self.table.get("list", [])
        if not isinstance(raw, list) or not raw or not all(isinstance(one, dict) for one in raw):
            self.bad(-1, "list", N_("There is no prize list; each begins with a line [[list]]."))
            raw = []
        lists = tuple(self.prize_list(one, index, mode, usual) for index, one in enumerate(raw))
        if self.problems:
            raise _bad(self.problems)
        return PrizeRules(lists, mode, currency, self.decimals, unit, lots)

    def prize_list(self, raw: dict[str, Any], index: int, mode: Mode, usual: str) -> PrizeList:
        self.unknown(raw, index, LIST_KEYS)
        name = self.text(raw, index, "name")
        if not name:
            self.bad(index, "name", N_("A prize list needs a name."))
        besides = raw.get("besides", False)
        if not isinstance(besides, bool):
            self.bad(index, "besides", N_("{key} is true or false."), key="besides")
        ties = self.choice(raw, index, "ties", [t.value for t in Ties], usual)
        if ties != usual and mode is Mode.ONE and besides is not True:
            self.bad(
                index,
                "ties",
                N_(
                    "Where a player wins one prize only, ties are treated alike in all lists: "
                    "write it once, above the lists, or give this list besides = true."
                ),
            )
        return PrizeList(
            name,
            self.amounts(raw, index),
            Ties(ties),
            self.categories(raw, index),
            self.players(raw, index),
            self.whole(raw, index, "minimum_players", 0),
            self.whole(raw, index, "minimum_games", 1),
            besides is True,
        )

    def amounts(self, raw: dict[str, Any], index: int) -> tuple[int | Thing, ...]:
        given = raw.get("prizes")
        if not isinstance(given, list) or not given:
            self.bad(index, "prizes", N_("A prize list needs prizes, such as prizes = [100, 50]."))
            return ()
        found = [self.prize(one, index) for one in given]
        prizes = [prize for prize in found if prize is not None]
        for one, two in pairwise(prizes):
            if _worth(one) >= _worth(two):
                continue
            if isinstance(one, Thing) and not one.value:
                self.bad(index, "prizes", NO_VALUE, thing=one.name, example=EXAMPLE)
            else:
                self.bad(index, "prizes", N_("A prize is larger than the one before it."))
            break
        return tuple(prizes)

    def prize(self, given: object, index: int) -> int | Thing | None:
        """Money, a text for what is none, or a table that also says what it is worth."""
        if isinstance(given, str) and not re.fullmatch(r"\s*\d[\d\s.,]*", given):
            given = {"prize": given}
        if not isinstance(given, dict):
            return self.coins(given, index, "prizes")
        name = given.get("prize", "")
        if not isinstance(name, str) or not name.strip() or not given.keys() <= {"prize", "value"}:
            self.bad(index, "prizes", NO_PRIZE, example=EXAMPLE)
            return None
        value = self.coins(given["value"], index, "prizes") if "value" in given else 0
        return None if value is None else Thing(" ".join(name.split()), value)

    def coins(self, amount: object, index: int, key: str) -> int | None:
        """An amount of money in coins."""
        good = isinstance(amount, int | Decimal) and not isinstance(amount, bool)
        exact = Decimal(amount) if good else Decimal(0)  # type: ignore[arg-type]
        if not good or not exact.is_finite() or exact <= 0 or exact > LARGEST:
            self.bad(index, key, N_("{found} is not an amount of money."), found=str(amount))
            return None
        exponent = exact.as_tuple().exponent
        small = isinstance(exponent, int) and exponent < -SMALLEST_EXPONENT
        coins = Fraction() if small else Fraction(exact) * 10**self.decimals
        if small or coins.denominator > 1:
            self.bad(
                index,
                key,
                N_("{found} has more than {decimals} decimal places."),
                found=str(amount),
                decimals=self.decimals,
            )
            return None
        return int(coins)

    def categories(self, raw: dict[str, Any], index: int) -> tuple[Category, ...]:
        given = raw.get("category", [])
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self.bad(index, "category", N_("{key} is a text or a list of texts."), key="category")
            return ()
        found = []
        for text in texts:
            try:
                found.append(parse_category(text, self.tournament))
            except CrivelloError as error:
                self.bad(index, "category", error.template, **error.values)
        return tuple(found)

    def players(self, raw: dict[str, Any], index: int, key: str = "players") -> tuple[int, ...]:
        given = raw.get(key, [])
        if not isinstance(given, list) or (key in raw and not given):
            self.bad(index, key, N_("{key} is a list of numbers, such as [7]."), key=key)
            return ()
        for player in given:
            if type(player) is not int or player not in self.tournament.player:
                self.bad(index, key, N_("There is no player {player}."), player=player)
        return tuple(player for player in given if type(player) is int)

    def text(self, raw: dict[str, Any], index: int, key: str) -> str:
        found = raw.get(key, "")
        if isinstance(found, str):
            return found.strip()
        self.bad(index, key, N_("{key} is a text in quotes."), key=key)
        return ""

    def whole(
        self, raw: dict[str, Any], index: int, key: str, usual: int, most: int = 10_000
    ) -> int:
        found = raw.get(key, usual)
        if type(found) is int and 0 <= found <= most:
            return found
        self.bad(index, key, N_("{key} is a whole number from 0 to {most}."), key=key, most=most)
        return usual

    def choice(
        self, raw: dict[str, Any], index: int, key: str, choices: list[str], usual: str
    ) -> str:
        found = raw.get(key, usual)
        if found in choices:
            return str(found)
        self.bad(
            index,
            key,
            N_("{key} is one of {choices}, not {found!r}."),
            key=key,
            choices=", ".join(choices),
            found=str(found),
        )
        return usual

    def unknown(self, raw: dict[str, Any], index: int, known: tuple[str, ...]) -> None:
        for key in raw:
            if key not in known:
                self.bad(
                    index,
                    key,
                    N_("{key} has no meaning here. Known: {known}."),
                    key=key,
                    known=", ".join(known),
                )

    def bad(self, index: int, where: str, template: Template, /, **values: Any) -> None:
        line, column = self.lines.place(index, where)
        self.problems.append(Problem(Sentence(template, **values), line, column))


def _worth(prize: int | Thing) -> int:
    return prize.value if isinstance(prize, Thing) else prize
