"""Results by table or by name; ambiguous names are never guessed."""

from pathlib import Path

import pytest

from crivello.desk import Desk, Section
from crivello.desk.actions import Register, RequestByes
from crivello.desk.events import RequestedBye
from crivello.desk.lookup import find_players, find_results, search, split_players
from crivello.model.errors import WordError
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.tables import BoardResult
from tests.desk.desks import A, fresh, publish

NAMES = (
    "De Rossi, Ada",
    "Ferrari, Luca",
    "Ferrari, Anna",
    "Gallo, Ivo",
    "Neri, Eva",
    "Ferrari, Zoe",
)


@pytest.fixture
def section(tmp_path: Path) -> Section:
    """Boards: De Rossi – Gallo, Neri – Ferrari Luca, Ferrari Anna – Ferrari Zoe."""
    desk: Desk = fresh(tmp_path, 0)
    rated = (Player(name, id=0, number=0, rating=2400 - 10 * n) for n, name in enumerate(NAMES))
    desk.act(Register(A, (*rated, Player("Ferrari, Ugo", id=0, number=0, rating=1000))))
    desk.act(RequestByes(A, (RequestedBye(7, 1, Bye.HALF_POINT),)))
    publish(desk)
    return desk.section(A)


def test_the_fixture(section: Section) -> None:
    names = {player: one.player.name for player, one in section.registrations.items()}
    assert [(names[g.white], names[g.black]) for g in section.rounds[0].games] == [
        ("De Rossi, Ada", "Gallo, Ivo"),
        ("Neri, Eva", "Ferrari, Luca"),
        ("Ferrari, Anna", "Ferrari, Zoe"),
    ]


@pytest.mark.parametrize(
    ("text", "board", "result"),
    [
        ("1 1", 1, Result.WHITE_WINS),
        ("de rossi 1", 1, Result.WHITE_WINS),
        ("rossi 1-0", 1, Result.WHITE_WINS),
        ("gallo 1", 1, Result.BLACK_WINS),
        ("GALLO IVO 0", 1, Result.WHITE_WINS),
        ("gallo -", 1, Result.WHITE_WINS_BY_FORFEIT),
        ("gallo=", 1, Result.DRAW),
        ("gallo ½-½", 1, Result.DRAW),
        ("gallo w", 1, Result.WHITE_DRAWS_BLACK_LOSES),
        ("gallo u1", 1, Result.SHORT_BLACK_WINS),
        ("luca f 1", 2, Result.BLACK_WINS),
        ("zoe x", 3, None),
    ],
)
def test_a_result_by_table_or_by_name(
    section: Section, text: str, board: int, result: Result | None
) -> None:
    assert find_results(section, 1, text) == (BoardResult(board, 1, result),)


def test_with_reversed_colours_the_player_has_the_other_one(section: Section) -> None:
    def found(text: str) -> tuple[BoardResult, ...]:
        return find_results(section, 1, text, turned=True)

    # They are paired Rossi – Gallo: the results are seen from Rossi.
    assert found("gallo 1") == (BoardResult(1, 1, Result.BLACK_WINS, turned=True),)
    assert found("rossi 1") == (BoardResult(1, 1, Result.WHITE_WINS, turned=True),)
    assert found("1 1") == (BoardResult(1, 1, Result.BLACK_WINS, turned=True),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ferrari 1", "with their tables: 2 Ferrari, Luca; 3 Ferrari, Anna; 3 Ferrari, Zoe"),
        ("ugo 1", "Ferrari, Ugo has no game in round 1."),
        ("nobody 1", "No player matches 'nobody'"),
        ("gallo 1-0", "Gallo, Ivo has Black, so 1-0 can be read in two ways."),
        ("gallo", "Type the table or a name and the result"),
        ("9 1", "no table 9"),
    ],
)
def test_nothing_is_guessed(section: Section, text: str, said: str) -> None:
    with pytest.raises(WordError) as caught:
        find_results(section, 1, text)
    assert said in str(caught.value)


def test_a_name_that_can_be_read_in_two_ways_is_told_with_its_table(section: Section) -> None:
    with pytest.raises(WordError) as caught:
        find_results(section, 1, "luca 1-0")
    assert caught.value.sentence.values["table"] == 2


@pytest.fixture
def listed(tmp_path: Path) -> Section:
    """Players 1 to 3; the second has a FIDE number."""
    desk: Desk = fresh(tmp_path, 0)
    names = ("Rossi, Ada", "Bianchi, Rosa Anna", "Verdi, Anna")
    found = (
        Player(name, id=0, number=0, rating=2400 - 10 * n, fide_id=4_150_001 if n == 1 else None)
        for n, name in enumerate(names)
    )
    desk.act(Register(A, tuple(found)))
    return desk.section(A)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2", [2]),
        ("4150001", [2]),
        ("anna", [2, 3]),
        ("ros", [1, 2]),
        ("anna bian", [2]),
        ("ossi", [1]),
        ("nna erdi", [3]),
        ("nna zz", []),
        ("99", []),
        (" ", []),
    ],
)
def test_a_search_finds_beginnings_first_and_then_parts(
    listed: Section, text: str, found: list[int]
) -> None:
    assert search(listed, text) == found


def test_commas_without_a_player_between_them_do_not_count() -> None:
    assert split_players("Ada, , Rosa;\n") == ["Ada", "Rosa"]
    with pytest.raises(WordError):
        split_players(" , ;")


def test_a_fide_number_of_no_player_is_refused(listed: Section) -> None:
    assert find_players(listed, ["4150001"]) == (2,)
    with pytest.raises(WordError, match="4150002"):
        find_players(listed, ["4150002"])
