"""The definition of a study: populations of players, systems that pair them, and measures."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, replace

from crivello.audit.recipe import Recipe
from crivello.rules.acceleration import BAKU_2016, baku_for, baku_of
from crivello.standard.classes import frozen


@frozen
class Population:
    """A kind of tournament in a study: its recipe and its size."""

    name: str
    recipe: Recipe
    players: tuple[int, int]
    """The smallest and the largest number of players; each size is equally likely."""


@frozen
class StudiedSystem:
    """One of the ways in which a study pairs its tournaments."""

    name: str
    key: str
    baku: bool = False
    """True for the Baku acceleration of the edition's time."""
    against: str | None = None
    """The key of another edition that pairs each round again, to compare."""

    def recipe(self, population: Population) -> Recipe:
        acceleration = None
        if self.baku:
            acceleration = baku_of(self.key)
            if acceleration == BAKU_2016.key:
                acceleration = baku_for(population.recipe.rounds).key
        return replace(population.recipe, system=self.key, acceleration=acceleration)


@frozen
class Study:
    """A study; its first system is the one with which the others are compared."""

    title: str
    question: str
    seed: int
    tournaments: int
    """The number of tournaments for each population; every system pairs each of them."""
    populations: tuple[Population, ...]
    systems: tuple[StudiedSystem, ...]
    measures: tuple[str, ...]
    """Keys of `measures.MEASURES`."""
    tie_breaks: tuple[str, ...] = ()
    """The tie-breaks of the final standings."""
    groups: int = 4
    """The number of equal groups into which players are divided by strength."""
    figures: tuple[str, ...] = ()
    """Keys of the measures that are drawn as figures; empty means all."""

    @property
    def digest(self) -> str:
        """The hash of everything that determines the results, except the number of tournaments."""
        parts = asdict(replace(self, title="", question="", tournaments=0, figures=()))
        return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]
