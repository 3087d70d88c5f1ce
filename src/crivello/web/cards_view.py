"""Pairing cards as pages show them: a line for each round, and what it has brought so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crivello.model.player import Player
from crivello.reports.names import alphabetical
from crivello.standings.crosstable import Cell, Row
from crivello.standings.crosstable_views import card_table, person
from crivello.web.tables_view import compute_once, crosstable_after, subject, words
from crivello.web.view import SectionPage


@dataclass(frozen=True, slots=True)
class CardRow:
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


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    name: str
    facts: Sequence[str]
    rows: Sequence[CardRow]
    score: str
    """Without the games that are open."""
    open: bool
    """A game of his has no result yet."""


def card(page: SectionPage, number: int) -> Card | None:
    """The card of one player, by pairing number; None if there is no such player."""
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
        open_points += 0 if known else cell.points  # a draw for the time being
        open_ |= not known
        score = cell.score - open_points
        rows.append(
            _row(page, cell, number, {key: one.text for key, one in said.items()}, known, score)
        )
    player = row.player
    facts = (str(player.rating or ""), player.federation, dict(player.tags).get("club", ""))
    total = page.points(row.score - open_points)
    return Card(number, person(player), list(filter(None, facts)), rows, total, open_)


def _row(
    page: SectionPage, cell: Cell, number: int, said: Mapping[str, str], known: bool, score: int
) -> CardRow:
    about = subject(page)
    round_number = int(said["round"])
    met = None if cell.opponent is None else about.tournament.player[cell.opponent]
    place = _places(page, round_number).get(number)
    public = page.door == "public"
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


def _rows(page: SectionPage) -> Mapping[int, Row]:
    last = subject(page).tournament.paired_rounds
    table = crosstable_after(page, last)
    return compute_once(
        page, ("rows",), lambda: {row.player.number: row for row in table.rows}, last
    )


def _places(page: SectionPage, round_number: int) -> Mapping[int, int]:
    """By player: the place of his board in the list, counted from 0."""

    def compute() -> Mapping[int, int]:
        games = subject(page).tournament.round(round_number).games
        return {
            player: place for place, game in enumerate(games) for player in (game.white, game.black)
        }

    return compute_once(page, ("places", round_number), compute, round_number)


# Finding a player


@dataclass(frozen=True, slots=True)
class CardLink:
    number: int
    name: str
    facts: str
    url: str


def search(page: SectionPage, wanted: str) -> list[CardLink]:
    """Players of whose name each word is a part, in alphabetical order; or the one of a number."""
    parts = [alphabetical(part)[0] for part in wanted.replace(",", " ").split()]
    return [
        _entry(page, player)
        for player in by_name(page)
        if all(part in alphabetical(player.name)[0] for part in parts)
        or wanted.strip() == str(player.number)
    ]


def by_name(page: SectionPage) -> Sequence[Player]:
    def compute() -> Sequence[Player]:
        return sorted(subject(page).tournament.players, key=lambda one: alphabetical(one.name))

    return compute_once(page, ("by name",), compute, 0)


def _entry(page: SectionPage, player: Player) -> CardLink:
    facts = " ".join(filter(None, (str(player.rating or ""), player.federation)))
    path = "card" if page.door == "public" else "cards"
    return CardLink(player.number, person(player), facts, page.url(path, player.number))


def all_cards(page: SectionPage) -> Iterator[Card]:
    for number in sorted(_rows(page)):
        found = card(page, number)
        if found is not None:
            yield found
