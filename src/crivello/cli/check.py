"""`crivello check`: is every round of these tournaments what the rules give?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from crivello.audit.checker import RoundReport, Verdict, check
from crivello.audit.processes import cores, in_processes
from crivello.audit.remarks import remarks
from crivello.cli.check_views import as_json, as_text
from crivello.cli.console import Console
from crivello.cli.desk.opening import tournament_file
from crivello.cli.errors import Exit, kind_of, report
from crivello.cli.files import is_tournament_file, read_bytes, shown, write_text
from crivello.cli.options import Arguments, WordError
from crivello.cli.progress import ProgressLine, clock
from crivello.cli.tournaments import NOT_AT_THE_DESK, today, with_choices
from crivello.model.errors import CrivelloError, Problem
from crivello.model.tournament import Tournament
from crivello.words import N_


class Wanted(NamedTuple):
    """The system, the section and the options, where they are named."""

    system: str | None
    section: str | None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """All that is found in one file."""

    path: str
    tournament: Tournament = field(default_factory=Tournament)
    system: str = ""
    rounds: tuple[RoundReport, ...] = ()
    remarks: tuple[Problem, ...] = ()
    error: CrivelloError | None = None
    """Why the file could not be checked."""
    section: str = ""
    """Of a file of the desk that has several."""

    @property
    def verdicts(self) -> Counter[Verdict]:
        return Counter(found.verdict for found in self.rounds)


def run(arguments: Arguments, console: Console) -> int:
    paths = arguments.lists.get("FILE") or [tournament_file(arguments)]
    jobs = arguments.number("--jobs") or cores()
    options = tuple(arguments.lists.get("--option", []))
    wanted = Wanted(arguments.get("--system"), arguments.get("--section"), options)
    reports = list(_reports(paths, wanted, jobs, console))
    if len(reports) == 1 and reports[0].error is not None:
        console.source = shown(paths[0])
        raise reports[0].error
    code = _exit_code(reports)
    if console.json:
        text = as_json(reports, console)
    else:
        for found in reports:
            if found.error is not None:
                console.source, console.players = shown(found.path), {}
                report(found.error, console)
        text = as_text(reports, console)
    write_text(arguments.get("--output") or "-", text)
    return code


def _exit_code(reports: list[FileReport]) -> Exit:
    """A file that could not be checked weighs more than a round that differs."""
    codes = [kind_of(found.error)[1] for found in reports if found.error is not None]
    if codes:
        return max(codes)
    different = any(found.verdicts[Verdict.DIFFERENT] for found in reports)
    return Exit.NO_PAIRING if different else Exit.OK


def _reports(paths: list[str], wanted: Wanted, jobs: int, console: Console) -> Iterator[FileReport]:
    """In the order of the paths; each is checked once."""
    order = list(dict.fromkeys(paths))
    found: dict[str, list[FileReport]] = {}
    line = ProgressLine(console)
    started = time.monotonic()
    try:
        for one in _in_any_order(order, partial(examine, wanted, today()), jobs):
            found[one[0].path] = one
            rate = len(found) / max(time.monotonic() - started, 0.001)
            left = clock((len(order) - len(found)) / rate)
            line.update(len(found), len(order), console.say("{time} left", time=left))
    finally:
        line.clear()
    yield from (one for path in order for one in found[path])


def _in_any_order(
    paths: list[str], work: Callable[[str], list[FileReport]], jobs: int
) -> Iterator[list[FileReport]]:
    if len(paths) == 1 or jobs == 1:
        yield from map(work, paths)
        return
    if "-" in paths:
        yield work("-")  # standard input belongs to this process
    yield from in_processes(work, [path for path in paths if path != "-"], jobs, _given_up)


def examine(wanted: Wanted, day: str, path: str) -> list[FileReport]:
    """Check one file; whatever is wrong with it is part of the answer.

    A file of the desk gives a report for each section.
    """
    try:
        if is_tournament_file(path):
            return _of_the_desk(wanted, day, path)
        return [_of_a_text(wanted, day, path)]
    except CrivelloError as error:
        return [FileReport(path, error=error)]


def _of_a_text(wanted: Wanted, day: str, path: str) -> FileReport:
    from crivello import formats
    from crivello.systems.registry import find
    from crivello.systems.request import choose_edition

    document = formats.read_document(read_bytes(path), name=shown(path))
    tournament = document.tournament
    key = choose_edition(tournament, wanted.system, day)
    tournament = with_choices(tournament, wanted.options, key)
    rounds = tuple(check(tournament, find(key)))
    noted = (*document.warnings, *remarks(tournament, key))
    return FileReport(path, tournament, key, rounds, noted)


def _of_the_desk(wanted: Wanted, day: str, path: str) -> list[FileReport]:
    """Each round beside what was known when it was paired; see `cli.desk.then`."""
    from crivello.cli.desk.then import check_rounds
    from crivello.desk import Desk
    from crivello.formats.by_number import by_number
    from crivello.systems.request import choose_edition

    if wanted.options:
        raise WordError(NOT_AT_THE_DESK, option="--option")
    system, section = wanted.system, wanted.section
    reports = []
    with Desk.open(path) as desk:
        keys = list(desk.state.sections) if section is None else [desk.section(section).key]
        for key in keys:
            tournament = by_number(desk.tournament(key))
            edition = choose_edition(tournament, system, day)
            rounds = tuple(check_rounds(desk, desk.section(key), system and edition))
            noted = tuple(remarks(tournament, edition))
            named = key if len(desk.state.sections) > 1 else ""
            reports.append(FileReport(path, tournament, edition, rounds, noted, section=named))
    return reports


class Died(CrivelloError):
    """A process of ours was killed, or crashed."""


def _given_up(path: str) -> list[FileReport]:
    sentence = N_("The process that checked it died again and again.")
    return [FileReport(path, error=Died(sentence))]
