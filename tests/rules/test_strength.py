"""Which of two ratings orders the list (C.04.2: 2.1)."""

import pytest

from crivello.model.player import NationalRecord, Player
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.rules.initial_order import in_initial_order, initial_order
from crivello.rules.strength import strengths


def player(id_: int, fide: int | None, national: int | None, estimate: int | None = None) -> Player:
    records = (NationalRecord("ITA", rating=national),) if national else ()
    return Player(f"P{id_}", id=id_, number=id_, rating=fide, national=records, estimate=estimate)


PLAYERS = (
    player(1, 2000, 2100),
    player(2, 2050, 1900),
    player(3, None, 2070),
    player(4, 2040, None),
    player(5, 2200, 2200, estimate=1000),
)


@pytest.mark.parametrize(
    ("method", "order"),
    [
        ("", [3, 2, 4, 1, 5]),
        ("FIDE", [2, 4, 1, 5, 3]),
        ("ITA NRO", [1, 3, 2, 5, 4]),
        ("ITA FIDON", [3, 2, 4, 1, 5]),
        ("ITA NIDOF", [1, 3, 4, 2, 5]),
        ("ITA HBFN", [1, 3, 2, 4, 5]),
        ("ITA LBFN", [3, 4, 1, 2, 5]),
        ("OTHER", [5, 1, 2, 3, 4]),
    ],
)
def test_the_method_of_record_172_orders_the_list(method: str, order: list[int]) -> None:
    # C.04.2.B.1 (1, 2)
    settings = Settings(rating_method=method)
    found = in_initial_order(PLAYERS, initial_order(settings))
    assert [one.id for one in found] == order


def test_systems_that_pair_by_ratings_go_by_the_same() -> None:
    national = Tournament(PLAYERS, settings=Settings(rating_method="ITA NRO"))
    assert strengths(national) == {1: 2100, 2: 1900, 3: 2070, 4: 0, 5: 1000}
