"""Pages read back as a browser would, and the tournaments they are made from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.reports.subject import Subject
from crivello.standings.prizes.rules import read_prizes

PRIZES = b"""currency = "EUR"
[[list]]
name = "Open"
prizes = [500, 300, 200, 100, 50]
"""
VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    inside: tuple[str, ...]
    """Tags around it."""
    text: str = ""


@dataclass
class Read:
    elements: list[Element] = field(default_factory=list)

    def all(self, tag: str, class_: str = "") -> list[Element]:
        return [
            one
            for one in self.elements
            if one.tag == tag and (not class_ or class_ in (one.attributes.get("class") or ""))
        ]

    def texts(self, tag: str, class_: str = "") -> list[str]:
        return [one.text for one in self.all(tag, class_)]

    @property
    def ids(self) -> list[str]:
        return [one.attributes["id"] or "" for one in self.elements if "id" in one.attributes]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[Element] = []
        self.read = Read()
        self.rows: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), tuple(one.tag for one in self.open))
        self.read.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        element = self.open.pop()
        assert element.tag == tag, f"</{tag}> where </{element.tag}> should be"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def read_page(page: str) -> Read:
    """All elements of a page; whatever is not closed as it was opened fails."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader.read


def rows_of(page: str) -> list[dict[str, str]]:
    """The rows of all bodies of tables, by the names of the columns."""
    rows: list[dict[str, str]] = []
    for element in read_page(page).elements:
        if "tbody" not in element.inside:
            continue
        if element.tag == "tr":
            rows.append({})
        elif element.tag in ("td", "th"):
            (key,) = [
                word[2:]
                for word in (element.attributes["class"] or "").split()
                if word.startswith("c-")
            ]
            rows[-1][key] = element.text
    return rows


EVIL = '<script>alert("x")</script>&lt;'
"""A name that wants to be markup, here and in a style sheet, a spreadsheet or PGN."""
FORMULA = "=HYPERLINK(1)"


def evil() -> Tournament:
    """Five players with odd names after a round, with a bye, before the second."""
    players = (
        Player(1, 1, EVIL, Title.GM, 2500, "ITA", 101, "1990/01/02", Sex.MALE),
        Player(2, 2, FORMULA, None, 2400, "FRA", 102, tags=(("club", "@cmd"),)),
        Player(3, 3, 'O\'Neil "Bob" \\ Äbel', None, None, "IRL"),
        Player(4, 4, "Zoë", Title.WFM, 2100, "ITA"),
        Player(5, 5, "Ælfric", None, 1900, "ENG"),
    )
    rounds = (
        Round(
            (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS_BY_FORFEIT)),
            ((5, Bye.PAIRING_ALLOCATED),),
        ),
        Round((Game(2, 1), Game(5, 3, Result.DRAW)), ((4, Bye.HALF_POINT),)),
    )
    settings = Settings(
        name='Open </style><img src="x">',
        city="Trieste",
        federation="ITA",
        start="2026/03/01",
        end="2026/03/02",
        round_dates=("2026/03/01", "2026/03/02"),
        rounds=3,
        system="dutch-2026",
        tie_breaks=("BH", "DE"),
    )
    return Tournament(players, rounds, settings)


LONG = "Fernández-de-Córdoba, Élodie"


def large(players: int, rounds: int) -> Tournament:
    """A generated tournament with names that can be told apart, some of them long."""
    tournament = generate(Recipe(players=players, rounds=rounds, system="dutch-2026"), 7)
    named = tuple(
        replace(
            player,
            name=f"N{player.number:04} {'Ann' if player.number % 9 else LONG}",
            rating=2700 - player.number,
        )
        for player in tournament.players
    )
    settings = replace(tournament.settings, name="Large Open", tie_breaks=("BH/C1", "BH", "SB"))
    return replace(tournament, players=named, settings=settings)


def with_prizes(tournament: Tournament) -> Subject:
    """The tournament, and what is announced for it."""
    return replace(Subject.of_tournament(tournament), prizes=read_prizes(PRIZES, tournament))
