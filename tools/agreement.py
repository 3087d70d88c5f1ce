"""Common parts of the comparisons of two solvers: the loop over rounds, and the report."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping

Differing = Callable[[random.Random, "Counter[str]"], list[str]]
"""A function that plays one random tournament: it counts events and returns the rounds that
differ.
"""


def run(differing: Differing, rounds: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Compare until this number of rounds; return the count of each event, and the rounds that
    differ.
    """
    seen: Counter[str] = Counter()
    differences: list[str] = []
    index = 0
    while seen["rounds"] < rounds:
        index += 1
        for place in differing(random.Random(f"{seed} {index}"), seen):
            differences.append(f"seed {seed}, tournament {index}, {place}")
    return seen, differences


def main(name: str, about: str, differing: Differing, wanted: Mapping[str, int]) -> int:
    """Run a comparison from the command line; return 1 if something differs or is too rare to be
    tested.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = time.perf_counter()
    seen, differences = run(differing, options.rounds, options.seed)
    return int(not report(name, seen, differences, wanted, seen["rounds"], begin))


def report(
    name: str,
    seen: Counter[str],
    differences: list[str],
    wanted: Mapping[str, int],
    rounds: int,
    begin: float,
) -> bool:
    """Print the result; `wanted` has the least count of each event in 10,000 rounds.

    Return True if nothing differs and no event is too rare.
    """
    seconds = time.perf_counter() - begin
    print(f"{name}: {rounds} rounds, {len(differences)} differences, {seconds:.0f} s")
    for line in differences[:10]:
        print("  differs:", line)
    good = not differences
    for what, least in wanted.items():
        least = least * rounds // 10_000
        enough = seen[what] >= least
        print(f"  {seen[what]:7} {what}" + ("" if enough else f"  (fewer than {least})"))
        good &= enough
    return good
