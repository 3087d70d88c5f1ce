"""Verify thousands of exercises by brute force: `make agree WHAT=exercises`.

Each exercise is solved again by listing all pairings (`tests/practice/brute_force.py`); pairs,
floaters, candidates in order and the criterion against each must agree.
"""

from __future__ import annotations

import sys
from collections import Counter

from crivello.model.keys import SYSTEMS
from crivello.practice.making import list_difficulties, make_exercise
from crivello.systems.registry import find
from tests.practice.brute_force import verify


def main(arguments: list[str]) -> int:
    """Verify so many exercises in all, spread over systems and kinds, from the first seed on."""
    many, first = int(arguments[0]), int(arguments[1])
    kinds = [(key, kind) for key in SYSTEMS for kind in list_difficulties(find(key))]
    done: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for at in range(many):
        key, kind = kinds[at % len(kinds)]
        exercise = make_exercise(key, kind, first + at // len(kinds))
        try:
            asked[key] += verify(exercise)
        except AssertionError as error:
            raise SystemExit(f"{exercise}: {error}") from error
        done[key] += 1
        if sys.stdout.isatty():
            print(f"\r{at + 1}", end="", flush=True)
    for key in done:
        print(f"{key:18} {done[key]:6} exercises {asked[key]:7} questions")
    print(f"{done.total()} exercises, {asked.total()} questions: all as by brute force")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
