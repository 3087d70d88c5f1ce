"""Pairings: drafts, publication, and changes of what is published."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.checks.dispatch import check
from crivello.desk.events import Boards, ChangeCase
from crivello.desk.rounds import basis, who_came, who_did_not, without_opponent
from crivello.desk.state import DeskState, PublishedRound, Section
from crivello.model.errors import Problem
from crivello.model.history import histories
from crivello.model.result import Bye
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.model.tournament import Game
from crivello.rules.handling import Handling, handling_of

BYES = {
    Bye.HALF_POINT: N_("half-point bye"),
    Bye.FULL_POINT: N_("full-point bye"),
    Bye.ZERO_POINT: N_("zero-point bye"),
}
OPEN_GAME = N_("Round {round}, table {table}: {white} – {black} has no result.")


@check.register
def _(event: e.RoundPaired, state: DeskState) -> None:
    section = state.section(event.section)
    may_be_paired(section)
    if event.round != section.next_round:
        raise r.WrongRound(round=event.round, next=section.next_round)
    if event.order:
        listed = [player.id for player in section.listed]
        if section.order or sorted(event.order) != sorted(listed):
            raise r.ListChanged()
        section = replace(section, order=event.order)
    if event.basis != basis(section.tournament, event.round):
        raise r.DraftStale(round=event.round)
    _everybody_once(section, event.round, event.boards, event.bye)


def may_be_paired(section: Section) -> None:
    """All that must be settled before the next round is paired."""
    number = section.next_round
    rounds = section.settings.rounds
    if rounds is not None and number > rounds:
        raise r.AllRoundsPaired(rounds=rounds)
    if section.settings.initial_colour is None:
        raise r.ColourNotDrawn()
    if len(section.present(number)) < 2:
        raise r.TooFewPlayers(round=number)
    for past in range(1, number):
        results_there(section, past)
    if section.asked:
        raise r.NoShowsOpen(players=ListOf.players(sorted(section.asked)))


def results_there(section: Section, number: int) -> None:
    """Refuse if a game of the round has no result; the refusal lists them."""
    problems = missing_results(section, number)
    if problems:
        raise r.ResultsMissing(problems, round=number, count=len(problems))


def missing_results(section: Section, number: int) -> list[Problem]:
    this = section.rounds[number - 1]
    return [
        Problem(
            Sentence(
                OPEN_GAME,
                round=number,
                table=table,
                white=PlayerRef(game.white),
                black=PlayerRef(game.black),
            ),
            player=game.white,
            round=number,
        )
        for table, game in zip(this.tables, this.games, strict=True)
        if game.result is None
    ]


@check.register
def _(event: e.PairingChanged, state: DeskState) -> None:
    section = state.section(event.section)
    draft = section.draft
    if draft is None or draft.round != event.round:
        raise r.NoDraft(round=event.round)
    if set(draft.boards) == set(event.boards) and draft.bye == event.bye:
        raise r.NothingChanged()
    if set(seats_of(draft.boards, draft.bye)) != {p.id for p in section.present(event.round)}:
        raise r.DraftStale(round=event.round)  # somebody has gone, or has come, since
    _everybody_once(section, event.round, event.boards, event.bye)


@check.register
def _(event: e.PairingDiscarded, state: DeskState) -> None:
    draft = state.section(event.section).draft
    if draft is None or draft.round != event.round:
        raise r.NoDraft(round=event.round)


@check.register
def _(event: e.RoundPublished, state: DeskState) -> None:
    section = state.section(event.section)
    draft = section.draft
    if draft is None or draft.round != event.round:
        raise r.NoDraft(round=event.round)
    if stale(section):
        raise r.DraftStale(round=event.round)
    _tables(event.round, event.tables, draft.boards)


def stale(section: Section) -> bool:
    """Has something changed since the draft was made?"""
    draft = section.draft
    assert draft is not None
    if draft.order:
        listed = sorted(player.id for player in section.listed)
        if section.order or sorted(draft.order) != listed:
            return True
        section = replace(section, order=draft.order)
    return draft.basis != basis(section.tournament, draft.round)


@check.register
def _(event: e.PublishedPairingChanged, state: DeskState) -> None:
    section = state.section(event.section)
    if not 1 <= event.round <= len(section.rounds):
        raise r.NotPublished(round=event.round)
    this = section.rounds[event.round - 1]
    if event.round != len(section.rounds) or this.ended or this.results_published:
        raise r.RoundOver(round=event.round)
    before = {(game.white, game.black) for game in this.games}
    after = set(event.boards)
    if before == after and this.bye == event.bye:
        raise r.NothingChanged()
    for game in _dropped(this, event):
        forfeited = event.case is ChangeCase.WITHOUT_OPPONENT and who_came(game) is not None
        if game.result is not None and not forfeited:
            raise r.GameHasResult(white=PlayerRef(game.white), black=PlayerRef(game.black))
    _seated(section, event, this)
    _tables(event.round, event.tables, event.boards)
    if not case_fits(section, event, before, after):
        raise r.CaseUnfit()


def _seated(section: Section, event: e.PublishedPairingChanged, this: PublishedRound) -> None:
    """Nobody twice, nobody unknown or gone, and nobody who had a place and came loses it."""
    seats = seats_of(event.boards, event.bye)
    had = {player for game in this.games for player in (game.white, game.black)}
    had |= set() if this.bye is None else {this.bye}
    if event.case is ChangeCase.WITHOUT_OPPONENT:
        had -= {who_did_not(game) for game in _dropped(this, event)}
    here = {p.id for p in section.listed if p.withdrawn_after is None and p.entered <= event.round}
    # A late entry admitted now counts for the coming round; he may still be given this one.
    here |= {p.id for p in section.listed if p.entered == event.round + 1}
    wrong = had - set(seats) | set(seats) - here | {p for p in seats if seats.count(p) > 1}
    if wrong:
        raise r.PairingIncomplete(players=ListOf.players(sorted(wrong)))


def _dropped(this: PublishedRound, event: e.PublishedPairingChanged) -> list[Game]:
    """The games that the change takes away."""
    after = set(event.boards)
    return [game for game in this.games if (game.white, game.black) not in after]


def case_fits(
    section: Section,
    event: e.PublishedPairingChanged,
    before: set[tuple[int, int]],
    after: set[tuple[int, int]],
) -> bool:
    """Is it one of the cases of C.04.2: 4.4 (old D.10: only the first of them)?"""
    case = event.case
    if case is ChangeCase.CHIEF_ARBITER:
        return True
    if case is ChangeCase.ALREADY_MET:
        past = histories(section.tournament, event.round)
        return any(black in past[white].met for white, black in before - after)
    if handling_of(section.settings) is Handling.BEFORE_2026:
        return False
    if case is ChangeCase.EVENT_RULES:
        return section.announced.changes_allowed
    if case is ChangeCase.WITHOUT_OPPONENT:
        new = {player for pair in after - before for player in pair}
        dropped = _dropped(section.rounds[event.round - 1], event)
        forfeited = all(who_came(game) in new for game in dropped)
        # Two get a game; nobody gets the bye by it, least of all who did not appear.
        bye = event.bye in (None, section.rounds[event.round - 1].bye)
        return bool(new) and bye and forfeited and new <= set(without_opponent(section))
    if case is ChangeCase.LATE_ENTRY:
        new = {player for pair in after - before for player in pair}
        entered = {p.id for p in section.listed if p.entered >= max(event.round, 2)}
        return bool(new & entered)
    assert case is ChangeCase.TOP_BOARDS
    return event.round == section.settings.rounds


def seats_of(boards: Boards, bye: int | None) -> list[int]:
    return [player for pair in boards for player in pair] + ([] if bye is None else [bye])


def may_be_seated(section: Section, players: Iterable[int]) -> None:
    """Nobody of the coming round's boards has asked for a bye in it, or has left."""
    number = section.next_round
    for player in players:
        bye = section.byes.get((player, number))
        if bye is not None:
            raise r.HasBye(player=PlayerRef(player), bye=Sentence(BYES[bye]), round=number)
        if section.registration(player).player.withdrawn_after is not None:
            raise r.HasLeft(player=PlayerRef(player))


def _everybody_once(section: Section, number: int, boards: Boards, bye: int | None) -> None:
    seats = seats_of(boards, bye)
    present = {player.id for player in section.present(number)}
    wrong = present ^ set(seats)
    if len(set(seats)) < len(seats):
        wrong |= {player for player in seats if seats.count(player) > 1}
    if wrong:
        raise r.PairingIncomplete(players=ListOf.players(sorted(wrong)))


def _tables(number: int, tables: tuple[int, ...], boards: Boards) -> None:
    if len(tables) != len(boards) or len(set(tables)) < len(tables):
        raise r.TablesUnfit(round=number)
