"""The option --map, and which columns were understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.words import N_
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.lists import Columns, Mapping

TAKEN = N_("Columns: {columns}")
IGNORED = N_("Not used: {columns}")
REMEMBERED = N_("The columns are those remembered for the list {name}; --map says otherwise.")
TO_REMEMBER = N_("The columns are remembered for the list {name}.")
GUESSED, TOLD, FROM_MEMORY = "guessed", "told", "remembered"
"""Where the mapping of a list comes from, in JSON."""


def origin(arguments: Arguments, remembered: bool) -> str:
    mapping = mapping_of(arguments)
    if mapping is not None and mapping.told:
        return TOLD
    return FROM_MEMORY if remembered else GUESSED


def mapping_of(arguments: Arguments) -> Mapping | None:
    from crivello.lists import Mapping

    text = arguments.get("--map")
    return None if text is None else Mapping.parse(text)


def columns_text(columns: Columns | None, console: Console) -> list[str]:
    """Which field comes from which column, and what is not used."""
    if columns is None:
        return []
    taken = ", ".join(
        f"{field}={columns.headings[place]}" for field, place in columns.places.items()
    )
    lines = [clean(console.say(TAKEN, columns=taken))]
    if columns.ignored:
        lines.append(clean(console.say(IGNORED, columns=", ".join(columns.ignored))))
    return lines
