"""Standings: the players in order of points and tie-breaks, with the working of each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from crivello.model.errors import Illegal, Problem, Severity
from crivello.model.player import Player
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.tournament import Tournament
from crivello.standings.direct_encounter import Encounter, direct_encounter
from crivello.standings.sheet import EventFormat, Sheet
from crivello.standings.tie_breaks import (
    BUCHHOLZ_CODES,
    RATING_CODES,
    TieBreak,
    known_codes,
    parse_list,
)
from crivello.standings.unplayed import IN_FORCE, Edition
from crivello.standings.working import Value, Working


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player in the standings."""

    rank: int
    """Shared by players whom the whole list does not separate."""
    player: Player
    score: int
    """In units."""
    values: tuple[Value | None, ...]
    """One for each key; None if undefined, or if the player was not tied at a direct encounter."""


@dataclass(frozen=True, slots=True)
class Standings:
    """In order; among players of the same rank, by pairing number."""

    round: int
    unit: int
    keys: tuple[TieBreak, ...]
    rows: tuple[StandingsRow, ...]
    edition: Edition
    kind: EventFormat
    dropped: tuple[TieBreak, ...]
    """Tie-breaks left out because a player is unrated (10)."""
    unknown: tuple[str, ...]
    """Codes that the tournament announces but that are not known here."""
    open_games: int
    """Games without a result, which count as draws for now."""
    sheet: Sheet = field(repr=False, compare=False)
    encounters: Mapping[int, Mapping[int, Encounter]] = field(repr=False, compare=False)
    """For each direct encounter, by its place among the keys: the working of those tied then."""
    deciding: frozenset[int] = field(repr=False, compare=False, default=frozenset())
    """The keys, by place, that separate players whom those before them leave tied."""

    def working(self, player: int, index: int) -> Working | Encounter | None:
        """How the value of the key at `index` was computed; None if the player was not tied."""
        key = self.keys[index]
        if key.rule.compute is None:
            return self.encounters[index].get(player)
        return key.rule.compute(self.sheet, key.modifiers, player)

    def row(self, player: int) -> StandingsRow:
        for row in self.rows:
            if row.player.id == player:
                return row
        raise Illegal(N_("There is no player {player}."), player=PlayerRef(player))


def last_complete_round(tournament: Tournament) -> int:
    """The last round up to which every game has its result."""
    for number in range(1, tournament.paired_rounds + 1):
        if any(game.result is None for game in tournament.round(number).games):
            return number - 1
    return tournament.paired_rounds


def announced_list(tournament: Tournament) -> tuple[str, ...]:
    """The codes that the tournament announces (record 212, else 202)."""
    # C.07: 4.1
    return tournament.settings.standings_order or tournament.settings.tie_breaks


def standings(
    tournament: Tournament,
    after_round: int | None = None,
    codes: Sequence[str] | None = None,
    edition: Edition = IN_FORCE,
    kind: EventFormat = EventFormat.SWISS,
) -> Standings:
    """The standings after a round, by `codes` or by the list that the tournament announces."""
    if after_round is None:
        after_round = last_complete_round(tournament)
    sheet = Sheet(tournament, after_round, edition, kind)
    unknown: tuple[str, ...] = ()
    if codes is None:  # an unknown code in a file is no reason to refuse a table
        codes, unknown = known_codes(announced_list(tournament))
    keys = parse_list(tuple(codes))
    if kind is EventFormat.ROUND_ROBIN:
        for key in keys:
            if key.rule.code in BUCHHOLZ_CODES:
                raise Illegal(N_("The tie-break {code} is not for round robins."), code=key.code)
    settled = tuple(key for key in keys if not _unsettled(key, sheet))
    rows, encounters, deciding = _rank(sheet, settled)
    return Standings(
        round=after_round,
        unit=sheet.scoring.unit,
        keys=settled,
        rows=rows,
        edition=edition,
        kind=kind,
        dropped=tuple(key for key in keys if key not in settled),
        open_games=sheet.open_games,
        unknown=unknown,
        sheet=sheet,
        encounters=encounters,
        deciding=deciding,
    )


def _unsettled(key: TieBreak, sheet: Sheet) -> bool:
    return key.rule.code in RATING_CODES and key.modifiers.unrated is None and not sheet.all_rated


Encounters = dict[int, dict[int, Encounter]]


def _place(value: Value | None, key: TieBreak) -> tuple[bool, Value]:
    """Better values come first; undefined ones last, whichever direction the key has."""
    if value is None:
        return True, 0
    return False, -value if key.higher_is_better else value


def _rank(
    sheet: Sheet, keys: tuple[TieBreak, ...]
) -> tuple[tuple[StandingsRow, ...], Encounters, frozenset[int]]:
    """4.2: the first key for everybody, the next for each group still tied, and so on."""
    players = sheet.tournament.player
    start = sorted(players, key=lambda player: players[player].number)
    groups = [list(start)] if start else []
    columns: list[Mapping[int, Value | None]] = []
    encounters: Encounters = {}
    deciding = set()
    for index, key in enumerate(keys):
        split: list[list[int]] = []
        compute = key.rule.compute
        if compute is None:
            found = encounters[index] = {}
            for group in groups:
                if len(group) == 1:
                    split.append(group)
                else:
                    parts, workings = direct_encounter(sheet, key.modifiers, group)
                    split += parts
                    found |= workings
            columns.append({player: working.value for player, working in found.items()})
        else:
            values = {player: compute(sheet, key.modifiers, player).value for player in start}
            columns.append(values)
            place = {player: _place(value, key) for player, value in values.items()}
            for group in groups:
                group.sort(key=place.__getitem__)
                split += [list(part) for _, part in groupby(group, key=place.__getitem__)]
        if len(split) > len(groups):
            deciding.add(index)
        groups = split

    rows = []
    rank = 1
    for group in groups:
        for player in sorted(group, key=lambda player: players[player].number):
            shown = tuple(column.get(player) for column in columns)
            rows.append(StandingsRow(rank, players[player], sheet.past[player].score, shown))
        rank += len(group)
    return tuple(rows), encounters, frozenset(deciding)


def rank_differences(table: Standings) -> tuple[Problem, ...]:
    """One problem for each player whose rank in the file is wrong; a missing rank is none.

    Players who share a rank may have any of the shared places, as lots decide there.
    """
    sharing = Counter(row.rank for row in table.rows)
    problems = []
    for row in table.rows:
        stated = row.player.rank
        last = row.rank + sharing[row.rank] - 1
        if stated and not row.rank <= stated <= last:
            sentence = Sentence(
                N_("Player {player}: the file says rank {stated}, the results make {rank}."),
                player=PlayerRef(row.player.id),
                stated=stated,
                rank=str(row.rank) if last == row.rank else f"{row.rank}-{last}",
            )
            problems.append(Problem(sentence, player=row.player.id, severity=Severity.WARNING))
    return tuple(problems)
