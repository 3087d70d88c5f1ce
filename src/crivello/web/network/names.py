"""The name of this computer on the network (mDNS), where that works; the address always does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from crivello.web.session import Sessions

KIND = "_https._tcp.local."


def local_name(sessions: Sessions) -> str:
    """One for each desk: two of them may be in one hall."""
    return f"{sessions.cookie[:13]}.local"


@contextmanager
def announcing(name: str, address: str, port: int) -> Iterator[None]:
    """Answer for the name while the listener runs, if zeroconf is installed."""
    try:
        from zeroconf import ServiceInfo, Zeroconf
    except ModuleNotFoundError:
        yield
        return
    try:
        speaking = Zeroconf(interfaces=[address])
    except OSError:  # a network without multicast
        yield
        return
    label = name.removesuffix(".local")
    packed = socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address)
    about = ServiceInfo(KIND, f"{label}.{KIND}", port, server=f"{name}.", addresses=[packed])

    def speak() -> None:
        with suppress(Exception):  # the name is an extra: nothing depends on it
            speaking.register_service(about)

    threading.Thread(target=speak, daemon=True).start()
    try:
        yield
    finally:
        speaking.close()
