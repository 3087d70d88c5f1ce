"""`crivello players`, `add`, `edit`, `remove`, `move`, `present`, `late`: manage who takes part."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.cli.desk_session import DeskSession
from crivello.cli.lists.importing import from_list
from crivello.cli.rounds.boards import name_with_title
from crivello.desk import Outcome, actions
from crivello.desk.events import CorrectedInSections, PlayersRegistered, Presence
from crivello.desk.lookup import ID, find_players
from crivello.desk.notices import Notice
from crivello.desk.player_data import NO_NAME, change_player, read_player
from crivello.lists import TableEntry, duplicates
from crivello.model.errors import WordError
from crivello.model.grammar import read_pairs
from crivello.model.player import Player
from crivello.reports.views import section as views
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, clean

ADDED = N_("Added to section {section}: {player}.")
ADDED_LATE = N_("Registered in section {section}: {player}. On arrival: {command}")
ALSO = N_("Also plays in section {section}: {players}.")
MOVED = N_("Moved to section {section}: {player}.")
CONFIRMED = N_("Confirmed: {players}.")
PRESENT = N_("Present: {players}.")
LEFT_OUT = N_("Left out of round 1: {players}.")
ASK_LEAVE_OUT = N_("Leave out the players who have not confirmed: {players}?")
IN_OTHERS = N_("Also corrected in section {sections}.", "Also corrected in sections {sections}.")


def show(here: DeskSession) -> int:
    """Run `crivello players`: show all registered players."""
    section, console = here.section, here.console
    if console.json:
        return console.write_view("players", views.players_view(section))
    people = [one.player for one in section.registrations.values()]
    national = any(one.national_rating for one in people)
    nat = (N_("Nat"),) if national else ()
    heads = ("", N_("Player"), N_("Rtg"), *nat, N_("Fed"), N_("FIDE id"), N_("Status"))
    numbers = {player.id: str(player.number) for player in section.listed_players}
    rows = []
    for player in views.players_in_order(section):
        one = section.registrations[player].player
        rows.append(
            [
                numbers.get(player, f"{ID}{player}"),
                name_with_title(one),
                str(one.rating or "") if one.estimate is None else f"({one.estimate})",
                *([str(one.national_rating or "")] if national else []),
                clean(one.federation),
                str(one.fide_id or ""),
                console.say(STATUS[views.player_status(section, player)]),
            ]
        )
    sides = RIGHT + LEFT + RIGHT * (1 + national) + LEFT + RIGHT + LEFT
    return console.write_lines(console.table(heads, rows, sides, shrink=(1,)))


STATUS = {
    "registered": N_("registered"),
    "confirmed": N_("confirmed"),
    "present": N_("present"),
    "left out": N_("left out"),
    "plays": N_("plays"),
    "away": N_("away this round"),
    "withdrawn": N_("withdrawn"),
    "expelled": N_("expelled"),
    "asked": N_("lost by forfeit"),
}


def add(here: DeskSession) -> int:
    source = here.arguments.get("--from")
    if source is not None:
        return _add_also(here, source)
    words = here.arguments.all("KEY=VALUE")
    name = here.arguments.get("NAME") or ""
    if "=" in name:  # the name may come as a pair as well
        words = [name, *words]
        name = ""
    data = read_pairs(words)
    if name:
        data = {"name": name, **data}
    named = here.arguments.get("--list")
    if named is None and not data.get("name") and not data.get("fide-id"):
        raise WordError(NO_NAME)
    if named is None and data.get("name"):
        player = read_player(data)
    else:
        player = from_list(data, named, here.section.announced.pace.value)
    here.remark(_namesakes(here, player))
    outcome = here.act(actions.Register(here.key, (player,)))
    assert isinstance(outcome.event, PlayersRegistered)
    (who,) = outcome.event.players
    (view,) = views.player_views(here.section, [who.id])
    more = {"players": [view["player"]]}
    if here.section.order:
        command = here.command(f"crivello late {ID}{who.id}")
        text = here.console.say(
            ADDED_LATE, section=here.key, player=here.label(who.id), command=command
        )
    else:
        text = here.console.say(ADDED, section=here.key, player=here.label(who.id))
    return here.answer(text, more)


def _namesakes(here: DeskSession, player: Player) -> Iterator[Notice]:
    """Yield a notice if a player of the same name may be registered already; a repeated id is
    refused later.
    """
    known = [one.player for one in here.section.registrations.values()]
    for found in duplicates([TableEntry(player)], known):
        yield Notice(found.problem.sentence)


def _add_also(here: DeskSession, source: str) -> int:
    """Register players of another section in this one too."""
    other = here.desk.section(source)
    words = [here.arguments.get("NAME") or "", *here.arguments.all("KEY=VALUE")]
    players = find_players(other, [word for word in words if word])
    here.act(actions.RegisterAlso(here.key, players))
    return here.reply(ALSO, section=here.key, players=here.labels_of(players))


def edit(here: DeskSession) -> int:
    who = here.player()
    data = read_pairs(here.arguments.all("KEY=VALUE"))
    known = here.section.registrations[who].player
    only_here = "--only-here" in here.arguments
    outcome = here.act(actions.Correct(here.key, change_player(known, data), only_here))
    text = here.console.say("Corrected: {player}.", player=here.label(who))
    return here.answer(say_with_sections(here, text, outcome))


def say_with_sections(here: DeskSession, text: str, outcome: Outcome) -> str:
    """Return the answer to a correction, with the other sections in which it was also made."""
    if not isinstance(outcome.event, CorrectedInSections):
        return text
    others = [one.section for one in outcome.event.corrections if one.section != here.key]
    said = here.console.say(IN_OTHERS, count=len(others), sections=", ".join(others))
    return f"{text} {said}"


def remove(here: DeskSession) -> int:
    players = here.players(required=True)
    text = here.labels_of(players)
    here.act(actions.Remove(here.key, players))
    return here.reply(N_("Removed: {players}."), players=text)


def move(here: DeskSession) -> int:
    target = here.arguments.require("SECTION")
    who = here.player()
    here.act(actions.MovePlayer(here.key, who, target))
    there = here.at_section(target)
    return there.reply(MOVED, section=target, player=there.label(who))


def present(here: DeskSession) -> int:
    """Run `crivello present`: the roll-call before round 1."""
    if "--leave-out" in here.arguments and not here.arguments.all("PLAYER"):
        waiting = [
            player
            for player, one in here.section.registrations.items()
            if one.presence is Presence.REGISTERED and player not in here.section.order
        ]
        named = here.labels_of(waiting)
        if waiting:
            here.make_sure(ASK_LEAVE_OUT, players=named)
        here.act(actions.LeaveOutUnconfirmed(here.key))
        return here.reply(LEFT_OUT, players=named)
    if "--all" in here.arguments:
        everybody = views.players_in_order(here.section)
        players = tuple(player for player in everybody if player not in here.section.order)
    else:
        players = here.players(required=True)
    kind, sentence = Presence.PRESENT, PRESENT
    if "--confirm" in here.arguments:
        kind, sentence = Presence.CONFIRMED, CONFIRMED
    elif "--leave-out" in here.arguments:
        kind, sentence = Presence.LEFT_OUT, LEFT_OUT
    here.act(actions.RollCall(here.key, players, kind))
    return here.reply(sentence, players=here.labels_of(players))


def late(here: DeskSession) -> int:
    """Run `crivello late`: admit late entries who have arrived (C.04.2: 2.4)."""
    players = here.players(required=True)
    here.act(actions.Admit(here.key, players))
    values = {"round": here.section.next_round, "players": here.labels_of(players)}
    return here.reply(N_("Admitted from round {round} on: {players}."), **values)
