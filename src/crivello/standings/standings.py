"""Standings: the players in order of points and tie-breaks, with the working of each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import groupby

from crivello.model.errors import Illegal, Problem, Severity
from crivello.model.matches import has_teams
from crivello.model.player import Player
from crivello.model.plug_ins import describe_failure
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.settings import PrimaryScore
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen, record_with_slots
from crivello.standard.garbage import without_collection
from crivello.standings.direct_encounter import Encounter, compare_tied
from crivello.standings.sheet import EventFormat, Sheet, format_of
from crivello.standings.tie_breaks import (
    BOARD_COUNT,
    BUCHHOLZ_CODES,
    RATING_CODES,
    TieBreak,
    known_codes,
    parse_list,
)
from crivello.standings.unplayed import IN_FORCE, Edition
from crivello.standings.working import Value, Working


@record_with_slots
class StandingsRow:
    """The row of one player in the standings."""

    rank: int
    """The rank, shared by players whom no tie-break separates."""
    player: Player
    score: int
    """In units."""
    values: tuple[Value | None, ...]
    """One value for each key; None if undefined, or for a direct encounter of a player who was not
    tied.
    """


@frozen
class Standings:
    """The standings: players by rank, and those of equal rank by pairing number."""

    round: int
    unit: int
    keys: tuple[TieBreak, ...]
    rows: tuple[StandingsRow, ...]
    edition: Edition
    kind: EventFormat
    dropped: tuple[TieBreak, ...]
    """Tie-breaks by rating, left out because a player is unrated (10)."""
    unknown: tuple[str, ...]
    """Codes that the tournament announces but that are not known here."""
    open_games: int
    """Games without a result, which count as draws for now."""
    sheet: Sheet = field(repr=False, compare=False)
    encounters: Mapping[int, Mapping[int, Encounter]] = field(repr=False, compare=False)
    """For each direct encounter, by its index in `keys`: how the places of the tied players were
    found.
    """
    deciding: frozenset[int] = field(repr=False, compare=False, default=frozenset())
    """The indexes of the keys that separate players still tied after all keys before."""
    unfit: tuple[TieBreak, ...] = ()
    """Tie-breaks that the tournament announces but that are not for events of its kind."""
    failed: tuple[tuple[TieBreak, str], ...] = ()
    """Tie-breaks of plug-ins that could not be computed, with the reason."""

    def working(self, player: int, index: int) -> Working | Encounter | None:
        """Return how the value of the key at `index` was computed; None if the player was
        not tied.
        """
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
    """Return the last round such that every game up to it has a result."""
    for number in range(1, tournament.paired_rounds + 1):
        if any(game.result is None for game in tournament.round(number).games):
            return number - 1
    return tournament.paired_rounds


def announced_list(tournament: Tournament) -> tuple[str, ...]:
    """Return the codes of the tie-breaks that the tournament announces (TRF record 212, else
    202).
    """
    # C.07: 4.1
    return tournament.settings.standings_order or tournament.settings.tie_breaks


@without_collection
def standings(
    tournament: Tournament,
    after_round: int | None = None,
    codes: Sequence[str] | None = None,
    edition: Edition = IN_FORCE,
    kind: EventFormat | None = None,
) -> Standings:
    """Compute the standings after a round, by `codes` or by the list that the tournament announces.

    `kind` is the format of the event; by default the one that the tournament states.
    """
    kind = kind or format_of(tournament)
    teams = has_teams(tournament)
    if after_round is None and kind is EventFormat.ROUND_ROBIN:
        after_round = tournament.paired_rounds  # results come in any order
    elif after_round is None:
        after_round = last_complete_round(tournament)
    sheet = Sheet(tournament, after_round, edition, kind)
    unknown: tuple[str, ...] = ()
    announced = codes is None
    if codes is None:  # an unknown code in a file is no reason to refuse a table
        codes, unknown = known_codes(announced_list(tournament), teams)
    keys = parse_list(tuple(codes), teams)
    unfit: tuple[TieBreak, ...] = ()
    if kind is EventFormat.ROUND_ROBIN:
        unfit = tuple(key for key in keys if key.rule.code in BUCHHOLZ_CODES)
        if unfit and not announced:
            text = N_("The tie-break {code} is not for round robins.")
            raise Illegal(text, code=unfit[0].code)
        keys = tuple(key for key in keys if key not in unfit)
    failed = tuple((key, why) for key in keys if (why := _failure(key, sheet)))
    keys = tuple(key for key in keys if key not in dict(failed))
    settled = tuple(key for key in keys if not _is_unsettled(key, sheet))
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
        unfit=unfit,
        failed=failed,
    )


def _failure(key: TieBreak, sheet: Sheet) -> str:
    """Return why the tie-break of a plug-in cannot be computed; empty if it can."""
    if not key.rule.plug_in or key.rule.compute is None:
        return ""
    try:
        sheet.values(key.rule.code, key.modifiers, key.rule.compute)
    except Exception as error:  # noqa: BLE001  it is named and left out of the standings
        return describe_failure(error)
    return ""


def _is_unsettled(key: TieBreak, sheet: Sheet) -> bool:
    return key.rule.code in RATING_CODES and key.modifiers.unrated is None and not sheet.all_rated


UNRANKED = ("standings", "no")
"""The tag of an expelled player whom the arbiter took out of the standings."""


def is_unranked(player: Player) -> bool:
    """Return True if the player is left out of the ranking; the games still count for the
    opponents.
    """
    return player.expelled and UNRANKED in player.tags


Encounters = dict[int, dict[int, Encounter]]


def _usable(key: TieBreak, sheet: Sheet, tied: list[int]) -> bool:
    """Return True if the key applies to these tied teams: the board count needs equal game
    points.
    """
    # C.07: 12.1
    if key.rule.code != BOARD_COUNT:
        return True
    by_games = sheet.with_primary_score(PrimaryScore.GAME)
    return len({by_games.past[team].score for team in tied}) == 1


def _place(value: Value | None, key: TieBreak) -> tuple[bool, Value]:
    """Return the sort key of a value: better values first, undefined ones last."""
    if value is None:
        return True, 0
    return False, -value if key.higher_is_better else value


def _rank(
    sheet: Sheet, keys: tuple[TieBreak, ...]
) -> tuple[tuple[StandingsRow, ...], Encounters, frozenset[int]]:
    """Rank all players by the first key, each group still tied by the next, and so on (4.2).

    Return the rows, the direct encounters by key, and the indexes of the keys that separated
    players.
    """
    players = sheet.tournament.player
    start = sorted(players, key=lambda player: players[player].number)
    early = set(sheet.not_counted)
    start = [player for player in start if not is_unranked(players[player])]
    here = [player for player in start if player not in early]
    groups = [part for part in (here, [one for one in start if one in early]) if part]
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
                    parts, workings = compare_tied(sheet, key.rule.code, key.modifiers, group)
                    split += parts
                    found |= workings
            columns.append({player: working.value for player, working in found.items()})
        else:
            values = sheet.values(key.rule.code, key.modifiers, compute)
            columns.append(values)
            for group in groups:
                if len(group) == 1 or not _usable(key, sheet, group):
                    split.append(group)
                else:
                    place = {player: _place(values[player], key) for player in group}
                    group.sort(key=place.__getitem__)
                    split += [list(part) for _, part in groupby(group, key=place.__getitem__)]
        if len(split) > len(groups):
            deciding.add(index)
        groups = split

    rows = []
    rank = 1
    for group in groups:
        for player in group:  # in the order of the numbers, as from the start
            shown = tuple(column.get(player) for column in columns)
            rows.append(StandingsRow(rank, players[player], sheet.past[player].score, shown))
        rank += len(group)
    return tuple(rows), encounters, frozenset(deciding)


def rank_differences(table: Standings) -> tuple[Problem, ...]:
    """Return a problem for each player whose rank in the file is wrong; a missing rank is allowed.

    Players who share a rank may have any of the shared places, as lots decide there.
    """
    sharing = Counter(row.rank for row in table.rows)
    problems = []
    for row in table.rows:
        stated = row.player.rank
        last = row.rank + sharing[row.rank] - 1
        if stated and not row.rank <= stated <= last:
            sentence = Sentence(
                N_("Player {player}: the file has rank {stated}; by the results it is {rank}."),
                player=PlayerRef(row.player.id),
                stated=stated,
                rank=str(row.rank) if last == row.rank else f"{row.rank}-{last}",
            )
            problems.append(Problem(sentence, player=row.player.id, severity=Severity.WARNING))
    return tuple(problems)
