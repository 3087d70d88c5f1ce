"""Colours, results and byes: all possible outcomes of a round for a player.

One table defines how people write results. The command line, the browser, the library and files of
typed results all use it:

>>> print(read_result("1/2"), read_result("+"), read_result("0-1u"), read_result("none"))
½-½ 1F-0F 0-1 (not rated) None
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from crivello.model.errors import SHOWN, WordError
from crivello.model.reprs import member_repr
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen
from crivello.standard.patterns import pattern

# Enum hashes members by name, in Python code. Tables are looked up by member thousands of times a
# round; each member is one object, so its identity serves as the hash.


class Colour(Enum):
    """The colour of the pieces.

    >>> Colour("white"), Colour("b"), Colour.WHITE.opposite
    (Colour.WHITE, Colour.BLACK, Colour.BLACK)
    """

    __hash__ = object.__hash__
    __repr__ = member_repr

    WHITE = "w"
    BLACK = "b"

    @classmethod
    def _missing_(cls, value: object) -> Colour | None:
        return COLOUR_WORDS.get(value.strip().lower()) if isinstance(value, str) else None

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


COLOUR_WORDS = {
    **dict.fromkeys(("white", "w", "bianco"), Colour.WHITE),
    **dict.fromkeys(("black", "b", "nero"), Colour.BLACK),
}
"""The ways to write a colour."""
NO_COLOUR = N_("{word!r} is not a colour; write white or black.")


def read_colour(text: str) -> Colour:
    try:
        return Colour(text)
    except ValueError:
        raise WordError(NO_COLOUR, word=text.strip()[:SHOWN]) from None


class Award(Enum):
    """The outcome of a round for one player; the value is its letter in report files.

    >>> Award("="), Award.FORFEIT_WIN.played
    (Award.DRAW, False)
    """

    __hash__ = object.__hash__
    __repr__ = member_repr

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    SHORT_WIN = "W"
    """Won a game of less than one move: played, but not rated; so are the next two."""
    SHORT_DRAW = "D"
    SHORT_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_ALLOCATED_BYE = "U"
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    ZERO_POINT_BYE = "Z"
    ABSENT = " "
    """Nothing is known about the round; counts as a zero-point bye."""
    ADJOURNED = "X"
    """No result yet; counts as a draw for pairing only (C.04.2: 3.1, old D.1)."""

    @property
    def played(self) -> bool:
        """True if the player played a game over the board."""
        return self in _PLAYED


_PLAYED = frozenset(
    {
        Award.WIN,
        Award.DRAW,
        Award.LOSS,
        Award.SHORT_WIN,
        Award.SHORT_DRAW,
        Award.SHORT_LOSS,
        Award.ADJOURNED,
    }
)


class Result(Enum):
    """The result of a scheduled game: White's award and Black's.

    A result can be made from any of the ways in which people write it:

    >>> Result("1-0"), Result("1/2"), Result("0f-1f")
    (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS_BY_FORFEIT)
    >>> print(Result.DRAW, Result.SHORT_WHITE_WINS)
    ½-½ 1-0 (not rated)
    """

    __hash__ = object.__hash__
    __repr__ = member_repr

    white: Award
    black: Award
    played: bool
    """Whether the game was played.

    Otherwise it gives no colour, no opponent, and may be paired again.
    """
    rated: bool

    WHITE_WINS = (Award.WIN, Award.LOSS)
    DRAW = (Award.DRAW, Award.DRAW)
    BLACK_WINS = (Award.LOSS, Award.WIN)
    BOTH_LOSE = (Award.LOSS, Award.LOSS)
    WHITE_DRAWS_BLACK_LOSES = (Award.DRAW, Award.LOSS)
    WHITE_LOSES_BLACK_DRAWS = (Award.LOSS, Award.DRAW)
    SHORT_WHITE_WINS = (Award.SHORT_WIN, Award.SHORT_LOSS)
    SHORT_DRAW = (Award.SHORT_DRAW, Award.SHORT_DRAW)
    SHORT_BLACK_WINS = (Award.SHORT_LOSS, Award.SHORT_WIN)
    SHORT_BOTH_LOSE = (Award.SHORT_LOSS, Award.SHORT_LOSS)
    SHORT_WHITE_DRAWS_BLACK_LOSES = (Award.SHORT_DRAW, Award.SHORT_LOSS)
    SHORT_WHITE_LOSES_BLACK_DRAWS = (Award.SHORT_LOSS, Award.SHORT_DRAW)
    WHITE_WINS_BY_FORFEIT = (Award.FORFEIT_WIN, Award.FORFEIT_LOSS)
    BLACK_WINS_BY_FORFEIT = (Award.FORFEIT_LOSS, Award.FORFEIT_WIN)
    DOUBLE_FORFEIT = (Award.FORFEIT_LOSS, Award.FORFEIT_LOSS)
    ADJOURNED = (Award.ADJOURNED, Award.ADJOURNED)

    def __init__(self, *awards: Award) -> None:  # so that type checkers accept Result("1-0")
        self.white, self.black = awards
        self.played = self.white.value not in "+-"
        self.rated = self.white.value in "1=0"

    @classmethod
    def _missing_(cls, value: object) -> Result:
        """Return the result that a text means; raise `WordError` if it means none."""
        found = read_result(value) if isinstance(value, str) else None
        if found is None:
            word = value[:SHOWN] if isinstance(value, str) else type(value).__name__
            raise WordError(NO_RESULT, word=word, examples=RESULT_EXAMPLES)
        return found

    def of(self, colour: Colour) -> Award:
        """Return the award of the player with this colour."""
        return self.white if colour is Colour.WHITE else self.black

    @property
    def mirrored(self) -> Result:
        """The same result with the colours exchanged."""
        return _BY_AWARDS[self.black, self.white]

    @staticmethod
    def of_awards(white: Award, black: Award) -> Result | None:
        """Return the result that consists of these two awards; None if no game can end like
        that.
        """
        return _BY_AWARDS.get((white, black))

    @property
    def figures(self) -> str:
        """The result as ``1-0``, ``½-½`` or ``1F-0F``; the same whether the game is rated or
        not.
        """
        return f"{FIGURES[self.white]}-{FIGURES[self.black]}"

    @property
    def sentence(self) -> Sentence:
        """The result as a translatable sentence, with "not rated" or "adjourned" where it
        applies."""
        if self is Result.ADJOURNED:
            return Sentence(ADJOURNED)
        not_rated = self.played and not self.rated
        return Sentence(NOT_RATED if not_rated else "{result}", result=self.figures)

    def __str__(self) -> str:
        return str(self.sentence)


ADJOURNED = N_("adjourned")
NOT_RATED = N_("{result} (not rated)")


def is_undecided(result: Result | None) -> bool:
    """Return True if the result is missing or the game is adjourned."""
    return result is None or result is Result.ADJOURNED


_BY_AWARDS = {(result.white, result.black): result for result in Result}
FIGURES = {
    Award.WIN: "1",
    Award.DRAW: "½",
    Award.LOSS: "0",
    Award.SHORT_WIN: "1",
    Award.SHORT_DRAW: "½",
    Award.SHORT_LOSS: "0",
    Award.FORFEIT_WIN: "1F",
    Award.FORFEIT_LOSS: "0F",
    Award.ADJOURNED: "adj",
}
"""The ways to write an award."""


# How people write results

NO_RESULT = N_("{word!r} is not a result. Write {examples}.")
RESULT_EXAMPLES = "1-0, 0-1, 1/2, 1f-0f, 0f-1f, 0f-0f, 0-0, 1/2-0, 0-1/2, 1-0u, adj, none"


@frozen
class ResultKey:
    """A result (or its deletion) with the key that people type and its other spellings."""

    key: str
    """What is typed on a board: one character, or `u` and one more. Forms send it too."""
    result: Result | None
    """None deletes the result."""
    meaning: str
    spellings: tuple[str, ...]
    """Other spellings besides the key: in small letters, without blanks, with ``½`` and ``-``."""


def _make_played_key(result: Result, key: str, meaning: str, *more: str) -> ResultKey:
    """Return the key of a played game; its spellings are its figures and `more`."""
    white, black = result.figures.split("-")
    drawn = (f"{white}-{black}".replace("½", "="),) if "½" in result.figures else ()
    return ResultKey(key, result, meaning, (result.figures, *drawn, *more))


def _make_unrated_key(rated: ResultKey, result: Result, meaning: str) -> ResultKey:
    """Return the key of an unrated game: `u` before or after any spelling of the rated result."""
    words = (rated.key, *rated.spellings)
    spellings = [spelling for word in words for spelling in (f"u{word}", f"{word}u")]
    return ResultKey(f"u{rated.key}", result, meaning, tuple(spellings[1:]))


def _list_keys() -> Iterator[ResultKey]:
    played = (
        _make_played_key(Result.WHITE_WINS, "1", N_("White wins")),
        _make_played_key(Result.DRAW, "=", N_("draw"), "½", "5", "d", "draw"),
        _make_played_key(Result.BLACK_WINS, "0", N_("Black wins")),
        _make_played_key(Result.BOTH_LOSE, "z", N_("played, both lose")),
        _make_played_key(
            Result.WHITE_DRAWS_BLACK_LOSES, "w", N_("played, half a point for White only")
        ),
        _make_played_key(
            Result.WHITE_LOSES_BLACK_DRAWS, "b", N_("played, half a point for Black only")
        ),
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
        yield _make_unrated_key(rated, result, meaning)
    yield ResultKey("x", None, N_("delete the result"), ("none", "?"))


RESULT_KEYS: tuple[ResultKey, ...] = tuple(_list_keys())
"""In the order in which a page lists them."""
BY_KEY: Mapping[str, ResultKey] = {one.key: one for one in RESULT_KEYS}
KEY_OF: Mapping[Result | None, str] = {one.result: one.key for one in RESULT_KEYS}
"""The key of each result, by which pages name it in forms and attributes."""
_BY_SPELLING: Mapping[str, Result | None] = {
    word: one.result for one in RESULT_KEYS for word in (one.key, *one.spellings)
}
DASHED = tuple(word for word in _BY_SPELLING if word.startswith("-"))
"""Results that look like options on a command line."""
_HALF = pattern(r"1/2|0?[.,]5(?![0-9])")
_SIGN = pattern("[:–—−]")


def plain_result(text: str) -> str:
    """Return a typed result in the form used by the table of spellings."""
    word = "".join(text.split()).casefold().replace("(notrated)", "u")
    word = _HALF.sub("½", word)
    # Alone, a long dash marks a missing result.
    return _SIGN.sub("-", word) if len(word) > 1 else word


def read_result(text: str) -> Result | None:
    """Return the result that a text means; None if it means to delete the result."""
    word = plain_result(text)
    if word not in _BY_SPELLING:
        raise WordError(NO_RESULT, word=text.strip()[:SHOWN], examples=RESULT_EXAMPLES)
    return _BY_SPELLING[word]


class Bye(Enum):
    """A round without an opponent; the value is its letter in report files.

    >>> Bye("half"), Bye("Z")
    (Bye.HALF_POINT, Bye.ZERO_POINT)
    """

    __hash__ = object.__hash__
    __repr__ = member_repr

    PAIRING_ALLOCATED = "U"
    """Allocated by the pairing to the odd player (PAB)."""
    HALF_POINT = "H"
    FULL_POINT = "F"
    ZERO_POINT = "Z"

    @classmethod
    def _missing_(cls, value: object) -> Bye | None:
        words = {"half": cls.HALF_POINT, "full": cls.FULL_POINT, "zero": cls.ZERO_POINT}
        return words.get(value.lower()) if isinstance(value, str) else None

    @property
    def requested(self) -> bool:
        """True for a bye entered before the pairing, so that the player is not paired."""
        return self is not Bye.PAIRING_ALLOCATED

    @property
    def award(self) -> Award:
        """The award that the bye is worth."""
        return Award(self.value)


BYE_NAMES = {
    Bye.PAIRING_ALLOCATED: N_("pairing-allocated bye"),
    Bye.HALF_POINT: N_("half-point bye"),
    Bye.FULL_POINT: N_("full-point bye"),
    Bye.ZERO_POINT: N_("zero-point bye"),
}
"""What messages, pages and prints call each kind of bye."""
