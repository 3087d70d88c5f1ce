"""Initial order and pairing numbers by C.04.2."""

from dataclasses import replace

import pytest

from crivello.model.errors import Illegal
from crivello.model.player import Player, Title
from crivello.model.result import Result
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.handling import Handling
from crivello.rules.initial_order import (
    TITLES,
    TITLES_BEFORE_2013,
    InitialOrder,
    Move,
    admit,
    correct,
    in_initial_order,
    number_players,
    renumber,
    title_order,
)
from tests.support.cases import example


def titles_of(players: list[Player]) -> list[str]:
    return [player.title.value if player.title else "no title" for player in players]


@pytest.mark.parametrize(
    ("name", "system"), [("title-order-2016", "dutch-2017"), ("title-order-2012", "dutch-2011")]
)
def test_title_order_by_edition(name: str, system: str) -> None:
    # C.04.2: 2.2
    # C.04.2.B.2 (2)
    players = [Player(id=9, number=9)] + [
        Player(id=n, number=n, title=t) for n, t in enumerate(Title, start=10)
    ]
    expected = example(name)["expected"]["order"]
    assert titles_of(in_initial_order(players[::-1], InitialOrder(title_order(system)))) == expected
    assert title_order("dutch-2026") == title_order(None) == TITLES


def test_initial_order_of_fourteen() -> None:
    # C.04.2: 2.2
    # C.04.2.B.2 (1)
    given = example("initial-order-14")
    titles = {title.value: title for title in Title}
    players = [
        Player(name, rating, id=n, number=n, title=titles.get(title))
        for n, (name, (title, rating)) in enumerate(given["input"]["attributes"].items(), start=1)
    ]
    for order in (players, players[::-1]):
        found = [player.name for player in in_initial_order(order)]
        assert found == given["expected"]["order"]


def test_alphabet_without_accents_and_capitals() -> None:
    # C.04.2.B.2 (3)
    names = ["Zeta", "émile", "Eva", "Édith", "alba"]
    players = [Player(name, id=n, number=n) for n, name in enumerate(names, start=1)]
    order = [player.name for player in in_initial_order(players)]
    assert order == ["alba", "Édith", "émile", "Eva", "Zeta"]


def test_another_announced_criterion() -> None:
    # C.04.2.B.2 (3)
    players = [
        Player("A", id=1, number=1, birth="1990/01/01"),
        Player("B", id=2, number=2, birth="1980/01/01"),
    ]
    found = in_initial_order(players, InitialOrder(then=lambda player: player.birth))
    assert [player.id for player in found] == [2, 1]


def test_unrated_players_come_last() -> None:
    # C.04.2: 2.1
    assert [
        p.id
        for p in in_initial_order([Player(id=1, number=1), Player(id=2, number=2, rating=1000)])
    ] == [2, 1]


# Numbers


def tournament(paired: int) -> Tournament:
    players = tuple(
        Player(f"P{n}", id=10 + n, number=n, rating=rating)
        for n, rating in enumerate((2400, 2300, 2200, 2100), start=1)
    )
    rounds = tuple(Round((Game(11, 12, Result.DRAW),)) for _ in range(paired))
    return Tournament(players, rounds)


def numbers(found: Tournament) -> dict[int, int]:
    return {player.id: player.number for player in found.players}


def test_numbers_follow_the_order_and_ids_stay() -> None:
    # C.04.2: 2.3; Dutch 2026: 1.1; Dutch 2017: A.1; Burstein 2026: 1.1
    # C.04.2.B.3 (1)
    # Dutch 2017: A.1 (1)
    found = number_players(tournament(0).players[::-1])
    assert [(p.id, p.number) for p in found] == [(11, 1), (12, 2), (13, 3), (14, 4)]


@pytest.mark.parametrize("paired", [0, 3])
def test_corrections_renumber_until_round_four_is_paired(paired: int) -> None:
    # C.04.2: 2.3; Dubov 2026: 1.1
    # C.04.2.B.3 (3, 4)
    before = tournament(paired)
    found = correct(before, replace(before.player[14], rating=2350))
    assert numbers(found.tournament) == {11: 1, 14: 2, 12: 3, 13: 4}
    assert found.moves == (Move(14, 4, 2), Move(12, 2, 3), Move(13, 3, 4))
    assert found.tournament.rounds == before.rounds


def test_later_corrections_keep_every_number() -> None:
    # C.04.2.B.3 (2)
    before = tournament(4)
    found = correct(before, replace(before.player[14], rating=2350, number=1))
    assert numbers(found.tournament) == numbers(before)
    assert found.moves == ()
    assert found.tournament.player[14].rating == 2350
    with pytest.raises(Illegal):
        renumber(found.tournament)
    assert renumber(before).moves == ()


NEWCOMER = Player("New", id=99, number=0, rating=2250)


@pytest.mark.parametrize(
    ("paired", "edition", "after", "moves"),
    [
        (0, Handling.BEFORE_2026, 3, 2),
        (3, Handling.BEFORE_2026, 3, 2),
        (4, Handling.BEFORE_2026, 5, 0),
        (3, Handling.SINCE_2026, 3, 2),
        (4, Handling.SINCE_2026, 3, 2),
    ],
)
def test_late_entries_by_edition(paired: int, edition: Handling, after: int, moves: int) -> None:
    # C.04.2.C.3 (1)
    before = tournament(paired)
    found = admit(before, NEWCOMER, edition)
    assert found.tournament.player[99].number == after
    assert found.tournament.player[99].entered == paired + 1
    assert len(found.moves) == moves
    assert sorted(numbers(found.tournament).values()) == [1, 2, 3, 4, 5]
    assert found.tournament.rounds == before.rounds


def test_a_late_entry_does_not_carry_out_corrections_that_came_too_late() -> None:
    before = tournament(4)
    corrected = correct(before, replace(before.player[14], rating=2390)).tournament
    found = admit(corrected, NEWCOMER, Handling.SINCE_2026)
    assert numbers(found.tournament) == {11: 1, 12: 2, 99: 3, 13: 4, 14: 5}


def test_ids_must_be_known_or_new() -> None:
    with pytest.raises(Illegal):
        admit(tournament(1), replace(NEWCOMER, id=11), Handling.SINCE_2026)
    with pytest.raises(Illegal):
        correct(tournament(1), NEWCOMER)


def test_titles_before_2013_differ_in_one_place() -> None:
    # Dutch 2011: A.2
    assert [a for a, b in zip(TITLES, TITLES_BEFORE_2013, strict=True) if a is not b] == [
        Title.FM,
        Title.WIM,
    ]
