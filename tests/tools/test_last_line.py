"""The last line of `make test` states what ran and what did not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.programs import NEEDED
from tests.support.summary import describe_run, main, write_figures

ROOT = Path(__file__).resolve().parents[2]


def test_a_run_without_programs_counts_what_it_left_out(tmp_path: Path) -> None:
    """The search path has only Python, and some of the tests need zsh."""
    figures = tmp_path / "figures.json"
    environment = os.environ | {"PATH": str(tmp_path), "CRIVELLO_FIGURES": str(figures)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-k", "not bash"]
    done = subprocess.run(
        [*command, "tests/cli/test_completions.py"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "NO ZSH TESTS" in done.stdout
    printed = subprocess.run(
        [sys.executable, "-m", "tests.support.summary", figures],
        cwd=ROOT,
        env={**environment, "CI": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "with zsh did not run: `make browser` installs it." in printed
    assert "0 passed" not in printed


def test_ci_must_leave_nothing_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    figures = tmp_path / "figures.json"
    write_figures(figures, 10, 0, 0, {})
    assert main(str(figures)) == 0
    write_figures(figures, 10, 0, 0, {"zsh": 1})
    assert main(str(figures)) == 1
    write_figures(figures, 10, 0, 1, {})
    assert main(str(figures)) == 1


@pytest.mark.parametrize("mark", NEEDED)
def test_every_kind_of_test_has_its_words(mark: str) -> None:
    assert NEEDED[mark].tests in describe_run(1, 0, 0, {mark: 2})


def test_what_takes_root_is_not_said_to_be_installed() -> None:
    assert describe_run(9, 0, 0, {"zsh": 5, "mount": 1, "netns": 2}) == (
        "9 passed; 5 with zsh did not run: `make browser` installs it; "
        "1 with a disk of their own and 2 with networks of their own did not run: they take root."
    )
