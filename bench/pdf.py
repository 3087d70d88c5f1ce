"""Time a thousand pairing cards as PDF: `python -m bench.pdf [PLAYERS]`.

If WeasyPrint is installed, it draws the same page for comparison. Seconds are CPU time, which other
programs hardly change.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.reports.layout import as_page
from crivello.reports.pages import view
from crivello.reports.pdf import as_pdf
from crivello.words import Language

ROUNDS = 6


def measured(name: str, make: Callable[[], bytes]) -> float:
    start, begun = time.process_time(), time.perf_counter()
    size = len(make())
    taken = time.process_time() - start
    waited = time.perf_counter() - begun
    print(f"{name}: {taken:.1f} s ({waited:.1f} s waited), {size / 1e6:.1f} MB", flush=True)
    return taken


def main() -> None:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    tournament = generate(Recipe(players=players, rounds=ROUNDS), 1)
    cards = view("cards", tournament, ROUNDS)
    print(f"{players} cards, {ROUNDS} rounds")
    now = measured("typst", lambda: as_pdf(cards, Language.EN))
    if find_spec("weasyprint") is not None:
        draw = import_module("weasyprint").HTML
        html = as_page(cards, Language.EN)
        before = measured("WeasyPrint", lambda: draw(string=html).write_pdf())
        print(f"{before / now:.0f} times faster")


if __name__ == "__main__":
    main()
