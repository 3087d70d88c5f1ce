"""Points for each result: the records XXS, BBx and 162, and the scoring they make together.

Each record has its own symbols and defaults (a win in XXS does not set the pairing-allocated bye, a
win in BBW and 162 does), so each is first read by itself; then the fields of `Scoring` that it sets
are compared with those set by the other records. With that scoring, the points of each player line
are checked against its results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from math import lcm

from crivello.formats.trf.lines import Location, ReportLine, Values, blanks_at, decimal, points_at
from crivello.formats.trf.pairs import in_board_order
from crivello.formats.trf.statements import PlayerLine, ReportDraft, Statement
from crivello.model.history import History, histories
from crivello.model.result import Award, Bye
from crivello.model.sentence import N_
from crivello.model.settings import Scoring
from crivello.model.tournament import Round, Tournament
from crivello.standard.classes import fields, replace
from crivello.standard.exact_fraction import Fraction

XXS_CODE = N_("CODE=POINTS with one of W D WW BW WD BD WL BL ZPB HPB FPB PAB FW FL")
SYMBOL_162 = N_("one of W D L A P X")
Z_FOR_A = N_("Record 162 has Z where the format has A (absence); it is read as A.")

WIN = ("white_win", "black_win", "forfeit_win", "full_point_bye")
DRAW = ("white_draw", "black_draw", "half_point_bye")
LOSS = ("white_loss", "black_loss")

XXS: Mapping[str, tuple[str, ...]] = {
    "W": WIN,
    "D": DRAW,
    "WW": ("white_win",),
    "BW": ("black_win",),
    "WD": ("white_draw",),
    "BD": ("black_draw",),
    "WL": ("white_loss",),
    "BL": ("black_loss",),
    "ZPB": ("zero_point_bye",),
    "HPB": ("half_point_bye",),
    "FPB": ("full_point_bye",),
    "PAB": ("pairing_allocated_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
BB: Mapping[str, tuple[str, ...]] = {
    "W": WIN,
    "D": DRAW,
    "L": LOSS,
    "Z": ("zero_point_bye",),
    "F": ("forfeit_loss",),
    "U": ("pairing_allocated_bye",),
}
RECORD_162: Mapping[str, tuple[str, ...]] = {
    "W": WIN,
    "D": DRAW,
    "L": LOSS,
    "A": ("zero_point_bye", "forfeit_loss"),
    "P": ("pairing_allocated_bye",),
    "X": ("adjourned",),
}
SYMBOLS = {"XXS": XXS, "BB": BB, "162": RECORD_162}
BYE_FOLLOWS_WIN = ("BB", "162")
"""Records in which the pairing-allocated bye counts as a win unless they state its points."""

FIELDS = tuple(one.name for one in fields(Scoring) if one.name != "unit")
DEFAULT: Mapping[str, Fraction] = {
    name: Fraction(getattr(Scoring(), name), Scoring().unit) for name in FIELDS
}


def read_xxs(draft: ReportDraft, line: ReportLine) -> None:
    """Read record XXS: ``XXS CODE=POINTS …``; of several points for a code the last count."""
    stated = draft.scoring.setdefault("XXS", {})
    words = line.words()
    if not words:
        draft.report.misreads(line, 5, "", XXS_CODE)
    for column, word in words:
        code, _, text = word.partition("=")
        value = decimal(text)
        names = XXS.get(code.upper())
        if names is None or value is None:
            draft.report.misreads(line, column, word, XXS_CODE)
            continue
        for name in names:
            stated[name] = Statement(value, line.number, column)


def read_bb(draft: ReportDraft, line: ReportLine) -> None:
    """Read ``BBW pp.p`` and the other BB records."""
    if not blanks_at(draft.report, line, (4,)):
        return
    value = points_at(draft.report, line, 5, max(8, len(line.text)))
    if value is not None:
        _state(draft, "BB", BB[line.tag[2]], value, line, 5)


def read_162(draft: ReportDraft, line: ReportLine) -> None:
    """Read record 162: a symbol in column 6 and its points in 7-10, then every nine columns."""
    report = draft.report
    if line.cut(5, 10) == "":
        report.misreads(line, 6, "", SYMBOL_162)
        return
    for first in range(5, len(line.text) + 1, 9):
        if not line.cut(first, first + 8):
            continue
        if not blanks_at(report, line, (first, *range(first + 6, first + 9))):
            return
        symbol = line.cut(first + 1, first + 1).upper()
        if symbol == "Z":
            report.warn(Z_FOR_A, Location(line.number, first + 1, symbol), "A")
            symbol = "A"
        if symbol not in RECORD_162:
            report.misreads(line, first + 1, symbol, SYMBOL_162)
            continue
        value = points_at(report, line, first + 2, first + 5)
        if value is not None:
            _state(draft, "162", RECORD_162[symbol], value, line, first + 1)


def _state(
    draft: ReportDraft,
    record: str,
    names: tuple[str, ...],
    value: Fraction,
    line: ReportLine,
    column: int,
) -> None:
    stated = draft.scoring.setdefault(record, {})
    fact = Statement(value, line.number, column)
    for name in names:
        before = stated.setdefault(name, fact)
        if before.value != value:
            _contradiction(draft, fact, before)
            return


def _contradiction(draft: ReportDraft, later: Statement, before: Statement) -> None:
    if (later.line, later.column) < (before.line, before.column):
        later, before = before, later
    draft.unclear_scoring = True
    draft.contradiction(later.where, before)


def combine_points(draft: ReportDraft) -> dict[str, Fraction]:
    """Return the points of every field of `Scoring`, combined from all records."""
    stated: dict[str, Statement] = {}
    for record in SYMBOLS:
        clashes: set[tuple[int, int]] = set()
        for name, fact in draft.scoring.get(record, {}).items():
            before = stated.setdefault(name, fact)
            if before.value != fact.value and (fact.line, before.line) not in clashes:
                clashes.add((fact.line, before.line))
                _contradiction(draft, fact, before)
    values = {name: fact.value for name, fact in stated.items()}
    bye_follows_win = any(
        "white_win" in draft.scoring.get(record, {}) for record in BYE_FOLLOWS_WIN
    )
    return with_defaults(values, bye_follows_win)


def with_defaults(values: Mapping[str, Fraction], bye_follows_win: bool) -> dict[str, Fraction]:
    """Return the points of every field of `Scoring`, with defaults for fields without a value."""
    full = {name: values.get(name, DEFAULT[name]) for name in FIELDS}
    if "pairing_allocated_bye" not in values and bye_follows_win:
        full["pairing_allocated_bye"] = max(full["white_win"], full["black_win"])
    if "adjourned" not in values:
        full["adjourned"] = max(full["white_draw"], full["black_draw"])
    return full


def unit_for(values: Iterable[Fraction]) -> int:
    """Return the smallest even number of units per point that makes all `values` whole."""
    return lcm(2, *(value.denominator for value in values))


def in_units(value: Fraction, unit: int) -> int:
    """Convert `value` to units; it must be whole."""
    whole, rest = divmod(value.numerator * unit, value.denominator)
    assert not rest, "the unit was chosen for this value"
    return whole


def scoring_from(values: Mapping[str, Fraction], unit: int) -> Scoring:
    return Scoring(unit=unit, **{name: in_units(value, unit) for name, value in values.items()})


POINTS_DIFFER = N_(
    "Player {player}: the file says {stated} points, the results give {computed} ({difference})."
)
OTHER_SCORING = N_(
    "The points of all players fit another scoring than 1, ½ and 0 (the bye: {bye})."
)
BLANK_BYE = N_("Player {player}, round {round}: the points show that a blank is a bye.")

_SCORINGS = (
    (2, 1, 2),
    (2, 1, 1),
    (3, 1, 3),
    (3, 1, 1),
    (3, 1, 0),
    (1, "0.5", "0.5"),
    (1, "0.5", 0),
)
"""Points for a win, a draw and the bye in scorings that events use; a loss is worth nothing."""


def check_points(draft: ReportDraft, tournament: Tournament) -> Tournament:
    """Report every player line whose points do not follow from its results.

    Points are accepted with or without byes already entered for later rounds, and with or without
    what an open game is worth. A tolerant reading first looks for a scoring, and for byes left
    blank, that explain the points.
    """
    if draft.unclear_scoring:
        return tournament
    wrong = list(_differences(draft, tournament))
    if wrong and draft.report.tolerant:
        tournament, wrong = _explain_points(draft, tournament, wrong)
    unit = tournament.settings.scoring.unit
    for entry, history in wrong:
        where = _points_place(entry)
        computed = as_points(history.score, unit) or "?"
        assert entry.points is not None
        by = entry.points * unit - history.score
        difference = ("+" if by > 0 else "-") + f"{float(abs(by) / unit):g}"
        about: Values = {"stated": where.found, "computed": computed, "difference": difference}
        draft.report.illegal(POINTS_DIFFER, where, computed, computed, player=entry.number, **about)
    return tournament


def _points_place(entry: PlayerLine) -> Location:
    return Location(entry.line.number, 81, entry.line.cut(81, 84))


def _differences(
    draft: ReportDraft, tournament: Tournament
) -> Iterator[tuple[PlayerLine, History]]:
    """Yield the player lines whose points are wrong, each with the history of the player."""
    paired = tournament.paired_rounds
    past = histories(tournament, paired + 1)
    scoring = tournament.settings.scoring
    unit = scoring.unit
    ahead: dict[int, list[int]] = {}
    for this in tournament.rounds[paired:]:
        for player, bye in this.byes:
            ahead.setdefault(player, []).append(scoring.points(bye.award, None))
    for entry in draft.players.values():
        points = entry.points
        if points is None:
            continue
        history = past[entry.number]
        if points.numerator * unit == history.score * points.denominator:
            continue
        broken = entry.broken or any(cell.broken for cell in entry.cells.values())
        if broken or entry.number in draft.doubtful:
            continue
        right = {
            history.score + bonus - held
            for bonus in accumulate(ahead.get(entry.number, ()), initial=0)
            for held in accumulate(open_points(history), initial=0)
        }
        if points * unit not in right:
            yield entry, history


Wrong = list[tuple[PlayerLine, History]]


def _explain_points(
    draft: ReportDraft, tournament: Tournament, wrong: Wrong
) -> tuple[Tournament, Wrong]:
    """Return the tournament with a scoring, or with byes in blank cells, that explains the stated
    points.

    Return also the lines whose points are still wrong.
    """
    if not draft.scoring:
        for win, draw, bye in _SCORINGS:
            scoring = Scoring.of_points(Fraction(win), Fraction(draw), Fraction(0), Fraction(bye))
            settings = replace(tournament.settings, scoring=scoring)
            other = in_board_order(replace(tournament, settings=settings))
            if next(_differences(draft, other), None) is None:
                where, taken = _points_place(wrong[0][0]), f"{win} / {draw} / 0"
                draft.report.illegal(
                    OTHER_SCORING, where, "1 / 0.5 / 0", taken, changes_pairing=False, bye=bye
                )
                return other, []
    rounds = list(tournament.rounds)
    for entry, history in wrong:
        _blank_byes(draft, tournament, rounds, entry, history)
    if rounds == list(tournament.rounds):
        return tournament, wrong
    tournament = in_board_order(replace(tournament, rounds=tuple(rounds)))
    return tournament, list(_differences(draft, tournament))


def _blank_byes(
    draft: ReportDraft,
    tournament: Tournament,
    rounds: list[Round],
    entry: PlayerLine,
    history: History,
) -> None:
    """Enter byes in a player's blank rounds if that explains the stated points.

    Old files leave half-point byes blank.
    """
    scoring = tournament.settings.scoring
    assert entry.points is not None
    missing = entry.points * scoring.unit - history.score
    blank = [
        number for number, part in enumerate(history.parts, start=1) if part.award is Award.ABSENT
    ]
    for bye in (Bye.HALF_POINT, Bye.FULL_POINT):
        worth = scoring.points(bye.award, None)
        if worth > 0 and missing == worth * len(blank):
            break
        if bye is Bye.HALF_POINT and worth > 0 and missing == worth and blank:
            blank = blank[:1]  # a late entry has it at the beginning
            break
    else:
        return
    for number in blank:
        this = rounds[number - 1]
        rounds[number - 1] = replace(this, byes=(*this.byes, (entry.number, bye)))
        first = 92 + 10 * (number - 1)
        where = Location(entry.line.number, first, entry.line.cut(first, first + 7))
        about: Values = {"player": entry.number, "round": number}
        draft.report.illegal(BLANK_BYE, where, bye.value, bye.value, **about)


def open_points(history: History) -> list[int]:
    """Return the points that each of the player's open games counts for the pairing."""
    return [part.points for part in history.parts if part.award is Award.ADJOURNED]


def as_points(amount: int, unit: int) -> str | None:
    """Return points as a report file writes them, with one or two decimals; None if they need
    more.
    """
    value = abs(Fraction(amount, unit))
    for places in (1, 2):
        scaled = value * 10**places
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**places)
            return f"{'-' if amount < 0 else ''}{whole}.{rest:0{places}}"
    return None
