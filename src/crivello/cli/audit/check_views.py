"""What `crivello check` found, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.file_report import (
    VERDICTS,
    EventKind,
    FileReport,
    fit_sentence,
    name_of,
    reasons,
    team_sentence,
)
from crivello.cli.console import Console
from crivello.cli.errors import error_view, grouped_lines
from crivello.model.pairing import Board
from crivello.model.tournament import Tournament
from crivello.reports.audit import MARKS, audit_page, boards_that_differ, player_name
from crivello.reports.views.checks import CheckedFileView, check_view, checked_file_view
from crivello.words import N_, translator
from crivello.words.columns import LEFT, RIGHT, align, clean

ROUNDS_SAME = N_("one round, same", "{count} rounds, same")


def as_page(reports: Sequence[FileReport], form: str, console: Console) -> bytes:
    """The audit as a page of HTML or PDF."""
    from crivello import __version__
    from crivello.cli.reports.printing import written
    from crivello.cli.sources import today

    return written(audit_page(reports, console.language, __version__, today()), form, console)


def as_text(reports: Sequence[FileReport], console: Console) -> str:
    """One file in full; of many, those that are the same in one line."""
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
    words = translator(console.language)
    name = found.name + (f" ({clean(found.section)})" if found.section else "")
    if found.event is EventKind.TEAMS:
        return [f"{name}: {team_sentence(found, words)}", *notes]
    same = found.verdicts[Verdict.SAME]
    title = f"{name}: {console.say(found.title)} [{found.system}]"
    if not alone and same == len(found.rounds) and not found.fits:
        rounds = console.say(ROUNDS_SAME, count=same)
        return [f"{name} [{found.system}]: {rounds}", *notes]
    if not found.rounds:
        return [title, console.say("No round has been paired yet."), *notes]
    lines = [title]
    for report in found.rounds:
        lines += _round(report, found.tournament, console)
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
    """The boards that differ, by the number of the expected one."""
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
    """Which edition fits, round by round."""
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
