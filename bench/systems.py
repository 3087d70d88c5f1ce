"""Time a round of all systems but the Dutch one: `python -m bench.systems [KEY …]`.

`python -m bench.systems teams`: team events of four boards, with the work of deriving the matches
from the games of the players, and how the time grows.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.model.matches import event_of, individual_of
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, play

SIZES = {
    "dutch-2011": (20, 100, 300),
    "dubov-1997": (20, 100, 300),
    "dubov-2018": (20, 100, 300, 1000),
    "dubov-2026": (20, 100, 200, 300, 500, 1000),
    "burstein-2016": (20, 100, 300, 1000),
    "burstein-2026": (20, 100, 300, 1000),
    "lim-1999": (20, 100, 300, 1000),
    "team-2026": (20, 100, 300, 1000),
    "doubleswiss-2026": (20, 100, 300, 1000),
}
TEAMS = (125, 250, 500, 1000)
BOARDS = 4
ROUNDS = 9
AXES = Axes(draws=35, forfeits=2, half=2, zero=1)


def seconds(key: str, players: int) -> list[float]:
    """Return the time of each round of one random tournament."""
    system = find(key)
    times: list[float] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        start = time.process_time()
        pairing = system.pair(tournament, number)
        times.append(time.process_time() - start)
        return pairing

    play(random.Random(players), players, ROUNDS, AXES, pair)
    return times


def team_rows() -> Iterator[tuple[int, float, float, float]]:
    """Yield teams, and the last round's seconds: to derive the event, to pair it, and both per
    team.
    """
    for count in TEAMS:
        recipe = Recipe(players=count, rounds=ROUNDS - 1, system="team-2026", boards=BOARDS)
        individual = individual_of(generate(recipe, 1))
        start = time.process_time()
        derived = event_of(individual)
        between = time.process_time()
        find("team-2026").pair(derived, ROUNDS)
        end = time.process_time()
        yield count, between - start, end - between, (end - start) / count


def rows(
    keys: list[str], sizes_up_to: int | None = None
) -> Iterator[tuple[str, int, float, float]]:
    """Yield key, players, and mean and longest seconds of a round."""
    for key in keys:
        for players in SIZES[key]:
            if sizes_up_to is not None and players > sizes_up_to:
                continue
            times = seconds(key, players)
            yield key, players, sum(times) / len(times), max(times)


def print_teams() -> None:
    heads = ("teams", "derive", "pair", "both, by team")
    print(("{:>8}{:>12}{:>12}{:>16}   CPU time, round {}").format(*heads, ROUNDS))
    for teams, derive, pair, by_team in team_rows():
        line = f"{teams:>8}{derive * 1e3:>9.1f} ms{pair * 1e3:>9.1f} ms{by_team * 1e6:>13.0f} µs"
        print(line, flush=True)


def main(keys: list[str] | None = None, sizes_up_to: int | None = None) -> None:
    print(f"{'system':<16}{'players':>8}{'mean':>12}{'longest':>12}   CPU time, {ROUNDS} rounds")
    for key, players, mean, longest in rows(keys or list(SIZES), sizes_up_to):
        line = f"{key:<16}{players:>8}{mean * 1e3:>9.1f} ms{longest * 1e3:>9.1f} ms"
        print(line, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["teams"]:
        print_teams()
    else:
        main(sys.argv[1:])
