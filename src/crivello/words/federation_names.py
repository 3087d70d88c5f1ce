"""Federations as people write them: as a code, or as the name of the country in any language.

>>> read_federation("Italy"), read_federation("Paesi Bassi"), read_federation("deu")
('ITA', 'NED', 'GER')
"""

from __future__ import annotations

from functools import cache

from crivello.model.errors import WordError
from crivello.model.federations import FEDERATIONS, OTHER_CODES, OTHER_NAMES
from crivello.model.names import fold, words_of
from crivello.model.sentence import N_
from crivello.words.catalogue import say
from crivello.words.language import Language

NO_SUCH = N_(
    "FIDE has no federation {word!r}.{near:| Did you mean {}?} Give its code, such as ITA, or the "
    "name of the country."
)
A_FEDERATION = N_("the code of a federation, or a country")
CODE_LENGTH = 3


def find_federation(text: str) -> str | None:
    """Return the code of the federation that a text names, by code or name; None if there is
    none.
    """
    code = text.strip().upper()
    if code in FEDERATIONS:
        return code
    return OTHER_CODES.get(code) or _codes_by_name().get(_key(text))


def federation_code(text: str) -> str:
    """Return the code of the federation that a text names; for an unknown one, the text itself."""
    code = text.strip().upper()
    return find_federation(text) or (code if len(code) <= CODE_LENGTH else text)


def read_federation(text: str) -> str:
    """Return the code of the federation that a person typed; empty for an empty text.

    Three unknown letters are accepted, as they may be the code of a new federation.
    """
    code = federation_code(text)
    if len(code) > CODE_LENGTH or (code and not code.isalpha()):
        raise WordError(NO_SUCH, word=text.strip()[:40], near=_nearest(text))
    return code


@cache
def federation_names(language: Language) -> tuple[tuple[str, str], ...]:
    """Return the code and name of all federations, in the order of their names."""
    named = [(code, say(name, language)) for code, name in FEDERATIONS.items()]
    return tuple(sorted(named, key=lambda one: fold(one[1])))


def _nearest(text: str) -> str:
    """Return the most similar name with its code; empty if none is similar."""
    from difflib import get_close_matches

    names = _codes_by_name()
    near = get_close_matches(_key(text), list(names), n=1, cutoff=0.7)
    return f"{near[0].title()} ({names[near[0]]})" if near else ""


def _key(text: str) -> str:
    return " ".join(words_of(text))


@cache
def _codes_by_name() -> dict[str, str]:
    found = {_key(say(name, one)): code for one in Language for code, name in FEDERATIONS.items()}
    return OTHER_NAMES | found
