"""A child process that does actions until it is killed: `python -m tests.desk.busy_arbiter FILE`.

Each action is printed when it is acknowledged, and not before.
"""

import sys

from crivello.desk import Desk
from crivello.desk.actions import Register, RollCall
from crivello.model.player import Player
from tests.desk.desks import A


def main() -> None:
    with Desk.open(sys.argv[1]) as desk:
        while True:
            # Some events are long, so that a commit touches many pages.
            groups = 70 if desk.log[-1].sequence % 5 == 0 else 0
            tags = tuple((f"group {k}", "x" * 100) for k in range(groups))
            outcome = desk.act(
                Register(A, (Player("Player", id=0, number=0, tags=tags), Player(id=0, number=0)))
            )
            _acknowledge(outcome.sequence)
            desk.copy()  # a copy may be half-way too
            outcome = desk.act(RollCall(A, tuple(desk.section(A).registrations)[-2:]))
            _acknowledge(outcome.sequence)


def _acknowledge(sequence: int) -> None:
    sys.stdout.write(f"{sequence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
