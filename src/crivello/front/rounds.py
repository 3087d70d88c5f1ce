"""Pair a round."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from crivello.front.taking import as_tuple
from crivello.front.tournament import Tournament, core
from crivello.front.validation import key_or_none, require_whole_number, text_or_none
from crivello.front.values import Items, source_of
from crivello.model import pairing as model
from crivello.model.pairing import Board
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament as ModelTournament

if TYPE_CHECKING:
    from crivello.reports.views.round import RoundView
    from crivello.systems.registry import System

NOT_A_ROUND = N_("A round is a whole number, not {found}.")
NOT_A_DATE = N_("A date is a string such as 2026-03-01, not {found}.")


class RoundPairing(model.RoundPairing, Items[Board]):
    """The pairing of a round: boards in publication order, and the bye.

    It is a sequence of its boards, and prints with the names of the players.

    >>> p = pair(Tournament.new("Open", 3, ["Ada", "Ben", "Cleo"], initial_colour="white"))
    >>> p == RoundPairing(1, p.system, [Board(1, 2)], bye=3)
    True
    >>> [(white, black) for white, black in p], len(p), p[0], p.bye
    ([(1, 2)], 1, Board(1, 2), 3)
    """

    __slots__ = ("_before",)
    _before: ModelTournament | None
    """The tournament when the round was to be paired."""

    def __init__(
        self,
        round: int,
        system: str,
        boards: Iterable[Board],
        bye: int | None = None,
        _before: ModelTournament | None = None,
    ) -> None:
        super().__init__(round, system, as_tuple(boards), bye)
        object.__setattr__(self, "_before", _before)

    def __repr__(self) -> str:
        bye = "" if self.bye is None else f", bye={self.bye}"
        return f"RoundPairing({self.round}, {self.system!r}, {list(self.boards)!r}{bye})"

    def __reduce__(self) -> tuple[Any, ...]:
        return RoundPairing, (self.round, self.system, self.boards, self.bye, self._before)

    @property
    def _items(self) -> tuple[Board, ...]:
        return self.boards

    def __str__(self) -> str:
        from crivello.front.html import pairing_text

        return pairing_text(self, self._before)

    def to_json(self) -> RoundView:
        """Return the answer of ``crivello pair --json``, with names and scores."""
        from crivello.reports.views.round import pairing_view

        before = source_of(self._before, "pair")
        byes = {player: bye for player, bye in before.round(self.round).byes if bye.requested}
        return pairing_view(before, self, byes)

    def _repr_html_(self) -> str:
        from crivello.front.html import pairing_html

        return pairing_html(self, self._before)


def pair(
    tournament: Tournament,
    round: int | None = None,
    system: str | None = None,
    date: str | None = None,
) -> RoundPairing:
    """Pair a round: the next one, or an earlier one again from the rounds before it.

    >>> t = Tournament.new("Open", 3, ["Ada", "Ben", "Cleo", "Dan"], initial_colour="white")
    >>> print(*pair(t, system="dutch"))
    1-3 4-2

    `system` is a key such as ``dutch-2026``, or a family such as ``dubov``. If it does not name an
    edition, the tournament decides, then its first day, then `date` (``YYYY-MM-DD``, by default
    today). If no pairing exists, `Impossible` names the players who prevent it.
    """
    whole, number, found = round_and_system(tournament, round, system, date)
    pairing = found.pair(whole, number)
    return RoundPairing(
        pairing.round, pairing.system, pairing.boards, pairing.bye, whole.before(number)
    )


def round_and_system(
    tournament: Tournament,
    round: int | None,
    system: str | None,
    date: str | None = None,
    explain: bool = False,
) -> tuple[ModelTournament, int, System]:
    """Return the tournament, the round that is meant, and the system that pairs it.

    With `explain` and without a number, it is the next round if that can be paired, else the last
    one.
    """
    from crivello.formats import refuse_uncertain
    from crivello.systems.registry import find
    from crivello.systems.request import (
        choose_edition,
        round_to_explain,
        round_to_pair,
        with_initial_colour,
    )

    whole = core(tournament)
    if round is not None:
        require_whole_number(round, NOT_A_ROUND)
    key_or_none(system)
    text_or_none(date, NOT_A_DATE)
    if isinstance(tournament, Tournament):
        refuse_uncertain(tournament.repairs)
    number = (round_to_explain if explain else round_to_pair)(whole, round)
    key = choose_edition(whole, system, date or time.strftime("%Y-%m-%d"))
    whole, _ = with_initial_colour(whole, key)
    return whole, number, find(key)
