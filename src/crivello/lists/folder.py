"""Where lists are kept: one file for each, in the user's data folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from crivello.model.errors import N_, Malformed

SUFFIX = ".list"
FIDE = "fide"
"""The name of the list that FIDE publishes."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}\Z")
BAD_NAME = N_(
    "{name!r} cannot be the name of a list: small letters, digits, - and _ only, at most 32."
)


def data_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """``CRIVELLO_DATA``, else where programs of this system keep the user's data."""
    env = os.environ if environment is None else environment
    if env.get("CRIVELLO_DATA"):
        return Path(env["CRIVELLO_DATA"])
    if platform == "win32" and env.get("LOCALAPPDATA"):
        return Path(env["LOCALAPPDATA"]) / "crivello"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "crivello"
    # The standard has it that a relative path is to be ignored.
    if os.path.isabs(env.get("XDG_DATA_HOME", "")):
        return Path(env["XDG_DATA_HOME"]) / "crivello"
    return Path.home() / ".local" / "share" / "crivello"


def lists_folder(folder: Path | None = None) -> Path:
    return (data_folder() if folder is None else folder) / "lists"


def list_file(name: str, folder: Path | None = None) -> Path:
    """The file of a list; the name is checked, because it becomes a part of the path."""
    if not _NAME.match(name):
        raise Malformed(BAD_NAME, name=name)
    return lists_folder(folder) / f"{name}{SUFFIX}"
