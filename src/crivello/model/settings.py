"""What is decided before round 1: rounds, points, system, acceleration, who must not meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from crivello.model.pasteable import member_repr, value_repr
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points as integers; `unit` of them make one point (2: the unit is half a point)."""

    unit: int = 2
    white_win: int = 2
    black_win: int = 2
    white_draw: int = 1
    black_draw: int = 1
    white_loss: int = 0
    black_loss: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0
    pairing_allocated_bye: int = 2
    half_point_bye: int = 1
    full_point_bye: int = 2
    zero_point_bye: int = 0
    adjourned: int = 1
    """What an open game counts for the pairing: a draw, unless the event says otherwise."""

    @classmethod
    def of_points(cls, win: Fraction, draw: Fraction, loss: Fraction, bye: Fraction) -> Scoring:
        """Points for a win, a draw and a loss, and for the pairing-allocated bye (C.04.1: 3).

        A forfeit or another bye is worth what the game like it is. Raises `ValueError` if a loss is
        worth more than a draw, or a draw more than a win.
        """
        if not win >= draw >= loss:
            raise ValueError((win, draw, loss))
        unit = lcm(2, *(value.denominator for value in (win, draw, loss, bye)))
        won, drawn, lost, odd = (int(value * unit) for value in (win, draw, loss, bye))
        return cls(
            unit=unit,
            white_win=won,
            black_win=won,
            white_draw=drawn,
            black_draw=drawn,
            white_loss=lost,
            black_loss=lost,
            forfeit_win=won,
            pairing_allocated_bye=odd,
            half_point_bye=drawn,
            full_point_bye=won,
            adjourned=drawn,
        )

    @property
    def win(self) -> int:
        """What a win is worth; the better one where the colours are paid differently."""
        return max(self.white_win, self.black_win)

    @property
    def draw(self) -> int:
        return max(self.white_draw, self.black_draw)

    @property
    def loss(self) -> int:
        """What a played loss is worth; the better one where the colours are paid differently."""
        return max(self.white_loss, self.black_loss)

    def points(self, award: Award, colour: Colour | None) -> int:
        """Points for one side of a round; `colour` matters only for played games."""
        pair = _BY_COLOUR.get(award)
        if pair is not None:
            name: str = pair[0] if colour is Colour.WHITE else pair[1]
        else:
            name = _WITHOUT_COLOUR[award]
        value: int = getattr(self, name)
        return value


_BY_COLOUR = {
    Award.WIN: ("white_win", "black_win"),
    Award.SHORT_WIN: ("white_win", "black_win"),
    Award.DRAW: ("white_draw", "black_draw"),
    Award.SHORT_DRAW: ("white_draw", "black_draw"),
    Award.LOSS: ("white_loss", "black_loss"),
    Award.SHORT_LOSS: ("white_loss", "black_loss"),
}
_WITHOUT_COLOUR = {
    Award.FORFEIT_WIN: "forfeit_win",
    Award.FORFEIT_LOSS: "forfeit_loss",
    Award.PAIRING_ALLOCATED_BYE: "pairing_allocated_bye",
    Award.HALF_POINT_BYE: "half_point_bye",
    Award.FULL_POINT_BYE: "full_point_bye",
    Award.ZERO_POINT_BYE: "zero_point_bye",
    Award.ABSENT: "zero_point_bye",
    Award.ADJOURNED: "adjourned",
}


@dataclass(frozen=True, slots=True)
class PointsAdjustment:
    """Points outside the scoring system (record 299 of TRF26).

    With an `award`, these players get `points` for that award instead of the usual ones;
    without, `points` is a bonus or, negative, a penalty.
    """

    players: tuple[int, ...]
    points: int
    round: int | None = None
    """None: in every round for an award, once for a bonus or penalty."""
    award: Award | None = None


@dataclass(frozen=True, slots=True)
class Apart:
    """Players who do not meet one another in a range of rounds.

    >>> apart = Apart((3, 7), last_round=5)
    >>> apart.applies(5), apart.applies(6)
    (True, False)
    """

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None
    """None: to the end."""
    name: str = ""
    """What the group is, such as a club; empty for a plain forbidden pair."""

    __repr__ = value_repr

    def applies(self, round_number: int) -> bool:
        """Is it in force in this round?"""
        return self.first_round <= round_number and (
            self.last_round is None or round_number <= self.last_round
        )


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points: by a method (`baku-2016`, `baku-2025`, `baku-2026`) or player by player."""

    method: str | None = None
    virtual: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """(player id, points of round 1, 2, …) in units; where given, it overrides the method."""
    last_of_group_a: int | None = None
    """Id of the player who marks the border of group A, once it has been drawn."""


class Parity(Enum):
    """Whose numbers decide odd or even in the last colour rule (E.5, 5.2.5).

    >>> Parity("literal")
    Parity.LITERAL
    """

    __repr__ = member_repr

    ENTERED = "entered"
    """The rank among those who have taken part in a pairing."""
    LITERAL = "literal"
    """The pairing number as it stands."""


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that a regulation leaves open, each with the reading we recommend as default.

    >>> Options(maxi_tournament=True)
    Options(maxi_tournament=True)
    """

    parity: Parity = Parity.ENTERED
    forfeited_upfloats: bool = True
    """Dubov: an upfloat counts even if the game was then forfeited."""
    imaginary_point: bool = False
    """Burstein 2016: one more point for the top half while pairing rounds 1 and 2."""
    maxi_tournament: bool = False
    """Lim: exchanges and floaters within 100 rating points."""

    __repr__ = value_repr


@dataclass(frozen=True, slots=True)
class Team:
    """A group of players under one name (record 013); it has no part in the pairing.

    >>> Team("Lions", (1, 4, 9))
    Team('Lions', members=(1, 4, 9))
    """

    name: str
    members: tuple[int, ...] = ()
    """Ids of the players."""

    __repr__ = value_repr


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is announced of a tournament except its players."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    """``YYYY/MM/DD`` (older files: as they have it)."""
    end: str = ""
    round_dates: tuple[str, ...] = ()
    kind: str = ""
    """Type of tournament, free text (record 092)."""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    """Free text (record 122)."""
    time_control_code: str = ""
    """Periods as TRF26 encodes them (record 222)."""
    rounds: int | None = None
    """How many rounds are announced; None where a file does not say."""
    initial_colour: Colour | None = None
    """The colour drawn for the first player of round 1."""
    system: str | None = None
    """Key of the pairing system, with or without an edition: see `keys`."""
    scoring: Scoring = field(default_factory=Scoring)
    acceleration: Acceleration = field(default_factory=Acceleration)
    forbidden: tuple[Apart, ...] = ()
    """Hard: these never meet."""
    keep_apart: tuple[Apart, ...] = ()
    """Soft: kept apart while the round can be completed."""
    must_meet: tuple[tuple[int, int], ...] = ()
    """Pairs announced for round 1: they meet, and the others are paired by the rules."""
    adjustments: tuple[PointsAdjustment, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    standings_order: tuple[str, ...] = ()
    """Tie-breaks and PTS as record 212 lists them."""
    rating_method: str = ""
    """Which rating the initial order uses (record 172): federation and method."""
    program: str = ""
    teams: tuple[Team, ...] = ()
    team_records: tuple[str, ...] = ()
    """Lines of a report file about teams and matches (TRF26: 192 and 300 to 802), as they stand.

    They are read and written back; nothing is paired from them.
    """
    comments: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)


# The options of the pairing systems, by the keys that people type and files carry. A `System` says
# which of them it reads.


class SystemOption(NamedTuple):
    """One choice that a regulation leaves open."""

    key: str
    field: str
    """The field of `Options`."""
    values: Mapping[str, object]
    """What is typed, and what it means."""
    help: str
    """Marked for the catalogue."""
    article: str = ""

    def of(self, options: Options) -> str:
        """The choice, as people type it."""
        chosen = getattr(options, self.field)
        return next(word for word, value in self.values.items() if value == chosen)

    def put(self, options: Options, word: str) -> Options:
        """The options with another choice; raises `KeyError` for an unknown word."""
        changed: Options = replace(options, **{self.field: self.values[word]})  # type: ignore[arg-type]
        return changed


_SWITCH = {"no": False, "yes": True}

OPTIONS = (
    SystemOption(
        "imaginary-point",
        "imaginary_point",
        _SWITCH,
        N_("Burstein 2016: one more point for the top half while rounds 1 and 2 are paired"),
        "3.3",
    ),
    SystemOption(
        "maxi-tournament",
        "maxi_tournament",
        _SWITCH,
        N_("Lim: a Maxi-tournament, with exchanges and floaters within 100 rating points"),
        "3.2.3, 3.8, 5.7",
    ),
    SystemOption(
        "forfeited-upfloats",
        "forfeited_upfloats",
        _SWITCH,
        N_("Dubov: an upfloat counts even if the game was then forfeited"),
    ),
    SystemOption(
        "parity",
        "parity",
        {parity.value: parity for parity in Parity},
        N_("odd and even for colours: numbers among those who have entered, or as they stand"),
    ),
)
OPTION_BY_KEY = {option.key: option for option in OPTIONS}


def chosen(options: Options) -> tuple[tuple[str, str], ...]:
    """Key and word of every choice that is not the default."""
    default = Options()
    return tuple(
        (option.key, option.of(options))
        for option in OPTIONS
        if option.of(options) != option.of(default)
    )
