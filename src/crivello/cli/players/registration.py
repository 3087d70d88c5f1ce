"""`crivello players`, `add`, `edit`, `remove`, `move`, `present`, `late`: who takes part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.lists.importing import from_list
from crivello.cli.options import Arguments
from crivello.cli.sitting import Sitting, make_sure, sitting
from crivello.desk.lookup import ID, find_player, find_players
from crivello.desk.player_data import NO_NAME, change_player, read_player
from crivello.model.errors import WordError
from crivello.model.grammar import read_pairs
from crivello.model.player import Player
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, align, clean

if TYPE_CHECKING:
    from crivello.desk import Outcome
    from crivello.desk.notices import Notice


ADDED = N_("Added to section {section}: {player}.")
ADDED_LATE = N_("Registered in section {section}: {player}. On arrival: {command}")
ALSO = N_("Also plays in section {section}: {players}.")
EDITED = N_("Corrected: {player}.")
IN_OTHERS = N_("Also corrected in section {sections}.", "Also corrected in sections {sections}.")
REMOVED = N_("Removed: {players}.")
MOVED = N_("Moved to section {section}: {player}.")
CONFIRMED = N_("Confirmed: {players}.")
PRESENT = N_("Present: {players}.")
LEFT_OUT = N_("Left out of round 1: {players}.")
ADMITTED = N_("Admitted from round {round} on: {players}.")
ASK_LEAVE_OUT = N_("Leave out everybody who has not confirmed: {players}?")
NOBODY = N_("Name at least one player.")


def show(arguments: Arguments, console: Console) -> int:
    """`players`: everybody registered."""
    from crivello.reports.views.section import player_status, players_in_order, players_view

    with sitting(arguments, console) as here:
        section = here.section
    if console.json:
        write_text("-", console.view("players", players_view(section)))
        return 0
    head = ("", N_("Player"), N_("Rtg"), N_("Fed"), N_("FIDE id"), N_("Status"))
    rows = [[console.say(word) if word else "" for word in head]]
    numbers = {player.id: str(player.number) for player in section.listed}
    for player in players_in_order(section):
        one = section.registrations[player].player
        rows.append(
            [
                numbers.get(player, f"{ID}{player}"),
                (f"{one.title.value} " if one.title else "") + clean(one.name),
                str(one.rating or "") if one.estimate is None else f"({one.estimate})",
                clean(one.federation),
                str(one.fide_id or ""),
                console.say(STATUS[player_status(section, player)]),
            ]
        )
    lines = align(rows, RIGHT + LEFT + RIGHT + LEFT + RIGHT + LEFT, console.width, shrink=(1,))
    write_text("-", "\n".join(lines) + "\n")
    return 0


STATUS = {
    "registered": N_("registered"),
    "confirmed": N_("confirmed"),
    "present": N_("present"),
    "left out": N_("left out"),
    "plays": N_("plays"),
    "away": N_("away this round"),
    "withdrawn": N_("withdrawn"),
    "expelled": N_("expelled"),
    "asked": N_("did not appear"),
}


def add(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        source = arguments.get("--from")
        if source is not None:
            return _add_also(here, source)
        words = arguments.lists.get("KEY=VALUE", [])
        name = arguments.get("NAME") or ""
        if "=" in name:  # the name may come as a pair as well
            words = [name, *words]
            name = ""
        data = read_pairs(words)
        if name:
            data = {"name": name, **data}
        named = arguments.get("--list")
        if named is None and not data.get("name") and not data.get("fide-id"):
            raise WordError(NO_NAME)
        if named is None and data.get("name"):
            player = read_player(data)
        else:
            player = from_list(data, named, here.section.announced.pace.value)
        from crivello.desk.actions import Register
        from crivello.desk.events import PlayersRegistered
        from crivello.reports.views.section import player_views

        here.remark(_namesakes(here, player))
        outcome = here.act(Register(here.key, (player,)))
        assert isinstance(outcome.event, PlayersRegistered)
        (who,) = outcome.event.players
        (view,) = player_views(here.section, [who.id])
        more = {"players": [view["player"]]}
        if here.section.order:
            command = here.command(f"crivello late {ID}{who.id}")
            text = console.say(
                ADDED_LATE, section=here.key, player=here.label(who.id), command=command
            )
        else:
            text = console.say(ADDED, section=here.key, player=here.label(who.id))
        return here.answer(text, more)


def _namesakes(here: Sitting, player: Player) -> Iterator[Notice]:
    """Is the player registered already, by name and birth? An id twice is refused."""
    from crivello.desk.notices import Notice
    from crivello.lists import TableEntry, duplicates

    known = [one.player for one in here.section.registrations.values()]
    for found in duplicates([TableEntry(player)], known):
        yield Notice(found.problem.sentence)


def _add_also(here: Sitting, source: str) -> int:
    """Players of another section play in this one too."""
    from crivello.desk.actions import RegisterAlso

    other = here.desk.section(source)
    words = [here.arguments.get("NAME") or "", *here.arguments.lists.get("KEY=VALUE", [])]
    players = find_players(other, [word for word in words if word])
    here.act(RegisterAlso(here.key, players))
    return here.tell(ALSO, section=here.key, players=here.everybody(players))


def edit(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        from crivello.desk.actions import Correct

        who = find_player(here.section, arguments.require("PLAYER"))
        data = read_pairs(arguments.lists.get("KEY=VALUE", []))
        kept = here.section.registrations[who].player
        outcome = here.act(Correct(here.key, change_player(kept, data), "--only-here" in arguments))
        return here.answer(
            said_with_sections(here, console.say(EDITED, player=here.label(who)), outcome)
        )


def said_with_sections(here: Sitting, text: str, outcome: Outcome) -> str:
    """The answer to a correction, with the other sections it was made in."""
    from crivello.desk.events import CorrectedInSections

    if not isinstance(outcome.event, CorrectedInSections):
        return text
    others = [one.section for one in outcome.event.corrections if one.section != here.key]
    return f"{text} {here.console.say(IN_OTHERS, count=len(others), sections=', '.join(others))}"


def remove(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        from crivello.desk.actions import Remove

        players = _named(here)
        text = here.everybody(players)
        here.act(Remove(here.key, players))
        return here.tell(REMOVED, players=text)


def move(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        from crivello.desk.actions import MovePlayer

        target = arguments.require("SECTION")
        who = find_player(here.section, arguments.require("PLAYER"))
        here.act(MovePlayer(here.key, who, target))
        there = here.moved_to(target)
        return there.tell(MOVED, section=target, player=there.label(who))


def present(arguments: Arguments, console: Console) -> int:
    """The roll-call before round 1."""
    with sitting(arguments, console) as here:
        from crivello.desk.actions import LeaveOutUnconfirmed, RollCall
        from crivello.desk.events import Presence

        if "--leave-out" in arguments and not arguments.lists.get("PLAYER"):
            waiting = [
                player
                for player, one in here.section.registrations.items()
                if one.presence is Presence.REGISTERED and player not in here.section.order
            ]
            named = here.everybody(waiting)
            if waiting:
                make_sure(arguments, console, ASK_LEAVE_OUT, players=named)
            here.act(LeaveOutUnconfirmed(here.key))
            return here.tell(LEFT_OUT, players=named)
        if "--all" in arguments:
            from crivello.reports.views.section import players_in_order

            everybody = players_in_order(here.section)
            players = tuple(player for player in everybody if player not in here.section.order)
        else:
            players = _named(here)
        kind, sentence = Presence.PRESENT, PRESENT
        if "--confirm" in arguments:
            kind, sentence = Presence.CONFIRMED, CONFIRMED
        elif "--leave-out" in arguments:
            kind, sentence = Presence.LEFT_OUT, LEFT_OUT
        here.act(RollCall(here.key, players, kind))
        return here.tell(sentence, players=here.everybody(players))


def late(arguments: Arguments, console: Console) -> int:
    """Late entries who have arrived (C.04.2: 2.4)."""
    with sitting(arguments, console) as here:
        from crivello.desk.actions import Admit

        players = _named(here)
        here.act(Admit(here.key, players))
        values = {"round": here.section.next_round, "players": here.everybody(players)}
        return here.tell(ADMITTED, **values)


def _named(here: Sitting) -> tuple[int, ...]:
    words = here.arguments.lists.get("PLAYER", [])
    if not words:
        raise WordError(NOBODY)
    return find_players(here.section, words)
