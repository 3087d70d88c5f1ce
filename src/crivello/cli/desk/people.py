"""Players by the words of the command line: a pairing number, a name, or ``id:`` and the id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from crivello.cli.options import WordError
from crivello.words import N_
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.desk import Section

ID = "id:"
_NUMBERS = re.compile(r"[0-9]{1,6}(-[0-9]{1,6})?(,[0-9]{1,6}(-[0-9]{1,6})?)*")
SHOWN = 12
"""Candidates listed at most."""

NO_NUMBER = N_("There is no player with the number {word}; the last one is {last}.")
NO_NAME = N_("There is no player {word!r} in section {section!r}.")
WHICH_PLAYER = N_(
    "{word!r} can be more than one player: {candidates}. Name him by his number, or by more of "
    "his name."
)
NO_RANGE = N_("{word!r} is not a range of numbers: the first one comes first.")


def labels(section: Section) -> dict[int, str]:
    """Everybody registered as people are to read him: ``7 Rossi, Mario``."""
    numbers = {player.id: player.number for player in section.listed}
    return {
        player: f"{numbers.get(player, f'{ID}{player}')} {clean(one.player.name)}".rstrip()
        for player, one in section.registrations.items()
    }


def find(section: Section, word: str) -> int:
    """The id of the one player who is meant."""
    players = list(_meant(section, word))
    if len(players) > 1:
        raise _ambiguous(section, word, players)
    return players[0]


def find_all(section: Section, words: Iterable[str]) -> tuple[int, ...]:
    """The ids of all players who are meant, each once; ``3-7,9`` are several."""
    found: dict[int, None] = {}
    for word in words:
        found |= dict.fromkeys(_meant(section, word))
    return tuple(found)


def _meant(section: Section, word: str) -> Iterator[int]:
    if _NUMBERS.fullmatch(word):
        yield from _by_numbers(section, word)
    elif word.startswith(ID) and word[len(ID) :].isdecimal() and len(word) < 20:
        player = int(word[len(ID) :])
        section.registration(player)
        yield player
    else:
        yield _by_name(section, word)


def _by_numbers(section: Section, word: str) -> Iterator[int]:
    by_number = {player.number: player.id for player in section.listed}
    for part in word.split(","):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if low > high:
            raise WordError(NO_RANGE, word=part)
        for number in range(low, high + 1):
            if number not in by_number:
                raise WordError(NO_NUMBER, word=number, last=max(by_number, default=0))
            yield by_number[number]


def _by_name(section: Section, word: str) -> int:
    """The whole name, else every word of it; accents, case and order do not matter."""
    names = {player: _plain(one.player.name) for player, one in section.registrations.items()}
    wanted = _plain(word)
    exact = [player for player, name in names.items() if name == wanted]
    if len(exact) == 1:
        return exact[0]
    parts = wanted.split()
    found = exact or [
        player
        for player, name in names.items()
        if parts and all(any(piece.startswith(part) for piece in name.split()) for part in parts)
    ]
    if not found:
        raise WordError(NO_NAME, word=word, section=section.key)
    if len(found) > 1:
        raise _ambiguous(section, word, found)
    return found[0]


def _ambiguous(section: Section, word: str, players: list[int]) -> WordError:
    named = labels(section)
    shown = "; ".join(named[player] for player in players[:SHOWN])
    return WordError(WHICH_PLAYER, word=word, candidates=shown + ("; …" if players[SHOWN:] else ""))


def _plain(text: str) -> str:
    """Without accents, commas and case."""
    letters = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.replace(",", " ").casefold().split())


_NAMING_ONE = ("player", "white", "black", "one", "other", "right", "wrong")
_NAMING_MANY = ("players", "pairs")


def named(values: Mapping[str, object], known: Mapping[int, str]) -> dict[str, object]:
    """The values of a sentence of the desk, with labels where it has the ids of players."""
    return {name: _named(name, value, known) for name, value in values.items()}


def _named(name: str, value: object, known: Mapping[int, str]) -> object:
    if name in _NAMING_ONE and str(value).isdecimal() and len(str(value)) < 20:
        return known.get(int(str(value)), value)
    if name in _NAMING_MANY and isinstance(value, str):
        return "; ".join(_labelled(part, known) for part in value.split(", "))
    return value


def _labelled(text: str, known: Mapping[int, str]) -> str:
    """``3`` or, of a pair, ``3-7`` with the labels of these ids."""
    pair = re.fullmatch(r"([0-9]+)-([0-9]+)", text)
    if pair is not None:
        return " – ".join(_labelled(one, known) for one in pair.groups())
    digits = text.isascii() and text.isdecimal() and len(text) < 20
    return known.get(int(text), text) if digits else text
