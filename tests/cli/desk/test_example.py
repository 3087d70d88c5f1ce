"""The script of `examples/` plays the worked tournament, and every pairing is right."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from crivello import read
from tests.cli.calling import run
from tests.support.cases import load, tournament

SCRIPT = Path(__file__).resolve().parents[3] / "examples" / "worked-tournament.sh"
BOARD = re.compile(r" +(\d+) +(\d+)  (?:\w+ )?\w+ +[\d½]+ +[\d½]+ +(\d+)  (?:\w+ )?\w+")


@pytest.mark.slow
def test_every_printed_pairing_is_that_of_the_course(tmp_path: Path) -> None:
    called = run(["sh", str(SCRIPT), str(tmp_path)], PYTHON=sys.executable)
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
