"""Every target of make that a page or a docstring names exists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"(?:`|^    )make((?: [a-z][a-z-]*| [A-Z]+=[\w./…-]+)+)", re.MULTILINE)
PLACES = ("README.md", "CONTRIBUTING.md", "docs/**/*.md", "*/**/*.py")
"""CHANGELOG is not included, as it names targets of earlier versions."""


def named_commands() -> list[str]:
    found = set()
    for path in {path for place in PLACES for path in ROOT.glob(place)}:
        if path.relative_to(ROOT).parts[0] not in (".venv", "build", "dist"):
            found |= set(COMMAND.findall(path.read_text(encoding="utf-8")))
    return sorted(one.strip() for one in found)


def test_every_command_of_make_that_is_named_exists() -> None:
    commands = named_commands()
    assert {"run", "test", "agree WHAT=lim"} <= set(commands)
    wrong = {}
    for command in commands:
        done = subprocess.run(
            ["make", "--dry-run", *command.split()], cwd=ROOT, capture_output=True, text=True
        )
        if done.returncode:
            wrong[command] = done.stderr
    assert not wrong, f"write one that `make help` lists, or add it to the Makefile: {wrong}"


@pytest.mark.parametrize("family", ["agree", "stress", "bench"])
def test_without_a_choice_the_choices_are_listed(family: str) -> None:
    done = subprocess.run(["make", family], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode
    assert f"make {family} WHAT=…, one of: " in done.stderr
