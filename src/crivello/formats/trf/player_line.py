"""Record 001, the player line, and national lines, which have the same columns on the left."""

from __future__ import annotations

from crivello.formats.repairs import NOTHING
from crivello.formats.trf.lines import (
    A_BLANK,
    FIELD_COLUMNS,
    MAX_PLAYERS,
    MAX_ROUNDS,
    PLAYER_NUMBER,
    ROUNDS_LIMIT,
    Location,
    ReportLine,
    Values,
    blanks_at,
    cell_words,
    decimal,
    in_columns,
    number_at,
    number_in,
    plain_fields,
    read_whole_number,
    realign,
)
from crivello.formats.trf.statements import DraftCell, NationalLine, PlayerLine, ReportDraft
from crivello.model.dates import readings
from crivello.model.player import NationalRecord, Player, Sex, Title
from crivello.model.result import Award, Bye, Colour
from crivello.model.sentence import N_
from crivello.standard.exact_fraction import Fraction

RATING = N_("a rating of up to four digits, or blanks")
FIDE_NUMBER = N_("a FIDE number of up to eleven digits, or blanks")
PLAYER_POINTS = N_("points such as 11.5, or blanks")
RANK = N_("a rank from 1 to 9999, or blanks")
OPPONENT = N_("the number of the opponent, 0000 or blanks")
GAME_COLOUR = N_("w or b, as there is an opponent")
BYE_COLOUR = N_("- or a blank, as there is no opponent")
GAME_RESULT = N_("one of 1 = 0 W D L + - or a blank, as there is an opponent")
BYE_RESULT = N_("one of H F U Z or a blank, as there is no opponent")

OWN_NUMBER = N_("a number that no other player has")

SAME_NUMBER = N_("Two player lines have the number {number}; the other one is line {other}.")
OLD_TITLE = N_("Player {player}: the title is written in an old way; it is read as {title}.")
CATEGORY = N_("Player {player} has a title that is not one of FIDE's; it is kept as a category.")
UNKNOWN_SEX = N_("Player {player}: the sex is written {written}; it is read as {read}.")
RESULT_WITHOUT_OPPONENT = N_(
    "Player {player}, round {round}: a result without an opponent is read as a bye of its value."
)
WITHOUT_COLOUR = N_("Player {player}, round {round}: a game without a colour.")
OPPONENTS_RESULT = N_("the result on the opponent's line, if it has one")
OPPONENTS_LEAVES = N_("the colour that the opponent does not have")
POINTS_MISSING = N_("Player {player} has no points in the file; they are counted from the results.")
DATE = N_("a date YYYY/MM/DD, or blanks")
ODD_DATE = N_("Player {player}: the date of birth is not in the usual form; it is kept as it is.")
UNNUMBERED = N_("A player line has no number.")
SHIFTED = N_("Player {player}: from column {place} on the line is shifted by {count}.")

_LEFT_GAPS = (4, 9, 14, 48, 53, 57, 69)
"""Columns between the fields up to the date of birth."""
_GAPS = (*_LEFT_GAPS, 80, 85, 90, 91)
_FIRST_CELL = 92
_CELL = 10

CATEGORY_TAG = "category"
"""The key of a player's tag with a national category or title."""
Tags = tuple[tuple[str, str], ...]

_AWARDS = {award.value: award for award in Award if award.value in "1=0WDL+-"}
_BYES = {bye.value: bye for bye in Bye}
_BYE_FOR_RESULT = {"+": Bye.PAIRING_ALLOCATED, "=": Bye.HALF_POINT, "-": Bye.ZERO_POINT}
"""The bye that JaVaFo and bbpPairings read for a result without an opponent. See
docs/decisions/win-without-opponent.md.
"""
_BYE_FOR_GAME = {
    **dict.fromkeys("1W", Bye.FULL_POINT),
    **dict.fromkeys("D", Bye.HALF_POINT),
    **dict.fromkeys("0L", Bye.ZERO_POINT),
}
"""The bye that a tolerant reading takes for a game without an opponent."""
_OLD_TITLES = {
    "G": Title.GM,
    "M": Title.IM,
    "F": Title.FM,
    "C": Title.CM,
    **dict.fromkeys(("WG", "GF"), Title.WGM),
    **dict.fromkeys(("WM", "MF", "WI"), Title.WIM),
    **dict.fromkeys(("WF", "FF"), Title.WFM),
    **dict.fromkeys(("WC", "CF"), Title.WCM),
}
"""Titles of one letter, with a W before it or an F after it for women's titles."""
_COLOURS = {colour.value: colour for colour in Colour}
_SEX = {"M": Sex.MALE, "W": Sex.FEMALE, "F": Sex.FEMALE}


def read_player(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 001, a player line."""
    report = draft.report
    number = read_whole_number(line.cut(5, 8), 1, MAX_PLAYERS)
    if number is not None and number not in draft.players:
        enter_player(draft, line, number)
    elif report.tolerant:
        draft.unnumbered.append(line)
    elif number is None:
        report.misreads(line, 5, line.cut(5, 8), PLAYER_NUMBER)
        draft.lost_players = True
    else:
        _same_number(draft, line, number)


def _same_number(draft: ReportDraft, line: ReportLine, number: int, taken: str = "") -> None:
    where = Location(line.number, 5, line.cut(5, 8))
    about: Values = {"player": number, "number": number, "other": draft.players[number].line.number}
    draft.report.illegal(SAME_NUMBER, where, OWN_NUMBER, taken, **about)


def enter_unnumbered(draft: ReportDraft) -> None:
    """Number the lines without a number of their own, in a tolerant reading.

    A single such line gets the number that opponents name but no line has, if there is just one.
    Any other gets the number after the line before it, or the first free one.
    """
    read_plain_cells(draft)
    named = {
        opponent
        for entry in draft.players.values()
        for cell in entry.cells.values()
        if (opponent := cell.opponent) and opponent not in draft.players
    }
    before = {entry.line.number: number for number, entry in draft.players.items()}
    for line in draft.unnumbered:
        text = line.cut(5, 8)
        other = read_whole_number(text, 1, MAX_PLAYERS)
        if other is not None and draft.players[other].line.text == line.text:
            _same_number(draft, line, other, NOTHING)
            continue
        following = before.get(line.number - 1, 0) + 1
        if len(draft.unnumbered) == 1 and len(named) == 1:
            (number,) = named
        elif following not in draft.players and following <= MAX_PLAYERS:
            number = following
        else:
            number = next(n for n in range(1, MAX_PLAYERS + 2) if n not in draft.players)
        if other is None:
            where = Location(line.number, 5, text)
            draft.report.malformed(UNNUMBERED, where, PLAYER_NUMBER, str(number), player=number)
        else:
            _same_number(draft, line, other, str(number))
        before[line.number] = number
        enter_player(draft, line, number)


def enter_player(draft: ReportDraft, line: ReportLine, number: int) -> None:
    """Read the fields and rounds of a player line and enter them in the draft under this number."""
    report = draft.report
    fields = plain_fields(line.text)
    plain, original = fields is not None, line
    if fields is None:
        if report.tolerant:
            line = _in_place(draft, line, number)
        elif not blanks_at(report, line, _GAPS):
            draft.players[number] = PlayerLine(
                line, number, Player(id=number, number=number), None, {}, broken=True
            )
            return
        fields = tuple(line.text[first - 1 : last] for first, last in FIELD_COLUMNS)
    fields = tuple(map(str.strip, fields))
    sex, title_text, name, rating, federation, fide_number, birth, points_text, rank = fields
    title, tags = _title(draft, line, number, title_text) if title_text else (None, ())
    player = Player(
        name,
        number_in(report, line, 49, rating, RATING, 9999, 0) or None if rating else None,
        id=number,
        number=number,
        title=title,
        federation=federation,
        fide_id=number_in(
            report, line, 58, fide_number, FIDE_NUMBER, 10**11, 0, changes_pairing=False
        )
        or None
        if fide_number
        else None,
        birth=_birth(draft, line, number, birth) if birth else "",
        sex=_sex(draft, line, number, sex) if sex else None,
        tags=tags,
        rank=number_in(report, line, 86, rank, RANK, MAX_PLAYERS, 0, changes_pairing=False) or None
        if rank
        else None,
    )
    points = _points(draft, line, number, points_text)
    entry = PlayerLine(original, number, player, points, {}, plain=plain)
    draft.players[number] = entry
    if not plain:
        _read_cells(draft, line, entry)


def read_plain_cells(draft: ReportDraft) -> None:
    """Read the cells of plain lines too; until then they are read only as text."""
    for entry in draft.players.values():
        if entry.plain:
            entry.plain = False
            _read_cells(draft, entry.line, entry)


def _points(draft: ReportDraft, line: ReportLine, number: int, text: str) -> Fraction | None:
    report = draft.report
    if not text:
        report.warn(POINTS_MISSING, Location(line.number, 81), PLAYER_POINTS, player=number)
        return None
    points = decimal(text, signed=True)
    if points is None:
        usual = text.replace(",", ".").replace("½", ".5")
        if report.tolerant:
            points = decimal(usual, signed=True)
        taken = NOTHING if points is None else usual
        report.misreads(line, 81, text, PLAYER_POINTS, taken, changes_pairing=False)
    return points


def _in_place(draft: ReportDraft, line: ReportLine, number: int) -> ReportLine:
    """Return the line with its fields in their columns; if that fails, report what is out of
    place.
    """
    if in_columns(line.text):
        return line
    found = realign(line.text)
    if found is not None:
        text, column, count = found
        where = Location(line.number, column, line.text[column - 1 : column + 11].strip())
        taken = text[column - 1 : column + 11 + abs(count)].strip() or NOTHING
        about: Values = {"player": number, "place": column, "count": count}
        draft.report.malformed(SHIFTED, where, A_BLANK, taken, **about)
        return ReportLine(line.number, text)
    for column in _GAPS:
        if line.text[column - 1 : column] not in ("", " "):
            found_there, changes = line.text[column - 1], column in (4, 9, 53)
            draft.report.misreads(line, column, found_there, A_BLANK, changes_pairing=changes)
    return line


def _title(
    draft: ReportDraft, line: ReportLine, number: int, text: str
) -> tuple[Title | None, Tags]:
    """Return title and tags; a title that is not FIDE's becomes the tag `category`."""
    try:
        return Title(text.upper()), ()
    except ValueError:
        pass
    title = _OLD_TITLES.get(text.upper())
    known = " ".join(title.value for title in Title)
    where = Location(line.number, 11, text)
    if title is None:
        draft.report.warn(CATEGORY, where, known, player=number)
        return None, ((CATEGORY_TAG, text),)
    draft.report.warn(OLD_TITLE, where, known, player=number, title=title.value)
    return title, ()


def _sex(draft: ReportDraft, line: ReportLine, number: int, text: str) -> Sex | None:
    sex = _SEX.get(text.upper())
    if sex is None or text.upper() == "F":
        about: Values = {"player": number, "written": text, "read": sex.value if sex else "-"}
        draft.report.warn(UNKNOWN_SEX, Location(line.number, 10, text), "m w", **about)
    return sex


def _is_date(text: str) -> bool:
    """Return True for dates such as ``1990`` or ``1990/05/00``; unknown parts may be zeros."""
    digits = text[:4] + text[5:7] + text[8:]
    usual = len(text) == 4 or (len(text) == 10 and text[4] == text[7] == "/")
    return usual and digits.isascii() and digits.isdigit()


def _birth(draft: ReportDraft, line: ReportLine, number: int, text: str) -> str:
    if _is_date(text):
        return text
    if not any(letter.isalnum() for letter in text):
        return ""  # separators without a date
    days = readings(text)
    if len(days) == 1:
        return days[0]
    draft.report.warn(ODD_DATE, Location(line.number, 70, text), DATE, player=number)
    return text


def _read_cells(draft: ReportDraft, line: ReportLine, entry: PlayerLine) -> None:
    text = line.text
    rounds = -(-(len(text) - _FIRST_CELL + 1) // _CELL)
    if rounds > MAX_ROUNDS:
        column = _FIRST_CELL + _CELL * MAX_ROUNDS
        draft.report.misreads(line, column, text[column - 1 : column + 9].strip(), ROUNDS_LIMIT)
        if not draft.report.tolerant:
            entry.broken = True
            return
        rounds = MAX_ROUNDS
    for number in range(1, rounds + 1):
        first = _FIRST_CELL + _CELL * (number - 1)
        if not text[first - 1 : first + 9].strip():
            continue
        cell = _read_cell(draft, line, entry, number, first)
        if cell is not None:
            entry.cells[number] = cell


def _read_cell(
    draft: ReportDraft, line: ReportLine, entry: PlayerLine, number: int, first: int
) -> DraftCell | None:
    """Read the cell of round `number`, which starts in column `first`; None if it is blank."""
    report = draft.report
    broken = DraftCell(line.number, first, broken=True)
    whole_cell = line.text[first - 1 : first + 9]
    if report.tolerant:
        words = cell_words(whole_cell)
        if words is None:
            # Whether that matters is known once all lines are read: see `pairs`.
            return broken._replace(text=whole_cell.strip())
        opponent_text, colour_text, result, in_place = words
        if not in_place:
            report.misreads(
                line, first, whole_cell.strip(), A_BLANK, " ".join(filter(None, words[:3]))
            )
    else:
        gaps = (first + 4, first + 6, first + 8, first + 9)
        if not blanks_at(report, line, gaps):
            return broken
        opponent_text = line.cut(first, first + 3)
        colour_text = line.cut(first + 5, first + 5)
        result = line.cut(first + 7, first + 7).upper()
    opponent = read_whole_number(opponent_text, 0, MAX_PLAYERS) if opponent_text else 0
    if opponent is None:
        report.misreads(line, first, opponent_text, OPPONENT)
        return broken
    if not opponent:
        return _bye(draft, line, entry.number, number, first, colour_text, result)
    colour = _COLOURS.get(colour_text.lower())
    repaired = False
    if result and result not in _AWARDS:
        bye = _BYES.get(result)
        taken = bye.value if bye else OPPONENTS_RESULT
        report.misreads(line, first + 7, result, GAME_RESULT, taken)
        if report.tolerant and bye is not None:
            return DraftCell(line.number, first, bye=bye)
        if not report.tolerant:
            return broken
        repaired = True
    if colour is None:
        if not report.tolerant:
            report.misreads(line, first + 5, colour_text, GAME_COLOUR)
            return broken
        # The colour of an unplayed game does not matter.
        counts = result not in ("+", "-")
        where = Location(line.number, first + 5, colour_text)
        about: Values = {"player": entry.number, "round": number}
        report.malformed(WITHOUT_COLOUR, where, GAME_COLOUR, OPPONENTS_LEAVES, counts, **about)
    return DraftCell(line.number, first, opponent, colour, _AWARDS.get(result), repaired=repaired)


def _bye(
    draft: ReportDraft,
    line: ReportLine,
    player: int,
    number: int,
    first: int,
    colour_text: str,
    result: str,
) -> DraftCell | None:
    """Return the bye that a cell without an opponent means; None if the cell is blank."""
    report = draft.report
    broken = DraftCell(line.number, first, broken=True)
    if colour_text not in ("", "-"):
        report.misreads(line, first + 5, colour_text, BYE_COLOUR)
        if not report.tolerant:
            return broken
    if not result:
        return None
    bye = _BYES.get(result)
    if bye is not None:
        return DraftCell(line.number, first, bye=bye)
    where = Location(line.number, first + 7, result)
    about: Values = {"player": player, "round": number}
    bye = _BYE_FOR_RESULT.get(result)
    if bye is not None:
        report.warn(RESULT_WITHOUT_OPPONENT, where, bye.value, **about)
        return DraftCell(line.number, first, bye=bye)
    bye = _BYE_FOR_GAME.get(result)
    if bye is None or not report.tolerant:
        report.misreads(line, first + 7, result, BYE_RESULT)
        return broken
    report.malformed(RESULT_WITHOUT_OPPONENT, where, BYE_RESULT, bye.value, **about)
    return DraftCell(line.number, first, bye=bye)


_NOT_FEDERATIONS = frozenset({"ACC", "TSE", "PAB"})
"""Records of a draft standard that was never adopted; they look like federations."""


def looks_national(line: ReportLine) -> bool:
    """Return True if the line begins with a federation's code instead of 001, then a
    player's number.
    """
    tag = line.tag
    return (
        tag.isalpha()
        and tag.isascii()
        and len(tag) == 3
        and not tag.startswith(("XX", "BB"))
        and tag not in _NOT_FEDERATIONS
        and read_whole_number(line.cut(5, 8), 1, MAX_PLAYERS) is not None
    )


def read_national(draft: ReportDraft, line: ReportLine) -> None:
    """Read a national rating line of TRF26: the columns of 001 after a federation's code."""
    number = read_whole_number(line.cut(5, 8), 1, MAX_PLAYERS)
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
