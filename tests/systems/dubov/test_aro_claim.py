"""The purpose of the system, on a small scale: average opposition inside scoregroups converges."""

from statistics import mean
from xml.etree import ElementTree

from bench.aro_plot import draw, simulate, spread_inside_scoregroups, table
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.tournament import Game, Round, Tournament


def test_averages_are_closer_than_in_the_dutch_system() -> None:
    dutch, dubov = (simulate(key, 4, 40, 7) for key in ("dutch-2026", "dubov-2026"))
    assert dutch.spread[0] == dubov.spread[0]  # the first round is the same
    for number in range(2, 8):
        assert mean(dubov.spread[number - 1]) < mean(dutch.spread[number - 1])
    picture = ElementTree.fromstring(draw([dutch, dubov]))
    dots = [part for part in picture if part.tag.endswith("circle")]
    assert len(dots) == 2 * 40
    assert "| dubov-2026 | " in table([dutch, dubov])


def test_spread_is_measured_inside_scoregroups() -> None:
    """Three winners met 1400, 1500 and 1600; the losers met 2000 each."""
    ratings = (2000, 2000, 2000, 1600, 1500, 1400)
    players = tuple(
        Player(id=n, number=n, rating=rating) for n, rating in enumerate(ratings, start=1)
    )
    games = tuple(Game(n, n + 3, Result.WHITE_WINS) for n in (1, 2, 3))
    spread = spread_inside_scoregroups(Tournament(players, (Round(games),)))
    assert spread == (2 * 100**2 / 4) ** 0.5
