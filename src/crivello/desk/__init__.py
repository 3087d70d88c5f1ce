"""The arbiter's desk: the only package that changes a tournament.

`Desk` opens a tournament file and does `actions`. Each action is stored as one of the `events`, and
the state of the tournament is computed from all events in order. An action that is not allowed
raises a `Refusal`, with a sentence and the article behind it.
"""

from crivello.desk.desk import Desk, Outcome
from crivello.desk.rederive import Rederivation, RederivedRound
from crivello.desk.refusals import Refusal
from crivello.desk.state import DeskState, Section

__all__ = ["Desk", "DeskState", "Outcome", "Rederivation", "RederivedRound", "Refusal", "Section"]
