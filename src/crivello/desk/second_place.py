"""Where this computer keeps the copies of a tournament file.

The folder is a matter of the computer and not of the tournament: the file does not hold it, a
small file of the user does (``crivello/second-places.json`` in his folder of settings).
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from ..model.errors import N_
from ..store import StoreError


class NotKept(StoreError):
    sentence = N_("Your settings cannot be written to {path} ({detail}).")


def settings_file() -> Path:
    """``XDG_CONFIG_HOME``, on Windows ``APPDATA``, else ``~/.config``."""
    folder = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    base = Path(folder) if folder else Path.home() / ".config"
    return base / "crivello" / "second-places.json"


def second_place(path: str | os.PathLike[str]) -> str | None:
    """The folder for copies of this file; None if there is none."""
    return _kept().get(_name(path))


def keep_second_place(path: str | os.PathLike[str], folder: str | None) -> None:
    """Remember the folder for copies of this file, or with None that there is none."""
    known = _kept()
    if folder is None:
        known.pop(_name(path), None)
    else:
        known[_name(path)] = os.path.abspath(folder)
    target = settings_file()
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(known, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(part, target)
    except OSError as error:
        raise NotKept(path=target, detail=error.strerror) from error


def _name(path: str | os.PathLike[str]) -> str:
    return os.path.realpath(path)


def _kept() -> dict[str, str]:
    try:
        found = json.loads(settings_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(key): value for key, value in found.items() if isinstance(value, str)}
