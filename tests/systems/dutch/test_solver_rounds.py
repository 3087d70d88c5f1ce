"""Properties of every answer of the solver, in whole rounds of any tournament."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest

from crivello.model.errors import Impossible
from crivello.model.field import Field
from crivello.systems.dutch.bracket import Pairs, may_meet, topscorers
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver import solve
from crivello.systems.dutch.solver.costs import CriterionCache
from crivello.systems.dutch.solver.round_solver import RoundSolver
from tests.systems.dutch.fields import random_field
from tests.systems.dutch.players import field, player

EDITIONS = pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)


def ids(pairs: Pairs) -> set[frozenset[int]]:
    return {frozenset((one.id, other.id)) for one, other in pairs}


@EDITIONS
def test_every_answer_is_legal_and_complete(edition: DutchEdition) -> None:
    # 1.9, A.9; C1-C3, C.1-C.3
    # Dutch 2017: A.9 (1)
    paired = 0
    for seed in range(120):
        this = random_field(seed, edition, (2, 40))
        try:
            pairs, bye = solve(this, edition, None)
        except Impossible:
            continue
        paired += 1
        seated = [p.id for pair in pairs for p in pair] + ([bye.id] if bye else [])
        assert sorted(seated) == sorted(p.id for p in this.entrants)
        assert (bye is None) == (len(this.entrants) % 2 == 0)
        assert bye is None or not bye.barred
        top = topscorers(this)
        assert all(may_meet(one, other, top) for one, other in pairs)
    assert paired > 80


@EDITIONS
def test_a_trace_changes_nothing(edition: DutchEdition) -> None:
    for seed in range(60):
        this = random_field(seed, edition, (4, 40))
        try:
            plain = solve(this, edition, None)
        except Impossible:
            with pytest.raises(Impossible):
                solve(this, edition, [])
            continue
        assert solve(this, edition, []) == plain


@EDITIONS
def test_what_was_asked_in_other_rounds_changes_nothing(edition: DutchEdition) -> None:
    """All rounds share one cache of the values of criteria."""
    fields = [random_field(seed, edition, (4, 40)) for seed in range(60)]
    for this in fields:
        with suppress(Impossible):
            solve(this, edition, None)
    for this in fields:
        shared = RoundSolver(this, edition, None)
        alone = RoundSolver(this, edition, None)
        assert shared.cache is alone.cache
        alone.cache = CriterionCache()
        with suppress(Impossible):
            assert alone.run() == shared.run()


@EDITIONS
def test_ids_are_only_names(edition: DutchEdition) -> None:
    """The same players with other ids give the same pairs."""
    for seed in range(60):
        this = random_field(seed, edition, (4, 30))
        renamed = _renamed(this)
        try:
            pairs, bye = solve(this, edition, None)
        except Impossible:
            continue
        others, other_bye = solve(renamed, edition, None)
        assert ids(others) == {frozenset(1000 - i for i in pair) for pair in ids(pairs)}
        assert (other_bye and other_bye.id) == (bye and 1000 - bye.id)


def _renamed(this: Field) -> Field:
    return replace(
        this,
        entrants=tuple(
            replace(p, id=1000 - p.id, avoid=frozenset(1000 - i for i in p.avoid))
            for p in this.entrants
        ),
    )


@EDITIONS
def test_nobody_one_two_and_three_players(edition: DutchEdition) -> None:
    assert solve(field([]), edition, None) == ([], None)
    alone = player(1)
    assert solve(field([alone]), edition, None) == ([], alone)
    with pytest.raises(Impossible) as caught:
        solve(field([player(1, barred=True)]), edition, None)
    assert caught.value.blocked == (1,)
    assert caught.value.criteria == (edition.absolute[1],)
    pairs, bye = solve(field([player(1), player(2)]), edition, None)
    assert (ids(pairs), bye) == ({frozenset((1, 2))}, None)
    with pytest.raises(Impossible) as caught:
        solve(field([player(1, met=[2]), player(2, met=[1])]), edition, None)
    assert set(caught.value.blocked) <= {1, 2}
    assert caught.value.criteria == (edition.absolute[0],)
    three = [player(1, 2, met=[2]), player(2, 0, met=[1]), player(3, 0)]
    pairs, bye = solve(field(three), edition, None)
    assert ids(pairs) == {frozenset((1, 3))}
    assert bye is not None
    assert bye.id == 2
