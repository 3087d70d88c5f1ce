"""`crivello mcp`: the questions of `crivello.engine` as tools for assistants (extra `mcp`).

It reads files of the folders it is given, and writes nothing (`docs/build/assistants.md`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.web import start_or_refuse
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

NOT_INSTALLED = N_("The tools for assistants need a package. Install it with: {command}")


def run(arguments: StartArguments, console: StartConsole) -> int:
    """Answer an assistant, or name the command that installs what it needs."""
    return start_or_refuse(
        "crivello.web.assistants.tools", NOT_INSTALLED, ["mcp"], arguments, console
    )
