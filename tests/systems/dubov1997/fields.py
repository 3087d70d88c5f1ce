"""Fields made from facts: ratings, AROs, due colours and past opponents chosen by a test."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from crivello.model.field import Entrant, Float
from crivello.model.trace import Trace
from crivello.systems.dubov1997.procedure import Dubov1997Procedure, RoundPlayers
from tests.support.entrants import entrant as made
from tests.support.entrants import field_of


def entrant(
    number: int,
    score: int,
    colours: str = "",
    *,
    rating: int | None = None,
    met: Iterable[int] = (),
    floats: tuple[Float | None, ...] = (),
    barred: bool = False,
) -> Entrant:
    """Return a player with the `colours` of games played, oldest first; the default rating follows
    the number.
    """
    rated = 2500 - number if rating is None else rating
    return made(number, colours, tuple(met), score, rated, barred, floats=floats)


def round_of(
    *entrants: Entrant,
    aro: dict[int, int | str] | None = None,
    round_number: int = 4,
    rounds: int = 9,
    trace: Trace | None = None,
    names: dict[int, str] | None = None,
) -> Dubov1997Procedure:
    """Return a round; each meeting is given on one side only, and the default ARO is 2000."""
    field = field_of(*entrants, round=round_number, rounds=rounds)
    players = RoundPlayers(field, {}, names or {})
    played = {player.id for player in field.entrants if player.history.colours}
    players.aro = {player.id: Fraction(2000 * (player.id in played)) for player in field.entrants}
    players.aro |= {player: Fraction(value) for player, value in (aro or {}).items()}
    return Dubov1997Procedure(field, players, trace)


def paired(procedure: Dubov1997Procedure) -> set[tuple[int, int]]:
    """Return pairs of ids, the smaller first; the bye is (0, id)."""
    pairs, bye = procedure.run()
    found = {(min(a.id, b.id), max(a.id, b.id)) for a, b in pairs}
    return found | ({(0, bye.id)} if bye else set())
