"""The editions of 2017 and 2026 of the Dutch system as values: their criteria in order, and the
points in which they differ.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property

from crivello.model.field import Entrant, Field
from crivello.rules.colours import allocate, preference
from crivello.rules.criterion import name_criteria
from crivello.rules.field import FieldRules, barred_2017, barred_2026, unplayed_2017, unplayed_2026
from crivello.standard.classes import record
from crivello.systems.dutch import criteria
from crivello.systems.dutch.criteria import DutchCriterion


class MovedDownOrder(Enum):
    """The order in which sets of moved-down players are tried as S1."""

    SCORES_FIRST = "D.3"
    """The set with the higher differing score, then the lower sequence numbers."""
    NUMBERS = "4.4"
    """Among the sets that leave a valid limbo, the lower sequence numbers first."""


Placed = tuple[tuple[int, DutchCriterion], ...]
"""Criteria with their places among all those of an edition."""


@record
class DutchEdition:
    """The criteria, articles and choices of one edition of the Dutch system."""

    key: str
    field_rules: FieldRules
    absolute: tuple[str, str, str]
    """Codes of the absolute criteria: not twice, the right to the bye, absolute preferences."""
    floaters: tuple[DutchCriterion, ...]
    """The criteria for the number and scores of unpaired players; applied to the next bracket as
    well."""
    look_ahead: str
    """Code of the criterion that applies `floaters` to the next bracket (C.7, C8)."""
    bye: DutchCriterion | None
    """Applied to a bracket's only downfloater who is to get the bye."""
    quality: tuple[DutchCriterion, ...]
    """All further criteria, in order."""
    completion: str
    """Code of the criterion that demands a completion."""
    completion_always: bool
    """In every bracket (2026), or only when the brackets below turn out impossible (2017)."""
    lowest_bye: str | None
    """Code of the criterion that puts the bye on the lowest possible score; None without one."""
    bye_article: str
    """Article by which the player left over gets the bye."""
    moved_down_order: MovedDownOrder
    generation: tuple[str, str, str]
    """Articles of the order of transpositions, exchanges, and sets of moved-down players."""
    colour_rules: tuple[str, str, str, str, str]
    """Articles of the five colour rules."""
    definitions: tuple[str, str, str]
    """Articles of floats and of preferences, and that of the draw for the initial colour."""
    float_columns: tuple[str, str]
    """The names in checklists for the floats of the last round and of the one before."""

    def allocate(self, a: Entrant, b: Entrant, field: Field) -> tuple[Entrant, Entrant, str]:
        """Return White, Black, and the article that decides their colours."""
        white, black, rule = allocate(a, b, field.initial_colour)
        return white, black, self.colour_rules[rule - 1]

    @cached_property
    def criteria(self) -> tuple[DutchCriterion, ...]:
        """All criteria that measure single parts of a candidate, in order."""
        bye = () if self.bye is None else (self.bye,)
        return self.floaters + bye + self.quality

    @cached_property
    def of_colours(self) -> Placed:
        """The criteria that depend only on the colours of a pair, with their places in
        `criteria`.
        """
        return tuple((k, c) for k, c in enumerate(self.criteria) if c.cost in criteria.OF_COLOURS)

    @cached_property
    def not_of_colours(self) -> Placed:
        """The criteria that do not depend on colours, with their places in `criteria`."""
        return tuple(
            (k, c) for k, c in enumerate(self.criteria) if c.cost not in criteria.OF_COLOURS
        )


DUTCH_2017 = DutchEdition(
    key="dutch-2017",
    field_rules=FieldRules(preference, unplayed_2017, barred_2017, float_rounds=2),
    absolute=("C.1", "C.2", "C.3"),
    floaters=name_criteria(criteria.FLOATERS_2017, "C.5 C.6"),
    look_ahead="C.7",
    bye=None,
    quality=name_criteria(
        criteria.COLOURS + criteria.FLOATS_2017,
        "C.8 C.9 C.10 C.11 C.12 C.13 C.14 C.15 C.16 C.17 C.18 C.19",
    ),
    completion="C.4",
    completion_always=False,
    lowest_bye=None,
    bye_article="A.5",
    moved_down_order=MovedDownOrder.SCORES_FIRST,
    generation=("D.1", "D.2", "D.3"),
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
    definitions=("A.4", "A.6", "C.04.3.E"),
    float_columns=("C12", "C14"),
)

DUTCH_2026 = DutchEdition(
    key="dutch-2026",
    field_rules=FieldRules(preference, unplayed_2026, barred_2026, float_rounds=2),
    absolute=("C1", "C2", "C3"),
    floaters=name_criteria(criteria.FLOATERS_2026, "C6 C7", "2.4.1 2.4.2"),
    look_ahead="C8",
    bye=name_criteria(criteria.BYE_2026, "C9", "2.4.4")[0],
    quality=name_criteria(
        criteria.COLOURS + criteria.FLOATS_2026,
        "C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21",
        "2.4.5 2.4.6 2.4.7 2.4.8 2.4.9 2.4.10 2.4.11 2.4.12 2.4.13 2.4.14 2.4.15 2.4.16",
    ),
    completion="C4",
    completion_always=True,
    lowest_bye="C5",
    bye_article="1.5",
    moved_down_order=MovedDownOrder.NUMBERS,
    generation=("4.2", "4.3", "4.4"),
    colour_rules=("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"),
    definitions=("1.4", "1.7", "C.04.3: 5.1"),
    float_columns=("C14", "C16"),
)

EDITIONS = {edition.key: edition for edition in (DUTCH_2017, DUTCH_2026)}
