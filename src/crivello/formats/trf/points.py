"""Do the points of a player line agree with its results?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from crivello.formats.trf.draft import PlayerLine, ReportDraft
from crivello.formats.trf.publication import in_board_order
from crivello.model.history import History, histories
from crivello.model.result import Award, Bye
from crivello.model.sentence import N_
from crivello.model.settings import Scoring
from crivello.model.tournament import Round, Tournament

POINTS_DIFFER = N_(
    "Player {player}: the file says {stated} points, the results make {computed} ({difference})."
)
OTHER_SCORING = N_(
    "The points of all players follow from another scoring than 1, ½ and 0 (the bye: {bye})."
)
BLANK_BYE = N_("Player {player}, round {round}: the points tell that a blank is a bye.")

_SCORINGS = (
    (2, 1, 2),
    (2, 1, 1),
    (3, 1, 3),
    (3, 1, 1),
    (3, 1, 0),
    (1, "0.5", "0.5"),
    (1, "0.5", 0),
)
"""Win, draw and bye of the scorings that events use; a loss is worth nothing."""


def check_points(draft: ReportDraft, tournament: Tournament) -> Tournament:
    """Report every player line whose points its results cannot explain.

    Right are the points after the last paired round, with or without the byes already entered
    for the rounds to come, and with or without what each open game is worth. A tolerant reading
    looks first for a scoring and for byes left blank that explain them.
    """
    if draft.unclear_scoring:
        return tournament
    wrong = list(_differences(draft, tournament))
    if wrong and draft.report.tolerant:
        tournament, wrong = _explained(draft, tournament, wrong)
    unit = tournament.settings.scoring.unit
    for entry, history in wrong:
        text = entry.line.cut(81, 84)
        computed = as_points(history.score, unit) or "?"
        assert entry.points is not None
        by = entry.points * unit - history.score
        draft.report.illegal(
            POINTS_DIFFER,
            entry.line.number,
            81,
            text,
            computed,
            player=entry.number,
            taken=computed,
            stated=text,
            computed=computed,
            difference=("+" if by > 0 else "-") + f"{float(abs(by) / unit):g}",
        )
    return tournament


def _differences(
    draft: ReportDraft, tournament: Tournament
) -> Iterator[tuple[PlayerLine, History]]:
    """Player lines with points that do not follow, each with what the results make."""
    paired = tournament.paired_rounds
    past = histories(tournament, paired + 1)
    scoring = tournament.settings.scoring
    for entry in draft.players.values():
        broken = entry.broken or any(cell.broken for cell in entry.cells.values())
        if entry.points is None or broken or entry.number in draft.doubtful:
            continue
        history = past[entry.number]
        ahead = [
            scoring.points(cell.bye.award, None)
            for number, cell in sorted(entry.cells.items())
            if number > paired and cell.bye is not None
        ]
        right = {
            history.score + bonus - held
            for bonus in accumulate(ahead, initial=0)
            for held in accumulate(open_points(history), initial=0)
        }
        if entry.points * scoring.unit not in right:
            yield entry, history


Wrong = list[tuple[PlayerLine, History]]


def _explained(
    draft: ReportDraft, tournament: Tournament, wrong: Wrong
) -> tuple[Tournament, Wrong]:
    """The tournament with a scoring or byes that the points tell; and what is still wrong."""
    if not draft.scoring:
        for win, draw, bye in _SCORINGS:
            scoring = Scoring.of_points(Fraction(win), Fraction(draw), Fraction(0), Fraction(bye))
            settings = replace(tournament.settings, scoring=scoring)
            other = in_board_order(replace(tournament, settings=settings))
            if next(_differences(draft, other), None) is None:
                entry = wrong[0][0]
                draft.report.illegal(
                    OTHER_SCORING,
                    entry.line.number,
                    81,
                    entry.line.cut(81, 84),
                    "1 / 0.5 / 0",
                    taken=f"{win} / {draw} / 0",
                    changes_pairing=False,
                    bye=bye,
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
    """Old files leave half-point byes blank: rounds without an entry that make up the points."""
    scoring = tournament.settings.scoring
    assert entry.points is not None
    missing = entry.points * scoring.unit - history.score
    blank = [
        number for number, part in enumerate(history.entries, start=1) if part.award is Award.ABSENT
    ]
    for bye in (Bye.HALF_POINT, Bye.FULL_POINT):
        worth = scoring.points(bye.award, None)
        if worth > 0 and missing == worth * len(blank):
            break
        if bye is Bye.HALF_POINT and worth > 0 and missing == worth and blank:
            blank = blank[:1]  # whoever came late had it at the beginning
            break
    else:
        return
    for number in blank:
        this = rounds[number - 1]
        rounds[number - 1] = replace(this, byes=(*this.byes, (entry.number, bye)))
        draft.report.illegal(
            BLANK_BYE,
            entry.line.number,
            92 + 10 * (number - 1),
            entry.line.cut(92 + 10 * (number - 1), 99 + 10 * (number - 1)),
            bye.value,
            player=entry.number,
            round=number,
            taken=bye.value,
        )


def open_points(history: History) -> list[int]:
    """What his open games count for the pairing, one by one."""
    return [entry.points for entry in history.entries if entry.award is Award.ADJOURNED]


def as_points(amount: int, unit: int) -> str | None:
    """Points as a report file writes them: one decimal, or two; None if that is not exact."""
    value = abs(Fraction(amount, unit))
    for places in (1, 2):
        scaled = value * 10**places
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**places)
            return f"{'-' if amount < 0 else ''}{whole}.{rest:0{places}}"
    return None
