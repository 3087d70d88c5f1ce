"""`frozen` makes the same values as a frozen dataclass with slots."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from crivello.model.classes import frozen


@frozen
class Seat:
    table: int
    colours: tuple[str, ...] = ("w", "b")
    notes: list[str] = field(default_factory=list, compare=False)
    """Not compared."""


@frozen
class NamedSeat(Seat):
    name: str = field(default="", kw_only=True)

    def __repr__(self) -> str:
        return f"<{self.name}>"


@frozen
class Empty:
    """Nothing in it."""


@dataclass(frozen=True, slots=True)
class StandardSeat:
    table: int
    colours: tuple[str, ...] = ("w", "b")
    notes: list[str] = field(default_factory=list, compare=False)


def test_a_value_is_made_compared_and_shown_as_the_standard_library_does() -> None:
    every: list[tuple[Any, ...]] = [(1,), (1, ("b",)), (1, ("b",), ["late"])]
    for arguments in every:
        ours, standard = Seat(*arguments), StandardSeat(*arguments)
        assert repr(standard) == f"Standard{ours!r}"
        assert [getattr(ours, one.name) for one in fields(ours)] == [
            getattr(standard, one.name) for one in fields(standard)
        ]
    assert Seat(1) == Seat(1, notes=["late"]) != Seat(2)
    assert hash(Seat(1)) == hash(Seat(1, notes=["late"]))
    assert Seat(1) != NamedSeat(1)
    plain: object = (1, ("w", "b"))
    assert Seat(1) != plain
    assert Seat.__match_args__ == StandardSeat.__match_args__
    assert str(inspect.signature(Seat)) == str(inspect.signature(StandardSeat)).replace(
        "Standard", ""
    )


def test_a_list_of_its_own_for_each_value() -> None:
    one, other = Seat(1), Seat(1)
    assert one.notes is not other.notes


def test_it_cannot_be_changed() -> None:
    seat: Any = Seat(1)
    with pytest.raises(FrozenInstanceError, match="table"):
        seat.table = 2
    with pytest.raises(FrozenInstanceError, match="table"):
        del seat.table
    with pytest.raises(FrozenInstanceError):
        seat.other = 2
    assert not hasattr(seat, "__dict__")
    assert seat.table == 1


def test_what_is_missing_or_too_much_is_refused() -> None:
    make: Any = Seat
    with pytest.raises(TypeError, match="table"):
        make()
    with pytest.raises(TypeError):
        make(1, place=3)
    make = NamedSeat
    with pytest.raises(TypeError):
        make(1, (), [], "Rossi")


@pytest.mark.parametrize("value", [Seat(1, notes=["late"]), NamedSeat(2, name="Rossi"), Empty()])
def test_it_is_copied_and_sent_to_other_processes(value: Any) -> None:
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert type(twin) is type(value)
        assert [getattr(twin, one.name) for one in fields(twin)] == [
            getattr(value, one.name) for one in fields(value)
        ]


def test_a_changed_copy() -> None:
    assert replace(NamedSeat(2, name="Rossi"), table=3) == NamedSeat(3, name="Rossi")


def test_own_methods_stay() -> None:
    assert repr(NamedSeat(2, name="Rossi")) == "<Rossi>"
    assert Empty.__doc__ == "Nothing in it."
    assert Empty() == Empty()

    @frozen
    class Loud:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loud) and self.name.upper() == other.name.upper()

        def __hash__(self) -> int:
            return hash(self.name.upper())

        def __post_init__(self) -> None:
            assert self.name, "who?"

    assert Loud("a") == Loud("A")
    with pytest.raises(AssertionError, match="who"):
        Loud("")
