"""Random fields for the Dubov system, made up of facts instead of played rounds.

Scores are few and colours, upfloats and past opponents are drawn at random, so that criteria
which hardly ever decide in a tournament do so here.
"""

from __future__ import annotations

import random
from dataclasses import replace

from crivello.model.field import Entrant, Field, Float
from crivello.model.history import History
from crivello.model.result import Colour
from crivello.model.settings import Options, Scoring
from crivello.rules.colours import preference_with_newcomers_black


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
    """One player; `upfloats` is the latest round first, ``^`` for an upfloat."""
    history = History(number, (), (), (score,), colours, frozenset(avoid))
    wanted, strength = preference_with_newcomers_black(history)
    return Entrant(
        id=number,
        number=number,
        parity=number,
        score=score,
        points=score,
        preference=wanted,
        strength=strength,
        barred=barred,
        floats=tuple(Float.UP if sign == "^" else None for sign in upfloats),
        avoid=frozenset(avoid),
        history=history,
        aro=aro,
    )


def field_of(*entrants: Entrant, round_number: int = 5, rounds: int | None = 9) -> Field:
    """The field of these players; a past meeting need be told of one of the two only."""
    met: dict[int, set[int]] = {player.id: set(player.avoid) for player in entrants}
    for player in entrants:
        for other in player.avoid:
            if other in met:
                met[other].add(player.id)
    mutual = [replace(player, avoid=frozenset(met[player.id])) for player in entrants]
    return Field(
        round=round_number,
        rounds=rounds,
        entrants=tuple(sorted(mutual, key=lambda player: (-player.score, player.number))),
        initial_colour=Colour.WHITE,
        scoring=Scoring(),
        options=Options(),
    )


def random_field(rng: random.Random, players: int) -> Field:
    """A field before some round from the third to the last."""
    rounds = rng.randrange(3, 12)
    number = rounds if rng.random() < 0.2 else rng.randrange(3, rounds + 1)
    levels = rng.randrange(1, 5)
    density = rng.choice((10, 30, 50, 70))
    upfloats = rng.choice((10, 40, 70))
    newcomers = rng.choice((0, 0, 20, 100))
    entrants = []
    for tpn in range(1, players + 1):
        games = 0 if rng.randrange(100) < newcomers else rng.randrange(1, number)
        entrants.append(
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
    return field_of(*entrants, round_number=number, rounds=rounds)
