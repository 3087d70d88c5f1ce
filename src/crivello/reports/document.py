"""The content of a page as frozen values (tables, cards to cut out, paragraphs), for any
renderer.
"""

from __future__ import annotations

from crivello.model.player import Player
from crivello.model.player_fields import TEAM_FIELD, shown_facts
from crivello.standard.classes import frozen
from crivello.standings.table import Column, Table
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
    """The facts beside the name: federation, club and the like."""

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
"""The most letters in the answers to one player with which the picture keeps its size on half a
page.
"""


@frozen
class PlayerReasons:
    """The answers to one player of a board, and a picture of the way to the opponent."""

    answers: tuple[str, ...]
    article: str
    """The articles of the regulations, in small print."""
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
    """The reasons for the board, for White and for Black; a slip with reasons is not for the
    result.
    """
    code: Html | None = None
    """A picture to scan, with which the table proposes its result."""

    @property
    def crowded(self) -> bool:
        """True if an answer is so long that only smaller letters leave room for the picture."""
        return any(sum(map(len, one.answers)) > MOST_LETTERS for one in self.reasons)


@frozen
class Slips:
    slips: tuple[Slip, ...]
    per_page: int = 3


@frozen
class NameCards:
    """Name cards for the tables, folded so that the name can be read from both sides."""

    cards: tuple[Side, ...]


@frozen
class Cards:
    """Several small tables, none of which is broken over two pages."""

    tables: tuple[Table, ...]
    places: tuple[int, ...] = ()
    """The number of the table of each match card."""
    codes: tuple[Html | None, ...] = ()
    """For each card a picture to scan, with which the table proposes its results; empty for
    none.
    """
    new_page: bool = False
    """Whether they begin on a new page."""


@frozen
class PrintedForm:
    """A form to be checked and signed: boxes with facts, tables, and lines for signatures."""

    name: str
    """The name of FIDE's form with the same contents: ``IT1``."""
    about: str
    """The player, arbiter or tournament of this form."""
    tables: tuple[Table, ...]
    """Tables named `boxes` and `lines` have one fact in each row, with its key for programs."""
    signatures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    new_page: bool = False
    """Whether it begins on a new page."""

    @property
    def left_empty(self) -> tuple[tuple[str, str], ...]:
        """Key and label of each box without a value."""
        return tuple(
            (key.text, label.text)
            for table in self.tables
            if table.name in (BOXES, LINES)
            for key, label, value in table.rows
            if value.raw is None
        )


BOXES = "boxes"
"""The name of tables of facts that are printed two to a line."""
LINES = "lines"
"""The name of tables of facts that are printed one to a line."""


def only_note(name: str, *notes: str) -> Table:
    """Return a table without rows, whose notes say why there is nothing else."""
    return Table(name, (), (Column("note", ""),), (), notes)


Block = Table | Cards | Slips | NameCards | PrintedForm


@frozen
class Document:
    name: str
    """The name of the page, for programs."""
    title: tuple[str, ...]
    """The lines of the title: tournament, kind of page, place and time; empty lines are left
    out.
    """
    blocks: tuple[Block, ...]
    wide: bool = False
    """True for landscape paper."""
    small: bool = False
    """True for small print, which many columns need."""
    fide_mode: str = ""
    """The desk's statement of FIDE mode, in small print; empty without a desk."""
    seal: str = ""
    """The seal of the state of the tournament file from which the page was made."""
    wall: bool = False
    """True for large letters, to be read from a distance; otherwise a page holds many rows."""
    printed: str = ""
    """The time at which it was printed; empty for a page whose time does not matter."""

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for line in self.title if line)
