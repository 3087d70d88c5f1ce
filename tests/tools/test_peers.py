"""Measurements of other programs: calls, their exit codes, and the boards they write."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.peers import NEW, Program, find_programs, read_boards, write_opens
from bench.timing import run_once
from tests.cli.calling import call


def test_a_call_is_measured_and_its_end_told_apart() -> None:
    done = run_once([sys.executable, "-c", "sum(range(100000))"], 60)
    assert done.done
    assert done.seconds > 0
    assert run_once([sys.executable, "-c", "raise SystemExit(3)"], 60).text == "failed (3)"
    slow = run_once([sys.executable, "-c", "while True: pass"], 0.5)
    assert (slow.done, slow.text) == (False, "over 0.5 s")


def test_our_engine_takes_the_calls_that_peers_get(tmp_path: Path) -> None:
    file = write_opens(tmp_path, (12,))[12]
    out = tmp_path / "boards"
    program = Program("crivello", NEW, (sys.executable, "-m", "crivello"))
    assert call(*program.pairing(file, out)[3:]).code == 0
    boards = read_boards(out)
    assert 5 <= len(boards) <= 6
    assert all(len(board) == 2 for board in boards)
    config = tmp_path / "config"
    config.write_text("PlayersNumber=12\nRoundsNumber=5\n")
    made = tmp_path / "made.trf"
    assert call(*program.generating(config, made, 1)[3:]).code == 0
    assert call(*program.checking(made)[3:]).code == 0


def test_a_program_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in ("BBP5", "BBP6", "PY4SWISS"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("JAVAFO", str(tmp_path / "javafo.jar"))
    programs, missing = find_programs()
    assert [program.name for program in programs] == [
        "crivello, rules of 2017",
        "crivello, rules of 2026",
    ]
    assert len(missing) == 4
    (tmp_path / "javafo.jar").touch()
    programs, missing = find_programs()
    assert programs[-1].command[:2] == ("java", "-jar")
    assert len(missing) == 3
