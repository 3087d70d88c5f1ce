"""A pairing system of a plug-in: a function returns the boards; nothing is known of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from crivello.model.errors import CrivelloError, Illegal
from crivello.model.field import Entrant, Field, MayMeet, Strength
from crivello.model.history import History
from crivello.model.keys import SYSTEMS, SystemKey
from crivello.model.matches import MatchTournament
from crivello.model.pairing import Board, RoundPairing
from crivello.model.plug_ins import describe_failure
from crivello.model.sentence import N_
from crivello.model.settings import Scoring
from crivello.model.tournament import Tournament
from crivello.model.trace import BoardsOrdered, Step, Trace
from crivello.rules.colours import Preference
from crivello.rules.field import FieldRules, no_pair_float, no_unplayed_float
from crivello.standard.typing_names import Any
from crivello.systems.publication import Coloured
from crivello.systems.registry import Articles, System, add_system

NO_MATCHES = N_("The system {key} pairs players, not teams.")
FAILED = N_("The system {key} of {package} failed: {why}")
NO_PAIRS = N_("The system {key} of {package} returned {found}; expected pairs of ids, White first.")
NOT_ALL = N_(
    "The system {key} of {package} did not pair the round: each player plays once, and at most one "
    "is left for the bye; wrong for players {players}."
)

Pairs = Callable[[Tournament, Sequence[int]], Iterable[tuple[int, int]]]
"""Returns the pairs of a round, White first, in the order of the boards.

It is given the tournament before the round and the ids of the players to be paired.
"""


def _no_preference(history: History) -> Preference:
    return None, Strength.NONE


def _bars_nobody(history: History, scoring: Scoring) -> bool:
    """Return False: no player is barred from the bye."""
    return False


def _may_always_meet(one: Entrant, other: Entrant) -> bool:
    """Return True: only the plug-in knows who may meet."""
    return True


RULES = FieldRules(
    _no_preference, no_unplayed_float, _bars_nobody, float_rounds=0, pair_float=no_pair_float
)


class PlugInSystem(System):
    """The system of a plug-in."""

    field_rules = RULES
    articles = Articles("", "", "", "", "")
    notation = N_("The system of a plug-in: it states no preferences and no floats.")
    basic_colour_limits = False
    options = frozenset[str]()
    has_sieve = False
    steps: tuple[type[Step], ...] = ()

    def __init__(self, key: str, pairs: Pairs) -> None:
        self.key = key
        self.pairs = pairs

    def may_meet(self, field: Field) -> MayMeet:
        return _may_always_meet

    def _pair(
        self,
        tournament: Tournament,
        round_number: int,
        trace: Trace | None,
        field: Field | None = None,
        literally: bool = False,
    ) -> RoundPairing:
        if isinstance(tournament, MatchTournament):
            raise Illegal(NO_MATCHES, key=self.key)
        field = field or self._field(tournament, round_number)
        ids = [one.id for one in field.entrants]
        boards = self._boards(tournament.before(round_number), ids)
        seated = [player for board in boards for player in board]
        left = [one for one in ids if one not in seated]
        wrong = {one for one in seated if seated.count(one) > 1 or one not in ids}
        wrong |= set(left) if len(left) > 1 else set()
        about: dict[str, Any] = {"key": self.key, "package": self.announced.plug_in}
        if wrong:
            raise Illegal(NOT_ALL, **about, players=", ".join(map(str, sorted(wrong))))
        if trace is not None:
            trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
        return RoundPairing(
            round_number,
            self.key,
            boards,
            left[0] if left else None,
            tuple(trace) if trace is not None else (),
        )

    def _boards(self, tournament: Tournament, players: Sequence[int]) -> tuple[Board, ...]:
        about: dict[str, Any] = {"key": self.key, "package": self.announced.plug_in}
        try:
            found: list[Any] = list(self.pairs(tournament, players))
        except CrivelloError:
            raise
        except Exception as error:
            raise Illegal(FAILED, **about, why=describe_failure(error)) from error
        for pair in found:
            fits = isinstance(pair, tuple | list) and len(pair) == 2
            if not fits or not all(type(one) is int for one in pair):
                raise Illegal(NO_PAIRS, **about, found=repr(pair)[:60])
        return tuple(Board(white, black) for white, black in found)

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        raise NotImplementedError  # `_pair` takes the boards as they are


def add_plug_in(key: str, title: str, package: str, pairs: Pairs) -> None:
    """Add the system of a plug-in under its key."""
    announced = SystemKey(key, key, title, "", None, package, "plug_in", plug_in=package)
    SYSTEMS.add(announced)
    add_system(PlugInSystem(key, pairs))
