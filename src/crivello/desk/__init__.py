"""The arbiter's desk: the only place that changes a tournament.

`Desk` opens a file and does `actions`; each is written as one of the `events`, and the state is
their fold. What may not be done is a `Refusal` with its sentence and article.
"""

from crivello.desk.desk import Desk, Outcome
from crivello.desk.rederive import Rederivation, RederivedRound
from crivello.desk.refusals import Refusal
from crivello.desk.state import DeskState, Section

__all__ = ["Desk", "DeskState", "Outcome", "Rederivation", "RederivedRound", "Refusal", "Section"]
