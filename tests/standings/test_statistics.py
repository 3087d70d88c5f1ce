"""Statistics of results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from crivello.model.player import Title
from crivello.model.result import Bye
from crivello.standings.statistics import Tally, Upset, statistics, statistics_table
from crivello.words import Language, translator
from tests.standings.events import EXAMPLE_2, event


def test_the_statistics_of_example_2() -> None:
    # Played: 1-3 1-0, 4-2 0-1, 5-1 0-1, 3-4 1-0, 2-3 ½, 2-1 ½, 5-3 0-1, 5-2 0-1; 4-1 forfeited.
    players = tuple(
        replace(player, title=Title.FM) if player.id in (1, 3) else player
        for player in EXAMPLE_2.players
    )
    found = statistics(replace(EXAMPLE_2, players=players), 5)
    assert found.white == Tally(games=8, wins=2, draws=2, losses=4, half_points=6)
    assert found.black == Tally(games=8, wins=4, draws=2, losses=2, half_points=10)
    assert found.draw_rate == Fraction(1, 4)
    assert found.black.score_rate == Fraction(5, 8)
    # 1: 1 1 ½, 3: 0 1 ½ 1.
    assert found.by_title[0] == ("FM", Tally(games=7, wins=4, draws=2, losses=1, half_points=10))
    assert found.by_title[1][0] == ""
    assert found.forfeits == 1
    assert found.byes == (
        (Bye.PAIRING_ALLOCATED, 3),
        (Bye.HALF_POINT, 1),
        (Bye.ZERO_POINT, 3),
    )
    # The lower rated never won.
    assert (found.decided, found.upsets) == (6, ())


def test_the_table_names_titles_and_colours() -> None:
    players = tuple(
        replace(player, title=Title.FM) if player.id in (1, 3) else player
        for player in EXAMPLE_2.players
    )
    tournament = replace(EXAMPLE_2, players=players)
    table = statistics_table(tournament, statistics(tournament, 5), translator(Language.EN))
    assert [row[0].text for row in table.rows] == ["White", "Black", "FM", "no title"]


def test_upsets_the_largest_first() -> None:
    tournament = event("1 2 0-1, 4 3 1-0", "1 4 0-1, 2 3 ½", ratings=(2400, 2300, 2200, 2100))
    found = statistics(tournament, 2)
    assert found.upsets == (Upset(2, 4, 1, 300), Upset(1, 2, 1, 100), Upset(1, 4, 3, 100))
    assert found.decided == 3
    assert statistics(tournament, 0).draw_rate == 0
