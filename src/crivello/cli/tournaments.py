"""What every command does first: read the tournament, and find the edition."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace

from crivello.cli.console import Console
from crivello.cli.desk.opening import open_path, section_of, tournament_file
from crivello.cli.errors import warn
from crivello.cli.files import is_tournament_file, read_bytes, shown
from crivello.cli.options import Arguments, WordError
from crivello.model.options import BY_KEY
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


NOT_AT_THE_DESK = N_("{option} is not for tournament files of the desk.")
NOT_READ = N_("{option} belongs to another pairing system; {system} does not read it.")


def with_choices(tournament: Tournament, words: Sequence[str], system: str = "") -> Tournament:
    """The tournament with the words of `--option`; refused if the system does not read one."""
    options = tournament.settings.options
    for word in words:
        key, _, value = word.partition("=")
        if system and not BY_KEY[key].is_read_by(system):
            raise WordError(NOT_READ, option=key, system=system)
        options = BY_KEY[key].put(options, value)
    return replace(tournament, settings=replace(tournament.settings, options=options))


def today() -> str:
    """The day that decides the edition where nothing else does; the core has no clock."""
    return time.strftime("%Y-%m-%d")
