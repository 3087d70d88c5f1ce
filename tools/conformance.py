"""Run or continue the campaigns of docs/evidence/conformance.md: `make agree WHAT=conformance`.

    python -m tools.conformance [FOLDER] [--jobs N] [--scheduler ADDRESS] [--only NAME]

The journals are kept in FOLDER, by default `conformance`; a campaign that was stopped is continued.
Exits with 1 if a campaign found a difference or failed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from crivello.audit.journal import read_journal
from crivello.cli import main as crivello

SIZES = ("--players", "6-20", "--rounds", "5-11", "--vary")
CAMPAIGNS: dict[str, tuple[str, ...]] = {
    key: ("--left", key, "--right", f"{key}:sieve", "-n", "5000", "--seed", "1", *SIZES)
    for key in ("dubov-2018", "dubov-2026", "dutch-2026", "dutch-2017")
} | {
    "py4swiss": (
        *("--left", "tools.py4swiss_side:ours", "--right", "tools.py4swiss_side:theirs"),
        *("--system", "dutch-2017", "-n", "1000", "--seed", "1"),
        *("--players", "10-60", "--rounds", "4-9", "--draws", "30", "--upsets", "20"),
        *("--forfeits", "15", "--half-point-byes", "20", "--full-point-byes", "60"),
        *("--zero-point-byes", "30", "--withdrawals", "60", "--late-entries", "12"),
    )
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("conformance"))
    parser.add_argument("--jobs", help="processes at once; by default one for each core")
    parser.add_argument("--scheduler", help="a Dask scheduler, local, or processes")
    parser.add_argument("--only", choices=CAMPAIGNS, action="append")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    worst = 0
    for name in options.only or CAMPAIGNS:
        journal = options.folder / f"{name}.jsonl"
        what = ("--resume",) if journal.exists() else CAMPAIGNS[name]
        where = [
            word
            for option, value in (("--jobs", options.jobs), ("--scheduler", options.scheduler))
            if value
            for word in (option, value)
        ]
        worst = max(worst, crivello(["campaign", *what, *where, "--journal", str(journal)]))
        if worst > 1:
            break
        if name == "py4swiss":
            tell_known_differences(journal)
    return worst


def tell_known_differences(journal: Path) -> None:
    from tools.py4swiss_side import adjudicated

    _, outcomes = read_journal(journal)
    cases = [case for outcome in outcomes for case in outcome.cases]
    known = sum(map(adjudicated, cases))
    print(f"{known} of {len(cases)} differences are known: docs/decisions/look-ahead.md")


if __name__ == "__main__":
    sys.exit(main())
