"""Actions on sections, settings and schedule, players kept apart, fixed tables, and lots."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import field, replace

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.actions.action import Context, Plan
from crivello.desk.announcement import Announcement
from crivello.desk.descriptions import COLOURS
from crivello.desk.fide_mode import forbidden_settings, superseded_refusal
from crivello.desk.notices import Notice
from crivello.desk.refusals import LeaveFideModeFirst, NobodyAlike
from crivello.desk.state import DeskState, Section
from crivello.desk.warnings import warn_of_adjournments, warn_of_too_few_rounds
from crivello.model.errors import Unsupported
from crivello.model.keys import has_two_games, pairs_matches, resolve
from crivello.model.result import Colour
from crivello.model.sentence import Sentence
from crivello.model.settings import Apart, Settings, TeamEvent, list_choices
from crivello.model.tables import USUAL_BOARDS
from crivello.model.tournament import Tournament
from crivello.rules.draw import groups_by, shuffle
from crivello.rules.handling import Article
from crivello.standard.classes import frozen
from crivello.standings.recommended import opening_list
from crivello.systems.registry import find
from crivello.systems.request import choose_edition


@frozen
class OpenSection:
    """Open a section, a tournament of its own in the file; place and times are those of the
    first.
    """

    section: str
    settings: Settings
    announced: Announcement = field(default_factory=Announcement)
    imported: bool = False
    """From a file, or a demonstration: no new tournament, so FIDE mode is not stated."""
    assumed: tuple[tuple[str, str], ...] = ()
    """Topic and what was taken where the file does not say it: see `recording.ASSUMED`."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        settings, announced = self.settings, self.announced
        first = next(iter(state.sections.values()), None)
        if first is not None:
            # What a section does not say for itself it has in common with the first one.
            common = {
                name: getattr(first.settings, name)
                for name in ("city", "federation", "start", "end", "round_dates")
                if not getattr(settings, name)
            }
            settings = replace(settings, **common)
            times = announced.round_times or first.announced.round_times
            announced = replace(announced, round_times=times)
        leaves = announced.fide_mode is False
        if announced.fide_mode is None and not self.imported:
            promised = True if first is None else first.announced.fide_mode
            announced = replace(announced, fide_mode=promised)
        settings = _with_edition(settings, context)
        if not self.imported:
            _require_in_force(settings, announced, context)
        event = e.SectionOpened(self.section, settings, announced, self.assumed)
        notices = _settings_notices(settings, announced, None, context)
        return Plan(event, notices, needs_reason=leaves)

    def with_usual_tie_breaks(self, context: Context) -> OpenSection:
        """Return the action with the tie-breaks that a new tournament of its system begins with."""
        edition = _with_edition(self.settings, context).system
        usual = opening_list(edition or "")
        codes = () if usual is None else usual.codes
        return replace(self, settings=replace(self.settings, tie_breaks=codes))


@frozen
class ChangeSettings:
    """Change the settings of a section."""

    section: str
    settings: Settings
    announced: Announcement = field(default_factory=Announcement)

    def decide(self, state: DeskState, context: Context) -> Plan:
        before = state.section(self.section)
        promised, announced = before.announced.fide_mode, self.announced
        if announced.fide_mode is None:
            announced = replace(announced, fide_mode=promised)
        elif announced.fide_mode is False and promised is not False:
            raise LeaveFideModeFirst()
        settings = _with_edition(self.settings, context)
        if settings.system != before.settings.system or not promised:
            _require_in_force(settings, announced, context)
        event = e.SettingsChanged(self.section, settings, announced)
        notices = _settings_notices(settings, announced, before.announced, context)
        few = warn_of_too_few_rounds(settings, len(before.listed_players))
        late = bool(before.rounds) and settings.tie_breaks != before.settings.tie_breaks
        return Plan(event, (*notices, *few), needs_reason=late and bool(promised))


@frozen
class LeaveFideMode:
    """Leave FIDE mode permanently; needs a reason.

    Every page, print and file states since when, and why.
    """

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.FideModeLeft(self.section), (Notice(Sentence(n.NOT_FIDE_MODE)),))


@frozen
class RecordOnlineKey:
    """Record a step on the way to the tournament's key at chess-results.com.

    The site makes a new tournament each time it is asked for a key. So that it is asked is recorded
    before, and while the answer is missing it is only asked `again` on purpose.
    """

    section: str
    step: e.KeyStep
    key: int = 0
    again: bool = False

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        known, asked = section.online_key, section.online_key_asked
        if (self.step in (e.KeyStep.RECEIVED, e.KeyStep.TYPED)) != (0 < self.key < MOST_KEY):
            raise r.OnlineKeyInvalid()
        if self.step is e.KeyStep.ASKED:
            if known is not None:
                raise r.OnlineKeyKnown(key=str(known))
            if asked and not self.again:
                raise r.key_unsure(asked)
        elif self.step is not e.KeyStep.TYPED and not asked:
            raise r.OnlineKeyNotAsked()
        return Plan(e.OnlineKeyRecorded(self.section, self.step, self.key))


MOST_KEY = 10**9


@frozen
class SetSchedule:
    """Set the place and times of all sections."""

    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    round_dates: tuple[str, ...] = ()
    round_times: tuple[str, ...] = ()

    def decide(self, state: DeskState, context: Context) -> Plan:
        event = e.ScheduleSet(
            self.city, self.federation, self.start, self.end, self.round_dates, self.round_times
        )
        return Plan(event, tuple(_days_reversed(self.start, self.end)))


@frozen
class DrawColour:
    """Record the initial colour; if none is given, the desk draws it by lot."""

    section: str
    colour: Colour | None = None

    def decide(self, state: DeskState, context: Context) -> Plan:
        colour = self.colour or secrets.choice((Colour.WHITE, Colour.BLACK))
        before = state.section(self.section).settings.initial_colour
        if before is None:
            return Plan(e.ColourDrawn(self.section, colour))
        again = Notice(Sentence(n.DRAWN_AGAIN, colour=COLOURS[before]))
        return Plan(e.ColourDrawn(self.section, colour), (again,))


@frozen
class DrawLots:
    """Draw a lot for each player, for the tie-break LOT; if no seed is given, a random one is
    used.
    """

    section: str
    seed: str = ""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        seed = self.seed or secrets.token_hex(8)
        lots = shuffle((player.id for player in section.listed_players), seed)
        event = e.LotsDrawn(self.section, tuple(lots), seed)
        return Plan(event, needs_reason=bool(section.lots))


@frozen
class SetApart:
    """Set all forbidden pairs and all groups to keep apart; they replace the earlier ones."""

    section: str
    forbidden: tuple[Apart, ...] = ()
    keep_apart: tuple[Apart, ...] = ()
    by_decision: bool = False
    """The chief arbiter has decided it after round 1 (with a reason); FIDE mode wants that."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        forbidden = tuple(self._as_in_force(section))
        event = e.ApartSet(self.section, forbidden, self.keep_apart, self.by_decision)
        plan = _without_favour(event, state, n.GROUPS_KEPT_APART if self.keep_apart else "")
        if not section.rounds:
            return replace(plan, event=replace(event, by_decision=False))
        late = Notice(Sentence(n.APART_LATE), Article.NO_FAVOUR.of(section.settings))
        return Plan(event, (late, *plan.notices), needs_reason=self.by_decision)

    def _as_in_force(self, section: Section) -> Iterator[Apart]:
        """Yield the forbidden pairs with the rounds in which they apply.

        A new pair applies from the coming round on. A pair that is no longer listed applied until
        the last published round.
        """
        last, before = len(section.rounds), section.settings.forbidden
        for one in self.forbidden:
            later = one.first_round if one in before else max(one.first_round, last + 1)
            yield replace(one, first_round=later)
        for one in before:
            if one not in self.forbidden and one.first_round <= last:
                yield replace(one, last_round=min(one.last_round or last, last))


@frozen
class SetMeetings:
    """Set all pairs announced for round 1; they replace the earlier ones."""

    section: str
    pairs: tuple[tuple[int, int], ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        event = e.MeetingsSet(self.section, self.pairs)
        return _without_favour(event, state, n.MEETINGS_ANNOUNCED if self.pairs else "")


@frozen
class KeepTagApart:
    """Keep apart players with the same federation, club or other tag."""

    section: str
    tag: str
    first_round: int = 1
    last_round: int | None = None
    by_decision: bool = False
    """As in `SetApart`."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        groups = groups_by((one.player for one in section.registrations.values()), self.tag)
        new = tuple(
            Apart(tuple(ids), self.first_round, self.last_round, f"{self.tag}: {value}")
            for value, ids in sorted(groups.items())
            if len(ids) > 1
        )
        if not new:
            raise NobodyAlike(tag=self.tag)
        old = section.settings.keep_apart
        others = tuple(group for group in old if not group.name.startswith(f"{self.tag}: "))
        action = SetApart(self.section, section.settings.forbidden, others + new, self.by_decision)
        return action.decide(state, context)


@frozen
class FixTables:
    """Set all fixed tables of a section at once."""

    section: str
    tables: tuple[tuple[int, int], ...]

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.TablesFixed(self.section, self.tables))


def _without_favour(event: e.SectionEvent, state: DeskState, announce: str) -> Plan:
    """Return a plan with the warning that this must be announced and may favour no player.

    Without the warning if `announce` is empty.
    """
    if not announce:
        return Plan(event)
    article = Article.NO_FAVOUR.of(state.section(event.section).settings)
    return Plan(event, (Notice(Sentence(announce), article),))


def _with_edition(settings: Settings, context: Context) -> Settings:
    """Return the settings with a fixed edition, so that new rules do not come into force
    halfway.
    """
    today = context.now.date().isoformat()
    key = choose_edition(Tournament(settings=settings), None, today)
    teams = pairs_matches(key) and not has_two_games(key)
    event = (settings.team_event or TeamEvent(boards=USUAL_BOARDS)) if teams else None
    return replace(settings, system=key, team_event=event)


def _require_in_force(settings: Settings, announced: Announcement, context: Context) -> None:
    """Raise an error if a tournament in FIDE mode uses an edition that a later one has replaced."""
    refusal = superseded_refusal(settings, context.now.date().isoformat())
    if announced.fide_mode and refusal is not None:
        raise refusal


def _days_reversed(start: str, end: str) -> Iterator[Notice]:
    """Warn if the last day is before the first. Dates as YYYY/MM/DD sort as text."""
    if start and end and end.replace("-", "/") < start.replace("-", "/"):
        yield Notice(Sentence(n.DAYS_REVERSED, start=start, end=end))


def _settings_notices(
    settings: Settings, announced: Announcement, before: Announcement | None, context: Context
) -> tuple[Notice, ...]:
    """Warn of new settings that FIDE discourages, or that must be announced."""
    # C.04.4 (1)
    notices = []
    before = before or Announcement()
    key = settings.system or ""
    system = find(key)
    if not system.endorsed:
        article = Article.APPROVED_PROGRAM.of(settings)
        notices.append(Notice(Sentence(n.SYSTEM_DEPRECATED, system=key), article))
    if settings.start:
        try:
            current = resolve(system.family, settings.start)
        except Unsupported:
            current = key
        if current != key:
            values = {"system": key, "date": settings.start, "current": current}
            article = Article.PUBLISHED_SYSTEM.of(settings)
            notices.append(Notice(Sentence(n.EDITION_OUTDATED, **values), article))
    notices += [
        Notice(Sentence(n.OPTION_UNREAD, option=option, system=key))
        for option, _ in list_choices(settings.options)
        if option not in system.options
    ]
    notices += _days_reversed(settings.start, settings.end)
    if announced.fide_mode is False and before.fide_mode is not False:
        notices.append(Notice(Sentence(n.NOT_FIDE_MODE)))
    if not announced.fide_mode:
        notices += _fide_warnings(settings, context)
    if announced.full_point_byes and not before.full_point_byes:
        notices.append(Notice(Sentence(n.FULL_POINT_BYES_ON)))
    notices += warn_of_adjournments(settings)
    if settings.scoring.pairing_allocated_bye < settings.scoring.win:
        notices.append(Notice(Sentence(n.BYE_VALUE), Article.BYE.of(settings)))
    if announced.correction_minutes is None:
        notices.append(Notice(Sentence(n.NO_DEADLINE), Article.CORRECTIONS.of(settings)))
    return tuple(notices)


def _fide_warnings(settings: Settings, context: Context) -> Iterator[Notice]:
    """Warn of settings that FIDE forbids."""
    # With a first day, that day already decided whether it is the edition in force.
    late = None if settings.start else superseded_refusal(settings, context.now.date().isoformat())
    for refusal in (*forbidden_settings(settings), *([] if late is None else [late])):
        refusal.cite(settings)
        yield Notice(refusal.sentence, refusal.article)
