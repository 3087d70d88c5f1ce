"""The dates of a report file (records 042, 052 and 132), in every spelling that names a day."""

from __future__ import annotations

from crivello.formats.trf.lines import MAX_ROUNDS, ROUNDS_LIMIT, Location, ReportLine
from crivello.formats.trf.statements import ReportDraft, Statement
from crivello.model.dates import ORDERS, distance, in_order, nearest, span
from crivello.model.keys import in_force
from crivello.model.sentence import N_
from crivello.standard.patterns import pattern

OTHER_SPELLING = N_("Record {tag}: the date is read as {day}.")
AMBIGUOUS = N_(
    "Record {tag}: the date can mean {days}; it is kept as it is. Write it as "
    "YYYY/MM/DD to make it clear."
)
AMBIGUOUS_TAKEN = N_("Record {tag}: the date can mean {days}.")
UNREADABLE = N_("Record {tag}: this cannot be read as a date; it is kept as it is.")
DATE = N_("a date YYYY/MM/DD")
OUT_OF_PLACE = N_(
    "Record 132: the dates of the rounds are not in their columns or are not written YY/MM/DD;"
    " they are read as {days}."
)
ROUND_DATE = N_("a date YY/MM/DD")

_DAY = pattern(r"[0-9]{4}/[0-9]{2}/[0-9]{2}\Z")
_SHORT = pattern(r"[0-9]{2}/[0-9]{2}/[0-9]{2}\Z")
_TOKEN = pattern(r"[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}(?![0-9])")
_FIRST, _STEP = 92, 10


def read_round_dates(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 132, the dates of the rounds; dates out of their columns are read by
    `settle_dates`.
    """
    text = line.text
    rounds = -(-(len(text) - _FIRST + 1) // _STEP)
    if rounds > MAX_ROUNDS:
        draft.report.misreads(line, _FIRST + _STEP * MAX_ROUNDS, "", ROUNDS_LIMIT)
        return
    dates: list[str] = []
    for first in range(_FIRST, len(text) + 1, _STEP):
        date = line.cut(first, first + 7)
        if date and not (_SHORT.match(date) and in_order(date, "ymd")):
            break
        dates.append(in_order(date, "ymd") or "")
    else:
        if all(not text[start:end].strip() for start, end in _gaps(len(text))):
            if any(dates):
                draft.state("round_dates", tuple(dates), line, _FIRST)
            return
    draft.round_dates = line


def _gaps(end: int) -> list[tuple[int, int]]:
    """Return the columns that must be blank: before the first date, and two after each date."""
    return [(3, _FIRST - 1), *((c, c + 2) for c in range(_FIRST + 7, end, _STEP))]


def settle_dates(draft: ReportDraft) -> None:
    """Rewrite the dates of the draft as YYYY/MM/DD, and the dates of rounds, if it is certain what
    day they mean.
    """
    first, last = span(draft.fact("start") or "", draft.fact("end") or "")
    for name, tag, mine, others in (("start", "042", first, last), ("end", "052", last, first)):
        fact = draft.facts.get(name)
        if fact is not None and not (_DAY.match(fact.value) and mine):
            day = _settle_day(draft, tag, fact, mine, others)
            if day is not None:
                draft.facts[name] = fact._replace(value=day)
    if draft.round_dates is not None:
        _place_round_dates(draft, draft.round_dates)


def _settle_day(
    draft: ReportDraft, tag: str, fact: Statement, days: tuple[str, ...], others: tuple[str, ...]
) -> str | None:
    """Return the day that the date of record 042 or 052 means; None if that is not certain.

    Of several `days` a tolerant reading takes the one nearest to the `others`, if the same rules
    were in force on all of them.
    """
    report = draft.report
    if not days:
        report.warn(UNREADABLE, fact.where, DATE, tag=tag)
        return None
    if len(days) == 1:
        report.warn(OTHER_SPELLING, fact.where, DATE, tag=tag, day=days[0])
        return days[0]
    several = ", ".join(days)
    if report.tolerant and len({in_force(day) for day in days}) == 1:
        day = nearest(days, others)
        report.malformed(
            AMBIGUOUS_TAKEN, fact.where, DATE, day, changes_pairing=False, tag=tag, days=several
        )
        return day
    report.warn(AMBIGUOUS, fact.where, DATE, tag=tag, days=several)
    return None


def _place_round_dates(draft: ReportDraft, line: ReportLine) -> None:
    """Read the dates of record 132 one after another, if they are out of their columns or spelt
    differently.
    """
    report = draft.report
    found = list(_TOKEN.finditer(line.text, 3))
    rest = _TOKEN.sub("", line.text[3:]).strip()
    bounds = [day for name in ("start", "end") if _DAY.match(day := draft.fact(name) or "")]
    days = _days([match.group() for match in found], bounds)
    if rest or not days:
        column, text = 4 + len(line.text[3:]) - len(line.text[3:].lstrip()), line.text[3:].strip()
        report.misreads(line, column, text[:40], ROUND_DATE)
        return
    rounds = [round((match.start() + 1 - _FIRST) / _STEP) for match in found]
    if rounds[0] < 0 or len(set(rounds)) < len(rounds) or rounds[-1] >= MAX_ROUNDS:
        rounds = list(range(len(found)))
    dates = [""] * (rounds[-1] + 1)
    for place, day in zip(rounds, days, strict=True):
        dates[place] = day
    where = Location(line.number, found[0].start() + 1, found[0].group())
    report.warn(OUT_OF_PLACE, where, ROUND_DATE, days=", ".join(dict.fromkeys(days)))
    draft.state("round_dates", tuple(dates), line, _FIRST)


def _days(texts: list[str], bounds: list[str]) -> list[str]:
    """Return the dates, all read in the same order of day, month and year.

    The order is the one whose dates are nearest to the event; empty if no order fits all dates.
    """
    best: tuple[int, int, list[str]] | None = None
    for place, order in enumerate(ORDERS):
        days = [in_order(text, order) for text in texts]
        known = [day for day in days if day is not None]
        if not known or len(known) < len(days):
            continue
        away = max(abs(distance(day, bound)) for day in known for bound in bounds) if bounds else 0
        if best is None or (away, place) < best[:2]:
            best = (away, place, known)
    return best[2] if best else []
