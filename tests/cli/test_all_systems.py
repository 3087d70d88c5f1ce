"""Every key of the registry works with every command that takes a system."""

from pathlib import Path

import pytest

from crivello.cli import main
from crivello.model.keys import SYSTEMS
from crivello.systems.registry import find
from tests.cli.calling import EXAMPLE, trf


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_a_key_pairs_tables_and_lists(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pair", EXAMPLE, "--system", key]) == 0
    boards = capsys.readouterr().out
    assert f"[{key}]" in boards
    assert main(["crosstable", EXAMPLE, "--system", key]) == 0
    assert "Crosstable after round 3" in capsys.readouterr().out
    out, listed = tmp_path / "out", tmp_path / "list"
    assert main(["--system", key, EXAMPLE, "-p", str(out), "-l", str(listed)]) == 0
    assert out.read_text().splitlines()[0] == "7"
    assert "\n 2\t2.5\t" in listed.read_text("utf-8")


def test_a_missing_sieve_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = "lim-1999"
    monkeypatch.setattr(type(find(key)), "has_sieve", False)
    assert main(["pair", EXAMPLE, "--system", key, "--sieve"]) == 3
    assert f"There is no sieve for {key}." in capsys.readouterr().err


EIGHT = trf(
    "5 w 1", "6 b =", "7 w 1", "8 b 1", "1 b 0", "2 w =", "3 b 0", "4 w 0", head=("142 5", "152 W")
)


@pytest.mark.parametrize("key", [key for key in SYSTEMS.swiss if find(key).has_sieve])
def test_the_sieve_gives_the_same_boards(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "eight.trf"
    file.write_bytes(EIGHT)
    assert main(["pair", str(file), "--system", key]) == 0
    boards = capsys.readouterr().out
    assert main(["pair", str(file), "--system", key, "--sieve"]) == 0
    assert capsys.readouterr().out == boards


@pytest.mark.parametrize("key", [key for key in SYSTEMS if key not in SYSTEMS.swiss])
def test_a_round_robin_pairs_tables_and_lists(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "seven.trf")
    assert main(["generate", "--players", "7", "--system", key, "--output", file]) == 0
    capsys.readouterr()
    assert main(["pair", file, "--round", "3"]) == 0
    boards = capsys.readouterr().out
    assert f"[{key}]" in boards
    assert main(["pair", file, "--round", "3", "--sieve"]) == 0
    assert capsys.readouterr().out == boards
    assert main(["crosstable", file]) == 0
    assert main(["explain", file, "--round", "3"]) == 0
    assert "The table" in capsys.readouterr().out
