"""The roll-call before round 1, without scripts."""

from __future__ import annotations

import re

import pytest

from crivello.desk.events import Presence
from tests.web.conftest import Site
from tests.web.test_players import SMALL, presences
from tests.web.test_round import told


@pytest.mark.parametrize(
    ("typed", "mark", "player", "presence"),
    [
        ("3", "c", 3, Presence.CONFIRMED),
        ("3", "p", 3, Presence.PRESENT),
        ("5 p", "c", 5, Presence.PRESENT),
        ("player 004", "c", 4, Presence.CONFIRMED),
    ],
)
def test_the_roll_is_called_by_typing(
    small: Site, typed: str, mark: str, player: int, presence: Presence
) -> None:
    text = small.post(f"{SMALL}/call", {"entry": typed, "as": mark}).text
    assert presences(small)[player] is presence
    assert [p for p, one in presences(small).items() if one is not Presence.REGISTERED] == [player]
    assert "message done" in told(text)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("99", "There is no player 99; this tournament has players 1 to"),
        ("Kasparov", "No player matches"),
        ("play", "can be more than one player"),
    ],
)
def test_who_is_not_meant_is_told(small: Site, typed: str, said: str) -> None:
    assert said in told(small.post(f"{SMALL}/call", {"entry": typed}).text)
    assert set(presences(small).values()) == {Presence.REGISTERED}


def test_a_call_by_key_answers_with_one_row(small: Site) -> None:
    answer = small.post(f"{SMALL}/call", {"player": 2, "as": "p"}, x_fragment="1")
    assert re.findall(r'<tr id="p(\d+)" class="([^"]+)"', answer.text) == [("2", "is-present")]
    assert "1 present" in answer.text


def test_a_call_brings_what_others_have_called_meanwhile(small: Site) -> None:
    since = small.desktop.desks.file("t").snapshot.sequence
    small.post(f"{SMALL}/several", {"choice": "c", "player": 4})  # on another page
    fields = {"player": 2, "as": "p", "since": since}
    answer = small.post(f"{SMALL}/call", fields, x_fragment="1").text
    assert re.findall(r'<tr id="p(\d+)"', answer) == ["2", "4"]
    assert f'data-sequence="{since + 2}"' in answer
    small.post(f"{SMALL}/add", {"name": "New, One"})
    answer = small.post(f"{SMALL}/call", fields | {"as": "c"}, x_fragment="1").text
    assert f'data-sequence="{since}"' in answer  # the page is behind still, and loads itself again


def test_the_unconfirmed_are_left_out_in_one_action(small: Site) -> None:
    small.post(f"{SMALL}/several", {"choice": "c", "player": 1})
    text = small.post(f"{SMALL}/leave-out").text
    assert "7 players did not confirm" in told(text)
    assert list(presences(small).values()).count(Presence.LEFT_OUT) == 7
    back = small.post(f"{SMALL}/call", {"player": 2, "as": "c"}, x_fragment="1")
    assert back.status_code == 205  # their number comes back, and those of others change


def test_changes_are_told_by_row(small: Site) -> None:
    since = small.desktop.desks.file("t").snapshot.sequence
    small.post(f"{SMALL}/several", {"choice": "c", "player": 4})
    changes = small.get(f"{SMALL}/changes?since={since}")
    assert re.findall(r'<tr id="p(\d+)"', changes.text) == ["4"]
    small.post(f"{SMALL}/add", {"name": "New, One"})
    assert small.get(f"{SMALL}/changes?since={since}").status_code == 205


def test_everybody_is_here_but_those_who_are_ticked(small: Site) -> None:
    small.post(f"{SMALL}/several", {"choice": "p", "player": 1})
    text = small.post(f"{SMALL}/several", {"choice": "others", "player": 3}).text
    assert "message done" in told(text)
    assert presences(small) == {
        player: {1: Presence.PRESENT, 3: Presence.REGISTERED}.get(player, Presence.CONFIRMED)
        for player in range(1, 9)
    }
    small.post(f"{SMALL}/several", {"choice": "others"})
    assert presences(small)[3] is Presence.CONFIRMED
    text = small.post(f"{SMALL}/several", {"choice": "others"}).text
    assert "message refused" in told(text)
