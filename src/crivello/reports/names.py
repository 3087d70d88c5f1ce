"""Names in alphabetical order, as people look for them: accents and case do not count."""

from __future__ import annotations

from unicodedata import combining, normalize

_PLAIN = str.maketrans({"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th"})


def alphabetical(name: str) -> tuple[str, str]:
    """The key to sort a name by; the name itself decides between those that are spelt alike."""
    letters = normalize("NFKD", name.casefold().translate(_PLAIN))
    plain = "".join(letter for letter in letters if not combining(letter))
    return plain.lstrip(), name
