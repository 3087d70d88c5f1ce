"""Reading report files: every record of every dialect, and mixtures of them."""

from fractions import Fraction

import pytest

from crivello.formats.trf import read_trf
from crivello.formats.trf.scoring import FIELDS
from crivello.model.errors import Illegal, Problem
from crivello.model.player import NationalRecord, Sex, Title
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import Apart, PointsAdjustment, Scoring, Team
from crivello.model.tournament import Game, Tournament


def player(number: int, *cells: str, points: str = "", rank: str = "", name: str = "") -> str:
    """A player line with the given cells."""
    left = f"001 {number:4}      {name:33}".ljust(80) + f"{points:>4} {rank:>4}".ljust(11)
    return left + "  ".join(cells)


def read(*lines: str) -> Tournament:
    return read_trf("\n".join(lines)).tournament


def warnings(*lines: str) -> list[Problem]:
    """Warnings other than that points are missing."""
    found = read_trf("\n".join(lines)).warnings
    return [warning for warning in found if "no points" not in str(warning)]


def scoring(*lines: str) -> dict[str, Fraction]:
    found = read(*lines, player(1)).settings.scoring
    return {name: Fraction(getattr(found, name), found.unit) for name in FIELDS}


GAME = (player(1, "   2 w 1"), player(2, "   1 b 0"))

FULL_LINE = (
    "001    7 wWGM Rossi, Anna Maria                 2405 ITA      800123 1990/01/31"
    "  1.0    3     8 b 1"
)


def test_a_full_player_line() -> None:
    tournament = read(FULL_LINE, player(8, "   7 w 0"))
    rossi = tournament.player[7]
    assert (rossi.name, rossi.title, rossi.sex) == ("Rossi, Anna Maria", Title.WGM, Sex.FEMALE)
    assert (rossi.rating, rossi.federation, rossi.fide_id) == (2405, "ITA", 800123)
    assert (rossi.birth, rossi.rank, rossi.number) == ("1990/01/31", 3, 7)
    assert tournament.round(1).games == (Game(8, 7, Result.BLACK_WINS),)


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("1", "0", Result.WHITE_WINS),
        ("=", "=", Result.DRAW),
        ("0", "1", Result.BLACK_WINS),
        ("0", "0", Result.BOTH_LOSE),
        ("=", "0", Result.WHITE_DRAWS_BLACK_LOSES),
        ("0", "=", Result.WHITE_LOSES_BLACK_DRAWS),
        ("W", "L", Result.SHORT_WHITE_WINS),
        ("d", "d", Result.SHORT_DRAW),
        ("l", "w", Result.SHORT_BLACK_WINS),
        ("+", "-", Result.WHITE_WINS_BY_FORFEIT),
        ("-", "+", Result.BLACK_WINS_BY_FORFEIT),
        ("-", "-", Result.DOUBLE_FORFEIT),
    ],
)
def test_results_are_pairs_of_letters_never_repaired(
    white: str, black: str, result: Result
) -> None:
    tournament = read(player(1, f"   2 w {white}"), player(2, f"   1 B {black}"))
    assert tournament.round(1).games == (Game(1, 2, result),)


@pytest.mark.parametrize(("white", "black"), [("1", "1"), ("1", "="), ("+", "0"), ("1", "L")])
def test_impossible_results_are_refused(white: str, black: str) -> None:
    with pytest.raises(Illegal):
        read(player(1, f"   2 w {white}"), player(2, f"   1 b {black}"))


def test_byes_and_absences() -> None:
    tournament = read(
        player(1, "   2 w 1", "0000 - h"),
        player(2, "   1 b 0", "     - F"),
        player(3, "0000 - U", "0000 - Z"),
        player(4, "        ", "       z"),
        player(5, "0000 -  "),
    )
    assert tournament.round(1).byes == ((3, Bye.PAIRING_ALLOCATED),)
    assert tournament.round(2).byes == (
        (1, Bye.HALF_POINT),
        (2, Bye.FULL_POINT),
        (3, Bye.ZERO_POINT),
        (4, Bye.ZERO_POINT),
    )
    assert tournament.next_round == 2


def test_a_forfeit_without_opponent_is_a_bye_of_its_value_with_a_warning() -> None:
    lines = (player(1, "0000 - +"), player(2, "0000 - -"))
    assert read(*lines).round(1).byes == ((1, Bye.FULL_POINT), (2, Bye.ZERO_POINT))
    found = [(w.line, w.column, w.found, w.expected, w.player, w.round) for w in warnings(*lines)]
    assert found == [(1, 99, "+", "F", 1, 1), (2, 99, "-", "Z", 2, 1)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings(end: str, encoding: str) -> None:
    text = end.join(("012 Città di Lecce  ", player(1, name="Ibáñez, Müller"), "", "  "))
    document = read_trf(text.encode(encoding))
    assert document.tournament.settings.name == "Città di Lecce"
    assert document.tournament.player[1].name == "Ibáñez, Müller"
    told = any("Latin-1" in str(warning) for warning in document.warnings)
    assert told == (encoding == "latin-1")


def test_tournament_lines() -> None:
    dates = "132".ljust(91) + "26/02/28            99/03/01"
    settings = read(
        "### made by hand",
        "012 Open",
        "022 Lecce",
        "032 ITA",
        "042 2026/02/28",
        "052 2026/03/01",
        "062 1 (of 300)",
        "092 Swiss",
        "102 Chief",
        "112 First deputy",
        "112 Second deputy",
        "122 90 minutes",
        dates,
        "142 3",
        "152 b",
        "172 ITA HBFN",
        "182 by hand",
        "192 fide_dutch_2026",
        "202 BH,DE , SB",
        "212 PTS,BH",
        "222 40/6000+30:900+30",
        player(1),
    ).settings
    assert (settings.name, settings.city, settings.federation) == ("Open", "Lecce", "ITA")
    assert (settings.start, settings.end, settings.kind) == ("2026/02/28", "2026/03/01", "Swiss")
    assert settings.deputy_arbiters == ("First deputy", "Second deputy")
    assert settings.round_dates == ("2026/02/28", "", "1999/03/01")
    assert (settings.rounds, settings.initial_colour) == (3, Colour.BLACK)
    assert (settings.rating_method, settings.program) == ("ITA HBFN", "by hand")
    assert settings.system == "dutch-2026"
    assert settings.tie_breaks == ("BH", "DE", "SB")
    assert settings.standings_order == ("PTS", "BH")
    assert settings.time_control_code == "40/6000+30:900+30"
    assert settings.comments == ("made by hand",)


def test_counts_are_compared_not_kept() -> None:
    found = warnings("062 2", "072 1", "082 3", player(1))
    assert [(w.line, w.found, w.expected) for w in found] == [
        (1, "2", "1"),
        (2, "1", "0"),
        (3, "3", "0"),
    ]


def test_unknown_records_are_passed_over_with_a_warning() -> None:
    found = warnings("XXQ 1 2", "999 something", player(1))
    assert [(w.line, w.found) for w in found] == [(1, "XXQ"), (2, "999")]


@pytest.mark.parametrize(
    ("code", "system", "method"),
    [
        ("FIDE_DUTCH", "dutch", None),
        ("FIDE_DUTCH_2017", "dutch-2017", None),
        ("FIDE_DUTCH_2017_BAKU", "dutch-2017", "baku-2016"),
        ("FIDE_DUTCH_2026_BAKU", "dutch-2026", "baku-2026"),
        ("FIDE_DUBOV", "dubov", None),
        ("FIDE_BURSTEIN", "burstein", None),
        ("CUSTOM_SWISS", None, None),
    ],
)
def test_type_codes(code: str, system: str | None, method: str | None) -> None:
    settings = read(f"192 {code}", player(1)).settings
    assert (settings.system, settings.acceleration.method) == (system, method)
    assert bool(warnings(f"192 {code}", player(1))) == (system is None)


@pytest.mark.parametrize(
    ("start", "method", "warned"),
    [
        ("042 2026/01/31", "baku-2016", False),
        ("042 2026/02/01", "baku-2026", False),
        ("###", "baku-2026", True),
    ],
)
def test_an_acceleration_without_edition_goes_by_the_start(
    start: str, method: str, warned: bool
) -> None:
    lines = (start, "192 FIDE_DUTCH_BAKU", player(1))
    assert read(*lines).settings.acceleration.method == method
    assert bool(warnings(*lines)) == warned


# Scoring


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


def test_scoring_records_may_agree() -> None:
    assert scoring("XXS W=3 D=1 PAB=3", "BBW  3.0", "162  W 3.0    D 1.0")["white_win"] == 3
    with pytest.raises(Illegal) as caught:
        scoring("XXS W=3", "162  W 2.0")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.values["other"]) == (2, 6, 1)


# Records that name players


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


@pytest.mark.parametrize("points", ["0.5", "2.0", "3.0"])
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


def test_odd_values_that_do_no_harm_are_warned_about() -> None:
    line = "001    1 fNM  Rossi".ljust(69) + "1990-01-31".ljust(11) + " 0.0"
    assert [(w.column, w.found) for w in warnings(line)] == [
        (10, "f"),
        (11, "NM"),
        (70, "1990-01-31"),
    ]
    assert read(line).player[1].sex is Sex.FEMALE
    assert read(line).player[1].title is None
    odd = warnings("172 ITA SECRET", "222 fast", "012 a\tb", player(1))
    assert [w.line for w in odd] == [1, 2, 3]
