"""One short sentence for each event, for the log and for answers.

The values of the sentence contain player ids; interfaces show the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from enum import Enum
from functools import singledispatch
from typing import Any

from crivello.desk import events as e
from crivello.desk.log import Item
from crivello.desk.notices import Notice
from crivello.desk.roles import Author, DeviceRole
from crivello.desk.state import DeskState
from crivello.model.result import BYE_NAMES, Colour, Result
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence, Template
from crivello.model.tables import figures_of

COLOURS = {Colour.WHITE: Sentence(N_("White")), Colour.BLACK: Sentence(N_("Black"))}

PLAIN: dict[type[e.Event], str] = {
    e.SectionOpened: N_("Section {section} is opened."),
    e.SettingsChanged: N_("The settings of section {section} are changed."),
    e.FideModeLeft: N_("FIDE mode is left in section {section}."),
    e.ScheduleSet: N_("Place and times are set."),
    e.ApartSet: N_("The list of those to keep apart is set."),
    e.MeetingsSet: N_("The pairs announced for round 1 are set."),
    e.TablesFixed: N_("Fixed tables are set."),
    e.PairingChanged: N_("The pairing of round {round} is changed by hand."),
    e.PairingDiscarded: N_("The pairing of round {round} is discarded."),
    e.RoundPublished: N_("Round {round} is published."),
    e.PublishedPairingChanged: N_("The published pairing of round {round} is changed."),
    e.ResultsPublished: N_("The results of round {round} are published."),
    e.RoundEnded: N_("Round {round} has ended."),
}
"""Sentences about nothing but the fields of their event."""

PLAYERS: dict[tuple[type[e.Event], bool | None], tuple[str, Template]] = {
    (e.PlayersRegistered, None): (
        N_("{player} is registered."),
        N_("One player is registered.", "{count} players are registered."),
    ),
    (e.TeamsRegistered, None): (
        N_("{player} is registered."),
        N_("One team is registered.", "{count} teams are registered."),
    ),
    (e.PlayersRemoved, None): (
        N_("The registration of {player} is cancelled."),
        N_("One registration is cancelled.", "{count} registrations are cancelled."),
    ),
    (e.PlayersCorrected, None): (
        N_("The data of {player} are corrected."),
        N_("The data of one player are corrected.", "The data of {count} players are corrected."),
    ),
    (e.PlayersAdmitted, None): (
        N_("{player} is admitted as a late entry."),
        N_("One late entry is admitted.", "{count} late entries are admitted."),
    ),
    (e.PlayersLeft, True): (
        N_("{player} is expelled."),
        N_("One player is expelled.", "{count} players are expelled."),
    ),
    (e.PlayersLeft, False): (
        N_("{player} has withdrawn."),
        N_("One player has withdrawn.", "{count} players have withdrawn."),
    ),
    (e.PlayersReturned, None): (
        N_("{player} plays again."),
        N_("One player plays again.", "{count} players play again."),
    ),
    (e.NoShows, None): (
        N_("{player} did not appear; the game is forfeited."),
        N_(
            "One player did not appear; the game is forfeited.",
            "{count} players did not appear; their games are forfeited.",
        ),
    ),
    (e.NoShows, True): (
        N_("{player} did not appear and continues; the game is forfeited."),
        N_(
            "One player did not appear and continues; the game is forfeited.",
            "{count} players did not appear and continue; their games are forfeited.",
        ),
    ),
    (e.NoShows, False): (
        N_("{player} did not appear and has withdrawn; the game is forfeited."),
        N_(
            "One player did not appear and has withdrawn; the game is forfeited.",
            "{count} players did not appear and have withdrawn; their games are forfeited.",
        ),
    ),
    (e.NoShowsAnswered, True): (
        N_("{player} continues after not appearing."),
        N_("One player continues.", "{count} players continue."),
    ),
    (e.NoShowsAnswered, False): (
        N_("{player} did not appear and has withdrawn."),
        N_(
            "One player did not appear and has withdrawn.",
            "{count} players did not appear and have withdrawn.",
        ),
    ),
    (e.PointsAdjusted, True): (
        N_("{player} gets a penalty."),
        N_("One player gets a penalty.", "{count} players get a penalty."),
    ),
    (e.PointsAdjusted, False): (
        N_("{player} gets a bonus."),
        N_("One player gets a bonus.", "{count} players get a bonus."),
    ),
}
"""About the `players` of an event: one of them by name, and several; see `_which`."""
PRESENCES = {
    e.Presence.REGISTERED: N_(
        "One player is registered, not confirmed.", "{count} players are registered, not confirmed."
    ),
    e.Presence.CONFIRMED: N_("One player has confirmed.", "{count} players have confirmed."),
    e.Presence.PRESENT: N_("One player is present.", "{count} players are present."),
    e.Presence.LEFT_OUT: N_(
        "One player did not confirm and is left out.",
        "{count} players did not confirm and are left out.",
    ),
}
EFFECTS = {
    e.Effect.NOW: N_("Round {round}, {white} – {black}: corrected to {result}. It counts now."),
    e.Effect.NEXT: N_(
        "Round {round}, {white} – {black}: corrected to {result}. It counts from the next pairing."
    ),
    e.Effect.RATING: N_(
        "Round {round}, {white} – {black}: corrected to {result}, for rating only."
    ),
}


@singledispatch
def describe_event(event: e.Event) -> Notice:
    """Return the sentence that describes an event."""
    raise AssertionError(f"no sentence for {type(event).__name__}")


def _describe_plainly(event: e.Event) -> Notice:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    return Notice(Sentence(PLAIN[type(event)], **values))


def _players(event: Any) -> Notice:
    if isinstance(event, e.TeamsRegistered):
        players = tuple(one.team.id for one in event.teams)
    else:
        players = tuple(getattr(one, "id", one) for one in event.players)
    one, many = PLAYERS[type(event), _which(event)]
    if len(players) == 1:
        return _notice_about(one, players, player=PlayerRef(players[0]))
    return _notice_about(many, players, count=len(players))


def _which(event: e.Event) -> bool | None:
    """Return the field by which the sentence of an event is chosen; None if it has one sentence.

    It is whether a player was expelled or plays on, or whether the points are a penalty.
    """
    match event:
        case e.PlayersLeft(expelled=this) | e.NoShows(plays_on=this):
            return this
        case e.NoShowsAnswered(plays_on=this):
            return this
        case e.PointsAdjusted(points=points):
            return points < 0
        case _:
            return None


for _kind in PLAIN:
    describe_event.register(_kind, _describe_plainly)
for _kind in {kind for kind, which in PLAYERS}:
    describe_event.register(_kind, _players)


@describe_event.register
def _describe_player_moved(event: e.PlayerMoved) -> Notice:
    template = N_("{player} is moved to section {section}.")
    return _notice_about(
        template, (event.player,), player=PlayerRef(event.player), section=event.to
    )


@describe_event.register
def _describe_player_corrected(event: e.PlayerCorrected) -> Notice:
    return describe_event(e.PlayersCorrected(event.section, (event.player,)))


@describe_event.register
def _describe_team_changed(event: e.TeamChanged) -> Notice:
    return describe_event(e.PlayersCorrected(event.section, (event.team.team,)))


@describe_event.register
def _describe_lineups_set(event: e.LineupsSet) -> Notice:
    teams = tuple(one.team for one in event.lineups)
    if len(teams) == 1:
        template = N_("Round {round}: the line-up of {player} is set.")
        return _notice_about(template, teams, player=PlayerRef(teams[0]), round=event.round)
    many = N_("Round {round}: one line-up is set.", "Round {round}: {count} line-ups are set.")
    return _notice_about(many, teams, count=len(teams), round=event.round)


@describe_event.register
def _describe_corrected_in_sections(event: e.CorrectedInSections) -> Notice:
    players = tuple(dict.fromkeys(p.id for one in event.corrections for p in one.players))
    sections = ListOf(tuple(one.section for one in event.corrections))
    if len(players) == 1:
        template = N_("The data of {player} are corrected in sections {sections}.")
        return _notice_about(template, players, player=PlayerRef(players[0]), sections=sections)
    template = N_("The data of {count} players are corrected in sections {sections}.")
    return _notice_about(template, players, count=len(players), sections=sections)


@describe_event.register
def _describe_numbers_exchanged(event: e.NumbersExchanged) -> Notice:
    one, other = map(PlayerRef, event.players)
    template = N_("{one} and {other} exchange their pairing numbers.")
    return _notice_about(template, event.players, one=one, other=other)


ONLINE_KEY = {
    e.KeyStep.ASKED: N_("chess-results.com is asked for a key of section {section}."),
    e.KeyStep.RECEIVED: N_("chess-results.com has given section {section} the key {key}."),
    e.KeyStep.REFUSED: N_("chess-results.com has not given section {section} a key."),
    e.KeyStep.TYPED: N_("The key of section {section} at chess-results.com is {key}."),
}


@describe_event.register
def _describe_online_key_recorded(event: e.OnlineKeyRecorded) -> Notice:
    return Notice(Sentence(ONLINE_KEY[event.step], section=event.section, key=str(event.key)))


@describe_event.register
def _describe_lots_drawn(event: e.LotsDrawn) -> Notice:
    template = N_("Lots are drawn, from the first: {players}.")
    return Notice(Sentence(template, players=ListOf.players(event.players)))


@describe_event.register
def _describe_roll_called(event: e.RollCalled) -> Notice:
    return _notice_about(PRESENCES[event.presence], event.players, count=len(event.players))


@describe_event.register
def _describe_colour_drawn(event: e.ColourDrawn) -> Notice:
    template = N_("The first in the list has {colour} in round 1, by lot.")
    return Notice(Sentence(template, colour=COLOURS[event.colour]))


@describe_event.register
def _describe_byes_requested(event: e.ByesRequested) -> Notice:
    players = tuple(one.player for one in event.byes)
    if len(event.byes) == 1:
        (one,) = event.byes
        values = {"player": PlayerRef(one.player), "bye": Sentence(BYE_NAMES[one.bye])}
        a_bye = N_("{player} has a {bye} in round {round}.")
        return _notice_about(a_bye, players, round=one.round, **values)
    template = N_("One bye is entered.", "{count} byes are entered.")
    return _notice_about(template, players, count=len(players))


@describe_event.register
def _describe_byes_cancelled(event: e.ByesCancelled) -> Notice:
    template = N_("One bye is cancelled.", "{count} byes are cancelled.")
    return _notice_about(template, (player for player, _ in event.byes), count=len(event.byes))


METHODS = {
    "initial": N_("by the initial order"),
    "lot": N_("by lot"),
    "hand": N_("by hand"),
    "varma": N_("by the Varma tables"),
    "annex": N_("by the Varma tables as printed"),
    "apart": N_("by lot, groups apart"),
}


@describe_event.register
def _describe_schedule_published(event: e.SchedulePublished) -> Notice:
    template = N_("All {rounds} rounds are published; numbers {method}.")
    if event.seed:
        template = N_("All {rounds} rounds are published; numbers {method}, seed {seed}.")
    method = Sentence(METHODS.get(event.method, METHODS["hand"]))
    values = {"rounds": len(event.rounds), "method": method}
    return Notice(Sentence(template, **values, **({"seed": event.seed} if event.seed else {})))


@describe_event.register
def _describe_round_paired(event: e.RoundPaired) -> Notice:
    template = N_("Round {round} is paired, not yet published.")
    if event.by_hand:
        template = N_("Round {round} is paired by hand, not yet published.")
    return Notice(Sentence(template, round=event.round))


@describe_event.register
def _describe_results_entered(event: e.ResultsEntered) -> Notice:
    if len(event.results) == 1:
        return _describe_result(event.round, event.results[0])
    many = N_(
        "Round {round}: one result is entered.", "Round {round}: {count} results are entered."
    )
    return Notice(Sentence(many, round=event.round, count=len(event.results)))


@describe_event.register
def _describe_result_corrected(event: e.ResultCorrected) -> Notice:
    return _game(EFFECTS[event.effect], event.round, *_sides(event.right), _result_of(event.right))


@describe_event.register
def _describe_undone(event: e.Undone) -> Notice:
    return _log(N_("Action {events} is undone.", "Actions {events} are undone."), event.events)


@describe_event.register
def _describe_redone(event: e.Redone) -> Notice:
    return _log(N_("Action {events} is redone.", "Actions {events} are redone."), event.events)


ROLES = {
    DeviceRole.CHIEF: N_("chief arbiter"),
    DeviceRole.DEPUTY: N_("deputy arbiter"),
    DeviceRole.TABLE: N_("players at the table"),
    DeviceRole.PLAYER: N_("player"),
    DeviceRole.SCREEN: N_("screen"),
    DeviceRole.EVERYBODY: N_("everyone"),
}


def author_sentence(actor: str, author: Author | None) -> Sentence:
    """Return who caused an event: the name of the arbiter, or the device with its role."""
    if author is None or not author.device:
        return Sentence("{actor}", actor=actor)
    return Sentence("{device} ({role})", device=author.device, role=Sentence(ROLES[author.role]))


# The answer to an action: as in the log, and what only the state knows.


def describe_answer(event: e.Event, state: DeskState, log: Sequence[Item]) -> Notice:
    """Describe an event to the arbiter who just caused it.

    A result comes with its table, an undo with the first event that it undid.
    """
    match event:
        case e.Undone(events) | e.Redone(events):
            done, more = UNDONE if isinstance(event, e.Undone) else REDONE
            first = _with_table(log[events[0] - 1].event, state)
            template = done if len(events) == 1 else more
            values = {"what": first.sentence, "count": len(events) - 1}
            return _notice_about(template, first.players, **values)
        case _:
            return _with_table(event, state)


UNDONE = (
    N_("Undone: “{what}”"),
    N_("Undone, with one more action: “{what}”", "Undone, with {count} more actions: “{what}”"),
)
REDONE = (
    N_("Redone: “{what}”"),
    N_("Redone, with one more action: “{what}”", "Redone, with {count} more actions: “{what}”"),
)


def _with_table(event: e.Event, state: DeskState) -> Notice:
    match event:
        case e.ResultsEntered(section, number, (one,)) if section in state.sections:
            rounds = state.section(section).rounds
            tables = rounds[number - 1].tables if number <= len(rounds) else ()
            if one.board <= len(tables) and not one.games:
                return _describe_result(number, one, tables[one.board - 1])
    return describe_event(event)


def _sides(one: e.EnteredResult) -> tuple[int, int]:
    """Return the players who really had White and Black."""
    return (one.black, one.white) if one.turned else (one.white, one.black)


def _notice_about(template: Template, players: Iterable[int], **values: object) -> Notice:
    return Notice(Sentence(template, **values), "", tuple(players))


def _game(
    template: str, number: int, white: int, black: int, result: object, **more: object
) -> Notice:
    sides = {"white": PlayerRef(white), "black": PlayerRef(black)}
    return _notice_about(template, (white, black), round=number, **sides, result=result, **more)


class ColourChange(Enum):
    """How an entry changes the colours of a game: not at all, reversed, or back to those of the
    pairing.
    """

    NONE = "none"
    REVERSED = "reversed"
    RESTORED = "restored"
    """Those of the pairing again."""


AT_TABLE = {
    None: N_("Table {table}, {white} – {black}: the result is deleted."),
    ColourChange.NONE: N_("Table {table}, {white} – {black}: {result}."),
    ColourChange.REVERSED: N_("Table {table}, {white} – {black}: {result}, with reversed colours."),
    ColourChange.RESTORED: N_(
        "Table {table}, {white} – {black}: {result}, with the colours of the pairing."
    ),
}
IN_ROUND = {
    None: N_("Round {round}, {white} – {black}: the result is deleted."),
    ColourChange.NONE: N_("Round {round}, {white} – {black}: {result}."),
    ColourChange.REVERSED: N_("Round {round}, {white} – {black}: {result}, with reversed colours."),
    ColourChange.RESTORED: N_(
        "Round {round}, {white} – {black}: {result}, with the colours of the pairing."
    ),
}
"""By what the entry says about the colours; None: the result is taken back."""


def _describe_result(number: int, one: e.EnteredResult, table: int | None = None) -> Notice:
    """Describe the entry of one table: a result, or those of all boards of a match."""
    change = None
    if one.games or one.result is not None:
        changed = ColourChange.RESTORED if one.restored else ColourChange.REVERSED
        change = changed if one.turned else ColourChange.NONE
    templates, more = (IN_ROUND, {}) if table is None else (AT_TABLE, {"table": table})
    return _game(templates[change], number, *_sides(one), _result_of(one), **more)


BOARDS_REVERSED = N_("{results} (colours reversed on board {boards})")
BOARDS_RESTORED = N_("{results} (colours of the pairing on board {boards})")


def _result_of(one: e.EnteredResult) -> Result | str | Sentence | None:
    """Return the result as it was played.

    For a match: the results of its boards, and on which the colours were reversed.
    """
    if not one.games:
        return one.result
    reversed_ = tuple(board for board in one.turned_games if board not in one.restored)
    return with_colours(figures_of(one.games), reversed_, one.restored)


def with_colours(
    results: Result | str, reversed_: Iterable[int], restored: Iterable[int]
) -> Result | str | Sentence:
    """Return the results of a match, with a note on the boards whose colours are reversed or
    restored.
    """
    found: Result | str | Sentence = results
    for text, boards in ((BOARDS_REVERSED, reversed_), (BOARDS_RESTORED, restored)):
        if changed := tuple(boards):
            found = Sentence(text, results=found, boards=ListOf(changed))
    return found


def _log(template: Template, events: tuple[int, ...]) -> Notice:
    return Notice(Sentence(template, count=len(events), events=ListOf(events)))
