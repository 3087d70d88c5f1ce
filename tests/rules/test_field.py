"""The field of a round: its players, and what each edition derives for them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Float, Strength
from crivello.model.history import History, Part
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import Acceleration, Apart, Options, Parity, Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.colours import allocate, preference
from crivello.rules.field import (
    barred_2017,
    barred_2026,
    barred_before_2017,
    build_field,
    inferred_initial_colour,
    unplayed_2017,
    unplayed_2026,
)
from crivello.rules.rounds import in_publication_order
from crivello.systems.dubov.editions import DUBOV_2026
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026

RULES = DUTCH_2026.field_rules


def event(*rounds: Round, players: int = 4, settings: Settings | None = None) -> Tournament:
    entries = tuple(Player(id=number, number=number) for number in range(1, players + 1))
    return Tournament(entries, rounds, settings or Settings(rounds=9))


def with_colours(colours: str) -> History:
    return History(1, (), (), (0,), colours, frozenset())


@pytest.mark.parametrize(
    ("colours", "wanted", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", Colour.BLACK, Strength.STRONG),
        ("B", Colour.WHITE, Strength.STRONG),
        ("WB", Colour.WHITE, Strength.MILD),
        ("BW", Colour.BLACK, Strength.MILD),
        ("WW", Colour.BLACK, Strength.ABSOLUTE),
        ("WBB", Colour.WHITE, Strength.ABSOLUTE),
        # two Blacks running outweigh the difference of +1
        ("WWWBB", Colour.WHITE, Strength.ABSOLUTE),
        # a difference of +2 outweighs whatever came last
        ("WWWB", Colour.BLACK, Strength.ABSOLUTE),
        ("WWWWBB", Colour.BLACK, Strength.ABSOLUTE),
    ],
)
def test_preference(colours: str, wanted: Colour | None, strength: Strength) -> None:
    # Dutch 2026: 1.6, 1.7; Dutch 2017: A.6; Burstein 2026: 1.4, 1.5; C.04.1: 8
    # C.04.1.h (1, 2)
    # Dubov 1997: 1 (2); Burstein 2016: 1 (2)
    # Dutch 2017: A.6 (1, 2, 3, 4)
    assert preference(with_colours(colours)) == (wanted, strength)


@given(st.text("WB", max_size=12))
def test_preferences_mirror_each_other(colours: str) -> None:
    mirrored = colours.translate(str.maketrans("WB", "BW"))
    wanted, strength = preference(with_colours(colours))
    other, same = preference(with_colours(mirrored))
    assert same is strength
    assert (wanted is None and other is None) or (wanted is not None and wanted.opposite is other)


def unplayed(award: Award, points: int) -> Part:
    return Part(None, award, points, False, "")


@pytest.mark.parametrize(
    ("award", "points", "floats_2026"),
    [
        (Award.PAIRING_ALLOCATED_BYE, 2, Float.DOWN),
        (Award.PAIRING_ALLOCATED_BYE, 0, Float.DOWN),  # 1.4.3: whatever the bye is worth
        (Award.FORFEIT_WIN, 2, Float.DOWN),
        (Award.FULL_POINT_BYE, 2, Float.DOWN),
        (Award.HALF_POINT_BYE, 1, Float.DOWN),
        (Award.FORFEIT_LOSS, 0, None),
        (Award.ZERO_POINT_BYE, 0, None),
        (Award.ABSENT, 0, None),
    ],
)
def test_floats_of_unplayed_rounds(award: Award, points: int, floats_2026: Float | None) -> None:
    # Dutch 2017: A.4; Dutch 2026: 1.4.3, 1.4.4
    # Dutch 2017: A.4 (3)
    entry = unplayed(award, points)
    assert unplayed_2026(entry, Scoring()) is floats_2026
    assert unplayed_2017(entry, Scoring()) is Float.DOWN


def test_only_more_than_a_loss_floats_in_2026() -> None:
    # Dutch 2026: 1.4.3, 1.4.4
    three_two_one = Scoring(1, 3, 3, 2, 2, 1, 1, pairing_allocated_bye=1)
    assert unplayed_2026(unplayed(Award.ZERO_POINT_BYE, 1), three_two_one) is None
    assert unplayed_2026(unplayed(Award.HALF_POINT_BYE, 2), three_two_one) is Float.DOWN
    assert unplayed_2026(unplayed(Award.PAIRING_ALLOCATED_BYE, 1), three_two_one) is Float.DOWN


@pytest.mark.parametrize(
    ("award", "points", "bars"),
    [  # bars in 2017, 2026, before 2017
        (Award.PAIRING_ALLOCATED_BYE, 2, (True, True, True)),
        (Award.PAIRING_ALLOCATED_BYE, 1, (True, True, True)),
        (Award.PAIRING_ALLOCATED_BYE, 0, (True, True, True)),
        (Award.FORFEIT_WIN, 2, (True, True, True)),
        (Award.FULL_POINT_BYE, 2, (False, True, True)),
        (Award.HALF_POINT_BYE, 1, (False, False, True)),
        (Award.ZERO_POINT_BYE, 0, (False, False, False)),
        (Award.FORFEIT_LOSS, 0, (False, False, False)),
    ],
)
def test_who_may_not_have_the_bye(award: Award, points: int, bars: tuple[bool, ...]) -> None:
    # C.04.1: 3, 4; Dutch 2026: 1.5, C2; Dutch 2017: A.5, C.2
    # C.04.1.d (1)
    # Dutch 2017: C.2 (1)
    history = History(1, (None,), (unplayed(award, points),), (0, points), "", frozenset())
    found = [rule(history, Scoring()) for rule in (barred_2017, barred_2026, barred_before_2017)]
    assert tuple(found) == bars


def test_floats_compare_the_scores_of_their_round() -> None:
    # Round 2: player 1 (1 point) met 3 (0 points), 2 (0) met 4 (½).
    # Dutch 2026: 1.4.2; Dutch 2017: A.4
    # Dutch 2017: A.4 (2)
    tournament = event(
        Round((Game(1, 2, Result.WHITE_WINS),), ((4, Bye.HALF_POINT),)),
        Round((Game(3, 1, Result.DRAW), Game(2, 4, Result.DRAW))),
    )
    floats = {e.id: e.floats for e in build_field(tournament, 3, RULES).entrants}
    assert floats == {
        1: (Float.DOWN, None),
        2: (Float.UP, None),
        3: (Float.UP, None),
        4: (Float.DOWN, Float.DOWN),
    }
    old = {e.id: e.floats for e in build_field(tournament, 3, DUTCH_2017.field_rules).entrants}
    assert old[3] == (Float.UP, Float.DOWN)  # A.4.b: absent in round 1


def test_floats_use_pairing_scores_of_that_round() -> None:
    virtual = ((1, (2, 2)), (2, (2, 2)))
    tournament = event(
        Round((Game(1, 3, Result.BLACK_WINS), Game(2, 4, Result.DRAW))),
        settings=Settings(rounds=9, acceleration=Acceleration(virtual=virtual)),
    )
    field = build_field(tournament, 2, RULES)
    assert {e.id: e.floats[0] for e in field.entrants} == {
        1: Float.DOWN,
        2: Float.DOWN,
        3: Float.UP,
        4: Float.UP,
    }
    assert [(e.id, e.score, e.points) for e in field.entrants] == [
        (2, 3, 1),
        (1, 2, 0),
        (3, 2, 2),
        (4, 1, 1),
    ]
    # Virtual points given player by player do not order the boards (only the 2026 method says so).
    assert field.board_score == {1: 0, 2: 1, 3: 2, 4: 1}


def test_who_is_in_the_field() -> None:
    # C.04.2: 3.2, 3.3
    # C.04.2.C.2 (2); C.04.2.D.3 (1); C.04.2.D.4 (1)
    players = (
        Player(id=1, number=1),
        Player(id=2, number=2, withdrawn_after=1),
        Player(id=3, number=3, entered=3),
        Player(id=4, number=4),
        Player(id=5, number=5),
    )
    rounds = (Round((Game(1, 2, Result.DRAW),)), Round(byes=((4, Bye.HALF_POINT),)))
    tournament = Tournament(players, rounds, Settings(rounds=5))
    # 2 leaves after round 1, so they are in it.
    assert [e.id for e in build_field(tournament, 1, RULES).entrants] == [1, 2]
    assert [e.id for e in build_field(tournament, 2, RULES).entrants] == [1, 5]
    assert [e.id for e in build_field(tournament, 3, RULES).entrants] == [1, 4, 3, 5]


def test_forbidden_pairs_hold_in_their_rounds() -> None:
    settings = Settings(rounds=9, forbidden=(Apart((1, 2, 3), first_round=2, last_round=2),))
    tournament = event(Round((Game(1, 2, Result.DRAW),)), settings=settings)
    assert build_field(tournament, 1, RULES).entrants[0].avoid == frozenset()
    assert {e.id: e.avoid for e in build_field(tournament, 2, RULES).entrants} == {
        1: {2, 3},
        2: {1, 3},
        3: {1, 2},
        4: frozenset(),
    }


def test_an_estimate_counts_in_the_average_of_opponents() -> None:
    players = (
        Player(id=1, number=1, rating=2000),
        Player(id=2, number=2, estimate=1900),
        Player(id=3, number=3, rating=2100, estimate=1800),
        Player(id=4, number=4),
    )
    rounds = (
        Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))),
        Round((Game(3, 1, Result.DRAW), Game(4, 2, Result.DRAW))),
    )
    field = build_field(Tournament(players, rounds, Settings(rounds=3)), 3, DUBOV_2026.field_rules)
    aro = {entrant.id: entrant.aro for entrant in field.entrants}
    # 1 met 2 and 3 (1900, 1800); 2 met 1 and 4, who has neither rating nor estimate.
    assert (aro[1], aro[2]) == (1850, 1000)


def test_missing_results_are_refused_with_their_games() -> None:
    tournament = event(Round((Game(1, 2), Game(3, 4, Result.DRAW))))
    with pytest.raises(Illegal) as refused:
        build_field(tournament, 2, RULES)
    assert str(refused.value) == (
        "One result is missing; enter it before pairing round 2.\n"
        "Round 1: the game of 1 and 2 has no result."
    )
    assert [(p.player, p.round) for p in refused.value.problems] == [(1, 1)]


def parities(tournament: Tournament) -> dict[int, int]:
    return {e.id: e.parity for e in build_field(tournament, 2, RULES).entrants}


def test_parity_counts_those_who_have_taken_part() -> None:
    # 1 has not entered: with everyone else, 2 is the first.
    rounds = (Round((Game(2, 3, Result.DRAW),)), Round(byes=((1, Bye.ZERO_POINT),)))
    assert parities(event(*rounds)) == {2: 1, 3: 2, 4: 3}
    literal = Settings(rounds=9, options=Options(parity=Parity.LITERAL))
    assert parities(event(*rounds, settings=literal)) == {2: 2, 3: 3, 4: 4}
    # Somebody who was in a pairing counts, even if they are away now: with a game or with the bye.
    for first in (Round((Game(1, 2, Result.DRAW),)), Round(byes=((1, Bye.PAIRING_ALLOCATED),))):
        assert parities(event(first, rounds[1])) == {2: 2, 3: 3, 4: 4}


def test_the_initial_colour_is_read_off_the_first_round() -> None:
    assert inferred_initial_colour(event()) is Colour.WHITE
    assert inferred_initial_colour(event(Round((Game(3, 1, Result.DRAW),)))) is Colour.BLACK
    turned = event(Round((Game(3, 1, Result.DRAW, reversed=True),)))
    assert inferred_initial_colour(turned) is Colour.WHITE
    # 1 was absent: 2 was the first of those who took part.
    assert inferred_initial_colour(event(Round((Game(2, 4, Result.DRAW),)))) is Colour.WHITE
    # 1 had the bye: as the second of those who took part, 2 got the other colour.
    bye = Round((Game(2, 4, Result.DRAW),), ((1, Bye.PAIRING_ALLOCATED),))
    assert inferred_initial_colour(event(bye)) is Colour.BLACK


def test_one_turned_game_does_not_turn_the_initial_colour() -> None:
    def drawn(*boards: tuple[int, int]) -> Tournament:
        players = tuple(Player(id=n, number=n) for n in range(1, 7))
        games = tuple(Game(white, black, Result.DRAW) for white, black in boards)
        return Tournament(players, (Round(games),))

    assert inferred_initial_colour(drawn((4, 1), (2, 5), (6, 3))) is Colour.BLACK
    assert inferred_initial_colour(drawn((1, 4), (2, 5), (6, 3))) is Colour.BLACK
    # Where the games are even, the highest player decides.
    assert inferred_initial_colour(drawn((1, 4), (2, 5))) is Colour.WHITE


def test_the_initial_colour_of_literal_numbers_is_read_off_literally() -> None:
    """Player 1 came in round 2: 2 was the first player, but has an even number."""
    rounds = Round((Game(2, 4, Result.DRAW),)), Round((Game(1, 2),))
    literal = Settings(rounds=9, options=Options(parity=Parity.LITERAL))
    assert inferred_initial_colour(event(*rounds)) is Colour.WHITE
    assert inferred_initial_colour(event(*rounds, settings=literal)) is Colour.BLACK


def test_a_first_round_paired_again_has_the_colour_it_shows() -> None:
    black = event(Round((Game(3, 1, Result.DRAW), Game(2, 4, Result.DRAW))))
    assert build_field(black, 1, RULES).initial_colour is Colour.BLACK


def entrant(number: int, colours: str, score: int = 0) -> Entrant:
    history = History(number, (), (), (score,), colours, frozenset())
    wanted, strength = preference(history)
    return Entrant(
        number, number, number, score, score, wanted, strength, False, (), frozenset(), history
    )


@pytest.mark.parametrize(
    ("first", "second", "white", "rule"),
    [
        ("W", "B", 2, 1),  # both get what they want
        ("W", "", 2, 1),  # one has no wish: the other's is granted
        ("", "W", 1, 1),
        ("WB", "B", 2, 2),  # a strong wish before a mild one
        ("WBW", "BWW", 1, 2),  # an absolute wish before a strong one
        ("WWBWW", "WW", 2, 2),  # both absolute: the wider difference, +3 before +2
        ("WBBW", "BWBW", 1, 3),  # both mild for Black: they differed last in round 2
        ("BWBW", "WBBW", 2, 3),
        ("BBWWB", "BWB", 2, 3),  # histories are laid together from their ends
        ("W", "W", 2, 4),  # never different: the higher ranked gets Black
        ("", "", 1, 5),  # nobody has played: odd number, initial colour
    ],
)
def test_colour_rules(first: str, second: str, white: int, rule: int) -> None:
    # Dutch 2026: 5.2.1, 5.2.2, 5.2.3; Dutch 2017: E.1, E.2, E.3
    # Dutch 2017: A.6 (5); Dutch 2017: E.1 (1); Dutch 2017: E.2 (1, 2); Dutch 2017: E.3 (1)
    one, two = entrant(1, first), entrant(2, second)
    for pair in ((one, two), (two, one)):
        got = allocate(*pair, Colour.WHITE)
        assert (got[0].id, got[2]) == (white, rule)


def test_last_colour_rule_goes_by_rank_and_parity() -> None:
    # Dutch 2026: 5.2.5; Dutch 2017: E.5
    # Dutch 2017: E.5 (1)
    higher, lower = entrant(3, "", score=4), entrant(1, "")
    assert allocate(higher, lower, Colour.WHITE)[0].id == 3
    assert allocate(higher, lower, Colour.BLACK)[0].id == 1
    # The number that counts is the one among those who have entered.
    even = replace(higher, parity=2)
    assert allocate(even, lower, Colour.WHITE)[0].id == 1
    assert allocate(even, lower, Colour.BLACK)[0].id == 3


def test_colour_of_equal_histories_goes_to_the_higher_score() -> None:
    # Dutch 2026: 5.2.4; Dutch 2017: E.4
    # Dutch 2017: E.4 (1)
    assert allocate(entrant(3, "W", score=4), entrant(1, "W"), Colour.WHITE)[0].id == 1


def test_boards_by_score_sum_and_number() -> None:
    # C.04.2: 3.6
    # C.04.2.D.9 (1, 2)
    rounds = (
        Round(
            (
                Game(1, 5, Result.WHITE_WINS),
                Game(6, 2, Result.BLACK_WINS),
                Game(3, 7, Result.DRAW),
                Game(8, 4, Result.DRAW),
            )
        ),
    )
    field = build_field(event(*rounds, players=8), 2, RULES)
    by_id = {entrant.id: entrant for entrant in field.entrants}
    pairs = [(by_id[6], by_id[5]), (by_id[4], by_id[3]), (by_id[8], by_id[1]), (by_id[2], by_id[7])]
    boards = [(board.white, board.black) for board in in_publication_order(pairs, field)]
    # 8-1 and 2-7 have the same top score and sum: the lower number of the higher ranked first
    assert boards == [(8, 1), (2, 7), (4, 3), (6, 5)]


def test_boards_of_equal_scores_go_by_the_number_of_the_higher_ranked() -> None:
    field = build_field(event(), 1, RULES)
    pairs = [
        (entrant(4, "", score=2), entrant(1, "")),
        (entrant(2, ""), entrant(3, "", score=2)),
    ]
    boards = [(board.white, board.black) for board in in_publication_order(pairs, field)]
    assert boards == [(2, 3), (4, 1)]
