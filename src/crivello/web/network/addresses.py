"""The addresses of this computer in the network of a hall, and its name by mDNS."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address, ip_network

from crivello.model.errors import Unsupported, WordError
from crivello.web.session import Sessions
from crivello.words import N_

_SIOCGIFADDR = 0x8915
KIND = "_https._tcp.local."
"""The type of the service that mDNS announces."""
ANNOUNCE_SECONDS = 10.0
"""How long the listener waits until its name is announced, which usually takes two seconds."""
PRIVATE = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
    "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
"""Address ranges of private networks, such as that of a hall. 100.64.0.0/10 belongs to the address
translation of providers; mobile routers use it."""

NO_ADDRESS = N_(
    "This computer is not connected to a network. Connect it, or name one of its addresses "
    "with --address."
)
NOT_PRIVATE = N_(
    "{address} is not an address of a private network, such as a Wi-Fi in a hall: "
    "anyone on the internet could reach it. Nothing was opened."
)
NOT_AN_ADDRESS = N_("{word!r} is not an address of this computer, such as 192.168.1.5.")


def is_private(address: str) -> bool:
    one = ip_address(address)
    return any(one in ip_network(network) for network in PRIVATE)


def read_private(word: str | None) -> str:
    """Return the address to listen at: the one that is named, or the most likely one of this
    computer.
    """
    if not word:
        found = addresses()
        if not found:
            raise Unsupported(NO_ADDRESS)
        return found[0]
    try:
        address = str(ip_address(word))
    except ValueError:
        raise WordError(NOT_AN_ADDRESS, word=word) from None
    if not is_private(address):
        raise Unsupported(NOT_PRIVATE, address=address)
    return address


def addresses() -> list[str]:
    """Return the private IPv4 addresses of this computer, the one others most likely use first.

    Loopback addresses are left out.
    """
    found = dict.fromkeys(one for one in (_usual(), *_of_interfaces(), *_of_name()) if one)
    return [one for one in found if is_private(one) and not one.startswith("127.")]


def _usual() -> str:
    """Return the address from which this computer would reach others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            address: str = asking.getsockname()[0]
        except OSError:
            return ""
    return address


def _of_interfaces() -> list[str]:
    """Return the addresses of the network interfaces; works on Linux only."""
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without such an address
                question = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, question)
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _of_name() -> list[str]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(answer[4][0]) for answer in answers]


# The name; the address works always


def local_name(sessions: Sessions) -> str:
    """Return the name of this desk on the local network; every desk has its own, as a hall may have
    two.
    """
    return f"{sessions.cookie[:13]}.local"


@contextmanager
def announcing(name: str, address: str, port: int) -> Iterator[bool]:
    """Announce the name while the listener runs; yield True if it is announced.

    This needs zeroconf, and a network that forwards multicast.
    """
    try:
        from zeroconf import ServiceInfo, Zeroconf
    except ModuleNotFoundError:
        yield False
        return
    try:
        speaking = Zeroconf(interfaces=[address])
    except OSError:  # a network without multicast
        yield False
        return
    label = name.removesuffix(".local")
    packed = socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address)
    about = ServiceInfo(KIND, f"{label}.{KIND}", port, server=f"{name}.", addresses=[packed])
    announced = threading.Event()

    def speak() -> None:
        with suppress(Exception):  # the name is an extra: nothing depends on it
            speaking.register_service(about)
            announced.set()

    thread = threading.Thread(target=speak, daemon=True)
    thread.start()
    thread.join(ANNOUNCE_SECONDS)
    try:
        yield announced.is_set()
    finally:
        speaking.close()
