"""Results as people type them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from crivello.cli.options import WordError
from crivello.model.result import Result
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.desk.state import PublishedRound

NO_RESULT = N_("{word!r} is not a result. Write {examples}.")
EXAMPLES = "1-0, 0-1, 1/2, 1f-0f, 0f-1f, 0f-0f, 0-0, 1/2-0, 0-1/2, 1-0u, adj, none"
NO_TABLE = N_("Round {round} has no table {table}; there are: {tables}.")
NOT_A_TABLE = N_("{word!r} is not the number of a table.")

_SHORT = {
    "1": "1-0",
    "0": "0-1",
    "=": "½-½",
    "½": "½-½",
    "d": "½-½",
    "+-": "1F-0F",
    "-+": "0F-1F",
    "--": "0F-0F",
    "adj": "adj-adj",
    "a": "adj-adj",
}
_BY_TEXT = {
    result.figures.lower() + ("u" if result.name.startswith("SHORT_") else ""): result
    for result in Result
}
_NOTHING = {"none", "?"}


def result_of(word: str) -> Result | None:
    """The result of a game; None takes one back."""
    text = word.strip().lower().replace("1/2", "½").replace("0.5", "½").replace("–", "-")
    text = _SHORT.get(text, text).lower().replace(":", "-").replace("=", "½")
    if text in _NOTHING:
        return None
    if text not in _BY_TEXT:
        raise WordError(NO_RESULT, word=word, examples=EXAMPLES)
    return _BY_TEXT[text]


def shown(result: Result | None) -> Result | str:
    """A value for a sentence."""
    return "–" if result is None else result


def board_of(this: PublishedRound, number: int, word: str) -> int:
    """The place in the list of boards of the table with this number."""
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise WordError(NOT_A_TABLE, word=word)
    if int(word) not in this.tables:
        raise WordError(NO_TABLE, round=number, table=word, tables=ranges(this.tables))
    return this.tables.index(int(word)) + 1


def ranges(numbers: Iterable[int]) -> str:
    """``1-12, 15``"""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)
