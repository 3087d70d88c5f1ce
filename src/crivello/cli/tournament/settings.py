"""`crivello new`, `set`, `section`, `draw`, `fide-mode`: create tournaments and change their
settings.
"""

from __future__ import annotations

import os

from crivello.cli.console import Console
from crivello.cli.desk_session import DeskSession, actor, context, open_desk
from crivello.cli.files import SUFFIX
from crivello.cli.options import Arguments
from crivello.desk import Desk, DeskState
from crivello.desk.actions import (
    ChangeSettings,
    DrawColour,
    DrawLots,
    LeaveFideMode,
    OpenSection,
    SetSchedule,
)
from crivello.desk.announcement import Announcement
from crivello.desk.fide_mode import CONSEQUENCE
from crivello.desk.setting_grammar import BACKUP_FOLDER, SCHEDULE, TABLE, copy_settings, put_all
from crivello.model.errors import WordError
from crivello.model.grammar import read_pairs, unknown_key
from crivello.model.result import Colour, read_colour
from crivello.model.settings import Settings
from crivello.reports.views.section import tournament_view
from crivello.words import N_
from crivello.words.columns import LEFT, align, clean

CREATED = N_(
    "{path} created, with section {section}: {rounds} rounds, {system}{codes:|, tie-breaks {}}."
)
CHANGED = N_("Settings of section {section} changed: {keys}.")
SCHEDULED = N_("Place and times of all sections changed: {keys}.")
OPENED = N_("Section {section} is open: {rounds} rounds, {system}.")
NOT_TOGETHER = N_(
    "The file has several sections: set what is common to all ({common}) in a separate call."
)
NOT_TOGETHER_WITH_PLACE = N_("Set {key} in a separate call: it is for this computer only.")
SAME_FOLDER = N_(
    "{folder} is the folder of the tournament itself. Choose another one, such as a USB stick."
)
ASK_LEAVE = N_("Leave FIDE mode? {consequence}")
DRAWN = N_("Drawn: {colour} for the first in the list in round 1.")
COLOURS = {Colour.WHITE: N_("White"), Colour.BLACK: N_("Black")}


def new(arguments: Arguments, console: Console) -> int:
    path = arguments.require("FILE")
    if not path.endswith(SUFFIX):
        path += SUFFIX
    console.source, console.opens_section = path, True
    given = read_pairs(arguments.all("KEY=VALUE"))
    folder = _backup_folder(given, path)
    key = arguments.get("--section") or "A"
    opening = OpenSection(key, *put_all((Settings(), Announcement()), given))
    if "tie-breaks" not in given:
        opening = opening.with_usual_tie_breaks(context())
    notices = opening.decide(DeskState(), context()).notices
    reason = arguments.get("--reason") or ""
    with Desk.create(path, opening, actor(arguments), reason=reason) as desk:
        here = DeskSession(desk, key, arguments, console)
        here.remark(notices)
        if folder is not None:
            here.remark(desk.remember_backup_folder(folder))
        rules = here.section.settings
        values = {"rounds": rules.rounds, "system": rules.system}
        codes = ", ".join(rules.tie_breaks)
        return here.reply(CREATED, path=path, section=key, codes=codes, **values)


def change(here: DeskSession) -> int:
    """Run `crivello set`: show all settings or some, or change them."""
    words = here.arguments.all("KEY=VALUE")
    if not any("=" in word for word in words):
        return _show(here, [word.lower() for word in words])
    given = read_pairs(words)
    if BACKUP_FOLDER in given:
        return _set_backup_folder(here, given)
    both = put_all((here.section.settings, here.section.announced), given)
    common = [key for key in given if key in SCHEDULE]
    if common and len(here.desk.state.sections) > 1:
        if len(common) < len(given):
            raise WordError(NOT_TOGETHER, common=", ".join(common))
        rules, announced = both
        days, times = rules.round_dates, announced.round_times
        here.act(SetSchedule(rules.city, rules.federation, rules.start, rules.end, days, times))
        return here.reply(SCHEDULED, keys=", ".join(given))
    here.act(ChangeSettings(here.key, *both))
    return here.reply(CHANGED, section=here.key, keys=", ".join(given))


def fide_mode(here: DeskSession) -> int:
    """Run `crivello fide-mode`: show the statement of FIDE mode, or leave the mode permanently."""
    if "--leave" in here.arguments:
        here.make_sure(ASK_LEAVE, consequence=here.console.say(CONSEQUENCE))
        here.act(LeaveFideMode(here.key), sure=True)
    view = {"fide_mode": here.section.announced.fide_mode}
    return here.answer(here.console.say(here.section.fide_mode), view)


COMMANDS = {
    "system": "crivello systems",
    "fide-mode": "crivello fide-mode --leave",
    "colour": "crivello draw",
}
"""Settings that are changed by commands of their own."""


def _show(here: DeskSession, keys: list[str]) -> int:
    console, rules = here.console, here.section.settings
    rows = {setting.key: setting.show((rules, here.section.announced)) for setting in TABLE}
    rows[BACKUP_FOLDER] = str(here.desk.backup_folder or "")
    rows["colour"] = "" if rules.initial_colour is None else rules.initial_colour.name.lower()
    for key in keys:
        if key not in rows:
            raise unknown_key(key, rows)
    chosen = {key: rows[key] for key in keys or rows}
    if console.json:
        return console.write_view("settings", {"section": here.key, "settings": chosen})
    helps = {setting.key: console.say(setting.help) for setting in TABLE}
    helps[BACKUP_FOLDER] = console.say("folder of this computer that gets copies of the file")
    helps["colour"] = console.say("initial colour")
    for key, command in COMMANDS.items():
        helps[key] = console.say("{what}; {command}", what=helps[key], command=command)
    lines = [[key, clean(value) or "–", helps[key]] for key, value in chosen.items()]
    return console.write_lines(align(lines, LEFT * 3, console.width, shrink=(1, 2)))


def section(arguments: Arguments, console: Console) -> int:
    """Run `crivello section`: list the sections, or open another one."""
    key = arguments.get("NAME")
    given = read_pairs(arguments.all("KEY=VALUE"))
    with open_desk(arguments, console) as desk:
        here = DeskSession(desk, next(iter(desk.state.sections)), arguments, console)
        if not key:
            return _list_sections(here)
        console.opens_section = True
        like = copy_settings((here.section.settings, here.section.announced))
        here.act(OpenSection(key, *put_all(like, given)))
        here = here.at_section(key)
        rules = here.section.settings
        return here.reply(OPENED, section=key, rounds=rules.rounds, system=rules.system)


def _list_sections(here: DeskSession) -> int:
    desk, console = here.desk, here.console
    if console.json:
        view = tournament_view(desk.path.stem, len(desk.log), desk.state, console.say)
        return console.write_view("sections", view)
    heads = (N_("Section"), N_("Name"), N_("Players"), N_("Round"))
    rows = [
        [
            clean(one.key),
            clean(one.settings.name),
            str(len(one.listed_players)),
            f"{len(one.rounds)}/{one.settings.rounds}",
        ]
        for one in desk.state.sections.values()
    ]
    return console.write_lines(console.table(heads, rows, LEFT * 4, shrink=(1,)))


LOTS_DRAWN = N_("Lots drawn, from the first: {players}.")


def draw(here: DeskSession) -> int:
    if "--lots" in here.arguments:
        here.act(DrawLots(here.key))
        return here.reply(LOTS_DRAWN, players=here.labels_of(one.id for one in here.section.lots))
    word = here.arguments.get("COLOUR") or ""
    here.act(DrawColour(here.key, read_colour(word) if word else None))
    colour = here.section.settings.initial_colour
    assert colour is not None
    text = here.console.say(DRAWN, colour=here.console.say(COLOURS[colour]))
    return here.answer(text, {"colour": colour.value})


def _backup_folder(given: dict[str, str], path: str) -> str | None:
    """Remove the backup folder from the settings and return it, as it is not stored in the file."""
    folder = given.pop(BACKUP_FOLDER, "none")
    if folder in ("", "none"):
        return None
    if not os.path.isdir(folder):
        raise WordError(N_("{folder} is not a folder."), folder=folder)
    if os.path.realpath(folder) == os.path.realpath(os.path.dirname(path) or "."):
        raise WordError(SAME_FOLDER, folder=folder)
    return folder


def _set_backup_folder(here: DeskSession, given: dict[str, str]) -> int:
    if len(given) > 1:
        raise WordError(NOT_TOGETHER_WITH_PLACE, key=BACKUP_FOLDER)
    folder = _backup_folder(given, str(here.desk.path))
    here.remark(here.desk.remember_backup_folder(folder))
    if folder is None:
        return here.reply(N_("No more backup copies are made."))
    return here.reply(N_("Backup copies now go to {folder}."), folder=folder)
