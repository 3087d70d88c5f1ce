"""Attacks from inside the hall."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest

from crivello.web.network import guard
from crivello.web.network.guard import BODY_BYTES, Buckets, LoginThrottle, access_to, cookie_name
from tests.web.network.conftest import HOST, ORIGIN, Hall, RealHall, opened
from tests.web.network.test_deputies import STATE, board, entry
from tests.web.network.test_roles import addresses

FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": f"http://{HOST}"},
    {"origin": "https://127.0.0.1"},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},
    {"sec_fetch_site": "none"},
]


def test_dns_rebinding_another_name_is_not_ours(hall: Hall) -> None:
    phone = hall.phone()
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:80", "localhost:8443", "", f"{HOST}.x"):
        for _, path in addresses():
            assert phone.get(path, host=host).status_code == 421, (host, path)


def test_no_foreign_page_sends_anything(hall: Hall) -> None:
    deputy, table = hall.deputy(), hall.at_table()
    before = hall.results()
    for phone in (deputy, table):
        for method, path in addresses():
            if method != "POST":
                continue
            for headers in FOREIGN:
                assert phone.post(path, {}, **headers).status_code == 403, (path, headers)
    assert hall.results() == before


def test_a_request_without_an_origin_is_no_browsers(hall: Hall) -> None:
    deputy = hall.deputy()
    headers = {"x-csrf-token": deputy.csrf}
    answer = deputy.client.post("/deputy/demo/A/results", json={}, headers=headers)
    assert answer.status_code == 403


def test_a_form_of_another_session_is_refused(hall: Hall) -> None:
    deputy, other = hall.deputy(), hall.deputy("tablet 3")
    body = entry(board(deputy, 5), "1")
    for token in ("", "x", other.csrf):
        answer = deputy.post("/deputy/demo/A/results", body, x_csrf_token=token)
        assert answer.status_code == 403
    assert hall.results()[4] is None


def test_the_cookie_is_for_tls_this_name_and_no_script(hall: Hall) -> None:
    answer = hall.phone().open(hall.fragment(hall.table()))
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-")
    for part in ("Secure", "HttpOnly", "SameSite=strict", "Path=/"):
        assert part.lower() in cookie.lower()
    assert "domain" not in cookie.lower()


def test_a_cookie_sent_without_tls_opens_nothing(hall: Hall) -> None:
    """A token read from the Wi-Fi and sent over http gives no access."""
    deputy = hall.deputy()
    thief = hall.phone("http://127.0.0.1:8080")
    for name, value in deputy.client.cookies.items():
        thief.client.cookies.set(name, value)
    assert thief.get(STATE).status_code == 403


def test_no_secret_is_in_an_address_or_told_to_others(hall: Hall) -> None:
    """The part after the # is sent in a body; it is on no page, and no page is cached."""
    fragment = hall.fragment(hall.table())
    secret = fragment.rpartition("/")[2]
    phone = hall.phone()
    page = phone.get("/table")
    assert "no-store" in page.headers["cache-control"]
    assert page.headers["referrer-policy"] in ("same-origin", "no-referrer")
    answer = phone.open(fragment)
    assert secret not in answer.text
    assert secret not in str(answer.headers)
    assert phone.get(f"/table?code={fragment}").status_code == 200
    assert phone.get("/table/state").json()["table"] == "5"
    other = hall.phone()
    other.get(f"/table?code={fragment}")  # in a query it opens nothing
    assert other.get("/table/state").status_code == 401


def test_the_book_holds_no_session_and_no_secret(hall: Hall) -> None:
    deputy, table = hall.deputy(), hall.at_table()
    raw = b"".join(path.read_bytes() for path in (hall.folder / "state").glob("book.sqlite*"))
    assert b"tablet 2" in raw
    for phone in (deputy, table):
        for value in phone.client.cookies.values():
            assert value.encode() not in raw
    assert hall.fragment(hall.table()).rpartition("/")[2].encode() not in raw


# Guessing


def test_guesses_are_slowed_and_locked(hall: Hall) -> None:
    phone = hall.phone()
    right = hall.fragment(hall.table())
    for number in range(guard.GUESSES):
        wrong = right[:-4] + f"{number:04}"
        assert phone.open(wrong).status_code == 403
    assert phone.open(right[:-4] + "ABCD").status_code == 429
    assert phone.open(right).status_code == 429  # the right one too, for a while


def test_each_lock_is_longer_than_the_one_before() -> None:
    now = [0.0]
    guesses = LoginThrottle(lambda: now[0])
    locks = []
    for _ in range(guard.GUESSES + 12):
        guesses.note_failure("10.0.0.1")
        locks.append(guesses.wait("10.0.0.1"))
        now[0] += locks[-1]
    assert locks[: guard.GUESSES - 1] == [0] * (guard.GUESSES - 1)
    assert locks[guard.GUESSES - 1 : guard.GUESSES + 2] == [30, 60, 120]
    assert locks[-1] == guard.LONGEST_LOCK
    assert guesses.wait("10.0.0.2") == 0


def test_whoever_guesses_keeps_nobody_else_out() -> None:
    guesses = LoginThrottle(lambda: 0.0)
    for number in range(500):
        guesses.note_failure(f"10.0.{number // 200}.{number % 200}")
    assert guesses.wait("10.0.9.9") == 0


@pytest.mark.parametrize(
    "code",
    ["", "#", "t", "t/" * 8, "x/demo/A/4/5/1/2/AAAA", "t/demo/A/4/5/1/2/", "t/demo/A/-4/5/1/2/A",
     "t/demo/A/4/5/1/2/é", "t/demo/A/4/99999999999/1/2/A", "t/../A/4/5/1/2/A", "a" * 100_00],
)  # fmt: skip
def test_what_is_no_code(hall: Hall, code: str) -> None:
    assert hall.phone().open(code).status_code == 403


# Floods


def test_whoever_asks_too_often_waits_and_nobody_else(
    tmp_path: Path, demonstration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "RATE", 0.001)
    monkeypatch.setattr(guard, "BURST", 10.0)
    shutil.copy(demonstration, tmp_path)
    with opened(tmp_path) as hall:
        deputy, phone = hall.deputy(), hall.phone()
        *_, last = [phone.get("/events/now") for _ in range(20)]
        assert (last.status_code, last.headers["retry-after"]) == (429, "5")
        assert deputy.get(STATE).status_code == 200  # a device has a count of its own


def test_tokens_come_back_with_time() -> None:
    now = [0.0]
    buckets = Buckets(rate=2, burst=3, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now[0] += 1
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


def test_a_body_is_short(hall: Hall) -> None:
    deputy = hall.deputy()
    long = {"key": "x" * (BODY_BYTES + 1)}
    assert deputy.post("/deputy/demo/A/results", long).status_code == 413


def test_what_is_no_json_changes_nothing(hall: Hall) -> None:
    deputy = hall.deputy()
    headers = {"origin": ORIGIN, "x-csrf-token": deputy.csrf, "content-type": "application/json"}
    for data in (b"", b"{", b"[1]", b"null", b'"x"', b"\xff\xfe", b"[" * 10_000):
        url = "/deputy/demo/A/results"
        status = deputy.client.post(url, content=data, headers=headers).status_code
        assert status in (404, 409, 422, 400), data
    assert hall.results()[4] is None


# Injection


def test_headers_and_logs_hold_what_they_hold(
    real: RealHall, caplog: pytest.LogCaptureFixture
) -> None:
    """Line breaks in an address or a header do not reach headers or logs."""
    with caplog.at_level(logging.DEBUG):
        for path in ("/public/x%0d%0aSet-Cookie:%20a=b", "/join%0a%0dX", "/public/demo/A%00"):
            status, headers, _ = real.ask("GET", path)
            assert status == 404, path
            assert "a=b" not in str(headers)
        assert real.ask("GET", "/public", user_agent="x\x1b[2J evil")[0] in (200, 400)
    assert "evil" not in caplog.text
    assert "\x1b" not in caplog.text


def test_a_name_in_a_device_is_shown_as_text(hall: Hall) -> None:
    deputy = hall.deputy("<script>alert(1)</script>")
    page = deputy.get("/deputy/demo/A").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_pages_hold_nothing_inline(hall: Hall) -> None:
    for phone in (hall.deputy(), hall.at_table(), hall.player(), hall.screen()):
        for method, path in addresses():
            if method != "GET" or path == "/events":
                continue
            answer = phone.get(path)
            if "text/html" not in answer.headers.get("content-type", ""):
                continue
            assert " style=" not in answer.text, path
            assert "<script>" not in answer.text, path
            assert " onclick" not in answer.text, path


def test_every_door_but_the_public_ones_wants_tls() -> None:
    for _, path in addresses():
        needs = access_to(path)
        assert needs is not None
        public = path.startswith(("/public", "/events")) or path in ("/", "/favicon.ico", "/help")
        assert needs.public == public, path


def test_cookies_of_roles_differ(hall: Hall) -> None:
    from crivello.desk.roles import DeviceRole

    names = {cookie_name(hall.sessions, role) for role in DeviceRole}
    assert len(names) == len(DeviceRole)
