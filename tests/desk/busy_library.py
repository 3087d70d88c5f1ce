"""A child process that registers players by the library until it is killed.

`python -m tests.desk.busy_library FILE NAME FIRST`: NAME FIRST, NAME FIRST+1, …; each name is
printed when its registration is acknowledged, and not before.
"""

import itertools
import sys
import time

from crivello.desk import Desk
from crivello.desk.actions import Register
from crivello.model.player import Player
from crivello.store import Conflict
from crivello.store.errors import Locked
from tests.desk.desks import A


def main() -> None:
    path, name, first = sys.argv[1:]
    with Desk.open(path) as desk:
        for number in itertools.count(int(first)):
            # Some events are long, so that a commit touches many pages.
            groups = 70 if number % 5 == 0 else 0
            tags = tuple((f"group {k}", "x" * 100) for k in range(groups))
            try:
                desk.act(Register(A, (Player(f"{name} {number}", id=0, number=0, tags=tags),)))
            except (Conflict, Locked):
                continue  # the others were quicker all the time: refused, and said so
            sys.stdout.write(f"{name} {number}\n")
            sys.stdout.flush()
            time.sleep(0.005)  # so that the others get their turn


if __name__ == "__main__":
    main()
