"""The definition of a study: populations of players, systems that pair them, and measures."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, replace

from crivello.audit.recipe import Recipe
from crivello.rules.acceleration import BAKU_2016, baku_for, baku_of
from crivello.standard.classes import frozen


@frozen
class Population:
    """Tournaments of one kind."""

    name: str
    recipe: Recipe
    players: tuple[int, int]
    """At least and at most; each size is equally likely."""


@frozen
class StudiedSystem:
    """One way to pair them."""

    name: str
    key: str
    baku: bool = False
    """Accelerated, by the Baku rules of the edition's time."""
    against: str | None = None
    """The key of the edition with which each round is paired again and compared."""

    def recipe(self, population: Population) -> Recipe:
        acceleration = None
        if self.baku:
            acceleration = baku_of(self.key)
            if acceleration == BAKU_2016.key:
                acceleration = baku_for(population.recipe.rounds).key
        return replace(population.recipe, system=self.key, acceleration=acceleration)


@frozen
class Study:
    """A study; the other systems are compared with the first one."""

    title: str
    question: str
    seed: int
    tournaments: int
    """The number for each population; each is paired by every system."""
    populations: tuple[Population, ...]
    systems: tuple[StudiedSystem, ...]
    measures: tuple[str, ...]
    """Keys of `measures.MEASURES`."""
    tie_breaks: tuple[str, ...] = ()
    """The tie-breaks of the final standings."""
    groups: int = 4
    """The number of equal groups into which players are divided by strength."""
    figures: tuple[str, ...] = ()
    """Keys of the measures to be drawn; empty: all."""

    @property
    def digest(self) -> str:
        """The hash of everything that determines the figures; the number of tournaments
        does not.
        """
        parts = asdict(replace(self, title="", question="", tournaments=0, figures=()))
        return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]
