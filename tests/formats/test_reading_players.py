"""Reading report files: records that name players, and the order of games."""

from crivello.model.player import NationalRecord
from crivello.model.result import Award, Bye, Colour
from crivello.model.settings import Apart, PointsAdjustment, Team
from tests.formats.report_lines import GAME, player, read


def test_numbers_by_place_in_the_file() -> None:
    tournament = read("XXC rank black1", player(12), player(5))
    assert [(p.id, p.number) for p in tournament.players] == [(12, 1), (5, 2)]
    assert tournament.settings.initial_colour is Colour.BLACK
    assert [(p.id, p.number) for p in read(player(12), player(5)).players] == [(5, 5), (12, 12)]


def test_absences_of_xxz_and_240() -> None:
    tournament = read(
        *GAME, player(3, "0000 - U", "0000 - H"), "XXZ 1", "XXZ 3", "240 F 003    1    2"
    )
    assert tournament.round(2).byes == ((1, Bye.ZERO_POINT), (3, Bye.HALF_POINT))
    assert tournament.round(3).byes == ((1, Bye.FULL_POINT), (2, Bye.FULL_POINT))


def test_forbidden_groups() -> None:
    tournament = read("142 9", *GAME, player(3), "XXP 1 2", "260 002 004    1    2    3")
    assert tournament.settings.forbidden == (Apart((1, 2)), Apart((1, 2, 3), 2, 4))
    to_the_end = read("142 9", *GAME, "260 001 009    1    2").settings.forbidden
    assert to_the_end == (Apart((1, 2)),)


def test_ranges_of_virtual_points_are_spread_over_the_players_there_are() -> None:
    lines = (*GAME, player(5), "250       1.0 001 002    1    4", "250       0.5 003 003    1    9")
    virtual = read(*lines).settings.acceleration.virtual
    assert virtual == ((1, (2, 2, 1)), (2, (2, 2, 1)), (5, (0, 0, 1)))
    by_player = read(*GAME, player(5), *(
        "XXA    1  1.0  1.0  0.5  0.0",
        "XXA    2  1.0  1.0  0.5",
        "XXA    5            0.5",
    )).settings.acceleration.virtual  # fmt: skip
    assert by_player == virtual


def test_special_points() -> None:
    tournament = read(
        player(1, "   2 w 1", points="2.5"),
        player(2, "   1 b 0", points="-0.5"),
        "299 W         2.0  001    1",
        "299           0.5         1",
        "299          -0.5  001    2",
    )
    assert tournament.settings.adjustments == (
        PointsAdjustment((1,), 4, 1, Award.WIN),
        PointsAdjustment((1,), 1),
        PointsAdjustment((2,), -1, 1),
    )


def test_teams_and_national_records() -> None:
    tournament = read(
        *GAME,
        "013 Circolo di Lecce".ljust(36) + "   1    2",
        "ITA    1 m  M Rossi, Anna".ljust(48) + "1950 PUG        AB12 1990/00/00",
    )
    assert tournament.settings.teams == (Team("Circolo di Lecce", (1, 2)),)
    assert tournament.player[1].national == (
        NationalRecord(
            "ITA", "Rossi, Anna", "M", 1950, "AB12", "1990/00/00", "m", classification="PUG"
        ),
    )


def test_a_national_rating_of_nought_is_none() -> None:
    tournament = read(*GAME, "ITA    1 m  M Rossi, Anna".ljust(48) + "   0 PUG")
    assert [record.rating for record in tournament.player[1].national] == [None]


def test_games_are_in_publication_order() -> None:
    tournament = read(
        player(1, "   4 w 0", "   3 b 1"),
        player(2, "   3 b 0", "   4 w 0"),
        player(3, "   2 w 1", "   1 w 0"),
        player(4, "   1 b 1", "   2 b 1"),
    )
    assert [(g.white, g.black) for g in tournament.round(1).games] == [(1, 4), (3, 2)]
    assert [(g.white, g.black) for g in tournament.round(2).games] == [(3, 1), (2, 4)]


def test_virtual_points_of_2026_order_the_boards() -> None:
    lines = ("142 8", *(
        player(1, "   2 w 0", "   3 b 1"),
        player(2, "   1 b 1", "   4 w 1"),
        player(3, "   4 w 0", "   1 w 0"),
        player(4, "   3 b 1", "   2 b 0"),
        player(5, "   6 w 1", "   7 b 0"),
        player(6, "   5 b 0", "   8 w 0"),
        player(7, "   8 w 1", "   5 w 1"),
        player(8, "   7 b 0", "   6 b 1"),
    ))  # fmt: skip
    plain = read(*lines).round(2).games
    assert [(g.white, g.black) for g in plain] == [(2, 4), (7, 5), (3, 1), (6, 8)]
    accelerated = read("192 FIDE_DUTCH_2026_BAKU", *lines).round(2).games
    assert [(g.white, g.black) for g in accelerated] == [(2, 4), (3, 1), (7, 5), (6, 8)]


def test_an_acceleration_that_does_not_apply_is_for_the_pairing_to_refuse() -> None:
    tournament = read("192 FIDE_DUTCH_2026_BAKU", *GAME)
    assert tournament.settings.acceleration.method == "baku-2026"
    assert tournament.settings.rounds is None
