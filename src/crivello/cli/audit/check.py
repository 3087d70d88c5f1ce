"""`crivello check`: pair every round of tournaments again, and report rounds that differ."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import NamedTuple

from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.file_report import (
    VERDICTS,
    EventKind,
    FileReport,
    examine,
    fit_sentence,
    is_poor_fit,
    name_of,
    reasons,
    remarks,
    standings_sentence,
    team_sentence,
)
from crivello.audit.processes import cores, in_processes
from crivello.cli.console import Console, ProgressLine, clock
from crivello.cli.errors import ADD_OPTION, Exit, error_view, grouped_lines, kind_of, report
from crivello.cli.files import display_name, is_tournament_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import (
    NOT_AT_THE_DESK,
    Source,
    given_paths,
    reads_tolerantly,
    sources,
    today,
)
from crivello.cli.standings.tables import NOT_FOR_TERMINAL, chosen_form
from crivello.model.errors import CrivelloError, WordError
from crivello.model.pairing import Board
from crivello.model.tournament import Tournament
from crivello.reports.audit import MARKS, audit_page, boards_that_differ, player_name
from crivello.reports.views.checks import CheckedFileView, check_view, checked_file_view
from crivello.systems.request import with_choices
from crivello.words import N_, translator
from crivello.words.columns import LEFT, RIGHT, align, clean


class CheckRequest(NamedTuple):
    """The options of a check: system, section, options of the system, how to read files, what to
    add.
    """

    system: str | None
    section: str | None
    options: tuple[str, ...] = ()
    tolerant: bool = True
    editions: bool = False


def run(arguments: Arguments, console: Console) -> int:
    target = arguments.get("--output") or "-"
    form = _form(arguments, console, target)
    jobs = arguments.number("--jobs") or cores()
    wanted = CheckRequest(
        arguments.get("--system"),
        arguments.get("--section"),
        tuple(arguments.all("--option")),
        reads_tolerantly(arguments, default=True),
        "--editions" in arguments,
    )
    files, unread = _files(given_paths(arguments))
    reports = [*_reports(files, wanted, jobs, console), *unread]
    if len(reports) == 1 and reports[0].error is not None:
        console.source = reports[0].name
        raise reports[0].error
    code = _exit_code(reports, "--accept-explained" in arguments)
    if form != "json":
        for found in reports:
            if found.error is not None:
                console.source, console.players = found.name, {}
                report(found.error, console)
    match form:
        case "json":
            data = as_json(reports, console).encode()
        case "text":
            data = as_text(reports, console).encode("utf-8", "replace")
        case _:
            data = as_page(reports, form, console)
    console.write_file(target, data)
    return code


def _form(arguments: Arguments, console: Console, target: str) -> str:
    form = chosen_form(arguments, console)
    if form == "pdf" and target == "-" and sys.stdout.isatty():
        raise UsageError(NOT_FOR_TERMINAL, form=form.upper())
    return form


def _exit_code(reports: list[FileReport], accept_explained: bool) -> Exit:
    """Return the exit code of a check: that of a file that could not be checked, else that of the
    verdicts.
    """
    codes = [kind_of(found.error)[1] for found in reports if found.error is not None]
    if codes:
        return max(codes)
    accepted = {Verdict.SAME, Verdict.EXPLAINED} if accept_explained else {Verdict.SAME}
    right = all(
        found.verdicts.keys() <= accepted and found.standings is not Verdict.DIFFERENT
        for found in reports
    )
    return Exit.OK if right else Exit.NO_PAIRING


def _files(paths: list[str]) -> tuple[list[Source], list[FileReport]]:
    """Return all files to check, and a report with the error for each path that cannot be read."""
    files: list[Source] = []
    unread: list[FileReport] = []
    for path in paths:
        try:
            files += sources(path)
        except CrivelloError as error:
            unread.append(FileReport(display_name(path), error=error))
    return files, unread


def _reports(
    files: list[Source], wanted: CheckRequest, jobs: int, console: Console
) -> Iterator[FileReport]:
    """Yield the reports in the order of the files."""
    found: dict[int, list[FileReport]] = {}
    line = ProgressLine(console)
    started = time.monotonic()

    def show(done: int, of: int) -> None:
        rate = done / max(time.monotonic() - started, 0.001)
        line.update(done, of, console.say("{time} left", time=clock((of - done) / rate)))

    work = partial(_examine, wanted, today())
    try:
        if len(files) == 1:
            found[0] = work((0, files[0]), step=show)[1]
        else:
            for index, reports in _in_any_order(list(enumerate(files)), work, jobs):
                found[index] = reports
                show(len(found), len(files))
    finally:
        line.clear()
    yield from (one for index in range(len(files)) for one in found[index])


_Job = tuple[int, Source]
_Done = tuple[int, list[FileReport]]


def _in_any_order(files: list[_Job], work: Callable[[_Job], _Done], jobs: int) -> Iterator[_Done]:
    if jobs == 1:
        yield from map(work, files)
    else:
        yield from in_processes(work, files, jobs, _give_up)


def _show_nothing(done: int, of: int) -> None:
    """Show no progress."""


def _examine(
    wanted: CheckRequest, day: str, job: _Job, step: Callable[[int, int], None] = _show_nothing
) -> _Done:
    """Check one file, and return its place with its reports; errors are part of a report.

    A tournament file of the desk gives a report for each section.
    """
    index, source = job
    try:
        if source.path and is_tournament_file(source.path):
            return index, _of_the_desk(wanted, day, source)
        from crivello import formats

        document = formats.read_document(source.read(), source.name, wanted.tolerant)
        found = examine(
            document,
            source.name,
            wanted.system,
            day,
            editions=wanted.editions,
            adapt=lambda tournament, key: with_choices(tournament, wanted.options, key),
            step=step,
        )
        return index, [found]
    except CrivelloError as error:
        return index, [FileReport(source.name, error=error)]


def _of_the_desk(wanted: CheckRequest, day: str, source: Source) -> list[FileReport]:
    """Check the rounds of a tournament file by what was known when each was paired; see
    `desk_rounds`.
    """
    from crivello.audit.file_report import fits
    from crivello.cli.audit.desk_rounds import check_rounds
    from crivello.desk import Desk
    from crivello.formats.trf.canonical_form import by_number
    from crivello.systems.request import choose_edition

    if wanted.options:
        raise WordError(NOT_AT_THE_DESK, option="--option")
    system, section = wanted.system, wanted.section
    reports = []
    with Desk.open(source.path) as desk:
        keys = list(desk.state.sections) if section is None else [desk.section(section).key]
        for key in keys:
            ids = {player.number: player.id for player in desk.section(key).listed_players}
            tournament = by_number(desk.tournament(key))
            edition = choose_edition(tournament, system, day)
            rounds = tuple(check_rounds(desk, desk.section(key), system and edition))
            noted = tuple(remarks(tournament, edition))
            named = key if len(desk.state.sections) > 1 else ""
            fit = tuple(fits(tournament)) if wanted.editions else ()
            found = FileReport(source.name, tournament, edition, rounds, noted, section=named)
            reports.append(replace(found, fits=fit, ids=ids))
    return reports


class CheckCrashed(CrivelloError, code="crashed"):
    """Raised if a worker process was killed or crashed."""


def _give_up(job: _Job) -> _Done:
    sentence = N_("The process that checked it crashed repeatedly.")
    index, source = job
    return index, [FileReport(source.name, error=CheckCrashed(sentence))]


# The reports as text, page and JSON


def as_page(reports: Sequence[FileReport], form: str, console: Console) -> bytes:
    """Return the audit as a page of HTML or PDF."""
    from crivello import __version__
    from crivello.cli.reports.printing import render
    from crivello.cli.sources import today

    return render(audit_page(reports, console.language, __version__, today()), form, console)


def as_text(reports: Sequence[FileReport], console: Console) -> str:
    """Return the reports as text: one file in full, of several files those without differences in a
    line.
    """
    blocks = [_file(found, console, len(reports) == 1) for found in reports if not found.error]
    lines = [line for block in blocks for line in block]
    if len(reports) > 1:
        total: Counter[Verdict] = Counter()
        for found in reports:
            total += found.verdicts
        counts = {verdict.value: total[verdict] for verdict in Verdict}
        lines.append("")
        lines.append(
            console.say(
                "Files: {files}. Rounds: {rounds}; same: {same}, explained: {explained},"
                " different: {different}.",
                files=len(reports),
                rounds=sum(total.values()),
                **counts,
            )
        )
        unchecked = sum(found.error is not None for found in reports)
        if unchecked:
            lines.append(console.say("Files that could not be checked: {count}.", count=unchecked))
    return "\n".join(lines) + "\n"


def _file(found: FileReport, console: Console, alone: bool) -> list[str]:
    console.source, console.players = found.name, found.tournament.player
    notes = [*grouped_lines(found.repairs, console), *grouped_lines(found.remarks, console)]
    if is_poor_fit(found.rounds) and not found.fits:
        notes.append(console.say(ADD_OPTION, option="--editions"))
    words = translator(console.language)
    name = found.name + (f" ({clean(found.section)})" if found.section else "")
    if found.event is EventKind.TEAMS:
        return [f"{name}: {team_sentence(found, words)}", *notes]
    same = found.verdicts[Verdict.SAME]
    title = f"{name}: {console.say(found.title)} [{found.system}]"
    ranks_differ = found.standings is Verdict.DIFFERENT
    if not alone and same == len(found.rounds) and not found.fits and not ranks_differ:
        rounds = console.say(N_("one round, same", "{count} rounds, same"), count=same)
        return [f"{name} [{found.system}]: {rounds}", *notes]
    if not found.rounds:
        return [title, console.say("No round has been paired yet."), *notes]
    lines = [title]
    for one in found.rounds:
        lines += _round(one, found.tournament, console)
    if found.standings is not None:
        lines.append(standings_sentence(found, words))
    if found.fits:
        lines += ["", *_fits(found, console), ""]
    return [*lines, *notes]


def _round(report: RoundReport, tournament: Tournament, console: Console) -> list[str]:
    verdict = console.say(VERDICTS[report.verdict])
    lines = [console.say("Round {round}: {verdict}", round=report.round, verdict=verdict)]
    for reason in reasons(report, translator(console.language)):
        reason = clean(reason)
        lines += wrap(reason, console.width - 2, initial_indent="  ", subsequent_indent="  ")
    if report.verdict is Verdict.DIFFERENT and report.expected is not None:
        lines += ["", *_side_by_side(report, tournament, console), ""]
    return lines


def _side_by_side(report: RoundReport, tournament: Tournament, console: Console) -> list[str]:
    """Return lines with the boards that differ, those expected next to those in the file."""
    assert report.expected is not None

    def name(player: int) -> str:
        return clean(player_name(player, tournament))

    def game(board: Board | None) -> str:
        return "" if board is None else f"{name(board.white)} - {name(board.black)}"

    rows = [["", console.say("Expected"), console.say("In the file")]]
    for number, one, other in boards_that_differ(report):
        rows.append(["" if number is None else str(number), game(one), game(other)])
    if report.actual.bye != report.expected.bye:
        byes = [
            "" if bye is None else console.say("{player}, bye", player=name(bye))
            for bye in (report.expected.bye, report.actual.bye)
        ]
        rows.append(["", *byes])
    table = align(rows, RIGHT + LEFT * 2, console.width - 2, shrink=(1, 2))
    return ["  " + line for line in table]


def _fits(found: FileReport, console: Console) -> list[str]:
    """Return lines with the fit of each edition, round by round."""
    rounds = range(1, len(found.rounds) + 1)
    rows = [[console.say("Edition"), *map(str, rounds), console.say("Same")]]
    for fit in found.fits:
        rows.append([name_of(fit), *(MARKS[one] for one in fit.rounds), str(fit.count)])
    lines = align(rows, LEFT + RIGHT * (len(rounds) + 1))
    sentence = fit_sentence(found, translator(console.language))
    legend = console.say("= same, × different, – no pairing")
    return [*lines, legend, *wrap(sentence, console.width)]


def as_json(reports: Sequence[FileReport], console: Console) -> str:
    return console.view("check", check_view(reports, [_view(one, console) for one in reports]))


def _view(found: FileReport, console: Console) -> CheckedFileView:
    console.source, console.players = found.name, found.tournament.player
    error = None if found.error is None else error_view(found.error, console)
    words = translator(console.language)
    return checked_file_view(found, error, words, console.say, console.number)
