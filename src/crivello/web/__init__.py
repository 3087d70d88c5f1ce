"""The arbiter's desk in the browser; `docs/guides/add-a-page.md` describes how its pages are made.

start -> server -> app: guard -> pages -> desks -> crivello.desk

The package contains no chess rules: `crivello.desk` decides what may happen to a tournament, and
`guard` decides which requests are accepted. Each page has a folder with its routes, its view and
its templates.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from crivello.extras import install_command
from crivello.model.errors import Unsupported
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

NOT_INSTALLED = N_("The desk in the browser needs more packages. Install them with: {command}")


def run(arguments: StartArguments, console: StartConsole) -> int:
    """Start the desk in the browser; called by the command line."""
    return start_or_refuse("crivello.web.start", NOT_INSTALLED, ["all"], arguments, console)


SELDOM = (10_000, 20, 100)
"""Thresholds of the garbage collector. Values of a tournament have no cycles, so that a collection
of all of them finds nothing; with Python's thresholds, it took half of the time of a large page."""


def start_or_refuse(
    module: str,
    not_installed: str,
    extras: Sequence[str],
    arguments: StartArguments,
    console: StartConsole,
) -> int:
    """Run the server in `module`; if a package is missing, raise an error that names the install
    command.
    """
    gc.disable()  # what is loaded now stays: there is nothing to collect, now or later
    try:
        start = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("crivello"):
            raise
        raise Unsupported(not_installed, command=install_command(*extras)) from None
    finally:
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()
    code: int = start.run(arguments, console)
    return code
