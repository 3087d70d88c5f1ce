"""Time answers about a round against pairing the round: `python -m bench.answers [KEY …]`.

The goal is at most five times as long, with 300 players, for every question and every system.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.player.readers import (
    Reader,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.rules.field import build_field
from crivello.systems.registry import find

PLAYERS = 300
ROUND = 6
ASKED = 8
"""The number of players who ask each question, from the top of the field to its end."""
RUNS = 5
"""The number of runs, of which the best counts; pairing and answering alternate."""
LONG, RUNS_OF_LONG = 4, 25
"""An answer that seems to take `LONG` pairings is measured more often, as other programs
disturb.
"""

Work = Callable[[], object]


def questions(key: str) -> tuple[Work, Iterator[tuple[str, Work]]]:
    """Return the call that pairs a round, and the calls that answer each question about it."""
    event = generate(Recipe(players=PLAYERS, rounds=9, system=key, forfeit_rate=50), 1)
    system = find(key)
    field = build_field(event, ROUND, system.field_rules)
    ids = [player.id for player in field.entrants]

    def asked() -> Iterator[tuple[str, Work]]:
        for place in range(3, len(ids) - 3, len(ids) // ASKED):
            one = ids[place]
            for reader in (Reader.PLAYER, Reader.ARBITER):
                yield "opponent", partial(answer_player, system, event, ROUND, one, reader)
                for other in (ids[place + 2], ids[(place + 40) % len(ids)]):
                    why = partial(answer_why_not_pair, system, event, ROUND, one, other, reader)
                    yield "why not", why
                yield "bye", partial(answer_why_not_bye, system, event, ROUND, one, reader)
                for colour in (Colour.WHITE, Colour.BLACK):
                    why = partial(answer_why_not_colour, system, event, ROUND, one, colour, reader)
                    yield "colour", why

    return partial(system.pair, event, ROUND), asked()


def seconds(work: Work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def best_of(runs: int, pair: Work, answer: Work) -> tuple[float, float]:
    both = [(seconds(pair), seconds(answer)) for _ in range(runs)]
    return min(one for one, _ in both), min(other for _, other in both)


def ratios(key: str) -> tuple[float, dict[str, list[float]]]:
    """Return the seconds of pairing, and for each kind of question the answers' times as multiples
    of it.
    """
    pair, asked = questions(key)
    pairings: list[float] = []
    found: dict[str, list[float]] = {}
    for kind, answer in asked:
        pairing, answering = best_of(RUNS, pair, answer)
        if answering > LONG * pairing:
            again = best_of(RUNS_OF_LONG, pair, answer)
            pairing, answering = min(pairing, again[0]), min(answering, again[1])
        found.setdefault(kind, []).append(answering / pairing)
        pairings.append(pairing)
    return median(pairings), found


def main(keys: list[str]) -> None:
    kinds = ("opponent", "why not", "bye", "colour")
    heads = "".join(f"{kind:>13}" for kind in kinds)
    print(f"{'system':<16}{'pairing':>10}{heads}   mean, longest; {PLAYERS} players")
    for key in keys:
        pairing, answers = ratios(key)
        cells = [f"{sum(a) / len(a):.1f} {max(a):5.1f}" for a in map(answers.__getitem__, kinds)]
        row = "".join(f"{cell:>13}" for cell in cells)
        print(f"{key:<16}{pairing * 1e3:>7.1f} ms{row}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or [key for key in SYSTEMS if "roundrobin" not in SYSTEMS[key].family])
