"""Criteria as values: code, article, sentence, and the cost function that measures failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from crivello.standard.classes import NamedTuple
from crivello.standard.typing_names import Generic, TypeVar

Part = TypeVar("Part")
"""A part of a candidate: in the Dutch system a pair or a downfloater of a bracket."""


class Measure(Enum):
    """How the failures of all parts of a candidate are compared."""

    COUNT = "count"
    """Their sum; the smaller is better."""
    LIST = "list"
    """All of them, the largest first; compared one by one, the first smaller one is better."""


Failures = tuple[int, ...]
"""What one part of a candidate fails of a criterion."""
NONE: Failures = ()
ONE: Failures = (1,)


class Criterion(NamedTuple, Generic[Part]):
    """One criterion of an edition; an edition has a tuple of them, in order of importance."""

    code: str
    """As the edition numbers it, such as ``C.10`` or ``C12``."""
    article: str
    sentence: str
    """The demand, as a sentence of the catalogue."""
    measure: Measure
    cost: Callable[[Part], Failures]
    """The failures of one part: empty if none; for a count, at most one number."""

    def value(self, parts: list[Part]) -> tuple[int, ...]:
        """Return the failure value of a candidate with these parts."""
        failures = [failure for part in parts for failure in self.cost(part)]
        if self.measure is Measure.COUNT:
            return (sum(failures),)
        return tuple(sorted(failures, reverse=True))


Asked = tuple[Measure, str, Callable[[Part], Failures]]
"""A criterion without its code, which editions number differently: measure, sentence and cost."""


def counts(asked: Mapping[Callable[[Part], Failures], str]) -> tuple[Asked[Part], ...]:
    """Return criteria that compare the sum of failures, from a mapping of cost functions to
    sentences.
    """
    return tuple((Measure.COUNT, sentence, cost) for cost, sentence in asked.items())


def lists(asked: Mapping[Callable[[Part], Failures], str]) -> tuple[Asked[Part], ...]:
    """Return criteria that compare the failures one by one, from a mapping of cost functions to
    sentences.
    """
    return tuple((Measure.LIST, sentence, cost) for cost, sentence in asked.items())


def name_criteria(
    asked: Sequence[Asked[Part]], codes: str, articles: str = ""
) -> tuple[Criterion[Part], ...]:
    """Return the criteria with the codes and articles of an edition, which are separated by
    spaces.
    """
    names = zip(codes.split(), (articles or codes).split(), asked, strict=True)
    return tuple(
        Criterion(code, article, sentence, measure, cost)
        for code, article, (measure, sentence, cost) in names
    )
