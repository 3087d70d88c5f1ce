"""Time the way from a file to boards, standings and a site: `python -m bench.whole_way [--quick]`.

Prints CPU seconds, and the same as a multiple of a fixed computation in the same run: machines and
their load differ, the multiple hardly does.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial

from bench import standings as standings_bench
from bench.campaigns import tournaments_per_second
from bench.events import states
from bench.timing import cpu
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.formats.trf import read_trf
from crivello.reports.site import site_files
from crivello.reports.subject import Subject
from crivello.standings.standings import standings
from crivello.systems.registry import find
from crivello.words import Language
from tools.py4swiss_check import report

KEY = "dutch-2026"
GOALS = {"1,000 players": 0.025, "9,990 players": 0.35, "standings": 0.4, "site": 4.0}
"""The goals in seconds."""
TOURNAMENTS_GOAL = 200
"""The goal in tournaments per second."""


def reference() -> int:
    """Do a fixed piece of plain Python work: small objects, dictionaries, texts, sorting."""
    rows = [(number * 7919 % 10007, f"{number:05}") for number in range(20_000)]
    names = {text: key for key, text in rows}
    ordered = sorted(rows)
    return sum(names[text] for _, text in ordered if text[4] in "02468")


def file_to_boards(players: int) -> Callable[[], object]:
    """Return the work of reading a report file and pairing its round 5."""
    tournament, number = states(KEY, players, rounds=5)[4]
    data, system = report(tournament, number).encode(), find(KEY)

    def work() -> object:
        read = read_trf(data).to_pair()
        return system.pair(read, read.next_round)

    return work


def ten_tie_breaks() -> Callable[[], object]:
    """Return the work of ten tie-breaks for 3,000 players and 11 rounds, without cached values."""
    rng = random.Random(3000)
    tournament = standings_bench.open_tournament(rng, 3000, 11)

    def work() -> object:
        tournament.kept_histories.clear()
        return standings(tournament, codes=standings_bench.CODES)

    return work


def site(players: int) -> Callable[[], object]:
    """Return the work of making all pages of a site in all languages, for 9 rounds."""
    recipe = Recipe(players=players, rounds=9, half_point_bye_rate=20, system=KEY)
    tournament = generate(recipe, 7)

    def work() -> object:
        return sum(len(text) for _, text in site_files(Subject(tournament), Language.EN))

    return work


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    parts: dict[str, tuple[str, Callable[[], Callable[[], object]], int]] = {
        "1,000 players": ("file to boards, 1,000 players", partial(file_to_boards, 1000), 9),
        "9,990 players": ("file to boards, 9,990 players", partial(file_to_boards, 9990), 3),
        "standings": ("standings, 3,000 players, 11 rounds", ten_tie_breaks, 5),
        "site": ("site, 1,000 players, 9 rounds", partial(site, 1000), 1),
    }
    for key in ("9,990 players", "site") if quick else ():
        del parts[key]
    for key, (name, prepare, runs) in parts.items():
        work = prepare()
        beside = cpu(reference, 9)
        seconds = cpu(work, runs)
        beside = min(beside, cpu(reference, 9))
        print(
            f"{name:<40}{seconds:>9.3f} s{seconds / beside:>9.1f} times the reference"
            f"  (goal {GOALS[key]} s)",
            flush=True,
        )
    for key in ("dutch-2017", KEY):
        beside = cpu(reference, 9)
        speed = tournaments_per_second(key)
        print(
            f"{key}: {speed:.0f} tournaments of 20 players and 9 rounds a second, "
            f"{1 / speed / beside:.2f} times the reference each (goal {TOURNAMENTS_GOAL} a second)",
            flush=True,
        )


if __name__ == "__main__":
    main()
