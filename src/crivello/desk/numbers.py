"""Pairing numbers at the desk: the order after a correction or a late entry, and who moves."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.desk.notices import NUMBERS_MOVE, Notice
from crivello.desk.state import Section
from crivello.model.player import Player
from crivello.model.sentence import Sentence
from crivello.rules.handling import handling_of
from crivello.rules.initial_order import title_order
from crivello.rules.numbering import Move, admit, correct

Order = tuple[int, ...]


def order_after_corrections(
    section: Section, players: Iterable[Player]
) -> tuple[Order, tuple[Move, ...]]:
    """The order with corrected data; after round 4 it is the one there was (C.04.2: 2.3)."""
    tournament = section.tournament
    for player in players:
        if player.id in tournament.player:
            tournament = correct(
                tournament, player, title_order(section.settings.system)
            ).tournament
    new = sorted(tournament.players, key=lambda p: p.number)
    before = {player.id: player.number for player in section.listed}
    moves = tuple(Move(p.id, before[p.id], p.number) for p in new if before[p.id] != p.number)
    return tuple(p.id for p in new), moves


def order_with(section: Section, newcomers: tuple[int, ...]) -> tuple[Order, tuple[Move, ...]]:
    """The order with late entries, one after the other, and whose number changes (2.4)."""
    tournament = section.tournament
    edition = handling_of(section.settings)
    titles = title_order(section.settings.system)
    for player in newcomers:
        joined = admit(tournament, section.registration(player).player, edition, titles)
        tournament = joined.tournament
    players = sorted(tournament.players, key=lambda p: p.number)
    before = {player.id: player.number for player in section.listed}
    moves = tuple(
        Move(p.id, before[p.id], p.number)
        for p in players
        if p.id in before and before[p.id] != p.number
    )
    return tuple(p.id for p in players), moves


def moves_notice(moves: tuple[Move, ...], article: str) -> list[Notice]:
    """Who moves, shown with the action."""
    if not moves:
        return []
    shown = ", ".join(f"{move.before} → {move.after}" for move in moves[:20])
    shown += ", …" if len(moves) > 20 else ""
    players = tuple(move.player for move in moves)
    return [Notice(Sentence(NUMBERS_MOVE, count=len(moves), moves=shown), article, players)]
