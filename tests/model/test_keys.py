"""The edition that a key means on a certain day."""

import pytest

from crivello.model.errors import Unsupported
from crivello.model.keys import resolve


@pytest.mark.parametrize(
    ("key", "day", "edition"),
    [
        ("dutch", "2026-02-01", "dutch-2026"),
        ("dutch", "2026/01/31", "dutch-2017"),
        ("dutch", "2017-07-01", "dutch-2017"),
        ("dutch", "2012-12-31", "dutch-2011"),
        ("lim", "2030-01-01", "lim-1999"),
        ("dutch-2011", "2030-01-01", "dutch-2011"),
    ],
)
def test_the_edition_in_force(key: str, day: str, edition: str) -> None:
    assert resolve(key, day) == edition


@pytest.mark.parametrize(
    ("family", "day", "nearest"),
    [
        ("dutch", "2013-01-01", "dutch-2011, dutch-2017"),
        ("dutch", "2017-06-30", "dutch-2011, dutch-2017"),
        ("dutch", "1990-01-01", "dutch-2011"),
        ("dubov", "1990-01-01", "dubov-1997"),
        ("burstein", "2020-01-01", "burstein-2026, burstein-2016"),
    ],
)
def test_a_day_without_an_edition_names_those_next_to_it(
    family: str, day: str, nearest: str
) -> None:
    with pytest.raises(Unsupported) as raised:
        resolve(family, day)
    assert str(raised.value).endswith(f"was in force on {day}. Name one: {nearest}.")


def test_no_such_system() -> None:
    with pytest.raises(Unsupported, match="There is no pairing system 'danish'"):
        resolve("danish", "2026-01-01")


def test_no_such_edition_of_a_system() -> None:
    """The family is known, so the error lists its editions and not every key."""
    with pytest.raises(Unsupported) as raised:
        resolve("dutch-2020", "2026-01-01")
    assert str(raised.value) == (
        "There is no edition dutch-2020. Editions of the dutch system: "
        "dutch-2011, dutch-2017, dutch-2026."
    )
