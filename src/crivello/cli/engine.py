"""`crivello engine`: answer platforms over HTTP, or this user's other programs over a socket."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

from crivello.cli import answer, calls_engine
from crivello.cli.commands import COMMANDS
from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.engine.resident import ResidentEngine
from crivello.words import N_

OVER_HTTP = "crivello.web.service"
LISTENING = N_(
    "The engine answers at {path} until it is stopped with Ctrl-C.\n"
    "Programs call it when CRIVELLO_ENGINE names this path:\n"
    "  CRIVELLO_ENGINE={path} crivello --dutch FILE -p"
)


def run(arguments: Arguments, console: Console) -> int:
    """Run the engine until it is stopped."""
    path = arguments.get("--socket")
    if path is None:
        over_http: int = import_module(OVER_HTTP).run(arguments, console)
        return over_http
    for option in COMMANDS["engine"].options:
        if option.name not in ("--socket", "--workers"):
            arguments.refuse_together("--socket", option.name)
    processes = arguments.number("--workers") or max(2, os.cpu_count() or 1)
    engine = ResidentEngine(Path(path).absolute(), calls_engine, answer, processes)
    console.write(console.say(LISTENING, path=engine.path) + "\n")
    engine.serve()
    return 0
