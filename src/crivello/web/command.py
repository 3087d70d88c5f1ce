"""What the command line calls: the desk, or a sentence that says how to install it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.model.errors import Unsupported
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.start import StartArguments, StartConsole

NOT_INSTALLED = N_("The desk in the browser needs {package}: pip install 'crivello[web]'.")


def run(arguments: StartArguments, console: StartConsole) -> int:
    try:
        from crivello.web import start
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("crivello"):
            raise
        raise Unsupported(NOT_INSTALLED, package=error.name) from None
    return start.run(arguments, console)
