"""A tournament with every player under their pairing number, as people know them.

At the desk a player has a permanent id that nobody needs to see; people know pairing numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crivello.formats.trf.canonical_form import renamed
from crivello.model.settings import Apart
from crivello.model.tournament import Tournament


def by_number(tournament: Tournament, numbers: Mapping[int, int] | None = None) -> Tournament:
    """The tournament with pairing numbers as ids; `numbers` by id, by default its own.

    Players kept apart from somebody, but not in the list themselves, are left out.
    """
    new = {player.id: player.number for player in tournament.players}
    if numbers is not None:
        new |= {player: numbers[player] for player in new if player in numbers}
    if all(player == number for player, number in new.items()):
        return tournament
    settings = tournament.settings
    listed = replace(
        settings,
        forbidden=_among(settings.forbidden, new),
        keep_apart=_among(settings.keep_apart, new),
        must_meet=tuple(pair for pair in settings.must_meet if all(p in new for p in pair)),
    )
    return renamed(replace(tournament, settings=listed), new)


def _among(groups: tuple[Apart, ...], known: Mapping[int, int]) -> tuple[Apart, ...]:
    kept = (
        replace(group, players=tuple(player for player in group.players if player in known))
        for group in groups
    )
    return tuple(group for group in kept if len(group.players) > 1)
