"""`crivello status` and `exceptions`: show the state of a tournament, the next step, and
exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator

from crivello.cli.console import Console
from crivello.cli.desk_session import DeskSession, clean_lines, open_desk
from crivello.cli.options import Arguments
from crivello.cli.rounds.draft import list_notices
from crivello.desk.events import Presence
from crivello.desk.preconditions import stale
from crivello.desk.state import Section
from crivello.lists.currency import OLDER
from crivello.model.keys import is_round_robin
from crivello.model.result import Result
from crivello.model.sentence import ListOf
from crivello.reports.views.section import (
    SectionStatusView,
    TaskView,
    exceptions_view,
    has_adjourned,
    list_adjourned,
    open_games,
    progress,
    rounds_begun,
    section_view,
)
from crivello.rules.initial_order import FROZEN_FROM
from crivello.standings.table import as_text
from crivello.words import N_, translator

NAMED = 12
"""Of more players who have not confirmed, only these are named."""
WITH_PLAYERS = N_(
    "{name}, section {section}: round {round} of {rounds}, one player",
    "{name}, section {section}: round {round} of {rounds}, {count} players",
)
WITH_TEAMS = N_(
    "{name}, section {section}: round {round} of {rounds}, one team",
    "{name}, section {section}: round {round} of {rounds}, {count} teams",
)
UNCONFIRMED = N_(
    "One player has not confirmed: {players}.",
    "{count} players have not confirmed: {players}.",
)
PAIR_AGAIN = N_("Something has changed since round {round} was paired: pair it again.")
MISSING = N_(
    "Round {round}: one result is missing, at table {tables}.",
    "Round {round}: {count} results are missing, at tables {tables}.",
)
ASKED = N_("Lost by forfeit: do they continue? {players}.")
SCHEDULE = N_("Draw lots and publish the schedule.")
PUBLISH_RESULTS = N_("Publish the results of round {round}.")
LATE = N_("Registered, but not admitted yet: {players}.")
FREEZE = N_("Once round {round} is published, corrections do not change pairing numbers.")


def status(arguments: Arguments, console: Console) -> int:
    with open_desk(arguments, console) as desk:
        wanted = arguments.get("--section")
        keys = [desk.section(wanted).key] if wanted else list(desk.state.sections)
        here = [DeskSession(desk, key, arguments, console) for key in keys]
        if console.json:
            answer = {"file": str(desk.path), "sections": [_view(one) for one in here]}
            return console.write_view("status", answer)
        blocks = [_as_text(one) for one in here]
    return console.write(clean_lines("\n\n".join(blocks)))


def _as_text(here: DeskSession) -> str:
    section = here.section
    head = here.console.say(
        WITH_TEAMS if section.has_teams else WITH_PLAYERS,
        name=section.settings.name or here.desk.path.name,
        section=section.key,
        round=len(section.rounds),
        rounds=section.settings.rounds,
        count=len(section.listed_players),
    )
    lines = [head, here.console.say(section.fide_mode)]
    for sentence, command in _tasks_with_commands(here):
        lines.append(f"- {sentence}" + (f"  {command}" if command else ""))
    return "\n".join(lines)


def _view(here: DeskSession) -> SectionStatusView:
    tasks = [
        TaskView(text=sentence, command=command) for sentence, command in _tasks_with_commands(here)
    ]
    return SectionStatusView(**section_view(here.section, here.console.say), to_do=tasks)


def _tasks_with_commands(here: DeskSession) -> Iterator[tuple[str, str]]:
    for sentence, command in _tasks(here):
        yield sentence, command and here.command(command)


def _tasks(here: DeskSession) -> Iterator[tuple[str, str]]:
    """Yield the next steps in order, each with its command."""
    say, section = here.console.say, here.section
    number = section.next_round
    yield from _status_before_round_1(here)
    table = is_round_robin(section.settings.system)
    begun = max(rounds_begun(section), 1)
    if table and section.rounds:
        yield say(progress(section)), "crivello crosstable --by rank"
    missing: dict[int, list[int]] = {}
    for past, place, _, _ in open_games(section):
        if past <= begun:
            missing.setdefault(past, []).append(place)
    for past, tables in missing.items():
        values = {"round": past, "count": len(tables), "tables": ListOf(tuple(tables))}
        yield say(MISSING, **values), _result_command(section, past, tables[0], None)
    for sentence, past, place in list_adjourned(section):
        yield say(sentence), _result_command(section, past, place, Result.ADJOURNED)
    if section.asked:
        players = here.labels_of(sorted(section.asked))
        yield say(ASKED, players=players), "crivello no-shows --plays-on"
    late = [p for p in section.registrations if section.order and p not in section.order]
    if late and number <= (section.settings.rounds or 0):
        yield say(LATE, players=here.labels_of(late)), f"crivello late id:{late[0]}"
    yield from _coming_round(here, number)


def _result_command(section: Section, number: int, table: int, result: Result | None) -> str:
    """Return the command that enters a result at a table whose result is missing or adjourned."""
    this = section.rounds[number - 1]
    current = number == len(section.rounds) and not is_round_robin(section.settings.system)
    option = "" if current else f" --round {number}"
    where = str(table)
    if this.boards:
        games = this.boards[this.tables.index(table)]
        boards = (at for at, game in enumerate(games, 1) if game and game.result is result)
        where += f".{next(boards, 1)}"
    return f"crivello result {where} 1-0{option}"


def _status_before_round_1(here: DeskSession) -> Iterator[tuple[str, str]]:
    say, section = here.console.say, here.section
    if section.rounds:
        return
    if len(section.listed_players) < 2 and section.has_teams:
        yield say("Register teams."), "crivello import FILE"
    elif len(section.listed_players) < 2:
        yield say("Register players."), 'crivello add "NAME" rating=2000'

    waiting = [
        player.id
        for player in sorted(section.listed_players, key=lambda player: player.number)
        if section.registrations[player.id].presence is Presence.REGISTERED
    ]
    if waiting:
        more = len(waiting) - NAMED
        named = here.labels_of(waiting[:NAMED]) + (f"; … +{more}" if more > 0 else "")
        values = {"count": len(waiting), "players": named}
        yield say(UNCONFIRMED, **values), "crivello present --all"
    for notice in list_notices(section):
        older = notice.sentence.template == OLDER
        yield say(notice.sentence), f"crivello {'load FILE' if older else 'update'}"
    if section.settings.initial_colour is None and not is_round_robin(section.settings.system):
        yield say("Draw the initial colour."), "crivello draw"


def _coming_round(here: DeskSession, number: int) -> Iterator[tuple[str, str]]:
    say, section = here.console.say, here.section
    complete = all(this.complete for this in section.rounds)
    last = section.rounds[-1] if section.rounds else None
    if section.draft is not None:
        if stale(section):
            yield say(PAIR_AGAIN, round=number), "crivello pair"
        else:
            yield say("Publish round {round}.", round=number), "crivello publish"
    elif complete and last is not None and not last.results_published:
        number_before = number - 1
        yield say(PUBLISH_RESULTS, round=number_before), "crivello publish --results"
    rounds = section.settings.rounds or 0
    if section.draft is None and complete and not section.no_shows:
        if number > rounds and has_adjourned(section):
            said = say("All rounds are played, except adjourned games.")
            yield said, "crivello report"
        elif number > rounds:
            yield say("All rounds are played."), "crivello report"
        elif number == 1 and is_round_robin(section.settings.system):
            yield say(SCHEDULE), "crivello pair --all --method lot"
        elif len(section.present(number)) > 1:
            yield say("Pair round {round}.", round=number), "crivello pair"
    if number == FROZEN_FROM <= rounds and complete:
        yield say(FREEZE, round=number), ""


def exceptions(here: DeskSession) -> int:
    """Run `crivello exceptions`: list the departures from the rules."""
    from crivello.reports import listings
    from crivello.reports.subject import Subject

    console, section = here.console, here.section
    if console.json:
        return console.write_view("exceptions", exceptions_view(section, console.say))
    table = listings.exceptions(Subject.of_section(section), translator(console.language))
    lines = as_text(table, console.width).splitlines() if table.rows else table.notes
    return console.write_lines([console.say(section.fide_mode), *lines])
