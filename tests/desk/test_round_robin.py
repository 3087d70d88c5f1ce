"""A round robin at the desk: numbers by lot, all rounds at once, results in any round."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk, actions
from crivello.desk import refusals as r
from crivello.desk.descriptions import describe_event
from crivello.model.errors import Remedy, RemedyKind
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.rules.round_robin import berger_table
from crivello.standings.round_robin import progress
from crivello.standings.standings import standings


def fresh(folder: Path, players: int = 6, key: str = "roundrobin", rounds: int = 5) -> Desk:
    settings = Settings(name="Club", rounds=rounds, system=key, tie_breaks=("DE", "SB"))
    desk = Desk.create(folder / "t.crivello", actions.OpenSection("A", settings))
    federations = ("ITA", "ITA", "FRA", "FRA", "GER", "GER", "ESP", "ESP", "SUI", "SUI")
    entries = tuple(
        Player(f"P{n:02}", id=n, number=0, rating=2000 - n, federation=federations[n - 1])
        for n in range(1, players + 1)
    )
    desk.act(actions.Register("A", entries))
    return desk


def enter(desk: Desk, number: int, board: int, result: Result) -> None:
    desk.act(actions.EnterResults("A", ((board, result),), number))


def test_all_rounds_are_published_at_once(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(actions.PublishSchedule("A"))
        section = desk.section("A")
        assert len(section.rounds) == 5
        boards = [tuple((g.white, g.black) for g in this.games) for this in section.rounds]
        assert tuple(boards) == berger_table(6)
        told = describe_event(desk.log[-1].event)
        assert str(told.sentence) == "All 5 rounds are published; numbers by the initial order."
    with Desk.open(tmp_path / "t.crivello") as desk:
        assert len(desk.section("A").rounds) == 5
        desk.undo()
        assert desk.section("A").rounds == ()


@pytest.mark.parametrize(
    ("method", "seed", "said"),
    [
        ("lot", "2026", "by lot, seed 2026"),
        ("varma", "2026", "by the Varma tables, seed 2026"),
        ("annex", "2026", "by the Varma tables as printed, seed 2026"),
        ("apart", "2026", "by lot, groups apart, seed 2026"),
        ("hand", "", "by hand"),
    ],
)
def test_the_log_says_how_the_numbers_were_given(
    tmp_path: Path, method: str, seed: str, said: str
) -> None:
    with fresh(tmp_path, 10, rounds=9) as desk:
        order = tuple(range(10, 0, -1)) if method == "hand" else ()
        by = "federation" if method == "apart" else "club"
        desk.act(actions.PublishSchedule("A", method, seed, by, order=order))
        told = str(describe_event(desk.log[-1].event).sentence)
        assert told == f"All 9 rounds are published; numbers {said}."


def test_results_come_in_any_order(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(actions.PublishSchedule("A"))
        enter(desk, 4, 2, Result.WHITE_WINS)
        enter(desk, 1, 1, Result.DRAW)
        tournament = desk.section("A").tournament
        assert progress(tournament).played == 2
        with pytest.raises(r.ResultStands):
            enter(desk, 1, 1, Result.WHITE_WINS)
        desk.act(actions.CorrectResult("A", 1, 1, Result.WHITE_WINS), reason="misread")
        game = desk.section("A").rounds[0].games[0]
        assert (game.result, game.rating_result) == (Result.WHITE_WINS, None)


def test_numbers_by_lot_are_in_the_log(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        outcome = desk.act(actions.PublishSchedule("A", "apart", "2026", "federation"))
        assert any("Checked: in the last 3 rounds" in str(one.sentence) for one in outcome.notices)
        first = desk.section("A").order
        assert first != (1, 2, 3, 4, 5, 6)
        desk.undo()
        desk.act(actions.PublishSchedule("A", "apart", "2026", "federation"))
        assert desk.section("A").order == first
        desk.undo()
        desk.act(actions.PublishSchedule("A", "hand", order=(6, 5, 4, 3, 2, 1)))
        assert desk.section("A").order == (6, 5, 4, 3, 2, 1)


def test_a_correction_of_a_rating_leaves_drawn_numbers_alone(tmp_path: Path) -> None:
    with fresh(tmp_path, 4, rounds=3) as desk:
        desk.act(actions.PublishSchedule("A", "hand", order=(4, 3, 2, 1)))
        player = desk.section("A").registration(1).player
        desk.act(actions.Correct("A", replace(player, rating=2500)))
        assert desk.section("A").order == (4, 3, 2, 1)


def test_who_withdraws_forfeits_what_is_left(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(actions.PublishSchedule("A"))
        for number in (1, 2):
            for board in (1, 2, 3):
                enter(desk, number, board, Result.DRAW)
        desk.act(actions.Withdraw("A", (2,)))
        section = desk.section("A")
        mine = [g for this in section.rounds[2:] for g in this.games if 2 in (g.white, g.black)]
        assert [g.result is not None and not g.result.played for g in mine] == [True] * 3
        table = standings(section.tournament, 2)
        assert table.rows[-1].player.id == 2
        assert table.sheet.not_counted == (2,)
        assert section.registration(2).player.withdrawn_after == 2
        with pytest.raises(r.ForfeitsStand, match="undo the withdrawal"):
            desk.act(actions.Return("A", (2,)))
        desk.undo()
        assert progress(desk.section("A").tournament).played == 6


def test_an_odd_field_plays_with_one_free(tmp_path: Path) -> None:
    with fresh(tmp_path, 5) as desk:
        desk.act(actions.PublishSchedule("A"))
        assert [len(this.games) for this in desk.section("A").rounds] == [2] * 5
        assert {this.bye for this in desk.section("A").rounds} == {None}


def test_rounds_one_by_one(tmp_path: Path) -> None:
    """No colour is drawn, and no results are needed."""
    with fresh(tmp_path, 5) as desk:
        for _ in range(5):
            desk.act(actions.Pair("A"))
            desk.act(actions.Publish("A"), reason="by hand")
        boards = [
            tuple((g.white, g.black) for g in this.games) for this in desk.section("A").rounds
        ]
        assert tuple(boards) == berger_table(5)


def remarks(desk: Desk, *boards: tuple[int, int]) -> list[str]:
    """Return the remarks on a round made by hand, and publish it."""
    outcome = desk.act(actions.PairByHand("A", boards, None))
    desk.act(actions.Publish("A"), reason="by hand")
    return [str(one.sentence) for one in outcome.notices if one.article == "C.05 Annex 1"]


def test_rounds_by_hand_are_held_to_the_rules_of_a_round_robin(tmp_path: Path) -> None:
    with fresh(tmp_path, 4, rounds=3) as desk:
        assert remarks(desk, (1, 4), (2, 3)) == []
        assert remarks(desk, (1, 3), (4, 2)) == [
            "The table pairs 4 and 3 in this round; this pairing has no such game."
        ]
        assert remarks(desk, (1, 2), (3, 4)) == [
            "Round 3: 1 has one colour for the third time running."
        ]
        desk.undo()
        desk.undo()
        assert remarks(desk, (4, 1), (3, 2)) == [
            "Round 3: 4 and 1 meet again too soon; meetings so far: 2, allowed by this round: 1.",
            "Round 3: 3 and 2 meet again too soon; meetings so far: 2, allowed by this round: 1.",
            "1 has not met these players as often as the others: 2.",
            "3 has not met these players as often as the others: 4.",
        ]


def test_a_second_cycle_by_hand_is_no_rematch(tmp_path: Path) -> None:
    with fresh(tmp_path, 4, "doubleroundrobin", 6) as desk:
        for _ in range(3):
            desk.act(actions.Pair("A"))
            desk.act(actions.Publish("A"), reason="by hand")
        assert remarks(desk, (4, 1), (3, 2)) == []


@pytest.mark.parametrize("order", [(), (1, 4, 2, 5, 3, 6)])
def test_a_pair_may_meet_twice_in_a_row_where_the_order_of_the_rounds_says_so(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    """By the tables, round 4 is the return of round 1, and it is played second."""
    with fresh(tmp_path, 4, "doubleroundrobin", 6) as desk:
        settings = desk.section("A").settings
        options = replace(settings.options, round_order=order)
        desk.act(actions.ChangeSettings("A", replace(settings, options=options)))
        assert remarks(desk, (1, 4), (2, 3)) == []
        too_soon = [one for one in remarks(desk, (4, 1), (3, 2)) if "too soon" in one]
        assert [one.partition(" again")[0] for one in too_soon] == (
            [] if order else ["Round 2: 4 and 1 meet", "Round 2: 3 and 2 meet"]
        )


def test_what_is_refused(tmp_path: Path) -> None:
    with (
        fresh(tmp_path, 4) as desk,
        pytest.raises(r.RoundsOfTheTable, match="the table has 3 rounds") as refused,
    ):
        desk.act(actions.PublishSchedule("A"))
    assert refused.value.remedy == Remedy(RemedyKind.CHANGE_SETTING, "rounds", "3")
    (tmp_path / "b").mkdir()
    with fresh(tmp_path / "b", 4, rounds=3) as desk:
        with pytest.raises(r.NoSuchDraw):
            desk.act(actions.PublishSchedule("A", "coin"))
        desk.act(actions.PublishSchedule("A"))
        with pytest.raises(r.ScheduleStands):
            desk.act(actions.PublishSchedule("A"))
        desk.act(actions.Register("A", (Player("Late", id=9, number=0),)))
        with pytest.raises(r.ScheduleStands):
            desk.act(actions.Admit("A", (9,)))
    (tmp_path / "c").mkdir()
    with fresh(tmp_path / "c", 4, "dutch-2026", rounds=3) as desk, pytest.raises(r.NoRoundRobin):
        desk.act(actions.PublishSchedule("A"))


def test_the_opponents_of_a_player_who_withdraws_win_with_either_colour(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(actions.PublishSchedule("A"))
        desk.act(actions.Withdraw("A", (2,)))
        for this in desk.section("A").rounds:
            for game in this.games:
                if game.white == 2:
                    assert game.result is Result.BLACK_WINS_BY_FORFEIT
                elif game.black == 2:
                    assert game.result is Result.WHITE_WINS_BY_FORFEIT
                else:
                    assert game.result is None
