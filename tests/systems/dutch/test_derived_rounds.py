"""Rounds derived by hand, article by article, for cases that recorded tournaments do not contain.

Articles are those of 2026; if those of 2017 lead to a different result, the test says so.
Preferences are W or B for strong, w or b for mild ones.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.model.errors import Impossible
from crivello.model.settings import Options, Parity, Scoring
from crivello.model.tournament import Tournament
from crivello.systems.dutch.editions import EDITIONS
from crivello.systems.dutch.sieve import sift
from tests.support.small import small
from tests.support.solvers import Solver, pair_round
from tests.systems.dutch.solvers import SOLVERS

pytestmark = [
    pytest.mark.parametrize("solver", SOLVERS),
    pytest.mark.parametrize("key", sorted(EDITIONS)),
]


def answer(tournament: Tournament, number: int, key: str, solver: Solver) -> str:
    """Return the boards in order and the bye, as ``2-1 3-5, 4``."""
    pairing = pair_round(tournament, number, EDITIONS[key], solver)
    boards = " ".join(f"{board.white}-{board.black}" for board in pairing.boards)
    return boards if pairing.bye is None else f"{boards}, {pairing.bye}".strip(", ")


def refuse(
    tournament: Tournament, number: int, key: str, solver: Solver, players: set[int], codes: str
) -> None:
    """Check that the round cannot be paired because of these players and criteria (written as in
    2026).

    The sieve names all players whom some largest pairing leaves over; the solver may name those
    whom its search found.
    """
    with pytest.raises(Impossible) as caught:
        pair_round(tournament, number, EDITIONS[key], solver)
    named = set(caught.value.blocked)
    if solver is sift:
        assert named == players
        assert [code.replace(".", "") for code in caught.value.criteria] == codes.split()
    else:
        assert named
        assert named <= players


# A bye worth no more than a loss

LOSS_PAYS = Scoring(
    unit=1,
    white_win=3,
    black_win=3,
    white_draw=2,
    black_draw=2,
    white_loss=1,
    black_loss=1,
    forfeit_win=3,
    pairing_allocated_bye=1,
    half_point_bye=2,
    full_point_bye=3,
    adjourned=2,
)
WORTHLESS = Scoring(pairing_allocated_bye=0)


def test_a_bye_worth_a_loss_is_a_downfloat(key: str, solver: Solver) -> None:
    """3-2-1, the bye 1; 8 and 9 arrive for round 2.

    Scores 3: 1B 2W 3B; 1: 4W 5B 6W 7 (no game, but the bye); 0: 8 9 (no game).
    C5: the bye goes to 8 or 9. Bracket of 3: 1-2 suits the colours, 3 floats.
    Bracket of 1 with 3: 3-4 suits the colours. The remainder is 5, 6 and 7: 5-6 leaves 7, who
    floated down in round 1 (1.4.3: by the bye, whatever it is worth; 2017 A.4: by not playing),
    which fails C14 (C.12). 5-7 leaves 6, and nothing fails.
    Bracket of 0 with 6: 6-8, and 9 has the bye.
    """
    played = small(9, "1-4 1-0, 5-2 0-1, 3-6 1-0, 7 U, 8 Z, 9 Z", scoring=LOSS_PAYS)
    assert answer(played, 2, key, solver) == "2-1 4-3 7-5 6-8, 9"


def test_a_worthless_bye_bars_the_next(key: str, solver: Solver) -> None:
    """Scores 1: 1B 2W; 0: 3W 4B 5 (had the bye).

    Bracket of 1: 2-1. Bracket of 0: 3-4 would leave 5, who has had their bye (C2), though it gave
    them nothing; 3-5 leaves 4, who has missed no round (C9) and floated in none (C14).
    """
    played = small(5, "1-3 1-0, 4-2 0-1, 5 U", scoring=WORTHLESS)
    assert answer(played, 2, key, solver) == "2-1 3-5, 4"


def test_a_worthless_bye_for_the_leader(key: str, solver: Solver) -> None:
    """Round 2. Scores 1: 1B; 0: 2W 3 (had the bye). 1-2 have met, 3 cannot have the bye:
    so 1-3 and the bye for 2; 1 wants Black.

    Round 3. Scores 2: 1; 0: 2W 3B. 2 and 3 have had the bye, so it is 1 who gets it (C2), and
    the lowest possible score of C5 is that of 1. 2-3 are left; both preferences can be granted.
    """
    played = small(3, "1-2 1-0, 3 U", "3-1 0-1, 2 U", scoring=WORTHLESS)
    assert answer(played, 2, key, solver) == "3-1, 2"
    assert answer(played, 3, key, solver) == "2-3, 1"


# Unusual results


def test_a_game_lost_by_both_was_played(key: str, solver: Solver) -> None:
    """1-3 0-0, 4-2 ½-0. Scores ½: 4B; 0: 1B 2W 3W. All four have a colour, and 1-3, 4-2 have met.

    4 floats. 4-1 denies the preference of one, and so does 2-3 (C12 = 2). 4-2 have met.
    4-3 grants both; 1-2 are left and it grants both too.
    """
    played = small(4, "1-3 0-0, 4-2 ½-0")
    assert answer(played, 2, key, solver) == "3-4 2-1"


def test_a_game_lost_by_both_is_not_repeated(key: str, solver: Solver) -> None:
    """C1 asks whether they have played, not who has won."""
    refuse(small(2, "1-2 0-0"), 2, key, solver, {1, 2}, "C1")
    refuse(small(2, "1-2 0-½"), 2, key, solver, {1, 2}, "C1")


def test_half_a_point_against_nothing(key: str, solver: Solver) -> None:
    """1-4 ½-0, 5-2 0-0, 3-6 1-0. Scores 1: 3B; ½: 1B; 0: 2W 4W 5B 6W.

    3 floats to 1: one pair, both want Black, neither colour ever differed (5.2.3), so 3 as the
    higher ranked has Black (5.2.4). Bracket of 0: 2-5 have met; 2-6 and 4-5 deny one
    preference, as any two pairs of three W and one B must. 2 and 6: 2 has White by 5.2.4.
    """
    played = small(6, "1-4 ½-0, 5-2 0-0, 3-6 1-0")
    assert answer(played, 2, key, solver) == "1-3 2-6 4-5"


# Adjourned games: a draw, for the pairing (C.04.2: 3.1, old D.1)


def test_an_adjourned_game_is_a_draw_for_both(key: str, solver: Solver) -> None:
    """1-3 adjourned, 4-2 0-1. Scores 1: 2W; ½: 1B 3W; 0: 4B.

    2 floats: 2-1 grants both colours, 2-3 does not. 3 floats to 4: both colours granted.
    """
    played = small(4, "1-3 adj, 4-2 0-1")
    assert answer(played, 2, key, solver) == "2-1 3-4"


def test_an_adjourned_game_is_a_meeting(key: str, solver: Solver) -> None:
    """Scores 1½: 1w 2b; ½: 3b 4w. 1-2 and 3-4 are not finished, but they have met (C1).

    So 1 and 2 float, and each has one opponent left. 1 and 4 both want White and had the same
    colours: the higher ranked gets it; likewise Black for 2 against 3.
    """
    played = small(4, "1-3 1-0, 4-2 0-1", "2-1 adj, 3-4 adj")
    assert answer(played, 3, key, solver) == "1-4 3-2"


def test_two_adjourned_games_and_a_bye(key: str, solver: Solver) -> None:
    """1-3 and 4-2 adjourned, 5 had the bye. Scores 1: 5 (no game); ½: 1B 2W 3W 4B.

    5 is barred (C2), so the bye goes to one of the others. 5-1 is first. Of 2, 3, 4: 2-3 both
    want White, 2-4 have met, 3-4 suits, and 2 has the bye.
    """
    played = small(5, "1-3 adj, 4-2 adj, 5 U")
    assert answer(played, 2, key, solver) == "5-1 3-4, 2"


# No players, one, two, three


def test_a_dutch_round_of_nobody(key: str, solver: Solver) -> None:
    """A round without players is complete (1.9.1, A.9)."""
    assert answer(small(0), 1, key, solver) == ""
    assert answer(small(2, "1 Z, 2 H"), 1, key, solver) == ""
    assert answer(small(2, "1-2 1-0", "1 Z, 2 Z"), 2, key, solver) == ""


def test_one_player(key: str, solver: Solver) -> None:
    # 1.5, A.5
    """1 gets the bye, once. A half-point bye does not bar it; a full-point bye does in 2026."""
    assert answer(small(1), 1, key, solver) == "1"
    refuse(small(1, "1 U"), 2, key, solver, {1}, "C2")
    assert answer(small(1, "1 H"), 2, key, solver) == "1"
    if key == "dutch-2017":
        assert answer(small(1, "1 F"), 2, key, solver) == "1"
    else:
        refuse(small(1, "1 F"), 2, key, solver, {1}, "C2")


def test_a_dutch_tournament_of_two_players(key: str, solver: Solver) -> None:
    """They meet once; a forfeit was not a meeting and gave no colour (C.04.2: 3.4, 3.5)."""
    # C.04.2.D.6 (1)
    assert answer(small(2), 1, key, solver) == "1-2"
    assert answer(small(2, "1-2 +--"), 2, key, solver) == "1-2"
    assert answer(small(2, "1-2 ---", "1-2 --+"), 3, key, solver) == "1-2"
    refuse(small(2, "1-2 ½-½"), 2, key, solver, {1, 2}, "C1")


def test_three_players(key: str, solver: Solver) -> None:
    """Round 1: S1 = {1}, S2 = {2, 3}: 1-2, and 3 has the bye.

    Round 2. Scores 1: 1B 3 (had the bye); 0: 2W. 1-3, then 2 is left for the bye.
    Round 3. Scores 2: 3B; 1: 1 2W. 3 and 1 have met; 3-2, and 1 is the one without a bye so far.
    """
    # C.04.1.c (1)
    played = small(3, "1-2 1-0, 3 U", "3-1 1-0, 2 U")
    assert answer(small(3), 1, key, solver) == "1-2, 3"
    assert answer(played, 2, key, solver) == "3-1, 2"
    assert answer(played, 3, key, solver) == "2-3, 1"


# Rounds that cannot be paired (1.9.3, A.9)


def test_everybody_has_met(key: str, solver: Solver) -> None:
    # 1.9, A.9; C1, C.1
    """This is the state of four players after three rounds."""
    # Dutch 2017: A.9 (2); Dutch 2017: C.1 (1)
    # C.04.1.b (1)
    played = small(4, "1-3 1-0, 4-2 0-1", "2-1 ½-½, 3-4 1-0", "1-4 1-0, 3-2 0-1")
    refuse(played, 4, key, solver, {1, 2, 3, 4}, "C1")


def test_two_with_white_twice(key: str, solver: Solver) -> None:
    # C3, C.3
    """1 and 2 had White twice, and the others do not come: both must have Black (C3).

    In the last round both are topscorers (4 of 4 units), so they may meet. Neither difference is
    wider and the colours never differed: Black for 1, the higher ranked (5.2.4).
    """
    # Dutch 2017: C.3 (1)
    rounds = ("1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0", "3 Z, 4 Z")
    refuse(small(4, *rounds), 3, key, solver, {1, 2}, "C3")
    assert answer(small(4, *rounds, of=3), 3, key, solver) == "2-1"


def test_two_with_white_twice_and_half_the_points(key: str, solver: Solver) -> None:
    """Half of the points is not more than half (1.8, A.7): no topscorer, so C3 holds to the end.

    One topscorer is enough: then the ban is lifted for both (docs/decisions/topscorer-pair.md).
    """
    # C.04.1.f (2); C.04.1.g (2)
    half = ("1-3 1-0, 2-4 1-0", "1-4 0-1, 2-3 0-1", "3 Z, 4 Z")
    refuse(small(4, *half, of=3), 3, key, solver, {1, 2}, "C3")
    one = ("1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 0-1", "3 Z, 4 Z")
    assert answer(small(4, *one, of=3), 3, key, solver) == "2-1"


def test_everybody_has_met_and_had_the_bye(key: str, solver: Solver) -> None:
    """After three rounds of three players there is no pair (C1) and no bye (C2)."""
    played = small(3, "1-2 1-0, 3 U", "3-1 1-0, 2 U", "2-3 1-0, 1 U")
    refuse(played, 4, key, solver, {1, 2, 3}, "C1 C2")


def test_the_players_who_block_are_named(key: str, solver: Solver) -> None:
    """1, 2 and 3 have met one another and 5 and 6 are away: 4 can take only one of them."""
    played = small(
        6,
        "1-2 1-0, 5-3 0-1, 4-6 1-0",
        "3-1 0-1, 2-5 1-0, 6-4 --+",
        "2-3 1-0, 1-5 1-0, 4-6 +--",
        "5 Z, 6 Z",
    )
    refuse(played, 4, key, solver, {1, 2, 3}, "C1")


# The bye of 2026, and what 2017 does in its place


def test_lowest_score_for_the_bye(key: str, solver: Solver) -> None:
    """Round 3 without 4. Scores 2: 1w 3w; 1: 2b 5; 0: 6b.

    2017: 1-3. Then 2-5 have met, and so have 5-6; 2-6 leaves 5 for the bye.
    2026, C5: the bye can go to 6, who has the lowest score: 1-5 and 3-2 (1-2 and 1-3 are out).
    """
    played = small(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", "2-1 0-1, 4-3 0-1, 6-5 0-1", "4 Z", of=3)
    expected = {"dutch-2017": "1-3 6-2, 5", "dutch-2026": "1-5 3-2, 6"}
    assert answer(played, 3, key, solver) == expected[key]


def test_unplayed_rounds_of_the_bye_in_derived_rounds(key: str, solver: Solver) -> None:
    """Round 2. Scores 1: 1B 2W; 0: 3W 4B 5 (zero-point bye in round 1).

    3-4 would leave 5 for the bye. 2017, C.12: 5 has floated down by not playing. 2026: a
    zero-point bye is no float, but C9 wants the bye for somebody without unplayed rounds.
    """
    played = small(5, "1-3 1-0, 4-2 0-1, 5 Z")
    assert answer(played, 2, key, solver) == "2-1 3-5, 4"


# Whose number is odd


def test_parity_is_counted_among_those_who_have_entered(key: str, solver: Solver) -> None:
    """Round 1 without 2: 1-4, 3-5, and 6 has the bye. White was drawn (5.2.5, E.5).

    3 is the second of those who have entered, so 3 has Black; by the literal number, White.
    docs/decisions/parity.md
    """
    tournament = small(6, "2 Z")
    assert answer(tournament, 1, key, solver) == "1-4 5-3, 6"
    options = Options(parity=Parity.LITERAL)
    literal = replace(tournament, settings=replace(tournament.settings, options=options))
    assert answer(literal, 1, key, solver) == "1-4 3-5, 6"
