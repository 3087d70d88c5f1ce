"""The round and the edition that are meant if the caller does not state them."""

from dataclasses import replace

import pytest

from crivello.formats.json_form import read_json, write_json
from crivello.formats.trf import read_trf, write_trf
from crivello.model.errors import Illegal, Unsupported, WordError
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.request import (
    INITIAL_COLOUR,
    choose_edition,
    draw_initial_colour,
    refuse_contradiction,
    round_to_pair,
    with_initial_colour,
)

TODAY = "2026-05-01"


def announced(system: str | None = None, start: str = "") -> Tournament:
    return Tournament(settings=Settings(system=system, start=start))


@pytest.mark.parametrize(
    ("wanted", "stated", "start", "edition"),
    [
        # An edition that is asked for comes before everything.
        ("dutch-2017", "dutch-2026", "2026/03/01", "dutch-2017"),
        ("dubov-2018", "dutch-2017", "2026/03/01", "dubov-2018"),
        # Then the edition that the tournament names, if it is of the family asked for.
        (None, "dutch-2017", "2026/03/01", "dutch-2017"),
        ("dutch", "dutch-2017", "2026/03/01", "dutch-2017"),
        ("dubov", "dutch-2017", "2026/03/01", "dubov-2026"),
        # Then the first day.
        (None, "dutch", "2020/03/01", "dutch-2017"),
        (None, None, "2020/03/01", "dutch-2017"),
        ("dubov", None, "2020/03/01", "dubov-2018"),
        ("dubov", None, "97/10/31", "dubov-1997"),  # two digits of a year: 1997, not 2097
        ("lim", None, "13.05.26", "lim-1999"),  # 2013 or 2026, all the same
        # Then today.
        (None, None, "", "dutch-2026"),
        ("dubov", "dutch", "", "dubov-2026"),
    ],
)
def test_the_order_in_which_an_edition_is_found(
    wanted: str | None, stated: str | None, start: str, edition: str
) -> None:
    assert choose_edition(announced(stated, start), wanted, TODAY) == edition


@pytest.mark.parametrize(
    "start", ["2020/03/01", "2020-03-01", "01.03.2020", "3/1/2020", "31/12/2020", "20/03/01"]
)
def test_a_date_with_several_readings_is_fine_when_all_lead_to_one_edition(start: str) -> None:
    if start == "20/03/01":  # 2020, or the 20th of March 2001
        with pytest.raises(Illegal, match="does not say which edition"):
            choose_edition(announced(start=start), "dutch", TODAY)
    else:
        assert choose_edition(announced(start=start), "dutch", TODAY) == "dutch-2017"


@pytest.mark.parametrize("start", ["03/02/26", "2.1.2026/3", "spring", "2026/13/01", "2026"])
def test_a_date_that_does_not_decide_is_refused(start: str) -> None:
    with pytest.raises(Illegal, match="does not say which edition is meant"):
        choose_edition(announced(start=start), "dutch", TODAY)


def test_a_day_without_an_edition_names_the_nearest() -> None:
    with pytest.raises(Unsupported, match=r"in force on 2015-03-01.*: dutch-2011, dutch-2017"):
        choose_edition(announced(start="2015/03/01"), "dutch", TODAY)
    with pytest.raises(Unsupported, match="There is no pairing system 'basel'"):
        choose_edition(announced(), "basel", TODAY)


def test_a_system_against_the_announced_one_is_refused() -> None:
    refuse_contradiction(announced(), "dubov")
    refuse_contradiction(announced("dutch"), "dutch")
    refuse_contradiction(announced("dutch-2017"), "dutch")
    with pytest.raises(Illegal, match=r"The dubov system is asked for, but .* as dutch-2017"):
        refuse_contradiction(announced("dutch-2017"), "dubov")
    with pytest.raises(Illegal, match="as burstein"):
        refuse_contradiction(announced("burstein"), "dubov")


def played(rounds: int, announced_rounds: int | None) -> Tournament:
    return Tournament(
        (Player(id=1, number=1), Player(id=2, number=2)),
        (Round((Game(1, 2, Result.DRAW),)),) * rounds,
        Settings(rounds=announced_rounds),
    )


def test_the_round_after_the_last_one_or_an_earlier_one_again() -> None:
    assert round_to_pair(played(2, 5)) == 3
    assert round_to_pair(played(2, None)) == 3
    assert round_to_pair(played(2, 2), wanted=2) == 2
    assert round_to_pair(played(0, 2), wanted=1) == 1


@pytest.mark.parametrize(
    ("rounds", "announced_rounds", "wanted", "sentence"),
    [
        (2, 2, None, "All 2 rounds are paired already"),
        (2, 2, 3, "There is no round 3: 2 rounds are announced"),
        (2, 9, 4, "Round 4 cannot be paired: the next one is round 3"),
        (2, None, 4, "Round 4 cannot be paired: the next one is round 3"),
        (2, 9, 0, "Round 0 cannot be paired: the next one is round 3"),
    ],
)
def test_a_round_that_is_not_there_is_refused(
    rounds: int, announced_rounds: int | None, wanted: int | None, sentence: str
) -> None:
    with pytest.raises(Illegal, match=sentence):
        round_to_pair(played(rounds, announced_rounds), wanted)


WHITE, BLACK = Colour.WHITE, Colour.BLACK
BY_WHITE, BY_BLACK = {INITIAL_COLOUR: "white"}, {INITIAL_COLOUR: "Black"}


def event(name: str = "Open", players: int = 6, colour: Colour | None = None) -> Tournament:
    people = tuple(
        Player(f"Player {n}", id=n, number=n, rating=2400 - 10 * n) for n in range(1, players + 1)
    )
    return Tournament(people, (), Settings(name=name, rounds=5, initial_colour=colour))


def with_round_1(found: Tournament, first: int) -> Tournament:
    """Return round 1 with 1-4, 5-2 and 3-6; `first` has White in the first of these games."""
    games = ((1, 4), (5, 2), (3, 6)) if first == 1 else ((4, 1), (2, 5), (6, 3))
    played = tuple(Game(white, black, Result.DRAW) for white, black in games)
    return replace(found, rounds=(Round(played),))


@pytest.mark.parametrize(
    ("stated", "first", "wanted", "environment", "expected"),
    [
        (BLACK, None, None, BY_WHITE, BLACK),
        (BLACK, None, "black", BY_WHITE, BLACK),
        (None, None, "white", BY_BLACK, WHITE),
        (None, None, None, BY_BLACK, BLACK),
        (None, None, None, BY_WHITE, WHITE),
        # The games of round 1 show it, so nothing is set; but the caller may know better.
        (None, 1, None, BY_BLACK, None),
        (None, 4, None, BY_WHITE, None),
        (None, 1, "black", {}, BLACK),
    ],
)
def test_the_order_in_which_the_initial_colour_is_found(
    stated: Colour | None,
    first: int | None,
    wanted: str | None,
    environment: dict[str, str],
    expected: Colour | None,
) -> None:
    # Dutch 2026: 5.1
    given = event(colour=stated)
    given = given if first is None else with_round_1(given, first)
    found, warnings = with_initial_colour(given, "dutch-2026", wanted, environment)
    assert (found.settings.initial_colour, warnings) == (expected, ())


def test_the_initial_colour_is_drawn_from_the_content_and_told() -> None:
    # Dutch 2026: 5.1
    drawn = set()
    for name in map(str, range(20)):
        found, (told,) = with_initial_colour(event(name), "dutch-2026", environment={})
        colour = found.settings.initial_colour
        assert colour is not None
        assert f"gives {colour.name.title()}." in str(told)
        drawn.add(colour)
    assert drawn == {WHITE, BLACK}


@pytest.mark.parametrize("name", ["0", "1", "2", "3", "4", "5"])
def test_the_lot_is_the_same_in_every_format_and_round(name: str) -> None:
    given = event(name)
    colour = draw_initial_colour(given)
    for dialect in ("trf16", "trf26"):
        assert draw_initial_colour(read_trf(write_trf(given, dialect)).tournament) is colour
    assert draw_initial_colour(read_json(write_json(given))) is colour
    shuffled = replace(given, players=given.players[::-1])
    assert draw_initial_colour(shuffled) is colour
    absent = Round(byes=((1, Bye.HALF_POINT),))
    assert draw_initial_colour(replace(given, rounds=(absent,))) is colour


def test_an_initial_colour_that_contradicts_or_cannot_be_read_is_refused() -> None:
    with pytest.raises(Illegal, match="states the other initial colour"):
        with_initial_colour(event(colour=WHITE), "dutch-2026", "black")
    with pytest.raises(WordError, match="--initial-colour is white or black, not 'red'"):
        with_initial_colour(event(), "dutch-2026", "red")
    with pytest.raises(WordError, match=f"{INITIAL_COLOUR} is white or black"):
        with_initial_colour(event(), "dutch-2026", None, {INITIAL_COLOUR: "w"})


def test_tables_of_round_robins_need_no_initial_colour() -> None:
    assert with_initial_colour(event(), "roundrobin") == (event(), ())
