"""Fields made from facts, for situations that a tournament reaches only after many rounds."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.result import Colour
from crivello.model.trace import Trace
from crivello.systems.dutch2011.bracket_search import Search, find
from crivello.systems.dutch2011.procedure import OlderProcedure
from crivello.systems.dutch2011.sieve import sift
from tests.support.entrants import entrant as made
from tests.support.entrants import field_of


def entrant(
    number: int,
    score: int,
    preference: str = "",
    *,
    met: Iterable[int] = (),
    floats: tuple[Float | None, ...] = (),
    barred: bool = False,
) -> Entrant:
    """Return a player; `preference` is a colour letter, in upper case if absolute, in brackets if
    mild: ``w B (b)``.
    """
    letter = preference.strip("()")
    strength = Strength.NONE
    if letter:
        strength = Strength.ABSOLUTE if letter.isupper() else Strength.STRONG
        strength = Strength.MILD if preference != letter else strength
    due = Colour(letter.lower()) if letter else None
    return made(
        number,
        avoid=tuple(met),
        score=score,
        barred=barred,
        floats=floats,
        preferred=lambda _: (due, strength),
    )


def field(*entrants: Entrant, round_number: int = 4, rounds: int = 9) -> Field:
    """Return a field in ranking order; each meeting is given on one side only."""
    return field_of(*entrants, round=round_number, rounds=rounds)


def solved(field_: Field, search: Search, trace: Trace | None = None) -> set[tuple[int, int]]:
    """Return pairs of ids, the smaller first; the bye is (0, id)."""
    pairs, bye = OlderProcedure(field_, search, trace).run()
    found = {(min(a.id, b.id), max(a.id, b.id)) for a, b in pairs}
    return found | ({(0, bye.id)} if bye else set())


def paired(*entrants: Entrant, round_number: int = 4, rounds: int = 9) -> set[tuple[int, int]]:
    """Return the pairs by the search, which must be those of the literal enumeration."""
    whole = field(*entrants, round_number=round_number, rounds=rounds)
    found = solved(whole, find)
    assert solved(whole, sift) == found
    return found
