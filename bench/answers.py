"""How an answer to a player compares with pairing the round: `python -m bench.answers`.

The goal is at most five times as long, with 300 players.
"""

from __future__ import annotations

from bench.timing import cpu
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.player.questions import PlayerAnswers
from crivello.explain.round import TracedRound
from crivello.model.keys import SYSTEMS
from crivello.systems.registry import find

PLAYERS = 300
ROUND = 6
ASKED = 12
"""How many players are asked, from the top of the field to its end."""


def ratios(key: str) -> tuple[float, float, float]:
    """Seconds of pairing; the mean and the longest answer, in times of that."""
    event = generate(Recipe(players=PLAYERS, rounds=9, system=key, forfeit_rate=50), 1)
    system = find(key)
    pairing = cpu(lambda: system.pair(event, ROUND))
    entrants = TracedRound(system, event, ROUND).field.entrants
    times = []
    for player in entrants[:: len(entrants) // ASKED]:

        def ask(player: int = player.id) -> None:
            ask = PlayerAnswers(TracedRound(system, event, ROUND))
            ask.opponent(player)

        times.append(cpu(ask, runs=2))
    return pairing, sum(times) / len(times) / pairing, max(times) / pairing


def main() -> None:
    print(f"{'system':<16}{'pairing':>10}{'answer':>10}{'longest':>10}   {PLAYERS} players")
    for key in SYSTEMS:
        pairing, mean, longest = ratios(key)
        print(f"{key:<16}{pairing * 1e3:>7.0f} ms{mean:>9.1f}x{longest:>9.1f}x", flush=True)


if __name__ == "__main__":
    main()
