"""`crivello pgn`: the games of a round without moves, for live boards."""

from __future__ import annotations

import re

from crivello.cli.console import Console
from crivello.cli.files import write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.reports.source import subject_given
from crivello.reports.pgn import skeletons
from crivello.words import N_


def run(arguments: Arguments, console: Console) -> int:
    first, last = _tables(arguments.get("--tables"))
    subject = subject_given(arguments, console, published_only=True)
    text = skeletons(subject, arguments.number("--round"), first, last)
    write_bytes(arguments.get("--output") or "-", text.encode("utf-8", "replace"))
    return 0


def _tables(text: str | None) -> tuple[int, int | None]:
    """``1-10``, ``5`` or ``5-``; all of them without the option."""
    if text is None:
        return 1, None
    found = re.fullmatch(r"([0-9]{1,6})(?:(-)([0-9]{1,6})?)?", text.strip())
    if found is None:
        raise UsageError(
            N_("{option} needs tables such as {example}, not {value!r}."),
            option="--tables",
            example="1-10",
            value=text,
        )
    first, dash, last = found.groups()
    return int(first), int(last) if last else None if dash else int(first)
