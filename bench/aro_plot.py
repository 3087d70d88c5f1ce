"""Simulate tournaments, and plot whether the Dubov system equalises the opposition.

    python -m bench.aro_plot

Writes docs/understand/dubov-aro.svg and prints the table of docs/understand/dubov-aro.md.

The same players play under each system, with results drawn by their ratings. After each round the
averages of the opponents' ratings (ARO) are compared inside every scoregroup.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, quantiles

from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.field import average_rating_of_opponents
from crivello.systems.registry import find

PLAYERS, ROUNDS, TOURNAMENTS = 100, 9, 40
SYSTEMS = ("dutch-2026", "dubov-2026")
SMALLEST_GROUP = 3
"""Scoregroups with fewer players are left out, as a system can hardly equalise anything there."""


@dataclass(frozen=True)
class Outcome:
    """The results of one system over all tournaments."""

    key: str
    spread: list[list[float]]
    """For each round, the spread inside scoregroups in each tournament."""
    final: list[tuple[float, int]]
    """The score and ARO of each player at the end of the first tournament."""


def players(rng: random.Random, count: int) -> tuple[Player, ...]:
    ratings = sorted((round(rng.gauss(2100, 200)) for _ in range(count)), reverse=True)
    return tuple(Player(id=n, number=n, rating=rating) for n, rating in enumerate(ratings, start=1))


def result(rng: random.Random, white: int, black: int) -> Result:
    """Draw a result by expected score; draws are likelier the closer the ratings are."""
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    draw = 0.7 * min(expected, 1 - expected)
    chance = rng.random()
    if chance < draw:
        return Result.DRAW
    return Result.WHITE_WINS if chance < expected + draw / 2 else Result.BLACK_WINS


def averages(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Return score (in units) and ARO of every player after the rounds played."""
    ratings = {player.id: player.rating or 0 for player in tournament.players}
    past = histories(tournament, tournament.next_round)
    return {
        player: (history.score, average_rating_of_opponents(history, ratings))
        for player, history in past.items()
    }


def spread_inside_scoregroups(tournament: Tournament) -> float:
    """Return the standard deviation of the ARO around the mean of the scoregroup, over all
    groups.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for score, aro in averages(tournament).values():
        if aro:
            groups[score].append(aro)
    large = [group for group in groups.values() if len(group) >= SMALLEST_GROUP]
    squares = sum((aro - mean(group)) ** 2 for group in large for aro in group)
    freedom = sum(len(group) - 1 for group in large)
    return float((squares / freedom) ** 0.5) if freedom else 0.0


def simulate(key: str, tournaments: int, count: int, rounds: int) -> Outcome:
    system = find(key)
    spread: list[list[float]] = [[] for _ in range(rounds)]
    final: list[tuple[float, int]] = []
    for seed in range(tournaments):
        rng = random.Random(seed)
        settings = Settings(rounds=rounds, initial_colour=Colour.WHITE)
        tournament = Tournament(players(rng, count), (), settings)
        rating = {player.id: player.rating or 0 for player in tournament.players}
        for number in range(1, rounds + 1):
            games = tuple(
                Game(b.white, b.black, result(rng, rating[b.white], rating[b.black]))
                for b in system.pair(tournament, number).boards
            )
            tournament = replace(tournament, rounds=(*tournament.rounds, Round(games)))
            spread[number - 1].append(spread_inside_scoregroups(tournament))
        if not seed:
            final = [(score / 2, aro) for score, aro in averages(tournament).values()]
    return Outcome(key, spread, final)


# -------------------------------------------------------------------- the drawing

INK, GRID = "#333", "#ddd"
COLOURS = {"dutch": "#c1572b", "dubov": "#2b6cb0"}


class Chart:
    """One panel with axes, which converts coordinates of data to those of the page."""

    def __init__(self, left: int, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.left, self.top, self.width, self.height = left, 46, 400, 290
        self.x, self.y = x, y
        self.parts: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * self.width, self.top + (1 - up) * self.height

    def text(self, x: float, y: float, words: str, anchor: str = "middle", size: int = 12) -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{INK}">{words}</text>'
        )

    def axes(self, title: str, below: str, xs: Sequence[float], ys: Sequence[float]) -> None:
        self.text(self.left, self.top - 18, title, "start", 14)
        for y in ys:
            x0, height = self.at(self.x[0], y)
            x1, _ = self.at(self.x[1], y)
            self.line([(x0, height), (x1, height)], GRID, 1)
            self.text(x0 - 8, height + 4, f"{y:g}", "end")
        for x in xs:
            place, bottom = self.at(x, self.y[0])
            self.text(place, bottom + 20, f"{x:g}")
        self.text(self.left + self.width / 2, self.top + self.height + 42, below)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        )

    def area(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polygon points="{path}" fill="{colour}" fill-opacity="0.18"/>')

    def dot(self, x: float, y: float, colour: str, offset: float = 0) -> None:
        px, py = self.at(x, y)
        self.parts.append(
            f'<circle cx="{px + offset:.1f}" cy="{py:.1f}" r="3" fill="{colour}" '
            'fill-opacity="0.6"/>'
        )


def draw(outcomes: Sequence[Outcome]) -> str:
    """Return an SVG of two panels: the spread by round, and the final averages of one
    tournament.
    """
    rounds = len(outcomes[0].spread)
    highest = max(max(values) for outcome in outcomes for values in outcome.spread)
    ceiling = 50 * -(-int(highest) // 50) or 50
    lines = Chart(62, (1, rounds), (0, ceiling))
    lines.axes(
        "Spread of the ARO inside scoregroups",
        "after round",
        range(1, rounds + 1),
        range(0, ceiling + 1, 50),
    )
    scores = [score for outcome in outcomes for score, _ in outcome.final]
    aros = [aro for outcome in outcomes for _, aro in outcome.final]
    low, high = 100 * (min(aros) // 100), 100 * -(-max(aros) // 100)
    dots = Chart(540, (min(scores) - 0.5, max(scores) + 0.5), (low, high))
    dots.axes(
        "Final ARO of every player of one tournament",
        "score",
        [score for score in range(rounds + 1) if min(scores) <= score <= max(scores)],
        range(low, high + 1, 100),
    )
    for place, outcome in enumerate(outcomes):
        family = outcome.key.split("-")[0]
        colour = COLOURS.get(family, INK)
        means = [lines.at(n, mean(values)) for n, values in enumerate(outcome.spread, start=1)]
        middle = [
            quantiles(values, n=4) if len(values) > 1 else values * 3 for values in outcome.spread
        ]
        band = [lines.at(n, q[2]) for n, q in enumerate(middle, start=1)]
        band += [lines.at(n, q[0]) for n, q in reversed(list(enumerate(middle, start=1)))]
        lines.area(band, colour)
        lines.line(means, colour, 2.5)
        legend = lines.left + lines.width - 110, lines.top + 16 + 22 * place
        lines.line([(legend[0], legend[1]), (legend[0] + 24, legend[1])], colour, 2.5)
        lines.text(legend[0] + 32, legend[1] + 4, family.capitalize(), "start")
        for score, aro in outcome.final:
            dots.dot(score, aro, colour, offset=6 * place - 3)
    body = "\n".join(lines.parts + dots.parts)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 970 400" '
        'font-family="Helvetica, Arial, sans-serif">\n'
        f'<rect width="970" height="400" fill="white"/>\n{body}\n</svg>\n'
    )


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the mean spread by round, as a Markdown table."""
    rounds = range(1, len(outcomes[0].spread) + 1)
    head = "| after round | " + " | ".join(map(str, rounds)) + " |"
    rule = "|---" * (len(rounds) + 1) + "|"
    body = [
        f"| {outcome.key} | " + " | ".join(f"{mean(v):.0f}" for v in outcome.spread) + " |"
        for outcome in outcomes
    ]
    return "\n".join([head, rule, *body])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", nargs="+", default=SYSTEMS)
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--output", type=Path, default=Path("docs/understand/dubov-aro.svg"))
    options = parser.parse_args()
    outcomes = [
        simulate(key, options.tournaments, options.players, options.rounds)
        for key in options.systems
    ]
    options.output.write_text(draw(outcomes), encoding="utf-8")
    print(table(outcomes))


if __name__ == "__main__":
    main()
