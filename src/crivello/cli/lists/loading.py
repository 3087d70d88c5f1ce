"""`crivello load`, `lists` and `search`: load rating lists and find players on them.

Also the option --map, and players as lines of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from crivello.cli.console import Console, ProgressLine
from crivello.cli.errors import Exit, warn
from crivello.cli.files import file_error
from crivello.cli.options import Arguments, UsageError
from crivello.model.player import Player
from crivello.reports.views.lists import (
    FoundPlayerView,
    ListPreviewView,
    LoadView,
    SearchView,
    columns_view,
    list_view,
    listed_player_view,
    mapping_origin,
)
from crivello.words import N_, Sentence
from crivello.words.columns import LEFT, RIGHT, clean

if TYPE_CHECKING:
    from crivello.lists import Columns, ListedPlayer, LoadPreview, Mapping, Stage


REMEMBERED = N_("The columns are those remembered for the list {name}; --map changes them.")


def mapping_of(arguments: Arguments) -> Mapping | None:
    from crivello.lists import Mapping

    text = arguments.get("--map")
    return None if text is None else Mapping.parse(text)


def given_month(arguments: Arguments) -> str:
    from crivello.lists.loading import read_month

    return read_month(arguments.get("--month") or "")


def columns_text(columns: Columns | None, console: Console) -> list[str]:
    """Return lines that say which column each field comes from, and which columns are not used."""
    if columns is None:
        return []
    taken = ", ".join(f"{field}={heading}" for field, heading in columns.headings_by_field.items())
    lines = [clean(console.say("Columns: {columns}", columns=taken))]
    if columns.ignored:
        lines.append(clean(console.say("Not used: {columns}", columns=", ".join(columns.ignored))))
    return lines


# Players of lists and files as lines


HEADS = (
    N_("Id"),
    N_("Title"),
    N_("Name"),
    N_("Fed"),
    N_("Born"),
    N_("Standard"),
    N_("Rapid"),
    N_("Blitz"),
)
SIDES = RIGHT + LEFT * 3 + LEFT + RIGHT * 3


def listed_lines(players: Iterable[ListedPlayer], console: Console) -> list[str]:
    """Return a line for each player of a list, under headings."""
    rows = [
        [
            clean(str(one.fide_id or one.national_id)),
            one.title.value if one.title else "",
            clean(one.name),
            clean(one.federation),
            one.birth[:4],
            *(str(one.of_pace(pace).rating or "") for pace in ("standard", "rapid", "blitz")),
        ]
        for one in players
    ]
    return console.table(HEADS, rows, SIDES, shrink=(2,))


PLAYER_HEADS = (
    N_("Title"),
    N_("Name"),
    N_("Rtg"),
    N_("Fed"),
    N_("FIDE id"),
    N_("Birth"),
    N_("Sex"),
)


def player_lines(players: Sequence[Player], console: Console) -> list[str]:
    """Return a line for each player to be registered, under headings."""
    rows = [
        [
            one.title.value if one.title else "",
            clean(one.name),
            str(one.rating or ""),
            clean(one.federation),
            str(one.fide_id or ""),
            clean(one.birth),
            one.sex.value if one.sex else "",
        ]
        for one in players
    ]
    sides = LEFT * 2 + RIGHT + LEFT + RIGHT + LEFT * 2
    return console.table(PLAYER_HEADS, rows, sides, shrink=(1,))


# The commands


LOADED = N_(
    "One player loaded into the list {name}.", "{count} players loaded into the list {name}."
)
LEFT_OUT = N_(
    "One line could not be read and was left out.",
    "{count} lines could not be read and were left out.",
)
PUT_BACK = N_("To put the earlier list back: {command}")
RESTORED = N_(
    "The earlier list {name} is back, with one player.",
    "The earlier list {name} is back, with {count} players.",
)
NO_FILE_TO_RESTORE = N_("--restore puts back the list that was kept; it takes no FILE.")
NO_LISTS = N_("No list is loaded. Load one: {command}")
SHOWN = 10
"""The number of players in a preview."""


def run(arguments: Arguments, console: Console) -> int:
    from crivello import lists

    name = arguments.get("--name") or lists.FIDE
    if "--restore" in arguments:
        return _restore(name, arguments, console)
    path = arguments.require("FILE")
    if not path:
        raise UsageError(N_("{operand} is missing."), operand=Sentence(N_("FILE")))
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
        month = given_month(arguments)
        loaded = lists.load(
            path, name, mapping=mapping, sheet=sheet, month=month, progress=progress
        )
    except lists.Stopped as stopped:
        line.clear()
        console.remark(console.say(stopped))
        return Exit.INTERRUPTED
    except OSError as error:
        raise file_error(str(error.filename or path), error) from error
    finally:
        line.clear()
    warn((*loaded.left_out, *loaded.remarks), console)
    if console.json:
        view = LoadView(
            **columns_view(loaded.columns),
            name=name,
            players=loaded.players,
            left_out=len(loaded.left_out),
            mapping=mapping_origin(loaded.columns, mapping, loaded.remembered),
        )
        return console.write_view("load", view)
    lines = [console.say(LOADED, count=loaded.players, name=name)]
    lines += columns_text(loaded.columns, console)
    if loaded.remembered:
        lines.append(console.say(REMEMBERED, name=name))
    elif loaded.columns and mapping is not None and mapping.headings:
        lines.append(console.say("The columns are remembered for the list {name}.", name=name))
    console.write_lines(lines)
    if loaded.left_out:
        console.remark(console.say(LEFT_OUT, count=len(loaded.left_out)))
    if loaded.kept:
        named = "" if name == lists.FIDE else f" --name {name}"
        console.remark(console.say(PUT_BACK, command=f"crivello load --restore{named}"))
    return 0


def _restore(name: str, arguments: Arguments, console: Console) -> int:
    """Restore the list that a much shorter one replaced."""
    from crivello import lists

    if arguments.get("FILE"):
        raise UsageError(NO_FILE_TO_RESTORE)
    try:
        about = lists.restore(name)
    except OSError as error:
        raise file_error(str(error.filename or name), error) from error
    if console.json:
        view = LoadView(
            **columns_view(None),
            name=name,
            players=about.players,
            left_out=about.left_out,
            mapping=None,
        )
        return console.write_view("load", view)
    return console.write_lines([console.say(RESTORED, count=about.players, name=name)])


def _preview(preview: LoadPreview, name: str, arguments: Arguments, console: Console) -> int:
    warn(preview.left_out, console)
    if console.json:
        view = ListPreviewView(
            **columns_view(preview.columns),
            mapping=mapping_origin(preview.columns, mapping_of(arguments), preview.remembered),
            players=[listed_player_view(one) for one in preview.players],
        )
        return console.write_view("preview", view)
    lines = columns_text(preview.columns, console)
    if preview.remembered:
        lines.append(console.say(REMEMBERED, name=name))
    lines += listed_lines(preview.players, console)
    return console.write_lines(lines)


def show(arguments: Arguments, console: Console) -> int:
    """Run `crivello lists`: show the loaded lists."""
    from crivello.lists import loaded_lists

    found = loaded_lists()
    if console.json:
        return console.write_view("lists", {"lists": [list_view(one) for one in found]})
    if not found:
        return console.write_lines([console.say(NO_LISTS, command="crivello load FILE")])
    heads = (N_("List"), N_("Month"), N_("Players"), N_("Loaded on"), N_("From"))
    rows = [
        [one.name, one.month or "?", str(one.players), one.loaded[:10], clean(one.source)]
        for one in found
    ]
    return console.write_lines(console.table(heads, rows, LEFT * 2 + RIGHT + LEFT * 2, (4,)))


NOBODY = N_("No player on the list {name} has a name like {text!r}.")
LIMIT = 20


def search(arguments: Arguments, console: Console) -> int:
    from crivello import lists

    text = " ".join(arguments.lists["NAME"])
    limit = arguments.number("--limit") or LIMIT
    with lists.open_list(arguments.get("--list") or lists.FIDE) as opened:
        found = opened.search(text, arguments.get("--federation"), limit)
        about = opened.about
    if console.json:
        view = SearchView(
            list=list_view(about),
            query=text,
            players=[
                FoundPlayerView(**listed_player_view(one.player), match=one.match.value)
                for one in found
            ],
        )
        return console.write_view("search", view)
    if found:
        return console.write_lines(listed_lines((one.player for one in found), console))
    console.remark(console.say(NOBODY, name=about.name, text=text))
    return 0
