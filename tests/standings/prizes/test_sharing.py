"""The prizes of one tie, compared with the rule computed literally."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from crivello.standings.prizes.awards import OpenLists, Share, share
from crivello.standings.prizes.prize_lists import Prize
from tests.standings.prizes.literal import could_win, fair_shares
from tests.support.samples import sample

Left = list[list[Prize]]


@st.composite
def ties(draw: st.DrawFn) -> tuple[dict[int, OpenLists], Left]:
    """Draw a tie of at most four players and five prizes, so that all assignments can be tried."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3).filter(lambda s: sum(s) <= 5))
    left = []
    for index, size in enumerate(sizes):
        amounts = draw(st.lists(st.integers(1, 6), min_size=size, max_size=size))
        ordered = enumerate(sorted(amounts, reverse=True), start=1)
        left.append([Prize(index, place, amount) for place, amount in ordered])
    kinds = st.frozensets(st.integers(0, len(sizes) - 1), min_size=1)
    count = draw(st.integers(1, 4))
    return {player: draw(kinds) for player in range(1, count + 1)}, left


def amounts(shares: tuple[Share, ...]) -> dict[int, Fraction]:
    return {player: each.each for each in shares for player in each.players}


@settings(max_examples=sample(400), deadline=None)
@given(ties())
def test_the_shares_are_those_of_the_literal_rule(tie: tuple[dict[int, OpenLists], Left]) -> None:
    open_to, left = tie
    prizes = [prize for prizes in left for prize in prizes]
    assert amounts(share(open_to, left)) == fair_shares(open_to, prizes)


@settings(max_examples=sample(300), deadline=None)
@given(ties(), st.randoms(use_true_random=False))
def test_what_holds_of_every_tie(tie: tuple[dict[int, OpenLists], Left], chance: object) -> None:
    open_to, left = tie
    prizes = [prize for prizes in left for prize in prizes]
    shares = share(open_to, left)
    got = amounts(shares)
    assert set(got) == set(open_to)  # everybody, once
    taken = [prize for each in shares for prize in each.prizes]
    assert len(taken) == len(set(taken)) <= len(open_to)  # no more prizes than players
    assert sum(got.values()) == sum(prize.amount for prize in taken)
    assert sum(got.values()) == could_win(list(open_to), open_to, prizes)
    for player, kind in open_to.items():
        best = max(prize.amount for prize in prizes if prize.list in kind)
        assert 0 < got[player] <= best  # no more than one prize
        for other, its in open_to.items():
            if kind <= its:  # whoever may win more lists does not get less
                assert got[player] <= got[other]
    for each in shares:
        assert each.each * len(each.players) == each.total
        for prize in each.prizes:  # every prize is open to one of those who share it
            assert any(prize.list in open_to[player] for player in each.players)
    for prizes in left:  # the prizes of a list go in their order
        gone = [prize in taken for prize in prizes]
        assert gone == sorted(gone, reverse=True)
    names = list(open_to)
    chance.shuffle(names)  # type: ignore[attr-defined]
    assert amounts(share({name: open_to[name] for name in names}, left)) == got


def test_a_large_tie_with_many_lists_is_quick() -> None:
    left = [[Prize(index, 1, 100 - index), Prize(index, 2, 50)] for index in range(12)]
    open_to = {player: frozenset({0, player % 12, player % 7}) for player in range(1, 101)}
    got = amounts(share(open_to, left))
    assert sum(got.values()) == sum(prize.amount for prizes in left for prize in prizes)
