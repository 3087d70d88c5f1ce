"""The wording of the desk about absent players, results and teams."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, done


def test_why_somebody_is_not_paired(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "bye", "1")
    done(tmp_path, "absent", "2")
    done(tmp_path, "withdraw", "3")
    done(tmp_path, "expel", "4", "--yes")
    told = "1 Player 001 (half-point bye); 2 Player 002 (zero-point bye)"
    more = "3 Player 003 (withdrawn); 4 Player 004 (expelled)"
    assert f"Not paired: {told}; {more}\n" in done(tmp_path, "pair", COLUMNS="200")
    said = done(tmp_path, "publish", COLUMNS="200", CRIVELLO_LANG="it")
    told = "1 Player 001 (bye da mezzo punto); 2 Player 002 (bye da zero punti)"
    more = "3 Player 003 (ritirato); 4 Player 004 (espulso)"
    assert f"Non abbinati: {told}; {more}\n" in said


def test_why_somebody_is_not_paired_as_json(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "bye", "1", "--kind", "zero")
    done(tmp_path, "withdraw", "3")
    answer = json.loads(done(tmp_path, "pair", "--preview", "--json"))
    assert [(one["number"], one["bye"]) for one in answer["away"]] == [(1, "Z")]
    assert [(one["number"], one["reason"]) for one in answer["not_playing"]] == [(3, "withdrawn")]


def test_an_adjourned_game_is_called_so(tmp_path: Path, at: At) -> None:
    at("playing")
    game = "Round 1, table 1: 1 Player 001 – 4 Player 004"
    assert done(tmp_path, "result", "1", "adj") == f"{game} adjourned.\n"
    assert done(tmp_path, "log", "-n", "1").endswith("1 Player 001 – 4 Player 004: adjourned.\n")
    assert done(tmp_path, "log", "-n", "1", CRIVELLO_LANG="it").endswith("004: sospesa.\n")
    italian = done(tmp_path, "result", "1", "a", "--lang", "it")
    assert italian.endswith("1 Player 001 – 4 Player 004 sospesa.\n")
    unrated = done(tmp_path, "result", "1", "1-0u", "--lang", "it")
    assert unrated.endswith("004 1-0 (non valida per Elo).\n")


def test_a_problem_names_id_and_number(tmp_path: Path) -> None:
    done(tmp_path, "new", "open", "rounds=3")
    done(tmp_path, "add", "Weak", "rating=1000")  # registered first, numbered last
    done(tmp_path, "add", "Strong", "rating=2000")
    done(tmp_path, "draw", "black")
    done(tmp_path, "pair")
    done(tmp_path, "publish")
    refused = desk(tmp_path, "pair", "--json")
    (problem,) = json.loads(refused.err)["error"]["problems"]
    assert "2 Weak – 1 Strong" in problem["detail"]
    assert (problem["player"], problem["number"]) == (1, 2)
    done(tmp_path, "result", "1", "1-0")
    stuck = json.loads(desk(tmp_path, "pair", "--json").err)["error"]
    assert sorted(zip(stuck["blocked"], stuck["blocked_numbers"], strict=True)) == [(1, 2), (2, 1)]
