"""The pages of a tournament, in the order of the menu. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.view import Page


@dataclass(frozen=True, slots=True)
class Entry:
    path: str
    """After `/t/{file}/{section}/`."""
    title: str


ENTRIES = (
    Entry("round", N_("Round")),
    Entry("players", N_("Players")),
    Entry("standings", N_("Standings")),
    Entry("crosstable", N_("Crosstable")),
    Entry("cards", N_("Cards")),
    Entry("explain", N_("Explain")),
    Entry("log", N_("Log")),
    Entry("settings", N_("Settings")),
    Entry("prizes", N_("Prizes")),
    Entry("files", N_("Files")),
    Entry("hall", N_("Hall")),
    Entry("print", N_("Print")),
)


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    url: str
    here: bool


def nav(page: Page) -> list[Link]:
    """The menu as this page shows it."""
    place = (page.here.split("/") + [""] * 5)[4]
    return [Link(page.say(one.title), page.url(one.path), one.path == place) for one in ENTRIES]
