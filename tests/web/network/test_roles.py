"""Every role on every route, and what each role may do there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi.routing import APIRoute

from crivello.desk.permissions import ALWAYS, TICKED, May
from crivello.desk.roles import DeviceRole
from crivello.web.network.app import ROUTERS
from crivello.web.network.guard import access_to
from tests.web.network.conftest import ORIGIN, Hall, Phone

FILLED = {
    "file": "demo",
    "section": "A",
    "number": "4",
    "board": "1",
    "player": "1",
    "name": "standings",
}
ROLES: dict[str, tuple[DeviceRole, Callable[[Hall], Phone]]] = {
    "everybody": (DeviceRole.EVERYBODY, lambda hall: hall.phone()),
    "table": (DeviceRole.TABLE, lambda hall: hall.at_table()),
    "player": (DeviceRole.PLAYER, lambda hall: hall.player()),
    "screen": (DeviceRole.SCREEN, lambda hall: hall.screen()),
    "deputy": (DeviceRole.DEPUTY, lambda hall: hall.deputy()),
}


def addresses() -> Iterator[tuple[str, str]]:
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            path = route.path
            for name in route.param_convertors:
                path = path.replace(f"{{{name}}}", FILLED[name])
            for method in sorted(route.methods or ()):
                yield method, path


def ask(phone: Phone, method: str, path: str) -> int:
    if path == "/events":
        return 200 if access_to(path) else 404  # an endless answer
    if method == "POST":
        return phone.post(path).status_code
    return phone.get(path).status_code


def test_every_route_needs_some_access() -> None:
    found = list(addresses())
    assert len(found) > 35
    for method, path in found:
        needs = access_to(path)
        assert needs is not None, path
        assert method in needs.methods, (method, path)


@pytest.mark.parametrize("name", ROLES)
def test_a_role_reaches_what_it_may_and_nothing_else(hall: Hall, name: str) -> None:
    role, come = ROLES[name]
    phone = come(hall)
    reached = set()
    for method, path in addresses():
        if path in ("/deputy/leave",):
            continue  # it would be nobody afterwards
        needs = access_to(path)
        assert needs is not None
        status = ask(phone, method, path)
        allowed = needs.may is None or (needs.may in ALWAYS[role] and needs.role in (None, role))
        if not allowed:
            assert status == 401, (name, method, path, status)
        else:
            assert status not in (401, 404, 405, 500), (name, method, path, status)
            reached.add(needs.may)
    assert reached - {None} == ALWAYS[role]
    if role is not DeviceRole.DEPUTY:
        assert hall.results()[4:] == [None, None, None]


def test_what_is_ticked_opens_a_door_and_nothing_else_does(hall: Hall) -> None:
    plain = hall.deputy()
    assert plain.post("/deputy/demo/A/publish-results").status_code == 401
    assert plain.post("/deputy/demo/A/requests").status_code == 401
    ticked = hall.deputy("tablet 3", frozenset(TICKED))
    assert ticked.post("/deputy/demo/A/publish-results", {"key": "k" * 12}).status_code == 409
    assert ticked.post("/deputy/demo/A/requests").status_code == 409


def test_a_cookie_of_one_role_opens_no_door_of_another(hall: Hall) -> None:
    table, deputy = hall.at_table(), hall.deputy()
    (stolen,) = table.client.cookies.values()
    deputys = next(iter(deputy.client.cookies))
    thief = hall.phone()
    thief.client.cookies.set(deputys, stolen)
    assert thief.get("/deputy/demo/A/state").status_code == 401


DESK = ("/t/demo/A/round", "/t/demo/A/log", "/sessions", "/api/v1/tournaments")
"""The address of the chief arbiter alone."""


def test_the_desk_is_not_there_for_anybody_on_the_network(hall: Hall) -> None:
    for phone in (hall.phone(), hall.deputy(), hall.at_table()):
        for path in DESK:
            assert phone.get(path).status_code == 404, path
            assert phone.post(path).status_code == 404, path
        assert phone.get("/start?token=x").status_code == 404
        key = hall.sessions.api_key
        assert phone.get("/api/v1/tournaments", authorization=f"Bearer {key}").status_code == 404


def test_only_chosen_tournaments_are_there(hall: Hall) -> None:
    (hall.folder / "secret.crivello").write_bytes((hall.folder / "demo.crivello").read_bytes())
    assert hall.phone().get("/public/secret/A").status_code == 404
    assert "secret" not in hall.phone().get("/public").text
    assert hall.deputy().get("/deputy/secret/A/state").status_code == 401


def test_nothing_that_is_not_published_is_told(hall: Hall) -> None:
    """Three results of round 4 are entered, none is published."""
    phone = hall.phone()
    now = phone.get("/events/now").json()
    page = phone.get("/public/demo/A").text
    assert f'data-sequence="{now["demo"]}"' in page
    with hall.desk() as desk:
        last = len(desk.log)
    assert now["demo"] < last
    for path in ("/public/demo/A", "/public/demo/A/card/1", "/public/demo/A/standings"):
        assert "birth" not in phone.get(path).text.lower()
    one = hall.player(6)
    assert "0-1" not in str(one.state("/me/state"))
    screen = hall.screen().get("/screen/show").text
    assert "All results are in" not in screen
    assert "missing" not in screen.lower()


def test_may_read_is_all_that_plain_http_has(hall: Hall) -> None:
    phone = hall.phone("http://127.0.0.1:8080")
    for method, path in addresses():
        needs = access_to(path)
        assert needs is not None
        if method == "GET" and path != "/events":
            status = phone.get(path).status_code
            assert (status == 403) == (needs.may is not May.READ), (path, status)
    assert hall.phone(ORIGIN).get("/public").status_code == 200
