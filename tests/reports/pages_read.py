"""Reading pages back as a browser would, and the tournaments from which they are made."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from itertools import cycle, product

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.model.keys import SYSTEMS
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.reports.document import PlayerReasons, Slip, Slips
from crivello.reports.pages import view
from crivello.reports.subject import Subject
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.words import Language
from tests.support.samples import sample

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
    """The tags around the element."""
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
    """Return all elements of a page; a tag that is not closed properly fails."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader.read


def rows_of(page: str) -> list[dict[str, str]]:
    """Return the rows of all table bodies, by the names of the columns."""
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
"""A name that would be harmful as markup, in a style sheet, a spreadsheet or PGN."""
FORMULA = "=HYPERLINK(1)"


def evil() -> Tournament:
    """Return five players with odd names after a round with a bye, before the second."""
    players = (
        Player(
            EVIL,
            2500,
            id=1,
            number=1,
            title=Title.GM,
            federation="ITA",
            fide_id=101,
            birth="1990/01/02",
            sex=Sex.MALE,
        ),
        Player(
            FORMULA,
            2400,
            id=2,
            number=2,
            title=None,
            federation="FRA",
            fide_id=102,
            tags=(("club", "@cmd"),),
        ),
        Player('O\'Neil "Bob" \\ Äbel', None, id=3, number=3, title=None, federation="IRL"),
        Player("Zoë", 2100, id=4, number=4, title=Title.WFM, federation="ITA"),
        Player("Ælfric", 1900, id=5, number=5, title=None, federation="ENG"),
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


SCRIPTS = {
    "Latin": "Łukasz Đorđević",
    "Vietnamese": "Nguyễn Thị Ánh",
    "Greek": "Παπαδόπουλος, Ἀλέξης",
    "Cyrillic": "Иванов, Пётр",
    "Georgian": "გიორგაძე, ნანა",
    "Armenian": "Հակոբյան, Արմեն",
    "Arabic": "محمد صلاح",
    "Hebrew": "כהן, שרה",
    "Devanagari": "शर्मा, प्रज्ञा",
    "Thai": "สมชาย ใจดี",
    "Chinese": "王, 小明喆镕",
    "Traditional Chinese": "歐陽, 靜",
    "Japanese": "佐藤, さくら",
    "Korean": "김민준, 똠뢟",
}
"""A name in each script; the last Korean syllable is composed of its parts."""


def players(*names: str) -> Tournament:
    """Return a tournament of players with these names, before its first round."""
    people = tuple(
        Player(name, id=number, number=number) for number, name in enumerate(names, start=1)
    )
    return Tournament(people, (), Settings(name="Open", rounds=3))


def large(players: int, rounds: int) -> Tournament:
    """Return a generated tournament with distinct names, some of them long."""
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


NAMES = ("Amato, Elisa", LONG, "Nepomniachtchi, Jan Aleksandrovich", "Li, Wu", "Rossi, Anna")


@cache
def fullest_slips(many: int = 40) -> tuple[Slip, ...]:
    """Return the slips with most content, from random tournaments of all systems in all
    languages.
    """
    found: list[Slip] = []
    languages = cycle(Language)
    for key, seed in product(SYSTEMS, range(sample(6))):
        recipe = Recipe(players=(9, 16, 31)[seed % 3], rounds=7, system=key, forfeit_rate=20)
        tournament = generate(recipe, seed)
        people = tuple(
            replace(one, name=NAMES[(one.id + seed) % len(NAMES)]) for one in tournament.players
        )
        named = replace(tournament, players=people)
        for number in range(2 + seed % 3, tournament.paired_rounds + 1, 3):
            (block,) = view("why-slips", named, number, next(languages)).blocks
            assert isinstance(block, Slips)
            found += block.slips
    return tuple(sorted(found, key=_content, reverse=True)[:many])


def _content(slip: Slip) -> int:
    """Return the letters of one player's answers; a row of the picture (24 high) counts as 60."""
    return max(sum(map(len, one.answers)) + picture_height(one) * 60 // 24 for one in slip.reasons)


def picture_height(one: PlayerReasons) -> int:
    found = re.search(r'viewBox="0 0 \d+ (\d+)"', one.picture)
    assert found is not None
    return int(found[1])


def with_prizes(tournament: Tournament) -> Subject:
    """Return the subject of the tournament with its announced prizes."""
    return replace(Subject.of_tournament(tournament), prizes=read_prizes(PRIZES, tournament))
