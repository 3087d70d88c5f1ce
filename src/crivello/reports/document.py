"""The content of a page as frozen values: tables, cards to cut out, paragraphs. Renderers
write it.
"""

from __future__ import annotations

from crivello.model.player import Player
from crivello.model.player_fields import TEAM_FIELD, shown_facts
from crivello.standard.classes import frozen
from crivello.standings.table import Table
from crivello.words.escaping import Html


@frozen
class Side:
    """A player as shown on a slip or a name card."""

    number: int
    name: str
    title: str = ""
    rating: int | None = None
    federation: str = ""
    team: str = ""
    facts: tuple[str, ...] = ()
    """What is shown beside the name: federation, club and the like."""

    @classmethod
    def of(cls, player: Player) -> Side:
        return cls(
            player.number,
            player.name,
            player.title.value if player.title else "",
            player.rating,
            player.federation,
            TEAM_FIELD.text(player),
            tuple(shown_facts(player)),
        )


MOST_LETTERS = 540
"""The most letters of one player's answers beside which the picture keeps its size on half
a page.
"""


@frozen
class PlayerReasons:
    """The answer to one player of a board, and the picture of the path to it."""

    answers: tuple[str, ...]
    article: str
    """In small print."""
    picture: Html


@frozen
class Slip:
    """The result slip of one game."""

    table: int
    place: str
    """The place of the game in words: ``Table 12``."""
    white: Side
    black: Side
    white_points: str = ""
    black_points: str = ""
    reasons: tuple[PlayerReasons, ...] = ()
    """The reasons for the board, for White and for Black; such a slip is not for the result."""
    code: Html | None = None
    """A picture to scan, with which the table proposes its result."""

    @property
    def crowded(self) -> bool:
        """True if one of the answers is so long that only smaller letters leave room for
        the picture.
        """
        return any(sum(map(len, one.answers)) > MOST_LETTERS for one in self.reasons)


@frozen
class Slips:
    slips: tuple[Slip, ...]
    per_page: int = 3


@frozen
class NameCards:
    """Cards to stand on the tables, folded so that both sides read the name."""

    cards: tuple[Side, ...]


@frozen
class Cards:
    """Several small tables, none of which is broken over two pages."""

    tables: tuple[Table, ...]
    places: tuple[int, ...] = ()
    """The table of each match card."""
    codes: tuple[Html | None, ...] = ()
    """A picture to scan on each, with which the table proposes its results; empty: on none."""


Block = Table | Cards | Slips | NameCards


@frozen
class Document:
    name: str
    """The name of the page, for programs."""
    title: tuple[str, ...]
    """The tournament, what the page is, and where and when; empty lines are left out."""
    blocks: tuple[Block, ...]
    wide: bool = False
    """On landscape paper."""
    small: bool = False
    """In small print: many columns."""
    fide_mode: str = ""
    """The desk's statement of FIDE mode, in small print; empty without a desk."""
    seal: str = ""
    """Which state of the desk's file it shows, provably."""

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for line in self.title if line)
