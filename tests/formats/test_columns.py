"""Rounds read by columns equal those read cell by cell."""

import random

import pytest

from crivello.formats.trf import read_trf, reader, write_trf
from crivello.formats.trf.round_columns import plain_rounds
from crivello.formats.trf.statements import ReportDraft
from crivello.model.errors import CrivelloError
from crivello.model.tournament import Round
from tests.support.random_events import play, random_axes, random_pairing

DIALECTS = ("trf16", "trf26", "trfx", "trfbx")


def written(seed: int) -> str:
    """Return the report of a random tournament in any dialect, sometimes with a damaged byte."""
    rng = random.Random(seed)
    axes, players, rounds = random_axes(rng), rng.randint(4, 12), rng.randint(2, 6)
    tournament = play(rng, players, rounds, axes, random_pairing(rng), rng.randint(2, rounds))
    text = write_trf(tournament, rng.choice(DIALECTS))
    if rng.random() < 0.5:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(" 0123456789wb-+=U\n") + text[at + 1 :]
    return text


def reading(text: str, tolerant: bool) -> object:
    try:
        return read_trf(text, tolerant)
    except CrivelloError as error:
        return type(error), str(error)


def test_both_ways_lead_to_the_same_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    by_columns = 0

    def counted(draft: ReportDraft) -> tuple[Round, ...] | None:
        nonlocal by_columns
        found = plain_rounds(draft)
        by_columns += found is not None
        return found

    texts = [written(seed) for seed in range(150)]
    monkeypatch.setattr(reader, "plain_rounds", counted)
    quick = [reading(text, tolerant) for text in texts for tolerant in (False, True)]
    monkeypatch.setattr(reader, "plain_rounds", lambda draft: None)
    slow = [reading(text, tolerant) for text in texts for tolerant in (False, True)]
    assert slow == quick
    assert by_columns > 60
