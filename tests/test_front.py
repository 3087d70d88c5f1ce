"""What `import crivello` offers."""

import re
from pathlib import Path

import pytest

import crivello
from crivello.model.keys import SYSTEMS

EXAMPLE = Path(crivello.__file__).parent / "examples" / "before-round-4.trf"


def test_every_name_of_the_front_is_there() -> None:
    for name in crivello.__all__:
        assert getattr(crivello, name) is not None
    assert set(crivello.__all__) <= set(dir(crivello))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = crivello.nothing


def test_reading_by_path_or_from_bytes_gives_the_same_tournament() -> None:
    tournament = crivello.read(EXAMPLE)
    assert tournament == crivello.read(str(EXAMPLE)) == crivello.read(EXAMPLE.read_bytes())
    assert isinstance(tournament, crivello.Tournament)
    with pytest.raises(crivello.Malformed) as caught:
        crivello.read(b"nonsense")
    assert caught.value.problems[0].line == 1


def test_pairing_the_next_round_and_an_earlier_one() -> None:
    tournament = crivello.read(EXAMPLE)
    pairing = crivello.pair(tournament)
    assert (pairing.round, pairing.system, pairing.bye, pairing.trace) == (
        4,
        "dutch-2017",
        None,
        (),
    )
    assert [str(board) for board in pairing.boards[:2]] == ["6-2", "4-5"]
    again = crivello.pair(tournament, round=2, trace=True)
    assert (again.round, again.bye) == (2, 14)
    assert again.trace


def test_the_edition_may_be_named_or_left_to_a_date() -> None:
    players = tuple(crivello.Player(number, number) for number in (1, 2, 3, 4))
    tournament = crivello.Tournament(players)
    assert crivello.pair(tournament, date="2020-01-01").system == "dutch-2017"
    assert crivello.pair(tournament, date="2026-03-01").system == "dutch-2026"
    assert crivello.pair(tournament, system="dutch-2017", date="2026-03-01").system == "dutch-2017"
    with pytest.raises(crivello.Unsupported):
        crivello.pair(tournament, system="basel")


def test_the_readme_says_of_every_key_whether_it_pairs() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    said = {
        key: state
        for keys, state in re.findall(r"^\| (`.*?) \| .* \| (.*) \|$", readme, re.MULTILINE)
        for key in re.findall("`(.*?)`", keys)
    }
    assert said == dict.fromkeys(SYSTEMS, "pairs")
