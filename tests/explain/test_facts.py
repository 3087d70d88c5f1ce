"""The values of answers are facts, and hold: first of all where they were false once."""

from __future__ import annotations

from crivello.explain.player.answer import PlayerWriter
from crivello.explain.player.questions import answers_about
from crivello.explain.round import TracedRound
from crivello.formats.detect import read
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.data import DATA


def event(name: str) -> Tournament:
    return read((DATA / "findings" / name).read_bytes(), name)


def test_the_edition_says_which_round_bars_the_bye() -> None:
    # C.04.3: C2
    """A half-point bye bars nobody in 2026, the win by forfeit before it does."""
    ask = answers_about(TracedRound(find("dutch-2026"), event("barred-bye.json"), 3))
    assert PlayerWriter(Language.EN).answer(ask.why_not_bye(7)) == (
        "You got points without playing in round 1, so you may not have the bye."
    )
