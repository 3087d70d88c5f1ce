"""Lessons: paragraphs with tables that show the possibilities of a rule in order.

The rows come from the sieves, the literal solvers that try every possibility in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from crivello.explain.explanation import (
    Depth,
    Explanation,
    ExplanationRow,
    ExplanationTable,
    Paragraph,
    ParagraphKind,
    Value,
)
from crivello.explain.story import Story
from crivello.model.errors import TooLarge
from crivello.model.sentence import N_, ColourLetters, Sentence, Template

ROWS = 60
"""How many rows of a table are shown."""
LOOKED = 20_000
"""How many rows are searched for the one that was used."""

Cells = tuple[Value, ...]
NUMBER = Sentence(N_("No."))
BSN = Sentence(N_("BSN"))
PLAYERS = Sentence(N_("Players"))
S1 = Sentence(N_("S1"))
S2 = Sentence(N_("S2"))


@dataclass
class Lesson:
    """Collects the paragraphs and tables of a lesson."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    bracket: int | None = None

    def tell(
        self,
        template: Template | Sentence,
        *,
        kind: ParagraphKind = ParagraphKind.LESSON,
        article: str = "",
        table: ExplanationTable | None = None,
        **values: Value,
    ) -> None:
        sentence = template if isinstance(template, Sentence) else Sentence(template, **values)
        self.paragraphs.append(
            Paragraph(kind, sentence, article, bracket=self.bracket, table=table)
        )

    def list(
        self,
        caption: Sentence,
        article: str,
        columns: Sequence[Value],
        rows: Iterable[tuple[Cells, bool]],
        total: int,
    ) -> None:
        """Add a table of numbered rows, in which the row that was used is marked.

        Only the first `ROWS` are shown, and the used one if it comes later. `rows` yields the cells
        of a row, and True for the one used; `total` is the number of all rows.
        """
        shown: list[ExplanationRow] = []
        used = None
        seeks = True
        for number, (cells, is_used) in enumerate(_as_far_as_possible(rows), start=1):
            if number <= ROWS:
                shown.append(ExplanationRow((number, *cells), is_used))
                used = number if is_used else used
            elif not seeks or number > LOOKED:
                break
            elif is_used:
                shown.append(ExplanationRow((number, *cells), chosen=True))
                used = number
            seeks = used is None
        head = (NUMBER, *columns)
        sides = ">" + "<" * len(columns)
        self.tell(caption, article=article, table=ExplanationTable(head, tuple(shown), sides))
        left = total - len(shown)
        if left > 0:
            self.tell(N_("One more is not shown.", "{count} more are not shown."), count=left)


def _as_far_as_possible(rows: Iterable[tuple[Cells, bool]]) -> Iterator[tuple[Cells, bool]]:
    """Yield the rows; yield none if there are too many to be sorted."""
    try:
        yield from rows
    except TooLarge:
        return


def lesson_of(
    title: Sentence, lesson: Lesson, system: str = "", round_number: int = 0
) -> Explanation:
    return Explanation(title, system, round_number, tuple(lesson.paragraphs), Depth.FULL)


class Teacher(ABC):
    """Teaches a round of one system, bracket by bracket."""

    def __init__(self, story: Story, topics: Collection[str]) -> None:
        self.story = story
        self.topics = topics
        self.lesson = Lesson()

    @abstractmethod
    def chapters(self) -> Iterator[Callable[[], None]]:
        """Yield a function for each bracket; when called, it adds the tables of that bracket."""

    def list_players(
        self, players: Sequence[int], heading: Sentence, caption: str = N_("The numbers:")
    ) -> None:
        """Add a table of players with the numbers that the following tables use."""
        story = self.story
        rows = tuple(
            ExplanationRow(
                (
                    number,
                    story.name(player),
                    story.score(story.entrant[player].score),
                    ColourLetters(story.card(story.entrant[player])),
                )
            )
            for number, player in enumerate(players, start=1)
        )
        head = (heading, Sentence(N_("Player")), Sentence(N_("Score")), Sentence(N_("Card")))
        self.lesson.tell(caption, table=ExplanationTable(head, rows, "><<<"))
