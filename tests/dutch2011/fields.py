"""Fields made up of facts, for questions that a tournament would take long to pose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History
from crivello.model.result import Colour
from crivello.model.settings import Options, Scoring
from crivello.model.trace import Trace
from crivello.systems.dutch2011.procedure import OlderProcedure
from crivello.systems.dutch2011.search import Search, find
from crivello.systems.dutch2011.sieve import sift


def entrant(
    number: int,
    score: int,
    preference: str = "",
    *,
    met: Iterable[int] = (),
    floats: tuple[Float | None, ...] = (),
    barred: bool = False,
) -> Entrant:
    """`preference`: colour letter, upper case if absolute, in brackets if mild: ``w B (b)``."""
    letter = preference.strip("()")
    strength = Strength.NONE
    if letter:
        strength = Strength.ABSOLUTE if letter.isupper() else Strength.STRONG
        strength = Strength.MILD if preference != letter else strength
    return Entrant(
        id=number,
        number=number,
        parity=number,
        score=score,
        points=score,
        preference=Colour(letter.lower()) if letter else None,
        strength=strength,
        barred=barred,
        floats=floats,
        avoid=frozenset(met),
        history=History(number, (), (), (score,), "", frozenset(met)),
    )


def field(*entrants: Entrant, round_number: int = 4, rounds: int = 9) -> Field:
    """The players in ranking order; who met whom need be said on one side only."""
    met = {player.id: set(player.avoid) for player in entrants}
    for player in entrants:
        for other in player.avoid:
            met[other].add(player.id)

    players = [replace(player, avoid=frozenset(met[player.id])) for player in entrants]
    players.sort(key=lambda player: (-player.score, player.number))
    return Field(round_number, rounds, tuple(players), Colour.WHITE, Scoring(), Options())


def solved(field_: Field, search: Search, trace: Trace | None = None) -> set[tuple[int, int]]:
    """Pairs of ids, the smaller first; the bye as (0, id)."""
    pairs, bye = OlderProcedure(field_, search, trace).run()
    found = {(min(a.id, b.id), max(a.id, b.id)) for a, b in pairs}
    return found | ({(0, bye.id)} if bye else set())


def paired(*entrants: Entrant, round_number: int = 4, rounds: int = 9) -> set[tuple[int, int]]:
    """The same by search and by literal enumeration."""
    made = field(*entrants, round_number=round_number, rounds=rounds)
    found = solved(made, find)
    assert solved(made, sift) == found
    return found
