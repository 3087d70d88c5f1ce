"""Finding a player by number, FIDE id or name: the same rule for files, the desk and the
library.
"""

from __future__ import annotations

import pytest

from crivello.model.errors import Illegal, WordError
from crivello.model.player_lookup import Candidate, find_one, find_two

NAMES = ("Rossi, Mario", "Rossini, Eva", "Smith-Jones, Ann", "O'Neill, Kay", "Müller, Jörg")
PEOPLE = [
    Candidate(100 + number, number, 1_000_000 + number, name)
    for number, name in enumerate(NAMES, start=1)
]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("02", 2),
        ("1000004", 4),
        ("Rossi, Mario", 1),
        ("mario rossi", 1),
        ("rossini", 2),
        ("jones", 3),
        ("smith-jo", 3),
        ("o'neill", 4),
        ("ONEILL", 4),
        ("neill", 4),
        ("jorg mull", 5),
    ],
)
def test_one_player_is_meant(text: str, number: int) -> None:
    assert find_one(PEOPLE, text) == 100 + number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Type a number or the beginning of a name."),
        ("6", "There is no player 6; this tournament has players 1 to 5."),
        ("0", "There is no player 0; this tournament has players 1 to 5."),
        ("1000009", "There is no player with the FIDE id 1000009."),
        ("Marius", "No player matches 'Marius'. Did you mean 1 Rossi, Mario?"),
        ("Mulller", "No player matches 'Mulller'. Did you mean 5 Müller, Jörg?"),
        ("Kasparov", "No player matches 'Kasparov'."),
        (
            "ross",
            "'ross' can be more than one player: 1 Rossi, Mario; 2 Rossini, Eva. Type the number, "
            "or more of the name.",
        ),
    ],
)
def test_who_is_not_found_is_never_guessed(text: str, message: str) -> None:
    with pytest.raises(WordError) as raised:
        find_one(PEOPLE, text)
    assert str(raised.value) == message


def test_numbers_with_gaps_and_nobody() -> None:
    with pytest.raises(Illegal, match="not all numbers from 1 to 5 are those of players"):
        find_one([one for one in PEOPLE if one.number != 3], "3", Illegal)
    with pytest.raises(WordError, match="this tournament has no players"):
        find_one([], "3")


def test_two_equally_near_names_suggest_none() -> None:
    twins = [Candidate(1, 1, None, "Maria A"), Candidate(2, 2, None, "Maria B")]
    with pytest.raises(WordError) as raised:
        find_one(twins, "Marja")
    assert str(raised.value) == "No player matches 'Marja'."


@pytest.mark.parametrize(
    "text", ["1-3", "1,3", "1 3", "1 – 3", "rossi, mario-jones", "mario:ann", "mario-smith-jones"]
)
def test_two_players_in_one_question(text: str) -> None:
    assert find_two(PEOPLE, text) == (101, 103)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "Write two different players"),
        ("1-1", "Write two different players"),
        ("1-2-3", "Write two different players"),
        ("1-9", "There is no player 9;"),
        ("mario-Mulller", "Did you mean 5 Müller, Jörg?"),
    ],
)
def test_two_players_who_are_not_meant(text: str, message: str) -> None:
    with pytest.raises(WordError) as raised:
        find_two(PEOPLE, text)
    assert message in str(raised.value)
