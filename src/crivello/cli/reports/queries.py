"""`crivello report`: list what FIDE would reject or query, before anything is sent."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap

from crivello.cli.console import Console
from crivello.cli.errors import Exit, list_repairs
from crivello.cli.options import Arguments
from crivello.cli.sources import (
    given_path,
    given_subject,
    is_of_desk,
    one_source,
    read_file,
    today,
)
from crivello.formats.detect import Form, form_of
from crivello.model.tournament import Tournament
from crivello.reports.queries import (
    Level,
    Query,
    list_queries,
    queries,
    repair_queries,
    with_final_ranks,
)
from crivello.reports.subject import Subject
from crivello.reports.views.checks import queries_view
from crivello.words import N_
from crivello.words.columns import clean

NOT_COMPARED = N_(
    "No rating list is loaded; names and ratings are not compared. To load one: {command}"
)
OF_A_KIND = 10
"""The most queries of one kind that the text lists."""
LEVELS = {Level.REJECT: N_("FIDE would reject:"), Level.QUERY: N_("FIDE would query:")}


def run(arguments: Arguments, console: Console) -> int:
    """Run `crivello report`: a tournament of the desk is judged as `export` would write it, a file
    as it is.

    The exit code is 1 if FIDE would reject something.
    """
    dialect = arguments.get("--for") or "trf26"
    source = one_source(given_path(arguments))
    repaired: list[Query] = []
    if is_of_desk(source):
        subject = given_subject(arguments, console)
        tournament = with_final_ranks(subject.tournament, dialect)
    else:
        document = read_file(source, console, arguments, tolerant=True)
        subject = Subject.of_tournament(document.tournament, today=today())
        is_report = form_of(source.read(), source.name) is Form.TRF
        tournament = subject.tournament
        if not is_report:
            tournament = with_final_ranks(tournament, dialect)
        repaired = repair_queries(document, Level.REJECT if is_report else Level.QUERY)
        if console.json:
            list_repairs(document.repairs, console)
    pace = arguments.get("--pace") or subject.pace
    listed = list_queries(subject.tournament, pace)
    found = queries(tournament, dialect, listed or (), repaired, subject.today, pace)
    rejected = any(query.level is Level.REJECT for query in found)
    if console.json:
        view = queries_view(found, listed is not None, console.say, subject.ids)
        text = console.view("queries", view)
    else:
        if listed is None:
            console.remark(console.say(NOT_COMPARED, command="crivello load FILE"))
        text = "\n".join(query_lines(found, console)) + "\n"
    return console.write(text, Exit.NO_PAIRING if rejected else Exit.OK)


def report_queries(tournament: Tournament, dialect: str, pace: str) -> list[Query]:
    """Return all queries, including those from the loaded rating list, if there is one."""
    listed = list_queries(tournament, pace) or ()
    return queries(tournament, dialect, listed, today=today(), pace=pace)


def remark_queries(found: list[Query], console: Console) -> None:
    """List on standard error what FIDE would reject, and count what it would query.

    A JSON answer has the queries as a member instead.
    """
    if console.json or not found:
        return
    rejected = [query for query in found if query.level is Level.REJECT]
    if rejected:
        console.remark_all(query_lines(rejected, console))
    if len(rejected) < len(found):
        said = N_(
            "FIDE would query one point; to see it: {command}",
            "FIDE would query {count} points; to see them: {command}",
        )
        asked = len(found) - len(rejected)
        console.remark(console.say(said, count=asked, command="crivello report"))


def query_lines(found: list[Query], console: Console) -> list[str]:
    """Return lines with the queries by level, each as a sentence with its record."""
    if not found:
        return [console.say("FIDE would have nothing to reject or query.")]
    lines: list[str] = []
    for level, heading in LEVELS.items():
        these = [query for query in found if query.level is level]
        if these:
            lines += [*([""] if lines else []), console.say(heading)]
        of_kind: Counter[str] = Counter()
        for query in these:
            of_kind[query.code] += 1
            if of_kind[query.code] > OF_A_KIND:
                continue
            record = f" [{query.record}]" if query.record else ""
            text = f"- {clean(console.say(query))}{record}"
            lines += wrap(text, console.width, subsequent_indent="  ", break_on_hyphens=False)
        more = sum(max(count - OF_A_KIND, 0) for count in of_kind.values())
        if more:
            said = N_(
                "… and one more of these kinds; --json lists all.",
                "… and {count} more of these kinds; --json lists all.",
            )
            lines.append(console.say(said, count=more))
    return lines
