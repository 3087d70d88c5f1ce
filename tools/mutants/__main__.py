"""Change the product in one place at a time and see whether a test notices.

    python -m tools.mutants rules systems          300 changes of each, drawn by seed 1
    python -m tools.mutants lim/floaters.py -n 0   all changes of one module
    python -m tools.mutants rules --again          unnoticed changes again, with every test
    python -m tools.mutants rules --gather         first note anew which test reaches which line
    python -m tools.mutants rules --gather tests/rules    of these tests only

The journals are in build/mutants; a run continues where another was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path

from tools.mutants.changes import Mutant, mutants
from tools.mutants.reach import ROOT, STORE, digest, gather, load
from tools.mutants.trial import KILLED, LIVES, SAME, UNREACHED, Choice, Outcome, try_all

PACKAGES = ("rules", "systems", "standings", "formats/trf", "desk", "explain")
EQUIVALENT = Path(__file__).with_name("equivalent.txt")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("-n", "--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=40, help="seconds of tests for each change")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--gather", nargs="*")
    options = parser.parse_args(words)
    os.chdir(ROOT)
    if options.gather is not None or not STORE.exists():
        _in_process(lambda: gather(PACKAGES, options.gather or []))
    lives = 0
    for package in options.packages:
        lives += _package(package, options)
    return 1 if lives else 0


def _in_process(work: object) -> None:
    """Run `work` in a child process, so that this one imports nothing of the product."""
    child = os.fork()
    if not child:
        try:
            assert callable(work)
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def population(package: str) -> list[Mutant]:
    path = ROOT / "src" / "crivello" / package
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    return [mutant for file in files for mutant in mutants(file, ROOT)]


def equivalent() -> dict[str, str]:
    """Return the changes that make no difference, each with the reason; they were judged one by
    one.
    """
    if not EQUIVALENT.exists():
        return {}
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    pairs = (line.rpartition(" || ") for line in lines if " || " in line)
    return {key: reason for key, _, reason in pairs}


def _package(package: str, options: argparse.Namespace) -> int:
    journal = ROOT / "build" / "mutants" / f"{package.replace('/', '-')}-{options.seed}.jsonl"
    known = {}
    if journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            outcome = Outcome(**json.loads(line))
            known[outcome.key] = outcome
    everything = population(package)
    drawn = sorted(everything, key=lambda mutant: mutant.order(options.seed))
    drawn = drawn[: options.count or len(drawn)]
    again = (LIVES, UNREACHED) if options.again else ()
    judged = equivalent()
    left = [
        one
        for one in drawn
        if one.key not in known or (known[one.key].outcome in again and one.key not in judged)
    ]
    reach = load()
    moved = [file for file, was in reach.digests.items() if digest(file) != was]
    if moved:
        print(f"Changed since the lines were noted (--gather): {len(moved)} files", flush=True)
    choice = Choice(reach, float("inf") if options.again else options.budget)
    journal.parent.mkdir(parents=True, exist_ok=True)

    def note(outcome: Outcome) -> None:
        with journal.open("a", encoding="utf-8") as lines:
            lines.write(outcome.to_json() + "\n")
        if outcome.outcome in (LIVES, UNREACHED) and outcome.key not in judged:
            file, _, change = outcome.key.partition(" ")
            tried = f"{outcome.tried} of {outcome.tests} tests"
            print(f"{file}:{outcome.line} {change}: {outcome.outcome} ({tried})", flush=True)

    try_all(left, choice, note)
    if journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            outcome = Outcome(**json.loads(line))
            known[outcome.key] = outcome
    tried = [known[one.key] for one in drawn if one.key in known]
    counts = Counter(
        "equivalent" if one.outcome in (LIVES, UNREACHED) and one.key in judged else one.outcome
        for one in tried
    )
    lives = counts[LIVES] + counts[UNREACHED]
    real = counts[KILLED] + lives
    share = 100 * counts[KILLED] / max(real, 1)
    print(
        f"{package}: {counts[KILLED]} of {real} noticed ({share:.1f} %), {lives} not;"
        f" equivalent {counts['equivalent'] + counts[SAME]};"
        f" {len(everything)} possible",
        flush=True,
    )
    return lives


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
