"""The records that say something of the whole tournament: 012 to 222, XXR and XXC."""

from __future__ import annotations

import re

from crivello.formats.repairs import NOTHING
from crivello.formats.trf.columns import players_at, whole
from crivello.formats.trf.draft import Listed, ReportDraft, Stated, TeamLine
from crivello.formats.trf.lines import MAX_ROUNDS, ReportLine
from crivello.model.keys import FAMILY_CODES, SYSTEMS, nearest_edition
from crivello.model.quick import pattern
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.model.settings import OPTION_BY_KEY as OPTIONS

ROUNDS = N_("a number of rounds from 1 to 100")
COUNT = N_("a number")
INITIAL_COLOUR = N_("W or B")
XXC_WORD = N_("rank, white1 or black1")

ODD_METHOD = N_("The method of record 172 is none of those of the format; it is kept as it is.")
METHOD = N_("FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER")
ODD_TIME_CONTROL = N_("The time control of record 222 does not follow the format; it is kept.")
TIME_CONTROL = N_("periods such as 5400+30 or 40/6000+30:900+30")
NO_SUCH_SYSTEM = N_("Record 192 names a type of tournament that is not known here.")
NOT_PAIRED_HERE = N_("Record 192 names a type of tournament that is not paired here.")
NEAREST_EDITION = N_("Record 192 names an edition of {year} that is not known; {system} is taken.")
A_SWISS = N_("FIDE_DUTCH, FIDE_DUBOV or FIDE_BURSTEIN, with a year or _BAKU after it if need be")

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
_COLOUR_WORDS = {"white": Colour.WHITE, "black": Colour.BLACK}
METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
CODES = {
    **FAMILY_CODES,
    **{code: system.key for system in SYSTEMS.values() for code in system.codes},
}
"""Type codes of record 192 and the system keys they stand for.

The rules in force from 2026 were approved in 2025: bbpPairings names them by that year.
"""
BAKU = "_BAKU"
_NO_SWISS = (
    (pattern(r"(?:FIDE|BERGER)_(?:DOUBLE)?ROUNDROBIN\Z"), "round-robin"),
    (pattern(r"FIDE_TEAM(?:_TYPE[AB])?(?:_[MG]P){0,2}\Z"), "team-swiss"),
)
"""Types of the format that can be read and shown, but are not paired."""
_OTHER_SWISS = frozenset({"CUSTOM_SWISS", "CUSTOM_DOUBLESWISS", "FIDE_DOUBLESWISS"})
_DATED = pattern(r"(\w+)_((?:19|20)[0-9]{2})\Z")
OURS = "crivello:"
MEETING = "first-round"
ESTIMATES = "estimates"
"""Comments that begin so say what no record has a place for; other programs pass them over."""

_PERIODS = r"([0-9]+/)?[0-9]+(\+[0-9]+)?(:([0-9]+/)?[0-9]+(\+[0-9]+)?)*"
_TIME_CONTROL = pattern(rf"({_PERIODS}|W{_PERIODS}-B{_PERIODS})\Z")


def read_text(draft: ReportDraft, line: ReportLine) -> None:
    text = line.text[4:].strip()
    if text:
        draft.state(TEXTS[line.tag], text, line)


def read_count(draft: ReportDraft, line: ReportLine) -> None:
    """062, 072, 082: some programs put a remark after the number."""
    words = line.words()
    if not words:
        return
    column, word = words[0]
    number = whole(word, 0, 10**6)
    if number is None:
        draft.report.misreads(line, column, word, COUNT, changes_pairing=False)
    else:
        draft.state(line.tag, number, line, column)


def read_deputy(draft: ReportDraft, line: ReportLine) -> None:
    text = line.text[4:].strip()
    if text:
        draft.deputy_arbiters.append(text)


def read_rounds(draft: ReportDraft, line: ReportLine) -> None:
    """142 and XXR."""
    text = line.text[4:].strip()
    number = whole(text, 1, MAX_ROUNDS)
    if number is None:
        digits = re.findall("[0-9]+", text)
        if draft.report.tolerant and len(digits) == 1:  # such as "9 rounds"
            number = whole(digits[0], 1, MAX_ROUNDS)
        draft.report.misreads(line, 5, text, ROUNDS, str(number or NOTHING))
    if number is not None:
        draft.state("rounds", number, line)


def read_initial_colour(draft: ReportDraft, line: ReportLine) -> None:
    """Record 152."""
    text = line.text[4:].strip()
    colour = {"W": Colour.WHITE, "B": Colour.BLACK}.get(text.upper())
    if colour is None:
        if draft.report.tolerant:
            colour = _COLOUR_WORDS.get(text.lower())
        taken = colour.value.upper() if colour else NOTHING
        draft.report.misreads(line, 5, text, INITIAL_COLOUR, taken, colour is None)
    if colour is not None:
        draft.state("initial_colour", colour, line)


def read_xxc(draft: ReportDraft, line: ReportLine) -> None:
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
            case other:
                colour = _COLOUR_WORDS.get(other) if draft.report.tolerant else None
                taken = f"{colour.name.lower()}1" if colour else NOTHING
                draft.report.misreads(line, column, word, XXC_WORD, taken, colour is None)
                if colour is not None:
                    draft.state("initial_colour", colour, line, column)


def read_rating_method(draft: ReportDraft, line: ReportLine) -> None:
    """Record 172: a federation and which of its ratings are used."""
    text = " ".join(line.text[4:].split())
    if not text:
        return
    method = text.split()[-1]
    if method.upper() not in METHODS:
        draft.report.warn(ODD_METHOD, line.number, 9, method, METHOD)
    draft.state("rating_method", text, line)


def read_system(draft: ReportDraft, line: ReportLine) -> None:
    """Record 192: the pairing system, perhaps with its edition, perhaps accelerated."""
    text = line.text[4:].strip()
    code = text.upper()
    if not code:
        return
    plain = code.removesuffix(BAKU)
    system = CODES.get(plain) or _nearest_edition(draft, line, plain)
    if system is None:
        system = next((kind for form, kind in _NO_SWISS if form.match(plain)), None)
        if system == "team-swiss":
            draft.team_records.append(line.text)
    if system is None:
        template = NOT_PAIRED_HERE if plain in _OTHER_SWISS else NO_SUCH_SYSTEM
        draft.report.malformed(template, line.number, 5, text, A_SWISS)
        return
    draft.state("system", system, line)
    draft.state("accelerated", plain != code, line)
    if plain != code:
        draft.accelerated = Stated(plain, line.number, 5)


def _nearest_edition(draft: ReportDraft, line: ReportLine, plain: str) -> str | None:
    """A known family with a year that no edition has: the edition with the nearest year."""
    found = _DATED.match(plain)
    family = FAMILY_CODES.get(found[1]) if found else None
    if found is None or family is None:
        return None
    year = int(found[2])
    edition = nearest_edition(family, year)
    if edition.year != year:
        draft.report.warn(NEAREST_EDITION, line.number, 5, plain, year=year, system=edition.key)
    return edition.key


def read_tie_breaks(draft: ReportDraft, line: ReportLine) -> None:
    """202 and 212: codes with commas between them."""
    name = "tie_breaks" if line.tag == "202" else "standings_order"
    codes = tuple(code.strip() for code in line.text[4:].split(",") if code.strip())
    if codes:
        draft.state(name, codes, line)


def read_time_control(draft: ReportDraft, line: ReportLine) -> None:
    """Record 222."""
    text = line.text[4:].strip()
    if not text:
        return
    if not _TIME_CONTROL.match(text):
        draft.report.warn(ODD_TIME_CONTROL, line.number, 5, text, TIME_CONTROL)
    draft.state("time_control_code", text, line)


def read_comment(draft: ReportDraft, line: ReportLine) -> None:
    """A comment, or what crivello states in one: ``### crivello: imaginary-point=yes``."""
    text = line.text[3:].strip()
    if not text.startswith(OURS):
        draft.comments.append(text)
        return
    key, _, word = text.removeprefix(OURS).strip().partition("=")
    if key == "system" and word in SYSTEMS:
        draft.state("edition", word, line)
    elif key in OPTIONS and word in OPTIONS[key].values:
        draft.state(key, word, line)
    elif key in (MEETING, ESTIMATES) and (found := _number_pairs(key, word)):
        draft.state(key, found, line)
    else:
        draft.report.warn(NO_SUCH_OPTION, line.number, 5, text, NAMES_AND_VALUES)
        draft.comments.append(text)


def _number_pairs(key: str, text: str) -> tuple[tuple[int, int], ...]:
    """``1-2,5-9``: players who meet; ``7:1850``: a player and an estimate. Nothing if unfit."""
    between = "-" if key == MEETING else ":"
    pairs = []
    for part in text.split(","):
        found = re.fullmatch(rf"\s*([0-9]{{1,4}}){between}([0-9]{{1,4}})\s*", part)
        if found is None:
            return ()
        pairs.append((int(found[1]), int(found[2])))
    return tuple(pairs)


def read_team(draft: ReportDraft, line: ReportLine) -> None:
    """Record 013: a name and its players."""
    who = players_at(draft.report, line, 37) if len(line.text) > 36 else []
    players, columns = zip(*who, strict=True) if who else ((), ())
    draft.teams.append(TeamLine(line.cut(5, 36), Listed(players, columns, line.number, line.tag)))
