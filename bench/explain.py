"""Time an answer in a large open: `python -m bench.explain`."""

from __future__ import annotations

import time
from collections.abc import Callable

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.answers import explain_player, explain_why_not_pair
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Depth, Explanation
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.model.tournament import Tournament
from crivello.systems.registry import System, find
from crivello.words import Language

ROUNDS = (2, 5, 9)
OTHER = {"dutch-2026": "dutch-2017", "dutch-2017": "dutch-2026"}


def main(players: int = 1000) -> None:
    for key in ("dutch-2026", "dutch-2017", "dubov-2026", "lim-1999"):
        event = generate(Recipe(players=players, rounds=9, system=key, forfeit_rate=50), 1)
        system = find(key)
        other = find(OTHER.get(key, key))
        for number in ROUNDS:
            measured = _measured(system, other, event, number)
            print(f"{key}, {players} players, round {number}: {measured}")


def _measured(system: System, other: System, event: Tournament, number: int) -> str:
    one = len(event.players) // 2
    taken = {
        "pair": _seconds(lambda: system.pair(event, number)),
        "player": _time_answer(lambda: explain_player(system, event, number, one)),
        "why-not": _time_answer(lambda: explain_why_not_pair(system, event, number, one, one + 7)),
        "edition-diff": _time_answer(lambda: explain_edition_diff(system, other, event, number)),
        "round": _time_answer(lambda: explain_round(system, event, number, Depth.NORMAL)),
    }
    return ", ".join(f"{what} {seconds:.2f} s" for what, seconds in taken.items())


def _seconds(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


def _time_answer(ask: Callable[[], Explanation]) -> float:
    """Return the seconds of an answer together with writing it in both languages."""

    def do() -> None:
        explanation = ask()
        for language in Language:
            as_text(explanation, language)

    return _seconds(do)


if __name__ == "__main__":
    main()
