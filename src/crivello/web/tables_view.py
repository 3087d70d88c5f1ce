"""Standings, crosstable, statistics and cards as pages show them: computed once for each state.

Everybody is called by his pairing number here. The same views serve the desk and the public: what
they show is decided by the section of the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from markupsafe import Markup

from crivello.model.player import Player
from crivello.reports.listings import crosstable_data
from crivello.reports.subject import Subject
from crivello.standings.categories import Category, birth_year, parse_category
from crivello.standings.crosstable import Crosstable
from crivello.standings.crosstable_views import cell_text, crosstable_table, person
from crivello.standings.standings import Standings, last_complete_round, standings
from crivello.standings.table import Column
from crivello.standings.views import standings_table
from crivello.web.view import PageLink, SectionPage
from crivello.words import N_, Translator, translator

T = TypeVar("T")

MOST_KEYS = 40
"""The style sheet has room for so many columns of values."""
AGES = ("U8", "U10", "U12", "U14", "U16", "U18", "U20", "S50", "S65")


@dataclass(frozen=True, slots=True)
class GridHead:
    text: str
    classes: str


@dataclass(frozen=True, slots=True)
class GridCell:
    text: str
    classes: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class GridLine:
    id: str
    fields: Sequence[GridCell]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table whose rows are laid out only where they are seen."""

    name: str
    title: str
    heads: Sequence[GridHead]
    lines: Sequence[GridLine]
    notes: Sequence[str]
    values: int
    """How many columns of values follow those that say who it is."""


@dataclass(frozen=True, slots=True)
class RenderedGrid:
    """A table as HTML, and a digest that tells it from others."""

    html: Markup
    state: str


def words(page: SectionPage) -> Translator:
    return translator(page.language)


def subject(page: SectionPage) -> Subject:
    section = page.section
    return page.snapshot.once(
        ("subject", page.door, page.key), lambda: Subject.of_section(section), (section,)
    )


def compute_once(
    page: SectionPage, key: tuple[object, ...], compute: Callable[[], T], after: int
) -> T:
    """What follows from the rounds up to `after` stays while later rounds are played."""
    origin = page.snapshot.section(page.key)
    settings = (origin.settings, origin.announced)
    parts = (origin.registrations, origin.order, origin.byes, *settings)
    # Who is in and who has left is public with the newest pairing, also in older tables.
    people = [one.players for one in page.section.rounds[-1:] if page.door == "public"]
    rounds = page.section.rounds[:after]
    name = (*key, page.door, page.key, page.language, after)
    return page.snapshot.once(name, compute, (*parts, *people, *rounds))


def render_grid(
    page: SectionPage, key: tuple[object, ...], grid: Callable[[], Grid], after: int
) -> RenderedGrid:
    """A table as HTML, made once for all who look at it."""

    def compute() -> RenderedGrid:
        html = page.part("pages/grid.html", grid=grid())
        return RenderedGrid(html, hashlib.sha256(html.encode()).hexdigest()[:12])

    return compute_once(page, ("html", *key), compute, after)


# Rounds


def complete(page: SectionPage) -> int:
    """The last round after which there are standings."""
    return last_complete_round(subject(page).tournament)


def after_tabs(
    page: SectionPage, number: int, last: int, *path: object, **query: object
) -> list[PageLink]:
    """Rounds after which a table can be shown."""
    return [
        PageLink(str(k), page.url(*path, round=k, **query), k == number) for k in range(1, last + 1)
    ]


# Standings


def standings_after(page: SectionPage, number: int) -> Standings:
    tournament = subject(page).tournament
    return compute_once(page, ("standings",), lambda: standings(tournament, number), number)


def standings_grid(page: SectionPage, number: int, category: Category | None) -> Grid:
    """Names and values lead to the working of the player; for the public names to his card."""
    table = standings_after(page, number)
    shown = standings_table(subject(page).tournament, table, words(page), category)
    keys = [column.key for column in shown.columns]
    place = {key: keys.index(key) for key in ("rank", "number", "title", "name", "rating")}
    first_value = keys.index("federation") + 1
    with_federation = any(row[first_value - 1].text for row in shown.rows)
    lines = []
    for row in shown.rows:
        number_ = row[place["number"]].raw
        desk = page.door == "t"
        url = (
            page.url("standings", "player", number_, round=number)
            if desk
            else page.url("card", number_)
        )
        title, name = row[place["title"]].text, row[place["name"]].text
        fields = [
            GridCell(row[place["rank"]].text, "n rank"),
            GridCell(str(number_), "n dim number"),
            GridCell(f"{title} {name}".strip(), "who", url),
            GridCell(row[place["rating"]].text, "n dim spare"),
        ]
        if with_federation:
            fields.append(GridCell(row[first_value - 1].text, "dim spare"))
        for index, cell in enumerate(row[first_value:]):
            classes = "n pts" if keys[first_value + index] == "PTS" else "n"
            working = f"{url}#k{index}" if desk and cell.text else ""
            fields.append(GridCell(cell.text, classes, working))
        lines.append(GridLine(f"p{number_}", fields))
    heads = [
        GridHead(page.say(N_("Rank")), "n rank"),
        GridHead(page.say(N_("No.")), "n number"),
        GridHead(page.say(N_("Name")), "who"),
        GridHead(page.say(N_("Rating")), "n spare"),
    ]
    if with_federation:
        heads.append(GridHead(page.say(N_("Fed.")), "spare"))
    heads += [_value_head(page, column) for column in shown.columns[first_value:]]
    name = "standings fed" if with_federation else "standings"
    values = len(keys) - first_value
    return Grid(name, shown.title[1], heads, lines, shown.notes, values)


def _value_head(page: SectionPage, column: Column) -> GridHead:
    if column.key == "PTS":
        return GridHead(page.say(N_("Pts")), "n pts")
    return GridHead(column.heading, "n")


def category_of(page: SectionPage, text: str, low: int | None, high: int | None) -> Category | None:
    """What was chosen: a category by its name, or a band of ratings."""
    if low is not None or high is not None:
        text = f"rating={'' if low is None else low}-{'' if high is None else high}"
    return parse_category(text, subject(page).tournament) if text else None


def categories(page: SectionPage) -> list[tuple[str, list[tuple[str, str]]]]:
    """Groups that there are in this tournament: heading, then value and text of each."""
    tournament = subject(page).tournament
    players = tournament.players
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    several = [
        (N_("Age"), _ages(page, players)),
        (N_("Title"), _shared("title", [p.title.value for p in players if p.title])),
        (N_("Federation"), _shared("federation", [p.federation for p in players], 2)),
    ]
    if any(p.sex is not None and p.sex.value == "w" for p in players):
        groups.append((page.say(N_("Sex")), [("sex=w", page.say(N_("Women")))]))
    groups += [(page.say(heading), found) for heading, found in several if found]
    tags: dict[str, list[str]] = {}
    for player in players:
        for key, value in player.tags:
            if key.casefold() not in ("k", "games"):  # these are for the rating forecast
                tags.setdefault(key, []).append(value)
    groups += [(key, _shared(key, values)) for key, values in sorted(tags.items())]
    return groups


def _shared(key: str, values: Sequence[str], least: int = 1) -> list[tuple[str, str]]:
    found = sorted({value for value in values if value}, key=str.casefold)
    return [(f"{key}={value}", value) for value in found] if len(found) >= least else []


def _ages(page: SectionPage, players: Sequence[Player]) -> list[tuple[str, str]]:
    if not any(birth_year(player) for player in players):
        return []
    settings = page.section.settings
    if not (settings.end[:4] or settings.start[:4]).isdecimal():
        return []
    tournament = subject(page).tournament
    found = []
    for age in AGES:
        category = parse_category(f"age={age}", tournament)
        if any(category.has(player) for player in players):
            text = N_("up to {years}") if age[0] == "U" else N_("from {years}")
            found.append((f"age={age}", page.say(text, years=age[1:])))
    return found


def names_by_number(page: SectionPage) -> list[tuple[int, str]]:
    players = sorted(subject(page).tournament.players, key=lambda player: player.number)
    return [(player.number, f"{player.number} {person(player)}") for player in players]


# Crosstable


def crosstable_after(page: SectionPage, number: int) -> Crosstable:
    return compute_once(
        page, ("crosstable",), lambda: crosstable_data(subject(page), number), number
    )


def crosstable_grid(page: SectionPage, number: int) -> Grid:
    table = crosstable_after(page, number)
    shown = crosstable_table(subject(page).tournament, table, words(page))
    heads = [
        GridHead(page.say(N_("No.")), "n number"),
        GridHead(page.say(N_("Name")), "who"),
        *(GridHead(str(k), "cell") for k in range(1, number + 1)),
        GridHead(page.say(N_("Pts")), "n pts"),
    ]
    lines = []
    path = "cards" if page.door == "t" else "card"
    for row in table.rows:
        fields = [
            GridCell(str(row.player.number), "n dim number"),
            GridCell(person(row.player), "who", page.url(path, row.player.number)),
            *(
                GridCell(cell_text(cell), "cell" if cell.known else "cell open")
                for cell in row.cells
            ),
            GridCell(page.points(row.score), "n pts"),
        ]
        lines.append(GridLine(f"p{row.player.number}", fields))
    return Grid("crosstable", shown.title[1], heads, lines, shown.notes, number)
