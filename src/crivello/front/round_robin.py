"""Round robins: drawing of numbers, all rounds, and the table of all results."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from crivello.front.player import Player, public_player
from crivello.front.rounds import NOT_A_ROUND, RoundPairing
from crivello.front.score import Score
from crivello.front.tournament import Tournament, core
from crivello.front.validation import find_misfits, key_or_none, require_whole_number, show_value
from crivello.front.values import Items, TableItems, source_of
from crivello.model.errors import Illegal, WordError
from crivello.model.reprs import value_repr
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament as ModelTournament
from crivello.rules.draw import LAST_ROUNDS, DrawMethod, NumbersDrawn
from crivello.rules.scheveningen import ScheveningenGame
from crivello.standard.classes import field, frozen
from crivello.words import Language, say, translator

if TYPE_CHECKING:
    from crivello.reports.views.round_robin import GridView, LotsView, ScheduleView
    from crivello.standings.round_robin import GridOrder
    from crivello.standings.standings import Standings as ModelStandings
    from crivello.standings.table import Table
    from crivello.systems.roundrobin.system import RoundRobin

NO_ORDER = N_("{found} is not an order of a crosstable; write number or rank.")
NO_METHOD = N_("{found} is not a way to draw numbers; there are: {known}.")
NO_GROUPS = N_("To draw by {method}, say what makes a group, such as by='federation'.")
NO_SEED = N_("A seed is a string or a whole number, not {found}.")
NO_GROUPING = N_("Give the group as a string such as federation or club, not {found}.")
NO_LAST = N_("The number of last rounds must be a whole number, 1 or higher, not {found}.")
NO_BOARDS = N_("The number of boards must be a whole number, not {found}.")


# All rounds


@frozen
class Schedule(Items[RoundPairing]):
    """All rounds of a round robin: a sequence of `RoundPairing`, with players given by id.

    >>> t = Tournament.new("Club", 3, ["Ada", "Ben", "Cleo", "Dan"], system="roundrobin")
    >>> plan = schedule(t)
    >>> len(plan), plan[2].boards
    (3, (Board(2, 4), Board(3, 1)))
    """

    rounds: tuple[RoundPairing, ...]
    _made: tuple[ModelTournament, RoundRobin] | None = field(
        default=None, repr=False, compare=False
    )

    def __repr__(self) -> str:
        return f"Schedule({self.rounds!r})"

    @property
    def _items(self) -> tuple[RoundPairing, ...]:
        return self.rounds

    def __str__(self) -> str:
        return "\n".join(
            f"{say('Round {round}', Language.EN, round=one.round)}: {'  '.join(map(str, one))}"
            for one in self.rounds
        )

    def to_json(self) -> ScheduleView:
        """Return the answer of ``crivello pair --all --json``: names, cycles and free players."""
        from crivello.reports.views.round_robin import schedule_view

        return schedule_view(*source_of(self._made, "schedule"))

    def _repr_html_(self) -> str:
        from crivello.words.escaping import element

        return element("div", *(element("p", line) for line in str(self).splitlines()))


def schedule(tournament: Tournament, system: str | None = None) -> Schedule:
    """Make all rounds of a round robin by the Berger tables, before the first is played.

    The rounds follow from the pairing numbers, which `lots` draws. `system` is ``roundrobin`` or
    ``doubleroundrobin``, by default that of the tournament; any other raises `Illegal`.

    >>> t = Tournament.new("Club", 5, ["Ada", "Ben", "Cleo", "Dan", "Eve"], system="roundrobin")
    >>> print(schedule(t))
    Round 1: 2-5  3-4
    Round 2: 5-3  1-2
    Round 3: 3-1  4-5
    Round 4: 1-4  2-3
    Round 5: 4-2  5-1
    >>> for one in schedule(t):
    ...     t = t.with_pairing(one)
    >>> t = t.with_results({("Eve", "Ada"): "1-0"}, round=5)
    """
    from crivello.systems.request import choose_edition
    from crivello.systems.roundrobin.judge import boards_of
    from crivello.systems.roundrobin.system import round_robin_of

    whole = core(tournament)
    key_or_none(system)
    table = round_robin_of(choose_edition(whole, system, time.strftime("%Y-%m-%d")))
    rounds = [
        RoundPairing(number, table.key, tuple(boards_of(step)), None, whole.before(number))
        for number, step in enumerate(table.all_rounds(whole), start=1)
    ]
    return Schedule(tuple(rounds), (whole, table))


# Numbers


@frozen
class Lots(Items[Player]):
    """The result of a draw of numbers: a sequence of players, number 1 first.

    >>> t = Tournament.new("Club", 3, ["Ada", "Ben", "Cleo", "Dan"], system="roundrobin")
    >>> drawn = lots(t, 2026)
    >>> drawn.method, drawn.seed, len(drawn) == len(drawn.log) == 4
    ('lot', '2026', True)
    """

    players: tuple[Player, ...]
    """As they were before; `Tournament.with_numbers` gives them their new numbers."""
    method: str
    seed: str
    log: tuple[str, ...]
    """The draw step by step, so that anybody can repeat it."""
    _made: tuple[ModelTournament, NumbersDrawn] | None = field(
        default=None, repr=False, compare=False
    )

    def __repr__(self) -> str:
        return f"Lots({self.players!r}, {self.method!r}, {self.seed!r}, {self.log!r})"

    @property
    def _items(self) -> tuple[Player, ...]:
        return self.players

    def __str__(self) -> str:
        return "\n".join(self.log)

    def to_json(self) -> LotsView:
        """Return the answer of ``crivello lots --json``."""
        from crivello.reports.views.round_robin import lots_view

        return lots_view(*source_of(self._made, "lots"), translator(Language.EN))


def lots(
    tournament: Tournament,
    seed: str | int,
    method: str = "lot",
    *,
    by: str | None = None,
    last: int = LAST_ROUNDS,
) -> Lots:
    """Draw the numbers of a round robin; the same seed always draws the same ones.

    `method` is ``lot``; ``varma``, the restricted draw for 9 to 24 players (``annex``: with the row
    for 12 as printed); or ``apart``, for any groups. Groups are formed by `by`: ``federation``, or
    a tag such as ``club``. Players of a group do not meet in the `last` rounds.

    >>> t = Tournament.new("Club", 3, ["Ada", "Ben", "Cleo", "Dan"], system="roundrobin")
    >>> drawn = lots(t, seed=2026)
    >>> print(drawn)
    1 Ada draws number 1.
    4 Dan draws number 2.
    3 Cleo draws number 3.
    2 Ben draws number 4.
    >>> t = t.with_numbers(drawn)
    """
    from crivello.reports.views.round_robin import log_of_draw
    from crivello.rules.draw import draw_numbers, groups_by

    whole = core(tournament)
    if any(find_misfits(int if type(seed) is int else str, seed, "seed")):
        raise Illegal(NO_SEED, found=type(seed).__name__)
    if any(find_misfits(str | None, by, "by")):
        raise Illegal(NO_GROUPING, found=type(by).__name__)
    if type(last) is not int or last < 1:
        raise Illegal(NO_LAST, found=show_value(last))
    way = _way(method)
    if not by and way is not DrawMethod.LOT:
        raise Illegal(NO_GROUPS, method=way.value)
    groups = groups_by(whole.players, by) if by else {}
    drawn = draw_numbers(whole, way, str(seed), groups, last)
    return Lots(
        tuple(public_player(whole.player[player]) for player in drawn.order),
        way.value,
        drawn.seed,
        tuple(log_of_draw(whole, drawn, translator(Language.EN))),
        (whole, drawn),
    )


def _way(method: Any) -> DrawMethod:
    ways = {one.value: one for one in DrawMethod if one is not DrawMethod.HAND}
    if not isinstance(method, str) or method not in ways:
        raise WordError(NO_METHOD, found=show_value(method), known=", ".join(ways))
    return ways[method]


# The grid of all results


@frozen
class GridRow:
    """The row of one player in a `Grid`.

    >>> row = GridRow(1, Player("Ada", id=1, number=1), Score("1½"), ("×", "1", "½"))
    >>> row.points, row.cells[2]
    (Score('1½'), '½')
    """

    rank: int
    player: Player
    points: Score
    cells: tuple[str, ...]
    """Against the player of each row: ``1``, ``½``, ``0``, forfeits ``+`` and ``-``, ``·`` to be
    played, ``×`` the player's own; one figure for each cycle."""

    __repr__ = value_repr


@frozen
class Grid(TableItems[GridRow]):
    """The results of all players against all others: a sequence of rows, in the order of the
    columns.

    >>> import crivello as cv
    >>> table = cv.grid(cv.generate(players=4, system="roundrobin", seed=2), by="rank")
    >>> [row.rank for row in table][:2], table[0].cells, table.notes[1]
    ([1, 2], ('×', '1', '1', '1'), 'Games played: 6 of 6.')
    """

    round: int
    """After which points and ranks are counted."""
    by: str
    """``number`` or ``rank``."""
    rows: tuple[GridRow, ...]
    notes: tuple[str, ...] = ()
    """What the cells mean, how many games are played, whose games do not count …"""
    _made: tuple[ModelTournament, ModelStandings, GridOrder] | None = field(
        default=None, repr=False, compare=False
    )

    def __repr__(self) -> str:
        notes = f", {self.notes!r}" if self.notes else ""
        return f"Grid({self.round}, {self.by!r}, {self.rows!r}{notes})"

    @property
    def _items(self) -> tuple[GridRow, ...]:
        return self.rows

    def to_json(self) -> GridView:
        """Return the answer of ``crivello crosstable --by number --json``."""
        from crivello.reports.views.round_robin import grid_view

        whole, table, order = self._source
        return grid_view(whole, table, translator(Language.EN), order)

    def _table(self, language: Language) -> Table:
        from crivello.standings.round_robin import grid_table

        whole, table, order = self._source
        return grid_table(whole, table, translator(language), order)

    @property
    def _source(self) -> tuple[ModelTournament, ModelStandings, GridOrder]:
        return source_of(self._made, "grid")


def grid(tournament: Tournament, by: str = "number", *, after: int | None = None) -> Grid:
    """Return the crosstable of a round robin, with rows by number or by rank.

    Points and ranks are those after the last paired round, or after round `after`.

    >>> t = Tournament.new("Club", 3, ["Ada", "Ben", "Cleo"], system="roundrobin")
    >>> for one in schedule(t):
    ...     t = t.with_pairing(one)
    >>> t = t.with_results(["1-0"], round=1).with_results(["½"], round=2)
    >>> for row in grid(t, by="rank"):
    ...     print(row.rank, row.player.name, *row.cells, row.points)
    1 Ben × ½ 1 1½
    2 Ada ½ × · ½
    3 Cleo 0 · × 0
    """
    from crivello.standings.round_robin import GridOrder, grid_beside, grid_table
    from crivello.standings.standings import standings as rank

    whole = core(tournament)
    if by not in ("number", "rank"):
        raise WordError(NO_ORDER, found=show_value(by))
    if after is not None:
        require_whole_number(after, NOT_A_ROUND)
    order = GridOrder(by)
    table = rank(whole, whole.paired_rounds if after is None else after)
    ranked = {row.player.id: row for row in table.rows}
    found = grid_beside(whole, table, order)
    rows = [
        GridRow(
            ranked[player.id].rank,
            public_player(player),
            Score(ranked[player.id].score, table.unit),
            tuple(found.cell(player.id, other.id) for other in found.players),
        )
        for player in found.players
    ]
    notes = grid_table(whole, table, translator(Language.EN), order).notes
    return Grid(table.round, by, tuple(rows), notes, (whole, table, order))


# Two teams


def scheveningen(boards: int) -> tuple[tuple[ScheveningenGame, ...], ...]:
    """Return the rounds in which each player of team A meets each player of team B.

    There are tables for teams of 2 to 10 players.

    >>> for games in scheveningen(3):
    ...     print(*games)
    A1-B1 B2-A2 A3-B3
    B2-A1 A2-B3 B1-A3
    B3-A1 B1-A2 A3-B2
    """
    from crivello.rules.scheveningen import scheveningen_table

    require_whole_number(boards, NO_BOARDS)
    return scheveningen_table(boards)
