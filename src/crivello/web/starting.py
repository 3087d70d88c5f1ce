"""What all commands that start a server use: arguments, console, and finding the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from crivello.model.errors import Unsupported
from crivello.web.desks import SUFFIX
from crivello.words import N_, Language, Sayable

NO_FOLDER = N_("There is no folder or tournament file {path}.")
NOT_A_TOURNAMENT = N_(
    "{path} is not a .crivello file. To import a report file, open the desk without it, and choose "
    "the file on its first page."
)


class StartArguments(Protocol):
    """The arguments of a command that starts a server."""

    def get(self, name: str) -> str | None: ...
    def number(self, name: str) -> int | None: ...
    def all(self, name: str) -> list[str]: ...
    def __contains__(self, name: str) -> bool: ...


class StartConsole(Protocol):
    """The console of a command that starts a server."""

    language: Language

    def say(self, sentence: Sayable, /, **values: object) -> str: ...
    def remark(self, text: str) -> None: ...


def find_folder(arguments: StartArguments) -> tuple[Path, str]:
    """Return the folder that FILE names, and the name of the tournament if FILE is one."""
    path = Path(arguments.get("FILE") or ".")
    if path.is_dir():
        return path, ""
    if path.is_file() and path.name.endswith(SUFFIX):
        return path.parent, path.name.removesuffix(SUFFIX)
    raise Unsupported(NOT_A_TOURNAMENT if path.exists() else NO_FOLDER, path=path)
