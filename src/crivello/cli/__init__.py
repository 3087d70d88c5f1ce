"""The command line: a thin door with no rules inside. Modules are loaded when they are needed."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for; the answer is the exit code (see `cli.errors.Exit`)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        from crivello import __version__

        print("crivello", __version__)
        return 0
    from crivello.cli.door import run

    return run(arguments)
