"""Numbers by lot, by hand, by the Varma tables, and by a draw that keeps groups apart."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from crivello.model.errors import Illegal, Impossible
from crivello.model.player import Player
from crivello.model.sentence import PlayerRef
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.draw import (
    DrawMethod,
    clashes,
    draw_numbers,
    groups_by,
    varma_table,
    with_numbers,
)
from crivello.rules.round_robin import berger_table, schedule


def event(federations: str, key: str = "roundrobin") -> Tournament:
    players = tuple(
        Player(f"P{n:02}", id=n, number=n, federation="" if letter == "-" else letter * 3)
        for n, letter in enumerate(federations, start=1)
    )
    return Tournament(players, (), Settings(system=key))


def drawn(tournament: Tournament, method: DrawMethod, seed: str = "7") -> tuple[int, ...]:
    groups = groups_by(tournament.players, "federation")
    return draw_numbers(tournament, method, seed, groups).order


def test_a_lot_is_the_same_for_the_same_seed() -> None:
    tournament = event("-" * 12)
    first = drawn(tournament, DrawMethod.LOT)
    assert sorted(first) == list(range(1, 13))
    assert first == drawn(tournament, DrawMethod.LOT) != drawn(tournament, DrawMethod.LOT, "8")
    log = [str(one) for one in draw_numbers(tournament, DrawMethod.LOT, "7").log]
    assert log[0] == f"{first[0]} draws number 1."


def test_a_lot_is_fair_enough() -> None:
    """Over many seeds each player has each number about equally often."""
    tournament = event("----")
    found = [drawn(tournament, DrawMethod.LOT, str(seed)) for seed in range(2400)]
    for number in range(4):
        for player in (1, 2, 3, 4):
            assert 500 < sum(order[number] == player for order in found) < 700


def test_numbers_by_hand_name_everybody_once() -> None:
    tournament = event("---")
    made = draw_numbers(tournament, DrawMethod.HAND, order=(3, 1, 2))
    assert [p.number for p in with_numbers(tournament, made.order).players] == [2, 3, 1]
    for wrong in ((1, 2), (1, 2, 2), (1, 2, 4)):
        with pytest.raises(Illegal, match="must name every player once"):
            draw_numbers(tournament, DrawMethod.HAND, order=wrong)
    started = Tournament(tournament.players, (Round((Game(1, 2),)),), tournament.settings)
    with pytest.raises(Illegal, match="the numbers stay as they are"):
        with_numbers(started, made.order)


@pytest.mark.parametrize("players", range(9, 25))
def test_nobody_of_an_envelope_meets_in_the_last_three_rounds(players: int) -> None:
    envelopes = varma_table(players)  # C.05 Annex 2
    assert sorted(n for one in envelopes for n in one) == list(range(1, players + 1))
    late = {frozenset(pair) for pairs in berger_table(players)[-3:] for pair in pairs}
    for one in envelopes:
        assert not [pair for pair in combinations(one, 2) if frozenset(pair) in late]


def test_the_printed_row_for_twelve_breaks_its_purpose() -> None:
    """6 and 12 meet in the last round; all other rows are as printed."""
    late = {frozenset(pair) for pairs in berger_table(12)[-3:] for pair in pairs}
    meet = [
        pair
        for one in varma_table(12, printed=True)
        for pair in combinations(one, 2)
        if frozenset(pair) in late
    ]
    assert meet == [(6, 12)]
    assert sorted(n for one in varma_table(12, printed=True) for n in one) == list(range(1, 13))
    for players in (*range(9, 12), *range(13, 25)):
        if players != 11:
            assert varma_table(players, printed=True) == varma_table(players)


def test_the_tables_end_at_24() -> None:
    for players in (8, 25):
        with pytest.raises(Illegal, match="for 9 to 24 players"):
            varma_table(players)


def test_a_federation_draws_from_one_envelope() -> None:
    tournament = event("AAAABBBCC---")
    groups = groups_by(tournament.players, "federation")
    made = draw_numbers(tournament, DrawMethod.VARMA, "3", groups)
    number = {player: n for n, player in enumerate(made.order, start=1)}
    for members in groups.values():
        mine = {number[player] for player in members}
        assert any(mine <= set(one) for one in varma_table(12))
    said = [str(one) for one in made.log]
    assert "11 and 12 are swapped" in said[0]
    assert said[1].startswith("AAA, players: 4. Envelope A is drawn: 4, 5, 9, 10.")
    assert said[-1] == "Checked: in the last 3 rounds no two players of one group meet."
    printed = draw_numbers(tournament, DrawMethod.ANNEX, "3", groups)
    assert "those that the annex prints" in str(printed.log[0])


def test_a_federation_too_large_for_every_envelope_is_refused() -> None:
    with pytest.raises(Impossible, match="No envelope is left with 5 numbers for AAA"):
        drawn(event("AAAAA-----"), DrawMethod.VARMA)


@pytest.mark.parametrize("players", range(6, 41))
def test_our_own_draw_keeps_what_it_promises(players: int) -> None:
    rng = random.Random(players)
    letters = "".join(rng.choice("ABCDEFGH"[: 3 + players // 6]) for _ in range(players))
    tournament = event(letters)
    groups = groups_by(tournament.players, "federation")
    try:
        order = drawn(tournament, DrawMethod.APART)
    except Impossible:
        assert max(letters.count(letter) for letter in letters) > players // 3
        return
    assert sorted(order) == list(range(1, players + 1))
    late = {frozenset(pair) for pairs in berger_table(players)[-3:] for pair in pairs}
    number = {player: n for n, player in enumerate(order, start=1)}
    for members in groups.values():
        for one, other in combinations(members, 2):
            assert frozenset((number[one], number[other])) not in late


def test_the_log_of_our_own_draw_has_the_number_of_everybody() -> None:
    tournament = event("AABBC-")
    groups = groups_by(tournament.players, "federation")
    found = draw_numbers(tournament, DrawMethod.APART, "7", groups)
    drew = [one.values for one in found.log if "player" in one.values]
    told = [(values["player"], values["number"]) for values in drew]
    assert told == [(PlayerRef(one), place) for place, one in enumerate(found.order, start=1)]


def test_groups_that_nothing_keeps_apart_are_proved_to_be_so() -> None:
    with pytest.raises(Impossible, match="keep the 6 players of AAA apart in the last 3 rounds"):
        drawn(event("AAAAAA"), DrawMethod.APART)
    with pytest.raises(Impossible, match="keep the 6 players of BBB apart"):
        drawn(event("AABBBBBB"), DrawMethod.APART)
    tournament = event("AAABBBC")  # each of the two groups alone could be kept apart
    groups = groups_by(tournament.players, "federation")
    with pytest.raises(Impossible, match="keep the groups apart in the last 4 rounds"):
        draw_numbers(tournament, DrawMethod.APART, "1", groups, last=4)


@pytest.mark.parametrize("federations", ["AAB--", "AABBC", "AAABB", "AABB--", "AAABB-", "AABBCC"])
def test_a_draw_is_refused_only_if_no_numbers_keep_the_groups_apart(federations: str) -> None:
    tournament = event(federations)
    groups = groups_by(tournament.players, "federation")
    rounds = schedule(len(federations))
    ids = range(1, len(federations) + 1)
    possible = any(not clashes(order, groups, rounds) for order in permutations(ids))
    for seed in "123":
        try:
            order = drawn(tournament, DrawMethod.APART, seed)
        except Impossible:
            assert not possible
        else:
            assert clashes(order, groups, rounds) == []


@pytest.mark.parametrize("players", [*range(9, 25), 26, 31, 36, 40])
def test_groups_as_large_as_the_envelopes_of_varma_are_kept_apart(players: int) -> None:
    """This holds also above 24 players, where the annex ends: three groups of a third each."""
    third = players // 3
    sizes = [len(one) for one in varma_table(players)] if players < 25 else [third] * 3
    letters = "".join(letter * size for letter, size in zip("ABCD", sizes, strict=False))
    tournament = event(letters.ljust(players, "-"))
    groups = groups_by(tournament.players, "federation")
    for seed in "1234":
        order = drawn(tournament, DrawMethod.APART, seed)
        assert clashes(order, groups, schedule(players)) == []


def test_the_last_rounds_are_those_of_the_whole_schedule() -> None:
    tournament = event("AABBCCDD", "doubleroundrobin")
    groups = groups_by(tournament.players, "federation")
    order = draw_numbers(tournament, DrawMethod.APART, "1", groups, last=4).order
    assert clashes(order, groups, schedule(8, 2), last=4) == []


def test_what_a_plain_lot_does_to_groups_is_said() -> None:
    tournament = event("AAAAAAAA")
    groups = groups_by(tournament.players, "federation")
    said = str(draw_numbers(tournament, DrawMethod.LOT, "1", groups).log[-1])
    assert said.startswith("In the last 3 rounds these players of one group meet: ")
