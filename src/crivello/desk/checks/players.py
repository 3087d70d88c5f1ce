"""Players: registered, corrected, moved, called, admitted, away, gone."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.checks.dispatch import check
from crivello.desk.state import DeskState, Section
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.sentence import PlayerRef
from crivello.rules.handling import Handling, handling_of
from crivello.rules.initial_order import FROZEN_FROM


@check.register
def _(event: e.PlayersRegistered, state: DeskState) -> None:
    state.section(event.section)
    _somebody(event.players)
    fide_ids = {
        one.player.fide_id: one.player.id
        for section in state.sections.values()
        for one in section.registrations.values()
        if one.player.fide_id is not None
    }
    here = set(state.section(event.section).registrations)
    for player in event.players:
        # The same id in another section must be the same person.
        known = state.player(player.id)
        same = known is None or (known.name, known.fide_id) == (player.name, player.fide_id)
        if player.id < 1 or player.id in here or not same:
            raise r.PlayerExists(player=PlayerRef(player.id))
        here.add(player.id)
        if player.fide_id is not None:
            owner = fide_ids.setdefault(player.fide_id, player.id)
            if owner != player.id:
                raise r.FideIdTwice(fide_id=player.fide_id, player=PlayerRef(owner))


@check.register
def _(event: e.PlayersRemoved, state: DeskState) -> None:
    section = state.section(event.section)
    _somebody(event.players)
    _not_listed(section, event.players, r.StaysListed)


@check.register
def _(event: e.PlayerMoved, state: DeskState) -> None:
    section = state.section(event.section)
    state.section(event.to)
    if event.to == event.section:
        raise r.NothingChanged()
    if event.player in state.section(event.to).registrations:
        raise r.PlayerExists(player=PlayerRef(event.player))
    _not_listed(section, (event.player,), r.StaysListed)


@check.register
def _(event: e.PlayerCorrected, state: DeskState) -> None:
    _corrected(state, (e.PlayersCorrected(event.section, (event.player,), event.order),))


@check.register
def _(event: e.PlayersCorrected, state: DeskState) -> None:
    _corrected(state, (event,))


@check.register
def _(event: e.CorrectedInSections, state: DeskState) -> None:
    _somebody(event.corrections)
    _corrected(state, event.corrections)


def _corrected(state: DeskState, corrections: Sequence[e.PlayersCorrected]) -> None:
    for one in corrections:
        section = state.section(one.section)
        _somebody(one.players)
        for player in one.players:
            section.registration(player.id)
        if not one.order:
            continue
        if sorted(one.order) != sorted(section.order):
            raise r.ListChanged()
        if one.order != section.order and len(section.rounds) >= FROZEN_FROM:
            raise r.NumbersFrozen()
    _one_owner_each(state, [player for one in corrections for player in one.players])


def _one_owner_each(state: DeskState, corrected: Sequence[Player]) -> None:
    """A FIDE id belongs to one person, whatever section he plays in."""
    changed = {player.id for player in corrected}
    others = [
        one.player
        for section in state.sections.values()
        for key, one in section.registrations.items()
        if key not in changed
    ]
    owners: dict[int, int] = {}
    for player in (*others, *corrected):
        if player.fide_id is not None:
            owner = owners.setdefault(player.fide_id, player.id)
            if owner != player.id:
                raise r.FideIdTwice(fide_id=player.fide_id, player=PlayerRef(owner))


@check.register
def _(event: e.RollCalled, state: DeskState) -> None:
    section = state.section(event.section)
    _somebody(event.players)
    _not_listed(section, event.players)


@check.register
def _(event: e.PlayersAdmitted, state: DeskState) -> None:
    section = state.section(event.section)
    if not section.order:
        raise r.NotStarted()
    _somebody(event.players)
    _not_listed(section, event.players)
    if section.next_round > (section.settings.rounds or 0):
        raise r.AllRoundsPaired(rounds=section.settings.rounds)
    newcomers = set(event.players)
    if tuple(p for p in event.order if p not in newcomers) != section.order or sorted(
        event.order
    ) != sorted((*section.order, *event.players)):
        raise r.ListChanged()
    edition = handling_of(section.settings)
    if len(section.rounds) >= FROZEN_FROM and edition is Handling.BEFORE_2026:
        if event.order[: len(section.order)] != section.order:
            raise r.NumbersFrozen()


@check.register
def _(event: e.ByesRequested, state: DeskState) -> None:
    section = state.section(event.section)
    _somebody(event.byes)
    half: dict[int, set[int]] = {}
    for (player, number), bye in section.byes.items():
        # What a late entry got for rounds he missed is no bye that he asked for.
        if bye is Bye.HALF_POINT and number >= section.registrations[player].player.entered:
            half.setdefault(player, set()).add(number)
    for one in event.byes:
        _bye(section, one)
        numbers = half.setdefault(one.player, set())
        numbers.discard(one.round)
        if one.bye is Bye.HALF_POINT:
            numbers.add(one.round)
            if len(numbers) > section.announced.half_point_byes:
                limit = section.announced.half_point_byes
                raise r.TooManyByes(player=PlayerRef(one.player), count=len(numbers), limit=limit)


def _bye(section: Section, one: e.RequestedBye) -> None:
    player = section.registration(one.player).player
    announced = section.announced
    if not one.bye.requested:
        raise r.NoBye()
    if one.round < 1 or one.round > (section.settings.rounds or 0):
        raise r.NoSuchRound(round=one.round, rounds=section.settings.rounds)
    if one.round < section.next_round:
        raise r.ByeTooLate(round=one.round)
    if player.withdrawn_after is not None:
        raise r.HasLeft(player=PlayerRef(one.player))
    if one.bye is Bye.FULL_POINT and not announced.full_point_byes:
        raise r.FullPointByesOff()
    limit = announced.half_point_byes_until
    if one.bye is Bye.HALF_POINT and limit is not None and one.round > limit:
        raise r.ByeAfterLimit(limit=limit, round=one.round)


@check.register
def _(event: e.ByesCancelled, state: DeskState) -> None:
    section = state.section(event.section)
    _somebody(event.byes)
    for player, number in event.byes:
        if (player, number) not in section.byes:
            raise r.NoSuchBye(player=PlayerRef(player), round=number)
        if number < section.next_round:
            raise r.ByeTooLate(round=number)


@check.register
def _(event: e.PlayersLeft, state: DeskState) -> None:
    section = state.section(event.section)
    if not section.order:
        raise r.NotStarted()
    _somebody(event.players)
    for player in event.players:
        listed(section, player)
        if section.registrations[player].player.withdrawn_after is not None:
            raise r.HasLeft(player=PlayerRef(player))


@check.register
def _(event: e.PlayersReturned, state: DeskState) -> None:
    section = state.section(event.section)
    _somebody(event.players)
    for player in event.players:
        known = section.registration(player).player
        if known.withdrawn_after is None:
            raise r.HasNotLeft(player=PlayerRef(player))
        if known.expelled:
            raise r.WasExpelled(player=PlayerRef(player))


def listed(section: Section, player: int) -> None:
    section.registration(player)
    if player not in section.order:
        raise r.NotListed(player=PlayerRef(player), section=section.key)


def _somebody(named: Sequence[object]) -> None:
    if not named:
        raise r.NobodyNamed()


def _not_listed(
    section: Section, players: Sequence[int], refusal: type[r.Refusal] = r.AlreadyListed
) -> None:
    for player in players:
        section.registration(player)
        if player in section.order:
            raise refusal(player=PlayerRef(player))
