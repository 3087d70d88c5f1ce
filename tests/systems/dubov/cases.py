"""The worked tournament of the Dubov booklet and the examples of two documents, as values."""

from __future__ import annotations

from typing import Any

from crivello.model.player import Player
from crivello.model.result import Bye, Colour
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from tests.support.cases import BYES, RESULTS, Case, examples, load
from tests.support.cases import example as entry_of


def worked_round(number: int) -> Case:
    this: Case = load("dubov-2018-held")["rounds"][number - 1]
    return this


def worked_tournament() -> Tournament:
    """Return all six rounds as they were played."""
    case = load("dubov-2018-held")
    return Tournament(
        tuple(
            Player(id=p["number"], number=p["number"], rating=p["rating"]) for p in case["players"]
        ),
        tuple(_round(this) for this in case["rounds"]),
        Settings(rounds=6, initial_colour=Colour.WHITE),
    )


def _round(this: Case) -> Round:
    byes = [(away["player"], BYES[away["kind"]]) for away in this["absences"]]
    if this["pab"]:
        byes.append((this["pab"]["player"], Bye.PAIRING_ALLOCATED))
    games = [Game(g["white"], g["black"], RESULTS[g["result"]]) for g in this["pairings"]]
    return Round(tuple(games), tuple(byes))


def example(name: str) -> tuple[Any, Case]:
    """Return input and expectation of one example; if the rule differs from the document, by the
    rule.
    """
    entry = entry_of(name)
    return entry["input"], {**entry["expected"], **entry.get("expected_by_rule", {})}


def dubov_examples() -> set[str]:
    return {name for name, entry in examples().items() if entry["system"] == "dubov-2018"}
