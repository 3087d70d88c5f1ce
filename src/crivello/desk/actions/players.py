"""Actions on players: register, move, take the roll, admit late, byes, withdraw, return."""

from __future__ import annotations

from dataclasses import replace

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk.actions.action import Context, Plan
from crivello.desk.log import with_ids
from crivello.desk.notices import Notice
from crivello.desk.numbers import moves_notice, order_with
from crivello.desk.refusals import NobodyWaits, NoSuchPlayer, NotStarted
from crivello.desk.state import DeskState, Section
from crivello.desk.warnings import warn_of_missing_strengths, warn_of_too_few_rounds
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.sentence import PlayerRef, Sentence
from crivello.rules.handling import Article, Handling, handling_of
from crivello.rules.initial_order import LAST_LATE_ENTRY
from crivello.rules.round_robin import OPEN, rounds_played
from crivello.standard.classes import frozen


@frozen
class Register:
    """Register players; those with id 0 get a permanent id, which is the same in all sections."""

    section: str
    players: tuple[Player, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        players = with_ids(
            (replace(p, number=0, entered=1, withdrawn_after=None) for p in self.players),
            context.highest_id,
        )
        event = e.PlayersRegistered(self.section, players)
        section = state.sections.get(self.section)
        if section is None:
            return Plan(event)
        notices = warn_of_missing_strengths(section.settings, players)
        before = len(section.registrations)
        if not section.order and not warn_of_too_few_rounds(section.settings, before):
            notices += warn_of_too_few_rounds(section.settings, before + len(players))
        return Plan(event, tuple(notices))


@frozen
class RegisterAlso:
    """Register players of another section in this one too, with the ids they have."""

    section: str
    players: tuple[int, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        people = []
        for player in self.players:
            known = state.player(player)
            if known is None:
                raise NoSuchPlayer(player=PlayerRef(player), section=self.section)
            people.append(replace(known, entered=1, withdrawn_after=None, expelled=False))
        lacking = warn_of_missing_strengths(state.section(self.section).settings, people)
        return Plan(e.PlayersRegistered(self.section, tuple(people)), tuple(lacking))


@frozen
class Remove:
    """Remove players' registrations, before round 1 is published."""

    section: str
    players: tuple[int, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.PlayersRemoved(self.section, self.players))


@frozen
class MovePlayer:
    """Move a registration from one section to another."""

    section: str
    player: int
    to: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.PlayerMoved(self.section, self.player, self.to))


@frozen
class RollCall:
    """Record whether players have confirmed or are present, before round 1."""

    section: str
    players: tuple[int, ...]
    presence: e.Presence = e.Presence.CONFIRMED

    def decide(self, state: DeskState, context: Context) -> Plan:
        # C.04.2.C.2 (1)
        return Plan(e.RollCalled(self.section, self.players, self.presence))


@frozen
class LeaveOutUnconfirmed:
    """Leave players who have not confirmed out of round 1 (C.04.2: 4.1)."""

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        # C.04.2.C.1 (1)
        section = state.section(self.section)
        waiting = tuple(
            player
            for player, one in section.registrations.items()
            if one.presence is e.Presence.REGISTERED and player not in section.order
        )
        if not waiting:
            raise NobodyWaits()
        return Plan(e.RollCalled(self.section, waiting, e.Presence.LEFT_OUT))


@frozen
class Admit:
    """Admit late entries who have arrived; they count as present (C.04.2: 2.4)."""

    section: str
    players: tuple[int, ...]
    order: tuple[int, ...] = ()
    """Everybody by the numbers that another program gave; else they are put in their places."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        if not section.order:
            raise NotStarted()
        newcomers = tuple(p for p in self.players if p not in section.order)
        order, moves = order_with(section, newcomers)
        if self.order:
            order, moves = self.order, ()
        event = e.PlayersAdmitted(self.section, self.players, order)
        article = Article.LATE_ENTRY.of(section.settings)
        notices = moves_notice(moves, article)
        number = section.next_round
        before_2026 = handling_of(section.settings) is Handling.BEFORE_2026
        if before_2026 and number > LAST_LATE_ENTRY:
            late = Notice(Sentence(n.LATE_FOR_LATE_ENTRIES, round=number), article, self.players)
            notices = [late, *notices]
        return Plan(event, tuple(notices))


@frozen
class RequestByes:
    """Give players requested byes in coming rounds."""

    section: str
    byes: tuple[e.RequestedBye, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        # C.04.2.C.1 (2)
        section = state.section(self.section)
        notices = []
        half = {key for key, bye in section.byes.items() if bye is Bye.HALF_POINT}
        half |= {(one.player, one.round) for one in self.byes if one.bye is Bye.HALF_POINT}
        for player in dict.fromkeys(one.player for one in self.byes):
            count = sum(who == player for who, _ in half)
            if count > 1:
                counted = {"player": PlayerRef(player), "count": count}
                notices.append(Notice(Sentence(n.HALF_POINT_BYES, **counted), "", (player,)))
        for one in self.byes:
            values = {"player": PlayerRef(one.player), "round": one.round}
            if one.bye is Bye.FULL_POINT:
                notices.append(Notice(Sentence(n.FULL_POINT_BYE, **values), "", (one.player,)))
            elif one.bye is Bye.HALF_POINT and one.round == section.settings.rounds:
                notices.append(Notice(Sentence(n.BYE_NEAR_THE_END, **values), "", (one.player,)))
        return Plan(e.ByesRequested(self.section, self.byes), tuple(notices))


@frozen
class Absent:
    """Record players who are away in the coming round: no pairing and no points (C.04.2: 3.3)."""

    section: str
    players: tuple[int, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        number = state.section(self.section).next_round
        byes = tuple(e.RequestedBye(player, number, Bye.ZERO_POINT) for player in self.players)
        return Plan(e.ByesRequested(self.section, byes))


@frozen
class CancelByes:
    """Cancel requested byes."""

    section: str
    byes: tuple[tuple[int, int], ...]
    """(player, round)"""

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.ByesCancelled(self.section, self.byes))


@frozen
class Withdraw:
    """Withdraw players from all rounds after the last published one (C.04.2: 3.2).

    In a round robin, they lose by forfeit the games they have not played yet.
    """

    section: str
    players: tuple[int, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(_departure(state.section(self.section), self.players, expelled=False))


@frozen
class Expel:
    """Expel players: they are withdrawn and cannot return."""

    section: str
    players: tuple[int, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(_departure(state.section(self.section), self.players, expelled=True))


def _departure(section: Section, players: tuple[int, ...], expelled: bool) -> e.PlayersLeft:
    forfeits = _forfeits(section, players)
    after: tuple[int, ...] = ()
    if forfeits:  # rounds to come are published: the last game over the board says when
        played = (rounds_played(section.tournament, player) for player in players)
        after = tuple(max(rounds, default=0) for rounds in played)
    return e.PlayersLeft(section.key, players, expelled, forfeits, after)


def _forfeits(
    section: Section, players: tuple[int, ...]
) -> tuple[tuple[int, e.EnteredResult], ...]:
    """Return the games still to be played by those who leave a round robin, as forfeits, with
    rounds.
    """
    if not is_round_robin(section.settings.system):
        return ()
    left = {one.id for one in section.listed_players if one.withdrawn_after is not None} | set(
        players
    )
    found = []
    for number, this in enumerate(section.rounds, start=1):
        for board, game in enumerate(this.games, start=1):
            gone = left & {game.white, game.black}
            if game.result in OPEN and gone & set(players):
                result = Result.DOUBLE_FORFEIT
                if len(gone) == 1:
                    result = (
                        Result.BLACK_WINS_BY_FORFEIT
                        if game.white in gone
                        else Result.WHITE_WINS_BY_FORFEIT
                    )
                found.append((number, e.EnteredResult(board, game.white, game.black, result)))
    return tuple(found)


@frozen
class Return:
    """Let players who withdrew play again from the coming round on."""

    section: str
    players: tuple[int, ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.PlayersReturned(self.section, self.players))
