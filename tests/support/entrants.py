"""Players of a field made by hand, for tests of single rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History, Part
from crivello.model.result import Award, Colour
from crivello.model.settings import Options, Scoring
from crivello.rules.colours import preference


def entrant(
    number: int,
    colours: str = "",
    avoid: Collection[int] = (),
    score: int = 0,
    rating: int = 2000,
    barred: bool = False,
    id: int | None = None,
    floats: tuple[Float | None, ...] = (),
    preferred: Callable[[History], tuple[Colour | None, Strength]] = preference,
) -> Entrant:
    """Return a player with these games; the preference follows from the colours."""
    name = number if id is None else id
    parts = tuple(Part(Colour(one.lower()), Award.DRAW, 1, True, one) for one in colours)
    history = History(name, (None,) * len(parts), parts, (score,), colours, frozenset(avoid))
    colour, strength = preferred(history)
    return Entrant(
        id=name,
        number=number,
        parity=number,
        score=score,
        points=score,
        preference=colour,
        strength=strength,
        barred=barred,
        floats=floats,
        avoid=frozenset(avoid),
        history=history,
        rating=rating,
    )


def due(colour: Colour | None) -> str:
    """Return past colours of a player who is due this colour."""
    return "" if colour is None else "B" if colour is Colour.WHITE else "W"


def mutual(*players: Entrant) -> list[Entrant]:
    """Return the same players, with mutual avoidance."""
    return [
        replace(
            player,
            avoid=player.avoid | {other.id for other in players if player.id in other.avoid},
        )
        for player in players
    ]


def field_of(
    *players: Entrant, round: int = 5, rounds: int | None = 9, options: Options | None = None
) -> Field:
    """Return a field of these players, in ranking order."""
    ordered = sorted(mutual(*players), key=lambda player: (-player.score, player.number))
    return Field(
        round, rounds, tuple(ordered), Colour.WHITE, Scoring(), options if options else Options()
    )
