"""Random fields for the Dubov system, made from facts instead of played rounds.

There are few scores, and colours, upfloats and past opponents are random, so that criteria which
hardly ever decide in a tournament decide here.
"""

from __future__ import annotations

import random
from dataclasses import replace

from crivello.model.field import Entrant, Field, Float
from crivello.rules.colours import preference_with_newcomers_black
from tests.support import entrants


def entrant(
    number: int,
    score: int = 0,
    colours: str = "",
    *,
    avoid: tuple[int, ...] = (),
    upfloats: str = "",
    aro: int = 0,
    barred: bool = False,
) -> Entrant:
    """Return a player; `upfloats` has the latest round first, ``^`` for an upfloat."""
    floats = tuple(Float.UP if sign == "^" else None for sign in upfloats)
    player = entrants.entrant(
        number,
        colours,
        avoid,
        score,
        barred=barred,
        floats=floats,
        preferred=preference_with_newcomers_black,
    )
    return replace(player, aro=aro)


def random_field(rng: random.Random, players: int) -> Field:
    """Return a field before some round from the third to the last."""
    rounds = rng.randrange(3, 12)
    number = rounds if rng.random() < 0.2 else rng.randrange(3, rounds + 1)
    levels = rng.randrange(1, 5)
    density = rng.choice((10, 30, 50, 70))
    upfloats = rng.choice((10, 40, 70))
    newcomers = rng.choice((0, 0, 20, 100))
    drawn = []
    for tpn in range(1, players + 1):
        games = 0 if rng.randrange(100) < newcomers else rng.randrange(1, number)
        drawn.append(
            entrant(
                tpn,
                rng.randrange(levels),
                "".join(rng.choice("WB") for _ in range(games)),
                avoid=tuple(other for other in range(1, tpn) if rng.randrange(200) < density),
                upfloats="".join(
                    "^" if rng.randrange(100) < upfloats else "-" for _ in range(number - 1)
                ),
                aro=rng.randrange(2000, 2010) if games else 0,
                barred=rng.random() < 0.2,
            )
        )
    return entrants.field_of(*drawn, round=number, rounds=rounds)
