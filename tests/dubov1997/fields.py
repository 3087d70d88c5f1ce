"""Fields made up of facts: ratings, AROs, due colours and past opponents as a test wants them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from crivello.model.field import Entrant, Field, Float
from crivello.model.history import History
from crivello.model.result import Colour
from crivello.model.settings import Options, Scoring
from crivello.model.trace import Trace
from crivello.rules.colours import preference
from crivello.systems.dubov1997.procedure import Dubov1997Procedure, RoundPlayers


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
    """`colours` of the games played, oldest first; without a rating the order of numbers is it."""
    history = History(number, (), (), (score,), colours, frozenset(met))
    due, strength = preference(history)
    return Entrant(
        id=number,
        number=number,
        parity=number,
        score=score,
        points=score,
        preference=due,
        strength=strength,
        barred=barred,
        floats=floats,
        avoid=frozenset(met),
        history=history,
        rating=2500 - number if rating is None else rating,
    )


def round_of(
    *entrants: Entrant,
    aro: dict[int, int | str] | None = None,
    round_number: int = 4,
    rounds: int = 9,
    trace: Trace | None = None,
    names: dict[int, str] | None = None,
) -> Dubov1997Procedure:
    """Who met whom need be said on one side only; AROs not given are 2000."""
    met = {player.id: set(player.avoid) for player in entrants}
    for player in entrants:
        for other in player.avoid:
            met[other].add(player.id)
    everybody = [replace(player, avoid=frozenset(met[player.id])) for player in entrants]
    everybody.sort(key=lambda player: (-player.score, player.number))
    field = Field(round_number, rounds, tuple(everybody), Colour.WHITE, Scoring(), Options())
    players = RoundPlayers(field, {}, names or {})
    played = {player.id for player in everybody if player.history.colours}
    players.aro = {player.id: Fraction(2000 * (player.id in played)) for player in everybody}
    players.aro |= {player: Fraction(value) for player, value in (aro or {}).items()}
    return Dubov1997Procedure(field, players, trace)


def paired(procedure: Dubov1997Procedure) -> set[tuple[int, int]]:
    """Pairs of ids, the smaller first; the bye as (0, id)."""
    pairs, bye = procedure.run()
    found = {(min(a.id, b.id), max(a.id, b.id)) for a, b in pairs}
    return found | ({(0, bye.id)} if bye else set())
