"""Prizes computed by hand, one tournament and one mode at a time."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from crivello.model.player import Player, Sex
from crivello.model.tournament import Tournament
from crivello.standings.categories import Category
from crivello.standings.prizes.awards import (
    Awards,
    ClosedReason,
    award,
    best_prizes,
    money_left,
)
from crivello.standings.prizes.prize_lists import Mode, Prize, PrizeList, PrizeRules, Ties
from crivello.standings.standings import standings
from tests.standings.events import event
from tests.support.samples import sample

# Three rounds of eight players; the smaller pairing number is the last tie-break (TPN).
#
#    r1    r2    r3    points
# 1  5: 1  3: 1  2: ½  2½
# 2  6: 1  4: 1  1: ½  2½
# 3  7: 1  1: 0  5: 1  2
# 4  8: 1  2: 0  6: 1  2
# 5  1: 0  7: 1  3: 0  1
# 6  2: 0  8: 1  4: 0  1
# 7  3: 0  5: 0  8: ½  ½
# 8  4: 0  6: 0  7: ½  ½
EIGHT = event(
    "1 5 1-0, 2 6 1-0, 3 7 1-0, 4 8 1-0",
    "1 3 1-0, 2 4 1-0, 5 7 1-0, 6 8 1-0",
    "1 2 ½, 3 5 1-0, 4 6 1-0, 7 8 ½",
    ratings=(2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700),
    tie_breaks=("TPN",),
)
WOMEN = (Category("sex", "w"),)
LOW = (Category("rating", "-2000"),)


def with_women(*women: int, tournament: Tournament = EIGHT) -> Tournament:
    players = tuple(
        replace(player, sex=Sex.FEMALE if player.id in women else Sex.MALE)
        for player in tournament.players
    )
    return replace(tournament, players=players)


def given_out(
    tournament: Tournament, *lists: PrizeList, mode: Mode = Mode.ONE, unit: int = 1
) -> Awards:
    return award(PrizeRules(lists, mode, unit=unit), standings(tournament))


def won(awards: Awards) -> dict[int, Fraction]:
    return {winning.row.player.id: winning.won for winning in awards.winnings}


def sums(awards: Awards) -> list[Fraction]:
    """Return the money that is paid, lost by rounding, and not given."""
    return [Fraction(awards.paid), awards.rounded_off, awards.not_given]


def test_by_tie_break() -> None:
    # 1 and 2 are level on points; the tie-break puts 1 first.
    awards = given_out(EIGHT, PrizeList("Open", (100, 60, 40), Ties.TIE_BREAK))
    assert won(awards) == {1: 100, 2: 60, 3: 40}


def test_by_tie_break_those_tied_to_the_end_share() -> None:
    plain = replace(EIGHT, settings=replace(EIGHT.settings, tie_breaks=()))
    # Without a tie-break 1 and 2 share 100 + 60, 3 and 4 the 40.
    awards = given_out(plain, PrizeList("Open", (100, 60, 40), Ties.TIE_BREAK))
    assert won(awards) == {1: 80, 2: 80, 3: 20, 4: 20}


def test_shared() -> None:
    # 2½ points: (100 + 60) / 2 = 80. 2 points: one prize of 40 for two, 20 each.
    awards = given_out(EIGHT, PrizeList("Open", (100, 60, 40), Ties.SHARED))
    assert won(awards) == {1: 80, 2: 80, 3: 20, 4: 20}


def test_money_by_the_hort_system() -> None:
    # Half by tie-break:  50, 30, 20, 0.  Half shared: (50 + 30) / 2 = 40 each, 20 / 2 = 10 each.
    awards = given_out(EIGHT, PrizeList("Open", (100, 60, 40), Ties.HORT))
    assert won(awards) == {1: 90, 2: 70, 3: 30, 4: 10}


def test_cumulative() -> None:
    # Open by points as above. Women: 2 and 3 take 50 and 30, each by herself (2½ and 2 points).
    awards = given_out(
        with_women(2, 3),
        PrizeList("Open", (100, 60, 40)),
        PrizeList("Women", (50, 30), categories=WOMEN),
        mode=Mode.ALL,
    )
    assert won(awards) == {1: 80, 2: 80 + 50, 3: 20 + 30, 4: 20}


def test_one_prize_by_tie_break() -> None:
    # 1: 100. 2: 60 rather than 50. 3: 50 (women's first) rather than 40. 4: 40. 5 is the next
    # woman: 30.
    awards = given_out(
        with_women(2, 3, 5),
        PrizeList("Open", (100, 60, 40), Ties.TIE_BREAK),
        PrizeList("Women", (50, 30), Ties.TIE_BREAK, WOMEN),
    )
    assert won(awards) == {1: 100, 2: 60, 3: 50, 4: 40, 5: 30}


def test_one_prize_of_equal_value_is_that_of_the_first_list_in_the_file() -> None:
    # 1 may take 50 from either: the open one, so 2 (a man) gets nothing of the women's 50.
    awards = given_out(
        with_women(1, 3),
        PrizeList("Open", (50,), Ties.TIE_BREAK),
        PrizeList("Women", (50,), Ties.TIE_BREAK, WOMEN),
    )
    assert won(awards) == {1: 50, 3: 50}


def test_one_prize_shared_across_a_category_equally() -> None:
    # 3 and 4 (a woman) are tied; 40 of the open and 30 of the women are left for them. One prize
    # each, together 70: 35 each, and each alone could have won more (40).
    awards = given_out(
        with_women(4), PrizeList("Open", (100, 60, 40)), PrizeList("Women", (30,), categories=WOMEN)
    )
    assert won(awards) == {1: 80, 2: 80, 3: 35, 4: 35}


def test_one_prize_shared_across_a_category_with_a_limit() -> None:
    # Left for 3 and 4: 40 of the open and 90 for the woman 4. Together 130, 65 each; but 3 alone
    # could win 40 only. So 3 gets 40 and 4 gets 90.
    awards = given_out(
        with_women(4), PrizeList("Open", (100, 60, 40)), PrizeList("Women", (90,), categories=WOMEN)
    )
    assert won(awards) == {1: 80, 2: 80, 3: 40, 4: 90}
    (tie,) = [turn for turn in awards.divisions[0].turns if len(turn.shares) == 2]
    assert [share.players for share in tie.shares] == [(3,), (4,)]


def test_a_prize_passed_over_goes_to_the_next() -> None:
    # 2 takes the women's 200. So 1 has the open first alone, 3 and 4 share the second.
    awards = given_out(
        with_women(2),
        PrizeList("Open", (100, 60)),
        PrizeList("Women", (200, 10), categories=WOMEN),
    )
    # 1 and 2 together: 200 + 100 = 300, 150 each; but 1 alone could win 100 only.
    assert won(awards) == {1: 100, 2: 200, 3: 30, 4: 30}


def test_three_kinds_in_one_tie() -> None:
    # 5 and 6 have a point, 5 is rated 2000 and 6 1900: both are low. Left for them after the open
    # prizes: Low 25 and 12 for both, Women 31 for 6. Together 25 + 31 = 56 with one prize each,
    # 28 each; but 5 alone could win 25 only: 25, and 31 for 6.
    awards = given_out(
        with_women(6),
        PrizeList("Open", (100, 60, 40, 30)),
        PrizeList("Low", (25, 12), categories=LOW),
        PrizeList("Women", (31,), categories=WOMEN),
    )
    assert won(awards) == {1: 80, 2: 80, 3: 35, 4: 35, 5: 25, 6: 31, 7: 6, 8: 6}


def test_hort_with_one_prize() -> None:
    # By tie-break: 1 100, 2 60, 3 40, 4 (woman) 30. Shared: 80, 80, then 35 and 35. The means:
    awards = given_out(
        with_women(4),
        PrizeList("Open", (100, 60, 40), Ties.HORT),
        PrizeList("Women", (30,), Ties.HORT, WOMEN),
    )
    assert won(awards) == {1: 90, 2: 70, 3: Fraction(75, 2), 4: Fraction(65, 2)}


def test_prizes_besides() -> None:
    # The special prize comes on top; the women's list is subject to the one prize.
    awards = given_out(
        with_women(1),
        PrizeList("Open", (100, 60), Ties.TIE_BREAK),
        PrizeList("Women", (30,), Ties.TIE_BREAK, WOMEN),
        PrizeList("Best game", (20,), players=(1,), besides=True),
    )
    assert won(awards) == {1: 120, 2: 60}
    ((prize, part),) = money_left(awards)
    assert (prize.list, prize.amount, int(part)) == (1, 30, 1)


def test_conditions() -> None:
    women = PrizeList("Women", (30,), categories=WOMEN, minimum_players=3)
    assert won(given_out(with_women(3, 5), women)) == {}
    assert won(given_out(with_women(3, 5, 8), women)) == {3: 30}
    awards = given_out(with_women(3, 5), women)
    assert awards.closed[0, 3] is ClosedReason.PLAYERS
    assert awards.closed[0, 1] is ClosedReason.CATEGORY
    assert sums(awards) == [0, 0, 30]

    short = event("1 2 1-0, 3 4 1-0", "1 3 1-0, 4 2 +-", ratings=(1, 1, 1, 1))
    # 4 has one game and a forfeit win.
    least = PrizeList("Open", (10,), players=(4,), minimum_games=2)
    assert given_out(short, least).closed[0, 4] is ClosedReason.GAMES
    assert won(given_out(short, replace(least, minimum_games=1))) == {4: 10}


def test_who_is_expelled_or_never_played_gets_nothing() -> None:
    tournament = event("1 2 1-0, 3 F", "1 2 1-0, 3 F", ratings=(1, 1, 1))
    out = replace(tournament.players[0], expelled=True)
    tournament = replace(tournament, players=(out, *tournament.players[1:]))
    awards = given_out(tournament, PrizeList("Open", (10, 5)))
    assert awards.closed == {(0, 1): ClosedReason.EXPELLED, (0, 3): ClosedReason.GAMES}
    assert won(awards) == {2: 10}


def test_rounding_and_the_remainder() -> None:
    # 3 equal players share 100.00: 33.33… each, paid 33.33, remainder 0.01; by the unit 5.00:
    # paid 30.00, remainder 10.00.
    three = event("1 2 ½, 3 H", "2 3 ½, 1 H", "3 1 ½, 2 H", ratings=(1, 1, 1))
    awards = given_out(three, PrizeList("Open", (10_000,)))
    assert won(awards)[1] == Fraction(10_000, 3)
    assert [winning.paid for winning in awards.winnings] == [3333] * 3
    assert sums(awards) == [9999, 1, 0]
    awards = given_out(three, PrizeList("Open", (10_000,)), unit=500)
    assert sums(awards) == [9000, 1000, 0]


TEXT = st.sampled_from(["w", "m"])
LISTS = st.builds(
    PrizeList,
    name=st.just("List"),
    amounts=st.lists(st.integers(1, 200), min_size=1, max_size=5).map(
        lambda amounts: tuple(sorted(amounts, reverse=True))
    ),
    categories=st.sampled_from([(), WOMEN, LOW, (*WOMEN, *LOW)]),
    minimum_players=st.integers(0, 4),
    minimum_games=st.integers(0, 3),
    besides=st.booleans(),
)


@settings(max_examples=sample(150), deadline=None)
@given(
    st.lists(LISTS, min_size=1, max_size=4),
    st.sampled_from(Ties),
    st.sampled_from(Mode),
    st.sets(st.integers(1, 8)),
    st.integers(1, 40),
    st.booleans(),
)
def test_what_holds_of_all_prizes(
    lists: list[PrizeList], ties: Ties, mode: Mode, women: set[int], unit: int, plain: bool
) -> None:
    tournament = with_women(*women)
    if plain:
        quiet = replace(tournament.settings, tie_breaks=())
        tournament = replace(tournament, settings=quiet)
    rules = PrizeRules(tuple(replace(one, ties=ties) for one in lists), mode, unit=unit)
    awards = award(rules, standings(tournament))
    assert awards.paid + awards.rounded_off + awards.not_given == rules.total
    assert 0 <= awards.rounded_off < unit * max(1, len(awards.winnings))
    assert sum(part * prize.amount for prize, part in money_left(awards)) == awards.not_given
    for winning in awards.winnings:
        player = winning.row.player.id
        assert winning.paid % unit == 0
        assert winning.paid <= winning.won < winning.paid + unit
        worth = [
            (rules.prizes(index)[0].amount, one.besides or mode is Mode.ALL)
            for index, one in enumerate(rules.lists)
            if (index, player) not in awards.closed
        ]
        # At most one prize of each list, or of all lists with one prize for each player.
        single = max((amount for amount, besides in worth if not besides), default=0)
        assert winning.won <= single + sum(amount for amount, besides in worth if besides)
    backwards = replace(tournament, players=tournament.players[::-1])
    assert won(award(rules, standings(backwards))) == won(awards)


def test_players_without_any_prize_open_do_not_matter() -> None:
    nobody = PrizeList("Open", (10,), categories=(Category("federation", "XXX"),))
    awards = given_out(EIGHT, nobody)
    assert (won(awards), awards.divisions[0].turns) == ({}, ())
    assert (
        award(PrizeRules((nobody,)), standings(Tournament((Player(id=1, number=1),)))).winnings
        == ()
    )


def test_the_best_prizes_are_those_for_which_there_is_a_player() -> None:
    """One player qualifies for the first list only, and one for the second."""
    first = (Prize(0, 0, 100), Prize(0, 1, 90))
    second = (Prize(1, 0, 10),)
    count = {frozenset({0}): 1, frozenset({1}): 1}
    assert best_prizes(count, (first, second)) == (first[0], second[0])
    # Who may have either takes the second of the first list, as long as another is there for it.
    both = {frozenset({0, 1}): 1, frozenset({0}): 1}
    assert best_prizes(both, (first, second)) == first


def test_a_player_who_is_moved_to_another_list_leaves_a_single_place() -> None:
    """1, a woman, may win in both lists, 2 and 3 only in the first; she wins one of the two prizes
    for women, so nobody takes the other.
    """
    first, woman, other = Prize(0, 1, 100), Prize(1, 1, 50), Prize(1, 2, 40)
    count = {frozenset({0, 1}): 1, frozenset({0}): 2}
    assert best_prizes(count, [[first], [woman, other]]) == (first, woman)
