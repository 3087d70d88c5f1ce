"""The edition that fits a tournament best."""

from dataclasses import replace

from crivello.audit.file_report import best, fits, rules_to_try
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.audit.rivals import Rules
from crivello.model.keys import SYSTEMS
from crivello.model.settings import Acceleration
from crivello.systems.registry import find


def test_every_edition_is_found_by_its_own_tournaments() -> None:
    for key in SYSTEMS.swiss:
        tournament = generate(Recipe(system=key, players=20, rounds=6), 3)
        found = list(fits(tournament))
        top = best(found, key)
        assert top[0].rules == Rules(key)
        assert top[0].rounds == (True,) * 6


def test_an_acceleration_is_found() -> None:
    recipe = Recipe(system="dutch-2017", players=30, rounds=9, acceleration="baku-2016")
    tournament = generate(recipe, 2)
    plain = replace(tournament.settings, acceleration=Acceleration())
    found = list(fits(replace(tournament, settings=plain)))
    top = best(found, "dutch-2017")
    assert top[0].rules == Rules("dutch-2017", "baku-2016")
    assert all(fit.rules.acceleration for fit in top)


def test_of_large_fields_what_is_slow_is_left_out() -> None:
    small = generate(Recipe(players=30, rounds=1), 1)
    large = generate(Recipe(players=500, rounds=1), 1)
    slow = {key for key in SYSTEMS.swiss if find(key).slow}
    assert {rules.system for rules in rules_to_try(small)} >= slow
    assert not slow & {rules.system for rules in rules_to_try(large)}
