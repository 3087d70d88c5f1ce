"""An explanation: typed paragraphs, each one whole sentence with the article it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from crivello.explain.values import Said, Value
from crivello.words import Template


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
