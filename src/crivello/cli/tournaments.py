"""What every command does first: read the tournament, and find the edition."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from crivello.cli.console import Console
from crivello.cli.errors import list_repairs, warn
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sitting import open_path, section_of
from crivello.cli.sources import Source, given_paths, one_source
from crivello.model.errors import WordError
from crivello.model.options import BY_KEY
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import N_

STRICT_OR_TOLERANT = N_("A file is read either strictly or tolerantly.")


def reads_tolerantly(arguments: Arguments, default: bool) -> bool:
    """Is a file to be read tolerantly, as `--strict` and `--tolerant` say?"""
    if "--strict" in arguments and "--tolerant" in arguments:
        raise UsageError(STRICT_OR_TOLERANT)
    return (
        default
        if "--strict" not in arguments and "--tolerant" not in arguments
        else ("--tolerant" in arguments)
    )


def given(arguments: Arguments, console: Console, tolerant: bool = False) -> Tournament:
    """The tournament of the operand FILE, or without it the one on the desk.

    FILE may be of either kind. Players of a desk file have their pairing numbers as ids.
    """
    return load(given_path(arguments), console, arguments, tolerant)


def given_path(arguments: Arguments) -> str:
    return given_paths(arguments)[-1]


def load(
    path: str | Source,
    console: Console,
    arguments: Arguments | None = None,
    tolerant: bool = False,
    to_pair: bool = False,
) -> Tournament:
    """Read a tournament; warnings and repairs go to standard error.

    Arguments may say otherwise than `tolerant`. With `to_pair`, a repair that could change a
    pairing is refused.
    """
    arguments = arguments or Arguments()
    source = path if isinstance(path, Source) else one_source(path)
    console.source = source.name
    if source.path and is_tournament_file(source.path):
        tournament = _from_desk(source.path, console, arguments)
        console.players = tournament.player
        return tournament
    from crivello import formats

    document = formats.read_document(
        source.read(), name=source.name, tolerant=reads_tolerantly(arguments, tolerant)
    )
    console.players = document.tournament.player
    warn(document.warnings, console)
    tournament = document.to_pair() if to_pair else document.tournament
    list_repairs(document.repairs, console)
    return tournament


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
        if system and key not in find(system).options:
            raise WordError(NOT_READ, option=key, system=system)
        options = BY_KEY[key].put(options, value)
    return replace(tournament, settings=replace(tournament.settings, options=options))


def today() -> str:
    """The day that decides the edition where nothing else does; the core has no clock."""
    return time.strftime("%Y-%m-%d")
