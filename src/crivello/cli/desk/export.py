"""`crivello export`: a section as a report file or as JSON."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.convert import written
from crivello.cli.desk.opening import tournament_file
from crivello.cli.options import Arguments
from crivello.cli.reports.queries import DIALECTS, tell_queries
from crivello.cli.reports.source import subject_given
from crivello.reports.queries import with_final_ranks


def run(arguments: Arguments, console: Console) -> int:
    subject = subject_given(arguments, console)
    tournament = subject.tournament
    form = arguments.get("--to") or "trf26"
    if form in DIALECTS and tournament.paired_rounds == tournament.settings.rounds:
        tournament = with_final_ranks(tournament, form)
        tell_queries(tournament, form, subject.pace, console)
    return written(tournament, form, tournament_file(arguments), arguments.require("OUT"), console)
