"""A round explained: paired again with a trace, and the trace told from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from crivello.explain.colours import tell_colours
from crivello.explain.dubov.round import DubovTeller
from crivello.explain.dubov.round import looked_at as looked_at_dubov
from crivello.explain.dutch.round import DutchTeller
from crivello.explain.dutch2011.teller import looked_at as looked_at_dutch2011
from crivello.explain.explanation import Depth, Explanation, Kind, Said
from crivello.explain.procedure import ProcedureTeller, tell_event
from crivello.explain.steps import tell_beginning, tell_boards
from crivello.explain.story import NOTATION, Story
from crivello.model.errors import TooLarge
from crivello.model.keys import SYSTEMS
from crivello.model.tournament import Tournament
from crivello.model.trace import BoardsOrdered, ColourAllocated, Step, Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.dutch.sieve import sift_brackets
from crivello.systems.registry import System, find
from crivello.words import N_

SIEVE_LIMIT = 16
"""Up to so many players the full explanation of a round lists what the sieve looked at."""
LARGEST = 16
"""The same for one bracket of a Dutch round (2017, 2026)."""
WORK = 20_000
"""How many candidates, or beginnings of candidates, are looked at in such a bracket."""


class Teller(Protocol):
    def tell(self, step: Step) -> bool: ...


def explain_round(
    system: System, tournament: Tournament, round_number: int, depth: Depth = Depth.NORMAL
) -> Explanation:
    """How a round is paired, from the rounds before it."""
    trace: Trace = []
    system.pair(tournament, round_number, trace)
    rules = rules_of(system.key, trace)
    field_rules = find(rules).field_rules
    story = Story(build_field(tournament, round_number, field_rules), field_rules)
    teller = _teller(system, tournament, round_number, story, rules, depth, trace)
    tell_beginning(story, tournament, NOTATION[rules])
    ending = [step for step in trace if isinstance(step, ColourAllocated | BoardsOrdered)]
    for step in trace:
        if not isinstance(step, ColourAllocated | BoardsOrdered):
            told = teller.tell(step) or tell_event(story, step)
            assert told, f"a step that nobody tells: {step!r}"
    story.bracket = None
    story.tell(Kind.HEADING, N_("Colours"))
    tell_colours(story, [s for s in ending if isinstance(s, ColourAllocated)], rules)
    story.tell(Kind.HEADING, N_("Boards"), depth=Depth.BRIEF)
    for step in ending:
        if isinstance(step, BoardsOrdered):
            tell_boards(story, step)
    return Explanation(
        title(system.key, round_number), system.key, round_number, tuple(story.paragraphs), depth
    )


def title(key: str, round_number: int) -> Said:
    return Said(
        N_("Round {round}, {system}"), {"round": round_number, "system": Said(SYSTEMS[key].title)}
    )


def rules_of(key: str, trace: Sequence[Step]) -> str:
    """The edition by whose rules a round was paired: in seeding rounds it is the Dutch one."""
    seeded = any(isinstance(s, ProcedureEvent) and s.event.code == "seeding" for s in trace)
    return "dutch-2026" if seeded else key


def _teller(
    system: System,
    tournament: Tournament,
    round_number: int,
    story: Story,
    rules: str,
    depth: Depth,
    trace: Trace,
) -> Teller:
    full = depth is Depth.FULL
    if rules in DUTCH:
        edition = DUTCH[rules]
        looked = sift_brackets(story.field, edition, trace, LARGEST, WORK) if full else []
        return DutchTeller(story, edition, looked)
    sifted: Trace = []
    if full and len(story.field.entrants) <= SIEVE_LIMIT and system.has_sieve:
        sifted = _sifted(system, tournament, round_number)
    if rules in DUBOV:
        return DubovTeller(story, DUBOV[rules], looked_at_dubov(sifted))
    return ProcedureTeller(story, rules, looked_at_dutch2011(sifted))


def _sifted(system: System, tournament: Tournament, round_number: int) -> Trace:
    """What the literal sieve looked at; nothing if it is too much work."""
    trace: Trace = []
    try:
        system.sift(tournament, round_number, trace)
    except TooLarge:
        return []
    return trace
