"""The page Settings: everything that is announced, who is kept apart, tables, sections, copies."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import Desk
from crivello.desk.actions import FixTables, KeepTagApart, OpenSection, SetApart, SetMeetings
from crivello.desk.announced import Announced
from crivello.desk.lookup import find_player, find_players, split_players
from crivello.desk.setting_grammar import scoring_points
from crivello.model.errors import Malformed
from crivello.model.keys import SYSTEMS
from crivello.model.settings import OPTIONS, Apart, Settings
from crivello.standings.tie_breaks import RULES
from crivello.web.forms import Fields, Form, tag_keys
from crivello.web.settings.form import (
    ACCELERATIONS,
    MISSED,
    NO_ROUNDS,
    PACES,
    PARITIES,
    as_day,
    changed,
    is_day,
    is_switch,
    round_days,
    schedule,
    standing_warnings,
    system_groups,
)
from crivello.web.view import AtDesk, Message, PageAnswer, SectionPage, calling
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/settings")

NO_KEY = N_("A section needs a short name, such as B.")
NO_TABLE = N_("Write the number of a table, from 1.")
TWO = N_("Name at least two players.")
JUST_TWO = N_("A pair is two players: name just two.")
NOT_APART = N_("They are no longer kept apart as this page showed; look again.")
COPIES_TO = N_("Copies go to {folder} from now on.")
NO_COPIES = N_("No more backup copies are made.")
ROUNDS = N_("rounds {first}–{last}")
FROM_ROUND = N_("from round {first}")


@router.get("")
def show(page: AtDesk) -> Response:
    section = page.section
    settings, announced = section.settings, section.announced
    unit = settings.scoring.unit
    amounts = [page.points(int(value * unit)) for value in scoring_points(settings.scoring)]
    people = [one.player for one in section.registrations.values()]
    missed = next(k for k, (bye, _) in MISSED.items() if bye is announced.missed_rounds)
    return page.render(
        "settings/settings.html",
        settings=settings,
        announced=announced,
        started=bool(section.rounds),
        days=round_days(section),
        start=(as_day(settings.start), not settings.start or is_day(settings.start)),
        end=(as_day(settings.end), not settings.end or is_day(settings.end)),
        systems=system_groups(),
        paces=[(one.value, page.say(text)) for one, text in PACES.items()],
        accelerations=[(key, page.say(text)) for key, text in ACCELERATIONS],
        options=[(one, one.of(settings.options), is_switch(one)) for one in OPTIONS],
        parities=[(key, page.say(text)) for key, text in PARITIES],
        amounts=dict(zip(("win", "draw", "loss", "bye"), amounts, strict=True)),
        missed=[(key, page.say(text)) for key, (_, text) in MISSED.items()],
        missed_now=missed,
        chief=str(announced.chief_arbiter or "") or settings.chief_arbiter,
        deputies="\n".join(map(str, announced.deputy_arbiters))
        or "\n".join(settings.deputy_arbiters),
        tie_breaks=" ".join(settings.tie_breaks),
        rules=[(rule.code, page.say(rule.name)) for rule in RULES if rule.code != "PTS"],
        warnings=[Message(page.sentence(one), one.article) for one in standing_warnings(section)],
        groups=[
            (hard, index, group, _people(page, group.players), _range(page, group))
            for hard, groups in ((True, settings.forbidden), (False, settings.keep_apart))
            for index, group in enumerate(groups)
        ],
        meetings=[(pair, _people(page, pair)) for pair in settings.must_meet],
        tags=["federation", *tag_keys(people)],
        fixed=[
            (player, _people(page, [player]), table)
            for player, table in sorted(section.tables.items(), key=lambda item: item[1])
            if player in page.names
        ],
        sections=_sections(page),
        second_place=page.file.submit(lambda desk: desk.second_place).result() or "",
        folder=str(page.desks.folder),
    )


@router.post("/schedule")
def set_schedule(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("settings"))
    return page.do(schedule(form, page.section), back)


@router.post("/rules")
def set_rules(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("settings"))
    return page.do(changed(form, page.section), back)


# Kept apart


@router.post("/apart")
def keep_apart(page: AtDesk, form: Form) -> Response:
    """These players never meet, or not while the round can be completed."""
    back = page.on_refusal(page.url("settings") + "#apart")
    settings = page.section.settings
    players = find_players(page.section, split_players(form.text("players")))
    if len(players) < 2:
        raise Malformed(TWO)
    first, last = _rounds(form)
    hard = form.text("kind") != "group"
    group = Apart(players, first, last, "" if hard else form.text("name"))
    forbidden = (*settings.forbidden, group) if hard else settings.forbidden
    kept_apart = settings.keep_apart if hard else (*settings.keep_apart, group)
    return page.do(SetApart(page.key, forbidden, kept_apart), back)


@router.post("/apart-by")
def keep_tag_apart(page: AtDesk, form: Form) -> Response:
    """Everybody of the same club, federation, family … is a group."""
    first, last = _rounds(form)
    action = KeepTagApart(page.key, form.text("tag"), first, last)
    return page.do(action, page.url("settings") + "#apart")


@router.post("/release")
def release(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("settings") + "#apart")
    settings = page.section.settings
    index = form.number("index") or 0
    hard = form.text("kind") == "pair"
    groups = list(settings.forbidden if hard else settings.keep_apart)
    # The page may be old: the group is the one it showed, or nothing happens.
    if index >= len(groups) or " ".join(map(str, groups[index].players)) != form.text("players"):
        raise Malformed(NOT_APART)
    del groups[index]
    forbidden = tuple(groups) if hard else settings.forbidden
    kept_apart = settings.keep_apart if hard else tuple(groups)
    return page.do(SetApart(page.key, forbidden, kept_apart), back)


# Pairs of round 1


@router.post("/meet")
def announce_pair(page: AtDesk, form: Form) -> Response:
    """Two players who meet in round 1."""
    back = page.on_refusal(page.url("settings") + "#meet")
    players = find_players(page.section, split_players(form.text("players")))
    if len(players) != 2:
        raise Malformed(JUST_TWO)
    pairs = (*page.section.settings.must_meet, (players[0], players[1]))
    return page.do(SetMeetings(page.key, pairs), back)


@router.post("/not-meet")
def release_pair(page: AtDesk, form: Form) -> Response:
    gone = form.text("players")
    announced = page.section.settings.must_meet
    pairs = tuple(pair for pair in announced if " ".join(map(str, pair)) != gone)
    return page.do(SetMeetings(page.key, pairs), page.url("settings") + "#meet")


def _rounds(form: Fields) -> tuple[int, int | None]:
    return form.number("first") or 1, form.number("last")


def _people(page: SectionPage, players: Sequence[int]) -> str:
    return ", ".join(filter(None, map(calling(page.names), players)))


def _range(page: SectionPage, group: Apart) -> str:
    if group.last_round is not None:
        return page.say(ROUNDS, first=group.first_round, last=group.last_round)
    return page.say(FROM_ROUND, first=group.first_round) if group.first_round > 1 else ""


# Tables


@router.post("/tables")
def fix_table(page: AtDesk, form: Form) -> Response:
    """A player who always sits at the same table."""
    back = page.on_refusal(page.url("settings") + "#tables")
    player = find_player(page.section, form.text("player"))
    table = form.number("table")
    if not table:
        raise Malformed(NO_TABLE)
    tables = dict(page.section.tables) | {player: table}
    return page.do(FixTables(page.key, tuple(tables.items())), back)


@router.post("/free-table")
def free_table(page: AtDesk, form: Form) -> Response:
    player = form.number("player")
    tables = tuple(item for item in page.section.tables.items() if item[0] != player)
    return page.do(FixTables(page.key, tables), page.url("settings") + "#tables")


# Sections and copies


@router.post("/section")
def open_section(page: AtDesk, form: Form) -> Response:
    """Another tournament of the event, with the same place and times."""
    back = page.on_refusal(page.url("settings") + "#sections")
    key, rounds = form.text("key"), form.number("rounds")
    if not key or len(key) > 40:
        raise Malformed(NO_KEY)
    if not rounds:
        raise Malformed(NO_ROUNDS)
    like, here = page.section.settings, page.section.announced
    settings = Settings(
        name=form.text("name") or key,
        rounds=rounds,
        system=form.text("system") or like.system,
        scoring=like.scoring,
        tie_breaks=like.tie_breaks,
        time_control=like.time_control,
        time_control_code=like.time_control_code,
    )
    announced = Announced(
        fide_mode=here.fide_mode,
        pace=here.pace,
        chief_arbiter=here.chief_arbiter,
        deputy_arbiters=here.deputy_arbiters,
        correction_minutes=here.correction_minutes,
    )
    return page.do(OpenSection(key, settings, announced), back)


def _sections(page: SectionPage) -> list[tuple[str, str, int, int, str]]:
    found = []
    for key, one in page.snapshot.state.sections.items():
        system = SYSTEMS.get(one.settings.system or "")
        title = page.say(system.title) if system else ""
        found.append((key, one.settings.name, one.settings.rounds or 0, len(one.listed), title))
    return found


@router.post("/second-place")
def second_place(page: AtDesk, form: Form) -> Response:
    """A folder of this computer, or a stick, that gets copies of the file; empty for none."""
    back = page.on_refusal(page.url("settings") + "#copies")
    folder = form.text("folder") or None

    def work(desk: Desk) -> tuple[Message, ...]:
        notices = desk.remember_second_place(folder)
        return tuple(Message(page.sentence(one), one.article) for one in notices)

    warnings = page.file.submit(work).result()
    text = page.say(COPIES_TO, folder=folder) if folder else page.say(NO_COPIES)
    return page.redirect(back, PageAnswer(True, (Message(text), *warnings)))
