"""Which tournament file is meant, and its desk, open.

    with open_desk(arguments, console) as desk:
        section = section_of(arguments, desk)

A command of this kind has the options `READING` of `cli.desk.options` (``-t`` and ``--section``).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.cli.files import SUFFIX
from crivello.cli.options import Arguments
from crivello.model.errors import WordError
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.desk import Desk, Section

VARIABLE = "CRIVELLO_TOURNAMENT"

NO_TOURNAMENT = N_(
    "There is no tournament file in this folder. Name one with -t, or make one: {command}"
)
WHICH_TOURNAMENT = N_("Which tournament? Name one with -t: {files}.")
WHICH_SECTION = N_("Which section? Name one with --section: {sections}.")


def tournament_file(arguments: Arguments) -> str:
    """The path that ``-t`` names, else the variable, else the only such file in the folder."""
    named = arguments.get("-t") or os.environ.get(VARIABLE)
    if named:
        # Like `new`, which adds the ending where it is missing.
        missing = not os.path.exists(named) and os.path.isfile(named + SUFFIX)
        return named + SUFFIX if missing else named
    files = sorted(name for name in os.listdir() if name.endswith(SUFFIX) and os.path.isfile(name))
    if len(files) == 1:
        return files[0]
    if not files:
        raise WordError(NO_TOURNAMENT, command=f"crivello new NAME{SUFFIX} rounds=9")
    raise WordError(WHICH_TOURNAMENT, files=", ".join(files))


def open_desk(arguments: Arguments, console: Console) -> Desk:
    """The desk of the file that is meant."""
    return open_path(tournament_file(arguments), arguments, console)


def open_path(path: str, arguments: Arguments, console: Console) -> Desk:
    from crivello.desk import Desk

    console.source = path
    return Desk.open(path, actor=actor(arguments))


def section_of(arguments: Arguments, desk: Desk) -> Section:
    """The section that is named, else the only one."""
    named = arguments.get("--section")
    sections = desk.state.sections
    if named is not None:
        return desk.section(named)
    if len(sections) == 1:
        return next(iter(sections.values()))
    raise WordError(WHICH_SECTION, sections=", ".join(sections))


def actor(arguments: Arguments) -> str:
    """Who is sitting there; every event carries it."""
    named = arguments.get("--actor") or os.environ.get("CRIVELLO_ACTOR")
    if named:
        return named
    from getpass import getuser

    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # a user without a name
        return ""
