"""Which user of this computer is at the other end of a connection, where the system tells.

Linux lists every connection with the user who made it. A browser sends the cookies of 127.0.0.1 to
whoever listens there, on any port; so a session serves only the user who opened it.
"""

from __future__ import annotations

import sys
from ipaddress import IPv4Address, ip_address
from pathlib import Path

TABLES = Path("/proc/net")
_USER = 6
"""The column, counted from the address of the end that has connected."""

End = tuple[str, int]


def user_of(client: End | None, server: End | None) -> int | None:
    """The number of the user who has connected from `client`; None if nobody can tell."""
    if client is None or server is None:
        return None
    try:
        here, there = _written(client), _written(server)
    except ValueError:  # no addresses of a network
        return None
    for table, client_end, server_end in zip(("tcp", "tcp6"), here, there, strict=True):
        try:
            text = (TABLES / table).read_text("ascii")
        except OSError:
            continue
        at = text.find(f" {client_end} {server_end} ") if client_end and server_end else -1
        if at >= 0:
            return int(text[at : text.find("\n", at)].split()[_USER])
    return None


def _written(end: End) -> tuple[str, str]:
    """An end of a connection as the tables for IPv4 and IPv6 write it."""
    host, port = end
    address = ip_address(host)
    four = _words(address.packed) if isinstance(address, IPv4Address) else ""
    six = address.packed if not four else bytes(10) + b"\xff\xff" + address.packed
    return (f"{four}:{port:04X}" if four else "", f"{_words(six)}:{port:04X}")


def _words(packed: bytes) -> str:
    parts = (packed[at : at + 4] for at in range(0, len(packed), 4))
    return "".join(f"{int.from_bytes(part, sys.byteorder):08X}" for part in parts)
