"""Find a player or a table; the search box is on every page of the desk."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk.lookup import search
from crivello.model.grammar import is_number
from crivello.model.player import Player
from crivello.model.player_fields import shown_facts
from crivello.standard.classes import frozen
from crivello.web.players.view import player_row
from crivello.web.round.view import BoardRow, board_row
from crivello.web.view import AtDesk, SectionPage

router = APIRouter(prefix="/t/{file}/{section}/find")

SHOWN = 30
"""The most players that are listed."""


@frozen
class FoundPlayer:
    """A player who was found, with the table in the round being played."""

    player: Player
    url: str
    facts: str
    status: str
    board: BoardRow | None = None
    """The player's board in the current round."""
    board_url: str = ""


@frozen
class FindModel:
    """The players and the table that were found."""

    players: Sequence[FoundPlayer] = ()
    more: int = 0
    board: BoardRow | None = None
    """The table with the typed number, in the current round."""
    board_url: str = ""

    @property
    def only(self) -> str:
        """The address of what was found, if it is only one; else empty."""
        if self.board is None and len(self.players) == 1 and not self.more:
            return self.players[0].url
        return self.board_url if self.board is not None and not self.players else ""


@router.get("")
def find(page: AtDesk, q: str = "") -> Response:
    """Show what was found; if it is only one player or table, go to its page."""
    found = _find(page, q)
    if page.htmx:
        return page.render("find/found_list.html", found=found, q=q.strip())
    if found.only:
        return page.redirect(found.only)
    return page.render("find/find.html", found=found, q=q.strip())


def _find(page: SectionPage, text: str) -> FindModel:
    players = search(page.section, text)
    number = len(page.section.rounds)
    this = page.section.rounds[-1] if number else None
    boards: dict[int, int] = {}
    board = None
    if this is not None:
        for place, game in enumerate(this.games, start=1):
            boards |= {game.white: place, game.black: place}
        if is_number(text.strip()) and int(text) in this.tables:
            board = this.tables.index(int(text)) + 1
    return FindModel(
        [_player(page, player, number, boards.get(player)) for player in players[:SHOWN]],
        len(players[SHOWN:]),
        None if board is None else board_row(page, number, board),
        "" if board is None else page.url("round", number, "board", board),
    )


def _player(page: SectionPage, player: int, number: int, board: int | None) -> FoundPlayer:
    known = page.names[player]
    row = player_row(page, known)
    return FoundPlayer(
        known,
        page.url("players", player),
        " ".join(filter(None, (row.rating, *shown_facts(known)))),
        row.status,
        None if board is None else board_row(page, number, board),
        "" if board is None else page.url("round", number, "board", board),
    )
