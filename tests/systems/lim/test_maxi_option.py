"""A Maxi-tournament is declared on the command line or in the file (5.7)."""

from __future__ import annotations

import json
from dataclasses import replace

from crivello.formats.trf import write_trf
from tests.cli.calling import call
from tests.support.small import small

WORDS = ("pair", "-", "--json", "--system", "lim")


def pairs(stdin: str, *more: str) -> set[frozenset[int]]:
    boards = json.loads(call(*WORDS, *more, stdin=stdin.encode()).out)["boards"]
    return {frozenset((one["white"]["id"], one["black"]["id"])) for one in boards}


def test_exchanges_for_colour_between_players_of_like_rating_only() -> None:
    """The winners 1 and 3 are due Black, 2 and 4 White; 3 and 4 are 150 points apart."""
    event = small(8, "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1", of=5)
    players = (replace(player, rating=2700 - 150 * player.number) for player in event.players)
    file = write_trf(replace(event, players=tuple(players)), "trf26")
    exchanged = pairs(file)
    assert {frozenset((1, 4)), frozenset((2, 3))} < exchanged
    proposed = {frozenset((1, 3)), frozenset((2, 4))}
    assert proposed < pairs(file, "--option", "maxi-tournament=yes")
    stated = "### crivello: maxi-tournament=yes\n" + file
    assert proposed < pairs(stated)
    assert pairs(stated, "--option", "maxi-tournament=no") == exchanged
