"""The records that name players, and the table of all records a reader knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from crivello.formats.repairs import NOTHING
from crivello.formats.trf import header, scoring
from crivello.formats.trf.columns import (
    PLAYER_NUMBER,
    POINTS,
    blanks_at,
    decimal,
    in_columns,
    number_at,
    players_at,
    players_named,
    points_at,
    round_at,
)
from crivello.formats.trf.dates import read_round_dates
from crivello.formats.trf.draft import (
    AdjustmentRecord,
    ApartRecord,
    ByeRecord,
    Listed,
    RangeRecord,
    ReportDraft,
    Stated,
    written,
)
from crivello.formats.trf.lines import CONTROL, MAX_PLAYERS, MAX_ROUNDS, STATED_TWICE, ReportLine
from crivello.formats.trf.player_line import looks_national, read_national, read_player
from crivello.model.errors import Unsupported
from crivello.model.quick import pattern
from crivello.model.result import Award, Bye
from crivello.model.sentence import N_

BYE_TYPE = N_("F, H or Z")
ADJUSTMENT_TYPE = N_("one of W D L F H Z + - or a blank")
NO_MATCH_POINTS = N_("blanks, as match points belong to team tournaments")
LAST_BEFORE_FIRST = N_("a last number that is not below the first")
ROUNDS_LIMIT = N_("at most 100 rounds")
BLANKS = N_("blanks")
A_RECORD = N_("a record: three letters or digits and a blank")

NO_RECORD = N_("The line does not begin like a record.")
UNKNOWN_RECORD = N_("Record {tag} is not known; the line is passed over.")
TEAM_RECORD = N_(
    "Line {line}: record {tag} belongs to a team tournament; only individual ones are read."
)

UNKNOWN_PAIRING_RECORD = N_("Record {tag} is not known, and a pairing may depend on it.")
A_RECORD_KNOWN = N_("a record of TRF16, TRF26, JaVaFo or bbpPairings")
PASSED_OVER = N_("A ruler or a comment; the line is passed over.")
TEAM_RECORD_KEPT = N_(
    "Record {tag} belongs to a team tournament; its records stay as they are, and no team round is"
    " paired."
)
KEPT = N_("the record as it stands, for players and games only")

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_RULER = pattern(r"[-=_+.|*^ ]*1?0?123456789[-0-9=_+.|*^ ]*\Z|[-=_+.|*^~ ]{4,}\Z")
"""Digits that count the columns, or a line drawn with signs."""
_COMMENT_MARKS = ("#", "//", ";", "--", "%%")
_TAB_STOPS = (1, 8, 4, 2)
DRAFT_PAIRING_RECORDS = frozenset({"ACC", "PAB"})
"""Of a draft of TRF26: acceleration, and what the bye is worth."""
TEAM_RECORDS = frozenset({"300", "310", "320", "330", "352", "362", "801", "802"})
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


def _listed(who: list[tuple[int, int]], line: ReportLine) -> Listed:
    return Listed(tuple(p for p, _ in who), tuple(c for _, c in who), line.number, line.tag)


def read_absent(draft: ReportDraft, line: ReportLine) -> None:
    """XXZ: absent from the round to be paired."""
    draft.absent.append(_listed(players_named(draft.report, line), line))


def read_xxp(draft: ReportDraft, line: ReportLine) -> None:
    """XXP: these do not meet each other."""
    who = _listed(players_named(draft.report, line), line)
    draft.apart.append(ApartRecord(1, None, who))


def read_260(draft: ReportDraft, line: ReportLine) -> None:
    """First and last round, then players who do not meet each other."""
    report = draft.report
    if not blanks_at(report, line, (4, 8, 12)):
        return
    first = round_at(report, line, 5, 7, required=False) or 1
    last = round_at(report, line, 9, 11, required=False)
    if last is not None and last < first:
        report.misreads(line, 9, line.cut(9, 11), LAST_BEFORE_FIRST)
        return
    draft.apart.append(ApartRecord(first, last, _listed(players_at(report, line, 13), line)))


def read_240(draft: ReportDraft, line: ReportLine) -> None:
    """Type of bye, round, players."""
    report = draft.report
    if not blanks_at(report, line, (4, 6, 10)):
        return
    letter = line.cut(5, 5).upper()
    bye = Bye(letter) if letter in ("F", "H", "Z") else None
    if bye is None:
        report.misreads(line, 5, letter, BYE_TYPE)
    number = round_at(report, line, 7, 9)
    who = _listed(players_at(report, line, 11), line)
    if bye is not None and number is not None:
        draft.byes.append(ByeRecord(bye, number, who))


def read_250(draft: ReportDraft, line: ReportLine) -> None:
    """Virtual points for a range of rounds and a range of players."""
    report = draft.report
    if not blanks_at(report, line, (4, 9, 14, 18, 22, 27, *range(32, len(line.text) + 1))):
        return
    if not _no_match_points(draft, line, 5, 8):
        return
    points = points_at(report, line, 10, 13)
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
        draft.ranges.append(RangeRecord(points, first_round, last_round, first, last, line.number))


def read_xxa(draft: ReportDraft, line: ReportLine) -> None:
    """Virtual points of one player, round by round."""
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
        fact = Stated(value, line.number, first)
        before = draft.virtual.setdefault((player, number), fact)
        if before.value != value:
            report.illegal(
                STATED_TWICE,
                line.number,
                first,
                text,
                written(before.value),
                player=player,
                round=number,
                taken=written(before.value),
                other=before.line,
            )


def read_299(draft: ReportDraft, line: ReportLine) -> None:
    """Points outside the scoring: type, points, round, players."""
    report = draft.report
    if not blanks_at(report, line, (4, 6, 7, 12, 13, 18, 19, 23)):
        return
    letter = line.cut(5, 5).upper()
    if letter not in _ADJUSTED:
        report.misreads(line, 5, letter, ADJUSTMENT_TYPE)
        return
    if not _no_match_points(draft, line, 8, 11):
        return
    points = points_at(report, line, 14, 17, signed=True)
    number = round_at(report, line, 20, 22, required=False)
    who = _listed(players_at(report, line, 24), line)
    if points is not None:
        draft.adjustments.append(AdjustmentRecord(_ADJUSTED[letter], points, number, who))


def _no_match_points(draft: ReportDraft, line: ReportLine, first: int, last: int) -> bool:
    text = line.cut(first, last)
    if not text or decimal(text) == 0:
        return True
    draft.report.misreads(line, first, text, NO_MATCH_POINTS)
    return False


RECORDS: Mapping[str, Callable[[ReportDraft, ReportLine], None]] = {
    "001": read_player,
    **dict.fromkeys(header.TEXTS, header.read_text),
    **dict.fromkeys(header.COUNTS, header.read_count),
    "112": header.read_deputy,
    "132": read_round_dates,
    "013": header.read_team,
    "142": header.read_rounds,
    "152": header.read_initial_colour,
    "162": scoring.read_162,
    "172": header.read_rating_method,
    "192": header.read_system,
    "202": header.read_tie_breaks,
    "212": header.read_tie_breaks,
    "222": header.read_time_control,
    "240": read_240,
    "250": read_250,
    "260": read_260,
    "299": read_299,
    "###": header.read_comment,
    "XXR": header.read_rounds,
    "XXC": header.read_xxc,
    "XXZ": read_absent,
    "XXS": scoring.read_xxs,
    "XXA": read_xxa,
    "XXP": read_xxp,
    **{f"BB{symbol}": scoring.read_bb for symbol in scoring.BB},
}
SCORING = frozenset({"162", "XXS", "299", *(f"BB{symbol}" for symbol in scoring.BB)})
FREE_TEXT = frozenset({*header.TEXTS, "112", "###"})
"""Records in which a tab does no harm."""


def read_line(draft: ReportDraft, line: ReportLine) -> None:
    """Hand the line to the record that its tag names."""
    tag = line.tag
    report = draft.report
    if tag in TEAM_RECORDS:
        if not report.tolerant:
            raise Unsupported(TEAM_RECORD, line=line.number, tag=tag)
        if not any(text[:3] in TEAM_RECORDS for text in draft.team_records):
            report.malformed(TEAM_RECORD_KEPT, line.number, 1, tag, A_RECORD, KEPT, tag=tag)
        draft.team_records.append(line.text)
        return
    if tag != "###" and not (tag.isalnum() and len(tag) == 3 and line.text[3:4] in ("", " ")):
        if _RULER.match(line.text) or line.text.startswith(_COMMENT_MARKS):
            report.warn(PASSED_OVER, line.number, 1, line.text[:12])
            return
        if not (report.tolerant and line.text[3:4] == "\t"):
            indented = line.text.lstrip()
            known = indented[:3].upper() in RECORDS and indented[3:4] in ("", " ")
            taken = indented[:12].rstrip() if known else NOTHING
            report.malformed(NO_RECORD, line.number, 1, line.text[:12], A_RECORD, taken)
            if known and report.tolerant and indented != line.text:
                read_line(draft, ReportLine(line.number, indented))
            return
    column = line.control
    if column is not None:
        found = repr(line.text[column - 1])[1:-1]
        if tag in FREE_TEXT and column > 4:
            report.warn(CONTROL, line.number, column, found, tag=tag)
        else:
            report.malformed(CONTROL, line.number, column, found, BLANKS, BLANKS, tag=tag)
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
        report.malformed(UNKNOWN_PAIRING_RECORD, line.number, 1, tag, A_RECORD_KNOWN, tag=tag)
    else:
        report.warn(UNKNOWN_RECORD, line.number, 1, tag, tag=tag)


def _without_control(text: str, tag: str) -> str:
    """Blanks for tabs and other control characters; as many as put a player line in order."""
    if tag == "001" and "\t" in text:
        for width in _TAB_STOPS:
            expanded = _CONTROL.sub(" ", text.expandtabs(width))
            if in_columns(expanded):
                return expanded
    return _CONTROL.sub(" ", text)
