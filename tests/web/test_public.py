"""Public pages: published data only, for any visitor."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from crivello.desk.actions import (
    EnterResults,
    Pair,
    Publish,
    PublishResults,
    RequestByes,
)
from crivello.desk.events import RequestedBye
from crivello.model.result import Bye, Result
from crivello.web.desks import TournamentFile
from crivello.web.explain import routes as explain
from crivello.web.public import routes as public
from tests.web.conftest import Site
from tests.web.test_tables import plain

BASE = "/public/demo/A"


@pytest.fixture
def anybody(site: Site) -> TestClient:
    """Return a browser without a cookie."""
    return site.visitor(follow_redirects=True)


def pages(file: str, rounds: int, boards: int, players: int) -> Iterator[str]:
    """Yield every public address, with every round, board and player."""
    base = f"/public/{file}/A"
    for route in [*public.router.routes, *explain.public.routes]:
        assert isinstance(route, APIRoute)
        path = route.path.replace("{file}", file).replace("{section}", "A")
        for number in range(1, rounds + 1):
            for other in range(1, (boards if "{board}" in path else players) + 1):
                yield (
                    path.replace("{number}", str(number))
                    .replace("{board}", str(other))
                    .replace("{player}", str(other))
                )
                if "{board}" not in path and "{player}" not in path:
                    break
            if "{number}" not in path:
                break
    yield from (f"{base}/{path}?round={k}" for path in ("standings", "crosstable") for k in (4, 5))
    yield f"{base}/card?name=a"


def everything(
    client: TestClient, file: str = "demo", rounds: int = 6, boards: int = 7, players: int = 14
) -> dict[str, str]:
    """Return all text that the public can read, without the number of the last event."""
    found = {}
    for path in sorted(set(pages(file, rounds, boards, players))):
        answer = client.get(path)
        assert answer.status_code in (200, 404), path
        found[path] = f"{answer.status_code} " + re.sub(r'data-sequence="\d+"', "", answer.text)
    return found


def finish(file: TournamentFile) -> None:
    file.act(EnterResults("A", tuple((b, Result.WHITE_WINS) for b in (2, 5, 6, 7))))


def test_nobody_is_asked_who_he_is(anybody: TestClient) -> None:
    for path in (BASE, f"{BASE}/names", f"{BASE}/standings", f"{BASE}/crosstable"):
        answer = anybody.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert "/t/demo" not in answer.text  # nothing leads to the desk
    assert anybody.get("/t/demo/A/standings").status_code == 401
    assert anybody.get("/t/demo/A/hall/show").status_code == 401
    assert anybody.get("/t/demo/A/print/results").status_code == 401


def test_nothing_that_is_not_published_leaks(site: Site, anybody: TestClient) -> None:
    """Entered results, byes for coming rounds and a draft change no public page."""
    file = site.desktop.desks.file("demo")
    before = everything(anybody)
    finish(file)
    assert everything(anybody) == before
    file.act(RequestByes("A", (RequestedBye(9, 5, Bye.HALF_POINT),)))
    assert everything(anybody) == before
    file.act(Pair("A"))
    assert file.snapshot.section("A").draft is not None
    assert everything(anybody) == before
    file.act(PublishResults("A"))
    assert "Standings after round 4" in anybody.get(f"{BASE}/standings").text
    assert anybody.get(f"{BASE}/round/5").status_code == 404
    file.act(Publish("A"))
    assert "Round 5" in anybody.get(BASE).text
    assert anybody.get(f"{BASE}/round/5").status_code == 200


def test_results_are_public_when_the_next_round_rests_on_them(
    site: Site, anybody: TestClient
) -> None:
    file = site.desktop.desks.file("demo")
    finish(file)
    file.act(Pair("A"))
    file.act(Publish("A"))
    assert not file.snapshot.section("A").rounds[3].results_published
    assert "0 – 1" in anybody.get(f"{BASE}/round/4").text
    assert "Standings after round 4" in anybody.get(f"{BASE}/standings").text


def test_before_round_1_nobody_is_listed(small: Site) -> None:
    anybody = small.visitor()
    with small.desk("t") as desk:
        names = [player.name for player in desk.tournament("A").players]
    for path in ("", "/names", "/standings", "/crosstable", "/card?name=a", "/card/1"):
        text = anybody.get(f"/public/t/A{path}").text
        assert not any(name in text for name in names)
    assert "Round 1 is not published yet." in anybody.get("/public/t/A").text


def test_my_card(anybody: TestClient) -> None:
    found = anybody.get(f"{BASE}/card?name=elisa")
    assert str(found.url).endswith("/card/5")
    said = plain(found.text)
    assert "Table 2 Black against FM Davide" in said
    assert "Points: 2½ Rank 2 after round 3" in said
    several = anybody.get(f"{BASE}/card?name=li").text  # nobody begins so, so anywhere
    assert "Elisa" in several
    assert "Alice" in several


def test_why_my_pairing(anybody: TestClient) -> None:
    card = anybody.get(f"{BASE}/card/5").text
    assert f"{BASE}/explain/4/board/2" in card
    answer = anybody.get(f"{BASE}/explain/4/board/2").text
    assert "Why this colour?" in plain(answer)
    arbiter = anybody.get(f"{BASE}/explain/4/board/2?depth=arbiter").text
    assert "5 Elisa had the colours WWB" in plain(arbiter)
    assert "/t/demo" not in answer
    assert anybody.get(f"{BASE}/explain/4/board/8").status_code == 404
    assert anybody.get(f"{BASE}/explain/5/board/1").status_code == 404


def test_pairings_by_name(anybody: TestClient) -> None:
    text = anybody.get(f"{BASE}/names").text
    order = re.findall(r'<tr id="p\d+"><td class="who"><a [^>]*>(\w+)', text)
    assert order == sorted(order)
    assert len(order) == 14


def test_public_pages_in_italian(anybody: TestClient) -> None:
    assert "Il mio cartellino" in anybody.get(f"{BASE}?lang=it").text


def test_a_file_that_cannot_be_read_is_not_told_to_everybody(
    site: Site, anybody: TestClient
) -> None:
    (site.folder / "broken.crivello").write_bytes(b"nothing")
    text = anybody.get("/public").text
    assert "broken" not in text
    assert "Fourteen players" in text
