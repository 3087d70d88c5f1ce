"""What processes of the web are given to do in tests.

They begin by loading the module of their work: this one needs next to nothing.
"""

import os
import time
from typing import Any

from crivello.model.errors import Malformed

ENDLESS = 3600.0


def quick(one: int, two: int, tell: Any) -> int:
    return one + two


def refusing(tell: Any) -> None:
    raise Malformed("no {what}", what="thing")


def endless(*arguments: Any) -> None:
    tell = arguments[-1]
    tell(1, 4)
    time.sleep(ENDLESS)


def greedy(*arguments: Any) -> int:
    return sum(map(len, [bytearray(2**24) for _ in range(1000)]))


def dying(tell: Any) -> None:
    os._exit(3)
