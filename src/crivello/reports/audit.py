"""The printed audit of tournaments: the verdict on each round, with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile, zip_longest

from crivello.audit import file_report
from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.comparison import ComparedRound
from crivello.audit.file_report import VERDICTS, EventKind, FileReport
from crivello.formats.repairs import Repair
from crivello.model.errors import Problem
from crivello.model.pairing import Board
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.reports.document import Document
from crivello.reports.views.defects import describe_others, group_alike, say_phrase
from crivello.standings.table import Column, Table, number_cell, text_cell
from crivello.words import Language, Translator, translator

MARKS = {True: "=", False: "×", None: "–"}
MOST_NAMED = 3
SHOWN = (Verdict.SAME, Verdict.EXPLAINED, Verdict.DIFFERENT)
"""The verdicts in the order of their columns."""


def audit_page(
    reports: Sequence[FileReport], language: Language, version: str, day: str
) -> Document:
    """Build the page of an audit: a table of the files if there are several, then each file."""
    words = translator(language)
    say = words.say
    reports = _by_short_names(reports)
    first = reports[0].tournament.settings if len(reports) == 1 else None
    what = say("Audit of the pairings")
    where = "" if first is None else " · ".join(filter(None, (first.city, dates(first))))
    title = ("" if first is None else first.name or reports[0].name, what, where)
    tables: list[Table] = []
    if len(reports) > 1:
        tables.append(_summary(reports, words))
    for found in reports:
        tables += _file(found, words, len(reports) == 1)
    origin = say("Made by crivello {version} on {day}.", version=version, day=day)
    tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, origin))
    return Document("audit", title, tuple(tables), wide=len(reports) > 1)


def _by_short_names(reports: Sequence[FileReport]) -> list[FileReport]:
    """Return the reports with shorter names: the paths of their files below the common folder."""
    paths = [re.split(r"[/\\]", found.name) for found in reports]
    folders = zip(*(path[:-1] for path in paths), strict=False)
    shared = len(list(takewhile(lambda names: len(set(names)) == 1, folders)))
    return [
        replace(found, name="/".join(path[shared:]))
        for found, path in zip(reports, paths, strict=True)
    ]


def dates(settings: Settings) -> str:
    """Return the first and the last day of the event, as far as the file states them."""
    days = dict.fromkeys(filter(None, (settings.start, settings.end)))
    return " – ".join(days)


def _summary(reports: Sequence[FileReport], words: Translator) -> Table:
    say = words.say
    fitted = any(found.fits for found in reports)
    columns = (
        Column("file", say("File"), wraps=True),
        Column("tournament", say("Tournament"), wraps=True),
        Column("dates", say("Dates"), wraps=True),
        Column("system", say("Checked by")),
        *([Column("fits", say("Fits best"), wraps=True)] if fitted else []),
        Column("players", say("Players"), right=True),
        Column("rounds", say("Rounds"), right=True),
        *(Column(verdict.value, say(VERDICTS[verdict]), right=True) for verdict in SHOWN),
        Column("repairs", say("Repairs"), right=True),
    )
    rows = []
    for found in reports:
        verdicts = found.verdicts
        system = say("teams") if found.event is EventKind.TEAMS else found.system
        rows.append(
            (
                text_cell(found.name),
                text_cell(found.tournament.settings.name),
                text_cell(dates(found.tournament.settings)),
                text_cell(system if found.error is None else say("not readable")),
                *([text_cell(_best(found))] if fitted else []),
                number_cell(len(found.tournament.players)),
                number_cell(len(found.rounds)),
                *(number_cell(verdicts[verdict]) for verdict in SHOWN),
                number_cell(len(found.repairs)),
            )
        )
    total = [sum(found.verdicts[verdict] for found in reports) for verdict in SHOWN]
    rows.append(
        (
            text_cell(say("All")),
            *[text_cell("")] * (4 if fitted else 3),
            number_cell(sum(len(found.tournament.players) for found in reports)),
            number_cell(sum(len(found.rounds) for found in reports)),
            *map(number_cell, total),
            number_cell(sum(len(found.repairs) for found in reports)),
        )
    )
    return Table("audit-summary", (say("Files"),), columns, tuple(rows))


def _best(found: FileReport) -> str:
    """Name the editions that reproduce most rounds, at most `MOST_NAMED` of them."""
    names = [file_report.name_of(fit) for fit in file_report.best(list(found.fits), found.system)]
    return ", ".join([*names[:MOST_NAMED], *(["…"] if len(names) > MOST_NAMED else [])])


def _file(found: FileReport, words: Translator, alone: bool) -> Iterator[Table]:
    say = words.say
    name = found.name if not found.section else f"{found.name} ({found.section})"
    named = "" if alone else found.tournament.settings.name
    heading = " – ".join(filter(None, (name, named)))
    notes = list(_remarks(found.remarks, words))
    if found.standings is not None:
        notes.insert(0, file_report.standings_sentence(found, words))
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("verdict", say("Verdict")),
        Column("reason", say("Reason"), wraps=True),
    )
    if found.error is not None:
        lines = (words.say(found.error), *_remarks(getattr(found.error, "problems", ()), words))
        yield Table("audit", (heading,), columns, (), lines)
        return
    if found.event is EventKind.TEAMS:
        notes.insert(0, file_report.team_sentence(found, words))
    else:
        by = say(
            "Checked by: {title} [{key}]. Players: {players}.",
            title=say(found.title),
            key=found.system,
            players=len(found.tournament.players),
        )
        notes[:0] = [by, _counts(found, words)]
    days = dates(found.tournament.settings)
    if days and not alone:
        notes.insert(0, say("Dates: {dates}.", dates=days))
    rows = tuple(
        (
            number_cell(report.round),
            text_cell(say(VERDICTS[report.verdict])),
            text_cell(" ".join(file_report.reasons(report, words))),
        )
        for report in found.rounds
    )
    yield Table("audit", (heading,), columns, rows, tuple(notes))
    for report in found.rounds:
        if report.verdict is Verdict.DIFFERENT and report.expected is not None:
            yield _side_by_side(report, found.tournament, words)
    if found.fits:
        yield _fits(found, words)
    if found.repairs:
        yield _repairs(found.repairs, words)


def _counts(found: FileReport, words: Translator) -> str:
    if not found.rounds:
        return words.say("No round has been paired yet.")
    verdicts = {verdict.value: found.verdicts[verdict] for verdict in Verdict}
    return words.say(
        "Rounds: {rounds}; same: {same}, explained: {explained}, different: {different}.",
        rounds=len(found.rounds),
        **verdicts,
    )


def _remarks(problems: Iterable[Problem], words: Translator) -> Iterator[str]:
    """Yield the remarks as sentences; the same remark about many players is one sentence."""
    for group in group_alike(problems):
        first = group[0]
        place = "" if first.line is None else words.say("Line {line}: ", line=first.line)
        others = "" if len(group) == 1 else " " + words.say(describe_others(group))
        yield place + words.say(first) + others


def boards_that_differ(
    report: RoundReport,
) -> Iterator[tuple[int | None, Board | None, Board | None]]:
    """Yield the boards that differ, side by side: board number, board by the rules, board in the
    file.

    One of the two is None if the other has no counterpart.
    """
    assert report.expected is not None
    place: dict[int, int] = {}
    for number, board in enumerate(report.expected.boards):
        place |= {board.white: number, board.black: number}

    def first(board: Board) -> int:
        return min(place.get(board.white, len(place)), place.get(board.black, len(place)))

    expected = ComparedRound.of_pairing(report.expected)
    ours = [board for board in report.expected.boards if board not in report.actual.boards]
    theirs = sorted(report.actual.boards - expected.boards, key=first)
    for one, other in zip_longest(ours, theirs):
        yield None if one is None else report.expected.boards.index(one) + 1, one, other


def player_name(player: int, tournament: Tournament) -> str:
    known = tournament.player.get(player)
    return f"{player} {known.name}".rstrip() if known else str(player)


def _side_by_side(report: RoundReport, tournament: Tournament, words: Translator) -> Table:
    say = words.say
    assert report.expected is not None

    def game(board: Board | None) -> str:
        if board is None:
            return ""
        return f"{player_name(board.white, tournament)} – {player_name(board.black, tournament)}"

    columns = (
        Column("board", say("Board"), right=True),
        Column("expected", say("Expected"), shrinks=True),
        Column("actual", say("In the file"), shrinks=True),
    )
    rows = [
        (number_cell(number), text_cell(game(one)), text_cell(game(other)))
        for number, one, other in boards_that_differ(report)
    ]
    if report.expected.bye != report.actual.bye:
        byes = [
            "" if bye is None else say("{player}, bye", player=player_name(bye, tournament))
            for bye in (report.expected.bye, report.actual.bye)
        ]
        rows.append((number_cell(None), text_cell(byes[0]), text_cell(byes[1])))
    heading = say("Round {round}: what differs", round=report.round)
    return Table("audit-boards", (heading,), columns, tuple(rows))


def _fits(found: FileReport, words: Translator) -> Table:
    say = words.say
    columns = (
        Column("edition", say("Edition"), leading=True),
        *(
            Column(f"round{number}", str(number), right=True)
            for number in range(1, len(found.rounds) + 1)
        ),
        Column("same", say("Same"), right=True),
    )
    rows = tuple(
        (
            text_cell(file_report.name_of(fit)),
            *(text_cell(MARKS[one]) for one in fit.rounds),
            number_cell(fit.count),
        )
        for fit in found.fits
    )
    notes = (file_report.fit_sentence(found, words), say("= same, × different, – no pairing"))
    return Table("audit-editions", (say("Which edition fits?"),), columns, rows, notes)


def _repairs(repairs: Sequence[Repair], words: Translator) -> Table:
    say = words.say
    columns = (
        Column("line", say("Line"), right=True),
        Column("repair", say("What was repaired"), wraps=True),
        Column("found", say("Found")),
        Column("taken", say("Taken")),
        Column("matters", say("May change a pairing")),
    )
    rows = tuple(
        (
            number_cell(repair.line),
            text_cell(say(repair)),
            text_cell(repair.found),
            text_cell(say_phrase(repair.taken, say)),
            text_cell(say("yes") if repair.changes_pairing else say("no")),
        )
        for repair in repairs
    )
    return Table("audit-repairs", (say("Repairs"),), columns, rows)
