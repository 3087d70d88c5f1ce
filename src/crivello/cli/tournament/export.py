"""`crivello export`: a section as a report file or as JSON."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.cli.reports.queries import DIALECTS, report_queries, tell_queries
from crivello.cli.reports.source import subject_given
from crivello.cli.sitting import tournament_file
from crivello.cli.tournament.convert import written
from crivello.reports.queries import with_final_ranks
from crivello.words import N_

FOR_RATING = N_(
    "Corrections for rating only are not in this file; to send it for rating: {command}"
)
"""C.04.2: 4.3: they are too late to count in the tournament, and rated all the same."""


def run(arguments: Arguments, console: Console) -> int:
    subject = subject_given(arguments, console)
    tournament = subject.tournament
    form, out = arguments.get("--to") or "trf26", arguments.require("OUT")
    found = None
    if form in DIALECTS and tournament.paired_rounds == tournament.settings.rounds:
        tournament = with_final_ranks(tournament, form)
        found = report_queries(tournament, form, subject.pace)
        tell_queries(found, console)
    sent = tournament.for_rating()  # the ranks stay those of the tournament
    if "--for-rating" in arguments:
        tournament = sent
    elif form != "json" and sent != tournament and not console.json:
        console.remark(console.say(FOR_RATING, command="crivello export OUT --for-rating"))
    return written(tournament, form, tournament_file(arguments), out, console, found)
