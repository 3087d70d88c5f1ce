"""Standings, crosstable, statistics and cards as pages show them, computed once for each state.

Players are identified by their pairing numbers. The same functions serve the desk and the public
pages; the section of the page decides what they show.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from markupsafe import Markup, escape

from crivello.desk import lookup
from crivello.model.keys import is_round_robin
from crivello.model.matches import MatchTournament, after_round
from crivello.model.player import Player
from crivello.model.player_fields import shown_facts
from crivello.reports.listings import crosstable_data
from crivello.reports.pairings import alphabetical
from crivello.reports.subject import Subject
from crivello.reports.working_crosstable import card_facts
from crivello.standard.classes import frozen
from crivello.standings.categories import Category, birth_year, parse_category
from crivello.standings.crosstable import (
    Crosstable,
    CrosstableCell,
    CrosstableRow,
    card_table,
    crosstable_table,
    person,
)
from crivello.standings.round_robin import GridOrder, grid_table, progress, remaining_table
from crivello.standings.standings import Standings, last_complete_round, standings
from crivello.standings.teams import team_tables
from crivello.standings.wording import shown_columns, standings_table
from crivello.systems.registry import find
from crivello.web.page_answers import PageLink
from crivello.web.view import SectionPage
from crivello.words import N_, Translator

T = TypeVar("T")

AGES = ("U8", "U10", "U12", "U14", "U16", "U18", "U20", "S50", "S65")


@frozen
class GridHead:
    """A heading of a column."""

    text: str
    classes: str


@frozen
class GridCell:
    """A cell of a table, with its link."""

    text: str
    classes: str = ""
    url: str = ""


@frozen
class GridLine:
    """A row of a table."""

    id: str
    fields: Sequence[GridCell]

    @property
    def html(self) -> Markup:
        """The row with its links; without a template, since a large table has 30,000 cells."""
        parts = [f'<tr id="{self.id}">']
        for one in self.fields:
            text = escape(one.text)
            shown = f'<a href="{escape(one.url)}">{text}</a>' if one.url else text
            parts.append(f'<td class="{one.classes}">{shown}</td>')
        return Markup("".join([*parts, "</tr>"]))

    @property
    def plain(self) -> Markup:
        """The row without id and links, for the projector."""
        cells = (f'<td class="{one.classes}">{escape(one.text)}</td>' for one in self.fields)
        return Markup("".join(["<tr>", *cells, "</tr>"]))


@frozen
class GridTable:
    """A long table, of which browsers lay out only the rows that are visible."""

    name: str
    title: str
    heads: Sequence[GridHead]
    lines: Sequence[GridLine]
    notes: Sequence[str]
    values: int
    """The number of columns with values, after those about the player."""
    provisional: str = ""


@frozen
class RenderedGrid:
    """A table as HTML, with a digest of it."""

    html: Markup
    state: str


def words(page: SectionPage) -> Translator:
    return page.words


def subject(page: SectionPage) -> Subject:
    section = page.section
    return page.snapshot.once(
        ("subject", page.area, page.key), lambda: Subject.of_section(section), (section,)
    )


def compute_once(
    page: SectionPage, key: tuple[object, ...], compute: Callable[[], T], after: int
) -> T:
    """Compute a value once; what depends on the rounds up to `after` is kept while later ones are
    played.
    """
    origin = page.snapshot.section(page.key)
    settings = (origin.settings, origin.announced)
    parts = (origin.registrations, origin.order, origin.byes, *settings)
    # Entries and withdrawals are public with the newest pairing, also in older tables.
    people = [one.players for one in page.section.rounds[-1:] if page.area == "public"]
    rounds = page.section.rounds[:after]
    name = (*key, page.area, page.key, page.language, after)
    return page.snapshot.once(name, compute, (*parts, *people, *rounds))


def render_grid(
    page: SectionPage, key: tuple[object, ...], grid: Callable[[], GridTable], after: int
) -> RenderedGrid:
    """Return a table as HTML, made once for all readers."""

    def compute() -> RenderedGrid:
        html = page.part("tables/grid.html", grid=grid())
        return RenderedGrid(html, hashlib.sha256(html.encode()).hexdigest()[:12])

    return compute_once(page, ("html", *key), compute, after)


# Columns of the standings

DECIDING = "deciding"
"""In the address: without the tie-breaks that separate nobody."""
ALL_COLUMNS = N_("Show all tie-breaks")
FEWER_COLUMNS = N_("Hide tie-breaks that make no difference")


def hides_columns(page: SectionPage, number: int) -> bool:
    """Return True if a tie-break separates no players, so that its column can be hidden."""
    table = standings_after(page, number)
    return len(shown_columns(table, only_deciding=True)) < len(table.keys)


def other_columns(page: SectionPage, number: int, few: bool, **query: object) -> PageLink | None:
    """Return the link that shows or hides tie-breaks that make no difference; None if there are
    none.
    """
    if not hides_columns(page, number):
        return None
    wanted = query | {"round": number, "columns": "" if few else DECIDING}
    url = page.url("standings", **wanted)
    return PageLink(page.say(ALL_COLUMNS if few else FEWER_COLUMNS), url)


# Rounds


def complete(page: SectionPage) -> int:
    """Return the last round after which there are standings; a round robin counts all results
    entered.
    """
    tournament = subject(page).tournament
    if is_round_robin(tournament.settings.system):
        return tournament.paired_rounds
    return last_complete_round(tournament)


def counts_all(page: SectionPage, number: int) -> bool:
    """Return True if a table has all results of a round robin so far, and so names no round."""
    robin = is_round_robin(page.section.settings.system)
    return robin and number == subject(page).tournament.paired_rounds


def after_tabs(
    page: SectionPage, number: int, last: int, *path: object, **query: object
) -> list[PageLink]:
    """Return links to the table after each round."""
    return [
        PageLink(str(k), page.url(*path, round=k, **query), k == number) for k in range(1, last + 1)
    ]


def player_urls(page: SectionPage) -> Mapping[int, str]:
    """Return the address behind each name by pairing number: the player's page, or publicly the
    card.
    """
    if page.area == "t":
        path = page.url("players")
        return {one.number: f"{path}/{one.id}" for one in page.section.listed_players}
    path = page.url("card")
    return {one.number: f"{path}/{one.number}" for one in page.section.listed_players}


# Standings


def standings_after(page: SectionPage, number: int) -> Standings:
    tournament = subject(page).tournament
    return compute_once(page, ("standings",), lambda: standings(tournament, number), number)


def standings_grid(
    page: SectionPage, number: int, category: Category | None = None, only_deciding: bool = False
) -> GridTable:
    """Return the standings; values link to the player's calculation, names to the player's page or
    card.
    """
    table = standings_after(page, number)
    about = subject(page).tournament
    shown = standings_table(about, table, words(page), category, only_deciding)
    places = shown_columns(table, only_deciding)
    keys = [column.key for column in shown.columns]
    place = {key: keys.index(key) for key in ("rank", "number", "title", "name", "rating")}
    first_value = keys.index("federation") + 1
    with_federation = any(row[first_value - 1].text for row in shown.rows)
    people = player_urls(page)
    lines = []
    for row in shown.rows:
        number_ = row[place["number"]].raw
        assert isinstance(number_, int)
        url = page.url("standings", "player", number_, round=number)
        title, name = row[place["title"]].text, row[place["name"]].text
        fields = [
            GridCell(row[place["rank"]].text, "n rank"),
            GridCell(str(number_), "n dim number"),
            GridCell(f"{title} {name}".strip(), "who", people[number_]),
            GridCell(row[place["rating"]].text, "n dim spare"),
        ]
        if with_federation:
            fields.append(GridCell(row[first_value - 1].text, "dim spare"))
        for index, (place_, cell) in enumerate(zip(places, row[first_value:], strict=True)):
            classes = "n pts" if keys[first_value + index] == "points" else "n"
            working = f"{url}#k{place_}" if page.area == "t" and cell.text else ""
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
    heads += [
        GridHead(column.heading, "n pts" if column.key == "points" else "n")
        for column in shown.columns[first_value:]
    ]
    name = "standings fed" if with_federation else "standings"
    values = len(keys) - first_value
    return GridTable(name, shown.title[1], heads, lines, shown.notes, values, shown.provisional)


def render_standings(
    page: SectionPage, number: int, category: Category | None = None, only_deciding: bool = False
) -> RenderedGrid:
    """Return the standings as HTML; for teams, all matches and the players by board are added."""

    def compute() -> RenderedGrid:
        grid = standings_grid(page, number, category, only_deciding)
        html = page.part("tables/grid.html", grid=grid)
        event = subject(page).tournament
        if category is None and isinstance(event, MatchTournament):
            tables = team_tables(after_round(event, number), words(page))
            html += page.part("tables/of_teams.html", tables=tables)
        return RenderedGrid(html, hashlib.sha256(html.encode()).hexdigest()[:12])

    key = ("html", "standings", str(category or ""), only_deciding)
    return compute_once(page, key, compute, number)


def category_of(page: SectionPage, text: str, low: int | None, high: int | None) -> Category | None:
    """Return the chosen category: by name, or as a range of ratings; None if none is chosen."""
    if low is not None or high is not None:
        text = f"rating={'' if low is None else low}-{'' if high is None else high}"
    return parse_category(text, subject(page).tournament) if text else None


def categories(page: SectionPage) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the categories of this tournament: for each heading, the value and text of each."""
    tournament = subject(page).tournament
    players = tournament.players
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    several = [
        (N_("Age"), _ages(page, players)),
        (N_("Title"), _filter_options("title", [p.title.value for p in players if p.title])),
        (N_("Federation"), _filter_options("federation", [p.federation for p in players], 2)),
    ]
    if any(p.sex is not None and p.sex.value == "w" for p in players):
        groups.append((page.say(N_("Sex")), [("sex=w", page.say(N_("Women")))]))
    groups += [(page.say(heading), found) for heading, found in several if found]
    tags: dict[str, list[str]] = {}
    for player in players:
        for key, value in player.tags:
            if key.casefold() not in ("k", "games"):  # for the rating forecast
                tags.setdefault(key, []).append(value)
    groups += [(key, _filter_options(key, values)) for key, values in sorted(tags.items())]
    return groups


def _filter_options(key: str, values: Sequence[str], least: int = 1) -> list[tuple[str, str]]:
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


def render_crosstable(page: SectionPage, number: int, by: GridOrder) -> RenderedGrid:
    """Return the crosstable as HTML; for a round robin, all against all, with the open games."""
    if not is_round_robin(page.section.settings.system):
        return render_grid(page, ("crosstable",), lambda: crosstable_grid(page, number), number)

    def compute() -> RenderedGrid:
        tournament = subject(page).tournament
        tables = [grid_table(tournament, standings_after(page, number), words(page), by)]
        if progress(tournament).open:
            tables.append(remaining_table(tournament, words(page)))
        html = page.part("tables/everybody.html", tables=tables, people=player_urls(page))
        return RenderedGrid(html, hashlib.sha256(html.encode()).hexdigest()[:12])

    return compute_once(page, ("html", "crosstable", by.value), compute, number)


def grid_orders(page: SectionPage, by: GridOrder) -> list[PageLink]:
    """Return links to the two orders of the crosstable of a round robin; other events have one
    order.
    """
    if not is_round_robin(page.section.settings.system):
        return []
    ways = {GridOrder.NUMBER: N_("by number"), GridOrder.RANK: N_("by rank")}
    return [
        PageLink(page.say(text), page.url("crosstable", by=way.value), way is by)
        for way, text in ways.items()
    ]


def crosstable_grid(page: SectionPage, number: int) -> GridTable:
    table = crosstable_after(page, number)
    frame = replace(table, rows=())  # the title and the notes only
    shown = crosstable_table(subject(page).tournament, frame, words(page))
    heads = [
        GridHead(page.say(N_("No.")), "n number"),
        GridHead(page.say(N_("Name")), "who"),
        *(GridHead(str(k), "cell") for k in range(1, number + 1)),
        GridHead(page.say(N_("Pts")), "n pts"),
    ]
    lines = []
    people, writer = player_urls(page), words(page)
    for row in table.rows:
        fields = [
            GridCell(str(row.player.number), "n dim number"),
            GridCell(person(row.player), "who", people[row.player.number]),
            *(
                GridCell(table.text(cell, writer), "cell" if cell.known else "cell open")
                for cell in row.cells
            ),
            GridCell(page.points(row.score), "n pts"),
        ]
        lines.append(GridLine(f"p{row.player.number}", fields))
    notes, provisional = shown.notes, shown.provisional
    return GridTable("crosstable", shown.title[1], heads, lines, notes, number, provisional)


# Pairing cards: a line for each round, with the points so far


@frozen
class CardRow:
    """A round on a pairing card."""

    round: int
    colour: str
    """`w`, `b`, or empty: no game."""
    table: int | None
    opponent: int | None
    name: str
    rating: int | None
    points: str
    """Empty while there is no result."""
    score: str
    float: str
    remark: str
    url: str = ""
    """The opponent's card."""
    why: str = ""
    """Why they meet."""


@frozen
class Card:
    """The pairing card of a player."""

    number: int
    name: str
    facts: Sequence[str]
    rows: Sequence[CardRow]
    score: str
    """Without open games."""
    open: bool
    """A game has no result yet."""


def card(page: SectionPage, number: int) -> Card | None:
    """Return the card of the player with this pairing number; None if there is no such player."""
    about = subject(page)
    row = _rows(page).get(number)
    if row is None:
        return None
    table = crosstable_after(page, about.tournament.paired_rounds)
    shown = card_table(about.tournament, table, row, words(page))
    keys = [column.key for column in shown.columns]
    rows, open_points, open_ = [], 0, False
    for cell, cells in zip(row.cells, shown.rows, strict=True):
        said = dict(zip(keys, cells, strict=True))
        known = said["points"].raw is not None  # adjourned games have no points either
        open_points += 0 if known else cell.points  # counted as a draw meanwhile
        open_ |= not known
        score = cell.score - open_points
        rows.append(
            _row(page, cell, number, {key: one.text for key, one in said.items()}, known, score)
        )
    player = row.player
    more = card_facts(about.tournament, find(about.system), table.rounds, words(page))
    facts = (str(player.rating or ""), *shown_facts(player), *more[player.id])
    total = page.points(row.score - open_points)
    return Card(number, person(player), list(filter(None, facts)), rows, total, open_)


def _row(
    page: SectionPage,
    cell: CrosstableCell,
    number: int,
    said: Mapping[str, str],
    known: bool,
    score: int,
) -> CardRow:
    about = subject(page)
    round_number = int(said["round"])
    met = None if cell.opponent is None else about.tournament.player[cell.opponent]
    place = _places(page, round_number).get(number)
    public = page.area == "public"
    return CardRow(
        round=round_number,
        colour=cell.colour.value if cell.colour else "",
        table=None if place is None else about.table(round_number, place),
        opponent=met.number if met else None,
        name=said["name"],
        rating=met.rating if met else None,
        points=said["points"] if known else "",
        score=page.points(score) if known else "",
        float=said["float"],
        remark=said["unplayed"],
        url=page.url("card" if public else "cards", met.number) if met else "",
        why="" if place is None else page.url("explain", round_number, "board", place + 1),
    )


def _rows(page: SectionPage) -> Mapping[int, CrosstableRow]:
    last = subject(page).tournament.paired_rounds
    table = crosstable_after(page, last)
    return compute_once(
        page, ("rows",), lambda: {row.player.number: row for row in table.rows}, last
    )


def _places(page: SectionPage, round_number: int) -> Mapping[int, int]:
    """Return the place of each player's board in the list of a round, counted from 0."""

    def compute() -> Mapping[int, int]:
        games = subject(page).tournament.round(round_number).games
        return {
            player: place for place, game in enumerate(games) for player in (game.white, game.black)
        }

    return compute_once(page, ("places", round_number), compute, round_number)


# Finding a player


@frozen
class CardLink:
    """A link to a pairing card."""

    number: int
    name: str
    facts: str
    url: str


def search(page: SectionPage, wanted: str) -> list[CardLink]:
    """Return the players who match, in alphabetical order; all of them if nothing is typed."""
    if not wanted.strip():
        return [_entry(page, player) for player in by_name(page)]
    meant = set(lookup.search(page.section, wanted))
    numbers = {one.number for one in page.section.listed_players if one.id in meant}
    return [_entry(page, player) for player in by_name(page) if player.number in numbers]


def by_name(page: SectionPage) -> Sequence[Player]:
    def compute() -> Sequence[Player]:
        return sorted(subject(page).tournament.players, key=lambda one: alphabetical(one.name))

    return compute_once(page, ("by name",), compute, 0)


def _entry(page: SectionPage, player: Player) -> CardLink:
    facts = " ".join(filter(None, (str(player.rating or ""), player.federation)))
    path = "card" if page.area == "public" else "cards"
    return CardLink(player.number, person(player), facts, page.url(path, player.number))


CARDS_ON_A_PAGE = 100


@frozen
class CardsPage:
    """Some of the pairing cards, with links to the others."""

    html: Markup
    tabs: Sequence[PageLink]


def cards_page(page: SectionPage, number: int) -> CardsPage | None:
    """Return the page with this number, from 1, of all pairing cards; None if there is none."""
    known = sorted(_rows(page))
    starts = range(0, len(known), CARDS_ON_A_PAGE) or range(1)
    if not 1 <= number <= len(starts):
        return None
    parts = [known[start : start + CARDS_ON_A_PAGE] for start in starts]

    def compute() -> Markup:
        cards = [found for one in parts[number - 1] if (found := card(page, one)) is not None]
        return page.part("tables/cards_part.html", cards=cards, page=page)

    html = compute_once(page, ("cards", number), compute, subject(page).tournament.paired_rounds)
    tabs = [
        PageLink(f"{part[0]}–{part[-1]}", page.url("cards", "all", part=at), at == number)
        for at, part in enumerate(parts, start=1)
        if len(parts) > 1
    ]
    return CardsPage(html, tabs)
