"""Time a tournament of a study, by system and size: `python -m bench.studies`.

Prints the CPU time of one tournament, paired, played and measured with all measures, and the time
of a million tournaments of 100 players and 9 rounds.
"""

from __future__ import annotations

import time

from crivello.audit.recipe import Recipe
from crivello.audit.study.definition import Population, StudiedSystem, Study
from crivello.audit.study.measures import MEASURES
from crivello.audit.study.run import Batch, run_batch
from crivello.model.keys import SYSTEMS, is_round_robin

MILLION = 1_000_000


def seconds(key: str, players: int, rounds: int) -> float:
    """Return the CPU seconds of one tournament: the mean of four, in the fastest of five runs."""
    recipe = Recipe(players=players, rounds=rounds, rating_error=60, white_advantage=35)
    study = Study(
        "",
        "",
        1,
        MILLION,
        (Population("bench", recipe, (players, players)),),
        (StudiedSystem(key, key),),
        tuple(MEASURES),
        ("BH/C1", "BH"),
    )
    found = []
    for _ in range(5):
        begin = time.process_time()
        run_batch(study, Batch(0, 0, 4))
        found.append((time.process_time() - begin) / 4)
    return min(found)


def main() -> None:
    seconds("dutch-2026", 20, 5)  # everything is loaded
    print("100 players, 9 rounds            ms   a million: hours of a core")
    for key in SYSTEMS:
        if is_round_robin(key):
            continue
        one = seconds(key, 100, 9)
        print(f"{key:28} {1000 * one:8.1f} {one * MILLION / 3600:10.1f}", flush=True)
    for key, players in (("roundrobin", 24), ("roundrobin", 50)):
        one = seconds(key, players, 9)
        name = f"{key}, {players} players"
        print(f"{name:28} {1000 * one:8.1f} {one * MILLION / 3600:10.1f}", flush=True)
    print("dutch-2026, ms by players (9 rounds), by rounds (100 players)")
    for players in (25, 50, 100, 200, 400):
        print(f"{players:6} players {1000 * seconds('dutch-2026', players, 9):8.1f}", flush=True)
    for rounds in (3, 5, 7, 9, 11):
        print(f"{rounds:6} rounds  {1000 * seconds('dutch-2026', 100, rounds):8.1f}", flush=True)


if __name__ == "__main__":
    main()
