"""What an event is called: one short sentence for each, for the log and for the answer to it.

Players stand in the values as ids under `player`, `white`, `black` and `players`; the doors put
their names there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from crivello.desk import events as e
from crivello.desk.notices import Notice
from crivello.model.result import Bye, Colour
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence, Template

COLOURS = {Colour.WHITE: Sentence(N_("White")), Colour.BLACK: Sentence(N_("Black"))}
BYES = {
    Bye.HALF_POINT: N_("Player {player} has a half-point bye in round {round}."),
    Bye.FULL_POINT: N_("Player {player} has a full-point bye in round {round}."),
    Bye.ZERO_POINT: N_("Player {player} is absent in round {round}."),
}
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
def telling(event: e.Event) -> Notice:
    """The sentence of an event."""
    raise AssertionError(f"no sentence for {type(event).__name__}")


@telling.register
def _(event: e.SectionOpened) -> Notice:
    return Notice(Sentence(N_("Section {section} is opened."), section=event.section))


@telling.register
def _(event: e.SettingsChanged) -> Notice:
    return Notice(
        Sentence(N_("The settings of section {section} are changed."), section=event.section)
    )


@telling.register
def _(event: e.ScheduleSet) -> Notice:
    return Notice(Sentence(N_("Place and times are set.")))


@telling.register
def _(event: e.PlayersRegistered) -> Notice:
    return _people(
        N_("{player} is registered."),
        N_("One player is registered.", "{count} players are registered."),
        [player.id for player in event.players],
    )


@telling.register
def _(event: e.PlayersRemoved) -> Notice:
    return _people(
        N_("The registration of {player} is taken back."),
        N_("One registration is taken back.", "{count} registrations are taken back."),
        event.players,
    )


@telling.register
def _(event: e.PlayerMoved) -> Notice:
    values = {"player": PlayerRef(event.player), "section": event.to}
    return Notice(
        Sentence(N_("{player} is moved to section {section}."), **values), "", (event.player,)
    )


@telling.register
def _(event: e.PlayerCorrected) -> Notice:
    player = event.player.id
    return Notice(
        Sentence(N_("The data of {player} are corrected."), player=PlayerRef(player)), "", (player,)
    )


@telling.register
def _(event: e.PlayersCorrected) -> Notice:
    return _people(
        N_("The data of {player} are corrected."),
        N_("The data of one player are corrected.", "The data of {count} players are corrected."),
        [player.id for player in event.players],
    )


@telling.register
def _(event: e.CorrectedInSections) -> Notice:
    players = tuple(dict.fromkeys(p.id for one in event.corrections for p in one.players))
    sections = ", ".join(one.section for one in event.corrections)
    if len(players) == 1:
        template = N_("The data of {player} are corrected in sections {sections}.")
        return Notice(
            Sentence(template, player=PlayerRef(players[0]), sections=sections), "", players
        )
    template = N_("The data of {count} players are corrected in sections {sections}.")
    return Notice(Sentence(template, count=len(players), sections=sections), "", players)


@telling.register
def _(event: e.RollCalled) -> Notice:
    values = {"count": len(event.players)}
    return Notice(Sentence(PRESENCES[event.presence], **values), "", event.players)


@telling.register
def _(event: e.ColourDrawn) -> Notice:
    return Notice(
        Sentence(
            N_("The first player of round 1 has {colour}, by lot."), colour=COLOURS[event.colour]
        )
    )


@telling.register
def _(event: e.ApartSet) -> Notice:
    return Notice(Sentence(N_("Who is kept apart is set.")))


@telling.register
def _(event: e.MeetingsSet) -> Notice:
    return Notice(Sentence(N_("The pairs announced for round 1 are set.")))


@telling.register
def _(event: e.TablesFixed) -> Notice:
    return Notice(Sentence(N_("Fixed tables are set.")))


@telling.register
def _(event: e.PlayersAdmitted) -> Notice:
    return _people(
        N_("{player} is admitted as a late entry."),
        N_("One late entry is admitted.", "{count} late entries are admitted."),
        event.players,
    )


@telling.register
def _(event: e.ByesRequested) -> Notice:
    if len(event.byes) == 1:
        (one,) = event.byes
        values = {"player": PlayerRef(one.player), "round": one.round}
        return Notice(Sentence(BYES[one.bye], **values), "", (one.player,))
    template = N_("One bye is entered.", "{count} byes are entered.")
    players = tuple(one.player for one in event.byes)
    return Notice(Sentence(template, count=len(event.byes)), "", players)


@telling.register
def _(event: e.ByesCancelled) -> Notice:
    template = N_("One bye is cancelled.", "{count} byes are cancelled.")
    players = tuple(player for player, _ in event.byes)
    return Notice(Sentence(template, count=len(event.byes)), "", players)


@telling.register
def _(event: e.PlayersLeft) -> Notice:
    if event.expelled:
        return _people(
            N_("{player} is expelled."),
            N_("One player is expelled.", "{count} players are expelled."),
            event.players,
        )
    return _people(
        N_("{player} has withdrawn."),
        N_("One player has withdrawn.", "{count} players have withdrawn."),
        event.players,
    )


@telling.register
def _(event: e.PlayersReturned) -> Notice:
    return _people(
        N_("{player} plays again."),
        N_("One player plays again.", "{count} players play again."),
        event.players,
    )


@telling.register
def _(event: e.RoundPaired) -> Notice:
    if event.by_hand:
        return _round(N_("Round {round} is paired by hand, not yet published."), event.round)
    return _round(N_("Round {round} is paired, not yet published."), event.round)


@telling.register
def _(event: e.PairingChanged) -> Notice:
    return _round(N_("The pairing of round {round} is changed by hand."), event.round)


@telling.register
def _(event: e.PairingDiscarded) -> Notice:
    return _round(N_("The pairing of round {round} is discarded."), event.round)


@telling.register
def _(event: e.RoundPublished) -> Notice:
    return _round(N_("Round {round} is published."), event.round)


@telling.register
def _(event: e.PublishedPairingChanged) -> Notice:
    return _round(N_("The published pairing of round {round} is changed."), event.round)


@telling.register
def _(event: e.ResultsEntered) -> Notice:
    if len(event.results) == 1:
        (one,) = event.results
        values = {
            "round": event.round,
            "white": PlayerRef(one.white),
            "black": PlayerRef(one.black),
        }
        players = (one.white, one.black)
        if one.result is None:
            taken_back = N_("Round {round}, {white} – {black}: the result is taken back.")
            return Notice(Sentence(taken_back, **values), "", players)
        entered = N_("Round {round}, {white} – {black}: {result}.")
        return Notice(Sentence(entered, **values, result=one.result), "", players)
    template = N_(
        "Round {round}: one result is entered.", "Round {round}: {count} results are entered."
    )
    return Notice(Sentence(template, round=event.round, count=len(event.results)))


@telling.register
def _(event: e.NoShows) -> Notice:
    if event.plays_on:
        return _people(
            N_("{player} did not appear and plays on; the game is forfeited."),
            N_(
                "One player did not appear and plays on; the game is forfeited.",
                "{count} players did not appear and play on; their games are forfeited.",
            ),
            event.players,
        )
    if event.plays_on is False:
        return _people(
            N_("{player} did not appear and has withdrawn; the game is forfeited."),
            N_(
                "One player did not appear and has withdrawn; the game is forfeited.",
                "{count} players did not appear and have withdrawn; their games are forfeited.",
            ),
            event.players,
        )
    return _people(
        N_("{player} did not appear; the game is forfeited."),
        N_(
            "One player did not appear; the game is forfeited.",
            "{count} players did not appear; their games are forfeited.",
        ),
        event.players,
    )


@telling.register
def _(event: e.NoShowsAnswered) -> Notice:
    if event.plays_on:
        return _people(
            N_("{player} plays on after not appearing."),
            N_("One player plays on.", "{count} players play on."),
            event.players,
        )
    return _people(
        N_("{player} did not appear and has withdrawn."),
        N_(
            "One player did not appear and has withdrawn.",
            "{count} players did not appear and have withdrawn.",
        ),
        event.players,
    )


@telling.register
def _(event: e.ResultsPublished) -> Notice:
    return _round(N_("The results of round {round} are published."), event.round)


@telling.register
def _(event: e.RoundEnded) -> Notice:
    return _round(N_("Round {round} has ended."), event.round)


@telling.register
def _(event: e.ResultCorrected) -> Notice:
    white, black = event.was.white, event.was.black
    if event.turned:
        white, black = black, white
    values = {
        "round": event.round,
        "white": PlayerRef(white),
        "black": PlayerRef(black),
        "result": event.result,
    }
    return Notice(Sentence(EFFECTS[event.effect], **values), "", (white, black))


@telling.register
def _(event: e.PointsAdjusted) -> Notice:
    if event.points < 0:
        return _people(
            N_("{player} gets a penalty."),
            N_("One player gets a penalty.", "{count} players get a penalty."),
            event.players,
        )
    return _people(
        N_("{player} gets a bonus."),
        N_("One player gets a bonus.", "{count} players get a bonus."),
        event.players,
    )


@telling.register
def _(event: e.Undone) -> Notice:
    return _log(N_("Action {events} is undone.", "Actions {events} are undone."), event.events)


@telling.register
def _(event: e.Redone) -> Notice:
    return _log(N_("Action {events} is redone.", "Actions {events} are redone."), event.events)


def _people(one: str, many: Template, players: Sequence[int]) -> Notice:
    if len(players) == 1:
        return Notice(Sentence(one, player=PlayerRef(players[0])), "", tuple(players))
    return Notice(Sentence(many, count=len(players)), "", tuple(players))


def _round(template: str, number: int) -> Notice:
    return Notice(Sentence(template, round=number))


def _log(template: Template, events: Sequence[int]) -> Notice:
    return Notice(Sentence(template, count=len(events), events=ListOf(tuple(events))))
