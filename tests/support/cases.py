"""Worked tournaments of the literature, as data in ``tests/data/cases``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from crivello.model.player import Player, Title
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament

CASES = Path(__file__).parent.parent / "data" / "cases"
Case = dict[str, Any]

RESULTS = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2-1/2": Result.DRAW,
    "1F-0F": Result.WHITE_WINS_BY_FORFEIT,
    "0F-1F": Result.BLACK_WINS_BY_FORFEIT,
}
BYES = {
    "zero_point_bye": Bye.ZERO_POINT,
    "half_point_bye": Bye.HALF_POINT,
    "full_point_bye": Bye.FULL_POINT,
}


@cache
def load(name: str) -> Case:
    case: Case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return case


@cache
def examples() -> dict[str, Case]:
    """Return the small examples by id."""
    entries: list[Case] = json.loads((CASES / "examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def example(name: str) -> Case:
    return examples()[name]


def asked(name: str) -> tuple[Any, Any]:
    """Return the input and the expectation of an example, by the rule rather than by the printed
    text.
    """
    entry = example(name)
    return entry["input"], entry.get("expected_by_rule", entry["expected"])


def tournament(case: Case) -> Tournament:
    """Return all rounds of a case, as published."""
    players = tuple(
        Player(
            id=entry["number"],
            number=entry["number"],
            name=entry["name"] or "",
            title=Title(entry["title"]) if entry.get("title") else None,
            rating=entry["rating"],
        )
        for entry in case["players"]
    )
    settings = Settings(
        name=case["id"],
        rounds=case["number_of_rounds"],
        initial_colour=Colour[case["initial_colour"]["value"].upper()],
    )
    return Tournament(players, tuple(_round(entry) for entry in case["rounds"]), settings)


def _round(entry: Case) -> Round:
    games = tuple(
        Game(pair["white"], pair["black"], RESULTS[pair["result"]]) for pair in entry["pairings"]
    )
    byes = [
        (absence["player"], BYES[absence["kind"]])
        for absence in (*entry["absences"], *entry["requested_byes"])
        if isinstance(absence, dict)  # one case repeats the ids of its absences
    ]
    if entry["pab"]:
        byes.append((entry["pab"]["player"], Bye.PAIRING_ALLOCATED))
    return Round(games, tuple(byes))
