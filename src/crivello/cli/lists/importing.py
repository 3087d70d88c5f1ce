"""`crivello import`: register the players of a file in one action, all or none."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace

from crivello import lists
from crivello.cli.desk_session import DeskSession
from crivello.cli.errors import warn
from crivello.cli.files import display_name, read_bytes
from crivello.cli.lists.loading import columns_text, mapping_of, player_lines
from crivello.desk.actions import Register, RegisterTeams
from crivello.desk.limits import find_long_texts
from crivello.desk.lookup import keep_known_id
from crivello.desk.player_data import read_player, teams_of
from crivello.model.errors import Illegal, WordError
from crivello.model.player import Player
from crivello.reports.views.defects import defect_view
from crivello.reports.views.elements import whole_object
from crivello.reports.views.lists import columns_view
from crivello.words import N_

LISTED = 50
"""The most problems that get a line each, as they are corrected one by one."""
REGISTERED = N_(
    "One player registered in section {section}.",
    "{count} players registered in section {section}.",
)
WOULD = N_(
    "One player would be registered in section {section}:",
    "{count} players would be registered in section {section}:",
)
LEFT_OUT = N_(
    "One player is registered already and was left out.",
    "{count} players are registered already and were left out.",
)
TWICE = N_(
    "No player was registered: one is registered already or appears twice in the "
    "file. To skip those already registered: --new-only",
    "No player was registered: {count} are registered already or appear twice in "
    "the file. To skip those already registered: --new-only",
)
TEAMS = N_(
    "One team registered in section {section}.", "{count} teams registered in section {section}."
)
WOULD_TEAMS = N_(
    "One team would be registered in section {section}:",
    "{count} teams would be registered in section {section}:",
)
WHICH_COLUMNS = N_("Without headings, name the columns: --map name=#1,rating=#2 for the first two.")


def run(here: DeskSession) -> int:
    arguments, console = here.arguments, here.console
    path = arguments.require("FILE")
    mapping = mapping_of(arguments)
    headless = "--no-headings" in arguments
    if headless and not (mapping and mapping.headings):
        raise WordError(WHICH_COLUMNS)
    data = read_bytes(path)
    named = arguments.get("--list")
    with lists.open_list(named) if named else nullcontext() as opened:
        console.source = display_name(path)
        pace = here.section.announced.pace.value
        sheet = arguments.get("--sheet")
        entries = lists.look_through(
            data, path, mapping, sheet, pace, opened, names_needed=True, headless=headless
        )
    console.listed = LISTED
    warn(entries.warnings, console)
    people = list(here.section.people.values())
    rows = lists.review(entries.entries, people, entries.columns, check=find_long_texts)
    found = [row.duplicate for row in rows if row.duplicate]
    warn((one.problem for one in found if not one.certain), console)
    known = [one for one in found if one.certain and one.registered and "--new-only" in arguments]
    twice = [one.problem for one in found if one.certain and one not in known]
    if any(row.problems for row in rows):
        wrong = [*(one for row in rows for one in row.problems), *twice]
        raise lists.unreadable(sorted(wrong, key=lambda one: one.line or 0))
    if twice:
        raise Illegal(TWICE, twice, count=len(twice))
    return _register(here, entries, known, "--dry-run" in arguments)


def _register(
    here: DeskSession, entries: lists.Entries, known: list[lists.Duplicate], dry: bool
) -> int:
    console = here.console
    if here.section.has_teams:
        return _register_teams(here, entries, {id(one.entry) for one in known}, dry)
    left_out = {id(one.entry) for one in known}
    players = tuple(
        keep_known_id(entry.player, here.key, here.desk.state)
        for entry in entries.entries
        if id(entry) not in left_out
    )
    more = {
        **columns_view(entries.columns),
        "players": [whole_object(player) for player in players],
        "left_out": [defect_view(one.problem, console.say, console.number) for one in known],
    }
    said = [] if console.json else columns_text(entries.columns, console)
    if dry:
        text = console.say(WOULD, count=len(players), section=here.key)
        if not console.json:
            text = "\n".join([*said, text, *player_lines(players, console)])
    elif players:
        here.act(Register(here.key, players))
        text = console.say(REGISTERED, count=len(players), section=here.key)
    else:
        text = console.say("All players of this file are registered already.")
    if known and not console.json:
        text += "\n" + console.say(LEFT_OUT, count=len(known))
    return here.answer(text, more)


def _register_teams(
    here: DeskSession, entries: lists.Entries, left_out: set[int], dry: bool
) -> int:
    """Register the players of a file as teams, in the order of the file."""
    console = here.console
    teams = teams_of(one.player for one in entries.entries if id(one) not in left_out)
    more = {
        **columns_view(entries.columns),
        "players": [whole_object(one) for team in teams for one in team.members],
        "left_out": [],
    }
    if dry:
        lines = [] if console.json else columns_text(entries.columns, console)
        lines.append(console.say(WOULD_TEAMS, count=len(teams), section=here.key))
        for team in teams:
            lines += [team.team.name, *player_lines(team.members, console)]
        return here.answer("\n".join(lines), more)
    here.act(RegisterTeams(here.key, teams))
    text = console.say(TEAMS, count=len(teams), section=here.key)
    return here.answer(text, more)


# A player for `crivello add`, from a list by FIDE id


NOT_ON_THE_LIST = N_("No player on the list {name} has the FIDE id {fide_id}.")


def from_list(data: Mapping[str, str], name: str | None, pace: str) -> Player:
    """Return the player with these data, completed from the rating list by FIDE id."""
    given = read_player({"name": "?", **data})
    player = given if data.get("name") else replace(given, name="")
    if player.fide_id is None:
        raise WordError(N_("Give the FIDE id of the player: fide-id=…"))
    with lists.open_list(name or lists.FIDE) as opened:
        if opened.find(player.fide_id) is None:
            raise WordError(NOT_ON_THE_LIST, name=opened.about.name, fide_id=player.fide_id)
        return lists.complete_player(player, opened, pace)
