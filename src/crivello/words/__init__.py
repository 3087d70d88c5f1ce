"""The catalogue of sentences: every sentence a user can see, in English and Italian.

A sentence is written in English in the room where it arises and marked with `N_`; it has named
fields (`"Player {number} has no rating."`) and no grammar put together from pieces. The doors
(`cli`, `web`, `explain`, `reports`) say it in the user's language:

>>> from crivello.words import Language, N_, say
>>> say(N_("The language {found} is not known; choose one of: {known}."), Language.IT,
...     found="xx", known="en, it")
'La lingua xx non è conosciuta; scegline una tra: en, it.'

Rooms that may not import this one (`model`, `matching`, `systems`) hand over an object with a
`template` and its `values`, see `Sentence`; `say` accepts it as it is.
"""

from crivello.words.catalogue import Translator, say, translator
from crivello.words.language import Language, UnknownLanguageError, choose_language
from crivello.words.numbers import decimal_points, points
from crivello.words.sentence import N_, Sentence, Template

__all__ = [
    "Language",
    "N_",
    "Sentence",
    "Template",
    "Translator",
    "UnknownLanguageError",
    "choose_language",
    "decimal_points",
    "points",
    "say",
    "translator",
]
