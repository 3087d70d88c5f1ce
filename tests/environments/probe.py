"""Call every part of the program in one process, and print all that it answers.

`python probe.py` is run in an empty folder in each environment, and must give the same answers in
all. One process makes all calls, because most calls take less time than starting one. No answer
depends on the clock.
"""

import json
import shlex
import sys
from collections.abc import Callable

from crivello.cli import main
from crivello.cli.commands import COMMANDS

SYSTEMS = (
    "dutch-2026",
    "dutch-2011",
    "dubov-2026",
    "dubov-1997",
    "burstein-2026",
    "lim-1999",
    "doubleswiss-2026",
    "team-2026",
    "roundrobin",
)
OF_EACH_SYSTEM = (
    "generate --players 8 --rounds 4 --seed 7 --system {system} --output {system}.trf",
    "pair {system}.trf --round 4",
    "explain {system}.trf --round 3",
    "explain {system}.trf --round 3 --full --to html --lang it",
    "explain {system}.trf --round 3 --player 2",
    "check {system}.trf",
    "standings {system}.trf --tie-breaks SB",
    "crosstable {system}.trf",
    "print pairings {system}.trf --to text",
)
CALLS = (
    "example --output t.trf",
    "--dutch t.trf -p",
    "pair t.trf --json",
    "explain t.trf --round 3 --why-not 2-3 --lang it",
    "explain t.trf --round 3 --edition-diff dutch-2026",
    "standings t.trf --why 3,5",
    "card t.trf --player 3",
    "ratings t.trf",
    "norms t.trf",
    "convert t.trf t.json --to json",
    "convert t.json --to trf16",
    "print standings t.trf --to html --output -",
    "print crosstable t.trf --to csv --output -",
    "teach bracket t.trf --round 3",
    "teach exchanges 5",
    "teach mdps",
    "systems",
    "scheveningen 4",
    "manual --lang it",
    "pair missing.trf",
    "new forli name='Forlì – ñ 国' rounds=3 system=dutch-2026",
    "add 'Müller, Zoë' rating=2100",
    "add 'Ñuñez' rating=2000",
    "add '国' rating=1900",
    "add Ada",
    "present --all",
    "draw white",
    "pair",
    "explain",
    "publish",
    "result 1 1-0",
    "result Ada 1/2",
    "publish",
    "standings",
    "status --json",
    "check",
    "undo",
    "verify",
)


def tell_calls() -> None:
    """Call the command line."""
    calls = [call.format(system=system) for system in SYSTEMS for call in OF_EACH_SYSTEM]
    helps = [f"{name} --help" for name in COMMANDS]
    for call in (*calls, *CALLS, "--help", *helps):
        print(f"== {call}", flush=True)
        language = () if "--lang" in call else ("--lang", "en")
        code = main([*shlex.split(call), *language])
        print(f"-- {int(code)}", flush=True)


def tell_library() -> None:
    """Use the library."""
    import crivello as cv

    tournament = cv.example()
    print(*cv.pair(tournament).boards, cv.explain(tournament, round=3, depth="full").text())
    print(cv.why_not(tournament, round=4, pair=("Davide", "Carla")).markdown())
    try:
        cv.read(b"001 nonsense")
    except cv.CrivelloError as error:
        print(type(error).__name__, error)


def tell_descriptions() -> None:
    """Describe the interfaces for programs."""
    from crivello.web.api.description import describe
    from crivello.web.service.app import create_service
    from crivello.web.service.middleware import ServiceLimits

    print(json.dumps(describe(), indent=1))
    print(json.dumps(create_service(1, ServiceLimits()).openapi(), indent=1))


PARTS: dict[str, Callable[[], None]] = {
    "calls": tell_calls,
    "library": tell_library,
    "descriptions": tell_descriptions,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
