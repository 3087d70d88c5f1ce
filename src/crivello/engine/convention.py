"""What JaVaFo and bbpPairings do differently, as values; everything else they share."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Outcome(Enum):
    """How a call can end."""

    DONE = "done"
    NO_PAIRING = "no pairing"
    """No legal pairing of the round exists."""
    UNEXPECTED = "unexpected"
    """A mistake of this program."""
    REFUSED = "refused"
    """The request or the file is wrong."""
    TOO_LARGE = "too large"
    NO_FILE = "no file"
    """A file cannot be read or written."""


class Convention(NamedTuple):
    """How one program answers."""

    key: str
    exit_codes: Mapping[Outcome, int]
    no_boards: str
    """What stands in OUT when no pairing exists."""
    boards_by_pairing_score: bool
    """Lent points order the boards too."""
    turned_apart: bool
    """A checked board that only has its colours turned is told in a line of its own."""
    report_ends_blank: bool
    """An empty line ends the report of a check."""
    dialect: str
    """The dialect of generated tournaments."""
    refusals: Mapping[Outcome, str]
    """How an error is told, by `path` and `text`."""


NO_PAIRING = (
    "No valid pairing exists: The players could not be simultaneously matched while satisfying "
    "all absolute criteria."
)
"""The words by which callers of bbpPairings know that the tournament is over."""
TOO_MANY_ROUNDS = "The number of rounds is larger than the reported number of rounds."
"""Likewise, for a file with more rounds than it announces, or with all of them."""

BBP = Convention(
    key="bbp",
    exit_codes={
        Outcome.DONE: 0,
        Outcome.NO_PAIRING: 1,
        Outcome.UNEXPECTED: 2,
        Outcome.REFUSED: 3,
        Outcome.TOO_LARGE: 4,
        Outcome.NO_FILE: 5,
    },
    no_boards="",
    boards_by_pairing_score=False,
    turned_apart=False,
    report_ends_blank=True,
    dialect="trfbx",
    refusals={
        Outcome.NO_PAIRING: "Error while pairing {path}: {text}",
        Outcome.REFUSED: "Error parsing file {path}: {text}",
        Outcome.TOO_LARGE: "Error parsing file {path}: {text}",
        Outcome.NO_FILE: "Error reading file {path}: {text}",
    },
)
JAVAFO = Convention(
    key="javafo",
    exit_codes={
        Outcome.DONE: 0,
        Outcome.NO_PAIRING: 0,
        Outcome.UNEXPECTED: 1,
        Outcome.REFUSED: 1,
        Outcome.TOO_LARGE: 1,
        Outcome.NO_FILE: 1,
    },
    no_boards="0\n",
    boards_by_pairing_score=True,
    turned_apart=True,
    report_ends_blank=False,
    dialect="trfx",
    refusals=dict.fromkeys(Outcome, "Error in processing {path} ({text})"),
)
BY_KEY = {convention.key: convention for convention in (JAVAFO, BBP)}
