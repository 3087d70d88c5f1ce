"""The front of the house: what `import crivello` offers, made of the rooms behind it."""

from __future__ import annotations

import time
from os import PathLike, fspath

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace


def read(source: str | PathLike[str] | bytes) -> Tournament:
    """The tournament of a file, given by its path, or of the bytes of one.

    The format is found out: TRF in any dialect, or JSON. What cannot be read raises `Malformed`
    or `Illegal` with a list of all problems.
    """
    from crivello import formats

    if isinstance(source, bytes):
        return formats.read(source)
    with open(source, "rb") as file:
        return formats.read(file.read(), name=fspath(source))


def pair(
    tournament: Tournament,
    round: int | None = None,
    system: str | None = None,
    date: str | None = None,
    *,
    trace: bool = False,
) -> RoundPairing:
    """Pair a round: the next one, or an earlier one again from the rounds before it.

    `system` is a key such as ``dutch-2017``, or a family such as ``dubov``. What it leaves
    open is decided by the tournament, then by its first day, then by `date` (``YYYY-MM-DD``,
    today if it is None). With `trace` the answer carries the record of the computation.
    """
    from crivello.systems.registry import find
    from crivello.systems.request import choose_edition, round_to_pair

    number = round_to_pair(tournament, round)
    key = choose_edition(tournament, system, date or time.strftime("%Y-%m-%d"))
    steps: Trace | None = [] if trace else None
    return find(key).pair(tournament, number, steps)
