"""The hall network: what other devices can reach, and nothing else. See `docs/run/network.md`.

    start -> listener -> app: guard -> pages of the roles -> desks -> crivello.desk

It is a separate process, which the desk starts and stops. It has no start link, no session of the
arbiter and no API key, so nothing that comes over the network can use them. It shares the
tournament files with the desk, as any second program does, and the `device_store`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.web import start_or_refuse
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

NOT_INSTALLED = N_("The hall on the network needs more packages. Install them with: {command}")


def run(arguments: StartArguments, console: StartConsole) -> int:
    """Run the listener, or name the command that installs what it needs; called by the command
    line.
    """
    return start_or_refuse("crivello.web.network.start", NOT_INSTALLED, ["all"], arguments, console)
