"""Why not A against B? Solve again with that forced, and say where it is worse.

Forcing needs no second solver: two players who may meet nobody but each other are paired with each
other in every pairing of the round. So the question is put to the same system with a few more
forbidden pairs, and the answer is judged by the rules without them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..model.errors import N_, CrivelloError, Illegal, Impossible
from ..model.pairing import RoundPairing
from ..model.settings import Apart
from ..model.tournament import Tournament
from ..systems.difference import Difference, Level
from ..systems.registry import Judge, System


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The pairing of the round, the best one with the wish granted, and what tells them apart."""

    chosen: RoundPairing
    forced: RoundPairing | None
    """None: with the wish granted the round cannot be paired."""
    difference: Difference | None
    """None: the wish is granted already."""


def why_not_pair(
    system: System, tournament: Tournament, round_number: int, one: int, other: int
) -> WhyNot:
    """Why do `one` and `other` not meet?"""
    _must_be_there(tournament, (one, other))
    if one == other:
        raise Illegal(N_("A player cannot meet himself."))
    everybody = [player.id for player in tournament.players]
    wished = [(one, p) for p in everybody if p not in (one, other)]
    wished += [(other, p) for p in everybody if p not in (one, other)]
    return _solve(system, tournament, round_number, wished, (one, other))


def why_not_bye(system: System, tournament: Tournament, round_number: int, player: int) -> WhyNot:
    """Why does `player` not get the pairing-allocated bye?"""
    _must_be_there(tournament, (player,))
    others = [p.id for p in tournament.players if p.id != player]
    return _solve(system, tournament, round_number, [(player, p) for p in others], (player,))


def _solve(
    system: System,
    tournament: Tournament,
    round_number: int,
    apart: Iterable[tuple[int, int]],
    players: tuple[int, ...],
) -> WhyNot:
    chosen = system.pair(tournament, round_number)
    settings = tournament.settings
    more = tuple(Apart(pair, round_number, round_number) for pair in apart)
    wish = replace(tournament, settings=replace(settings, forbidden=settings.forbidden + more))
    try:
        forced = system.pair(wish, round_number)
    except Impossible:
        return WhyNot(chosen, None, _forbidden_outright(system, tournament, chosen, players))
    return WhyNot(chosen, forced, _judge(system, tournament, chosen, forced))


def _judge(
    system: System, tournament: Tournament, chosen: RoundPairing, forced: RoundPairing
) -> Difference | None:
    if isinstance(system, Judge):
        return system.judge(tournament, forced.round, forced.boards, forced.bye)
    if set(chosen.boards) == set(forced.boards) and chosen.bye == forced.bye:
        return None
    return Difference(Level.PROCEDURE, "", N_("The procedure of the rules leads elsewhere."))


def _forbidden_outright(
    system: System, tournament: Tournament, chosen: RoundPairing, players: tuple[int, ...]
) -> Difference:
    """No complete pairing grants the wish: a rule forbids it, or the rest cannot be completed."""
    if isinstance(system, Judge):
        if len(players) == 2:
            a, b = players
            first = system.forbids_pair(tournament, chosen.round, a, b)
        else:
            first = system.forbids_bye(tournament, chosen.round, players[0])
        if first is not None:
            return first
    return Difference(
        Level.ABSOLUTE,
        "",
        N_("With this the other players can no longer all be paired."),
        players=players,
    )


def _must_be_there(tournament: Tournament, players: tuple[int, ...]) -> None:
    for player in players:
        if player not in tournament.player:
            raise CrivelloError(N_("There is no player {player}."), player=player)
