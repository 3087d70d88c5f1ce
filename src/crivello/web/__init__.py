"""The arbiter's desk in the browser; `docs/web.md` says how its pages are made.

    start -> server -> app: guard -> pages -> desks -> crivello.desk

A door without rules inside: what may happen to a tournament is decided by `crivello.desk`, who
may ask for it and what reaches us at all by `guard`. Each page has a folder with its routes, its
view and its templates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.model.errors import Unsupported
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.start import StartArguments, StartConsole

NOT_INSTALLED = N_("The desk in the browser needs {package}: pip install 'crivello[web]'.")


def run(arguments: StartArguments, console: StartConsole) -> int:
    """What the command line calls: the desk, or a sentence that says how to install it."""
    try:
        from crivello.web import start
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("crivello"):
            raise
        raise Unsupported(NOT_INSTALLED, package=error.name) from None
    return start.run(arguments, console)
