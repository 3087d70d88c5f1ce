"""Rounds read by columns, for files in which every cell is written in the usual way.

Most files are like that, and nothing but the game is then created from a cell. If a cell is unusual
or does not agree with the opponent's, `pairs` reads cell by cell and reports the defects.
"""

from __future__ import annotations

from crivello.formats.trf.statements import ReportDraft
from crivello.model.result import Award, Bye, Result
from crivello.model.tournament import Game, Round

_FIRST_CELL = 91
_CELL = 10

_RESULTS = {
    f" w {white.value} b {black.value}": result
    for white in Award
    for black in Award
    if (result := Result.of_awards(white, black)) not in (None, Result.ADJOURNED)
}
"""The result, by the text after the opponent's number in White's cell and then in Black's."""
_BYES = {
    f"{nobody} {colour} {bye.value}": bye
    for nobody in ("0000", "    ")
    for colour in "- "
    for bye in Bye
}
"""The bye, by the text of the whole cell."""
_NOTHING = frozenset({"0000 -", "0000 -  ", " " * 8, ""})
"""Cells without a game or bye."""

Column = dict[int, str]
"""The text of one round on each player's line, by player."""
Places = tuple[list[Game], dict[int, Bye]]
"""The games and the byes of a round."""


def plain_rounds(draft: ReportDraft) -> tuple[Round, ...] | None:
    """Return all rounds, with games and byes in the order of the lines; None if a cell is
    unusual.
    """
    texts = {number: entry.line.text for number, entry in draft.players.items() if entry.plain}
    if len(texts) < len(draft.players):
        return None
    written = {f"{number:4}": number for number in texts}
    written |= {f"{number:04}": number for number in texts}
    width = max(map(len, texts.values()), default=0)
    places: list[Places] = []
    for first in range(_FIRST_CELL, width, _CELL):
        column = {number: text[first : first + 8] for number, text in texts.items()}
        found = _places(column, written)
        if found is None:
            return None
        places.append(found)
    if not _enter_byes(draft, places):
        return None
    while places and not any(places[-1]):
        places.pop()
    announced = draft.fact("rounds")
    if announced is not None and len(places) > announced:
        return None
    return tuple(Round(tuple(games), tuple(byes.items())) for games, byes in places)


def _places(column: Column, written: dict[str, int]) -> Places | None:
    games: list[Game] = []
    byes: dict[int, Bye] = {}
    with_black = allocated = 0
    for number, cell in column.items():
        opponent = written.get(cell[:4])
        if opponent is None:
            bye = _BYES.get(cell)
            if bye is not None:
                byes[number] = bye
                allocated += bye is Bye.PAIRING_ALLOCATED
            elif cell not in _NOTHING:
                return None
        elif cell[5] == "b":
            with_black += 1
        else:
            other = column[opponent]
            result = _RESULTS.get(cell[4:] + other[4:])
            if result is None or written.get(other[:4]) != number:
                return None
            games.append(Game(number, opponent, result))
    # Each White names a Black of their own; if there are as many, each Black is named.
    if with_black != len(games) or allocated > 1:
        return None
    return games, byes


def _enter_byes(draft: ReportDraft, places: list[Places]) -> bool:
    """Add the byes of record 240 and the absences of XXZ; return False if one does not fit."""
    allocated = Bye.PAIRING_ALLOCATED
    paired = [bool(games) or allocated in byes.values() for games, byes in places]
    coming = max((number for number, one in enumerate(paired, start=1) if one), default=0) + 1
    for record in draft.byes:
        games, byes = _round(places, record.round)
        playing = {player for game in games for player in (game.white, game.black)}
        for player, _ in record.who.places:
            if player not in draft.players or player in playing:
                return False
            if byes.setdefault(player, record.bye) is not record.bye:
                return False
    rounds = draft.fact("rounds")
    for who in draft.absent:
        if rounds is not None and coming > rounds:
            return False
        _, byes = _round(places, coming)
        for player, _ in who.places:
            if player not in draft.players:
                return False
            byes.setdefault(player, Bye.ZERO_POINT)
    return True


def _round(places: list[Places], number: int) -> Places:
    while len(places) < number:
        places.append(([], {}))
    return places[number - 1]
