"""Tolerant reading: repairs are listed, and no pairing depends on a guess."""

from pathlib import Path

import pytest

from crivello.formats import Repair, TournamentDocument, read_document
from crivello.formats.trf import read_trf
from crivello.model.errors import CrivelloError, Illegal, Malformed, TooLarge
from crivello.model.result import Bye, Colour, Result
from crivello.model.tournament import Game, Tournament
from crivello.words import COMPLETE_LANGUAGES, Sentence, say
from tests.formats.report_lines import player
from tests.support.data import DATA

MOVED = Sentence("Record {tag} was moved.", tag="132")
SAFE = Repair(MOVED, 3, 93, "26/11/16", "26/11/16", False)
NO_COLOUR = Sentence("Player {player} has no colour.", player=2)
DOUBTFUL = Repair(NO_COLOUR, 7, 97, "-", "w", True, 2, 1)


def test_a_round_is_paired_from_repairs_that_cannot_change_it() -> None:
    assert TournamentDocument(Tournament(), repairs=(SAFE,)).to_pair() == Tournament()


def test_the_repair_that_stands_in_the_way_is_named() -> None:
    with pytest.raises(Illegal) as caught:
        TournamentDocument(Tournament(), repairs=(SAFE, DOUBTFUL)).to_pair()
    (problem,) = caught.value.problems
    assert str(problem) == "Player 2 has no colour."
    assert (problem.line, problem.column, problem.found, problem.player) == (7, 97, "-", 2)


def test_a_sound_file_needs_no_repair() -> None:
    text = "XXR 5\n001    1" + " " * 73 + "0.0"
    assert read_document(text, tolerant=True) == read_document(text)


def mended(*lines: str) -> tuple[Tournament, list[tuple[int | None, int | None, str, str, bool]]]:
    """Read lines tolerantly, and return the tournament and its repairs with their places.

    A strict reading must fail.
    """
    text = "\n".join(lines)
    with pytest.raises(CrivelloError):
        read_trf(text)
    document = read_trf(text, tolerant=True)
    for repair in document.repairs:
        for language in COMPLETE_LANGUAGES:
            assert say(repair, language)
            assert say(repair.taken.replace("{", "{{").replace("}", "}}"), language)
    return document.tournament, [
        (r.line, r.column, r.found, r.taken, r.changes_pairing) for r in document.repairs
    ]


GAME = (player(1, "   2 w 1", points="1.0"), player(2, "   1 b 0", points="0.0"))
WON = Game(1, 2, Result.WHITE_WINS)
FREE_COLOUR = "the colour that the opponent does not have"
HERE = "the game as written here"


def test_a_forfeit_without_a_colour() -> None:
    lines = (player(1, "   2 - +", points="1.0"), player(2, "   1 - -", points="0.0"))
    tournament, repairs = mended(*lines)
    assert tournament.round(1).games == (Game(1, 2, Result.WHITE_WINS_BY_FORFEIT),)
    assert repairs == [(1, 97, "-", FREE_COLOUR, False), (2, 97, "-", FREE_COLOUR, False)]


def test_a_played_game_without_a_colour_takes_the_one_left() -> None:
    tournament, repairs = mended(GAME[0].replace("2 w 1", "2   1"), GAME[1])
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 97, "", FREE_COLOUR, True)]


def test_a_game_without_any_colour_gives_white_to_the_smaller_number() -> None:
    tournament, repairs = mended(GAME[0].replace("2 w 1", "2   1"), GAME[1].replace("b", " "))
    assert tournament.round(1).games == (WON,)
    assert [(line, column) for line, column, *_ in repairs] == [(1, 97), (2, 97)]


def test_an_unreadable_cell_after_the_last_round_does_not_make_a_round() -> None:
    tournament, repairs = mended("142 1", GAME[0] + "  ????????", GAME[1])
    assert tournament.settings.rounds == 1
    assert [line for line, *_ in repairs] == [2]


def test_two_pairing_allocated_byes_are_both_taken() -> None:
    lines = (player(1, "0000 - U", points="1.0"), player(2, "0000 - +", points="1.0"))
    tournament, repairs = mended(*lines)
    assert tournament.round(1).byes == ((1, Bye.PAIRING_ALLOCATED), (2, Bye.PAIRING_ALLOCATED))
    assert repairs == [(2, 99, "U", "U", False)]


def test_a_blank_that_the_points_tell_to_be_a_half_point_bye() -> None:
    late = player(3, " " * 8, "   2 w 1", points="1.5")
    lines = (GAME[0] + "  0000 - U", GAME[1] + "     3 b 0", late)
    tournament, repairs = mended(lines[0].replace(" 1.0 ", " 2.0 "), *lines[1:])
    assert tournament.round(1).byes == ((3, Bye.HALF_POINT),)
    assert repairs == [(3, 92, "", "H", True)]


def test_the_text_of_a_cell_that_becomes_a_half_point_bye_is_shown() -> None:
    late = player(3, "0000 -  ", "   2 w 1", points="1.5")
    lines = (GAME[0] + "  0000 - U", GAME[1] + "     3 b 0", late)
    _, repairs = mended(lines[0].replace(" 1.0 ", " 2.0 "), *lines[1:])
    assert repairs == [(3, 92, "0000 -", "H", True)]


def test_one_half_point_among_several_blanks_is_in_the_first_of_them() -> None:
    """A late entry: rounds 1 and 2 are blank, and the points imply one half-point bye."""
    lines = (
        player(1, "   2 w 1", "   2 b =", "   3 b 0", points="1.5"),
        player(2, "   1 b 0", "   1 w =", "0000 - U", points="1.5"),
        player(3, " " * 8, " " * 8, "   1 w 1", points="1.5"),
    )
    tournament, repairs = mended(*lines)
    assert [this.byes for this in tournament.rounds[:2]] == [((3, Bye.HALF_POINT),), ()]
    assert repairs == [(3, 92, "", "H", True)]


def test_full_points_for_all_blanks() -> None:
    lines = (
        player(1, "   2 w 1", "   2 b =", "   3 b 0", points="1.5"),
        player(2, "   1 b 0", "   1 w =", "0000 - U", points="1.5"),
        player(3, " " * 8, " " * 8, "   1 w 1", points="3.0"),
    )
    tournament, repairs = mended(*lines)
    assert [this.byes for this in tournament.rounds[:2]] == [((3, Bye.FULL_POINT),)] * 2
    assert repairs == [(3, 92, "", "F", True), (3, 102, "", "F", True)]


def test_points_that_do_not_add_up_say_by_how_much() -> None:
    lines = (GAME[0].replace("1.0", "1.7"), GAME[1])
    tournament, repairs = mended(*lines)
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 81, "1.7", "1.0", True)]
    (repair,) = read_trf("\n".join(lines), tolerant=True).repairs
    assert repair.sentence.values["difference"] == "+0.7"


def test_a_scoring_that_explains_the_points_of_everybody() -> None:
    lines = (
        player(1, "   2 w 1", "   3 b =", points="3.0"),
        player(2, "   1 b 0", "0000 - U", points="2.0"),
        player(3, "0000 - U", "   1 w =", points="3.0"),
    )
    tournament, repairs = mended(*lines)
    scoring = tournament.settings.scoring
    assert (scoring.win, scoring.draw, scoring.pairing_allocated_bye) == (4, 2, 4)
    assert repairs == [(1, 81, "3.0", "2 / 1 / 0", False)]


def test_a_scoring_is_not_deduced_if_one_player_does_not_fit() -> None:
    lines = (player(1, "   2 w 1", points="2.0"), player(2, "   1 b 0", points="1.0"))
    tournament, repairs = mended(*lines)
    assert tournament.settings.scoring.win == tournament.settings.scoring.unit
    assert [repair[3:] for repair in repairs] == [("1.0", True), ("0.0", True)]


def test_a_player_line_without_a_number_gets_the_one_that_opponents_name() -> None:
    tournament, repairs = mended(GAME[0], GAME[1].replace("   2 ", "     ", 1))
    assert tournament.round(1).games == (WON,)
    assert repairs == [(2, 5, "", "2", True)]


def test_the_second_line_of_a_number_gets_another_one() -> None:
    other = player(2, "   1 b 0", points="0.0", name="Verdi")
    tournament, repairs = mended(GAME[0], GAME[1], other)
    assert [p.number for p in tournament.players] == [1, 2, 3]
    assert repairs[0] == (3, 5, "2", "3", True)


def test_the_same_line_twice_counts_once() -> None:
    tournament, repairs = mended(*GAME, GAME[1])
    assert len(tournament.players) == 2
    assert repairs == [(3, 5, "2", "nothing", True)]


@pytest.mark.parametrize("column", [40, 85])
@pytest.mark.parametrize("count", [1, 3])
def test_a_shifted_line_is_put_right(column: int, count: int) -> None:
    line = player(1, "   2 w 1", points="1.0", rank="1", name="Rossi")
    line = line[:48] + "2100" + line[52:]
    shifted = line[: column - 1] + line[column - 1 + count :]
    tournament, repairs = mended(shifted, GAME[1])
    assert tournament.round(1).games == (WON,)
    assert tournament.player[1].rating == 2100
    assert [repair[4] for repair in repairs] == [True]


@pytest.mark.parametrize("column", [48, 53, 57, 69, 80])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_line_with_blanks_too_many_is_put_right(column: int, count: int) -> None:
    line = "001    1 wWGM " + "N" * 33 + " 2100 ITA 12345678901 1994/05/17  1.0 1111     2 w 1"
    shifted = line[: column - 1] + " " * count + line[column - 1 :]
    tournament, _ = mended(shifted, GAME[1])
    assert tournament == read_trf("\n".join([line, GAME[1]])).tournament
    (repair,) = read_trf("\n".join([shifted, GAME[1]]), tolerant=True).repairs
    assert (repair.sentence.values["place"], repair.sentence.values["count"]) == (column, -count)


@pytest.mark.parametrize(
    ("letter", "bye"),
    [
        ("1", Bye.FULL_POINT),
        ("W", Bye.FULL_POINT),
        ("D", Bye.HALF_POINT),
        ("0", Bye.ZERO_POINT),
        ("L", Bye.ZERO_POINT),
    ],
)
def test_the_result_of_a_game_without_an_opponent_is_a_bye_worth_as_much(
    letter: str, bye: Bye
) -> None:
    tournament, repairs = mended(*GAME, player(3, f"     w {letter}"))
    assert tournament.round(1).byes == ((3, bye),)
    assert (3, 99, letter, bye.value) in [repair[:4] for repair in repairs]


@pytest.mark.parametrize(("column", "changes"), [(9, True), (14, False), (53, True), (57, False)])
def test_a_sign_between_two_fields_changes_a_pairing_beside_number_and_rating(
    column: int, changes: bool
) -> None:
    line = GAME[0][: column - 1] + "/" + GAME[0][column:]
    _, repairs = mended(line, GAME[1])
    assert [(where, found, changed) for _, where, found, _, changed in repairs] == [
        (column, "/", changes)
    ]


def test_words_after_blanks_are_no_record() -> None:
    tournament, repairs = mended("  XYZ words", *GAME)
    assert len(tournament.players) == 2
    assert repairs == [(1, 1, "  XYZ words", "nothing", True)]


def test_a_long_number_that_occurs_twice_is_shown_whole() -> None:
    _, repairs = mended(player(1234, "1235 w 1"), player(1235, "1234 b 0"), player(1234))
    assert (repairs[0][0], repairs[0][1], repairs[0][2]) == (3, 5, "1234")


def test_match_points_where_there_are_no_teams_count_for_nothing() -> None:
    virtual, penalty = "250  2.0  1.0 001 002    1    2", "299    -1.0   1.0  001    1"
    tournament, repairs = mended(virtual, penalty, *GAME)
    assert tournament.settings.acceleration.virtual == ()
    assert tournament.settings.adjustments == ()
    assert [repair[:3] for repair in repairs] == [(1, 5, "2.0"), (2, 8, "-1.0")]


def test_tabs_are_blanks() -> None:
    tournament, repairs = mended(GAME[0].replace(" 1.0 ", "\t1.0 "), GAME[1])
    assert tournament.round(1).games == (WON,)
    assert [(repair[0], repair[2], repair[3]) for repair in repairs] == [(1, "\\t", "blanks")]


def test_a_record_after_blanks() -> None:
    tournament, repairs = mended(GAME[0], "  " + GAME[1])
    assert tournament.round(1).games == (WON,)
    assert repairs == [(2, 1, "  001    2  ", "001    2", True)]


def test_a_tab_after_the_record() -> None:
    tournament, repairs = mended("012\tOpen", *GAME)
    assert tournament.settings.name == "Open"
    assert [(repair[1], repair[2]) for repair in repairs] == [(4, "\\t")]


def test_a_blank_that_is_none() -> None:
    line = GAME[0][:89] + "\xa0" + GAME[0][90:]
    tournament, repairs = mended(line, GAME[1])
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 90, "\xa0", "nothing", False)]


@pytest.mark.parametrize("points", ["1,0", "1½"])
def test_points_in_other_spellings(points: str) -> None:
    line = GAME[0] if points == "1,0" else GAME[0] + "  0000 - H"
    tournament, repairs = mended(line.replace("1.0", points.rjust(3)), GAME[1])
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 81, points, {"1,0": "1.0", "1½": "1.5"}[points], False)]


def test_rubbish_after_the_last_round() -> None:
    tournament, repairs = mended(GAME[0] + "  (moved up)", GAME[1])
    assert tournament.round(1).games == (WON,)
    assert [(r[0], r[3], r[4]) for r in repairs] == [(1, "nothing", False)]


def test_a_cell_with_other_blanks() -> None:
    tournament, repairs = mended(GAME[0].replace("   2 w 1", "   2w  1"), GAME[1])
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 92, "2w  1", "2 w 1", True)]


def test_a_round_that_cannot_be_read_is_taken_from_the_opponent() -> None:
    tournament, repairs = mended(GAME[0].replace("2 w 1", "2 ?xx"), GAME[1])
    assert tournament.round(1).games == (WON,)
    assert [repair[3] for repair in repairs] == ["nothing", HERE]


def test_an_unknown_result_is_taken_from_the_opponent() -> None:
    tournament, repairs = mended(GAME[0].replace("w 1", "w X"), GAME[1])
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 99, "X", "the result on the opponent's line, if it has one", True)]


@pytest.mark.parametrize(("mine", "result"), [("=", Result.WHITE_WINS), ("", Result.WHITE_WINS)])
def test_results_that_do_not_fit_are_those_of_the_first_line(mine: str, result: Result) -> None:
    tournament, repairs = mended(GAME[0], GAME[1].replace("b 0", f"b {mine}"))
    assert tournament.round(1).games == (Game(1, 2, result),)
    assert repairs[0] == (2, 99, mine, "0", True)


def test_the_same_colour_twice() -> None:
    tournament, repairs = mended(GAME[0], GAME[1].replace("1 b", "1 w"))
    assert tournament.round(1).games == (WON,)
    assert repairs == [(2, 97, "w", "b", True)]


def test_a_game_that_only_one_line_has() -> None:
    tournament, repairs = mended(GAME[0], player(2, points="0.0"))
    assert tournament.round(1).games == (WON,)
    assert repairs == [(1, 92, "2", HERE, True)]


def test_an_opponent_who_is_not_there_is_a_bye_of_the_same_value() -> None:
    tournament, repairs = mended(GAME[0].replace("   2 w", "   9 w"), player(2, points="0.0"))
    assert tournament.round(1).byes == ((1, Bye.FULL_POINT),)
    assert repairs == [(1, 92, "9", "F", True)]


def test_more_rounds_than_announced() -> None:
    tournament, repairs = mended("142 1", *(line + "  0000 - Z" for line in GAME))
    assert tournament.settings.rounds == 2
    assert repairs == [(1, 5, "1", "2", True)]


@pytest.mark.parametrize(
    ("record", "taken", "changes"),
    [
        ("142 9 rounds", "9", True),
        ("XXR nine", "nothing", True),
        ("152 White", "W", False),
        ("XXC black", "black1", False),
        ("192 CUSTOM_SWISS", "nothing", True),
        ("XXQ 1", "nothing", True),
        ("162  Q 1.0", "nothing", True),
        ("260 xxx 001    1    2", "nothing", True),
        ("250       x.x 001 002    1    2", "nothing", True),
        ("062 two", "nothing", False),
        ("132 26/13/13", "nothing", False),
        ("no record", "nothing", True),
    ],
)
def test_a_record_that_cannot_be_read(record: str, taken: str, changes: bool) -> None:
    tournament, repairs = mended(record, *GAME)
    assert tournament.round(1).games == (WON,)
    assert [(repair[3], repair[4]) for repair in repairs] == [(taken, changes)]


def test_what_is_said_after_the_number_of_rounds() -> None:
    tournament, _ = mended("142 9 rounds", *GAME)
    assert tournament.settings.rounds == 9
    tournament, _ = mended("XXC black", *GAME)
    assert tournament.settings.initial_colour is Colour.BLACK


def test_the_first_of_two_statements_holds() -> None:
    tournament, repairs = mended("012 Rovigo", "012 Padova", "142 5", "XXR 6", *GAME)
    assert (tournament.settings.name, tournament.settings.rounds) == ("Rovigo", 5)
    assert repairs == [(2, 5, "Padova", "Rovigo", False), (4, 5, "6", "5", True)]


def test_dates_out_of_their_columns_are_taken_with_a_warning() -> None:
    line = "132".ljust(92) + "26/01/05  26/01/06"
    document = read_trf("\n".join((line, *GAME)))
    assert document.tournament.settings.round_dates == ("2026/01/05", "2026/01/06")
    assert [w.column for w in document.warnings] == [93]


def test_a_date_belongs_to_the_nearest_column_of_a_round() -> None:
    line = "132".ljust(95) + "26/01/05  26/01/06"
    document = read_trf("\n".join((line, *GAME)))
    assert document.tournament.settings.round_dates == ("2026/01/05", "2026/01/06")


def test_dates_of_the_rounds_with_the_day_in_the_middle() -> None:
    line = "132".ljust(91) + "11.25.02  11.26.02"
    document = read_trf("\n".join(("042 25.02.2011", "052 27.02.2011", line, *GAME)))
    assert document.tournament.settings.round_dates == ("2011/02/25", "2011/02/26")


def test_a_date_in_another_spelling_is_taken_with_a_warning() -> None:
    document = read_trf("\n".join(("042 Nov 5, 2026", "052 ", *GAME)))
    assert document.tournament.settings.start == "2026/11/05"
    assert [(w.line, w.sentence.values["day"]) for w in document.warnings] == [(1, "2026/11/05")]


def test_a_date_with_two_meanings_is_said_to_have_them() -> None:
    lines = ("042 01/07/2026", *GAME)
    document = read_trf("\n".join(lines))
    assert document.tournament.settings.start == "01/07/2026"
    assert document.warnings[0].sentence.values["days"] == "2026/07/01, 2026/01/07"


def test_of_two_meanings_by_the_same_rules_a_tolerant_reading_takes_the_nearer() -> None:
    document = read_trf("\n".join(("042 02/06/2026", "052 08/06/2026", *GAME)), tolerant=True)
    assert document.tournament.settings.start == "2026/06/02"
    assert [(r.line, r.taken, r.changes_pairing) for r in document.repairs] == [
        (1, "2026/06/02", False),
        (2, "2026/06/08", False),
    ]


def test_a_date_on_which_the_rules_depend_is_not_guessed() -> None:
    document = read_trf("\n".join(("042 03/04/2025", *GAME)), tolerant=True)
    assert document.tournament.settings.start == "2025/04/03"
    document = read_trf("\n".join(("042 01/02/2026", *GAME)), tolerant=True)
    assert document.tournament.settings.start == "01/02/2026"
    assert not document.repairs


BAD = sorted(path for path in (DATA / "bad").glob("*.trf") if path.stem != "empty")


@pytest.mark.parametrize("path", BAD, ids=[path.stem for path in BAD])
def test_every_bad_file_is_mended_and_says_where(path: Path) -> None:
    document = read_trf(path.read_bytes(), tolerant=True)
    assert document.repairs
    assert document.tournament.players


def test_a_file_without_players_is_not_mended() -> None:
    with pytest.raises(Malformed):
        read_trf("%PDF-1.4\nrubbish", tolerant=True)


def test_no_file_is_guessed_from_end_to_end() -> None:
    with pytest.raises(TooLarge):
        read_trf("001    1\n" + "x\n" * 20_001, tolerant=True)


@pytest.mark.parametrize("sign", "?*X")
def test_a_result_sign_that_is_none_is_no_result(sign: str) -> None:
    lines = [line[:98] + sign for line in GAME]
    tournament, repairs = mended(*(line.replace(" 1.0 ", " 0.0 ") for line in lines))
    assert tournament.round(1).games == (Game(1, 2),)
    assert {(line, column, found) for line, column, found, _, _ in repairs} >= {
        (1, 99, sign),
        (2, 99, sign),
    }


def test_one_sign_that_can_be_read_is_enough() -> None:
    tournament, repairs = mended(GAME[0][:98] + "?", GAME[1])
    assert tournament.round(1).games == (WON,)
    assert [(line, column, found) for line, column, found, _, _ in repairs] == [(1, 99, "?")]


@pytest.mark.parametrize("name", ["Italy", "ITALIA"])
def test_a_federation_named_in_full_is_read_by_its_code(name: str) -> None:
    text = "\n".join((f"032 {name}", *GAME))
    strict, tolerant = read_trf(text), read_trf(text, tolerant=True)
    assert strict.tournament.settings.federation == "ITA"
    assert tolerant.tournament.settings.federation == "ITA"
    assert [(w.line, w.column, w.found) for w in strict.warnings] == [(1, 5, name)]
    (repair,) = tolerant.repairs
    assert (repair.line, repair.column, repair.found, repair.taken) == (1, 5, name, "ITA")
    assert not repair.changes_pairing
    assert str(repair.sentence) == "Record 032 names the federation; its code ITA is read."


def test_a_federation_that_is_not_known_stays_as_it_is() -> None:
    found = read_trf("\n".join(("032 Atlantis", *GAME)), tolerant=True)
    assert (found.tournament.settings.federation, found.repairs) == ("Atlantis", ())


@pytest.mark.parametrize("column", [8, 12, 16, 21, 26])
def test_columns_of_a_line_up_are_counted(column: int) -> None:
    text = (DATA / "real" / "teams.trf").read_text()
    line = next(one for one in text.splitlines() if one.startswith("300"))
    filled = f"{line[: column - 1]}x{line[column:]}"
    with pytest.raises(Malformed) as caught:
        read_trf(text.replace(line, filled))
    assert [(p.column, p.found) for p in caught.value.problems] == [(column, "x")]


def test_the_colour_that_the_opponent_does_not_have_decides() -> None:
    lines = (player(1, "   2 b 0", points="0.0"), player(2, "   1 - 1", points="1.0"))
    tournament, repairs = mended(*lines)
    assert tournament.round(1).games == (Game(2, 1, Result.WHITE_WINS),)
    assert repairs == [(2, 97, "-", FREE_COLOUR, True)]


def test_a_second_black_against_one_white_is_seen() -> None:
    lines = (*GAME, player(3, "   1 b 0", points="0.0"))
    with pytest.raises(Illegal) as caught:
        read_trf("\n".join(lines))
    assert [(p.line, p.column, p.found) for p in caught.value.problems] == [(3, 92, "1")]


def test_the_code_of_a_federation_is_no_name() -> None:
    assert read_trf("\n".join(("032 ITA", *GAME))).warnings == ()
