"""Questions: only on a terminal, and never when the answer is given with the command."""

from __future__ import annotations

import sys

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.model.errors import WordError
from crivello.words import N_, Sentence, Template

NOT_DONE = N_("Nothing was done.")
_YES = {"y", "yes", "s", "si", "sì"}


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(console: Console, question: Template | Sentence, /, **values: object) -> bool:
    """Yes or no, from a person; anything but a yes is a no."""
    prompt = console.say(question, **values)
    print(f"{prompt} {console.say('[y/N]')} ", end="", flush=True)
    return sys.stdin.readline().strip().casefold() in _YES


def make_sure(
    arguments: Arguments, console: Console, question: Template | Sentence, /, **values: object
) -> None:
    """Ask a person before something that cannot simply be undone; a script has decided."""
    if "--yes" in arguments or console.json or not at_a_terminal():
        return
    if not ask(console, question, **values):
        raise WordError(NOT_DONE)
