"""What people type, wherever they type it: results, points and whole numbers; days: `dates`.

One table says how results are written. The command line, the browser, and files of results that
people write all read it:

>>> print(read_result("1/2"), read_result("+"), read_result("0-1u"), read_result("none"))
½-½ 1F-0F 0-1 (not rated) None
>>> read_points("1½"), read_points("0,5"), read_points("1/3"), read_numbers("3, 1 2,3")
(Fraction(3, 2), Fraction(1, 2), Fraction(1, 3), (1, 2, 3))

What cannot be read is a `WordError`, which says what would do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from crivello.model.errors import WordError
from crivello.model.result import Result
from crivello.model.sentence import N_

NO_RESULT = N_("{word!r} is not a result. Write {examples}.")
RESULT_EXAMPLES = "1-0, 0-1, 1/2, 1f-0f, 0f-1f, 0f-0f, 0-0, 1/2-0, 0-1/2, 1-0u, adj, none"
NO_ENTRY = N_("Type the table and the result, such as 57 1; {word!r} is not that.")
NO_POINTS = N_("Write points such as 1, ½ or 0.5, not {word!r}.")
NO_NUMBER = N_("{word!r} is not a whole number.")
SHOWN = 40
"""Letters of what was typed that a message repeats."""


@dataclass(frozen=True, slots=True)
class ResultKey:
    """A result, or none; the key for it, and everything else that means it."""

    key: str
    """What is typed on a board: one character, or `u` and one more. Forms send it too."""
    result: Result | None
    """None takes a result back."""
    meaning: str
    spellings: tuple[str, ...]
    """Besides the key: in small letters, without blanks, with ``½`` and ``-``."""


def _scored(result: Result, key: str, meaning: str, *more: str) -> ResultKey:
    """A game that was played: its figures, also with a colon or signs."""
    white, black = result.figures.split("-")
    drawn = (f"{white}-{black}".replace("½", "="),) if "½" in result.figures else ()
    return ResultKey(key, result, meaning, (result.figures, *drawn, *more))


def _not_rated(rated: ResultKey, result: Result, meaning: str) -> ResultKey:
    """Less than a move was played: `u` before or behind all that means the rated result."""
    words = (rated.key, *rated.spellings)
    spellings = [spelling for word in words for spelling in (f"u{word}", f"{word}u")]
    return ResultKey(f"u{rated.key}", result, meaning, tuple(spellings[1:]))


def _table() -> Iterator[ResultKey]:
    played = (
        _scored(Result.WHITE_WINS, "1", N_("White wins")),
        _scored(Result.DRAW, "=", N_("draw"), "½", "5", "d", "draw"),
        _scored(Result.BLACK_WINS, "0", N_("Black wins")),
        _scored(Result.BOTH_LOSE, "z", N_("played, both lose")),
        _scored(Result.WHITE_DRAWS_BLACK_LOSES, "w", N_("played, half a point for White only")),
        _scored(Result.WHITE_LOSES_BLACK_DRAWS, "b", N_("played, half a point for Black only")),
    )
    yield from played[:3]
    yield ResultKey(
        "+", Result.WHITE_WINS_BY_FORFEIT, N_("White wins by forfeit"), ("1f-0f", "+-", "+--")
    )
    yield ResultKey(
        "-", Result.BLACK_WINS_BY_FORFEIT, N_("Black wins by forfeit"), ("0f-1f", "-+", "--+")
    )
    yield ResultKey("f", Result.DOUBLE_FORFEIT, N_("both forfeit"), ("0f-0f", "--", "---"))
    yield from played[3:]
    yield ResultKey("a", Result.ADJOURNED, N_("adjourned"), ("adj", "adj-adj", "adjourned"))
    not_rated = (
        (Result.SHORT_WHITE_WINS, N_("White wins, not rated")),
        (Result.SHORT_DRAW, N_("draw, not rated")),
        (Result.SHORT_BLACK_WINS, N_("Black wins, not rated")),
        (Result.SHORT_BOTH_LOSE, N_("both lose, not rated")),
        (Result.SHORT_WHITE_DRAWS_BLACK_LOSES, N_("half a point for White only, not rated")),
        (Result.SHORT_WHITE_LOSES_BLACK_DRAWS, N_("half a point for Black only, not rated")),
    )
    for rated, (result, meaning) in zip(played, not_rated, strict=True):
        yield _not_rated(rated, result, meaning)
    yield ResultKey("x", None, N_("take the result back"), ("none", "?"))


RESULT_KEYS: tuple[ResultKey, ...] = tuple(_table())
"""In the order in which a page lists them."""
BY_KEY: Mapping[str, ResultKey] = {one.key: one for one in RESULT_KEYS}
KEY_OF: Mapping[Result | None, str] = {one.result: one.key for one in RESULT_KEYS}
"""The key of a result: how pages name it in forms and attributes."""
_BY_SPELLING: Mapping[str, Result | None] = {
    word: one.result for one in RESULT_KEYS for word in (one.key, *one.spellings)
}
DASHED = tuple(word for word in _BY_SPELLING if word.startswith("-"))
"""Results that look like options of a command line."""

_HALF = re.compile(r"1/2|0?[.,]5(?![0-9])")
_SIGN = re.compile("[:–—−]")
_ENTRY = re.compile(r"([0-9]{1,6})(?:\s*[:,]\s*|\s+|(?=[^\W\d]|[=½+]))(\S.*)")


def read_result(text: str) -> Result | None:
    """The result of a game; None if it takes one back."""
    word = "".join(text.split()).casefold().replace("(notrated)", "u")
    word = _HALF.sub("½", word)
    if len(word) > 1:  # alone, a long dash is what stands where there is no result
        word = _SIGN.sub("-", word)
    if word not in _BY_SPELLING:
        raise WordError(NO_RESULT, word=text.strip()[:SHOWN], examples=RESULT_EXAMPLES)
    return _BY_SPELLING[word]


def read_entry(text: str) -> tuple[int, Result | None]:
    """The number of a table and the result there: ``57 1``, ``57: 1-0``, ``12=``."""
    line = text.strip()
    found = _ENTRY.fullmatch(line)
    if found is None or _is_result(line):
        raise WordError(NO_ENTRY, word=line[:SHOWN])
    return int(found[1]), read_result(found[2])


def _is_result(text: str) -> bool:
    """``1:0`` alone is a result whose table is missing, not a result at table 1."""
    try:
        read_result(text)
    except WordError:
        return False
    return True


# Numbers

_POINTS = re.compile(
    r"(?P<whole>\d{1,3})?(?P<half>½|1/2)|\d{1,3}/\d{1,3}|(?=.*\d)\d{0,3}([.,]\d{1,3})?", re.ASCII
)
LARGEST_POINTS = 100


def read_points(text: str) -> Fraction:
    """Points, never negative: whole, halves, decimals with a point or a comma, or a fraction."""
    plain = text.replace(" ", "")
    found = _POINTS.fullmatch(plain)
    if found is not None and found["half"]:
        return int(found["whole"] or 0) + Fraction(1, 2)
    if found is not None and not re.search("/0+$", plain):
        value = Fraction(plain.replace(",", "."))
        if value <= LARGEST_POINTS:
            return value
    raise WordError(NO_POINTS, word=text.strip()[:SHOWN])


def is_number(text: str, digits: int = 9) -> bool:
    """Is it a whole number of at most this many digits?"""
    return text.isascii() and text.isdecimal() and len(text) <= digits


def read_number(text: str) -> int:
    if not is_number(text):
        raise WordError(NO_NUMBER, word=text.strip()[:SHOWN])
    return int(text)


def read_numbers(text: str) -> tuple[int, ...]:
    """Numbers with commas or blanks between them, each once and in order."""
    parts = (part for part in re.split(r"[\s,;]+", text) if part)
    return tuple(sorted({read_number(part) for part in parts}))


def read_codes(text: str) -> tuple[str, ...]:
    """Codes of tie-breaks, with commas or blanks between them."""
    return tuple(code for code in re.split(r"[\s,;]+", text.upper()) if code)


def ranges(numbers: Iterable[int]) -> str:
    """``1-12, 15``"""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


# Words of the form KEY=VALUE

NO_PAIR = N_(
    "{word!r} is not of the form KEY=VALUE. A text with blanks stands in quotes: {example}."
)
PAIR_EXAMPLE = 'name="Open of Aosta"'
TWICE = N_("{key} is given twice.")
UNKNOWN_KEY = N_("There is no setting {word!r}. There are: {known}.")
NEAR_KEY = N_("There is no setting {word!r}; did you mean {near}?")


def read_pairs(words: Iterable[str]) -> dict[str, str]:
    """Keys and values, in their order."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise WordError(NO_PAIR, word=word, example=PAIR_EXAMPLE)
        key = key.strip().lower().replace("_", "-")
        if key in found:
            raise WordError(TWICE, key=key)
        found[key] = value.strip()
    return found


def unknown_key(
    word: str, known: Iterable[str], near_key: str = NEAR_KEY, unknown: str = UNKNOWN_KEY
) -> WordError:
    """The error for a key that there is not, with the nearest one if it looks like a slip."""
    from difflib import get_close_matches

    keys = list(known)
    near = get_close_matches(word, keys, n=1)
    if near:
        return WordError(near_key, word=word, near=near[0])
    return WordError(unknown, word=word, known=", ".join(keys))
