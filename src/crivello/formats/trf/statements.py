"""The draft of a tournament: facts with their places in the file, as the lines state them."""

from __future__ import annotations

from crivello.formats.trf.lines import (
    STATED_TWICE,
    Location,
    NamedPlayers,
    Report,
    ReportLine,
    affects_pairing,
)
from crivello.model.player import NationalRecord, Player
from crivello.model.result import Award, Bye, Colour
from crivello.model.settings import ForfeitedMatch, Lineup
from crivello.standard.classes import NamedTuple, draft, field
from crivello.standard.exact_fraction import Fraction
from crivello.standard.typing_names import Any

# Facts are named tuples: defining a frozen dataclass takes eight times as long, and every file read
# from the command line waits for that.


class DraftCell(NamedTuple):
    """The cell of one round on a player line."""

    line: int
    column: int
    opponent: int | None = None
    colour: Colour | None = None
    award: Award | None = None
    """The award of a game; None if its result is blank."""
    bye: Bye | None = None
    broken: bool = False
    """True if the cell is unreadable; that has been reported."""
    repaired: bool = False
    """True if the result is unreadable; a tolerant reading then takes it from the opponent's
    line.
    """
    text: str = ""
    """The unreadable text, if a tolerant reading has yet to report it."""


@draft
class PlayerLine:
    line: ReportLine
    number: int
    player: Player
    points: Fraction | None
    cells: dict[int, DraftCell]
    """By round; empty until the cells of a plain line are read."""
    broken: bool = False
    plain: bool = False
    """True if every round on the line is written in the usual way, so that cells need not be read
    singly.
    """


class Statement(NamedTuple):
    """A fact that a line of the file states, and its place."""

    value: Any
    line: int
    column: int

    @property
    def where(self) -> Location:
        return Location(self.line, self.column, write_value(self.value))


class ByeRecord(NamedTuple):
    """A record 240: players who have a bye in a round."""

    bye: Bye
    round: int
    who: NamedPlayers


class ApartRecord(NamedTuple):
    """A record 260 or XXP: players who must not meet."""

    first_round: int
    last_round: int | None
    who: NamedPlayers


class AdjustmentRecord(NamedTuple):
    """A record 299: points that do not follow from results."""

    award: Award | None
    points: Fraction
    round: int | None
    who: NamedPlayers
    match_points: Fraction = Fraction(0)


class RangeRecord(NamedTuple):
    """A record 250: virtual points for a range of players in a range of rounds."""

    points: Fraction
    first_round: int
    last_round: int
    first_player: int
    last_player: int
    line: int
    match_points: Fraction = Fraction(0)


class NationalLine(NamedTuple):
    number: int
    record: NationalRecord
    line: int


class TeamLine(NamedTuple):
    """A record 013: a group of players with a name."""

    name: str
    who: NamedPlayers


class TeamRecord(NamedTuple):
    """A record 310: a team."""

    line: int
    number: int
    name: str
    short_name: str
    strength: int | None
    points: tuple[Fraction | None, Fraction | None]
    """Match points and game points as stated."""
    rank: int | None
    members: list[tuple[int, int]]
    """The number and column of each member."""


MatchPoints = tuple[ReportLine, int, str]
"""Match points of a record 250 or 299: the line, the column, the text."""


@draft
class ReportDraft:
    report: Report = field(default_factory=Report)
    players: dict[int, PlayerLine] = field(default_factory=dict)
    """Player lines by starting rank number, in the order of the file."""
    unnumbered: list[ReportLine] = field(default_factory=list)
    """Player lines without a number of their own, in a tolerant reading."""
    lost_players: bool = False
    """True if a player line has no readable number."""
    doubtful: set[int] = field(default_factory=set)
    """Players with a cell that was left out; their points are not checked."""
    unclear_scoring: bool = False
    """True if a record about the scoring could not be used, so no points are checked."""
    one_sided: list[tuple[PlayerLine, int, DraftCell]] = field(default_factory=list)
    """In a tolerant reading: games that only one of the two lines has, as line, round and cell."""
    facts: dict[str, Statement] = field(default_factory=dict)
    """Facts that may be stated only once, by the name of their field in the settings."""
    round_dates: ReportLine | None = None
    """Record 132, if its dates are out of their columns or spelt differently."""
    deputy_arbiters: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    ranked: bool = False
    """True after ``XXC rank``: the place of a player line in the file is the pairing number."""
    absent: list[NamedPlayers] = field(default_factory=list)
    byes: list[ByeRecord] = field(default_factory=list)
    apart: list[ApartRecord] = field(default_factory=list)
    adjustments: list[AdjustmentRecord] = field(default_factory=list)
    ranges: list[RangeRecord] = field(default_factory=list)
    virtual: dict[tuple[int, int], Statement] = field(default_factory=dict)
    """The virtual points of record XXA, by (player, round)."""
    national: list[NationalLine] = field(default_factory=list)
    teams: list[TeamLine] = field(default_factory=list)
    team_lines: dict[int, TeamRecord] = field(default_factory=dict)
    """The teams by number."""
    lineups: list[tuple[Lineup, int]] = field(default_factory=list)
    """Line-ups, each with the number of its line."""
    requested: list[ByeRecord] = field(default_factory=list)
    """The records 240 of a team tournament."""
    team_byes: list[tuple[int, int, Bye, int]] = field(default_factory=list)
    """The byes of teams, as (round, team, kind, line)."""
    forfeited_matches: list[tuple[ForfeitedMatch, int]] = field(default_factory=list)
    match_points: list[MatchPoints] = field(default_factory=list)
    team_records: list[str] = field(default_factory=list)
    """Informative records of a team tournament (801, 802), unchanged."""
    scoring: dict[str, dict[str, Statement]] = field(default_factory=dict)
    """The points in each of the records XXS, BB and 162: record -> field of `Scoring` -> points."""
    accelerated: Statement | None = None
    """The code of record 192 without ``_BAKU``, if it ends so."""

    def state(self, name: str, value: Any, line: ReportLine, column: int = 5) -> None:
        """Note a fact; if an earlier line states it differently, report that and keep the first."""
        before = self.facts.setdefault(name, Statement(value, line.number, column))
        if before.value != value:
            changes_pairing = name == "start" or affects_pairing(line.tag)
            where = Location(line.number, column, line.text[column - 1 :].strip())
            self.contradiction(where, before, changes_pairing)

    def contradiction(
        self, where: Location, before: Statement, changes_pairing: bool = True, **values: Any
    ) -> None:
        """Report that an earlier line states a fact differently; the first statement counts."""
        taken = write_value(before.value)
        self.report.illegal(
            STATED_TWICE, where, taken, taken, changes_pairing, other=before.line, **values
        )

    def fact(self, name: str) -> Any:
        stated = self.facts.get(name)
        return None if stated is None else stated.value


def write_value(value: Any) -> str:
    """Return a stated value as an error shows it."""
    if isinstance(value, Colour):
        return value.name.lower()
    if isinstance(value, Fraction):
        return f"{float(value):g}"
    if isinstance(value, tuple):
        return ",".join(str(item) for item in value)
    return str(value)
