"""Translatable sentences: a template with named fields, and the values that fill them.

Any package may create sentences; interfaces show them through `words`, in the user's language.
Values are typed: a player is a `PlayerRef`, not a number inside a text. So the interface decides
how to name players and how to write points and lists. A field may list alternatives, of which its
value selects one: see `agreement`. ``str(sentence)`` is plain English with players by id.

>>> print(Sentence(N_("{player} may not have the bye."), player=PlayerRef(7)))
7 may not have the bye.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import gcd

from crivello.model.agreement import alternative, fill
from crivello.standard.classes import record_with_slots
from crivello.standard.typing_names import Any, Protocol, overload

Template = str | tuple[str, str]
"""An English sentence with `{named}` fields, or the pair (one, many) of its two forms, chosen by
the value `count`."""


@overload
def N_(one: str) -> str: ...
@overload
def N_(one: str, many: str) -> tuple[str, str]: ...
def N_(one: str, many: str | None = None) -> Template:
    """Mark an English sentence for the catalogue and return it unchanged.

    The arguments must be literals: `tools/catalogue.py` finds them by reading the source.
    """
    return one if many is None else (one, many)


COLOUR_LETTERS = N_("WBwb")
"""White, Black, and the same in small letters; translations list their letters in this order."""


class Writer:
    """Turns sentences and their values into text: in English, with players by id.

    `words.Translator` does the same in a given language, with the names of players.
    """

    decimal_mark = "."

    def say(self, what: Sayable, /, **values: object) -> str:
        """Return the text of a sentence, of an object that has one, or of a template with these
        values.
        """
        if not isinstance(what, str) and not isinstance(what, tuple):
            sentence = what if isinstance(what, Sentence) else what.sentence
            what = sentence.template
            values = {**sentence.values, **values} if values else dict(sentence.values)
        written = {name: self.write(value) for name, value in values.items()}
        return fill(self.translate(what, values), values, written)

    def write(self, value: object) -> object:
        """Return a value as text for use within a sentence; a value of another type is returned
        unchanged.
        """
        if type(value) in (int, str):
            return value
        if isinstance(value, SentenceValue):
            return value.write(self)
        sentence = getattr(value, "sentence", None)
        return self.say(sentence) if isinstance(sentence, Sentence) else value

    def translate(self, template: Template, values: Mapping[str, object]) -> str:
        """Return the template in the writer's language, in the form that fits `values["count"]`."""
        return template if isinstance(template, str) else template[values["count"] != 1]

    def player(self, player: int) -> str:
        """Return how the player with this id is named."""
        return str(player)

    def points(self, amount: int, unit: int) -> str:
        return written_points(amount, unit, self.decimal_mark)

    def colours(self, letters: str) -> str:
        """Return a text such as ``WBW`` or ``Ww↓`` in the letters of the language; Italian has B
        and N.
        """
        return letters.translate(self._colour_letters)

    @cached_property
    def _colour_letters(self) -> dict[int, int]:
        return str.maketrans(COLOUR_LETTERS, self.translate(COLOUR_LETTERS, {}))

    def texts(self, values: Iterable[object]) -> list[str]:
        return [str(self.write(value)) for value in values]

    def join(self, values: Sequence[object]) -> str:
        """Return the values as a list, separated by commas, or by semicolons if one contains a
        blank.
        """
        texts = self.texts(values)
        return ("; " if any(" " in text for text in texts) else ", ").join(texts)


PLAIN = Writer()


class SentenceValue:
    """Base class of values that have their own form inside a sentence."""

    __slots__ = ()

    def write(self, writer: Writer) -> str:
        raise NotImplementedError

    def alternative(self, count: int) -> int:
        """Return which of the `count` alternatives of a field this value selects: see
        `agreement`.
        """
        return 1

    @property
    def plain(self) -> Any:
        """The value in JSON."""
        return str(self)

    def __str__(self) -> str:
        return self.write(PLAIN)


class Sentence(SentenceValue):
    """A template with its values; it can also be a value inside another sentence."""

    __slots__ = ("template", "values")
    template: Template
    values: Mapping[str, Any]

    def __init__(self, template: Template, /, **values: Any) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a sentence does not change: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence, (self.template, dict(self.values))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash((self.template, frozenset(self.values.items())))

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Sentence({self.template!r}{values})"

    def write(self, writer: Writer) -> str:
        return writer.say(self)


def _sentence(template: Template, values: dict[str, Any]) -> Sentence:
    return Sentence(template, **values)


class HasSentence(Protocol):
    """Any object with a sentence: an error, a problem, a notice."""

    @property
    def sentence(self) -> Sentence: ...


Sayable = Template | Sentence | HasSentence


@record_with_slots
class PlayerRef(SentenceValue):
    """A player by permanent id; interfaces show the name."""

    id: int

    def write(self, writer: Writer) -> str:
        return writer.player(self.id)

    @property
    def plain(self) -> int:
        return self.id


@record_with_slots
class You(SentenceValue):
    """The player who reads the sentence."""

    id: int

    def write(self, writer: Writer) -> str:
        return writer.say(N_("you"))

    def alternative(self, count: int) -> int:
        return 0

    @property
    def plain(self) -> int:
        return self.id


@record_with_slots
class PairRef(SentenceValue):
    """Two players by id, White first if they have colours."""

    one: int
    other: int

    def write(self, writer: Writer) -> str:
        one, other = writer.player(self.one), writer.player(self.other)
        return f"{one} – {other}" if " " in one or " " in other else f"{one}-{other}"

    @property
    def plain(self) -> list[int]:
        return [self.one, self.other]


@record_with_slots
class Points(SentenceValue):
    """A score or a difference of scores; `unit` is the number of units in one point."""

    amount: int
    unit: int

    def write(self, writer: Writer) -> str:
        return writer.points(self.amount, self.unit)


@record_with_slots
class ColourLetters(SentenceValue):
    """Colours as letters: those of some games, ``WBW``, or a preference, ``Ww``."""

    letters: str

    def write(self, writer: Writer) -> str:
        return writer.colours(self.letters)

    @property
    def plain(self) -> str:
        return self.letters


LETTERS = {letters: ColourLetters(letters) for letters in ("W", "B", "Ww", "Bb", "w", "b")}
"""The letters that a legend explains, as values of its sentence."""


@record_with_slots
class ListOf(SentenceValue):
    """Several values of one kind, written as a list."""

    items: tuple[Any, ...]
    longest: int | None = None
    """At most this many are written, followed by …"""

    @staticmethod
    def players(ids: Iterable[int], longest: int | None = None) -> ListOf:
        return ListOf(tuple(map(PlayerRef, ids)), longest)

    @staticmethod
    def pairs(pairs: Iterable[tuple[int, int]]) -> ListOf:
        return ListOf(tuple(PairRef(one, other) for one, other in pairs))

    def write(self, writer: Writer) -> str:
        shown = self.items[: self.longest]
        return writer.join(shown if len(shown) == len(self.items) else (*shown, "…"))

    def alternative(self, count: int) -> int:
        if count == 2:
            return int(len(self.items) != 1)
        if len(self.items) == 1:
            return alternative(self.items[0], 2)
        return 2 if self.items else 0

    @property
    def plain(self) -> list[Any]:
        return [plain_value(item) for item in self.items]


def plain_value(value: object) -> Any:
    """Return a value of a sentence in JSON: a number, text or list; a sentence as English text."""
    if isinstance(value, SentenceValue):
        return value.plain
    return value if isinstance(value, int | float | str | None) else str(value)


def written_points(amount: int, unit: int, decimal_mark: str = ".") -> str:
    """Return points as players write them, exact.

    >>> written_points(3, 2), written_points(1, 2), written_points(0, 2), written_points(-1, 2)
    ('1½', '½', '0', '-½')
    >>> written_points(13, 10), written_points(4, 3)
    ('1.3', '1 1/3')
    """
    whole, rest = divmod(abs(amount), unit)
    if rest * 2 != unit:
        return written_decimal(amount, unit, decimal_mark)
    return f"{'-' if amount < 0 else ''}{whole or ''}½"


def written_decimal(amount: int, unit: int, decimal_mark: str = ".", places: int = 0) -> str:
    """Return points as a decimal number with at least `places` decimal places.

    >>> written_decimal(3, 2), written_decimal(3, 2, ","), written_decimal(4, 2, places=1)
    ('1.5', '1,5', '2.0')

    A unit that has no finite decimal (a third of a point) is written as a fraction.
    """
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), unit)
    divisor = gcd(rest, unit)
    rest, parts = rest // divisor, unit // divisor
    # 10**n contains n twos and n fives, and no number has more of them than bits.
    length = next((n for n in range(parts.bit_length()) if 10**n % parts == 0), None)
    if length is None:
        return f"{sign}{whole} {rest}/{parts}" if whole else f"{sign}{rest}/{parts}"
    length = max(length, places)
    if length == 0:
        return f"{sign}{whole}"
    digits = str(rest * 10**length // parts).zfill(length)
    return f"{sign}{whole}{decimal_mark}{digits}"
