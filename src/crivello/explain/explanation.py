"""What stands in the fields of an explanation's sentences, typed.

Nothing here is text yet: how points, lists and persons are written is decided when an explanation
is rendered, by its language and by how much is to be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any

from crivello.words import Language, Template, points, translator

Value = Any
"""An int, a str, or one of the kinds below."""


@dataclass(frozen=True, slots=True)
class Said:
    """A whole sentence inside another one's field, or beside it."""

    template: Template
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Points:
    """A score or a difference, in units."""

    amount: int
    unit: int


@dataclass(frozen=True, slots=True)
class Amounts:
    """Several of them."""

    amounts: tuple[int, ...]
    unit: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next bracket can reach: how many players it leaves unpaired, then its list."""

    unpaired: int
    amounts: tuple[int, ...]
    unit: int


@dataclass(frozen=True, slots=True)
class Codes:
    """Criteria by code."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """Players by id."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Players with what stands on their pairing cards, such as ``5Bb↓``."""

    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Person:
    """One player by id and name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Parts:
    """Pairs, and single players who float down (2017, 2026) or up (Dubov)."""

    parts: tuple[tuple[int, ...], ...]
    arrow: str = "↓"


@dataclass(frozen=True, slots=True)
class Placings:
    """Players in order with what they are compared by, such as ``5 (4½, 8, 2100)``."""

    rows: tuple[tuple[int, tuple[Value, ...]], ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum with its terms, such as ``8½ (5 + 3½)`` or ``4½ (1×4 + ½×1*)``."""

    total: int
    terms: tuple[Term, ...]
    unit: int
    """Of one factor."""


@dataclass(frozen=True, slots=True)
class Term:
    factors: tuple[int, ...]
    starred: bool = False
    """A remark tells of it."""


def pairs(of: tuple[tuple[int, int], ...]) -> Parts:
    return Parts(tuple(of))


@dataclass(frozen=True, slots=True)
class Manner:
    """How values are written: the language, and how many members of a list are shown."""

    language: Language
    longest: int | None = None
    """Longer lists are cut in the middle and their length is told; None: never."""


NOBODY = "–"


def said(sentence: Said, manner: Manner) -> str:
    """The sentence in the language, its fields filled in."""
    shown = {name: text(value, manner) for name, value in sentence.values.items()}
    return translator(manner.language).say(sentence.template, **shown)


def text(value: Value, manner: Manner) -> object:
    """A value as it is written; numbers stay numbers, for they choose between one and many."""
    match value:
        case Said():
            return said(value, manner)
        case Points(amount, unit):
            return points(amount, unit, manner.language)
        case Amounts(amounts, unit):
            return _joined([points(amount, unit, manner.language) for amount in amounts], manner)
        case Ahead(unpaired, amounts, unit):
            written = text(Amounts(amounts, unit), manner)
            return f"{unpaired}: {written}" if amounts else str(unpaired)
        case Codes(codes):
            return ", ".join(codes)
        case Players(ids):
            return _joined([str(player) for player in ids], manner)
        case Cards(cards):
            return _joined([f"{player}{card}" for player, card in cards], manner)
        case Person(player, name):
            return f"{player} {name}".rstrip()
        case Parts(parts, arrow):
            return _joined([_part(part, arrow) for part in parts], manner)
        case Placings(rows):
            return _joined([_placing(player, values, manner) for player, values in rows], manner)
        case Sum(_, terms):
            total = points(value.total, _unit(value), manner.language)
            written = " + ".join(_term(term, value.unit, manner) for term in terms)
            return f"{total} ({written})" if terms else total
        case _:
            return value


def _placing(player: int, values: tuple[Value, ...], manner: Manner) -> str:
    return f"{player} ({', '.join(str(text(value, manner)) for value in values)})"


def _unit(value: Sum) -> int:
    """Units of the total: a product has those of all its factors."""
    return int(value.unit ** max((len(term.factors) for term in value.terms), default=1))


def _term(term: Term, unit: int, manner: Manner) -> str:
    product = "×".join(points(factor, unit, manner.language) for factor in term.factors)
    return product + "*" * term.starred


def _part(part: tuple[int, ...], arrow: str) -> str:
    return "-".join(map(str, part)) if len(part) > 1 else f"{part[0]}{arrow}"


def _joined(items: list[str], manner: Manner) -> str:
    longest = manner.longest
    if longest is None or len(items) <= longest:
        return ", ".join(items) or NOBODY
    some = longest // 2
    return f"{', '.join(items[:some])} … {', '.join(items[-some:])} ({len(items)})"


def plain(value: Value, manner: Manner) -> Any:
    """A value as JSON has it: see docs/explain.md."""
    match value:
        case Said(template, values):
            name = template if isinstance(template, str) else template[1]
            return {
                "template": name,
                "values": {key: plain(one, manner) for key, one in values.items()},
                "text": said(value, manner),
            }
        case Points():
            return points(value.amount, value.unit, Language.EN)
        case Amounts(amounts, unit):
            return [points(amount, unit, Language.EN) for amount in amounts]
        case Ahead(unpaired, amounts, unit):
            written = [points(amount, unit, Language.EN) for amount in amounts]
            return {"unpaired": unpaired, "values": written}
        case Codes(codes):
            return list(codes)
        case Players(ids):
            return list(ids)
        case Cards(cards):
            return [{"player": player, "card": card} for player, card in cards]
        case Person(player, name):
            return {"player": player, "name": name}
        case Parts(parts):
            return [list(part) for part in parts]
        case Placings(rows):
            return [
                {"player": player, "values": [plain(one, manner) for one in values]}
                for player, values in rows
            ]
        case Sum(_, terms):
            english = Manner(Language.EN)
            return {
                "total": points(value.total, _unit(value), Language.EN),
                "terms": [_term(term, value.unit, english) for term in terms],
            }
        case _:
            return value


# An explanation: typed paragraphs, each one whole sentence with the article it rests on.


class Depth(IntEnum):
    """How much is told; a paragraph of some depth is shown at that depth and beyond."""

    BRIEF = 0
    NORMAL = 1
    FULL = 2


class Kind(Enum):
    """What a paragraph is about. The values are part of the JSON form."""

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
    DIFFERENCE = "difference"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Value, ...]
    marked: bool = False
    """It is the one that was chosen."""


@dataclass(frozen=True, slots=True)
class Table:
    """What stands below a sentence that introduces it."""

    columns: tuple[Value, ...]
    """Their headings: sentences, or codes of criteria."""
    rows: tuple[Row, ...]
    sides: str
    """``<`` or ``>`` for each column: at which side its cells begin."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    kind: Kind
    template: Template
    values: Mapping[str, Value] = field(default_factory=dict)
    article: str = ""
    """Criterion or article that the sentence rests on, as the edition numbers it."""
    players: tuple[int, ...] = ()
    """Whom it is about; empty if about all of the bracket, or of the round."""
    bracket: int | None = None
    """Which bracket of the round, from 1; None: the round as a whole."""
    depth: Depth = Depth.NORMAL
    table: Table | None = None

    @property
    def sentence(self) -> Said:
        return Said(self.template, self.values)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is explained, and its paragraphs in order."""

    title: Said
    system: str
    round: int
    paragraphs: tuple[Paragraph, ...]
    depth: Depth = Depth.NORMAL

    def __iter__(self) -> Iterator[Paragraph]:
        """The paragraphs that are shown."""
        return (one for one in self.paragraphs if one.depth <= self.depth)
