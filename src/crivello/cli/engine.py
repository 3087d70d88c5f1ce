"""The calling convention of JaVaFo and bbpPairings, for programs that call a pairing engine.

    crivello [--dutch | --dubov | --burstein | --lim | --system KEY] FILE -p [OUT] [-l [LIST]] [-b]
    crivello -r

The answer of ``-p`` is a file of numbers: how many lines follow, then ``white black`` for each
board in publication order, and the pairing-allocated bye as ``id 0`` at the end.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments, Operand, Option, UsageError, parse
from crivello.cli.tournaments import load, today
from crivello.model.errors import Illegal, Unsupported
from crivello.model.keys import FAMILIES
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.words import N_

FILE = Operand(N_("FILE"), N_("the tournament"), default="")
FAMILY_OPTIONS = tuple(
    Option(f"--{family}", N_("pair by this system; the edition by the file or its date"))
    for family in FAMILIES
)
OPTIONS = (
    Option("--system", N_("pair by this system, with or without its edition"), value=N_("KEY")),
    Option(
        "-p",
        N_("pair the next round; the numbers of the boards go to OUT or standard output"),
        value=N_("OUT"),
        optional=True,
    ),
    Option(
        "-l",
        N_("write what was known of each player to LIST, by default FILE with the ending .list"),
        value=N_("LIST"),
        optional=True,
    ),
    Option("-b", N_("accelerate by the Baku rules of 2016")),
    Option("-r", N_("show the version")),
)
NOT_YET = {
    "-c": N_("-c (check a tournament) is not there yet."),
    "-g": N_("-g (generate a tournament) is not there yet."),
    "-o": N_("-o (where to write a generated tournament) is not there yet."),
    "-s": N_("-s (the seed of a generated tournament) is not there yet."),
}
"""Options of the convention that callers may know, and that are still to be built."""

BAKU_2016 = "baku-2016"


@dataclass(frozen=True, slots=True)
class Job:
    """A request of the convention: what to do with the file."""

    arguments: Arguments
    console: Console
    path: str
    family: str | None

    def tournament(self) -> Tournament:
        return _accelerated(load(self.path, self.console), self.arguments)


def is_meant(words: list[str]) -> bool:
    """Does a call without a command follow the convention?"""
    names = {option.name for option in (*FAMILY_OPTIONS, *OPTIONS)} | NOT_YET.keys()
    return any(word.partition("=")[0] in names for word in words)


def run(words: list[str], console: Console) -> int:
    for word in words:
        if word in NOT_YET:
            raise Unsupported(NOT_YET[word])
    arguments = parse(words, (FILE,), (*FAMILY_OPTIONS, *OPTIONS))
    families = [family for family in FAMILIES if f"--{family}" in arguments]
    if len(families) > 1 or (families and "--system" in arguments):
        raise UsageError(N_("Name one pairing system, not several."))
    requests = [request for option, request in REQUESTS.items() if option in arguments]
    path = arguments.require(FILE.name)
    if "-r" in arguments:
        _show_version(arguments, console)
        if not path and not requests:
            return 0
    if not requests:
        raise UsageError(N_("Nothing is asked for; to pair, say -p."))
    if not path:
        raise UsageError(N_("{operand} is missing."), operand=FILE)
    (request,) = requests
    return request(Job(arguments, console, path, families[0] if families else None))


def _show_version(arguments: Arguments, console: Console) -> None:
    """On standard output, unless that is where the boards go."""
    from crivello import __version__

    version = f"crivello {__version__}"
    if "-p" in arguments and arguments.get("-p") in (None, "-"):
        console.remark(version)
    else:
        write_text("-", version + "\n")


def _pair(job: Job) -> int:
    from crivello.systems.registry import find
    from crivello.systems.request import choose_edition, refuse_contradiction, round_to_pair

    arguments, console = job.arguments, job.console
    list_path = _list_path(job)
    board_path = arguments.get("-p") or "-"
    if list_path == board_path:
        raise UsageError(N_("{one} and {two} would write to the same place."), one="-p", two="-l")
    tournament = job.tournament()
    number = round_to_pair(tournament)
    if job.family is not None:
        refuse_contradiction(tournament, job.family)
    wanted = job.family or arguments.get("--system")
    system = find(choose_edition(tournament, wanted, today()))
    pairing = system.pair(tournament, number)
    if list_path is not None:
        from crivello.cli.checklist import checklist
        from crivello.rules.field import build_field

        field = build_field(tournament, number, system.field_rules)
        write_text(list_path, checklist(field, pairing, tournament, console))
    write_text(board_path, boards(pairing))
    return 0


REQUESTS: dict[str, Callable[[Job], int]] = {"-p": _pair}
"""What the convention can ask for; `-c` and `-g` will stand here."""


def boards(pairing: RoundPairing) -> str:
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "\n".join([str(len(lines)), *lines]) + "\n"


def _list_path(job: Job) -> str | None:
    """Where the list goes: not asked for, named, or beside the file."""
    if "-l" not in job.arguments:
        return None
    named = job.arguments.get("-l")
    if named is not None:
        return named
    if job.path == "-":
        raise UsageError(N_("{option} needs a value."), option="-l")
    return os.path.splitext(job.path)[0] + ".list"


def _accelerated(tournament: Tournament, arguments: Arguments) -> Tournament:
    if "-b" not in arguments:
        return tournament
    acceleration = tournament.settings.acceleration
    if acceleration.method not in (None, BAKU_2016):
        raise Illegal(
            N_("{option} asks for {wanted}, but the tournament is announced with {stated}."),
            option="-b",
            wanted=BAKU_2016,
            stated=acceleration.method,
        )
    return replace(
        tournament,
        settings=replace(tournament.settings, acceleration=replace(acceleration, method=BAKU_2016)),
    )
