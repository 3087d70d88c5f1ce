"""`crivello engine`: the questions of `crivello.engine` over HTTP, for platforms.

    start -> server -> app -> engine.workers (processes) -> engine.questions

It is stateless: nothing is kept between requests or written (`docs/build/platforms.md`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.web import start_or_refuse
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

NOT_INSTALLED = N_("The engine for platforms needs more packages. Install them with: {command}")


def run(arguments: StartArguments, console: StartConsole) -> int:
    """Run the engine, or name the command that installs what it needs; called by the command
    line.
    """
    return start_or_refuse(
        "crivello.web.service.start", NOT_INSTALLED, ["engine"], arguments, console
    )
