"""The socket on which the desk and the engine listen."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

from crivello.web.ports import bind


def test_each_part_of_an_answer_is_sent_at_once() -> None:
    """Otherwise the body of an answer waits until the caller has confirmed its head."""

    async def ask() -> int:
        found: list[int] = []

        def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            found.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = bind("127.0.0.1", 0)
        server = await asyncio.start_server(accept, sock=listening)
        async with server:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()
        return found[0]

    with ThreadPoolExecutor(1) as thread:  # a browser test may have left a loop in this one
        assert thread.submit(lambda: asyncio.run(ask())).result() != 0
