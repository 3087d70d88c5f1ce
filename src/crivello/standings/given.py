"""Bonus and penalty points in words: whoever adds up the results must find them."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.model.player import Player
from crivello.model.tournament import Tournament
from crivello.words import N_, Translator, points

AFTER = N_("{points} after round {round}: {players}.")
FROM_THE_START = N_("{points} from the start: {players}.")


def signed(units: int, unit: int, words: Translator) -> str:
    """``+1`` or ``-½``."""
    shown = points(units, unit, words.language)
    return shown if units < 0 else f"+{shown}"


def given_notes(
    tournament: Tournament, after: int, words: Translator, whose: frozenset[int] | None = None
) -> Iterator[str]:
    """What was given or taken until `after` rounds were played, to all or to these players."""
    unit = tournament.settings.scoring.unit
    for one in tournament.settings.adjustments:
        number = one.round or 0
        players = [player for player in one.players if whose is None or player in whose]
        if one.award is not None or number > after or not players:
            continue
        yield words.say(
            AFTER if number else FROM_THE_START,
            points=signed(one.points, unit, words),
            round=number,
            players="; ".join(_shown(tournament.player[player]) for player in players),
        )


def _shown(player: Player) -> str:
    return f"{player.number} {player.name}".rstrip()
