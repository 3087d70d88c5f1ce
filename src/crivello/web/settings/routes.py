"""The page Settings: announced settings, players kept apart, tables, sections, backup copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from fastapi import APIRouter
from fastapi.responses import Response

from crivello import __version__
from crivello.desk import Desk, DeskState, Section, actions
from crivello.desk.fide_mode import CONSEQUENCE
from crivello.desk.lookup import find_player, find_players, split_players
from crivello.desk.notices import Notice
from crivello.desk.refusals import NothingChanged
from crivello.desk.setting_grammar import (
    TABLE,
    Group,
    Setting,
    copy_settings,
    put_all,
    scoring_points,
)
from crivello.desk.warnings import (
    warn_of_missing_ratings,
    warn_of_missing_tie_breaks,
    warn_of_too_few_rounds,
)
from crivello.model.dates import read_day
from crivello.model.errors import CrivelloError, Malformed, about
from crivello.model.grammar import read_points
from crivello.model.keys import SYSTEMS
from crivello.model.player_fields import FIELD_BY_KEY
from crivello.model.plug_ins import SYSTEMS_GROUP, load_plug_ins
from crivello.model.settings import Apart
from crivello.rules.handling import Article
from crivello.standard.classes import frozen
from crivello.standings.tie_breaks import EXTERNAL_TAG, read_external
from crivello.web.forms import Fields, Form, tag_keys
from crivello.web.page_answers import Message, PageAnswer, page_names
from crivello.web.settings.tie_breaks import chosen_codes, tie_break_choice
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Template
from crivello.words.federation_names import read_federation

router = APIRouter(prefix="/t/{file}/{section}/settings")

NO_ROUNDS = N_("Enter the number of rounds, at least 1.")
NO_KEY = N_("A section needs a short name, such as B.")
NO_VALUE = N_(
    "{line!r} is not a value: a line has a player, a space and a number with up to two decimals."
)
NO_TABLE_NUMBER = N_("Enter a table number, at least 1.")
TWO = N_("Name at least two players.")
JUST_TWO = N_("A pair is two players: name exactly two.")
NOT_APART = N_("This has changed since the page was loaded. Check the list and try again.")
COPIES_TO = N_("Backup copies now go to {folder}.")
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
    return page.render(
        "settings/settings.html",
        settings=settings,
        announced=announced,
        started=bool(section.rounds),
        decided=bool(section.rounds) and announced.fide_mode is True,
        leaving=page.say(CONSEQUENCE),
        days=round_days(section),
        start=as_day(settings.start),
        end=as_day(settings.end),
        systems=system_groups(),
        groups=[(group, setting_fields(page, group)) for group in shown_groups(section)],
        parts=_parts(page),
        place={one.key: one for one in setting_fields(page, Group.SCHEDULE)},
        amounts=dict(zip(("win", "draw", "loss", "bye"), amounts, strict=True)),
        tie_breaks=tie_break_choice(section, page),
        warnings=[Message(page.sentence(one), one.article) for one in standing_warnings(section)],
        apart=[
            (hard, index, group, _people(page, group.players), _range(page, group))
            for hard, groups in ((True, settings.forbidden), (False, settings.keep_apart))
            for index, group in enumerate(groups)
        ],
        meetings=[(pair, _people(page, pair)) for pair in settings.must_meet],
        tags=[(tag, tag_text(page, tag)) for tag in ("federation", *tag_keys(people))],
        fixed=[
            (player, _people(page, [player]), table)
            for player, table in sorted(section.tables.items(), key=lambda item: item[1])
            if player in page.names
        ],
        lots="; ".join(f"{one.number} {one.name}" for one in section.lots),
        has_lots=any(code.partition("/")[0] == "LOT" for code in settings.tie_breaks),
        has_values=any(code.partition("/")[0] == "EXT" for code in settings.tie_breaks),
        values=[
            (player.number, player.name, value)
            for player in section.listed_players
            if (value := dict(player.tags).get(EXTERNAL_TAG))
        ],
        sections=_sections(page),
        backup_folder=page.file.submit(lambda desk: desk.backup_folder).result() or "",
        folder=str(page.desks.folder),
    )


def _parts(page: SectionPage) -> list[tuple[str, str]]:
    """Return the sections of the page, with their ids, in their order."""
    found = []
    for group in shown_groups(page.section):
        found.append((f"of-{group.name.lower()}", page.say(group.value)))
        if group is Group.TOURNAMENT:
            found.append(("place", page.say(N_("Place and times"))))
    return found + [(key, page.say(title)) for key, title in PARTS]


PARTS = (
    ("fide", N_("FIDE mode")),
    ("apart", N_("Kept apart")),
    ("meet", N_("Pairs of round 1")),
    ("fixed-tables", N_("Fixed tables")),
    ("lots", N_("Lots and values from outside")),
    ("sections", N_("Sections")),
    ("copies", N_("Backup copy")),
)
"""The sections of the page below the large form."""


@router.post("/rules")
def set_rules(page: AtDesk, form: Form) -> Response:
    """Save the form of the settings, with place and times if the form has them."""
    back = page.on_refusal(page.url("settings"))
    placed = _set_schedule(page, form) if form.has("city") else None
    if placed is not None and not (placed.done and form.has("win")):
        return page.redirect(back, placed)
    changes = read_changes(form, page.section)
    unchanged = (changes.settings, changes.announced) == (
        page.section.settings,
        page.section.announced,
    )
    if placed is not None and unchanged:
        return page.redirect(back, placed)
    answer = page.act(changes, form.text("reason"))
    if placed is not None and answer.done:  # two actions: the log undoes each
        answer = replace(answer, lines=(*placed.lines, *answer.lines), sequence=None)
    return page.redirect(back, answer)


def _set_schedule(page: SectionPage, form: Fields) -> PageAnswer | None:
    """Set the place and times that the form has; None if they are as they were."""
    if form.has("win"):
        read_changes(form, page.section)  # nothing is saved if the rest is wrong
    wanted = schedule(form, page.section)
    settings, announced = page.section.settings, page.section.announced
    before = actions.SetSchedule(
        settings.city,
        settings.federation,
        settings.start,
        settings.end,
        settings.round_dates,
        announced.round_times,
    )
    return None if wanted == before and form.has("win") else page.act(wanted)


@router.post("/leave-fide-mode")
def leave_fide_mode(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("settings") + "#fide")
    return page.do(actions.LeaveFideMode(page.key), back, form.text("reason"), proceed=True)


@router.post("/state-fide-mode")
def state_fide_mode(page: AtDesk) -> Response:
    """Put a tournament that has not stated FIDE mode into it, before round 1."""
    announced = replace(page.section.announced, fide_mode=True)
    action = actions.ChangeSettings(page.key, page.section.settings, announced)
    return page.do(action, page.url("settings") + "#fide")


# Kept apart


@router.post("/apart")
def keep_apart(page: AtDesk, form: Form) -> Response:
    """Keep players apart: always, or as long as the round can be completed."""
    back = page.on_refusal(page.url("settings") + "#apart")
    settings = page.section.settings
    with about("players"):
        players = find_players(page.section, split_players(form.text("players")))
        if len(players) < 2:
            raise Malformed(TWO)
    first, last = _rounds(form)
    hard = form.text("kind") != "group"
    group = Apart(players, first, last, "" if hard else form.text("name"))
    forbidden = (*settings.forbidden, group) if hard else settings.forbidden
    kept_apart = settings.keep_apart if hard else (*settings.keep_apart, group)
    return _do_by_decision(page, form, actions.SetApart(page.key, forbidden, kept_apart), back)


def _do_by_decision(
    page: SectionPage, form: Fields, action: actions.SetApart | actions.KeepTagApart, back: str
) -> Response:
    """Do the action; after round 1 it needs the chief arbiter's decision and a reason from the
    form.
    """
    decided = replace(action, by_decision=form.text("by_decision") == "1")
    return page.do(decided, back, form.text("reason"), proceed=decided.by_decision)


@router.post("/apart-by")
def keep_tag_apart(page: AtDesk, form: Form) -> Response:
    """Keep apart the players of each club, federation, family or other group."""
    back = page.on_refusal(page.url("settings") + "#apart")
    first, last = _rounds(form)
    action = actions.KeepTagApart(page.key, form.text("tag"), first, last)
    return _do_by_decision(page, form, action, back)


@router.post("/release")
def release(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("settings") + "#apart")
    settings = page.section.settings
    index = form.number("index") or 0
    hard = form.text("kind") == "pair"
    groups = list(settings.forbidden if hard else settings.keep_apart)
    # The page may be out of date: only the group that it showed is released.
    if index >= len(groups) or " ".join(map(str, groups[index].players)) != form.text("players"):
        raise Malformed(NOT_APART)
    del groups[index]
    forbidden = tuple(groups) if hard else settings.forbidden
    kept_apart = settings.keep_apart if hard else tuple(groups)
    return _do_by_decision(page, form, actions.SetApart(page.key, forbidden, kept_apart), back)


# Pairs of round 1


@router.post("/meet")
def announce_pair(page: AtDesk, form: Form) -> Response:
    """Announce that two players meet in round 1."""
    back = page.on_refusal(page.url("settings") + "#meet")
    with about("players"):
        players = find_players(page.section, split_players(form.text("players")))
        if len(players) != 2:
            raise Malformed(JUST_TWO)
    pairs = (*page.section.settings.must_meet, (players[0], players[1]))
    return page.do(actions.SetMeetings(page.key, pairs), back)


@router.post("/not-meet")
def release_pair(page: AtDesk, form: Form) -> Response:
    gone = form.text("players")
    announced = page.section.settings.must_meet
    pairs = tuple(pair for pair in announced if " ".join(map(str, pair)) != gone)
    return page.do(actions.SetMeetings(page.key, pairs), page.url("settings") + "#meet")


def _rounds(form: Fields) -> tuple[int, int | None]:
    return form.typed_number("first") or 1, form.typed_number("last")


def _people(page: SectionPage, players: Sequence[int]) -> str:
    return ", ".join(filter(None, map(page_names(page.names), players)))


def tag_text(page: SectionPage, tag: str) -> str:
    """Return the name of a kind of group, such as "club"; an unknown tag is its own name."""
    field = FIELD_BY_KEY.get(tag)
    return page.say(field.name) if field is not None and field.grouping else tag


def _range(page: SectionPage, group: Apart) -> str:
    if group.last_round is not None:
        return page.say(ROUNDS, first=group.first_round, last=group.last_round)
    return page.say(FROM_ROUND, first=group.first_round) if group.first_round > 1 else ""


# Tables


@router.post("/tables")
def fix_table(page: AtDesk, form: Form) -> Response:
    """Give a player the same table in every round."""
    back = page.on_refusal(page.url("settings") + "#fixed-tables")
    with about("player"):
        player = find_player(page.section, form.text("player"))
    table = form.required_number("table", NO_TABLE_NUMBER)
    tables = dict(page.section.tables) | {player: table}
    return page.do(actions.FixTables(page.key, tuple(tables.items())), back)


@router.post("/free-table")
def free_table(page: AtDesk, form: Form) -> Response:
    player = form.number("player")
    tables = tuple(item for item in page.section.tables.items() if item[0] != player)
    return page.do(actions.FixTables(page.key, tables), page.url("settings") + "#fixed-tables")


# Tie-breaks from outside


@router.post("/lots")
def draw_lots(page: AtDesk, form: Form) -> Response:
    """Draw a lot for each player; drawing again needs a reason."""
    back = page.on_refusal(page.url("settings") + "#lots")
    confirmed = bool(page.section.lots)  # the form says what follows
    return page.do(actions.DrawLots(page.key), back, form.text("reason"), proceed=confirmed)


@router.post("/values")
def set_values(page: AtDesk, form: Form) -> Response:
    """Set the values of the tie-break EXT, one line for each player; players not listed have
    none.
    """
    back = page.on_refusal(page.url("settings") + "#lots")
    with about("values"):
        values = dict(_value(page.section, line) for line in form.text("values").splitlines())
    people = [one.player for one in page.section.registrations.values()]
    given = [one.with_tag(EXTERNAL_TAG, values.get(one.id, "")) for one in people]
    changed = tuple(new for new, old in zip(given, people, strict=True) if new.tags != old.tags)
    if not changed:
        raise NothingChanged()
    return page.do(actions.CorrectPlayers(page.key, changed, only_here=True), back)


def _value(section: Section, line: str) -> tuple[int, str]:
    """Read a line such as ``12 1.5``; the player may be given by number, name or FIDE id."""
    who, _, value = line.strip().rpartition(" ")
    if read_external(value) is None:
        raise Malformed(NO_VALUE, line=line.strip())
    return find_player(section, who), value


# Sections and copies


@router.post("/section")
def open_section(page: AtDesk, form: Form) -> Response:
    """Open another section of the event, with the same place, times and settings."""
    back = page.on_refusal(page.url("settings") + "#sections")
    key = form.text("key")
    with about("key"):
        if not key or len(key) > 40:
            raise Malformed(NO_KEY)
    rounds = form.required_number("rounds", NO_ROUNDS)
    settings, announced = copy_settings((page.section.settings, page.section.announced))
    settings = replace(
        settings,
        name=form.text("name") or key,
        rounds=rounds,
        system=form.text("system") or settings.system,
    )
    return page.do(actions.OpenSection(key, settings, announced), back)


def _sections(page: SectionPage) -> list[tuple[str, str, int, int, str]]:
    found = []
    for key, one in page.snapshot.state.sections.items():
        system = SYSTEMS.get(one.settings.system or "")
        title = page.say(system.title) if system else ""
        found.append(
            (key, one.settings.name, one.settings.rounds or 0, len(one.listed_players), title)
        )
    return found


@router.post("/backup-folder")
def backup_folder(page: AtDesk, form: Form) -> Response:
    """Set the folder or USB stick to which the file is copied; empty for none."""
    back = page.on_refusal(page.url("settings") + "#copies")
    folder = form.text("folder") or None

    def work(desk: Desk) -> tuple[Message, ...]:
        notices = desk.remember_backup_folder(folder)
        return tuple(Message(page.sentence(one), one.article) for one in notices)

    with about("folder"):
        warnings = page.file.submit(work).result()
    text = page.say(COPIES_TO, folder=folder) if folder else page.say(NO_COPIES)
    return page.redirect(back, PageAnswer(done=True, lines=(Message(text), *warnings)))


# The forms


@frozen
class RoundDay:
    """The day and time of a round, in the form."""

    number: int
    day: str
    time: str


def as_day(text: str) -> str:
    """Return a day as forms show it: ``2026/03/01`` as ``2026-03-01``."""
    return text.replace("/", "-").replace(".", "-")


def typed_day(form: Fields, name: str, before: str = "") -> str:
    """Return a typed day as ``2026/03/01``; an unchanged value stays, even an invalid one."""
    text = form.text(name)
    if not text or as_day(text) == as_day(before):
        return before if text else ""
    with about(name):
        return read_day(text)


def round_days(section: Section) -> list[RoundDay]:
    days, times = section.settings.round_dates, section.announced.round_times
    return [
        RoundDay(
            number,
            as_day(days[number - 1]) if number <= len(days) else "",
            times[number - 1] if number <= len(times) else "",
        )
        for number in range(1, (section.settings.rounds or 0) + 1)
    ]


def schedule(form: Fields, section: Section) -> actions.SetSchedule:
    """Return the action that sets the place and times of all sections."""
    settings = section.settings
    before = settings.round_dates
    days, times = [], []
    for one in round_days(section):
        old = before[one.number - 1] if one.number <= len(before) else ""
        days.append(typed_day(form, f"day{one.number}", old))
        times.append(form.text(f"time{one.number}"))
    federation = form.text("federation")
    if federation != settings.federation:
        with about("federation"):
            federation = read_federation(federation)
    return actions.SetSchedule(
        form.text("city"),
        federation,
        typed_day(form, "start", settings.start),
        typed_day(form, "end", settings.end),
        _trim(days),
        _trim(times),
    )


def _trim(texts: list[str]) -> tuple[str, ...]:
    """Return the texts without empty ones at the end."""
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


RULES = tuple(group for group in Group if group not in (Group.SCHEDULE, Group.MODE))
"""The groups of the large form, in their order on the page."""


@frozen
class SettingField:
    """A setting, as a field of the form."""

    key: str
    name: str
    label: str
    hint: str
    article: str
    value: str
    choices: tuple[tuple[str, str], ...]
    setting: Setting


def setting_fields(page: SectionPage, group: Group) -> list[SettingField]:
    """Return the fields of a group of settings, filled in."""
    section = page.section
    found = []
    for one in TABLE:
        if one.group is not group:
            continue
        value = one.show((section.settings, section.announced))
        article = one.article
        found.append(
            SettingField(
                one.key,
                field_name(one),
                page.sentence(one.label),
                page.sentence(one.hint) if one.hint else "",
                article.of(section.settings) if isinstance(article, Article) else article,
                value.replace("; ", "\n") if one.lines else value,
                tuple((word, page.sentence(text)) for word, text in one.choices.items()),
                one,
            )
        )
    return found


def field_name(setting: Setting) -> str:
    """Return the name of a setting's field in the form."""
    if setting.group is Group.OPTIONS:
        return f"option-{setting.key}"
    return setting.key.replace("-", "_")


def shown_groups(section: Section) -> list[Group]:
    """Return the groups of settings that the form shows for this section."""
    return [group for group in RULES if group is not Group.TEAMS or section.has_teams]


def read_changes(form: Fields, section: Section) -> actions.ChangeSettings:
    """Return the action that the form asks for; settings that it does not show keep their
    values.
    """
    given = {}
    shown = shown_groups(section)
    for one in TABLE:
        name = field_name(one)
        if one.group not in shown or one.key in ("scoring", "tie-breaks"):
            continue
        if one.is_switch:
            given[one.key] = "yes" if form.is_checked(name) else "no"
        elif form.has(name):
            given[one.key] = form.text(name) or one.empty
    for name in ("win", "draw", "loss"):
        with about(name):
            read_points(form.text(name))
    given["scoring"] = "; ".join(form.text(name) for name in ("win", "draw", "loss"))
    if (codes := chosen_codes(form)) is not None:
        given["tie-breaks"] = codes
    try:
        both = put_all((section.settings, section.announced), given)
    except CrivelloError as error:
        if error.field == "scoring":
            error.field = "win"
        raise
    return actions.ChangeSettings(section.key, *both)


def standing_warnings(section: Section) -> tuple[Notice, ...]:
    """Return the warnings that FIDE's rules give for the present settings."""
    opening = actions.OpenSection(section.key, section.settings, section.announced, imported=True)
    few = (
        []
        if section.rounds
        else warn_of_too_few_rounds(section.settings, len(section.listed_players))
    )
    few += warn_of_missing_tie_breaks(section.settings) + warn_of_missing_ratings(
        section.tournament
    )
    try:
        plan = opening.decide(DeskState(), actions.Context(datetime.now(UTC), 0, __version__))
    except CrivelloError:
        return tuple(few)
    return (*plan.notices, *few)


def system_groups() -> list[tuple[Template, list[tuple[str, Template]]]]:
    """Return the pairing systems in groups: in force, earlier editions, and those of plug-ins."""
    load_plug_ins(SYSTEMS_GROUP)
    added = [one for one in SYSTEMS.values() if one.plug_in]
    current = [one for one in SYSTEMS.values() if one.in_force_now and one not in added]
    older = [one for one in SYSTEMS.values() if one not in (*current, *added)]
    groups = ((N_("In force"), current), (N_("Earlier editions"), older), (NOT_FIDE, added))
    return [(name, [(one.key, one.title) for one in group]) for name, group in groups if group]


NOT_FIDE = N_("Not FIDE's")
