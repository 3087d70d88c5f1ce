"""The menu of the pages of a section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crivello.desk import Section
from crivello.model.keys import is_round_robin
from crivello.standard.classes import frozen
from crivello.web.page_answers import PageLink
from crivello.words import N_

MENU = (
    (N_("Before"), (("players", N_("Players")), ("settings", N_("Settings")))),
    (
        N_("Round"),
        (
            ("round", N_("Round")),
            ("explain", N_("Explain")),
            ("log", N_("Log")),
            ("exceptions", N_("Exceptions")),
        ),
    ),
    (
        N_("After"),
        (
            ("standings", N_("Standings")),
            ("crosstable", N_("Crosstable")),
            ("cards", N_("Cards")),
            ("prizes", N_("Prizes")),
            ("end", N_("End of the event")),
            ("files", N_("Files")),
        ),
    ),
    (N_("Hall"), (("hall", N_("Projector")), ("network", N_("Network")), ("print", N_("Print")))),
)
"""The pages of a section in the order in which the day needs them: the path below the section, and
the title."""
OF_TEAMS = ("players", N_("Teams"))
"""The title of the page Players in a team event."""
OF_A_TABLE = ("schedule", N_("Schedule"))
"""An additional page of a round robin, after the page Round."""
BESIDE = {"statistics": "standings"}
"""Pages that are not in the menu, with the page of the menu that is marked on them."""


@frozen
class PageGroup:
    """A group of pages in the menu."""

    text: str
    pages: Sequence[PageLink]

    @property
    def here(self) -> bool:
        return any(page.here for page in self.pages)


def menu_of(section: Section) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    for group, pages in MENU:
        if pages[0][0] == "round" and is_round_robin(section.settings.system):
            pages = (pages[0], OF_A_TABLE, *pages[1:])
        if pages[0][0] == "players" and section.has_teams:
            pages = (OF_TEAMS, *pages[1:])
        yield group, pages
