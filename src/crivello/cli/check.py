"""`crivello check`: is every round of these tournaments what the rules give?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from crivello.audit.checker import RoundReport, Verdict, check
from crivello.audit.processes import cores, in_processes
from crivello.audit.remarks import remarks
from crivello.cli.check_views import as_json, as_text
from crivello.cli.console import Console
from crivello.cli.errors import Exit, kind_of, report
from crivello.cli.files import read_bytes, shown, write_text
from crivello.cli.options import Arguments
from crivello.cli.progress import ProgressLine, clock
from crivello.cli.tournaments import today
from crivello.model.errors import CrivelloError, Problem
from crivello.model.tournament import Tournament
from crivello.words import N_


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

    @property
    def verdicts(self) -> Counter[Verdict]:
        return Counter(found.verdict for found in self.rounds)


def run(arguments: Arguments, console: Console) -> int:
    paths = arguments.lists["FILE"]
    jobs = arguments.number("--jobs") or cores()
    reports = list(_reports(paths, arguments.get("--system"), jobs, console))
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


def _reports(
    paths: list[str], wanted: str | None, jobs: int, console: Console
) -> Iterator[FileReport]:
    """In the order of the paths; each is checked once."""
    order = list(dict.fromkeys(paths))
    found: dict[str, FileReport] = {}
    line = ProgressLine(console)
    started = time.monotonic()
    try:
        for one in _in_any_order(order, partial(examine, wanted, today()), jobs):
            found[one.path] = one
            rate = len(found) / max(time.monotonic() - started, 0.001)
            left = clock((len(order) - len(found)) / rate)
            line.update(len(found), len(order), console.say("{time} left", time=left))
    finally:
        line.clear()
    yield from (found[path] for path in order)


def _in_any_order(
    paths: list[str], work: Callable[[str], FileReport], jobs: int
) -> Iterator[FileReport]:
    if len(paths) == 1 or jobs == 1:
        yield from map(work, paths)
        return
    if "-" in paths:
        yield work("-")  # standard input belongs to this process
    yield from in_processes(work, [path for path in paths if path != "-"], jobs, _given_up)


def examine(wanted: str | None, day: str, path: str) -> FileReport:
    """Check one file; whatever is wrong with it is part of the answer."""
    from crivello import formats
    from crivello.systems.registry import find
    from crivello.systems.request import choose_edition

    try:
        document = formats.read_document(read_bytes(path), name=shown(path))
        tournament = document.tournament
        key = choose_edition(tournament, wanted, day)
        rounds = tuple(check(tournament, find(key)))
        noted = (*document.warnings, *remarks(tournament, key))
    except CrivelloError as error:
        return FileReport(path, error=error)
    return FileReport(path, tournament, key, rounds, noted)


class Died(CrivelloError):
    """A process of ours was killed, or crashed."""


def _given_up(path: str) -> FileReport:
    sentence = N_("The process that checked it died again and again.")
    return FileReport(path, error=Died(sentence))
