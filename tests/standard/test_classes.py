"""`frozen` makes the same values as a frozen dataclass with slots."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from crivello.standard import classes
from crivello.standard.classes import (
    COMPILED_AFTER,
    NamedTuple,
    derived,
    draft,
    frozen,
    frozen_with_dict,
    record,
)
from crivello.standard.classes import field as standard_field


@frozen
class Seat:
    table: int
    colours: tuple[str, ...] = ("w", "b")
    notes: list[str] = field(default_factory=list, compare=False)
    """This field is not compared."""


@frozen
class NamedSeat(Seat):
    name: str = field(default="", kw_only=True)

    def __repr__(self) -> str:
        return f"<{self.name}>"


@frozen
class Empty:
    """A class without fields."""


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
    assert Empty.__doc__ == "A class without fields."
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


class Place(NamedTuple):
    table: int
    colour: str = "w"


class StandardPlace(typing.NamedTuple):
    table: int
    colour: str = "w"


@pytest.mark.parametrize("already_made", [0, COMPILED_AFTER + 1])
def test_a_named_tuple_is_that_of_the_standard_library(already_made: int) -> None:
    for _ in range(already_made):
        Place(0)
    for ours, standard in (
        (Place(1), StandardPlace(1)),
        (Place(1, "b"), StandardPlace(1, "b")),
        (Place(colour="b", table=2), StandardPlace(colour="b", table=2)),
        (Place._make([3, "b"]), StandardPlace._make([3, "b"])),
        (Place(1)._replace(table=4), StandardPlace(1)._replace(table=4)),
    ):
        assert tuple(ours) == tuple(standard)
        assert f"Standard{ours!r}" == repr(standard)
        assert (ours.table, ours.colour) == (standard.table, standard.colour)
        assert ours._asdict() == standard._asdict()
        assert pickle.loads(pickle.dumps(ours)) == copy.copy(ours) == ours
    for name in ("_fields", "_field_defaults", "__match_args__"):
        assert getattr(Place, name) == getattr(StandardPlace, name)
    assert str(inspect.signature(Place)) == "(table: 'int', colour: 'str' = 'w')"


def test_a_named_tuple_refuses_what_it_has_no_place_for() -> None:
    make: Any = Place
    for by_place, by_name in (((), {}), ((1, "w", 2), {}), ((1,), {"table": 2}), ((1,), {"x": 2})):
        with pytest.raises(TypeError):
            make(*by_place, **by_name)
    with pytest.raises(TypeError):
        Place._make([1])
    place: Any = Place(1)
    with pytest.raises(ValueError, match="other"):
        place._replace(other=2)
    with pytest.raises(AttributeError):
        place.table = 2


@record
class Row:
    points: int
    names: list[str] = standard_field(default_factory=list)


@draft
class Sheet:
    rows: list[Row] = standard_field(default_factory=list)
    title: str = ""


@frozen_with_dict
class Game:
    white: int
    black: int = 0

    @derived
    def pair(self) -> tuple[int, int]:
        return self.white, self.black


@dataclass(frozen=True)
class NamedGame(Game):
    name: str = ""


def test_the_other_kinds_of_classes() -> None:
    assert Row(1) == Row(1, [])
    sheet = Sheet()
    sheet.rows.append(Row(1))
    sheet.title = "Round 1"
    assert sheet == Sheet([Row(1)], "Round 1") != Sheet()
    assert not hasattr(sheet, "__dict__")
    with pytest.raises(TypeError):
        hash(sheet)
    game: Any = Game(1, 2)
    assert game.pair == (1, 2)
    assert vars(game) == {"white": 1, "black": 2, "pair": (1, 2)}
    with pytest.raises(FrozenInstanceError):
        game.white = 3


def test_a_standard_dataclass_may_inherit() -> None:
    assert NamedGame(1, 2, "final") == NamedGame(white=1, black=2, name="final")
    assert [one.name for one in fields(NamedGame)] == ["white", "black", "name"]
    assert classes.replace(NamedGame(1, 2, "final"), white=3) == NamedGame(3, 2, "final")


def test_the_many_are_as_the_first() -> None:
    first, *others = [Seat(1, ("b",), notes=["late"]) for _ in range(3 * COMPILED_AFTER)]
    assert all(other == first and repr(other) == repr(first) for other in others)


def test_fields_are_told_with_and_without_dataclasses() -> None:
    ours = [(one.name, one.compare, one.kw_only) for one in classes.fields(NamedSeat)]
    assert ours == [(one.name, one.compare, one.kw_only) for one in fields(NamedSeat)]
    assert {one.name: one.default for one in fields(Seat)}["table"] is MISSING
    assert {one.name: one.default for one in classes.fields(Seat)}["table"] is classes.MISSING
