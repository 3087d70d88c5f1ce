"""Bodies that are too long but do not announce their length: they are sent in chunks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any
from urllib.parse import urlencode

import anyio
import pytest

from crivello.web import guard
from tests.web.conftest import Site

CHUNK = b"&entry=" + b"x" * 100_000
CHUNKS = guard.FORM_BYTES // len(CHUNK) + 10
JSON = b'{"action": "Pair", "section": "A", "reason": "'


def answered(site: Site, path: str, kind: str, first: bytes, *more: tuple[bytes, bytes]) -> Any:
    """Return status and body of the answer, which must not begin before the last chunk was
    received.
    """
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


def in_parts(fields: Mapping[str, str]) -> bytes:
    parts = (
        f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    return ("".join(parts) + "--B--\r\n").encode()


KINDS: dict[str, Callable[[Mapping[str, str]], bytes]] = {
    "application/x-www-form-urlencoded": lambda fields: urlencode(fields).encode(),
    "multipart/form-data; boundary=B": in_parts,
}


def chunked(body: bytes) -> Iterator[bytes]:
    for at in range(0, len(body), 65_536):
        yield body[at : at + 65_536]


def sent(site: Site, path: str, kind: str, size: int, how: Any) -> tuple[int, str]:
    """Send a form with one long field; return status and text of the answer."""
    fields = {"entry": "x" * size} | site.shown(path)
    headers = {"content-type": kind, guard.CSRF_HEADER: site.csrf}
    answer = site.client.post(path, content=how(KINDS[kind](fields)), headers=headers)
    return answer.status_code, unescape(answer.text)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", [bytes, chunked], ids=["with its length", "in chunks"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_one_long_field_is_told_like_a_long_form(
    site: Site, kind: str, how: Any, language: str
) -> None:
    """However it is sent, the field is accepted, or the answer states the limit."""
    site.get(f"/?lang={language}")
    status, said = sent(site, "/t/demo/A/round/4/result", kind, 1_500_000, how)
    assert status == 200
    assert {"en": ", not ", "it": ", non "}[language] in said
    status, said = sent(site, "/t/demo/A/round/4/result", kind, guard.FORM_BYTES, how)
    assert status == 413
    assert {
        "en": "The request is too large: the limit is 2 MB. Nothing was changed.",
        "it": "La richiesta è troppo grande: il limite è 2 MB. Nulla è cambiato.",
    }[language] in said
    status, said = sent(site, "/new/upload", kind, 3_000_000, how)  # files are longer
    assert status == 200
    assert {"en": "Choose a file first.", "it": "Prima scegli un file."}[language] in said


def test_a_body_that_is_no_json_is_still_malformed(site: Site) -> None:
    headers = {
        "authorization": f"Bearer {site.desktop.sessions.api_key}",
        "content-type": "application/json",
    }
    answer = site.client.post("/api/v1/tournaments", content=JSON, headers=headers)
    assert answer.status_code in (400, 422)
