"""A criterion is a value: what it is called, where it stands, what it asks, what failing costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

Part = TypeVar("Part")
"""What a candidate is made of: in the Dutch system a pair or a downfloater of a bracket."""


class Measure(Enum):
    """How the failures of a candidate's parts are compared as a whole."""

    COUNT = "count"
    """Their sum; the smaller is better."""
    LIST = "list"
    """All of them, the largest first; compared one by one, the first smaller one is better."""


Failures = tuple[int, ...]
"""What one part of a candidate fails of a criterion."""
NONE: Failures = ()
ONE: Failures = (1,)


class Criterion(NamedTuple, Generic[Part]):
    """An edition is an ordered tuple of these."""

    code: str
    """As the edition numbers it, such as ``C.10`` or ``C12``."""
    article: str
    sentence: str
    """What it asks for, as a sentence of the catalogue."""
    measure: Measure
    cost: Callable[[Part], Failures]
    """The failures of one part: empty if there is none; for a count at most one number."""

    def value(self, parts: list[Part]) -> tuple[int, ...]:
        """The failure value of a whole candidate."""
        failures = [failure for part in parts for failure in self.cost(part)]
        if self.measure is Measure.COUNT:
            return (sum(failures),)
        return tuple(sorted(failures, reverse=True))


Asked = tuple[Measure, str, Callable[[Part], Failures]]
"""What a criterion asks for, whatever an edition calls it: measure, sentence and cost."""


def counts(asked: Mapping[Callable[[Part], Failures], str]) -> tuple[Asked[Part], ...]:
    """Criteria that count failures, by cost and sentence."""
    return tuple((Measure.COUNT, sentence, cost) for cost, sentence in asked.items())


def lists(asked: Mapping[Callable[[Part], Failures], str]) -> tuple[Asked[Part], ...]:
    """Criteria that compare failures one by one, by cost and sentence."""
    return tuple((Measure.LIST, sentence, cost) for cost, sentence in asked.items())


def name_criteria(
    asked: Sequence[Asked[Part]], codes: str, articles: str = ""
) -> tuple[Criterion[Part], ...]:
    """Criteria under the codes and articles of an edition, separated by spaces."""
    names = zip(codes.split(), (articles or codes).split(), asked, strict=True)
    return tuple(
        Criterion(code, article, sentence, measure, cost)
        for code, article, (measure, sentence, cost) in names
    )
