"""The search in a list: for exact words, then for beginnings of words, then with typing errors.

The index returns players by rating, the order of its rows. Each stage accepts more than the one
before and adds the players that it finds, until there are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from string import ascii_lowercase

from crivello.lists.build import FEDERATION
from crivello.lists.list_player import ListedPlayer
from crivello.lists.misspellings import LEAST_FOR_ONE, edits_allowed, is_within, keys_for, swaps
from crivello.model.names import words_of
from crivello.standard.classes import frozen
from crivello.store.list_index import ListIndex, ListRow, beginning, exact

MOST_WORDS = 8
"""The most words of a query that are used."""
MOST_LETTERS = 40
MOST_NEAR = 200
"""The most words near a typed one that are looked up."""


class NameMatch(Enum):
    """How a player matches the text that was typed."""

    ID = "id"
    EXACT = "exact"
    """All typed words are in the name."""
    BEGINNING = "beginning"
    """All typed words are words of the name or their beginnings."""
    NEAR = "near"
    """The words match after correcting typing errors, or leaving out one of them."""


@frozen
class SearchResult:
    player: ListedPlayer
    match: NameMatch


def search(
    index: ListIndex, text: str, federation: str | None = None, limit: int = 20
) -> tuple[SearchResult, ...]:
    """Return the best matches for a typed text, at most `limit`; digits are taken for an id."""
    asked = _Search(index, federation, limit)
    typed = text.strip()
    if typed.isascii() and any(letter.isdigit() for letter in typed) and " " not in typed:
        asked.by_id(typed)  # no name has digits
    elif words := [word[:MOST_LETTERS] for word in words_of(text)][:MOST_WORDS]:
        asked.by_name(words)
    return tuple(asked.found.values())[:limit]


class _Search:
    def __init__(self, index: ListIndex, federation: str | None, limit: int) -> None:
        self.index = index
        self.limit = limit
        self.found: dict[int, SearchResult] = {}
        """By row, in the order of the answer."""
        code = "".join(words_of(federation or ""))
        self.also = [[exact(f"{FEDERATION}{code}")]] if code else []

    def by_id(self, typed: str) -> None:
        if typed.isdigit() and len(typed) < 12:
            self._add(NameMatch.ID, self.index.ranked_by_fide_id(int(typed)))
        self._add(NameMatch.ID, self.index.ranked_by_national_id(typed))

    def by_name(self, words: Sequence[str]) -> None:
        self._ask(NameMatch.EXACT, [[exact(word)] for word in words])
        if self._has_enough():
            return
        self._ask(NameMatch.BEGINNING, [[beginning(word)] for word in words])
        if self._has_enough():
            return
        one = [self._with_near(word, 1) for word in words]
        if any(len(readings) > 1 for readings in one):
            self._ask(NameMatch.NEAR, one)
        # Go on only if nobody matches as typed: the looser the match, the more people are found
        # who were not meant.
        if any(found.match is not NameMatch.NEAR for found in self.found.values()):
            return
        for joined in _with_joined_words(words):
            self._ask(NameMatch.NEAR, [[beginning(word)] for word in joined])
        if not self.found:
            self._ask(NameMatch.NEAR, [*one[:-1], [*one[-1], *_mistyped_beginnings(words[-1])]])
        two = [self._with_near(word, 2) for word in words]
        if two != one and not self._has_enough():
            self._ask(NameMatch.NEAR, two)
        if not self.found and len(words) > 2:
            for left_out in range(len(words)):
                self._ask(NameMatch.NEAR, two[:left_out] + two[left_out + 1 :])

    def _has_enough(self) -> bool:
        return len(self.found) >= self.limit

    def _ask(self, match: NameMatch, words: Sequence[Sequence[str]]) -> None:
        """Add the players whose names contain each of the words; a word is given by its possible
        readings.
        """
        self._add(match, self.index.ranked_by_words([*self.also, *words], self.limit))

    def _add(self, match: NameMatch, rows: Iterable[tuple[int, ListRow]]) -> None:
        for rank, row in rows:
            if rank not in self.found:
                self.found[rank] = SearchResult(ListedPlayer.of(row), match)

    def _with_near(self, word: str, edits: int) -> list[str]:
        """Return the possible readings of a word: its beginning, and words within a number of
        edits.
        """
        edits = min(edits, edits_allowed(word))
        if not edits:
            return [beginning(word)]
        near = set(self._words_near(word, edits))
        return [beginning(word), *map(exact, sorted(near)[:MOST_NEAR])]

    def _words_near(self, word: str, edits: int) -> Iterator[str]:
        yield from swaps(word)
        keys = keys_for(word, edits)
        if edits == 2:  # one of the two may be a swap
            keys = keys.union(*(keys_for(other, 1) for other in swaps(word)))
        letters = set(word)
        for candidate in self.index.words_near(sorted(keys)):
            # An edit adds at most one foreign letter and removes one; this rules out most words.
            common = letters.intersection(candidate)
            if len(letters) - len(common) > edits or len(set(candidate)) - len(common) > edits:
                continue
            if is_within(word, candidate, edits):
                yield candidate


def _with_joined_words(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the words with two neighbouring ones written together, for each pair of neighbours."""
    for place in range(len(words) - 1):
        yield [*words[:place], words[place] + words[place + 1], *words[place + 2 :]]


def _mistyped_beginnings(word: str) -> list[str]:
    """Return the beginnings that a single typing error can have turned into this word."""
    if len(word) <= LEAST_FOR_ONE:
        return []
    cut = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    others = {a + b[1:] for a, b in cut if b} | set(swaps(word))
    others |= {a + letter + b for a, b in cut for letter in ascii_lowercase}
    others |= {a + letter + b[1:] for a, b in cut if b for letter in ascii_lowercase}
    return [beginning(other) for other in sorted(others - {word})]
