"""Who may do what: the one place where that is decided.

For now there are two kinds of people, both on this computer: the arbiter, whose browser was opened
by the start link, and everybody else, who may read the public pages. More roles come with phones
on the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class WebRole(Enum):
    ARBITER = "arbiter"
    PUBLIC = "public"


class Purpose(Enum):
    """What a request is for, as far as that decides who may ask it."""

    LOOK = "look"
    """A public page, or the news that something has changed."""
    WORK = "work"
    """Anything at the desk."""


@dataclass(frozen=True, slots=True)
class Who:
    role: WebRole
    session: str = ""
    """The signed session of a browser; empty for a program with the API key and for the public."""

    @property
    def arbiter(self) -> bool:
        return self.role is WebRole.ARBITER


NOBODY = Who(WebRole.PUBLIC)

_ALLOWED = {WebRole.ARBITER: {Purpose.LOOK, Purpose.WORK}, WebRole.PUBLIC: {Purpose.LOOK}}

_OPEN_FOLDERS = ("/public/", "/static/")
_OPEN_PATHS = frozenset({"/public", "/events", "/events/now", "/start", "/favicon.ico"})


def purpose_of(method: str, path: str) -> Purpose:
    """Everything is work at the desk, except reading what is public."""
    if method in ("GET", "HEAD"):
        if path in _OPEN_PATHS or path.startswith(_OPEN_FOLDERS):
            return Purpose.LOOK
    return Purpose.WORK


def allowed(who: Who, wanted: Purpose) -> bool:
    return wanted in _ALLOWED[who.role]
