"""Public classes accept what users write, and contain the same values as the classes of the
core.
"""

import inspect
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

import crivello as cv
from crivello.front.player import model_player, public_player
from crivello.front.settings import CORE, model_settings, public_settings
from crivello.model import player as model


def test_a_public_player_has_every_field_of_the_core() -> None:
    names = [one.name for one in fields(model.Player)]
    assert [one.name for one in fields(cv.Player)] == names
    assert sorted(inspect.signature(cv.Player).parameters) == sorted(names)


@pytest.mark.parametrize("public", CORE)
def test_a_public_class_with_points_has_every_field_of_the_core(public: type) -> None:
    """A field that only one of the two had would be lost in the exchange of units and points."""
    of_core = {one.name.removeprefix("white_") for one in fields(CORE[public])} - {"unit"}
    assert {one.name for one in fields(public)} == of_core


def test_words_lists_and_mappings_are_taken_by_the_type_of_the_field() -> None:
    ada = cv.Player("Ada", title="gm", sex="W", tags={"club": "Rome"}, national=[])
    assert (ada.title, ada.sex) == (cv.Title.GM, cv.Sex.FEMALE)
    assert (ada.tags, ada.national) == ((("club", "Rome"),), ())
    settings = cv.Settings(initial_colour="white", must_meet=[[1, 2]])  # type: ignore[arg-type]
    assert (settings.initial_colour, settings.must_meet) == (cv.Colour.WHITE, ((1, 2),))


def test_what_does_not_fit_stays_for_the_validation() -> None:
    given: Any = cv.Player("Ada", title="king", tags=7)  # type: ignore[arg-type]
    assert (given.title, given.tags) == ("king", 7)
    assert cv.Scoring(win="much").win == "much"
    assert cv.Acceleration(virtual=[(1,)]).virtual == ((1,),)  # type: ignore[list-item, comparison-overlap]


def test_the_signature_shows_what_may_be_written() -> None:
    taken = inspect.signature(cv.PointsAdjustment).parameters
    assert {name: one.annotation for name, one in taken.items()} == {
        "players": "Iterable[int]",
        "points": "Number",
        "round": "int | None",
        "award": "Award | None",
    }
    assert str(inspect.signature(cv.Scoring)).startswith("(win: 'Number' = 1, draw: 'Number' = 0.5")


def test_a_public_value_never_changes_and_survives_pickling() -> None:
    ada = cv.Player("Ada", 2000, id=4)
    with pytest.raises(FrozenInstanceError):
        ada.rating = 1  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(ada)) == ada == replace(ada)
    assert public_player(model_player(ada)) == ada
    assert type(model_player(ada)) is model.Player


def test_settings_survive_the_exchange_of_units_and_points() -> None:
    settings = cv.Settings(
        scoring=cv.Scoring(win="1/3", draw="1/6", black_draw="0.2"),
        acceleration=cv.Acceleration("baku-2026", {3: ["1", "1/7"]}, 3),
        adjustments=(cv.PointsAdjustment([3], "-1/11", 2), cv.PointsAdjustment([1], 1)),
    )
    core = model_settings(settings)
    assert core.scoring.unit == 2 * 3 * 5 * 7 * 11
    assert core.scoring.white_win == 770
    assert core.acceleration.virtual == ((3, (2310, 330)),)
    assert public_settings(core) == settings
