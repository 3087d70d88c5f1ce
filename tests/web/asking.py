"""A test client that calls the application directly, without a socket."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import anyio
from httpx2 import BaseTransport, Request, Response
from starlette.testclient import TestClient
from starlette.types import Message


class Client(TestClient):
    """Starlette's test client, which fetches an answer in one step instead of ten.

    The original goes from thread to thread for every part of an answer, to show it before it is
    complete; this takes longer than most pages. Here every answer must end.
    """

    def __init__(self, app: Any, **more: Any) -> None:
        caught = not more.get("raise_server_exceptions", True)
        super().__init__(app, **more)
        self._transport = _Whole(self, caught)


class _Whole(BaseTransport):
    """Returns the whole answer at once, and raises what the application raises unless `caught`."""

    def __init__(self, client: Client, caught: bool) -> None:
        self.client = client
        self.caught = caught

    def handle_request(self, request: Request) -> Response:
        url = request.url
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [
                (name.lower().encode(), value.encode())
                for name, value in request.headers.multi_items()
            ],
            "client": ("testclient", 50000),
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "extensions": {},
            "state": self.client.app_state.copy(),
        }
        body = request.read()
        started: list[Message] = []
        parts: list[bytes] = []

        async def ask() -> None:
            to_come = [body]
            complete = anyio.Event()

            async def receive() -> Message:
                if to_come:
                    return {"type": "http.request", "body": to_come.pop()}
                await complete.wait()
                return {"type": "http.disconnect"}

            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    assert not started, "an answer begins once"
                    started.append(message)
                else:
                    assert message["type"] == "http.response.body"
                    assert started, "an answer begins before its body"
                    assert not complete.is_set(), "nothing follows an answer"
                    parts.append(bytes(message.get("body", b"")))
                    if not message.get("more_body", False):
                        complete.set()

            await self.client.app(scope, receive, send)
            assert complete.is_set(), "an answer is complete"

        try:
            with self.client._portal_factory() as portal:
                portal.call(ask)
        except Exception:
            if not (self.caught and started):
                raise
        (start,) = started
        return Response(
            start["status"],
            headers=[(name.decode(), value.decode()) for name, value in start["headers"]],
            content=b"" if request.method == "HEAD" else b"".join(parts),
            request=request,
        )
