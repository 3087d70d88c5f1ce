"""Standings with values that are exact numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from crivello.front.player import Player, public_player
from crivello.front.rounds import NOT_A_ROUND
from crivello.front.score import Score
from crivello.front.taking import as_tuple
from crivello.front.tournament import Tournament, core
from crivello.front.validation import find_misfits, require_whole_number, show_value
from crivello.front.values import TableItems, source_of
from crivello.model.errors import Illegal
from crivello.model.matches import has_teams
from crivello.model.reprs import value_repr
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament as ModelTournament
from crivello.standard.classes import field, frozen
from crivello.words import Language, Translator, translator

if TYPE_CHECKING:
    from crivello.reports.views.tables import StandingsView
    from crivello.standings.standings import Standings as ModelStandings
    from crivello.standings.table import Table

NO_CODE = N_("There is no tie-break {code} in these standings; there are: {known}.")
NOT_CODES = N_("Tie-breaks are a list of codes such as BH and SB, not {found}.")


AlwaysDefined: TypeAlias = Literal[
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "FB/C1", "SB", "SB/C1", "PS", "PS/C1", "WIN",
    "WON", "BPG", "BWG", "REP", "STD", "KS"
]  # fmt: skip
"""Tie-breaks that have a value for every player: type checkers know that it is not None."""


class NoSuchColumn(Illegal, KeyError, code="no-such-column"):
    """The standings have no tie-break of this code; the message lists those there are."""


@frozen
class StandingsRow:
    """The row of one player in the standings.

    >>> row = StandingsRow(1, Player("Ada", id=1, number=1), Score("2½"), (("BH", Score(4)),))
    >>> row.points, row["BH"], float(row.points)
    (Score('2½'), Score('4'), 2.5)
    """

    rank: int
    """Shared by those whom the whole list does not tell apart."""
    player: Player
    points: Score
    tie_breaks: tuple[tuple[str, Score | None], ...] = ()
    """(code, value); None: undefined, or of a direct encounter that the player was not tied."""

    __repr__ = value_repr

    @overload
    def __getitem__(self, code: AlwaysDefined) -> Score: ...
    @overload
    def __getitem__(self, code: str) -> Score | None: ...
    def __getitem__(self, code: str) -> Score | None:
        for one, value in self.tie_breaks:
            if one == code:
                return value
        known = ", ".join(one for one, _ in self.tie_breaks) or "–"
        raise NoSuchColumn(NO_CODE, code=show_value(code), known=known)


@frozen
class Standings(TableItems[StandingsRow]):
    """The standings after a round: a sequence of rows, the winner first.

    Players who share a rank are in the order of their pairing numbers.

    >>> import crivello as cv
    >>> table = cv.standings(cv.generate(players=6, rounds=3, seed=1), ["BH"])
    >>> print(table.round, len(table), table[0].player.name, *(row.points for row in table))
    3 6 Player, 0001 3 2 1½ 1½ 1 0
    """

    round: int
    rows: tuple[StandingsRow, ...]
    notes: tuple[str, ...] = ()
    """What is to be said of them: tie-breaks left out, games still open …"""
    _made: tuple[ModelTournament, ModelStandings] | None = field(
        default=None, repr=False, compare=False
    )

    def __repr__(self) -> str:
        notes = f", {self.notes!r}" if self.notes else ""
        return f"Standings({self.round}, {self.rows!r}{notes})"

    @property
    def _items(self) -> tuple[StandingsRow, ...]:
        return self.rows

    def to_json(self) -> StandingsView:
        """Return the answer of ``crivello standings --json``."""
        from crivello.reports.views.tables import standings_view

        return standings_view(*self._source, _words(self._source[0], Language.EN))

    def _table(self, language: Language) -> Table:
        from crivello.standings.wording import standings_table

        return standings_table(*self._source, _words(self._source[0], language))

    @property
    def _source(self) -> tuple[ModelTournament, ModelStandings]:
        return source_of(self._made, "standings")


def _words(tournament: ModelTournament, language: Language) -> Translator:
    return translator(language).of_teams(has_teams(tournament))


def standings(
    tournament: Tournament,
    tie_breaks: Iterable[str] | None = None,
    *,
    after: int | None = None,
    edition: str | None = None,
) -> Standings:
    """Compute the standings after a round, by default the last complete one.

    `tie_breaks` are codes of C.07 in order, such as ``["BH/C1", "BH", "SB"]``; by default, those
    that the tournament announces. `edition` is the one of the tie-break rules by which unplayed
    rounds count: ``c07-2026``, ``c07-2024`` or ``c07-2022``; by default the one in force.

    >>> t = Tournament.new("Open", 3, ["Ada", "Ben"], initial_colour="white")
    >>> from crivello import pair
    >>> t = t.with_pairing(pair(t)).with_results(["½"])
    >>> [(row.rank, row.player.name, str(row.points), row["SB"]) for row in standings(t, ["SB"])]
    [(1, 'Ada', '½', Score('0.25')), (1, 'Ben', '½', Score('0.25'))]
    """
    from crivello.standings.standings import standings as rank
    from crivello.standings.unplayed import IN_FORCE, find_edition
    from crivello.standings.wording import standings_table

    whole = core(tournament)
    rules = IN_FORCE if edition is None else find_edition(edition)
    if after is not None:
        require_whole_number(after, NOT_A_ROUND)
    codes = chosen_codes(tie_breaks)
    table = rank(whole, after, codes, rules)
    shown = standings_table(whole, table, _words(whole, Language.EN))
    names = [column.key for column in shown.columns[-len(table.keys) :]]
    parts = [
        1 if key.rule.compute is None else key.rule.scale.parts(table.unit) for key in table.keys
    ]
    players = {one.id: public_player(one) for one in whole.players}
    rows = []
    for row in table.rows:
        values = [
            (name, None if value is None else Score(value, part))
            for name, key, value, part in zip(names, table.keys, row.values, parts, strict=True)
            if key.rule.code != "PTS"
        ]
        points = Score(row.score, table.unit)
        rows.append(StandingsRow(row.rank, players[row.player.id], points, tuple(values)))
    return Standings(table.round, tuple(rows), shown.notes, (whole, table))


def chosen_codes(given: Any) -> tuple[str, ...] | None:
    """Return the tie-breaks that are given; None for those of the tournament."""
    if given is None:
        return None
    if isinstance(given, str):
        from crivello.model.grammar import read_codes

        return read_codes(given)
    codes = as_tuple(given)
    if not isinstance(codes, tuple) or any(find_misfits(tuple[str, ...], codes, "")):
        raise Illegal(NOT_CODES, found=type(given).__name__)
    return codes
