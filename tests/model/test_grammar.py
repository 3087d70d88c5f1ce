from fractions import Fraction

import pytest

from crivello.cli.commands import RESULT
from crivello.model.errors import WordError
from crivello.model.grammar import (
    read_boards,
    read_codes,
    read_entry,
    read_named_entry,
    read_numbers,
    read_points,
    read_two_players,
)
from crivello.model.result import (
    BY_KEY,
    DASHED,
    KEY_OF,
    RESULT_KEYS,
    Colour,
    Result,
    read_colour,
    read_result,
)
from tests.support.spellings import MEANING, MEANINGLESS, NOT_TWO_PLAYERS, TWO_PLAYERS


@pytest.mark.parametrize(("text", "result"), MEANING.items())
def test_results_as_people_type_them(text: str, result: Result | None) -> None:
    assert read_result(text) is result
    assert read_result(f" {text.upper()} ") is result


@pytest.mark.parametrize("text", MEANINGLESS)
def test_what_is_no_result(text: str) -> None:
    with pytest.raises(WordError):
        read_result(text)


@pytest.mark.parametrize("result", [*Result, None])
def test_every_result_can_be_typed_as_it_is_shown_and_by_its_key(result: Result | None) -> None:
    assert BY_KEY[KEY_OF[result]].result is result
    assert read_result(KEY_OF[result]) is result
    assert read_result(str(result)) is result


def test_no_spelling_has_two_meanings() -> None:
    words = [word for one in RESULT_KEYS for word in (one.key, *one.spellings)]
    assert len(set(words)) == len(words)


def test_results_that_look_like_options_are_known_at_the_command_line() -> None:
    dashed = {text for text in MEANING if text.startswith("-")}
    assert set(DASHED) | dashed == set(RESULT.dashed)


@pytest.mark.parametrize(
    ("text", "table", "result"),
    [
        ("57 1", 57, Result.WHITE_WINS),
        ("57  1 - 0", 57, Result.WHITE_WINS),
        ("57: 0-1", 57, Result.BLACK_WINS),
        ("57,1/2", 57, Result.DRAW),
        ("1 0", 1, Result.BLACK_WINS),
        ("12=", 12, Result.DRAW),
        ("12+", 12, Result.WHITE_WINS_BY_FORFEIT),
        ("12-", 12, Result.BLACK_WINS_BY_FORFEIT),
        ("12--", 12, Result.DOUBLE_FORFEIT),
        ("12½", 12, Result.DRAW),
        ("12u1", 12, Result.SHORT_WHITE_WINS),
        ("3\tnone", 3, None),
    ],
)
def test_a_table_and_its_result(text: str, table: int, result: Result | None) -> None:
    assert read_entry(text) == (table, result)


@pytest.mark.parametrize(
    "text", ["57", "1-0", "1:0", "1 - 0", "1f-0f", "x 1", "57 2", "57 1-1", "57 -1 1", "121", ""]
)
def test_what_is_no_table_with_a_result(text: str) -> None:
    with pytest.raises(WordError):
        read_entry(text)


@pytest.mark.parametrize(
    ("text", "name", "result", "own"),
    [
        ("rossi 1", "rossi", Result.WHITE_WINS, True),
        ("Rossi, Mario 0", "Rossi, Mario", Result.BLACK_WINS, True),
        ("de rossi 1 - 0", "de rossi", Result.WHITE_WINS, False),
        ("rossi: ½-½", "rossi", Result.DRAW, False),
        ("rossi=", "rossi", Result.DRAW, False),
        ("rossi+", "rossi", Result.WHITE_WINS_BY_FORFEIT, True),
        ("rossi-bianchi -", "rossi-bianchi", Result.BLACK_WINS_BY_FORFEIT, True),
        ("rossi u1", "rossi", Result.SHORT_WHITE_WINS, True),
        ("rossi u 1", "rossi u", Result.WHITE_WINS, True),
        ("player 003 1", "player 003", Result.WHITE_WINS, True),
        ("rossi x", "rossi", None, False),
    ],
)
def test_a_name_and_a_result(text: str, name: str, result: Result | None, own: bool) -> None:
    found = read_named_entry(text)
    assert (found.name, found.result, found.own) == (name, result, own)


@pytest.mark.parametrize(
    "text", ["rossi", "1 rossi", "rossi 2", "rossi 1-1", "", "= 1", "player 003"]
)
def test_what_is_no_name_with_a_result(text: str) -> None:
    with pytest.raises(WordError):
        read_named_entry(text)


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("rossi 1-0", True),
        ("rossi +-", True),
        ("rossi 1", False),
        ("rossi ½-½", False),
        ("rossi w", False),
        ("rossi -", False),
        ("rossi adj", False),
    ],
)
def test_what_can_be_read_in_two_ways(text: str, doubtful: bool) -> None:
    assert read_named_entry(text).doubtful is doubtful


@pytest.mark.parametrize(
    ("text", "halves"),
    [("1", 2), ("½", 1), ("1½", 3), (" 1 1/2 ", 3), ("1/2", 1), ("0.5", 1), ("1,5", 3), (".5", 1)],
)
def test_points(text: str, halves: int) -> None:
    assert read_points(text) * 2 == halves


def test_thirds_and_decimals_are_exact() -> None:
    assert (read_points("1/3"), read_points("0.125")) == (Fraction(1, 3), Fraction(1, 8))


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1-2", "½½", "1/0", "100.5", "1e3", "٣", "1.2.3", ",", "1234", "1_0"]
)
def test_what_are_no_points(text: str) -> None:
    with pytest.raises(WordError):
        read_points(text)


def test_read_numbers() -> None:
    assert read_numbers(" 7, 3;3\n5 ") == (7, 3, 3, 5)
    assert read_numbers("") == ()
    for text in ("1,x", "1.5", "²", "1234567890"):
        with pytest.raises(WordError):
            read_numbers(text)


def test_codes_stand_in_any_list() -> None:
    assert read_codes(" bh/c1;sb  DE,") == ("BH/C1", "SB", "DE")
    assert read_codes("") == ()


def test_two_players_are_written_in_many_ways() -> None:
    for text in TWO_PLAYERS:
        assert read_two_players(text) == (3, 7), text
        assert read_boards(text) == ((3, 7),), text
    for text in NOT_TWO_PLAYERS:
        for read in (read_two_players, read_boards):
            with pytest.raises(WordError):
                read(text)


def test_several_boards() -> None:
    for text in ("5-1 2-7", "5-1,2-7", " 5:1; 2 - 7;", "5 1\n2,7", "5–1 , 2:7,", "5-1\r\n2 7\r\n"):
        assert read_boards(text) == ((5, 1), (2, 7)), text
    assert read_boards(" \n") == ()
    wrong = ("5 1 2 7", "5,1,2,7", "5 1-2 7", "5-1 2", "5-1-2", "5-1 2-2", "5-1x2-7", ",", ",\xa0")
    for text in wrong:
        with pytest.raises(WordError):
            read_boards(text)


@pytest.mark.parametrize(
    ("text", "colour"),
    [("white", "w"), (" Bianco ", "w"), ("W", "w"), ("black", "b"), ("NERO", "b"), ("b", "b")],
)
def test_a_colour_is_written_in_both_languages(text: str, colour: str) -> None:
    assert read_colour(text) is Colour(text) is Colour(colour)


def test_what_is_no_colour() -> None:
    for text in ("", "green", "wb"):
        with pytest.raises(WordError, match="is not a colour; write white or black"):
            read_colour(text)
