"""`crivello convert`, `export` and `example`: write tournaments in other formats."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING

from crivello.cli.commands import FORMATS, REPORT_FORMATS
from crivello.cli.console import Console
from crivello.cli.desk_session import tournament_file
from crivello.cli.endings import refuse_existing, unknown_format, writable
from crivello.cli.errors import kind_of, report
from crivello.cli.files import display_name, file_errors, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import is_bundle, load, sources
from crivello.formats.example import describe_example, example_files, read_example
from crivello.model.errors import CrivelloError, Problem
from crivello.model.player import Player
from crivello.model.sentence import Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.systems.request import with_choices
from crivello.words import N_
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.reports.queries import Query


CHESS_RESULTS = "chess-results"
ENDING_OF = {"json": "json", "csv": "csv", CHESS_RESULTS: "xml"}
"""The ending of a file in each format; all others are report files."""


def run(arguments: Arguments, console: Console) -> int:
    source, target = arguments.require("IN"), arguments.require("OUT")
    wanted = arguments.get("--to")
    if wanted is None:
        raise unknown_format("" if target == "-" else target, writable(FORMATS))
    if is_bundle(source):
        return _convert_all(source, target, wanted, arguments, console)
    tournament = load(source, console, arguments, tolerant=True)
    tournament = with_choices(tournament, arguments.all("--option"))
    return write_as(_mark_provisional(tournament, wanted, console), wanted, source, target, console)


def write_example(arguments: Arguments, console: Console) -> int:
    if "--list" in arguments:
        words = [(name, console.say(describe_example(name))) for name in example_files()]
        width = max(len(name) for name, _ in words)
        return console.write_lines(f"{name:{width}}  {about}" for name, about in words)
    return console.write(read_example(arguments.require("NAME")).decode())


def _mark_provisional(tournament: Tournament, wanted: str, console: Console) -> Tournament:
    """Mark the tournament as provisional, if all rounds are paired but a game is open."""
    from crivello.standings.finality import PROVISIONAL, final, open_games

    if wanted == "csv":
        return tournament
    marked, count = final(tournament, provisional=True, form=wanted), open_games(tournament)
    if marked is not tournament and count and not console.json:
        console.remark(console.say(PROVISIONAL, count=count))
    return marked


def _convert_all(
    source: str, target: str, wanted: str, arguments: Arguments, console: Console
) -> int:
    """Convert every file of a folder or zip into the folder `target`, each under its own name."""
    if target == "-" or (os.path.exists(target) and not os.path.isdir(target)):
        raise UsageError(
            N_("{path} holds several files; OUT must be a folder for them."), path=source
        )
    with file_errors(target):
        os.makedirs(target, exist_ok=True)
    code = 0
    ending = ENDING_OF.get(wanted, "trf")
    if wanted not in FORMATS:
        from crivello.formats.plug_in import added_formats

        ending = added_formats()[wanted].ending
    taken: set[str] = set()
    for one in sources(source):
        console.start(one.name)
        stem = os.path.splitext(os.path.basename(one.name.rpartition(":")[2]))[0] or "file"
        name = next(
            name
            for number in count(1)
            if (name := f"{stem}{f'-{number}' if number > 1 else ''}.{ending}") not in taken
        )
        taken.add(name)
        try:
            tournament = load(one, console, arguments, tolerant=True)
            tournament = with_choices(tournament, arguments.all("--option"))
            path = os.path.join(target, name)
            refuse_existing(path, arguments)
            write_as(
                _mark_provisional(tournament, wanted, console), wanted, one.name, path, console
            )
        except CrivelloError as error:
            code = max(code, kind_of(error)[1])
            report(error, console)
    return code


def write_as(
    tournament: Tournament,
    wanted: str,
    source: str,
    target: str,
    console: Console,
    queries: Sequence[Query] | None = None,
    ids: Mapping[int, int] | None = None,
) -> int:
    """Write the tournament in a format, and list what the format cannot store.

    A JSON answer also has the queries of FIDE.
    """
    text, lost = convert_text(tournament, wanted)
    console.write_tournament(target, text, tournament, wanted)
    losses = [clean(console.say(loss)) for loss in lost]
    if console.json:
        from crivello.reports.views.checks import ConversionView, query_view

        answer = ConversionView(
            input=display_name(source),
            output="<stdout>" if target == "-" else target,
            format=wanted,
            losses=losses,
        )
        if queries is not None:
            answer["queries"] = [query_view(query, console.say, ids) for query in queries]
        report = console.view("conversion", answer)
        if target == "-":
            console.remark(report.rstrip())
        else:
            write_bytes("-", report.encode())
    elif losses:
        console.remark(console.say("Lost in {format}:", format=wanted))
        for loss in losses:
            console.remark(f"- {loss}")
    return 0


def convert_text(tournament: Tournament, wanted: str) -> tuple[str | bytes, Sequence[Problem]]:
    """Return the content of the file, and a problem for everything that the format cannot store.

    A format of a plug-in does not list what it cannot store.
    """
    if wanted not in FORMATS:
        from crivello.formats.plug_in import added_formats

        return added_formats()[wanted].write(tournament), ()
    if wanted == "json":
        from crivello.formats.json_form import write_json

        return write_json(tournament), ()
    if wanted == "csv":
        from crivello.formats.csv_players import read_players, write_players

        text = write_players(tournament.players)
        return text, _losses_of_a_table(tournament, read_players(text))
    if wanted == CHESS_RESULTS:
        from crivello.reports.chess_results.xml_file import write_chess_results

        found = write_chess_results(tournament)
        return found.text, found.losses
    from crivello.formats.trf import losses, write_trf

    return write_trf(tournament, wanted), losses(tournament, wanted)


def _losses_of_a_table(tournament: Tournament, back: tuple[Player, ...]) -> list[Problem]:
    """Return the losses of a table of players, which has no rounds and no settings."""
    lost = []
    if tournament.rounds:
        lost.append(Problem(Sentence(N_("Not stored: the rounds."))))
    if tournament.settings != Settings():
        lost.append(
            Problem(Sentence(N_("Not stored: the name and the settings of the tournament.")))
        )
    if set(back) != set(tournament.players):
        lost.append(
            Problem(
                Sentence(
                    N_(
                        "Not stored in full: entries, withdrawals, ranks, national records and "
                        "permanent ids of players."
                    )
                )
            )
        )
    return lost


FOR_RATING = N_(
    "Corrections for rating only are not in this file; to send it for rating: {command}"
)
"""C.04.2: 4.3: a correction that is too late to count in the tournament is still rated."""


def export(arguments: Arguments, console: Console) -> int:
    """Run `crivello export`: write a section as a report file or as JSON."""
    from crivello.cli.reports.queries import remark_queries, report_queries
    from crivello.cli.sources import given_subject
    from crivello.reports.queries import corrected_games, with_final_ranks
    from crivello.standings.finality import final

    subject = given_subject(arguments, console, published_only="--published" in arguments)
    tournament = subject.tournament
    out = arguments.require("OUT")
    form = arguments.get("--to") or "trf26"
    found = None
    if form != "csv":
        # JSON is no report that is sent in: it is made, and says it. chess-results.com shows
        # tournaments while they run.
        provisional = form in ("json", CHESS_RESULTS) or "--provisional" in arguments
        tournament = final(tournament, provisional, form)
    if form in REPORT_FORMATS and tournament.paired_rounds == tournament.settings.rounds:
        tournament = with_final_ranks(tournament, form)
        found = report_queries(tournament, form, subject.pace)
        remark_queries(found, console)
    if "--for-rating" in arguments:
        tournament = tournament.for_rating()  # the ranks stay those of the tournament
    elif form != "json" and corrected_games(tournament) and not console.json:
        console.remark(console.say(FOR_RATING, command="crivello export OUT --for-rating"))
    return write_as(tournament, form, tournament_file(arguments), out, console, found, subject.ids)
