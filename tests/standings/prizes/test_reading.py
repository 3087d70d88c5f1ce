"""The file of prizes: its meaning, and every defect with its line."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.model.errors import Malformed, Problem
from crivello.model.player import Player
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.standings.prizes.awards import award
from crivello.standings.prizes.prize_lists import (
    Mode,
    PrizeRules,
    Thing,
    Ties,
    read_prizes,
    read_table,
    write_table,
)
from crivello.standings.prizes.wording import prize_table
from crivello.standings.standings import standings
from crivello.words import Language, translator
from tests.standings.events import EXAMPLE_1


def read(text: str) -> PrizeRules:
    return read_prizes(text.encode(), EXAMPLE_1)


def problems(data: str | bytes) -> list[Problem]:
    with pytest.raises(Malformed) as raised:
        read_prizes(data if isinstance(data, bytes) else data.encode(), EXAMPLE_1)
    return list(raised.value.problems)


def test_the_whole_file() -> None:
    rules = read(
        """\
        currency = "EUR"
        mode = "all"
        ties = "hort"
        decimals = 2
        unit = 5

        [[list]]
        name = "Open"
        prizes = [1000, 500.50, 0.01]

        [[list]]
        name = "Women below 2000"
        category = ["sex=w", "rating=-1999"]
        ties = "tie-break"
        prizes = [100]
        minimum_players = 3
        minimum_games = 5

        [[list]]
        name = "Best game"
        players = [3]
        besides = true
        prizes = [50]
        """
    )
    assert (rules.mode, rules.currency, rules.unit) == (Mode.ALL, "EUR", 500)
    assert rules.total == 100_000 + 50_050 + 1 + 10_000 + 5_000
    one, two, three = rules.lists
    assert (one.amounts, one.ties, one.minimum_games) == ((100_000, 50_050, 1), Ties.HORT, 1)
    assert [str(category) for category in two.categories] == ["sex=w", "rating=-1999"]
    assert (two.ties, two.minimum_players, two.minimum_games) == (Ties.TIE_BREAK, 3, 5)
    assert (three.players, three.besides) == ((3,), True)


def test_the_example_of_the_documentation() -> None:
    page = Path(__file__).parents[3] / "docs" / "run" / "prizes.md"
    text = page.read_text(encoding="utf-8")
    _, block, cups = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    players = tuple(Player(id=number, number=number) for number in range(1, 20))
    tournament = Tournament(players, settings=Settings(start="2026/03/01"))
    rules = read_prizes(block.encode(), tournament)
    assert [one.name for one in rules.lists][2:] == ["Juniors below 2000", "Best game"]
    assert rules.total == 2250_50 + 300_00 + 150_00 + 50_00
    rules = read_prizes(cups.encode(), tournament)
    assert rules.lists[0].amounts == (Thing("Silver cup", 300_00), 200_00, 100_00)
    assert rules.lists[1].amounts == (Thing("Chess clock"), Thing("Book"))


def test_what_is_left_out() -> None:
    rules = read('[[list]]\nname = "Open"\nprizes = [10]\ncategory = "rating=2300-"\n')
    assert (rules.mode, rules.currency, rules.decimals, rules.unit) == (Mode.ONE, "", 2, 1)
    assert rules.lists[0].ties is Ties.SHARED
    assert read('decimals = 0\n[[list]]\nname = "a"\nprizes = [10]').lists[0].amounts == (10,)


GOOD = '[[list]]\nname = "Open"\nprizes = [10, 5]\n'


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", None, "The file contains no prize list. Begin each list with a line [[list]]."),
        ("list = 3", 1, "The file contains no prize list. Begin each list with a line [[list]]."),
        ("list = []", 1, "The file contains no prize list. Begin each list with a line [[list]]."),
        ("mode = one\n" + GOOD, 1, "This is not valid TOML"),
        (GOOD + "players = [", 4, "This is not valid TOML"),
        ('mode = "two"\n' + GOOD, 1, "mode must be one of one, all; found 'two'."),
        ("mode = [1]\n" + GOOD, 1, "mode must be one of one, all; found '[1]'."),
        ('ties = "lot"\n' + GOOD, 1, "ties must be one of tie-break, shared, hort; found 'lot'."),
        ("currency = 3\n" + GOOD, 1, "currency must be a text in quotes."),
        ("decimals = 9\n" + GOOD, 1, "decimals must be a whole number from 0 to 4."),
        ("unit = 0\n" + GOOD, 1, "0 is not an amount of money."),
        (
            "\nmony = 3\n" + GOOD,
            2,
            "mony is not a known key here. Known: mode, ties, currency",
        ),
        (
            GOOD + "price = 3\n",
            4,
            "price is not a known key here. Did you mean prizes? Known: name, prizes",
        ),
        ("[[list]]\nprizes = [1]\n", 1, "A prize list needs a name."),
        ('[[list]]\nname = " "\nprizes = [1]\n', 2, "A prize list needs a name."),
        (GOOD + '[[list]]\nname = "B"\n', 4, "A prize list needs prizes"),
        (GOOD + '[[list]]\nname = "B"\nprizes = []\n', 6, "A prize list needs prizes"),
        (GOOD.replace("10", '"10"'), 3, "10 is not an amount of money."),
        (GOOD.replace("10", "true"), 3, "True is not an amount of money."),
        (GOOD.replace("10", "-1"), 3, "-1 is not an amount of money."),
        (GOOD.replace("10", "nan"), 3, "NaN is not an amount of money."),
        (GOOD.replace("10", "1e99"), 3, "is not an amount of money."),
        (GOOD.replace("10", "1e99999999999999999999"), 3, "is not an amount of money."),
        (GOOD.replace("10", "10.001"), 3, "10.001 has more than 2 decimal places."),
        (GOOD.replace("10", "1e-999999"), 3, "has more than 2 decimal places."),
        (
            "[[list]]\nname = 'a'\nprizes = [5, 10]",
            3,
            "A prize is larger than the one before it. Put the largest first.",
        ),
        ('[[list]]\nname = "a"\nprizes = ["Cup", 10]', 3, "'Cup' comes before a prize that is"),
        ('[[list]]\nname = "a"\nprizes = [" "]', 3, "A prize is an amount of money, a text"),
        ('[[list]]\nname = "a"\nprizes = [{ value = 3 }]', 3, "A prize is an amount of money"),
        ('[[list]]\nname = "a"\nprizes = [{ prize = "C", worth = 3 }]', 3, "A prize is an amount"),
        ('[[list]]\nname = "a"\nprizes = [{ prize = "C", value = "3" }]', 3, "3 is not an amount"),
        ("lots = [77]\n" + GOOD, 1, "There is no player 77; this tournament has"),
        ("lots = []\n" + GOOD, 1, "lots must be a list of numbers, such as [7]."),
        (GOOD + "besides = 1\n", 4, "besides must be true or false."),
        (GOOD + 'ties = "hort"\n', 4, "all lists must treat ties alike"),
        (GOOD + 'category = "women"\n', 4, "'women' is not a category."),
        (GOOD + 'category = "age=U18"\n', 4, "Enter its start date"),
        (GOOD + "category = 5\n", 4, "category must be a text or a list of texts."),
        (GOOD + "players = [77]\n", 4, "There is no player 77; this tournament has"),
        (GOOD + "players = []\n", 4, "players must be a list of numbers, such as [7]."),
        (GOOD + "players = 7\n", 4, "players must be a list of numbers, such as [7]."),
        (GOOD + "minimum_games = -1\n", 4, "minimum_games must be a whole number from 0 to 10000."),
        (GOOD + 'minimum_players = "3"\n', 4, "minimum_players must be a whole number from 0"),
    ],
)
def test_every_defect_has_a_sentence_and_a_line(text: str, line: int | None, sentence: str) -> None:
    (problem,) = problems(text)
    assert sentence in str(problem)
    assert problem.line == line


def test_all_defects_at_once() -> None:
    text = 'mode = "x"\n[[list]]\nname = "a"\n  besides = 2\nprizes = [1, 2]\n'
    assert [(problem.line, problem.column) for problem in problems(text)] == [
        (1, 1),
        (4, 3),
        (5, 1),
    ]


def test_bytes_that_are_no_text() -> None:
    (problem,) = problems(b"mode = 'one'\n\xff")
    assert (problem.line, str(problem)) == (2, "This is not a text in UTF-8.")


def test_a_byte_order_mark_and_windows_lines_do_no_harm() -> None:
    data = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert read_prizes(data, EXAMPLE_1).total == 1500


PIECES = st.sampled_from(
    ["[[list]]", "\n", "name", "=", '"', "prizes", "[", "]", "1", ".5", ",", "'", "{", "mode", "{"]
)


@given(st.one_of(st.binary(max_size=60), st.lists(PIECES).map(lambda p: "".join(p).encode())))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        lists = read_prizes(data, EXAMPLE_1).lists
    except Malformed:
        assert problems(data)
    else:
        assert lists


def test_deep_nesting_is_refused() -> None:
    assert problems("list = " + "[" * 5000)


def test_prizes_that_are_no_money() -> None:
    rules = read(
        'lots = [2, 1]\n[[list]]\nname = "Open"\n'
        'prizes = [{ prize = "Silver  cup", value = 100.5 }, 80, "A book"]'
    )
    assert rules.lists[0].amounts == (Thing("Silver cup", 10_050), 8_000, Thing("A book"))
    assert rules.lots == (2, 1)
    assert rules.total == 8_000


def test_what_is_written_is_read_again_in_a_prize_file() -> None:
    text = """\
        currency = "EUR \\\\ \\"€\\""
        unit = 0.05
        [[list]]
        name = "Città\\u007f"
        prizes = [{ prize = "Cup", value = 10.5 }, 10.25, "Book"]
        besides = true
        players = [3, 1]
        """
    table = read_table(text.encode())
    again = write_table(table)
    assert read_table(again.encode()) == table
    assert read(again) == read(text)


def test_the_reason_names_who_brought_in_the_prize_of_a_category() -> None:
    rules = read(
        """\
        [[list]]
        name = "Open"
        prizes = [100, 40]
        [[list]]
        name = "U18"
        players = [3]
        prizes = [30]
        """
    )
    awards = award(rules, standings(EXAMPLE_1))
    table = prize_table(EXAMPLE_1, awards, translator(Language.EN))
    shared = "Open (2), U18 (1): 70.00 shared by 2 players, 35.00 each"
    reasons = [row[-1].text for row in table.rows]
    assert reasons == [
        "Open (1)",
        *[f"{shared}; U18 (1) goes to Player 3 and is shared with the others"] * 2,
    ]


def test_prizes_in_rising_order_are_one_problem_however_often_they_rise() -> None:
    (problem,) = problems('[[list]]\nname = "Open"\nprizes = [10, 20, 30, 40]')
    assert "A prize is larger than the one before it. Put the largest first." in str(problem)
