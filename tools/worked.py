"""Write the worked tournaments and questions of docs/worked: `make worked`.

All text comes from the program; only the titles and the list of questions stand here. A test
writes them again and compares, so they cannot fall behind.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.answers import (
    explain_player,
    explain_why_not_bye,
    explain_why_not_colour,
    explain_why_not_pair,
)
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Explanation
from crivello.explain.render import as_markdown
from crivello.explain.round import explain_round
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import Language
from tests.dubov.cases import worked_tournament
from tests.support.cases import load, tournament

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "worked"

EN, IT = Language.EN, Language.IT
TITLES = {
    ("dutch-2017", EN): "Fourteen players, six rounds, Dutch system of 2017",
    ("dutch-2017", IT): "Quattordici giocatori, sei turni, sistema olandese del 2017",
    ("dubov-2018", EN): "Fourteen players, six rounds, Dubov system of 2018",
    ("dubov-2018", IT): "Quattordici giocatori, sei turni, sistema Dubov del 2018",
    ("dutch-2011", EN): "Fourteen players, five rounds, Dutch system before 2013",
    ("dutch-2011", IT): "Quattordici giocatori, cinque turni, sistema olandese prima del 2013",
    ("questions", EN): "Questions at the desk",
    ("questions", IT): "Domande al tavolo dell'arbitro",
}
NOTES = {
    ("dubov-2018", EN): (
        "Round 4 is what the rules give; its source calculates two AROs otherwise and publishes "
        "7-11 and 13-10, with which rounds 5 and 6 go on."
    ),
    ("dubov-2018", IT): (
        "Il turno 4 è quello che danno le regole; la fonte calcola diversamente due ARO e pubblica "
        "7-11 e 13-10, con cui proseguono i turni 5 e 6."
    ),
    ("questions", EN): (
        "A random tournament of 100 players, asked three times in every way. It is made by\n\n"
        "    {generate}"
    ),
    ("questions", IT): (
        "Un torneo casuale di 100 giocatori, interrogato tre volte in ogni modo. Lo produce\n\n"
        "    {generate}"
    ),
}
GENERATE = (
    "crivello generate --players 100 --rounds 9 --seed 20 --system dutch-2026 --forfeits 20 \\\n"
    "        --half-point-byes 25 --zero-point-byes 20 --full-point-byes 40 --output open.trf"
)


def played(key: str) -> Tournament:
    if key == "dubov-2018":
        return worked_tournament()
    return tournament(load("dutch-2016-held" if key == "dutch-2017" else "dutch-2011-held"))


def worked(key: str, language: Language) -> str:
    """All rounds of a worked tournament."""
    event, system = played(key), find(key)
    note = NOTES.get((key, language))
    parts = [f"# {TITLES[key, language]}\n", *([note + "\n"] if note else [])]
    for number in range(1, len(event.rounds) + 1):
        parts.append(as_markdown(explain_round(system, event, number), language))
    return "\n".join(parts)


def open_event() -> Tournament:
    recipe = Recipe(
        players=100,
        rounds=9,
        system="dutch-2026",
        forfeit_rate=20,
        half_point_bye_rate=25,
        zero_point_bye_rate=20,
        full_point_bye_rate=40,
    )
    return generate(recipe, 20)


def answered() -> Iterator[tuple[str, Explanation]]:
    """Three questions of each kind: the words of the command line, and the answer."""
    event, system = open_event(), find("dutch-2026")
    for player in (6, 57, 97):
        told = explain_player(system, event, 6, player)
        yield f"--round 6 --player {player}", told
    for one, other in ((6, 11), (9, 3), (1, 4)):
        pair = explain_why_not_pair(system, event, 6, one, other)
        yield f"--round 6 --why-not {one}-{other}", pair
    for player in (93, 90, 77):
        bye = explain_why_not_bye(system, event, 6, player)
        yield f"--round 6 --why-not-bye {player}", bye
    for player, colour in ((1, Colour.WHITE), (6, Colour.WHITE), (12, Colour.BLACK)):
        name = colour.name.lower()
        told = explain_why_not_colour(system, event, 6, player, colour)
        yield f"--round 6 --why-not-colour {player} {name}", told
    for number in (3, 6, 8):
        diff = explain_edition_diff(system, find("dutch-2017"), event, number)
        yield f"--round {number} --edition-diff dutch-2017", diff


def questions(language: Language) -> str:
    note = NOTES["questions", language].format(generate=GENERATE)
    parts = [f"# {TITLES['questions', language]}\n", note + "\n"]
    for words, told in answered():
        parts.append(f"    crivello explain open.trf {words}\n")
        parts.append(as_markdown(told, language))
    return "\n".join(parts)


def pages() -> Iterator[tuple[Path, str]]:
    """Every page that is written, with its text."""
    for language in Language:
        for key in ("dutch-2017", "dubov-2018", "dutch-2011"):
            yield FOLDER / f"{key}.{language.value}.md", worked(key, language)
        yield FOLDER / f"questions.{language.value}.md", questions(language)


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
