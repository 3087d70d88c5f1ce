"""Words of the form KEY=VALUE, as settings and data of players are given."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.cli.options import WordError
from crivello.words import N_

NO_PAIR = N_(
    "{word!r} is not of the form KEY=VALUE. A text with blanks stands in quotes: {example}."
)
EXAMPLE = 'name="Open of Aosta"'
TWICE = N_("{key} is given twice.")
UNKNOWN_KEY = N_("There is no setting {word!r}. There are: {known}.")
NEAR_KEY = N_("There is no setting {word!r}; did you mean {near}?")


def pairs(words: Iterable[str]) -> dict[str, str]:
    """Keys and values, in their order."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise WordError(NO_PAIR, word=word, example=EXAMPLE)
        key = key.strip().lower().replace("_", "-")
        if key in found:
            raise WordError(TWICE, key=key)
        found[key] = value.strip()
    return found


def unknown_key(
    word: str, known: Iterable[str], near_key: str = NEAR_KEY, unknown: str = UNKNOWN_KEY
) -> WordError:
    from difflib import get_close_matches

    keys = list(known)
    near = get_close_matches(word, keys, n=1)
    if near:
        return WordError(near_key, word=word, near=near[0])
    return WordError(unknown, word=word, known=", ".join(keys))
