"""Colours, results and byes: every way in which a round can go for a player."""

from __future__ import annotations

from enum import Enum

from crivello.model.pasteable import member_repr
from crivello.model.sentence import N_, Sentence

# Members of an Enum are hashed by name, in Python. All kinds of tables are asked for them thousands
# of times a round, and as there is one object for each member, its identity will do.


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
        words = {"white": cls.WHITE, "black": cls.BLACK}
        return words.get(value.lower()) if isinstance(value, str) else None

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Award(Enum):
    """What one side got out of a round; the value is the letter of the report file.

    >>> Award("="), Award.FORFEIT_WIN.played
    (Award.DRAW, False)
    """

    __hash__ = object.__hash__
    __repr__ = member_repr

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    SHORT_WIN = "W"
    """Won a game of less than one move: played, but not rated (likewise the next two)."""
    SHORT_DRAW = "D"
    SHORT_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_ALLOCATED_BYE = "U"
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    ZERO_POINT_BYE = "Z"
    ABSENT = " "
    """Nothing is known of the round; worth a zero-point bye."""
    ADJOURNED = "X"
    """No result yet; counts as a draw for pairing only (C.04.2: 3.1, old D.1)."""

    @property
    def played(self) -> bool:
        """Was it a game over the board?"""
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
    """The result of a scheduled game: what White got, what Black got.

    A result is called as people write it, in any way that `grammar` knows:

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
    """A game that was not played gives no colour, no opponent, and may be paired again."""
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

    def __init__(self, *awards: Award) -> None:  # so that type checkers let pass Result("1-0")
        self.white, self.black = awards
        self.played = self.white.value not in "+-"
        self.rated = self.white.value in "1=0"

    @classmethod
    def _missing_(cls, value: object) -> Result:
        """A result as text; raises `WordError` for what is none."""
        from crivello.model.grammar import NO_RESULT, RESULT_EXAMPLES, SHOWN, read_result

        found = read_result(value) if isinstance(value, str) else None
        if found is None:
            from crivello.model.errors import WordError

            word = value[:SHOWN] if isinstance(value, str) else type(value).__name__
            raise WordError(NO_RESULT, word=word, examples=RESULT_EXAMPLES)
        return found

    def of(self, colour: Colour) -> Award:
        """What one side got."""
        return self.white if colour is Colour.WHITE else self.black

    @property
    def mirrored(self) -> Result:
        """The same for the players with their colours exchanged."""
        return _BY_AWARDS[self.black, self.white]

    @staticmethod
    def of_awards(white: Award, black: Award) -> Result | None:
        """The result made of these two awards; None if no game can end so."""
        return _BY_AWARDS.get((white, black))

    @property
    def figures(self) -> str:
        """``1-0``, ``½-½``, ``1F-0F``; the same whether the game is rated or not."""
        return f"{_FIGURE[self.white]}-{_FIGURE[self.black]}"

    @property
    def sentence(self) -> Sentence:
        """What it says beside its figures is said in the user's language."""
        if self is Result.ADJOURNED:
            return Sentence(ADJOURNED)
        not_rated = self.played and not self.rated
        return Sentence(NOT_RATED if not_rated else "{result}", result=self.figures)

    def __str__(self) -> str:
        return str(self.sentence)


ADJOURNED = N_("adjourned")
NOT_RATED = N_("{result} (not rated)")


_BY_AWARDS = {(result.white, result.black): result for result in Result}
_FIGURE = {
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


class Bye(Enum):
    """A round without an opponent; the value is the letter of the report file.

    >>> Bye("half"), Bye("Z")
    (Bye.HALF_POINT, Bye.ZERO_POINT)
    """

    __hash__ = object.__hash__
    __repr__ = member_repr

    PAIRING_ALLOCATED = "U"
    """Given by the pairing to the odd player (PAB)."""
    HALF_POINT = "H"
    FULL_POINT = "F"
    ZERO_POINT = "Z"

    @classmethod
    def _missing_(cls, value: object) -> Bye | None:
        words = {"half": cls.HALF_POINT, "full": cls.FULL_POINT, "zero": cls.ZERO_POINT}
        return words.get(value.lower()) if isinstance(value, str) else None

    @property
    def requested(self) -> bool:
        """Asked for or entered before the pairing, and so absent from it."""
        return self is not Bye.PAIRING_ALLOCATED

    @property
    def award(self) -> Award:
        """What the player gets for it."""
        return Award(self.value)
