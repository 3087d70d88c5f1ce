"""The longest name is the same on the command line as in the other interfaces of the desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk

LONG = "Xaver-" * 50


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["add", LONG],
            "The name of a player is too long: 300 characters, at most 100",
        ),
        (["edit", "3", f"name={LONG}"], "The name of a player is too long: 300 characters"),
        (["set", f"name={LONG}"], "The name of the tournament is too long: 300 characters"),
        (["set", f"place={LONG}"], "The place is too long: 300 characters"),
        (["section", LONG, "rounds=3"], "The short name of the section is too long: 300"),
        (
            ["new", "other", "rounds=3", f"name={LONG}"],
            "The name of the tournament is too long: 300",
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_what_is_too_long_is_refused(at: At, tmp_path: Path, words: list[str], said: str) -> None:
    before = at("registered").read_bytes()
    done = desk(tmp_path, *words)
    assert done.code == 3
    assert said in done.err
    assert "Xaver-Xaver" in done.err
    assert (tmp_path / "open.crivello").read_bytes() == before
    assert not (tmp_path / "other.crivello").exists()
    assert "300 caratteri sono troppi" in desk(tmp_path, *words, CRIVELLO_LANG="it").err


def test_a_name_that_a_report_file_cuts_is_told(at: At, tmp_path: Path) -> None:
    at("registered")
    done = desk(tmp_path, "add", "Wolfeschlegelsteinhausenbergerdorff, Hubert")
    assert done.code == 0
    assert "a report file cuts it there: Wolfeschlegelsteinhausenbergerdor…" in done.err
