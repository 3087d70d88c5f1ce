"""Small examples of the handling rules, from the booklets."""

from fractions import Fraction

import pytest

from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.colours import allocate, preference
from crivello.rules.field import FieldRules, barred_2017, build_field, unplayed_2017
from crivello.rules.rounds import in_publication_order
from tests.support.cases import example

RULES = FieldRules(preference, unplayed_2017, barred_2017, float_rounds=2)


def entered(count: int) -> tuple[Player, ...]:
    return tuple(Player(id=number, number=number) for number in range(1, count + 1))


GAPS = example("colour-history-normalisation")


@pytest.mark.parametrize(
    ("colours", "moved"),
    list(zip(GAPS["input"]["histories"], GAPS["expected"]["normalised"], strict=True)),
)
def test_unplayed_rounds_move_to_the_front_of_the_colours_in_the_rules(
    colours: str, moved: str
) -> None:
    # C.04.2.D.5 (2)
    games = {
        "W": Round((Game(1, 2, Result.DRAW),)),
        "B": Round((Game(2, 1, Result.DRAW),)),
        "=": Round(byes=((1, Bye.HALF_POINT),)),
    }
    tournament = Tournament(entered(2), tuple(games[colour] for colour in colours))
    history = histories(tournament, len(colours) + 1)[1]
    assert history.colour_sequence == moved.replace("=", "u")


def test_first_round_of_fourteen() -> None:
    given = example("round1-14-white")
    tournament = Tournament(entered(14), (), Settings(initial_colour=Colour.WHITE))
    field = build_field(tournament, 1, RULES)
    by_number = {entrant.number: entrant for entrant in field.entrants}
    halves = zip(given["expected"]["S1"], given["expected"]["S2"], strict=True)
    pairs = [allocate(by_number[a], by_number[b], Colour.WHITE)[:2] for a, b in halves]
    boards = in_publication_order(pairs, field)
    expected = given["expected"]["pairs_white_black"]
    assert [[board.white, board.black] for board in boards] == expected


def test_board_order_of_a_second_round() -> None:
    # C.04.2: 3.6
    # C.04.2.D.9 (1, 2)
    given = example("dubov-board-order-r2")
    scores = {int(number): Fraction(score) for number, score in given["input"]["scores"].items()}
    byes = {0: Bye.ZERO_POINT, Fraction(1, 2): Bye.HALF_POINT, 1: Bye.FULL_POINT}
    first = Round(byes=tuple((player, byes[score]) for player, score in scores.items()))
    tournament = Tournament(entered(14), (first,))
    field = build_field(tournament, 2, RULES)
    entrants = {entrant.id: entrant for entrant in field.entrants}
    pairs = [(entrants[white], entrants[black]) for white, black in given["input"]["pairs"]]
    boards = in_publication_order(pairs, field)
    assert [[board.white, board.black] for board in boards] == given["expected"]["order"]
