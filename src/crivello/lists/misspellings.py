"""Finding words within one or two edits of a mistyped word.

An edit is a letter too many, one missing, one wrong, or two neighbours swapped. To find words near
a mistyped one among half a million, each word is cut into one piece more than edits are allowed:
whatever the edits do, one piece stays whole. Words are kept by their pieces, and only those that
share a piece with the mistyped one, at about the same position, are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LEAST_FOR_ONE = 4
"""Shorter words are not corrected: nearly all of them are near one another."""
LEAST_FOR_TWO = 8
LONGEST = 40
"""Longer words occur only in damaged files and are not indexed."""


def edits_allowed(word: str) -> int:
    """Return how many edits a typed word may be away from a correct one: 0, 1 or 2, by its
    length.
    """
    return (len(word) >= LEAST_FOR_ONE) + (len(word) >= LEAST_FOR_TWO)


def is_within(one: str, two: str, edits: int) -> bool:
    """Return True if at most `edits` edits turn one word into the other."""
    if one == two:
        return True
    if not edits or abs(len(one) - len(two)) > edits:
        return False
    place = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        place += 1
    rest_one, rest_two = one[place + 1 :], two[place + 1 :]
    return (
        is_within(rest_one, rest_two, edits - 1)
        or is_within(rest_one, two[place:], edits - 1)
        or is_within(one[place:], rest_two, edits - 1)
        or (
            one[place + 1 : place + 2] == two[place : place + 1] != ""
            and one[place : place + 1] == two[place + 1 : place + 2]
            and is_within(one[place + 2 :], two[place + 2 :], edits - 1)
        )
    )


def _cuts(length: int, edits: int) -> list[tuple[int, int]]:
    """Return start and length of each piece of a word of this length; the last pieces are the
    longest.
    """
    pieces = edits + 1
    short, longer = divmod(length, pieces)
    cuts = []
    start = 0
    for number in range(pieces):
        size = short + (number >= pieces - longer)
        cuts.append((start, size))
        start += size
    return cuts


def _key(edits: int, length: int, number: int, piece: str) -> str:
    return f"{edits}{number}{length}{piece}"


def keys_of(word: str) -> Iterator[str]:
    """Yield the keys of a word, one for each of its pieces."""
    length = len(word)
    for edits, least in ((1, LEAST_FOR_ONE), (2, LEAST_FOR_TWO)):
        if least - edits <= length <= LONGEST:
            for number, (start, size) in enumerate(_cuts(length, edits)):
                yield _key(edits, length, number, word[start : start + size])


def keys_for(word: str, edits: int) -> set[str]:
    """Return the keys by which all words within `edits` edits of a typed word are found.

    Swaps of letters in two neighbouring pieces are not covered: see `swaps`.
    """
    keys = set()
    typed = len(word)
    least = (LEAST_FOR_ONE, LEAST_FOR_TWO)[edits - 1] - edits
    for length in range(max(least, typed - edits), min(LONGEST, typed + edits) + 1):
        longer = typed - length
        for number, (start, size) in enumerate(_cuts(length, edits)):
            # A piece can have moved only as far as the remaining edits allow.
            first = max(0, start - (edits - longer) // 2)
            last = min(typed - size, start + (edits + longer) // 2)
            for place in range(first, last + 1):
                keys.add(_key(edits, length, number, word[place : place + size]))
    return keys


def swaps(word: str) -> Iterator[str]:
    """Yield the word with two neighbouring letters swapped, for each pair of neighbours."""
    for place in range(len(word) - 1):
        if word[place] != word[place + 1]:
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def by_pieces(words: Iterable[str]) -> dict[str, list[str]]:
    """Return words by their keys, the form that an index stores."""
    words_of: dict[str, list[str]] = {}
    for word in words:
        for key in keys_of(word):
            words_of.setdefault(key, []).append(word)
    return words_of
