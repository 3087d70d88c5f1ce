"""Functions that take the facts out of an explanation's typed paragraphs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from crivello.explain.explanation import (
    Depth,
    Explanation,
    ExplanationWriter,
    Paragraph,
    ParagraphKind,
)
from crivello.explain.round import explain_round
from crivello.model.sentence import ListOf
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.cases import load, tournament
from tests.systems.dubov.cases import worked_tournament

Bracket = list[Paragraph]


def explained(case: str, key: str, number: int, depth: Depth = Depth.FULL) -> Explanation:
    played = worked_tournament() if key.startswith("dubov") else tournament(load(case))
    return explain_round(find(key), played, number, depth)


def brackets(explanation: Explanation) -> list[Bracket]:
    found: dict[int, Bracket] = {}
    for paragraph in explanation:
        if paragraph.bracket is not None:
            found.setdefault(paragraph.bracket, []).append(paragraph)
    return list(found.values())


def members(bracket: Bracket) -> list[int]:
    """Return all players of the bracket, as its first paragraph lists them."""
    (first,) = [p for p in bracket if p.kind is ParagraphKind.SCOREGROUP]
    return [
        player
        for name in ("moved_down", "residents", "players")
        if name in first.sentence.values
        for player in numbers(first.sentence.values[name])
    ]


def with_members(explanation: Explanation, wanted: list[int]) -> list[Bracket]:
    return [one for one in brackets(explanation) if members(one) == wanted]


def value(bracket: Bracket, name: str, kind: ParagraphKind | None = None) -> Any:
    """Return the first value of that name in the bracket's paragraphs; None if there is none."""
    for paragraph in bracket:
        if name in paragraph.sentence.values and kind in (None, paragraph.kind):
            return paragraph.sentence.values[name]
    return None


def numbers(listed: Any) -> list[int]:
    """Return the ids in a list of players or cards."""
    return [item.id for item in listed.items]


def as_set(pairs: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


def of_kind(bracket: Iterable[Paragraph], kind: ParagraphKind) -> list[Paragraph]:
    return [paragraph for paragraph in bracket if paragraph.kind is kind]


def colour_rules(explanation: Explanation) -> dict[tuple[int, ...], str]:
    """Return the article for each pair, White first."""
    return {
        pair: paragraph.article
        for paragraph in of_kind(explanation, ParagraphKind.COLOUR)
        for pair in map(tuple, paragraph.sentence.values["pairs"].plain)
    }


def assert_colours_and_boards(explanation: Explanation, entry: Any) -> None:
    """Check colours and boards against the entry of the round in a worked case."""
    assert colour_rules(explanation) == {
        (pair["white"], pair["black"]): pair["rule"] for pair in entry["derived"]["colour_rules"]
    }
    (boards,) = of_kind(explanation, ParagraphKind.BOARDS)
    assert [tuple(pair) for pair in boards.sentence.values["pairs"].plain] == [
        (pair["white"], pair["black"]) for pair in entry["pairings"]
    ]


@dataclass(frozen=True)
class Candidate:
    """A row of a table of candidates, as text."""

    number: int
    pairs: set[frozenset[int]]
    floaters: tuple[int, ...]
    upfloaters: tuple[int, ...]
    values: dict[str, str]
    """The values by criterion; criteria in which no candidate fails are absent."""
    outcome: str
    chosen: bool


def candidates(bracket: Iterable[Paragraph]) -> list[Candidate]:
    """Return the rows of all tables of candidates, or of sets of upfloaters, in a bracket."""
    found = []
    writer = ExplanationWriter(Language.EN)
    for paragraph in bracket:
        table = paragraph.table
        if paragraph.kind is not ParagraphKind.CANDIDATE or table is None:
            continue
        heads = [str(writer.write(heading)) for heading in table.columns]
        if "Shifted" in heads:
            continue
        for row in table.rows:
            cells = dict(zip(heads, row.cells, strict=True))
            lists = [cell for cell in row.cells[1:] if isinstance(cell, ListOf)]
            up = numbers(lists.pop(0)) if "Upfloaters" in heads else []
            parts = lists[0].plain
            found.append(
                Candidate(
                    row.cells[0],
                    as_set(part for part in parts if len(part) == 2),
                    tuple(part[0] for part in parts if len(part) == 1),
                    tuple(up),
                    {
                        h: str(writer.write(cell))
                        for h, cell in cells.items()
                        if h[0] == "C" and h[1:2] in ".123456789"
                    },
                    str(writer.write(cells["Outcome"])),
                    row.chosen,
                )
            )
    return found
