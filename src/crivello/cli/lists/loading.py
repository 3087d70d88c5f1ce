"""`crivello load` and `crivello lists`: rating lists into their indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.cli.audit.progress import ProgressLine
from crivello.cli.console import Console
from crivello.cli.errors import Exit, warn
from crivello.cli.files import file_error, write_text
from crivello.cli.lists.columns import REMEMBERED, TO_REMEMBER, columns_text, mapping_of, origin
from crivello.cli.lists.views import listed_lines
from crivello.cli.options import Arguments
from crivello.reports.views.lists import (
    ListPreviewView,
    LoadView,
    columns_view,
    list_view,
    listed_player_view,
)
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, align, clean

if TYPE_CHECKING:
    from crivello.lists import LoadPreview, Stage

LOADED = N_(
    "One player loaded into the list {name}.", "{count} players loaded into the list {name}."
)
LEFT_OUT = N_(
    "One line could not be read and was left out.",
    "{count} lines could not be read and were left out.",
)
NO_LISTS = N_("No list is loaded. Load one: {command}")
SHOWN = 10
"""Players of a preview."""


def run(arguments: Arguments, console: Console) -> int:
    from crivello import lists

    path = arguments.require("FILE")
    name = arguments.get("--name") or lists.FIDE
    console.source = path
    mapping = mapping_of(arguments)
    sheet = arguments.get("--sheet")
    line = ProgressLine(console)

    def progress(stage: Stage, done: int, total: int) -> None:
        line.update(100 * done // max(1, total), 100, console.say(stage.value))

    try:
        if "--preview" in arguments:
            found = lists.preview(path, mapping, sheet, SHOWN, name=name)
            return _preview(found, name, arguments, console)
        loaded = lists.load(path, name, mapping=mapping, sheet=sheet, progress=progress)
    except lists.Stopped as stopped:
        line.clear()
        console.remark(console.say(stopped))
        return Exit.INTERRUPTED
    except OSError as error:
        raise file_error(str(error.filename or path), error) from error
    finally:
        line.clear()
    warn(loaded.left_out, console)
    if console.json:
        view = LoadView(
            **columns_view(loaded.columns),
            name=name,
            players=loaded.players,
            left_out=len(loaded.left_out),
            mapping=origin(arguments, loaded.remembered) if loaded.columns else None,
        )
        write_text("-", console.view("load", view))
        return 0
    lines = [console.say(LOADED, count=loaded.players, name=name)]
    lines += columns_text(loaded.columns, console)
    if loaded.remembered:
        lines.append(console.say(REMEMBERED, name=name))
    elif loaded.columns and mapping is not None and mapping.told:
        lines.append(console.say(TO_REMEMBER, name=name))
    write_text("-", "\n".join(lines) + "\n")
    if loaded.left_out:
        console.remark(console.say(LEFT_OUT, count=len(loaded.left_out)))
    return 0


def _preview(preview: LoadPreview, name: str, arguments: Arguments, console: Console) -> int:
    warn(preview.left_out, console)
    if console.json:
        view = ListPreviewView(
            **columns_view(preview.columns),
            mapping=origin(arguments, preview.remembered) if preview.columns else None,
            players=[listed_player_view(one) for one in preview.players],
        )
        write_text("-", console.view("preview", view))
        return 0
    lines = columns_text(preview.columns, console)
    if preview.remembered:
        lines.append(console.say(REMEMBERED, name=name))
    lines += listed_lines(preview.players, console)
    write_text("-", "\n".join(lines) + "\n")
    return 0


def show(arguments: Arguments, console: Console) -> int:
    """`lists`: what is loaded."""
    from crivello.lists import loaded_lists

    found = loaded_lists()
    if console.json:
        write_text("-", console.view("lists", {"lists": [list_view(one) for one in found]}))
        return 0
    if not found:
        write_text("-", console.say(NO_LISTS, command="crivello load FILE") + "\n")
        return 0
    heads = (N_("List"), N_("Players"), N_("Loaded on"), N_("From"))
    rows = [[console.say(head) for head in heads]]
    rows += [[one.name, str(one.players), one.loaded[:10], clean(one.source)] for one in found]
    write_text("-", "\n".join(align(rows, LEFT + RIGHT + LEFT * 2, console.width, (3,))) + "\n")
    return 0
