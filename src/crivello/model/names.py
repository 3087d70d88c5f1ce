"""Prepare names for search: words in any order, without accents, capitals and punctuation."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "ß": "ss",
        "đ": "d",
        "ð": "d",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ı": "i",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
        "ə": "e",
    }
)
"""Letters that Unicode does not decompose into another letter and an accent."""

_APOSTROPHES = re.compile("['’‘ʼ`´ʹ]")
_WORD = re.compile(r"[^\W\d_]+")
PARTICLE = 3
"""A first word of a surname up to this length is often written together with the next one."""


def fold(text: str) -> str:
    """Return the text without accents and capitals: ``Łukasz`` becomes ``lukasz``, ``Großmann``
    ``grossmann``.
    """
    if text.isascii():
        return text.lower()
    small = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    return "".join([letter for letter in small if not unicodedata.combining(letter)])


def words_of(text: str) -> list[str]:
    """Return the words of a name or a query; an apostrophe joins two words: ``O'Neill`` is
    ``oneill``.
    """
    # Before folding, which splits at some apostrophes.
    return _WORD.findall(fold(_APOSTROPHES.sub("", text)))


def indexed_words(name: str) -> list[str]:
    """Return all words by which a name can be found.

    They are its own words and the spellings that people use instead: ``D'Angelo`` has ``dangelo``
    and ``angelo``, ``De Sio`` has ``de``, ``sio`` and ``desio``.
    """
    if name.isascii() and "'" not in name and "`" not in name:
        words: list[str] = _WORD.findall(name.lower())
    else:
        words = words_of(name)
        apart = _WORD.findall(fold(_APOSTROPHES.sub(" ", name)))
        words += [word for word in apart if len(word) > 1 and word not in words]
    if words and len(words[0]) <= PARTICLE:
        surname, comma, _ = name.partition(",")
        joined = "".join(words_of(surname)) if comma else ""
        if joined and joined not in words:
            words.append(joined)
    return words
