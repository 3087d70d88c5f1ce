"""`crivello pair`: pair a round of a report file, or make a draft at the desk."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.errors import warn
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.rounds.boards import boards_text, schedule_lines
from crivello.cli.sources import (
    AT_THE_DESK,
    ONLY_AT_THE_DESK,
    chosen_system,
    given_path,
    load,
    today,
    with_drawn_colour,
)
from crivello.model.errors import Unsupported
from crivello.model.tournament import Tournament
from crivello.systems.request import (
    choose_edition,
    round_to_pair,
    warn_of_byes_only,
    with_choices,
)
from crivello.words import N_

ONLY_IN_A_BATCH = N_("{option} is for --batch only.")


def run(arguments: Arguments, console: Console) -> int:
    if "--batch" in arguments:
        from crivello.cli.rounds.batch import run as pair_many

        return pair_many(arguments, console)
    for option in ("--jobs", "--seconds"):
        if option in arguments:
            raise UsageError(ONLY_IN_A_BATCH, option=option)
    if len(arguments.all("FILE")) > 1:
        raise UsageError(N_("To pair several files, use --batch."))
    path = given_path(arguments)
    if is_tournament_file(path):
        from crivello.cli.desk_session import open_session
        from crivello.cli.rounds.draft import pair

        arguments.values["-t"] = path
        with open_session(arguments, console) as here:
            return pair(here)
    for option in AT_THE_DESK:
        if option in arguments:
            raise UsageError(ONLY_AT_THE_DESK, option=option)
    for option in ("--round", "--sieve"):
        arguments.refuse_together("--all", option)
    tournament = load(path, console, arguments, to_pair=True)
    if "--all" in arguments:
        return _schedule(tournament, arguments, console)
    number = round_to_pair(tournament, arguments.number("--round"))
    if "--round" not in arguments:
        warn(warn_of_byes_only(tournament, number), console)
    system = chosen_system(tournament, arguments)
    tournament = with_choices(tournament, arguments.all("--option"), system.key)
    tournament = with_drawn_colour(tournament, system, arguments, console)
    if "--sieve" not in arguments:
        pairing = system.pair(tournament, number)
    elif system.has_sieve:
        pairing = system.sift(tournament, number)
    else:
        raise Unsupported(N_("There is no sieve for {key}."), key=system.key)
    before = tournament.before(number)
    if console.json:
        from crivello.reports.views.round import pairing_view

        byes = {player: bye for player, bye in tournament.round(number).byes if bye.requested}
        text = console.view("pairing", pairing_view(before, pairing, byes))
    else:
        text = boards_text(before, pairing, console)
    return console.write(text)


def _schedule(tournament: Tournament, arguments: Arguments, console: Console) -> int:
    """Write all rounds of a round robin by its Berger table."""
    from crivello.reports.views.round_robin import schedule_view
    from crivello.systems.roundrobin.system import round_robin_of

    system = round_robin_of(choose_edition(tournament, arguments.get("--system"), today()))
    tournament = with_choices(tournament, arguments.all("--option"), system.key)
    view = schedule_view(tournament, system)
    if console.json:
        return console.write_view("schedule", view)
    return console.write_lines(schedule_lines(view, console))
