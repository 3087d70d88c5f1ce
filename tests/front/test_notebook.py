"""The display of values: HTML in a notebook, and pictures."""

import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

import crivello as cv
from crivello.extras import install_command

HOSTILE = '<script>alert("&")</script> $x$'


@pytest.fixture
def t() -> cv.Tournament:
    players: list[Any] = [(HOSTILE, 2000), ("Ben", 1900), ("Cleo", 1800), ("Dan", 1700), "Eva"]
    t = cv.Tournament.new(HOSTILE, 3, players, initial_colour="white")
    t = t.with_pairing(cv.pair(t)).with_results(["1-0", "½"])
    return t.with_pairing(cv.pair(t))


def test_everything_is_html_and_no_name_becomes_markup(t: cv.Tournament) -> None:
    things: list[object] = [
        t,
        cv.pair(t, 2),
        cv.standings(t, ["BH"]),
        cv.grid(t),
        cv.explain(t, 2),
        cv.explain(t, 2, 1),
        cv.why_not(t, 2, pair=(1, 4)),
        cv.bracket_map(t, 2),
        cv.schedule(t, "roundrobin"),
    ]
    for thing in things:
        text = thing._repr_html_()  # type: ignore[attr-defined]
        assert "<script" not in text
        ElementTree.fromstring(text)
    for thing in things[:4]:
        assert "&lt;script&gt;" in thing._repr_html_()  # type: ignore[attr-defined]


def test_a_pairing_without_its_tournament_shows_ids() -> None:
    pairing = cv.RoundPairing(1, "dutch-2026", [cv.Board(3, 4)], bye=5)
    assert ">3<" in pairing._repr_html_()
    assert "bye" in str(pairing)
    with pytest.raises(cv.Illegal, match="value returned by `pair`"):
        pairing.to_json()


def test_a_check_that_no_check_made_has_no_json() -> None:
    with pytest.raises(cv.Illegal, match="value returned by `check`"):
        cv.Check("dutch-2026", ()).to_json()


@pytest.mark.parametrize("name", ["scores", "opponents", "ratings", "brackets"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_picture_can_be_drawn(t: cv.Tournament, name: str, language: str) -> None:
    axes = getattr(cv.plot, name)(t, language=language)
    assert axes.get_title("left")
    assert axes._repr_png_()[1:4] == b"PNG"
    assert getattr(cv.plot, name)(t, axes=axes) is axes


@pytest.mark.parametrize("name", ["scores", "opponents", "ratings"])
def test_a_picture_of_nobody_can_be_drawn(name: str) -> None:
    empty = cv.Tournament.new("Open", 3)
    assert getattr(cv.plot, name)(empty)._repr_png_()


def test_scores_of_chosen_players(t: cv.Tournament) -> None:
    axes = cv.plot.scores(t, players=("Ben", 3))
    assert [text.get_text() for text in axes.texts] == ["2 Ben", "3 Cleo"]


def test_without_matplotlib_it_says_how_to_get_it() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; import crivello as cv\n"
        "try: cv.plot.scores(cv.generate(4, 2))\n"
        "except cv.Unsupported as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == f"Drawing needs matplotlib: {install_command('plots')}\n"


def test_nothing_loads_matplotlib_before_it_is_needed() -> None:
    code = "import crivello as cv, sys; cv.plot; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"
