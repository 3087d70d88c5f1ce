"""Sections and their settings; who is kept apart or announced to meet; fixed tables."""

from __future__ import annotations

from crivello.desk import events as e
from crivello.desk.announced import Announced
from crivello.desk.checks.dispatch import check
from crivello.desk.refusals import (
    ByeValues,
    GroupTooSmall,
    MeetsForbidden,
    MeetsTwice,
    NoRounds,
    SectionExists,
    SettingFixed,
    TableTaken,
    TooManyRounds,
)
from crivello.desk.state import DeskState
from crivello.model.result import Bye
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.standings.tie_breaks import parse_list
from crivello.systems.registry import find

MOST_ROUNDS = 99
"""More than any tournament has: a slip of the finger, which pages would list one by one."""
THE_SYSTEM = N_("the pairing system")
THE_ROUNDS = N_("the number of rounds")
THE_SCORING = N_("the scoring")
THE_ACCELERATION = N_("the acceleration")
THE_OPTIONS = N_("the options of the pairing system")
THE_COLOUR = N_("the initial colour")


@check.register
def _(event: e.SectionOpened, state: DeskState) -> None:
    if event.section in state.sections:
        raise SectionExists(section=event.section)
    _announcement(event.settings, event.announced, 0)


@check.register
def _(event: e.SettingsChanged, state: DeskState) -> None:
    section = state.section(event.section)
    _announcement(event.settings, event.announced, len(section.rounds))
    if not section.rounds:
        return
    # All that a pairing already made was announced under (C.04.1: 1; C.04.2: 1.2).
    old, new = section.settings, event.settings
    for what, same in (
        (THE_SYSTEM, old.system == new.system),
        (THE_ROUNDS, old.rounds == new.rounds or not section.announced.fide_mode),
        (THE_SCORING, old.scoring == new.scoring),
        (THE_ACCELERATION, _method(old) == _method(new)),
        (THE_OPTIONS, old.options == new.options),
    ):
        if not same:
            raise SettingFixed(what=Sentence(what))


@check.register
def _(event: e.ScheduleSet, state: DeskState) -> None:
    """Place and times may change at any time."""


@check.register
def _(event: e.ColourDrawn, state: DeskState) -> None:
    if state.section(event.section).rounds:
        raise SettingFixed(what=Sentence(THE_COLOUR))


def _method(settings: Settings) -> tuple[object, ...]:
    return settings.acceleration.method, settings.acceleration.virtual


def _announcement(settings: Settings, announced: Announced, published: int) -> None:
    least = max(published, 1)
    if settings.rounds is None or settings.rounds < least:
        raise NoRounds(least=least)
    if settings.rounds > MOST_ROUNDS:
        raise TooManyRounds(rounds=settings.rounds, most=MOST_ROUNDS)
    # What the rules themselves refuse: an unknown system or tie-break, an unfit acceleration.
    find(settings.system or "")
    virtual_points(Tournament(settings=settings), 1)
    parse_list(settings.tie_breaks)
    if announced.missed_rounds not in (Bye.ZERO_POINT, Bye.HALF_POINT):
        raise ByeValues()


# Forbidden pairs, groups to keep apart, fixed tables.


THE_MEETINGS = N_("the pairs announced for round 1")


@check.register
def _(event: e.ApartSet, state: DeskState) -> None:
    section = state.section(event.section)
    for apart in (*event.forbidden, *event.keep_apart):
        for player in apart.players:
            section.registration(player)
        if len(set(apart.players)) < 2 or len(set(apart.players)) < len(apart.players):
            raise GroupTooSmall()


@check.register
def _(event: e.MeetingsSet, state: DeskState) -> None:
    section = state.section(event.section)
    if section.rounds:
        raise SettingFixed(what=Sentence(THE_MEETINGS))
    seen: set[int] = set()
    for pair in event.pairs:
        for player in pair:
            section.registration(player)
            if player in seen:
                raise MeetsTwice(player=PlayerRef(player))
            seen.add(player)
        for apart in section.settings.forbidden:
            if apart.applies(1) and set(pair) <= set(apart.players):
                raise MeetsForbidden(white=PlayerRef(pair[0]), black=PlayerRef(pair[1]))


@check.register
def _(event: e.TablesFixed, state: DeskState) -> None:
    section = state.section(event.section)
    seen: set[int] = set()
    for player, table in event.tables:
        section.registration(player)
        if table in seen or table < 1:
            raise TableTaken(table=table)
        seen.add(table)
