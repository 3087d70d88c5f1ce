"""The public pages of a section, made only from published rounds and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Request

from crivello.model.errors import Remedy
from crivello.model.result import BYE_NAMES, Result
from crivello.reports.pairings import name_first, pairings_by_name, shown_result
from crivello.reports.subject import Choice
from crivello.reports.views.round import match_games
from crivello.standings.crosstable import person
from crivello.web.menu import PageGroup
from crivello.web.page_answers import Names, PageLink
from crivello.web.tables.view import GridCell, GridHead, GridLine, GridTable, subject, words
from crivello.web.view import SectionPage, named_section
from crivello.words import N_


class PublicPage(SectionPage):
    """A request for a public page of a section."""

    area = "public"

    def __init__(self, request: Request, file: str, section: str) -> None:
        super().__init__(request, file, section)
        self.show_published()
        self.desktop.note_shown(self)

    def link_to(self, remedy: Remedy | None) -> PageLink | None:
        """Return None: nothing can be done on public pages."""
        return None

    @property
    def shown_sequence(self) -> int:
        return self.snapshot.public_sequence

    @property
    def names(self) -> Names:
        return {player.id: player for player in self.section.listed_players}

    def _common(self) -> dict[str, object]:
        common = super()._common()
        common["trouble"] = None  # nobody else hears about the arbiter's files
        common["progress"] = None
        pages = [
            PageLink(self.say(title), self.url(*path), self._here(path)) for path, title in PLACES
        ]
        common["nav"] = [PageGroup("", pages)]
        return common

    def _here(self, path: tuple[str, ...]) -> bool:
        place = self.here.rstrip("/").split("/")[4:]
        if path == ("names",):
            return place[:1] == ["round"] and place[2:] == ["names"]
        if path == ("round",):
            return (not place or place[:1] == ["round"]) and place[2:] != ["names"]
        return place[:1] == list(path)


PLACES = (
    (("round",), N_("By table")),
    (("names",), N_("By name")),
    (("standings",), N_("Standings")),
    (("card",), N_("My card")),
    (("crosstable",), N_("Crosstable")),
)


def public_page(request: Request) -> PublicPage:
    return PublicPage(request, *named_section(request))


AtPublic = Annotated[PublicPage, Depends(public_page)]
"""The section of the address as the public may see it, for routes below
`/public/{file}/{section}`."""


# Pairings, by board and by name


def board_grid(page: SectionPage, number: int) -> GridTable:
    """Return the table of boards in order; a table number links to the explanation, a name to the
    card.
    """
    about = subject(page)
    before = about.before(number)
    players = about.tournament.player
    lines = []
    for place, game in enumerate(about.tournament.round(number).games):
        white, black = players[game.white], players[game.black]
        result = shown_result(about, number, game, words(page)).text
        style = "adjourned" if game.result is Result.ADJOURNED else "" if result else "open"
        table = about.table(number, place)
        lines.append(
            GridLine(
                f"t{table}",
                [
                    GridCell(
                        str(table), "n table", page.url("explain", number, "board", place + 1)
                    ),
                    GridCell(page.points(before[white.number].score), "n dim spare"),
                    GridCell(person(white), "who white", page.url("card", white.number)),
                    GridCell(result or "–", f"res {style}".rstrip()),
                    GridCell(person(black), "who black", page.url("card", black.number)),
                    GridCell(page.points(before[black.number].score), "n dim spare"),
                ],
            )
        )
    heads = [
        GridHead(page.say(N_("Table")), "n table"),
        GridHead(page.say(N_("Pts")), "n spare"),
        GridHead(page.say(N_("White")), "who white"),
        GridHead(page.say(N_("Result")), "res"),
        GridHead(page.say(N_("Black")), "who black"),
        GridHead(page.say(N_("Pts")), "n spare"),
    ]
    notes = [f"{person(player)}: {page.say(BYE_NAMES[bye])}" for player, bye in about.byes(number)]
    notes += _match_lines(page, number)
    title = page.say(N_("Pairings of round {round}"), round=number)
    return GridTable("pairing", title, heads, lines, notes, 1)


def _match_lines(page: SectionPage, number: int) -> Iterator[str]:
    """Yield a text for each board of the matches: table and board, both players, the result."""
    this = page.section.rounds[number - 1]
    for table in this.all_tables if this.boards else ():
        for one, result in zip(match_games(page.section, table), table.results, strict=True):
            home, guest = (side["name"] if side else "–" for side in (one["home"], one["guest"]))
            said = "" if result is None else f" {page.say(result)}"
            yield f"{table.label(one['board'])} {home} – {guest}{said}"


def name_grid(page: SectionPage, number: int) -> GridTable:
    """Return the players in alphabetical order, with table, colour and opponent."""
    shown = pairings_by_name(subject(page), words(page), Choice(number))
    players = subject(page).tournament.player
    place = {column.key: index for index, column in enumerate(shown.columns)}
    lines = []
    for row in shown.rows:
        own, other = row[place["number"]].raw, row[place["opponent_number"]].raw
        assert isinstance(own, int)
        # Of a player without a table, the column has the reason.
        opponent = person(players[other]) if isinstance(other, int) else row[place["opponent"]].text
        lines.append(
            GridLine(
                f"p{own}",
                [
                    GridCell(name_first(players[own]), "who", page.url("card", own)),
                    GridCell(row[place["table"]].text, "n table"),
                    GridCell(row[place["colour"]].text, "colour"),
                    GridCell(opponent, "who", page.url("card", other) if other else ""),
                ],
            )
        )
    heads = [
        GridHead(page.say(N_("Name")), "who"),
        GridHead(page.say(N_("Table")), "n table"),
        GridHead(page.say(N_("Colour")), "colour"),
        GridHead(page.say(N_("Opponent")), "who"),
    ]
    return GridTable("by-name", shown.title[1], heads, lines, (), 1)
