"""`crivello export`: a section as a report file or as JSON."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.convert import written
from crivello.cli.desk.opening import tournament_file
from crivello.cli.options import Arguments
from crivello.cli.tournaments import load


def run(arguments: Arguments, console: Console) -> int:
    path = tournament_file(arguments)
    tournament = load(path, console, arguments)
    form = arguments.get("--to") or "trf26"
    return written(tournament, form, path, arguments.require("OUT"), console)
