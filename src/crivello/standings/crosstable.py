"""The crosstable as data: for each player and round, whom he met, with what result and float."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.errors import Illegal, Unsupported
from crivello.model.field import Float
from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.rules.field import FieldRules, floats_of_round


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player."""

    opponent: int | None
    """Id of the scheduled opponent, whether or not the game was played."""
    colour: Colour | None
    """The colour he had, or should have had."""
    award: Award
    played: bool
    known: bool
    """False for a game without a result; its award is then a draw for the pairing only."""
    float: Float | None
    """By the edition in use."""
    points: int
    """What the round brought, in units."""
    score: int
    """Running score: after this round."""


@dataclass(frozen=True, slots=True)
class Row:
    player: Player
    cells: tuple[Cell, ...]
    """``cells[k - 1]`` is round k."""
    score: int


@dataclass(frozen=True, slots=True)
class Crosstable:
    rounds: int
    unit: int
    """Units of one point."""
    rows: tuple[Row, ...]
    """In order of the pairing numbers."""


def crosstable(tournament: Tournament, rules: FieldRules, rounds: int | None = None) -> Crosstable:
    """The table after `rounds` rounds; after all that have been paired if it is None."""
    paired = tournament.paired_rounds
    last = paired if rounds is None else rounds
    if not 0 <= last <= paired:
        raise Illegal(
            N_("There is no table after round {round}; rounds paired so far: {paired}."),
            round=last,
            paired=paired,
        )
    past = histories(tournament, last + 1)
    try:
        virtual = virtual_points(tournament, last)
    except (Illegal, Unsupported):  # an acceleration that cannot be applied; no round is paired
        virtual = {}
    open_games = {
        (number, player)
        for number in range(1, last + 1)
        for game in tournament.round(number).games
        if game.result is None
        for player in (game.white, game.black)
    }
    floats = [
        floats_of_round(number, past, past, virtual, rules, tournament)
        for number in range(1, last + 1)
    ]
    rows = []
    for player in sorted(tournament.players, key=lambda player: player.number):
        history = past[player.id]
        # The score after a round is the one with which the next was paired, but for games without
        # a result: the draw they count as for the pairing is nobody's yet.
        after = history.scores[1:]
        lent = 0
        cells = []
        for number, (entry, score) in enumerate(zip(history.entries, after, strict=True), start=1):
            known = (number, player.id) not in open_games
            lent += 0 if known else entry.points
            cells.append(
                Cell(
                    opponent=entry.opponent,
                    colour=entry.colour,
                    award=entry.award,
                    played=entry.played,
                    known=known,
                    float=floats[number - 1][player.id],
                    points=entry.points if known else 0,
                    score=score - lent,
                )
            )
        rows.append(Row(player, tuple(cells), history.score - lent))
    return Crosstable(last, tournament.settings.scoring.unit, tuple(rows))
