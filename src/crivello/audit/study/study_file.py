"""Reader of study files (TOML); errors list every problem with its place and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from crivello.audit.recipe import Recipe
from crivello.audit.study.definition import Population, StudiedSystem, Study
from crivello.audit.study.measures import MEASURES
from crivello.model.errors import CrivelloError, Malformed, Problem
from crivello.model.grammar import nearest_word
from crivello.model.keys import NEWEST, SYSTEMS, is_round_robin
from crivello.model.sentence import N_, Sentence
from crivello.standings.tie_breaks import parse_list

Path = tuple[str | int, ...]
"""The place of a value: keys, and indexes in arrays of tables."""

MOST_PLAYERS = 9999
MOST_ROUNDS = 99
MOST_TOURNAMENTS = 100_000_000
RATES = {
    "forfeits": "forfeit_rate",
    "withdrawals": "withdrawal_rate",
    "late-entries": "late_entry_rate",
    "half-point-byes": "half_point_bye_rate",
    "full-point-byes": "full_point_bye_rate",
    "zero-point-byes": "zero_point_bye_rate",
}
"""Keys of a population that mean "one in N", and their fields of the recipe."""
PERCENTAGES = {"draws": "draw_percentage", "upsets": "upset_percentage"}
RATINGS = {
    "lowest": "lowest_rating",
    "highest": "highest_rating",
    "middle": "middle",
    "deviation": "deviation",
}


def read_study(text: str) -> Study:
    """Return the study that a file describes; raise `Malformed` with every problem."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, text) from error
    reader = _Reader(text)
    study = reader.study(tables)
    if reader.problems:
        problems = sorted(reader.problems, key=lambda one: (one.line or 0, one.column or 0))
        raise Malformed(NOT_A_STUDY, problems)
    return study


NOT_A_STUDY = N_("This study cannot be run.")


def _not_toml(error: tomllib.TOMLDecodeError, text: str) -> Malformed:
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    last = text.splitlines()[-1:] or [""]
    line, column = max(len(text.splitlines()), 1), len(last[0]) + 1  # otherwise the file ends here
    if found:
        line, column = int(found[1]), int(found[2])
    reason = str(error).partition(" (at ")[0]
    sentence = Sentence(N_("A study is a TOML file; this is not one: {reason}."), reason=reason)
    return Malformed(NOT_A_STUDY, [Problem(sentence, line, column, expected='key = "value"')])


class _Reader:
    """Reads a study file: it collects every problem, and continues with a harmless value."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self._locations = dict(_locations(text))

    # The tables

    def study(self, table: Mapping[str, Any]) -> Study:
        self._check_keys(
            (),
            table,
            (
                *("title", "question", "seed", "tournaments", "groups"),
                *("measures", "figures", "tie-breaks", "population", "system"),
            ),
        )
        populations = tuple(
            self._population(("population", index), one)
            for index, one in enumerate(self._tables(table, "population"))
        )
        systems = tuple(
            self._system(("system", index), one)
            for index, one in enumerate(self._tables(table, "system"))
        )
        for kind, names in (
            ("population", [one.name for one in populations]),
            ("system", [one.name for one in systems]),
        ):
            for index, name in enumerate(names):
                if name and name in names[:index]:
                    sentence = Sentence(
                        N_("Two of them are called {name!r}: give one of them another name."),
                        name=name,
                    )
                    self._problem((kind, index, "name"), sentence, name)
        measures = self._words(table, "measures", tuple(MEASURES)) or tuple(MEASURES)
        return Study(
            title=self._text((), table, "title"),
            question=self._text((), table, "question").strip(),
            seed=self._read_whole_number((), table, "seed", 1, 0, 10**15),
            tournaments=self._read_whole_number((), table, "tournaments", 100, 1, MOST_TOURNAMENTS),
            populations=populations,
            systems=systems,
            measures=measures,
            tie_breaks=self._tie_breaks(table),
            groups=self._read_whole_number((), table, "groups", 4, 1, 20),
            figures=self._words(table, "figures", measures),
        )

    def _population(self, path: Path, table: Mapping[str, Any]) -> Population:
        self._check_keys(
            path,
            table,
            (
                *("name", "players", "rounds", "ratings", "rating-error", "white-advantage"),
                *("clubs", *PERCENTAGES, *RATES),
            ),
        )
        fields: dict[str, Any] = {}
        for key, field in RATES.items():
            fields[field] = self._read_whole_number(path, table, key, 0, 0, 10**6)
        start = Recipe()
        for key, field in PERCENTAGES.items():
            fields[field] = self._read_whole_number(path, table, key, getattr(start, field), 0, 100)
        fields["rating_error"] = self._read_whole_number(path, table, "rating-error", 0, 0, 1000)
        fields["white_advantage"] = self._read_whole_number(
            path, table, "white-advantage", 0, 0, 500
        )
        fields["clubs"] = self._read_whole_number(path, table, "clubs", 0, 0, MOST_PLAYERS)
        fields |= self._ratings(path, table)
        players = self._players(path, table)
        rounds = self._read_whole_number(path, table, "rounds", 9, 1, MOST_ROUNDS)
        most = players[0] - 1 + players[0] % 2
        if rounds > most:
            sentence = Sentence(
                N_(
                    "{players} players cannot play {rounds} rounds without meeting twice: ask"
                    " for at most {most}, or for more players."
                ),
                players=players[0],
                rounds=rounds,
                most=most,
            )
            self._problem((*path, "rounds"), sentence, str(rounds))
        recipe = Recipe(players=players[0], rounds=rounds, **fields)
        return Population(self._text(path, table, "name"), recipe, players)

    def _ratings(self, path: Path, table: Mapping[str, Any]) -> dict[str, int]:
        ratings = table.get("ratings", {})
        if not isinstance(ratings, dict):
            expected = "{ lowest = 1400, highest = 2600 }"
            self._wrong((*path, "ratings"), ratings, expected)
            return {}
        self._check_keys((*path, "ratings"), ratings, tuple(RATINGS))
        start = Recipe()
        found = {
            field: self._read_whole_number(
                (*path, "ratings"), ratings, key, getattr(start, field), 1, 4000
            )
            for key, field in RATINGS.items()
            if key in ratings
        }
        lowest = found.get("lowest_rating", start.lowest_rating)
        if lowest > found.get("highest_rating", start.highest_rating):
            sentence = Sentence(N_("The lowest rating is above the highest: swap them."))
            self._problem((*path, "ratings"), sentence, str(lowest))
        return found

    def _players(self, path: Path, table: Mapping[str, Any]) -> tuple[int, int]:
        given = table.get("players")
        limits: list[Any] = [given, given]
        if isinstance(given, list) and len(given) == 2:
            limits = given
        if all(_is_whole(one) and 2 <= one <= MOST_PLAYERS for one in limits):
            if limits[0] <= limits[1]:
                return limits[0], limits[1]
        if given is None:
            sentence = Sentence(N_("{key} is missing: add it."), key="players")
            self._problem(path, sentence, None, "players = 50")
        else:
            self._wrong((*path, "players"), given, "2-9999, [40, 60]")
        return MOST_PLAYERS, MOST_PLAYERS

    def _system(self, path: Path, table: Mapping[str, Any]) -> StudiedSystem:
        self._check_keys(path, table, ("name", "key", "baku", "against"))
        key = self._edition(path, table, "key")
        other = self._edition(path, table, "against")
        baku = table.get("baku", False)
        if not isinstance(baku, bool):
            self._wrong((*path, "baku"), baku, "true, false")
            baku = False
        if is_round_robin(key) and (baku or other):
            wrong = "baku" if baku else "against"
            sentence = Sentence(N_("A round robin has no {key}: leave it out."), key=wrong)
            self._problem((*path, wrong), sentence, str(table[wrong]).lower())
            return StudiedSystem(key or "", key or "")
        if key is None:
            if "key" not in table:
                sentence = Sentence(N_("{key} is missing: add it."), key="key")
                self._problem(path, sentence, None, f'key = "{NEWEST}"')
            return StudiedSystem("", "")
        name = f"{key}, Baku" if baku else key
        if "name" in table:
            name = self._text(path, table, "name")
        return StudiedSystem(name, key, baku, other)

    def _edition(self, path: Path, table: Mapping[str, Any], key: str) -> str | None:
        given = table.get(key)
        if given is None or (isinstance(given, str) and given in SYSTEMS):
            return given
        self._wrong((*path, key), given, ", ".join(SYSTEMS))
        return None

    def _tie_breaks(self, table: Mapping[str, Any]) -> tuple[str, ...]:
        codes = self._words(table, "tie-breaks", None)
        try:
            parse_list(codes)
        except CrivelloError as error:
            self._problem(("tie-breaks",), error.sentence, ", ".join(codes))
            return ()
        return codes

    # The values

    def _tables(self, table: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        given = table.get(key)
        if isinstance(given, list) and given and all(isinstance(one, dict) for one in given):
            return given
        if isinstance(given, dict):
            self._wrong((key,), f"[{key}]", f"[[{key}]]")
            return [given]
        sentence = Sentence(N_("A study needs at least one [[{key}]]: add it."), key=key)
        self._problem((key,) if key in table else (), sentence, None, f"[[{key}]]")
        return []

    def _text(self, path: Path, table: Mapping[str, Any], key: str) -> str:
        given = table.get(key)
        if isinstance(given, str) and given.strip():
            return given
        if given is None:
            sentence = Sentence(N_("{key} is missing: add it."), key=key)
            self._problem(path, sentence, None, f'{key} = "…"')
        else:
            self._wrong((*path, key), given, '"…"')
        return ""

    def _read_whole_number(
        self, path: Path, table: Mapping[str, Any], key: str, default: int, least: int, most: int
    ) -> int:
        given = table.get(key, default)
        if _is_whole(given) and least <= given <= most:
            return int(given)
        if not (given is None and key not in table):
            self._wrong((*path, key), given, f"{least}-{most}")
        return default

    def _words(
        self, table: Mapping[str, Any], key: str, known: tuple[str, ...] | None
    ) -> tuple[str, ...]:
        given = table.get(key, [])
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            self._wrong((key,), given, '["…", "…"]')
            return ()
        for one in given:
            if known is not None and one not in known:
                self._wrong((key,), one, ", ".join(known))
        return tuple(dict.fromkeys(one for one in given if known is None or one in known))

    # The problems

    def _check_keys(self, path: Path, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                sentence = Sentence(
                    N_(
                        "{key!r} is not a known key here.{near:| Did you mean {}?} Remove it, or "
                        "correct it."
                    ),
                    key=key,
                    near=nearest_word(key, known),
                )
                self._problem((*path, key), sentence, key, ", ".join(known))

    def _wrong(self, path: Path, found: object, expected: str) -> None:
        sentence = Sentence(
            N_("{key} cannot be {found}: write {expected}."),
            key=path[-1],
            found=_toml(found),
            expected=expected,
        )
        self._problem(path, sentence)

    def _problem(
        self, path: Path, sentence: Sentence, found: str | None = None, expected: str | None = None
    ) -> None:
        """Add a problem at the place of the key or, if the key is missing, at the beginning of its
        table.
        """
        while path and path not in self._locations:
            path = path[:-1]
        line, column = self._locations.get(path, (1, 1))
        self.problems.append(Problem(sentence, line, column, found, expected))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


# Where a key stands: the reader of the standard library does not say.

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*(["']?)([\w.-]+)\1\s*=""")
_INNER = re.compile(r"""[{,]\s*(["']?)([\w-]+)\1\s*=""")


def _locations(text: str) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield the path of each key and table, with line and column."""
    table: Path = ()
    count: dict[str, int] = {}
    quotes = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if quotes:  # inside a string of several lines
            quotes = "" if quotes in line else quotes
            continue
        if header := _HEADER.match(line):
            names = [name.strip().strip("\"'") for name in header[2].split(".")]
            if header[1] == "[[":
                count[names[0]] = count.get(names[0], -1) + 1
            first: Path = (names[0], count[names[0]]) if names[0] in count else (names[0],)
            table = (*first, *names[1:])
            yield table, (number, header.start(1) + 1)
        elif key := _KEY.match(line):
            path = (*table, *key[2].split("."))
            yield path, (number, key.start(2) + 1)
            for inner in _INNER.finditer(line, key.end()):
                yield (*path, inner[2]), (number, inner.start(2) + 1)
            for mark in ('"""', "'''"):
                if line.count(mark) == 1:
                    quotes = mark
