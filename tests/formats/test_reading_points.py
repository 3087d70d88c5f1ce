"""Reading report files: the worth of results, open games, and points as stated in the file."""

from fractions import Fraction

import pytest

from crivello.formats.trf.scoring import FIELDS
from crivello.model.errors import Illegal, Malformed
from crivello.model.result import Result
from crivello.model.settings import Scoring
from crivello.model.tournament import Game
from tests.formats.report_lines import GAME, player, read, warnings


def scoring(*lines: str) -> dict[str, Fraction]:
    found = read(*lines, player(1)).settings.scoring
    return {name: Fraction(getattr(found, name), found.unit) for name in FIELDS}


def test_xxs_win_does_not_pay_the_allocated_bye() -> None:
    found = scoring("XXS D=1 W=3")
    assert {
        found[name] for name in ("white_win", "black_win", "forfeit_win", "full_point_bye")
    } == {3}
    assert found["half_point_bye"] == found["white_draw"] == found["adjourned"] == 1
    assert found["pairing_allocated_bye"] == 1


def test_xxs_codes_and_the_last_one_wins() -> None:
    found = scoring("XXS W=3 BW=2 PAB=.5", "XXS FL=.25 BW=2.5 ZPB=0.1 WL=1 BL=0 BD=.5 WD=.4")
    assert (found["white_win"], found["black_win"]) == (Fraction(3), Fraction(5, 2))
    assert (found["forfeit_loss"], found["zero_point_bye"]) == (Fraction(1, 4), Fraction(1, 10))
    assert (found["white_draw"], found["pairing_allocated_bye"]) == (Fraction(2, 5), Fraction(1, 2))


def test_162_pays_the_allocated_bye_like_a_win() -> None:
    found = scoring("162  W 3.0    D 1.0")
    assert found["pairing_allocated_bye"] == found["full_point_bye"] == 3
    assert found["half_point_bye"] == found["adjourned"] == 1
    assert scoring("162  W 3.0    P 1.5    X 0.0")["pairing_allocated_bye"] == Fraction(3, 2)
    assert scoring("162  W 3.0    P 1.5    X 0.0")["adjourned"] == 0


def test_162_absence_is_the_zero_point_bye_and_the_forfeit_loss() -> None:
    found = scoring("162  A 0.5    L 1.0")
    assert (found["zero_point_bye"], found["forfeit_loss"]) == (Fraction(1, 2), Fraction(1, 2))
    assert found["white_loss"] == found["black_loss"] == 1
    assert [w.found for w in warnings("162  Z 0.5", player(1))] == ["Z"]


def test_bb_records() -> None:
    found = scoring("BBW  3.0", "BBD  1.0", "BBL  0.5", "BBZ  0.1", "BBF  0.2")
    assert found["pairing_allocated_bye"] == found["forfeit_win"] == 3
    assert found["half_point_bye"] == 1
    assert found["white_loss"] == Fraction(1, 2)
    assert (found["zero_point_bye"], found["forfeit_loss"]) == (Fraction(1, 10), Fraction(1, 5))
    assert scoring("BBU  0.5")["pairing_allocated_bye"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("line", "unit"), [("XXS W=1", 2), ("XXS W=1.1", 10), ("XXS W=1.05", 20), ("XXS W=.25", 4)]
)
def test_the_unit_is_as_coarse_as_the_points_allow(line: str, unit: int) -> None:
    assert read(line, player(1)).settings.scoring.unit == unit


def test_points_have_two_decimals_at_most() -> None:
    with pytest.raises(Malformed) as caught:
        read("XXS W=1.125", player(1))
    assert [problem.line for problem in caught.value.problems] == [1]


def test_a_stated_pairing_allocated_bye_does_not_follow_the_win() -> None:
    assert scoring("162  W 3.0    P 1.0")["pairing_allocated_bye"] == 1


def test_virtual_points_of_round_101_are_shown_and_refused() -> None:
    with pytest.raises(Malformed) as caught:
        read("XXA    1" + "  0.5" * 101, player(1))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.found) == (1, 510, "0.5")


def test_scoring_records_may_agree() -> None:
    assert scoring("XXS W=3 D=1 PAB=3", "BBW  3.0", "162  W 3.0    D 1.0")["white_win"] == 3
    with pytest.raises(Illegal) as caught:
        scoring("XXS W=3", "162  W 2.0")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.sentence.values["other"]) == (2, 6, 1)
    with pytest.raises(Illegal) as turned:
        scoring("162  W 2.0", "XXS W=3")
    (problem,) = turned.value.problems
    assert (problem.line, problem.column, problem.sentence.values["other"]) == (2, 5, 1)


# Open games and points


def test_a_game_without_result_is_missing_unless_the_file_says_what_open_games_count() -> None:
    lines = (player(1, "   2 w"), player(2, "   1 b"))
    assert read(*lines).round(1).games == (Game(1, 2, None),)
    assert [(w.line, w.column, w.round) for w in warnings(*lines)] == [(2, 99, 1)]
    open_game = read("162  X 0.5", *lines)
    assert open_game.round(1).games == (Game(1, 2, Result.ADJOURNED),)
    assert "adjourned" in str(warnings("162  X 0.5", *lines)[0])


@pytest.mark.parametrize("points", ["1.0", "1.5", "2.5", ""])
def test_points_with_or_without_the_byes_to_come(points: str) -> None:
    lines = (
        player(1, "   2 w 1", "0000 - H", "0000 - F", points=points),
        player(2, "   1 b 0", points="0"),
    )
    assert read(*lines).next_round == 2


@pytest.mark.parametrize("points", ["0.5", "2.0", "3.0", "10.5"])
def test_points_that_nothing_explains(points: str) -> None:
    with pytest.raises(Illegal) as caught:
        read(player(1, "   2 w 1", "0000 - H", "0000 - F", points=points), player(2, "   1 b 0"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.found) == (1, 81, points)
    assert (problem.expected, problem.player) == ("1.0", 1)


def test_points_count_in_the_scoring_of_the_event() -> None:
    lines = (player(1, "   2 w 1", points="3.0"), player(2, "   1 b 0", points="0.0"))
    assert read("BBW  3.0", *lines).settings.scoring.white_win == 6
    with pytest.raises(Illegal):
        read(*lines)


def test_default_scoring_is_the_default_value() -> None:
    assert read(*GAME).settings.scoring == Scoring()
