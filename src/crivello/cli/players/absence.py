"""`crivello bye`, `absent`, `withdraw`, `expel`, `return`, `no-shows`: record absences."""

from __future__ import annotations

from collections.abc import Callable

from crivello.cli.desk_session import DeskSession
from crivello.desk import actions
from crivello.desk.events import RequestedBye
from crivello.model.errors import WordError
from crivello.model.grammar import is_number
from crivello.model.result import BYE_NAMES, Bye
from crivello.words import N_

KINDS = {"half": Bye.HALF_POINT, "zero": Bye.ZERO_POINT, "full": Bye.FULL_POINT}
BYE = N_("{kind}, round {rounds}: {player}.")
CANCELLED = N_("Bye cancelled, round {rounds}: {player}.")
WITHDRAWN = N_("Withdrawn after round {round}: {players}.")
RETURNED = N_("Plays again from round {round} on: {players}.")
NO_SHOWS = N_("Forfeited, round {round}: {players}. Say for each whether they continue.")
STILL_ASKED = N_("Lost by forfeit, undecided whether they continue: {players}.")
PLAY_ON = N_("Continue: {players}.")


def bye(here: DeskSession) -> int:
    who = here.player()
    rounds = [_round(word) for word in here.arguments.all("ROUND")] or [here.section.next_round]
    shown = ", ".join(map(str, rounds))
    kind = here.arguments.get("--kind") or "half"
    if "--cancel" in here.arguments:
        here.act(actions.CancelByes(here.key, tuple((who, number) for number in rounds)))
        return here.reply(CANCELLED, rounds=shown, player=here.label(who))
    asked = tuple(RequestedBye(who, number, KINDS[kind]) for number in rounds)
    here.act(actions.RequestByes(here.key, asked))
    said = here.console.say(BYE_NAMES[KINDS[kind]]).capitalize()
    return here.reply(BYE, kind=said, rounds=shown, player=here.label(who))


def _round(word: str) -> int:
    if not is_number(word, digits=4):
        raise WordError(N_("{word!r} is not the number of a round."), word=word)
    return int(word)


def _act_on_players(
    here: DeskSession,
    action: Callable[[str, tuple[int, ...]], actions.Action],
    sentence: str,
    *,
    before: bool = False,
) -> int:
    """Do one action for the players named, and answer with a sentence.

    The sentence names the last round, or with `before` the coming one.
    """
    players = here.players()
    here.act(action(here.key, players))
    number = len(here.section.rounds) + before
    left = {here.section.registration(player).player.withdrawn_after for player in players}
    if not before and len(left) == 1:  # of a round robin: the last game over the board
        number = left.pop() or 0
    return here.reply(sentence, round=number, players=here.labels_of(players))


def absent(here: DeskSession) -> int:
    sentence = N_("Not paired in round {round}: {players}.")
    return _act_on_players(here, actions.Absent, sentence, before=True)


def withdraw(here: DeskSession) -> int:
    return _act_on_players(here, actions.Withdraw, WITHDRAWN)


def expel(here: DeskSession) -> int:
    here.make_sure(N_("Expel {players}?"), players=here.labels_of(here.players()))
    return _act_on_players(here, actions.Expel, N_("Expelled after round {round}: {players}."))


def come_back(here: DeskSession) -> int:
    """Run `crivello return`: players who withdrew play again."""
    return _act_on_players(here, actions.Return, RETURNED, before=True)


def no_shows(here: DeskSession) -> int:
    """Run `crivello no-shows`: mark players as no-shows, record whether they continue, or show who
    is undecided.
    """
    here.arguments.refuse_together("--plays-on", "--withdrawn")
    players = here.players()
    answered = "--plays-on" in here.arguments or "--withdrawn" in here.arguments
    if not players and not answered:
        return _show_undecided(here)
    players = players or tuple(sorted(here.section.asked))
    plays_on = "--plays-on" in here.arguments if answered else None
    if not here.section.asked.issuperset(players):
        here.act(actions.MarkNoShows(here.key, players, plays_on))
    elif plays_on is None:
        return _show_undecided(here, players)
    else:
        here.act(actions.AnswerNoShows(here.key, players, plays_on))
    sentence = {None: NO_SHOWS, True: PLAY_ON, False: WITHDRAWN}[plays_on]
    number = len(here.section.rounds)
    return here.reply(sentence, round=number, players=here.labels_of(players))


def _show_undecided(here: DeskSession, asked: tuple[int, ...] = ()) -> int:
    asked = asked or tuple(sorted(here.section.asked))
    if not asked:
        return here.reply(N_("All players who lost by forfeit have answered."))
    return here.reply(STILL_ASKED, players=here.labels_of(asked))
