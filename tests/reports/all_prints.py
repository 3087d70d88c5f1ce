"""Make every kind of page as PDF, with names in all scripts: `python -m tests.reports.all_prints`.

Prints a digest for each page, and the font families that typst would find on this system.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import cycle

from typst import Fonts

from crivello.reports.document import Document
from crivello.reports.pages import view
from crivello.reports.pdf import as_pdf
from crivello.words import Language
from tests.reports.pages_read import SCRIPTS, large, with_prizes

NAMES = (
    *("players", "pairings-by-board", "pairings-by-name", "results", "standings", "crosstable"),
    *("cards", "slips", "why-slips", "name-cards", "prizes", "event-report"),
)


def documents() -> Iterator[Document]:
    tournament = large(2 * len(SCRIPTS), 4)
    people = tuple(
        replace(player, name=name, tags=(("club", name),))
        for player, name in zip(tournament.players, cycle(SCRIPTS.values()), strict=False)
    )
    subject = with_prizes(replace(tournament, players=people))
    for name in NAMES:
        yield view(name, subject, 4)


def main() -> None:
    made = {one.name: sha256(as_pdf(one, Language.EN)).hexdigest() for one in documents()}
    system = Fonts(include_system_fonts=True, include_embedded_fonts=False).families()
    json.dump({"made": made, "system": system}, sys.stdout)


if __name__ == "__main__":
    main()
