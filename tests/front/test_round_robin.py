"""Round robins in the library: numbers, schedule, crosstable, two teams."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import crivello as cv

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Flo"]


def club(players: int = 6, **settings: Any) -> cv.Tournament:
    return cv.Tournament.new("Club", None, NAMES[:players], system="roundrobin", **settings)


def federations() -> cv.Tournament:
    players = [cv.Player(f"P{n:02}", 2400 - n, federation="ITA" if n < 3 else "") for n in range(9)]
    return cv.Tournament.new("Norm", 9, players, system="roundrobin")


@pytest.mark.parametrize("players", [2, 5, 6])
def test_everybody_meets_everybody_once_in_the_schedule(players: int) -> None:
    t = club(players)
    plan = cv.schedule(t)
    met = sorted(tuple(sorted(board)) for one in plan for board in one)
    assert met == list(combinations(range(1, players + 1), 2))
    assert [one.round for one in plan] == list(range(1, len(plan) + 1))
    assert plan[0] == cv.pair(t)
    free = [one["free"]["id"] for one in plan.to_json()["rounds"] if one["free"]]
    assert sorted(free) == (list(range(1, players + 1)) if players % 2 else [])


def test_a_double_schedule_has_every_game_with_both_colours() -> None:
    plan = cv.schedule(club(4), "doubleroundrobin")
    boards = {tuple(board) for one in plan for board in one}
    assert len(boards) == 12
    assert {(black, white) for white, black in boards} == boards
    assert [one["cycle"] for one in plan.to_json()["rounds"]] == [1, 1, 1, 2, 2, 2]


def test_only_a_round_robin_has_a_schedule() -> None:
    with pytest.raises(cv.Illegal, match="only a round robin has a schedule"):
        cv.schedule(club().with_settings(system="dutch"))


def test_the_schedule_goes_by_the_numbers_drawn() -> None:
    t = club()
    drawn = cv.lots(t, "seed")
    assert cv.lots(t, "seed") == drawn
    assert {cv.lots(t, seed).players for seed in range(5)} != {drawn.players}
    numbered = t.with_numbers(drawn)
    assert [numbered.player(one).number for one in drawn] == [1, 2, 3, 4, 5, 6]
    first, last = drawn[0].id, drawn[5].id
    assert cv.schedule(numbered)[0][0] == cv.Board(first, last)
    view = drawn.to_json()
    assert [one["id"] for one in view["players"]] == [one.id for one in drawn]
    assert [one["number"] for one in view["players"]] == [1, 2, 3, 4, 5, 6]
    assert (view["method"], view["seed"], view["log"]) == ("lot", "seed", list(drawn.log))


@pytest.mark.parametrize("method", ["varma", "annex", "apart"])
def test_groups_do_not_meet_in_the_last_rounds(method: str) -> None:
    t = federations()
    drawn = cv.lots(t, 3, method, by="federation")
    italians = {one.id for one in t if one.federation == "ITA"}
    plan = cv.schedule(t.with_numbers(drawn))
    assert not any(set(board) <= italians for one in plan[-3:] for board in one)
    assert any(set(board) <= italians for one in plan for board in one)
    assert drawn.log[-1].startswith("Checked: in the last 3 rounds")


def test_a_draw_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(cv.Illegal, match="say what makes a group"):
        cv.lots(club(), 1, "apart")
    with pytest.raises(cv.WordError, match="there are: lot, varma, annex, apart"):
        cv.lots(club(), 1, "hand")
    with pytest.raises(cv.Illegal, match="1 or higher"):
        cv.lots(club(), 1, last=0)


def test_numbers_by_hand_name_everybody_before_round_1() -> None:
    t = club(3)
    assert [one.number for one in t.with_numbers([3, "Ada", t.player("Ben")])] == [2, 3, 1]
    for order in ([1, 2], [1, 2, 2], [1, 2, 3, 3]):
        with pytest.raises(cv.Illegal, match="name every player once"):
            t.with_numbers(order)
    with pytest.raises(cv.Illegal, match="Round 1 is paired"):
        t.with_pairing(cv.pair(t)).with_numbers([1, 2, 3])


def test_the_grid_has_results_of_any_round() -> None:
    t = club(4)
    for one in cv.schedule(t):
        t = t.with_pairing(one)
    t = t.with_results({("Cleo", "Ada"): "0f-1f"}, round=3)
    t = t.with_results({("Ben", "Cleo"): "½"}, round=1)
    by_number = cv.grid(t)
    assert [row.cells for row in by_number] == [
        ("×", "·", "+", "·"),
        ("·", "×", "½", "·"),
        ("-", "½", "×", "·"),
        ("·", "·", "·", "×"),
    ]
    by_rank = cv.grid(t, by="rank")
    assert [row.player.name for row in by_rank] == ["Ada", "Ben", "Cleo", "Dan"]
    assert [row.points for row in by_rank] == [1, 0.5, 0.5, 0]
    assert "Games played: 2 of 6." in by_number.notes
    assert "Partite giocate: 2 di 6." in by_number.text("it")
    view = by_number.to_json()
    assert (view["games"], view["played"], len(view["remaining"])) == (6, 2, 4)
    against = view["rows"][0]["against"][1]
    assert against == {"opponent": 3, "games": [{"round": 3, "colour": "b", "result": "+"}]}
    with pytest.raises(cv.WordError, match="write number or rank"):
        cv.grid(t, by="name")


def test_what_was_not_made_here_has_no_json() -> None:
    for value in (cv.Schedule(()), cv.Lots((), "lot", "1", ()), cv.Grid(1, "rank", ())):
        with pytest.raises(cv.Illegal, match="works only on"):
            value.to_json()
        assert repr(value)


def test_two_teams() -> None:
    table = cv.scheveningen(4)
    assert {(game.a, game.b) for games in table for game in games} == {
        (a, b) for a in range(1, 5) for b in range(1, 5)
    }
    with pytest.raises(cv.Unsupported, match="2 to 10"):
        cv.scheveningen(11)
