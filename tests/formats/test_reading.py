"""Reading report files: player lines, results, the tournament, unusual values."""

import pytest

from crivello.formats.trf import read_trf
from crivello.model.errors import Illegal, Malformed
from crivello.model.player import Sex, Title
from crivello.model.result import Bye, Colour, Result
from crivello.model.tournament import Game
from crivello.rules.acceleration import virtual_points
from tests.formats.report_lines import GAME, player, read, warnings

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


@pytest.mark.parametrize("sign", "?X9")
def test_unknown_results_are_none_in_a_tolerant_reading(sign: str) -> None:
    text = player(1, f"   2 w {sign}") + "\n" + player(2, f"   1 b {sign}")
    with pytest.raises(Malformed):
        read_trf(text)
    found = read_trf(text, tolerant=True)
    (game,) = found.tournament.round(1).games
    assert game.result is None
    assert found.repairs


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


def test_a_result_without_opponent_is_a_bye_of_its_value_with_a_warning() -> None:
    lines = (player(1, "0000 - +"), player(2, "0000 - ="), player(3, "       -"))
    assert read(*lines).round(1).byes == (
        (1, Bye.PAIRING_ALLOCATED),
        (2, Bye.HALF_POINT),
        (3, Bye.ZERO_POINT),
    )
    found = [(w.line, w.column, w.found, w.expected, w.player, w.round) for w in warnings(*lines)]
    assert found == [(1, 99, "+", "U", 1, 1), (2, 99, "=", "H", 2, 1), (3, 99, "-", "Z", 3, 1)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings(end: str, encoding: str) -> None:
    text = end.join(("012 Città di Lecce  ", player(1, name="Ibáñez, Müller"), "", "  "))
    document = read_trf(text.encode(encoding))
    assert document.tournament.settings.name == "Città di Lecce"
    assert document.tournament.player[1].name == "Ibáñez, Müller"
    told = any("Latin-1" in str(warning) for warning in document.warnings)
    assert told == (encoding == "latin-1")


def test_a_ctrl_z_at_the_end_of_an_old_file_is_no_record() -> None:
    lines = [player(1), player(2)]
    assert read(*lines) == read(*lines, "\x1a")


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
    found = warnings("DDD SSSS sTTT NNNN", "999 something", player(1))
    assert [(w.line, w.found) for w in found] == [(1, "DDD"), (2, "999")]


@pytest.mark.parametrize("record", ["XXQ 1 2", "BBX  1.0", "ACC    1  1.0"])
def test_an_unknown_record_on_which_a_pairing_may_depend_is_refused(record: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(record, player(1))
    (problem,) = caught.value.problems
    assert (problem.line, problem.found) == (1, record[:3])


@pytest.mark.parametrize("line", ["1234567890" * 9, "0123456789012", "---------", "# a", "// b"])
def test_rulers_and_comments_are_passed_over_with_a_warning(line: str) -> None:
    assert [w.line for w in warnings(line, player(1))] == [1]


@pytest.mark.parametrize(
    ("code", "system", "method"),
    [
        ("FIDE_DUTCH", "dutch", None),
        ("FIDE_DUTCH_2017", "dutch-2017", None),
        ("FIDE_DUTCH_2017_BAKU", "dutch-2017", "baku-2016"),
        ("FIDE_DUTCH_2026_BAKU", "dutch-2026", "baku-2026"),
        ("FIDE_DUBOV", "dubov", None),
        ("FIDE_BURSTEIN", "burstein", None),
        ("FIDE_DUTCH_2025", "dutch-2026", None),
        ("FIDE_DUTCH_2025_BAKU", "dutch-2026", "baku-2026"),
        ("FIDE_DUBOV_2018", "dubov-2018", None),
        ("BERGER_DOUBLEROUNDROBIN", "doubleroundrobin", None),
        ("FIDE_ROUNDROBIN", "roundrobin", None),
        ("FIDE_TEAM_TYPEB_GP", "team-swiss", None),
    ],
)
def test_type_codes(code: str, system: str, method: str | None) -> None:
    settings = read(f"192 {code}", player(1)).settings
    assert (settings.system, settings.acceleration.method) == (system, method)
    assert not warnings(f"192 {code}", player(1))


@pytest.mark.parametrize(
    ("code", "system"),
    [("FIDE_DUTCH_2019", "dutch-2017"), ("FIDE_DUTCH_2028_BAKU", "dutch-2026")],
)
def test_a_year_that_no_edition_has_means_the_nearest_one_with_a_warning(
    code: str, system: str
) -> None:
    assert read(f"192 {code}", player(1)).settings.system == system
    (warning,) = warnings(f"192 {code}", player(1))
    assert warning.sentence.values["system"] == system


@pytest.mark.parametrize(
    "code",
    ["FIDE_HALEY", "FIDE_DUTCH_HALEY", "FIDE_DUTCH_2026_X", "CUSTOM_SWISS", "CUSTOM_DOUBLESWISS"],
)
def test_a_system_that_is_not_known_is_never_left_out(code: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(f"192 {code}", player(1))
    assert [(p.line, p.column, p.found) for p in caught.value.problems] == [(1, 5, code)]


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


@pytest.mark.parametrize(
    ("rounds", "system", "method"),
    [
        (7, "192 FIDE_DUTCH_2017_BAKU", "baku-2025"),
        (8, "192 FIDE_DUTCH_BAKU", "baku-2025"),
        (9, "192 FIDE_DUTCH_BAKU", "baku-2016"),
        (7, "192 FIDE_DUTCH_2026_BAKU", "baku-2026"),
    ],
)
def test_the_baku_edition_of_a_short_tournament(rounds: int, system: str, method: str) -> None:
    event = read("042 2023/05/01", f"142 {rounds}", system, player(1), player(2))
    assert event.settings.acceleration.method == method
    assert virtual_points(event, 3)[1, 1] == event.settings.scoring.win


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("g", "GM"),
        ("m", "IM"),
        ("f", "FM"),
        ("c", "CM"),
        ("gf", "WGM"),
        ("wm", "WIM"),
        ("cf", "WCM"),
    ],
)
def test_titles_of_old_files(written: str, title: str) -> None:
    line = f"001    1 m{written:>3} Rossi".ljust(80) + " 0.0"
    found = read(line).player[1].title
    assert found is not None
    assert found.value == title
    assert [(w.column, w.found) for w in warnings(line)] == [(11, written)]


@pytest.mark.parametrize(
    ("written", "birth"),
    [("2005/00/00", "2005/00/00"), ("1978", "1978"), ("1969.01.31", "1969/01/31")],
)
def test_dates_of_birth(written: str, birth: str) -> None:
    line = "001    1      Rossi".ljust(69) + written.ljust(11) + " 0.0"
    assert read(line).player[1].birth == birth
    assert not warnings(line)


def test_odd_values_that_do_no_harm_are_warned_about() -> None:
    line = "001    1 fNM  Rossi".ljust(69) + "long ago".ljust(11) + " 0.0"
    assert [(w.column, w.found) for w in warnings(line)] == [
        (10, "f"),
        (11, "NM"),
        (70, "long ago"),
    ]
    assert read(line).player[1].sex is Sex.FEMALE
    assert read(line).player[1].title is None
    assert read(line).player[1].tags == (("category", "NM"),)
    odd = warnings("172 ITA SECRET", "222 fast", "012 a\tb", player(1))
    assert [w.line for w in odd] == [1, 2, 3]


def test_who_stands_on_a_line_that_cannot_be_read_is_not_missed_as_well() -> None:
    """Record 240 may name the player whose number is unreadable: this is one problem, not two."""
    with pytest.raises(Malformed) as caught:
        read(player(1), player(2).replace("   2", "  x2"), "240 H 002    2")
    assert [problem.line for problem in caught.value.problems] == [2]
    with pytest.raises(Illegal) as missing:
        read(player(1), player(3), "240 H 002    2")
    assert [problem.line for problem in missing.value.problems] == [3]


def test_virtual_points_of_nothing_are_none() -> None:
    assert read(player(1), "250       0.0 001 003    1    1").settings.acceleration.virtual == ()
    some = read(player(1), "250       1.0 002 003    1    1", "142 5").settings.acceleration
    assert some.virtual == ((1, (0, 2, 2)),)


def test_many_short_ranges_of_late_rounds_are_not_much() -> None:
    players = [player(number) for number in range(1, 501)]
    late = ["250       1.0 100 100    1  500"] * 11
    virtual = read(*players, *late).settings.acceleration.virtual
    assert [len(row) for _, row in virtual] == [100] * 500


def test_text_beside_the_dates_of_the_rounds_is_refused() -> None:
    dates = "26/03/01 and 26/03/02"
    with pytest.raises(Malformed) as caught:
        read("042 2026/03/01", "052 2026/03/02", f"132 {dates}", player(1))
    assert [(problem.line, problem.column, problem.found) for problem in caught.value.problems] == [
        (3, 5, dates)
    ]


def test_a_date_of_several_readings_is_told_with_its_record() -> None:
    (first,) = warnings("042 01/02/2026", player(1))
    (last,) = warnings("052 01/02/2026", player(1))
    assert [one.sentence.values["tag"] for one in (first, last)] == ["042", "052"]


def test_a_line_has_a_hundred_rounds_at_most() -> None:
    """Round 100 begins in column 1082."""
    away = [" " * 8] * 99
    whole = (player(1, *away, "   2 w 1"), player(2, *away, "   1 b 0"))
    assert read(*whole).round(100).games == (Game(1, 2, Result.WHITE_WINS),)
    # A line that is written otherwise than usual is read cell by cell.
    unusual = player(1, "0000 - -", *away[1:], "   2 w 1")
    assert read(unusual, whole[1]).round(100).games == (Game(1, 2, Result.WHITE_WINS),)
    with pytest.raises(Malformed) as caught:
        read(player(1, *away, " " * 8, "   2 w 1"), player(2))
    found = [(problem.line, problem.column, problem.found) for problem in caught.value.problems]
    assert found == [(1, 1092, "2 w 1")]


def test_a_control_character_at_the_beginning_of_a_text_is_a_warning() -> None:
    (warning,) = warnings("012 \x07Open", *GAME)
    assert (warning.line, warning.column, warning.found) == (1, 5, r"\x07")


@pytest.mark.parametrize("column", [9, 14, 18, 22, 27, 32])
def test_250_has_blanks_between_its_fields(column: int) -> None:
    line = "250       1.0 001 002    1    2 "
    assert read(line, *GAME).settings.acceleration.virtual == ((1, (2, 2)), (2, (2, 2)))
    with pytest.raises(Malformed) as caught:
        read(line[: column - 1] + "0" + line[column:], *GAME)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.found) == (1, column, "0")
