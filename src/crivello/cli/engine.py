"""The calling convention of JaVaFo and bbpPairings, for programs that call a pairing engine.

    crivello [--dutch | --dubov | --burstein | --lim | --system KEY] FILE -p [OUT] [-l [LIST]] [-b]
    crivello [--dutch | …] FILE -c [ROUND] [-l [LIST]] [-b]
    crivello [--dutch | …] (FILE -g | -g [CONFIG]) -o OUT [-s SEED] [-l [LIST]] [-b]
    crivello -r

The answer of ``-p`` is a file of numbers: how many lines follow, then ``white black`` for each
board in publication order, and the pairing-allocated bye as ``id 0`` at the end. Checking and
generating are in `engine_audit`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments, Operand, Option, UsageError, parse
from crivello.cli.tournaments import load, today
from crivello.model.errors import Illegal
from crivello.model.keys import FAMILIES
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.systems.registry import System

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
        "-c",
        N_("check the tournament, or one ROUND of it: pair again and compare"),
        value=N_("ROUND"),
        optional=True,
    ),
    Option(
        "-g",
        N_("generate a tournament: from the field of FILE, or by the settings of CONFIG"),
        value=N_("CONFIG"),
        optional=True,
    ),
    Option("-o", N_("where to write the generated tournament"), value=N_("OUT")),
    Option(
        "-s", N_("the seed of the generated tournament"), value=N_("SEED"), number=True, least=0
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
BAKU_2016 = "baku-2016"


@dataclass(frozen=True, slots=True)
class Job:
    """A request of the convention: what to do with the file."""

    arguments: Arguments
    console: Console
    path: str
    family: str | None

    def tournament(self) -> Tournament:
        return accelerated(load(self.path, self.console), self.arguments)

    def system_of(self, tournament: Tournament) -> System:
        """The system that the caller or the tournament names; both, if they agree."""
        from crivello.systems.registry import find
        from crivello.systems.request import choose_edition, refuse_contradiction

        if self.family is not None:
            refuse_contradiction(tournament, self.family)
        wanted = self.family or self.arguments.get("--system")
        return find(choose_edition(tournament, wanted, today()))

    def list_path(self) -> str | None:
        """Where the list goes: not asked for, named, or beside the file."""
        if "-l" not in self.arguments:
            return None
        named = self.arguments.get("-l")
        beside = self.path or self.arguments.get("-o") or "-"
        if named is None and beside == "-":
            raise UsageError(N_("{option} needs a value."), option="-l")
        return named or os.path.splitext(beside)[0] + ".list"


def is_meant(words: list[str]) -> bool:
    """Does a call without a command follow the convention?"""
    names = {option.name for option in (*FAMILY_OPTIONS, *OPTIONS)}
    return any(word.partition("=")[0] in names for word in words)


def run(words: list[str], console: Console) -> int:
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
    if len(requests) > 1:
        raise UsageError(N_("Ask for one thing: -p, -c or -g."))
    if not path and "-g" not in arguments:
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
    from crivello.systems.request import round_to_pair

    arguments, console = job.arguments, job.console
    list_path = job.list_path()
    board_path = arguments.get("-p") or "-"
    if list_path == board_path:
        raise UsageError(N_("{one} and {two} would write to the same place."), one="-p", two="-l")
    tournament = job.tournament()
    number = round_to_pair(tournament)
    system = job.system_of(tournament)
    pairing = system.pair(tournament, number)
    if list_path is not None:
        from crivello.cli.checklist import checklist
        from crivello.rules.field import build_field

        field = build_field(tournament, number, system.field_rules)
        write_text(list_path, checklist(field, pairing, tournament, console))
    write_text(board_path, boards(pairing))
    return 0


def _check(job: Job) -> int:
    from crivello.cli.engine_audit import check

    return check(job)


def _generate(job: Job) -> int:
    from crivello.cli.engine_audit import generate

    return generate(job)


REQUESTS: dict[str, Callable[[Job], int]] = {"-p": _pair, "-c": _check, "-g": _generate}
"""What the convention can ask for."""


def boards(pairing: RoundPairing) -> str:
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "\n".join([str(len(lines)), *lines]) + "\n"


def accelerated(tournament: Tournament, arguments: Arguments) -> Tournament:
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
