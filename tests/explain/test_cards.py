"""Player cards show the data that the rules of the edition read, and nothing else."""

from __future__ import annotations

import re

import pytest

from crivello.explain.answers import explain_player
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.model.field import Float
from crivello.model.keys import SYSTEMS
from crivello.model.tournament import Tournament
from crivello.standings.crosstable import crosstable
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.small import small

PLAYED = small(
    8,
    "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 ½-½",
    "4-1 0-1, 2-3 1-0, 5-8 ½-½, 7-6 ½-½",
    "",
)
"""Round 2 paired 1 (1 point) with 4 (½), and 8 (½) with 5 (0)."""
BOTH = {1: Float.DOWN, 4: Float.UP, 8: Float.DOWN, 5: Float.UP}
READ = {
    "dutch-2026": BOTH,
    "dutch-2017": BOTH,
    "dutch-2011": BOTH,
    # A.3 and 2: who is moved up, and how often; nobody asks who met a lower score.
    "dubov-2026": {4: Float.UP, 5: Float.UP},
    "dubov-2018": {4: Float.UP, 5: Float.UP},
    "dubov-1997": {4: Float.UP, 5: Float.UP},
    # 3.10: who was transferred: above the median the higher one, below it the lower.
    "lim-1999": {1: Float.DOWN, 5: Float.UP},
    "burstein-2016": {},
    # Its seeding rounds are paired by the Dutch system.
    "burstein-2026": BOTH,
    # 1.5: whoever met another score, in either direction.
    "team-2026": BOTH,
    "doubleswiss-2026": BOTH,
}


def text(key: str, played: Tournament, number: int) -> str:
    return " ".join(as_text(explain_round(find(key), played, number), Language.EN).split())


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_the_floats_of_a_pairing_card(key: str) -> None:
    table = crosstable(PLAYED, find(key).field_rules, 2)
    found = {row.player.id: row.cells[1].float for row in table.rows if row.cells[1].float}
    assert found == READ[key]


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_the_floats_in_an_explanation(key: str) -> None:
    told = text(key, PLAYED, 3)
    groups = told[told.index("Scoregroups") :]
    assert ("↓" in groups) == (Float.DOWN in READ[key].values())
    assert ("↑" in groups) == (Float.UP in READ[key].values())
    assert bool(re.search(r"\b1(w|Ww|W|)↓", groups)) == (1 in READ[key])


def test_after_the_seeding_rounds_a_burstein_card_has_no_floats() -> None:
    played = Tournament(PLAYED.players, PLAYED.rounds, small(1, of=3).settings)
    groups = text("burstein-2026", played, 3)
    assert "↓" not in groups
    assert "↑" not in groups


def test_every_edition_says_how_its_cards_are_read() -> None:
    for key in SYSTEMS.swiss:
        assert ("↓" in find(key).notation) == (
            Float.DOWN in READ[key].values() and "burs" not in key
        )


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_what_a_pair_of_unequal_scores_is_to_its_players(key: str) -> None:
    """Two of five players have a point, and one of them meets a player without."""
    played = small(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", "", of=3)
    board = next(
        board
        for board in find(key).pair(played, 2).boards
        if (board.white in (1, 2, 3)) != (board.black in (1, 2, 3))
    )
    higher, lower = sorted((board.white, board.black))
    answers = {
        player: as_text(explain_player(find(key), played, 2, player), Language.EN)
        for player in (higher, lower)
    }
    down, up = ": a downfloat for {0} Player {0}.", ": an upfloat for {0} Player {0}."
    known_down = not key.startswith(("dubov", "burstein"))
    assert (down.format(higher) in answers[higher]) == known_down
    # Lim: nobody has the median score, so the higher one comes to the group of the lower.
    known_up = not key.startswith(("lim", "burstein"))
    assert (up.format(lower) in answers[lower]) == known_up
    assert "is on 1, " in answers[higher]
    assert "downfloat" not in answers[lower]


@pytest.mark.parametrize("key", ["dubov-1997", "burstein-2016", "lim-1999"])
def test_a_due_colour_has_no_strength(key: str) -> None:
    played = small(4, "1-3 1-0, 4-2 0-1", "")
    answer = as_text(explain_player(find(key), played, 2, 1), Language.EN)
    assert "1 Player 1 had the colours W and is due Black." in answer
    assert "preference" not in answer
