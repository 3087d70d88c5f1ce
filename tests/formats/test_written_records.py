"""The bytes of every written record, with columns, blanks and line ends.

A round trip does not reveal a field that reader and writer move together; other programs would.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.formats.trf import write_trf
from crivello.model.player import NationalRecord, Player, Sex, Title
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import (
    Acceleration,
    Apart,
    ColourPreferences,
    ForfeitedMatch,
    Lineup,
    Options,
    Parity,
    PointsAdjustment,
    PrimaryScore,
    Scoring,
    Settings,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Game, Round, Tournament

ANNA = Player(
    "Rossi, Anna",
    2431,
    id=1,
    number=1,
    title=Title.WGM,
    federation="ITA",
    fide_id=801234,
    birth="1994/05/17",
    sex=Sex.FEMALE,
    rank=2,
)
BRUNO = Player(
    "Verdi, Bruno",
    998,
    id=2,
    number=2,
    title=Title.IM,
    federation="SUI",
    fide_id=12345678901,
    birth="1990/00/00",
    sex=Sex.MALE,
)
CARLO = Player("Neri, Carlo", id=3, number=3)
BASE = Tournament((ANNA, BRUNO, CARLO), (), Settings())


def having(tournament: Tournament = BASE, **changes: object) -> Tournament:
    settings = replace(tournament.settings, **changes)  # type: ignore[arg-type]
    return replace(tournament, settings=settings)


def records(tournament: Tournament, tag: str, dialect: str = "trf26") -> list[str]:
    """Return the lines that begin with a tag."""
    lines = write_trf(tournament, dialect).splitlines()
    return [line for line in lines if line.startswith(tag)]


def player_lines(*players: Player, rounds: tuple[Round, ...] = ()) -> list[str]:
    return records(Tournament(players, rounds, Settings()), "001", "trf16")


# The player line, 001


def test_a_player_line_with_all_its_fields() -> None:
    assert player_lines(ANNA, BRUNO, CARLO) == [
        "001    1 wWGM Rossi, Anna                       2431 ITA      801234 1994/05/17  0.0    2",
        "001    2 m IM Verdi, Bruno                       998 SUI 12345678901 1990/00/00  0.0",
        "001    3      Neri, Carlo                                                        0.0",
    ]


@pytest.mark.parametrize("title", Title)
def test_a_title_stands_at_the_right_of_its_columns(title: Title) -> None:
    (line,) = player_lines(replace(CARLO, id=1, number=1, title=title))
    assert line[:25] == f"001    1  {title.value:>3} Neri, Carlo"


@pytest.mark.parametrize(
    ("category", "columns"),
    [("1N", " 1N"), ("NC", " NC"), ("1", "  1"), ("CM1", "CM1"), ("Cand", "   ")],
)
def test_a_category_stands_where_there_is_no_title(category: str, columns: str) -> None:
    (line,) = player_lines(Player("Neri", id=1, number=1, tags=(("category", category),)))
    assert line[:18] == f"001    1  {columns} Neri"
    (line,) = player_lines(
        Player("Neri", id=1, number=1, title=Title.FM, tags=(("category", category),))
    )
    assert line[:18] == "001    1   FM Neri"


def test_what_does_not_fit_into_its_columns_is_cut_or_left_out() -> None:
    (line,) = player_lines(
        Player(
            "A name that is longer than the thirty-three columns",
            10000,
            id=1,
            number=1,
            title=None,
            federation="ITAL",
            fide_id=123456789012,
            birth="1990/00/00 about",
            rank=10000,
        )
    )
    assert line == (
        "001    1      A name that is longer than the th      ITA             1990/00/00  0.0"
    )


def test_text_has_blanks_for_control_characters_and_none_at_its_ends() -> None:
    (line,) = player_lines(Player(" Neri\tCarlo\x7f\n", id=1, number=1, federation=" I "))
    assert line == "001    1      Neri Carlo                             I" + " " * 27 + "0.0"


def test_numbers_of_players_stand_at_the_right_of_four_columns() -> None:
    players = (
        Player(id=7, number=7),
        Player(id=42, number=42),
        Player(id=123, number=123),
        Player(id=9999, number=9999),
    )
    lines = player_lines(*players, rounds=(Round((Game(7, 42), Game(123, 9999))),))
    assert [line[:8] + line[90:] for line in lines] == [
        "001    7   42 w",
        "001   42    7 b",
        "001  123 9999 w",
        "001 9999  123 b",
    ]


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        (Result.WHITE_WINS, "1.0          2 w 1", "0.0          1 b 0"),
        (Result.DRAW, "0.5          2 w =", "0.5          1 b ="),
        (Result.BLACK_WINS, "0.0          2 w 0", "1.0          1 b 1"),
        (Result.BOTH_LOSE, "0.0          2 w 0", "0.0          1 b 0"),
        (Result.WHITE_DRAWS_BLACK_LOSES, "0.5          2 w =", "0.0          1 b 0"),
        (Result.WHITE_LOSES_BLACK_DRAWS, "0.0          2 w 0", "0.5          1 b ="),
        (Result.SHORT_WHITE_WINS, "1.0          2 w W", "0.0          1 b L"),
        (Result.SHORT_DRAW, "0.5          2 w D", "0.5          1 b D"),
        (Result.SHORT_BLACK_WINS, "0.0          2 w L", "1.0          1 b W"),
        (Result.SHORT_BOTH_LOSE, "0.0          2 w L", "0.0          1 b L"),
        (Result.SHORT_WHITE_DRAWS_BLACK_LOSES, "0.5          2 w D", "0.0          1 b L"),
        (Result.SHORT_WHITE_LOSES_BLACK_DRAWS, "0.0          2 w L", "0.5          1 b D"),
        (Result.WHITE_WINS_BY_FORFEIT, "1.0          2 w +", "0.0          1 b -"),
        (Result.BLACK_WINS_BY_FORFEIT, "0.0          2 w -", "1.0          1 b +"),
        (Result.DOUBLE_FORFEIT, "0.0          2 w -", "0.0          1 b -"),
        (Result.ADJOURNED, "0.5          2 w", "0.5          1 b"),
        (None, "0.0          2 w", "0.0          1 b"),
    ],
)
def test_points_opponent_colour_and_result_of_a_game(
    result: Result | None, white: str, black: str
) -> None:
    lines = player_lines(
        Player(id=1, number=1), Player(id=2, number=2), rounds=(Round((Game(1, 2, result),)),)
    )
    assert [line[81:] for line in lines] == [white, black]


@pytest.mark.parametrize(
    ("bye", "columns"),
    [
        (Bye.PAIRING_ALLOCATED, "1.0       0000 - U"),
        (Bye.FULL_POINT, "1.0       0000 - F"),
        (Bye.HALF_POINT, "0.5       0000 - H"),
        (Bye.ZERO_POINT, "0.0       0000 - Z"),
    ],
)
def test_a_bye_in_a_round_that_is_paired_and_in_the_coming_one(bye: Bye, columns: str) -> None:
    players = (Player(id=1, number=1), Player(id=2, number=2), Player(id=3, number=3))
    paired = Round((Game(1, 2, Result.DRAW),), ((3, bye),))
    assert player_lines(*players, rounds=(paired,))[2][81:] == columns
    if bye.requested:
        assert player_lines(*players, rounds=(Round((), ((3, bye),)),))[2][81:] == columns


def test_a_round_takes_ten_columns_and_an_absence_leaves_them_blank() -> None:
    players = (Player(id=1, number=1), Player(id=2, number=2), Player(id=3, number=3))
    rounds = (
        Round((Game(1, 2, Result.WHITE_WINS),)),
        Round((Game(3, 1, Result.DRAW),)),
        Round((Game(2, 3, Result.BLACK_WINS),), ((1, Bye.HALF_POINT),)),
    )
    lines = player_lines(*players, rounds=rounds)
    assert [line[81:] for line in lines] == [
        "2.0          2 w 1     3 b =  0000 - H",
        "0.0          1 b 0               3 w 0",
        "1.5                    1 w =     2 b 1",
    ]


def test_points_of_two_figures_stand_at_the_right_and_those_that_do_not_fit_are_left_out() -> None:
    def points(win: int) -> str:
        scoring = Scoring.of_units(win, 0, 0, win, unit=2)
        rounds = (Round((Game(1, 2, Result.WHITE_WINS),)),)
        tournament = Tournament(
            (Player(id=1, number=1), Player(id=2, number=2)), rounds, Settings(scoring=scoring)
        )
        return records(tournament, "001    1", "trf16")[0][80:90]

    assert [points(win) for win in (3, 25, 1999)] == [" 1.5      ", "12.5      ", "          "]
    assert points(199) == "99.5      "


@pytest.mark.parametrize(
    "player", [Player(id=3, number=3, entered=3), Player(id=3, number=3, withdrawn_after=1)]
)
def test_who_is_away_in_the_coming_round_has_a_zero_there(player: Player) -> None:
    rounds = (Round((Game(1, 2, Result.DRAW),)),)
    lines = player_lines(Player(id=1, number=1), Player(id=2, number=2), player, rounds=rounds)
    assert [line[81:] for line in lines] == [
        "0.5          2 w =",
        "0.5          1 b =",
        "0.0                 0000 - Z",
    ]


@pytest.mark.parametrize(
    "player", [Player(id=3, number=3, entered=2), Player(id=3, number=3, withdrawn_after=2)]
)
def test_who_may_be_paired_in_the_coming_round_has_nothing_there(player: Player) -> None:
    rounds = (Round((Game(1, 2, Result.DRAW),)),)
    lines = player_lines(Player(id=1, number=1), Player(id=2, number=2), player, rounds=rounds)
    assert lines[2][81:] == "0.0"


def test_after_the_last_round_nobody_is_away() -> None:
    rounds = (Round((Game(1, 2, Result.DRAW),)),)
    players = (
        Player(id=1, number=1),
        Player(id=2, number=2),
        Player(id=3, number=3, withdrawn_after=1),
    )
    over = Tournament(players, rounds, Settings(rounds=1))
    assert records(over, "001    3")[0][81:] == "0.0"
    assert records(having(over, rounds=2), "001    3")[0][81:] == "0.0                 0000 - Z"


# National ratings


def test_a_national_record_has_the_columns_of_a_player_line() -> None:
    italian = NationalRecord(
        "ITA", "Rossi, Anna M.", "CM", 1987, "154321", "1994/05/17", "w", "LOM"
    )
    bare = NationalRecord("SUI", rating=45)
    tournament = replace(BASE, players=(replace(ANNA, national=(italian, bare)), BRUNO, CARLO))
    lines = write_trf(tournament, "trf26").splitlines()
    assert [line for line in lines if line[:3] in ("ITA", "SUI")] == [
        "ITA    1 w CM Rossi, Anna M.                    1987 LOM      154321 1994/05/17",
        "SUI    1                                          45",
    ]
    assert not records(tournament, "ITA", "trf16")


# The tournament


@pytest.mark.parametrize(
    ("field", "tag"),
    [
        ("name", "012"),
        ("city", "022"),
        ("federation", "032"),
        ("start", "042"),
        ("end", "052"),
        ("kind", "092"),
        ("chief_arbiter", "102"),
        ("time_control", "122"),
    ],
)
@pytest.mark.parametrize("dialect", ["trf16", "trfx", "trfbx", "trf26"])
def test_a_text_begins_in_column_5(field: str, tag: str, dialect: str) -> None:
    assert records(having(BASE, **{field: " Some\ttext "}), tag, dialect) == [f"{tag} Some text"]
    assert records(BASE, tag, dialect) == []


def test_counts_of_players_rated_players_and_teams() -> None:
    assert [records(BASE, tag) for tag in ("062", "072", "082")] == [["062 3"], ["072 2"], []]
    teams = (Team("Lions", (1,)), Team("Tigers", (2,)))
    assert records(having(teams=teams), "082") == ["082 2"]


def test_each_deputy_arbiter_has_a_line() -> None:
    tournament = having(deputy_arbiters=("Bianchi, Ada", "", "Gialli, Ugo"))
    assert records(tournament, "112", "trf16") == ["112 Bianchi, Ada", "112 Gialli, Ugo"]


def test_dates_of_rounds_stand_above_the_rounds() -> None:
    dates = ("2026/03/01", "", "2026/03/02", "March 3", "2069/12/31", "2070/01/01", "1970/01/01")
    assert records(having(round_dates=dates), "132", "trf16") == [
        "132" + " " * 88 + "26/03/01            26/03/02            69/12/31            70/01/01"
    ]
    assert records(having(round_dates=("March 1",)), "132", "trf16") == []


def test_a_group_of_players_has_its_name_and_their_numbers() -> None:
    name = "A name of more than thirty-two columns"
    teams = (Team("Lions", (1, 3)), Team(name, (2,)))
    assert records(having(teams=teams), "013", "trf16") == [
        "013 Lions                              1    3",
        "013 A name of more than thirty-two c   2",
    ]
    assert len(records(having(teams=teams), "013", "trf26")) == 2
    assert records(having(teams=teams), "013", "trfbx") == []


# TRF26


@pytest.mark.parametrize(("rounds", "lines"), [(9, ["142 9"]), (100, ["142 100"]), (101, [])])
def test_142_the_number_of_rounds(rounds: int, lines: list[str]) -> None:
    assert records(having(rounds=rounds), "142") == lines
    assert records(BASE, "142") == []


@pytest.mark.parametrize(("colour", "line"), [(Colour.WHITE, "152 W"), (Colour.BLACK, "152 B")])
def test_152_the_initial_colour(colour: Colour, line: str) -> None:
    assert records(having(initial_colour=colour), "152") == [line]
    assert records(BASE, "152") == []


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, []),
        ({"white_win": 6, "black_win": 6, "pairing_allocated_bye": 6}, ["162  W 3.0"]),
        ({"white_draw": 0, "black_draw": 0, "adjourned": 0}, ["162  D 0.0"]),
        ({"white_loss": 1, "black_loss": 1}, ["162  L 0.5"]),
        ({"zero_point_bye": 1}, ["162  A 0.5"]),
        ({"pairing_allocated_bye": 1}, ["162  P 0.5"]),
        ({"adjourned": 0}, ["162  X 0.0"]),
        ({"white_win": 40, "pairing_allocated_bye": 40}, ["162  W20.0"]),
        ({"white_win": 2000, "pairing_allocated_bye": 2000}, []),
        (
            {
                "white_win": 6,
                "white_draw": 2,
                "white_loss": 1,
                "zero_point_bye": 1,
                "pairing_allocated_bye": 4,
                "adjourned": 3,
            },
            ["162  W 3.0    D 1.0    L 0.5    A 0.5    P 2.0    X 1.5"],
        ),
    ],
)
def test_162_only_points_that_are_not_the_usual_ones(
    changes: dict[str, int], lines: list[str]
) -> None:
    assert records(having(scoring=replace(Scoring(), **changes)), "162") == lines


def test_162_names_the_points_of_adjourned_games_if_there_is_one() -> None:
    rounds = (Round((Game(1, 2, Result.ADJOURNED),)),)
    assert records(replace(BASE, rounds=rounds), "162") == ["162  X 0.5"]
    assert records(replace(BASE, rounds=(Round((Game(1, 2),)),)), "162") == []


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("ITA NIDOF", ["172 ITA NIDOF"]),
        ("FI FIDON", ["172 FI  FIDON"]),
        ("FIDE", ["172     FIDE"]),
        ("", []),
    ],
)
def test_172_the_method_of_the_ratings(method: str, lines: list[str]) -> None:
    assert records(having(rating_method=method), "172") == lines


def test_182_the_program() -> None:
    assert records(having(program="crivello 1"), "182") == ["182 crivello 1"]


@pytest.mark.parametrize(
    ("key", "start", "method", "line", "comment"),
    [
        ("dutch-2026", "2026/03/01", None, "192 FIDE_DUTCH", ["### crivello: system=dutch-2026"]),
        ("dutch-2026", "2025/03/01", None, "192 FIDE_DUTCH_2025", []),
        ("dutch-2026", "", None, "192 FIDE_DUTCH_2025", []),
        ("dutch-2017", "2026/03/01", None, "192 FIDE_DUTCH_2017", []),
        ("dutch-2017", "2026/03/01", "baku-2026", "192 FIDE_DUTCH_2017_BAKU", []),
        ("dutch", "", "baku-2016", "192 FIDE_DUTCH_BAKU", []),
        ("dubov-2018", "", None, "192 FIDE_DUBOV", ["### crivello: system=dubov-2018"]),
        ("burstein-2016", "", None, "192 FIDE_BURSTEIN", ["### crivello: system=burstein-2016"]),
        ("lim-1999", "", None, "", ["### crivello: system=lim-1999"]),
    ],
)
def test_192_the_system_and_a_comment_for_what_it_does_not_say(
    key: str, start: str, method: str | None, line: str, comment: list[str]
) -> None:
    tournament = having(system=key, start=start, acceleration=Acceleration(method))
    assert records(tournament, "192") == ([line] if line else [])
    assert records(tournament, "### crivello: system") == comment


def test_202_212_and_222() -> None:
    tournament = having(
        tie_breaks=("BH/C1", "SB"),
        standings_order=("PTS", "DE", "BH"),
        time_control_code="40/6000+30:900+30",
    )
    assert records(tournament, "202") == ["202 BH/C1,SB"]
    assert records(tournament, "212") == ["212 PTS,DE,BH"]
    assert records(tournament, "222") == ["222 40/6000+30:900+30"]
    assert [records(BASE, tag) for tag in ("202", "212", "222")] == [[], [], []]


def test_240_the_byes_after_the_coming_round_by_kind() -> None:
    byes = ((1, Bye.HALF_POINT), (2, Bye.FULL_POINT), (3, Bye.HALF_POINT))
    rounds = (Round((), ((1, Bye.HALF_POINT),)), Round((), byes), Round((), ((2, Bye.ZERO_POINT),)))
    tournament = having(replace(BASE, rounds=rounds), rounds=5)
    assert records(tournament, "240") == [
        "240 F 002    2",
        "240 H 002    1    3",
        "240 Z 003    2",
    ]


def test_240_the_last_round_that_a_file_can_have() -> None:
    rounds = (*[Round()] * 99, Round((), ((1, Bye.HALF_POINT),)))
    assert records(replace(BASE, rounds=rounds), "240") == ["240 H 100    1"]


def test_250_one_line_for_neighbours_with_the_same_points() -> None:
    players = tuple(Player(id=n, number=n) for n in range(1, 7))
    rows = ((1, (2, 2, 1)), (2, (2, 2, 1)), (4, (2, 2)), (6, (0, 0, 1)))
    tournament = Tournament(players, (), Settings(acceleration=Acceleration(virtual=rows)))
    assert records(tournament, "250") == [
        "250       1.0 001 002    1    2",
        "250       1.0 001 002    4    4",
        "250       0.5 003 003    1    2",
        "250       0.5 003 003    6    6",
    ]


@pytest.mark.parametrize(
    ("apart", "rounds", "line"),
    [
        (Apart((1, 2)), None, "260 001        1    2"),
        (Apart((1, 2, 3)), 9, "260 001 009    1    2    3"),
        (Apart((3, 1), 2, 5), 9, "260 002 005    3    1"),
        (Apart((3, 1), 12), 9, "260 012        3    1"),
        (Apart((1, 2), 100), 100, "260 100 100    1    2"),
    ],
)
def test_260_who_does_not_meet(apart: Apart, rounds: int | None, line: str) -> None:
    assert records(having(forbidden=(apart,), rounds=rounds), "260") == [line]


@pytest.mark.parametrize("apart", [Apart(()), Apart((1, 2), 101), Apart((1, 2), 1, 101)])
def test_260_has_no_line_for_what_a_file_cannot_say(apart: Apart) -> None:
    assert records(having(forbidden=(apart,)), "260") == []


@pytest.mark.parametrize(
    ("adjustment", "line"),
    [
        (PointsAdjustment((1,), 1, 3), "299           0.5  003    1"),
        (PointsAdjustment((1, 3), -2), "299          -1.0         1    3"),
        (PointsAdjustment((2,), 21, 100), "299          10.5  100    2"),
        (PointsAdjustment((2,), 4, 1, Award.WIN), "299 W         2.0  001    2"),
        (PointsAdjustment((2,), 4, 1, Award.DRAW), "299 D         2.0  001    2"),
        (PointsAdjustment((2,), 4, 1, Award.LOSS), "299 L         2.0  001    2"),
        (PointsAdjustment((2,), 4, None, Award.HALF_POINT_BYE), "299 H         2.0         2"),
        (PointsAdjustment((2,), 4, None, Award.FULL_POINT_BYE), "299 F         2.0         2"),
        (PointsAdjustment((2,), 4, None, Award.ZERO_POINT_BYE), "299 Z         2.0         2"),
        (PointsAdjustment((2,), 4, None, Award.FORFEIT_WIN), "299 +         2.0         2"),
        (PointsAdjustment((2,), 4, None, Award.FORFEIT_LOSS), "299 -         2.0         2"),
    ],
)
def test_299_special_points(adjustment: PointsAdjustment, line: str) -> None:
    assert records(having(adjustments=(adjustment,)), "299") == [line]


@pytest.mark.parametrize(
    "adjustment",
    [
        PointsAdjustment((), 1),
        PointsAdjustment((1,), 1, 101),
        PointsAdjustment((1,), 2000),
        PointsAdjustment((1,), 1, None, Award.SHORT_WIN),
    ],
)
def test_299_has_no_line_for_what_a_file_cannot_say(adjustment: PointsAdjustment) -> None:
    assert records(having(adjustments=(adjustment,)), "299") == []


def test_comments_and_what_crivello_writes_as_comments() -> None:
    tournament = having(
        replace(BASE, players=(ANNA, replace(BRUNO, estimate=9999), replace(CARLO, estimate=1450))),
        comments=("A remark", ""),
        options=Options(Parity.LITERAL, maxi_tournament=True),
        must_meet=((1, 3), (2, 5)),
    )
    tournament = replace(
        tournament,
        players=(
            *tournament.players,
            Player(id=4, number=4),
            Player(id=5, number=5, estimate=10000),
        ),
    )
    assert records(tournament, "###") == [
        "### A remark",
        "###",
        "### crivello: maxi-tournament=yes",
        "### crivello: parity=literal",
        "### crivello: first-round=1-3,2-5",
        "### crivello: estimates=2:9999,3:1450",
    ]
    assert records(tournament, "###", "trfx") == records(tournament, "###")[2:]
    assert records(tournament, "###", "trfbx") == records(tournament, "###")[2:]
    assert records(tournament, "###", "trf16") == []


def test_records_of_teams_that_are_only_kept() -> None:
    line = "801   1 LIO    4.0\t12.5  "
    assert records(having(team_records=(line,)), "801") == ["801   1 LIO    4.0 12.5"]
    assert records(having(team_records=(line,)), "801", "trfx") == []


# Teams


def of_teams(**changes: object) -> Tournament:
    """Return four teams of two players and two rounds; the second game of the last match is
    unknown.
    """
    players = tuple(Player(f"P{n}", id=n, number=n) for n in range(1, 9))
    teams = (
        Team("Lions", (1, 2), 1, "LIO", "Rossi, Ada", 2150, 2),
        Team("Tigers of a name far longer than its columns", (3, 4), 2, "TIGERS"),
        Team("Bears", (5, 6), 3),
        Team("Wolves", (7, 8), 4, rank=11),
    )
    rounds = (
        Round(
            (
                Game(1, 5, Result.WHITE_WINS),
                Game(6, 2, Result.DRAW),
                Game(7, 3, Result.BLACK_WINS),
                Game(4, 8, Result.WHITE_WINS),
            )
        ),
        Round((Game(3, 1, Result.DRAW), Game(2, 4, Result.DRAW))),
    )
    event = TeamEvent(boards=2, **changes)  # type: ignore[arg-type]
    settings = Settings(rounds=3, teams=teams, team_event=event)
    return Tournament(players, rounds, settings)


def test_310_a_team_with_its_scores_and_members() -> None:
    assert records(of_teams(), "310") == [
        "310   1 Lions                            LIO     2150    3.0    2.5   2     1    2",
        "310   2 Tigers of a name far longer than TIGER           3.0    3.0         3    4",
        "310   3 Bears                                            0.0    0.5         5    6",
        "310   4 Wolves                                           0.0    0.0  11     7    8",
    ]


def test_013_teams_that_are_paired_are_groups_in_older_dialects() -> None:
    assert records(of_teams(), "013") == []
    assert records(of_teams(), "013", "trf16")[0] == "013 Lions" + " " * 30 + "1    2"


def test_352_362_and_captains() -> None:
    assert records(of_teams(), "352") == []
    assert records(of_teams(colours="WBWB"), "352") == ["352 WBWB"]
    assert records(of_teams(), "362") == ["362 TW 2.0   TD 1.0   TL 0.0"]
    three = of_teams(scoring=Scoring.of_units(3, 1, 0, 1, unit=1))
    assert records(three, "362") == ["362 TW 3.0   TD 1.0   TL 0.0"]
    assert records(of_teams(), "### crivello: captain") == ["### crivello: captain=1:Rossi, Ada"]


def test_320_the_bye_of_teams_with_its_points_and_rounds() -> None:
    assert records(of_teams(), "320") == []
    assert records(of_teams(bye_points=3), "320") == ["320  1.0  1.5"]
    byes = ((3, 4, Bye.PAIRING_ALLOCATED), (1, 2, Bye.PAIRING_ALLOCATED))
    assert records(of_teams(byes=byes), "320") == ["320  1.0  1.0 002 000 004"]


@pytest.mark.parametrize(
    ("result", "sign"),
    [
        (Result.WHITE_WINS_BY_FORFEIT, "+-"),
        (Result.BLACK_WINS_BY_FORFEIT, "-+"),
        (Result.DOUBLE_FORFEIT, "--"),
    ],
)
def test_330_a_forfeited_match(result: Result, sign: str) -> None:
    forfeits = (ForfeitedMatch(2, 3, 4, result),)
    assert records(of_teams(forfeits=forfeits), "330") == [f"330 {sign} 002 003 004"]


def test_300_a_line_up_with_its_opponent_and_empty_boards() -> None:
    lineups = (Lineup(1, 1, (2, None)), Lineup(1, 3, (None, 6)), Lineup(3, 4, (8, 7)))
    assert records(of_teams(lineups=lineups), "300") == [
        "300   1   1   3    2 0000",
        "300   1   3   1 0000    6",
        "300   3   4   0    8    7",
    ]


def test_240_byes_that_teams_asked_for() -> None:
    byes = ((3, 4, Bye.HALF_POINT), (2, 3, Bye.ZERO_POINT), (3, 1, Bye.FULL_POINT))
    assert records(of_teams(byes=(*byes, (2, 4, Bye.ZERO_POINT))), "240") == [
        "240 Z 002    3    4",
        "240 F 003    1",
        "240 H 003    4",
    ]


def test_250_260_and_299_of_teams() -> None:
    changes = {
        "acceleration": Acceleration(virtual=((1, (2, 2, 1)), (2, (2, 2)))),
        "forbidden": (Apart((1, 4)), Apart((2, 3), 1, 2)),
        "adjustments": (
            PointsAdjustment((3,), -1, 2),
            PointsAdjustment((1, 4), 2, None, Award.FORFEIT_WIN),
        ),
    }
    assert records(of_teams(**changes), "250") == [
        "250  2.0  0.0 001 002    1    1",
        "250  1.0  0.0 003 003    1    1",
        "250  2.0  0.0 001 002    2    2",
    ]
    assert records(of_teams(**changes), "260") == ["260 001 003    1    4", "260 001 002    2    3"]
    assert records(of_teams(**changes), "299") == [
        "299    -1.0        002    3",
        "299 +   2.0               1    4",
    ]
    by_games = having(of_teams(**changes), options=Options(primary_score=PrimaryScore.GAME))
    assert records(by_games, "250") == [
        "250       1.0 001 002    1    1",
        "250       0.5 003 003    1    1",
        "250       1.0 001 002    2    2",
    ]
    assert records(by_games, "299") == [
        "299          -0.5  002    3",
        "299 +         1.0         1    4",
    ]
    # The scores of record 310 stay in their columns.
    by_games = having(of_teams(), options=Options(primary_score=PrimaryScore.GAME))
    assert records(by_games, "310") == records(of_teams(), "310")


@pytest.mark.parametrize(
    ("options", "method", "code"),
    [
        (Options(), None, "FIDE_TEAM_TYPEA_MP_GP"),
        (Options(), "baku-2026", "FIDE_TEAM_TYPEA_MP_GP_BAKU"),
        (
            Options(colour_preferences=ColourPreferences.TYPE_B, primary_score=PrimaryScore.GAME),
            None,
            "FIDE_TEAM_TYPEB_GP_MP",
        ),
        (Options(colour_preferences=ColourPreferences.NONE), None, "FIDE_TEAM_MP_GP"),
    ],
)
def test_192_of_teams(options: Options, method: str | None, code: str) -> None:
    tournament = of_teams(acceleration=Acceleration(method))
    tournament = having(tournament, system="team-2026", options=options)
    assert records(tournament, "192") == [f"192 {code}"]


# JaVaFo and bbpPairings


@pytest.mark.parametrize("dialect", ["trfx", "trfbx"])
def test_xxr_and_xxc(dialect: str) -> None:
    assert records(having(rounds=9), "XXR", dialect) == ["XXR 9"]
    assert records(having(rounds=100), "XXR", dialect) == ["XXR 100"]
    assert records(having(rounds=101), "XXR", dialect) == []
    assert records(BASE, "XX", dialect) == []
    white, black = having(initial_colour=Colour.WHITE), having(initial_colour=Colour.BLACK)
    assert records(white, "XXC", dialect) == ["XXC white1"]
    assert records(black, "XXC", dialect) == ["XXC black1"]
    turned = replace(black, players=(replace(ANNA, id=2), replace(BRUNO, id=1), CARLO))
    assert records(turned, "XXC", dialect) == ["XXC rank black1"]


@pytest.mark.parametrize(
    ("scoring", "lines"),
    [
        (Scoring(), []),
        (Scoring.of_units(6, 2, 0, 6, unit=2), ["XXS W=3 D=1 PAB=3"]),
        (replace(Scoring(), black_win=3), ["XXS WW=1 BW=1.5 FW=1 FPB=1"]),
        (replace(Scoring(), white_loss=1, black_loss=1), ["XXS WL=0.5 BL=0.5"]),
        (replace(Scoring(), white_draw=2), ["XXS WD=1 BD=0.5 HPB=0.5"]),
        (replace(Scoring(), half_point_bye=0), ["XXS WD=0.5 BD=0.5 HPB=0"]),
        (replace(Scoring(), zero_point_bye=1), ["XXS ZPB=0.5"]),
        (replace(Scoring(), forfeit_win=1), ["XXS WW=1 BW=1 FW=0.5 FPB=1"]),
        (replace(Scoring(), forfeit_loss=1), ["XXS FL=0.5"]),
        (replace(Scoring(), full_point_bye=0), ["XXS WW=1 BW=1 FW=1 FPB=0"]),
        (replace(Scoring(), pairing_allocated_bye=1), ["XXS PAB=0.5"]),
    ],
)
def test_xxs_points_that_are_not_the_usual_ones(scoring: Scoring, lines: list[str]) -> None:
    assert records(having(scoring=scoring), "XXS", "trfx") == lines


def test_xxs_leaves_out_points_that_decimals_do_not_give_and_those_below_zero() -> None:
    thirds = Scoring.of_units(3, 1, 0, 3, unit=3)
    assert records(having(scoring=thirds), "XXS", "trfx") == []
    below = Scoring.of_units(2, 1, -1, 2, unit=2)
    assert records(having(scoring=below), "XXS", "trfx") == []


def test_310_leaves_out_points_that_decimals_do_not_give() -> None:
    event = of_teams()
    thirds = replace(event.settings, scoring=Scoring.of_units(3, 1, 0, 3, unit=3))
    lines = records(replace(event, settings=thirds), "310")
    assert [line[56:67].rstrip() for line in lines] == [
        " 3.0    2.0",
        " 3.0",
        " 0.0",
        " 0.0    0.0",
    ]


def test_bb_points_that_are_not_the_usual_ones() -> None:
    scoring = replace(Scoring.of_units(6, 2, 1, 4, unit=2), forfeit_loss=2, zero_point_bye=1)
    assert records(having(scoring=scoring), "BB", "trfbx") == [
        "BBW  3.0",
        "BBD  1.0",
        "BBL  0.5",
        "BBZ  0.5",
        "BBF  1.0",
        "BBU  2.0",
    ]
    assert records(BASE, "BB", "trfbx") == []


@pytest.mark.parametrize("dialect", ["trfx", "trfbx"])
def test_xxa_and_xxp(dialect: str) -> None:
    virtual = Acceleration(virtual=((1, (2, 0, 1)), (2, (0, 0)), (3, (20, 0, 0))))
    assert records(having(acceleration=virtual), "XXA", dialect) == [
        "XXA    1  1.0  0.0  0.5",
        "XXA    3 10.0",
    ]
    assert records(having(acceleration=virtual, rounds=4), "XXA", dialect) == [
        "XXA    1  1.0  0.0  0.5  0.0",
        "XXA    3 10.0  0.0  0.0  0.0",
    ]
    baku = having(acceleration=Acceleration("baku-2026"), rounds=4)
    assert records(baku, "XXA", dialect) == [
        "XXA    1  1.0  0.5  0.0  0.0",
        "XXA    2  1.0  0.5  0.0  0.0",
    ]
    apart = (Apart((1, 2)), Apart((1, 3), 2), Apart((2, 3), 1, 1), Apart(()))
    assert records(having(forbidden=apart), "XXP", dialect) == ["XXP 1 2", "XXP 2 3"]


# Whole files


def test_the_order_of_the_records_and_the_ends_of_the_lines() -> None:
    rounds = (
        Round((Game(1, 2, Result.WHITE_WINS),), ((3, Bye.PAIRING_ALLOCATED),)),
        Round((), ((2, Bye.HALF_POINT),)),
        Round((), ((3, Bye.ZERO_POINT),)),
    )
    settings = Settings(
        name="Open",
        city="Parma",
        federation="ITA",
        start="2026/03/01",
        end="2026/03/03",
        round_dates=("2026/03/01",),
        kind="Swiss",
        chief_arbiter="Bianchi, Ada",
        deputy_arbiters=("Gialli, Ugo",),
        time_control="90 minutes",
        time_control_code="5400+30",
        rounds=3,
        initial_colour=Colour.WHITE,
        system="dutch-2017",
        scoring=replace(Scoring(), pairing_allocated_bye=1),
        acceleration=Acceleration(virtual=((1, (2,)),)),
        forbidden=(Apart((2, 3)),),
        adjustments=(PointsAdjustment((2,), -1, 1),),
        tie_breaks=("BH",),
        standings_order=("PTS", "BH"),
        rating_method="ITA FIDON",
        program="crivello",
        teams=(Team("Lions", (1, 3)),),
        team_records=("801   1",),
        comments=("A remark",),
        options=Options(Parity.LITERAL),
        must_meet=((1, 2),),
    )
    italian = replace(BRUNO, national=(NationalRecord("ITA", rating=1500),))
    tournament = Tournament((ANNA, italian, CARLO), rounds, settings)
    players = [
        "001    1 wWGM Rossi, Anna                       2431 ITA      801234 1994/05/17"
        "  1.0    2     2 w 1",
        "001    2 m IM Verdi, Bruno                       998 SUI 12345678901 1990/00/00"
        "  0.0          1 b 0  0000 - H",
        "001    3      Neri, Carlo                                                      "
        "  0.5       0000 - U",
    ]
    head = [
        "012 Open",
        "022 Parma",
        "032 ITA",
        "042 2026/03/01",
        "052 2026/03/03",
        "062 3",
        "072 2",
    ]
    head += ["082 1", "092 Swiss", "102 Bianchi, Ada", "112 Gialli, Ugo", "122 90 minutes"]
    head += ["132" + " " * 88 + "26/03/01"]
    of_2026 = [
        "142 3",
        "152 W",
        "162  P 0.5",
        "172 ITA FIDON",
        "182 crivello",
        "192 FIDE_DUTCH_2017",
    ]
    of_2026 += ["202 BH", "212 PTS,BH", "222 5400+30"]
    ours = ["### crivello: parity=literal", "### crivello: first-round=1-2"]
    team = ["013 Lions" + " " * 30 + "1    3"]
    foot = ["240 Z 003    3", "250       1.0 001 001    1    1", "260 001 003    2    3"]
    foot += ["299          -0.5  001    2", "801   1"]
    national = ["ITA    2                                        1500"]
    engines = ["XXA    1  1.0  0.0  0.0", "XXP 2 3"]

    def file(end: str, *lines: str) -> str:
        return "".join(line + end for line in lines)

    assert write_trf(tournament, "trf16") == file("\n", *head, *players, *team)
    assert write_trf(tournament, "trf26") == file(
        "\r\n", "### A remark", *head, *of_2026, *ours, *players, *national, *team, *foot
    )
    assert write_trf(tournament, "trfx") == file(
        "\n", *head, "XXR 3", "XXC white1", "XXS PAB=0.5", *ours, *players, *team, *engines
    )
    assert write_trf(tournament, "trfbx") == file(
        "\n", *head, "XXR 3", "XXC white1", "BBU  0.5", *ours, *players, *engines
    )
