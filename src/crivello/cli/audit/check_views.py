"""What `crivello check` found, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.file_report import (
    VERDICTS,
    Event,
    FileReport,
    best,
    fit_sentence,
    name_of,
    reasons,
    team_sentence,
)
from crivello.cli.console import Console
from crivello.cli.errors import error_as_json, grouped_lines, problem_as_json, repair_as_json
from crivello.model.pairing import Board
from crivello.model.tournament import Tournament
from crivello.reports.audit import MARKS, audit_page, boards_that_differ, player_name
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
    if found.event is Event.TEAMS:
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
    """See docs/cli.md for its shape."""
    total: Counter[Verdict] = Counter()
    for found in reports:
        total += found.verdicts
    return console.as_json(
        {
            "schema": "crivello/check/1",
            "counts": {verdict.value: total[verdict] for verdict in Verdict},
            "files": [_file_as_json(found, console) for found in reports],
        }
    )


def _file_as_json(found: FileReport, console: Console) -> dict[str, Any]:
    console.source, console.players = found.name, found.tournament.player
    top = best(list(found.fits), found.system)
    return {
        "file": found.name,
        "section": found.section or None,
        "tournament": found.tournament.settings.name,
        "event": found.event.value,
        "system": found.system or None,
        "error": None if found.error is None else error_as_json(found.error, console),
        "rounds": [_round_as_json(report, console) for report in found.rounds],
        "editions": [
            {
                "system": fit.rules.system,
                "acceleration": fit.rules.acceleration or None,
                "same": list(fit.rounds),
                "count": fit.count,
                "best": fit in top,
            }
            for fit in found.fits
        ],
        "remarks": [problem_as_json(problem, console) for problem in found.remarks],
        "repairs": [repair_as_json(repair, console) for repair in found.repairs],
    }


def _round_as_json(report: RoundReport, console: Console) -> dict[str, Any]:
    words = translator(console.language)
    value: dict[str, Any] = {
        "round": report.round,
        "verdict": report.verdict.value,
        "reason": " ".join(reasons(report, words)) or None,
        "cause": None if report.cause is None else report.cause.kind,
        "criterion": None,
        "expected": None,
        "actual": None,
        "all_causes_tried": not report.exhausted,
    }
    if report.verdict is not Verdict.SAME:
        value["actual"] = _pairing(_sorted(report.actual.boards), report.actual.bye)
        if report.expected is not None:
            value["expected"] = _pairing(report.expected.boards, report.expected.bye)
    difference = report.difference
    if difference is not None:
        value["criterion"] = {
            "level": difference.level.value,
            "code": difference.code or None,
            "players": list(difference.players),
            "right": None if difference.right is None else list(difference.right),
            "wrong": None if difference.wrong is None else list(difference.wrong),
        }
    return value


def _sorted(boards: frozenset[Board]) -> list[Board]:
    return sorted(boards, key=lambda board: (board.white, board.black))


def _pairing(boards: Sequence[Board], bye: int | None) -> dict[str, Any]:
    return {"boards": [[board.white, board.black] for board in boards], "bye": bye}
