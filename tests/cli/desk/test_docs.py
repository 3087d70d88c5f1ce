"""The examples of docs/run/desk-cli.md, run in their order, print what the page shows."""

import re
import shlex
from pathlib import Path

from crivello.cli.commands import DESK
from tests.cli.desk.prepared import desk

PAGE = Path(__file__).resolve().parents[3] / "docs" / "run" / "desk-cli.md"
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    commands = 0
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = example.partition("\n")
            words = shlex.split(line)
            assert words[0] == "crivello"
            called = desk(tmp_path, *words[1:])
            said = [part.rstrip() for part in (called.out + called.err).splitlines()]
            assert TIME.sub("", "\n".join(said)) == TIME.sub("", printed).rstrip("\n"), line
            commands += 1
    assert commands > 40


def test_every_command_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in [command.name for command in DESK]:
        assert re.search(rf"`{name}\b", text), name
