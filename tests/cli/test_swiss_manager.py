"""Files of Swiss-Manager on the command line."""

import json
from pathlib import Path

import pytest

from crivello.formats import read
from tests.cli.calling import call
from tests.support.data import DATA

FILES = sorted((DATA / "swiss-manager").iterdir())
TEAMS = DATA / "swiss-manager" / "20.TUMX"
ROUND_ROBIN = DATA / "swiss-manager" / "14.TURX"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("command", ["standings", "crosstable"])
def test_every_file_has_its_tables(command: str, path: Path) -> None:
    done = call(command, path)
    assert done.code == 0
    assert read(path.read_bytes()).settings.name.split()[0] in done.out


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_can_be_converted(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.trf"
    assert call("convert", path, out, "--to", "trf26").code == 0
    assert len(read(out.read_bytes()).players) == len(read(path.read_bytes()).players)


def test_the_standings_of_a_team_event_rank_its_teams() -> None:
    done = call("standings", TEAMS)
    assert "   1    2  NXN-A01         9    15\n   2    1  TTC-A01         9    14\n" in done.out
    assert "    1  TTC-A01           3  1       CMUN-A02\n" in done.out
    answer = json.loads(call("standings", TEAMS, "--json").out)
    assert answer["schema"] == "crivello/standings/2"
    assert len(answer["rows"]) == 16


def test_the_crosstable_of_a_team_event_has_its_matches() -> None:
    assert " 1 TTC-A01      9W+  2.0  5B=  3.0" in call("crosstable", TEAMS).out


def test_a_round_of_a_team_event_is_explained() -> None:
    asked = ("explain", TEAMS, "--system", "team-2026", "--round", "2")
    assert "Paired: 1-5, 2-7, 3-8, 4-14." in call(*asked).out
    assert "you two apart" in call(*asked, "--why-not", "6-12").out


def test_a_round_robin_is_ranked_as_one() -> None:
    """In a round robin forfeits count as games, also in direct encounters (C.07)."""
    stated = call("standings", ROUND_ROBIN)
    assert stated.out == call("standings", ROUND_ROBIN, "--round-robin").out
