"""The public pages do not change between publications: players, numbers, adjusted points."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk.events import ChangeCase, Presence
from crivello.desk.publications import published_section
from crivello.model.player import Player
from tests.desk.desks import Clock, enter, fresh, publish
from tests.web.conftest import Site, serve
from tests.web.test_public import everything

S = "A"
BASE = "/public/t/A"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine players in round 2, with its results entered; those of round 1 are published."""
    folder = tmp_path_factory.mktemp("played")
    with fresh(folder, 9, clock=Clock()) as desk:
        publish(desk)
        enter(desk)
        desk.act(a.PublishResults(S))
        publish(desk)
        enter(desk)
    return folder


@pytest.fixture
def playing(played: Path, tmp_path: Path) -> Iterator[Site]:
    yield from serve(shutil.copytree(played, tmp_path, dirs_exist_ok=True))


@pytest.fixture(scope="module")
def before(played: Path) -> dict[str, str]:
    """Return all public pages before any action."""
    for site in serve(played):
        found = look_at_all(site.visitor(follow_redirects=True))
    assert sum(text.startswith("200") for text in found.values()) > 20
    return found


@pytest.fixture
def anybody(playing: Site) -> TestClient:
    return playing.visitor(follow_redirects=True)


def late(desk: Desk) -> None:
    """Register a late player stronger than all but three: later players get other numbers in the
    next round.
    """
    desk.act(a.Register(S, (Player("Late, Lia", id=20, number=0, rating=2375),)))
    desk.act(a.RollCall(S, (20,), Presence.PRESENT))
    desk.act(a.Admit(S, (20,)))
    assert desk.section(S).order.index(20) == 3


def expelled(desk: Desk) -> None:
    desk.act(a.Expel(S, (4,)))


def withdrawn(desk: Desk) -> None:
    desk.act(a.Withdraw(S, (4, 9)))


def no_show(desk: Desk) -> None:
    desk.act(a.MarkNoShows(S, (5,)))
    desk.act(a.AnswerNoShows(S, (5,), plays_on=False))


def bonus(desk: Desk) -> None:
    desk.act(a.AdjustPoints(S, (3,), 1), reason="fair play")


def penalty(desk: Desk) -> None:
    desk.act(a.AdjustPoints(S, (1,), -2), reason="a telephone")


def look_at_all(anybody: TestClient) -> dict[str, str]:
    """Return all public pages, with one round, board and player more than can occur."""
    return everything(anybody, "t", rounds=4, boards=6, players=11)


@pytest.mark.parametrize("change", [late, expelled, withdrawn, no_show, bonus, penalty])
def test_nothing_moves_before_something_is_published(
    playing: Site, anybody: TestClient, before: dict[str, str], change: Callable[[Desk], None]
) -> None:
    file = playing.desktop.desks.file("t")
    file.submit(change).result()
    assert look_at_all(anybody) == before
    file.act(a.Pair(S))  # a draft makes no difference
    assert look_at_all(anybody) == before


def test_a_late_entry_appears_with_the_pairing_of_his_round(
    playing: Site, anybody: TestClient
) -> None:
    file = playing.desktop.desks.file("t")
    file.submit(late).result()
    file.act(a.PublishResults(S))
    for path in ("crosstable", "standings", "card?name=late"):
        assert "Late, Lia" not in anybody.get(f"{BASE}/{path}").text
    assert "Player 004" in anybody.get(f"{BASE}/card/4").text
    file.act(a.Pair(S))
    file.act(a.Publish(S))
    for path in ("crosstable", "standings", "names", "card/4"):
        assert "Late, Lia" in anybody.get(f"{BASE}/{path}").text, path
    # In the older tables too, which were made before they were there.
    assert "Late, Lia" in anybody.get(f"{BASE}/crosstable?round=1").text
    assert "Player 004" in anybody.get(f"{BASE}/card/5").text


def test_a_late_entry_who_still_plays_the_published_round_is_public_with_the_change(
    playing: Site, anybody: TestClient
) -> None:
    file = playing.desktop.desks.file("t")
    section = file.snapshot.section(S)
    last = section.rounds[-1]
    assert last.bye is not None
    file.submit(late).result()
    file.act(a.Register(S, (Player("Later, Leo", id=21, number=0, rating=1000),)))
    file.act(a.RollCall(S, (21,), Presence.PRESENT))
    file.act(a.Admit(S, (21,)))
    boards = (*((game.white, game.black) for game in last.games), (20, last.bye))
    change = a.ChangePublished(S, boards, None, ChangeCase.LATE_ENTRY)
    file.act(change, "both agree")
    text = anybody.get(BASE).text
    assert "Late, Lia" in text
    assert "Later, Leo" not in anybody.get(f"{BASE}/crosstable").text
    shown = published_section(file.snapshot.section(S))
    assert shown.order.index(20) == 3
    assert 21 not in shown.registrations


def test_who_has_left_is_public_with_the_next_pairing(playing: Site) -> None:
    file = playing.desktop.desks.file("t")

    def left() -> list[int]:
        registrations = published_section(file.snapshot.section(S)).registrations
        return [i for i, one in registrations.items() if one.player.withdrawn_after is not None]

    file.submit(withdrawn).result()
    file.act(a.PublishResults(S))
    assert left() == []
    file.act(a.Pair(S))
    file.act(a.Publish(S))
    assert left() == [4, 9]
    file.act(a.Return(S, (9,)))
    assert left() == [4, 9]


def test_points_are_public_with_the_results_of_their_round(
    playing: Site, anybody: TestClient
) -> None:
    file = playing.desktop.desks.file("t")
    before = anybody.get(f"{BASE}/standings?round=1").text
    file.submit(bonus).result()
    file.act(a.PublishResults(S))
    assert "+½" in anybody.get(f"{BASE}/standings").text
    # Given after the publication they are announced by themselves, as a correction is.
    file.submit(penalty).result()
    assert "-1" in anybody.get(f"{BASE}/standings").text
    assert anybody.get(f"{BASE}/standings?round=1").text.count("Pts") == before.count("Pts")


def test_data_are_put_right_at_once_and_numbers_with_the_next_pairing(
    playing: Site, anybody: TestClient
) -> None:
    file = playing.desktop.desks.file("t")
    known = file.snapshot.section(S).registrations[9].player
    file.act(a.Correct(S, replace(known, name="Nine, Nora", rating=2800)))
    assert file.snapshot.section(S).order[0] == 9
    text = anybody.get(f"{BASE}/card/9").text
    assert "Nine, Nora" in text
    assert "2800" in text
    file.act(a.Pair(S))
    file.act(a.Publish(S))
    assert "Nine, Nora" in anybody.get(f"{BASE}/card/1").text


def test_the_desk_itself_shows_everything_at_once(playing: Site) -> None:
    file = playing.desktop.desks.file("t")
    file.submit(late).result()
    file.submit(bonus).result()
    assert "Late, Lia" in playing.get("/t/t/A/crosstable").text
    assert "+½" in playing.get("/t/t/A/standings").text
