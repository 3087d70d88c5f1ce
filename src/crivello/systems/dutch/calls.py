"""The right pairing of a round as a list of brackets, for those who compare another one with it."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.field import Field
from crivello.model.trace.dutch import Role
from crivello.systems.dutch.editions import Edition
from crivello.systems.dutch.solver.problem import Candidate, Problem
from crivello.systems.dutch.solver.walk import Walk


@dataclass(slots=True)
class Call:
    """One bracket of the right pairing."""

    problem: Problem
    role: Role
    candidate: Candidate
    undone: bool = False
    """2017: paired again, because the rest could not be completed."""


class Calls(Walk):
    """The right pairing, bracket by bracket."""

    def __init__(self, field: Field, edition: Edition) -> None:
        super().__init__(field, edition, None)
        self.calls: list[Call] = []

    def chosen(self, problem: Problem, role: Role, candidate: Candidate) -> None:
        if role is Role.PENULTIMATE:
            self.calls[-1].undone = True
        self.calls.append(Call(problem, role, candidate))
