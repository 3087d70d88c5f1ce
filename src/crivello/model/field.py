"""The field of a round: the players to be paired, with the facts that the rules need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, IntEnum

from crivello.model.history import History
from crivello.model.result import Colour
from crivello.model.settings import Options, Scoring
from crivello.standard.classes import field, frozen, record_with_slots


class Strength(IntEnum):
    """The strength of a colour preference; a larger one is granted first."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """The float that a player got in a round."""

    __hash__ = object.__hash__  # faster than by name (see `result`)

    DOWN = "down"
    UP = "up"


@record_with_slots
class Entrant:
    """One player to be paired, with the facts derived by the edition in use."""

    id: int
    number: int
    """Pairing number (TPN)."""
    parity: int
    """The number whose parity decides a colour."""
    score: int
    """Pairing score: standings points plus virtual points, in units."""
    points: int
    """Standings points, in units."""
    preference: Colour | None
    strength: Strength
    barred: bool
    """May not receive the pairing-allocated bye."""
    floats: tuple[Float | None, ...]
    """Floats of the rounds so far, the latest first; as many as the edition looks at."""
    avoid: frozenset[int]
    """Ids of those this player cannot meet: played before, or forbidden in this round."""
    history: History
    rating: int = 0
    """0 for an unrated player."""
    aro: int = 0
    """Average rating of the opponents met over the board, where the edition asks for it."""
    secondary: int = 0
    """The other score of a team, game points or match points (C.04.6: 1.2)."""

    def with_limits(self, avoid: frozenset[int], barred: bool) -> Entrant:
        """Return the same player with other values of `avoid` and `barred` (`replace` takes four
        times as long).
        """
        return Entrant(
            self.id,
            self.number,
            self.parity,
            self.score,
            self.points,
            self.preference,
            self.strength,
            barred,
            self.floats,
            avoid,
            self.history,
            self.rating,
            self.aro,
            self.secondary,
        )

    @property
    def colour_difference(self) -> int:
        return self.history.colour_difference

    @property
    def wants_white(self) -> bool:
        return self.preference is Colour.WHITE

    @property
    def wants_black(self) -> bool:
        return self.preference is Colour.BLACK


MayMeet = Callable[[Entrant, Entrant], bool]
"""A rule: may these two players meet?"""


@frozen
class Field:
    """The players of one round in ranking order: highest score first, then smallest pairing
    number.
    """

    round: int
    rounds: int | None
    """Announced number of rounds; None if unknown (then no round is the last)."""
    entrants: tuple[Entrant, ...]
    initial_colour: Colour
    scoring: Scoring
    options: Options
    board_score: Mapping[int, int] = field(default_factory=dict)
    """Scores by which boards are ordered, by id; empty: by pairing score."""

    @property
    def last_round(self) -> bool:
        return self.rounds is not None and self.round >= self.rounds
