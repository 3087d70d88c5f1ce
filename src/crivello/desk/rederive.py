"""Pair the rounds of a file again from what was known when each was paired, and compare.

Nothing that was published is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from crivello.desk.decisions import name_deciders
from crivello.desk.events import Boards, RoundPaired, SchedulePublished
from crivello.desk.keep_apart import pair_keeping_apart, with_forbidden_pairs
from crivello.desk.log import EventLog
from crivello.desk.refusals import NotPublished
from crivello.desk.state import PublishedRound, Section
from crivello.model.errors import Impossible
from crivello.model.tournament import Game, Tournament
from crivello.standard.classes import frozen
from crivello.systems.registry import find


class Rederivation(Enum):
    """How a recorded round compares with the one that the rules give."""

    SAME = "same"
    BY_HAND = "by hand"
    """Different, and the log says that the arbiter made or changed it by hand."""
    DIFFERENT = "different"
    """Different without a trace of a hand: the engine of that day paired otherwise."""


@frozen
class RederivedRound:
    """A recorded round, and the same round paired again."""

    round: int
    system: str
    program: str
    """Version of the program that paired the round."""
    status: Rederivation
    recorded: Boards
    recorded_bye: int | None
    rederived: Boards
    """Empty if the rules give no pairing at all."""
    rederived_bye: int | None

    @property
    def missing(self) -> Boards:
        """Boards that the rules give, but the record does not have."""
        return tuple(pair for pair in self.rederived if pair not in self.recorded)

    @property
    def added(self) -> Boards:
        """Boards of the record that the rules do not give."""
        return tuple(pair for pair in self.recorded if pair not in self.rederived)


def tournament_at_pairing(log: EventLog, key: str, number: int) -> Tournament:
    """Return the section as the engine had it when round `number` was paired.

    Pairs of groups kept apart in the round are added as forbidden pairs, so that an engine without
    such groups gives the same pairing. Each group names who decided it.
    """
    section, paired, sequence = _at_pairing(log, key, number)
    known = with_forbidden_pairs(section.tournament, paired.apart)
    return name_deciders(log, key, known, number, sequence)


def rederive(log: EventLog, key: str) -> Iterator[RederivedRound]:
    """Pair the published rounds of a section again, and yield them one after the other."""
    for number, this in enumerate(log.state.section(key).rounds, start=1):
        yield _rederive(log, key, number, this)


def _rederive(log: EventLog, key: str, number: int, this: PublishedRound) -> RederivedRound:
    section, paired, _ = _at_pairing(log, key, number)
    recorded = tuple(_as_paired(game) for game in this.games)
    boards: Boards = ()
    bye = None
    try:
        found = pair_keeping_apart(find(paired.system), section.tournament, number).pairing
    except Impossible:
        same = False
    else:
        boards = tuple((board.white, board.black) for board in found.boards)
        bye = found.bye
        same = set(boards) == set(recorded) and bye == this.bye
    by_hand = this.draft.by_hand or set(recorded) != set(this.draft.boards)
    by_hand |= this.bye != this.draft.bye
    if same:
        status = Rederivation.SAME
    else:
        status = Rederivation.BY_HAND if by_hand else Rederivation.DIFFERENT
    return RederivedRound(
        number, paired.system, paired.program, status, recorded, this.bye, boards, bye
    )


def _at_pairing(log: EventLog, key: str, number: int) -> tuple[Section, RoundPaired, int]:
    """Return the section just before its round was paired, that pairing, and its sequence number.

    If the round was paired several times, the last time counts that is not undone.
    """
    log.state.section(key)
    for item in reversed(log.items):
        event = item.event
        if item.sequence in log.undone:
            continue
        if isinstance(event, SchedulePublished) and event.section == key:
            section = log.state_before(item.sequence).section(key)
            return replace(section, order=event.order), event.rounds[number - 1], item.sequence
        if not isinstance(event, RoundPaired) or (event.section, event.round) != (key, number):
            continue
        section = log.state_before(item.sequence).section(key)
        if event.order:
            section = replace(section, order=event.order)
        return section, event, item.sequence
    raise NotPublished(round=number)


def _as_paired(game: Game) -> tuple[int, int]:
    """Return White and Black as paired, even if the colours were corrected later."""
    return (game.black, game.white) if game.reversed else (game.white, game.black)
