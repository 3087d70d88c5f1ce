"""Simulate three rounds of a hall: 300 phones and 3 deputies in network namespaces, and the desk.

    make stress WHAT=hall
    python -m bench.hall [PHONES [DEPUTIES [CUT [KILLS [WIFI [ROUNDS]]]]]]

Real processes and TLS; a share CUT of all entries is cut off while being sent, and the listener is
killed KILLS times. WIFI is 1 for a bad network, whose packets come late, twice, in another order or
not at all, and 0 for a cable. Every entry must arrive once; if two deputies enter different
results, one counts and the other is rejected with both values. Between the rounds results and
pairings are published; the devices of every seventh table send a result of the round before, which
must be rejected and shown to the arbiter, and must not be entered. The desk's own page Round is
requested all the time, and its times are compared with those of an idle desk.
"""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.hall import BAD_WIFI, faults, play, tournament

PAGE = "/t/hall/A/round/1"
IDLE = 30
SOURCE = Path(__file__).resolve().parents[1] / "src"


class DeskProcess:
    """`crivello desk` on the same folder, which gets requests as from the arbiter's browser."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "XDG_STATE_HOME": str(folder / "state"),
            "CRIVELLO_LANG": "en",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "crivello", "desk", str(folder), "--no-browser"],
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self._process.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)(/\S+)", self._process.stderr.readline())
        assert found is not None
        self._port = int(found[1])
        _, cookie, _ = self._get(found[2])
        self._cookie = cookie.partition(";")[0]
        self.seconds: list[float] = []

    def ask(self) -> None:
        begun = time.monotonic()
        status, _, text = self._get(PAGE)
        assert status == 200, text[:200]
        self.seconds.append(time.monotonic() - begun)

    def _get(self, path: str) -> tuple[int, str, str]:
        made = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        made.request("GET", path, headers={"cookie": getattr(self, "_cookie", "")})
        answer = made.getresponse()
        told = answer.status, answer.headers.get("set-cookie", ""), answer.read().decode()
        made.close()
        return told

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)
        assert self._process.stderr is not None
        self._process.stderr.close()


def spread(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    half, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return f"half within {half * 1000:.0f} ms, 95 % within {most * 1000:.0f} ms ({len(ordered)})"


def main(words: list[str]) -> int:
    given = [float(word) for word in words] + [300, 3, 0.65, 3, 1, 3][len(words) :]
    phones, deputies, cut, kills = int(given[0]), int(given[1]), given[2], int(given[3])
    with tempfile.TemporaryDirectory() as name:
        idle_folder, folder = Path(name) / "idle", Path(name) / "hall"
        for one in (idle_folder, folder):
            one.mkdir()
        tournament(idle_folder, phones // 2)
        idle = DeskProcess(idle_folder)
        for _ in range(IDLE):
            idle.ask()
        idle.stop()
        busy: list[DeskProcess] = []

        def during() -> None:
            if not busy:
                busy.append(DeskProcess(folder))
            busy[0].ask()

        played = play(
            folder,
            phones=phones,
            deputies=deputies,
            cut=cut,
            kills=kills,
            spread=20,
            weather=BAD_WIFI if given[4] else None,
            rivals=10,
            rounds=int(given[5]),
            during=during,
        )
        for desk in busy:
            desk.stop()
        wrong = faults(played)
        told = played.told
        boards = len(played.wanted)
        print(f"{phones} phones, {deputies} deputies, {int(given[5])} rounds, {boards} results")
        print(f"they took {played.seconds:.0f} s; {played.kills} times the listener was killed")
        kept = len(told["late"])
        print(f"{kept} taps of the round before: refused, and {len(played.listed)} listed as late")
        print(f"{told['sent']} requests, {told['cut']} of them cut off, {told['again']} sent again")
        air = ", ".join(f"{count} {what}" for what, count in played.air.items())
        print(f"the air: {air or 'a cable'}; {len(told['rivals'])} boards entered differently")
        print(f"answers to a phone that floods, by status: {told['flooded']}")
        print(f"answers to devices: half within {told['median']:.2f} s, 95 % {told['most']:.2f} s")
        print(f"the arbiter's page, idle: {spread(idle.seconds)}")
        print(f"the arbiter's page, meanwhile: {spread(busy[0].seconds)}")
        print(
            "every entry once, nothing lost or entered elsewhere"
            if not wrong
            else "\n".join(wrong[:50])
        )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
