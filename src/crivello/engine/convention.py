"""The differences between JaVaFo and bbpPairings, as values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from crivello.standard.classes import NamedTuple


class EngineOutcome(Enum):
    """The outcome of a call; an internal error has exit code 2, as in every command."""

    DONE = "done"
    NO_PAIRING = "no pairing"
    """No legal pairing of the round exists."""
    REFUSED = "refused"
    """The request or the file is wrong."""
    TOO_LARGE = "too large"
    NO_FILE = "no file"
    """A file cannot be read or written."""


class Convention(NamedTuple):
    """How one of the two programs answers."""

    key: str
    exit_codes: Mapping[EngineOutcome, int]
    no_boards: str
    """The content of OUT when no pairing exists."""
    boards_by_pairing_score: bool
    """Boards are ordered by scores that include lent points."""
    turned_apart: bool
    """A checked board that differs only in colours gets a line of its own."""
    report_ends_blank: bool
    """An empty line ends the report of a check."""
    rounds_of_byes_are_over: bool
    """A last column in which every player has a bye is a round that is over, not the coming one."""
    dialect: str
    """The dialect of generated tournaments."""
    refusals: Mapping[EngineOutcome, str]
    """Error messages, with `path` and `text`."""


NO_PAIRING = (
    "No valid pairing exists: The players could not be simultaneously matched while satisfying "
    "all absolute criteria."
)
"""Callers of bbpPairings know by these words that the tournament is over."""
TOO_MANY_ROUNDS = "The number of rounds is larger than the reported number of rounds."
"""The same for a file with more rounds than it announces, or with all of them."""

BBP = Convention(
    key="bbp",
    exit_codes=dict(zip(EngineOutcome, (0, 1, 3, 4, 5), strict=True)),
    no_boards="",
    boards_by_pairing_score=False,
    turned_apart=False,
    report_ends_blank=True,
    rounds_of_byes_are_over=True,
    dialect="trfbx",
    refusals={
        EngineOutcome.NO_PAIRING: "Error while pairing {path}: {text}",
        EngineOutcome.REFUSED: "Error parsing file {path}: {text}",
        EngineOutcome.TOO_LARGE: "Error parsing file {path}: {text}",
        EngineOutcome.NO_FILE: "Error reading file {path}: {text}",
    },
)
JAVAFO = Convention(
    key="javafo",
    exit_codes=dict(zip(EngineOutcome, (0, 0, 1, 1, 1), strict=True)),
    no_boards="0\n",
    boards_by_pairing_score=True,
    turned_apart=True,
    report_ends_blank=False,
    rounds_of_byes_are_over=False,
    dialect="trfx",
    refusals=dict.fromkeys(EngineOutcome, "Error in processing {path} ({text})"),
)
BY_KEY = {convention.key: convention for convention in (JAVAFO, BBP)}
