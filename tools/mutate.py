"""Delete and swap criteria of the Dutch editions, and check that a test notices each time.

    python -m tools.mutate            every mutation
    python -m tools.mutate dutch-2026 those of one edition

Each mutation runs the tests of the criteria in a process of its own, in which
``tests/systems/dutch`` puts the mutated edition in the place of the true one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from crivello.systems.dutch import editions, sieve
from crivello.systems.dutch.bracket import DutchBracket
from crivello.systems.dutch.criteria import DutchCriterion
from crivello.systems.dutch.editions import DutchEdition

Value = tuple[int, ...]
VARIABLE = "CRIVELLO_MUTATION"
TESTS = "tests/systems/dutch/test_criteria.py"
NAMES = {"dutch-2017": "DUTCH_2017", "dutch-2026": "DUTCH_2026"}


def mutations(edition: DutchEdition) -> Iterator[str]:
    """Yield the names of all mutations of an edition, such as ``dutch-2017 delete C.12``."""
    for criteria in (edition.floaters, edition.quality):
        codes = [criterion.code for criterion in criteria]
        for code in codes:
            yield f"{edition.key} delete {code}"
        for one, other in pairwise(codes):
            yield f"{edition.key} swap {one} {other}"
    yield f"{edition.key} delete {edition.look_ahead}"
    if edition.bye is not None:
        yield f"{edition.key} delete {edition.bye.code}"


def mutated(edition: DutchEdition, kind: str, codes: list[str]) -> DutchEdition:
    """Return the edition without a criterion, or with two neighbouring criteria swapped."""
    if edition.bye is not None and codes == [edition.bye.code]:
        return replace(edition, bye=None)
    return replace(
        edition,
        floaters=_changed(edition.floaters, kind, codes),
        quality=_changed(edition.quality, kind, codes),
    )


def _changed(
    criteria: tuple[DutchCriterion, ...], kind: str, codes: list[str]
) -> tuple[DutchCriterion, ...]:
    if kind == "delete":
        return tuple(criterion for criterion in criteria if criterion.code not in codes)
    kept = list(criteria)
    places = [place for place, criterion in enumerate(kept) if criterion.code in codes]
    if places:
        one, other = places
        kept[one], kept[other] = kept[other], kept[one]
    return tuple(kept)


def apply() -> None:
    """Replace an edition by the mutated one that the environment names, if it names one."""
    name = os.environ.get(VARIABLE)
    if not name:
        return
    key, kind, *codes = name.split()
    edition = editions.EDITIONS[key]
    if codes == [edition.look_ahead]:
        # Looking ahead is a procedure, not an entry of a tuple: let every downfloater look alike.
        for name in ("best_floaters", "ideal_floaters"):
            vars(sieve)[name] = _blind(key, vars(sieve)[name])
        return
    changed = mutated(edition, kind, codes)
    editions.EDITIONS[key] = changed
    setattr(editions, NAMES[key], changed)


def _blind(key: str, look: Callable[..., Value]) -> Callable[..., Value]:
    """Return a look-ahead that has no effect in the edition with this key."""

    def blind(bracket: DutchBracket, edition: DutchEdition, *others: object) -> Value:
        return () if edition.key == key else look(bracket, edition, *others)

    return blind


def main(keys: list[str]) -> int:
    survivors = []
    total = 0
    for key in keys or sorted(NAMES):
        for name in mutations(editions.EDITIONS[key]):
            total += 1
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", TESTS]
            outcome = subprocess.run(
                command,
                env={**os.environ, VARIABLE: name},
                capture_output=True,
                text=True,
                check=False,
            )
            # pytest: 0 all passed, 1 some failed; anything else is not an answer.
            caught = outcome.returncode == 1
            failed = re.search(r"^FAILED \S+::(.*?)( - .*)?$", outcome.stdout, re.MULTILINE)
            by = failed.group(1) if failed else ""
            print(f"{name:30} {'caught by ' + by if caught else 'NOT CAUGHT'}", flush=True)
            if not caught:
                survivors.append(name)
    print(f"{total - len(survivors)} of {total} mutations caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
