"""Compare sieve and solver on many random small fields, and count the events that occur in them.

    python -m tools.agree [--fields 20000] [--edition dutch-2017] [--seed 0]

Exits with 1 if an answer differs, or if an event that the fields must contain was too rare.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from crivello.model.errors import Impossible, TooLarge
from crivello.model.field import Field, Strength
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.model.trace import CompletionTested, Step, Trace
from crivello.model.trace.dutch import BracketPaired, CandidateJudged, Collapsed, IdealJudged
from crivello.rules.field import build_field
from crivello.systems.dutch.editions import EDITIONS, DutchEdition
from crivello.systems.dutch.sieve import sift
from crivello.systems.dutch.solver import choice, round_solver, solve
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem
from tests.support.random_events import Axes, Pair, play, random_axes, random_pairing
from tests.support.solvers import Solver, pair_field, pair_round

ENOUGH = 200
"""The least number of times each event below must occur in 20,000 fields."""

SHOWN = 10
"""The number of differences that are described; further ones are only counted."""

COMMON = (
    "limbo",
    "exchange of two or more",
    "look ahead decides",
    "topscorer pair",
    "unpairable round",
    *(f"bye {bye.name.lower().replace('_', ' ')}" for bye in Bye),
)
OF_EDITION = {
    "dutch-2017": ("PPB and CLB",),
    "dutch-2026": ("C9 decides",),
}


@dataclass(frozen=True)
class Answer:
    pairing: RoundPairing | None
    """The pairing; None if the round cannot be paired."""
    steps: tuple[Step, ...]
    """The trace without steps that only the sieve records, and without examples of a completion."""


def answer(field: Field, edition: DutchEdition, solver: Solver) -> Answer:
    trace: Trace = []
    try:
        pairing = replace(pair_field(field, edition, solver, trace), trace=())
    except Impossible:
        return Answer(None, ())
    return Answer(pairing, tuple(_comparable(trace)))


def first_difference(literal: Answer, found: Answer) -> str:
    pairs = zip(literal.steps, found.steps, strict=False)
    steps = next(((a, b) for a, b in pairs if a != b), (literal.pairing, found.pairing))
    same = "the same pairing" if literal.pairing == found.pairing else "another pairing"
    return f"{same}\n  sieve  {steps[0]}\n  solver {steps[1]}"


def _comparable(trace: Trace) -> Iterator[Step]:
    for step in trace:
        if isinstance(step, CompletionTested):
            yield replace(step, witness=(), blocked=())
        elif not isinstance(step, CandidateJudged | IdealJudged):
            yield step


@contextmanager
def counting_look_ahead(seen: Counter[str]) -> Iterator[None]:
    """Count, while the block runs, the brackets that would be paired differently without
    look-ahead.
    """
    pair = choice.pair_bracket

    def pair_twice(problem: BracketProblem, completion: Completion) -> BracketCandidate:
        candidate = pair(problem, completion)
        if problem.look_ahead:
            plain = pair(replace(problem, look_ahead=False), completion)
            if plain.pairs != candidate.pairs:
                seen["look ahead decides"] += 1
        return candidate

    round_solver.pair_bracket = pair_twice  # type: ignore[attr-defined]
    try:
        yield
    finally:
        round_solver.pair_bracket = pair  # type: ignore[attr-defined]


def random_field(seed: int, edition: DutchEdition) -> tuple[Field, set[Bye]]:
    """Return a field of 6 to 14 players in round 3 or later, and the byes of the rounds before."""
    rng = random.Random(seed)
    axes = random_axes(rng)
    players = rng.randrange(6, 15)
    rounds = rng.randrange(3, 10)

    def swiss(tournament: Tournament, number: int) -> RoundPairing:
        return pair_round(tournament, number, edition, solve)

    pair: Pair = random_pairing(rng) if rng.random() < 0.5 else swiss
    until = rounds if rng.random() < 0.3 else rng.randrange(3, rounds + 1)
    if rng.random() < 0.1:
        # All draws, the upper half against the lower: one scoregroup that must exchange.
        axes = Axes(draws=100, half=rng.choice((0, 2)))
        players = rng.choice((6, 7, 8, 8, 8, 9))
        rounds = players // 2 + rng.choice((1, 1, 2))
        pair = halves_pairer(rng)
        until = players // 2 + 1
    tournament = play(rng, players, rounds, axes, pair, until)
    field = build_field(tournament, tournament.next_round, edition.field_rules)
    return field, {bye for past in tournament.rounds for _, bye in past.byes}


def halves_pairer(rng: random.Random) -> Pair:
    """Return a function that pairs upper half against lower half, without rematches.

    Such rounds lead to brackets in which only exchanges are left.
    """

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        away = {player for player, _ in tournament.round(number).byes}
        met = {
            frozenset((game.white, game.black))
            for past in tournament.rounds[: number - 1]
            for game in past.games
        }
        here = [
            player.id
            for player in tournament.players
            if player.id not in away and player.entered <= number and not player.withdrawn_after
        ]
        half = len(here) // 2
        upper, lower = here[:half], here[half:]
        for _ in range(200):
            rng.shuffle(lower)
            if all(frozenset(both) not in met for both in zip(upper, lower, strict=False)):
                break
        else:
            raise Impossible("no such pairing found")
        boards = [
            Board(*((a, b) if rng.random() < 0.5 else (b, a)))
            for a, b in zip(upper, lower, strict=False)
        ]
        bye = lower[-1] if len(lower) > half else None
        return RoundPairing(number, "halves", tuple(boards), bye)

    return pair


def exercised(field: Field, edition: DutchEdition, found: Answer) -> set[str]:
    """Return the events of a round that the solver paired."""
    if found.pairing is None:
        return {"unpairable round"}
    seen = set()
    for step in found.steps:
        if isinstance(step, Collapsed):
            seen.add("PPB and CLB")
        elif isinstance(step, BracketPaired):
            if step.m0:
                seen.add("heterogeneous bracket")
            if step.limbo:
                seen.add("limbo")
            if step.remainder and len(step.remainder.exchanged_from_s1) > 1:
                seen.add("exchange of two or more")
    by_id = {player.id: player for player in field.entrants}
    for board in found.pairing.boards:
        white, black = by_id[board.white], by_id[board.black]
        if white.strength is black.strength is Strength.ABSOLUTE:
            if white.preference is black.preference:
                seen.add("topscorer pair")
    if edition.bye is not None and found.pairing.bye is not None:
        without = pair_field(field, replace(edition, bye=None), solve)
        if without.boards != found.pairing.boards:
            seen.add("C9 decides")
    return seen


def campaign(
    edition: DutchEdition, fields: int, seed: int, say: Callable[[str], None]
) -> tuple[Counter[str], int]:
    """Compare both solvers on this many fields; return the count of each event, and of the
    differences.
    """
    seen: Counter[str] = Counter()
    differences = done = 0
    while done < fields:
        seed += 1
        field, byes = random_field(seed, edition)
        if len(field.entrants) < 2:
            continue
        try:
            literal = answer(field, edition, sift)
        except TooLarge:
            seen["too large for the sieve"] += 1
            continue
        ahead: Counter[str] = Counter()
        with counting_look_ahead(ahead):
            found = answer(field, edition, solve)
        done += 1
        if literal != found:
            differences += 1
            if differences <= SHOWN:
                say(f"seed {seed}: {first_difference(literal, found)}")
        seen.update(exercised(field, edition, found))
        seen.update(ahead.keys())
        seen.update(f"bye {bye.name.lower().replace('_', ' ')}" for bye in byes)
    return seen, differences


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fields", type=int, default=20_000, help="fields for each edition")
    parser.add_argument("--edition", choices=sorted(EDITIONS), action="append")
    parser.add_argument("--seed", type=int, default=0, help="where to begin")
    options = parser.parse_args()
    failed = False
    for key in options.edition or sorted(EDITIONS):
        start = time.monotonic()
        seen, differences = campaign(EDITIONS[key], options.fields, options.seed, print)
        seconds = time.monotonic() - start
        print(f"{key}: {options.fields} fields, {differences} differences, {seconds:.0f} s")
        failed |= differences > 0
        least = ENOUGH * options.fields // 20_000
        demanded = dict.fromkeys(COMMON + OF_EDITION[key], least)
        demanded["heterogeneous bracket"] = options.fields // 2
        for name in sorted({*seen, *demanded}):
            wanted = demanded.get(name, 0)
            lacking = seen[name] < wanted
            failed |= lacking
            note = f"   (too few: {wanted} wanted)" if lacking else ""
            print(f"  {name:28}{seen[name]:>7}{note}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
