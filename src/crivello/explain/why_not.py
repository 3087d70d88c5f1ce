"""Why not A against B? Solve again with that forced, and say where it is worse.

Forcing needs no second solver: two players who may meet nobody but each other are paired with each
other in every pairing of the round. So a wish is a few more forbidden pairs. The best pairing that
grants it is judged by the rules without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.explain.people import must_be_there
from crivello.model.errors import N_, Illegal, Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import Sentence
from crivello.model.tournament import Tournament
from crivello.systems.difference import Difference, Level
from crivello.systems.registry import Judge, System
from crivello.systems.wish import Wish


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
    must_be_there(tournament, one, other)
    if one == other:
        raise Illegal(N_("Nobody can meet themselves."))
    others = [p.id for p in tournament.players if p.id not in (one, other)]
    apart = [(player, p) for player in (one, other) for p in others]
    wish = Wish(frozenset(apart), frozenset((one, other)))
    return _solve(system, tournament, round_number, wish, (one, other))


def why_not_bye(system: System, tournament: Tournament, round_number: int, player: int) -> WhyNot:
    """Why does `player` not get the pairing-allocated bye?"""
    must_be_there(tournament, player)
    wish = Wish(frozenset((player, p.id) for p in tournament.players if p.id != player))
    return _solve(system, tournament, round_number, wish, (player,))


def why_not_colour(
    system: Judge, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> WhyNot:
    """Why does `player` not get this colour? He may meet only those who would leave it to him."""
    must_be_there(tournament, player)
    kept = system.opponents_with(tournament, round_number, player, colour)
    others = [p.id for p in tournament.players if p.id != player and p.id not in kept]
    wish = Wish(frozenset((player, p) for p in others), frozenset((player,)))
    return _solve(system, tournament, round_number, wish, ())


def _solve(
    system: System,
    tournament: Tournament,
    round_number: int,
    wish: Wish,
    players: tuple[int, ...],
) -> WhyNot:
    """`players`: a pair or a single player whom a rule may forbid what is wished for."""
    chosen = system.pair(tournament, round_number)
    if not isinstance(system, Judge):
        return WhyNot(chosen, None, Difference(Level.PROCEDURE, "", Sentence(PROCEDURE)))
    first = _forbidden_outright(system, tournament, round_number, players)
    if first is not None:
        return WhyNot(chosen, None, first)
    try:
        forced = system.best_with(tournament, round_number, wish)
    except Impossible:
        return WhyNot(
            chosen, None, Difference(Level.ABSOLUTE, "", Sentence(NO_COMPLETION), players=players)
        )
    difference = system.judge(tournament, round_number, forced.boards, forced.bye)
    return WhyNot(chosen, forced, difference)


PROCEDURE = N_("The procedure of the rules leads elsewhere.")
NO_COMPLETION = N_("With this the other players can no longer all be paired.")


def _forbidden_outright(
    system: Judge, tournament: Tournament, round_number: int, players: tuple[int, ...]
) -> Difference | None:
    if len(players) == 2:
        return system.forbids_pair(tournament, round_number, *players)
    if players:
        return system.forbids_bye(tournament, round_number, players[0])
    return None
