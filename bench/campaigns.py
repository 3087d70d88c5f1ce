"""Time whole tournaments, generated and checked, and the command line: `python -m
bench.campaigns`.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.events import states
from bench.timing import cpu_of_python
from crivello.audit.checker import Verdict, check
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.systems.registry import find
from tools.py4swiss_check import report


def tournaments_per_second(key: str, tournaments: int = 60) -> float:
    """Return how many tournaments are generated and checked per CPU second: 20 players, 9 rounds,
    some byes.
    """
    recipe = Recipe(players=20, rounds=9, half_point_bye_rate=20, system=key)
    system = find(key)
    start = time.process_time()
    for seed in range(tournaments):
        for verdict in check(generate(recipe, seed), system):
            assert verdict.verdict is Verdict.SAME
    return tournaments / (time.process_time() - start)


def command_line(*words: str, players: int = 100, number: int = 6) -> float:
    """Return the CPU seconds of a call from a cold start with existing bytecode; ``FILE`` is a
    report file.
    """
    tournament, _ = states("dutch-2026", players)[number - 1]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "open.trf"
        file.write_text(report(tournament, number), encoding="utf-8")
        cache = f"-Xpycache_prefix={folder}"
        named = [str(file) if word == "FILE" else word for word in words]
        return cpu_of_python([cache, "-m", "crivello", *named])


def table() -> None:
    for key in ("dutch-2017", "dutch-2026"):
        speed = tournaments_per_second(key)
        print(f"{key}: {speed:.0f} tournaments of 20 players and 9 rounds a second (goal 40)")
    person, program = command_line("pair", "FILE"), command_line("--dutch", "FILE", "-p")
    print(f"crivello pair, 100 players, cold start: {person:.3f} s CPU (goal 0.12)")
    print(f"crivello --dutch FILE -p, the same round: {program:.3f} s CPU (goal 0.09)")


if __name__ == "__main__":
    table()
