"""What `crivello check` found, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from crivello.audit.checker import Answer, RoundReport, Verdict
from crivello.cli.console import Console
from crivello.cli.errors import error_as_json, problem_as_json, problem_line
from crivello.cli.files import shown
from crivello.model.keys import BY_KEY
from crivello.model.pairing import Board
from crivello.model.tournament import Tournament
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, align, clean

if TYPE_CHECKING:
    from crivello.cli.check import FileReport

VERDICTS = {
    Verdict.SAME: N_("same"),
    Verdict.DIFFERENT: N_("different"),
    Verdict.EXPLAINED: N_("explained"),
}
ROUNDS_SAME = N_("one round, same", "{count} rounds, same")


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
    console.source, console.players = shown(found.path), found.tournament.player
    notes = [problem_line(problem, console) for problem in found.remarks]
    same = found.verdicts[Verdict.SAME]
    name = shown(found.path) + (f" ({clean(found.section)})" if found.section else "")
    title = f"{name}: {console.say(BY_KEY[found.system].title)} [{found.system}]"
    if not alone and same == len(found.rounds):
        rounds = console.say(ROUNDS_SAME, count=same)
        return [f"{name} [{found.system}]: {rounds}", *notes]
    if not found.rounds:
        return [title, console.say("No round has been paired yet."), *notes]
    lines = [title]
    for report in found.rounds:
        lines += _round(report, found.tournament, console)
    return [*lines, *notes]


def _round(report: RoundReport, tournament: Tournament, console: Console) -> list[str]:
    verdict = console.say(VERDICTS[report.verdict])
    line = console.say("Round {round}: {verdict}", round=report.round, verdict=verdict)
    if report.verdict is Verdict.SAME:
        return [line]
    lines = [line]
    reason = reason_of(report, console)
    if reason:
        lines += wrap(reason, console.width - 2, initial_indent="  ", subsequent_indent="  ")
    if report.verdict is Verdict.DIFFERENT and report.expected is not None:
        lines += ["", *_side_by_side(report, tournament, console), ""]
    return lines


def reason_of(report: RoundReport, console: Console) -> str:
    """The cause, the first difference, or why there is nothing to compare with."""
    if report.cause is not None and report.difference is None:
        return console.say(report.cause)
    if report.difference is not None:
        sentence = console.say(report.difference)
        if report.difference.code:
            sentence = f"{report.difference.code}: {sentence}"
        # Made by hand: that, and what the rules say of it.
        return f"{console.say(report.cause)} {sentence}" if report.cause else sentence
    return console.say(report.error) if report.error is not None else ""


def _side_by_side(report: RoundReport, tournament: Tournament, console: Console) -> list[str]:
    """The boards that differ, by the number of the expected one."""
    assert report.expected is not None
    expected = Answer.expected(report.expected)
    place: dict[int, int] = {}
    for number, board in enumerate(report.expected.boards):
        place |= {board.white: number, board.black: number}

    def name(player: int) -> str:
        known = tournament.player.get(player)
        return f"{player} {clean(known.name)}" if known else str(player)

    def game(board: Board | None) -> str:
        return "" if board is None else f"{name(board.white)} - {name(board.black)}"

    def first(board: Board) -> int:
        return min(place.get(board.white, len(place)), place.get(board.black, len(place)))

    ours = [board for board in report.expected.boards if board not in report.actual.boards]
    theirs = sorted(report.actual.boards - expected.boards, key=first)
    rows = [["", console.say("Expected"), console.say("In the file")]]
    for index in range(max(len(ours), len(theirs))):
        one = ours[index] if index < len(ours) else None
        other = theirs[index] if index < len(theirs) else None
        at = "" if one is None else str(report.expected.boards.index(one) + 1)
        rows.append([at, game(one), game(other)])
    if report.actual.bye != expected.bye:
        byes = [
            "" if bye is None else console.say("{player}, bye", player=name(bye))
            for bye in (expected.bye, report.actual.bye)
        ]
        rows.append(["", *byes])
    table = align(rows, RIGHT + LEFT * 2, console.width - 2, shrink=(1, 2))
    return ["  " + line for line in table]


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
    console.source, console.players = shown(found.path), found.tournament.player
    return {
        "file": shown(found.path),
        "section": found.section or None,
        "tournament": found.tournament.settings.name,
        "system": found.system or None,
        "error": None if found.error is None else error_as_json(found.error, console),
        "rounds": [_round_as_json(report, console) for report in found.rounds],
        "remarks": [problem_as_json(problem, console) for problem in found.remarks],
    }


def _round_as_json(report: RoundReport, console: Console) -> dict[str, Any]:
    value: dict[str, Any] = {
        "round": report.round,
        "verdict": report.verdict.value,
        "reason": reason_of(report, console) or None,
        "cause": None if report.cause is None else report.cause.kind,
        "criterion": None,
        "expected": None,
        "actual": None,
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
        }
    return value


def _sorted(boards: frozenset[Board]) -> list[Board]:
    return sorted(boards, key=lambda board: (board.white, board.black))


def _pairing(boards: Sequence[Board], bye: int | None) -> dict[str, Any]:
    return {"boards": [[board.white, board.black] for board in boards], "bye": bye}
