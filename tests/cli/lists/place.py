"""A folder with rating lists and a tournament, and calls of the program in it."""

from pathlib import Path

from crivello.desk import Desk
from tests.cli.calling import Called, call

PLAYERS = """\
Iscritti al torneo

Cognome;Nome;Elo;ID FIDE;Data di nascita;Circolo;E-mail
Rossi;Alice;2150;1000001;12/05/1990;Roma;a@b
Verdi;Bruno;1800;;1980;Milano;
"""


class Place:
    """A folder with lists and a tournament, for one test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def __call__(self, *words: str | Path, stdin: bytes = b"", **env: str) -> Called:
        return call(*words, stdin=stdin, cwd=self.folder, CRIVELLO_DATA=str(self.data), **env)

    def file(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


def events(place: Place) -> int:
    with Desk.open(place.folder / "open.crivello") as desk:
        return len(desk.log)
