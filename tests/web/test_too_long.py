"""Bodies that are too long and do not say so: sent in chunks, without a length."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest

from crivello.web import guard
from tests.web.conftest import Site

CHUNK = b"&entry=" + b"x" * 100_000
CHUNKS = guard.FORM_BYTES // len(CHUNK) + 10
JSON = b'{"action": "Pair", "section": "A", "reason": "'


def answered(site: Site, path: str, kind: str, first: bytes, *more: tuple[bytes, bytes]) -> Any:
    """Status and body of the answer; it must not begin before the last chunk was heard."""
    left = [first, *[CHUNK] * CHUNKS]
    status: list[int] = []
    said = b""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal said
        if message["type"] == "http.response.start":
            assert left == []
            status.append(message["status"])
        said += message.get("body", b"")

    headers = [(b"host", b"127.0.0.1"), (b"content-type", kind.encode()), *more]
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "headers": headers,
    }
    with ThreadPoolExecutor(1) as beside:  # this thread may have the loop of a browser
        beside.submit(anyio.run, site.app, scope, receive, send).result()
    return status[0], said.decode()


@pytest.mark.parametrize("path", ["/tournaments/demo/actions", "/tournaments"])
def test_a_program_is_told_that_its_body_is_too_long(site: Site, path: str) -> None:
    key = (b"authorization", f"Bearer {site.desktop.sessions.api_key}".encode())
    status, said = answered(site, f"/api/v1{path}", "application/json", JSON, key)
    assert status == 413
    assert json.loads(said)["code"] == "too-long"
    assert "2 MB" in json.loads(said)["detail"]


def test_a_page_is_told_that_its_form_is_too_long(site: Site) -> None:
    session = (b"cookie", f"{site.desktop.sessions.cookie}={site.session}".encode())
    token = (guard.CSRF_HEADER.encode(), site.csrf.encode())
    kind = "application/x-www-form-urlencoded"
    status, said = answered(site, "/t/demo/A/round/4/result", kind, b"entry=", session, token)
    assert status == 413
    assert "2 MB" in said


def test_a_body_that_is_no_json_is_still_malformed(site: Site) -> None:
    headers = {
        "authorization": f"Bearer {site.desktop.sessions.api_key}",
        "content-type": "application/json",
    }
    answer = site.client.post("/api/v1/tournaments", content=JSON, headers=headers)
    assert answer.status_code in (400, 422)
