"""`crivello new`, `set`, `section`, `draw`: tournaments, what is announced of them, the lots."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.cli.files import SUFFIX, write_text
from crivello.cli.options import Arguments
from crivello.cli.sitting import Sitting, actor, context, open_desk, sitting
from crivello.desk.setting_grammar import SCHEDULE, SECOND_PLACE, TABLE, put_all
from crivello.model.errors import WordError
from crivello.model.grammar import read_pairs, unknown_key
from crivello.model.result import Colour
from crivello.model.settings import Settings
from crivello.words import N_
from crivello.words.columns import LEFT, align, clean

if TYPE_CHECKING:
    from crivello.desk.setting_grammar import Both


FIRST_SECTION = "A"
CREATED = N_("{path} created, with section {section}: {rounds} rounds, {system}.")
CHANGED = N_("Settings of section {section} changed: {keys}.")
SCHEDULED = N_("Place and times of all sections changed: {keys}.")
OPENED = N_("Section {section} is open: {rounds} rounds, {system}.")
COPIES_TO = N_("Copies go to {folder} from now on.")
NO_COPIES = N_("No more backup copies are made.")
NOT_TOGETHER = N_(
    "The file has several sections: set what is common to all ({common}) in a separate call."
)
NOT_TOGETHER_WITH_PLACE = N_("Set {key} in a separate call: it is for this computer only.")
NO_FOLDER = N_("{folder} is not a folder.")
SAME_FOLDER = N_(
    "{folder} is the folder of the tournament itself. Choose another one, such as a USB stick."
)
DRAWN = N_("Drawn: {colour} for the first player of round 1.")
COLOURS = {Colour.WHITE: N_("White"), Colour.BLACK: N_("Black")}
NOT_A_COLOUR = N_("{word!r} is not a colour; write white or black.")
_COLOUR_WORDS = {
    "white": Colour.WHITE,
    "w": Colour.WHITE,
    "bianco": Colour.WHITE,
    "black": Colour.BLACK,
    "b": Colour.BLACK,
    "nero": Colour.BLACK,
}


def new(arguments: Arguments, console: Console) -> int:
    from crivello.desk import Desk, DeskState
    from crivello.desk.actions import OpenSection
    from crivello.desk.announced import Announced

    path = arguments.require("FILE")
    if not path.endswith(SUFFIX):
        path += SUFFIX
    console.source = path
    given = read_pairs(arguments.lists.get("KEY=VALUE", []))
    folder = _second_place(given, path)
    settings, announced = put_all((Settings(), Announced()), given)
    key = arguments.get("--section") or FIRST_SECTION
    opening = OpenSection(key, settings, announced)
    notices = opening.decide(DeskState(), context()).notices
    with Desk.create(path, opening, actor(arguments)) as desk:
        here = Sitting(desk, key, arguments, console)
        here.remark(notices)
        if folder is not None:
            here.remark(desk.remember_second_place(folder))
        rules = here.section.settings
        return here.tell(CREATED, path=path, section=key, rounds=rules.rounds, system=rules.system)


def change(arguments: Arguments, console: Console) -> int:
    """`set`: show all, some, or change."""
    words = arguments.lists.get("KEY=VALUE", [])
    if not any("=" in word for word in words):
        return _show(arguments, console, words)
    given = read_pairs(words)
    with sitting(arguments, console) as here:
        from crivello.desk.actions import ChangeSettings, SetSchedule

        if SECOND_PLACE in given:
            return _set_second_place(here, given)
        both = put_all((here.section.settings, here.section.announced), given)
        common = [key for key in given if key in SCHEDULE]
        if common and len(here.desk.state.sections) > 1:
            if len(common) < len(given):
                raise WordError(NOT_TOGETHER, common=", ".join(common))
            rules = both[0]
            here.act(
                SetSchedule(
                    rules.city,
                    rules.federation,
                    rules.start,
                    rules.end,
                    rules.round_dates,
                    both[1].round_times,
                )
            )
            return here.tell(SCHEDULED, keys=", ".join(given))
        here.act(ChangeSettings(here.key, *both))
        return here.tell(CHANGED, section=here.key, keys=", ".join(given))


def _show(arguments: Arguments, console: Console, words: list[str]) -> int:
    keys = [word.lower() for word in words]
    with sitting(arguments, console) as here:
        both = (here.section.settings, here.section.announced)
        rows = {setting.key: setting.show(both) for setting in TABLE}
        rows[SECOND_PLACE] = str(here.desk.second_place or "")
        colour = here.section.settings.initial_colour
        rows["colour"] = "" if colour is None else colour.name.lower()
        for key in keys:
            if key not in rows:
                raise unknown_key(key, rows)
        chosen = {key: rows[key] for key in keys or rows}
    if console.json:
        write_text("-", console.view("settings", {"section": here.key, "settings": chosen}))
        return 0
    helps = {setting.key: console.say(setting.help) for setting in TABLE}
    helps[SECOND_PLACE] = console.say("folder of this computer that gets copies of the file")
    helps["colour"] = console.say("initial colour; see crivello draw")
    lines = [[key, clean(value) or "–", helps[key]] for key, value in chosen.items()]
    write_text("-", "\n".join(align(lines, LEFT * 3, console.width, shrink=(1, 2))) + "\n")
    return 0


def _nothing() -> Both:
    from crivello.desk.announced import Announced

    return Settings(), Announced()


def section(arguments: Arguments, console: Console) -> int:
    """List the sections, or open another."""
    key = arguments.get("NAME")
    given = read_pairs(arguments.lists.get("KEY=VALUE", []))
    with open_desk(arguments, console) as desk:
        here = Sitting(desk, next(iter(desk.state.sections)), arguments, console)
        if not key:
            return _list_sections(here)
        from crivello.desk.actions import OpenSection

        settings, announced = put_all(_nothing(), given)
        here.act(OpenSection(key, settings, announced))
        here = here.moved_to(key)
        rules = here.section.settings
        return here.tell(OPENED, section=key, rounds=rules.rounds, system=rules.system)


def _list_sections(here: Sitting) -> int:
    sections = here.desk.state.sections.values()
    console = here.console
    if console.json:
        from crivello.reports.views.section import tournament_view

        desk = here.desk
        view = tournament_view(desk.path.stem, len(desk.log), desk.state, console.say)
        write_text("-", console.view("sections", view))
        return 0
    rows = [[console.say(word) for word in (N_("Section"), N_("Name"), N_("Players"), N_("Round"))]]
    rows += [
        [
            clean(one.key),
            clean(one.settings.name),
            str(len(one.listed)),
            f"{len(one.rounds)}/{one.settings.rounds}",
        ]
        for one in sections
    ]
    write_text("-", "\n".join(align(rows, LEFT * 4, console.width, shrink=(1,))) + "\n")
    return 0


def draw(arguments: Arguments, console: Console) -> int:
    word = arguments.get("COLOUR") or ""
    if word and word.lower() not in _COLOUR_WORDS:
        raise WordError(NOT_A_COLOUR, word=word)
    with sitting(arguments, console) as here:
        from crivello.desk.actions import DrawColour

        here.act(DrawColour(here.key, _COLOUR_WORDS.get(word.lower())))
        colour = here.section.settings.initial_colour
        assert colour is not None
        text = console.say(DRAWN, colour=console.say(COLOURS[colour]))
        return here.answer(text, {"colour": colour.value})


def _second_place(given: dict[str, str], path: str) -> str | None:
    """Take the folder for copies out of the settings: it is not one of the file."""
    folder = given.get(SECOND_PLACE)
    if folder and folder != "none":
        if not os.path.isdir(folder):
            raise WordError(NO_FOLDER, folder=folder)
        if os.path.realpath(folder) == os.path.realpath(os.path.dirname(path) or "."):
            raise WordError(SAME_FOLDER, folder=folder)
        return given.pop(SECOND_PLACE)
    given.pop(SECOND_PLACE, None)
    return None


def _set_second_place(here: Sitting, given: dict[str, str]) -> int:
    if len(given) > 1:
        raise WordError(NOT_TOGETHER_WITH_PLACE, key=SECOND_PLACE)
    folder = _second_place(given, str(here.desk.path))
    here.remark(here.desk.remember_second_place(folder))
    if folder is None:
        return here.tell(NO_COPIES)
    return here.tell(COPIES_TO, folder=folder)
