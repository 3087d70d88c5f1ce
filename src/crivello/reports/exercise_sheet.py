"""A printed sheet of exercises, with the solutions on a page of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.explain.explanation import ExplanationTable, ExplanationWriter
from crivello.model.sentence import N_, Sentence
from crivello.practice.course import solve
from crivello.practice.exercise import Exercise, ExerciseQuestion
from crivello.practice.judging import describe_solution, right_answer
from crivello.practice.practice_session import PracticeSession
from crivello.practice.presenting import ask, describe_exercise, exercise_title, tell_how
from crivello.reports.document import Cards, Document
from crivello.standings.table import Column, Table, text_cell
from crivello.words import Language

TITLE = N_("Exercises")
NUMBERED = N_("Exercises, sheet {seed}")
SOLUTIONS = N_("Solutions")
ANSWER = N_("Answer: {line}")
LINE = "_" * 40
MOST = 100
"""The most exercises on one sheet."""

Items = Sequence[tuple[Exercise, ExerciseQuestion]]


def pick_items(session: PracticeSession, count: int) -> Items:
    """Return the exercises of a sheet; the same session gives the same ones."""
    return [session.following() for _ in range(count)]


def exercise_sheet(items: Items, language: Language, seed: int | None = None) -> Document:
    """Return the sheet as a document: a card for each exercise, then the solutions."""
    writer = ExplanationWriter(language)
    titles = [writer.say(Sentence(solve(one).exercise.edition.title)) for one, _ in items]
    system = ", ".join(dict.fromkeys(titles))
    title = (system, writer.say(TITLE) if seed is None else writer.say(NUMBERED, seed=seed))
    cards = [_exercise(writer, number, *item) for number, item in enumerate(items, start=1)]
    return Document(
        "exercises",
        title,
        (Cards(tuple(cards)), Cards((_solutions(writer, items),), new_page=True)),
    )


def _exercise(
    writer: ExplanationWriter, number: int, exercise: Exercise, question: ExerciseQuestion
) -> Table:
    course = solve(exercise)
    told = describe_exercise(course)
    table = next(one.table for one in told if one.table is not None)
    notes = [writer.say(one) for one in told if one.table is None]
    asked = f"{writer.say(ask(course, question))} {writer.say(tell_how(course, question))}"
    heading = writer.say(exercise_title(course, number))
    answer = writer.say(ANSWER, line=LINE)
    return _table(writer, "exercise", (heading,), table, (*notes, asked, answer))


def _table(
    writer: ExplanationWriter,
    name: str,
    title: tuple[str, ...],
    table: ExplanationTable,
    notes: Iterable[str],
) -> Table:
    columns = tuple(
        Column(f"column-{at}", str(writer.write(head)), right=side == ">")
        for at, (head, side) in enumerate(zip(table.columns, table.sides, strict=True))
    )
    rows = tuple(
        tuple(text_cell(str(writer.write(cell))) for cell in row.cells) for row in table.rows
    )
    return Table(name, title, columns, rows, tuple(notes))


def _solutions(writer: ExplanationWriter, items: Items) -> Table:
    columns = (
        Column("number", writer.say(N_("No.")), right=True),
        Column("answer", writer.say(N_("Answer"))),
        Column("reason", writer.say(N_("Reason")), wraps=True),
    )
    rows = tuple(
        (
            text_cell(str(number)),
            text_cell(right_answer(*item)),
            text_cell(writer.say(describe_solution(*item))),
        )
        for number, item in enumerate(items, start=1)
    )
    return Table("solutions", (writer.say(SOLUTIONS),), columns, rows)
