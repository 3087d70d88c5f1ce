"""`crivello bye`, `absent`, `withdraw`, `expel`, `return`, `no-shows`: who is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.cli.sitting import Sitting, make_sure, sitting
from crivello.desk.lookup import find_player, find_players
from crivello.model.errors import WordError
from crivello.model.grammar import is_number
from crivello.model.result import Bye
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.desk.actions import Action


KINDS = {"half": Bye.HALF_POINT, "zero": Bye.ZERO_POINT, "full": Bye.FULL_POINT}
NAMES = {"half": N_("half-point bye"), "zero": N_("zero-point bye"), "full": N_("full-point bye")}
BYE = N_("{kind}, round {rounds}: {player}.")
CANCELLED = N_("Bye cancelled, round {rounds}: {player}.")
ABSENT = N_("Not paired in round {round}: {players}.")
WITHDRAWN = N_("Withdrawn after round {round}: {players}.")
EXPELLED = N_("Expelled after round {round}: {players}.")
RETURNED = N_("Plays again from round {round} on: {players}.")
NO_SHOWS = N_("Forfeited, round {round}: {players}. Say for each whether they continue.")
NOBODY_ASKED = N_("Every no-show has been answered.")
STILL_ASKED = N_("No-shows, undecided whether they continue: {players}.")
PLAY_ON = N_("Continue: {players}.")
ASK_EXPEL = N_("Expel {players}?")
NOT_TOGETHER = N_("{one} and {two} cannot be combined.")
NO_ROUND = N_("{word!r} is not the number of a round.")


def bye(arguments: Arguments, console: Console) -> int:
    with sitting(arguments, console) as here:
        from crivello.desk.actions import CancelByes, RequestByes
        from crivello.desk.events import RequestedBye

        who = find_player(here.section, arguments.require("PLAYER"))
        rounds = [_round(word) for word in arguments.lists.get("ROUND", [])]
        rounds = rounds or [here.section.next_round]
        shown = ", ".join(map(str, rounds))
        kind = arguments.get("--kind") or "half"
        if "--cancel" in arguments:
            here.act(CancelByes(here.key, tuple((who, number) for number in rounds)))
            return here.tell(CANCELLED, rounds=shown, player=here.label(who))
        asked = tuple(RequestedBye(who, number, KINDS[kind]) for number in rounds)
        here.act(RequestByes(here.key, asked))
        said = console.say(NAMES[kind]).capitalize()
        return here.tell(BYE, kind=said, rounds=shown, player=here.label(who))


def _round(word: str) -> int:
    if not is_number(word, digits=4):
        raise WordError(NO_ROUND, word=word)
    return int(word)


def _about(
    arguments: Arguments,
    console: Console,
    action: Callable[[Sitting, tuple[int, ...]], Action],
    sentence: str,
    *,
    before: bool = False,
) -> int:
    """One action about some players; `before`: the sentence names the coming round."""
    with sitting(arguments, console) as here:
        players = find_players(here.section, arguments.lists["PLAYER"])
        here.act(action(here, players))
        number = len(here.section.rounds) + before
        return here.tell(sentence, round=number, players=here.everybody(players))


def absent(arguments: Arguments, console: Console) -> int:
    def action(here: Sitting, players: tuple[int, ...]) -> Action:
        from crivello.desk.actions import Absent

        return Absent(here.key, players)

    return _about(arguments, console, action, ABSENT, before=True)


def withdraw(arguments: Arguments, console: Console) -> int:
    def action(here: Sitting, players: tuple[int, ...]) -> Action:
        from crivello.desk.actions import Withdraw

        return Withdraw(here.key, players)

    return _about(arguments, console, action, WITHDRAWN)


def expel(arguments: Arguments, console: Console) -> int:
    def action(here: Sitting, players: tuple[int, ...]) -> Action:
        from crivello.desk.actions import Expel

        make_sure(arguments, console, ASK_EXPEL, players=here.everybody(players))
        return Expel(here.key, players)

    return _about(arguments, console, action, EXPELLED)


def come_back(arguments: Arguments, console: Console) -> int:
    """`return`"""

    def action(here: Sitting, players: tuple[int, ...]) -> Action:
        from crivello.desk.actions import Return

        return Return(here.key, players)

    return _about(arguments, console, action, RETURNED, before=True)


def no_shows(arguments: Arguments, console: Console) -> int:
    """Mark them; answer for them; or show of whom it is open."""
    if "--plays-on" in arguments and "--withdrawn" in arguments:
        raise WordError(NOT_TOGETHER, one="--plays-on", two="--withdrawn")
    with sitting(arguments, console) as here:
        from crivello.desk.actions import AnswerNoShows, MarkNoShows

        players = find_players(here.section, arguments.lists.get("PLAYER", []))
        answered = "--plays-on" in arguments or "--withdrawn" in arguments
        if not players and not answered:
            return _still_asked(here)
        players = players or tuple(sorted(here.section.asked))
        plays_on = "--plays-on" in arguments if answered else None
        if not here.section.asked.issuperset(players):
            here.act(MarkNoShows(here.key, players, plays_on))
        elif plays_on is None:
            return _still_asked(here, players)
        else:
            here.act(AnswerNoShows(here.key, players, plays_on))
        sentence = {None: NO_SHOWS, True: PLAY_ON, False: WITHDRAWN}[plays_on]
        number = len(here.section.rounds)
        return here.tell(sentence, round=number, players=here.everybody(players))


def _still_asked(here: Sitting, asked: tuple[int, ...] = ()) -> int:
    asked = asked or tuple(sorted(here.section.asked))
    if not asked:
        return here.tell(NOBODY_ASKED)
    return here.tell(STILL_ASKED, players=here.everybody(asked))
