"""The search for a complete pairing that all systems share."""

import pytest

from crivello.model.errors import CrivelloError
from crivello.model.field import Entrant
from crivello.systems.publication import verify
from tests.support.entrants import entrant, field_of

ONE, TWO, THREE = (entrant(number) for number in (1, 2, 3))


def strangers(a: Entrant, b: Entrant) -> bool:
    return b.id not in a.avoid


def test_a_legal_pairing_passes() -> None:
    verify(field_of(ONE, TWO, THREE), [(ONE, TWO)], THREE, strangers)
    verify(field_of(ONE, TWO), [(ONE, TWO)], None, strangers)
    verify(field_of(), [], None, strangers)


@pytest.mark.parametrize(
    ("pairs", "bye"),
    [
        ([(ONE, TWO)], None),  # 3 is missing
        ([(ONE, TWO), (TWO, THREE)], None),  # 2 twice
        ([(ONE, TWO)], TWO),
        ([(ONE, entrant(2, avoid={1}))], THREE),  # they met
        ([(ONE, TWO)], entrant(3, barred=True)),  # they may not have the bye
    ],
)
def test_anything_else_is_never_handed_out(
    pairs: list[tuple[Entrant, Entrant]], bye: Entrant | None
) -> None:
    def may_meet(a: Entrant, b: Entrant) -> bool:
        return strangers(a, b) and strangers(b, a)

    with pytest.raises(CrivelloError, match="not legal"):
        verify(field_of(ONE, TWO, THREE), pairs, bye, may_meet)
