"""What every command does first: read the tournament, and find the edition."""

from __future__ import annotations

import os
import time

from crivello.cli.console import Console
from crivello.cli.desk.opening import open_path, section_of, tournament_file
from crivello.cli.errors import warn
from crivello.cli.files import is_tournament_file, read_bytes, shown
from crivello.cli.options import Arguments, WordError
from crivello.model.tournament import Tournament
from crivello.words import N_


def given(arguments: Arguments, console: Console) -> Tournament:
    """The tournament of the operand FILE, or without it the one on the desk.

    FILE may be of either kind. Players of a desk file have their pairing numbers as ids.
    """
    return load(given_path(arguments), console, arguments)


NO_FILE = N_(
    "There is no file {word}. A player or a round is named by an option, such as --player {word} "
    "or --round {word}."
)


def given_path(arguments: Arguments) -> str:
    named = arguments.get("FILE")
    if named and named.isdecimal() and not os.path.exists(named):
        raise WordError(NO_FILE, word=named)
    return named or tournament_file(arguments)


def load(path: str, console: Console, arguments: Arguments | None = None) -> Tournament:
    """Read a tournament; warnings go to standard error."""
    console.source = shown(path)
    if is_tournament_file(path):
        tournament = _from_desk(path, console, arguments or Arguments())
        console.players = tournament.player
        return tournament
    from crivello import formats

    document = formats.read_document(read_bytes(path), name=console.source)
    console.players = document.tournament.player
    warn(document.warnings, console)
    return document.tournament


def _from_desk(path: str, console: Console, arguments: Arguments) -> Tournament:
    with open_path(path, arguments, console) as desk:
        section = section_of(arguments, desk)
    from crivello.formats.by_number import by_number

    return by_number(section.tournament)


def today() -> str:
    """The day that decides the edition where nothing else does; the core has no clock."""
    return time.strftime("%Y-%m-%d")
