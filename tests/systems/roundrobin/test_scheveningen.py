"""Scheveningen tables: every player meets every player of the other team, with balanced colours."""

from __future__ import annotations

import pytest

from crivello.model.errors import Unsupported
from crivello.rules.scheveningen import scheveningen_table

SIZES = range(2, 11)


def colours(boards: int) -> dict[str, str]:
    found = {f"{team}{n}": "" for team in "AB" for n in range(1, boards + 1)}
    for games in scheveningen_table(boards):
        for game in games:
            found[f"A{game.a}"] += "W" if game.a_has_white else "B"
            found[f"B{game.b}"] += "B" if game.a_has_white else "W"
    return found


@pytest.mark.parametrize("boards", SIZES)
def test_everybody_meets_everybody_of_the_other_team_once(boards: int) -> None:
    table = scheveningen_table(boards)
    assert len(table) == boards
    assert len({(game.a, game.b) for games in table for game in games}) == boards**2
    for games in table:
        assert {game.a for game in games} == {game.b for game in games} == set(range(1, boards + 1))


@pytest.mark.parametrize("boards", SIZES)
def test_colours_of_a_player_are_balanced_and_never_three_running(boards: int) -> None:
    for mine in colours(boards).values():
        assert abs(mine.count("W") - mine.count("B")) == boards % 2
        assert "WWW" not in mine
        assert "BBB" not in mine


@pytest.mark.parametrize("boards", SIZES)
def test_a_team_has_half_of_the_whites_in_every_round(boards: int) -> None:
    """With 2, 6 or 10 boards it is nearly half: no such table can have exactly half in all
    rounds.
    """
    most = {0: 0, 2: 2}.get(boards % 4, 1)
    for games in scheveningen_table(boards):
        whites = sum(game.a_has_white for game in games)
        assert abs(2 * whites - boards) <= most


@pytest.mark.parametrize("boards", [1, 11])
def test_other_sizes_have_no_table(boards: int) -> None:
    with pytest.raises(Unsupported, match="for 2 to 10 boards"):
        scheveningen_table(boards)
