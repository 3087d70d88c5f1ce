"""What the pages on the network share, and how they answer scripts."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import Body, Depends, Request
from fastapi.responses import JSONResponse, Response

from crivello.desk.matches import results_from_home, seats_at
from crivello.desk.roles import DeviceRole
from crivello.desk.state import PublishedRound
from crivello.model.dates import read_day
from crivello.model.errors import CrivelloError, WordError
from crivello.model.player import Player
from crivello.model.quick import frozen
from crivello.model.result import BY_KEY, KEY_OF, Colour, Result
from crivello.standings.crosstable import person
from crivello.web.desks import Desks
from crivello.web.network.book import Book, BookDevice
from crivello.web.network.codes import Codes
from crivello.web.network.guard import Guesses, NetworkWho, cookie_name
from crivello.web.network.links import HallLinks
from crivello.web.session import VALID_SECONDS
from crivello.web.view import Names, SectionPage, View, named_section, refusal
from crivello.words import N_

LONGEST_KEY = 64
NO_KEY = N_("The entry came without its key. Nothing was changed: reload the page.")


@dataclass
class Network:
    book: Book
    codes: Codes
    guesses: Guesses
    until: float
    one_phone: bool
    screen_codes: bool
    secure: str
    authority: bytes
    fingerprint: str
    """The fingerprint of the authority."""
    links: HallLinks
    clock: Callable[[], float]
    shown: dict[tuple[str, str], int] = field(default_factory=dict)
    """The last round of each section that somebody has been shown."""


def event_end(desks: Desks, files: Collection[str], at_least: float) -> float:
    """When the event of these tournaments is over: at the end of the last day that they announce.

    Where no day is announced it is taken to last two weeks, as for a session at the desk. It never
    ends before `at_least`, until when the network is on.
    """
    days = []
    for name in files:
        for section in desks.file(name).snapshot.state.sections.values():
            for text in (section.settings.end, *section.settings.round_dates):
                with suppress(WordError):
                    days.append(datetime.strptime(read_day(text), "%Y/%m/%d"))
    if not days:
        return max(at_least, time.time() + VALID_SECONDS)
    return max(at_least, (max(days) + timedelta(days=1)).timestamp())


def network_of(request: Request) -> Network:
    found: Network = request.app.state.network
    return found


def device_of(request: Request) -> BookDevice:
    """The device that the guard let in."""
    who: NetworkWho = request.state.who
    assert who.row is not None
    return who.row


Json = Annotated[dict[str, Any], Body()]


def text_of(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    return value.strip() if isinstance(value, str) else ""


def number_of(body: Mapping[str, Any], name: str) -> int:
    value = body.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def numbers_of(body: Mapping[str, Any], name: str) -> tuple[int, ...]:
    value = body.get(name)
    if not isinstance(value, list):
        return ()
    return tuple(one for one in value[:2000] if isinstance(one, int) and not isinstance(one, bool))


def result_of(body: Mapping[str, Any], name: str) -> Result | None:
    """A result by its key, as the pages of the desk have it; None if there is none."""
    found = BY_KEY.get(text_of(body, name))
    return None if found is None else found.result


def key_of(body: Mapping[str, Any]) -> str:
    """The key the device gave to this entry."""
    key = text_of(body, "key")
    if not 8 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise NoKey(NO_KEY)
    return key


class NoKey(CrivelloError, code="no-entry-key"):
    """Without a key an entry could be done twice."""


def code_of(result: Result | None) -> str:
    return KEY_OF[result] if result is not None else ""


@frozen
class HallGame:
    """One game as devices enter it: that of a table, or of a board of its match."""

    board: int
    """The place of its table in the list."""
    game: int
    """Of a match: the board, or which of its two games, from 1; else 0."""
    table: int | str
    """``5``; of a match ``5.2``."""
    white: Player
    """Of a match: the player of the side named first, from which the result is seen."""
    black: Player
    colour: Colour
    """Which `white` really has."""
    result: Result | None


def hall_games(page: SectionPage, board: int | None = None) -> list[HallGame]:
    """The games of the round that is being played, of all tables or of one."""
    if not page.section.rounds:
        return []
    this = page.section.rounds[-1]
    boards = range(1, len(this.games) + 1) if board is None else (board,)
    return [one for at in boards for one in _games_at(page, this, at)]


def _games_at(page: SectionPage, this: PublishedRound, board: int) -> Iterator[HallGame]:
    pair, table = this.games[board - 1], this.tables[board - 1]
    if not this.boards:
        white, black = page.names[pair.white], page.names[pair.black]
        yield HallGame(board, 0, table, white, black, Colour.WHITE, pair.result)
        return
    results = results_from_home(pair, this.lineups, this.boards[board - 1])
    for at, (game, result) in enumerate(zip(this.boards[board - 1], results, strict=True), 1):
        home, guest = seats_at(pair, this.lineups, at)
        if game is not None and home is not None and guest is not None:
            one, other = page.names[home], page.names[guest]
            yield HallGame(board, at, f"{table}.{at}", one, other, game.colour(home), result)


def side_name(page: SectionPage, game: HallGame, player: Player) -> str:
    """A player as devices show them; at a board of a match with the colour."""
    if not game.game:
        return person(player)
    has_white = (player is game.white) == (game.colour is Colour.WHITE)
    colour = page.say(N_("White") if has_white else N_("Black"))
    return f"{person(player)} ({colour})"


def answer_done(text: str, model: Mapping[str, object]) -> Response:
    """It is done, and this is how things stand now."""
    return JSONResponse({**model, "state": "done", "text": text})


def answer_refused(view: View, error: CrivelloError, names: Names | None = None) -> Response:
    """Refused for good: the device does not send it again."""
    lines = refusal(error, view.words, names or {}).lines
    text = " ".join(line.text for line in lines)
    return JSONResponse({"state": "refused", "text": text}, 409)


def let_in(view: View, response: Response, role: DeviceRole, session: str, seconds: int) -> None:
    """The cookie of a role: over TLS only, for this name only, not for scripts."""
    response.set_cookie(
        cookie_name(view.desktop.sessions, role),
        session,
        max_age=seconds,
        path="/",
        secure=True,
        httponly=True,
        samesite="strict",
    )


def section_page(request: Request) -> SectionPage:
    return SectionPage(request, *named_section(request))


AtSection = Annotated[SectionPage, Depends(section_page)]
"""A section for a device that may see more than is published."""
