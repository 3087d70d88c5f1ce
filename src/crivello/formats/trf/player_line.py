"""Record 001, the player line, and the national lines that share its left part."""

from __future__ import annotations

import re

from ...model.errors import N_
from ...model.player import NationalRecord, Player, Sex, Title
from ...model.result import Award, Bye, Colour
from .columns import PLAYER_NUMBER, blanks_at, decimal, number_at, whole
from .draft import Cell, Draft, NationalLine, PlayerLine
from .lines import MAX_PLAYERS, MAX_ROUNDS, Line

RATING = N_("a rating of up to four digits, or blanks")
FIDE_NUMBER = N_("a FIDE number of up to eleven digits, or blanks")
PLAYER_POINTS = N_("points such as 11.5, or blanks")
RANK = N_("a rank from 1 to 9999, or blanks")
ROUNDS_LIMIT = N_("at most 100 rounds")
OPPONENT = N_("the number of the opponent, 0000 or blanks")
GAME_COLOUR = N_("w or b, as there is an opponent")
BYE_COLOUR = N_("- or a blank, as there is no opponent")
GAME_RESULT = N_("one of 1 = 0 W D L + - or a blank, as there is an opponent")
BYE_RESULT = N_("one of H F U Z or a blank, as there is no opponent")

OWN_NUMBER = N_("a number that no other player has")

SAME_NUMBER = N_("Two player lines have the number {number}; the other one is line {other}.")
UNKNOWN_TITLE = N_("Player {player} has a title that is not known; it is left out.")
UNKNOWN_SEX = N_("Player {player}: the sex is written {written}; it is read as {read}.")
FORFEIT_WITHOUT_OPPONENT = N_(
    "Player {player}, round {round}: a forfeit without an opponent is read as a bye of its value."
)
POINTS_MISSING = N_("Player {player} has no points in the file; they are counted from his results.")
DATE = N_("a date YYYY/MM/DD, or blanks")
ODD_DATE = N_("Player {player}: the date of birth is not in the usual form; it is kept as it is.")

_LEFT_GAPS = (4, 9, 14, 48, 53, 57, 69)
"""Columns between the fields up to the date of birth."""
_GAPS = (*_LEFT_GAPS, 80, 85, 90, 91)
_FIRST_CELL = 92
_CELL = 10
_DATE = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}\Z")

_AWARDS = {award.value: award for award in Award if award.value in "1=0WDL+-"}
_BYES = {bye.value: bye for bye in Bye}
_BYE_FOR_FORFEIT = {"+": Bye.FULL_POINT, "-": Bye.ZERO_POINT}
_COLOURS = {colour.value: colour for colour in Colour}
_SEX = {"M": Sex.MALE, "W": Sex.FEMALE, "F": Sex.FEMALE}


def read_player(draft: Draft, line: Line) -> None:
    """Record 001."""
    report = draft.report
    number = number_at(report, line, 5, 8, PLAYER_NUMBER, MAX_PLAYERS)
    if number is None:
        draft.lost_players = True
        return
    if number in draft.players:
        report.illegal(
            SAME_NUMBER,
            line.number,
            5,
            line.cut(5, 8),
            OWN_NUMBER,
            player=number,
            number=number,
            other=draft.players[number].line.number,
        )
        return
    entry = PlayerLine(line, number, Player(number, number), None, {})
    draft.players[number] = entry
    if not blanks_at(report, line, _GAPS):
        entry.broken = True
        return
    entry.player = Player(
        id=number,
        number=number,
        name=line.cut(15, 47),
        title=_title(draft, line, number),
        rating=number_at(report, line, 49, 52, RATING, 9999, 0, required=False) or None,
        federation=line.cut(54, 56),
        fide_id=number_at(report, line, 58, 68, FIDE_NUMBER, 10**11, 0, required=False) or None,
        birth=_birth(draft, line, number),
        sex=_sex(draft, line, number),
        rank=number_at(report, line, 86, 89, RANK, MAX_PLAYERS, 0, required=False) or None,
    )
    points = line.cut(81, 84)
    if points:
        entry.points = decimal(points, signed=True)
        if entry.points is None:
            report.misreads(line, 81, points, PLAYER_POINTS)
    else:
        report.warn(POINTS_MISSING, line.number, 81, "", PLAYER_POINTS, player=number)
    _read_cells(draft, line, entry)


def _title(draft: Draft, line: Line, number: int) -> Title | None:
    text = line.cut(11, 13)
    try:
        return Title(text.upper()) if text else None
    except ValueError:
        known = " ".join(title.value for title in Title)
        draft.report.warn(UNKNOWN_TITLE, line.number, 11, text, known, player=number)
        return None


def _sex(draft: Draft, line: Line, number: int) -> Sex | None:
    text = line.cut(10, 10)
    sex = _SEX.get(text.upper())
    if text and (sex is None or text.upper() == "F"):
        read = sex.value if sex else "-"
        draft.report.warn(
            UNKNOWN_SEX, line.number, 10, text, "m w", player=number, written=text, read=read
        )
    return sex


def _birth(draft: Draft, line: Line, number: int) -> str:
    text = line.cut(70, 79)
    if text and not _DATE.match(text):
        draft.report.warn(ODD_DATE, line.number, 70, text, DATE, player=number)
    return text


def _read_cells(draft: Draft, line: Line, entry: PlayerLine) -> None:
    text = line.text
    rounds = -(-(len(text) - _FIRST_CELL + 1) // _CELL)
    if rounds > MAX_ROUNDS:
        column = _FIRST_CELL + _CELL * MAX_ROUNDS
        draft.report.misreads(line, column, text[column - 1 : column + 9].strip(), ROUNDS_LIMIT)
        entry.broken = True
        return
    for number in range(1, rounds + 1):
        first = _FIRST_CELL + _CELL * (number - 1)
        if not text[first - 1 : first + 9].strip():
            continue
        cell = _read_cell(draft, line, entry, number, first)
        if cell is not None:
            entry.cells[number] = cell


def _read_cell(draft: Draft, line: Line, entry: PlayerLine, number: int, first: int) -> Cell | None:
    """The cell of round `number`, whose opponent starts in column `first`."""
    report = draft.report
    broken = Cell(line.number, first, broken=True)
    gaps = (first + 4, first + 6, first + 8, first + 9)
    if not blanks_at(report, line, gaps):
        return broken
    opponent_text = line.cut(first, first + 3)
    colour_text = line.cut(first + 5, first + 5)
    result = line.cut(first + 7, first + 7).upper()
    opponent = whole(opponent_text, 0, MAX_PLAYERS) if opponent_text else 0
    if opponent is None:
        report.misreads(line, first, opponent_text, OPPONENT)
        return broken
    colour = _COLOURS.get(colour_text.lower())

    if opponent:
        if colour is None:
            report.misreads(line, first + 5, colour_text, GAME_COLOUR)
            return broken
        if result and result not in _AWARDS:
            report.misreads(line, first + 7, result, GAME_RESULT)
            return broken
        return Cell(line.number, first, opponent, colour, _AWARDS.get(result))

    if colour_text not in ("", "-"):
        report.misreads(line, first + 5, colour_text, BYE_COLOUR)
        return broken
    if not result:
        return None
    bye = _BYES.get(result)
    if bye is None and result in _BYE_FOR_FORFEIT:
        bye = _BYE_FOR_FORFEIT[result]
        report.warn(
            FORFEIT_WITHOUT_OPPONENT,
            line.number,
            first + 7,
            result,
            bye.value,
            player=entry.number,
            round=number,
        )
    if bye is None:
        report.misreads(line, first + 7, result, BYE_RESULT)
        return broken
    return Cell(line.number, first, bye=bye)


_NOT_FEDERATIONS = frozenset({"ACC", "TSE", "PAB"})
"""Tags of a draft that never became a standard."""


def looks_national(line: Line) -> bool:
    """A federation's code where a player line has 001, and a player's number after it."""
    tag = line.tag
    return (
        tag.isalpha()
        and tag.isascii()
        and len(tag) == 3
        and not tag.startswith(("XX", "BB"))
        and tag not in _NOT_FEDERATIONS
        and whole(line.cut(5, 8), 1, MAX_PLAYERS) is not None
    )


def read_national(draft: Draft, line: Line) -> None:
    """A national rating line of TRF26: the static columns of 001 under a federation's code."""
    number = whole(line.cut(5, 8), 1, MAX_PLAYERS)
    if number is None or not blanks_at(draft.report, line, _LEFT_GAPS):
        return
    rating = number_at(draft.report, line, 49, 52, RATING, 9999, 0, required=False)
    record = NationalRecord(
        federation=line.tag,
        name=line.cut(15, 47),
        title=line.cut(11, 13),
        rating=rating or None,
        identifier=line.cut(58, 68),
        birth=line.cut(70, 79),
        sex=line.cut(10, 10).lower(),
        classification=line.cut(54, 56),
    )
    draft.national.append(NationalLine(number, record, line.number))
