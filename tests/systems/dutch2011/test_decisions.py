"""Each decision of `docs/decisions/dutch-2011-*.md`, on a case where the older text is silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.formats.trf import read_trf
from crivello.model.errors import Impossible, TooLarge
from crivello.model.field import Float
from crivello.model.history import History, Part
from crivello.model.pairing import RoundPairing
from crivello.model.result import Award, Colour
from crivello.model.settings import Scoring
from crivello.model.trace import Trace
from crivello.model.trace.procedure import PairDropped
from crivello.rules.colours import allocate
from crivello.systems import registry
from crivello.systems.dutch2011.bracket import Facts, unplayed_float
from crivello.systems.dutch2011.bracket_search import find
from crivello.systems.dutch2011.procedure import OlderProcedure
from tests.support.data import DATA
from tests.systems.dutch2011.fields import entrant, field, paired, solved

UP = Float.UP


def test_lowering_p_gives_up_a_pair_of_the_remainder_first() -> None:
    """2, 3 and 4 have all met. Lowering p itself would send all four down; so 1-2 stays."""
    pairs = paired(
        entrant(1, 4),
        entrant(2, 2, met=(3, 4)),
        entrant(3, 2, met=(4,)),
        entrant(4, 2),
        entrant(5, 0),
        entrant(6, 0),
        entrant(7, 0),
        entrant(8, 0),
        entrant(9, 0),
        entrant(10, 0),
    )
    assert {(1, 2), (3, 5), (4, 6)} <= pairs


def test_lowering_p_puts_the_lowest_floater_into_s2() -> None:
    """1 and 2 can both meet 3 only: 1-3 is made, and 2 moves on from S2."""
    met = (4, 5, 6, 7)
    pairs = paired(
        entrant(1, 4, met=(2, *met)),
        entrant(2, 4, met=met),
        entrant(3, 2),
        entrant(4, 2),
        entrant(5, 2),
        entrant(6, 2),
        entrant(7, 2),
        entrant(8, 0),
    )
    assert pairs == {(1, 3), (4, 6), (5, 7), (2, 8)}


def test_incompatible_floater_moves_on() -> None:
    """1 has met 2 and 3, and floats again; 2-3 is not broken up for 1."""
    pairs = paired(entrant(1, 4, met=(2, 3)), entrant(2, 2), entrant(3, 2), entrant(4, 0))
    assert pairs == {(2, 3), (1, 4)}


def test_variable_preference_helps_to_lower_x() -> None:
    """x = 1 is to be used for the variable preference of 4: 1-4 instead of 1-3."""
    strong = [entrant(1, 2, "b"), entrant(2, 2, "w"), entrant(3, 2, "b")]
    assert paired(*strong, entrant(4, 2, "(b)")) == {(1, 4), (2, 3)}
    assert paired(*strong, entrant(4, 2, "b")) == {(1, 3), (2, 4)}


def test_remainder_has_an_x_of_its_own() -> None:
    """x = 1 allows 1-2, though the remainder must then break two preferences more."""
    pairs = paired(
        entrant(1, 4, "b"),
        entrant(2, 2, "b"),
        *(entrant(number, 2, "w") for number in (3, 4, 5, 6)),
    )
    assert pairs == {(1, 2), (3, 5), (4, 6)}


def test_c12_does_not_move_a_floater_down_again() -> None:
    """1-3 leaves 2, who has met all players below. 2-3 would leave 1, but 1 was moved down too: all
    are joined.

    3 and 4 change sides, and 5-3-6 is the first order: not 1-4, 2-3, 5-6.
    """
    below = (4, 5, 6)
    pairs = paired(
        entrant(1, 4, met=(2,)),
        entrant(2, 4, met=below),
        entrant(3, 2),
        *(entrant(number, 0) for number in below),
    )
    assert pairs == {(1, 5), (2, 3), (4, 6)}


def test_c12_asks_for_the_pairs_of_the_new_bracket() -> None:
    """4 has met 5 and 6, so 2 moves down instead, though 5 has then met all others: 5 moves on."""
    pairs = paired(
        entrant(1, 4),
        entrant(2, 4),
        entrant(3, 4, met=(1, 2, 4)),
        entrant(4, 4, met=(5, 6)),
        entrant(5, 2, met=(2, 3, 6)),
        entrant(6, 2),
        entrant(7, 0),
        entrant(8, 0),
    )
    assert pairs == {(1, 4), (2, 6), (3, 7), (5, 8)}


def test_c13_lets_the_remainder_break_as_little_as_it_can() -> None:
    """After 1-6 the remainder keeps 5-7, good in colour: 2 and 3 move down, for 8 has no bye."""
    pairing = found_position("d11-13")
    boards = {(board.white, board.black) for board in pairing.boards}
    assert (boards, pairing.bye) == ({(6, 1), (5, 7), (2, 8)}, 3)


def test_c13_breaks_no_preference_of_the_remainder_that_it_can_keep() -> None:
    """After 5-3 the remainder 1, 6, 7, 9 has x = 0. 1-9 comes before 7-9, but both want White.

    1 and 6, who move down after 7-9, help as well as 6 and 7.
    """
    pairing = found_position("d11-15")
    boards = {(board.white, board.black) for board in pairing.boards}
    assert boards == {(8, 2), (5, 3), (9, 7), (1, 10), (4, 6)}


def test_who_moves_down_to_a_joined_bracket_belongs_to_s1_with_the_latest_added() -> None:
    """C.13: 5 and 6 come down to 1, 4, 7 and 3, where 1 was added last: three of six are S1."""
    pairing = found_position("d11-14")
    boards = {(board.white, board.black) for board in pairing.boards}
    assert boards == {(8, 2), (3, 5), (4, 1), (7, 6)}


def test_joined_bracket_is_completed_before_another_is_undone() -> None:
    """Only 1 can meet the players of the lowest bracket, but 1 floated already. The joined
    bracket is completed with 2-3, and 9-10 above is left alone."""
    below = (4, 5, 6, 7, 8)
    pairs = paired(
        entrant(9, 6),
        entrant(10, 6),
        entrant(1, 4, met=(9, 10)),
        entrant(2, 2, met=below),
        entrant(3, 2, met=below),
        *(entrant(number, 0) for number in below),
    )
    assert pairs == {(9, 10), (1, 4), (2, 3), (5, 7), (6, 8)}


def test_bye_of_a_floater_when_nobody_else_may_have_it() -> None:
    """p falls to zero, so there is no first player, and 1 gets the bye."""
    pairs = paired(entrant(1, 4), entrant(2, 2, barred=True), entrant(3, 2, barred=True))
    assert pairs == {(2, 3), (0, 1)}


def test_criteria_are_dropped_for_as_few_players_as_possible() -> None:
    """3 and 4 both floated up two rounds ago. If B.6 were dropped altogether, 1-3, 2-4 would come
    first.
    """
    before = (None, UP)
    pairs = paired(
        entrant(1, 4, met=(2,)),
        entrant(2, 4),
        entrant(3, 2, floats=before, met=(4, 5)),
        entrant(4, 2, floats=before, met=(5,)),
        entrant(5, 2),
        entrant(6, 0),
    )
    assert pairs == {(1, 3), (2, 5), (4, 6)}


def test_a_point_without_playing_floats_down() -> None:
    scoring = Scoring()
    floats = {
        award: unplayed_float(Part(None, award, scoring.points(award, None), False, ""), scoring)
        for award in (
            Award.PAIRING_ALLOCATED_BYE,
            Award.FORFEIT_WIN,
            Award.FULL_POINT_BYE,
            Award.HALF_POINT_BYE,
            Award.FORFEIT_LOSS,
            Award.ZERO_POINT_BYE,
        )
    }
    assert list(floats.values()) == [Float.DOWN, Float.DOWN, Float.DOWN, None, None, None]
    unpaid = Scoring(pairing_allocated_bye=0)
    bye = Part(None, Award.PAIRING_ALLOCATED_BYE, 0, False, "")
    assert unplayed_float(bye, unpaid) is Float.DOWN


def found_position(name: str) -> RoundPairing:
    """Return the coming round of a small file, by the search and by the literal enumeration."""
    event = read_trf((DATA / "findings" / f"{name}.trf").read_text()).tournament
    system = registry.find("dutch-2011")
    pairing = system.pair(event, event.next_round)
    assert system.sift(event, event.next_round) == pairing
    return pairing


def test_a_half_point_bye_does_not_bar_from_the_bye() -> None:
    """1-2 comes first; 3, who had half a point without playing, is left over."""
    pairing = found_position("d11-11h")
    assert ({pairing.boards[0].white, pairing.boards[0].black}, pairing.bye) == ({1, 2}, 3)


def test_who_floated_down_is_protected_from_the_bye() -> None:
    """A.5, B.5: 1-2 comes first, but 3 floated down last round, and the bye is a downfloat."""
    pairing = found_position("d11-12")
    assert ({pairing.boards[0].white, pairing.boards[0].black}, pairing.bye) == ({1, 3}, 2)
    down = Float.DOWN
    three = [entrant(1, 2, "w"), entrant(2, 2, "b"), entrant(3, 2, "b", floats=(None, down))]
    assert paired(*three) == {(1, 3), (0, 2)}  # B.6 likewise
    three[1] = entrant(2, 2, "b", floats=(down,))
    assert paired(*three) == {(1, 2), (0, 3)}  # B.5 counts more than B.6
    three[2] = entrant(3, 2, "b", barred=True)
    assert paired(*three) == {(1, 3), (0, 2)}  # and is dropped (C.10)


def test_an_opponent_of_exactly_half_keeps_the_absolute_colour() -> None:
    """A.7a, E.2: both must have Black; 1, above 50 %, may have a third White, 2 may not."""
    (board,) = found_position("d11-19").boards
    assert (board.white, board.black) == (1, 2)


def test_above_half_a_wider_colour_difference_decides_nothing() -> None:
    """E.2 knows absolute, strong and mild preferences; between two players who are both free E.3
    decides.
    """
    wider, other = (
        replace(entrant(n, 10, "B"), history=History(n, (), (), (10,), colours, frozenset()))
        for n, colours in ((1, "WWWWBWW"), (2, "BBWWWW"))
    )
    assert (wider.colour_difference, other.colour_difference) == (5, 2)
    pair = Facts(field(wider, other, round_number=9)).as_bound(wider, other)
    white, black, rule = allocate(*pair, Colour.WHITE)
    assert (white.id, black.id, rule) == (1, 2, 3)


def test_above_half_an_absolute_colour_is_still_stronger_than_a_strong_one() -> None:
    """E.2: A.7a suspends absolute preferences only so that two of them can meet."""
    strong, absolute = entrant(1, 10, "b"), entrant(2, 10, "B")
    pair = Facts(field(strong, absolute, round_number=9)).as_bound(strong, absolute)
    white, black, rule = allocate(*pair, Colour.WHITE)
    assert (white.id, black.id, rule) == (1, 2, 2)


def test_work_is_bounded() -> None:
    made = field(*(entrant(number, 2 * (number < 4)) for number in range(1, 9)))
    procedure = OlderProcedure(made, find, None)
    procedure.work.left = 10
    with pytest.raises(TooLarge, match="After 2 transpositions"):
        procedure.run()


def test_impossible_names_the_blockers_in_dutch_2011() -> None:
    made = field(
        entrant(1, 2, met=(2, 3, 4)), entrant(2, 2), entrant(3, 0), entrant(4, 0), rounds=9
    )
    with pytest.raises(Impossible) as refusal:
        OlderProcedure(made, find, None).run()
    assert 1 in refusal.value.blocked
    assert refusal.value.criteria == ("B.1", "B.2")


def test_absolute_preferences_may_meet_above_half_in_the_last_round_only() -> None:
    top = [entrant(1, 10, "W"), entrant(2, 10, "W"), entrant(3, 0, "b"), entrant(4, 0, "b")]
    assert paired(*top, round_number=9, rounds=9) == {(1, 2), (3, 4)}
    assert paired(*top, round_number=8, rounds=9) == {(1, 3), (2, 4)}
    half = [entrant(1, 8, "W"), entrant(2, 8, "W"), entrant(3, 0, "b"), entrant(4, 0, "b")]
    assert paired(*half, round_number=9, rounds=9) == {(1, 3), (2, 4)}


def test_above_half_two_absolute_preferences_meet_only_if_nothing_else_is_left() -> None:
    """Round 9 treats strong preferences as absolute (A.7d), but B.2 has priority.

    1-3 would break B.2, and 1-4, 2-3 break A.7d twice instead of once.
    """
    top = [entrant(number, 10, wish) for number, wish in enumerate("WwWw", start=1)]
    assert paired(*top, round_number=9, rounds=9) == {(1, 4), (2, 3)}


def test_who_is_passed_over_after_one_already_paired_is_recorded() -> None:
    """1 meets 3. For 2, 3 is gone, 4 was met before, 5 is the first left."""
    players = [
        entrant(1, 4, met=[2]),
        entrant(2, 4, met=[4]),
        *(entrant(n, 2) for n in (3, 4, 5, 6)),
    ]
    trace: Trace = []
    assert solved(field(*players), find, trace) == {(1, 3), (2, 5), (4, 6)}
    found = [(step.article, step.a, step.b) for step in trace if isinstance(step, PairDropped)]
    assert found == [("B.1a", 2, 4)]
