"""Baku acceleration: groups, late entries, virtual points, and editions that do not apply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.model.errors import Illegal, Unsupported
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Acceleration, Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.acceleration import (
    BAKU_2016,
    BAKU_2025,
    BAKU_2026,
    baku_for,
    baku_of,
    baku_on,
    boards_by_pairing_score,
    group_a,
    points_by_round,
    size_of_group_a,
    virtual_points,
)
from crivello.rules.colours import preference
from crivello.rules.field import FieldRules, barred_2026, build_field, unplayed_2026
from crivello.rules.rounds import in_publication_order
from tests.support.cases import asked

RULES = FieldRules(preference, unplayed_2026, barred_2026, float_rounds=2)
MATCH_POINTS = Scoring(
    unit=1,
    white_win=2,
    black_win=2,
    forfeit_win=2,
    pairing_allocated_bye=2,
    full_point_bye=2,
)
THREE_POINTS = Scoring(white_win=6, black_win=6, white_draw=2, black_draw=2)


def tournament(
    players: int, rounds: int | None = 9, method: str = "baku-2026", scoring: Scoring | None = None
) -> Tournament:
    entries = tuple(
        Player(id=number, number=number, rating=2500 - number) for number in range(1, players + 1)
    )
    settings = Settings(
        rounds=rounds, scoring=scoring or Scoring(), acceleration=Acceleration(method)
    )
    return Tournament(entries, (), settings)


def ids_of_group_a(event: Tournament) -> list[int]:
    return [player.id for player in group_a(event)]


def test_the_articles_of_groups_and_virtual_points() -> None:
    articles = [edition.articles for edition in (BAKU_2016, BAKU_2025, BAKU_2026)]
    assert articles == [("2", "4"), ("2", "4"), ("1.2", "1.4")]


def test_161_players_give_82() -> None:
    # Baku 2016: 2 (2, 3)
    given, expected = asked("baku-ga-161")
    event = tournament(given["players"])
    assert len(group_a(event)) == expected["GA"]
    assert len(event.players) - len(group_a(event)) == expected["GB"]
    assert max(player.number for player in group_a(event)) == expected["last_GA_pairing_number"]


@pytest.mark.parametrize(
    ("players", "size"),
    [(8, 4), (9, 6), (12, 6), (13, 8), (16, 8), (17, 10), (20, 10), (100, 50), (178, 90)],
)
def test_group_a_is_half_rounded_up_to_even(players: int, size: int) -> None:
    # Baku: 1.2
    # Baku 2016: 2 (2, 3)
    assert size_of_group_a(players) == size


def test_virtual_points_of_2016() -> None:
    # Baku 2016: 4 (1, 2)
    given, expected = asked("baku-virtual-points")
    unit = 2
    points = points_by_round(BAKU_2016, len(given["rounds"]), win=unit)
    assert [value / unit for value in points] == expected["GA"]
    table = virtual_points(tournament(20, method="baku-2016"), 9)
    assert {player for player, _ in table} == set(range(1, 11))
    assert sum(value for (player, _), value in table.items() if player == 10) == 4 * unit


def test_2016_has_five_accelerated_rounds_whatever_the_length() -> None:
    assert points_by_round(BAKU_2016, 13, win=2) == (2, 2, 2, 1, 1, *[0] * 8)


@pytest.mark.parametrize(
    ("rounds", "halves"),
    [
        (5, [2, 2, 1, 0, 0]),
        (6, [2, 2, 1, 0, 0, 0]),
        (7, [2, 2, 1, 1, 0, 0, 0]),
        (8, [2, 2, 1, 1, 0, 0, 0, 0]),
        (9, [2, 2, 2, 1, 1, 0, 0, 0, 0]),
        (11, [2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0]),
        (13, [2, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_virtual_points_of_2026(rounds: int, halves: list[int]) -> None:
    # Baku: 1.1, 1.4
    assert list(points_by_round(BAKU_2026, rounds, win=2)) == halves


@pytest.mark.parametrize("rounds", range(5, 14))
def test_the_wording_before_2026_has_the_rounds_of_2026_and_the_scoring_of_2016(
    rounds: int,
) -> None:
    points = points_by_round(BAKU_2025, rounds, win=2)
    assert points == points_by_round(BAKU_2026, rounds, win=2)
    # Where the text of 2016 applies too, they are the same up to ten rounds only.
    assert (points == points_by_round(BAKU_2016, rounds, win=2)) is (rounds in (9, 10))
    assert not boards_by_pairing_score(Acceleration("baku-2025"))
    with pytest.raises(Illegal, match="needs the standard scoring"):
        virtual_points(tournament(8, rounds, "baku-2025", MATCH_POINTS), 1)


def test_the_edition_before_2026_by_the_length() -> None:
    assert [baku_for(rounds).key for rounds in (5, 8, 9, 11, None)] == [
        *("baku-2025", "baku-2025", "baku-2016", "baku-2016", "baku-2016")
    ]


def test_virtual_points_follow_the_value_of_a_win() -> None:
    table = virtual_points(tournament(8, 11, scoring=MATCH_POINTS), 11)
    assert [table.get((1, number), 0) for number in range(1, 12)] == [2, 2, 2, 1, 1, 1, *[0] * 5]


def test_only_the_rounds_asked_for() -> None:
    assert {number for _, number in virtual_points(tournament(8), 2)} == {1, 2}


def test_a_late_entry_does_not_move_the_border() -> None:
    # Baku: 1.3
    # Baku 2016: 3 (2)
    event = tournament(12)
    assert ids_of_group_a(event) == [1, 2, 3, 4, 5, 6]
    # Two newcomers: one above the border takes number 3, one below it number 9.
    order = [1, 2, 21, 3, 4, 5, 6, 7, 22, 8, 9, 10, 11, 12]
    later = replace(
        event,
        players=tuple(
            Player(id=player, number=number, entered=2 if player > 20 else 1)
            for number, player in enumerate(order, start=1)
        ),
    )
    assert ids_of_group_a(later) == [1, 2, 21, 3, 4, 5, 6]
    assert size_of_group_a(len(later.players)) == 8
    stated = replace(
        later,
        settings=replace(later.settings, acceleration=Acceleration("baku-2026", last_of_group_a=7)),
    )
    assert ids_of_group_a(stated) == [1, 2, 21, 3, 4, 5, 6, 7]


def test_only_those_to_be_paired_in_round_1_are_divided() -> None:
    # Baku 2016: 2 (1)
    event = tournament(12)
    for bye in (Bye.ZERO_POINT, Bye.HALF_POINT, Bye.FULL_POINT):
        absent = replace(event, rounds=(Round(byes=((1, bye), (8, bye), (11, bye), (12, bye))),))
        # Eight are to be paired, four of them in group A, down to 5; player 1 stands above them.
        assert ids_of_group_a(absent) == [1, 2, 3, 4, 5]
    late = replace(
        event,
        players=tuple(replace(p, entered=2) if p.id in (1, 2, 3, 4) else p for p in event.players),
    )
    # Eight were listed, four of them in group A; the four late entries stand above them.
    assert ids_of_group_a(late) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_pairing_allocated_bye_is_divided_with_the_others() -> None:
    games = tuple(Game(k, k + 6, Result.DRAW) for k in range(1, 7))
    event = replace(tournament(13), rounds=(Round(games, ((13, Bye.PAIRING_ALLOCATED),)),))
    assert ids_of_group_a(event) == [1, 2, 3, 4, 5, 6, 7, 8]  # twelve would make six


def test_who_was_not_paired_in_round_1_takes_a_place_as_a_late_entry_does() -> None:
    """As in report files, 13 has blanks in round 1, and 12 a zero-point bye."""
    # Baku 2016: 3 (1)
    games = tuple(Game(k, k + 4, Result.DRAW) for k in range(1, 5))
    byes = ((9, Bye.ZERO_POINT), (10, Bye.HALF_POINT), (11, Bye.HALF_POINT), (12, Bye.ZERO_POINT))
    event = replace(tournament(13), rounds=(Round(games, byes),))
    # Eight were paired, four of them in group A; twelve would make six, thirteen eight.
    assert ids_of_group_a(event) == [1, 2, 3, 4]
    for number in (1, 2):  # the same when round 1 is paired again
        field = build_field(event, number, RULES)
        lent = {player.id for player in field.entrants if player.score > player.points}
        assert lent == {1, 2, 3, 4}


def test_the_last_player_marks_the_border_after_he_left() -> None:
    event = tournament(12)
    left = replace(
        event,
        players=tuple(replace(p, withdrawn_after=1) if p.id == 6 else p for p in event.players),
    )
    assert ids_of_group_a(left) == [1, 2, 3, 4, 5, 6]


def test_stated_points_replace_the_method() -> None:
    event = tournament(12)
    stated = replace(
        event,
        settings=replace(
            event.settings, acceleration=Acceleration("baku-2026", virtual=((9, (1, 0, 3)),))
        ),
    )
    assert virtual_points(stated, 5) == {(9, 1): 1, (9, 3): 3}
    assert boards_by_pairing_score(stated.settings.acceleration)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (tournament(8, 8, "baku-2016"), "at least 9 rounds; this one has 8"),
        (tournament(8, None, "baku-2026"), "announce how many"),
        (tournament(8, 9, "baku-2026", THREE_POINTS), "a win is worth two draws"),
        (tournament(8, 9, "baku-2026", Scoring(white_loss=1, black_loss=1)), "a loss nothing"),
        (tournament(8, 9, "baku-2026", Scoring(black_win=3)), "either colour"),
        (tournament(8, 9, "baku-2016", MATCH_POINTS), "the standard scoring"),
    ],
)
def test_where_an_edition_does_not_apply(event: Tournament, sentence: str) -> None:
    # Baku: 1.1
    # Baku 2016: 1 (1)
    with pytest.raises(Illegal, match=sentence):
        virtual_points(event, 1)


def test_unknown_method_and_unknown_border() -> None:
    with pytest.raises(Unsupported, match="baku-2016, baku-2025, baku-2026"):
        virtual_points(tournament(8, method="haley"), 1)
    event = tournament(8)
    stated = Acceleration("baku-2026", last_of_group_a=99)
    with pytest.raises(Illegal, match="Player 99"):
        group_a(replace(event, settings=replace(event.settings, acceleration=stated)))


def test_no_players_no_points() -> None:
    assert virtual_points(tournament(0), 3) == {}


@pytest.mark.parametrize(
    ("method", "by_pairing_score"), [("baku-2016", False), ("baku-2026", True)]
)
def test_pairing_score_and_board_order(method: str, by_pairing_score: bool) -> None:
    # Baku: 1.5
    """The pairing score is standings points plus virtual points; it orders the boards only by
    2026.
    """
    # Baku 2016: 5 (1)
    event = tournament(8, 9, method)
    games = (
        Game(1, 3, Result.BLACK_WINS),
        Game(2, 4, Result.BLACK_WINS),
        Game(5, 7, Result.WHITE_WINS),
        Game(6, 8, Result.WHITE_WINS),
    )
    event = replace(event, rounds=(Round(games),))
    field = build_field(event, 2, RULES)
    by_id = {entrant.id: entrant for entrant in field.entrants}
    # Units of half a point: group A has a win's points more; 1 lost, 3 won, 5 won, 7 lost.
    assert {i: (by_id[i].points, by_id[i].score) for i in (1, 3, 5, 7)} == {
        1: (0, 2),
        3: (2, 4),
        5: (2, 2),
        7: (0, 0),
    }
    boards = in_publication_order([(by_id[1], by_id[2]), (by_id[7], by_id[6])], field)
    first = boards[0]
    assert (first.white, first.black) == ((1, 2) if by_pairing_score else (7, 6))


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("2026-01-31", "baku-2016"),
        ("2026/01/31", "baku-2016"),
        ("2026-02-01", "baku-2026"),
        ("2026/02/01", "baku-2026"),
    ],
)
def test_the_edition_of_a_day(day: str, edition: str) -> None:
    assert baku_on(day) == edition


def test_a_pairing_system_goes_with_the_acceleration_of_its_time() -> None:
    assert baku_of("dutch-2017") == "baku-2016"
    assert baku_of("dutch-2026") == "baku-2026"
