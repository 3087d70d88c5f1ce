"""`crivello engine`: the questions of `crivello.engine` over HTTP, for platforms.

    start -> server -> app -> engine.workers (processes) -> engine.questions

Stateless: nothing is kept between requests, and nothing is written (`docs/build/platforms.md`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.web import start_or_refuse
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

NOT_INSTALLED = N_("The engine for platforms needs more packages. Install them with: {command}")


def run(arguments: StartArguments, console: StartConsole) -> int:
    """Called by the command line: runs the engine."""
    return start_or_refuse(
        "crivello.web.service.start", NOT_INSTALLED, ["engine"], arguments, console
    )
