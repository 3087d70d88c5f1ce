"""Texts have a limit, equal in every interface; names that a report file would cut are listed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk, limits
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk.announcement import Announcement, Arbiter
from crivello.desk.refusals import TextTooLong
from crivello.formats.trf import read_trf, write_trf
from crivello.model.player import NationalRecord, Player
from crivello.model.settings import Apart
from crivello.store import LogFile
from crivello.store.entry import NewEntry
from crivello.words import Language, say
from tests.desk.desks import A, fresh, people, settings

Act = Callable[[Desk, str], object]


def _settings(**given: Callable[[str], Any]) -> Act:
    def act(desk: Desk, text: str) -> object:
        filled = {key: value(text) for key, value in given.items()}
        announced = filled.pop("announced", desk.section(A).announced)
        changed = replace(desk.section(A).settings, **filled)
        return desk.act(a.ChangeSettings(A, changed, announced))

    return act


def _player(**given: Callable[[str], Any]) -> Act:
    def act(desk: Desk, text: str) -> object:
        filled = {key: value(text) for key, value in given.items()}
        return desk.act(a.Register(A, (replace(Player("New", id=0, number=0), **filled),)))

    return act


PLACES: list[tuple[str, int, Act]] = [
    ("player", limits.NAME, _player(name=str)),
    ("federation of a player", limits.WORD, _player(federation=str)),
    ("birth", limits.WORD, _player(birth=str)),
    ("group", limits.NAME, _player(tags=lambda text: (("club", text),))),
    ("key of a group", limits.WORD, _player(tags=lambda text: ((text, "x"),))),
    (
        "national id",
        limits.WORD,
        _player(national=lambda text: (NationalRecord("ITA", identifier=text),)),
    ),
    ("correction", limits.NAME, lambda d, t: d.act(a.Correct(A, replace(people(1)[0], name=t)))),
    (
        "corrections",
        limits.NAME,
        lambda d, t: d.act(a.CorrectPlayers(A, (replace(people(1)[0], name=t),))),
    ),
    ("tournament", limits.TITLE, _settings(name=str)),
    ("city", limits.NAME, _settings(city=str)),
    ("time control", limits.TITLE, _settings(time_control=str)),
    ("arbiter in a file", limits.NAME, _settings(chief_arbiter=str)),
    ("deputy in a file", limits.NAME, _settings(deputy_arbiters=lambda text: (text,))),
    ("date", limits.WORD, _settings(round_dates=lambda text: (text,))),
    (
        "arbiter",
        limits.NAME,
        _settings(announced=lambda text: Announcement(chief_arbiter=Arbiter(text))),
    ),
    (
        "deputy",
        limits.NAME,
        _settings(announced=lambda text: Announcement(deputy_arbiters=(Arbiter(text),))),
    ),
    ("time", limits.WORD, _settings(announced=lambda text: Announcement(round_times=(text,)))),
    ("section", limits.SECTION, lambda d, t: d.act(a.OpenSection(t, settings()))),
    ("schedule", limits.NAME, lambda d, t: d.act(a.SetSchedule(city=t))),
    ("schedule's times", limits.WORD, lambda d, t: d.act(a.SetSchedule(round_times=(t,)))),
    (
        "kept apart",
        limits.TITLE,
        lambda d, t: d.act(a.SetApart(A, (), (Apart((1, 2), name=t),))),
    ),
    ("reason", limits.REASON, lambda d, t: d.act(a.RollCall(A, (1,)), reason=t)),
]


@pytest.mark.parametrize(("most", "act"), [one[1:] for one in PLACES], ids=[p[0] for p in PLACES])
def test_a_text_may_be_so_long_and_not_longer(tmp_path: Path, most: int, act: Act) -> None:
    with fresh(tmp_path) as desk:
        before = len(desk.log)
        with pytest.raises(TextTooLong) as caught:
            act(desk, "x" * (most + 1))
        assert caught.value.values["most"] == most
        assert len(desk.log) == before
        act(desk, "x" * most)
        assert len(desk.log) == before + 1


def test_the_sentence_says_what_is_too_long(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk, pytest.raises(TextTooLong) as caught:
        desk.act(a.Register(A, (Player("Anna " * 60, id=0, number=0),)))
    assert say(caught.value, Language.EN) == (
        "The name of a player is too long: 300 characters, at most 100 are allowed "
        "(Anna Anna Anna Anna Anna Anna …)."
    )
    assert say(caught.value, Language.IT).startswith("Il nome di un giocatore: 300 caratteri")


def test_no_file_is_made_for_a_name_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "x.crivello"
    with pytest.raises(TextTooLong):
        Desk.create(path, a.OpenSection(A, replace(settings(), name="x" * 201)))
    assert not path.exists()


def test_what_a_report_file_cuts_is_told(tmp_path: Path) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff, Hubert"
    with fresh(tmp_path) as desk:
        done = desk.act(
            a.Register(
                A,
                (
                    Player(long, id=0, number=0, rating=1800),
                    Player("x" * 33, id=0, number=0, rating=1700),
                ),
            )
        )
        (notice,) = done.notices
        assert str(notice) == (
            "One name is longer than 33 characters; a report file cuts it there: "
            "Wolfeschlegelsteinhausenbergerdor…"
        )
        assert notice.players == (9,)
        back = read_trf(write_trf(desk.tournament(A), "trf26").encode()).tournament
        assert long[:33].strip() in {player.name for player in back.players}
        # It is said once: not again when something else of them changes.
        known = desk.section(A).registrations[9].player
        assert desk.act(a.Correct(A, replace(known, federation="USA"))).notices == ()
        assert desk.act(a.Correct(A, replace(known, name=long + "x"))).notices != ()


def test_a_file_with_a_longer_name_opens_and_can_be_undone(tmp_path: Path) -> None:
    """An earlier version accepted the name, so it stays valid."""
    with fresh(tmp_path) as desk:
        path = desk.path
        event = e.PlayersRegistered(A, (Player("x" * 300, id=9, number=0),))
        with LogFile.open(path) as log:
            log.append(NewEntry("", "", "", type(event).__name__, e.to_json(event)), 3)
        desk.refresh()
        desk.act(a.RollCall(A, (1, 9)))
    with Desk.open(path) as again:
        assert len(again.section(A).registrations[9].player.name) == 300
        again.undo(3)  # the draw of colours: everything after it is looked at again
        assert 9 in again.section(A).registrations
