"""Find the player meant by a pairing number, a FIDE id or a name: one rule for every interface.

A name matches as a whole or by the beginnings of its words in any order; accents and capitals are
ignored. The program never guesses: several matches are listed, and a similar name is only
suggested.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from crivello.model.errors import SHOWN, Malformed, WordError
from crivello.model.grammar import NO_TWO_PLAYERS, is_number
from crivello.model.names import fold
from crivello.model.sentence import N_, ListOf
from crivello.standard.classes import NamedTuple
from crivello.standard.typing_names import Protocol

MAX_NUMBER = 9999
"""Higher numbers are FIDE ids."""
LONGEST_NAME = 1000
"""A longer text is not compared with every name."""
LISTED = 12
"""Candidates listed at most."""
NEAR = 0.7
"""The similarity that a word must have to be suggested; 1 is the same."""

NOBODY_NAMED = N_("Type a number or the beginning of a name.")
NO_NUMBER = N_("There is no player {word}; this tournament has players {first} to {last}.")
NUMBER_IN_GAP = N_(
    "There is no player {word}; not all numbers from {first} to {last} are those of players."
)
NO_PLAYERS = N_("There is no player {word}; this tournament has no players.")
NO_FIDE_ID = N_("There is no player with the FIDE id {word}{section:| in section {}}.")
NO_NAME = N_("No player matches {word!r}{section:| in section {}}.{near:| Did you mean {}?}")
WHICH_PLAYER = N_(
    "{word!r} can be more than one player: {candidates}. Type the number, or more of the name."
)

_BETWEEN = re.compile(r"\s*[,:]\s*|\s*[-–—−]\s*|\s+")
_APOSTROPHES = re.compile("['’‘ʼ`´ʹ]")
_MOST_SPLITS = 20


class Named(Protocol):
    """Anything with an id, a pairing number, a FIDE id and a name."""

    @property
    def id(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def fide_id(self) -> int | None: ...
    @property
    def name(self) -> str: ...


class Candidate(NamedTuple):
    """One of the players among whom a search is made."""

    key: int
    """The id that a match returns."""
    number: int
    """The number by which people name the player; 0: not numbered yet."""
    fide_id: int | None
    name: str

    def __str__(self) -> str:
        return f"{self.number or ''} {self.name}".strip()


def candidates(players: Iterable[Named], *, by_number: bool = False) -> list[Candidate]:
    """Return the players as candidates, identified by their ids or by their pairing numbers."""
    return [
        Candidate(one.id, one.number if by_number else one.id, one.fide_id, one.name)
        for one in players
    ]


def find_one(people: Collection[Candidate], text: str, refusal: type[Malformed] = WordError) -> int:
    """Return the id of the only player that the text can mean; otherwise raise `refusal`."""
    word = text.strip()
    if not word:
        raise refusal(NOBODY_NAMED)
    if is_number(word, 11):
        return find_number(people, int(word), refusal)
    names = {one.key: one.name for one in people}
    found = find_called(names, word)
    shown = [str(one) for one in people if one.key in found]
    if len(found) > 1:
        raise refusal(WHICH_PLAYER, word=word[:60], candidates=ListOf(tuple(shown), LISTED))
    if not found:
        raise no_name(word, {one.key: str(one) for one in people}, names, refusal)
    return found[0]


def find_number(
    people: Collection[Candidate], number: int, refusal: type[Malformed] = WordError
) -> int:
    """Return the id of the player with this pairing number, or with this FIDE id if it is above
    9999.
    """
    for one in people:
        if number and one.number == number:
            return one.key
    if number > MAX_NUMBER:
        for one in people:
            if one.fide_id == number:
                return one.key
        raise refusal(NO_FIDE_ID, word=number, section="")
    raise no_number(number, [one.number for one in people], refusal)


def find_two(
    people: Collection[Candidate], text: str, refusal: type[Malformed] = WordError
) -> tuple[int, int]:
    """Return the ids of two different players in a text such as ``3-7``, ``3,7``, ``davide-carla``
    or ``Rossi, Ada : Neri, Eva``.

    A dash, colon, comma or blank may separate the two, as long as the text has only one meaning.
    """
    found: set[tuple[int, int]] = set()
    error: Malformed | None = None
    splits = list(_split(text.strip()))
    for one, other in splits:
        try:
            found.add((find_one(people, one, refusal), find_one(people, other, refusal)))
        except Malformed as wrong:
            error = wrong
    if len(found) == 1:
        pair = next(iter(found))
        if pair[0] != pair[1]:
            return pair
    if error is not None and len(splits) == 1 and not found:
        raise error
    raise WordError(NO_TWO_PLAYERS, word=text.strip()[:SHOWN])


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Yield every way to split a text into two players."""
    places = list(_BETWEEN.finditer(text[:LONGEST_NAME]))[:_MOST_SPLITS]
    for place in places:
        one, other = text[: place.start()], text[place.end() :]
        if one and other:
            yield one, other


def find_called(names: Mapping[int, str], text: str) -> list[int]:
    """Return the ids of the players whose name matches; if a whole name matches, partial matches do
    not count.
    """
    if len(text) > LONGEST_NAME:
        return []
    wanted = words(text)
    split = {player: words(name) for player, name in names.items()}
    return (
        [player for player, name in split.items() if name == wanted]
        or [player for player, name in split.items() if sorted(name) == sorted(wanted)]
        or [player for player, name in split.items() if wanted and begins(name, wanted)]
        or _find_joined(names, text)
    )


def _find_joined(names: Mapping[int, str], text: str) -> list[int]:
    """Return the ids of the players whose name matches without its apostrophes: ``oneill`` finds
    O'Neill.
    """
    wanted = words(_APOSTROPHES.sub("", text))
    return [
        player
        for player, name in names.items()
        if wanted and begins(words(_APOSTROPHES.sub("", name)), wanted)
    ]


def begins(name: list[str], parts: list[str]) -> bool:
    """Return True if each part is the beginning of a word of the name."""
    return all(any(word.startswith(part) for word in name) for part in parts)


def words(text: str) -> list[str]:
    """Return the words of a text without accents and capitals; digits count too, as in team
    names.
    """
    return re.findall(r"\w+", fold(text))


def no_number(
    number: int, numbers: Iterable[int], refusal: type[Malformed] = WordError
) -> Malformed:
    """Return the error for a number that no player has, with the range of numbers in use."""
    known = {one for one in numbers if one > 0}
    if not known:
        return refusal(NO_PLAYERS, word=number)
    whole = len(known) == max(known) - min(known) + 1
    template = NO_NUMBER if whole else NUMBER_IN_GAP
    return refusal(template, word=number, first=min(known), last=max(known))


def no_name(
    text: str,
    labels: Mapping[int, str],
    names: Mapping[int, str],
    refusal: type[Malformed] = WordError,
    section: str = "",
) -> Malformed:
    """Return the error for a name that no player has, with a similar name if there is exactly
    one.
    """
    near = nearest(names, text)
    label = "" if near is None else labels[near]
    return refusal(NO_NAME, word=text[:60], section=section, near=label)


def nearest(names: Mapping[int, str], text: str) -> int | None:
    """Return the id of the player whose name, or a word of it, is most similar; None if no player
    or several are.
    """
    from difflib import SequenceMatcher

    asked = " ".join(words(text[:60]))
    found: list[int] = []
    best = NEAR
    matcher = SequenceMatcher(None, "", asked, autojunk=False)
    for player, name in names.items():
        own = words(name[:60])
        likeness = 0.0
        for word in (" ".join(own), " ".join(sorted(own)), *own):
            matcher.set_seq1(word)
            if matcher.real_quick_ratio() >= best and matcher.quick_ratio() >= best:
                likeness = max(likeness, matcher.ratio())
        if likeness > best or (likeness == best and found):
            found = [*found, player] if likeness == best else [player]
            best = likeness
    return found[0] if len(found) == 1 else None
