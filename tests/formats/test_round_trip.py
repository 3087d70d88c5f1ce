"""Written files are read back equal in every dialect, except for the losses it states."""

import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, note
from hypothesis import settings as hypothesis_settings

from crivello.formats import read
from crivello.formats.json_form import read_json, write_json
from crivello.formats.trf import Dialect, canonical, losses, read_trf, write_trf
from crivello.formats.trf.dialect_losses import PLAYER, SETTINGS
from crivello.formats.trf.scoring import POINTS_DIFFER
from crivello.model.consistency import errors
from crivello.model.errors import Illegal
from crivello.model.player import Player
from crivello.model.settings import Apart, Settings
from crivello.model.tournament import Tournament
from tests.support.data import DATA, report_files
from tests.support.random_events import play, random_axes, random_pairing
from tests.support.samples import sample
from tests.support.strategies import tournaments

DIALECTS = list(Dialect)
EXPLAIN_POINTS = {SETTINGS["scoring"], SETTINGS["adjustments"]}
"""Losses after which a reader finds that points and results do not agree."""


def check_dialect(tournament: Tournament, dialect: Dialect) -> Tournament | None:
    """Return the tournament read back; None if its points cannot be explained."""
    lost = losses(tournament, dialect)
    text = write_trf(tournament, dialect)
    if EXPLAIN_POINTS & {loss.sentence.template for loss in lost}:
        with suppress(Illegal):
            return read_trf(text).tournament
        with pytest.raises(Illegal) as refused:
            read_trf(text)
        assert {problem.sentence.template for problem in refused.value.problems} == {POINTS_DIFFER}
        return None
    back = read_trf(text).tournament
    if not lost:
        assert back == canonical(tournament)
    assert losses(back, dialect) == []
    assert read_trf(write_trf(back, dialect)).tournament == back
    return back


@given(tournament=tournaments())
@hypothesis_settings(max_examples=sample(50))
def test_any_tournament_comes_back_up_to_stated_losses(tournament: Tournament) -> None:
    assert errors(tournament) == []
    for dialect in DIALECTS:
        note(f"{dialect}")
        check_dialect(tournament, dialect)


@pytest.mark.parametrize("seed", range(sample(40)))
def test_random_events_lose_only_what_the_dialect_lacks(seed: int) -> None:
    rng = random.Random(seed)
    axes = replace(random_axes(rng), adjourned=0, late=0, withdrawals=0)
    rounds = rng.randrange(1, 9)
    until = rng.choice((None, rng.randrange(1, rounds + 1)))
    drawn = play(rng, rng.randrange(2, 24), rounds, axes, random_pairing(rng), until)
    tournament = read(write_trf(drawn, Dialect.TRFX))  # boards in publication order
    assert losses(tournament, Dialect.TRFX) == []
    assert losses(tournament, Dialect.TRF26) == []
    for dialect in DIALECTS:
        back = check_dialect(tournament, dialect)
        if back is not None:
            assert back.rounds == tournament.rounds
            assert back.players == tournament.players


@given(tournament=tournaments())
@hypothesis_settings(max_examples=sample(50))
def test_json_carries_everything(tournament: Tournament) -> None:
    assert read_json(write_json(tournament)) == tournament


@pytest.mark.parametrize("path", report_files(), ids=lambda path: str(path.relative_to(DATA)))
def test_files_are_read_and_come_back_the_same(path: Path) -> None:
    document = read_trf(path.read_bytes())
    assert document.warnings == ()
    carried = [d for d in DIALECTS if not losses(document.tournament, d)]
    assert Dialect.TRFX in carried or Dialect.TRFBX in carried
    assert Dialect.TRF26 in carried
    for dialect in carried:
        assert read_trf(write_trf(document.tournament, dialect)).tournament == document.tournament
    assert read_json(write_json(document.tournament)) == document.tournament


@pytest.mark.parametrize(
    ("apart", "rounds", "line"),
    [
        (Apart((1, 2)), 9, "260 001 009    1    2"),
        (Apart((1, 2), 3), 9, "260 003 009    1    2"),
        (Apart((1, 2), 2, 4), 9, "260 002 004    1    2"),
        (Apart((1, 2)), None, "260 001        1    2"),
        (Apart((1, 2), 3), 2, "260 003        1    2"),
    ],
)
def test_pairs_kept_apart_to_the_end_name_the_last_round(
    apart: Apart, rounds: int | None, line: str
) -> None:
    """The record has a column for the last round; it is blank if the end is unknown or comes
    earlier.
    """
    players = (Player("Ada", id=1, number=1), Player("Bo", id=2, number=2))
    settings = Settings(rounds=rounds, forbidden=(apart,))
    written = write_trf(Tournament(players, (), settings), "trf26").splitlines()
    assert [one for one in written if one.startswith("260")] == [line]


def test_every_field_of_the_model_has_its_sentence() -> None:
    from dataclasses import fields

    from crivello.model.player import Player
    from crivello.model.settings import Settings

    assert {field.name for field in fields(Settings)} == SETTINGS.keys()
    assert {field.name for field in fields(Player)} == PLAYER.keys() | {"id", "number"}
