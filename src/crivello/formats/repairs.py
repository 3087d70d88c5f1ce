"""The repairs of a tolerant reader, and whether a pairing may depend on them."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.errors import Illegal, Problem, Severity
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

NOTHING = N_("nothing")
"""The text taken if the text found is left out."""

UNCERTAIN = N_(
    "One repair can change the pairing; correct this place of the file first.",
    "{count} repairs can change the pairing; correct these places of the file first.",
)


@frozen
class Repair:
    """A repaired place of a file: the text found there, and the text read instead.

    >>> from importlib.resources import files
    >>> from crivello import read
    >>> data = files("crivello.examples").joinpath("before-round-4.trf").read_bytes()
    >>> [(one.line, one.found) for one in read(data + b"001 nonsense", tolerant=True).repairs]
    [(22, 'nons'), (22, 'e')]
    """

    sentence: Sentence
    """The defect, as a sentence."""
    line: int | None = None
    """The line of the file, from 1; None in a file without lines."""
    column: int | None = None
    """The column of the line, from 1."""
    found: str = ""
    taken: str = NOTHING
    """The text read instead: a text of the format, or a phrase of the catalogue."""
    changes_pairing: bool = True
    """True if a round could be paired differently had something else been read."""
    player: int | None = None
    round: int | None = None

    def __str__(self) -> str:
        return str(self.sentence)

    def as_problem(self, severity: Severity = Severity.ERROR) -> Problem:
        """Return the problem that a strict reading reports at the same place."""
        where = self.line, self.column, self.found, None, self.player, self.round
        return Problem(self.sentence, *where, severity)


def refuse_uncertain(repairs: Iterable[Repair]) -> None:
    """Raise `Illegal` naming every repair on which a pairing may depend, if any."""
    problems = [repair.as_problem() for repair in repairs if repair.changes_pairing]
    if problems:
        raise Illegal(UNCERTAIN, problems, count=len(problems))
