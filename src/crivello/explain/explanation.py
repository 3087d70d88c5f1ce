"""An explanation: paragraphs, each a whole sentence with the article or criterion behind it.

The values in the sentences are typed: those of `model.sentence` and a few more. An
`ExplanationWriter` turns them into text of one language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from typing import Any

from crivello.model.sentence import (
    ListOf,
    PairRef,
    Points,
    Sentence,
    SentenceValue,
    Template,
    Writer,
    plain_value,
)
from crivello.standard.classes import frozen, record_with_slots
from crivello.words import Language, translator

Value = Any
"""The content of a field or a cell: an int, a str, or a `SentenceValue`."""
NOBODY = "–"


class ExplanationWriter(Writer):
    """Writes sentences in one language; shortens lists of more than `longest` items in the
    middle.
    """

    def __init__(self, language: Language, longest: int | None = None) -> None:
        self.language = language
        self.longest = longest
        self._translator = translator(language)
        self.decimal_mark = self._translator.decimal_mark

    def translate(self, template: Template, values: Mapping[str, object]) -> str:
        return self._translator.translate(template, values)

    def colours(self, letters: str) -> str:
        return self._translator.colours(letters)

    def join(self, values: Sequence[object]) -> str:
        if self.longest is None or len(values) <= self.longest:
            return ", ".join(self.texts(values)) or NOBODY
        some = self.longest // 2
        first, last = self.texts(values[:some]), self.texts(values[-some:])
        return f"{', '.join(first)} … {', '.join(last)} ({len(values)})"


@record_with_slots
class NamedPlayer(SentenceValue):
    """A player shown by id and name."""

    id: int
    name: str

    def write(self, writer: Writer) -> str:
        return f"{self.id} {self.name}".rstrip()

    @property
    def plain(self) -> dict[str, Any]:
        return {"player": self.id, "name": self.name}


@record_with_slots
class PlayerCard(SentenceValue):
    """A player with colour preference and floats, as on a pairing card: ``5Bb↓``."""

    id: int
    card: str

    def write(self, writer: Writer) -> str:
        return f"{self.id}{writer.colours(self.card)}"

    @property
    def plain(self) -> dict[str, Any]:
        return {"player": self.id, "card": self.card}


@record_with_slots
class Floater(SentenceValue):
    """A player who has no opponent in a candidate, and therefore floats."""

    id: int
    arrow: str = "↓"

    def write(self, writer: Writer) -> str:
        return f"{self.id}{self.arrow}"

    @property
    def plain(self) -> list[int]:
        return [self.id]


@record_with_slots
class Placing(SentenceValue):
    """A player with the values that decide the order, such as ``5 (4½, 8, 2100)``."""

    id: int
    by: tuple[Value, ...]

    def write(self, writer: Writer) -> str:
        return f"{self.id} ({', '.join(str(writer.write(value)) for value in self.by)})"

    @property
    def plain(self) -> dict[str, Any]:
        return {"player": self.id, "values": [plain_value(value) for value in self.by]}


@frozen
class LookAhead(SentenceValue):
    """The best result of the next bracket: how many players it leaves unpaired, then its other
    values.
    """

    unpaired: int
    amounts: ListOf

    def write(self, writer: Writer) -> str:
        return (
            f"{self.unpaired}: {self.amounts.write(writer)}"
            if self.amounts.items
            else (str(self.unpaired))
        )

    @property
    def plain(self) -> dict[str, Any]:
        return {"unpaired": self.unpaired, "values": self.amounts.plain}


@frozen
class SumTerm(SentenceValue):
    """One term of a sum: a product of scores, such as ``½×1*``."""

    factors: tuple[int, ...]
    unit: int
    """The unit of one factor."""
    starred: bool = False
    """A remark explains it."""

    def write(self, writer: Writer) -> str:
        product = "×".join(writer.points(factor, self.unit) for factor in self.factors)
        return product + "*" * self.starred


@frozen
class ScoreSum(SentenceValue):
    """A sum shown with its terms, such as ``8½ (5 + 3½)`` or ``4½ (1×4 + ½×1*)``."""

    total: Points
    terms: tuple[SumTerm, ...]

    def write(self, writer: Writer) -> str:
        terms = " + ".join(term.write(writer) for term in self.terms)
        return f"{self.total.write(writer)} ({terms})" if terms else self.total.write(writer)

    @property
    def plain(self) -> dict[str, Any]:
        return {"total": self.total.plain, "terms": [term.plain for term in self.terms]}


def candidate_list(
    pairs: Iterable[tuple[int, ...]], floaters: Iterable[int] = (), arrow: str = "↓"
) -> ListOf:
    """Return the pairs of a candidate as a list, followed by those who float.

    A "pair" of one player counts as a floater.
    """
    parts = (*pairs, *((player,) for player in floaters))
    return ListOf(
        tuple(PairRef(*part) if len(part) == 2 else Floater(part[0], arrow) for part in parts)
    )


def points_list(amounts: Iterable[int], unit: int) -> ListOf:
    return ListOf(tuple(Points(amount, unit) for amount in amounts))


class Depth(IntEnum):
    """How much an explanation shows: paragraphs of its own depth and of all smaller ones."""

    PLAYER = -1
    """A few sentences for a player, without codes."""
    BRIEF = 0
    NORMAL = 1
    FULL = 2


class ParagraphKind(Enum):
    """The topic of a paragraph; the values are part of the JSON form."""

    __hash__ = object.__hash__  # quicker than by name (see `result`)

    HEADING = "heading"
    NOTATION = "notation"
    NOT_PAIRED = "not paired"
    SCOREGROUP = "scoregroup"
    ORDER = "order"
    COMPLETION = "completion"
    BYE = "bye"
    PARAMETERS = "parameters"
    SUBGROUPS = "subgroups"
    CANNOT_MEET = "cannot meet"
    IDEAL = "ideal"
    CANDIDATE = "candidate"
    FAILURE = "failure"
    CHANGE = "change"
    CHOSEN = "chosen"
    QUALITY = "quality"
    DOWNFLOATERS = "downfloaters"
    UPFLOATERS = "upfloaters"
    COLLAPSE = "collapse"
    GROUP = "group"
    EVENT = "event"
    DROPPED = "dropped"
    COLOUR = "colour"
    BOARDS = "boards"
    ANSWER = "answer"
    DECISIVE = "decisive"
    """To arbiter and student: the answer to the player, with the article that decided."""
    ARTICLE = "article"
    """The article of an answer, in small print."""
    DIFFERENCE = "difference"
    LESSON = "lesson"


@record_with_slots
class ExplanationRow:
    cells: tuple[Value, ...]
    chosen: bool = False


@frozen
class ExplanationTable:
    """A table below the paragraph that introduces it."""

    columns: tuple[Value, ...]
    """Their headings: sentences, or codes of criteria."""
    rows: tuple[ExplanationRow, ...]
    sides: str
    """``<`` or ``>`` for each column: aligned left or right."""


@record_with_slots
class Paragraph:
    kind: ParagraphKind
    sentence: Sentence
    article: str = ""
    """Criterion or article that the sentence rests on, as the edition numbers it."""
    players: tuple[int, ...] = ()
    """The players it is about; empty if about the whole bracket or round."""
    bracket: int | None = None
    """Which bracket of the round, from 1; None: the round as a whole."""
    depth: Depth = Depth.NORMAL
    table: ExplanationTable | None = None


@record_with_slots
class Explanation:
    """A title with paragraphs, and the depth to which they are shown."""

    title: Sentence
    system: str
    round: int
    paragraphs: tuple[Paragraph, ...]
    depth: Depth = Depth.NORMAL

    def __iter__(self) -> Iterator[Paragraph]:
        """Yield the paragraphs that are shown at the depth of this explanation."""
        return (one for one in self.paragraphs if one.depth <= self.depth)
