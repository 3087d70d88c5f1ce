"""The script in `examples/` plays the worked tournament, with the right pairings."""

from __future__ import annotations

import ast
import os
import re
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crivello import read
from crivello.cli.commands import COMMANDS
from tests.cli.calling import call, run
from tests.support.cases import load, tournament

SCRIPT = Path(__file__).resolve().parents[3] / "examples" / "worked-tournament.sh"
MODULES = {name: command.module for name, command in COMMANDS.items()}
BOARD = re.compile(r" +(\d+) +(\d+)  (?:\w+ )?\w+ +[\d½]+ +[\d½]+ +(\d+)  (?:\w+ )?\w+")


CLIENT = """
import os, sys
place = os.path.dirname(__file__)
words = sys.argv[3:]
begun = f"{place}/{MODULES[words[0]]}"
if not os.path.exists(begun):
    open(begun, "x").close()
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
with open(f"{place}/asked", "w") as asked:
    asked.write(repr((words, os.getcwd(), sys.stdin.read())))
with open(f"{place}/answered") as answered:
    code, out, err = eval(answered.read())
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""


@contextmanager
def each_module_once(place: Path) -> Iterator[Path]:
    """Yield a `python` command that starts one process for each module, and calls the rest in this
    one.
    """
    for name in ("asked", "answered"):
        os.mkfifo(place / name)
    (place / "client.py").write_text(f"MODULES = {MODULES}\n{CLIENT}")
    python = place / "python"
    client = shlex.join([sys.executable, "-IS", str(place / "client.py")])
    python.write_text(f'#!/bin/sh\nexec {client} "$@"\n')
    python.chmod(0o755)

    def answer() -> None:
        while asked := (place / "asked").read_text("utf-8"):
            words, folder, given = ast.literal_eval(asked)
            try:
                done = call(*words, stdin=given.encode(), cwd=folder)
                told = (done.code, done.out, done.err)
            except BaseException as error:  # noqa: BLE001 - it ends the script
                told = (99, "", repr(error))
            (place / "answered").write_text(repr(told), "utf-8")

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield python
    finally:
        (place / "asked").write_text("")
        thread.join()


def test_every_printed_pairing_is_that_of_the_course(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with each_module_once(tmp_path_factory.mktemp("python")) as python:
        called = run(["sh", str(SCRIPT), str(tmp_path)], PYTHON=str(python))
    assert called.code == 0, called.err
    case = load("dutch-2016-held")
    printed = re.split(r"^Round \d of 6, .*$", called.out, flags=re.MULTILINE)[1:]
    assert len(printed) == len(case["rounds"])
    for text, entry in zip(printed, case["rounds"], strict=True):
        boards = [tuple(map(int, found.groups())) for found in BOARD.finditer(text)]
        assert boards == [
            (table, pair["white"], pair["black"])
            for table, pair in enumerate(entry["pairings"], start=1)
        ]
        bye = re.search(r"Pairing-allocated bye: (\d+|none)", text)
        assert bye is not None
        assert bye[1] == (str(entry["pab"]["player"]) if entry["pab"] else "none")
    assert called.out.count(": same\n") == len(case["rounds"])
    assert "worked.crivello is intact: " in called.out
    assert read(tmp_path / "worked.trf").rounds == tournament(case).rounds
