"""The last line of `make test`: what ran, and what did not.

`tests/conftest.py` writes the figures of a run to the file named by CRIVELLO_FIGURES,
`python -m tests.support.summary FILE` prints them as one sentence. Where `CI` is `true`, a run that
left tests out fails.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.programs import NEEDED


def write_figures(
    file: Path, passed: int, failed: int, skipped: int, left_out: Mapping[str, int]
) -> None:
    figures = {
        "passed": passed,
        "failed": failed,
        "skipped": skipped,
        "left_out": dict(left_out),
    }
    file.write_text(json.dumps(figures), encoding="utf-8")


def describe_run(passed: int, failed: int, skipped: int, left_out: Mapping[str, int]) -> str:
    """Say in one sentence what ran and what did not; `left_out` counts tests by their mark.

    >>> describe_run(10330, 0, 0, {})
    '10,330 passed; every test ran.'
    >>> describe_run(9884, 0, 0, {"browser": 441, "zsh": 5})
    '9,884 passed; 441 in a browser and 5 with zsh did not run: `make browser` installs it.'
    >>> describe_run(9882, 2, 0, {"browser": 446})
    '2 failed, 9,882 passed; 446 in a browser did not run: `make browser` installs it.'
    """
    ran = f"{passed:,} passed" if not failed else f"{failed:,} failed, {passed:,} passed"
    if skipped:
        ran += f", {skipped:,} skipped"
    if not left_out and not skipped:
        return f"{ran}; every test ran."
    if not left_out:
        return f"{ran}."
    by_remedy: dict[str, list[str]] = {}
    for mark, count in left_out.items():
        by_remedy.setdefault(NEEDED[mark].remedy, []).append(f"{count:,} {NEEDED[mark].tests}")
    for remedy, (*others, last) in by_remedy.items():
        named = f"{', '.join(others)} and {last}" if others else last
        ran += f"; {named} did not run: {remedy}"
    return f"{ran}."


def main(file: str) -> int:
    figures = json.loads(Path(file).read_text(encoding="utf-8"))
    print(describe_run(**figures))
    if (figures["left_out"] or figures["skipped"]) and os.environ.get("CI") == "true":
        print("CI must run every test.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
