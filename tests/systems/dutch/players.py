"""Players and fields defined by hand, without a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crivello.model.field import Entrant, Field, Float
from crivello.model.history import History, Part
from crivello.model.result import Award, Colour
from crivello.model.settings import Options, Scoring
from crivello.rules.colours import preference

FLOATS = {"v": Float.DOWN, "^": Float.UP, "-": None}
WANTED = {
    "": "",
    "w": "WB",
    "b": "BW",
    "Ww": "B",
    "Bb": "W",
    "W": "WBB",
    "B": "BWW",
}
"""Colours that give the preference of the booklets: mild w b, strong Ww Bb, absolute W B."""


def player(
    number: int,
    score: int = 0,
    wants: str = "",
    floats: str = "--",
    *,
    colours: str | None = None,
    unplayed: int = 0,
    barred: bool = False,
    met: Iterable[int] = (),
) -> Entrant:
    """Return a player; `floats` are the last round, then the one before: v down, ^ up, - none.

    Scores are in units.
    """
    games = WANTED[wants] if colours is None else colours
    parts = (
        tuple(Part(Colour(letter.lower()), Award.DRAW, 1, True, letter) for letter in games)
        + (Part(None, Award.ZERO_POINT_BYE, 0, False, ""),) * unplayed
    )
    rounds = len(parts)
    scores = (score,) * (rounds + 1)
    history = History(number, (None,) * rounds, parts, scores, games, frozenset(met))
    colour, strength = preference(history)
    return Entrant(
        id=number,
        number=number,
        parity=number,
        score=score,
        points=score,
        preference=colour,
        strength=strength,
        barred=barred,
        floats=tuple(FLOATS[letter] for letter in floats),
        avoid=frozenset(met),
        history=history,
    )


def field(
    players: Iterable[Entrant],
    *,
    allowed: Iterable[tuple[int, int]] | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
    round: int = 5,
    rounds: int | None = 9,
    scoring: Scoring | None = None,
) -> Field:
    """Return a field in ranking order; only `allowed` pairs may meet, or all but the `forbidden`
    ones.
    """
    entrants = list(players)
    everybody = {entrant.id for entrant in entrants}
    apart: dict[int, set[int]] = {entrant.id: set(entrant.avoid) for entrant in entrants}
    for one, other in forbidden:
        apart[one].add(other)
        apart[other].add(one)
    if allowed is not None:
        meet: dict[int, set[int]] = {number: set() for number in everybody}
        for one, other in allowed:
            meet[one].add(other)
            meet[other].add(one)
        for number in everybody:
            apart[number] |= everybody - meet[number] - {number}
    entrants = [replace(entrant, avoid=frozenset(apart[entrant.id])) for entrant in entrants]
    entrants.sort(key=lambda entrant: (-entrant.score, entrant.number))
    return Field(
        round=round,
        rounds=rounds,
        entrants=tuple(entrants),
        initial_colour=Colour.WHITE,
        scoring=scoring or Scoring(),
        options=Options(),
    )


def two_ways_to_one_psd() -> Field:
    """Return seven players of whom two can float, with two ways to one PSD: see
    `test_m1_is_a_maximum`.
    """
    scores = (6, 4, 2, 2, 0, 0, 0)
    wants = ("", "", "w", "w", "", "", "")
    players = [
        player(n, score, want, barred=n not in (2, 7))
        for n, (score, want) in enumerate(zip(scores, wants, strict=True), start=1)
    ]
    return field(players, allowed=[(1, 2), (1, 5), (2, 6), (3, 4), (1, 3), (4, 6), (5, 7)])
