"""The first difference between a pairing and the right one, for systems that name no criterion."""

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.audit.verdicts import first_difference
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import Board
from crivello.systems.registry import Judge, find

SYSTEM = next(
    system
    for system in map(find, SYSTEMS.swiss)
    if not isinstance(system, Judge) and not system.slow
)
TOURNAMENT = generate(Recipe(players=9, rounds=3, system=SYSTEM.key), 5)
RIGHT = SYSTEM.pair(TOURNAMENT, 3)


def said(boards: list[Board], bye: int | None) -> tuple[str, tuple[int, ...]]:
    found = first_difference(SYSTEM, TOURNAMENT, RIGHT, boards, bye)
    return str(found.sentence), found.players


def exchanged(one: int, other: int) -> tuple[list[Board], int | None]:
    """Return boards and bye of the right pairing with two players exchanged."""
    new = {one: other, other: one}
    boards = [Board(new.get(b.white, b.white), new.get(b.black, b.black)) for b in RIGHT.boards]
    return boards, RIGHT.bye if RIGHT.bye is None else new.get(RIGHT.bye, RIGHT.bye)


def test_somebody_is_missing() -> None:
    gone = RIGHT.boards[0]
    players = tuple(sorted((gone.white, gone.black)))
    text = f"Players missing, unknown or named twice: {players[0]}, {players[1]}."
    assert said(list(RIGHT.boards[1:]), RIGHT.bye) == (text, players)


def test_two_have_already_met() -> None:
    old = TOURNAMENT.round(1).games[0]
    partner = next(
        ({b.white, b.black} - {old.white}).pop()
        for b in RIGHT.boards
        if old.white in (b.white, b.black)
    )
    text, players = said(*exchanged(old.black, partner))
    assert text == f"{players[0]} and {players[1]} have already met."


def test_the_colours_of_a_board_are_turned() -> None:
    first = RIGHT.boards[0]
    text = f"{first.white} has White against {first.black} by the colour rules, not Black."
    turned = [Board(first.black, first.white), *RIGHT.boards[1:]]
    assert said(turned, RIGHT.bye) == (text, (first.white, first.black))
