"""Every tie-break computed by hand, on tournaments with unplayed games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crivello.model.settings import Scoring
from crivello.model.tournament import Tournament
from crivello.standings.sheet import EventFormat, Sheet
from crivello.standings.tie_breaks import TieBreak
from crivello.standings.unplayed import IN_FORCE, Edition, find_edition
from tests.standings.events import EXAMPLE_1, EXAMPLE_2, event


def number(text: str) -> Fraction:
    """Parse a number such as ``12½``."""
    for sign, part in (("½", Fraction(1, 2)), ("¼", Fraction(1, 4)), ("¾", Fraction(3, 4))):
        if text.endswith(sign):
            return Fraction(int(text[:-1] or 0)) + part
    return Fraction(text)


def values(
    tournament: Tournament,
    code: str,
    edition: Edition = IN_FORCE,
    kind: EventFormat = EventFormat.SWISS,
    after: int | None = None,
) -> list[Fraction | None]:
    """Return the tie-break of all players; None for undefined ones."""
    last = tournament.paired_rounds if after is None else after
    sheet = Sheet(tournament, last, edition, kind)
    key = TieBreak.parse(code)
    assert key.rule.compute is not None
    parts = key.rule.scale.parts(sheet.scoring.unit)
    found = [
        key.rule.compute(sheet, key.modifiers, player.id).value for player in tournament.players
    ]
    return [None if value is None else Fraction(value) / parts for value in found]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", "4 3½ 3½ 1½ 1½ ½"),
        # 1: the half-point bye is a dummy with min(4, five draws) = 2½:
        #    1½ + 3½ + 3½ + 2½ + 1½.
        # 6: their dummy has their own ½: 3½ + 1½ + 1½ + ½ + 3½.
        ("BH", "12½ 11 11 13 13 10½"),
        # 1 loses the voluntary 2½, not the lower 1½; 6 their dummy.
        ("BH/C1", "10 10½ 10½ 12½ 12½ 10"),
        # 1: 1·1½ + ½·3½ + 1·3½ + ½·2½ + 1·1½.
        ("SB", "9½ 7 5¼ 1¼ 1¼ 1¾"),
        # 1: lowest voluntary 1¼, the lowest-scoring opponents (4, 5) gave 1½ each: 1½ is cut.
        ("SB/C1", "8 6¾ 4¾ ¾ ¾ 1¾"),
    ],
)
def test_example_1(code: str, expected: str) -> None:
    # C.07: 14, 16.4
    assert values(EXAMPLE_1, code) == [number(text) for text in expected.split()]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", "4½ 4 2½ 0 1½"),
        # 7.1: a forfeit win and a bye count if they are worth a win.
        ("WIN", "4 3 2 0 1"),
        # 7.2: 1 won against 3 and 5 only.
        ("WON", "2 2 2 0 0"),
        # 7.3: 1 had Black in rounds 2 and 4; in round 3 they only should have had it.
        ("BPG", "2 2 3 1 0"),
        ("BWG", "1 2 1 0 0"),
        # 7.5: 1: 1 + 2 + 3 + 3½ + 4½; 5: 1 + 1 + 1½ + 1½ + 1½.
        ("PS", "14 12½ 7½ 0 6½"),
        ("PS/C1", "13 11½ 7½ 0 5½"),
        ("PS/C2", "11 9½ 6½ 0 4½"),
        # Without the first and the last round.
        ("PS/M1", "8½ 7½ 5 0 4"),
        # 7.6: 3 asked for one bye; 4 for two, and lost one by forfeit; 5 had one half-point bye.
        ("REP", "5 5 4 2 4"),
        # One such round is forgiven, one played round counts for nothing where there is none.
        ("REP/C1", "4 4 4 2 4"),
        # 7.7: as the points, with 1, ½ and 0 for results.
        ("STD", "4½ 4 2½ 0 1½"),
        ("TPN", "1 2 3 4 5"),
        # 8.1: 1: 3 + 1½ + dummy (at most 4's 1) + 4 + dummy (at most 2½).
        ("BH", "12 12½ 13½ 7 14½"),
        # 3 and 5 lose their byes; 4 one of their three nothings.
        ("BH/C1", "11 11½ 11 7 13"),
        # Then 1 loses 1½, 2 loses 1½, 3 loses 1, 4 nothing, 5 the dummy 1½ of round 1.
        ("BH/C2", "9½ 10 10 7 11½"),
        # Cut 1, and the highest: 4, 4½, 4½, 4, 4½.
        ("BH/M1", "7 7 6½ 3 8½"),
        # Cut 2, and the two highest: 4+3, 4½+3, 4½+4, 4+3, 4½+4.
        ("BH/M2", "2½ 2½ 1½ 0 3"),
        # The forfeit as played: 4 had 1 (4½) as their opponent; 1 had 4 (1), no change.
        ("BH/P", "12 12½ 13½ 11½ 14½"),
        # Then 4 has two voluntary nothings left to cut.
        ("BH/C1/P", "11 11½ 11 11½ 13"),
        # 8.2: 1 met 3, 5, 2: (13½ + 14½ + 12½) / 3; 5 met 1, 3, 2: (12 + 13½ + 12½) / 3.
        ("AOB", "13½ 11¾ 11½ 13 38/3"),
        # 8.3: 5 - 2 drawn, so 2 has 3½ and 5 has 2:
        # 3+2+1+3½+2½; 1+2½+3+4½+2; 4½+1+3½+2+2½; 3½+3+0+0+0; 2+4½+2+3+3½.
        ("FB", "12 13 13½ 6½ 15"),
        ("BH/F", "12 13 13½ 6½ 15"),
        ("FB/C1", "11 12 11 6½ 13"),
        # Fore Buchholz of those met: (13½ + 15 + 13) / 3; (6½ + 13½ + 12 + 15) / 4;
        # (12 + 6½ + 13 + 15) / 4; (13 + 13½) / 2; (12 + 13½ + 13) / 3.
        ("AOB/F", "83/6 11¾ 93/8 13¼ 77/6"),
        # 9.1: 1: 3 + 1½ + 1·1 + ½·4 + 1·2½; 5: 1·1½ + 0 + ½·1½.
        ("SB", "10 8¾ 4½ 0 2¼"),
        # 3: 0 of the bye against 1 of the lowest-scoring opponent (4): 1 is cut.
        ("SB/C1", "9 7¾ 3½ 0 1½"),
        # Then 1 loses 1½ (opponent 5), 2 their 1½ (5), 3 the 1½ of 5 (0 of the bye is lower), 5 the
        # 1½ of the dummy in round 1.
        ("SB/C2", "7½ 6¼ 2 0 0"),
        # Cut 1, and the product of the highest-scoring opponent: ½·4, ½·4½, 0·4½, 0·4, 0·4½.
        ("SB/M1", "7 5½ 3½ 0 1½"),
        # 9.2: at least 2½ of 5 have 1, 2, 3.
        ("KS", "1½ 1 ½ 0 0"),
        # At least 1½: 5 as well.
        ("KS/L-2", "2½ 2 1½ 0 0"),
        # At least 4: 1 and 2.
        ("KS/L+3", "½ ½ ½ 0 0"),
        # 10.1, games played only: 6500/3, 8700/4, 8800/4, 4500/2, 6900/3.
        ("ARO", "2167 2175 2200 2250 2300"),
        # Without the lowest: 4500/2, 6700/3, 6800/3, 2300, 4700/2.
        ("ARO/C1", "2250 2233 2267 2300 2350"),
        # 10.2: 2½/3 = 83 % (273), 3/4 = 75 % (193), 2½/4 = 62.5, so 63 % (95), 0 %, 0 %.
        ("TPR", "2440 2368 2295 1450 1500"),
        # 10.3: 1 against 2200, 2000, 2300: at 2468 .83 + .95 + .72 = 2.50, at 2467 2.49.
        # 2 against 2100, 2200, 2400, 2000: at 2391 .85 + .75 + .49 + .91 = 3.00, at 2390 2.99.
        # 3 against 2400, 2100, 2300, 2000: at 2304 .37 + .76 + .51 + .86 = 2.50, at 2303 2.49.
        # 4 and 5 scored nothing: 800 below the lowest opponent, 2200.
        ("PTP", "2468 2391 2304 1400 1400"),
        # 10.4: 1 met 3, 5, 2: 6163/3; 7685/4; 7758/4 = 1939.5; 4663/2 = 2331.5; 7103/3.
        ("APRO", "2054 1921 1940 2332 2368"),
        # 10.5: 6095/3; 7572/4; 7659/4; 4695/2 = 2347.5; 7163/3.
        ("APPO", "2032 1893 1915 2348 2388"),
        ("RTNG", "2400 2300 2200 2100 2000"),
    ],
)
def test_the_tie_breaks_of_example_2(code: str, expected: str) -> None:
    # C.07: 7.4, 16.2, 16.3
    assert values(EXAMPLE_2, code) == [number(text) for text in expected.split()]


def test_during_play_the_rounds_so_far_are_all_and_the_last() -> None:
    # After round 3: 1: 3, 2: 2½, 3: 1½, 4: 0, 5: 1½. The half-point bye of 5 is in the last round:
    # a draw, as it is. Nobody's forfeit loss changes. BH of 5: dummy min(1½, 3·½) + 3 + 1½.
    assert values(EXAMPLE_2, "BH", after=3)[4] == 6
    assert values(EXAMPLE_2, "BH", after=0) == [0] * 5


def test_a_dummy_without_a_limit_in_2024() -> None:
    # Example 1, player 1: the dummy has their own 4. 14; without the voluntary 4: 10.
    # C.07: 16.6
    edition = find_edition("c07-2024")
    assert values(EXAMPLE_1, "BH", edition)[0] == 14
    assert values(EXAMPLE_1, "BH/C1", edition)[0] == 10
    # Example 2, player 1: 3 + 1½ + 4½ + 4 + 4½.
    assert values(EXAMPLE_2, "BH", edition)[0] == number("17½")


def test_virtual_opponents_before_2023() -> None:
    edition = find_edition("c07-2022")
    # Example 2. Seen by opponents, unplayed rounds are draws: 1: 3½, 2: 3½, 3: 3, 4: 1½, 5: 1.
    # 1: 3 + 1 + (2 + 0 + 2·½ = 3) + 3½ + (3½ + 0 + 0 = 3½).
    # 4: 3½ + 3 + (0 + 1 + 1 = 2) + (0 + 1 + ½ = 1½) + (0 + 1 = 1).
    assert values(EXAMPLE_2, "BH", edition)[0] == 14
    assert values(EXAMPLE_2, "BH", edition)[3] == 11
    # The plain lowest value is cut, whatever it comes from.
    assert values(EXAMPLE_2, "BH/C1", edition)[0] == 13
    assert values(EXAMPLE_2, "BH/C1", edition)[3] == 10


def test_of_equal_values_the_voluntary_one_is_cut_first() -> None:
    tournament = event(
        "2 1 1-0, 4 3 1-0",
        "1 3 1-0, 4 2 1-0",
        "1 4 1-0, 3 2 1-0",
        "4 2 1-0, 1 Z, 3 H",
        ratings=(2400, 2300, 2200, 2100),
    )
    # 1: 0·1 (lost to 2) + 1·1½ + 1·3 + 0·2 (the bye). The bye's 0 is not lower than the 0 against
    # the lowest-scoring opponent, so it goes first and that one next; 3's 1½ stays.
    assert values(tournament, "SB")[0] == number("4½")
    assert values(tournament, "SB/C1")[0] == number("4½")
    assert values(tournament, "SB/C2")[0] == number("4½")


def test_standard_points_where_results_pay_differently() -> None:
    # 3 for a win, 1 for a draw; the bye is worth 1, a forfeit win 3.
    scoring = Scoring(
        white_win=6,
        black_win=6,
        white_draw=2,
        black_draw=2,
        forfeit_win=6,
        pairing_allocated_bye=2,
        half_point_bye=2,
        full_point_bye=6,
        adjourned=2,
    )
    tournament = event(
        "1 2 ½, 3 4 +-, 5 U",  # 5: the bye is worth a draw, ½
        "1 3 0-0, 2 5 --, 4 F",  # 0-0 at the board: as many points as the other; a double forfeit
        ratings=(2400, 2300, 2200, 2100, 2000),
        scoring=scoring,
    )
    # 1: ½ + ½. 2: ½ + 0. 3: 1 + ½. 4: 0 + 1. 5: ½ + 0.
    assert values(tournament, "STD") == [number(text) for text in ["1", "½", "1½", "1", "½"]]
    # Three points make a win: 3's forfeit and 4's full-point bye, not the bye of 5.
    assert values(tournament, "WIN") == [0, 0, 1, 1, 0]
    # Performances count 1, ½, 0: 1 has ½ of 2 games, 25 %: 2250 - 193.
    assert values(tournament, "TPR")[0] == 2250 - 193


def test_fore_buchholz_takes_a_forfeited_last_game_as_drawn() -> None:
    tournament = event("1 2 1-0, 3 4 1-0", "3 1 +-, 2 4 0-1", ratings=(2400, 2300, 2200, 2100))
    # Everybody draws in round 2: 1: 1½, 2: ½, 3: 1½, 4: ½.
    assert values(tournament, "FB") == [2, 2, 2, 2]
    # 1 lost round 2 by forfeit, which would be cut first; as a draw it is not: ½ goes, not 1½.
    assert values(tournament, "FB/C1")[0] == number("1½")
    # As it was: 1 has 1, 2 has 0, 3 has 2, 4 has 1. The dummy of 1 has their own 1.
    assert values(tournament, "BH")[0] == 0 + 1
    assert values(tournament, "BH/C1")[0] == 0


def test_perfect_and_no_scores_of_a_performance() -> None:
    tournament = event("1 2 1-0, 3 4 -+", "3 1 0-1, 4 2 ½", ratings=(2400, 2351, 2300, 2100))
    # 1 won both: 800 above (2351 + 2300 + .5 up) / 2 = 2326; the table is full 736 above 2351.
    assert values(tournament, "ARO")[0] == 2326
    assert values(tournament, "TPR")[0] == 3126
    assert values(tournament, "PTP")[0] == 3087
    # 3 played one game and lost it; their forfeit counts nowhere.
    assert values(tournament, "ARO")[2] == 2400
    assert values(tournament, "PTP")[2] == 1600
    # Cut 1 of a single opponent leaves none: there is no average.
    assert values(tournament, "ARO/C1")[2] is None


def test_an_unrated_opponent_gets_the_rating_that_the_event_says() -> None:
    tournament = event("1 2 1-0, 3 4 1-0", "1 3 ½, 2 4 1-0", ratings=(2400, 0, 2300, 2100))
    assert values(tournament, "ARO/U1500")[0] == 1900
    # 2 lost to 2400 and beat 2100: 50 %.
    assert values(tournament, "TPR/U1500")[1] == 2250
    assert values(tournament, "RTNG/U1500")[1] == 1500


ROUND_ROBIN = event(
    "1 4 1-0, 2 3 +-", "4 3 ½, 1 2 ½", "2 4 1-0, 3 1 -+", ratings=(2400, 2300, 2200, 2100)
)
"""Four players; 3 lost to 2 and 1 by forfeit. Points: 1 has 2½, 2 has 2½, 3 has ½, 4 has ½."""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 15.2: forfeits are played: 1: ½ + ½·2½ + ½; 2: ½ + ½·2½ + ½; 3: ½·½; 4: ½·½.
        ("SB", "2¼ 2¼ ¼ ¼"),
        ("KS", "½ ½ 0 0"),
        # Type B: a forfeit win is one, a forfeit loss stays unplayed.
        ("WON", "2 2 0 0"),
        ("BPG", "1 1 1 2"),
        ("BWG", "1 0 0 0"),
        ("REP", "3 3 1 3"),
        # Ratings: games over the board only.
        ("ARO", "2200 2250 2100 2300"),
    ],
)
def test_a_round_robin(code: str, expected: str) -> None:
    found = values(ROUND_ROBIN, code, kind=EventFormat.ROUND_ROBIN)
    assert found == [number(text) for text in expected.split()]


def test_the_free_round_of_an_odd_round_robin_is_no_round() -> None:
    tournament = event("1 2 ½, 3 Z", "2 3 ½, 1 Z", "3 1 ½, 2 Z", ratings=(2400, 2300, 2200))
    # All have 1 of 2, which is half of what two games can bring.
    assert values(tournament, "KS", kind=EventFormat.ROUND_ROBIN) == [1, 1, 1]
    assert values(tournament, "SB", kind=EventFormat.ROUND_ROBIN) == [1, 1, 1]
