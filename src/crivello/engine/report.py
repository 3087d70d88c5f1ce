"""The report of ``-c``: each round is paired again, and both pairings are shown if they differ."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from crivello.engine.convention import Convention
from crivello.model.field import Field
from crivello.model.pairing import Board, RoundPairing
from crivello.model.tournament import Round
from crivello.rules.rounds import in_publication_order

HEADER = "  Checker pairings        Tournament pairings "
NO_PAIRING = "No valid pairing exists."


def round_report(
    name: str, this: Round, field: Field, expected: RoundPairing | None, convention: Convention
) -> list[str]:
    """Return the lines about one round; `expected` is None if no legal pairing exists."""
    lines = [f"{name}: Round #{field.round}"]
    actual, actual_bye = boards_of(this)
    if expected is None:
        return [*lines, NO_PAIRING, ""]
    ours, theirs = set(expected.boards), set(actual)
    if ours == theirs and expected.bye == actual_bye:
        return lines
    turned = [board for board in expected.boards if Board(board.black, board.white) in theirs]
    if convention.turned_apart:
        lines += [f"{board.white} and {board.black} had inverted colors" for board in turned]
        ours -= set(turned)
        theirs -= {Board(board.black, board.white) for board in turned}
    left = _list_column(field, ours - theirs, expected.bye, actual_bye)
    right = _list_column(field, theirs - ours, actual_bye, expected.bye)
    lines.append(HEADER)
    for mine, other in zip_longest(left, right, fillvalue=""):
        lines.append(f"{mine:>13}{other:>25}".rstrip())
    return [*lines, ""]


def boards_of(this: Round) -> tuple[list[Board], int | None]:
    """Return the boards and the bye of a round as paired, with the scheduled colours."""
    boards = [
        Board(game.black, game.white) if game.reversed else Board(game.white, game.black)
        for game in this.games
    ]
    byes = [player for player, bye in this.byes if not bye.requested]
    return boards, byes[0] if byes else None


def _list_column(
    field: Field, boards: Iterable[Board], bye: int | None, other_bye: int | None
) -> list[str]:
    """Return the boards as lines in publication order, then the bye if it differs from the other
    one.
    """
    entrants = {entrant.id: entrant for entrant in field.entrants}
    pairs = [(entrants[board.white], entrants[board.black]) for board in boards]
    lines = [_write_board(one.white, one.black) for one in in_publication_order(pairs, field)]
    if bye is not None and bye != other_bye:
        lines.append(_write_board(bye, 0))
    return lines


def _write_board(white: int, black: int) -> str:
    return f"{white} - {black:3}"


__all__ = ["HEADER", "NO_PAIRING", "boards_of", "round_report"]
