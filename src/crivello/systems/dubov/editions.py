"""The criteria of the Dubov system, and its editions of 2018 and 2026 as values.

The editions differ in one rule: who may not have the bye. A criterion measures one pair or one
upfloater. The absolute criteria (who may meet, the right to the bye) and the completion (C.4) do
not, so they are missing here; an edition names them by their codes.
"""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.errors import Impossible
from crivello.model.field import Entrant, Field, Float
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.rules.colours import (
    allocate,
    colour_by_number,
    higher_ranked,
    preference_with_newcomers_black,
)
from crivello.rules.criterion import (
    NONE,
    ONE,
    Criterion,
    Failures,
    counts,
    lists,
    name_criteria,
)
from crivello.rules.field import (
    ByeBar,
    FieldRules,
    barred_2017,
    barred_2026,
    forfeited_upfloats,
    no_unplayed_float,
    upfloats_only,
)
from crivello.standard.classes import frozen
from crivello.systems.dubov.bracket import DubovBracket, DubovPart, upfloats
from crivello.systems.publication import no_legal_pairing
from crivello.systems.upfloats import Pairs, score_difference, upfloater

DubovCriterion = Criterion[DubovPart]


def preference_denied(part: DubovPart) -> Failures:
    """Return one failure if both players of a pair prefer the same colour."""
    # C7, C.7
    if part.opponent is None:
        return NONE
    return ONE if part.player.preference is part.opponent.preference else NONE


def is_maximum_upfloater(part: DubovPart) -> bool:
    """Return True if the part is an upfloater who has been upfloated MaxT times or more; False in
    the last round.
    """
    return (
        part.opponent is None
        and not part.bracket.last_round
        and upfloats(part.player) >= part.bracket.max_upfloats
    )


def maximum_upfloater(part: DubovPart) -> Failures:
    """Return one failure if the part is a maximum upfloater."""
    # C8, C.8
    return ONE if is_maximum_upfloater(part) else NONE


def upfloats_of_maximum_upfloater(part: DubovPart) -> Failures:
    """Return how many times a maximum upfloater has been upfloated."""
    # C9, C.9
    return (upfloats(part.player),) if is_maximum_upfloater(part) else NONE


def repeated_upfloat(part: DubovPart) -> Failures:
    """Return one failure for an upfloater who was upfloated in the previous round; none in the last
    round.
    """
    # C10, C.10
    if part.opponent is not None or part.bracket.last_round:
        return NONE
    return ONE if part.player.floats[:1] == (Float.UP,) else NONE


# The editions.


_QUALITY = (
    counts({upfloater: N_("Bring up as few players as possible.")})
    + lists({score_difference: N_("Keep the score differences of the upfloaters small.")})
    + counts(
        {
            preference_denied: N_("Give as many players as possible the colour they prefer."),
            maximum_upfloater: N_(
                "Bring up as few maximum upfloaters as possible, unless it is the last round."
            ),
            upfloats_of_maximum_upfloater: N_(
                "Among maximum upfloaters, bring up those upfloated less often, "
                "unless it is the last round."
            ),
            repeated_upfloat: N_(
                "Let as few players as possible be upfloated twice running, "
                "unless it is the last round."
            ),
        }
    )
)
"""C.5 to C.10 in order."""


def _make_field_rules(bye_bar: ByeBar) -> FieldRules:
    return FieldRules(
        preference_with_newcomers_black,
        no_unplayed_float,
        bye_bar,
        float_rounds=None,
        forfeit_floats=forfeited_upfloats,
        pair_float=upfloats_only,
        aro=True,
    )


# Colours (E, art. 5).


def allocate_colours(a: Entrant, b: Entrant, initial: Colour) -> tuple[Entrant, Entrant, int]:
    """Return White, Black, and the number of the colour rule that decided, 0 to 4.

    Rule 0 is for two players without a game. All players have a preference, so of the shared rules
    only 1 to 4 can decide.
    """
    if a.history.games_played or b.history.games_played:
        return allocate(a, b, initial)
    first, second = higher_ranked(a, b)
    white = colour_by_number(first, initial) is Colour.WHITE
    return (first, second, 0) if white else (second, first, 0)


@frozen
class DubovEdition:
    """The criteria and articles of one edition of the Dubov system."""

    key: str
    field_rules: FieldRules
    criteria: tuple[DubovCriterion, ...]
    """The quality criteria, in order."""
    absolute: tuple[str, str]
    """Codes of the criteria that forbid a pair: met before, the same absolute preference."""
    bye_bar: str
    """Code of the criterion that bars players from the bye."""
    completion: str
    """Code of the criterion that demands a completion."""
    bye: str
    """Article of the choice of the bye."""
    upfloaters: str
    """Article of the number of upfloaters."""
    sets: str
    """Article of the order of sets of upfloaters."""
    shifts: str
    """Article of the shifts between the subgroups."""
    transposition: str
    """Article of T2, the transposition of G2 that is used."""
    transpositions: str
    """Article of the order of transpositions."""
    shifters: str
    """Article of the order of the shifters."""
    colour_rules: tuple[str, str, str, str, str]
    """Articles of the colour rules, first the one for two players without a game."""
    definitions: tuple[str, str, str]
    """Articles of floats and of preferences, and that of the draw for the initial colour."""

    def failures(self, bracket: DubovBracket, pairs: Pairs) -> tuple[tuple[str, Failures], ...]:
        """Return the code and failure value of every criterion."""
        measured = DubovPart.all_of(bracket, pairs)
        return tuple((criterion.code, criterion.value(measured)) for criterion in self.criteria)

    def impossible(self, field: Field, blocked: Iterable[Entrant]) -> Impossible:
        """Return the error for a round without a complete pairing, where the arbiter must decide
        what to do (A.8, 1.9).
        """
        repeated, same_colour = self.absolute
        odd = len(field.entrants) % 2
        codes = (repeated, self.bye_bar, same_colour) if odd else (repeated, same_colour)
        return no_legal_pairing(blocked, codes)

    def allocate(self, a: Entrant, b: Entrant, field: Field) -> tuple[Entrant, Entrant, str]:
        """Return White, Black, and the article that decides their colours."""
        white, black, rule = allocate_colours(a, b, field.initial_colour)
        return white, black, self.colour_rules[rule]


DUBOV_2018 = DubovEdition(
    key="dubov-2018",
    field_rules=_make_field_rules(barred_2017),
    criteria=name_criteria(_QUALITY, "C.5 C.6 C.7 C.8 C.9 C.10"),
    absolute=("C.1", "C.3"),
    bye_bar="C.2",
    completion="C.4",
    bye="B.0",
    upfloaters="B.1",
    sets="D.1",
    shifts="B.4",
    transposition="B.6",
    transpositions="D.3",
    shifters="D.2",
    colour_rules=("E.0", "E.1", "E.2", "E.3", "E.4"),
    definitions=("A.3", "A.5", "C.04.4.1.E"),
)

DUBOV_2026 = DubovEdition(
    key="dubov-2026",
    field_rules=_make_field_rules(barred_2026),
    criteria=name_criteria(_QUALITY, "C5 C6 C7 C8 C9 C10", "2.3 2.3 2.3 2.3 2.3 2.3"),
    absolute=("C1", "C3"),
    bye_bar="C2",
    completion="C4",
    bye="3.1",
    upfloaters="3.2.1",
    sets="4.2",
    shifts="3.2.4",
    transposition="3.2.6",
    transpositions="4.4",
    shifters="4.3",
    colour_rules=("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"),
    definitions=("1.3", "1.6", "C.04.4.1: 5.1"),
)

EDITIONS = {edition.key: edition for edition in (DUBOV_2018, DUBOV_2026)}
