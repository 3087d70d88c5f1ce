"""FIDE mode: the promise that nothing FIDE forbids is done in a tournament.

A new tournament is in FIDE mode, unless it is imported from a file. In FIDE mode, what FIDE forbids
is refused; outside, it is done with a warning. Once left, FIDE mode cannot be entered again: every
page, print and file states since when and why. `docs/decisions/fide-mode.md` lists what is
forbidden and why.
"""

from __future__ import annotations

from collections.abc import Iterator

from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.desk.events import Meta
from crivello.model.errors import Unsupported
from crivello.model.keys import SYSTEMS, is_of_teams, resolve
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Scoring, Settings
from crivello.standings.tie_breaks import known_codes, parse_list

ON = N_("FIDE mode: on")
NOT_STATED = N_("FIDE mode: not stated")
LEFT = N_("Not in FIDE mode since {day}: {reason}")
LEFT_WITHOUT_REASON = N_("Not in FIDE mode since {day}")
CONSEQUENCE = N_(
    "From then on there is only a warning about what FIDE forbids, and the event may not be "
    "accepted for rating. Every page, print and file says since when and why, and FIDE mode "
    "cannot be entered again in this tournament."
)
"""What follows from leaving it, shown before it is left."""


def statement(announced: Announcement, left: Meta | None) -> Sentence:
    """Return the sentence on FIDE mode that every page shows."""
    if announced.fide_mode:
        return Sentence(ON)
    if left is None:
        return Sentence(NOT_STATED)
    if not left.reason:
        return Sentence(LEFT_WITHOUT_REASON, day=left.time[:10])
    return Sentence(LEFT, day=left.time[:10], reason=left.reason)


def forbidden_settings(settings: Settings) -> Iterator[r.Refusal]:
    """Yield a refusal for each setting that FIDE forbids, whatever the date."""
    system = SYSTEMS.get(settings.system or "")
    if system is not None and system.plug_in:
        yield r.SystemOfPlugIn(system=system.key, package=system.plug_in)
    codes, _ = known_codes(settings.tie_breaks, is_of_teams(settings.system))
    for key in parse_list(codes, is_of_teams(settings.system)):
        if key.rule.plug_in:
            yield r.TieBreakOfPlugIn(tie_break=key.code, package=key.rule.plug_in)
    event, scoring = settings.team_event, settings.scoring
    if event is not None and _draws_too_much(event.scoring):
        yield r.DrawnMatchesWorthTooMuch()
    if _draws_too_much(scoring):
        yield r.DrawsWorthTooMuch()
    byes = {
        scoring.pairing_allocated_bye,
        scoring.half_point_bye,
        scoring.full_point_bye,
        scoring.zero_point_bye,
    }
    if max(byes) > scoring.win:
        yield r.ByeWorthTooMuch()
    elif _is_usual(scoring) and not byes <= {scoring.win, scoring.draw, scoring.loss}:
        yield r.ByeWorthNoResult()


def _draws_too_much(scoring: Scoring) -> bool:
    return 2 * scoring.draw > scoring.win + scoring.loss


def _is_usual(scoring: Scoring) -> bool:
    """Return True if the scoring is 1-½-0."""
    unit = scoring.unit
    doubled = (2 * scoring.win, 2 * scoring.draw, 2 * scoring.loss)
    return doubled == (2 * unit, unit, 0)


def superseded_refusal(settings: Settings, today: str) -> r.EditionSuperseded | None:
    """Return the refusal of an edition that a later one of its family has replaced; None if none
    has.

    The edition must be in force on the first day of the tournament, or today if that is later. So a
    text can be chosen that comes into force in time, and a past tournament cannot be opened as a
    new one.
    """
    edition = SYSTEMS.get(settings.system or "")
    if edition is None:
        return None
    day = max(settings.start.replace("/", "-"), today)
    try:
        current = resolve(edition.family, day)
    except Unsupported:
        return None
    if current == edition.key:
        return None
    return r.EditionSuperseded(system=edition.key, current=current)
