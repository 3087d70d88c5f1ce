"""The catalogue of sentences: every sentence a user can see, and its translations.

A sentence is written in English where it is used, and marked with `N_`. It has named fields
(`"Player {number} has no rating."`) and is never assembled from pieces. Each interface shows it in
the user's language:

>>> from crivello.words import Language, N_, PlayerRef, Sentence, say
>>> say(N_("The language {found} is not known; choose one of: {known}."), Language.IT,
...     found="xx", known="en, it")
'La lingua xx non è conosciuta; scegline una tra: en, it.'

A `Sentence` carries typed values: see `model.sentence`. The third argument of `say` returns the
names of players.

>>> sentence = Sentence(N_("{player} may not have the bye."), player=PlayerRef(7))
>>> say(sentence, Language.EN, {7: "7 Rossi"}.get)
'7 Rossi may not have the bye.'
"""

from crivello.model.sentence import (
    N_,
    ListOf,
    PairRef,
    PlayerRef,
    Points,
    Sayable,
    Sentence,
    Template,
)
from crivello.words.catalogue import (
    PlayerNames,
    Translator,
    decimal_points,
    points,
    say,
    translator,
)
from crivello.words.language import (
    COMPLETE_LANGUAGES,
    Language,
    UnknownLanguageError,
    choose_language,
    complete_language,
)

__all__ = [
    "COMPLETE_LANGUAGES",
    "Language",
    "ListOf",
    "N_",
    "PairRef",
    "PlayerNames",
    "PlayerRef",
    "Points",
    "Sayable",
    "Sentence",
    "Template",
    "Translator",
    "UnknownLanguageError",
    "choose_language",
    "complete_language",
    "decimal_points",
    "points",
    "say",
    "translator",
]
