"""`crivello example`: the example tournament as a file to try the commands on."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.formats.example import read_example


def run(arguments: Arguments, console: Console) -> int:
    return console.write(read_example().decode())
