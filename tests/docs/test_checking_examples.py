"""The examples that check the files of a repository: an action and a hook."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.calling import EXAMPLE

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "check-pairings"

pytestmark = pytest.mark.process


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((EXAMPLES / name).read_text("utf-8"))
    return found


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a tournament that follows the rules, and the program on its path."""
    folder = tmp_path / "repository"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", folder], check=True)
    (folder / "open one.trf").write_bytes(Path(EXAMPLE).read_bytes())
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "crivello"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m crivello "$@"\n')
    program.chmod(0o755)
    return folder


def environment(repository: Path, **values: str) -> dict[str, str]:
    path = os.pathsep.join([str(repository.parent / "bin"), os.environ["PATH"]])
    return os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src")} | values


def spoil(repository: Path) -> None:
    """Add a tournament that names another system than the one it was paired by."""
    lines = Path(EXAMPLE).read_text("utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("192"))
    (repository / "wrong.trf").write_text("192 FIDE_DUBOV_2026\n" + text, "utf-8")


def act(repository: Path, files: str = "*.trf") -> subprocess.CompletedProcess[str]:
    action = read("action.yml")
    step = action["runs"]["steps"][-1]
    assert step["env"] == {"FILES": "${{ inputs.files }}", "OPTIONS": "${{ inputs.options }}"}
    subprocess.run(["git", "add", "."], cwd=repository, check=True)
    given = {"FILES": files, "OPTIONS": action["inputs"]["options"]["default"]}
    return subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        cwd=repository,
        env=environment(repository, **given),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_checks_the_files_of_the_repository(repository: Path) -> None:
    done = act(repository)
    assert (done.returncode, "open one.trf" in done.stdout) == (0, True), done.stderr
    spoil(repository)
    done = act(repository)
    assert done.returncode == 1
    assert "wrong.trf" in done.stdout
    assert act(repository, "open*.trf").returncode == 0


def test_the_action_has_nothing_to_do_without_files(repository: Path) -> None:
    done = act(repository, "*.none")
    assert (done.returncode, done.stdout) == (0, "There are no files *.none.\n")


def test_the_hook_is_given_the_files_that_are_committed(repository: Path) -> None:
    (hook,) = read("pre-commit.yaml")["repos"][0]["hooks"]
    spoil(repository)
    names = sorted(path.name for path in repository.iterdir())
    chosen = [name for name in names if re.search(hook["files"], name)]
    assert chosen == ["open one.trf", "wrong.trf"]
    codes = [
        subprocess.run(
            [*shlex.split(hook["entry"]), name],
            cwd=repository,
            env=environment(repository),
            capture_output=True,
            check=False,
        ).returncode
        for name in chosen
    ]
    assert codes == [0, 1]
