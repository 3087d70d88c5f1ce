"""Refused requests, on every route."""

from __future__ import annotations

import socket
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import anyio
import pytest
from fastapi.routing import APIRoute
from httpx2 import Response

from crivello.web import guard
from crivello.web.api.description import ROUTERS as API_ROUTERS
from crivello.web.app import OPENAPI, ROUTERS
from crivello.web.desks import ChangeFeed
from crivello.web.guard import SIGN_IN, START, is_public
from crivello.web.ports import NoPort
from crivello.web.server import listen
from crivello.web.session import START_SECONDS, Sessions
from tests.web.conftest import Site

FILLED = {
    "file": "demo",
    "section": "A",
    "number": "4",
    "board": "1",
    "job": "x",
    "name": "results",
}


@dataclass(frozen=True)
class Address:
    method: str
    path: str

    @property
    def safe(self) -> bool:
        return self.method in guard.SAFE


def addresses() -> Iterator[Address]:
    """Yield every route, with its parameters filled in."""
    yield Address("GET", OPENAPI)
    for router in (*ROUTERS, *API_ROUTERS):
        for route in router.routes:
            assert isinstance(route, APIRoute)
            path = route.path
            for name in route.param_convertors:
                path = path.replace(f"{{{name}}}", FILLED.get(name, "1"))
            for method in sorted(route.methods or ()):
                yield Address(method, path)


def ask(site: Site, address: Address, **headers: str) -> Response:
    """Send a request in which everything is right unless stated otherwise."""
    given = {"x-csrf-token": site.csrf, "sec-fetch-site": "same-origin"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return site.client.request(address.method, address.path, headers=given, follow_redirects=False)


def test_there_are_routes_to_walk(site: Site) -> None:
    found = list(addresses())
    assert Address("POST", "/t/demo/A/round/4/result") in found
    assert Address("GET", "/api/v1/tournaments") in found
    assert len([one for one in found if not one.safe]) >= 8


def test_the_icon_is_found_at_its_usual_address_by_everyone(site: Site) -> None:
    for client in (site.client, site.visitor()):
        answer = client.get("/favicon.ico")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")


def test_every_address_refuses_another_host(site: Site) -> None:
    for address in addresses():
        answer = ask(site, address, host="desk.example")
        assert answer.status_code == 421, address


def test_every_unsafe_address_refuses_a_foreign_page(site: Site) -> None:
    before = site.desktop.desks.file("demo").snapshot.sequence
    for address in addresses():
        if address.safe:
            continue
        for headers in (
            {"origin": "https://example.org"},
            {"origin": "null"},
            {"origin": "http://127.0.0.1:9999"},
            {"sec_fetch_site": "cross-site"},
            {"sec_fetch_site": "same-site"},
            {"sec_fetch_site": "none"},
        ):
            assert ask(site, address, **headers).status_code == 403, (address, headers)
    assert site.desktop.desks.file("demo").snapshot.sequence == before


def test_every_address_refuses_to_be_embedded_or_read_from_elsewhere(site: Site) -> None:
    for address in addresses():
        if address.path.startswith("/events"):
            continue  # an endless answer; asked below
        for mode, dest in (("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe")):
            answer = ask(
                site,
                address,
                sec_fetch_site="cross-site",
                sec_fetch_mode=mode,
                sec_fetch_dest=dest,
            )
            assert answer.status_code == 403, (address, mode)
        assert "access-control-allow-origin" not in answer.headers


def test_the_stream_is_not_for_other_pages(site: Site) -> None:
    stream = Address("GET", "/events")
    assert ask(site, stream, sec_fetch_site="cross-site").status_code == 403
    assert ask(site, stream, origin="https://example.org").status_code == 403


def test_every_address_of_the_desk_wants_the_cookie(site: Site) -> None:
    csrf = site.csrf
    site.client.cookies.clear()
    asked = 0
    for address in addresses():
        if is_public(address.method, address.path):
            continue
        asked += 1
        given = {"x-csrf-token": csrf, "sec-fetch-site": "same-origin"}
        answer = site.client.request(address.method, address.path, headers=given)
        assert answer.status_code == 401, address
        assert "Fourteen" not in answer.text
    assert asked > 20


def test_only_reading_is_public(site: Site) -> None:
    for address in addresses():
        if is_public(address.method, address.path) and address.path != SIGN_IN:
            assert address.safe
            assert address.path.startswith(("/public", "/events", "/start"))


def test_a_page_without_a_session_can_ask_for_a_link_but_does_not_get_it(site: Site) -> None:
    offered: list[str] = []

    def offer() -> bool:
        offered.append(site.desktop.sessions.start_token())
        return True

    stranger = site.visitor()
    assert stranger.post(SIGN_IN).status_code == 503  # nothing that could print it
    site.desktop.offer_link = offer
    answer = stranger.post(SIGN_IN)
    assert (answer.status_code, answer.text, len(offered)) == (204, "", 1)
    assert not any("cookie" in name for name in answer.headers)
    foreign = stranger.post(SIGN_IN, headers={"sec-fetch-site": "cross-site"})
    assert (foreign.status_code, len(offered)) == (403, 1)
    assert stranger.get(START, params={"token": offered[0]}).status_code == 200


def test_every_unsafe_address_wants_the_token(site: Site) -> None:
    before = site.desktop.desks.file("demo").snapshot.sequence
    other = Sessions().csrf(site.session)
    for address in addresses():
        if address.safe:
            continue
        for token in ("", "x", other):
            answer = ask(site, address, x_csrf_token=token)
            assert answer.status_code == 403, address
        answer = site.client.request(address.method, address.path, data={"csrf": other})
        assert answer.status_code == 403, address
    assert site.desktop.desks.file("demo").snapshot.sequence == before


def test_a_forged_or_old_cookie_is_not_known(site: Site) -> None:
    name = site.desktop.sessions.cookie
    for forged in ("", "x", "a.9999999999.b", Sessions().new(), site.session + "0"):
        site.client.cookies.clear()
        site.client.cookies.set(name, forged)
        assert site.get("/").status_code == 401


def test_the_start_link_works_once_and_not_for_long(site: Site) -> None:
    now = [0.0]
    sessions = Sessions(clock=lambda: now[0])
    token = sessions.start_token()
    session = sessions.exchange(token)
    assert session is not None
    assert sessions.recognise(session)
    assert sessions.exchange(token) is None
    late = sessions.start_token()
    now[0] = START_SECONDS + 1
    assert sessions.exchange(late) is None
    site.client.cookies.clear()
    assert site.get("/start?token=guess").status_code == 401


def test_the_cookie_is_for_this_site_and_not_for_scripts(site: Site) -> None:
    token = site.desktop.sessions.start_token()
    answer = site.client.get(f"/start?token={token}&to=demo", follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "domain" not in cookie
    assert "path=/;" in cookie
    assert '; url=/t/demo?started=1"' in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"
    token = site.desktop.sessions.start_token()
    elsewhere = site.client.get(f"/start?token={token}&to=//evil.example", follow_redirects=False)
    assert '; url=/?started=1"' in elsewhere.text
    assert "evil" not in elsewhere.text


def test_a_browser_that_keeps_no_cookies_is_told_so(site: Site) -> None:
    site.client.cookies.clear()
    blocked = site.get("/?started=1")
    assert blocked.status_code == 401
    assert "did not keep the cookie" in blocked.text
    unknown = site.get("/")
    assert unknown.status_code == 401
    assert "Open the link that the program" in unknown.text
    site.client.cookies.set(site.desktop.sessions.cookie, "of-a-session-that-is-over")
    assert "did not keep the cookie" not in site.get("/?started=1").text


def test_a_link_in_a_mail_may_be_followed(site: Site) -> None:
    answer = ask(
        site,
        Address("GET", "/"),
        sec_fetch_site="cross-site",
        sec_fetch_mode="navigate",
        sec_fetch_dest="document",
    )
    assert answer.status_code == 200


def test_a_program_comes_with_the_key_and_needs_no_token(site: Site) -> None:
    site.client.cookies.clear()
    bearer = {"authorization": f"Bearer {site.desktop.sessions.api_key}"}
    assert site.client.get("/api/v1/tournaments", headers=bearer).status_code == 200
    wrong = {"authorization": "Bearer x"}
    assert site.client.get("/api/v1/tournaments", headers=wrong).status_code == 401


@pytest.mark.parametrize("path", ["/", "/t/demo/A/round", "/nowhere", "/static/desk.css"])
def test_every_answer_is_sealed(site: Site, path: str) -> None:
    headers = site.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_pages_hold_nothing_inline_on_the_page(site: Site) -> None:
    """The policy would block it: pages have no inline scripts, styles or handlers."""
    for address in addresses():
        if address.method != "GET" or address.path.startswith(("/events", "/api")):
            continue
        answer = ask(site, address)
        text = answer.text
        assert " style=" not in text, address
        # A page for print holds one sheet, which its policy names (test_print.py).
        named = answer.headers["content-security-policy"].count("'sha256-")
        assert text.count("<style") == named, address
        assert not named or "/print/" in address.path, address
        assert " onclick" not in text, address
        assert "<script>" not in text, address
        assert "https://" not in text, address


def test_forms_have_a_limit(site: Site) -> None:
    path = "/t/demo/A/round/4/result"
    long = {"entry": "x" * (guard.FORM_BYTES + 1)}
    answer = site.post(path, long)
    assert answer.status_code == 413
    assert "2 MB" in answer.text

    def endless() -> Iterator[bytes]:
        for _ in range(guard.FORM_BYTES // 1000 + 10):
            yield b"x" * 1000

    headers = {"x-csrf-token": site.csrf, "content-type": "application/x-www-form-urlencoded"}
    answer = site.client.post(path, content=endless(), headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "demo%00"])
def test_names_lead_nowhere_else(site: Site, name: str) -> None:
    assert site.get(f"/t/{name}/A/round").status_code == 404
    assert site.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.org", ""])
def test_the_desk_listens_on_this_computer_only(host: str) -> None:
    from crivello.model.errors import Unsupported

    with pytest.raises(Unsupported, match="this computer only"):
        listen(host, 0)


def test_a_port_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NoPort, match="There is no port 70000"):
        listen("127.0.0.1", 70000)


def test_two_desks_find_two_ports() -> None:
    with listen("127.0.0.1", None) as one, listen("127.0.0.1", None) as other:
        assert one.getsockname()[1] != other.getsockname()[1]


def test_an_error_nobody_has_foreseen_leaves_with_all_headers(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(site.desktop.desks, "overview", broken)
    client = site.visitor(raise_server_exceptions=False)
    client.cookies = site.client.cookies
    answer = client.get("/")
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    for name, value in guard.HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"


def test_an_error_after_the_action_does_not_say_that_nothing_was_changed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError("the page, not the action")

    file = site.desktop.desks.file("demo")
    before = file.snapshot.sequence
    monkeypatch.setattr(ChangeFeed, "publish", broken)
    client = site.visitor(raise_server_exceptions=False)
    key = {"authorization": f"Bearer {site.desktop.sessions.api_key}"}
    body = {"action": "Withdraw", "section": "A", "players": [14]}
    answer = client.post("/api/v1/tournaments/demo/actions", json=body, headers=key)
    assert (answer.status_code, file.snapshot.sequence) == (500, before + 1)
    assert "Nothing was changed" not in answer.text
    assert "Check the log" in answer.text


def test_the_body_of_a_refused_request_is_heard_to_its_end(site: Site) -> None:
    """Otherwise a browser that is still sending would show no answer at all."""
    parts = [b"x" * 1000] * 5
    left = list(parts)
    answers: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": left.pop(), "more_body": bool(left)}

    async def send(message: MutableMapping[str, object]) -> None:
        if message["type"] == "http.response.start":
            assert left == []
        answers.append(dict(message))

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/t/demo/A/players/import/upload",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), (b"content-length", b"5000")],
    }
    with ThreadPoolExecutor(1) as beside:  # this thread may have the loop of a browser
        beside.submit(anyio.run, site.app, scope, receive, send).result()
    assert answers[0]["status"] == 401


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "٣", "x", ""])
def test_a_number_that_is_none_is_no_mistake_of_ours(site: Site, number: str) -> None:
    for path in ("players/several", "players/1/byes", "round/4/no-shows", "players/updates"):
        fields = {
            "player": number,
            "round": number,
            "change": f"{number}:rating",
            "choice": "absent",
        }
        assert site.post(f"/t/demo/A/{path}", fields).status_code < 500


def test_where_the_system_can_the_port_is_ours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The option that only Windows has is replaced by another one here."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with listen("127.0.0.1", 0) as one:
        assert one.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert one.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
    monkeypatch.delattr(socket, "SO_EXCLUSIVEADDRUSE")
    with listen("127.0.0.1", 0) as one:
        assert one.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 1
