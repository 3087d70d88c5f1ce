"""Parse typed text: results of tables, points, numbers, pairs, KEY=VALUE.

Single results and colours are parsed in `result`, days in `dates`.

>>> read_points("1½"), read_points("0,5"), read_points("1/3"), read_numbers("3, 1 2;3")
(Fraction(3, 2), Fraction(1, 2), Fraction(1, 3), (3, 1, 2, 3))
>>> read_two_players("3-7"), read_two_players("3, 7"), read_boards("5-1 2-7")
((3, 7), (3, 7), ((5, 1), (2, 7)))

Text that cannot be parsed raises `WordError`, whose message gives an example of valid text.
"""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.errors import SHOWN, WordError
from crivello.model.result import Result, plain_result, read_result
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.standard.patterns import pattern
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

NO_ENTRY = N_("Type the table or a name and the result, such as 57 1 or rossi 1, not {word!r}.")
NO_POINTS = N_("Write points such as 1, ½ or 0.5, not {word!r}.")
NO_NUMBER = N_("{word!r} is not a whole number.")
NO_TWO_PLAYERS = N_("Write two different players, such as 3-7, not {word!r}.")
NO_BOARDS = N_("Write pairs as White-Black by pairing number, such as 5-1 2-7, not {typed!r}.")


_GAP = pattern(r"[\s:]+")
_DASH = pattern("[-:–—−]")
_LETTER = pattern(r"[^\W\d_]")
_ENTRY = pattern(r"([0-9]{1,6})(?:\s*[:,]\s*|\s+|(?=[^\W\d]|[=½+]|-[-+]*$))(\S.*)")
_SIGNS = pattern(r"(?P<name>.*[^\W\d_])(?P<result>[=½]|\+-?-?|--?-?|-\+)")
_OWN = frozenset(["1", "0", "+", "-", "u1", "1u", "u0", "0u"])
"""Results of one player, whatever the colour."""


def read_entry(text: str) -> tuple[int, Result | None]:
    """Return the table number and the result in a text such as ``57 1``, ``57: 1-0`` or ``12=``."""
    line = text.strip()
    found = _ENTRY.fullmatch(line)
    if found is None or _is_result(line):
        raise WordError(NO_ENTRY, word=line[:SHOWN])
    return int(found[1]), read_result(found[2])


@frozen
class NamedEntry:
    """A result typed with the name of a player."""

    name: str
    typed: str
    """The result as it was typed."""
    result: Result | None
    own: bool
    """The result is the player's own: 1 is a win with either colour.

    Otherwise White comes first.
    """

    @property
    def doubtful(self) -> bool:
        """True if the result is ambiguous for Black: 1-0 may be meant as the player's own
        result.
        """
        pair = "-" in plain_result(self.typed) and not self.own
        return pair and self.result is not None and self.result.mirrored is not self.result


def read_named_entry(text: str) -> NamedEntry:
    """Return the player's name and the result in a text such as ``rossi 1``, ``de rossi ½-½`` or
    ``rossi=``.
    """
    line = text.strip()
    splits = [(line[: at.start()], line[at.end() :]) for at in _GAP.finditer(line)]
    if signs := _SIGNS.fullmatch(line):
        splits.append((signs["name"], signs["result"]))
    for name, word in splits:
        several = len(word.split()) > 1 and not _DASH.search(word)
        if not several and _LETTER.search(name) and _is_result(word):
            return NamedEntry(name, word, read_result(word), plain_result(word) in _OWN)
    raise WordError(NO_ENTRY, word=line[:SHOWN])


def _is_result(text: str) -> bool:
    """Return True if the whole text is a result: then ``1:0`` is not read as the result 0 at table
    1.
    """
    try:
        read_result(text)
    except WordError:
        return False
    return True


# Numbers

_POINTS = pattern(
    r"(?a)(?P<whole>\d{1,3})?(?P<half>½|1/2)|\d{1,3}/\d{1,3}|(?=.*\d)\d{0,3}([.,]\d{1,3})?"
)
_BY_ZERO = pattern("/0+$")
LARGEST_POINTS = 100


def read_points(text: str) -> Fraction:
    """Return typed points as a fraction; they may be whole, halves, decimals (point or comma) or
    fractions.

    Negative points are not allowed.
    """
    from fractions import Fraction

    plain = text.replace(" ", "")
    found = _POINTS.fullmatch(plain)
    if found is not None and found["half"]:
        return int(found["whole"] or 0) + Fraction(1, 2)
    if found is not None and not _BY_ZERO.search(plain):
        value = Fraction(plain.replace(",", "."))
        if value <= LARGEST_POINTS:
            return value
    raise WordError(NO_POINTS, word=text.strip()[:SHOWN])


def is_number(text: str, digits: int = 9) -> bool:
    """Return True if the text is a whole number with at most this many digits."""
    return text.isascii() and text.isdecimal() and len(text) <= digits


def read_number(text: str) -> int:
    if not is_number(text):
        raise WordError(NO_NUMBER, word=text.strip()[:SHOWN])
    return int(text)


_COMMAS = pattern(r"[\s,;]+")
_OUTER_COMMAS = pattern(r"^[\s,]+|[\s,]+$")


def split_list(text: str) -> list[str]:
    """Split a list at commas, semicolons or blanks."""
    return [part for part in _COMMAS.split(text) if part]


def read_numbers(text: str) -> tuple[int, ...]:
    """Return a typed list of numbers in its order."""
    return tuple(map(read_number, split_list(text)))


def read_codes(text: str) -> tuple[str, ...]:
    """Return a typed list of tie-break codes, in capitals."""
    return tuple(split_list(text.upper()))


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as a text of ranges, such as ``1-12, 15``."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


# Pairs of players by number; the context decides which number is meant.

_DASHED = r"([0-9]{1,9})\s*[-–—−:]\s*([0-9]{1,9})"
_TWO_PLAYERS = pattern(rf"{_DASHED}|([0-9]{{1,9}})(?:\s*,\s*|\s+)([0-9]{{1,9}})")
_DASHED_PAIRS = pattern(rf"{_DASHED}(?:[\s,]+|\Z)")


def read_two_players(text: str) -> tuple[int, int]:
    """Return the two numbers in a text such as ``3-7``, ``3:7``, ``3,7`` or ``3 7``; they must
    differ.
    """
    found = _match_two_players(text)
    if found is None or found[0] == found[1]:
        raise WordError(NO_TWO_PLAYERS, word=text.strip()[:SHOWN])
    return found


def _match_two_players(text: str) -> tuple[int, int] | None:
    found = _TWO_PLAYERS.fullmatch(text.strip())
    if found is None:
        return None
    return int(found[1] or found[3]), int(found[2] or found[4])


def read_boards(text: str) -> tuple[tuple[int, int], ...]:
    """Return typed pairs of numbers, White first.

    The text has either several pairs in a line, each with a dash, such as ``5-1 2-7``, or one pair
    per line (or semicolon) in any form of `read_two_players`.
    """
    boards: list[tuple[int, int]] = []
    for line in filter(str.strip, text.replace(";", "\n").split("\n")):
        one = _match_two_players(line)
        boards += [one] if one is not None else _read_dashed_pairs(line)
    for white, black in boards:
        if white == black:
            raise WordError(NO_TWO_PLAYERS, word=f"{white}-{black}")
    return tuple(boards)


def _read_dashed_pairs(line: str) -> list[tuple[int, int]]:
    found, at = [], 0
    line = _OUTER_COMMAS.sub("", line) or line.strip()
    while at < len(line):
        pair = _DASHED_PAIRS.match(line, at)
        if pair is None:
            raise WordError(NO_BOARDS, typed=line[at:].split()[0][:SHOWN])
        found.append((int(pair[1]), int(pair[2])))
        at = pair.end()
    return found


NO_TABLE = N_("Round {round} has no table {table}; there are: {tables}.")
NO_BOARD = N_("Round {round} has no board {board}; there are: {boards}.")
"""The message for a board that does not exist; `ranges` lists those that do."""


# Words of the form KEY=VALUE

NO_PAIR = N_("{word!r} is not of the form KEY=VALUE. A text with blanks needs quotes: {example}.")
PAIR_EXAMPLE = 'name="Open of Aosta"'
TWICE = N_("{key} is given twice.")
UNKNOWN_KEY = N_("There is no setting {word!r}. Settings: {known}.")
NEAR_KEY = N_("There is no setting {word!r}; did you mean {near}?")


def read_pairs(words: Iterable[str]) -> dict[str, str]:
    """Return the keys and values of words such as ``rounds=9``, in their order."""
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


def nearest_word(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to a mistyped one; an empty string if none is similar."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1)), "")


def unknown_key(
    word: str, known: Iterable[str], near_key: str = NEAR_KEY, unknown: str = UNKNOWN_KEY
) -> WordError:
    """Return the error for an unknown key, which suggests the most similar known key if there is
    one.
    """
    keys = list(known)
    near = nearest_word(word, keys)
    if near:
        return WordError(near_key, word=word, near=near)
    return WordError(unknown, word=word, known=", ".join(keys))
