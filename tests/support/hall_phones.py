"""Phones and deputies of a hall, each with its own address, run inside a network namespace.

    python -m tests.support.hall_phones plan.json

Every entry has a key and is sent again, with the same key, until the desk has answered it. Some
connections are cut on purpose: before the request is complete, after it is sent, or before the
answer is read. The acknowledged entries are printed at the end, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

PATIENCE = 600.0
"""Seconds for all of it; a killed listener comes back within."""


@dataclass
class Told:
    """The answers that devices received, and how long they took."""

    acknowledged: dict[str, str] = field(default_factory=dict)
    """By board: the result that was acknowledged as entered."""
    refused: dict[str, str] = field(default_factory=dict)
    """By key: why."""
    errors: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    cut: int = 0
    sent: int = 0
    again: int = 0
    """Entries that were sent more than once."""
    rivals: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    """By board: result, status and text of each deputy who entered one."""
    late: list[str] = field(default_factory=list)
    """Entries of the round before that were refused as late."""
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By address: the cookies of a device, and what it keeps for the next round."""
    flooded: Counter[str] = field(default_factory=Counter)
    """Answers by their status to whoever asks as fast as possible."""


class CutOff(Exception):
    """Raised when a connection ended, on purpose or not: the entry is sent again."""


class Browser:
    """One device: its address, cookies and token."""

    def __init__(
        self, plan: dict[str, Any], address: str, told: Told, chance: random.Random
    ) -> None:
        self.plan, self.address, self.told, self.chance = plan, address, told, chance
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.context = ssl.create_default_context(cadata=plan["authority"])
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, cut: bool = False
    ) -> tuple[int, Any]:
        """Send a request, over a connection that is kept if possible."""
        host, port = self.plan["host"], self.plan["port"]
        begun = time.monotonic()
        try:
            if self._writer is None:
                self._reader, self._writer = await asyncio.wait_for(
                    asyncio.open_connection(
                        host, port, ssl=self.context, local_addr=(self.address, 0)
                    ),
                    60,
                )
            writer = self._writer
            assert writer is not None
            data = b"" if body is None else json.dumps(body).encode()
            lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}"]
            if method == "POST":
                lines += [
                    f"Origin: https://{host}:{port}",
                    "Content-Type: application/json",
                    f"Content-Length: {len(data)}",
                    f"X-CSRF-Token: {self.csrf}",
                ]
            if self.cookies:
                lines.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
            whole = "\r\n".join(lines).encode() + b"\r\n\r\n" + data
            self.told.sent += 1
            if cut:
                self.told.cut += 1
                part = self.chance.choice([len(whole) // 2, len(whole) - 3, len(whole)])
                writer.write(whole[:part])
                await writer.drain()
                if part == len(whole):
                    await asyncio.sleep(self.chance.random() / 20)
                self.hang_up()
                raise CutOff
            writer.write(whole)
            await writer.drain()
            status, headers, text = await asyncio.wait_for(self._answer(), 120)
        except (TimeoutError, OSError, EOFError, ssl.SSLError) as error:
            self.hang_up()
            raise CutOff(str(error)) from error
        for value in headers.get("set-cookie", []):
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        if "close" in headers.get("connection", []):
            self.hang_up()
        self.told.seconds.append(time.monotonic() - begun)
        found: Any = text
        if "json" in headers.get("content-type", [""])[0]:
            found = json.loads(text)
            if isinstance(found, dict) and found.get("csrf"):
                self.csrf = found["csrf"]
        return status, found

    async def _answer(self) -> tuple[int, dict[str, list[str]], str]:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.split("\r\n")
        headers: dict[str, list[str]] = {}
        for line in filter(None, lines):
            name, _, value = line.partition(": ")
            headers.setdefault(name.lower(), []).append(value)
        if "content-length" in headers:
            data = await self._reader.readexactly(int(headers["content-length"][0]))
        else:
            data = b""
            while size := int((await self._reader.readline()).strip() or b"0", 16):
                data += (await self._reader.readexactly(size + 2))[:-2]
            await self._reader.readline()
        return int(first.split()[1]), headers, data.decode()

    def twin(self) -> Browser:
        """Return the same device with another connection."""
        made = Browser(self.plan, self.address, self.told, random.Random(self.chance.random()))
        made.cookies, made.csrf = self.cookies, self.csrf
        return made

    def hang_up(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def surely(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request until there is an answer; cuts are spread over the entries."""
        end = time.monotonic() + PATIENCE
        times = 0
        while time.monotonic() < end:
            cut = method == "POST" and self.chance.random() < self.plan["cut"]
            try:
                status, found = await self.ask(method, path, body, cut)
            except CutOff:
                times += 1
                await asyncio.sleep(0.05 + self.chance.random() / 2)
                continue
            if status in (429, 503):
                await asyncio.sleep(0.5 + self.chance.random())
                continue
            self.told.again += times > 0
            if status >= 500 or status in (400, 401, 403, 404, 421):
                self.told.errors.append(f"{status} {method} {path}: {str(found)[:80]}")
            return status, found
        self.told.errors.append(f"no answer: {method} {path}")
        return 0, {}


_TIMES = count(1_800_000_000_000)


def envelope(kind: str, key: str, wanted: str, seen: dict[str, Any]) -> dict[str, Any]:
    """Return an entry as our pages send it."""
    made = {"version": 1, "id": key, "at": next(_TIMES), "kind": kind, "wanted": wanted}
    return made | {"seen": seen, "sure": False, "replaces": []}


async def bring_kept(browser: Browser, one: dict[str, Any]) -> None:
    """Send an entry kept from the previous round; check that it is refused with a message."""
    for kept in one.get("kept", ()):
        status, found = await browser.surely("POST", kept["url"], kept["body"])
        if status != 409 or found["state"] not in ("late", "refused"):
            browser.told.errors.append(f"kept {kept['body']}: {status} {str(found)[:80]}")
        else:
            browser.told.late.append(kept["body"]["id"])


async def phone(browser: Browser, one: dict[str, Any]) -> None:
    """Act as a player at a table: read the pairing, propose a result, wait until it is entered."""
    told = browser.told
    browser.cookies.update(one.get("cookies", {}))
    await asyncio.sleep(browser.chance.random() * browser.plan["spread"])
    await browser.surely("GET", browser.plan["public"])
    await browser.surely("POST", "/open", {"code": one["code"], "own": one["own"]})
    _, state = await browser.surely("GET", "/table/state")
    await bring_kept(browser, one)
    body = envelope("propose", one["key"], one["result"], state["seen"] | state["row"])
    if one["keeps"]:  # its battery is flat: it comes back in the next round
        told.kept[one["address"]] = {
            "cookies": browser.cookies,
            "kept": [{"url": "/table/propose", "body": body}],
        }
        browser.hang_up()
        return
    copy = browser.twin()  # the same entry at the same time, and it may come first
    (status, found), _ = await asyncio.gather(
        browser.surely("POST", "/table/propose", body),
        copy.surely("POST", "/table/propose", body),
    )
    copy.hang_up()
    end = time.monotonic() + PATIENCE
    while status == 200 and found.get("stage") == "proposed" and time.monotonic() < end:
        await asyncio.sleep(1 + browser.chance.random())
        status, found = await browser.surely("GET", "/table/state")
    if status == 409:
        told.refused[one["key"]] = found["text"]
    elif found.get("stage") == "entered":
        told.acknowledged[str(one["board"])] = found["result"]
        late, found = await browser.surely("POST", "/table/propose", body)  # a straggler
        if late != 200 or found["result"] != one["result"]:
            told.errors.append(f"table {one['board']}, sent late: {late} {found}")
    else:
        told.errors.append(f"table {one['board']}: {found}")
    told.kept[one["address"]] = {"cookies": browser.cookies, "kept": []}
    browser.hang_up()


async def deputy(browser: Browser, plan: dict[str, Any], all_read: asyncio.Barrier) -> None:
    """Act as a tablet: enter its boards twice each, the second time too late.

    All tablets have read the boards before one of them enters a result, so that rivals have not
    seen each other's.
    """
    browser.cookies[plan["cookie"]] = plan["session"]
    base = browser.plan["deputies"]
    _, state = await browser.surely("GET", f"{base}/state")
    await all_read.wait()
    await bring_kept(browser, plan)
    boards = {one["seen"]["board"]: state["seen"] | one["seen"] for one in state["boards"]}
    entries = [
        (one, envelope("result", one["key"], one["result"], boards[one["board"]]))
        for one in plan["entries"]
    ]
    twice = entries + browser.chance.sample(entries, len(entries))  # duplicates, in another order
    for one, body in twice:
        await asyncio.sleep(browser.chance.random() * browser.plan["spread"] / 10)
        status, found = await browser.surely("POST", f"{base}/results", body)
        if status == 200:
            browser.told.acknowledged[str(one["board"])] = one["result"]
        else:
            browser.told.refused[one["key"]] = str(found)
    for one in plan["rivals"]:
        body = envelope("result", one["key"], one["result"], boards[one["board"]])
        status, found = await browser.surely("POST", f"{base}/results", body)
        told = one["result"], status, str(found.get("text"))
        browser.told.rivals.setdefault(str(one["board"]), []).append(told)
    kept = [
        {
            "url": f"{base}/results",
            "body": envelope("result", one["key"], one["result"], boards[one["board"]]),
        }
        for one in plan["keeps"]
    ]
    browser.told.kept[plan["address"]] = {"cookies": {}, "kept": kept}
    browser.hang_up()


async def flood(browser: Browser) -> None:
    """Send requests as fast as possible, over several connections, until the round is over."""

    async def hammer(one: Browser) -> None:
        while True:
            try:
                status, _ = await one.ask("GET", browser.plan["public"])
            except CutOff:
                await asyncio.sleep(0.05)
                continue
            browser.told.flooded[str(status)] += 1

    await asyncio.gather(*(hammer(browser.twin()) for _ in range(browser.plan["flooding"])))


async def await_round(browser: Browser) -> None:
    """Wait until the listener, which reads the file every second, knows the round."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        _, found = await browser.surely("GET", "/events/now")
        if found.get("hall", 0) >= browser.plan["published"]:
            break
        await asyncio.sleep(0.1)
    browser.hang_up()


async def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    told = Told()
    chance = random.Random(plan["seed"])

    def browser(address: str) -> Browser:
        return Browser(plan, address, told, random.Random(chance.random()))

    work = [phone(browser(one["address"]), one) for one in plan["phones"]]
    all_read = asyncio.Barrier(len(plan["tablets"]))
    work += [deputy(browser(one["address"]), one, all_read) for one in plan["tablets"]]
    rest = Told()  # answers to those who flood count nothing
    await await_round(Browser(plan, plan["floods"][0], rest, chance))
    floods = [
        asyncio.create_task(flood(Browser(plan, one, rest, chance))) for one in plan["floods"]
    ]
    await asyncio.gather(*work)
    for task in floods:
        task.cancel()
    seconds = sorted(told.seconds)
    print(
        json.dumps(
            {
                "acknowledged": told.acknowledged,
                "refused": told.refused,
                "errors": told.errors,
                "rivals": told.rivals,
                "late": told.late,
                "kept": told.kept,
                "flooded": rest.flooded,
                "cut": told.cut,
                "sent": told.sent,
                "again": told.again,
                "median": seconds[len(seconds) // 2],
                "most": seconds[int(len(seconds) * 0.95)],
            }
        )
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
