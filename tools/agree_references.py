"""Compare what crivello pairs with the literal references under `tests/references`.

    python -m tools.agree_references --system burstein-2026 --rounds 5000

`make agree WHAT=references SYSTEM=… ROUNDS=…`. Random tournaments of up to ten players are written
as report files; both sides read the same text and pair the coming round: boards, colours, the bye,
or that no pairing exists. A difference is printed with the file before the round.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import crivello as cv
from tests.references import (
    burstein_2016,
    burstein_2026,
    double_swiss_2026,
    dubov_1997,
    dubov_2018,
    dubov_2026,
    dutch_2011,
    lim_1999,
    team_2026,
)
from tests.references.events import Event, Kinds, random_event
from tests.references.match_events import random_matches
from tests.references.report_file import Elsewhere, Round
from tests.references.team_events import random_teams

Pairer = Callable[[str], Round | None]
Drawer = Callable[[random.Random, Kinds, str], Event]


@dataclass(frozen=True)
class Reference:
    """The literal pairer of an edition, and the tournaments on which it is tried."""

    pair: Pairer
    kinds: Kinds = field(default_factory=Kinds)
    draw: Drawer = random_event


LOTS = (0.0, 0.1, 0.5, 0.95)
"""The shares of rounds that are paired by lot, which leads to states that no pairing system
reaches.
"""
PARITY = (("parity", ("", "", "", "literal")),)
UPFLOATS = (("forfeited-upfloats", ("", "", "", "no")),)
DUBOV = Kinds(
    adjourned=True,
    options=(*PARITY, *UPFLOATS),
    rounds=(2, 11),
    lots=LOTS,
    unrated=True,
    spellings=True,
)
"""More rounds by lot than elsewhere, as players upfloated three times are otherwise rare."""
DUBOV_1997 = Kinds(
    adjourned=True,
    options=UPFLOATS,
    rounds=(2, 11),
    names=True,
    dates=("", "2010/05/01", "2017/06/30", "2017/07/01", "2018/05/01"),
    lots=LOTS,
    unrated=True,
)
MATCHES = Kinds(
    acceleration=False,
    points=False,
    forbidden=False,
    options=(("forfeited-floats", ("", "", "", "no")),),
    rounds=(1, 7),
)
"""Tournaments whose rounds are matches; their acceleration is drawn with them."""
TEAMS = Kinds(
    acceleration=False,
    points=False,
    forbidden=False,
    options=(("last-round-preference", ("", "", "none")),),
    rounds=(1, 8),
)

REFERENCES: dict[str, Reference] = {
    "burstein-2016": Reference(
        burstein_2016.pair,
        Kinds(
            adjourned=True,
            unrated=True,
            rounds=(1, 9),
            options=(*PARITY, ("imaginary-point", ("", "yes"))),
            lots=LOTS,
        ),
    ),
    "burstein-2026": Reference(
        burstein_2026.pair,
        Kinds(
            baku="FIDE_BURSTEIN_BAKU",
            adjourned=True,
            rounds=(1, 9),
            options=PARITY,
            lots=LOTS,
        ),
    ),
    "doubleswiss-2026": Reference(double_swiss_2026.pair, MATCHES, random_matches),
    "dubov-1997": Reference(dubov_1997.pair, DUBOV_1997),
    "dubov-2018": Reference(dubov_2018.pair, DUBOV),
    "dubov-2026": Reference(dubov_2026.pair, replace(DUBOV, baku="FIDE_DUBOV_BAKU")),
    "dutch-2011": Reference(
        dutch_2011.pair, Kinds(adjourned=True, spellings=True, options=PARITY, lots=LOTS)
    ),
    "lim-1999": Reference(
        lim_1999.pair,
        Kinds(
            adjourned=True,
            unrated=True,
            lots=LOTS,
            dates=("", "2005/05/01", "2018/05/01", "2026/05/01"),
            options=(*PARITY, ("maxi-tournament", ("", "", "yes"))),
        ),
    ),
    "team-2026": Reference(team_2026.pair, TEAMS, random_teams),
}


def answer(text: str, system: str) -> Round | None:
    """Return the pairing by crivello after this report file; None if no pairing exists."""
    try:
        paired = cv.pair(cv.read(text.encode()), system=system)
    except cv.Impossible:
        return None
    return frozenset((board.white, board.black) for board in paired.boards), paired.bye


@dataclass
class Difference:
    """A round that crivello and the reference pair differently."""

    place: str
    text: str
    ours: Round | None
    expected: Round | None

    def __str__(self) -> str:
        lines = (str(self.place), f"  crivello  {format_round(self.ours)}")
        return "\n".join((*lines, f"  reference {format_round(self.expected)}"))


def format_round(paired: Round | None) -> str:
    """Return a round on one line."""
    if paired is None:
        return "no pairing"
    boards, bye = paired
    words = [f"{white}-{black}" for white, black in sorted(boards)]
    return " ".join(words + ([] if bye is None else [f"bye {bye}"]))


def play(system: str, seed: int, index: int, seen: Counter[str]) -> list[Difference]:
    """Play one random tournament to its end; return the rounds in which the answers differ."""
    reference = REFERENCES[system]
    rng = random.Random(f"{system} {seed} {index}")
    event = reference.draw(rng, reference.kinds, system)
    lots = rng.choice(reference.kinds.lots)
    found = []
    while event.number() <= event.rounds:
        event.prepare(rng)
        text = event.text()
        try:
            expected, compared = reference.pair(text), True
        except Elsewhere as other:
            expected, compared = answer(text, other.system), False
        ours = answer(text, system)
        seen["rounds" if compared else "rounds of another system"] += 1
        _count(event, ours, seen)
        if ours != expected:
            place = f"{system}, seed {seed}, tournament {index}, round {event.number()}"
            found.append(Difference(place, text, ours, expected))
        by_lot = event.by_lot(rng) if rng.random() < lots else None
        if by_lot is None and ours is None:
            break
        event.play(by_lot or ours or (frozenset(), None), rng)
    return found


def _count(event: Event, paired: Round | None, seen: Counter[str]) -> None:
    """Count the events of a round, so that the report shows what was tried."""
    seen["last rounds"] += event.number() == event.rounds
    seen["impossible"] += paired is None
    seen["byes"] += paired is not None and paired[1] is not None
    seen["absences"] += any(event.enters[one] <= event.number() for one in event.coming)
    seen["late entries"] += any(event.enters[one] == event.number() > 1 for one in event.ratings)
    seen["after forfeits"] += any(cell[7] in "+-" for own in event.cells.values() for cell in own)
    seen["acceleration"] += any(
        line[:3] in ("250", "XXA") or "_BAKU" in line for line in event.head
    )


def main() -> int:
    """Run the comparison from the command line; return 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=sorted(REFERENCES), action="append")
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the files of the differences")
    options = parser.parse_args()
    differing = 0
    for system in options.system or sorted(REFERENCES):
        begin, seen, index = time.perf_counter(), Counter[str](), 0
        found: list[Difference] = []
        while seen["rounds"] < options.rounds:
            index += 1
            for one in play(system, options.seed, index, seen):
                found.append(one)
                print(one, flush=True)
                if options.keep:
                    name = f"{system}-{options.seed}-{index}-{len(found)}.trf"
                    (options.keep / name).write_text(one.text)
        seconds = time.perf_counter() - begin
        print(f"{system}: {seen['rounds']} rounds, {len(found)} differences, {seconds:.0f} s")
        for what, count in sorted(seen.items()):
            print(f"  {count:7} {what}")
        differing += len(found)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
