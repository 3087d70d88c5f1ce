"""A site on a port of this computer, with TLS, that speaks chess-results.com's upload protocol.

It checks what it is sent, keeps every tournament that it has made a key for, and fails as it is
told: before or after it has done what it was asked for.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from crivello.reports.chess_results.account import Account
from crivello.web.network.certificate import certificate

KEY, IV = bytes(range(16)), bytes(range(100, 116))
SOURCE, CREATOR = 77, 4242
FIRST_KEY = 900001


class Fault(Enum):
    """How a call goes wrong."""

    CUT_BEFORE = "cut before it is done"
    CUT_AFTER = "cut after it is done"
    HALF = "half of the answer, then cut"
    SERVER_ERROR = "500"
    ELSEWHERE = "302"
    REFUSED = "ERROR"
    NONSENSE = "a page of a hotel"
    SILENT = "done, and no answer"
    DRIP = "done, and an answer byte by byte"


@dataclass
class ResultsSite:
    """What the site has received and made, and the faults of the next calls."""

    folder: Path
    address: str = ""
    faults: dict[str, list[Fault | None]] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    tournaments: dict[int, str] = field(default_factory=dict)
    """The name of each tournament that has a key."""
    uploads: list[tuple[int, str]] = field(default_factory=list)
    """The key and the text of each upload that was taken."""
    sessions: set[str] = field(default_factory=set)
    over: threading.Event = field(default_factory=threading.Event)
    hold: threading.Event | None = None
    """While it is not set, no call is answered."""

    @property
    def authority(self) -> str:
        """The file with the authority that this server's certificate is signed by."""
        return str(self.folder / "authority.pem")

    @property
    def account(self) -> Account:
        return Account(SOURCE, CREATOR, KEY, IV, self.address)

    def write_account(self, path: Path) -> Path:
        path.write_text(
            f'source = {SOURCE}\ncreator = {CREATOR}\nkey = "{KEY.hex()}"\niv = "{IV.hex()}"\n'
            f'address = "{self.address}"\n'
        )
        path.chmod(0o600)
        return path

    def fail(self, **faults: Fault | list[Fault | None]) -> None:
        """Let the next calls fail: ``fail(upload=Fault.REFUSED)``."""
        for call, given in faults.items():
            self.faults[call.upper()] = given if isinstance(given, list) else [given]

    # The protocol

    def answer(self, call: str, query: dict[str, str], xml: str) -> str:
        return {"GETSID": self._session, "GETKEY": self._key, "UPLOAD": self._upload}[call](
            query, ElementTree.fromstring(xml) if xml else None, xml
        )

    def _session(self, query: dict[str, str], root: Any, xml: str) -> str:
        if query.get("source") != str(SOURCE):
            return error("source unknown")
        sid = str(140972164 + len(self.sessions))
        self.sessions.add(sid)
        return f'<chessresults>\n<result sid="{sid}" status ="OK" />\n</chessresults>'

    def _key(self, query: dict[str, str], root: Any, xml: str) -> str:
        asked = root.find("getkey")
        if asked is None or decrypted(asked.get("sid")) not in self.sessions:
            return error("wrong sid")
        if asked.get("source") != str(SOURCE) or asked.get("creatorID") != str(CREATOR):
            return error("creator unknown")
        key = FIRST_KEY + len(self.tournaments)
        self.tournaments[key] = asked.get("tournament")
        return f'<chessresults>\n<result key="{key}" status="OK"/>\n</chessresult>'

    def _upload(self, query: dict[str, str], root: Any, xml: str) -> str:
        security = root.find("security/securitydata")
        key = root.find("tournamentdata/tournament").get("key")
        sid = decrypted(security.get("sid"))
        if sid not in self.sessions or decrypted(security.get("creator_sid")) != str(CREATOR):
            return error("wrong sid or creator")
        if decrypted(security.get("tnr_sid")) != key or int(key) not in self.tournaments:
            return error("tournament unknown")
        self.sessions.discard(sid)
        self.uploads.append((int(key), xml))
        return '<chessresults><result status="OK"/></chessresults>'


def error(message: str) -> str:
    text = quoteattr(message)
    return (
        '<chessresults>\n<result status="ERROR"/>\n<messages>\n'
        f'<message type="error" Text={text}/>\n</massages>\n</chessresults>'
    )


def decrypted(text: str | None) -> str:
    assert text is not None
    assert re.fullmatch(r"([0-9A-F]{32})+", text)
    decryptor = Cipher(algorithms.AES(KEY), modes.CBC(IV)).decryptor()
    data = decryptor.update(bytes.fromhex(text)) + decryptor.finalize()
    return data[: -data[-1]].decode()


@contextmanager
def results_site(folder: Path) -> Iterator[ResultsSite]:
    """Run the site on a free port."""
    folder.mkdir(parents=True, exist_ok=True)
    made = certificate(folder, ["127.0.0.1"])
    site = ResultsSite(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
            query = {name: one[0] for name, one in parse_qs(urlsplit(self.path).query).items()}
            call = query["key1"]
            site.calls.append(call)
            if site.hold is not None:
                site.hold.wait(600)
            waiting = site.faults.get(call) or [None]
            fault = waiting.pop(0)
            form = parse_qs(body, keep_blank_values=True)
            assert set(form) <= {"xml"}
            sent = form.get("xml", [""])[0]
            assert "<" not in sent
            assert ">" not in sent
            xml = sent.replace("{", "<").replace("}", ">")
            if fault is Fault.CUT_BEFORE:
                self.close_connection = True
                return
            if fault in (Fault.SERVER_ERROR, Fault.ELSEWHERE):
                self.send_response(500 if fault is Fault.SERVER_ERROR else 302)
                self.send_header("Location", "/login")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if fault is Fault.REFUSED:
                text = error('no upload for "you"\x1b[31m & others')
            elif fault is Fault.NONSENSE:
                text = "<html><body>Welcome to Hotel Bellevue</body></html>"
            else:
                text = site.answer(call, query, xml)
            if fault is Fault.CUT_AFTER:
                self.close_connection = True
                return
            if fault is Fault.SILENT:
                site.over.wait(600)
                return
            data = f'<?xml version="1.0" encoding="UTF-8" ?>\n{text}'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/xml; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if fault is Fault.HALF:
                self.wfile.write(data[:50])
                self.close_connection = True
            elif fault is Fault.DRIP:
                for byte in data:
                    if site.over.is_set():
                        return
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.05)
            else:
                self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Write nothing to standard error."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Connections are cut on purpose."""

    server = Server(("127.0.0.1", 0), Handler)
    server.socket = made.context().wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    site.address = f"https://127.0.0.1:{server.server_port}/Uploadxml.aspx"
    yield site
    site.over.set()
    if site.hold is not None:
        site.hold.set()
    server.shutdown()
    server.server_close()
    thread.join()
