"""`crivello mcp`: tools for assistants, over the Model Context Protocol."""

from __future__ import annotations

from importlib import import_module

from crivello.cli.console import Console
from crivello.cli.options import Arguments

ASSISTANTS = "crivello.web.assistants"


def run(arguments: Arguments, console: Console) -> int:
    """Answer on standard input and output until the input ends."""
    answer: int = import_module(ASSISTANTS).run(arguments, console)
    return answer
