"""The file that a command writes: its format, as `--to` or `--json` states, else by its ending; no
existing file is overwritten without `--force`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from crivello.cli.console import STREAMS, Console
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments, Command, UsageError
from crivello.words import N_

ENDINGS = {
    ".csv": ("csv",),
    ".htm": ("html",),
    ".html": ("html",),
    ".json": ("json",),
    ".md": ("markdown",),
    ".parquet": ("parquet",),
    ".pdf": ("pdf",),
    ".trf": ("trf26",),
    ".trf16": ("trf16",),
    ".trf26": ("trf26",),
    ".trfbx": ("trfbx",),
    ".trfx": ("trfx",),
    ".txt": ("text", "trf26"),
    ".xlsx": ("xlsx",),
    ".xml": ("chess-results",),
}
"""The formats of each ending; of several, the first that the command can write."""
NO_FORMAT = N_("I can't tell the format{target:| from '{}'}. Add --to with one of: {forms}.")


EXISTS = N_("{path} exists already. Write to another file, or add --force to overwrite it.")


def refuse_existing(path: str, arguments: Arguments) -> None:
    """Raise `UsageError` if the file exists and has a content, unless `--force` is given."""
    if "--force" in arguments or path == "-" or path.startswith(STREAMS):
        return
    try:
        content = os.path.isfile(path) and os.path.getsize(path) > 0
    except (OSError, ValueError):
        return  # reported when it is written
    if content and not is_tournament_file(path):  # which is never overwritten
        raise UsageError(EXISTS, path=path)


def check_target(command: Command, arguments: Arguments) -> None:
    """Raise `UsageError` if the command would overwrite a file."""
    if command.writes is not None:
        refuse_existing(arguments.get(command.writes) or "-", arguments)


def choose_format(command: Command, arguments: Arguments, console: Console) -> None:
    """Set `--to`, or for a command without it `--json`, from the ending of the file to write."""
    target = arguments.get("--output") or arguments.get("OUT") or "-"
    ending = os.path.splitext(target)[1].lower()
    if "--to" in arguments or console.json or not ending or os.path.isdir(target):
        return
    if is_tournament_file(target):
        return  # refused when it would be written over
    options = {option.name: option for option in command.options}
    if "--to" not in options:
        console.json = ending == ".json" and "--json" in options
        return
    forms = options["--to"].choices
    form = next((form for form in ENDINGS.get(ending, ()) if form in forms), None)
    if form is None and options["--to"].plug_ins:
        from crivello.formats.plug_in import find_format

        added = find_format(target)
        form, forms = (added.key if added else None), writable(forms)
    if form is None:
        raise unknown_format(target, forms)
    arguments.values["--to"] = form


def writable(forms: Sequence[str]) -> tuple[str, ...]:
    """Return the formats of tournaments, with those of plug-ins that can be written."""
    from crivello.formats.plug_in import added_formats

    return (*forms, *(one.key for one in added_formats().values() if one.writer is not None))


def unknown_format(target: str, forms: Sequence[str]) -> UsageError:
    return UsageError(NO_FORMAT, target=target, forms=", ".join(forms))
