"""A simulated bad Wi-Fi between two network namespaces: packets are late, doubled, reordered or
lost.

    python -m tests.support.hall_air NEAR FAR WEATHER SEED

Makes two devices, NEAR and FAR, which the caller moves into the namespaces, and carries packets
between them until its input ends. WEATHER is JSON: `delay` and `jitter` in seconds, `loss`,
`duplicate` and `reorder` as shares of the packets; a reordered packet overtakes the others. A count
of what happened to the packets is printed at the end. Where the kernel has netem, that does the
same.
"""

from __future__ import annotations

import fcntl
import heapq
import json
import os
import random
import selectors
import struct
import sys
import time
from collections import Counter

_TUNSETIFF = 0x400454CA
_TUN, _NO_HEADER = 0x0001, 0x1000
LONGEST = 65536


def device(name: str) -> int:
    """Create a network device whose packets this process reads and writes."""
    handle = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(handle, _TUNSETIFF, struct.pack("16sH", name.encode(), _TUN | _NO_HEADER))
    return handle


def carry(near: int, far: int, weather: dict[str, float], chance: random.Random) -> Counter[str]:
    """Carry packets between the two devices until the input ends; return the counts."""
    other = {near: far, far: near}
    done: Counter[str] = Counter(packets=0, lost=0, doubled=0, overtaking=0)
    waiting: list[tuple[float, int, int, bytes]] = []
    looking = selectors.DefaultSelector()
    for handle in (near, far, sys.stdin.fileno()):
        looking.register(handle, selectors.EVENT_READ)
    while True:
        pause = None if not waiting else max(0.0, waiting[0][0] - time.monotonic())
        for key, _ in looking.select(pause):
            if key.fd not in other:
                return done
            try:
                packet = os.read(key.fd, LONGEST)
            except OSError:  # not up yet
                continue
            done["packets"] += 1
            if chance.random() < weather["loss"]:
                done["lost"] += 1
                continue
            copies = 1 + (chance.random() < weather["duplicate"])
            done["doubled"] += copies - 1
            for _ in range(copies):
                overtakes = chance.random() < weather["reorder"]
                done["overtaking"] += overtakes
                late = 0.0 if overtakes else weather["delay"] + chance.random() * weather["jitter"]
                due = time.monotonic() + late
                heapq.heappush(waiting, (due, done["packets"], other[key.fd], packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, handle, packet = heapq.heappop(waiting)
            try:
                os.write(handle, packet)
            except OSError:  # full, or gone: lost
                done["lost"] += 1


def main(near: str, far: str, weather: str, seed: str) -> None:
    handles = device(near), device(far)
    print("ready", flush=True)
    print(json.dumps(carry(*handles, json.loads(weather), random.Random(int(seed)))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
