"""The final tables of the worked tournaments."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.standings.standings import Standings, standings
from tests.support.cases import BYES, CASES, RESULTS


def load(name: str) -> tuple[dict[str, Any], Tournament]:
    case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    rounds = []
    for entry in case["rounds"]:
        games = tuple(Game(p["white"], p["black"], RESULTS[p["result"]]) for p in entry["pairings"])
        byes = [(absence["player"], BYES[absence["kind"]]) for absence in entry["absences"]]
        if entry["pab"]:
            byes.append((entry["pab"]["player"], Bye.PAIRING_ALLOCATED))
        rounds.append(Round(games, tuple(byes)))
    players = tuple(
        Player(
            entry["name"] or "", id=entry["number"], number=entry["number"], rating=entry["rating"]
        )
        for entry in case["players"]
    )
    return case, Tournament(players, tuple(rounds), Settings(rounds=case["number_of_rounds"]))


def scores(table: Standings) -> dict[int, float]:
    return {row.player.id: row.score / 2 for row in table.rows}


@pytest.mark.parametrize("name", ["dubov-2018-held", "dutch-2016-held", "dutch-2011-held"])
def test_the_final_standings_of_the_cases(name: str) -> None:
    case, tournament = load(name)
    found = scores(standings(tournament))
    for where in ("final_stated", "final_derived"):
        assert found == {entry["number"]: entry["score"] for entry in case[where]["players"]}


@pytest.mark.parametrize("name", ["dutch-2016-held", "dutch-2011-held"])
def test_running_scores(name: str) -> None:
    case, tournament = load(name)
    for after in range(case["number_of_rounds"] + 1):
        found = scores(standings(tournament, after))
        for entry in case["final_stated"]["players"]:
            expected = entry["running"][after - 1] if after else 0
            assert found[entry["number"]] == expected


def test_the_dubov_table_is_ordered_by_score_and_aro() -> None:
    case, tournament = load("dubov-2018-held")
    table = standings(tournament, codes=["ARO", "TPN"])
    assert [row.player.id for row in table.rows] == case["final_stated"]["order_stated"]
    found = {row.player.id: row.values[1] for row in table.rows}
    assert found == {entry["number"]: entry["aro"] for entry in case["final_derived"]["players"]}
    # The booklet's table was computed with an older round 5 (1-8, 3-5 instead of 3-8, 1-5).
    stated = {entry["number"]: entry["aro"] for entry in case["final_stated"]["players"]}
    assert {number for number in found if found[number] != stated[number]} == {1, 3, 5, 8}


def test_aro_before_every_round_of_the_dubov_tournament() -> None:
    case, tournament = load("dubov-2018-held")
    for entry in case["rounds"]:
        table = standings(tournament, entry["round"] - 1, ["ARO"])
        found = {row.player.id: row.values[1] or 0 for row in table.rows}
        assert found == {p["number"]: p["aro"] for p in entry["derived"]["players"]}
