"""What waits for the arbiter on the page Network, and how much of it."""

from __future__ import annotations

from crivello.desk import Section
from crivello.web.network.book import OPEN, WAITING, Book
from crivello.web.network.codes import of_table
from crivello.web.network.switch import Switch


def waiting_for_arbiter(switch: Switch, file: str, section: Section) -> int:
    """Count devices to approve, tables that propose, requests of players and late entries."""
    if switch.book is None:
        return 0
    book = Book(switch.book)
    try:
        waiting = sum(one.state == WAITING for one in book.devices())
        waiting += sum(one.state == OPEN for one in book.requests(file, section.key))
        waiting += len(book.late_arrivals(file, section.key))
        return waiting + _tables_with_proposals(book, file, section)
    finally:
        book.close()


def _tables_with_proposals(book: Book, file: str, section: Section) -> int:
    """Count games without a result that one phone or more proposes a result for."""
    proposed = {(one.invitation, one.game) for one in book.proposals()}
    if not proposed or not section.rounds:
        return 0
    this = section.rounds[-1]
    found = 0
    for board, game in enumerate(this.games, start=1):
        name = of_table(file, section, board).name
        if this.boards:
            boards = enumerate(this.boards[board - 1], start=1)
            open_games = [at for at, one in boards if one is not None and one.result is None]
        else:
            open_games = [0] if game.result is None else []
        found += sum((name, at) in proposed for at in open_games)
    return found
