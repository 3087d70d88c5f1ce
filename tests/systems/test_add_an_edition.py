"""The worked example of docs/guides/add-an-edition.md: an edition that only these tests know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict, check
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.cli import main
from crivello.explain.explanation import Depth
from crivello.explain.player.readers import Reader, answer_player, answer_why_not_pair
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.formats.trf import write_trf
from crivello.model.keys import SYSTEMS, SystemKey, resolve
from crivello.model.tournament import Game, Tournament
from crivello.systems.dutch.editions import DUTCH_2026
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.registry import System, find, register_system
from crivello.words import Language

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "add-an-edition.md"

# The example begins here.
ANNOUNCED = SystemKey(
    key="dutch-2099",
    family="dutch",
    title="FIDE (Dutch) System, 2099",
    since="2099-01-01",
    until=None,
    source="C.04.3 as nobody has written it yet",
    package="dutch",
)
EDITION = replace(
    DUTCH_2026,
    key="dutch-2099",
    # Nobody minds who floated in the last two rounds.
    quality=tuple(one for one in DUTCH_2026.quality if "float" not in one.sentence),
)
# The example ends here.


@pytest.fixture
def edition() -> Iterator[System]:
    with register_system(ANNOUNCED, DutchSystem(EDITION)) as system:
        yield system


def played(key: str, seed: int = 1) -> Tournament:
    return generate(Recipe(players=9, rounds=5, system=key), seed)


def test_the_guide_shows_the_example() -> None:
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    begin, end = (lines.index(f"# The example {word} here.") for word in ("begins", "ends"))
    shown = "\n".join(lines[begin + 1 : end])
    guide = GUIDE.read_text(encoding="utf-8")
    assert shown in guide
    (registering,) = (line for line in lines if line.endswith(" as system:"))
    assert f"{registering.strip()}\n" in guide


def test_it_is_found_by_key_and_by_date(edition: System) -> None:
    assert find("dutch-2099") is edition
    assert resolve("dutch", "2099-01-01") == "dutch-2099"
    assert resolve("dutch", "2098-12-31") == "dutch-2026"


def test_it_is_gone_afterwards() -> None:
    with register_system(ANNOUNCED, DutchSystem(EDITION)):
        assert "dutch-2099" in SYSTEMS
    assert "dutch-2099" not in SYSTEMS
    assert resolve("dutch", "2099-01-01") == "dutch-2026"


def test_it_pairs_by_its_own_rules(edition: System) -> None:
    differ = 0
    for seed in range(30):
        tournament = played("dutch-2026", seed)
        for number in range(1, tournament.paired_rounds + 1):
            pairing = edition.pair(tournament, number)
            assert pairing == edition.sift(tournament, number)
            differ += pairing.boards != find("dutch-2026").pair(tournament, number).boards
    assert differ


def test_it_is_explained(edition: System) -> None:
    tournament = played(edition.key)
    for number in range(1, 6):
        text = as_text(explain_round(edition, tournament, number, Depth.FULL), Language.EN)
        assert f"Round {number}, FIDE (Dutch) System, 2099" in text
        assert "Boards in order, White first" in text
        assert "C14" not in text  # the first of the criteria that it does without


def test_players_are_answered(edition: System) -> None:
    tournament = played(edition.key)
    for player in tournament.players:
        answer = answer_player(edition, tournament, 5, player.id, Reader.PLAYER)
        assert as_text(answer, Language.EN)
    one, other = next(
        (one.id, other.id)
        for one in tournament.players
        for other in tournament.players
        if one.id < other.id
        and not any(
            {one.id, other.id} == {game.white, game.black} for game in all_games(tournament)
        )
    )
    answer = answer_why_not_pair(edition, tournament, 5, one, other, Reader.PLAYER)
    assert as_text(answer, Language.EN)


def all_games(tournament: Tournament) -> list[Game]:
    return [game for this in tournament.rounds for game in this.games]


def test_it_is_checked(edition: System) -> None:
    reports = list(check(played(edition.key), edition))
    assert [report.verdict for report in reports] == [Verdict.SAME] * 5


def test_the_command_line_lists_it_and_pairs_by_it(
    edition: System, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["systems"]) == 0
    assert "C.04.3 as nobody has written it yet" in capsys.readouterr().out
    tournament = played(edition.key)
    file = tmp_path / "toy.trf"
    file.write_text(write_trf(replace(tournament, rounds=tournament.rounds[:4]), "trf26"))
    assert main(["pair", str(file), "--system", "dutch-2099"]) == 0
    assert "[dutch-2099]" in capsys.readouterr().out
