"""The records that say something of the whole tournament: 012 to 222, XXR and XXC."""

from __future__ import annotations

import re

from ...model.errors import N_
from ...model.keys import BY_KEY, FAMILY_CODES, SYSTEMS
from ...model.options import BY_KEY as OPTIONS
from ...model.result import Colour
from .columns import blanks_at, number_at, players_at, whole
from .draft import Draft, Listed, Stated, TeamLine
from .lines import MAX_ROUNDS, Line

ROUNDS = N_("a number of rounds from 1 to 100")
COUNT = N_("a number")
INITIAL_COLOUR = N_("W or B")
XXC_WORD = N_("rank, white1 or black1")
ROUND_DATE = N_("a date YY/MM/DD")
ROUNDS_LIMIT = N_("at most 100 rounds")

ODD_METHOD = N_("The method of record 172 is none of those of the format; it is kept as it is.")
METHOD = N_("FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER")
ODD_TIME_CONTROL = N_("The time control of record 222 does not follow the format; it is kept.")
TIME_CONTROL = N_("periods such as 5400+30 or 40/6000+30:900+30")
NO_SUCH_SYSTEM = N_("Record 192 names a type of tournament that is not known here; it is left out.")

NO_SUCH_OPTION = N_(
    "The comment looks like an option of crivello, but it is none that is known here; it stays a"
    " comment."
)
NAMES_AND_VALUES = N_("a name and a value, such as system=lim-1999 or imaginary-point=yes")

TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "kind",
    "102": "chief_arbiter",
    "122": "time_control",
    "182": "program",
}
"""Records with free text and the settings field it fills."""
COUNTS = ("062", "072", "082")
"""Players, rated players, teams: compared with what the file has, never stored."""
METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
CODES = FAMILY_CODES | {system.code: system.key for system in SYSTEMS if system.code}
"""Type codes of record 192 and the system keys they stand for."""
BAKU = "_BAKU"
OURS = "crivello:"
"""Comments that begin so say what no record has a place for; other programs pass them over."""

_DATE = re.compile(r"[0-9]{2}/[0-9]{2}/[0-9]{2}\Z")
_PERIODS = r"([0-9]+/)?[0-9]+(\+[0-9]+)?(:([0-9]+/)?[0-9]+(\+[0-9]+)?)*"
_TIME_CONTROL = re.compile(rf"({_PERIODS}|W{_PERIODS}-B{_PERIODS})\Z")
_LAST_OF_THE_CENTURY = 70
"""A two-digit year from here on is of the twentieth century."""


def read_text(draft: Draft, line: Line) -> None:
    text = line.text[4:].strip()
    if text:
        draft.state(TEXTS[line.tag], text, line)


def read_count(draft: Draft, line: Line) -> None:
    """062, 072, 082: some programs put a remark after the number."""
    words = line.words()
    if not words:
        return
    column, word = words[0]
    number = whole(word, 0, 10**6)
    if number is None:
        draft.report.misreads(line, column, word, COUNT)
    else:
        draft.state(line.tag, number, line, column)


def read_deputy(draft: Draft, line: Line) -> None:
    text = line.text[4:].strip()
    if text:
        draft.deputy_arbiters.append(text)


def read_round_dates(draft: Draft, line: Line) -> None:
    """Record 132: dates in the columns of the rounds."""
    report = draft.report
    dates: list[str] = []
    if not blanks_at(report, line, range(4, 92)):
        return
    rounds = -(-(len(line.text) - 91) // 10)
    if rounds > MAX_ROUNDS:
        report.misreads(line, 92 + 10 * MAX_ROUNDS, "", ROUNDS_LIMIT)
        return
    for first in range(92, len(line.text) + 1, 10):
        if not blanks_at(report, line, (first + 8, first + 9)):
            return
        text = line.cut(first, first + 7)
        if text and not _DATE.match(text):
            report.misreads(line, first, text, ROUND_DATE)
            return
        dates.append(_with_century(text) if text else "")
    if dates:
        draft.state("round_dates", tuple(dates), line, 92)


def _with_century(date: str) -> str:
    return ("19" if int(date[:2]) >= _LAST_OF_THE_CENTURY else "20") + date


def read_rounds(draft: Draft, line: Line) -> None:
    """142 and XXR."""
    number = number_at(draft.report, line, 5, max(8, len(line.text)), ROUNDS, MAX_ROUNDS)
    if number is not None:
        draft.state("rounds", number, line)


def read_initial_colour(draft: Draft, line: Line) -> None:
    """Record 152."""
    text = line.text[4:].strip()
    colour = {"W": Colour.WHITE, "B": Colour.BLACK}.get(text.upper())
    if colour is None:
        draft.report.misreads(line, 5, text, INITIAL_COLOUR)
    else:
        draft.state("initial_colour", colour, line)


def read_xxc(draft: Draft, line: Line) -> None:
    """``XXC rank white1``: words in any order, over any number of lines."""
    words = line.words()
    if not words:
        draft.report.misreads(line, 5, "", XXC_WORD)
    for column, word in words:
        match word.lower():
            case "rank":
                draft.ranked = True
            case "white1":
                draft.state("initial_colour", Colour.WHITE, line, column)
            case "black1":
                draft.state("initial_colour", Colour.BLACK, line, column)
            case _:
                draft.report.misreads(line, column, word, XXC_WORD)


def read_rating_method(draft: Draft, line: Line) -> None:
    """Record 172: a federation and which of its ratings are used."""
    text = " ".join(line.text[4:].split())
    if not text:
        return
    method = text.split()[-1]
    if method.upper() not in METHODS:
        draft.report.warn(ODD_METHOD, line.number, 9, method, METHOD)
    draft.state("rating_method", text, line)


def read_system(draft: Draft, line: Line) -> None:
    """Record 192: the pairing system, perhaps with its edition, perhaps accelerated."""
    text = line.text[4:].strip()
    code = text.upper()
    if not code:
        return
    plain = code.removesuffix(BAKU)
    if plain not in CODES:
        known = ", ".join(sorted(CODES))
        draft.report.warn(NO_SUCH_SYSTEM, line.number, 5, text, known)
        return
    draft.state("system", CODES[plain], line)
    draft.state("accelerated", plain != code, line)
    if plain != code:
        draft.accelerated = Stated(plain, line.number, 5)


def read_tie_breaks(draft: Draft, line: Line) -> None:
    """202 and 212: codes with commas between them."""
    name = "tie_breaks" if line.tag == "202" else "standings_order"
    codes = tuple(code.strip() for code in line.text[4:].split(",") if code.strip())
    if codes:
        draft.state(name, codes, line)


def read_time_control(draft: Draft, line: Line) -> None:
    """Record 222."""
    text = line.text[4:].strip()
    if not text:
        return
    if not _TIME_CONTROL.match(text):
        draft.report.warn(ODD_TIME_CONTROL, line.number, 5, text, TIME_CONTROL)
    draft.state("time_control_code", text, line)


def read_comment(draft: Draft, line: Line) -> None:
    """A comment, or what crivello states in one: ``### crivello: imaginary-point=yes``."""
    text = line.text[3:].strip()
    if not text.startswith(OURS):
        draft.comments.append(text)
        return
    key, _, word = text.removeprefix(OURS).strip().partition("=")
    if key == "system" and word in BY_KEY:
        draft.state("edition", word, line)
    elif key in OPTIONS and word in OPTIONS[key].values:
        draft.state(key, word, line)
    else:
        draft.report.warn(NO_SUCH_OPTION, line.number, 5, text, NAMES_AND_VALUES)
        draft.comments.append(text)


def read_team(draft: Draft, line: Line) -> None:
    """Record 013: a name and its players."""
    who = players_at(draft.report, line, 37) if len(line.text) > 36 else []
    players, columns = zip(*who, strict=True) if who else ((), ())
    draft.teams.append(TeamLine(line.cut(5, 36), Listed(players, columns, line.number, line.tag)))
