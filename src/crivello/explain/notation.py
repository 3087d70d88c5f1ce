"""Read brackets and scoregroups as textbooks write them.

``[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11``: in square brackets the parts of a bracket (in the Dutch
system the moved-down players, then the residents), in braces the scoregroups below it, or those of
a whole round. A player is written as on a pairing card: number, colour preference, and the floats
of the last two rounds, the latest first. After these may stand the average rating of the opponents
(``2W 2480`` or ``2W(2480)``), and the score (``2W@3``) where it is not half a point below that of
the players before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from crivello.model.errors import WordError
from crivello.model.field import Float, Strength
from crivello.model.grammar import read_points
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

T = TypeVar("T")

EXAMPLE = "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11"
"""A bracket with all the signs."""
NOT_READ = N_(
    "The bracket cannot be read at character {place} ({found}): expected {expected}. Example: "
    "{example}"
)
END_OF_TEXT = N_("the end of the text")
GROUP = N_("a group of players in {signs}")
NUMBER = N_("the number of a player, from 1 to 9999")
COMMA = N_("a comma, or {close} at the end of the group")
PREFERENCE = N_("a colour preference, one of {choices}")
SCORE = N_("a score, such as {example}")
PAIR = N_("two players, such as {example}")
COLOURS = N_("a player and the colours of the games, such as {example}")
TIMES = N_("a player and a number of upfloats, such as {example}")
RATING = N_("a player and a rating, such as {example}")
CLAUSE = N_("one of the words {words}")

TWICE = N_("Player {number} is written twice.")
NOT_THERE = N_("After {word} comes player {number}, who is not in a group.")
EMPTY = N_("There is no player in the bracket. Example: {example}")
TOO_MANY = N_("A typed bracket has at most {most} players, not {count}.")
MOST = 40

PREFERENCES = "W, Ww, w, W*, (W), (w), B, Bb, b, B*, (B), (b), A"
FLOATS = {
    "↓": Float.DOWN,
    "v": Float.DOWN,
    "↑": Float.UP,
    "^": Float.UP,
    "-": None,
}
"""The signs of floats, two of them for keyboards without arrows."""
OPENING = {"[": "]", "{": "}"}

_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"\d+")
_CARD = re.compile(r"\([A-Za-z]*\)?|[A-Za-uw-z]+\*?")
_ARO = re.compile(r"\d{3,4}(?![\d(A-Za-z↓↑^-])|\(\d{3,4}\)")
_POINTS = re.compile(r"\d*½|\d+(?:[.,][05](?![\d(A-Za-z↓↑^-]))?")
_UNIT = re.compile(r"points?\b|punt[oi]\b")
_COLOURS = re.compile(r"[WBwb]+(?![A-Za-z])")
_WORD = re.compile(r"[^\W\d_]+")


_Preference = tuple[str, Colour | None, Strength, int | None]
"""As typed, the colour, its strength, and the parity of the round it belongs to."""


@frozen
class TypedPlayer:
    """A player of a typed bracket, with preference, floats, average of opponents and score."""

    number: int
    written: str
    """The preference as typed."""
    preference: Colour | None
    strength: Strength
    parity: int | None
    """The parity of the round that the preference belongs to: ``(W)`` and ``(w)`` of the rules
    before 2013 stand in odd and even rounds only."""
    floats: tuple[Float | None, ...]
    aro: int
    score: Fraction | None


@frozen
class TypedGroup:
    """The players inside one pair of brackets: a part of the bracket, or a scoregroup."""

    players: tuple[TypedPlayer, ...]
    square: bool
    """Whether it stands in square brackets."""
    score: Fraction | None


@frozen
class TypedBracket:
    """A bracket as it was typed: its groups, the highest first, and what is known about the
    players.
    """

    groups: tuple[TypedGroup, ...]
    met: tuple[tuple[int, int], ...] = ()
    colours: tuple[tuple[int, str], ...] = ()
    """The colours of the games of some players, the oldest first."""
    upfloats: tuple[tuple[int, int], ...] = ()
    """How often some players have been upfloated."""
    ratings: tuple[tuple[int, int], ...] = ()
    """The ratings of some players."""

    @property
    def players(self) -> tuple[TypedPlayer, ...]:
        return tuple(player for group in self.groups for player in group.players)


def is_typed(text: str) -> bool:
    """Return True if the text begins as a bracket does, and is not the name of a file."""
    return text.lstrip()[:1] in OPENING and bool(text.strip())


def read_bracket(text: str) -> TypedBracket:
    """Read a bracket; an error names the place in the text, and what was expected there."""
    reader = _BracketReader(text)
    groups: list[TypedGroup] = []
    while mark := reader.skip(*OPENING):
        groups.append(reader.group(mark))
    if not groups:
        raise reader.refusal(Sentence(GROUP, signs="[ ] / { }"))
    met: list[tuple[int, int]] = []
    colours: list[tuple[int, str]] = []
    upfloats: list[tuple[int, int]] = []
    ratings: list[tuple[int, int]] = []
    clauses: dict[str, Callable[[], None]] = {
        "met": lambda: met.append(reader.pair()),
        "colours": lambda: colours.append(reader.colours()),
        "upfloats": lambda: upfloats.append(reader.upfloats()),
        "ratings": lambda: ratings.append(reader.ratings()),
    }
    reader.skip(";", ",")
    while not reader.ended:
        start = reader.place
        word = reader.take(_WORD)
        if word not in clauses:
            reader.place = start
            raise reader.refusal(Sentence(CLAUSE, words=", ".join(clauses)))
        clauses[word]()
        while reader.skip(",", ";") or reader.next_is_digit:
            if not reader.next_is_digit:
                break
            clauses[word]()
    typed = TypedBracket(tuple(groups), tuple(met), tuple(colours), tuple(upfloats), tuple(ratings))
    _check_numbers(typed)
    return typed


def read_numbers_in(text: str, word: str, typed: TypedBracket) -> frozenset[int]:
    """Read pairing numbers, such as ``6, 9``; all of them must be in the bracket.

    `word`: the name of the option, for the error.
    """
    reader = _BracketReader(text)
    found: set[int] = set()
    while not reader.ended:
        found.add(reader.number())
        reader.skip(",", ";")
    _check_known(typed, word, found)
    return frozenset(found)


def _check_numbers(typed: TypedBracket) -> None:
    numbers = [player.number for player in typed.players]
    if not numbers:
        raise WordError(EMPTY, example=EXAMPLE)
    if len(numbers) > MOST:
        raise WordError(TOO_MANY, most=MOST, count=len(numbers))
    for number in numbers:
        if numbers.count(number) > 1:
            raise WordError(TWICE, number=number)
    _check_known(typed, "met", {player for pair in typed.met for player in pair})
    _check_known(typed, "colours", {player for player, _ in typed.colours})
    _check_known(typed, "upfloats", {player for player, _ in typed.upfloats})
    _check_known(typed, "ratings", {player for player, _ in typed.ratings})


def _check_known(typed: TypedBracket, word: str, named: set[int]) -> None:
    unknown = named - {player.number for player in typed.players}
    if unknown:
        raise WordError(NOT_THERE, word=word, number=min(unknown))


class _BracketReader:
    """Reads the text of a bracket from left to right; `place` is the position in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    # Signs

    def skip(self, *marks: str) -> str:
        """Move past spaces and one of these marks; return the mark, or an empty text if none
        follows.
        """
        self.take(_SPACE)
        for mark in marks:
            if self.text.startswith(mark, self.place):
                self.place += len(mark)
                return mark
        return ""

    def take(self, pattern: re.Pattern[str]) -> str:
        """Move past a match of this pattern and return it; return an empty text if none follows."""
        if pattern is not _SPACE:
            self.take(_SPACE)
        found = pattern.match(self.text, self.place)
        if found is None:
            return ""
        self.place = found.end()
        return found[0]

    @property
    def ended(self) -> bool:
        """True if only spaces follow."""
        self.take(_SPACE)
        return self.place >= len(self.text)

    @property
    def next_is_digit(self) -> bool:
        return not self.ended and self.text[self.place].isdecimal()

    def refusal(self, expected: Sentence) -> WordError:
        """Return the error that names the position, what is there, and what was expected."""
        self.take(_SPACE)
        found = self.text[self.place : self.place + 12].split(" ")[0]
        return WordError(
            NOT_READ,
            place=self.place + 1,
            found=found or Sentence(END_OF_TEXT),
            expected=expected,
            example=EXAMPLE,
        )

    def _read(self, pattern: re.Pattern[str], expected: Sentence, read: Callable[[str], T]) -> T:
        """Read a value that must follow here; an error names the position where it begins."""
        self.take(_SPACE)
        start = self.place
        try:
            return read(self.take(pattern))
        except ValueError:
            self.place = start
            raise self.refusal(expected) from None

    # Groups

    def group(self, mark: str) -> TypedGroup:
        close = OPENING[mark]
        players: list[TypedPlayer] = []
        while not self.skip(close):
            if players and not self.skip(",", ";") and not self.next_is_digit:
                raise self.refusal(Sentence(COMMA, close=close))
            players.append(self.player())
        return TypedGroup(tuple(players), mark == "[", self.score())

    def player(self) -> TypedPlayer:
        self.skip("#")
        number = self.number()
        preference: _Preference = "", None, Strength.NONE, None
        if not self.ended and self.text[self.place] in "(ABWbw":
            expected = Sentence(PREFERENCE, choices=PREFERENCES)
            preference = self._read(_CARD, expected, _read_preference)
        floats = []
        while sign := self.skip(*FLOATS):
            floats.append(FLOATS[sign])
        aro = self.take(_ARO)
        return TypedPlayer(
            number, *preference, tuple(floats), int(aro.strip("()") or 0), self.score()
        )

    def number(self) -> int:
        return self._read(_NUMBER, Sentence(NUMBER), _positive)

    def score(self) -> Fraction | None:
        """Read the score after ``@``; None if there is none."""
        if not self.skip("@"):
            return None
        points = self._read(_POINTS, Sentence(SCORE, example="2½"), _parse_half_points)
        self.take(_UNIT)
        return points

    # Clauses

    def pair(self) -> tuple[int, int]:
        one = self.number()
        if not self.skip("-", "–"):
            raise self.refusal(Sentence(PAIR, example="4-5"))
        return one, self.number()

    def colours(self) -> tuple[int, str]:
        number, expected = self.number(), Sentence(COLOURS, example="8:BWBW")
        if not self.skip(":"):
            raise self.refusal(expected)
        return number, self._read(_COLOURS, expected, _not_empty).upper()

    def upfloats(self) -> tuple[int, int]:
        number, expected = self.number(), Sentence(TIMES, example="7:2")
        if not self.skip(":"):
            raise self.refusal(expected)
        return number, self._read(_NUMBER, expected, _parse_small_number)

    def ratings(self) -> tuple[int, int]:
        number, expected = self.number(), Sentence(RATING, example="7:2450")
        if not self.skip(":"):
            raise self.refusal(expected)
        return number, self._read(_NUMBER, expected, _positive)


def _positive(digits: str) -> int:
    if not 0 < int(digits) < 10_000:
        raise ValueError(digits)
    return int(digits)


def _parse_small_number(digits: str) -> int:
    if int(digits) > 99:
        raise ValueError(digits)
    return int(digits)


def _not_empty(text: str) -> str:
    if not text:
        raise ValueError(text)
    return text


def _parse_half_points(text: str) -> Fraction:
    try:
        points = read_points(text)
    except WordError as error:
        raise ValueError(text) from error
    if (2 * points).denominator != 1:
        raise ValueError(text)
    return points


_PREFERENCES: dict[str, tuple[Colour | None, Strength, int | None]] = {
    "A": (None, Strength.NONE, None),
}
for _colour in Colour:
    _upper, _lower = _colour.value.upper(), _colour.value.lower()
    _PREFERENCES |= {
        _upper: (_colour, Strength.ABSOLUTE, None),
        f"{_upper}*": (_colour, Strength.ABSOLUTE, None),
        _upper + _lower: (_colour, Strength.STRONG, None),
        _lower: (_colour, Strength.MILD, None),
        f"({_upper})": (_colour, Strength.STRONG, 1),
        f"({_lower})": (_colour, Strength.MILD, 0),
    }


def _read_preference(written: str) -> _Preference:
    if written not in _PREFERENCES:
        raise ValueError(written)
    return written, *_PREFERENCES[written]


# Writing

_SIGNS = {Float.DOWN: "↓", Float.UP: "↑", None: "-"}


def write_bracket(typed: TypedBracket) -> str:
    """Return the text that `read_bracket` reads as this bracket."""
    clauses = {
        "met": [f"{one}-{other}" for one, other in typed.met],
        "colours": [f"{player}:{colours}" for player, colours in typed.colours],
        "upfloats": [f"{player}:{times}" for player, times in typed.upfloats],
        "ratings": [f"{player}:{rating}" for player, rating in typed.ratings],
    }
    words = ["".join(map(_write_group, typed.groups))]
    words += [f"{word} {', '.join(items)}" for word, items in clauses.items() if items]
    return " ".join(words)


def _write_group(group: TypedGroup) -> str:
    opening, close = "[]" if group.square else "{}"
    players = ", ".join(map(write_player, group.players))
    return f"{opening}{players}{close}{_write_score(group.score)}"


def write_player(player: TypedPlayer) -> str:
    """Return a player as on a pairing card, with average rating and score if they are known."""
    floats = "".join(_SIGNS[one] for one in player.floats).rstrip("-")
    aro = f" {player.aro}" if player.aro else ""
    return f"{player.number}{player.written}{floats}{aro}{_write_score(player.score)}"


def _write_score(score: Fraction | None) -> str:
    if score is None:
        return ""
    whole, half = divmod(int(score * 2), 2)
    return f"@{whole or ('' if half else 0)}{'½' if half else ''}"
