"""The boxes of forms: facts with a key for programs and a label; unknown ones are empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crivello.model.federations import FEDERATIONS
from crivello.model.keys import PACES
from crivello.model.player import Player
from crivello.model.settings import Settings
from crivello.reports.document import BOXES
from crivello.reports.subject import Subject
from crivello.rules.round_robin import plays_round_robin
from crivello.standard.classes import frozen
from crivello.standings.norms import NO_FEDERATION, federation
from crivello.standings.table import Cell, Column, Table, text_cell
from crivello.systems.registry import find
from crivello.words import N_, Translator

Box = tuple[str, str, str | int | None]
"""The key of a box, its label and its value; an empty value is unknown."""

TO_SIGN = N_(
    "Filled in from the tournament. It is valid only when a person has checked every "
    "figure and signed it."
)


def boxes(heading: str, found: Iterator[Box], name: str = BOXES) -> Table:
    """Return a table of facts; `name`: how they are printed, `BOXES` or `LINES`."""
    columns = (
        Column("key", "", data_only=True),
        Column("label", heading, leading=True),
        Column("value", "", wraps=True),
    )
    rows = tuple((text_cell(key), text_cell(label), _value(value)) for key, label, value in found)
    return Table(name, (heading,), columns, rows)


def _value(value: str | int | None) -> Cell:
    if isinstance(value, int):
        return Cell(str(value), value)
    return text_cell(value)


def federation_text(code: str, words: Translator) -> str:
    """Return a federation as its code and name: ``ITA, Italy``."""
    name = FEDERATIONS.get(code)
    return f"{code}, {words.say(name)}" if name else code


def count_federations(players: Sequence[Player]) -> int | None:
    """Return the number of federations; None if the one of a player is unknown."""
    found = {federation(player) for player in players}
    return None if "" in found else len(found - {NO_FEDERATION})


def federation_signs(settings: Settings, words: Translator) -> str:
    """Return the words below the line on which the federation of the event signs."""
    if not settings.federation:
        return words.say("Federation: signature and date")
    return words.say("Federation {code}: signature and date", code=settings.federation)


def event_boxes(subject: Subject, words: Translator) -> Iterator[Box]:
    """Yield the facts of the event that all forms ask for."""
    say, settings = words.say, subject.tournament.settings
    yield "event", say("Tournament"), settings.name
    yield "event_code", say("Event code of FIDE"), None
    yield "city", say("Place"), settings.city
    yield "federation", say("Federation"), federation_text(settings.federation, words)
    yield "start", say("First day"), settings.start
    yield "end", say("Last day"), settings.end
    yield "type", say("Type of tournament"), settings.kind
    yield "system", say("Pairing system"), _system(subject, words)
    yield "rounds", say("Rounds"), settings.rounds or subject.tournament.paired_rounds or None
    yield "pace", say("Pace"), say(PACES[subject.pace])
    yield "time_control", say("Time control"), settings.time_control


def _system(subject: Subject, words: Translator) -> str:
    """Return the pairing system that was stated, or a round robin; else it is unknown."""
    if subject.wanted or subject.tournament.settings.system:
        return words.say(find(subject.system).title)
    return words.say("Round robin") if plays_round_robin(subject.tournament) else ""


@frozen
class NamedArbiter:
    """An arbiter as a tournament names them."""

    name: str
    fide_id: int | None
    title: str
    """FA, IA or NA if it is written before or after the name; else empty."""
    chief: bool = False

    @classmethod
    def read(cls, text: str, chief: bool = False) -> NamedArbiter:
        """Read a name with title and FIDE id, as far as they are given.

        >>> NamedArbiter.read("IA Anna Verdi (812345)")
        NamedArbiter(name='Anna Verdi', fide_id=812345, title='IA', chief=False)
        """
        text = " ".join(text.split())
        number = _NUMBER.search(text)
        rest = _NUMBER.sub(" ", text)
        title = _TITLE.search(rest)
        name = " ".join(_TITLE.sub(" ", rest).strip(" ,:;-").split())
        return cls(name, int(number[1]) if number else None, title[0] if title else "", chief)


_NUMBER = re.compile(r"[(\[:]? ?\b([0-9]{3,11})\b ?[)\]:]?")
_TITLE = re.compile(r"\b(?:FA|IA|NA)\b")


def arbiters_of(settings: Settings) -> list[NamedArbiter]:
    """Return the arbiters that a tournament names, the chief arbiter first."""
    chief = settings.chief_arbiter.strip()
    found = [NamedArbiter.read(chief, chief=True)] if chief else []
    return found + [NamedArbiter.read(one) for one in settings.deputy_arbiters if one.strip()]


def chief_boxes(settings: Settings, words: Translator) -> Iterator[Box]:
    chief = next((one for one in arbiters_of(settings) if one.chief), None)
    yield "chief_arbiter", words.say("Chief arbiter"), chief.name if chief else None
    number = chief.fide_id if chief else None
    yield "chief_arbiter_fide_id", words.say("Chief arbiter's FIDE id"), number
    title = chief.title if chief else None
    yield "chief_arbiter_title", words.say("Chief arbiter's title"), title
