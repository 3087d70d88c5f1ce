"""`crivello teams`, `add-team`, `edit-team`, `lineup`: manage teams and their line-ups."""

from __future__ import annotations

from dataclasses import replace

from crivello.cli.desk_session import DeskSession
from crivello.cli.rounds.boards import name_with_title
from crivello.desk.actions import ChangeTeam, RegisterTeams, SetLineups, lineup_round
from crivello.desk.events import LineupsSet, TeamEntry, TeamLineup, TeamsRegistered
from crivello.desk.lookup import find_members
from crivello.desk.player_data import read_members
from crivello.model.player import Player
from crivello.reports.views import section as views
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, clean

ADDED = N_("Added to section {section}: {team}.")
LINED_UP = N_("Round {round}, {team}: {players}.")


def show(here: DeskSession) -> int:
    """Run `crivello teams`: show each team with its players."""
    section, console = here.section, here.console
    if console.json:
        return console.write_view("players", views.players_view(section))
    numbers = {team.id: str(team.number) for team in section.listed_players}
    rows = []
    for team in views.players_in_order(section):
        one = section.registrations[team]
        name = clean(one.player.name)
        captain = console.say("Captain: {name}", name=one.captain) if one.captain else ""
        rows.append([numbers.get(team, ""), name, str(one.player.rating or ""), captain])
        for place, member in enumerate(one.members, start=1):
            title = f"  {place} {name_with_title(member)}"
            rows.append(["", title, str(member.rating or ""), str(member.fide_id or "")])
    heads = ("", N_("Team"), N_("Rtg"), N_("FIDE id"))
    sides = RIGHT + LEFT + RIGHT + LEFT
    return console.write_lines(console.table(heads, rows, sides, shrink=(1,)))


def add(here: DeskSession) -> int:
    name = here.arguments.require("NAME")
    members = read_members(here.arguments.all("MEMBER"))
    rating = here.arguments.number("--rating")
    captain = here.arguments.get("--captain") or ""
    entry = TeamEntry(Player(name, id=0, number=0, rating=rating), members, captain)
    outcome = here.act(RegisterTeams(here.key, (entry,)))
    assert isinstance(outcome.event, TeamsRegistered)
    (made,) = outcome.event.teams
    more = {
        "players": [view["player"] for view in views.player_views(here.section, [made.team.id])]
    }
    text = here.console.say(ADDED, section=here.key, team=here.label(made.team.id))
    return here.answer(text, more)


def edit(here: DeskSession) -> int:
    team = here.player("TEAM")
    known = here.section.registration(team)
    words = here.arguments.all("MEMBER")
    members = read_members(words, known.members) if words else known.members
    captain = here.arguments.get("--captain")
    rating = here.arguments.number("--rating")
    competitor = replace(
        known.player,
        name=here.arguments.get("--name") or known.player.name,
        rating=known.player.rating if rating is None else rating,
    )
    entry = TeamEntry(competitor, members, known.captain if captain is None else captain)
    here.act(ChangeTeam(here.key, entry))
    return here.reply(N_("Corrected: {player}."), player=here.label(team))


def lineup(here: DeskSession) -> int:
    team = here.player("TEAM")
    players = find_members(here.section, team, here.arguments.require("PLACES"))
    number = here.arguments.number("--round") or lineup_round(here.section)
    outcome = here.act(SetLineups(here.key, (TeamLineup(team, players),), number))
    assert isinstance(outcome.event, LineupsSet)
    seats = "; ".join("–" if one is None else here.label(one) for one in players)
    return here.reply(LINED_UP, round=number, team=here.label(team), players=seats)
