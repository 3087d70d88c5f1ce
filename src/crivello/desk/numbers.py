"""Pairing numbers after a correction or a late entry, and table numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from crivello.desk.announcement import Announcement
from crivello.desk.events import Boards
from crivello.desk.notices import NUMBERS_MOVE, Notice
from crivello.desk.state import Section
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.model.sentence import ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.rules.handling import handling_of
from crivello.rules.initial_order import FROZEN_FROM, Move, admit, correct, moves_between

Order = tuple[int, ...]


def order_after_corrections(
    section: Section, players: Iterable[Player]
) -> tuple[Order, tuple[Move, ...]]:
    """Return the order of all players after corrections, and whose numbers change.

    The order no longer changes once round 4 has been paired (C.04.2: 2.3).
    """
    # C.04.2.B.3 (3, 4); C.04.2.D.8 (3)
    tournament = section.tournament
    if is_round_robin(section.settings.system):
        return section.order, ()  # numbers that were drawn do not follow ratings
    for player in players:
        if player.id in tournament.player:
            tournament = correct(tournament, player, section.initial_order).tournament
    order, moves = _order_and_moves(section, tournament)
    if not section.exchanges or len(section.rounds) >= FROZEN_FROM:
        return order, moves
    order = section.exchange(order)  # they were sorted again
    numbers = {player: number for number, player in enumerate(order, start=1)}
    return order, moves_between(section.listed_players, numbers)


def order_with(section: Section, newcomers: tuple[int, ...]) -> tuple[Order, tuple[Move, ...]]:
    """Return the order of all players after late entries, and whose numbers change (C.04.2:
    2.4).
    """
    # C.04.2.C.2 (4)
    tournament = section.tournament
    edition = handling_of(section.settings)
    order = section.initial_order
    for player in newcomers:
        joined = admit(tournament, section.registration(player).player, edition, order)
        tournament = joined.tournament
    return _order_and_moves(section, tournament)


def _order_and_moves(section: Section, new: Tournament) -> tuple[Order, tuple[Move, ...]]:
    players = sorted(new.players, key=lambda player: player.number)
    numbers = {player.id: player.number for player in players}
    return tuple(numbers), moves_between(section.listed_players, numbers)


def moves_notice(moves: tuple[Move, ...], article: str) -> list[Notice]:
    """Return a notice of the players whose numbers change; empty if there are none."""
    if not moves:
        return []
    shown = ListOf(tuple(f"{move.before} → {move.after}" for move in moves), 20)
    players = tuple(move.player for move in moves)
    return [Notice(Sentence(NUMBERS_MOVE, count=len(moves), moves=shown), article, players)]


# Table numbers: where a board stands in the hall, which is not its place in the list.


def table_numbers(
    boards: Boards, announced: Announcement, fixed: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the table of each board: fixed tables first, then free numbers in order.

    If two players with fixed tables meet, they play at the one with the lower number.
    """
    tables: dict[int, int] = {}
    taken = set(announced.skipped_tables)
    for place, pair in enumerate(boards):
        wanted = sorted(fixed[player] for player in pair if player in fixed)
        free = [table for table in wanted if table not in tables.values()]
        if free:
            tables[place] = free[0]
    taken |= set(tables.values()) | set(fixed.values())  # a fixed table waits for its player
    numbers = (number for number in count(announced.first_table) if number not in taken)
    return tuple(tables[i] if i in tables else next(numbers) for i in range(len(boards)))
