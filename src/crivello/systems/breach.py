"""Who fails a criterion: the failure value of a candidate taken apart again."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.rules.criterion import Measure


@dataclass(frozen=True, slots=True)
class Breach:
    """One criterion that a candidate does not meet in full."""

    code: str
    sentence: str
    """What the criterion asks for."""
    measure: Measure
    value: tuple[int, ...]
    """The failure value, as the candidate is compared by it."""
    parts: tuple[tuple[int, ...], ...]
    """Ids: pairs and single players in which it fails; of a list in the order of its values."""

    @property
    def times(self) -> bool:
        """Does the value merely count the parts?"""
        return self.measure is Measure.COUNT and self.value == (len(self.parts),)
