"""The records of a report file: one function for each, and the table of all records.

Player lines are read in `player_line`, the points for results in `scoring`, dates in `dates`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crivello.formats.repairs import NOTHING
from crivello.formats.trf import scoring
from crivello.formats.trf.dates import read_round_dates
from crivello.formats.trf.lines import (
    CONTROL,
    MAX_PLAYERS,
    MAX_ROUNDS,
    PLAYER_NUMBER,
    POINTS,
    ROUNDS_LIMIT,
    Location,
    NamedPlayers,
    ReportLine,
    blanks_at,
    decimal,
    in_columns,
    number_at,
    players_at,
    players_named,
    points_at,
    read_whole_number,
    round_at,
)
from crivello.formats.trf.player_line import looks_national, read_national, read_player
from crivello.formats.trf.statements import (
    AdjustmentRecord,
    ApartRecord,
    ByeRecord,
    RangeRecord,
    ReportDraft,
    Statement,
    TeamLine,
)
from crivello.formats.trf.team_records import (
    options_of,
    read_300,
    read_310,
    read_320,
    read_330,
    read_352,
    read_362,
)
from crivello.model.keys import FAMILY_CODES, SYSTEMS, TEAMS, nearest_edition
from crivello.model.result import COLOUR_WORDS, Award, Bye, Colour
from crivello.model.sentence import N_
from crivello.model.settings import OPTION_BY_KEY as OPTIONS
from crivello.model.settings import Options
from crivello.standard.exact_fraction import Fraction
from crivello.standard.patterns import pattern

# The whole tournament

ROUNDS = N_("a number of rounds from 1 to 100")
COUNT = N_("a number")
INITIAL_COLOUR = N_("W or B")
XXC_WORD = N_("rank, white1 or black1")

ODD_METHOD = N_("Record 172 names a method that the format does not have; it is kept as it is.")
METHOD = N_("FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER")
ODD_TIME_CONTROL = N_("The time control of record 222 does not follow the format; it is kept.")
TIME_CONTROL = N_("periods such as 5400+30 or 40/6000+30:900+30")
NO_SUCH_SYSTEM = N_("Record 192 names a type of tournament that crivello does not know.")
NOT_PAIRED_HERE = N_("Record 192 names a type of tournament that crivello does not pair.")
NEAREST_EDITION = N_(
    "Record 192 names an edition of {year} that is not known; {system} is assumed."
)
A_SWISS = N_("FIDE_DUTCH, FIDE_DUBOV or FIDE_BURSTEIN, followed by a year or _BAKU if necessary")

NO_SUCH_OPTION = N_(
    "The comment looks like an option of crivello, but crivello has no such "
    "option; it stays a comment."
)
NAMES_AND_VALUES = N_("a name and a value, such as imaginary-point=yes")

CODE_LENGTH = 3
"""Letters of the code of a federation."""
NAMED_FEDERATION = N_("Record 032 names the federation; its code {code} is read.")

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
"""Records of free text, and the settings fields they fill."""
COUNTS = ("062", "072", "082")
"""The numbers of players, rated players and teams, which are checked against the file, never
stored.
"""
METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
CODES = {
    **FAMILY_CODES,
    **{code: system.key for system in SYSTEMS.values() for code in system.codes},
}
"""Type codes of record 192, and the keys of their systems.

The rules in force from 2026 were approved in 2025, and bbpPairings names them by that year.
"""
BAKU = "_BAKU"
_OTHER_SWISS = frozenset({"CUSTOM_SWISS", "CUSTOM_DOUBLESWISS"})
_DIGITS = pattern("[0-9]+")
_CAPTAIN = pattern(r"([0-9]{1,3}):(.+)")
_TWO_NUMBERS = {
    True: pattern(r"\s*([0-9]{1,4})-([0-9]{1,4})\s*"),
    False: pattern(r"\s*([0-9]{1,4}):([0-9]{1,4})\s*"),
}
"""The form of two numbers: True for players who meet, False for a player and an estimate."""
_DATED = pattern(r"(\w+)_((?:19|20)[0-9]{2})\Z")
OURS = "crivello:"
MEETING = "first-round"
ESTIMATES = "estimates"
CAPTAIN = "captain"
"""The beginning of comments that contain data for which there is no record, and the keys of the
data.
"""

_PERIODS = r"([0-9]+/)?[0-9]+(\+[0-9]+)?(:([0-9]+/)?[0-9]+(\+[0-9]+)?)*"
_TIME_CONTROL = pattern(rf"({_PERIODS}|W{_PERIODS}-B{_PERIODS})\Z")


def read_text(draft: ReportDraft, line: ReportLine) -> None:
    if text := line.text[4:].strip():
        if line.tag == "032" and len(text) > CODE_LENGTH:
            text = _code_of_federation(draft, line, text)
        draft.state(TEXTS[line.tag], text, line)


def _code_of_federation(draft: ReportDraft, line: ReportLine, text: str) -> str:
    """Return the code of a federation that record 032 names, with a note; else the text."""
    from crivello.words.federation_names import find_federation

    code = find_federation(text)
    if code is None:
        return text
    where = Location(line.number, 5, text)
    if draft.report.tolerant:
        draft.report.malformed(
            NAMED_FEDERATION, where, code, code, changes_pairing=False, code=code
        )
    else:
        draft.report.warn(NAMED_FEDERATION, where, code, code=code)
    return code


def read_count(draft: ReportDraft, line: ReportLine) -> None:
    """Read records 062, 072 and 082: a number, after which some programs add a remark."""
    words = line.words()
    if not words:
        return
    column, word = words[0]
    number = read_whole_number(word, 0, 10**6)
    if number is None:
        draft.report.misreads(line, column, word, COUNT, changes_pairing=False)
    else:
        draft.state(line.tag, number, line, column)


def read_deputy(draft: ReportDraft, line: ReportLine) -> None:
    if text := line.text[4:].strip():
        draft.deputy_arbiters.append(text)


def read_rounds(draft: ReportDraft, line: ReportLine) -> None:
    """Read records 142 and XXR."""
    text = line.text[4:].strip()
    number = read_whole_number(text, 1, MAX_ROUNDS)
    if number is None:
        digits = _DIGITS.findall(text)
        if draft.report.tolerant and len(digits) == 1:  # such as "9 rounds"
            number = read_whole_number(digits[0], 1, MAX_ROUNDS)
        draft.report.misreads(line, 5, text, ROUNDS, str(number or NOTHING))
    if number is not None:
        draft.state("rounds", number, line)


def read_initial_colour(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 152: the initial colour."""
    text = line.text[4:].strip()
    colour = {"W": Colour.WHITE, "B": Colour.BLACK}.get(text.upper())
    if colour is None:
        if draft.report.tolerant:
            colour = COLOUR_WORDS.get(text.lower())
        taken = colour.value.upper() if colour else NOTHING
        draft.report.misreads(line, 5, text, INITIAL_COLOUR, taken, colour is None)
    if colour is not None:
        draft.state("initial_colour", colour, line)


def read_xxc(draft: ReportDraft, line: ReportLine) -> None:
    """Read ``XXC rank white1``: words in any order, over any number of lines."""
    words = line.words()
    if not words:
        draft.report.misreads(line, 5, "", XXC_WORD)
    for column, word in words:
        if word.lower() == "rank":
            draft.ranked = True
            continue
        colour = {"white1": Colour.WHITE, "black1": Colour.BLACK}.get(word.lower())
        if colour is None:
            colour = COLOUR_WORDS.get(word.lower()) if draft.report.tolerant else None
            taken = f"{colour.name.lower()}1" if colour else NOTHING
            draft.report.misreads(line, column, word, XXC_WORD, taken, colour is None)
        if colour is not None:
            draft.state("initial_colour", colour, line, column)


def read_rating_method(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 172: a federation, and which of its ratings are used."""
    text = " ".join(line.text[4:].split())
    if not text:
        return
    method = text.split()[-1]
    if method.upper() not in METHODS:
        draft.report.warn(ODD_METHOD, Location(line.number, 9, method), METHOD)
    draft.state("rating_method", text, line)


def read_system(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 192: the code of the pairing system, possibly with edition and acceleration."""
    text = line.text[4:].strip()
    code = text.upper()
    if not code:
        return
    plain = code.removesuffix(BAKU)
    system = CODES.get(plain) or _nearest_edition(draft, line, plain)
    if system is None and options_of(plain, Options()) is not None:
        system = TEAMS
        draft.state("team_code", plain, line)
    if system is None:
        template = NOT_PAIRED_HERE if plain in _OTHER_SWISS else NO_SUCH_SYSTEM
        draft.report.malformed(template, Location(line.number, 5, text), A_SWISS)
        return
    draft.state("system", system, line)
    draft.state("accelerated", plain != code, line)
    if plain != code:
        draft.accelerated = Statement(plain, line.number, 5)


def _nearest_edition(draft: ReportDraft, line: ReportLine, plain: str) -> str | None:
    """Return the nearest edition if the code has a known family and a year; None for any other
    code.
    """
    found = _DATED.match(plain)
    family = FAMILY_CODES.get(found[1]) if found else None
    if found is None or family is None:
        return None
    year = int(found[2])
    edition = nearest_edition(family, year)
    if edition.year != year:
        where = Location(line.number, 5, plain)
        draft.report.warn(NEAREST_EDITION, where, year=year, system=edition.key)
    return edition.key


def read_tie_breaks(draft: ReportDraft, line: ReportLine) -> None:
    """Read records 202 and 212: codes separated by commas."""
    name = "tie_breaks" if line.tag == "202" else "standings_order"
    codes = tuple(code.strip() for code in line.text[4:].split(",") if code.strip())
    if codes:
        draft.state(name, codes, line)


def read_time_control(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 222: the time control."""
    text = line.text[4:].strip()
    if not text:
        return
    if not _TIME_CONTROL.match(text):
        draft.report.warn(ODD_TIME_CONTROL, Location(line.number, 5, text), TIME_CONTROL)
    draft.state("time_control_code", text, line)


def read_comment(draft: ReportDraft, line: ReportLine) -> None:
    """Read a comment; one such as ``### crivello: imaginary-point=yes`` sets an option."""
    text = line.text[3:].strip()
    if not text.startswith(OURS):
        draft.comments.append(text)
        return
    key, _, word = text.removeprefix(OURS).strip().partition("=")
    if key == "system" and word in SYSTEMS:
        draft.state("edition", word, line)
    elif key in OPTIONS and OPTIONS[key].accepts(word):
        draft.state(key, word, line)
    elif key == CAPTAIN and (team := _CAPTAIN.fullmatch(word)):
        captains = draft.fact("captains") or ()
        draft.facts["captains"] = Statement(
            (*captains, (int(team[1]), team[2].strip())), line.number, 5
        )
    elif key in (MEETING, ESTIMATES) and (found := _number_pairs(key, word)):
        draft.state(key, found, line)
    else:
        draft.report.warn(NO_SUCH_OPTION, Location(line.number, 5, text), NAMES_AND_VALUES)
        draft.comments.append(text)


def _number_pairs(key: str, text: str) -> tuple[tuple[int, int], ...]:
    """Read pairs of numbers: ``1-2,5-9`` are players who meet, ``7:1850`` a player with an
    estimate.

    Return an empty tuple if the text is malformed.
    """
    form = _TWO_NUMBERS[key == MEETING]
    pairs = []
    for part in text.split(","):
        found = form.fullmatch(part)
        if found is None:
            return ()
        pairs.append((int(found[1]), int(found[2])))
    return tuple(pairs)


def read_team(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 013: the name of a team and its players."""
    who = NamedPlayers([], line.number, line.tag)
    if len(line.text) > 36:
        who = players_at(draft.report, line, 37)
    draft.teams.append(TeamLine(line.cut(5, 36), who))


# Players, byes, points

BYE_TYPE = N_("F, H or Z")
ADJUSTMENT_TYPE = N_("one of W D L F H Z + - or a blank")
LAST_BEFORE_FIRST = N_("a last number that is not below the first")
BLANKS = N_("blanks")
A_RECORD = N_("a record: three letters or digits and a blank")

NO_RECORD = N_("The line does not begin like a record.")
UNKNOWN_RECORD = N_("Record {tag} is not known; the line is skipped.")
UNKNOWN_PAIRING_RECORD = N_("Record {tag} is not known, and a pairing may depend on it.")
A_RECORD_KNOWN = N_("a record of TRF16, TRF26, JaVaFo or bbpPairings")
PASSED_OVER = N_("A ruler or a comment; the line is skipped.")

_CONTROL = pattern(r"[\x00-\x1f\x7f]")
_RULER = pattern(r"[-=_+.|*^ ]*1?0?123456789[-0-9=_+.|*^ ]*\Z|[-=_+.|*^~ ]{4,}\Z")
"""A ruler: digits that count columns, or a drawn line."""
_COMMENT_MARKS = ("#", "//", ";", "--", "%%")
_TAB_STOPS = (1, 8, 4, 2)
DRAFT_PAIRING_RECORDS = frozenset({"ACC", "PAB"})
"""Records from a draft of TRF26: acceleration, and the value of the bye."""
INFORMATIVE = frozenset({"801", "802"})
"""Records of teams that repeat the content of others; they are kept as they are."""
_ADJUSTED = {
    "": None,
    "W": Award.WIN,
    "D": Award.DRAW,
    "L": Award.LOSS,
    "F": Award.FULL_POINT_BYE,
    "H": Award.HALF_POINT_BYE,
    "Z": Award.ZERO_POINT_BYE,
    "+": Award.FORFEIT_WIN,
    "-": Award.FORFEIT_LOSS,
}
ADJUSTED_LETTER = {award: letter or " " for letter, award in _ADJUSTED.items()}


def read_absent(draft: ReportDraft, line: ReportLine) -> None:
    """Read record XXZ: players absent from the round to be paired."""
    draft.absent.append(players_named(draft.report, line))


def read_xxp(draft: ReportDraft, line: ReportLine) -> None:
    """Read record XXP: players who do not meet each other."""
    draft.apart.append(ApartRecord(1, None, players_named(draft.report, line)))


def read_260(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 260: first and last round, then players who do not meet each other."""
    report = draft.report
    if not blanks_at(report, line, (4, 8, 12)):
        return
    first = round_at(report, line, 5, 7, required=False) or 1
    last = round_at(report, line, 9, 11, required=False)
    if last is not None and last < first:
        report.misreads(line, 9, line.cut(9, 11), LAST_BEFORE_FIRST)
        return
    draft.apart.append(ApartRecord(first, last, players_at(report, line, 13)))


def read_240(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 240: type of bye, round, players."""
    report = draft.report
    if not blanks_at(report, line, (4, 6, 10)):
        return
    letter = line.cut(5, 5).upper()
    bye = Bye(letter) if letter in ("F", "H", "Z") else None
    if bye is None:
        report.misreads(line, 5, letter, BYE_TYPE)
    number = round_at(report, line, 7, 9)
    who = players_at(report, line, 11)
    if bye is not None and number is not None:
        draft.byes.append(ByeRecord(bye, number, who))


def read_250(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 250: virtual points for a range of rounds and a range of players."""
    report = draft.report
    if not blanks_at(report, line, (4, 9, 14, 18, 22, 27, *range(32, len(line.text) + 1))):
        return
    match = _match_points(draft, line, 5, 8)
    points = points_at(report, line, 10, 13) if match is None or line.cut(10, 13) else Fraction(0)
    first_round = round_at(report, line, 15, 17)
    last_round = round_at(report, line, 19, 21)
    first = number_at(report, line, 23, 26, PLAYER_NUMBER, MAX_PLAYERS)
    last = number_at(report, line, 28, 31, PLAYER_NUMBER, MAX_PLAYERS)
    if points is None or first_round is None or last_round is None or first is None or last is None:
        return
    if last_round < first_round:
        report.misreads(line, 19, line.cut(19, 21), LAST_BEFORE_FIRST)
    elif last < first:
        report.misreads(line, 28, line.cut(28, 31), LAST_BEFORE_FIRST)
    else:
        span = first_round, last_round, first, last
        draft.ranges.append(RangeRecord(points, *span, line.number, match or Fraction(0)))


def read_xxa(draft: ReportDraft, line: ReportLine) -> None:
    """Read record XXA: virtual points of one player, round by round."""
    report = draft.report
    end = len(line.text)
    if not blanks_at(report, line, (4, *range(9, end + 1, 5))):
        return
    player = number_at(report, line, 5, 8, PLAYER_NUMBER, MAX_PLAYERS)
    if player is None:
        return
    for number, first in enumerate(range(10, end + 1, 5), start=1):
        if number > MAX_ROUNDS:
            report.misreads(line, first, line.cut(first, first + 3), ROUNDS_LIMIT)
            return
        text = line.cut(first, first + 3)
        value = decimal(text) if text else Fraction(0)
        if value is None:
            report.misreads(line, first, text, POINTS)
            continue
        fact = Statement(value, line.number, first)
        before = draft.virtual.setdefault((player, number), fact)
        if before.value != value:
            where = Location(line.number, first, text)
            draft.contradiction(where, before, player=player, round=number)


def read_299(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 299, points outside the scoring: type, points, round, players."""
    report = draft.report
    if not blanks_at(report, line, (4, 6, 7, 12, 13, 18, 19, 23)):
        return
    letter = line.cut(5, 5).upper()
    if letter not in _ADJUSTED:
        report.misreads(line, 5, letter, ADJUSTMENT_TYPE)
        return
    match = _match_points(draft, line, 8, 11)
    points: Fraction | None = Fraction(0)
    if match is None or line.cut(14, 17):
        points = points_at(report, line, 14, 17, signed=True)
    number = round_at(report, line, 20, 22, required=False)
    who = players_at(report, line, 24)
    if points is not None:
        draft.adjustments.append(
            AdjustmentRecord(_ADJUSTED[letter], points, number, who, match or Fraction(0))
        )


def _match_points(draft: ReportDraft, line: ReportLine, first: int, last: int) -> Fraction | None:
    """Return the match points in these columns; None if there are none.

    Only a team tournament may have them, so their place is noted.
    """
    text = line.cut(first, last)
    found = decimal(text, signed=True) if text else None
    if text and found is None:
        draft.report.misreads(line, first, text, POINTS)
    elif found:
        draft.match_points.append((line, first, text))
    return found or None


RECORDS: Mapping[str, Callable[[ReportDraft, ReportLine], None]] = {
    "001": read_player,
    **dict.fromkeys(TEXTS, read_text),
    **dict.fromkeys(COUNTS, read_count),
    "112": read_deputy,
    "132": read_round_dates,
    "013": read_team,
    "142": read_rounds,
    "152": read_initial_colour,
    "162": scoring.read_162,
    "172": read_rating_method,
    "192": read_system,
    "202": read_tie_breaks,
    "212": read_tie_breaks,
    "222": read_time_control,
    "240": read_240,
    "250": read_250,
    "260": read_260,
    "299": read_299,
    "300": read_300,
    "310": read_310,
    "320": read_320,
    "330": read_330,
    "352": read_352,
    "362": read_362,
    "###": read_comment,
    "XXR": read_rounds,
    "XXC": read_xxc,
    "XXZ": read_absent,
    "XXS": scoring.read_xxs,
    "XXA": read_xxa,
    "XXP": read_xxp,
    **{f"BB{symbol}": scoring.read_bb for symbol in scoring.BB},
}
SCORING = frozenset({"162", "XXS", "299", *(f"BB{symbol}" for symbol in scoring.BB)})
FREE_TEXT = frozenset({*TEXTS, "112", "###"})
"""Records in which a tab is harmless."""


def read_line(draft: ReportDraft, line: ReportLine) -> None:
    """Read a line as the record that its tag names; report a line that is not a record."""
    if line.text.startswith("001 ") and line.text.isprintable():
        read_player(draft, line)  # most lines; nothing of what follows can be the matter
        return
    tag = line.tag
    report = draft.report
    start = Location(line.number, 1, tag)
    if tag in INFORMATIVE:
        draft.team_records.append(line.text)
        return
    if tag != "###" and not (tag.isalnum() and len(tag) == 3 and line.text[3:4] in ("", " ")):
        if _RULER.match(line.text) or line.text.startswith(_COMMENT_MARKS):
            report.warn(PASSED_OVER, Location(line.number, 1, line.text[:12]))
            return
        if not (report.tolerant and line.text[3:4] == "\t"):
            indented = line.text.lstrip()
            known = indented[:3].upper() in RECORDS and indented[3:4] in ("", " ")
            taken = indented[:12].rstrip() if known else NOTHING
            report.malformed(NO_RECORD, Location(line.number, 1, line.text[:12]), A_RECORD, taken)
            if known and report.tolerant and indented != line.text:
                read_line(draft, ReportLine(line.number, indented))
            return
    control = None if line.text.isprintable() else _CONTROL.search(line.text)
    if control is not None:
        column = control.start() + 1
        where = Location(line.number, column, repr(control.group())[1:-1])
        if tag in FREE_TEXT and column > 4:
            report.warn(CONTROL, where, tag=tag)
        else:
            report.malformed(CONTROL, where, BLANKS, BLANKS, tag=tag)
            if not report.tolerant:
                draft.lost_players |= tag == "001"
                return
        line = ReportLine(line.number, _without_control(line.text, tag))
    read = RECORDS.get(tag)
    if read is not None:
        problems = report.count + len(report.repairs)
        read(draft, line)
        if tag in SCORING and report.count + len(report.repairs) > problems:
            draft.unclear_scoring = True
    elif looks_national(line):
        read_national(draft, line)
    elif tag.startswith(("XX", "BB")) or tag in DRAFT_PAIRING_RECORDS:
        report.malformed(UNKNOWN_PAIRING_RECORD, start, A_RECORD_KNOWN, tag=tag)
    else:
        report.warn(UNKNOWN_RECORD, start, tag=tag)


def _without_control(text: str, tag: str) -> str:
    """Replace control characters by blanks, and tabs so that the fields of a player line are in
    place.
    """
    if tag == "001" and "\t" in text:
        for width in _TAB_STOPS:
            expanded = _CONTROL.sub(" ", text.expandtabs(width))
            if in_columns(expanded):
                return expanded
    return _CONTROL.sub(" ", text)
