"""`crivello network`: make tournaments reachable for the devices in a hall, for a limited time.

When the arbiter turns the network on, the desk starts this command, and ends it later.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from crivello.model.errors import CrivelloError
from crivello.web.desks import SUFFIX
from crivello.web.network.addresses import announcing, local_name, read_private
from crivello.web.network.app import NetworkReach, create_network_app
from crivello.web.network.certificate import certificate
from crivello.web.network.device_store import BOOK, FOLDER, LINKS, DeviceStore
from crivello.web.network.listener import ListenerSocket, NetworkServer
from crivello.web.network.switch import OpenNetwork, read_until
from crivello.web.ports import (
    OPTION,
    PORT,
    PUBLIC_OPTION,
    PUBLIC_PORT,
    PortTaken,
    listen_at,
)
from crivello.web.session import Sessions, desk_folder, private, state_folder
from crivello.web.starting import find_folder
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

REACHABLE = N_(
    "Until {until} every device on the network of {address} can read what is published of {files}: "
    "{plain}. With a code or after approval at the desk: {secure}"
)
FINGERPRINT = N_("Fingerprint of the certificate (SHA-256): {fingerprint}")
OVER = N_("The network is closed.")
KEEP_PORT = N_(
    "Codes already printed and pages already open on tablets lead to the port of the event. "
    "End the other program and try again, or choose another port with {option} and print the "
    "codes again."
)


def run(arguments: StartArguments, console: StartConsole) -> int:
    folder, files = _files(arguments)
    address = read_private(arguments.get("--address"))
    until = read_until(arguments.get("--until"))
    named = arguments.get("--state")
    own = Path(named) if named else desk_folder(state_folder(os.environ), folder) / FOLDER
    private(own, parents=0 if named else 3)
    sessions = Sessions(own)
    listening, port = _listen(address, arguments, console, OPTION, PORT)
    plain: socket.socket | None = None
    plain_port = 0
    if "--no-http" not in arguments:
        try:
            plain, plain_port = _listen(address, arguments, console, PUBLIC_OPTION, PUBLIC_PORT)
        except CrivelloError:
            listening.close()
            raise
    name = local_name(sessions)
    identity = certificate(own, [address, name])
    shown = f"[{address}]" if ":" in address else address
    hosts = {"https": frozenset(f"{one}:{port}" for one in (shown, name))}
    if plain is not None:
        hosts["http"] = frozenset(f"{one}:{plain_port}" for one in (shown, name))
    reach = NetworkReach(
        files,
        hosts,
        until.timestamp(),
        one_phone="--one-phone" in arguments,
        screen_codes="--screen-codes" in arguments,
        secure=f"https://{shown}:{port}",
        plain=f"http://{shown}:{plain_port}" if plain else "",
        certificate=identity,
    )
    store = DeviceStore(own / BOOK)
    store.forget_old()
    app = create_network_app(
        folder,
        reach,
        sessions=sessions,
        store=store,
        key=sessions.derived_key(LINKS),
        language=console.language,
    )

    def ready(announced: bool) -> None:
        said = console.say(
            REACHABLE,
            until=until.astimezone().strftime("%d/%m %H:%M"),
            address=address,
            files=", ".join(files),
            plain=f"{reach.plain or reach.secure}/public",
            secure=reach.secure,
        )
        console.remark(said)
        console.remark(console.say(FINGERPRINT, fingerprint=identity.fingerprint))
        opened = OpenNetwork(
            secure=reach.secure,
            plain=reach.plain,
            name=f"https://{name}:{port}" if announced else "",
            fingerprint=identity.fingerprint,
            authority=identity.authority_fingerprint,
            until=reach.until,
            files=files,
            one_phone=reach.one_phone,
        )
        print(opened.to_line(), flush=True)

    sockets = [ListenerSocket(listening, identity.context())]
    if plain is not None:
        sockets.append(ListenerSocket(plain, None))
    parent = _Parent() if "--while-open" in arguments else None
    with announcing(name, address, port) as announced, suppress(KeyboardInterrupt):
        server = NetworkServer(
            app,
            sockets,
            reach.until,
            ready=lambda: ready(announced),
            still=lambda: parent is None or parent.alive,
        )
        # uvicorn raises it again at the end; before, while modules load, an exception might be
        # lost.
        signal.signal(signal.SIGTERM, server.handle_exit)
        server.run()
    console.remark(console.say(OVER))
    return 0


class _Parent:
    """Watches the desk that started this process; when the desk ends, standard input ends."""

    def __init__(self) -> None:
        self.alive = True
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while os.read(0, 1024):
                pass
        self.alive = False


def _files(arguments: StartArguments) -> tuple[Path, tuple[str, ...]]:
    """Return the folder, and the names of the tournaments in it that are to be reachable."""
    path, name = find_folder(arguments)
    if name:
        return path, (name,)
    names = sorted(one.name.removesuffix(SUFFIX) for one in path.glob(f"*{SUFFIX}"))
    only = json.loads(arguments.get("--only") or "null")
    return path, tuple(one for one in names if only is None or one in only)


def _listen(
    address: str, arguments: StartArguments, console: StartConsole, option: str, usual: int
) -> tuple[socket.socket, int]:
    port = arguments.number(option)
    try:
        return listen_at(address, usual if port is None else port, option)
    except PortTaken as error:
        print(error.taken.to_line(), flush=True)  # for the desk, which asks what to do
        console.remark(console.say(KEEP_PORT, option=option))
        raise
