"""Run the measurements of `make bench WHAT=rounds`; `--quick` leaves out the longest parts."""

from __future__ import annotations

import sys

from bench import campaigns, dutch, hard, systems


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    if quick:
        dutch.table((20, 100, 300, 1000), limit=10)
    else:
        dutch.table()
    print()
    hard.table()
    print()
    hard.search(400 if quick else 2000, 60 if quick else 240)
    print()
    systems.main(sizes_up_to=300 if quick else None)
    print()
    campaigns.table()


if __name__ == "__main__":
    main()
