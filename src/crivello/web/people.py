"""Data of players as a form has them."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.desk.player_data import DATA_KEYS
from crivello.model.player import Player
from crivello.web.forms import Fields


def filled_in(form: Fields) -> dict[str, str]:
    """What somebody filled in, by key; what the form does not show is not there."""
    return {key: form.text(key) for key in DATA_KEYS}


def tag_keys(players: Iterable[Player]) -> list[str]:
    """Kinds of groups the players belong to, beside the federation."""
    return sorted({key for player in players for key, _ in player.tags if key != "k"})
