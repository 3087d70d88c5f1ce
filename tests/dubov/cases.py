"""The worked tournament of the Dubov booklet and the examples of two documents, as values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament

_CASES = Path(__file__).parent.parent / "data" / "cases"
_RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}
_BYES = {"half_point_bye": Bye.HALF_POINT, "zero_point_bye": Bye.ZERO_POINT}

Json = dict[str, Any]


@cache
def worked() -> Json:
    case: Json = json.loads((_CASES / "dubov-2018-held.json").read_text(encoding="utf-8"))
    return case


def worked_round(number: int) -> Json:
    this: Json = worked()["rounds"][number - 1]
    return this


def worked_tournament() -> Tournament:
    """All six rounds as they were played."""
    return Tournament(
        tuple(Player(p["number"], p["number"], rating=p["rating"]) for p in worked()["players"]),
        tuple(_round(this) for this in worked()["rounds"]),
        Settings(rounds=6, initial_colour=Colour.WHITE),
    )


def _round(this: Json) -> Round:
    byes = [(away["player"], _BYES[away["kind"]]) for away in this["absences"]]
    if this["pab"]:
        byes.append((this["pab"]["player"], Bye.PAIRING_ALLOCATED))
    games = [Game(g["white"], g["black"], _RESULTS[g["result"]]) for g in this["pairings"]]
    return Round(tuple(games), tuple(byes))


@cache
def _examples() -> dict[str, Json]:
    entries = json.loads((_CASES / "examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def example(name: str) -> tuple[Any, Json]:
    """Input and expectation of one example; where the rule says otherwise, what the rule says."""
    entry = _examples()[name]
    return entry["input"], {**entry["expected"], **entry.get("expected_by_rule", {})}


def dubov_examples() -> set[str]:
    return {name for name, entry in _examples().items() if entry["system"] == "dubov-2018"}
