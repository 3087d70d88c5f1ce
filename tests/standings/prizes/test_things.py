"""Prizes other than money, computed by hand, in the tournament of `test_awards`.

By tie-break its players come in the order of their numbers; two by two they are level on points.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crivello.standings.prizes.awards import Awards, award
from crivello.standings.prizes.prize_lists import Mode, PrizeList, PrizeRules, Thing, Ties
from crivello.standings.standings import standings
from tests.standings.prizes.test_awards import EIGHT, WOMEN, given_out, with_women, won
from tests.support.samples import sample

CUP = Thing("Cup")
MEDAL = Thing("Medal")
PLAIN = replace(EIGHT, settings=replace(EIGHT.settings, tie_breaks=()))
"""Without tie-breaks 1 and 2, 3 and 4, … have the same rank."""


def things(awards: Awards) -> dict[int, str]:
    return {
        winning.row.player.id: " ".join(prize.thing for prize in winning.things)
        for winning in awards.winnings
        if winning.things
    }


@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize("mode", Mode)
def test_things_alone_go_by_tie_break_whatever_is_said_of_ties(ties: Ties, mode: Mode) -> None:
    awards = given_out(EIGHT, PrizeList("Open", (CUP, MEDAL, Thing("Book")), ties), mode=mode)
    assert things(awards) == {1: "Cup", 2: "Medal", 3: "Book"}
    assert won(awards) == {1: 0, 2: 0, 3: 0}


def test_a_thing_before_money_shared() -> None:
    # By tie-break 1 takes the cup. Of their tie 2 is left, with 200; 3 and 4 share 100.
    awards = given_out(EIGHT, PrizeList("Open", (Thing("Cup", 300), 200, 100)))
    assert things(awards) == {1: "Cup"}
    assert won(awards) == {1: 0, 2: 200, 3: 50, 4: 50}


def test_a_thing_between_money() -> None:
    # 1 takes 200, 2 the cup, 3 takes 100. 2 is out: 1 alone has 200; 3 and 4 share 100.
    awards = given_out(EIGHT, PrizeList("Open", (200, Thing("Cup", 150), 100)))
    assert things(awards) == {2: "Cup"}
    assert won(awards) == {1: 200, 2: 0, 3: 50, 4: 50}


def test_a_thing_behind_money() -> None:
    # 1 takes 200, 2 takes 100, 3 the cup. 1 and 2 share 300; nothing is left for 4.
    awards = given_out(EIGHT, PrizeList("Open", (200, 100, CUP)))
    assert things(awards) == {3: "Cup"}
    assert won(awards) == {1: 150, 2: 150, 3: 0}


def test_prizes_that_are_things_by_the_hort_system() -> None:
    # 1 has the cup whole. Half by tie-break: 2 has 100, 3 has 50. Half shared: 2 alone of their
    # tie has 100, 3 and 4 have 25 each.
    awards = given_out(EIGHT, PrizeList("Open", (Thing("Cup", 300), 200, 100), Ties.HORT))
    assert things(awards) == {1: "Cup"}
    assert won(awards) == {1: 0, 2: 200, 3: 75, 4: 25}


OPEN = PrizeList("Open", (100, 60, 40), Ties.TIE_BREAK)


def test_one_prize_is_the_most_valuable() -> None:
    # 3, a woman: the clock is worth 50, the third prize 40. She takes the clock, 4 takes the 40.
    clock = PrizeList("Women", (Thing("Clock", 50),), Ties.TIE_BREAK, WOMEN)
    awards = given_out(with_women(3, 7), OPEN, clock)
    assert things(awards) == {3: "Clock"}
    assert won(awards) == {1: 100, 2: 60, 3: 0, 4: 40}


def test_without_a_value_any_money_is_worth_more() -> None:
    # 3 takes the third prize; the clock goes to the next woman, 7.
    clock = PrizeList("Women", (Thing("Clock"),), Ties.TIE_BREAK, WOMEN)
    awards = given_out(with_women(3, 7), OPEN, clock)
    assert things(awards) == {7: "Clock"}
    assert won(awards) == {1: 100, 2: 60, 3: 40, 7: 0}


def test_cumulative_and_besides() -> None:
    # She wins both: 40 of the open list and the clock of the other.
    clock = PrizeList("Women", (Thing("Clock"),), Ties.TIE_BREAK, WOMEN)
    for awards in (
        given_out(with_women(3, 7), OPEN, clock, mode=Mode.ALL),
        given_out(with_women(3, 7), OPEN, replace(clock, besides=True)),
    ):
        assert things(awards) == {3: "Clock"}
        assert won(awards) == {1: 100, 2: 60, 3: 40}


def test_those_tied_to_the_end_draw_lots() -> None:
    # 1 and 2 cannot be told apart. Until lots are drawn the first in the list is shown.
    rules = PrizeRules((PrizeList("Open", (CUP,)),))
    awards = award(rules, standings(PLAIN))
    assert things(awards) == {1: "Cup"}
    assert [found.unsettled for found in awards.things] == [((1, 2),)]
    awards = award(replace(rules, lots=(2, 1)), standings(PLAIN))
    assert things(awards) == {2: "Cup"}
    assert [found.unsettled for found in awards.things] == [()]
    # Where money is left for all of a rank a lot decides as well: who takes it, who the medal.
    rules = PrizeRules((PrizeList("Open", (100, MEDAL), Ties.TIE_BREAK),), lots=(2, 1))
    awards = award(rules, standings(PLAIN))
    assert things(awards) == {1: "Medal"}
    assert won(awards) == {1: 0, 2: 100}


def test_nobody_to_give_it_to() -> None:
    women = PrizeList("Women", (CUP, MEDAL), Ties.SHARED, WOMEN, minimum_players=1)
    awards = given_out(with_women(5), women)
    assert things(awards) == {5: "Cup"}
    assert [[prize.thing for prize in found.left] for found in awards.things] == [["Medal"]]
    awards = given_out(with_women(), women)
    assert awards.winnings == ()


PRIZES = st.lists(st.tuples(st.integers(1, 200), st.booleans()), min_size=1, max_size=5).map(
    lambda found: tuple(
        Thing("Thing", worth) if thing else worth for worth, thing in sorted(found, reverse=True)
    )
)
LISTS = st.lists(
    st.builds(
        PrizeList,
        name=st.just("List"),
        amounts=PRIZES,
        categories=st.sampled_from([(), WOMEN]),
        besides=st.booleans(),
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=sample(150), deadline=None)
@given(LISTS, st.sampled_from(Mode), st.sampled_from(Ties), st.sets(st.integers(1, 8)))
def test_what_holds_of_all_prizes_in_things(
    lists: list[PrizeList], mode: Mode, ties: Ties, women: set[int]
) -> None:
    rules = PrizeRules(tuple(replace(one, ties=ties) for one in lists), mode)
    awards = award(rules, standings(with_women(*women)))
    every = [p for i in range(len(lists)) for p in rules.prizes(i) if p.thing]
    given_things = [prize for winning in awards.winnings for prize in winning.things]
    left = [prize for found in awards.things for prize in found.left]
    assert sorted(given_things + left) == sorted(every)
    assert Fraction(awards.paid) + awards.rounded_off + awards.not_given == rules.total
    for winning in awards.winnings:
        if mode is Mode.ONE and not any(one.besides for one in lists):
            assert len(winning.things) + bool(winning.won) == 1
        for prize in winning.things:
            assert (prize.list, winning.row.player.id) not in awards.closed


def test_lots_are_drawn_with_a_player_who_takes_money_instead_of_the_thing() -> None:
    """1 and 2 cannot be told apart. 1 takes the money, so that the cup is left for 2; with the
    first lot 2 would take the money.
    """
    lists = PrizeList("Open", (100,), Ties.TIE_BREAK), PrizeList("Women", (CUP,), categories=WOMEN)
    rules = PrizeRules(tuple(replace(one, ties=Ties.TIE_BREAK) for one in lists))
    table = standings(with_women(2, tournament=PLAIN))
    awards = award(rules, table)
    assert things(awards) == {2: "Cup"}
    assert [found.unsettled for found in awards.things] == [((1, 2),)]
    assert things(award(replace(rules, lots=(2, 1)), table)) == {}
