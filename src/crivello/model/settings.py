"""The settings of a tournament decided before round 1: rounds, points, system, acceleration,
forbidden pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import lcm

from crivello.model.errors import WordError
from crivello.model.grammar import read_numbers
from crivello.model.reprs import member_repr, value_repr
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.sentence import N_
from crivello.standard.classes import NamedTuple, field, frozen, replace
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


@frozen
class Scoring:
    """The points for each outcome, in whole units; `unit` units make one point (2: a unit is half a
    point).
    """

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
    """The points of an open game in the pairing: a draw, unless the event announces otherwise."""

    @classmethod
    def of_points(cls, win: Fraction, draw: Fraction, loss: Fraction, bye: Fraction) -> Scoring:
        """Return the scoring with these points for a win, a draw, a loss and the bye (C.04.1: 3).

        A forfeit or a requested bye is worth the same as the corresponding game. Raises
        `ValueError` if a loss is worth more than a draw, or a draw more than a win.
        """
        if not win >= draw >= loss:
            raise ValueError((win, draw, loss))
        unit = lcm(2, *(value.denominator for value in (win, draw, loss, bye)))
        won, drawn, lost, odd = (int(value * unit) for value in (win, draw, loss, bye))
        return cls.of_units(won, drawn, lost, odd, unit)

    @classmethod
    def of_units(cls, win: int, draw: int, loss: int, bye: int, unit: int) -> Scoring:
        """Return the scoring with these units, the same for both colours.

        A forfeit or a requested bye is worth the same as the corresponding game.
        """
        return cls(
            unit=unit,
            white_win=win,
            black_win=win,
            white_draw=draw,
            black_draw=draw,
            white_loss=loss,
            black_loss=loss,
            forfeit_win=win,
            pairing_allocated_bye=bye,
            half_point_bye=draw,
            full_point_bye=win,
            adjourned=draw,
        )

    @property
    def win(self) -> int:
        """The points for a win; the higher value if the colours differ."""
        return max(self.white_win, self.black_win)

    @property
    def draw(self) -> int:
        return max(self.white_draw, self.black_draw)

    @property
    def loss(self) -> int:
        """The points for a played loss; the higher value if the colours differ."""
        return max(self.white_loss, self.black_loss)

    def points(self, award: Award, colour: Colour | None) -> int:
        """Return the points of a player with this award; `colour` matters only for played games."""
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


@frozen
class PointsAdjustment:
    """Points outside the scoring system (record 299 of TRF26).

    With an `award`, these players get `points` for that award instead of the usual ones. Without an
    award, `points` is a bonus or, if negative, a penalty.
    """

    players: tuple[int, ...]
    points: int
    round: int | None = None
    """None: in every round for an award, once for a bonus or penalty."""
    award: Award | None = None


@frozen
class Apart:
    """Players who may not meet one another in a range of rounds.

    >>> apart = Apart((3, 7), last_round=5)
    >>> apart.applies(5), apart.applies(6)
    (True, False)
    """

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None
    """None: to the end."""
    name: str = ""
    """The name of the group, such as a club; empty for a plain forbidden pair."""

    __repr__ = value_repr

    def applies(self, round_number: int) -> bool:
        """Return True if the ban holds in this round."""
        return self.first_round <= round_number and (
            self.last_round is None or round_number <= self.last_round
        )


@frozen
class DecidedApart(Apart):
    """A ban with the person who decided it and the day, taken from the log of a tournament file.

    It is derived when a round is explained, and never written to a file.
    """

    decided_by: str = ""
    """Empty if the log gives no name."""
    day: str = ""
    """The day of the decision, ``YYYY/MM/DD``."""
    since: int = 1
    """The first round in which it applied."""

    __repr__ = value_repr


@frozen
class Acceleration:
    """Virtual points: by a method (`baku-2016`, `baku-2025`, `baku-2026`) or player by player."""

    method: str | None = None
    virtual: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """(player id, points of round 1, 2, …) in units; overrides the method."""
    last_of_group_a: int | None = None
    """Id of the player who marks the border of group A, once it has been drawn."""

    def with_ids(self, new: Mapping[int, int]) -> Acceleration:
        """Return the acceleration with ids replaced; `new` maps old ids to new ones."""
        last = self.last_of_group_a
        return replace(
            self,
            virtual=tuple((new[player], row) for player, row in self.virtual),
            last_of_group_a=None if last is None else new.get(last),
        )


class Parity(Enum):
    """Which numbers decide by being odd or even in the last colour rule (E.5, 5.2.5).

    >>> Parity("literal")
    Parity.LITERAL
    """

    __repr__ = member_repr

    ENTERED = "entered"
    """The rank among those who have taken part in a pairing."""
    LITERAL = "literal"
    """The pairing number itself."""


class ColourPreferences(Enum):
    """The colour preferences of teams (C.04.6: 1.7).

    >>> ColourPreferences("b")
    ColourPreferences.TYPE_B
    """

    __repr__ = member_repr

    TYPE_A = "a"
    """Of one strength, for teams far out of balance."""
    TYPE_B = "b"
    """Strong and mild preferences."""
    NONE = "none"


class PrimaryScore(Enum):
    """The score by which teams are paired and ranked (C.04.6: 1.2).

    >>> PrimaryScore("game")
    PrimaryScore.GAME
    """

    __repr__ = member_repr

    MATCH = "match"
    GAME = "game"


class FollowingGroup(Enum):
    """Which scoregroup follows the one being paired (matches, C6).

    See `docs/decisions/matches-following-scoregroup.md`.
    """

    __repr__ = member_repr

    IN_STANDINGS = "standings"
    """The next score in the standings of the round, even if all players with it are paired."""
    STILL_UNPAIRED = "unpaired"
    """The next score of a player not yet paired."""


class FollowingUpfloaters(Enum):
    """What is required of the scoregroup that follows (matches, C6).

    See `docs/decisions/matches-following-scoregroup.md`.
    """

    __repr__ = member_repr

    BY_PARITY = "parity"
    """It needs no upfloater, or one to make it even."""
    FEWEST = "fewest"
    """The fewer upfloaters it needs, the better."""


class LastRoundPreference(Enum):
    """The preference of a team of type B in the last round, if it had both colours equally often
    but the same one in its last two matches.

    See `docs/decisions/teams-last-round-preference.md`.
    """

    __repr__ = member_repr

    STRONG = "strong"
    NONE = "none"


class AcceleratedScore(Enum):
    """Which score counts in an accelerated tournament of matches.

    See `docs/decisions/matches-under-acceleration.md`.
    """

    __repr__ = member_repr

    PAIRING = "pairing"
    """Including the virtual points of the round."""
    REAL = "real"
    """Excluding them."""


@frozen
class Options:
    """The choices that a regulation leaves open; each default is the reading that the project
    recommends.

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
    exchanged_rounds: bool = True
    """Double round robin: the last two rounds of a cycle change places before the next one."""
    round_order: tuple[int, ...] = ()
    """Round robins: which round of the table is played first, second, …; empty: in its order."""
    colour_preferences: ColourPreferences = ColourPreferences.TYPE_A
    primary_score: PrimaryScore = PrimaryScore.MATCH
    forfeited_floats: bool = True
    """Double-Swiss: players paired with another score have floated even if the match was then
    forfeited."""
    following_group: FollowingGroup = FollowingGroup.IN_STANDINGS
    following_upfloaters: FollowingUpfloaters = FollowingUpfloaters.BY_PARITY
    last_round_preference: LastRoundPreference = LastRoundPreference.STRONG
    accelerated_floats: AcceleratedScore = AcceleratedScore.PAIRING
    accelerated_colours: AcceleratedScore = AcceleratedScore.REAL

    __repr__ = value_repr


@frozen
class Team:
    """Players under one name: a group (record 013), or a team that is paired (record 310).

    >>> Team("Lions", (1, 4, 9))
    Team('Lions', members=(1, 4, 9))
    """

    name: str
    members: tuple[int, ...] = ()
    """Ids of the players, in board order."""
    number: int = 0
    """Pairing number of a team that is paired; 0 for a group."""
    short_name: str = ""
    captain: str = ""
    strength: int | None = None
    """The strength that decided the pairing numbers, such as an average rating."""
    rank: int | None = None
    """Final rank as the file states it."""
    id: int = 0
    """The id of the team's competitor; 0: equal to the number."""

    __repr__ = value_repr

    @property
    def competitor(self) -> int:
        """The id by which the team is paired."""
        return self.id or self.number


@frozen
class Lineup:
    """The players at the boards of a team in one round, the first board first.

    >>> Lineup(3, 12, (45, None, 47, 48))
    Lineup(3, 12, (45, None, 47, 48))
    """

    round: int
    team: int
    players: tuple[int | None, ...]
    """Ids; None for an empty board."""

    __repr__ = value_repr


@frozen
class ForfeitedMatch:
    """A match without any game (record 330) that the games of players do not show."""

    round: int
    white: int
    black: int
    result: Result

    __repr__ = value_repr


MATCH_POINTS = Scoring.of_units(2, 1, 0, 1, unit=1)
"""Two for a match won, one for a drawn one; the bye is worth a drawn match (C.04.6: 1.4)."""


@frozen
class TeamEvent:
    """The settings of a team competition, besides its players and their games.

    Teams are identified by their numbers here. Facts that follow from the games are not repeated.
    """

    boards: int = 0
    """Boards of a match; 0 if unknown."""
    colours: str = ""
    """Colours of the boards of the team with White on the first one (record 352), such as ``WBWB``;
    empty: alternating."""
    scoring: Scoring = MATCH_POINTS
    """Match points."""
    bye_points: int | None = None
    """Game points of the pairing-allocated bye, in units of the games; None: a draw on every board
    (C.04.6: 1.4)."""
    lineups: tuple[Lineup, ...] = ()
    """Lineups that differ from the members who played, in the order of the team."""
    forfeits: tuple[ForfeitedMatch, ...] = ()
    byes: tuple[tuple[int, int, Bye], ...] = ()
    """(round, team, kind), where the byes of the players do not show it."""
    acceleration: Acceleration = field(default_factory=Acceleration)
    forbidden: tuple[Apart, ...] = ()
    adjustments: tuple[PointsAdjustment, ...] = ()
    """In units of the primary score."""

    __repr__ = value_repr

    def colour(self, board: int) -> Colour:
        """Return the colour of a board (counted from 0) for the team with White on the first
        board.
        """
        if board < len(self.colours):
            same = self.colours[board] == self.colours[0]
        else:
            same = board % 2 == 0
        return Colour.WHITE if same else Colour.BLACK


@frozen
class Settings:
    """Everything that is announced about a tournament except its players."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    """``YYYY/MM/DD``; older files keep their own form."""
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
    """Announced number of rounds; None if the file does not state it."""
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
    team_event: TeamEvent | None = None
    """Of a competition in which the teams are paired."""
    team_records: tuple[str, ...] = ()
    """Lines of a report file about teams and matches (TRF26: 192 and 300 to 802), kept verbatim.

    They are read and written back; nothing is paired from them.
    """
    comments: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)


# The options of the pairing systems, by the keys that people type and files carry. A `System` lists
# the ones it reads.


class SystemOption(NamedTuple):
    """One of the choices that a regulation leaves open, with the words that people type for it."""

    key: str
    field: str
    """The field of `Options`."""
    values: Mapping[str, object]
    """The typed words, with their values."""
    help: str
    """Marked for the catalogue."""
    article: str = ""
    numbers: bool = False
    """Whether it may also be a list of different numbers, such as ``2,1,3``."""

    def of(self, options: Options) -> str:
        """Return the present choice as people type it."""
        chosen = getattr(options, self.field)
        for word, value in self.values.items():
            if value == chosen:
                return word
        return ",".join(map(str, chosen))

    def accepts(self, word: str) -> bool:
        return word in self.values or (self.numbers and _parse_numbers(word) is not None)

    def put(self, options: Options, word: str) -> Options:
        """Return the options with this choice; raise `KeyError` for an unknown word."""
        value = (
            _parse_numbers(word) if self.numbers and word not in self.values else self.values[word]
        )
        if value is None:
            raise KeyError(word)
        changed: Options = replace(options, **{self.field: value})  # type: ignore[arg-type]
        return changed


def _parse_numbers(text: str) -> tuple[int, ...] | None:
    """Return the numbers of a typed list such as ``2,1,3``; None if it is not a list of different
    numbers from 1 to 999.
    """
    try:
        found = read_numbers(text)
    except WordError:
        return None
    fit = found and len(set(found)) == len(found) and min(found) > 0 and max(found) < 1000
    return found if fit else None


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
        N_("odd and even for colours: numbers among those who have entered, or pairing numbers"),
    ),
    SystemOption(
        "exchanged-rounds",
        "exchanged_rounds",
        _SWITCH,
        N_(
            "double round robin: exchange the last two rounds of a cycle, to avoid one colour "
            "three times running where the next begins"
        ),
    ),
    SystemOption(
        "round-order",
        "round_order",
        {"table": ()},
        N_("round robin: the rounds of the table in the order announced, such as 2,1,3; or table"),
        numbers=True,
    ),
    SystemOption(
        "colour-preferences",
        "colour_preferences",
        {one.value: one for one in ColourPreferences},
        N_("teams: colour preferences of type a, of type b, or none"),
        "1.7",
    ),
    SystemOption(
        "primary-score",
        "primary_score",
        {one.value: one for one in PrimaryScore},
        N_("teams: paired by match points or by game points"),
        "1.2",
    ),
    SystemOption(
        "forfeited-floats",
        "forfeited_floats",
        _SWITCH,
        N_("Double-Swiss: a float counts even if the match was then forfeited"),
        "1.5",
    ),
    SystemOption(
        "following-group",
        "following_group",
        {one.value: one for one in FollowingGroup},
        N_(
            "matches: the scoregroup that follows is the next one in the standings, or the next "
            "one that is still unpaired"
        ),
        "C6",
    ),
    SystemOption(
        "following-upfloaters",
        "following_upfloaters",
        {one.value: one for one in FollowingUpfloaters},
        N_(
            "matches: the upfloaters that the next scoregroup may need: none or one by parity, or "
            "as few as possible"
        ),
        "C6",
    ),
    SystemOption(
        "last-round-preference",
        "last_round_preference",
        {one.value: one for one in LastRoundPreference},
        N_("teams of type b: even colours in the last round after the same one twice"),
        "1.7",
    ),
    SystemOption(
        "accelerated-floats",
        "accelerated_floats",
        {one.value: one for one in AcceleratedScore},
        N_("matches: under acceleration, floats are found by pairing scores or by real scores"),
        "1.5",
    ),
    SystemOption(
        "accelerated-colours",
        "accelerated_colours",
        {one.value: one for one in AcceleratedScore},
        N_(
            "matches: under acceleration, the first of two in the colour rules is found by pairing "
            "scores or by real scores"
        ),
        "4.2",
    ),
)
OPTION_BY_KEY = {option.key: option for option in OPTIONS}


def list_choices(options: Options) -> tuple[tuple[str, str], ...]:
    """Return the key and the word of every choice that is not the default."""
    default = Options()
    return tuple(
        (option.key, option.of(options))
        for option in OPTIONS
        if option.of(options) != option.of(default)
    )
